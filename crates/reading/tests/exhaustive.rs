//! The exact search against plain exhaustive search on small boards, ko and seki included.

use std::collections::HashMap;

use gosedai_board::{Board, Color, Point, PointSet, Rng, Size};
use gosedai_reading::Budget;
use gosedai_reading::dfpn::{Search, Side, Tree};
use gosedai_reading::goal::{Goal, MoveList, Provable, Stand, Verdict};
use gosedai_reading::whole::Whole;

/// Capture of one stone's string on a whole small board, decided only by the capture itself.
struct Plain {
    target: Point,
    defender: Color,
    board: PointSet,
}

impl Goal for Plain {
    fn seeker(&self) -> Color {
        self.defender.opponent()
    }
    fn stand(&self, _: &mut Board, _: Color, _: bool) -> Stand {
        Stand::Open(1, 1)
    }
    fn moves(&self, board: &Board, _: Color, out: &mut MoveList) {
        // deliberately few: completeness has to come from the zones
        board.liberties(self.target).iter().for_each(|p| out.note(p, 1));
    }
    fn breadth(&self) -> usize {
        usize::MAX
    }
    fn doubt(&self) -> u32 {
        0
    }
    fn may_pass(&self, _: &Board) -> bool {
        true
    }
}

impl Provable for Plain {
    fn verdict(&self, board: &Board, _: Color) -> Option<Verdict> {
        (!board.at(self.target).is(self.defender)).then(|| Verdict::achieved(PointSet::from_iter([self.target])))
    }
    fn guess(&self, _: &Board, _: Color) -> [u32; 2] {
        [1, 1]
    }
    fn base(&self, board: &Board) -> PointSet {
        board.string_set(self.target)
    }
    fn region(&self) -> &PointSet {
        &self.board
    }
}

/// Positions of the game without threats: stones, ban, side to move. The value is the least fixed point of "the attacker
/// can force the capture": computed over the whole reachable graph, so no history is lost.
fn forced(board: &Board, target: Point, defender: Color, to_play: Color, limit: usize) -> Option<bool> {
    let mut index: HashMap<(u64, Color), usize> = HashMap::new();
    let mut boards: Vec<(Board, Color)> = vec![(board.clone(), to_play)];
    index.insert((board.hash_with(to_play), to_play), 0);
    let mut next: Vec<Vec<usize>> = Vec::new();
    let mut won: Vec<bool> = Vec::new();
    let mut at = 0;
    while at < boards.len() {
        if boards.len() > limit {
            return None;
        }
        let (here, turn) = boards[at].clone();
        at += 1;
        won.push(!here.at(target).is(defender));
        let mut followers = Vec::new();
        if !won[at - 1] {
            let attacker = turn != defender;
            let banned = here.ko(turn).is_some();
            let mut all: Vec<Board> = Vec::new();
            for point in here.size().points().filter(|&p| here.is_legal(p, turn)) {
                let mut after = here.clone();
                after.play_forever(point, turn);
                all.push(after);
            }
            // the defender may pass; the attacker only while a ban stops him
            if !attacker || banned {
                let mut after = here.clone();
                after.clear_ko();
                all.push(after);
            }
            for after in all {
                let other = turn.opponent();
                let key = (after.hash_with(other), other);
                let id = *index.entry(key).or_insert_with(|| {
                    boards.push((after, other));
                    boards.len() - 1
                });
                followers.push(id);
            }
        }
        next.push(followers);
    }
    loop {
        let mut changed = false;
        for i in 0..boards.len() {
            if won[i] {
                continue;
            }
            let attacker = boards[i].1 != defender;
            let now = if attacker {
                next[i].iter().any(|&j| won[j])
            } else {
                !next[i].is_empty() && next[i].iter().all(|&j| won[j])
            };
            if now {
                won[i] = true;
                changed = true;
            }
        }
        if !changed {
            return Some(won[0]);
        }
    }
}

/// A random position of a small board with few empty points.
fn random_position(rng: &mut Rng) -> Option<(Board, Point)> {
    let size = Size::new(2 + rng.below(2), 2 + rng.below(3)).ok().filter(|s| s.area() <= 9)?;
    let mut board = Board::new(size);
    let mut color = Color::Black;
    for _ in 0..rng.below(size.area() * 2) + 4 {
        let point = board.empty_point(rng.below(board.empty_count().max(1)).min(board.empty_count().checked_sub(1)?));
        if board.is_legal(point, color) {
            board.play_forever(point, color);
        }
        color = color.opponent();
    }
    let stones: Vec<Point> = board.stones().map(|(p, _)| p).collect();
    let target = *stones.get(rng.below(stones.len().max(1)))?;
    (board.empty_count() <= 10).then_some((board, target))
}

fn compare(count: usize, seed: u64) {
    let mut rng = Rng::new(seed);
    let mut done = 0;
    while done < count {
        let Some((board, target)) = random_position(&mut rng) else { continue };
        let defender = board.color_at(target).unwrap();
        for to_play in Color::BOTH {
            let Some(expected) = forced(&board, target, defender, to_play, 6_000) else { continue };
            let goal = Plain { target, defender, board: PointSet::full(board.size()) };
            let mut tree = Tree::new(1 << 26);
            let budget = Budget::nodes(100_000);
            let mut copy = board.clone();
            let mut search = Search::new(Whole::new(&goal, &mut copy), &mut tree, &budget);
            let mover = if to_play == defender { Side::Defender } else { Side::Attacker };
            let key = search.ground.stage.key(mover);
            // a limit gives no answer, never a wrong one
            if let Ok(found) = search.prove(&(), mover, key) {
                assert_eq!(
                    found.of(Side::Attacker) == 0,
                    expected,
                    "{board:?} target {target} {to_play} to play, ko {:?}",
                    board.ko_point()
                );
                done += 1;
            }
        }
    }
}

#[test]
fn search_equals_the_fixed_point_on_small_boards() {
    compare(120, 7);
}

#[test]
#[ignore = "ten thousand positions: minutes"]
fn search_equals_the_fixed_point_on_ten_thousand_positions() {
    let count = std::env::var("POSITIONS").ok().and_then(|n| n.parse().ok()).unwrap_or(10_000);
    compare(count, 11);
}
