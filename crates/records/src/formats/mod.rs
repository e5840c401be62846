//! Formats of Asian servers, turned into [`GameTree`](crate::GameTree)s.

mod gib;
mod ngf;

pub use gib::parse_gib;
pub use ngf::parse_ngf;

use crate::props::SgfPoint;

/// Where the servers put handicap stones on 19x19.
fn fixed_handicap(stones: usize) -> Vec<SgfPoint> {
    const CORNERS: [(u8, u8); 4] = [(15, 3), (3, 15), (15, 15), (3, 3)];
    const SIDES: [(u8, u8); 4] = [(3, 9), (15, 9), (9, 3), (9, 15)];
    let mut points: Vec<(u8, u8)> = CORNERS.into_iter().take(stones).collect();
    if stones >= 6 {
        points.extend(SIDES.into_iter().take(if stones >= 8 { 4 } else { 2 }));
    }
    if matches!(stones, 5 | 7 | 9) {
        points.push((9, 9));
    }
    points.into_iter().map(|(column, row)| SgfPoint { column, row }).collect()
}

/// Ranks as SGF writes them: `2D`, `3段`, `5단` are `2d`…, `10K`, `1급`, `3级` are `10k`…; professionals `9p`.
fn rank(text: &str) -> Option<String> {
    let text = text.trim();
    if text.is_empty() {
        return None;
    }
    let digits: String = text.chars().filter(char::is_ascii_digit).take(2).collect();
    let has = |marks: &[&str]| marks.iter().any(|mark| text.contains(mark));
    let grade = if has(&["P", "p", "프로"]) {
        "p"
    } else if has(&["D", "d", "段", "단"]) {
        "d"
    } else if has(&["K", "k", "급", "级", "級"]) {
        "k"
    } else {
        return Some(text.to_owned());
    };
    match digits.is_empty() {
        true => Some(text.to_owned()),
        false => Some(format!("{digits}{grade}")),
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn ranks_are_read_in_three_languages() {
        let ranks = ["2D", "3段", "5단", "1급", "10K", "9DP", "7D*", "professional"];
        let read: Vec<_> = ranks.iter().map(|text| super::rank(text).unwrap_or_default()).collect();
        assert_eq!(read, ["2d", "3d", "5d", "1k", "10k", "9p", "7d", "professional"]);
        assert_eq!(super::rank(" "), None);
    }

    #[test]
    fn handicap_stones_are_as_many_as_asked_for() {
        for stones in 2..=9 {
            assert_eq!(super::fixed_handicap(stones).len(), stones);
        }
    }
}
