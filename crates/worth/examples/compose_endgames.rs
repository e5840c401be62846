//! Composes whole-board endgames and keeps those in which the order of moves matters.
//!
//! `cargo run --release -p gosedai-worth --example compose_endgames -- FOLDER COUNT` writes `endgame-NN.txt` files: a comment, the
//! scores of best play, and the board.

use gosedai_board::{Color, Point};
use gosedai_worth::compose::{Comb, RoomPlan};
use gosedai_worth::{Counting, Options, Strategy, analyse, play_out};
use std::fmt::Write;

struct Random(u64);

impl Random {
    fn below(&mut self, k: u64) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        (((z ^ z >> 31) >> 33) % k) as usize
    }
}

/// Corridors with and without stones at their ends, and now and then a room two rows high.
fn room(random: &mut Random, tall: bool) -> RoomPlan {
    if tall {
        let length = 1 + random.below(3);
        let mut rows = vec![".".repeat(length), ".".repeat(length)];
        if random.below(2) == 0 {
            rows[1].push('o');
        }
        return RoomPlan { rows };
    }
    RoomPlan::corridor(1 + random.below(6), random.below(4))
}

fn comb(random: &mut Random) -> Comb {
    // ten rows for Black, nine for White
    let tall = random.below(2) == 0;
    let black = if tall { vec![true, false, true, false] } else { vec![false; 5] };
    let white = if tall { vec![false, true, false, false] } else { vec![false; 4] };
    let mut rooms = |plan: Vec<bool>| plan.into_iter().map(|t| room(random, t)).collect();
    Comb { width: 19, height: 19, block: 4, black_rooms: rooms(black), white_rooms: rooms(white) }
}

fn main() {
    let mut args = std::env::args().skip(1);
    let folder = args.next().unwrap_or_else(|| "suite/endgame".to_string());
    let count: usize = args.next().and_then(|n| n.parse().ok()).unwrap_or(24);
    let mut random = Random(19);
    let mut kept = 0;
    while kept < count {
        let Ok(board) = comb(&mut random).board() else { continue };
        let options = |c| Options { read_nodes: 0, ..Options::new(c) };
        let end = analyse(&board, options(Counting::Territory));
        if !end.complete || end.regions.len() < 8 {
            continue;
        }
        // what the player of the hottest place gives away, as Black and as White
        let greedy = |first, players| play_out(&board, first, players, options(Counting::Territory));
        let (hot, best) = (Strategy::Hottest, Strategy::Perfect);
        let black = greedy(Color::Black, [hot, best]).zip(end.score[0]).map(|(g, b)| b - g);
        let white = greedy(Color::White, [best, hot]).zip(end.score[1]).map(|(g, w)| g - w);
        let (Some(black), Some(white)) = (black, white) else { continue };
        // every fourth position may be one in which order does not matter
        if black + white == 0 && kept % 4 != 3 {
            continue;
        }
        kept += 1;
        let area = analyse(&board, options(Counting::Area));
        let mut text = String::new();
        let _ = writeln!(
            text,
            "# {} independent regions, chilled sum {}",
            end.regions.len(),
            end.sum.as_deref().unwrap_or("?")
        );
        let _ = writeln!(
            text,
            "territory black-first {} white-first {}",
            end.score[0].unwrap_or(0),
            end.score[1].unwrap_or(0)
        );
        let _ = writeln!(
            text,
            "area black-first {} white-first {}",
            area.score[0].unwrap_or(0),
            area.score[1].unwrap_or(0)
        );
        let _ = writeln!(text, "hottest-first loses black {black} white {white}");
        for y in (0..19).rev() {
            let row: Vec<&str> = (0..19)
                .map(|x| match board.color_at(Point::new(x, y)) {
                    Some(Color::Black) => "X",
                    Some(Color::White) => "O",
                    None => ".",
                })
                .collect();
            let _ = writeln!(text, "{}", row.join(" "));
        }
        let path = format!("{folder}/endgame-{kept:02}.txt");
        if let Err(e) = std::fs::write(&path, text) {
            eprintln!("cannot write {path}: {e}");
            return;
        }
        println!("{path}: {} regions, order is worth {black} and {white}", end.regions.len());
    }
}
