//! Goal: join two strings of one colour.

use gosedai_board::{Board, Color, Point, PointSet};

use crate::capture::note;
use crate::goal::{Candidate, Goal, Verdict};

/// The owner makes one string of two.
#[derive(Clone, Debug)]
pub struct Connect {
    pub owner: Color,
    pub from: Point,
    pub to: Point,
    pub region: PointSet,
}

impl Connect {
    /// Looks at points within a few steps of both strings.
    pub fn new(board: &Board, owner: Color, from: Point, to: Point) -> Connect {
        let mut region = bridge(board, from, to, 3);
        for point in [from, to] {
            for enemy in board.adjacent_enemies(point) {
                if board.liberty_count_to(enemy, 4) < 4 {
                    region = region.union(&board.liberties(enemy));
                }
            }
        }
        Connect { owner, from, to, region }
    }
}

impl Connect {
    /// Two common liberties (one, with the owner to move) where the owner may play without being in atari: joined, unless
    /// one of the strings is itself in atari.
    fn miai(&self, board: &Board, to_play: Color) -> Option<Verdict> {
        if board.in_atari(self.from) || board.in_atari(self.to) {
            return None;
        }
        let common = board.liberties(self.from).intersection(&board.liberties(self.to));
        let safe = |p: &Point| {
            let open = p.neighbours().into_iter().filter(|&q| board.is_empty(q)).count();
            let spare = board.liberty_count_to(self.from, 3) + board.liberty_count_to(self.to, 3) - 2;
            open > 0 || spare > 1
        };
        let usable: Vec<Point> = common.iter().filter(safe).collect();
        let wanted = if to_play == self.owner { 1 } else { 2 };
        let first = usable.get(wanted - 1)?;
        let zone = board.string_set(self.from).union(&board.string_set(self.to)).union(&common);
        let play = (to_play == self.owner).then_some(*first);
        // one move makes them one string: that is no judgement
        let is_joined = play.is_some_and(|point| board.is_legal(point, self.owner));
        Some(Verdict { play, judged: !is_joined, ..Verdict::achieved(zone) })
    }
}

/// Points that lie on short ways from one string to the other: sum of the distances at most the shortest plus `slack`.
fn bridge(board: &Board, from: Point, to: Point, slack: usize) -> PointSet {
    let a = steps(board, from, 12);
    let b = steps(board, to, 12);
    let shortest = board.size().points().map(|p| a[p.index()] as usize + b[p.index()] as usize).min().unwrap_or(0);
    board.size().points().filter(|p| a[p.index()] as usize + b[p.index()] as usize <= shortest + slack).collect()
}

/// Steps from a string through anything but strong enemy stones.
fn steps(board: &Board, from: Point, limit: u8) -> Vec<u8> {
    let mut distance = vec![100u8; gosedai_board::CELLS];
    let own = board.at(from);
    let mut queue: std::collections::VecDeque<Point> = board.string(from).collect();
    queue.iter().for_each(|p| distance[p.index()] = 0);
    while let Some(point) = queue.pop_front() {
        let here = distance[point.index()];
        if here >= limit {
            continue;
        }
        for beside in point.neighbours() {
            if !board.size().contains(beside) {
                continue;
            }
            let cell = board.at(beside);
            let cost = if board.is_empty(beside) {
                1
            } else if cell == own {
                0
            } else if board.liberty_count_to(beside, 4) < 4 {
                2
            } else {
                continue;
            };
            if here + cost < distance[beside.index()] {
                distance[beside.index()] = here + cost;
                if cost == 0 { queue.push_front(beside) } else { queue.push_back(beside) }
            }
        }
    }
    distance
}

impl Goal for Connect {
    fn seeker(&self) -> Color {
        self.owner
    }

    fn verdict(&self, board: &Board, to_play: Color) -> Option<Verdict> {
        for point in [self.from, self.to] {
            if !board.at(point).is(self.owner) {
                return Some(Verdict::refuted(PointSet::from_iter([point])));
            }
        }
        if board.same_string(self.from, self.to) {
            return Some(Verdict::achieved(board.string_set(self.from)));
        }
        self.miai(board, to_play)
    }

    fn moves(&self, board: &Board, to_play: Color, out: &mut Vec<Candidate>) {
        let (a, b) = (board.liberties(self.from), board.liberties(self.to));
        for point in a.union(&b).intersection(&self.region).iter() {
            let near = |set: &PointSet| point.neighbours().into_iter().any(|p| set.contains(p));
            let mut urgency = 10;
            if a.contains(point) && b.contains(point) {
                urgency += 60;
            } else if (a.contains(point) && near(&b)) || (b.contains(point) && near(&a)) {
                urgency += 25;
            }
            note(out, point, urgency);
        }
        for point in self.region.iter().filter(|&p| board.is_empty(p)) {
            let beside = |own: Color| point.neighbours().into_iter().filter(|&p| board.at(p).is(own)).count() as i32;
            let touching = beside(self.owner);
            let against = beside(self.owner.opponent());
            if touching + against > 0 {
                note(out, point, 2 * touching + against);
            }
        }
        for target in [self.from, self.to] {
            if let Some(last) = board.atari_liberty(target) {
                note(out, last, 50);
            }
            for enemy in board.adjacent_enemies(target) {
                let mut liberties = [enemy; 3];
                match board.liberties_into(enemy, &mut liberties) {
                    1 => note(out, liberties[0], 50),
                    2 => liberties[..2].iter().for_each(|&p| note(out, p, if to_play == self.owner { 15 } else { 8 })),
                    _ => {}
                }
            }
        }
    }

    fn base(&self, board: &Board) -> PointSet {
        board.string_set(self.from)
    }

    fn is_safe(&self, _: &Board, _: Point) -> bool {
        false
    }

    /// Which points lie between the strings was found out by walking over all of them.
    fn looked(&self) -> PointSet {
        self.region
    }

    fn region(&self) -> &PointSet {
        &self.region
    }
}
