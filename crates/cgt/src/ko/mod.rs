//! Kos: loop graphs whose walls depend on who has the threats.
//!
//! [`KoGraph`] with a komaster is evaluated node by node ([`komaster`]); the neutral threat environment works on the shape of
//! approach kos, pairs of ko positions nested in one another ([`KoFight`]).

mod graph;
mod hot;
mod line;
mod master;
mod neutral;

pub use graph::{KoError, KoGraph, KoMove, KoNode};
pub use hot::HotTree;
pub use master::komaster;
pub use neutral::{FightEnd, KoFight};

use crate::{Arena, Game, Rational, Thermograph};

/// Who can win the ko fight, in the model chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum KoModel {
    BlackKomaster,
    WhiteKomaster,
    /// Spight's neutral threat environment.
    Neutral,
}

/// Thermographs of the two positions of a ko: `black_took` = Black can win at once, `white_took` = White can.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KoPairGraphs {
    pub black_took: Thermograph,
    pub white_took: Thermograph,
}

/// The simple ko `Kb = {C|Ka}`, `Ka = {Kb|F}` with numbers at its ends.
pub fn simple_ko(c: Rational, f: Rational, model: KoModel) -> Result<KoPairGraphs, KoError> {
    approach_ko(0, c, f, model)
}

/// Positions of a game at an end of a ko that is played beside the threats, move by move.
const LARGEST_END: usize = 60;

/// The simple ko with games at its ends: who wins it may leave a move behind.
pub fn simple_ko_between(arena: &mut Arena, won: Game, lost: Game, model: KoModel) -> Result<KoPairGraphs, KoError> {
    let ends = [won, lost].map(|game| arena.thermograph(game));
    if ends[0].mean <= ends[1].mean {
        return Err(KoError::NothingAtStake);
    }
    if model == KoModel::Neutral {
        let mut end = |game| HotTree::of(arena, game, LARGEST_END).map(FightEnd::Game).ok_or(KoError::Unsettled);
        return KoFight { black_wins: end(won)?, white_wins: end(lost)? }.thermographs();
    }
    let mut graph = KoGraph::default();
    let [won, lost] = ends.map(|end| graph.add(KoNode::Known(end)));
    let (black_took, white_took) = (2, 3);
    graph.add(KoNode::Open { black: vec![KoMove::plain(won)], white: vec![KoMove::taking(white_took)] });
    graph.add(KoNode::Open { black: vec![KoMove::taking(black_took)], white: vec![KoMove::plain(lost)] });
    let graphs = komaster(&graph, model == KoModel::BlackKomaster)?;
    Ok(KoPairGraphs { black_took: graphs[black_took].clone(), white_took: graphs[white_took].clone() })
}

/// An n-move approach ko: Black must play `approach` moves more before he can win `c`; White wins `f` at once.
pub fn approach_ko(approach: u32, c: Rational, f: Rational, model: KoModel) -> Result<KoPairGraphs, KoError> {
    if c <= f {
        return Err(KoError::NothingAtStake);
    }
    if approach > 8 {
        return Err(KoError::TooLong { moves: approach });
    }
    if model == KoModel::Neutral {
        return Ok(fibonacci_ko(approach, c, f));
    }
    let (graph, black_took, white_took) = KoGraph::approach(approach, c, f);
    let graphs = komaster(&graph, model == KoModel::BlackKomaster)?;
    Ok(KoPairGraphs { black_took: graphs[black_took].clone(), white_took: graphs[white_took].clone() })
}

/// The neutral walls of an n-move approach ko in closed form (with x = C - F): `RW_Kb = F + (x + Fib(n+1) t) / Fib(n+3)` up to
/// `T = x / Fib(n+4)`. The general recursion of [`KoFight`] gives the same, at a cost that grows fast with n.
fn fibonacci_ko(n: u32, c: Rational, f: Rational) -> KoPairGraphs {
    let fib = |k: u32| (0..k).fold((0i64, 1i64), |(a, b), _| (b, a + b)).0;
    let over = |k: u32| Rational::int(fib(k));
    let x = c - f;
    let top = x / over(n + 4);
    let trade = |n: u32, t: Rational| f + (x + over(n + 1) * t) / over(n + 3);
    let start = |t: Rational| if n == 0 { c } else { trade(n - 1, t) } - t;
    let (zero, low, high) = (Rational::ZERO, f + top, f + top + top);
    KoPairGraphs {
        black_took: Thermograph {
            left: vec![(zero, start(zero)), (top, high)],
            right: vec![(zero, trade(n, zero)), (top, high)],
            mean: high,
            temperature: top,
        },
        white_took: Thermograph {
            left: vec![(zero, trade(n, zero)), (top, low)],
            right: vec![(zero, f), (top, low)],
            mean: low,
            temperature: top,
        },
    }
}

