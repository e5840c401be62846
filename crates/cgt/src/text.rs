//! The notation: `{L|R}`, `3/4`, `^2*`, `v`, `*3`, `tiny(2)`, `miny(1)`, sums with `+` and `-`; `{6||4|0}` is read as `{6|{4|0}}`.
//! Books write the same in other ways, which are read too: `^^*`, `⇑`, `3·↑`, `3.^`, `up`, `down`, `star`, `+_2` and `tiny 2` for
//! tinies, `-_2` for minies, `1 1/2`, `1½`, `+-3`, `±{3|1}`, `n·{…}` for n copies.
//!
//! A leading minus before a number belongs to the number alone (`-1^*` is (-1)+^+*); before anything else it negates the term.

use crate::Dyadic;
use crate::arena::{Arena, Game, Simple};
use thiserror::Error;

/// What can be wrong with an expression, and where (a character index from 1).
#[derive(Debug, Error, Clone, PartialEq, Eq)]
pub enum TextError {
    #[error("game expression ends too early: {wanted} is missing")]
    Ends { wanted: &'static str },
    #[error("unexpected `{found}` at character {at} of the game expression: {wanted} belongs there")]
    Unexpected { found: char, at: usize, wanted: &'static str },
    #[error(
        "number at character {at} of the game expression is not an integer or a fraction with a power of two below"
    )]
    BadNumber { at: usize },
    #[error(
        "number at character {at} of the game expression is outside the supported range (|x| up to 1000000, denominators up to 2^20)"
    )]
    OutOfRange { at: usize },
    #[error("game expression is nested more than {limit} levels deep")]
    TooDeep { limit: usize },
    #[error("the value needs numbers finer than 1/2^{limit}, beyond the exact range")]
    TooFine { limit: u32 },
    #[error("tiny and miny need a positive game in their brackets (character {at})")]
    NotPositive { at: usize },
    #[error("a liberty tree may only hold integers at its leaves")]
    NotATree,
}

/// The syntax of an expression, before any simplification; raw liberty trees and eye trees are taken from here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expr {
    Value(Simple),
    /// `0^k` with its zero written: k ups, or beside a lone tiny or miny k levels of "may stop at zero".
    ZeroUps(Simple),
    Braces(Vec<Expr>, Vec<Expr>),
    Tiny(Box<Expr>, usize),
    Miny(Box<Expr>, usize),
    /// Berlekamp's `{0^k|tiny(y)}` (Left) or `{miny(y)|0^k}` (Right): k levels of "may stop at zero".
    Ladder {
        left: bool,
        levels: u32,
        threat: Box<Expr>,
    },
    Sum(Vec<Expr>),
    Minus(Box<Expr>),
}

const ARROWS: &str = "^v↑↓⇑⇓";
const STARS: &str = "*∗⋆";
const DEEPEST: usize = 200;
const FINEST: u32 = 40;
const LARGEST: i64 = 1 << 21;

/// Reads an expression and gives its canonical form.
pub fn parse(arena: &mut Arena, text: &str) -> Result<Game, TextError> {
    let expr = parse_expr(text)?;
    evaluate(arena, &expr)
}

/// Reads an expression without evaluating it.
pub fn parse_expr(text: &str) -> Result<Expr, TextError> {
    let mut reader = Reader { chars: text.chars().collect(), at: 0, depth: 0 };
    let expr = reader.sum()?;
    match reader.peek() {
        None => Ok(expr),
        Some(found) => Err(reader.unexpected(found, "`+`, `-` or the end")),
    }
}

