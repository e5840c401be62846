//! A quick reader: ladders for strings with one or two liberties, and small capturing races. It keeps nothing and does
//! not look deep.

use crate::ask::{Ask, Caught, Status};
use gosedai_board::{Board, Color, Point, PointSet};

/// Nodes after which a question is left open; no ladder takes nearly as many.
const LADDER_NODES: u32 = 100_000;
const DEEPEST: u32 = 150;
const RACE_NODES: u32 = 3000;
const RACE_DEPTH: u32 = 14;
/// Races with more moves to choose from are left open.
const RACE_MOVES: usize = 12;

/// Answers ladder questions by a small search of its own.
#[derive(Default, Clone, Copy, Debug)]
pub struct QuickAsk;

impl Ask for QuickAsk {
    fn capture(&mut self, board: &mut Board, string: Point) -> Caught {
        Caught { status: by_ladder(board, string), is_proved: false }
    }

    fn race(&mut self, board: &mut Board, string: Point, rivals: &[Point]) -> Status {
        let Some(color) = board.color_at(string) else { return Status::Unknown };
        let mut search = Search::new(board, RACE_NODES);
        let first = search.race(string, rivals, color, color, 0);
        search.nodes = 0;
        let second = search.race(string, rivals, color, color.opponent(), 0);
        match (first, second) {
            (Some(true), Some(true)) => Status::Alive,
            (Some(true), Some(false)) => Status::Neutral,
            (Some(false), _) => Status::Dead,
            _ => Status::Unknown,
        }
    }
}

/// Is the string caught in a ladder, can it get out of it?
pub(crate) fn by_ladder(board: &mut Board, string: Point) -> Status {
    let (liberties, count) = board.first_liberties::<3>(string);
    let Some(color) = board.color_at(string).filter(|_| count < 3) else { return Status::Alive };
    let mut search = Search::new(board, LADDER_NODES);
    let falls = if count < 2 { Some(true) } else { search.attack(string, color, [liberties[0], liberties[1]], 0) };
    if falls == Some(false) {
        return Status::Alive;
    }
    search.nodes = 0;
    let saved = search.defend(string, color, &liberties[..count], 0);
    match (falls, saved) {
        (Some(true), Some(true)) => Status::Neutral,
        (Some(true), Some(false)) => Status::Dead,
        _ => Status::Unknown,
    }
}

struct Search<'a> {
    board: &'a mut Board,
    nodes: u32,
    limit: u32,
    /// Moves still to be tried, those of the deepest node last.
    moves: Vec<Point>,
}

