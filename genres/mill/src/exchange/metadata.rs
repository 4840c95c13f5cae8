//! Data about a pack: the exporter, metadata, review batches.

use super::fields::Fields;
use super::finding::Finding;
use super::json::Json;
use super::solution::put;

/// `exportedBy`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ExportedBy {
    /// `appName`.
    pub app_name: String,
    /// `platform`.
    pub platform: Option<String>,
}

impl ExportedBy {
    pub(super) fn read(value: &Json, path: &str, found: &mut Vec<Finding>) -> Option<Self> {
        let mut f = Fields::of(value, path, found);
        let read = ExportedBy {
            app_name: f.text_or_none("appName").unwrap_or_default(),
            platform: f.text_or_none("platform"),
        };
        (!f.broken).then_some(read)
    }

    /// As JSON.
    pub fn to_json(&self) -> Json {
        let mut out = Json::object();
        put(&mut out, "appName", Some(self.app_name.clone().into()), &["appName", "platform"]);
        put(&mut out, "platform", self.platform.clone().map(Json::from), &["appName", "platform"]);
        out
    }
}

/// `metadata` of a pack.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Metadata {
    /// Unique identifier.
    pub id: String,
    /// Display name.
    pub name: String,
    /// The pack's subject.
    pub description: String,
    /// Who made it.
    pub author: String,
    /// Its version.
    pub version: String,
    /// `createdDate`.
    pub created_date: Option<String>,
    /// `updatedDate`.
    pub updated_date: Option<String>,
    /// Tags.
    pub tags: Vec<String>,
    /// `isOfficial`.
    pub is_official: bool,
    /// `requiredAppVersion`.
    pub required_app_version: Option<String>,
    /// `ruleVariantId`.
    pub rule_variant_id: Option<String>,
    /// `coverImage`.
    pub cover_image: Option<String>,
    /// `website`.
    pub website: Option<String>,
}

const ORDER: [&str; 13] = [
    "id",
    "name",
    "description",
    "author",
    "version",
    "createdDate",
    "updatedDate",
    "tags",
    "isOfficial",
    "requiredAppVersion",
    "ruleVariantId",
    "coverImage",
    "website",
];

impl Metadata {
    pub(super) fn read(value: &Json, path: &str, found: &mut Vec<Finding>) -> Option<Self> {
        let mut f = Fields::of(value, path, found);
        let read = Metadata {
            id: f.text("id"),
            name: f.text("name"),
            description: f.text("description"),
            author: f.text("author"),
            version: f.text("version"),
            created_date: f.text_or_none("createdDate"),
            updated_date: f.text_or_none("updatedDate"),
            tags: f.texts("tags").unwrap_or_default(),
            is_official: f.flag("isOfficial").unwrap_or(false),
            required_app_version: f.text_or_none("requiredAppVersion"),
            rule_variant_id: f.text_or_none("ruleVariantId"),
            cover_image: f.text_or_none("coverImage"),
            website: f.text_or_none("website"),
        };
        (!f.broken).then_some(read)
    }

    /// As JSON, over the object that it was read from (`Null` for a new one).
    pub fn to_json(&self, over: &Json) -> Json {
        let mut out = if matches!(over, Json::Object(_)) { over.clone() } else { Json::object() };
        let text = |t: &String| Some(Json::from(t.clone()));
        let maybe = |t: &Option<String>| t.clone().map(Json::from);
        for (key, value) in [
            ("id", text(&self.id)),
            ("name", text(&self.name)),
            ("description", text(&self.description)),
            ("author", text(&self.author)),
            ("version", text(&self.version)),
            ("createdDate", maybe(&self.created_date)),
            ("updatedDate", maybe(&self.updated_date)),
            ("requiredAppVersion", maybe(&self.required_app_version)),
            ("ruleVariantId", maybe(&self.rule_variant_id)),
            ("coverImage", maybe(&self.cover_image)),
            ("website", maybe(&self.website)),
        ] {
            put(&mut out, key, value, &ORDER);
        }
        if !self.tags.is_empty() || out.get("tags").is_some() {
            put(&mut out, "tags", Some(self.tags.clone().into()), &ORDER);
        }
        if self.is_official || out.get("isOfficial").is_some() || *over == Json::Null {
            put(&mut out, "isOfficial", Some(self.is_official.into()), &ORDER);
        }
        out
    }
}

/// A record of `reviewBatches`: candidates embedded before a specialist's approval.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ReviewBatch {
    /// Name that the puzzles' `review-batch:` tags carry.
    pub id: String,
    /// `expert-pending`, …
    pub status: String,
    /// How many puzzles carry the tag.
    pub puzzle_count: i64,
    /// The evidence of the selection, as it is.
    pub selection_provenance: Json,
}

impl ReviewBatch {
    pub(super) fn read(value: &Json, path: &str, found: &mut Vec<Finding>) -> Option<Self> {
        let mut f = Fields::of(value, path, found);
        let read = ReviewBatch {
            id: f.text("id"),
            status: f.text("status"),
            puzzle_count: f.number("puzzleCount").unwrap_or_default(),
            selection_provenance: f.value("selectionProvenance").cloned().unwrap_or_default(),
        };
        (!f.broken).then_some(read)
    }
}
