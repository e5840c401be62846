//! Results, from `B+3.5` to what Asian servers write.

use super::point::Color;

#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Margin {
    Points(f64),
    Resignation,
    Time,
    Forfeit,
    Unknown,
}

#[derive(Clone, PartialEq, Debug)]
pub enum GameResult {
    Win(Color, Margin),
    Draw,
    Void,
    /// `?`, nothing, or something that names no winner.
    Unknown,
}

impl GameResult {
    pub fn winner(&self) -> Option<Color> {
        match self {
            GameResult::Win(color, _) => Some(*color),
            _ => None,
        }
    }

    pub fn parse(text: &str) -> GameResult {
        let text = text.trim();
        match text.to_ascii_lowercase().as_str() {
            "0" | "draw" | "jigo" | "持碁" | "和棋" | "무승부" => return GameResult::Draw,
            "void" => return GameResult::Void,
            "" | "?" => return GameResult::Unknown,
            _ => {}
        }
        if let Some((winner, margin)) = text.split_once('+')
            && let Some(color) = Color::parse(winner)
        {
            return GameResult::Win(color, parse_margin(margin));
        }
        parse_words(text)
    }
}

fn parse_margin(text: &str) -> Margin {
    let text = text.trim().to_ascii_lowercase();
    match text.bytes().next() {
        None => Margin::Unknown,
        Some(b'r') => Margin::Resignation,
        Some(b't') => Margin::Time,
        Some(b'f') => Margin::Forfeit,
        Some(_) => number_in(&text).map_or(Margin::Unknown, Margin::Points),
    }
}

/// The first number of a text, `3.5`, `3,5`, `1/2` and `3 1/2` included.
fn number_in(text: &str) -> Option<f64> {
    let start = text.find(|c: char| c.is_ascii_digit())?;
    let rest = &text[start..];
    let end = rest.find(|c: char| !(c.is_ascii_digit() || matches!(c, '.' | ',' | '/' | ' '))).unwrap_or(rest.len());
    let mut sum = 0.0;
    for part in rest[..end].split_whitespace().take(2) {
        sum += match part.split_once('/') {
            Some((above, below)) => {
                let below: f64 = below.parse().ok().filter(|&below| below > 0.0)?;
                above.parse::<f64>().ok()? / below
            }
            None => part.trim_end_matches(['.', ',']).replace(',', ".").parse().ok()?,
        };
    }
    Some(sum)
}

/// Results in words: `Black wins by resignation`, `黑中盘胜`, `白4目半勝ち`, `흑 불계승`.
fn parse_words(text: &str) -> GameResult {
    let lower = text.to_ascii_lowercase();
    let first = |words: &[&str]| words.iter().filter_map(|word| lower.find(word)).min();
    let black = first(&["black", "黑", "黒", "흑"]);
    let white = first(&["white", "白", "백"]);
    let won = first(&["win", "won", "胜", "勝", "승"]).is_some();
    let lost = first(&["lose", "lost", "負", "负", "敗"]).is_some();
    let named = match (black, white) {
        (Some(b), Some(w)) => Some(if b < w { Color::Black } else { Color::White }),
        (Some(_), None) => Some(Color::Black),
        (None, Some(_)) => Some(Color::White),
        (None, None) => None,
    };
    let Some(named) = named.filter(|_| won || lost) else {
        return GameResult::Unknown;
    };
    let winner = if won { named } else { named.opponent() };
    let margin = if first(&["resign", "中盘", "中盤", "中押", "불계"]).is_some() {
        Margin::Resignation
    } else if first(&["time", "时", "時間", "시간"]).is_some() {
        Margin::Time
    } else {
        let half = if first(&["半", "반"]).is_some() { 0.5 } else { 0.0 };
        // Chinese 子 are counted by area, two points each.
        let unit = if first(&["子"]).is_some() { 2.0 } else { 1.0 };
        match number_in(&lower) {
            Some(points) => Margin::Points((points + half) * unit),
            None if half > 0.0 => Margin::Points(half),
            None => Margin::Unknown,
        }
    };
    GameResult::Win(winner, margin)
}

#[cfg(test)]
mod tests {
    use super::*;
    use Color::{Black, White};

    #[test]
    fn results_in_sgf_form() {
        assert_eq!(GameResult::parse("B+R"), GameResult::Win(Black, Margin::Resignation));
        assert_eq!(GameResult::parse("w+resign"), GameResult::Win(White, Margin::Resignation));
        assert_eq!(GameResult::parse("W+2.5"), GameResult::Win(White, Margin::Points(2.5)));
        assert_eq!(GameResult::parse("B+0,5"), GameResult::Win(Black, Margin::Points(0.5)));
        assert_eq!(GameResult::parse("B+3 1/2"), GameResult::Win(Black, Margin::Points(3.5)));
        assert_eq!(GameResult::parse("B+"), GameResult::Win(Black, Margin::Unknown));
        assert_eq!(GameResult::parse("B+T"), GameResult::Win(Black, Margin::Time));
        assert_eq!(GameResult::parse("W+Forfeit"), GameResult::Win(White, Margin::Forfeit));
        assert_eq!(GameResult::parse("0"), GameResult::Draw);
        assert_eq!(GameResult::parse("Jigo"), GameResult::Draw);
        assert_eq!(GameResult::parse("Void"), GameResult::Void);
        assert_eq!(GameResult::parse("?"), GameResult::Unknown);
        assert_eq!(GameResult::parse("B+1/0"), GameResult::Win(Black, Margin::Unknown));
    }

    #[test]
    fn results_in_words() {
        assert_eq!(GameResult::parse("Black wins by resignation"), GameResult::Win(Black, Margin::Resignation));
        assert_eq!(GameResult::parse("黑中盘胜"), GameResult::Win(Black, Margin::Resignation));
        assert_eq!(GameResult::parse("白4目半勝ち"), GameResult::Win(White, Margin::Points(4.5)));
        assert_eq!(GameResult::parse("흑 불계승"), GameResult::Win(Black, Margin::Resignation));
        assert_eq!(GameResult::parse("黑胜1/4子"), GameResult::Win(Black, Margin::Points(0.5)));
        assert_eq!(GameResult::parse("白半目勝"), GameResult::Win(White, Margin::Points(0.5)));
        assert_eq!(GameResult::parse("Played in white country"), GameResult::Unknown);
    }
}
