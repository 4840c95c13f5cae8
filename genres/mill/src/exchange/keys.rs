//! Localisation keys and their naming convention: `puzzle_<id>_title` and so on.

/// The four keys of a puzzle.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct LocalizationKeys {
    /// `titleLocalizationKey`.
    pub title: Option<String>,
    /// `descriptionLocalizationKey`.
    pub description: Option<String>,
    /// `hintLocalizationKey`.
    pub hint: Option<String>,
    /// `completionMessageLocalizationKey`.
    pub completion: Option<String>,
}

impl LocalizationKeys {
    /// The keys that the convention gives a puzzle of that id.
    pub fn of(id: &str) -> Self {
        let key = |part: &str| Some(format!("puzzle_{id}_{part}"));
        LocalizationKeys {
            title: key("title"),
            description: key("desc"),
            hint: key("hint"),
            completion: key("completion"),
        }
    }

    /// Field name, key, and the end that the convention wants.
    pub fn list(&self) -> [(&'static str, Option<&str>, &'static str); 4] {
        [
            ("titleLocalizationKey", self.title.as_deref(), "title"),
            ("descriptionLocalizationKey", self.description.as_deref(), "desc"),
            ("hintLocalizationKey", self.hint.as_deref(), "hint"),
            ("completionMessageLocalizationKey", self.completion.as_deref(), "completion"),
        ]
    }
}
