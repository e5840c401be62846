//! Rules by KataGo's commands: short names, or single switches as JSON.

use gosedai_board::RuleSet;
use serde_json::Value;

use super::{Answer, Reply, SYNTAX, Session, Table};
use crate::katago_rules::{apply, describe, with_switches};

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
            with_switches(session.position.rules(), switches.as_object().ok_or(SYNTAX)?)?
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
