//! Superko on the tiniest boards: legality depends on the whole history, so the history is part of the position.
//!
//! Depth-limited search with three answers (yes, no, not within this depth), deepened until it knows; table entries are keyed by
//! board, side, pass flag and the exact set of forbidden boards.

use std::collections::{BTreeSet, HashMap};

use crate::error::SmallBoardError;
use crate::geometry::{Geometry, points};
use crate::rules::RuleSet;
use crate::stones::{area_score, play};

/// Above this, histories are too many.
pub const MAX_SUPERKO_POINTS: usize = 6;

type Board = (u32, u32);

#[derive(Clone, PartialEq, Eq, Hash)]
struct Node {
    board: Board,
    black_to_move: bool,
    passed: bool,
    /// Boards (with the side to move under `ssk`) that may not come back.
    history: BTreeSet<(Board, bool)>,
}

/// Full-history search of one board.
pub struct Superko {
    g: Geometry,
    situational: bool,
    memo: HashMap<Node, (u32, Option<bool>)>,
    pub nodes: u64,
}

impl Superko {
    pub fn new(g: Geometry, rules: RuleSet) -> Result<Self, SmallBoardError> {
        if g.n > MAX_SUPERKO_POINTS {
            let what = "superko with full histories";
            return Err(SmallBoardError::TooLarge { what, limit: MAX_SUPERKO_POINTS, points: g.n });
        }
        Ok(Superko { g, situational: rules == RuleSet::Ssk, memo: HashMap::new(), nodes: 0 })
    }

    fn entry(&self, board: Board, black_to_move: bool) -> (Board, bool) {
        (board, self.situational && black_to_move)
    }

    /// Value of a position without earlier history for Black.
    pub fn value(&mut self, black: u32, white: u32, black_to_move: bool) -> i32 {
        let n = self.g.n as i32;
        let (mut low, mut high) = (-n, n);
        while low < high {
            let middle = (low + high + 1).div_euclid(2);
            if self.at_least(black, white, black_to_move, middle) { low = middle } else { high = middle - 1 }
        }
        low
    }

    /// Does Black get at least `target`?
    pub fn at_least(&mut self, black: u32, white: u32, black_to_move: bool, target: i32) -> bool {
        let board = (black, white);
        let history = BTreeSet::from([self.entry(board, black_to_move)]);
        let root = Node { board, black_to_move, passed: false, history };
        self.memo.clear();
        let mut depth = 1;
        loop {
            if let Some(answer) = self.search(&root, depth, target) {
                return answer;
            }
            depth += 1;
        }
    }

    fn search(&mut self, node: &Node, depth: u32, target: i32) -> Option<bool> {
        if let Some(&(searched, answer)) = self.memo.get(node)
            && (answer.is_some() || searched >= depth)
        {
            return answer;
        }
        self.nodes += 1;
        if depth == 0 {
            return None;
        }
        let (black, white) = node.board;
        let mut unknown = false;
        let mut answer = None;
        let (own, opp) = if node.black_to_move { (black, white) } else { (white, black) };
        let mut next = Vec::new();
        for p in points(self.g.full & !(own | opp)) {
            let Some(played) = play(&self.g, own, opp, p) else {
                continue;
            };
            let board = if node.black_to_move { (played.own, played.opp) } else { (played.opp, played.own) };
            let entry = self.entry(board, !node.black_to_move);
            if !node.history.contains(&entry) {
                let mut history = node.history.clone();
                history.insert(entry);
                next.push(Node { board, black_to_move: !node.black_to_move, passed: false, history });
            }
        }
        if node.passed {
            let ended = area_score(&self.g, black, white) >= target;
            if ended == node.black_to_move {
                answer = Some(ended);
            }
        } else {
            // a pass recreates the board but is never forbidden; with `ssk` the new situation joins the history
            let mut history = node.history.clone();
            history.insert(self.entry(node.board, !node.black_to_move));
            next.push(Node { board: node.board, black_to_move: !node.black_to_move, passed: true, history });
        }
        for child in &next {
            if answer == Some(node.black_to_move) {
                break;
            }
            match self.search(child, depth - 1, target) {
                Some(a) if a == node.black_to_move => answer = Some(a),
                Some(_) => {}
                None => unknown = true,
            }
        }
        if answer.is_none() && !unknown {
            answer = Some(!node.black_to_move);
        }
        self.memo.insert(node.clone(), (depth, answer));
        answer
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(board: &str, rules: RuleSet) -> i32 {
        Superko::new(Geometry::parse(board).unwrap(), rules).unwrap().value(0, 0, true)
    }

    #[test]
    fn tiny_boards_under_both_superko_rules() {
        for rules in [RuleSet::Psk, RuleSet::Ssk] {
            assert_eq!(value("2x2", rules), 1, "{rules}");
            assert_eq!(value("1x3", rules), 3, "{rules}");
            assert_eq!(value("1x4", rules), 4, "{rules}");
            assert_eq!(value("1x5", rules), 0, "{rules}");
        }
    }

    #[test]
    #[ignore = "about a minute; run with --ignored"]
    fn two_by_three_is_a_draw_under_superko() {
        assert_eq!(value("2x3", RuleSet::Psk), 0);
        assert_eq!(value("2x3", RuleSet::Ssk), 0);
    }
}
