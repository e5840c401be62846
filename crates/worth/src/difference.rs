//! Difference races (差分攻合い): which of two liberty regions is worth more, shown by playing one against the mirror of the
//! other.
//!
//! Black's block lives on the first region, White's on the second with colours exchanged, and the side that begins is
//! one plain liberty behind. If both lose as beginners the regions are equal; if only Black wins so, the first is worth
//! more; if both win, the regions cannot be compared. The rule says the same: it is the sign of the difference of the
//! values cooled by two.

use gosedai_board::Color;
use gosedai_cgt::race::{Race, RaceEnd};
use gosedai_cgt::{Arena, Dyadic, Game, Relation, SumSearch};
use std::collections::HashMap;

/// One move of the difference race.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DifferenceMove {
    pub color: Color,
    /// 0 for the first region, 1 for the mirrored second one, 2 for the liberty given to the side that moves second.
    pub region: usize,
    /// What the region became; White's are negative.
    pub after: Game,
}

/// Two regions compared.
#[derive(Clone, Debug)]
pub struct Difference {
    /// The first region's game and the mirror of the second's: positive and negative.
    pub regions: [Game; 2],
    /// Both cooled by two degrees and added.
    pub value: Game,
    /// How the first compares with the second.
    pub relation: Relation,
    /// Whether Black, and whether White, captures beginning with one liberty less: by rule.
    pub beginner_wins: [bool; 2],
    /// Best play to the capture, Black beginning and White beginning.
    pub play: [Vec<DifferenceMove>; 2],
}

/// Compares two liberty games; both are the defender's (positive).
pub fn difference_race(arena: &mut Arena, first: Game, second: Game) -> Difference {
    let mirror = arena.neg(second);
    let two = Dyadic::int(2);
    let cooled = [arena.cool(first, two), arena.cool(mirror, two)];
    let value = arena.add(cooled[0], cooled[1]);
    let relation = arena.relation(value, Arena::ZERO);
    let mut beginner_wins = [false; 2];
    let mut play = [Vec::new(), Vec::new()];
    for (s, color) in Color::BOTH.into_iter().enumerate() {
        let extra = arena.int(if color == Color::Black { -1 } else { 1 });
        let mut race = Race { black: vec![first], white: vec![mirror], ..Race::default() };
        if color == Color::Black { &mut race.white } else { &mut race.black }.push(extra);
        let verdict = race.decide(arena, &mut SumSearch::new());
        beginner_wins[s] = match color {
            Color::Black => verdict.black_first == RaceEnd::BlackCaptures,
            Color::White => verdict.white_first == RaceEnd::WhiteCaptures,
        };
        let mut referee = Referee { arena, extra_is_white: color == Color::Black, known: HashMap::new() };
        play[s] = referee.line([first, mirror, extra], color);
    }
    Difference { regions: [first, mirror], value, relation, beginner_wins, play }
}

/// Plays the race itself: take the other's last liberty first.
struct Referee<'a> {
    arena: &'a mut Arena,
    extra_is_white: bool,
    known: HashMap<(State, Color), bool>,
}

type State = [Game; 3];

