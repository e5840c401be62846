//! Rules as KataGo writes them: single switches by name.

use gosedai_board::{HandicapBonus, KoRule, Rules, Scoring};
use serde_json::{Map, Value, json};

/// Rules with some switches set otherwise.
pub fn with_switches(mut rules: Rules, switches: &Map<String, Value>) -> Result<Rules, String> {
    for (name, value) in switches {
        apply(&mut rules, name, value)?;
    }
    Ok(rules)
}

/// One switch.
pub fn apply(rules: &mut Rules, name: &str, value: &Value) -> Result<(), String> {
    let text = value.as_str().map(|text| text.to_ascii_uppercase());
    match (name, text.as_deref(), value.as_bool()) {
        ("ko", Some("SIMPLE"), _) => rules.ko = KoRule::Simple,
        ("ko", Some("POSITIONAL"), _) => rules.ko = KoRule::PositionalSuperko,
        ("ko", Some("SITUATIONAL"), _) => rules.ko = KoRule::SituationalSuperko,
        ("scoring", Some("AREA"), _) => rules.scoring = Scoring::Area,
        ("scoring", Some("TERRITORY"), _) => rules.scoring = Scoring::Territory,
        ("suicide" | "multiStoneSuicideLegal", _, Some(suicide)) => rules.suicide = suicide,
        ("whiteHandicapBonus", Some("0"), _) => rules.handicap_bonus = HandicapBonus::None,
        ("whiteHandicapBonus", Some("N"), _) => rules.handicap_bonus = HandicapBonus::Stones,
        ("whiteHandicapBonus", Some("N-1"), _) => rules.handicap_bonus = HandicapBonus::StonesLessOne,
        // Only the plain form of these is known here.
        ("tax", Some("NONE"), _) | ("hasButton" | "friendlyPassOk", _, Some(_)) => {}
        _ => return Err(format!("the rule {name} cannot be {value} here")),
    }
    Ok(())
}

/// All switches as KataGo writes them.
pub fn describe(rules: Rules) -> Value {
    let ko = match rules.ko {
        KoRule::Simple => "SIMPLE",
        KoRule::PositionalSuperko => "POSITIONAL",
        KoRule::SituationalSuperko => "SITUATIONAL",
    };
    let scoring = match rules.scoring {
        Scoring::Territory => "TERRITORY",
        _ => "AREA",
    };
    let bonus = match rules.handicap_bonus {
        HandicapBonus::None => "0",
        HandicapBonus::Stones => "N",
        HandicapBonus::StonesLessOne => "N-1",
    };
    json!({ "ko": ko, "scoring": scoring, "tax": "NONE", "suicide": rules.suicide, "hasButton": false,
            "whiteHandicapBonus": bonus, "friendlyPassOk": true })
}
