//! Printing games: short names where a game has one, braces otherwise.

use crate::Dyadic;
use crate::arena::{Arena, Game, Simple};
use crate::hash::FastMap;
use std::fmt;

impl fmt::Display for Simple {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.number.is_zero() || self.is_number() {
            write!(f, "{}", self.number)?;
        }
        if self.ups != 0 {
            f.write_str(if self.ups > 0 { "^" } else { "v" })?;
            if self.ups.abs() > 1 {
                write!(f, "{}", self.ups.abs())?;
            }
        }
        match self.nimber {
            0 => Ok(()),
            1 => f.write_str("*"),
            n => write!(f, "*{n}"),
        }
    }
}

impl Arena {
    /// The preferred short name: number, ups and stars, tinies and minies, `x + infinitesimal`, else braces.
    pub fn name(&mut self, g: Game) -> String {
        if let Some(simple) = self.as_simple(g) {
            return simple.to_string();
        }
        let Some(x) = self.nearby_number(g) else {
            return self.braces(g, &mut |arena, option| arena.name(option));
        };
        let rest = self.add_number(g, -x);
        let text = self.threat_name(rest).unwrap_or_else(|| self.braces(rest, &mut |arena, option| arena.name(option)));
        if x.is_zero() { text } else { format!("{x}+{text}") }
    }

    /// The canonical form with braces and numbers only.
    pub fn form(&mut self, g: Game) -> String {
        match self.as_number(g) {
            Some(x) => x.to_string(),
            None => self.braces(g, &mut |arena, option| arena.form(option)),
        }
    }

    /// How many characters [`Arena::form`] would write: sums of many summands can fill gigabytes.
    pub fn form_length(&mut self, g: Game) -> u64 {
        let mut known = FastMap::default();
        self.form_length_with(g, &mut known)
    }

    fn form_length_with(&mut self, g: Game, known: &mut FastMap<Game, u64>) -> u64 {
        if let Some(x) = self.as_number(g) {
            return x.to_string().len() as u64;
        }
        if let Some(&n) = known.get(&g) {
            return n;
        }
        let mut options = self.lefts(g).to_vec();
        options.extend_from_slice(self.rights(g));
        let commas = options.len() as u64;
        let inner = options.into_iter().fold(0u64, |n, o| n.saturating_add(self.form_length_with(o, known)));
        let n = inner.saturating_add(commas + 1);
        known.insert(g, n);
        n
    }

    fn braces(&mut self, g: Game, print: &mut dyn FnMut(&mut Arena, Game) -> String) -> String {
        let (lefts, rights) = (self.lefts(g).to_vec(), self.rights(g).to_vec());
        let mut side = |options: Vec<Game>| {
            let mut texts: Vec<String> = options.into_iter().map(|o| print(self, o)).collect();
            texts.sort();
            texts.join(",")
        };
        let (l, r) = (side(lefts), side(rights));
        format!("{{{l}|{r}}}")
    }

    fn only(&mut self, g: Game, left: bool) -> Option<Game> {
        let options = if left { self.lefts(g) } else { self.rights(g) };
        if let [one] = *options { Some(one) } else { None }
    }

    /// `tiny(y)`, `miny(y)` and the ladders `{0^k|tiny(y)}`, `{miny(y)|0^k}`.
    fn threat_name(&mut self, g: Game) -> Option<String> {
        for left in [true, false] {
            let (mut h, mut levels) = (g, 0u32);
            while self.only(h, left) == Some(Self::ZERO) {
                let next = self.only(h, !left)?;
                if let Some(y) = self.threat_size(next, left) {
                    let size = self.name(y);
                    let word = if left { "tiny" } else { "miny" };
                    let stops = if levels == 1 { "0".to_string() } else { format!("0^{levels}") };
                    return Some(match (levels, left) {
                        (0, _) => format!("{word}({size})"),
                        (_, true) => format!("{{{stops}|{word}({size})}}"),
                        (_, false) => format!("{{{word}({size})|{stops}}}"),
                    });
                }
                h = next;
                levels += 1;
            }
        }
        None
    }

    /// The y of `{0|-y}` (or of `{y|0}`), if the game is a threat of that shape.
    fn threat_size(&mut self, g: Game, left: bool) -> Option<Game> {
        if self.as_simple(g).is_some() || self.only(g, left) != Some(Self::ZERO) {
            return None;
        }
        let far = self.only(g, !left)?;
        let y = if left { self.neg(far) } else { far };
        // a threat below a number would be a ladder step, not a switch
        let hot = self.left_stop(g) > self.right_stop(g);
        (hot && self.le(Self::ZERO, y) && self.right_stop(y) > Dyadic::ZERO).then_some(y)
    }
}

#[cfg(test)]
mod tests {
    use crate::Arena;
    use crate::text::parse;

