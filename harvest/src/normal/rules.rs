//! Rules.

/// The usual name of the rules; FF\[4\]'s where it has one.
pub fn rules(text: &str) -> Option<&'static str> {
    let plain: String = text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect();
    Some(match plain.as_str() {
        "chinese" | "cn" | "china" | "chn" | "chineserules" | "中国规则" | "中国" | "中國規則" => "Chinese",
        "japanese" | "jp" | "japan" | "jpn" | "japaneserules" | "日本规则" | "日本" | "日本ルール" | "日本規則" => {
            "Japanese"
        }
        "korean" | "kr" | "korea" | "kor" | "koreanrules" | "韩国规则" | "한국" | "한국룰" => "Korean",
        "aga" | "american" | "bga" | "french" => "AGA",
        "nz" | "newzealand" | "newzealandrules" => "NZ",
        "goe" | "ing" | "inggoe" | "ingrules" | "应氏规则" | "應氏" => "GOE",
        "tromptaylor" | "tt" => "Tromp-Taylor",
        "ancient" | "ancientchinese" | "stonescoring" => "Stone scoring",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names() {
        for (text, want) in [
            ("chinese", Some("Chinese")),
            ("Japanese", Some("Japanese")),
            ("New Zealand", Some("NZ")),
            ("Tromp/Taylor", Some("Tromp-Taylor")),
            ("TT--", Some("Tromp-Taylor")),
            ("中国规则", Some("Chinese")),
            ("koSIMPLEscoreAREA", None),
            ("", None),
        ] {
            assert_eq!(rules(text), want, "{text}");
        }
    }
}
