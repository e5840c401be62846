//! What the workloads need from a game engine.

pub trait Engine {
    type G: Clone + PartialEq;
    fn new() -> Self;
    /// `num/2^exp + ups·^ + *nimber`
    fn simple(&mut self, num: i64, exp: u32, ups: i32, nimber: u32) -> Self::G;
    fn make(&mut self, l: &[Self::G], r: &[Self::G]) -> Self::G;
    fn add(&mut self, g: &Self::G, h: &Self::G) -> Self::G;
    fn options(&mut self, g: &Self::G) -> usize;
    fn is_number(&mut self, g: &Self::G) -> bool;
    /// Mean and temperature, from the thermograph.
    fn heat(&mut self, g: &Self::G) -> (f64, f64);
    fn cool(&mut self, g: &Self::G, t: i64) -> Self::G;
    fn outcome(&mut self, games: &[Self::G]) -> &'static str;
    /// Number, ups and nimber, if it is one.
    fn as_simple(&mut self, g: &Self::G) -> Option<(f64, i32, u32)>;
}
