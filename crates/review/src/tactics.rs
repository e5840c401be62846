//! Claims that reading finds: captures, catches, threats, rescues, cuts, connections, races.

use gosedai_board::{Board, Color, Move, Point, Position};
use gosedai_explain::{Evidence, Line};
use gosedai_reading::{Outcome, Reader, Status, Trust};
use gosedai_worth::{analyse_race, safe_stones};

use super::facts::{Claim, Fact};

/// Everything reading can say about a move.
pub fn claims(before: &Position, point: Point, reader: &mut Reader) -> Vec<Claim> {
    let color = before.to_play();
    let old = before.board();
    let mut new = old.clone();
    new.play_forever(point, color);
    let mut claims = Vec::new();
    captures(old, &new, point, color, &mut claims);
    attacks(old, &new, point, color, reader, &mut claims);
    rescues(old, &new, point, color, reader, &mut claims);
    links(old, &new, point, color, reader, &mut claims);
    claims
}

/// Stones and a place; one stone has sentences of its own ("the stone", not "the 1 stones").
pub fn about(rule: &'static str, stones: usize, at: Point) -> Evidence {
    let rule = match (rule, stones) {
        ("review.captures", 1) => "review.captures_one",
        ("review.catches", 1) => "review.catches_one",
        ("review.ladder", 1) => "review.ladder_one",
        ("review.threatens", 1) => "review.threatens_one",
        ("review.saves", 1) => "review.saves_one",
        ("review.atari", 1) => "review.atari_one",
        (rule, _) => rule,
    };
    Evidence::new(rule).arg("stones", stones).arg("at", at)
}

fn captures(old: &Board, new: &Board, point: Point, color: Color, claims: &mut Vec<Claim>) {
    let mut seen: Vec<Point> = Vec::new();
    for at in point.neighbours() {
        let taken = old.at(at).is(color.opponent()) && new.is_empty(at);
        if taken && !seen.iter().any(|&p| old.same_string(p, at)) {
            seen.push(at);
            let stones = old.string_len(at);
            let ko = stones == 1 && new.ko(color.opponent()) == Some(at);
            let evidence =
                if ko { Evidence::new("review.takes_ko").arg("at", at) } else { about("review.captures", stones, at) };
            claims.push(Claim::new(Fact::Captures { at }, stones, evidence.mark("stones", old.string_set(at))));
        }
    }
}

/// Strings of a colour that touch the move or a neighbour of it, the stone nearest to it of each.
pub fn near(board: &Board, point: Point, color: Color) -> Vec<Point> {
    let mut heads: Vec<Point> = Vec::new();
    let size = board.size();
    let mut offsets: Vec<(isize, isize)> = (-2isize..=2).flat_map(|dy| (-2isize..=2).map(move |dx| (dx, dy))).collect();
    offsets.retain(|(dx, dy)| dx.abs() + dy.abs() <= 2);
    offsets.sort_by_key(|(dx, dy)| dx.abs() + dy.abs());
    for (dx, dy) in offsets {
        if let Some(at) = point.shifted(dx, dy, size)
            && board.at(at).is(color)
            && !heads.iter().any(|&head| board.same_string(head, at))
        {
            heads.push(at);
        }
    }
    heads
}

/// The line of an attack as a picture.
fn line_of(first: Color, moves: &[Move]) -> Line {
    let mut color = first;
    let colored = moves.iter().map(|&mv| {
        let pair = (color, mv);
        color = color.opponent();
        pair
    });
    Line::Play { role: "line", moves: colored.collect() }
}

fn attacks(old: &Board, new: &Board, point: Point, color: Color, reader: &mut Reader, claims: &mut Vec<Claim>) {
    for at in near(new, point, color.opponent()) {
        let liberties = new.liberty_count(at);
        if liberties > 4 {
            continue;
        }
        let stones = new.string_len(at);
        let after = reader.capture(new, at);
        let before = reader.capture(old, at);
        let marked = |rule| about(rule, stones, at).mark("stones", new.string_set(at));
        // only what is read to the end is said; a judged result may turn out otherwise
        if after.defend.outcome == Outcome::Lose && after.defend.trust == Trust::Proved {
            // doomed even if it moves first; news only if it was not so before
            if matches!(before.defend.outcome, Outcome::Win | Outcome::Seki) {
                let line = line_of(color.opponent(), &after.defend.line);
                claims.push(caught(old, new, point, at, stones, reader, line));
            }
        } else if after.attack.outcome == Outcome::Win
            && after.attack.trust == Trust::Proved
            && before.attack.outcome == Outcome::Lose
        {
            let evidence = marked("review.threatens").line(line_of(color, &after.attack.line));
            claims.push(Claim::new(Fact::Threatens { at }, stones, evidence));
        } else if liberties == 1 && !old.in_atari(at) {
            claims.push(Claim::new(Fact::Atari { at }, stones, marked("review.atari")));
        }
    }
}

