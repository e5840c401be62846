//! The ladder as a tree to step through: every atari, every way out, and where a stone would break it.
//!
//! The line that decides is followed to its end; moves beside it are shown with the answer that settles them.

use gosedai_board::{Board, Color, Move, Point, PointSet, ladder};

use crate::trace::TraceNode;

/// The tree with `turn` to move against the string at `target`, main line first, of no more than `limit` positions.
pub fn tree(board: &Board, target: Point, turn: Color, limit: usize) -> TraceNode {
    let Some(defender) = board.color_at(target) else {
        return TraceNode { play: None, achieved: None, nodes: 0, children: Vec::new() };
    };
    let mut growing = Growing { board: board.clone(), target, defender, left: limit };
    let (achieved, children) = if turn == defender { growing.flee(true) } else { growing.hunt(true) };
    number(TraceNode { play: None, achieved: Some(achieved), nodes: 0, children })
}

/// The moves along the first children.
pub fn main_line(tree: &TraceNode) -> Vec<Move> {
    let mut line = Vec::new();
    let mut at = tree;
    while let Some(child) = at.children.first().filter(|child| child.achieved == tree.achieved) {
        line.extend(child.play.map(|(_, mv)| mv));
        at = child;
    }
    line
}

/// Empty points where a stone of the string's owner would save it from a ladder that works now.
pub fn breakers(board: &Board, target: Point) -> PointSet {
    let mut found = PointSet::EMPTY;
    let mut copy = board.clone();
    let Some(defender) = board.color_at(target) else { return found };
    if !ladder::captured_attacker_first(&mut copy, target) {
        return found;
    }
    // only stones near the path can matter
    let tree = tree(board, target, defender.opponent(), 400);
    let mut near = PointSet::EMPTY;
    let size = board.size();
    for point in main_line(&tree).into_iter().filter_map(Move::point) {
        for (dx, dy) in (-2isize..=2).flat_map(|dx| (-2isize..=2).map(move |dy| (dx, dy))) {
            let (Some(x), Some(y)) = (point.x().checked_add_signed(dx), point.y().checked_add_signed(dy)) else {
                continue;
            };
            if x < size.width() && y < size.height() {
                near.insert(Point::new(x, y));
            }
        }
    }
    for at in near.iter().filter(|&at| board.is_empty(at)) {
        if copy.is_legal(at, defender) {
            let undo = copy.play(at, defender);
            if copy.at(target).is(defender) && !ladder::captured_attacker_first(&mut copy, target) {
                found.insert(at);
            }
            copy.undo(&undo);
        }
    }
    found
}

struct Growing {
    board: Board,
    target: Point,
    defender: Color,
    left: usize,
}

type Grown = (bool, Vec<TraceNode>);

impl Growing {
    /// The attacker to move: captured or not, with the moves. `deep`: follow the deciding line.
    fn hunt(&mut self, deep: bool) -> Grown {
        let attacker = self.defender.opponent();
        let best = ladder::capturing_move(&mut self.board, self.target);
        let liberties: Vec<Point> = self.board.liberties(self.target).iter().collect();
        if liberties.len() > 2 {
            return (false, Vec::new());
        }
        let mut moves = liberties;
        moves.sort_by_key(|&at| Some(at) != best);
        let mut children = Vec::new();
        for (i, at) in moves.into_iter().enumerate() {
            if self.left == 0 || !self.board.is_legal(at, attacker) || (!deep && i > 0) {
                continue;
            }
            let follow = deep && i == 0;
            let child = self.step(attacker, at, |growing| {
                if !growing.board.at(growing.target).is(growing.defender) {
                    (true, Vec::new())
                } else if !growing.board.in_atari(growing.target) {
                    (false, Vec::new())
                } else {
                    growing.flee(follow)
                }
            });
            children.push(child);
        }
        (best.is_some(), children)
    }

