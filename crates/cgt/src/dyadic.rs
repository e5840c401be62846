//! Dyadic rationals m/2^k: the only numbers that are values of short games.

use std::cmp::Ordering;
use std::fmt;
use std::ops::{Add, Neg, Sub};

/// An exact number `num / 2^exp`, kept in lowest terms so that equality is structural.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Dyadic {
    num: i64,
    exp: u32,
}

impl Dyadic {
    pub const ZERO: Dyadic = Dyadic { num: 0, exp: 0 };
    pub const ONE: Dyadic = Dyadic { num: 1, exp: 0 };
    pub const MINUS_ONE: Dyadic = Dyadic { num: -1, exp: 0 };

    /// `num / 2^exp`.
    pub fn new(num: i64, exp: u32) -> Self {
        if num == 0 {
            return Self::ZERO;
        }
        let shift = num.trailing_zeros().min(exp);
        Dyadic { num: num >> shift, exp: exp - shift }
    }

    pub const fn int(n: i64) -> Self {
        Dyadic { num: n, exp: 0 }
    }

    /// `num / den` if the denominator is a power of two.
    pub fn ratio(num: i64, den: i64) -> Option<Self> {
        (den > 0 && den & (den - 1) == 0).then(|| Self::new(num, den.trailing_zeros()))
    }

    pub const fn numerator(self) -> i64 {
        self.num
    }

    /// The k of the denominator 2^k.
    pub const fn exponent(self) -> u32 {
        self.exp
    }

    pub const fn is_integer(self) -> bool {
        self.exp == 0
    }

    pub const fn is_zero(self) -> bool {
        self.num == 0
    }

    pub fn floor(self) -> i64 {
        self.num >> self.exp
    }

    pub fn ceil(self) -> i64 {
        -((-self.num) >> self.exp)
    }

    pub fn half(self) -> Self {
        Self::new(self.num, self.exp + 1)
    }

    pub fn abs(self) -> Self {
        Dyadic { num: self.num.abs(), exp: self.exp }
    }

    pub fn to_f64(self) -> f64 {
        self.num as f64 / (1u128 << self.exp) as f64
    }

    fn from_wide(num: i128, exp: u32) -> Self {
        if num == 0 {
            return Self::ZERO;
        }
        let shift = num.trailing_zeros().min(exp);
        let num = i64::try_from(num >> shift).expect("dyadic number beyond the documented limits");
        Dyadic { num, exp: exp - shift }
    }

    /// The simplest number x with `low` < x < `high`, either bound inclusive where the flag says so; `None` means unbounded.
    pub fn simplest_between(low: Option<(Dyadic, bool)>, high: Option<(Dyadic, bool)>) -> Dyadic {
        let above = |x: Dyadic| low.is_none_or(|(l, inc)| x > l || (inc && x == l));
        let below = |x: Dyadic| high.is_none_or(|(h, inc)| x < h || (inc && x == h));
        if above(Self::ZERO) && below(Self::ZERO) {
            return Self::ZERO;
        }
        // the least integer in magnitude, if one fits
        let positive = !above(Self::ZERO);
        let edge = if positive { low } else { high };
        let (edge, inclusive) = edge.unwrap_or((Self::ZERO, true));
        let mut n = if positive { edge.ceil() } else { edge.floor() };
        if edge.is_integer() && !inclusive {
            n += if positive { 1 } else { -1 };
        }
        let n = Self::int(n);
        if above(n) && below(n) {
            return n;
        }
        // otherwise the dyadic of least denominator: halve until a grid point falls inside
        let mut exp = 1;
        loop {
            let scaled = edge.scaled_floor(exp);
            for k in [scaled, scaled + 1, scaled - 1] {
                let x = Self::new(k, exp);
                if above(x) && below(x) {
                    return x;
                }
            }
            exp += 1;
            assert!(exp < 62, "empty interval");
        }
    }

    /// floor(self · 2^exp)
    fn scaled_floor(self, exp: u32) -> i64 {
        if exp >= self.exp { self.num << (exp - self.exp) } else { self.num >> (self.exp - exp) }
    }
}

impl Add for Dyadic {
    type Output = Dyadic;
    #[inline]
    fn add(self, other: Dyadic) -> Dyadic {
        if self.exp == 0 && other.exp == 0 {
            return Dyadic {
                num: self.num.checked_add(other.num).expect("dyadic number beyond the documented limits"),
                exp: 0,
            };
        }
        let exp = self.exp.max(other.exp);
        let wide = ((self.num as i128) << (exp - self.exp)) + ((other.num as i128) << (exp - other.exp));
        Self::from_wide(wide, exp)
    }
}

impl Sub for Dyadic {
    type Output = Dyadic;
    #[inline]
    fn sub(self, other: Dyadic) -> Dyadic {
        self + -other
    }
}

impl Neg for Dyadic {
    type Output = Dyadic;
    #[inline]
    fn neg(self) -> Dyadic {
        Dyadic { num: -self.num, exp: self.exp }
    }
}

impl Ord for Dyadic {
    #[inline]
    fn cmp(&self, other: &Dyadic) -> Ordering {
        if self.exp == other.exp {
            return self.num.cmp(&other.num);
        }
        let exp = self.exp.max(other.exp);
        ((self.num as i128) << (exp - self.exp)).cmp(&((other.num as i128) << (exp - other.exp)))
    }
}

impl PartialOrd for Dyadic {
    #[inline]
    fn partial_cmp(&self, other: &Dyadic) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl From<i64> for Dyadic {
    fn from(n: i64) -> Self {
        Self::int(n)
    }
}

impl fmt::Display for Dyadic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.exp == 0 { write!(f, "{}", self.num) } else { write!(f, "{}/{}", self.num, 1u128 << self.exp) }
    }
}

impl fmt::Debug for Dyadic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arithmetic_stays_in_lowest_terms() {
        assert_eq!(Dyadic::new(6, 2), Dyadic::new(3, 1));
        assert_eq!(Dyadic::new(1, 2) + Dyadic::new(3, 2), Dyadic::ONE);
        assert_eq!((-Dyadic::new(7, 3)).to_string(), "-7/8");
        assert!(Dyadic::new(-7, 3) > Dyadic::int(-1));
        assert_eq!((Dyadic::new(-7, 3).floor(), Dyadic::new(-7, 3).ceil()), (-1, 0));
    }

    #[test]
    fn the_simplest_number_is_zero_then_an_integer_then_the_coarsest_fraction() {
        let open = |n: i64, e: u32| Some((Dyadic::new(n, e), false));
        assert_eq!(Dyadic::simplest_between(open(-1, 0), open(1, 0)), Dyadic::ZERO);
        assert_eq!(Dyadic::simplest_between(open(5, 1), None), Dyadic::int(3));
        assert_eq!(Dyadic::simplest_between(open(1, 0), open(2, 0)), Dyadic::new(3, 1));
        assert_eq!(Dyadic::simplest_between(open(1, 2), open(1, 0)), Dyadic::new(1, 1));
        assert_eq!(Dyadic::simplest_between(open(-1, 0), open(-1, 1)), Dyadic::new(-3, 2));
        assert_eq!(Dyadic::simplest_between(None, open(-2, 0)), Dyadic::int(-3));
        let inclusive = Some((Dyadic::int(2), true));
        assert_eq!(Dyadic::simplest_between(inclusive, open(3, 0)), Dyadic::int(2));
    }
}