/// A string that falls: in a race with a string of ours, in a ladder, or simply.
fn caught(old: &Board, new: &Board, point: Point, at: Point, stones: usize, reader: &mut Reader, line: Line) -> Claim {
    let marked = |rule| about(rule, stones, at).mark("stones", new.string_set(at)).line(line.clone());
    let color = new.at(at).color().map_or(Color::Black, Color::opponent);
    // ours was in danger itself: a race
    let rival = near(old, point, color).into_iter().find(|&own| {
        touches(new, own, at)
            && new.at(own).is(color)
            && old.liberty_count(own) >= 2
            && old.string_len(own) >= 2
            && reader.capture(old, own).attack.outcome == Outcome::Win
    });
    if let Some(own) = rival {
        let by = race_margin(new, own, at);
        let rule = if by.is_some() { "review.race_by" } else { "review.race" };
        let evidence = marked(rule).arg("own", own).arg("by", by.unwrap_or(0));
        return Claim::new(Fact::WinsRace { own, enemy: at, by }, stones, evidence);
    }
    // a chase of some length that goes from atari to atari
    let chase = matches!(&line, Line::Play { moves, .. } if moves.len() >= 7);
    if chase && reader.ladder(new, at).status() == Status::Success {
        return Claim::new(Fact::Ladder { at }, stones, marked("review.ladder"));
    }
    Claim::new(Fact::Catches { at }, stones, marked("review.catches"))
}

fn touches(board: &Board, a: Point, b: Point) -> bool {
    board.string_set(a).grown().intersects(&board.string_set(b))
}

/// By how many moves the owner of `own` wins the race although the other side moves next; only for plain liberties
/// without eyes and without shared ones, which can simply be counted.
pub fn race_margin(board: &Board, own: Point, enemy: Point) -> Option<usize> {
    let report = analyse_race(board, own, enemy, &safe_stones(board, 200)).ok()?;
    report.verdict.as_ref()?;
    if report.class > 0 || !report.shared.is_empty() || report.eyes != [0, 0] {
        return None;
    }
    board.liberty_count(own).checked_sub(board.liberty_count(enemy)).filter(|&by| by > 0)
}

fn rescues(old: &Board, new: &Board, point: Point, color: Color, reader: &mut Reader, claims: &mut Vec<Claim>) {
    for at in near(old, point, color) {
        if old.liberty_count(at) > 3 {
            continue;
        }
        let before = reader.capture(old, at);
        if before.attack.outcome != Outcome::Win {
            continue;
        }
        let after = reader.capture(new, at);
        if after.attack.outcome == Outcome::Lose {
            let stones = old.string_len(at);
            let line = line_of(color.opponent(), &before.attack.line);
            let evidence = about("review.saves", stones, at).mark("stones", old.string_set(at)).line(line);
            let proved = after.attack.trust == Trust::Proved;
            claims.push(Claim { proved, ..Claim::new(Fact::Saves { at }, stones, evidence) });
        }
    }
}

fn links(old: &Board, new: &Board, point: Point, color: Color, reader: &mut Reader, claims: &mut Vec<Claim>) {
    for owner in Color::BOTH {
        let heads = near(old, point, owner);
        let mut found: Option<Claim> = None;
        for (i, &from) in heads.iter().enumerate().take(4) {
            for &to in heads.iter().skip(i + 1).take(3) {
                if !new.at(from).is(owner) || !new.at(to).is(owner) {
                    continue;
                }
                let pair = |rule| Evidence::new(rule).arg("from", from).arg("to", to);
                let stones = old.string_len(from).min(old.string_len(to));
                // of several pairs the weightiest is worth saying
                if found.as_ref().is_some_and(|claim| claim.stones >= stones) {
                    continue;
                }
                let before = reader.connection(old, from, to);
                if owner == color {
                    let open = before.attack.outcome == Outcome::Win;
                    let joined = new.same_string(from, to)
                        || (open && reader.connection(new, from, to).status() == Status::Failure);
                    if open && joined {
                        let evidence = pair("review.connects");
                        found = Some(Claim::new(Fact::Connects { from, to }, stones, evidence));
                    }
                } else if before.defend.outcome == Outcome::Win
                    && reader.connection(new, from, to).status() == Status::Success
                {
                    found = Some(Claim::new(Fact::Cuts { from, to }, stones, pair("review.cuts")));
                }
            }
        }
        claims.extend(found);
    }
}