impl Referee<'_> {
    fn owner(&self, region: usize) -> Color {
        match region {
            0 => Color::Black,
            2 if !self.extra_is_white => Color::Black,
            _ => Color::White,
        }
    }

    /// Moves of one side: options of games, and one liberty less where the other side's liberties are plain.
    fn moves(&mut self, state: State, color: Color) -> Vec<(usize, Game)> {
        let mut all = Vec::new();
        for (region, g) in state.into_iter().enumerate() {
            if let Some(x) = self.arena.as_number(g) {
                if self.owner(region) != color && !x.is_zero() {
                    let less = if color == Color::Black { x + Dyadic::ONE } else { x - Dyadic::ONE };
                    all.push((region, self.arena.number(less)));
                }
                continue;
            }
            let options = if color == Color::Black { self.arena.lefts(g) } else { self.arena.rights(g) }.to_vec();
            all.extend(options.into_iter().map(|o| (region, o)));
        }
        all
    }

    /// Whether all liberties of a side's block are gone.
    fn is_taken(&self, state: State, color: Color) -> bool {
        let mut own = state.into_iter().enumerate().filter(|(r, _)| self.owner(*r) == color);
        own.all(|(_, g)| g == Arena::ZERO)
    }

    /// Whether the side to move captures.
    fn wins(&mut self, state: State, color: Color) -> bool {
        if let Some(&known) = self.known.get(&(state, color)) {
            return known;
        }
        let won = self.moves(state, color).into_iter().any(|m| self.keeps(state, m, color));
        self.known.insert((state, color), won);
        won
    }

    /// Whether a move captures or leads to a capture.
    fn keeps(&mut self, mut state: State, (region, after): (usize, Game), color: Color) -> bool {
        state[region] = after;
        self.is_taken(state, color.opponent()) || !self.is_taken(state, color) && !self.wins(state, color.opponent())
    }

    fn line(&mut self, mut state: State, first: Color) -> Vec<DifferenceMove> {
        const LONGEST: usize = 200;
        let (mut color, mut line) = (first, Vec::new());
        while !Color::BOTH.iter().any(|&c| self.is_taken(state, c)) && line.len() < LONGEST {
            let moves = self.moves(state, color);
            let mut chosen = moves.first().copied();
            for m in moves {
                if self.keeps(state, m, color) {
                    chosen = Some(m);
                    break;
                }
            }
            let Some((region, after)) = chosen else { break };
            state[region] = after;
            line.push(DifferenceMove { color, region, after });
            color = color.opponent();
        }
        line
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gosedai_cgt::text::parse;

    fn compare(first: &str, second: &str) -> (Arena, Difference) {
        let mut arena = Arena::new();
        let (a, b) = (parse(&mut arena, first).unwrap(), parse(&mut arena, second).unwrap());
        let d = difference_race(&mut arena, a, b);
        (arena, d)
    }

    /// Replays a line; whether its beginner took the other block.
    fn beginner_took(arena: &mut Arena, d: &Difference, s: usize) -> bool {
        let extra = arena.int(if s == 0 { -1 } else { 1 });
        let mut state = [d.regions[0], d.regions[1], extra];
        let mut expected = Color::BOTH[s];
        for m in &d.play[s] {
            assert_eq!(m.color, expected, "sides alternate");
            state[m.region] = m.after;
            expected = expected.opponent();
        }
        let white = state[1] == Arena::ZERO && (s == 1 || state[2] == Arena::ZERO);
        let black = state[0] == Arena::ZERO && (s == 0 || state[2] == Arena::ZERO);
        assert!(white != black, "exactly one block is taken");
        if s == 0 { white } else { black }
    }

    fn relation_by_play(arena: &mut Arena, d: &Difference) -> Relation {
        match (beginner_took(arena, d, 0), beginner_took(arena, d, 1)) {
            (true, true) => Relation::Confused,
            (true, false) => Relation::Greater,
            (false, true) => Relation::Less,
            (false, false) => Relation::Equal,
        }
    }

    #[test]
    fn the_regions_of_the_slides_are_compared_by_play() {
        // cooled by two: 4^ against 4, 2* against 2, 3-1/4 against 3-1/8
        for (first, second, value, relation) in [
            ("{6|{4|0}}", "4", "^", Relation::Greater),
            ("{4|0}", "2", "*", Relation::Confused),
            ("{{6|3}|1}", "{{{8|5}|3}|1}", "-1/8", Relation::Less),
            ("{6|{4|0}}", "{6|{4|0}}", "0", Relation::Equal),
            ("7", "6", "1", Relation::Greater),
        ] {
            let (mut arena, d) = compare(first, second);
            assert_eq!((arena.name(d.value).as_str(), d.relation), (value, relation), "{first} - {second}");
            assert_eq!(relation_by_play(&mut arena, &d), relation, "{first} - {second}");
        }
    }

    #[test]
    fn play_rule_and_value_agree_on_all_pairs() {
        let list = ["3", "{4|0}", "{6|{4|0}}", "{{6|3}|1}", "{{{8|5}|3}|1}", "{{7|3},5|1}", "{5|{3|0}}", "{8|{5|1}}"];
        for a in list {
            for b in list {
                let (mut arena, d) = compare(a, b);
                let played = relation_by_play(&mut arena, &d);
                assert_eq!(played, d.relation, "{a} - {b} = {}", arena.name(d.value));
                let took = [0, 1].map(|s| beginner_took(&mut arena, &d, s));
                assert_eq!(took, d.beginner_wins, "{a} - {b}");
            }
        }
    }
}
