//! A query in the form of KataGo's analysis engine: one JSON object a line, with the whole game in it.

use std::collections::BTreeMap;

use gosedai_board::{Board, Color, HandicapBonus, Move, Point, Position, Restrictions, RuleSet, Rules, Size};
use serde_json::Value;

use super::fields::{Fault, color, fault, flag, given, locations, number, pairs, whole, wholes};
use super::settings::{MOST_VISITS, Settings};
use crate::katago_rules::with_switches;

/// Fields that are read.
const KNOWN: &[&str] = &[
    "id",
    "moves",
    "initialStones",
    "initialPlayer",
    "rules",
    "komi",
    "whiteHandicapBonus",
    "boardXSize",
    "boardYSize",
    "analyzeTurns",
    "maxVisits",
    "analysisPVLen",
    "includeOwnership",
    "includeOwnershipStdev",
    "includeMovesOwnership",
    "includeMovesOwnershipStdev",
    "includePolicy",
    "includePVVisits",
    "includeNoResultValue",
    "includeReasons",
    "avoidMoves",
    "allowMoves",
    "overrideSettings",
    "reportDuringSearchEvery",
    "firstReportDuringSearchAfter",
    "priority",
    "priorities",
];
/// KataGo's own, which change nothing here.
const WITHOUT_EFFECT: &[&str] = &["rootPolicyTemperature", "rootFpuReductionMax"];
const MOST_PRIORITY: i64 = (1 << 62) - 1;

/// Something that is no error but not as the sender may have meant it.
#[derive(Debug, Clone, PartialEq)]
pub struct Warning {
    pub field: String,
    pub message: String,
}

/// What the answer shall hold besides the moves.
#[derive(Clone, Copy, Default)]
pub struct Includes {
    pub ownership: bool,
    pub ownership_stdev: bool,
    pub moves_ownership: bool,
    pub moves_ownership_stdev: bool,
    pub policy: bool,
    pub pv_visits: bool,
    pub no_result: bool,
    /// Ours: sentences from the explanation of the position.
    pub reasons: bool,
}

impl Includes {
    pub fn owners(&self) -> bool {
        self.ownership || self.ownership_stdev || self.moves_ownership || self.moves_ownership_stdev
    }
}

pub struct Query {
    pub id: String,
    /// Positions to analyse, by the number of moves before them, with their priorities.
    pub turns: BTreeMap<usize, i64>,
    start: Position,
    moves: Vec<(Color, Move)>,
    pub max_visits: Option<u64>,
    pub report_every: Option<f64>,
    pub first_report: Option<f64>,
    /// Moves of a line after the first.
    pub line: usize,
    pub include: Includes,
    pub settings: Settings,
    pub restrictions: Restrictions,
    pub warnings: Vec<Warning>,
}

impl Query {
    pub fn parse(id: String, query: &Value) -> Result<Query, Fault> {
        let size = Size::new(side(query, "boardXSize")?, side(query, "boardYSize")?)
            .map_err(|error| fault("boardXSize", error))?;
        let stones = match given(query, "initialStones") {
            Some(list) => stones(list, size)?,
            None => Vec::new(),
        };
        let list = given(query, "moves").ok_or_else(|| fault("moves", "moves must be a list of [colour, point]"))?;
        let moves = pairs(list, "moves", size)?;
        let first = given(query, "initialPlayer").map(|value| color(value, "initialPlayer")).transpose()?;
        let turns = turns(query, moves.len())?;
        let rules = rules(query)?;
        let komi = number(query, "komi", -400.0, 400.0)?.map(|komi| komi as f32);
        if komi.is_some_and(|komi| (komi * 2.0).fract() != 0.0) {
            return Err(fault("komi", "komi must be a whole or half number from -400 to 400"));
        }
        let settings = Settings::parse(given(query, "overrideSettings"))?;
        let max_visits = whole(query, "maxVisits", 1, MOST_VISITS)?.map(|visits| visits as u64);
        number(query, "rootFpuReductionMax", 0.0, 2.0)?;
        number(query, "rootPolicyTemperature", 0.01, 100.0)?;
        let report_every = number(query, "reportDuringSearchEvery", 0.001, 1e6)?;
        let start = start(size, &stones, &moves, first, rules, komi)?;
        let query = Query {
            id,
            turns,
            start,
            moves,
            max_visits: max_visits.or(settings.max_visits),
            report_every,
            first_report: number(query, "firstReportDuringSearchAfter", 0.001, 1e6)?.or(report_every),
            line: whole(query, "analysisPVLen", 1, 1000)?.unwrap_or(1000) as usize,
            include: Includes {
                ownership: flag(query, "includeOwnership")?,
                ownership_stdev: flag(query, "includeOwnershipStdev")?,
                moves_ownership: flag(query, "includeMovesOwnership")?,
                moves_ownership_stdev: flag(query, "includeMovesOwnershipStdev")?,
                policy: flag(query, "includePolicy")?,
                pv_visits: flag(query, "includePVVisits")?,
                no_result: flag(query, "includeNoResultValue")?,
                reasons: flag(query, "includeReasons")?,
            },
            restrictions: restrictions(query, size)?,
            warnings: warnings(query, &settings),
            settings,
        };
        // An illegal move is told before the first turn is searched.
        query.position(query.moves.len())?;
        Ok(query)
    }