    #[test]
    fn names_of_the_corridor_table() {
        let mut a = Arena::new();
        for (form, name) in [
            ("{2|{2|2}}", "2^"),
            ("{4|{4|2}}", "4+tiny(2)"),
            ("{5|{5|{5|3}}}", "5+{0|tiny(2)}"),
            ("{6|{6|{6|{6|4}}}}", "6+{0^2|tiny(2)}"),
            ("{{{{3|0}|0}|0}|0}", "{miny(3)|0^2}"),
            ("{0|^}", "^2*"),
            ("{0|^*}", "^2"),
            ("{{5|0}|0}", "miny(5)"),
            ("{1,1*|-1}", "{1,1*|-1}"),
            ("-1+^+*", "-1^*"),
        ] {
            let g = parse(&mut a, form).unwrap();
            assert_eq!(a.name(g), name, "{form}");
            assert_eq!(parse(&mut a, name).unwrap(), g, "{name} read back");
            let printed = a.form(g);
            assert_eq!(parse(&mut a, &printed).unwrap(), g);
        }
    }

    #[test]
    fn other_ways_of_writing_the_same() {
        let mut a = Arena::new();
        for (text, same) in [
            ("^^*", "^2*"),
            ("↑↑*", "^2*"),
            ("⇑*", "^2*"),
            ("⇓", "v2"),
            ("3·↑", "^3"),
            ("3.^*", "^3*"),
            ("3·^*2", "^3*2"),
            ("-2·↑", "v2"),
            ("2·{3|1}", "{3|1}+{3|1}"),
            ("-2·{3|1}", "{-1|-3}+{-1|-3}"),
            ("+_2", "tiny(2)"),
            ("-_2", "miny(2)"),
            ("−_2", "miny(2)"),
            ("+₁₂", "tiny(12)"),
            ("3+_2", "3+tiny(2)"),
            ("3-_2", "3+miny(2)"),
            ("+_{2}", "tiny(2)"),
            ("+_{2|1}", "tiny({2|1})"),
            ("+_{1/2}", "tiny(1/2)"),
            ("tiny 2", "tiny(2)"),
            ("tiny_2", "tiny(2)"),
            ("tiny-2", "tiny(2)"),
            ("miny2", "miny(2)"),
            ("-tiny(2)", "miny(2)"),
            // with its zero written 0^k stands for k levels beside a tiny, ^k is always k ups
            ("{0^2|tiny(1)}", "{0|{0|tiny(1)}}"),
            ("{^2|tiny(1)}", "{^+^|tiny(1)}"),
            ("{miny(1)|^3}", "{miny(1)|^+^+^}"),
            ("{0^2|1}", "{^+^|1}"),
            ("up", "^"),
            ("down*", "v*"),
            ("star", "*"),
            ("∗", "*"),
            ("1 1/2", "3/2"),
            ("-1 1/2", "-3/2"),
            ("1½", "3/2"),
            ("-¾", "-3/4"),
            ("0.75", "3/4"),
            ("-2.5*", "-5/2+*"),
            ("±3", "{3|-3}"),
            ("+-3", "{3|-3}"),
            ("±{3|1}", "{{3|1}|{-1|-3}}"),
            ("±(3,2*)", "{3,2*|-3,-2*}"),
            ("1±2", "1±2"),
            ("{1|*}", "{1|{0|0}}"),
            ("{1∣*}", "{1|*}"),
            ("{4‖3|0}", "{4|{3|0}}"),
            ("{4|3||0}", "{{4|3}|0}"),
            ("{5|||4||3|0}", "{5|{4|{3|0}}}"),
            ("-(1^*)", "-1v*"),
            ("-{2|0}", "{0|-2}"),
            ("(1/2)", "1/2"),
            ("{|}", "0"),
            ("{0|}", "1"),
            ("{ | -3 }", "-4"),
            ("1/2+1/4-1/8", "5/8"),
        ] {
            if text == same {
                // a missing operator is an error, not a guess
                assert!(parse(&mut a, text).is_err(), "{text}");
                continue;
            }
            let (g, h) = (parse(&mut a, text), parse(&mut a, same));
            assert_eq!(g, h, "{text}");
            assert!(g.is_ok(), "{text}: {g:?}");
        }
        for bad in ["0.3", "1.2.3", "3·5", "+_0", "-_{-1}", "1½½", "1 1", "±", "2000·^", "99·{", "+", "-", "up2down"]
        {
            assert!(parse(&mut a, bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn nested_bars_and_errors() {
        let mut a = Arena::new();
        let (g, h) = (parse(&mut a, "{6||4|0}").unwrap(), parse(&mut a, "{6|{4|0}}").unwrap());
        assert_eq!(g, h);
        for bad in ["", "{1|2", "{1}", "3/7", "1+", "x", "{1|2}}", "tiny(0)", "*99", "^9999", "99999999", "{1,,2|0}"] {
            let error = parse(&mut a, bad).unwrap_err().to_string();
            assert!(!error.contains('\n'), "{error}");
        }
        let deep = "{0|".repeat(500) + "0" + &"}".repeat(500);
        assert!(parse(&mut a, &deep).is_err());
        let fine = "{0|".repeat(60) + "1" + &"}".repeat(60);
        assert!(parse(&mut a, &fine).is_err());
    }
}
