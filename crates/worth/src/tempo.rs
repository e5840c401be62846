//! Sente and gote, read off the walls of a thermograph, and the counts players use.

use crate::spot::Counting;
use gosedai_cgt::{Rational, Thermograph};

/// Who keeps the initiative by playing in a region.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tempo {
    /// Nothing to gain: a dame, or a position that neither side wants to touch.
    Idle,
    Gote,
    /// Black's move is answered; for White it is reverse sente.
    BlackSente,
    WhiteSente,
    DoubleSente,
}

/// The temperature of a board with nothing but dame left: below it the choice does not matter.
fn coldest(counting: Counting) -> Rational {
    match counting {
        Counting::Territory => Rational::ZERO,
        Counting::Area => Rational::int(1),
    }
}

/// A wall vertical just below the mast is that player's sente; both vertical somewhere below it is double sente.
pub(crate) fn tempo(t: &Thermograph, counting: Counting) -> Tempo {
    if t.temperature <= Rational::ZERO {
        return Tempo::Idle;
    }
    if t.temperature <= coldest(counting) {
        return Tempo::Gote;
    }
    let shown = t.above(coldest(counting));
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
pub(crate) fn swing(t: &Thermograph, tempo: Tempo, counting: Counting) -> Rational {
    match tempo {
        Tempo::Idle => Rational::ZERO,
        Tempo::Gote => t.temperature + t.temperature,
        Tempo::BlackSente | Tempo::WhiteSente => t.temperature,
        Tempo::DoubleSente => {
            let at = double_sente(&t.above(coldest(counting))).unwrap_or(Rational::ZERO);
            t.left_at(at) - t.right_at(at)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gosedai_cgt::Arena;
    use gosedai_cgt::text::parse;

    fn of(text: &str, counting: Counting) -> (Tempo, String) {
        let mut arena = Arena::new();
        let g = parse(&mut arena, text).unwrap();
        let t = arena.thermograph(g);
        let found = tempo(&t, counting);
        (found, swing(&t, found, counting).to_string())
    }

    #[test]
    fn the_four_kinds() {
        let territory = |text| of(text, Counting::Territory);
        assert_eq!(territory("{4|0}"), (Tempo::Gote, "4".into()));
        assert_eq!(territory("{{9|0}|-2}"), (Tempo::BlackSente, "2".into()));
        assert_eq!(territory("{6|{4|0}}"), (Tempo::WhiteSente, "2".into()));
        assert_eq!(territory("{{20|1}|{-1|-20}}"), (Tempo::DoubleSente, "2".into()));
        assert_eq!(territory("*").0, Tempo::Idle);
    }

    #[test]
    fn under_area_counting_nobody_plays_below_one_degree() {
        // the same place under both countings: 2* or *, gote
        assert_eq!(of("{2*|*}", Counting::Territory).0, Tempo::Gote);
        assert_eq!(of("{{3|1}|{-1|-3}}", Counting::Area).0, Tempo::Gote);
        assert_eq!(of("{1|-1}", Counting::Area).0, Tempo::Gote);
        assert_eq!(of("{7|{4|-2}}", Counting::Area).0, Tempo::WhiteSente);
    }
}