    /// The position after this many moves.
    pub fn position(&self, turn: usize) -> Result<Position, Fault> {
        let mut position = self.start.clone();
        for (number, &(color, mv)) in self.moves.iter().take(turn).enumerate() {
            // KataGo's words, which clients look for, then ours
            let illegal = |error| fault("moves", format!("Illegal move {number}: {mv} ({error})"));
            position.play_as(color, mv).map_err(illegal)?;
        }
        Ok(position)
    }
}

fn side(query: &Value, field: &'static str) -> Result<usize, Fault> {
    let side = given(query, field).and_then(Value::as_u64).filter(|side| (1..=25).contains(side));
    side.map(|side| side as usize).ok_or_else(|| fault(field, format!("{field} must be a whole number from 1 to 25")))
}

fn stones(list: &Value, size: Size) -> Result<Vec<(Point, Color)>, Fault> {
    let field = "initialStones";
    let mut stones: BTreeMap<Point, Color> = BTreeMap::new();
    for (color, mv) in pairs(list, field, size)? {
        let point = mv.point().ok_or_else(|| fault(field, "a pass is no stone"))?;
        if stones.insert(point, color).is_some_and(|other| other != color) {
            return Err(fault(field, format!("{point} cannot hold a black and a white stone")));
        }
    }
    Ok(stones.into_iter().collect())
}

/// The turns to analyse, each once, with their priorities.
fn turns(query: &Value, moves: usize) -> Result<BTreeMap<usize, i64>, Fault> {
    let priority = whole(query, "priority", -MOST_PRIORITY, MOST_PRIORITY)?;
    let wanted = match given(query, "analyzeTurns") {
        None => None,
        Some(list) => {
            let turns = wholes(list, "analyzeTurns")?;
            let known = |&turn: &i64| usize::try_from(turn).ok().filter(|&turn| turn <= moves);
            let wrong =
                |turn: &i64| fault("analyzeTurns", format!("there is no turn {turn} in a game of {moves} moves"));
            Some(turns.iter().map(|turn| known(turn).ok_or_else(|| wrong(turn))).collect::<Result<Vec<_>, _>>()?)
        }
    };
    let priorities = given(query, "priorities").map(|list| wholes(list, "priorities")).transpose()?;
    let bad = |message: &str| Err(fault("priorities", message));
    match (wanted, priorities) {
        (None, Some(_)) => bad("priorities go with analyzeTurns"),
        (Some(_), Some(_)) if priority.is_some() => Err(fault("priority", "either priority or priorities")),
        (Some(turns), Some(priorities)) if turns.len() != priorities.len() => {
            bad("priorities must have as many numbers as analyzeTurns")
        }
        (Some(_), Some(priorities)) if priorities.iter().any(|p| !(-MOST_PRIORITY..=MOST_PRIORITY).contains(p)) => {
            bad(&format!("priorities must be whole numbers from -{MOST_PRIORITY} to {MOST_PRIORITY}"))
        }
        (Some(turns), Some(priorities)) => Ok(turns.into_iter().zip(priorities).collect()),
        (wanted, None) => {
            let turns = wanted.unwrap_or_else(|| vec![moves]);
            Ok(turns.into_iter().map(|turn| (turn, priority.unwrap_or(0))).collect())
        }
    }
}

