//! `replay`: what every node of a game tree changes on the board, all nodes in one call.
//!
//! A board on a screen knows no rules; it asks once per record and then steps through the changes.

use gosedai_board::{Board, Color, Illegal, Move, Point, Position, RuleSet, Size};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{ApiError, Command, Context};

/// Largest tree answered in one call; longer ones are asked in pieces.
pub const MAX_NODES: usize = 100_000;

#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct Replay {
    /// Width and height.
    pub size: [usize; 2],
    #[serde(default)]
    pub rules: Option<String>,
    /// Parents come before their children.
    pub nodes: Vec<ReplayNode>,
    /// Say which empty points the side to move may not play at this node, and why.
    #[serde(default)]
    pub illegal_at: Option<usize>,
}

#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(default)]
pub struct ReplayNode {
    pub parent: Option<usize>,
    /// Colour and point (or `pass`).
    pub play: Option<(String, String)>,
    pub add_black: Vec<String>,
    pub add_white: Vec<String>,
    pub clear: Vec<String>,
    #[schemars(with = "Option<crate::schema::ColorName>")]
    pub to_play: Option<String>,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Replayed {
    pub nodes: Vec<Change>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub illegal: Option<Vec<IllegalPoint>>,
}

/// How a node differs from its parent.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
pub struct Change {
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub black: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub white: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub removed: Vec<String>,
    #[schemars(with = "crate::schema::ColorName")]
    pub to_play: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ko: Option<String>,
    /// Prisoners held by Black and by White.
    pub captures: [u32; 2],
    /// What is wrong with the move of the record; it is shown all the same where that is possible.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub problem: Option<String>,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct IllegalPoint {
    pub point: String,
    /// `ko`, `superko` or `suicide`.
    pub why: &'static str,
}

impl Command for Replay {
    const NAME: &'static str = "replay";
    const ABOUT: &'static str = "what each node of a game tree changes on the board";
    type Response = Replayed;

