//! The notation: `{L|R}`, `3/4`, `^2*`, `v`, `*3`, `tiny(2)`, `miny(1)`, sums with `+` and `-`; `{6||4|0}` is read as `{6|{4|0}}`.
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
        Expr::Value(simple) => arena.simple(*simple),
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
        let mut terms = Vec::new();
        let mut minus = false;
        if self.peek() == Some('-') || self.peek() == Some('−') {
            self.at += 1;
            if self.peek().is_some_and(|c| c.is_ascii_digit()) {
                terms.push(self.value(true)?);
            } else {
                minus = true;
            }
        }
        if terms.is_empty() {
            let term = self.term()?;
            terms.push(if minus { Expr::Minus(Box::new(term)) } else { term });
        }
        while let Some(c @ ('+' | '-' | '−')) = self.peek() {
            self.at += 1;
            if c == '+' && self.peek() == Some('-') {
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
                let inner = self.term()?;
                Expr::Braces(vec![inner.clone()], vec![Expr::Minus(Box::new(inner))])
            }
            Some('t') => Expr::Tiny(Box::new(self.call("tiny")?), start + 1),
            Some('m') => Expr::Miny(Box::new(self.call("miny")?), start + 1),
            Some(c) if c.is_ascii_digit() || "^v*↑↓".contains(c) => self.value(false)?,
            Some(found) => return Err(self.unexpected(found, wanted)),
            None => return Err(TextError::Ends { wanted }),
        };
        self.depth -= 1;
        Ok(expr)
    }

    fn call(&mut self, name: &'static str) -> Result<Expr, TextError> {
        for c in name.chars() {
            self.expect(c, name)?;
        }
        self.expect('(', "`(`")?;
        let inner = self.sum()?;
        self.expect(')', "`)`")?;
        Ok(inner)
    }

    /// `[number][^n|vn][*m]`
    fn value(&mut self, negative: bool) -> Result<Expr, TextError> {
        let mut value = Simple::number(Dyadic::ZERO);
        if self.peek().is_some_and(|c| c.is_ascii_digit()) {
            let at = self.at + 1;
            let num = self.digits()?.unwrap_or(0);
            let mut den = 1;
            if self.chars.get(self.at) == Some(&'/') {
                self.at += 1;
                den = self.digits()?.ok_or(TextError::BadNumber { at })?;
            }
            if num > 1_000_000 * den.max(1) || den > 1 << 20 {
                return Err(TextError::OutOfRange { at });
            }
            let x = Dyadic::ratio(num, den).ok_or(TextError::BadNumber { at })?;
            value.number = if negative { -x } else { x };
        }
        let at = self.at + 1;
        if let Some(&c) = self.chars.get(self.at)
            && "^v↑↓".contains(c)
        {
            self.at += 1;
            let mut n = self.digits()?.unwrap_or(1);
            while self.chars.get(self.at) == Some(&c) {
                self.at += 1;
                n += 1;
            }
            if n > 1000 {
                return Err(TextError::OutOfRange { at });
            }
            value.ups = if "^↑".contains(c) { n as i32 } else { -(n as i32) };
        }
        if self.chars.get(self.at) == Some(&'*') {
            self.at += 1;
            let n = self.digits()?.unwrap_or(1);
            if n > 63 {
                return Err(TextError::OutOfRange { at });
            }
            value.nimber = n as u32;
        }
        Ok(Expr::Value(value))
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
                Some('|') => {
                    let start = self.at;
                    while self.chars.get(self.at) == Some(&'|') {
                        self.at += 1;
                    }
                    bars += 1;
                    pieces.push(Piece::Bar(self.at - start));
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
        ([Expr::Value(v)], [Expr::Tiny(..)]) if is_ladder(v) => {
            Expr::Ladder { left: true, levels: v.ups as u32, threat: Box::new(r[0].clone()) }
        }
        ([Expr::Miny(..)], [Expr::Value(v)]) if is_ladder(v) => {
            Expr::Ladder { left: false, levels: v.ups as u32, threat: Box::new(l[0].clone()) }
        }
        _ => Expr::Braces(l, r),
    }
}

fn is_ladder(v: &Simple) -> bool {
    v.number.is_zero() && v.ups > 1 && v.nimber == 0
}
