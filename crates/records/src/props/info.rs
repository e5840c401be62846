//! The facts about a game that stand in its root: players, komi, handicap, rules, result, dates.

use super::date::{PartialDate, parse_dates};
use super::result::GameResult;
use crate::tree::{GameTree, NodeRef};

/// One player.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Side {
    pub name: Option<String>,
    pub rank: Option<String>,
    pub team: Option<String>,
}

/// Game information as far as the record gives it; empty values count as not given.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct GameInfo {
    pub black: Side,
    pub white: Side,
    pub komi: Option<f64>,
    pub handicap: Option<u32>,
    pub rules: Option<String>,
    pub result: Option<GameResult>,
    pub dates: Vec<PartialDate>,
    pub game_name: Option<String>,
    pub event: Option<String>,
    pub round: Option<String>,
    pub place: Option<String>,
    pub source: Option<String>,
    pub annotator: Option<String>,
    pub opening: Option<String>,
    pub comment: Option<String>,
    /// Main time in seconds.
    pub time: Option<f64>,
    pub overtime: Option<String>,
}

impl GameTree {
    /// Game information, searched in the root and, as files exist that put it later, in the nodes before the first branch.
    pub fn info(&self) -> GameInfo {
        let mut holders: Vec<NodeRef> = Vec::new();
        for node in self.main_line().take(3) {
            holders.push(node);
            if node.first_child().is_some_and(|child| child.next_sibling().is_some()) {
                break;
            }
        }
        let text = |name: &str| {
            holders.iter().find_map(|node| {
                node.simple_text(name).map(|text| text.trim().to_owned()).filter(|text| !text.is_empty())
            })
        };
        let side = |name, rank, team| Side { name: text(name), rank: text(rank), team: text(team) };
        GameInfo {
            black: side("PB", "BR", "BT"),
            white: side("PW", "WR", "WT"),
            komi: self.komi(),
            handicap: self.handicap(),
            rules: text("RU"),
            result: text("RE").map(|result| GameResult::parse(&result)),
            dates: text("DT").map(|dates| parse_dates(&dates)).unwrap_or_default(),
            game_name: text("GN"),
            event: text("EV"),
            round: text("RO"),
            place: text("PC"),
            source: text("SO"),
            annotator: text("AN"),
            opening: text("ON"),
            comment: holders.iter().find_map(|node| node.text("GC")).map(|text| text.into_owned()),
            time: self.root().number("TM"),
            overtime: text("OT"),
        }
    }

    /// Komi in points. The Fox server writes hundredths (`KM[650]`), and 子 of two points (`KM[375]` is 7.5).
    pub fn komi(&self) -> Option<f64> {
        let komi = self.root().number("KM")?;
        if komi.abs() < 100.0 {
            return Some(komi);
        }
        let stones = [375.0, 275.0, 325.0].contains(&komi.abs());
        Some(komi / if stones { 50.0 } else { 100.0 }).filter(|komi| komi.abs() <= 400.0)
    }

    pub fn set_komi(&mut self, komi: f64) {
        self.set_raw(self.root_id(), "KM", [komi.to_string()]);
    }

    /// The handicap the record names; `HA[0]` and `HA[1]` are none.
    pub fn handicap(&self) -> Option<u32> {
        let stones = self.root().raw("HA")?.trim().parse().ok()?;
        (stones <= 52 * 52).then_some(stones)
    }

    pub fn result(&self) -> Option<GameResult> {
        self.root().simple_text("RE").map(|text| GameResult::parse(&text))
    }
}
