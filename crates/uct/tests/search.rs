//! The search as a player meets it: reproducible, complete, tactically awake, with sensible passes.

use std::sync::atomic::{AtomicU64, Ordering};

use gosedai_board::{Board, Color, Move, Point, Position, Rng, Rules, Size, diagram};
use gosedai_uct::{Act, Config, Evaluator, Leaf, MonteCarlo, Ranking, Searcher, decide};

fn search(position: &Position, config: Config, playouts: u64) -> Ranking {
    let evaluator = MonteCarlo::new(None, config.style);
    Searcher::new(config).search(position, &evaluator, &|p| p.playouts < playouts)
}

fn position(rows: &str, to_play: Color, komi: f32) -> Position {
    Position::from_board(diagram::parse(rows).unwrap(), to_play, Rules::CHINESE, komi)
}

/// Either side has one liberty left: whoever moves first takes the other off the board.
const RACE: &str = "
    X X O O
    X X O O
    X X O O
    . X O .";

#[test]
fn one_thread_and_one_seed_always_agree() {
    let position = Position::new(Size::NINE, Rules::CHINESE, 7.0);
    for config in [Config::STRONG, Config::PLAIN] {
        let (a, b) = (search(&position, config, 400), search(&position, config, 400));
        assert_eq!(a.moves, b.moves);
        let other = search(&position, Config { seed: 2, ..config }, 400);
        assert_ne!(a.moves, other.moves);
    }
}

#[test]
fn pausing_changes_nothing() {
    let position = Position::new(Size::NINE, Rules::CHINESE, 7.0);
    let evaluator = MonteCarlo::new(None, Config::STRONG.style);
    let whole = search(&position, Config::STRONG, 300);
    let mut searcher = Searcher::new(Config::STRONG);
    for _ in 0..3 {
        searcher.search(&position, &evaluator, &|p| p.playouts < 100);
    }
    let paused = searcher.search(&position, &evaluator, &|_| false);
    assert_eq!(paused.moves, whole.moves);
    assert_eq!(paused.ownership, whole.ownership);
}

#[test]
fn every_legal_move_has_a_rank() {
    let mut position = Position::new(Size::NINE, Rules::CHINESE, 7.0);
    for mv in ["E5", "C3", "G7", "C7"] {
        position.play(mv.parse().unwrap()).unwrap();
    }
    for config in [Config::STRONG, Config::PLAIN, Config { root_spread: 0.3, ..Config::STRONG }] {
        let ranking = search(&position, config, 500);
        for point in position.legal_points() {
            assert!(ranking.of(Move::Play(point)).is_some(), "{point} is missing");
        }
        assert!(ranking.moves.iter().enumerate().all(|(i, m)| m.rank == i + 1));
        if config.root_spread > 0.0 {
            assert!(ranking.moves.iter().all(|m| m.mv == Move::Pass || m.visits > 0));
        }
        assert_eq!(ranking.ownership.len(), 81);
    }
}

#[test]
fn the_move_that_decides_a_race_is_found() {
    for (color, key) in [(Color::Black, "D1"), (Color::White, "A1")] {
        let position = position(RACE, color, 0.0);
        let ranking = search(&position, Config::STRONG, 500);
        let best = ranking.best().unwrap();
        assert_eq!(best.mv.to_string(), key);
        assert!(best.win_rate > 0.9, "{best:?}");
    }
}

#[test]
fn captures_are_seen_by_the_plain_search_too() {
    let position = position(
        "
        . . . . .
        . X X X .
        X O O O .
        . X X X .
        . . . . .",
        Color::Black,
        0.0,
    );
    let ranking = search(&position, Config::PLAIN, 3000);
    assert_eq!(ranking.best().unwrap().mv.to_string(), "E3");
}

#[test]
fn the_tree_is_kept_between_moves() {
    let mut position = Position::new(Size::NINE, Rules::CHINESE, 7.0);
    let evaluator = MonteCarlo::new(None, Config::STRONG.style);
    let mut searcher = Searcher::new(Config::STRONG);
    let ranking = searcher.search(&position, &evaluator, &|p| p.playouts < 600);
    let line = &ranking.best().unwrap().line;
    position.play(line[0]).unwrap();
    position.play(line[1]).unwrap();
    let next = searcher.search(&position, &evaluator, &|_| false);
    assert!(next.visits > 0, "the visits below the two moves are still there");
    assert_eq!(next.moves.len(), position.legal_points().len(), "and the new root offers every legal move");
}