fn rules(query: &Value) -> Result<Rules, Fault> {
    let mut rules = match given(query, "rules") {
        Some(Value::String(name)) => name.parse::<RuleSet>().map_err(|error| fault("rules", error))?.rules(),
        Some(Value::Object(switches)) => {
            // Single switches, on top of the nearest named set.
            let base = match switches.get("scoring").and_then(Value::as_str) {
                Some("TERRITORY") => RuleSet::Japanese,
                _ => RuleSet::TrompTaylor,
            };
            with_switches(base.rules(), switches).map_err(|error| fault("rules", error))?
        }
        _ => return Err(fault("rules", "rules must be a name such as \"chinese\", or an object of switches")),
    };
    if let Some(bonus) = given(query, "whiteHandicapBonus") {
        rules.handicap_bonus = match bonus.as_str() {
            Some("0") => HandicapBonus::None,
            Some("N") => HandicapBonus::Stones,
            Some("N-1") => HandicapBonus::StonesLessOne,
            _ => return Err(fault("whiteHandicapBonus", "whiteHandicapBonus must be \"0\", \"N\" or \"N-1\"")),
        };
    }
    Ok(rules)
}

/// The position before the first move. Black stones alone on the board are a handicap, and so are several first moves of Black.
fn start(
    size: Size,
    stones: &[(Point, Color)],
    moves: &[(Color, Move)],
    first: Option<Color>,
    rules: Rules,
    komi: Option<f32>,
) -> Result<Position, Fault> {
    let only_black = stones.iter().all(|&(_, color)| color == Color::Black);
    let handed = if only_black { stones.len() } else { 0 };
    let opening = moves.iter().take_while(|&&(color, mv)| color == Color::Black && mv != Move::Pass).count();
    let handicap = handed + if only_black && opening > 1 { opening } else { 0 };
    let usual = if handed > 1 { Color::White } else { Color::Black };
    let first = first.or(moves.first().map(|&(color, _)| color)).unwrap_or(usual);
    let board = Board::with_stones(size, stones.iter().copied()).map_err(|error| fault("initialStones", error))?;
    let mut start = Position::from_board(board, first, rules, komi.unwrap_or_else(|| rules.set().usual_komi()));
    if handicap > 1 {
        start.set_handicap(handicap);
    }
    Ok(start)
}

/// `[{"player": "B", "moves": ["C3", …], "untilDepth": 1}, …]` of `avoidMoves` or `allowMoves`.
fn restrictions(query: &Value, size: Size) -> Result<Restrictions, Fault> {
    let mut restrictions = Restrictions::default();
    let (field, list) = match (given(query, "allowMoves"), given(query, "avoidMoves")) {
        (Some(_), Some(_)) => return Err(fault("allowMoves", "either allowMoves or avoidMoves")),
        (Some(list), None) => ("allowMoves", list),
        (None, Some(list)) => ("avoidMoves", list),
        (None, None) => return Ok(restrictions),
    };
    let shape = || fault(field, format!("{field} must be a list of objects with player, moves and untilDepth"));
    let mut allowed: Vec<Color> = Vec::new();
    for entry in list.as_array().ok_or_else(shape)? {
        let [Some(player), Some(moves), Some(_)] = ["player", "moves", "untilDepth"].map(|name| given(entry, name))
        else {
            return Err(shape());
        };
        let player = color(player, "player")?;
        let moves = locations(moves, "moves", size)?;
        let depth = whole(entry, "untilDepth", 1, 1_000_000_000)?.unwrap_or(1) as u32;
        if field == "avoidMoves" {
            moves.iter().for_each(|&mv| restrictions.avoid(player, mv, depth));
            continue;
        }
        if allowed.contains(&player) {
            return Err(fault(field, "allowMoves may name each player once"));
        }
        allowed.push(player);
        restrictions.allow_only(player, &moves, depth);
    }
    Ok(restrictions)
}

fn warnings(query: &Value, settings: &Settings) -> Vec<Warning> {
    let warning = |field: &str, message: String| Warning { field: field.to_owned(), message };
    let mut warnings = Vec::new();
    if !settings.unknown.is_empty() {
        let names = settings.unknown.join(",");
        warnings
            .push(warning("overrideSettings", format!("Unknown config params: {names} (they change nothing here)")));
    }
    for name in query.as_object().into_iter().flatten().map(|(name, _)| name) {
        if WITHOUT_EFFECT.contains(&name.as_str()) {
            warnings.push(warning(name, format!("{name} changes nothing here")));
        } else if !KNOWN.contains(&name.as_str()) {
            warnings.push(warning(name, "Unexpected or unused field, do you have a typo?".to_owned()));
        }
    }
    if given(query, "analyzeTurns").and_then(Value::as_array).is_some_and(Vec::is_empty) {
        warnings.push(warning("analyzeTurns", "the list is empty: nothing is analysed".to_owned()));
    }
    warnings
}
