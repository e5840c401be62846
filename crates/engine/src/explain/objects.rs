//! The objects of recognition as plain data with the keys of the interface contract.

use gosedai_board::{Color, PointSet};
use gosedai_explain::{Evidence, Lexicon};
use gosedai_knowledge::Knowledge;
use gosedai_recognition::{End, PositionModel, Turn, shape_name};
use schemars::JsonSchema;
use serde::Serialize;

use super::reasons::Reason;
use crate::estimate::Estimate;

fn names(set: &PointSet) -> Vec<String> {
    set.iter().map(|point| point.to_string()).collect()
}

/// Three decimals are plenty for a reader.
fn brief(x: f64) -> f64 {
    (x * 1000.0).round() / 1000.0
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct StringReport {
    pub id: usize,
    #[schemars(with = "crate::schema::ColorName")]
    pub color: String,
    pub stones: Vec<String>,
    pub liberties: Vec<String>,
    pub key: bool,
    /// `alive`, `neutral` (whoever moves first decides) or `dead`, proved; `capturable` (it falls if the opponent moves first, whether
    /// it can be saved is open), `open` (no capture is seen) or `unknown`.
    pub status: String,
    pub reason: Reason,
}

pub(crate) fn strings(model: &PositionModel, lexicon: &Lexicon) -> Vec<StringReport> {
    let report = |(id, string): (usize, &gosedai_recognition::StoneString)| StringReport {
        id,
        color: string.color.to_string(),
        stones: names(&string.stones),
        liberties: names(&string.liberties),
        key: string.key,
        status: string.status_name().to_string(),
        reason: Reason::new(model.why_string(string).because(), lexicon),
    };
    model.strings.iter().enumerate().map(report).collect()
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct LinkReport {
    #[schemars(with = "crate::schema::ColorName")]
    pub color: String,
    pub from: String,
    /// The other stone, or the point on the edge.
    pub to: String,
    pub shape: String,
    pub state: String,
    pub edge: bool,
    /// Do its two ends count as one?
    pub strong: bool,
    /// Does reading prove that it is cut, or that it cannot be?
    pub proved: bool,
    /// Points on the link, closed to the enemy.
    pub blocking: Vec<String>,
    pub text: String,
}

pub(crate) fn links(model: &PositionModel, knowledge: &Knowledge, lexicon: &Lexicon) -> Vec<LinkReport> {
    let report = |link: &gosedai_recognition::Link| LinkReport {
        color: link.color.to_string(),
        from: link.from.to_string(),
        to: link.to.to_string(),
        shape: shape_name(link, knowledge).to_string(),
        state: link.state.name().to_string(),
        edge: link.edge,
        strong: link.strong,
        proved: link.is_proved,
        blocking: if link.blocks() { link.between().iter().map(|p| p.to_string()).collect() } else { Vec::new() },
        text: lexicon.sentence(&model.why_link(link, knowledge)),
    };
    model.links.iter().map(report).collect()
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct GroupReport {
    pub id: usize,
    #[schemars(with = "crate::schema::ColorName")]
    pub color: String,
    pub stones: Vec<String>,
    /// Ids of its strings.
    pub strings: Vec<usize>,
    pub inner_territory: Vec<String>,
    pub eyes: f64,
    pub encirclement: usize,
    /// Dame of orders 1 to 4.
    pub dame: Vec<Vec<String>>,
    /// Moves the opponent needs to capture it.
    pub moves: usize,
    pub pon: i32,
    pub strength: f64,
    pub pon_strength: f64,
    pub importance: f64,
    pub class: String,
    /// `alive`, `unsettled` (lives if it moves first, dies if the opponent does), `dead` (even moving first), `seki`, `ko` or `open`.
    pub status: String,
    /// Where the status comes from: `reading` (proved), `network`, or `shape` (ladders, eyes, room, liberties).
    pub source: &'static str,
    /// Its owner moving first, and the opponent moving first.
    pub if_first: TurnReport,
    pub if_second: TurnReport,
    /// Chance to live, its owner moving first and the opponent moving first.
    pub lives: Lives,
    pub reason: Reason,
}

/// What comes of it if a side moves first.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct TurnReport {
    /// `lives`, `seki`, `ko`, `dies` or `unknown`.
    pub result: &'static str,
    /// The move that decides, where reading found one.
    #[serde(rename = "move")]
    pub play: Option<String>,
    /// With a ko: who takes first, and who must find the first threat.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<crate::schema::ColorName>")]
    pub takes_first: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<crate::schema::ColorName>")]
    pub must_threaten: Option<&'static str>,
    pub pv: Vec<String>,
}

impl TurnReport {
    fn new(turn: &Turn, owner: Color) -> TurnReport {
        let threatens = match turn.end {
            End::Ko(party) => Some(party.color(owner)),
            _ => None,
        };
        TurnReport {
            result: turn.end.name(),
            play: turn.point().map(|point| point.to_string()),
            takes_first: threatens.map(|color| color.opponent().name()),
            must_threaten: threatens.map(Color::name),
            pv: turn.line.iter().map(|play| play.to_string()).collect(),
        }
    }
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Lives {
    pub moving_first: f64,
    pub moving_second: f64,
}

pub(crate) fn groups(model: &PositionModel, lexicon: &Lexicon) -> Vec<GroupReport> {
    let report = |(id, group): (usize, &gosedai_recognition::Group)| {
        let why = model.why_group(id)?;
        Some(GroupReport {
            id,
            color: group.color.to_string(),
            stones: names(&group.stones),
            strings: group.strings.iter().map(|&s| usize::from(s)).collect(),
            inner_territory: names(&group.inner),
            eyes: group.eyes(),
            encirclement: group.encirclement,
            dame: group.dame.orders.iter().map(names).collect(),
            moves: group.moves,
            pon: group.pon,
            strength: brief(group.strength),
            pon_strength: brief(group.pon_strength),
            importance: brief(group.importance),
            class: group.class.name().to_string(),
            status: group.life.fate().name().to_string(),
            source: group.reason.source().name(),
            if_first: TurnReport::new(&group.life.first, group.color),
            if_second: TurnReport::new(&group.life.second, group.color),
            lives: Lives { moving_first: brief(group.survival_first), moving_second: brief(group.survival_second) },
            reason: Reason::new(why.because(), lexicon),
        })
    };
    model.groups.iter().enumerate().filter_map(report).collect()
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct FamilyReport {
    pub id: usize,
    #[schemars(with = "crate::schema::ColorName")]
    pub color: String,
    pub points: Vec<String>,
    /// Living stones in it.
    pub stones: Vec<String>,
    pub side_length: usize,
    pub inner_territory: Vec<String>,
    pub encirclement: usize,
    pub strength: f64,
    pub importance: f64,
    /// Ids of its groups.
    pub groups: Vec<usize>,
    pub text: String,
}

pub(crate) fn families(model: &PositionModel, lexicon: &Lexicon) -> Vec<FamilyReport> {
    let report = |(id, family): (usize, &gosedai_recognition::Family)| FamilyReport {
        id,
        color: family.color.to_string(),
        points: names(&family.points),
        stones: family
            .points
            .iter()
            .filter(|&p| !model.dead.contains(p) && model.string_at(p).is_some_and(|s| s.color == family.color))
            .map(|p| p.to_string())
            .collect(),
        side_length: family.side_length,
        inner_territory: names(&family.inner),
        encirclement: family.encirclement,
        strength: brief(family.strength),
        importance: brief(family.importance),
        groups: family.groups.iter().map(|&g| usize::from(g)).collect(),
        text: lexicon.sentence(&model.why_family(family)),
    };
    model.families.iter().enumerate().map(report).collect()
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(inline)]
pub struct Sides<T> {
    pub black: T,
    pub white: T,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct JudgementReport {
    /// Black's lead to go by, komi counted.
    pub score: f64,
    /// The same by territory and moyo alone: `black` − `white` − `compensation`.
    pub sum: f64,
    pub black: f64,
    pub white: f64,
    /// Settled points, stones included.
    pub territory: Sides<usize>,
    pub moyo: Sides<f64>,
    pub compensation: f64,
    pub phase: String,
    pub kind: String,
    /// Of the side to move.
    pub standing: String,
    pub territory_points: Sides<Vec<String>>,
    pub reason: Reason,
    /// What dead stones changed in the picture.
    pub adjusted: Vec<Reason>,
}

/// The judgement; the estimate to go by comes first among the reasons.
pub(crate) fn judgement(model: &PositionModel, estimate: &Estimate, lexicon: &Lexicon) -> JudgementReport {
    let j = &model.judgement;
    let standing = model.why_judgement();
    let mut why = Evidence::clone(standing.because());
    let (adjusted, mut others): (Vec<_>, Vec<_>) =
        why.from.into_iter().partition(|reason| reason.rule.starts_with("adjust."));
    others.insert(0, estimate.why().into());
    why.from = others;
    JudgementReport {
        score: brief(j.lead),
        sum: brief(j.score),
        black: brief(j.points[0]),
        white: brief(j.points[1]),
        territory: Sides { black: j.territory_points[0], white: j.territory_points[1] },
        moyo: Sides { black: brief(j.moyo_points[0]), white: brief(j.moyo_points[1]) },
        compensation: brief(j.compensation),
        phase: j.phase.name().to_string(),
        kind: j.kind.name().to_string(),
        standing: standing.value().name().to_string(),
        territory_points: Sides { black: names(&j.territory[0]), white: names(&j.territory[1]) },
        reason: Reason::new(&why, lexicon),
        adjusted: adjusted.iter().map(|reason| Reason::new(reason, lexicon)).collect(),
    }
}
