//! Strings held together by liberties they share: two such points are miai; one is enough if a cut there is captured.

use crate::links::cut_is_captured;
use crate::strings::{NONE, Strings};
use crate::view::View;
use gosedai_board::{Point, PointSet};

/// Pairs of living strings that cannot be parted, with the liberties they share.
pub(crate) fn connected(view: &View, strings: &Strings) -> Vec<(u16, u16, PointSet)> {
    let empty = view.full.minus(&view.stones[0]).minus(&view.stones[1]);
    // every shared liberty with its pair of strings; sorting brings the pairs together
    let mut shared: Vec<(u16, u16, u16)> = Vec::with_capacity(256);
    let mut safe: Vec<(u16, u16, PointSet)> = Vec::new();
    for point in empty.iter() {
        let mut around = [NONE; 4];
        let mut count = 0;
        for beside in point.neighbours() {
            let id = strings.at[beside.index()];
            if id != NONE && !view.dead.contains(beside) && !around[..count].contains(&id) {
                around[count] = id;
                count += 1;
            }
        }
        for i in 0..count {
            for j in 0..i {
                let (a, b) = (around[i].min(around[j]), around[i].max(around[j]));
                let color = strings.list[a as usize].color;
                if strings.list[b as usize].color != color {
                    continue;
                }
                shared.push((a, b, point.index() as u16));
                if cut_is_captured(view.board, point, color) {
                    safe.push((a, b, PointSet::from_iter([point])));
                }
            }
        }
    }
    shared.sort_unstable();
    let pairs = shared.chunk_by(|x, y| (x.0, x.1) == (y.0, y.1)).filter(|same| same.len() >= 2);
    let miai = pairs.map(|same| {
        let points = same.iter().map(|&(_, _, cell)| Point::from_index(cell as usize)).collect();
        (same[0].0, same[0].1, points)
    });
    safe.extend(miai);
    safe
}