#[test]
fn a_finished_game_is_passed_and_a_lost_one_resigned() {
    let rows = "
        . . X O . . .
        . . X O . . .
        . . X O . . .
        . . X O . . .
        X X X O O O O
        . X . X O . .
        . . X X O . .";
    let mut game = position(rows, Color::White, 0.0);
    game.play(Move::Pass).unwrap();
    let ranking = search(&game, Config::STRONG, 800);
    assert!(ranking.margin.abs() < 12.0);
    let act = decide(&game, &ranking, &Config::STRONG);
    assert!(matches!(act, Act::Play(_)));
    let lost = position(rows, Color::White, -40.0);
    let mut late = lost.clone();
    // the clock of resignation starts after a fifth of the board
    for mv in ["F7", "A7", "G1", "A1", "G7", "B7", "F1", "A2", "E6", "B6"] {
        late.play(mv.parse().unwrap()).unwrap();
    }
    let ranking = search(&late, Config::STRONG, 800);
    assert_eq!(decide(&late, &ranking, &Config::STRONG), Act::Resign);
}

#[test]
fn komi_and_handicap_reach_the_result() {
    let board = Board::new(Size::square(5).unwrap());
    let mut game = Position::from_board(board, Color::Black, Rules::CHINESE, 0.0);
    let even = search(&game, Config::STRONG, 800).margin;
    game.set_komi(10.0);
    let with_komi = search(&game, Config::STRONG, 800).margin;
    game.set_handicap(3);
    let with_bonus = search(&game, Config::STRONG, 800).margin;
    assert!((even - with_komi - 10.0).abs() < 4.0, "{even} {with_komi}");
    assert!((with_komi - with_bonus - 3.0).abs() < 4.0, "{with_komi} {with_bonus}");
}

#[test]
fn two_threads_do_the_work_that_was_asked() {
    let position = Position::new(Size::NINE, Rules::CHINESE, 7.0);
    let ranking = search(&position, Config { threads: 2, ..Config::STRONG }, 500);
    assert!((500..=502).contains(&ranking.visits), "{}", ranking.visits);
    let sum: u32 = ranking.moves.iter().map(|m| m.visits).sum();
    assert_eq!(u64::from(sum), ranking.visits);
}

/// Thinks nothing of any move until it is asked for advice, which names one.
struct Adviser<'a> {
    inner: MonteCarlo<'a>,
    point: Point,
    asked: AtomicU64,
}

impl Evaluator for Adviser<'_> {
    fn priors(&self, leaf: &Leaf) -> Vec<(Point, f32)> {
        self.inner.priors(leaf)
    }

    fn advice(&self, _leaf: &Leaf) -> Option<Vec<(Point, f32)>> {
        self.asked.fetch_add(1, Ordering::Relaxed);
        Some(vec![(self.point, 1.0)])
    }

    fn finish(
        &self,
        board: &mut Board,
        to_play: Color,
        last: Option<Point>,
        passes: usize,
        rng: &mut Rng,
        trace: &mut Vec<u16>,
    ) -> i32 {
        self.inner.finish(board, to_play, last, passes, rng, trace)
    }
}

#[test]
fn advice_reaches_the_moves_of_busy_nodes_and_is_asked_for_rarely() {
    let position = Position::new(Size::NINE, Rules::CHINESE, 7.0);
    let point: Point = "G3".parse().unwrap();
    for threads in [1, 2] {
        let config = Config { threads, ..Config::STRONG };
        let adviser = Adviser { inner: MonteCarlo::new(None, config.style), point, asked: AtomicU64::new(0) };
        let ranking = Searcher::new(config).search(&position, &adviser, &|p| p.playouts < 1000);
        let asked = adviser.asked.load(Ordering::Relaxed);
        assert!((2..=1 + 1000 * 3 / u64::from(config.advise_at)).contains(&asked), "asked {asked} times");
        assert!(ranking.of(Move::Play(point)).unwrap().prior > 0.9, "the advice is not in the tree");
        let without = search(&position, config, 1000);
        let visits = |ranking: &Ranking| ranking.of(Move::Play(point)).unwrap().visits;
        assert!(visits(&ranking) > 2 * visits(&without), "nobody listened");
    }
}

#[test]
fn a_tree_is_not_taken_for_that_of_another_board_komi_or_rules() {
    let mut searcher = Searcher::new(Config::STRONG);
    let evaluator = MonteCarlo::new(None, Config::STRONG.style);
    let large = Position::new(Size::NINETEEN, Rules::CHINESE, 7.0);
    let small = Position::new(Size::NINE, Rules::CHINESE, 7.0);
    searcher.search(&large, &evaluator, &|p| p.playouts < 20);
    let ranking = searcher.search(&small, &evaluator, &|p| p.playouts < 20);
    assert!(ranking.moves.len() <= 82 && ranking.visits == 20, "{} moves", ranking.moves.len());
    let mut others = [7.5, 7.0].map(|komi| Position::new(Size::NINE, Rules::CHINESE, komi));
    others[1].set_rules(Rules::JAPANESE);
    for other in &others {
        searcher.search(&small, &evaluator, &|p| p.playouts < 20);
        assert_eq!(searcher.search(other, &evaluator, &|_| false).visits, 0);
    }
}
