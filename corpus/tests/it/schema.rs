//! The JSON Schema of a record, as others may rely on it.

use tesuji_genre::Record;

#[test]
fn the_schema_is_as_published() {
    let made = serde_json::to_string_pretty(&schemars::schema_for!(Record)).expect("a schema") + "\n";
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/record.schema.json");
    if std::env::var_os("TESUJI_WRITE_SCHEMA").is_some() {
        std::fs::write(path, &made).expect("writes");
    }
    let published = std::fs::read_to_string(path).expect("the published schema");
    assert_eq!(made, published, "the record changed: write the schema again with TESUJI_WRITE_SCHEMA=1, and say so");
}
