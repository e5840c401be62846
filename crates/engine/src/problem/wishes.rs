//! What the network that was taught problems would play.

use gosedai_board::{Board, Color, Point, PointSet};

use crate::adviser::NetworkAdviser;

/// A move and how likely it is the solution.
#[derive(Clone, Copy, Debug)]
pub struct Wish {
    pub play: Point,
    pub chance: f32,
}

/// All legal moves, the likeliest first.
pub struct Wishes(Vec<Wish>);

impl Wishes {
    pub fn of(board: &Board, to_play: Color, adviser: &mut NetworkAdviser) -> Wishes {
        let advice = adviser.advise_from_all_sides(board, to_play);
        let legal = board.size().points().filter(|&play| board.is_legal(play, to_play));
        let mut all: Vec<Wish> = legal.map(|play| Wish { play, chance: advice.wish(play) }).collect();
        all.sort_by(|a, b| b.chance.total_cmp(&a.chance));
        let most = all.first().map_or(0.0, |wish| wish.chance);
        all.iter_mut().for_each(|wish| wish.chance = (wish.chance - most).exp());
        let sum: f32 = all.iter().map(|wish| wish.chance).sum();
        all.iter_mut().for_each(|wish| wish.chance /= sum);
        Wishes(all)
    }

    pub fn all(&self) -> &[Wish] {
        &self.0
    }

    pub fn chance(&self, play: Point) -> f32 {
        self.0.iter().find(|wish| wish.play == play).map_or(0.0, |wish| wish.chance)
    }

    pub fn near<'a>(&'a self, field: &'a PointSet) -> impl Iterator<Item = Wish> + 'a {
        self.0.iter().copied().filter(|wish| field.contains(wish.play))
    }
}
