//! Sente and gote, read off the walls of a thermograph, and the counts players use.

use gosedai_cgt::{Rational, Thermograph};

/// Who keeps the initiative by playing in a region.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tempo {
    /// Nothing to gain: a dame, or a position nobody wants to touch.
    Idle,
    Gote,
    /// Black's move is answered; for White it is reverse sente.
    BlackSente,
    WhiteSente,
    DoubleSente,
}

/// A wall vertical just below the mast is that player's sente; both vertical somewhere below it is double sente.
pub(crate) fn tempo(t: &Thermograph) -> Tempo {
    if t.temperature <= Rational::ZERO {
        return Tempo::Idle;
    }
    let shown = t.above(Rational::ZERO);
    let vertical_top =
        |wall: &[(Rational, Rational)]| wall.len() < 2 || wall[wall.len() - 2].1 == wall[wall.len() - 1].1;
    if double_sente(&shown).is_some() {
        return Tempo::DoubleSente;
    }
    match (vertical_top(&shown.left), vertical_top(&shown.right)) {
        (true, _) => Tempo::BlackSente,
        (_, true) => Tempo::WhiteSente,
        _ => Tempo::Gote,
    }
}

/// A temperature interval below the mast on which both walls stand vertical and apart: its lower end.
fn double_sente(t: &Thermograph) -> Option<Rational> {
    let mut stops: Vec<Rational> = t.left.iter().chain(&t.right).map(|c| c.0).collect();
    stops.push(t.temperature);
    stops.sort();
    stops.dedup();
    stops.windows(2).map(|w| (w[0], w[1])).find_map(|(a, b)| {
        let flat = b <= t.temperature && t.left_at(a) == t.left_at(b) && t.right_at(a) == t.right_at(b);
        (flat && t.left_at(a) > t.right_at(a)).then_some(a)
    })
}

/// Deiri counting: the difference between the two results, gote for both, sente for one.
pub(crate) fn swing(t: &Thermograph, tempo: Tempo) -> Rational {
    match tempo {
        Tempo::Idle => Rational::ZERO,
        Tempo::Gote => t.temperature + t.temperature,
        Tempo::BlackSente | Tempo::WhiteSente => t.temperature,
        Tempo::DoubleSente => {
            let at = double_sente(&t.above(Rational::ZERO)).unwrap_or(Rational::ZERO);
            t.left_at(at) - t.right_at(at)
        }
    }
}