/// The canonical form of a parsed expression.
pub fn evaluate(arena: &mut Arena, expr: &Expr) -> Result<Game, TextError> {
    let g = match expr {
        Expr::Value(simple) | Expr::ZeroUps(simple) => arena.simple(*simple),
        Expr::Braces(l, r) => {
            let lefts = l.iter().map(|e| evaluate(arena, e)).collect::<Result<Vec<_>, _>>()?;
            let rights = r.iter().map(|e| evaluate(arena, e)).collect::<Result<Vec<_>, _>>()?;
            arena.make(&lefts, &rights)
        }
        Expr::Tiny(y, at) => {
            let y = positive(arena, y, *at)?;
            arena.tiny(y)
        }
        Expr::Miny(y, at) => {
            let y = positive(arena, y, *at)?;
            arena.miny(y)
        }
        Expr::Ladder { left, levels, threat } => {
            let mut g = evaluate(arena, threat)?;
            for _ in 0..*levels {
                g = if *left { arena.make(&[Arena::ZERO], &[g]) } else { arena.make(&[g], &[Arena::ZERO]) };
            }
            g
        }
        Expr::Sum(terms) => {
            let mut total = Arena::ZERO;
            for term in terms {
                let g = evaluate(arena, term)?;
                total = arena.add(total, g);
            }
            total
        }
        Expr::Minus(inner) => {
            let g = evaluate(arena, inner)?;
            arena.neg(g)
        }
    };
    if arena.finest > FINEST || arena.largest > LARGEST {
        return Err(TextError::TooFine { limit: FINEST });
    }
    Ok(g)
}

fn positive(arena: &mut Arena, expr: &Expr, at: usize) -> Result<Game, TextError> {
    let y = evaluate(arena, expr)?;
    if arena.le(Arena::ZERO, y) && y != Arena::ZERO { Ok(y) } else { Err(TextError::NotPositive { at }) }
}

struct Reader {
    chars: Vec<char>,
    at: usize,
    depth: usize,
}

/// What stands between bars inside braces.
enum Piece {
    Item(Expr),
    Bar(usize),
}

impl Reader {
    fn peek(&mut self) -> Option<char> {
        while self.chars.get(self.at).is_some_and(|c| c.is_whitespace()) {
            self.at += 1;
        }
        self.chars.get(self.at).copied()
    }

    fn unexpected(&self, found: char, wanted: &'static str) -> TextError {
        TextError::Unexpected { found, at: self.at + 1, wanted }
    }

    fn expect(&mut self, c: char, wanted: &'static str) -> Result<(), TextError> {
        match self.peek() {
            Some(found) if found == c => {
                self.at += 1;
                Ok(())
            }
            Some(found) => Err(self.unexpected(found, wanted)),
            None => Err(TextError::Ends { wanted }),
        }
    }

    fn sum(&mut self) -> Result<Expr, TextError> {
        let mut terms = vec![self.first_term()?];
        while let Some(c @ ('+' | '-' | '−' | '–')) = self.peek() {
            if let Some(threat) = self.subscript_threat()? {
                terms.push(threat);
                continue;
            }
            self.at += 1;
            if c == '+' && matches!(self.peek(), Some('-' | '−' | '–')) {
                // "3+-1": the inner sign belongs to the term
                terms.push(self.sum()?);
                continue;
            }
            let term = self.term()?;
            terms.push(if c == '+' { term } else { Expr::Minus(Box::new(term)) });
        }
        Ok(match terms.pop() {
            Some(only) if terms.is_empty() => only,
            Some(last) => {
                terms.push(last);
                Expr::Sum(terms)
            }
            None => Expr::Sum(terms),
        })
    }

    /// The first term of a sum, with its sign: `-1^*` is (-1)+^+*, `+-3` is ±3, `+_2` a tiny.
    fn first_term(&mut self) -> Result<Expr, TextError> {
        let sign = self.peek();
        if !matches!(sign, Some('+' | '-' | '−' | '–')) {
            return self.term();
        }
        if let Some(threat) = self.subscript_threat()? {
            return Ok(threat);
        }
        self.at += 1;
        if sign == Some('+') {
            if matches!(self.peek(), Some('-' | '−' | '–')) {
                self.at += 1;
                return self.plus_minus();
            }
            return self.term();
        }
        if self.peek().is_some_and(|c| c.is_ascii_digit()) {
            return self.value(true);
        }
        Ok(Expr::Minus(Box::new(self.term()?)))
    }

    /// `+_y`, `-_y` and the same with lowered digits: the tinies and minies of the literature. Nothing is read otherwise.
    fn subscript_threat(&mut self) -> Result<Option<Expr>, TextError> {
        let at = self.at + 1;
        let tiny = self.chars.get(self.at) == Some(&'+');
        let Some(&next) = self.chars.get(self.at + 1) else {
            return Ok(None);
        };
        let size = if next == '_' {
            self.at += 2;
            self.subscript()?
        } else if let Some(first) = lowered(next) {
            self.at += 1;
            let mut n = first;
            while let Some(d) = self.chars.get(self.at + 1).copied().and_then(lowered) {
                n = n.saturating_mul(10).saturating_add(d);
                self.at += 1;
            }
            self.at += 1;
            if n > 1_000_000 {
                return Err(TextError::OutOfRange { at });
            }
            Expr::Value(Simple::number(Dyadic::int(n)))
        } else {
            return Ok(None);
        };
        let size = Box::new(size);
        Ok(Some(if tiny { Expr::Tiny(size, at) } else { Expr::Miny(size, at) }))
    }

