//! Strings held together by shared liberties: two such points are miai; one is enough if a cut there can be captured.

use crate::links::cut_is_captured;
use crate::strings::{NONE, Strings};
use crate::view::View;
use gosedai_board::{Color, Point};

/// A liberty that two living strings share and that keeps them together.
pub(crate) struct Held {
    pub strings: [u16; 2],
    pub point: Point,
}

/// All pairs of living strings that cannot be separated, with every liberty that joins them.
pub(crate) fn held(view: &View, strings: &Strings) -> Vec<Held> {
    let mut held = Vec::new();
    let mut shared: Vec<([u16; 2], Point)> = Vec::new();
    for color in Color::BOTH {
        let living = &view.living[color.index()];
        living.touched().1.intersection(&view.empty).each(|point| {
            let mut around = [NONE; 4];
            let mut count = 0;
            for beside in point.neighbours().into_iter().filter(|&beside| living.contains(beside)) {
                let string = strings.at[beside.index()];
                if !around[..count].contains(&string) {
                    around[count] = string;
                    count += 1;
                }
            }
            let captured = count >= 2 && cut_is_captured(view.board, point, color);
            for i in 0..count {
                for j in 0..i {
                    let pair = [around[i].min(around[j]), around[i].max(around[j])];
                    if captured {
                        held.push(Held { strings: pair, point });
                    }
                    shared.push((pair, point));
                }
            }
        });
    }
    // sorting brings the liberties of a pair together
    shared.sort_unstable();
    for same in shared.chunk_by(|x, y| x.0 == y.0).filter(|same| same.len() >= 2) {
        held.extend(same.iter().map(|&(strings, point)| Held { strings, point }));
    }
    held
}
