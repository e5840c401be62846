//! Who would own what if the game ended now: Benson's unconditional life first, then plain surrounding.

use gosedai_board::{Board, CELLS, Color, PointSet};

use super::conditions::Tax;

/// Points by owner, Black's first.
pub fn owned(board: &Board, tax: Tax, suicide: bool) -> [PointSet; 2] {
    let stones = Color::BOTH.map(|color| board.stone_set(color));
    let empty = board.empty_set();
    let mut owned = [PointSet::EMPTY; 2];
    for color in Color::BOTH {
        claim(board, color, suicide, &stones, &empty, &mut owned);
    }
    // unclaimed stones belong to their owner
    for color in Color::BOTH {
        let (own, other) = (color.index(), color.opponent().index());
        owned[own] = owned[own].union(&stones[own].minus(&owned[other]));
    }
    if tax == Tax::None { owned } else { without_seki(board, &stones, &empty, owned) }
}

struct Region {
    points: PointSet,
    /// Own stones beside it.
    border: PointSet,
    /// Heads of the strings for which it is an eye: all its points are their liberties.
    vital: [usize; 4],
    vital_count: usize,
    /// Touches a string that is not unconditionally alive.
    open: bool,
}

/// Adds what `color` holds. What is unconditionally its own also overrides what the other side only surrounds.
fn claim(
    board: &Board,
    color: Color,
    suicide: bool,
    stones: &[PointSet; 2],
    empty: &PointSet,
    owned: &mut [PointSet; 2],
) {
    let (own, enemy) = (&stones[color.index()], &stones[color.opponent().index()]);
    if own.is_empty() {
        return;
    }
    let mut eyes = [0u8; CELLS];
    let mut regions: Vec<Region> = Vec::with_capacity(32);
    empty.union(enemy).each_component(|points| {
        let region = region(board, color, suicide, own, empty, points);
        region.vital[..region.vital_count].iter().for_each(|&head| eyes[head] += 1);
        regions.push(region);
    });
    let mut alive = *own;
    let mut heads: Vec<_> = board.strings().into_iter().filter(|&stone| board.at(stone).is(color)).collect();
    loop {
        let before = heads.len();
        heads.retain(|&stone| {
            let lives = eyes[board.string_id(stone)] >= 2;
            if !lives {
                board.string(stone).for_each(|stone| alive.remove(stone));
            }
            lives
        });
        if heads.len() == before {
            break;
        }
        for region in regions.iter_mut().filter(|region| !region.open) {
            if !region.border.is_subset(&alive) {
                region.open = true;
                region.vital[..region.vital_count].iter().for_each(|&head| eyes[head] -= 1);
            }
        }
    }
    let mut sure = alive;
    let beside_own = own.grown();
    for region in &regions {
        let bare = !region.points.intersects(enemy);
        if !region.open && (bare || region.points.minus(&beside_own).len() <= 1) {
            sure = sure.union(&region.points);
        }
    }
    let other = color.opponent().index();
    owned[other] = owned[other].minus(&sure);
    owned[color.index()] = owned[color.index()].union(&sure);
    for region in regions.iter().filter(|region| !region.points.intersects(enemy)) {
        let free = region.points.minus(&owned[other]);
        owned[color.index()] = owned[color.index()].union(&free);
    }
}

fn region(board: &Board, color: Color, suicide: bool, own: &PointSet, empty: &PointSet, points: PointSet) -> Region {
    let border = points.grown().intersection(own);
    let mut region = Region { points, border, vital: [0; 4], vital_count: 0, open: false };
    // where suicide is legal, enemy stones in the region can vanish, so that their points must be liberties too
    let needed = if suicide { points } else { points.intersection(empty) };
    let Some(first) = needed.first() else { return region };
    for beside in first.neighbours().into_iter().filter(|&beside| board.at(beside).is(color)) {
        let head = board.string_id(beside);
        if region.vital[..region.vital_count].contains(&head) {
            continue;
        }
        if needed.is_subset(&board.string_set(beside).grown()) {
            region.vital[region.vital_count] = head;
            region.vital_count += 1;
        }
    }
    region
}

/// Leaves only stones where an area touches neutral points or holds own stones in atari: that is taken for seki.
fn without_seki(board: &Board, stones: &[PointSet; 2], empty: &PointSet, owned: [PointSet; 2]) -> [PointSet; 2] {
    let neutral = empty.minus(&owned[0]).minus(&owned[1]);
    let beside_neutral = neutral.grown();
    [0, 1].map(|own| {
        let mut seeds = owned[own].intersection(&beside_neutral);
        for stone in owned[own].intersection(&stones[own]).iter().filter(|&stone| board.in_atari(stone)) {
            seeds.insert(stone);
        }
        let seki = seeds.flooded(&owned[own]);
        owned[own].minus(&seki).union(&owned[own].intersection(&stones[own]))
    })
}
