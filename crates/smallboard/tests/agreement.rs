//! The searcher against the retrograde analysis: every position, every value.

use std::sync::atomic::AtomicBool;

use gosedai_smallboard::geometry::Geometry;
use gosedai_smallboard::proof::{KeptProofs, State};
use gosedai_smallboard::rules::RuleSet;
use gosedai_smallboard::solve::{
    BestSolver, Method, Oracle, Position, Question, Resources, move_values, no_hooks, solve,
};
use gosedai_smallboard::stones::NO_KO;

fn small() -> Resources {
    Resources { threads: 1, memory: 64 << 10, nodes: 0 }
}

/// L and H of a position by search.
fn searched(position: &Position) -> (i32, i32) {
    let cancel = AtomicBool::new(false);
    let mut hooks = no_hooks();
    let a = BestSolver::new(position, small(), &cancel, &mut hooks).bracket();
    assert!(a.complete);
    (a.low, a.high)
}

/// Compares every state of a board with the retrograde analysis: both provers, every target, with and without a preceding pass and with
/// every ko ban. Full boards come first, so that later questions find earlier answers in the kept tables. Returns the number of comparisons.
fn compare_every_position(rows: usize, cols: usize) -> u64 {
    let geometry = Geometry::new(rows, cols).unwrap();
    let oracle = Oracle::build(geometry.clone()).unwrap();
    let graph = &oracle.table.graph;
    let n = geometry.n as i32;
    let cancel = AtomicBool::new(false);
    let mut kept = KeptProofs::new(geometry, 1 << (12 + n as usize).clamp(16, 26), 0);
    let mut compared = 0;
    for target in 1 - n..=n {
        kept.with_target(target, &cancel, |asker| {
            let mut check = |own: u32, opp: u32, ko: u8, passed: bool| {
                let b = oracle.table.bracket(own, opp, ko, passed).unwrap();
                let mover = State { prover: own, other: opp, ko, prover_to_move: true };
                let waiter = State { prover: opp, other: own, ko, prover_to_move: false };
                let at = || format!("{rows}x{cols} own {own:b} opp {opp:b} ko {ko} passed {passed} target {target}");
                assert_eq!(asker.ask(mover, passed), Some(b.low >= target), "mover proves, {}", at());
                assert_eq!(asker.ask(waiter, passed), Some(-b.high >= target), "waiter proves, {}", at());
                compared += 2;
            };
            for lanes in &graph.boards {
                check(*lanes as u32, (lanes >> 32) as u32, NO_KO, false);
                check(*lanes as u32, (lanes >> 32) as u32, NO_KO, true);
            }
            for ko in &graph.kos {
                let lanes = graph.boards[ko.board as usize];
                check(lanes as u32, (lanes >> 32) as u32, ko.banned, false);
            }
        });
    }
    compared
}

/// Compares L and H as the solver itself reports them, for every `step`-th state.
fn compare_sample(rows: usize, cols: usize, step: usize) {
    let oracle = Oracle::build(Geometry::new(rows, cols).unwrap()).unwrap();
    let graph = &oracle.table.graph;
    for (i, lanes) in graph.boards.iter().enumerate().step_by(step) {
        let (own, opp) = (*lanes as u32, (lanes >> 32) as u32);
        let black_to_move = i % 2 == 0;
        let (black, white) = if black_to_move { (own, opp) } else { (opp, own) };
        let position = Position::new(graph.geometry.clone(), black, white, None, black_to_move, i % 3 == 0).unwrap();
        let b = oracle.bracket(&position).unwrap();
        assert_eq!(searched(&position), (b.low, b.high), "{rows}x{cols} own {own:b} opp {opp:b}");
    }
}

#[test]
fn every_position_of_tiny_boards() {
    for (rows, cols) in [(1, 1), (1, 2), (1, 3), (1, 4), (1, 5), (2, 2), (2, 3)] {
        compare_every_position(rows, cols);
    }
}

#[test]
fn samples_of_larger_boards_by_the_whole_solver() {
    for (rows, cols, step) in [(1, 6, 9), (2, 4, 31), (3, 3, 101)] {
        compare_sample(rows, cols, step);
    }
}