/// The two-stage ko `C <- B <-> K <-> E -> F`: thermographs of B, K and E.
pub fn two_stage_ko(c: Rational, f: Rational, black_is_master: bool) -> Result<[Thermograph; 3], KoError> {
    if c <= f {
        return Err(KoError::NothingAtStake);
    }
    let (graph, [b, k, e]) = KoGraph::two_stage(c, f);
    let graphs = komaster(&graph, black_is_master)?;
    Ok([graphs[b].clone(), graphs[k].clone(), graphs[e].clone()])
}

/// The same in any model. In the neutral environment the middle position K is worth the same whoever moves: a player who takes is
/// met by a threat of a quarter of the swing, wins the ko and loses the threat; so B is `{C | K}` and E is `{K | F}`, taxed.
pub fn two_stage_ko_in(c: Rational, f: Rational, model: KoModel) -> Result<[Thermograph; 3], KoError> {
    if model != KoModel::Neutral {
        return two_stage_ko(c, f, model == KoModel::BlackKomaster);
    }
    if c <= f {
        return Err(KoError::NothingAtStake);
    }
    let (zero, top, middle) = (Rational::ZERO, (c - f) / Rational::int(4), (c + f) / Rational::int(2));
    let frame = |left: Rational, right: Rational, mean: Rational| Thermograph {
        left: vec![(zero, left), (top, mean)],
        right: vec![(zero, right), (top, mean)],
        mean,
        temperature: top,
    };
    Ok([frame(c, middle, c - top), frame(middle, middle, middle), frame(middle, f, f + top)])
}

/// How much the value depends on the threats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KoClass {
    /// Mean and temperature are the same whoever is komaster.
    Placid,
    /// Only the temperature differs.
    Active,
    /// The mean differs.
    Hyperactive,
}

