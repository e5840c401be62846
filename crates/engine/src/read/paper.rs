//! The capture search of "Go Generation" (1988), figures 23 and 24: alpha-beta with the paper's terminal tests and candidate
//! values as parameters. It stays as a method one can choose, to be compared with ours; its answers are judgements.

use gosedai_board::{Board, Color, Move, Point, PointSet, ladder};
use gosedai_reading::params::PaperParams;
use gosedai_reading::{Answer, Outcome, Reading, Trust};

/// Can the string at `target` be captured, can it be saved? `None` without a stone there.
pub fn capture(board: &Board, target: Point, params: &PaperParams) -> Option<Reading> {
    let mut search = PaperCapture::new(board, target, params)?;
    let answer = |outcome, play: Option<Point>| {
        let play = play.map(Move::Play);
        Answer { outcome, play, line: play.into_iter().collect(), trust: Trust::Judged }
    };
    let attack = search.attack();
    let (mut nodes, is_cut) = (u64::from(search.nodes), search.is_cut_short());
    let defend = search.defend();
    nodes += u64::from(search.nodes);
    let attack = match attack {
        Some(play) => answer(Outcome::Win, Some(play)),
        None if is_cut => Answer::unknown(),
        None => answer(Outcome::Lose, None),
    };
    let defend = match defend {
        Some(play) => answer(Outcome::Win, play),
        None => answer(Outcome::Lose, None),
    };
    let attacker = search.defender.opponent();
    let depends_on = PointSet::full(board.size());
    Some(Reading { attacker, attack, defend, nodes, depends_on, searched: None })
}

/// The search, on a board of its own.
struct PaperCapture<'a> {
    board: Board,
    target: Point,
    defender: Color,
    params: &'a PaperParams,
    pub nodes: u32,
}