#[test]
#[ignore = "processor minutes; run with --ignored"]
fn every_position_up_to_3x4() {
    for (rows, cols) in [(1, 6), (1, 7), (2, 4), (2, 5), (3, 3), (3, 4)] {
        let compared = compare_every_position(rows, cols);
        println!("{rows}x{cols}: {compared} questions, all answers equal");
    }
}

#[test]
fn values_of_empty_boards_by_rule_set() {
    let cancel = AtomicBool::new(false);
    let value = |board: &str, rules: RuleSet, method: Method| {
        let position = Position::empty(Geometry::parse(board).unwrap());
        let resources = Resources { threads: 2, memory: 64 << 20, nodes: 0 };
        solve(&position, rules, method, Question::Value, resources, &cancel, &mut no_hooks()).unwrap()
    };
    for (board, rules, expected) in [
        ("2x2", RuleSet::Tie0, 0),
        ("2x2", RuleSet::PassDiff, 0),
        ("2x2", RuleSet::Psk, 1),
        ("2x2", RuleSet::Ssk, 1),
        ("2x3", RuleSet::Tie0, 0),
        ("3x3", RuleSet::Tie0, 9),
        ("3x4", RuleSet::Tie0, 4),
        ("3x4", RuleSet::PassDiff, 4),
        ("3x5", RuleSet::Afure, 15),
        ("2x7", RuleSet::Tie0, 14),
    ] {
        assert_eq!(value(board, rules, Method::Best).value, Some(expected), "{board} {rules}");
    }
    let basic = value("3x4", RuleSet::Basic, Method::Best);
    assert_eq!((basic.value, basic.low, basic.high), (None, 4, 12));
    let oracle = value("3x4", RuleSet::Basic, Method::Oracle);
    assert_eq!((oracle.low, oracle.high), (4, 12));
    assert!(!oracle.pv.is_empty());
}

#[test]
fn the_principal_variation_ends_with_the_value_on_the_board() {
    let cancel = AtomicBool::new(false);
    for (board, expected) in [("1x4", 4), ("2x4", 8), ("3x3", 9), ("3x4", 4), ("3x5", 15)] {
        let mut position = Position::empty(Geometry::parse(board).unwrap());
        let resources = Resources { threads: 1, memory: 64 << 20, nodes: 0 };
        let rules = RuleSet::Tie0;
        let a = solve(&position, rules, Method::Best, Question::Value, resources, &cancel, &mut no_hooks()).unwrap();
        assert_eq!(a.best, a.pv.first().copied());
        let mut ended = false;
        for &step in &a.pv {
            assert!(!ended);
            match position.after(step).unwrap() {
                Some(next) => position = next,
                None => ended = true,
            }
        }
        assert!(ended, "{board}: {:?}", a.pv);
        let score = gosedai_smallboard::stones::area_score(&position.geometry, position.black, position.white);
        assert!(score >= expected, "{board}");
    }
}

#[test]
fn every_legal_move_has_a_value_and_the_best_one_has_the_position_s() {
    let cancel = AtomicBool::new(false);
    let position = Position::empty(Geometry::parse("3x3").unwrap());
    let all = move_values(&position, RuleSet::Tie0, small(), &cancel).unwrap();
    assert_eq!(all.len(), 10);
    assert_eq!(all[0].value, Some(9));
    assert_eq!(all[0].step, Some(4));
    let corner = all.iter().find(|m| m.step == Some(0)).unwrap();
    assert_eq!(corner.value, Some(-9));
}

#[test]
fn white_to_move_and_a_lost_position() {
    let cancel = AtomicBool::new(false);
    let position = Position::parse(".X./.X./.X.", false).unwrap();
    let a = solve(&position, RuleSet::Tie0, Method::Best, Question::Value, small(), &cancel, &mut no_hooks()).unwrap();
    assert_eq!(a.value, Some(9));
    let win = solve(&position, RuleSet::Tie0, Method::Best, Question::Win, small(), &cancel, &mut no_hooks()).unwrap();
    assert_eq!(win.winner, gosedai_smallboard::solve::Winner::Black);
}
