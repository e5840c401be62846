//! The soundness findings: each counter-example by name, and every bound against the exact values of whole boards.

use gosedai_smallboard::diagram::parse_rows;
use gosedai_smallboard::geometry::Geometry;
use gosedai_smallboard::proof::distance::Distance;
use gosedai_smallboard::proof::lookahead::Lookahead;
use gosedai_smallboard::proof::statics::judge;
use gosedai_smallboard::proof::{Goal, State, StaticRule, Verdict};
use gosedai_smallboard::region::bound::{DameTurn, DeadRule, dead_regions, lower_bound};
use gosedai_smallboard::region::dead::{dead_literal, dead_no_two_apart, dead_one, eight_spread};
use gosedai_smallboard::region::life;
use gosedai_smallboard::solve::{Oracle, Position};
use gosedai_smallboard::stones::{NO_KO, is_legal};
use gosedai_smallboard::tablebase::Tablebase;

/// [L, H] for Black (X) of a drawn position.
fn exact(rows: &str, black_to_move: bool) -> (i32, i32) {
    let position = Position::parse(rows, black_to_move).unwrap();
    let b = Oracle::build(position.geometry.clone()).unwrap().bracket(&position).unwrap();
    (b.low, b.high)
}

#[test]
fn a_benson_vital_region_is_not_always_territory() {
    // O is alive and the X-filled region is vital to it, yet O does not own it
    let (g, x, o) = parse_rows("XXXX.O/XXXXO.").unwrap();
    let wall = life(&g, o, x);
    assert_eq!(wall.alive, o);
    assert_eq!(wall.enclosed | o, g.full);
    let low = [true, false].map(|turn| exact("XXXX.O/XXXXO.", turn));
    assert!(low.iter().all(|b| b.1 > -12), "{low:?}");
    // both region tests see the eye space under the enemy stones
    let bound = lower_bound(&g, o, x, DeadRule::One, None);
    assert!(bound.score < 12);
}

#[test]
fn counting_only_empty_points_calls_a_living_group_dead() {
    let text = ".OXXX/OOX.X/.OO..";
    let (g, x, o) = parse_rows(text).unwrap();
    let wall = life(&g, o, x);
    let region = g.flood(x & x.wrapping_neg(), wall.enclosed);
    assert!(region & x == x && dead_literal(&g, region, wall.alive, x));
    assert!(!dead_one(&g, region, wall.alive));
    // X to move lives: O does not get the whole board
    assert_eq!(exact(text, true).0, 1);
}

#[test]
fn the_eight_neighbour_test_is_not_unconditional() {
    // one point out of touch even diagonally, but O moving alone makes two eyes: four-neighbour contact sees that
    let rows = ["OOOOO.", "O...OO", "O....O", "OO..OO", ".OOOOO"];
    let (g, x, o) = parse_rows(&rows.join("/")).unwrap();
    let wall = life(&g, o, x);
    let inside = wall.enclosed & !(1 << 5) & !(1 << 24);
    assert_eq!(wall.alive, o);
    assert!((inside & !eight_spread(&g, wall.alive)).count_ones() <= 1);
    assert!(!dead_one(&g, inside, wall.alive));
}

#[test]
fn no_two_apart_fails_on_boards_one_point_wide() {
    let mut broken = 0;
    let g = Geometry::new(1, 8).unwrap();
    let table = Tablebase::build(g).unwrap();
    for_all(&table, |g, own, opp, ko, low| {
        broken += (ko == NO_KO && lower_bound(g, own, opp, DeadRule::NoTwoApart, None).score > low) as u64;
    });
    assert!(broken > 0);
}

#[test]
fn dame_bound_fails_on_boards_one_point_wide() {
    let g = Geometry::new(1, 6).unwrap();
    let table = Tablebase::build(g).unwrap();
    let mut broken = 0;
    for_all(&table, |g, own, opp, ko, low| {
        let bound = lower_bound(g, own, opp, DeadRule::One, Some(DameTurn::ToMove));
        broken += (ko == NO_KO && bound.score > low) as u64;
    });
    assert!(broken > 0);
}

/// Calls `f(board, own, opp, ko, what the side to move can force)` for every state that does not follow a pass.
fn for_all(table: &Tablebase, mut f: impl FnMut(&Geometry, u32, u32, u8, i32)) {
    let g = table.graph.geometry.clone();
    for &lanes in &table.graph.boards {
        let (own, opp) = (lanes as u32, (lanes >> 32) as u32);
        f(&g, own, opp, NO_KO, table.bracket(own, opp, NO_KO, false).unwrap().low);
    }
    for ko in &table.graph.kos {
        let lanes = table.graph.boards[ko.board as usize];
        let (own, opp) = (lanes as u32, (lanes >> 32) as u32);
        f(&g, own, opp, ko.banned, table.bracket(own, opp, ko.banned, false).unwrap().low);
    }
}

