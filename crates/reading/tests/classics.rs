//! Classical facts of capture, each with a variant in which the same move fails; in all symmetries and both colours, by the
//! exact reader and by the quick one.

mod everywhere;

use everywhere::everywhere;
use gosedai_board::{Board, Color, Move, Point, diagram};
use gosedai_reading::tactics::Tactics;
use gosedai_reading::{Budget, Outcome, Reader, Trust};

/// The quick reader with room for the longer of these.
fn tactics() -> Tactics {
    let mut tactics = Tactics::default();
    tactics.tuning.hunt.nodes = 20_000;
    tactics
}

fn exact(board: &Board, target: Point) -> gosedai_reading::Reading {
    Reader::new(Budget::nodes(3_000)).capture(board, target)
}

/// After the attacker's move the target is lost (or not), whoever reads.
fn after(text: &str, play: &str, target: &str, is_lost: bool) {
    everywhere(text, |board, at, here| {
        let (play, target) = (at(play), at(target));
        let defender = board.color_at(target).unwrap();
        let mut board = board.clone();
        board.play_forever(play, defender.opponent());
        let expected = if is_lost { Outcome::Lose } else { Outcome::Win };
        let quick = tactics().defend(&board, target, &Budget::nodes(20_000));
        assert_eq!(quick.outcome, expected, "quick, {here}: {quick:?}");
        let reading = exact(&board, target);
        if reading.defend.trust == Trust::Proved || !is_lost {
            assert_eq!(reading.defend.outcome, expected, "exact, {here}: {reading:?}");
        }
    });
}

/// The attack by any of these moves works, or fails (no moves named).
fn attack(text: &str, targets: &[&str], moves: &[&str]) {
    everywhere(text, |board, at, here| {
        let targets: Vec<Point> = targets.iter().map(|t| at(t)).collect();
        let quick = tactics().attack(board, &targets, &Budget::nodes(20_000));
        let expected = if moves.is_empty() { Outcome::Lose } else { Outcome::Win };
        assert_eq!(quick.outcome, expected, "quick, {here}: {quick:?}");
        let allowed: Vec<Move> = moves.iter().map(|p| Move::Play(at(p))).collect();
        assert!(moves.is_empty() || quick.play.is_some_and(|p| allowed.contains(&p)), "quick, {here}: {quick:?}");
        let reading = Reader::new(Budget::nodes(3_000)).capture_any(board, &targets);
        if reading.attack.outcome != Outcome::Unknown {
            assert_eq!(reading.attack.outcome, expected, "exact, {here}: {reading:?}");
        }
    });
}

const LADDER: &str = "
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . X O . . . .
    . . X X . . .
    . . . . . . .";

#[test]
fn a_ladder_works_on_an_open_board() {
    attack(LADDER, &["C3"], &["C4"]);
    after(LADDER, "C4", "C3", true);
}

#[test]
fn a_ladder_breaker_in_its_way_stops_it() {
    let broken = "
        . . . . . . .
        . . . . . . .
        . . . O . . .
        . . . . O . .
        . X O . . . .
        . . X X . . .
        . . . . . . .";
    attack(broken, &["C3"], &[]);
    after(broken, "C4", "C3", false);
    // beside its way it does nothing
    let beside = "
        . . . . . . O
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . X O . . . .
        . . X X . . .
        O . . . . . .";
    after(beside, "C4", "C3", true);
}

#[test]
fn snap_back() {
    let caught = "
        . . . . . . .
        . . . . . . .
        . . . . O O .
        . X X X O . .
        . X O O . O .
        . . X O . X .
        . . . X X . .";
    attack(caught, &["C3"], &["E3"]);
    after(caught, "E3", "C3", true);
    after(caught, "E2", "C3", false);
    // with a liberty more the thrown-in stone is simply taken
    let loose = "
        . . . . . . .
        . . . . . . .
        . . . . O O .
        . X X X O . .
        . X O O . O .
        . . X O . . .
        . . . X X . .";
    attack(loose, &["C3"], &[]);
    after(loose, "E3", "C3", false);
}

#[test]
fn connect_and_die() {
    let short = "
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . O O
        . . . . . . . O .
        . . . . . . . O O
        . . . . . . . O .
        X X X X X X X O O
        . O O . O O . O .";
    attack(short, &["E1"], &["G1"]);
    after(short, "G1", "E1", true);
    after(short, "D1", "E1", false);
    // joined to stones with liberties the connection holds
    let long = "
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . O O
        . O O O . . . O .
        . O . . . . . O O
        O O . . . . . O .
        X O X X X X X O O
        . O O . O O . O .";
    attack(long, &["E1"], &[]);
    after(long, "G1", "E1", false);
}

#[test]
fn net() {
    let open = "
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . X . . . . . .
        . . X O . . . . .
        . . . X X . . . .
        . . . . . . . . .
        . . . . . . . . .";
    after(open, "E5", "D4", true);
    // a friend next to the gap, and the net leaks
    let leaking = "
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . X . . . . . .
        . . X O . O . O .
        . . . X X . O . .
        . . . . . . . . .
        . . . . . . . . .";
    after(leaking, "E5", "D4", false);
}

