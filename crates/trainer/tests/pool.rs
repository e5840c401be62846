//! The C interface as a program in another language uses it.

use gosedai_trainer::{
    AREA, GLOBALS, Pool, Start, pool_features, pool_free, pool_new, pool_play, pool_start, pool_turn,
};

const PASS: u16 = 361;

fn start(side: u8) -> Start {
    Start {
        width: side,
        height: side,
        ko_rule: 1,
        scoring: 0,
        tax: 0,
        suicide: 0,
        button: 0,
        black_first: 1,
        komi: 7.5,
    }
}

fn begin(pool: *const Pool, starts: &[Start], moves: &[&[u16]], setup: &[&[u16]]) -> Vec<u16> {
    let offsets = |lists: &[&[u16]]| {
        let ends = lists.iter().scan(0, |sum, list| {
            *sum += list.len() as u32;
            Some(*sum)
        });
        std::iter::once(0).chain(ends).collect::<Vec<u32>>()
    };
    let seats: Vec<u32> = (0..starts.len() as u32).collect();
    let mut played = vec![0; starts.len()];
    let (ends, setup_ends) = (offsets(moves), offsets(setup));
    let (moves, setup) = (moves.concat(), setup.concat());
    // SAFETY: all arrays have the sizes that the interface wants
    unsafe {
        pool_start(
            pool,
            starts.len() as u32,
            seats.as_ptr(),
            starts.as_ptr(),
            moves.as_ptr(),
            ends.as_ptr(),
            setup.as_ptr(),
            setup_ends.as_ptr(),
            played.as_mut_ptr(),
        );
    }
    played
}

fn features(pool: *const Pool, seats: &[u32]) -> (Vec<u32>, Vec<f32>, Vec<u8>) {
    let n = seats.len();
    let (mut planes, mut global, mut to_move) = (vec![7; n * AREA], vec![7.0; n * GLOBALS], vec![7; n]);
    // SAFETY: as above
    unsafe {
        pool_features(pool, n as u32, seats.as_ptr(), planes.as_mut_ptr(), global.as_mut_ptr(), to_move.as_mut_ptr());
    }
    (planes, global, to_move)
}

fn play(pool: *const Pool, seats: &[u32], moves: &[u16]) -> Vec<u8> {
    let mut over = vec![9; seats.len()];
    // SAFETY: as above
    unsafe { pool_play(pool, seats.len() as u32, seats.as_ptr(), moves.as_ptr(), over.as_mut_ptr()) };
    over
}

#[test]
fn games_begin_are_seen_and_go_on() {
    let pool = pool_new(3, 2);
    let played = begin(pool, &[start(19), start(9), start(9)], &[&[60, 300], &[0, 0, 1], &[]], &[&[], &[], &[40, 42]]);
    assert_eq!(played, [2, 1, 0], "the second list ends at its illegal move");
    let (planes, global, to_move) = features(pool, &[0, 1, 2]);
    assert_eq!(to_move, [0, 1, 0]);
    let count =
        |seat: usize, bit: u32| planes[seat * AREA..(seat + 1) * AREA].iter().filter(|w| **w >> bit & 1 == 1).count();
    assert_eq!([count(0, 0), count(1, 0), count(1, 23)], [361, 81, 81], "points of the board");
    assert_eq!([count(0, 22), count(1, 22), count(2, 22)], [359, 80, 79], "legal moves");
    assert_eq!([count(0, 1), count(0, 2), count(2, 1)], [1, 1, 2], "stones");
    assert_eq!(planes[300] >> 9 & 1, 1, "the last move");
    assert_eq!((global[5], global[GLOBALS + 5]), (-7.5 / 20.0, 7.5 / 20.0));
    assert_eq!(play(pool, &[0, 1, 2], &[60, PASS, 0]), [2, 0, 0], "occupied, pass, play");
    assert_eq!(play(pool, &[1], &[PASS]), [1], "two passes end the game");
    assert_eq!(play(pool, &[1], &[5]), [2], "and then it is over");
    // SAFETY: the pool is there, and is not used after it was freed
    unsafe {
        assert_eq!((pool_turn(pool, 0), pool_turn(pool, 1), pool_turn(pool, 99)), (2, 3, 0));
        pool_free(pool);
    }
}

#[test]
fn bad_arguments_do_nothing() {
    let pool = pool_new(1, 1);
    assert_eq!(play(pool, &[0, 5], &[3, 3]), [2, 2], "no game there, no seat there");
    let strange = Start { komi: f32::NAN, ..start(9) };
    assert_eq!(begin(pool, &[strange], &[&[1]], &[&[]]), [0]);
    assert_eq!(begin(pool, &[start(25)], &[&[1]], &[&[]]), [0]);
    assert_eq!(begin(pool, &[start(9)], &[&[12]], &[&[]]), [0], "right of a small board");
    assert_eq!(begin(pool, &[start(9)], &[&[]], &[&[999]]), [0]);
    assert!(features(pool, &[0]).0.iter().all(|&word| word == 0));
    assert_eq!(play(std::ptr::null(), &[0], &[3]), [9]);
    // SAFETY: null is allowed, and the pool is not used after it was freed
    unsafe {
        assert_eq!(pool_turn(std::ptr::null(), 0), 0);
        pool_free(std::ptr::null_mut());
        pool_free(pool);
    }
}