impl Search<'_> {
    fn new(board: &mut Board, limit: u32) -> Search<'_> {
        Search { board, nodes: 0, limit, moves: Vec::new() }
    }

    /// Can the attacker, to move, capture the string with these two liberties by atari after atari?
    fn attack(&mut self, target: Point, color: Color, [a, b]: [Point; 2], depth: u32) -> Option<bool> {
        self.nodes += 1;
        if self.nodes > self.limit || depth > DEEPEST {
            return None;
        }
        let first = self.attack_at(target, color, [a, b], depth);
        if first == Some(true) {
            return first;
        }
        let second = self.attack_at(target, color, [b, a], depth);
        if second == Some(true) { second } else { first.and(second) }
    }

    /// Does the string fall if the attacker takes the first of its two liberties?
    fn attack_at(&mut self, target: Point, color: Color, [taken, last]: [Point; 2], depth: u32) -> Option<bool> {
        if self.outruns(target, color, last, taken) || !self.board.is_legal(taken, color.opponent()) {
            return Some(false);
        }
        let undo = self.board.play(taken, color.opponent());
        let saved = self.defend(target, color, &[last], depth + 1);
        self.board.undo(&undo);
        saved.map(|saved| !saved)
    }

    /// Does a stone on the last liberty of a string give it three others besides the one that the opponent takes? Then it
    /// is saved, whatever else happens there.
    fn outruns(&self, target: Point, color: Color, last: Point, taken: Point) -> bool {
        let mut found = [target; 3];
        let mut count = 0;
        let mut find = |liberty: Point| {
            if count < 3 && liberty != last && liberty != taken && !found[..count].contains(&liberty) {
                found[count] = liberty;
                count += 1;
            }
        };
        for beside in last.neighbours() {
            if self.board.is_empty(beside) {
                find(beside);
            } else if self.board.at(beside).is(color) && !self.board.same_string(beside, target) {
                let (liberties, more) = self.board.first_liberties::<5>(beside);
                liberties[..more].iter().for_each(|&liberty| find(liberty));
            }
        }
        count == 3
    }

    /// Can the owner, to move, save the string with these one or two liberties?
    fn defend(&mut self, target: Point, color: Color, liberties: &[Point], depth: u32) -> Option<bool> {
        self.nodes += 1;
        if self.nodes > self.limit || depth > DEEPEST {
            return None;
        }
        let start = self.moves.len();
        for stone in self.board.string(target) {
            for beside in stone.neighbours() {
                // few stones are in atari, so this test comes first
                if let Some(liberty) = self.board.atari_liberty(beside)
                    && self.board.at(beside).is(color.opponent())
                    && !self.moves[start..].contains(&liberty)
                {
                    self.moves.push(liberty);
                }
            }
        }
        for liberty in liberties {
            if !self.moves[start..].contains(liberty) {
                self.moves.push(*liberty);
            }
        }
        let mut saved = Some(false);
        for i in start..self.moves.len() {
            match self.defend_at(target, color, self.moves[i], depth) {
                Some(true) => {
                    saved = Some(true);
                    break;
                }
                Some(false) => {}
                None => saved = None,
            }
        }
        self.moves.truncate(start);
        saved
    }

    /// Is the string saved if its owner plays here?
    fn defend_at(&mut self, target: Point, color: Color, mv: Point, depth: u32) -> Option<bool> {
        if !self.board.is_legal(mv, color) {
            return Some(false);
        }
        let undo = self.board.play(mv, color);
        let (liberties, count) = self.board.first_liberties::<3>(target);
        let saved = match count {
            0 | 1 => Some(false),
            2 => self.attack(target, color, [liberties[0], liberties[1]], depth + 1).map(|falls| !falls),
            _ => Some(true),
        };
        self.board.undo(&undo);
        saved
    }

    /// Does `own`'s string outlive its rivals, `turn` to move? True once a rival falls, false once the string falls.
    fn race(&mut self, string: Point, rivals: &[Point], own: Color, turn: Color, depth: u32) -> Option<bool> {
        self.nodes += 1;
        if !self.board.at(string).is(own) {
            return Some(false);
        }
        if rivals.iter().any(|&rival| !self.board.at(rival).is_stone()) {
            return Some(true);
        }
        if self.nodes > self.limit || depth > RACE_DEPTH {
            return None;
        }
        let mine = self.board.liberties(string);
        let theirs = rivals.iter().fold(PointSet::EMPTY, |all, &rival| all.union(&self.board.liberties(rival)));
        // the other side's liberties first
        let (attack, defend) = if turn == own { (theirs, mine) } else { (mine, theirs) };
        let moves: Vec<Point> = attack.iter().chain(defend.minus(&attack).iter()).collect();
        if moves.len() > RACE_MOVES {
            return None;
        }
        let good = turn == own;
        let mut open = false;
        for mv in moves {
            if !self.board.is_legal(mv, turn) {
                continue;
            }
            let undo = self.board.play(mv, turn);
            let result = self.race(string, rivals, own, turn.opponent(), depth + 1);
            self.board.undo(&undo);
            match result {
                Some(survives) if survives == good => return Some(good),
                Some(_) => {}
                None => open = true,
            }
        }
        if open { None } else { Some(!good) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gosedai_board::{Rng, Size, diagram, playout};

    fn status(picture: &str, at: &str) -> Status {
        let mut board = diagram::parse(picture).unwrap();
        by_ladder(&mut board, at.parse().unwrap())
    }

    #[test]
    fn ladders() {
        let ladder =
            ". . . . . . .\n. . . . . . .\n. . . . . . .\n. . O X . . .\n. . O X O . .\n. . . O . . .\n. . . . . . .";
        assert_eq!(status(ladder, "D4"), Status::Neutral, "it runs into the edge");
        let broken =
            ". . . . . . .\n. . . . . . .\n. . . . . X .\n. . O X . . .\n. . O X O . .\n. . . O . . .\n. . . . . . .";
        assert_eq!(status(broken, "D4"), Status::Alive, "it runs into a friend");
        let net = "O O O .\nO X O .\n. . O .\nO O O .";
        assert_eq!(status(net, "B3"), Status::Dead, "no way to a third liberty");
    }

    /// The limit is only a safeguard: ladders stay far below it.
    #[test]
    fn ladders_are_read_to_the_end() {
        let mut most = 0;
        for seed in 0..40 {
            let mut rng = Rng::new(seed);
            let mut board = Board::new(Size::square(25).unwrap());
            for i in 0..150 + rng.below(350) {
                if let Some(point) = playout::random_move(&board, Color::BOTH[i % 2], &mut rng) {
                    board.play_forever(point, Color::BOTH[i % 2]);
                }
            }
            board.clear_ko();
            for string in board.strings() {
                let mut liberties = [string; 3];
                let (count, color) = (board.liberties_into(string, &mut liberties), board.color_at(string).unwrap());
                if count == 2 {
                    let mut search = Search::new(&mut board, LADDER_NODES);
                    search.attack(string, color, [liberties[0], liberties[1]], 0);
                    most = most.max(search.nodes);
                }
            }
        }
        assert!((20..LADDER_NODES / 20).contains(&most), "{most} nodes");
    }
}
