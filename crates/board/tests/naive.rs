//! The fast board against a slow one that floods for everything, over random games on random sizes.

use std::collections::HashSet;

use gosedai_board::{Board, Cell, Color, KoRule, Move, Point, Position, Rng, RuleSet, Size, Symmetry};
use proptest::prelude::*;

/// Stones in a plain grid; liberties and captures by flood fill; superko by the full history of grids.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Naive {
    width: usize,
    height: usize,
    cells: Vec<Option<Color>>,
}

impl Naive {
    fn new(size: Size) -> Self {
        Naive { width: size.width(), height: size.height(), cells: vec![None; size.area()] }
    }

    fn beside(&self, i: usize) -> Vec<usize> {
        let (x, y) = (i % self.width, i / self.width);
        let mut out = Vec::new();
        if x > 0 {
            out.push(i - 1);
        }
        if x + 1 < self.width {
            out.push(i + 1);
        }
        if y > 0 {
            out.push(i - self.width);
        }
        if y + 1 < self.height {
            out.push(i + self.width);
        }
        out
    }

    fn string(&self, i: usize) -> (HashSet<usize>, HashSet<usize>) {
        let (mut stones, mut liberties) = (HashSet::from([i]), HashSet::new());
        let mut stack = vec![i];
        while let Some(at) = stack.pop() {
            for j in self.beside(at) {
                match self.cells[j] {
                    None => {
                        liberties.insert(j);
                    }
                    same if same == self.cells[i] && stones.insert(j) => stack.push(j),
                    _ => {}
                }
            }
        }
        (stones, liberties)
    }

    /// Plays, captures, and removes the own string if it has no liberty; returns captured stones.
    fn play(&mut self, i: usize, color: Color) -> (usize, usize) {
        self.cells[i] = Some(color);
        let mut taken = 0;
        for j in self.beside(i) {
            if self.cells[j] == Some(color.opponent()) {
                let (stones, liberties) = self.string(j);
                if liberties.is_empty() {
                    taken += stones.len();
                    stones.iter().for_each(|&s| self.cells[s] = None);
                }
            }
        }
        let (stones, liberties) = self.string(i);
        if liberties.is_empty() {
            stones.iter().for_each(|&s| self.cells[s] = None);
            return (taken, stones.len());
        }
        (taken, 0)
    }
}

fn point(i: usize, size: Size) -> Point {
    Point::new(i % size.width(), i / size.width())
}

fn assert_same(board: &Board, naive: &Naive) {
    let size = board.size();
    for i in 0..size.area() {
        let p = point(i, size);
        assert_eq!(board.color_at(p), naive.cells[i], "colour at {p}{board:?}");
        if naive.cells[i].is_some() {
            let (stones, liberties) = naive.string(i);
            assert_eq!(board.string_len(p), stones.len(), "stones of {p}{board:?}");
            assert_eq!(board.string(p).count(), stones.len(), "list of {p}{board:?}");
            let found: HashSet<Point> = board.liberties(p).iter().collect();
            let expected: HashSet<Point> = liberties.iter().map(|&l| point(l, size)).collect();
            assert_eq!(found, expected, "liberties of {p}{board:?}");
            assert_eq!(board.in_atari(p), liberties.len() == 1, "atari of {p}{board:?}");
            assert_eq!(board.liberty_count_to(p, 3), liberties.len().min(3), "liberties of {p} up to 3{board:?}");
            let (first, count) = board.first_liberties::<3>(p);
            let first: HashSet<Point> = first[..count].iter().copied().collect();
            assert_eq!(first.len(), liberties.len().min(3), "first liberties of {p}{board:?}");
            assert!(first.is_subset(&expected), "first liberties of {p}{board:?}");
            if let [only] = liberties.iter().collect::<Vec<_>>()[..] {
                assert_eq!(board.atari_liberty(p), Some(point(*only, size)));
            }
        }
    }
    let empty: HashSet<Point> = board.empty_points().collect();
    assert_eq!(empty.len(), naive.cells.iter().filter(|c| c.is_none()).count(), "empty list{board:?}");
    let rebuilt = Board::with_stones(size, board.stones()).expect("stones of a legal position");
    assert_eq!(rebuilt.hash(), board.hash(), "incremental hash{board:?}");
}

fn sizes() -> impl Strategy<Value = Size> {
    (1usize..=9, 1usize..=9).prop_map(|(w, h)| Size::new(w, h).unwrap())
}

