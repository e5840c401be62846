use crate::engine::Engine;
use cgt::numeric::dyadic_rational_number::DyadicRationalNumber;
use cgt::numeric::nimber::Nimber;
use cgt::short::partizan::canonical_form::nus::Nus;
use cgt::short::partizan::canonical_form::CanonicalForm;

pub struct Peer;

fn float(x: DyadicRationalNumber) -> f64 {
    x.numerator() as f64 / 2f64.powi(x.denominator_exponent() as i32)
}

impl Engine for Peer {
    type G = CanonicalForm;

    fn new() -> Self {
        Peer
    }

    fn simple(&mut self, num: i64, exp: u32, ups: i32, nimber: u32) -> CanonicalForm {
        CanonicalForm::new_nus(Nus::new(DyadicRationalNumber::new(num, exp), ups, Nimber::new(nimber)))
    }

    fn make(&mut self, l: &[CanonicalForm], r: &[CanonicalForm]) -> CanonicalForm {
        CanonicalForm::new_from_moves(l.to_vec(), r.to_vec())
    }

    fn add(&mut self, g: &CanonicalForm, h: &CanonicalForm) -> CanonicalForm {
        CanonicalForm::construct_sum(g, h)
    }

    fn options(&mut self, g: &CanonicalForm) -> usize {
        g.left_moves().len() + g.right_moves().len()
    }

    fn is_number(&mut self, g: &CanonicalForm) -> bool {
        g.is_number()
    }

    fn heat(&mut self, g: &CanonicalForm) -> (f64, f64) {
        (float(g.mean()), float(g.temperature()))
    }

    fn cool(&mut self, g: &CanonicalForm, t: i64) -> CanonicalForm {
        g.cool(DyadicRationalNumber::new_integer(t))
    }

    fn outcome(&mut self, games: &[CanonicalForm]) -> &'static str {
        let sum = games.iter().fold(CanonicalForm::new_integer(0), |a, g| CanonicalForm::construct_sum(&a, g));
        let zero = CanonicalForm::new_integer(0);
        match (CanonicalForm::leq(&sum, &zero), CanonicalForm::leq(&zero, &sum)) {
            (true, true) => "P",
            (true, false) => "R",
            (false, true) => "L",
            (false, false) => "N",
        }
    }

    fn as_simple(&mut self, g: &CanonicalForm) -> Option<(f64, i32, u32)> {
        g.to_nus().map(|n| (float(n.number()), n.up_multiple(), n.nimber().value()))
    }
}

