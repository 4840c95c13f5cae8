//! A puzzle of a pack, typed, over the object that it was read from.

use super::fields::Fields;
use super::finding::Finding;
use super::json::Json;
use super::keys::LocalizationKeys;
use super::provenance::Provenance;
use super::solution::{Solution, put};
use tesuji_genre::near;
use tesuji_solver::Tier;

/// The task of a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Category {
    /// Form a mill in N moves.
    FormMill,
    /// Capture N pieces.
    CapturePieces,
    /// Win the game in N moves.
    WinGame,
    /// Defend against threats.
    Defend,
    /// Find the best move.
    FindBestMove,
    /// Endgames.
    Endgame,
    /// The placing phase.
    Opening,
    /// Several tactics at once.
    Mixed,
}

impl Category {
    /// All, in the order of the format document.
    pub const ALL: [Category; 8] = [
        Category::FormMill,
        Category::CapturePieces,
        Category::WinGame,
        Category::Defend,
        Category::FindBestMove,
        Category::Endgame,
        Category::Opening,
        Category::Mixed,
    ];

    /// The names, in the same order.
    pub const NAMES: &'static [&'static str] =
        &["formMill", "capturePieces", "winGame", "defend", "findBestMove", "endgame", "opening", "mixed"];

    /// The format's name.
    pub fn name(self) -> &'static str {
        Self::NAMES[self as usize]
    }

    /// The category of that name.
    pub fn of(name: &str) -> Option<Category> {
        Self::ALL.into_iter().find(|c| c.name() == name)
    }
}

/// A puzzle of a pack.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PackPuzzle {
    /// Unique identifier.
    pub id: String,
    /// Display name.
    pub title: String,
    /// Objective and context.
    pub description: String,
    /// Its task.
    pub category: Category,
    /// How hard it is.
    pub difficulty: Tier,
    /// The position, in the app's notation.
    pub initial_position: String,
    /// The lines that solve it.
    pub solutions: Vec<Solution>,
    /// `hint`.
    pub hint: Option<String>,
    /// `completionMessage`.
    pub completion_message: Option<String>,
    /// `provenance`.
    pub provenance: Option<Provenance>,
    /// `tags`.
    pub tags: Vec<String>,
    /// `isCustom`.
    pub is_custom: Option<bool>,
    /// `author`.
    pub author: Option<String>,
    /// `createdDate`.
    pub created_date: Option<String>,
    /// `version`.
    pub version: Option<i64>,
    /// `rating`.
    pub rating: Option<i64>,
    /// `ruleVariantId`; see [`rule_variant_id`](Self::rule_variant_id).
    pub rule_variant: Option<String>,
    /// `ruleSettingsJson`, as it stands.
    pub rule_settings_json: Option<String>,
    /// The localisation keys.
    pub keys: LocalizationKeys,
    /// The object that it was read from; `Null` of a new puzzle.
    pub(super) over: Json,
}

pub(super) const ORDER: [&str; 22] = [
    "id",
    "title",
    "description",
    "category",
    "difficulty",
    "initialPosition",
    "solutions",
    "hint",
    "completionMessage",
    "provenance",
    "tags",
    "isCustom",
    "author",
    "createdDate",
    "version",
    "rating",
    "ruleVariantId",
    "ruleSettingsJson",
    "titleLocalizationKey",
    "descriptionLocalizationKey",
    "hintLocalizationKey",
    "completionMessageLocalizationKey",
];

fn named<T>(f: &mut Fields<'_, '_>, key: &str, names: &[&str], of: impl Fn(&str) -> Option<T>, otherwise: T) -> T {
    let name = f.text(key);
    match of(&name) {
        Some(found) => found,
        None => {
            if f.value(key).and_then(Json::as_str).is_some() {
                let near = near(&name, names.iter().copied());
                f.refuse(key, key_rule(key), format!("unknown: {name:?}; {near}"));
            }
            otherwise
        }
    }
}

fn key_rule(key: &str) -> &'static str {
    if key == "category" { "category" } else { "difficulty" }
}

impl PackPuzzle {
    /// A new puzzle with the required fields; the rest is empty.
    pub fn new(id: &str, title: &str, description: &str, category: Category, difficulty: Tier, fen: &str) -> Self {
        PackPuzzle {
            id: id.into(),
            title: title.into(),
            description: description.into(),
            category,
            difficulty,
            initial_position: fen.into(),
            solutions: Vec::new(),
            hint: None,
            completion_message: None,
            provenance: None,
            tags: Vec::new(),
            is_custom: None,
            author: None,
            created_date: None,
            version: None,
            rating: None,
            rule_variant: None,
            rule_settings_json: None,
            keys: LocalizationKeys::default(),
            over: Json::Null,
        }
    }

