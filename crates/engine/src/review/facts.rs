//! What a move does, as claims that reading has proved: captures, catches, threatens, saves, cuts, connects.
//!
//! Every claim carries what is needed to check it again: see [`Claim::holds`].

use gosedai_board::{Board, Color, Move, Point, Position};
use gosedai_explain::{Evidence, Line};
use gosedai_reading::{Budget, Outcome, Reader, Reading, Status, Trust};

/// What kind of statement it is, with the points it is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fact {
    /// Stones taken off the board.
    Captures { at: Point },
    /// An enemy string that cannot be saved any more, and could before.
    Catches { at: Point },
    /// If the opponent plays elsewhere, this enemy string falls; before the move it did not.
    Threatens { at: Point },
    /// An own string that would have fallen and now does not.
    Saves { at: Point },
    /// Two enemy strings that can no longer connect.
    Cuts { from: Point, to: Point },
    /// Two own strings that could be cut and no longer can.
    Connects { from: Point, to: Point },
    /// Atari on a string that has a way out.
    Atari { at: Point },
}

/// A proved statement about a move.
#[derive(Clone, Debug)]
pub struct Claim {
    pub fact: Fact,
    /// Stones it is about.
    pub stones: usize,
    pub evidence: Evidence,
}

impl Claim {
    /// How much it matters, for the order of sentences.
    pub fn weight(&self) -> usize {
        let rank = match self.fact {
            Fact::Catches { .. } | Fact::Captures { .. } => 4,
            Fact::Saves { .. } => 4,
            Fact::Cuts { .. } => 3,
            Fact::Threatens { .. } => 2,
            Fact::Connects { .. } => 2,
            Fact::Atari { .. } => 1,
        };
        rank * self.stones.max(1)
    }

    /// Checks the statement again with a reader of its own; `None` if that reader cannot tell.
    pub fn holds(&self, before: &Position, point: Point, nodes: u64) -> Option<bool> {
        let color = before.to_play();
        let old = before.board();
        let mut new = old.clone();
        new.play_forever(point, color);
        let mut reader = Reader::new(Budget::nodes(nodes));
        let known = |outcome: Outcome| (outcome != Outcome::Unknown).then_some(outcome);
        match self.fact {
            Fact::Captures { at } => Some(old.at(at).is(color.opponent()) && new.is_empty(at)),
            Fact::Atari { at } => Some(new.in_atari(at) && !old.in_atari(at)),
            Fact::Catches { at } => {
                let after = reader.capture(&new, at);
                known(after.defend.outcome).map(|defend| defend == Outcome::Lose)
            }
            Fact::Threatens { at } => {
                let after = reader.capture(&new, at);
                known(after.attack.outcome).map(|attack| attack == Outcome::Win && falls(&new, at, &after))
            }
            Fact::Saves { at } => {
                let was = known(reader.capture(old, at).attack.outcome)?;
                let is = known(reader.capture(&new, at).attack.outcome)?;
                Some(was == Outcome::Win && is == Outcome::Lose)
            }
            Fact::Cuts { from, to } => match reader.connection(&new, from, to).status() {
                Status::Unknown => None,
                status => Some(status == Status::Success),
            },
            Fact::Connects { from, to } => {
                if new.same_string(from, to) {
                    return Some(true);
                }
                match reader.connection(&new, from, to).status() {
                    Status::Unknown => None,
                    status => Some(status == Status::Failure),
                }
            }
        }
    }
}

/// Plays the line of an attack: is the string gone at its end, or at least in no better state than captured?
fn falls(board: &Board, at: Point, reading: &Reading) -> bool {
    let mut trial = board.clone();
    let owner = board.at(at);
    let mut color = reading.attacker;
    for mv in &reading.attack.line {
        if let Move::Play(point) = mv {
            if trial.check(*point, color).is_err() {
                return false;
            }
            trial.play_forever(*point, color);
        } else {
            trial.clear_ko();
        }
        color = color.opponent();
    }
    trial.at(at) != owner || reading.attack.outcome == Outcome::Win
}