    /// The defender to move.
    fn flee(&mut self, deep: bool) -> Grown {
        let (defender, attacker) = (self.defender, self.defender.opponent());
        let mut moves: Vec<Point> = self.board.liberties(self.target).iter().collect();
        for enemy in self.board.adjacent_enemies(self.target) {
            if let Some(at) = self.board.atari_liberty(enemy).filter(|at| !moves.contains(at)) {
                moves.push(at);
            }
        }
        let _ = attacker;
        let in_atari = self.board.in_atari(self.target);
        let caught_now = !in_atari && ladder::captured_attacker_first(&mut self.board, self.target);
        if !in_atari && !caught_now {
            return (false, Vec::new());
        }
        // the way out first; without one the extension, which shows the ladder run
        let mut tried: Vec<(bool, Point)> = Vec::new();
        for at in moves {
            if self.board.is_legal(at, defender) {
                let undo = self.board.play(at, defender);
                let caught = self.board.in_atari(self.target)
                    || (self.board.liberty_count_to(self.target, 3) == 2
                        && ladder::captured_attacker_first(&mut self.board, self.target));
                self.board.undo(&undo);
                tried.push((caught, at));
            }
        }
        tried.sort_by_key(|&(caught, _)| caught);
        let achieved = tried.iter().all(|&(caught, _)| caught);
        let mut children = Vec::new();
        for (i, (_, at)) in tried.into_iter().enumerate() {
            if self.left == 0 || (!deep && i > 0) {
                break;
            }
            let follow = deep && i == 0;
            children.push(self.step(defender, at, |growing| growing.hunt(follow)));
        }
        (achieved, children)
    }

    fn step(&mut self, color: Color, at: Point, grow: impl FnOnce(&mut Self) -> Grown) -> TraceNode {
        self.left -= 1;
        let undo = self.board.play(at, color);
        let (achieved, children) = grow(self);
        self.board.undo(&undo);
        TraceNode { play: Some((color, Move::Play(at))), achieved: Some(achieved), nodes: 0, children }
    }
}

/// Fills in how many positions lie below each node.
fn number(mut node: TraceNode) -> TraceNode {
    node.children = node.children.into_iter().map(number).collect();
    node.nodes = node.children.iter().map(|child| child.nodes + 1).sum();
    node
}

#[cfg(test)]
mod tests {
    use super::*;
    use gosedai_board::diagram;

    const LADDER: &str = "
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . X . . . . .
        . . X O . . . . .
        . . X . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .";

    #[test]
    fn the_main_line_runs_to_the_capture() {
        let board = diagram::parse(LADDER).unwrap();
        let target = "D5".parse().unwrap();
        let tree = tree(&board, target, Color::Black, 1000);
        assert_eq!(tree.achieved, Some(true));
        let line = main_line(&tree);
        assert!(line.len() >= 9, "{line:?}");
        // every move of the line is legal, and the stone is gone at its end
        let mut copy = board.clone();
        let mut color = Color::Black;
        for mv in &line {
            let at = mv.point().unwrap();
            assert!(copy.is_legal(at, color), "{mv}");
            copy.play(at, color);
            color = color.opponent();
        }
        assert!(copy.is_empty(target) || !copy.at(target).is(Color::White), "{}", diagram::render(&copy));
        assert!(tree.count() > line.len(), "other moves are shown too");
    }

    #[test]
    fn a_breaker_breaks_and_is_named() {
        let board = diagram::parse(LADDER).unwrap();
        let target = "D5".parse().unwrap();
        let found = breakers(&board, target);
        assert!(!found.is_empty());
        for at in found.iter() {
            let mut broken = board.clone();
            broken.play(at, Color::White);
            assert_eq!(tree(&broken, target, Color::Black, 1000).achieved, Some(false), "{at}");
        }
        let far = "A9".parse().unwrap();
        assert!(!found.contains(far));
    }

    #[test]
    fn results_agree_with_the_reader_and_trees_stay_small() {
        let board = diagram::parse(LADDER).unwrap();
        let target: Point = "D5".parse().unwrap();
        let flee = tree(&board, target, Color::White, 1000);
        let reading = crate::Reader::default().ladder(&board, target);
        assert_eq!(flee.achieved == Some(false), reading.defend.outcome == crate::Outcome::Win);
        assert!(tree(&board, target, Color::Black, 5).count() <= 6);
    }
}
