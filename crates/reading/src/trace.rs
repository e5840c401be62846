//! The search tree as the table remembers it, and the same as a commented SGF.

use gosedai_board::{Board, Color, Move};

use crate::outcome::{Answer, Outcome, Trust};

/// A position of the tree: the move that led to it and what became of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TraceNode {
    /// The move that led here; `None` at the root.
    pub play: Option<(Color, Move)>,
    /// Does the seeker reach the goal from here? `None` if not settled.
    pub achieved: Option<bool>,
    /// Work spent below.
    pub nodes: u32,
    pub children: Vec<TraceNode>,
}

impl TraceNode {
    pub fn leaf(play: Option<(Color, Move)>, achieved: Option<bool>) -> TraceNode {
        TraceNode { play, achieved, nodes: 0, children: Vec::new() }
    }

    /// A move, and the line of the answer of the side that seeks below it.
    pub fn of_answer(play: (Color, Move), answer: &Answer, seeker: Color) -> TraceNode {
        let achieved = (answer.trust != Trust::None).then_some(answer.outcome == Outcome::Win);
        let rest = if play.0 == seeker { answer.line.get(1..).unwrap_or(&[]) } else { &answer.line[..] };
        let mut color = play.0;
        let below: Vec<TraceNode> = rest
            .iter()
            .map(|&next| {
                color = color.opponent();
                TraceNode::leaf(Some((color, next)), achieved)
            })
            .collect();
        let chain = below.into_iter().rev().reduce(|child, mut parent| {
            parent.nodes = child.nodes + 1;
            parent.children.push(child);
            parent
        });
        let nodes = chain.as_ref().map_or(0, |child| child.nodes + 1);
        TraceNode { play: Some(play), achieved, nodes, children: chain.into_iter().collect() }
    }

    /// Positions in the tree.
    pub fn count(&self) -> usize {
        1 + self.children.iter().map(TraceNode::count).sum::<usize>()
    }

    /// The tree as SGF: the board as set-up, moves as variations, results as comments.
    pub fn to_sgf(&self, board: &Board) -> String {
        let size = board.size();
        let side =
            if size.is_square() { size.width().to_string() } else { format!("{}:{}", size.width(), size.height()) };
        let mut text = format!("(;GM[1]FF[4]SZ[{side}]");
        for (color, property) in [(Color::Black, "AB"), (Color::White, "AW")] {
            let stones = board.stone_set(color);
            if !stones.is_empty() {
                text.push_str(property);
                stones.iter().for_each(|p| text.push_str(&format!("[{}]", p.to_sgf(size))));
            }
        }
        self.write(board, &mut text);
        text.push(')');
        text
    }

    fn write(&self, board: &Board, text: &mut String) {
        if let Some((color, play)) = self.play {
            let letter = if color == Color::Black { 'B' } else { 'W' };
            let point = play.point().map_or(String::new(), |p| p.to_sgf(board.size()));
            text.push_str(&format!(";{letter}[{point}]"));
        }
        let result = match self.achieved {
            Some(true) => "goal reached",
            Some(false) => "goal refuted",
            None => "open",
        };
        text.push_str(&format!("C[{result}, {} nodes]", self.nodes));
        let branching = self.children.len() > 1;
        for child in &self.children {
            if branching {
                text.push('(');
            }
            child.write(board, text);
            if branching {
                text.push(')');
            }
        }
    }
}