fn rule_sets() -> impl Strategy<Value = RuleSet> {
    (0..RuleSet::ALL.len()).prop_map(|i| RuleSet::ALL[i])
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    /// Random legal games with random take-backs: board, legality, superko and prisoners equal the slow rules.
    #[test]
    fn equals_flood_fill_and_full_history(size in sizes(), set in rule_sets(), seed in any::<u64>()) {
        let rules = set.rules();
        let mut rng = Rng::new(seed);
        let mut game = Position::new(size, rules, 0.0);
        let mut past: Vec<(Naive, Color, Board)> = Vec::new();
        let mut naive = Naive::new(size);
        let mut ko: Option<usize> = None;
        for _ in 0..(size.area() * 4).min(160) {
            if rng.below(8) == 0 && !past.is_empty() {
                for _ in 0..=rng.below(past.len().min(5)) {
                    let (n, color, board) = past.pop().unwrap();
                    prop_assert!(game.undo());
                    prop_assert_eq!(game.board(), &board, "after undo");
                    prop_assert_eq!(game.to_play(), color);
                    naive = n;
                }
                ko = game.board().ko_point().map(|(p, _)| p.y() * size.width() + p.x());
                continue;
            }
            let color = game.to_play();
            let at = rng.below(size.area() + 1);
            if at == size.area() {
                past.push((naive.clone(), color, game.board().clone()));
                game.play(Move::Pass).unwrap();
                ko = None;
                continue;
            }
            let mut after = naive.clone();
            let legal = naive.cells[at].is_none() && {
                let (taken, own) = after.play(at, color);
                let suicide_ok = own == 0 || (rules.suicide && own > 1);
                let _ = taken;
                let repeated = match rules.ko {
                    KoRule::Simple => false,
                    KoRule::PositionalSuperko => after == naive || past.iter().any(|(n, _, _)| *n == after),
                    KoRule::SituationalSuperko => past.iter().any(|(n, c, _)| *n == after && *c == color.opponent()),
                };
                suicide_ok && ko != Some(at) && !repeated
            };
            let mv = Move::Play(point(at, size));
            prop_assert_eq!(game.is_legal(mv), legal, "{} for {} by {}{:?}", mv, color, set, game.board());
            if legal {
                past.push((naive.clone(), color, game.board().clone()));
                game.play(mv).unwrap();
                let mut check = naive.clone();
                let (taken, _) = check.play(at, color);
                let single = { let (s, l) = check.string(at); check.cells[at].is_some() && s.len() == 1 && l.len() == 1 };
                ko = (taken == 1 && single)
                    .then(|| (0..size.area()).find(|&i| naive.cells[i].is_some() && check.cells[i].is_none()).unwrap());
                naive = check;
            }
            assert_same(game.board(), &naive);
        }
    }

    /// Turning or recolouring a position turns or recolours what may be played, what is in atari and what is counted.
    #[test]
    fn symmetries_and_colour_swap_change_nothing(size in sizes(), seed in any::<u64>()) {
        let mut rng = Rng::new(seed);
        let mut board = Board::new(size);
        let mut turn = Color::Black;
        for _ in 0..rng.below(size.area() * 2 + 1) {
            if let Some(p) = gosedai_board::playout::random_move(&board, turn, &mut rng) {
                board.play(p, turn);
            }
            turn = turn.opponent();
        }
        let nobody_dead = gosedai_board::PointSet::EMPTY;
        let area = gosedai_board::score::area(&board, &nobody_dead);
        let swapped = board.swapped_colors();
        prop_assert_eq!(gosedai_board::score::area(&swapped, &nobody_dead).margin(), -area.margin());
        for p in size.points() {
            prop_assert_eq!(board.is_legal(p, turn), swapped.is_legal(p, turn.opponent()), "{}", p);
        }
        for s in Symmetry::ALL {
            let turned = s.apply_board(&board);
            prop_assert_eq!(gosedai_board::score::area(&turned, &nobody_dead).margin(), area.margin());
            for p in size.points() {
                let q = s.apply(p, size);
                prop_assert_eq!(board.at(p), turned.at(q));
                prop_assert_eq!(board.is_legal(p, turn), turned.is_legal(q, turn), "{} by {:?}", p, s);
                prop_assert_eq!(board.liberties(p).len(), turned.liberties(q).len());
            }
            for color in Color::BOTH {
                let here = gosedai_board::safety::unconditionally_alive(&board, color);
                let there = gosedai_board::safety::unconditionally_alive(&turned, color);
                prop_assert_eq!(here.alive.len(), there.alive.len());
                prop_assert_eq!(here.territory.len(), there.territory.len());
            }
        }
    }

    /// Afure rules: the stones left over give the same margin as counting area, and after equal turns both sides have
    /// used the same number of stones.
    #[test]
    fn overflow_equals_area(size in sizes(), seed in any::<u64>()) {
        let mut rng = Rng::new(seed);
        let mut game = Position::new(size, RuleSet::Afure.rules(), 0.0);
        while !game.is_over() && game.move_number() < size.area() * 3 {
            let mv = gosedai_board::playout::random_move(game.board(), game.to_play(), &mut rng);
            game.play(mv.map_or(Move::Pass, Move::Play)).unwrap();
            if game.to_play() == Color::Black {
                let used = |c| game.board().stone_count(c) as u32 + game.overflow(c);
                prop_assert_eq!(used(Color::Black), used(Color::White), "after {} moves", game.move_number());
            }
        }
        if game.is_over() {
            let nobody_dead = gosedai_board::PointSet::EMPTY;
            let area = gosedai_board::score::area(game.board(), &nobody_dead);
            prop_assert_eq!(game.score(&nobody_dead).margin(), area.margin(), "{:?}", game.board());
        }
    }
}

#[test]
fn territory_and_area_count_a_small_finished_game() {
    let board = gosedai_board::diagram::parse(
        "
        . . X O . .
        . . X O O .
        . X X X O .
        . X O . X O
        . X X X X O
        . . O . X O",
    )
    .unwrap();
    let at = |s: &str| s.parse::<Point>().unwrap();
    let dead: gosedai_board::PointSet = [at("C1"), at("C3")].into_iter().collect();
    let area = gosedai_board::score::area(&board, &dead);
    let territory = gosedai_board::score::territory(&board, &dead);
    assert_eq!((area.black, area.white), (25.0, 11.0), "{board:?}");
    assert_eq!((territory.black, territory.white), (15.0, 4.0));
    assert_eq!(board.at(at("C3")), Cell::White);
    assert_eq!(gosedai_board::score::stones(&board, &dead).margin(), 12.0 - 7.0);
}
