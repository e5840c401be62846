//! The cases: each recognises a kind of situation and proposes moves for it, priced in points.
//!
//! To add one: a file here with what, why and an example in its doc; parameters in `knowledge/params/decision.toml`;
//! its sentences in `knowledge/lexicon/decision.*.txt`; a row in [`CASES`].

pub mod capture;
pub mod connection;
pub mod corner;
pub mod effect;
pub mod enclosure;
pub mod experience;
pub mod invasion;
pub mod joseki;
pub mod life;
pub mod moyo;
pub mod moyo_border;
pub mod opening;
pub mod rules;
pub mod separation;
pub mod side;

use crate::intent::{CaseName, Intent};
use crate::scene::Scene;

/// A kind of situation.
pub struct Case {
    pub name: CaseName,
    /// Parameter by which its values are multiplied, to make its points comparable with those of the other cases.
    pub weight: &'static str,
    pub propose: fn(&mut Scene, &mut Vec<Intent>),
}

/// All cases, the twelve of 1988 and what was added since (tesuji, opening by PON, effect, experience).
pub const CASES: &[Case] = &[
    Case { name: CaseName::Joseki, weight: "weight.joseki", propose: joseki::propose },
    Case { name: CaseName::Side, weight: "weight.side", propose: side::propose },
    Case { name: CaseName::Contact, weight: "weight.contact", propose: rules::contact },
    Case { name: CaseName::Tesuji, weight: "weight.tesuji", propose: rules::tesuji },
    Case { name: CaseName::Invasion, weight: "weight.invasion", propose: invasion::propose },
    Case { name: CaseName::Endgame, weight: "weight.endgame", propose: rules::endgame },
    Case { name: CaseName::EyeSpace, weight: "weight.eye_space", propose: rules::eye_space },
    Case { name: CaseName::Life, weight: "weight.life", propose: life::propose },
    Case { name: CaseName::MoyoBorder, weight: "weight.moyo_border", propose: moyo_border::propose },
    Case { name: CaseName::Capture, weight: "weight.capture", propose: capture::propose },
    Case { name: CaseName::Connection, weight: "weight.connection", propose: connection::propose },
    Case { name: CaseName::Enclosure, weight: "weight.enclosure", propose: enclosure::propose },
    Case { name: CaseName::Separation, weight: "weight.separation", propose: separation::propose },
    Case { name: CaseName::Moyo, weight: "weight.moyo", propose: moyo::propose },
    Case { name: CaseName::Opening, weight: "weight.opening", propose: opening::propose },
    Case { name: CaseName::Effect, weight: "weight.effect", propose: effect::propose },
    Case { name: CaseName::Experience, weight: "weight.experience", propose: experience::propose },
];

/// Runs the cases that are not switched off.
pub fn propose_all(scene: &mut Scene, off: &[CaseName]) -> Vec<Intent> {
    let mut all = Vec::new();
    for case in CASES.iter().filter(|case| !off.contains(&case.name)) {
        let start = all.len();
        (case.propose)(scene, &mut all);
        let weight = scene.param(case.weight);
        for intent in &mut all[start..] {
            intent.case = case.name;
            intent.value = intent.points * weight;
        }
    }
    let (board, me) = (scene.board, scene.me);
    all.retain(|intent| intent.value > 0.0 && board.is_legal(intent.at, me));
    all
}
