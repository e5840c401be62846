//! The first view: our own planes and a few numbers about the whole board.

use gosedai_board::{Color, Move, Point, Position, Size};

use crate::grid::{Chain, Grid, cell};
use crate::input::{Input, View};
use crate::ladder::LadderReader;

/// Planes a point, padded to a multiple of four: on board, own and enemy stones, own and enemy strings with one, two,
/// three liberties, ko, own and enemy strings lost in a ladder, ladder captures, the last five moves, two unused.
pub(crate) const PLANES: usize = 20;
/// How many past moves the network sees.
const HISTORY: usize = 5;
pub(crate) const GLOBALS: usize = 3;

const OWN: usize = 1;
const ENEMY: usize = 2;
const OWN_LIBERTIES: usize = 3;
const ENEMY_LIBERTIES: usize = 6;
const KO: usize = 9;
const OWN_LOST: usize = 10;
const ENEMY_LOST: usize = 11;
const LADDER_CAPTURE: usize = 12;
const RECENT: usize = 13;

impl Input {
    pub(crate) fn plain(position: &Position, recent: &[Move]) -> Input {
        let (board, size, me) = (position.board(), position.size(), position.to_play());
        let index = |point: Point| (size.height() - 1 - point.y()) * size.width() + point.x();
        let mut grid = Grid::new(size.width(), size.height());
        for (point, color) in board.stones() {
            grid.cells[grid_cell(point, size)] = 1 + color.index() as u8;
        }
        if let Some((point, _)) = board.ko_point() {
            grid.ko = grid_cell(point, size);
        }
        let mut planes = vec![0u8; size.area() * PLANES];
        planes.iter_mut().step_by(PLANES).for_each(|on_board| *on_board = 1);
        mark_strings(&grid, size, 1 + me.index() as u8, &mut planes);
        if let Some((point, _)) = board.ko_point() {
            planes[index(point) * PLANES + KO] = 1;
        }
        for (age, mv) in recent.iter().take(HISTORY).enumerate() {
            if let Move::Play(point) = mv {
                planes[index(*point) * PLANES + RECENT + age] = 1;
            }
        }
        let komi = position.komi() + position.rules().handicap_points(position.handicap()) as f32;
        let own_komi = if me == Color::White { komi } else { -komi };
        let passed = recent.first() == Some(&Move::Pass);
        let globals = vec![own_komi / 15.0, f32::from(u8::from(passed)), size_feature(size)];
        Input { view: View::Plain, size, planes, globals }
    }

    /// The seven facts of each point of the plain view packed in a byte as in the training data (for tests).
    #[doc(hidden)]
    pub fn codes(&self, me: Color) -> Vec<u8> {
        let (own, enemy) = (1 + me.index() as u8, 1 + me.opponent().index() as u8);
        let code = |p: &[u8]| {
            let liberties = |from: usize| (0..3).find(|&k| p[from + k] == 1).unwrap_or(3) as u8;
            let stone = match (p[OWN], p[ENEMY]) {
                (1, _) => own | liberties(OWN_LIBERTIES) << 2,
                (_, 1) => enemy | liberties(ENEMY_LIBERTIES) << 2,
                _ => 0,
            };
            stone | p[KO] << 4 | (p[OWN_LOST] | p[ENEMY_LOST]) << 5 | p[LADDER_CAPTURE] << 6
        };
        self.planes.chunks_exact(PLANES).map(code).collect()
    }
}

pub(crate) fn size_feature(size: Size) -> f32 {
    ((size.area() as f32).sqrt() - 14.0) / 10.0
}

fn grid_cell(point: Point, size: Size) -> usize {
    cell(point.x(), size.height() - 1 - point.y())
}

fn mark_strings(grid: &Grid, size: Size, me: u8, planes: &mut [u8]) {
    let mut reader = LadderReader::default();
    let mut chain = Chain::default();
    let point_of = |cell: u16| {
        let (x, y) = (cell as usize % crate::grid::STRIDE - 1, cell as usize / crate::grid::STRIDE - 1);
        (y * size.width() + x) * PLANES
    };
    for y in 0..size.height() {
        for x in 0..size.width() {
            let start = cell(x, y);
            let color = grid.cells[start];
            let here = (y * size.width() + x) * PLANES;
            if color == 0 || planes[here + OWN] + planes[here + ENEMY] > 0 {
                continue;
            }
            chain.collect(grid, start, 0);
            let own = color == me;
            let count = chain.liberties.len();
            let ladder = if count <= 2 { reader.read(grid, start, &chain.liberties) } else { Default::default() };
            for &stone in &chain.stones {
                let at = point_of(stone);
                planes[at + if own { OWN } else { ENEMY }] = 1;
                if (1..=3).contains(&count) {
                    planes[at + if own { OWN_LIBERTIES } else { ENEMY_LIBERTIES } + count - 1] = 1;
                }
                planes[at + if own { OWN_LOST } else { ENEMY_LOST }] = u8::from(ladder.lost);
            }
            if !own && count == 2 {
                for (i, &liberty) in chain.liberties.iter().enumerate() {
                    planes[point_of(liberty) + LADDER_CAPTURE] |= u8::from(ladder.working[i]);
                }
            }
        }
    }
}