    /// What stands below a tiny: a number, a bracket, or a game in braces (`{2}` is 2).
    fn subscript(&mut self) -> Result<Expr, TextError> {
        if self.peek() == Some('{') {
            let start = self.at;
            self.at += 1;
            if let Ok(inner) = self.sum()
                && self.peek() == Some('}')
            {
                self.at += 1;
                return Ok(inner);
            }
            self.at = start;
        }
        self.term()
    }

    /// `±G`, and `±(G,H)` with several options.
    fn plus_minus(&mut self) -> Result<Expr, TextError> {
        let mut options = Vec::new();
        if self.peek() == Some('(') {
            self.at += 1;
            options.push(self.sum()?);
            while self.peek() == Some(',') {
                self.at += 1;
                options.push(self.sum()?);
            }
            self.expect(')', "`)`")?;
        } else {
            options.push(self.term()?);
        }
        let minus = options.iter().map(|o| Expr::Minus(Box::new(o.clone()))).collect();
        Ok(Expr::Braces(options, minus))
    }

    fn term(&mut self) -> Result<Expr, TextError> {
        let wanted = "a game";
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(TextError::TooDeep { limit: DEEPEST });
        }
        let start = self.at;
        let expr = match self.peek() {
            Some('{') => {
                self.at += 1;
                self.braces()?
            }
            Some('(') => {
                self.at += 1;
                let inner = self.sum()?;
                self.expect(')', "`)`")?;
                inner
            }
            Some('±') => {
                self.at += 1;
                self.plus_minus()?
            }
            Some('t') => Expr::Tiny(Box::new(self.call("tiny")?), start + 1),
            Some('m') => Expr::Miny(Box::new(self.call("miny")?), start + 1),
            Some('u' | 'd' | 's') => self.word()?,
            Some(c) if c.is_ascii_digit() || quarters(c).is_some() || ARROWS.contains(c) || STARS.contains(c) => {
                self.value(false)?
            }
            Some(found) => return Err(self.unexpected(found, wanted)),
            None => return Err(TextError::Ends { wanted }),
        };
        self.depth -= 1;
        Ok(expr)
    }

    fn call(&mut self, name: &'static str) -> Result<Expr, TextError> {
        self.name(name)?;
        if self.peek() == Some('_') || self.peek() == Some('-') {
            self.at += 1;
            return self.subscript();
        }
        self.term()
    }

    fn name(&mut self, name: &'static str) -> Result<(), TextError> {
        name.chars().try_for_each(|c| self.expect(c, name))
    }

    /// `up`, `down` and `star`, with a following star where one may stand.
    fn word(&mut self) -> Result<Expr, TextError> {
        let mut value = Simple::number(Dyadic::ZERO);
        match self.peek() {
            Some('u') => {
                self.name("up")?;
                value.ups = 1;
            }
            Some('d') => {
                self.name("down")?;
                value.ups = -1;
            }
            _ => {
                self.name("star")?;
                value.nimber = 1;
                return Ok(Expr::Value(value));
            }
        }
        self.star(&mut value)?;
        Ok(Expr::Value(value))
    }

    /// `[number][^n|vn][*m]`, or `n·G`.
    fn value(&mut self, negative: bool) -> Result<Expr, TextError> {
        let mut value = Simple::number(Dyadic::ZERO);
        let written = self.peek().is_some_and(|c| c.is_ascii_digit() || quarters(c).is_some());
        if written {
            let at = self.at + 1;
            let x = self.number()?;
            value.number = if negative { -x } else { x };
            if let Some('·' | '⋅' | '×' | '.') = self.chars.get(self.at) {
                self.at += 1;
                if self.peek().is_some_and(|c| c.is_ascii_digit()) {
                    return Err(TextError::BadNumber { at });
                }
                return self.copies(value.number, at);
            }
        }
        let zero = written && value.number.is_zero();
        self.arrows(&mut value)?;
        self.star(&mut value)?;
        let levels = zero && value.ups > 1 && value.nimber == 0;
        Ok(if levels { Expr::ZeroUps(value) } else { Expr::Value(value) })
    }

    /// `3`, `3/4`, `1 1/2`, `1½`.
    fn number(&mut self) -> Result<Dyadic, TextError> {
        let at = self.at + 1;
        let mut whole = 0;
        let mut num = self.digits()?.unwrap_or(0);
        if self.mixed() {
            whole = num;
            self.peek();
            num = self.digits()?.unwrap_or(0);
        }
        let mut den = 1;
        if self.chars.get(self.at) == Some(&'.') && self.chars.get(self.at + 1).is_some_and(char::is_ascii_digit) {
            return self.decimals(num, at);
        }
        if self.chars.get(self.at) == Some(&'/') {
            self.at += 1;
            den = self.digits()?.ok_or(TextError::BadNumber { at })?;
        } else if let Some(k) = self.chars.get(self.at).copied().and_then(quarters) {
            self.at += 1;
            (whole, num, den) = (num, k, 8);
        }
        if num > 1_000_000 * den.max(1) || den > 1 << 20 || whole > 1_000_000 {
            return Err(TextError::OutOfRange { at });
        }
        let x = Dyadic::ratio(num, den).ok_or(TextError::BadNumber { at })?;
        Ok(Dyadic::int(whole) + x)
    }

    /// `0.75`: exact only where the fraction is dyadic.
    fn decimals(&mut self, whole: i64, at: usize) -> Result<Dyadic, TextError> {
        self.at += 1;
        let start = self.at;
        let part = self.digits()?.unwrap_or(0);
        let places = (self.at - start) as u32;
        if places > 9 || whole > 1_000_000 {
            return Err(TextError::OutOfRange { at });
        }
        // part / 10^places = (part / 5^places) / 2^places
        let fives = 5i64.pow(places);
        if part % fives != 0 {
            return Err(TextError::BadNumber { at });
        }
        Ok(Dyadic::int(whole) + Dyadic::new(part / fives, places))
    }

    /// Whether a fraction follows after a space, as in `1 1/2`.
    fn mixed(&self) -> bool {
        let rest = &self.chars[self.at..];
        let gap = rest.iter().take_while(|c| c.is_whitespace()).count();
        let digits = rest[gap..].iter().take_while(|c| c.is_ascii_digit()).count();
        gap > 0 && digits > 0 && rest.get(gap + digits) == Some(&'/')
    }

    /// `n·G`: so many copies; `3·^*` is three ups and one star.
    fn copies(&mut self, n: Dyadic, at: usize) -> Result<Expr, TextError> {
        if !n.is_integer() || n.abs() > Dyadic::int(1000) {
            return Err(TextError::OutOfRange { at });
        }
        let n = n.numerator();
        if self.peek().is_some_and(|c| ARROWS.contains(c)) {
            let mut value = Simple::number(Dyadic::ZERO);
            self.arrows(&mut value)?;
            let ups = i64::from(value.ups) * n;
            if ups.abs() > 1000 {
                return Err(TextError::OutOfRange { at });
            }
            value.ups = ups as i32;
            self.star(&mut value)?;
            return Ok(Expr::Value(value));
        }
        let one = self.term()?;
        let one = if n < 0 { Expr::Minus(Box::new(one)) } else { one };
        Ok(Expr::Sum(vec![one; n.unsigned_abs() as usize]))
    }

    fn arrows(&mut self, value: &mut Simple) -> Result<(), TextError> {
        let at = self.at + 1;
        if let Some(&c) = self.chars.get(self.at)
            && ARROWS.contains(c)
        {
            let each = if "⇑⇓".contains(c) { 2 } else { 1 };
            self.at += 1;
            let mut n = each * self.digits()?.unwrap_or(1);
            while self.chars.get(self.at) == Some(&c) {
                self.at += 1;
                n += each;
            }
            if n > 1000 {
                return Err(TextError::OutOfRange { at });
            }
            value.ups = if "^↑⇑".contains(c) { n as i32 } else { -(n as i32) };
        }
        Ok(())
    }

    fn star(&mut self, value: &mut Simple) -> Result<(), TextError> {
        let at = self.at + 1;
        if self.chars.get(self.at).is_some_and(|&c| STARS.contains(c)) {
            self.at += 1;
            let n = self.digits()?.unwrap_or(1);
            if n > 63 {
                return Err(TextError::OutOfRange { at });
            }
            value.nimber = n as u32;
        }
        Ok(())
    }

    fn digits(&mut self) -> Result<Option<i64>, TextError> {
        let start = self.at;
        let mut n: i64 = 0;
        while let Some(d) = self.chars.get(self.at).and_then(|c| c.to_digit(10)) {
            n = n.saturating_mul(10).saturating_add(d as i64);
            if n > 1 << 50 {
                return Err(TextError::OutOfRange { at: start + 1 });
            }
            self.at += 1;
        }
        Ok((self.at > start).then_some(n))
    }

    /// The inside of braces up to the closing one.
    fn braces(&mut self) -> Result<Expr, TextError> {
        let mut pieces = Vec::new();
        let mut bars = 0;
        loop {
            match self.peek() {
                Some('}') => {
                    self.at += 1;
                    break;
                }
                Some('|' | '∣' | '‖' | '∥') => {
                    let mut length = 0;
                    while let Some(c @ ('|' | '∣' | '‖' | '∥')) = self.chars.get(self.at) {
                        length += if "‖∥".contains(*c) { 2 } else { 1 };
                        self.at += 1;
                    }
                    bars += 1;
                    pieces.push(Piece::Bar(length));
                }
                Some(',') if matches!(pieces.last(), Some(Piece::Item(_))) => {
                    self.at += 1;
                    pieces.push(Piece::Item(self.sum()?));
                }
                Some(found) => {
                    if matches!(pieces.last(), Some(Piece::Item(_))) {
                        return Err(self.unexpected(found, "`,`, `|` or `}`"));
                    }
                    pieces.push(Piece::Item(self.sum()?));
                }
                None => return Err(TextError::Ends { wanted: "`}`" }),
            }
        }
        if bars == 0 {
            return Err(TextError::Ends { wanted: "`|` between the players' options" });
        }
        Ok(split(pieces))
    }
}