/// Counts positions in which a bound promises more than is true, for the side to move and for the side waiting.
fn violations(rows: usize, cols: usize, rule: DeadRule, dame: bool) -> u64 {
    let table = Tablebase::build(Geometry::new(rows, cols).unwrap()).unwrap();
    let mut wrong = 0;
    for_all(&table, |g, own, opp, ko, low| {
        let banned = ko != NO_KO;
        let turn = |t: DameTurn| dame.then_some(if banned { DameTurn::Waiting } else { t });
        wrong += (lower_bound(g, own, opp, rule, turn(DameTurn::ToMove)).score > low) as u64;
        // the waiting side: the mover's best is at most the negative of what it keeps
        let high = table.bracket(own, opp, ko, false).unwrap().high;
        wrong += (lower_bound(g, opp, own, rule, turn(DameTurn::Waiting)).score > -high) as u64;
    });
    wrong
}

#[test]
fn the_default_region_test_never_promises_too_much() {
    for (rows, cols) in [(1, 7), (1, 8), (2, 4), (2, 5), (2, 6), (3, 3), (3, 4)] {
        assert_eq!(violations(rows, cols, DeadRule::One, false), 0, "{rows}x{cols}");
        assert_eq!(violations(rows, cols, DeadRule::Tight, false), 0, "{rows}x{cols}");
    }
}

#[test]
fn no_two_apart_and_dame_hold_on_two_dimensional_boards() {
    for (rows, cols) in [(2, 4), (2, 5), (2, 6), (3, 3), (3, 4)] {
        assert_eq!(violations(rows, cols, DeadRule::NoTwoApart, false), 0, "{rows}x{cols}");
        assert_eq!(violations(rows, cols, DeadRule::One, true), 0, "{rows}x{cols}");
    }
}

#[test]
#[ignore = "minutes; run with --ignored"]
fn bounds_hold_on_every_position_of_3x5_and_4x4() {
    for (rows, cols) in [(3, 5), (4, 4)] {
        for rule in [DeadRule::Tight, DeadRule::One, DeadRule::NoTwoApart] {
            assert_eq!(violations(rows, cols, rule, false), 0, "{rows}x{cols} {rule:?}");
        }
        assert_eq!(violations(rows, cols, DeadRule::One, true), 0, "{rows}x{cols} dame");
    }
}

/// How often the firm test calls a position won, and how often that is not so, for "the whole board".
fn firm_claims(rows: usize, cols: usize) -> (u64, u64) {
    let table = Tablebase::build(Geometry::new(rows, cols).unwrap()).unwrap();
    let geometry = table.graph.geometry.clone();
    let goal = Goal { target: geometry.n as i32, geometry };
    let (mut claims, mut wrong) = (0, 0);
    for_all(&table, |g, own, opp, ko, low| {
        let moving = State { prover: own, other: opp, ko, prover_to_move: true };
        let waiting = State { prover: opp, other: own, ko, prover_to_move: false };
        let high = table.bracket(own, opp, ko, false).unwrap().high;
        for (state, truth) in [(moving, low), (waiting, -high)] {
            if judge(&goal, DeadRule::Firm, &state) == Verdict::Proven {
                claims += 1;
                wrong += (truth != g.n as i32) as u64;
            }
        }
    });
    (claims, wrong)
}

#[test]
fn the_firm_test_is_right_wherever_it_speaks() {
    for (rows, cols) in [(2, 4), (2, 5), (2, 6), (3, 3), (3, 4)] {
        let (claims, wrong) = firm_claims(rows, cols);
        assert!(claims > 0 && wrong == 0, "{rows}x{cols}: {wrong} of {claims}");
    }
}