#[test]
fn cranes_nest() {
    let nest = "
        . . . . . . .
        . . . X . . .
        . . X O X . .
        . X O . O X .
        . X . . . X .
        . . . . . . .
        . . . . . . .";
    for stone in ["C4", "D5", "E4"] {
        after(nest, "D3", stone, true);
    }
    // one wall is missing
    let open = "
        . . . . . . .
        . . . X . . .
        . . X O X . .
        . X O . O X .
        . X . . . . .
        . . . . . O .
        . . . . . . .";
    after(open, "D3", "E4", false);
}

#[test]
fn clamp_from_below() {
    let short = "
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . X . . . . .
        . . X X X . .
        . . O O X . .
        . . . . . . .";
    after(short, "D1", "C2", true);
    let helped = "
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . O . . . . .
        . O X X X . .
        . . O O X . .
        . . . . . . .";
    after(helped, "D1", "C2", false);
}

const DOUBLE: &str = "
    . . . . . . . . .
    . . . O O O . . .
    . . . O O O . . .
    . . . . . . . . .
    . . X O . O X . .
    . . . X . X . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .";

#[test]
fn a_double_threat_takes_one_of_two_strings_that_are_safe_alone() {
    attack(DOUBLE, &["D5"], &[]);
    attack(DOUBLE, &["F5"], &[]);
    attack(DOUBLE, &["D5", "F5"], &["E5"]);
    // one of them joined already: nothing to double
    let joined = "
        . . . . . . . . .
        . . . O O O . . .
        . . . O O O . . .
        . . . O . . . . .
        . . X O . O X . .
        . . . X . X . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .";
    attack(joined, &["D5", "F5"], &[]);
}

const CLOSED: &str = "
    . . . . . . .
    . . . X . . .
    . . X . X . .
    . X . O . X .
    . . X . X . .
    . . . X . . .
    . . . . . . .";

#[test]
fn four_liberties_and_no_room_are_captured_all_the_same() {
    everywhere(CLOSED, |board, at, here| {
        let target = at("D4");
        assert_eq!(board.liberty_count(target), 4);
        let reading = Reader::new(Budget::nodes(20_000)).capture(board, target);
        assert_eq!(reading.attack.outcome, Outcome::Win, "{here}: {reading:?}");
        assert_eq!(reading.defend.outcome, Outcome::Lose, "even moving first, {here}: {reading:?}");
        let mut tactics = tactics();
        let budget = Budget::nodes(20_000);
        assert_eq!(tactics.attack(board, &[target], &budget).outcome, Outcome::Win, "{here}");
        assert_eq!(tactics.defend(board, target, &budget).outcome, Outcome::Lose, "{here}");
    });
    // friends behind one of the four gates
    let gate = "
        . . . . . . .
        . . . X . . .
        . . X . X . .
        . X . O . X .
        . . X . X . .
        . . O O O . .
        . . . . . . .";
    everywhere(gate, |board, at, here| {
        let quick = tactics().defend(board, at("D4"), &Budget::nodes(20_000));
        assert_eq!(quick.outcome, Outcome::Win, "{here}: {quick:?}");
        assert_eq!(quick.play, Some(Move::Play(at("D3"))), "{here}: {quick:?}");
    });
}

#[test]
fn cutting_and_joining() {
    // a one-point jump with a peep on each side: the stone between is taken if it can be
    let holds = "
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . X . X . .
        . . . . . . .
        . . . . . . .
        . . . . . . .";
    let cut = "
        . . . . . . .
        . . O O O . .
        . O . . . O .
        . O X . X O .
        . O . . . O .
        . . O O O . .
        . . . . . . .";
    everywhere(holds, |board, at, here| {
        let mut tactics = tactics();
        let joined = tactics.connect(board, at("C4"), at("E4"), &Budget::nodes(3_000));
        assert_eq!((joined.outcome, joined.play), (Outcome::Win, Some(Move::Play(at("D4")))), "{here}: {joined:?}");
    });
    everywhere(cut, |board, at, here| {
        let parted = tactics().disconnect(board, at("C4"), at("E4"), &Budget::nodes(3_000));
        assert_eq!((parted.outcome, parted.play), (Outcome::Win, Some(Move::Play(at("D4")))), "{here}: {parted:?}");
    });
}

#[test]
fn stopped_readings_are_unknown() {
    let board = diagram::parse(CLOSED).unwrap();
    let target = "D4".parse().unwrap();
    let by_nodes = Reader::new(Budget::nodes(3)).capture(&board, target);
    let by_clock = Reader::new(Budget::nodes(1_000_000).with_deadline(|| true)).capture(&board, target);
    let flag = std::sync::Arc::new(std::sync::atomic::AtomicBool::new(true));
    let by_flag = Reader::new(Budget::nodes(1_000_000).with_cancel(flag)).capture(&board, target);
    for reading in [by_nodes, by_clock, by_flag] {
        for answer in [&reading.attack, &reading.defend] {
            assert!(
                answer.outcome == Outcome::Unknown || answer.trust != Trust::Proved,
                "a limit never proves: {answer:?}"
            );
        }
        assert!(reading.nodes < 2_000, "it stopped at once");
    }
    assert_eq!(board.color_at(target), Some(Color::White));
}
