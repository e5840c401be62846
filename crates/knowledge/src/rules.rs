//! Local rules as data: a picture, a name, a value in points, and conditions on what recognition and reading know.

use crate::picture::Picture;
use gosedai_explain::Texts;

/// What a rule is about; one file each under `knowledge/cases/`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RuleKind {
    Shape,
    Tesuji,
    EyeSpace,
    Endgame,
}

impl RuleKind {
    pub const ALL: [RuleKind; 4] = [RuleKind::Shape, RuleKind::Tesuji, RuleKind::EyeSpace, RuleKind::Endgame];

    pub const fn file(self) -> &'static str {
        match self {
            RuleKind::Shape => "cases/shape.toml",
            RuleKind::Tesuji => "cases/tesuji.toml",
            RuleKind::EyeSpace => "cases/eye_space.toml",
            RuleKind::Endgame => "cases/endgame.toml",
        }
    }
}

/// A condition that decision checks on the position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
pub enum Condition {
    /// The stone just played cannot be captured at once.
    SafeMove,
    /// The own group beside the move is weak.
    OwnWeak,
    /// The enemy group beside the move is weak.
    EnemyWeak,
    /// Some group beside the move, of either colour, is weak.
    NeighbourWeak,
    /// The own group beside the move has few exits.
    Fleeing,
    /// An enemy string beside the move reads as captured after it.
    Catches,
    /// The stone may be taken, but taking it loses more.
    SacrificeWorks,
    /// A group beside the move lives or dies by it.
    LifeOrDeath,
    /// Two enemy strings are in atari after the move.
    DoubleAtari,
    /// An enemy string is in atari after the move.
    Atari,
}

impl Condition {
    const NAMES: [(&'static str, Condition); 10] = [
        ("safe-move", Condition::SafeMove),
        ("own-weak", Condition::OwnWeak),
        ("enemy-weak", Condition::EnemyWeak),
        ("neighbour-weak", Condition::NeighbourWeak),
        ("fleeing", Condition::Fleeing),
        ("catches", Condition::Catches),
        ("sacrifice-works", Condition::SacrificeWorks),
        ("life-or-death", Condition::LifeOrDeath),
        ("double-atari", Condition::DoubleAtari),
        ("atari", Condition::Atari),
    ];

    fn parse(text: &str) -> Result<Condition, String> {
        Condition::NAMES.iter().find(|(name, _)| *name == text).map(|(_, condition)| *condition).ok_or_else(|| {
            let names: Vec<&str> = Condition::NAMES.iter().map(|(name, _)| *name).collect();
            format!("'{text}' is not a condition: use one of {}", names.join(", "))
        })
    }
}

/// A local rule.
#[derive(Clone, PartialEq, Debug)]
pub struct Rule {
    pub id: String,
    pub kind: RuleKind,
    pub name: Texts,
    /// Does the name say what is done ("taking the base") rather than what is played ("slide")?
    pub action: bool,
    pub picture: Picture,
    /// Points the move is worth when it matches.
    pub value: f32,
    /// The point is worth as much to the side whose stones stand on the other side of the picture.
    pub both: bool,
    pub when: Vec<Condition>,
    /// More points under a further condition.
    pub extra: Option<(Condition, f32)>,
}

/// Reads a file of `[[rule]]` tables. Broken rules are left out and reported.
pub fn parse(kind: RuleKind, text: &str) -> (Vec<Rule>, Vec<String>) {
    let table: toml::Table = match text.parse() {
        Ok(table) => table,
        Err(error) => return (Vec::new(), vec![error.to_string()]),
    };
    let entries = table.get("rule").and_then(toml::Value::as_array).cloned().unwrap_or_default();
    let (mut rules, mut complaints) = (Vec::<Rule>::new(), Vec::new());
    for (number, entry) in entries.iter().enumerate() {
        match rule(kind, entry) {
            Ok(rule) if rules.iter().any(|other| other.id == rule.id) => {
                complaints.push(format!("rule '{}' stands twice", rule.id));
            }
            Ok(rule) => rules.push(rule),
            Err(what) => {
                let id =
                    entry.get("id").and_then(toml::Value::as_str).map_or(format!("{}", number + 1), str::to_string);
                complaints.push(format!("rule {id}: {what}"));
            }
        }
    }
    (rules, complaints)
}

fn rule(kind: RuleKind, entry: &toml::Value) -> Result<Rule, String> {
    let text = |value: Option<&toml::Value>, what: &str| {
        value.and_then(toml::Value::as_str).map(str::to_string).ok_or_else(|| format!("it has no {what}"))
    };
    let number = |value: &toml::Value| value.as_float().or_else(|| value.as_integer().map(|n| n as f64));
    let name = entry.get("name");
    let value = entry.get("value").and_then(number).ok_or("it has no value")? as f32;
    if !(-50.0..=50.0).contains(&value) {
        return Err(format!("a value of {value} points is out of range (-50 to 50)"));
    }
    let when = match entry.get("when") {
        None => Vec::new(),
        Some(list) => list
            .as_array()
            .ok_or("`when` is not a list")?
            .iter()
            .map(|c| Condition::parse(c.as_str().unwrap_or_default()))
            .collect::<Result<_, _>>()?,
    };
    let extra = match entry.get("extra") {
        None => None,
        Some(extra) => Some((
            Condition::parse(extra.get("when").and_then(toml::Value::as_str).unwrap_or_default())?,
            extra.get("value").and_then(number).ok_or("`extra` has no value")? as f32,
        )),
    };
    let names = Texts::each(|lang| name?.get(lang.code())?.as_str().map(str::to_string));
    if !names.is_complete() {
        return Err("the name is missing in a language".into());
    }
    Ok(Rule {
        id: text(entry.get("id"), "id")?,
        kind,
        name: names,
        action: entry.get("action").and_then(toml::Value::as_bool).unwrap_or(false),
        picture: Picture::parse(&text(entry.get("picture"), "picture")?)?,
        value,
        both: entry.get("both").and_then(toml::Value::as_bool).unwrap_or(false),
        when,
        extra,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn broken_rules_are_reported_and_the_others_kept() {
        let text = "
            [[rule]]
            id = 'good'
            name = { en = 'g', ja = 'g' }
            picture = 'X *'
            value = 3
            extra = { when = 'neighbour-weak', value = 10 }
            [[rule]]
            id = 'bad'
            name = { en = 'b', ja = 'b' }
            picture = 'X *'
            value = 3
            when = ['full-moon']";
        let (rules, complaints) = parse(RuleKind::Shape, text);
        assert_eq!(rules.len(), 1);
        assert_eq!(rules[0].extra, Some((Condition::NeighbourWeak, 10.0)));
        assert_eq!(complaints.len(), 1);
        assert!(complaints[0].contains("bad") && complaints[0].contains("full-moon"), "{complaints:?}");
    }
}
