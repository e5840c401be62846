//! Comments on our own moves on standard error, in the form in which gtp2ogs posts them to the chat of a game.

use gosedai_board::Move;
use gosedai_engine::players::Choice;

use super::{Session, gogui};

/// Who shall read them: everybody, or only those who watch, until the game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Channel {
    Main,
    Malkovich,
}

/// Longer ones are cut: a chat is no book.
const LONGEST: usize = 400;

/// Says why a move was made, before it is on the board.
pub fn comment(session: &mut Session, mv: Move, choice: &Choice) {
    let Some(channel) = session.comments else { return };
    let reasons = match choice.reasons.is_empty() {
        false => choice.reasons.clone(),
        true => gogui::reasons(session, mv),
    };
    let mut words = vec![format!("{mv}.")];
    if let Some(win_rate) = choice.win_rate {
        words.push(format!("{:.1} %.", win_rate * 100.0));
    }
    if let Some(score) = choice.score {
        words.push(format!("{}+{:.1}.", if score >= 0.0 { 'B' } else { 'W' }, score.abs()));
    }
    words.extend(reasons);
    let mark = match channel {
        Channel::Main => "MAIN",
        Channel::Malkovich => "MALKOVICH",
    };
    let line = one_line(&words.join(" "));
    session.errors.write(&format!("{mark}: {line}\n"));
}

/// Without line breaks, and not longer than a chat can bear.
fn one_line(text: &str) -> String {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}