#[test]
fn wins_seen_a_few_plies_ahead_are_wins() {
    let table = Tablebase::build(Geometry::new(3, 4).unwrap()).unwrap();
    let geometry = table.graph.geometry.clone();
    let goal = Goal { target: geometry.n as i32, geometry };
    let distance = Distance::build(&goal.geometry, &std::sync::atomic::AtomicBool::new(false)).unwrap();
    let rule = StaticRule { dead: DeadRule::Firm, verified: true };
    let (mut at_once, mut later) = (0, 0);
    for_all(&table, |g, own, opp, ko, low| {
        let moving = State { prover: own, other: opp, ko, prover_to_move: true };
        let waiting = State { prover: opp, other: own, ko, prover_to_move: false };
        let high = table.bracket(own, opp, ko, false).unwrap().high;
        let mut ahead = Lookahead { goal: &goal, rule, distance: Some(&distance), nodes: 0 };
        let (now, then) = (ahead.wins_at_once(&moving), ahead.wins_after_any_reply(&waiting));
        assert!(!now || low == g.n as i32, "{own:b} {opp:b}");
        assert!(!then || -high == g.n as i32, "{own:b} {opp:b}");
        // the distance table only spares work
        let mut slow = Lookahead { distance: None, ..ahead };
        assert_eq!((now, then), (slow.wins_at_once(&moving), slow.wins_after_any_reply(&waiting)));
        at_once += now as u64;
        later += then as u64;
    });
    assert!(at_once > 100 && later > 100, "{at_once} {later}");
}

#[test]
#[ignore = "minutes; run with --ignored"]
fn the_firm_test_is_right_on_every_position_of_2x7_3x5_and_4x4() {
    for (rows, cols) in [(2, 7), (3, 5), (4, 4)] {
        let (claims, wrong) = firm_claims(rows, cols);
        println!("{rows}x{cols}: {claims} claims, {wrong} wrong");
        assert!(claims > 0 && wrong == 0, "{rows}x{cols}: {wrong} of {claims}");
    }
}

/// The board after landfill of both sides' promised points, with the immortal stones.
fn filled(g: &Geometry, own: u32, opp: u32) -> (u32, u32, u32) {
    let promised = |a: u32, b: u32| {
        let l = life(g, a, b);
        if l.alive == 0 { 0 } else { l.alive | dead_regions(g, a, l, DeadRule::One) }
    };
    let (mine, theirs) = (promised(own, opp), promised(opp, own));
    (own & !theirs | mine, opp & !mine | theirs, mine | theirs)
}

#[test]
fn landfill_merges_positions_of_different_value_by_ko_threats() {
    let (first, second) = ("OXO.O/.XOOO/XO.O.", "OXOO./.XO.O/XO.O.");
    let (g, x1, o1) = parse_rows(first).unwrap();
    let (_, x2, o2) = parse_rows(second).unwrap();
    assert_eq!(filled(&g, x1, o1), filled(&g, x2, o2));
    assert_eq!(exact(first, true), (-4, -4));
    assert_eq!(exact(second, true), (-15, -15));
}

#[test]
fn landfill_merges_positions_whose_wall_lives_on_an_unpromised_region() {
    let (first, second) = ("XXXX.OO/XXX.OO.", "XXX.O.O/XXXX.O.");
    let (g, x1, o1) = parse_rows(first).unwrap();
    let (_, x2, o2) = parse_rows(second).unwrap();
    // one is the mirror image of the other after filling, all O stones immortal
    let ((a1, b1, fixed1), (a2, b2, fixed2)) = (filled(&g, x1, o1), filled(&g, x2, o2));
    assert_eq!((fixed1, fixed2), (b1, b2));
    assert_eq!(g.canonical(a1 as u64 | (b1 as u64) << 32), g.canonical(a2 as u64 | (b2 as u64) << 32));
    let differs = [true, false].iter().any(|&turn| exact(first, turn) != exact(second, turn));
    assert!(differs);
}

#[test]
fn the_immortal_mask_is_needed_in_the_key() {
    // without it landfill merges positions of different value already on 3x3
    let table = Tablebase::build(Geometry::new(3, 3).unwrap()).unwrap();
    let g = table.graph.geometry.clone();
    let mut seen = std::collections::HashMap::new();
    let mut merged = 0;
    for &lanes in &table.graph.boards {
        let (own, opp) = (lanes as u32, (lanes >> 32) as u32);
        let (a, b, _) = filled(&g, own, opp);
        assert!(is_legal(&g, own, opp));
        let value = table.bracket(own, opp, NO_KO, false).unwrap();
        merged += seen.insert((a, b), value).is_some_and(|v| v != value) as u64;
    }
    assert!(merged > 0);
}

#[test]
fn region_tests_agree_where_they_should() {
    let (g, x, o) = parse_rows(".X.XO/XXXXO/OOOO./.O.O.").unwrap();
    let l = life(&g, x, o);
    assert_eq!(l.alive, x);
    assert!(dead_one(&g, 1, l.alive) && dead_no_two_apart(&g, 1, l.alive));
}
