//! Walks through what a finished (or stopped) search remembers: the main line and the whole tree.

use gosedai_board::{Board, Color, Move};

use super::{Search, best_move, key_of};
use crate::goal::Goal;
use crate::table::Entry;
use crate::trace::TraceNode;

impl<G: Goal> Search<'_, G> {
    /// The line of best play as the table has it: the winner's proof move, the loser's longest resistance.
    pub(super) fn line(&mut self, mut to_play: Color) -> Vec<Move> {
        let mut line = Vec::new();
        let mut board = self.board.clone();
        let mut seen = Vec::new();
        let mut supply = self.supply;
        while line.len() < 60 {
            let key = key_of(&board, to_play, self.salt, supply);
            let Some(entry) = self.table.get(key) else { break };
            if seen.contains(&key) {
                break;
            }
            if let Some(verdict) = self.goal.verdict(&board, to_play) {
                line.extend(verdict.play.map(Move::Play));
                break;
            }
            seen.push(key);
            let play = best_move(entry.best);
            match play {
                Move::Pass => board.clear_ko(),
                Move::Play(point) => {
                    if !board.is_empty(point) {
                        break;
                    }
                    supply -= u8::from(board.ko(to_play) == Some(point) && supply > 0);
                    board.play_forever(point, to_play);
                }
            }
            line.push(play);
            to_play = to_play.opponent();
        }
        while line.last() == Some(&Move::Pass) {
            line.pop();
        }
        line
    }

    /// The tree below the root as far as the table has it, at most `limit` positions and 40 moves deep.
    pub fn trace(&self, to_play: Color, limit: usize) -> TraceNode {
        let mut left = limit;
        let mut board = self.board.clone();
        self.trace_from(&mut board, to_play, None, self.supply, 40, &mut left)
    }

    fn trace_from(
        &self,
        board: &mut Board,
        to_play: Color,
        play: Option<(Color, Move)>,
        supply: u8,
        depth: usize,
        left: &mut usize,
    ) -> TraceNode {
        let entry = self.table.get(key_of(board, to_play, self.salt, supply)).copied();
        let achieved = entry.filter(Entry::is_solved).map(|entry| entry.pn == 0);
        let mut node = TraceNode { play, achieved, nodes: entry.map_or(0, |e| e.work), children: Vec::new() };
        let Some(entry) = entry.filter(|e| depth > 0 && e.work > 1) else { return node };
        // a settled winner needs one child, everybody else shows all that were looked at
        let mover_wins = achieved.is_some_and(|won| won == (to_play == self.goal.seeker()));
        let mut moves: Vec<Move> = vec![best_move(entry.best)];
        if !mover_wins {
            moves.push(Move::Pass);
            moves.extend(board.empty_points().filter(|&p| self.goal.region().contains(p)).map(Move::Play));
        }
        let ban = board.ko_point();
        let mut seen: Vec<Move> = Vec::new();
        for next in moves {
            if *left == 0 || seen.contains(&next) {
                continue;
            }
            seen.push(next);
            let undo = match next {
                Move::Pass => {
                    board.clear_ko();
                    None
                }
                Move::Play(point) if board.is_empty(point) && !board.is_suicide(point, to_play) => {
                    Some((board.play(point, to_play), ban == Some((point, to_play))))
                }
                Move::Play(_) => continue,
            };
            let below = supply - u8::from(undo.is_some_and(|(_, retakes)| retakes) && supply > 0);
            if self.table.get(key_of(board, to_play.opponent(), self.salt, below)).is_some() {
                *left -= 1;
                let child = self.trace_from(board, to_play.opponent(), Some((to_play, next)), below, depth - 1, left);
                node.children.push(child);
            }
            match undo {
                Some((undo, _)) => board.undo(&undo),
                None => {
                    if let Some((point, color)) = ban {
                        board.set_ko(point, color);
                    }
                }
            }
        }
        node
    }
}
