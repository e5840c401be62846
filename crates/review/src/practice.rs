//! What to practise after a game: what the faults were about, and problems cut out of the game itself.

use gosedai_board::{Color, Move};
use gosedai_explain::{Arg, Evidence, Lexicon};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::data::MoveReview;
use super::facts::{Claim, Fact};
use super::judge::Judged;

/// What a fault was about: what the better move would have done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// A group lives or dies.
    LifeAndDeath,
    /// Stones are taken, caught, threatened or saved.
    Capture,
    /// Stones are cut apart or joined.
    Connection,
    /// A capturing race.
    Race,
    /// A weak group is attacked, settled or led out.
    WeakGroups,
    /// A large open place.
    BigPoints,
    Shape,
    /// A closed region of the endgame.
    Endgame,
    /// No simple reason was found.
    Unexplained,
}

impl Kind {
    pub const ALL: [Kind; 9] = [
        Kind::LifeAndDeath,
        Kind::Capture,
        Kind::Connection,
        Kind::Race,
        Kind::WeakGroups,
        Kind::BigPoints,
        Kind::Shape,
        Kind::Endgame,
        Kind::Unexplained,
    ];

    /// By the weightiest claim for the better move, else its aim, else its shape.
    pub fn of(claims: &[Claim], aim: Option<&Evidence>, has_shape: bool) -> Kind {
        match (claims.first().map(|claim| &claim.fact), aim.map(|aim| aim.rule)) {
            (Some(fact), _) => match fact {
                Fact::Kills { .. } | Fact::Lives { .. } => Kind::LifeAndDeath,
                Fact::WinsRace { .. } => Kind::Race,
                Fact::Cuts { .. } | Fact::Connects { .. } => Kind::Connection,
                Fact::Weakens { .. } | Fact::Settles { .. } | Fact::IsWeak { .. } => Kind::WeakGroups,
                Fact::Worth { .. } => Kind::Endgame,
                _ => Kind::Capture,
            },
            (
                None,
                Some(
                    "review.aim.break_out"
                    | "review.aim.surround"
                    | "review.aim.join"
                    | "review.aim.separate"
                    | "review.aim.safer"
                    | "review.aim.press",
                ),
            ) => Kind::WeakGroups,
            (None, Some("review.aim.boundary")) => Kind::Endgame,
            (None, Some(_)) => Kind::BigPoints,
            (None, None) if has_shape => Kind::Shape,
            (None, None) => Kind::Unexplained,
        }
    }

    /// Its word in the lexicon.
    pub fn term(self) -> &'static str {
        match self {
            Kind::LifeAndDeath => "kind.life_and_death",
            Kind::Capture => "kind.capture",
            Kind::Connection => "kind.connection",
            Kind::Race => "kind.race",
            Kind::WeakGroups => "kind.weak_groups",
            Kind::BigPoints => "kind.big_points",
            Kind::Shape => "kind.shape",
            Kind::Endgame => "kind.endgame",
            Kind::Unexplained => "kind.unexplained",
        }
    }
}

/// A position of the game in which a clearly better move was missed: "your turn".
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Problem {
    /// The move that was played there.
    pub number: usize,
    #[schemars(with = "gosedai_engine::schema::ColorName")]
    pub color: String,
    pub kind: Option<Kind>,
    pub question: String,
    /// The better move.
    pub answer: String,
    pub line: Vec<String>,
    pub solution: String,
}

/// What to do next.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct Practice {
    /// One sentence for each side that has something to practise.
    pub advice: Vec<String>,
    pub problems: Vec<Problem>,
}

/// Problems of a game.
const PROBLEMS: usize = 4;
/// The better move has at least this share of the search: it is the clear choice.
const CLEAR: f64 = 0.5;

/// What the comments of a game leave to practise. `judged[i]` is the position before move i.
pub fn of_game(moves: &[MoveReview], judged: &[Judged], lexicon: &Lexicon) -> Practice {
    Practice { advice: advice(moves, lexicon), problems: problems(moves, judged, lexicon) }
}

/// The kind of fault that cost a side most, if it came more than once or alone.
fn advice(moves: &[MoveReview], lexicon: &Lexicon) -> Vec<String> {
    let side = |color: Color| {
        let own: Vec<(Kind, f64)> = moves
            .iter()
            .filter(|m| m.mistake && m.color == color.name())
            .filter_map(|m| Some((m.kind.filter(|kind| *kind != Kind::Unexplained)?, m.loss)))
            .collect();
        let of = |kind: Kind| own.iter().filter(move |fault| fault.0 == kind).map(|fault| fault.1);
        let worst = Kind::ALL.into_iter().filter(|&kind| of(kind).count() > 0);
        let worst = worst.max_by(|&a, &b| of(a).sum::<f64>().total_cmp(&of(b).sum()))?;
        let (count, loss) = (of(worst).count(), of(worst).sum::<f64>());
        let evidence = Evidence::new("review.practise").arg("color", color).arg("kind", worst.term());
        Some(lexicon.sentence(&evidence.arg("count", count).arg("loss", loss.round() as i64)))
    };
    Color::BOTH.into_iter().filter_map(side).collect()
}

fn problems(moves: &[MoveReview], judged: &[Judged], lexicon: &Lexicon) -> Vec<Problem> {
    let is_clear = |m: &MoveReview| {
        let Some(view) = judged.get(m.number - 1) else { return false };
        let all: u64 = view.top.iter().map(|option| option.visits).sum();
        view.best()
            .is_some_and(|best| best.visits as f64 >= CLEAR * all as f64 && best.mv.parse::<Move>() != Ok(Move::Pass))
    };
    let mut found: Vec<&MoveReview> =
        moves.iter().filter(|m| m.mistake && m.comment.is_some() && is_clear(m)).collect();
    // those with a reason first: a reader can find them
    let explained = |m: &MoveReview| m.kind.is_some_and(|kind| kind != Kind::Unexplained);
    found.sort_by(|a, b| explained(b).cmp(&explained(a)).then(b.loss.total_cmp(&a.loss)));
    let mut seen: Vec<&str> = Vec::new();
    let mut kept: Vec<&MoveReview> = Vec::new();
    for m in found {
        // the same point twice is one problem
        let Some(best) = m.best.as_deref().filter(|best| !seen.contains(best)) else { continue };
        if kept.len() < PROBLEMS {
            seen.push(best);
            kept.push(m);
        }
    }
    kept.sort_by_key(|m| m.number);
    let problem = |m: &MoveReview| {
        let comment = m.comment.as_ref()?;
        let instead = comment.instead.as_ref()?;
        let color = if m.color == Color::Black.name() { Color::Black } else { Color::White };
        let question = Evidence::new("review.your_turn").arg("color", color).arg("number", m.number);
        let solution = Evidence::new("review.solution")
            .arg("number", m.number)
            .arg("best", Arg::Text(instead.mv.clone()))
            .arg("line", Arg::Text(instead.line.join(" ")))
            .arg("played", Arg::Text(m.mv.clone()));
        Some(Problem {
            number: m.number,
            color: m.color.clone(),
            kind: m.kind,
            question: lexicon.sentence(&question),
            answer: instead.mv.clone(),
            line: instead.line.clone(),
            solution: lexicon.sentence(&solution),
        })
    };
    kept.into_iter().filter_map(problem).collect()
}

#[cfg(test)]
mod tests;