impl<'a> PaperCapture<'a> {
    /// `None` if there is no stone at the target.
    pub fn new(board: &Board, target: Point, params: &'a PaperParams) -> Option<PaperCapture<'a>> {
        Some(PaperCapture { board: board.clone(), target, defender: board.color_at(target)?, params, nodes: 0 })
    }

    /// A move that captures the target.
    pub fn attack(&mut self) -> Option<Point> {
        self.hunt(self.params.depth)
    }

    /// A move that saves the target; `Some(None)` if it needs none.
    pub fn defend(&mut self) -> Option<Option<Point>> {
        if self.hunt(self.params.depth).is_none() {
            return Some(None);
        }
        self.nodes = 0;
        self.flee(self.params.depth).map(Some)
    }

    /// Was the node limit reached? Then the answer is a guess.
    pub fn is_cut_short(&self) -> bool {
        self.nodes >= self.params.nodes
    }

    fn hunt(&mut self, depth: u32) -> Option<Point> {
        let attacker = self.defender.opponent();
        let mut found = [self.target; 6];
        let count = self.board.liberties_into(self.target, &mut found);
        let liberties = &found[..count];
        if count == 1 {
            return self.board.is_legal(liberties[0], attacker).then_some(liberties[0]);
        }
        if count >= self.params.escape_liberties || depth == 0 || self.is_cut_short() {
            return None;
        }
        if count == 2
            && let Some(play) = ladder::capturing_move_within(&mut self.board, self.target, self.params.ladder_nodes)
        {
            return Some(play);
        }
        let around = self.board.adjacent_enemies(self.target);
        let weak = around.iter().filter(|&&e| self.board.liberty_count_to(e, 3) <= 2).count();
        if count >= 3 && weak >= self.params.weak_surrounders {
            return None;
        }
        for play in self.hunting_moves(liberties, &around) {
            if !self.board.is_legal(play, attacker) {
                continue;
            }
            self.nodes += 1;
            let undo = self.board.play(play, attacker);
            let caught = !self.board.in_atari(play) || self.board.string_len(play) <= 2;
            let caught = caught && self.flee(depth - 1).is_none();
            self.board.undo(&undo);
            if caught {
                return Some(play);
            }
        }
        None
    }

    fn hunting_moves(&self, liberties: &[Point], around: &[Point]) -> Vec<Point> {
        let (board, params) = (&self.board, self.params);
        let size = board.size();
        let reach: Vec<usize> = liberties.iter().map(|&p| self.reach(p)).collect();
        let forced: Vec<Point> =
            liberties.iter().zip(&reach).filter(|(_, r)| **r >= params.forced_liberties).map(|(&p, _)| p).collect();
        let mut out = Vec::with_capacity(12);
        if forced.len() == 1 {
            note(&mut out, forced[0], 100);
        } else if forced.len() > 1 {
            // a net may still hold two ways out
            forced.iter().for_each(|&p| note(&mut out, p, 20));
        }
        for (&p, &r) in liberties.iter().zip(&reach) {
            let growth = r as i32 - liberties.len() as i32 + 2;
            note(&mut out, p, params.liberty_base / liberties.len() as i32 * growth.max(1));
        }
        for &enemy in around {
            if let Some(last) = board.atari_liberty(enemy) {
                note(&mut out, last, if board.string_len(enemy) >= 2 { params.connect + 6 } else { params.connect });
            }
        }
        let stones: Vec<Point> = board.string(self.target).collect();
        for &stone in &stones {
            for diagonal in stone.diagonals() {
                if size.contains(diagonal) && board.is_empty(diagonal) && diagonal.line(size) >= 2 {
                    let near = diagonal.neighbours().into_iter().filter(|q| liberties.contains(q)).count();
                    if near > 0 {
                        note(&mut out, diagonal, if near > 1 { params.diagonal + 4 } else { params.diagonal / 2 });
                    }
                }
            }
            for (dx, dy) in [(2, 0), (-2, 0), (0, 2), (0, -2)] {
                let Some(jump) = stone.shifted(dx, dy, size) else { continue };
                let Some(between) = stone.shifted(dx / 2, dy / 2, size) else { continue };
                if board.is_empty(jump) && board.is_empty(between) && jump.line(size) >= 2 {
                    note(&mut out, jump, params.jump / 2);
                }
            }
        }
        out.sort_by_key(|&(_, value)| -value);
        let breadth = if forced.len() == 1 { 2 } else { params.breadth };
        out.into_iter().take(breadth).map(|(p, _)| p).collect()
    }

    fn flee(&mut self, depth: u32) -> Option<Point> {
        let defender = self.defender;
        let mut found = [self.target; 6];
        let count = self.board.liberties_into(self.target, &mut found);
        if count > self.params.escape_liberties || depth == 0 || self.is_cut_short() {
            return Some(found[0]);
        }
        let mut out = Vec::with_capacity(12);
        for enemy in self.board.adjacent_enemies(self.target) {
            let mut own = [enemy; 3];
            match self.board.liberties_into(enemy, &mut own) {
                1 => note(&mut out, own[0], 40 + self.board.string_len(enemy) as i32),
                2 => own[..2].iter().for_each(|&p| note(&mut out, p, if count >= 2 { 8 } else { -20 })),
                _ => {}
            }
        }
        for &liberty in &found[..count] {
            note(&mut out, liberty, 6 * self.reach(liberty) as i32);
            if count >= 2 {
                for beside in liberty.neighbours() {
                    if self.board.is_empty(beside) && !found[..count].contains(&beside) {
                        note(&mut out, beside, 2);
                    }
                }
            }
        }
        out.retain(|&(_, value)| value > -10);
        out.sort_by_key(|&(_, value)| -value);
        out.truncate(if count == 1 { 8 } else { self.params.breadth });
        for (play, _) in out {
            if !self.board.is_legal(play, defender) {
                continue;
            }
            self.nodes += 1;
            let undo = self.board.play(play, defender);
            let free = !self.board.in_atari(self.target) && self.hunt(depth - 1).is_none();
            self.board.undo(&undo);
            if free {
                return Some(play);
            }
        }
        None
    }

    /// Liberties of the target after its owner's move at a liberty, captures not counted.
    fn reach(&self, at: Point) -> usize {
        let board = &self.board;
        let mut seen = board.liberties(self.target);
        seen.remove(at);
        for beside in at.neighbours() {
            if board.is_empty(beside) {
                seen.insert(beside);
            } else if board.at(beside).is(self.defender) && !board.same_string(beside, self.target) {
                seen = seen.union(&board.liberties(beside));
                seen.remove(at);
            }
        }
        seen.len()
    }
}

/// Notes a candidate, adding values of one point.
fn note(out: &mut Vec<(Point, i32)>, point: Point, value: i32) {
    match out.iter_mut().find(|(at, _)| *at == point) {
        Some((_, sum)) => *sum += value,
        None => out.push((point, value)),
    }
}
