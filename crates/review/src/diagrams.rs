//! The diagrams of a review: which board, which marks. The report and the files are drawn from these.

pub mod files;
mod glyphs;
mod png_file;

use gosedai_board::{Board, Color, Move, Point, Position};
use gosedai_explain::svg::Marks;
use serde::Serialize;

use super::chapters::{Diagram, Part};
use super::practice::Problem;
use super::{GameReview, MoveReview};

/// What a diagram shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Shown {
    Opening,
    Fight,
    TurningPoint,
    Ko,
    Endgame,
    Moment,
    Problem,
    Answer,
}

impl Shown {
    /// Its word in names of files.
    fn name(self) -> &'static str {
        match self {
            Shown::Opening => "opening",
            Shown::Fight => "fight",
            Shown::TurningPoint => "turning-point",
            Shown::Ko => "ko",
            Shown::Endgame => "endgame",
            Shown::Moment => "move",
            Shown::Problem => "problem",
            Shown::Answer => "answer",
        }
    }
}

/// A diagram ready to be drawn.
#[derive(Clone, Debug)]
pub struct Drawn {
    pub shown: Shown,
    /// The move it is about, or the first one.
    pub number: usize,
    pub caption: String,
    /// What the report says beside it.
    pub text: String,
    pub board: Board,
    pub marks: Marks,
}

fn color_of(name: &str) -> Color {
    if name == Color::Black.name() { Color::Black } else { Color::White }
}

/// Every diagram of a review, in the order of the report.
pub fn of_review(review: &GameReview, positions: &[Position]) -> Vec<Drawn> {
    let mut found = Vec::new();
    for chapter in &review.story {
        let shown = match chapter.part {
            Part::Opening => Shown::Opening,
            Part::Fight => Shown::Fight,
            Part::TurningPoint => Shown::TurningPoint,
            Part::Ko => Shown::Ko,
            Part::Endgame => Shown::Endgame,
        };
        for diagram in &chapter.diagrams {
            let Some(position) = positions.get(diagram.number) else { continue };
            found.push(Drawn {
                shown,
                number: chapter.first,
                caption: diagram.caption.clone(),
                text: chapter.text.clone(),
                board: position.board().clone(),
                marks: of_story(review, diagram),
            });
        }
    }
    for entry in &review.moves {
        let Some(comment) = &entry.comment else { continue };
        let (board, marks) = moment(entry, positions);
        let (number, caption) = (entry.number, format!("{} {}", entry.number, entry.mv));
        found.push(Drawn { shown: Shown::Moment, number, caption, text: comment.text.clone(), board, marks });
    }
    for problem in &review.practice.problems {
        let Some(position) = positions.get(problem.number - 1) else { continue };
        let board = position.board();
        let drawn = |shown: Shown, text: &String, marks: Marks| Drawn {
            shown,
            number: problem.number,
            caption: text.clone(),
            text: String::new(),
            board: board.clone(),
            marks,
        };
        found.push(drawn(Shown::Problem, &problem.question, Marks::default()));
        found.push(drawn(Shown::Answer, &problem.solution, answer(problem, board)));
    }
    found
}

/// The moves of the game on a diagram of the story.
pub fn of_story(review: &GameReview, diagram: &Diagram) -> Marks {
    let moves = diagram.moves.iter().zip(review.moves.iter().skip(diagram.number));
    let stone = |(mv, m): (&String, &MoveReview)| Some((mv.parse::<Move>().ok()?.point()?, color_of(&m.color)));
    Marks { line: moves.filter_map(stone).collect(), ..Marks::default() }
}

/// The answer to a problem.
pub fn answer(problem: &Problem, board: &Board) -> Marks {
    Marks { line: line_on(board, &problem.line, color_of(&problem.color)), ..Marks::default() }
}

/// Stones of a line on the empty points of a board, in order, until one stands on another.
fn line_on(board: &Board, line: &[String], first: Color) -> Vec<(Point, Color)> {
    let mut stones: Vec<(Point, Color)> = Vec::new();
    let mut turn = first;
    for text in line.iter().take(7) {
        match text.parse::<Move>() {
            Ok(Move::Play(point)) if board.is_empty(point) && !stones.iter().any(|(p, _)| *p == point) => {
                stones.push((point, turn));
            }
            _ => break,
        }
        turn = turn.opponent();
    }
    stones
}

/// The picture of a moment: for a mistake the better line on the position before it, else the move and what it
/// threatens.
pub fn moment(entry: &MoveReview, positions: &[Position]) -> (Board, Marks) {
    let color = color_of(&entry.color);
    let mut marks = Marks::default();
    let before = positions[entry.number - 1].board();
    let played = entry.mv.parse::<Move>().ok().and_then(Move::point);
    let Some((comment, played)) = entry.comment.as_ref().zip(played) else { return (before.clone(), marks) };
    if entry.mistake
        && let Some(instead) = &comment.instead
    {
        marks.line = line_on(before, &instead.line, color);
        if !marks.line.iter().any(|(p, _)| *p == played) {
            marks.labels.push((played, "×".into()));
        }
        return (before.clone(), marks);
    }
    let after = positions[entry.number].board();
    marks.played = Some(played);
    if let Some(ignored) = comment.if_ignored.as_ref().filter(|ignored| ignored.must_answer) {
        marks.line = line_on(after, &ignored.line, color);
    } else if let Some(instead) = &comment.instead
        && let Ok(Move::Play(point)) = instead.mv.parse::<Move>()
        && after.is_empty(point)
    {
        marks.labels.push((point, "A".into()));
    }
    (after.clone(), marks)
}

#[cfg(test)]
mod tests;
