//! Rules by KataGo's commands: short names, or single switches as JSON.

use gosedai_board::{HandicapBonus, KoRule, RuleSet, Rules, Scoring};
use serde_json::{Value, json};

use super::{Answer, Reply, SYNTAX, Session, Table};

pub const COMMANDS: Table = &[
    ("kata-set-rules", set_rules),
    ("set_rules", set_rules),
    ("kata-get-rules", |s, _| Answer::text(describe(s.position.rules()))),
    ("get_rules", |s, _| Answer::text(s.position.rules().set())),
    ("kata-set-rule", set_rule),
];

fn set_rules(session: &mut Session, args: &[&str]) -> Reply {
    let text = args.join(" ");
    let rules = match text.starts_with('{') {
        true => {
            let switches: Value =
                serde_json::from_str(&text).map_err(|error| format!("the rules are no JSON: {error}"))?;
            let switches = switches.as_object().ok_or(SYNTAX)?;
            let mut rules = session.position.rules();
            for (name, value) in switches {
                apply(&mut rules, name, value)?;
            }
            rules
        }
        false => text.parse::<RuleSet>().map_err(|error| error.to_string())?.rules(),
    };
    session.position.set_rules(rules);
    session.player.reset();
    Answer::empty()
}

fn set_rule(session: &mut Session, args: &[&str]) -> Reply {
    let (Some(name), Some(value)) = (args.first(), args.get(1)) else { return Err(SYNTAX.to_owned()) };
    let value = match *value {
        "true" => Value::Bool(true),
        "false" => Value::Bool(false),
        text => Value::from(text),
    };
    let mut rules = session.position.rules();
    apply(&mut rules, name, &value)?;
    session.position.set_rules(rules);
    session.player.reset();
    Answer::empty()
}

fn apply(rules: &mut Rules, name: &str, value: &Value) -> Result<(), String> {
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

fn describe(rules: Rules) -> Value {
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
