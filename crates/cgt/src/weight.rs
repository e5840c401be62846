//! Atomic weight: how many ups an infinitesimal is worth beside a far star. Two ahead wins.

use crate::Dyadic;
use crate::arena::{Arena, Game, Simple};
use crate::hash::FastMap;
use crate::search::SumSearch;

impl Arena {
    /// The integer atomic weight of a sum of infinitesimals (numbers are ignored), if it has one.
    pub fn atomic_weight(&mut self, games: &[Game]) -> Option<i64> {
        let mut rest = Vec::with_capacity(games.len());
        for &g in games {
            let x = self.nearby_number(g)?;
            rest.push(self.add_number(g, -x));
        }
        let mut reach = 0i64;
        let mut star = 0u32;
        let mut seen = FastMap::default();
        for &g in &rest {
            reach += self.depth(g, &mut seen) as i64 + 1;
            star = star.max(self.largest_star(g, &mut FastMap::default()));
        }
        let far = (star + 1).next_power_of_two() * 2;
        let mut search = SumSearch::new();
        // v + *N < G - n·^ < ^ + *N; outwards from zero
        (0..=reach).flat_map(|k| [k, -k]).find(|&n| self.weighs(&rest, n, far, &mut search))
    }

    fn weighs(&mut self, games: &[Game], n: i64, far: u32, search: &mut SumSearch) -> bool {
        let mut with = |arena: &mut Arena, ups: i64, begins: bool| {
            let mut list = games.to_vec();
            list.push(arena.simple(Simple { number: Dyadic::ZERO, ups: ups as i32, nimber: far }));
            search.left_wins(arena, &list, begins)
        };
        // G - n^ + ^ + *N > 0 and G - n^ - ^ - *N < 0
        with(self, 1 - n, false) && with(self, 1 - n, true) && !with(self, -1 - n, true) && !with(self, -1 - n, false)
    }

    fn depth(&mut self, g: Game, seen: &mut FastMap<Game, u32>) -> u32 {
        if let Some(s) = self.as_simple(g) {
            return s.ups.unsigned_abs() + 1;
        }
        if let Some(&d) = seen.get(&g) {
            return d;
        }
        let mut options = self.lefts(g).to_vec();
        options.extend_from_slice(self.rights(g));
        let d = 1 + options.into_iter().map(|o| self.depth(o, seen)).max().unwrap_or(0);
        seen.insert(g, d);
        d
    }

    fn largest_star(&mut self, g: Game, seen: &mut FastMap<Game, u32>) -> u32 {
        if let Some(s) = self.as_simple(g) {
            return s.nimber | 1;
        }
        if let Some(&n) = seen.get(&g) {
            return n;
        }
        let mut options = self.lefts(g).to_vec();
        options.extend_from_slice(self.rights(g));
        let n = options.into_iter().map(|o| self.largest_star(o, seen)).max().unwrap_or(0);
        seen.insert(g, n);
        n
    }
}

#[cfg(test)]
mod tests {
    use crate::Arena;
    use crate::text::parse;

    #[test]
    fn weights_of_the_second_board_problem() {
        let mut a = Arena::new();
        let table = [
            ("{miny(3)|0^3}", -3),
            ("{miny(1)|0}", -1),
            ("^*", 1),
            ("v", -1),
            ("*", 0),
            ("{0|tiny(2)}", 1),
            ("{0^2|tiny(3)}", 2),
            ("tiny(5)", 0),
            ("^3", 3),
        ];
        let mut all = Vec::new();
        for (text, weight) in table {
            let g = parse(&mut a, text).unwrap();
            assert_eq!(a.atomic_weight(&[g]), Some(weight), "{text}");
            all.push(g);
        }
        assert_eq!(a.atomic_weight(&all[..7]), Some(-1));
        let hot = parse(&mut a, "{4|0}").unwrap();
        assert_eq!(a.atomic_weight(&[hot]), None);
    }
}
