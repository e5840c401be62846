//! Exact rationals: ko positions have means such as 1/3 and 2/5, which no short game has.

use crate::Dyadic;
use std::cmp::Ordering;
use std::fmt;
use std::ops::{Add, Div, Mul, Neg, Sub};

/// An exact fraction in lowest terms with a positive denominator. A result beyond 128 bits is [`Rational::UNKNOWN`], and so is
/// whatever is computed from it.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Rational {
    num: i128,
    den: i128,
}

fn gcd(a: i128, b: i128) -> i128 {
    let (mut a, mut b) = (a.unsigned_abs(), b.unsigned_abs());
    while b != 0 {
        // division of small numbers is many times faster
        if let (Ok(x), Ok(y)) = (u64::try_from(a), u64::try_from(b)) {
            return small_gcd(x, y) as i128;
        }
        (a, b) = (b, a % b);
    }
    a as i128
}

fn small_gcd(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

impl Rational {
    pub const ZERO: Rational = Rational { num: 0, den: 1 };
    pub const ONE: Rational = Rational { num: 1, den: 1 };
    /// No number: it could not be represented.
    pub const UNKNOWN: Rational = Rational { num: 0, den: 0 };

    /// `num / den`; unknown if the denominator is zero.
    pub fn new(num: i128, den: i128) -> Self {
        if den == 0 || num == i128::MIN || den == i128::MIN {
            return Self::UNKNOWN;
        }
        if den == 1 {
            return Rational { num, den };
        }
        let g = gcd(num, den).max(1) * den.signum();
        Rational { num: num / g, den: den / g }
    }

    pub const fn is_known(self) -> bool {
        self.den != 0
    }

    fn checked(num: Option<i128>, den: Option<i128>) -> Self {
        num.zip(den).map_or(Self::UNKNOWN, |(n, d)| Self::new(n, d))
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
        self.num.checked_div_euclid(self.den).unwrap_or(0)
    }

    pub fn ceil(self) -> i128 {
        -(-self.num).checked_div_euclid(self.den).unwrap_or(0)
    }

    pub fn to_f64(self) -> f64 {
        self.num as f64 / self.den as f64
    }

    /// The same number as a dyadic, if it is one.
    pub fn to_dyadic(self) -> Option<Dyadic> {
        let den = i64::try_from(self.den).ok().filter(|&d| d != 0)?;
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
        if self.den == o.den {
            return Self::checked(self.num.checked_add(o.num), Some(self.den));
        }
        let g = gcd(self.den, o.den).max(1);
        let (mine, theirs) = (self.den / g, o.den / g);
        let sum = self.num.checked_mul(theirs).zip(o.num.checked_mul(mine)).and_then(|(a, b)| a.checked_add(b));
        Self::checked(sum, self.den.checked_mul(theirs))
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
        let (g, h) = (gcd(self.num, o.den).max(1), gcd(o.num, self.den).max(1));
        Self::checked((self.num / g).checked_mul(o.num / h), (self.den / h).checked_mul(o.den / g))
    }
}

impl Div for Rational {
    type Output = Self;
    // dividing is multiplying by the reciprocal
    #[allow(clippy::suspicious_arithmetic_impl)]
    fn div(self, o: Self) -> Self {
        self * Self::new(o.den, o.num)
    }
}

impl Neg for Rational {
    type Output = Self;
    fn neg(self) -> Self {
        Rational { num: -self.num, den: self.den }
    }
}

impl Ord for Rational {
    /// Unknown numbers come before all others.
    fn cmp(&self, o: &Self) -> Ordering {
        if !self.is_known() || !o.is_known() {
            return self.is_known().cmp(&o.is_known());
        }
        match self.num.checked_mul(o.den).zip(o.num.checked_mul(self.den)) {
            Some((a, b)) => a.cmp(&b),
            None => compare_slowly(*self, *o),
        }
    }
}

/// By continued fractions: whole parts first, then the reciprocals of what is left.
fn compare_slowly(a: Rational, b: Rational) -> Ordering {
    let (whole, other) = (a.floor(), b.floor());
    if whole != other {
        return whole.cmp(&other);
    }
    let (ra, rb) = (a.num.rem_euclid(a.den), b.num.rem_euclid(b.den));
    match (ra, rb) {
        (0, _) | (_, 0) => ra.cmp(&rb),
        _ => compare_slowly(Rational { num: b.den, den: rb }, Rational { num: a.den, den: ra }),
    }
}

impl PartialOrd for Rational {
    fn partial_cmp(&self, o: &Self) -> Option<Ordering> {
        Some(self.cmp(o))
    }
}

impl fmt::Display for Rational {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.den {
            0 => f.write_str("unknown"),
            1 => write!(f, "{}", self.num),
            den => write!(f, "{}/{den}", self.num),
        }
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

    #[test]
    fn numbers_too_large_are_unknown_and_never_wrong() {
        let big = Rational::new(i128::MAX - 1, 3);
        let tiny = Rational::new(1, i128::MAX);
        for x in [big * big, big + tiny, big * big + Rational::ONE, Rational::ONE / Rational::ZERO] {
            assert_eq!(x, Rational::UNKNOWN);
        }
        assert_eq!((big * big).floor(), 0);
        // products cancel before they grow
        assert_eq!(big * Rational::new(3, i128::MAX - 1), Rational::ONE);
        let (a, b) = (Rational::new(i128::MAX, i128::MAX - 1), Rational::new(i128::MAX - 2, i128::MAX - 3));
        assert!(a < b);
        assert!(-b < -a);
    }
}