/// Classifies a ko position by its two komaster thermographs.
pub fn classify(black_master: &Thermograph, white_master: &Thermograph) -> KoClass {
    if black_master.mean != white_master.mean {
        KoClass::Hyperactive
    } else if black_master.temperature != white_master.temperature {
        KoClass::Active
    } else {
        KoClass::Placid
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn r(p: i128, q: i128) -> Rational {
        Rational::new(p, q)
    }

    #[test]
    fn simple_ko_slide_three_points_in_three_models() {
        let half = r(1, 2);
        for (model, kb, ka) in [
            (KoModel::BlackKomaster, (r(5, 2), r(5, 2)), (r(2, 1), half)),
            (KoModel::WhiteKomaster, (r(5, 2), r(1, 1)), (half, half)),
            (KoModel::Neutral, (r(5, 2), r(7, 4)), (r(5, 4), half)),
        ] {
            let ko = simple_ko(r(3, 1), r(0, 1), model).unwrap();
            for (graph, mean, walls) in [(&ko.black_took, r(2, 1), kb), (&ko.white_took, r(1, 1), ka)] {
                assert_eq!((graph.temperature, graph.mean), (r(1, 1), mean), "{model:?}");
                assert_eq!((graph.left_at(half), graph.right_at(half)), walls, "{model:?}");
            }
        }
    }

    #[test]
    fn approach_ko_slide_one_over_fibonacci() {
        for (n, fib) in [(0, 3), (1, 5), (2, 8), (3, 13), (4, 21)] {
            let ko = approach_ko(n, r(1, 1), r(0, 1), KoModel::Neutral).unwrap();
            assert_eq!((ko.white_took.temperature, ko.white_took.mean), (r(1, fib), r(1, fib)));
            assert_eq!((ko.black_took.temperature, ko.black_took.mean), (r(1, fib), r(2, fib)));
        }
    }

    #[test]
    fn approach_kos_are_hyperactive_and_neutral_lies_between() {
        let ko = |model| approach_ko(1, r(12, 1), r(0, 1), model).unwrap();
        let (black, white, neutral) = (ko(KoModel::BlackKomaster), ko(KoModel::WhiteKomaster), ko(KoModel::Neutral));
        assert_eq!((black.white_took.mean, black.black_took.mean), (r(3, 1), r(6, 1)));
        assert_eq!((white.white_took.mean, white.white_took.temperature), (r(0, 1), r(0, 1)));
        assert_eq!((white.black_took.mean, white.black_took.temperature), (r(4, 1), r(4, 1)));
        assert!(white.white_took.mean < neutral.white_took.mean && neutral.white_took.mean < black.white_took.mean);
        assert_eq!(classify(&black.white_took, &white.white_took), KoClass::Hyperactive);
        let plain = |m| simple_ko(r(3, 1), r(0, 1), m).unwrap().white_took;
        assert_eq!(classify(&plain(KoModel::BlackKomaster), &plain(KoModel::WhiteKomaster)), KoClass::Placid);
    }

    #[test]
    fn general_ko_slide_a_quarter_of_the_swing() {
        for master in [true, false] {
            let [b, k, e] = two_stage_ko(r(1, 1), r(0, 1), master).unwrap();
            assert_eq!((k.temperature, k.mean), (r(1, 4), r(1, 2)));
            assert_eq!((b.mean, e.mean), (r(3, 4), r(1, 4)));
        }
    }

    #[test]
    fn general_ko_slide_in_the_neutral_environment() {
        for (c, f) in [(r(1, 1), r(0, 1)), (r(7, 1), r(-5, 1))] {
            let [b, k, e] = two_stage_ko_in(c, f, KoModel::Neutral).unwrap();
            let t = (c - f) / r(4, 1);
            assert_eq!((b.temperature, k.temperature, e.temperature), (t, t, t));
            assert_eq!((b.mean, k.mean, e.mean), (c - t, (c + f) / r(2, 1), f + t));
            // the komasters agree on means and temperatures: the two-stage ko is placid
            for master in [KoModel::BlackKomaster, KoModel::WhiteKomaster] {
                for (n, m) in [&b, &k, &e].into_iter().zip(two_stage_ko_in(c, f, master).unwrap()) {
                    assert_eq!((n.mean, n.temperature), (m.mean, m.temperature));
                    let half = t / r(2, 1);
                    let (low, high) = if master == KoModel::BlackKomaster { (n, &m) } else { (&m, n) };
                    assert!(low.right_at(half) <= high.right_at(half) && low.left_at(half) <= high.left_at(half));
                }
            }
        }
    }

    #[test]
    fn hot_ends_are_summed_with_the_threats() {
        let mut arena = crate::Arena::new();
        let mut end = |text: &str| {
            let g = crate::text::parse(&mut arena, text).unwrap();
            FightEnd::Game(HotTree::of(&mut arena, g, 50).unwrap())
        };
        // cooler than the ko: it counts as its mean, and shows at the foot of the walls
        let fight = KoFight { black_wins: end("{10|6}"), white_wins: FightEnd::Number(r(0, 1)) };
        let (hot, plain) = (fight.thermographs().unwrap(), simple_ko(r(8, 1), r(0, 1), KoModel::Neutral).unwrap());
        assert_eq!(
            (hot.black_took.mean, hot.black_took.temperature),
            (plain.black_took.mean, plain.black_took.temperature)
        );
        assert_eq!(hot.white_took.mean, plain.white_took.mean);
        assert_eq!((hot.black_took.left_at(r(0, 1)), plain.black_took.left_at(r(0, 1))), (r(6, 1), r(8, 1)));
        // a number written as a game is a number
        let same = KoFight { black_wins: end("3"), white_wins: end("0") }.thermographs().unwrap();
        assert_eq!(same, simple_ko(r(3, 1), r(0, 1), KoModel::Neutral).unwrap());
        // hotter than the ko: winning it leaves White a move there, so the win is worth the right wall
        let fight = KoFight { black_wins: end("{40|2}"), white_wins: FightEnd::Number(r(0, 1)) };
        let hot = fight.thermographs().unwrap();
        assert_eq!(hot.black_took.left_at(r(0, 1)), r(2, 1));
        assert!(hot.black_took.mean > r(0, 1) && hot.black_took.mean < r(40, 1));
    }

    /// Numbers written as games give the ko of numbers; an end cooler than the ko counts as its mean, whoever has the threats.
    #[test]
    fn a_ko_with_a_move_left_at_its_end() {
        let mut arena = crate::Arena::new();
        let mut game = |text: &str| crate::text::parse(&mut arena, text).unwrap();
        let [nine, cool, hot, zero] = ["9", "{10|8}", "{40|2}", "0"].map(&mut game);
        for model in [KoModel::BlackKomaster, KoModel::WhiteKomaster, KoModel::Neutral] {
            let plain = simple_ko(r(9, 1), r(0, 1), model).unwrap();
            let means =
                |ko: &KoPairGraphs| [&ko.black_took, &ko.white_took].map(|graph| (graph.mean, graph.temperature));
            let ko = |won, arena: &mut Arena| simple_ko_between(arena, won, zero, model).unwrap();
            assert_eq!(means(&ko(nine, &mut arena)), means(&plain), "{model:?}");
            assert_eq!(means(&ko(cool, &mut arena)), means(&plain), "{model:?}");
            let hotter = ko(hot, &mut arena);
            assert!(hotter.black_took.mean > r(0, 1) && hotter.black_took.mean < r(40, 1), "{model:?}");
            assert!(simple_ko_between(&mut arena, zero, nine, model).is_err());
        }
    }

    #[test]
    fn senseis_approach_ko_of_27_points() {
        let ko = approach_ko(1, r(27, 1), r(0, 1), KoModel::BlackKomaster).unwrap();
        assert_eq!((ko.white_took.temperature, ko.white_took.mean), (r(27, 4), r(27, 4)));
        assert_eq!((ko.black_took.temperature, ko.black_took.mean), (r(27, 4), r(27, 2)));
    }

    #[test]
    fn the_fair_trade_recursion_gives_the_fibonacci_walls() {
        let mut fight = KoFight::simple(r(1, 1), r(0, 1));
        for n in 0..=2 {
            let closed = approach_ko(n, r(1, 1), r(0, 1), KoModel::Neutral).unwrap();
            let solved = fight.thermographs().unwrap();
            assert_eq!(solved, closed, "n={n}");
            fight = KoFight { black_wins: FightEnd::Fight(Box::new(fight)), white_wins: FightEnd::Number(r(0, 1)) };
        }
    }

    #[test]
    fn five_one_move_approach_kos_sum_to_x_and_2x_whoever_starts() {
        let x = r(10, 1);
        let ko = approach_ko(1, x, r(0, 1), KoModel::Neutral).unwrap();
        for (graph, total) in [(&ko.white_took, x), (&ko.black_took, x + x)] {
            // at the temperature of the five kos nobody gains by beginning: both walls of each copy give a fifth of the total
            let t = graph.temperature;
            let five = |wall: Rational| r(5, 1) * wall;
            assert_eq!((five(graph.left_at(t)), five(graph.right_at(t))), (total, total));
            assert_eq!(t, x / r(5, 1));
        }
        // every move of the slides' sequences, take, approach or finish, gains exactly one temperature
        let t = ko.white_took.temperature;
        assert_eq!(ko.black_took.mean - ko.white_took.mean, t);
        assert_eq!(ko.white_took.mean - r(0, 1), t);
        let inner = approach_ko(0, x, r(0, 1), KoModel::Neutral).unwrap();
        assert_eq!(inner.black_took.right_at(t) - ko.black_took.mean, t);
    }

    #[test]
    fn refuses_a_ko_about_nothing() {
        assert!(simple_ko(r(1, 1), r(1, 1), KoModel::Neutral).is_err());
        assert!(approach_ko(99, r(1, 1), r(0, 1), KoModel::Neutral).is_err());
    }
}