/// The fractions with a sign of their own, in eighths.
fn quarters(c: char) -> Option<i64> {
    match c {
        '⅛' => Some(1),
        '¼' => Some(2),
        '⅜' => Some(3),
        '½' => Some(4),
        '⅝' => Some(5),
        '¾' => Some(6),
        '⅞' => Some(7),
        _ => None,
    }
}

fn lowered(c: char) -> Option<i64> {
    ('₀'..='₉').contains(&c).then(|| c as i64 - '₀' as i64)
}

/// Splits at the longest bar: `6||4|0` is `{6|{4|0}}`.
fn split(mut pieces: Vec<Piece>) -> Expr {
    let longest = |list: &[Piece]| {
        let best = list.iter().filter_map(|p| if let Piece::Bar(n) = p { Some(*n) } else { None }).max();
        best.and_then(|n| list.iter().position(|p| matches!(p, Piece::Bar(m) if *m == n)))
    };
    let Some(bar) = longest(&pieces) else {
        return Expr::Braces(vec![], vec![]);
    };
    let right = pieces.split_off(bar + 1);
    pieces.pop();
    let side = |list: Vec<Piece>| -> Vec<Expr> {
        if list.iter().any(|p| matches!(p, Piece::Bar(_))) {
            return vec![split(list)];
        }
        list.into_iter().filter_map(|p| if let Piece::Item(e) = p { Some(e) } else { None }).collect()
    };
    let (l, r) = (side(pieces), side(right));
    // the one place where 0^k does not mean k ups: beside a lone tiny or miny
    match (l.as_slice(), r.as_slice()) {
        ([Expr::ZeroUps(v)], [Expr::Tiny(..)]) => {
            Expr::Ladder { left: true, levels: v.ups as u32, threat: Box::new(r[0].clone()) }
        }
        ([Expr::Miny(..)], [Expr::ZeroUps(v)]) => {
            Expr::Ladder { left: false, levels: v.ups as u32, threat: Box::new(l[0].clone()) }
        }
        _ => Expr::Braces(l, r),
    }
}
