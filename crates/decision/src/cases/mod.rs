//! The cases: each recognises a kind of situation and proposes moves for it, priced in points.
//!
//! To add one: a file here with what, why and an example in its doc; parameters in `knowledge/params/decision.toml`; its sentences
//! in `knowledge/lexicon/decision.*.txt`; a row in [`CASES`].

pub mod capture;
pub mod connection;
pub mod corner;
pub mod enclosure;
pub mod experience;
pub mod invasion;
pub mod joseki;
pub mod life;
pub mod moyo;
pub mod moyo_border;
pub mod rules;
pub mod separation;
pub mod side;

use crate::intent::Intent;
use crate::scene::Scene;

/// A kind of situation.
pub struct Case {
    pub name: &'static str,
    pub propose: fn(&mut Scene, &mut Vec<Intent>),
}

/// All cases, the twelve of 1988 and what was added since (tesuji, experience).
pub const CASES: &[Case] = &[
    Case { name: "joseki", propose: joseki::propose },
    Case { name: "side", propose: side::propose },
    Case { name: "contact", propose: rules::contact },
    Case { name: "tesuji", propose: rules::tesuji },
    Case { name: "invasion", propose: invasion::propose },
    Case { name: "endgame", propose: rules::endgame },
    Case { name: "eye-space", propose: rules::eye_space },
    Case { name: "life", propose: life::propose },
    Case { name: "moyo-border", propose: moyo_border::propose },
    Case { name: "capture", propose: capture::propose },
    Case { name: "connection", propose: connection::propose },
    Case { name: "enclosure", propose: enclosure::propose },
    Case { name: "separation", propose: separation::propose },
    Case { name: "moyo", propose: moyo::propose },
    Case { name: "experience", propose: experience::propose },
];

/// Runs the cases that are not switched off.
pub fn propose_all(scene: &mut Scene, off: &[String]) -> Vec<Intent> {
    let mut all = Vec::new();
    for case in CASES.iter().filter(|case| !off.iter().any(|name| name == case.name)) {
        let start = all.len();
        (case.propose)(scene, &mut all);
        for intent in &mut all[start..] {
            intent.case = case.name;
        }
    }
    let (board, me) = (scene.board, scene.me);
    all.retain(|intent| intent.value > 0.0 && board.is_legal(intent.at, me));
    all
}
