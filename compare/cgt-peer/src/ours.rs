use crate::engine::Engine;
use gosedai_cgt::{Arena, Dyadic, Game, Outcome, Simple, SumSearch};

pub struct Ours(Arena);

impl Engine for Ours {
    type G = Game;

    fn new() -> Self {
        Ours(Arena::new())
    }

    fn simple(&mut self, num: i64, exp: u32, ups: i32, nimber: u32) -> Game {
        self.0.simple(Simple {
            number: Dyadic::new(num, exp),
            ups,
            nimber,
        })
    }

    fn make(&mut self, l: &[Game], r: &[Game]) -> Game {
        self.0.make(l, r)
    }

    fn add(&mut self, g: &Game, h: &Game) -> Game {
        self.0.add(*g, *h)
    }

    fn options(&mut self, g: &Game) -> usize {
        self.0.option_count(*g)
    }

    fn is_number(&mut self, g: &Game) -> bool {
        self.0.is_number(*g)
    }

    fn heat(&mut self, g: &Game) -> (f64, f64) {
        (self.0.mean(*g).to_f64(), self.0.temperature(*g).to_f64())
    }

    fn cool(&mut self, g: &Game, t: i64) -> Game {
        self.0.cool(*g, Dyadic::int(t))
    }

    fn outcome(&mut self, games: &[Game]) -> &'static str {
        match SumSearch::new().outcome(&mut self.0, games) {
            Outcome::Left => "L",
            Outcome::Right => "R",
            Outcome::First => "N",
            Outcome::Second => "P",
        }
    }

    fn as_simple(&mut self, g: &Game) -> Option<(f64, i32, u32)> {
        self.0.as_simple(*g).map(|s| (s.number.to_f64(), s.ups, s.nimber))
    }
}
