//! Cooling with freezing, warming and heating.

use crate::Dyadic;
use crate::arena::{Arena, Game};

impl Arena {
    /// `Cool(G,t)`: every move is taxed by `t`; a game colder than `t` is frozen at its mean. At its own temperature it keeps its
    /// infinitesimal.
    pub fn cool(&mut self, g: Game, t: Dyadic) -> Game {
        self.cool_shifted(g, t, Dyadic::ZERO)
    }

    /// `Cool(g,t) + shift`: the taxes of the moves so far travel down instead of being added on the way up.
    fn cool_shifted(&mut self, g: Game, t: Dyadic, shift: Dyadic) -> Game {
        if let Some(x) = self.as_number(g) {
            return self.number(x + shift);
        }
        let walls = self.walls_of(g);
        if walls.temperature < t {
            return self.number(walls.mean + shift);
        }
        if let Some(&known) = self.cool_memo.get(&(g, t, shift)) {
            return known;
        }
        let (mut l, mut r) = (self.scratch(), self.scratch());
        let (start, end) = self.left_range(g);
        for i in start..end {
            let option = self.pooled(i);
            l.push(self.cool_shifted(option, t, shift - t));
        }
        let (start, end) = self.right_range(g);
        for i in start..end {
            let option = self.pooled(i);
            r.push(self.cool_shifted(option, t, shift + t));
        }
        let cooled = self.canonicalise(&mut l, &mut r);
        self.recycle(l);
        self.recycle(r);
        self.cool_memo.insert((g, t, shift), cooled);
        cooled
    }

    /// Chilling: cooling by one point, the tax that makes the last Go endgames into numbers and infinitesimals.
    pub fn chill(&mut self, g: Game) -> Game {
        self.cool(g, Dyadic::ONE)
    }

    /// Warming: integers stay, every other move is paid `t`. Undoes chilling on the values that occur in Go.
    pub fn warm(&mut self, g: Game, t: Dyadic) -> Game {
        self.reheat(g, t, &|x| x.is_integer())
    }

    /// Heating: all numbers stay.
    pub fn heat(&mut self, g: Game, t: Dyadic) -> Game {
        self.reheat(g, t, &|_| true)
    }

    fn reheat(&mut self, g: Game, t: Dyadic, stays: &dyn Fn(Dyadic) -> bool) -> Game {
        if self.as_number(g).is_some_and(stays) {
            return g;
        }
        let lefts: Vec<Game> = self.lefts(g).to_vec();
        let rights: Vec<Game> = self.rights(g).to_vec();
        let (gain, loss) = (self.number(t), self.number(-t));
        let mut shift = |options: Vec<Game>, by: Game| -> Vec<Game> {
            let mut shifted = Vec::with_capacity(options.len());
            for option in options {
                let h = self.reheat(option, t, stays);
                shifted.push(self.add(h, by));
            }
            shifted
        };
        let (l, r) = (shift(lefts, gain), shift(rights, loss));
        self.make(&l, &r)
    }

    /// The area game of a territory game: each move also puts a stone on the board that counts. `Cool(A,1) = G`.
    pub fn area_from_territory(&mut self, g: Game) -> Game {
        self.warm(g, Dyadic::ONE)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::parse;

    fn same(input: &str, t: i64, expect: &str) {
        let mut a = Arena::new();
        let (g, e) = (parse(&mut a, input).unwrap(), parse(&mut a, expect).unwrap());
        assert_eq!(a.cool(g, Dyadic::int(t)), e, "{input} cooled by {t}");
    }

    #[test]
    fn problems_a_to_d_cooled_by_two() {
        same("{4|0}", 2, "2*");
        same("{6|{4|0}}", 2, "4^");
        same("{-5|-9}", 2, "-7*");
        same("{-5|-8}", 2, "-13/2");
        same("{{{8|5}|3}|1}", 2, "23/8");
        same("{{6|3}|1}", 2, "11/4");
    }

    #[test]
    fn freezing_keeps_the_infinitesimal_at_the_temperature_itself() {
        same("{4|0}", 2, "2*");
        same("{4|0}", 3, "2");
        same("{0|0}", 1, "0");
        same("{7|{6|0}}", 1, "6+tiny(4)");
    }

    #[test]
    fn eye_values_are_warmed_numbers() {
        let mut a = Arena::new();
        for (x, raw) in [("1/2", "{1|0}"), ("3/4", "{{2|1}|0}"), ("5/4", "{2|{1|0}}"), ("1*", "{2|0}")] {
            let (g, e) = (parse(&mut a, x).unwrap(), parse(&mut a, raw).unwrap());
            assert_eq!(a.warm(g, Dyadic::ONE), e);
            assert_eq!(a.chill(e), g);
        }
    }

    #[test]
    fn area_and_territory_corridors_agree_after_one_more_degree() {
        let mut a = Arena::new();
        for text in ["{3|{2|{1|{0|0}}}}", "{5|{4|{3|{2|0}}}}", "{7|{6|0}}", "{6|0}", "{{*|-1}|-2}"] {
            let g = parse(&mut a, text).unwrap();
            let area = a.area_from_territory(g);
            assert_eq!(a.cool(area, Dyadic::ONE), g);
            let (once, twice) = (a.chill(g), a.cool(area, Dyadic::int(2)));
            assert_eq!(once, twice);
        }
    }
}
