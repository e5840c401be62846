//! Strings held together by liberties they share: two such points are miai; one is enough if a cut there is captured.

use crate::links::cut_is_captured;
use crate::strings::{NONE, StoneString, Strings};
use crate::view::View;
use gosedai_board::{Color, Point, PointSet};

/// For each colour: liberties that several of these strings share, as far as they live.
pub(crate) fn shared_liberties<'a>(view: &View, strings: impl Iterator<Item = &'a StoneString>) -> [PointSet; 2] {
    let (mut once, mut more) = ([PointSet::EMPTY; 2], [PointSet::EMPTY; 2]);
    for string in strings.filter(|string| !view.dead.contains(string.head)) {
        let color = string.color.index();
        more[color].add(&once[color].intersection(&string.liberties));
        once[color].add(&string.liberties);
    }
    more
}

/// Finds the pairs of living strings that cannot be parted: each comes with a liberty they share that keeps them
/// together. `candidates` are the liberties of each colour that may be shared.
pub(crate) fn connected(
    view: &View,
    strings: &Strings,
    candidates: &[PointSet; 2],
    shared: &mut Vec<u64>,
    mut found: impl FnMut(u16, u16, Point),
) {
    // every shared liberty behind its pair of strings, in a word; sorting brings the pairs together
    shared.clear();
    for color in Color::BOTH {
        let living = &view.living[color.index()];
        candidates[color.index()].each(|point| {
            let mut around = [NONE; 4];
            let mut count = 0;
            for beside in point.neighbours() {
                let id = strings.at[beside.index()];
                if id != NONE && living.contains(beside) && !around[..count].contains(&id) {
                    around[count] = id;
                    count += 1;
                }
            }
            if count < 2 {
                return;
            }
            let held = cut_is_captured(view.board, point, color);
            for i in 0..count {
                for j in 0..i {
                    let (a, b) = (around[i].min(around[j]), around[i].max(around[j]));
                    if held {
                        found(a, b, point);
                    }
                    shared.push(u64::from(a) << 48 | u64::from(b) << 32 | point.index() as u64);
                }
            }
        });
    }
    shared.sort_unstable();
    for same in shared.chunk_by(|x, y| x >> 32 == y >> 32) {
        if same.len() >= 2 {
            let (a, b) = ((same[0] >> 48) as u16, (same[0] >> 32) as u16);
            same.iter().for_each(|&cell| found(a, b, Point::from_index(cell as u32 as usize)));
        }
    }
}