    fn run(self, cx: &Context) -> Result<Replayed, ApiError> {
        let size = Size::new(self.size[0], self.size[1]).map_err(|e| ApiError::bad("size", e))?;
        let rules: RuleSet = match &self.rules {
            Some(text) => text.parse().unwrap_or(RuleSet::Chinese),
            None => RuleSet::Chinese,
        };
        if self.nodes.len() > MAX_NODES {
            return Err(ApiError::bad("nodes", format!("more than {MAX_NODES} nodes in one call")));
        }
        let mut children: Vec<Vec<usize>> = vec![Vec::new(); self.nodes.len()];
        let mut roots = Vec::new();
        for (i, node) in self.nodes.iter().enumerate() {
            match node.parent {
                Some(parent) if parent < i => children[parent].push(i),
                Some(parent) => {
                    return Err(ApiError::bad("nodes", format!("node {i} comes before its parent {parent}")));
                }
                None => roots.push(i),
            }
        }
        let mut changes = vec![Change::default(); self.nodes.len()];
        let mut illegal = None;
        for root in roots {
            let start = Position::new(size, rules.rules(), 0.0);
            walk(root, &self, &children, start, &mut changes, &mut illegal, cx)?;
        }
        Ok(Replayed { nodes: changes, illegal })
    }
}

/// How to get back to the parent.
enum Back {
    Undo,
    Restore(Box<Position>),
}

enum Step {
    Enter(usize),
    Leave(Back),
}

fn walk(
    root: usize,
    request: &Replay,
    children: &[Vec<usize>],
    start: Position,
    changes: &mut [Change],
    illegal: &mut Option<Vec<IllegalPoint>>,
    cx: &Context,
) -> Result<(), ApiError> {
    let mut position = start;
    let mut steps = vec![Step::Enter(root)];
    while let Some(step) = steps.pop() {
        match step {
            Step::Enter(i) => {
                if i % 1024 == 0 {
                    cx.go_on()?;
                }
                let back = enter(&request.nodes[i], &mut position, &mut changes[i])?;
                steps.push(Step::Leave(back));
                if request.illegal_at == Some(i) {
                    *illegal = Some(illegal_points(&position));
                }
                steps.extend(children[i].iter().rev().map(|&child| Step::Enter(child)));
            }
            Step::Leave(Back::Undo) => {
                position.undo();
            }
            Step::Leave(Back::Restore(before)) => position = *before,
        }
    }
    Ok(())
}

fn enter(node: &ReplayNode, position: &mut Position, change: &mut Change) -> Result<Back, ApiError> {
    let parent = position.board().clone();
    let mut back = Back::Undo;
    let is_setup = !(node.add_black.is_empty() && node.add_white.is_empty() && node.clear.is_empty());
    if is_setup || node.to_play.is_some() || node.play.is_none() {
        back = Back::Restore(Box::new(position.clone()));
    }
    if is_setup {
        set_up(node, position, change)?;
    }
    if let Some(color) = &node.to_play {
        position.set_to_play(color.parse().map_err(|e| ApiError::bad("to_play", e))?);
    }
    if let Some((color, mv)) = &node.play {
        let color: Color = color.parse().map_err(|e| ApiError::bad("play", e))?;
        let mv = if mv == "pass" { Move::Pass } else { Move::Play(point(mv, position.size())?) };
        match position.play_as(color, mv) {
            Ok(()) => {}
            Err(illegal) => {
                change.problem = Some(illegal.to_string());
                if matches!(back, Back::Undo) {
                    back = Back::Restore(Box::new(position.clone()));
                }
                force(position, color, mv, illegal);
            }
        }
    }
    let board = position.board();
    difference(&parent, board, change);
    change.to_play = position.to_play().name();
    change.ko = board.ko(position.to_play()).map(|p| p.to_string());
    change.captures = [board.captured(Color::White), board.captured(Color::Black)];
    Ok(back)
}

/// A record may hold moves our rules refuse; a viewer shows them where a stone can be put at all.
fn force(position: &mut Position, color: Color, mv: Move, illegal: Illegal) {
    if let (Move::Play(point), Illegal::Ko(_) | Illegal::Superko(_) | Illegal::Suicide(_)) = (mv, illegal) {
        let mut board = position.board().clone();
        board.play_forever(point, color);
        *position = Position::from_board(board, color.opponent(), position.rules(), position.komi());
    } else {
        position.set_to_play(color.opponent());
    }
}

fn point(text: &str, size: Size) -> Result<Point, ApiError> {
    size.parse_point(text).map_err(|e| ApiError::bad("nodes", e))
}

fn set_up(node: &ReplayNode, position: &mut Position, change: &mut Change) -> Result<(), ApiError> {
    let size = position.size();
    let mut stones: Vec<(Point, Color)> = position.board().stones().collect();
    for text in node.clear.iter().chain(&node.add_black).chain(&node.add_white) {
        let gone = point(text, size)?;
        stones.retain(|&(p, _)| p != gone);
    }
    for (list, color) in [(&node.add_black, Color::Black), (&node.add_white, Color::White)] {
        for text in list {
            stones.push((point(text, size)?, color));
        }
    }
    let captured = Color::BOTH.map(|c| position.board().captured(c));
    match Board::with_stones(size, stones) {
        Ok(mut board) => {
            for color in Color::BOTH {
                board.set_captured(color, captured[color.index()]);
            }
            *position = Position::from_board(board, position.to_play(), position.rules(), position.komi());
        }
        Err(illegal) => change.problem = Some(illegal.to_string()),
    }
    Ok(())
}

fn difference(before: &Board, after: &Board, change: &mut Change) {
    for p in after.size().points() {
        let (was, is) = (before.color_at(p), after.color_at(p));
        if was == is {
            continue;
        }
        match is {
            Some(Color::Black) => change.black.push(p.to_string()),
            Some(Color::White) => change.white.push(p.to_string()),
            None => change.removed.push(p.to_string()),
        }
    }
}

fn illegal_points(position: &Position) -> Vec<IllegalPoint> {
    let refused = |p: Point| match position.check(position.to_play(), Move::Play(p)) {
        Err(Illegal::Ko(_)) => Some("ko"),
        Err(Illegal::Superko(_)) => Some("superko"),
        Err(Illegal::Suicide(_)) => Some("suicide"),
        _ => None,
    };
    position
        .board()
        .empty_points()
        .filter_map(|p| refused(p).map(|why| IllegalPoint { point: p.to_string(), why }))
        .collect()
}

#[cfg(test)]
mod tests;