/// Reads what a move does. `reader` keeps its memory between moves.
pub fn facts(before: &Position, point: Point, reader: &mut Reader) -> Vec<Claim> {
    let color = before.to_play();
    let old = before.board();
    let mut new = old.clone();
    new.play_forever(point, color);
    let mut claims = Vec::new();
    captures(old, &new, point, color, &mut claims);
    attacks(old, &new, point, color, reader, &mut claims);
    rescues(old, &new, point, color, reader, &mut claims);
    links(old, &new, point, color, reader, &mut claims);
    claims.sort_by_key(|claim| std::cmp::Reverse(claim.weight()));
    claims
}

fn about(rule: &'static str, stones: usize, at: Point) -> Evidence {
    // one stone is "the stone", not "the 1 stones"
    let rule = match (rule, stones) {
        ("review.captures", 1) => "review.captures_one",
        ("review.catches", 1) => "review.catches_one",
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
            claims.push(Claim {
                fact: Fact::Captures { at },
                stones,
                evidence: about("review.captures", stones, at).mark("stones", old.string_set(at)),
            });
        }
    }
}

/// Strings of a colour that touch the move or a neighbour of it, one stone of each.
fn near(board: &Board, point: Point, color: Color) -> Vec<Point> {
    let mut heads: Vec<Point> = Vec::new();
    let size = board.size();
    for dy in -2isize..=2 {
        for dx in -2isize..=2 {
            if dx.abs() + dy.abs() > 2 {
                continue;
            }
            if let Some(at) = point.shifted(dx, dy, size)
                && board.at(at).is(color)
                && !heads.iter().any(|&head| board.same_string(head, at))
            {
                heads.push(at);
            }
        }
    }
    heads
}

/// The line of an attack as a picture.
fn line_of(reading: &Reading, first: Color, moves: &[Move]) -> Line {
    let _ = reading;
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
                let line = line_of(&after, color.opponent(), &after.defend.line);
                let evidence = marked("review.catches").line(line);
                claims.push(Claim { fact: Fact::Catches { at }, stones, evidence });
            }
        } else if after.attack.outcome == Outcome::Win
            && after.attack.trust == Trust::Proved
            && before.attack.outcome == Outcome::Lose
        {
            let evidence = marked("review.threatens").line(line_of(&after, color, &after.attack.line));
            claims.push(Claim { fact: Fact::Threatens { at }, stones, evidence });
        } else if liberties == 1 && !old.in_atari(at) {
            claims.push(Claim { fact: Fact::Atari { at }, stones, evidence: marked("review.atari") });
        }
    }
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
            let evidence = about("review.saves", stones, at).mark("stones", old.string_set(at)).line(line_of(
                &before,
                color.opponent(),
                &before.attack.line,
            ));
            claims.push(Claim { fact: Fact::Saves { at }, stones, evidence });
        }
    }
}

fn links(old: &Board, new: &Board, point: Point, color: Color, reader: &mut Reader, claims: &mut Vec<Claim>) {
    for owner in Color::BOTH {
        let heads = near(old, point, owner);
        for (i, &from) in heads.iter().enumerate().take(4) {
            for &to in heads.iter().skip(i + 1).take(3) {
                if !new.at(from).is(owner) || !new.at(to).is(owner) {
                    continue;
                }
                let pair = |rule| Evidence::new(rule).arg("from", from).arg("to", to);
                let stones = old.string_len(from).min(old.string_len(to));
                let before = reader.connection(old, from, to);
                if owner == color {
                    let open = before.attack.outcome == Outcome::Win;
                    let joined = new.same_string(from, to)
                        || (open && reader.connection(new, from, to).status() == Status::Failure);
                    if open && joined {
                        let evidence = pair("review.connects");
                        claims.push(Claim { fact: Fact::Connects { from, to }, stones, evidence });
                    }
                } else if before.defend.outcome == Outcome::Win
                    && reader.connection(new, from, to).status() == Status::Success
                {
                    claims.push(Claim { fact: Fact::Cuts { from, to }, stones, evidence: pair("review.cuts") });
                }
            }
        }
    }
}