    /// Reads a puzzle object. `None` when a required field is missing or a field is of the wrong
    /// type; the findings say where.
    pub fn read(value: &Json, path: &str, found: &mut Vec<Finding>) -> Option<PackPuzzle> {
        let mut f = Fields::of(value, path, found);
        if f.broken {
            return None;
        }
        let tiers: Vec<&str> = Tier::ALL.iter().map(|t| t.name()).collect();
        let tier = |name: &str| Tier::ALL.iter().copied().find(|t| t.name() == name);
        let mut puzzle = PackPuzzle {
            id: f.text("id"),
            title: f.text("title"),
            description: f.text("description"),
            category: named(&mut f, "category", Category::NAMES, Category::of, Category::Mixed),
            difficulty: named(&mut f, "difficulty", &tiers, tier, Tier::ALL[0]),
            initial_position: f.text("initialPosition"),
            solutions: Vec::new(),
            hint: f.text_or_none("hint"),
            completion_message: f.text_or_none("completionMessage"),
            provenance: None,
            tags: f.texts("tags").unwrap_or_default(),
            is_custom: f.flag("isCustom"),
            author: f.text_or_none("author"),
            created_date: f.text_or_none("createdDate"),
            version: f.number("version"),
            rating: f.number("rating"),
            rule_variant: f.text_or_none("ruleVariantId"),
            rule_settings_json: f.text_or_none("ruleSettingsJson"),
            keys: LocalizationKeys {
                title: f.text_or_none("titleLocalizationKey"),
                description: f.text_or_none("descriptionLocalizationKey"),
                hint: f.text_or_none("hintLocalizationKey"),
                completion: f.text_or_none("completionMessageLocalizationKey"),
            },
            over: value.clone(),
        };
        if f.value("solutions").is_none() {
            f.refuse("solutions", "required", "a required field is missing");
        }
        let solutions = f.array("solutions").unwrap_or_default();
        let provenance = f.value("provenance");
        let mut broken = f.broken;
        for (i, item) in solutions.iter().enumerate() {
            match Solution::read(item, &format!("{path}.solutions[{i}]"), found) {
                Some(solution) => puzzle.solutions.push(solution),
                None => broken = true,
            }
        }
        if let Some(value) = provenance {
            puzzle.provenance = Provenance::read(value, &format!("{path}.provenance"), found);
        }
        (!broken).then_some(puzzle)
    }

    /// Puts the fields into the format's order (a map sorted by name lost it); unknown fields go
    /// last.
    #[must_use]
    pub fn in_order(mut self) -> Self {
        let known = |key: &str| ORDER.iter().position(|k| *k == key).unwrap_or(ORDER.len());
        if let Json::Object(fields) = &mut self.over {
            fields.sort_by_key(|(key, _)| known(key));
            for (key, value) in fields.iter_mut() {
                super::solution::reorder(key, value);
            }
        }
        self
    }

    /// The rule variant, the app's default where none is named.
    pub fn rule_variant_id(&self) -> &str {
        self.rule_variant.as_deref().unwrap_or("standard_9mm")
    }

    /// As JSON: the object that it was read from with the fields as they are now; what nobody knows
    /// stays.
    pub fn to_json(&self) -> Json {
        let mut out = if self.over == Json::Null { Json::object() } else { self.over.clone() };
        let text = |t: &String| Some(Json::from(t.clone()));
        let maybe = |t: &Option<String>| t.clone().map(Json::from);
        for (key, value) in [
            ("id", text(&self.id)),
            ("title", text(&self.title)),
            ("description", text(&self.description)),
            ("category", Some(self.category.name().into())),
            ("difficulty", Some(self.difficulty.name().into())),
            ("initialPosition", text(&self.initial_position)),
            ("hint", maybe(&self.hint)),
            ("completionMessage", maybe(&self.completion_message)),
            ("isCustom", self.is_custom.map(Json::from)),
            ("author", maybe(&self.author)),
            ("createdDate", maybe(&self.created_date)),
            ("version", self.version.map(Json::from)),
            ("rating", self.rating.map(Json::from)),
            ("ruleVariantId", maybe(&self.rule_variant)),
            ("ruleSettingsJson", maybe(&self.rule_settings_json)),
            ("titleLocalizationKey", maybe(&self.keys.title)),
            ("descriptionLocalizationKey", maybe(&self.keys.description)),
            ("hintLocalizationKey", maybe(&self.keys.hint)),
            ("completionMessageLocalizationKey", maybe(&self.keys.completion)),
        ] {
            put(&mut out, key, value, &ORDER);
        }
        let old = self.over.get("solutions").map_or(&[][..], Json::items);
        let lines = self.solutions.iter().enumerate().map(|(i, s)| s.to_json(old.get(i).unwrap_or(&Json::Null)));
        put(&mut out, "solutions", Some(Json::Array(lines.collect())), &ORDER);
        if !self.tags.is_empty() || out.get("tags").is_some_and(|v| *v != Json::Null) {
            put(&mut out, "tags", Some(self.tags.clone().into()), &ORDER);
        }
        out
    }
}
