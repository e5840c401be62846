//! The parts of the report beside its moments: the story, what to practise, how much was lost.

use std::fmt::Write as _;

use gosedai_board::Position;
use gosedai_explain::Lexicon;
use gosedai_explain::svg::{self, Marks, escape};

use super::GameReview;
use super::accuracy::Accuracy;
use super::diagrams;

/// The game in order, a diagram beside each part.
pub fn story(page: &mut String, review: &GameReview, positions: &[Position], lexicon: &Lexicon) {
    if review.story.is_empty() {
        return;
    }
    let _ = write!(page, "<h2>{}</h2>", escape(lexicon.word("review.story")));
    for chapter in &review.story {
        let _ = write!(page, "<article class=\"chapter\"><div><h3>{}</h3>", escape(&chapter.title));
        let _ = write!(page, "<p>{}</p></div><div>", escape(&chapter.text));
        for diagram in &chapter.diagrams {
            let Some(position) = positions.get(diagram.number) else { continue };
            let marks = diagrams::of_story(review, diagram);
            let picture = svg::board(position.board(), &marks, &diagram.caption);
            let _ = write!(page, "<figure>{picture}<figcaption>{}</figcaption></figure>", escape(&diagram.caption));
        }
        page.push_str("</div></article>");
    }
}

/// What to practise: advice, and problems whose answers are hidden until asked for.
pub fn practice(page: &mut String, review: &GameReview, positions: &[Position], lexicon: &Lexicon) {
    let practice = &review.practice;
    if practice.advice.is_empty() && practice.problems.is_empty() {
        return;
    }
    let _ = write!(page, "<h2>{}</h2>", escape(lexicon.word("review.practice")));
    for advice in &practice.advice {
        let _ = write!(page, "<p>{}</p>", escape(advice));
    }
    page.push_str("<div class=\"problems\">");
    for problem in &practice.problems {
        let Some(position) = positions.get(problem.number - 1) else { continue };
        let board = position.board();
        let question = svg::board(board, &Marks::default(), &problem.question);
        let answer = svg::board(board, &diagrams::answer(problem, board), &problem.solution);
        let _ = write!(page, "<div class=\"problem\"><p>{}</p>{question}", escape(&problem.question));
        let _ = write!(page, "<details class=\"answer\"><summary>{}</summary>", escape(lexicon.word("review.answer")));
        let _ = write!(page, "<p>{}</p>{answer}</details></div>", escape(&problem.solution));
    }
    page.push_str("</div>");
}

/// Points lost a move and the share of moves within one point, by side and phase.
pub fn accuracy(page: &mut String, review: &GameReview, lexicon: &Lexicon) {
    let word = |key: &str| escape(lexicon.word(key));
    if review.accuracy.is_empty() {
        return;
    }
    let _ = write!(page, "<h2>{}</h2><table class=\"fit\"><tr>", word("review.accuracy_title"));
    for key in ["side", "phase", "moves", "per_move", "within"] {
        let _ = write!(page, "<th>{}</th>", word(&format!("review.accuracy_{key}")));
    }
    page.push_str("</tr>");
    for Accuracy { color, phase, moves, per_move, within_one, .. } in &review.accuracy {
        let side = word(&format!("color.{color}"));
        let phase = phase.map_or_else(|| word("review.accuracy_whole"), |phase| escape(lexicon.term(phase.term())));
        let percent = (100.0 * within_one).round();
        let _ = write!(
            page,
            "<tr><td>{side}</td><td>{phase}</td><td>{moves}</td><td>{per_move:.2}</td><td>{percent} %</td></tr>"
        );
    }
    page.push_str("</table>");
    for side in &review.strength {
        let _ = write!(page, "<p class=\"figures\">{}</p>", escape(&side.text));
    }
}
