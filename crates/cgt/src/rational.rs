//! Exact rationals: ko positions have means such as 1/3 and 2/5, which no short game has.

use crate::Dyadic;
use std::cmp::Ordering;
use std::fmt;
use std::ops::{Add, Div, Mul, Neg, Sub};

/// An exact fraction in lowest terms with a positive denominator.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Rational {
    num: i128,
    den: i128,
}

fn gcd(a: i128, b: i128) -> i128 {
    let (mut a, mut b) = (a.abs(), b.abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

impl Rational {
    pub const ZERO: Rational = Rational { num: 0, den: 1 };
    pub const ONE: Rational = Rational { num: 1, den: 1 };

    /// `num / den`; the denominator must not be zero.
    pub fn new(num: i128, den: i128) -> Self {
        assert!(den != 0, "denominator zero");
        let g = gcd(num, den).max(1) * den.signum();
        Rational { num: num / g, den: den / g }
    }

    pub const fn int(n: i64) -> Self {
        Rational { num: n as i128, den: 1 }
    }

    pub const fn numerator(self) -> i128 {
        self.num
    }

    pub const fn denominator(self) -> i128 {
        self.den
    }

    pub fn floor(self) -> i128 {
        self.num.div_euclid(self.den)
    }

    pub fn ceil(self) -> i128 {
        -(-self.num).div_euclid(self.den)
    }

    pub fn to_f64(self) -> f64 {
        self.num as f64 / self.den as f64
    }

    /// The same number as a dyadic, if it is one.
    pub fn to_dyadic(self) -> Option<Dyadic> {
        let den = i64::try_from(self.den).ok()?;
        Dyadic::ratio(i64::try_from(self.num).ok()?, den)
    }

    /// Reads `p` or `p/q`.
    pub fn parse(text: &str) -> Option<Self> {
        let (p, q) = text.split_once('/').unwrap_or((text, "1"));
        let (p, q): (i64, i64) = (p.trim().parse().ok()?, q.trim().parse().ok()?);
        (q != 0).then(|| Self::new(p as i128, q as i128))
    }
}

impl From<Dyadic> for Rational {
    fn from(x: Dyadic) -> Self {
        Self::new(x.numerator() as i128, 1i128 << x.exponent())
    }
}

impl From<i64> for Rational {
    fn from(n: i64) -> Self {
        Self::int(n)
    }
}

impl Add for Rational {
    type Output = Self;
    fn add(self, o: Self) -> Self {
        Self::new(self.num * o.den + o.num * self.den, self.den * o.den)
    }
}

impl Sub for Rational {
    type Output = Self;
    fn sub(self, o: Self) -> Self {
        self + -o
    }
}

impl Mul for Rational {
    type Output = Self;
    fn mul(self, o: Self) -> Self {
        Self::new(self.num * o.num, self.den * o.den)
    }
}

impl Div for Rational {
    type Output = Self;
    fn div(self, o: Self) -> Self {
        Self::new(self.num * o.den, self.den * o.num)
    }
}

impl Neg for Rational {
    type Output = Self;
    fn neg(self) -> Self {
        Rational { num: -self.num, den: self.den }
    }
}

impl Ord for Rational {
    fn cmp(&self, o: &Self) -> Ordering {
        (self.num * o.den).cmp(&(o.num * self.den))
    }
}

impl PartialOrd for Rational {
    fn partial_cmp(&self, o: &Self) -> Option<Ordering> {
        Some(self.cmp(o))
    }
}

impl fmt::Display for Rational {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.den == 1 { write!(f, "{}", self.num) } else { write!(f, "{}/{}", self.num, self.den) }
    }
}

impl fmt::Debug for Rational {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fractions_reduce_and_compare() {
        assert_eq!(Rational::new(4, -6).to_string(), "-2/3");
        assert!(Rational::new(1, 3) < Rational::new(2, 5));
        assert_eq!(Rational::parse("27/4"), Some(Rational::new(27, 4)));
        assert_eq!(Rational::parse("1/0"), None);
        assert_eq!((Rational::new(-1, 3).floor(), Rational::new(-1, 3).ceil()), (-1, 0));
        assert_eq!(Rational::new(3, 4).to_dyadic(), Some(Dyadic::new(3, 2)));
        assert_eq!(Rational::new(1, 3).to_dyadic(), None);
    }
}
