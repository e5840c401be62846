//! Patterns of all points of a board: kept up to date stone by stone (`Grid`), or read off the board (`Fresh`).

use gosedai_board::{Board, Cell, Color, Point, Size};

use crate::template::{Edges, Lanes, Role, TEMPLATES, cell_key, edges, mix, name, ring_cells};

/// Anything that can tell the lanes of a ring around a point, seen by the side that moves.
pub trait Rings {
    fn add_ring(&self, sum: &mut Lanes, point: Point, ring: usize, mover: Color);
}

/// Names of the nested patterns around a point, smallest template first, computed only as far as asked.
pub struct Nested<'a, R: Rings> {
    source: &'a R,
    point: Point,
    mover: Color,
    ring: usize,
    /// Lanes of the templates walked so far.
    pub lanes: Lanes,
}

impl<'a, R: Rings> Nested<'a, R> {
    pub fn new(source: &'a R, point: Point, mover: Color) -> Self {
        Nested { source, point, mover, ring: 0, lanes: [0; 8] }
    }
}

impl<R: Rings> Iterator for Nested<'_, R> {
    type Item = u64;

    #[inline]
    fn next(&mut self) -> Option<u64> {
        if self.ring == TEMPLATES {
            return None;
        }
        self.source.add_ring(&mut self.lanes, self.point, self.ring, self.mover);
        self.ring += 1;
        Some(name(&self.lanes, self.ring - 1))
    }
}

/// Sums of keys around every point, changed by one pass over the board for each stone that comes or goes.
#[derive(Clone)]
pub struct Grid {
    size: Size,
    edges: Edges,
    cells: Vec<Cell>,
    sums: Vec<[[Lanes; TEMPLATES]; 2]>,
}

impl Grid {
    pub fn new(size: Size) -> Self {
        Grid {
            size,
            edges: edges(size),
            cells: vec![Cell::Empty; size.area()],
            sums: vec![[[[0; 8]; TEMPLATES]; 2]; size.area()],
        }
    }

    pub fn of(board: &Board) -> Self {
        let mut grid = Grid::new(board.size());
        grid.follow(board);
        grid
    }

    #[inline]
    fn at(&self, point: Point) -> usize {
        point.y() * self.size.width() + point.x()
    }

    /// Takes over every difference between what the grid knows and the board.
    pub fn follow(&mut self, board: &Board) {
        let size = self.size;
        for (i, point) in size.points().enumerate() {
            let (old, new) = (self.cells[i], board.at(point));
            if old != new {
                if let Some(color) = old.color() {
                    self.toggle(point, color);
                }
                if let Some(color) = new.color() {
                    self.toggle(point, color);
                }
                self.cells[i] = new;
            }
        }
    }

    /// A stone comes or goes: every point that sees it changes one ring.
    fn toggle(&mut self, stone: Point, color: Color) {
        let (sx, sy) = (stone.x() as isize, stone.y() as isize);
        let mut i = 0;
        for y in 0..self.size.height() as isize {
            for x in 0..self.size.width() as isize {
                if let Some((ring, key)) = cell_key(sx - x, sy - y) {
                    mix(&mut self.sums[i][color.index()][ring], key, Role::Mover);
                }
                i += 1;
            }
        }
    }
}

impl Rings for Grid {
    #[inline]
    fn add_ring(&self, sum: &mut Lanes, point: Point, ring: usize, mover: Color) {
        let i = self.at(point);
        let own = &self.sums[i][mover.index()][ring];
        let enemy = &self.sums[i][mover.opponent().index()][ring];
        let edge = &self.edges[i][ring];
        for lane in 0..8 {
            sum[lane] ^= edge[lane] ^ own[lane] ^ enemy[lane].rotate_left(Role::Opponent as u32);
        }
    }
}

/// Reads the cells each time: slower for a whole game, quicker for a single position since most points stop early.
pub struct Fresh<'a> {
    board: &'a Board,
    edges: Edges,
}

impl<'a> Fresh<'a> {
    pub fn new(board: &'a Board) -> Self {
        Fresh { board, edges: edges(board.size()) }
    }
}

impl Rings for Fresh<'_> {
    fn add_ring(&self, sum: &mut Lanes, point: Point, ring: usize, mover: Color) {
        let size = self.board.size();
        let (px, py) = (point.x(), point.y());
        for (lane, edge) in sum.iter_mut().zip(&self.edges[py * size.width() + px][ring]) {
            *lane ^= edge;
        }
        for &(dx, dy) in ring_cells(ring) {
            let (x, y) = (px.wrapping_add_signed(dx as isize), py.wrapping_add_signed(dy as isize));
            if x >= size.width() || y >= size.height() {
                continue;
            }
            let Some(color) = self.board.color_at(Point::new(x, y)) else { continue };
            let role = if color == mover { Role::Mover } else { Role::Opponent };
            if let Some((_, key)) = cell_key(dx as isize, dy as isize) {
                mix(sum, key, role);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use gosedai_board::playout::random_move;
    use gosedai_board::{Rng, Symmetry};
    use proptest::prelude::*;

    use super::*;

    fn random_board(size: Size, moves: usize, seed: u64) -> Board {
        let (mut board, mut turn, mut rng) = (Board::new(size), Color::Black, Rng::new(seed));
        for _ in 0..moves {
            if let Some(point) = random_move(&board, turn, &mut rng) {
                board.play_forever(point, turn);
            }
            turn = turn.opponent();
        }
        board
    }

    fn names<R: Rings>(source: &R, point: Point, mover: Color) -> Vec<u64> {
        Nested::new(source, point, mover).collect()
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(24))]

        #[test]
        fn incremental_equals_fresh(width in 2usize..20, height in 2usize..20, moves in 0usize..250, seed: u64) {
            let size = Size::new(width, height).unwrap();
            let (mut board, mut turn, mut rng) = (Board::new(size), Color::Black, Rng::new(seed));
            let mut grid = Grid::new(size);
            for _ in 0..moves {
                if let Some(point) = random_move(&board, turn, &mut rng) {
                    board.play_forever(point, turn);
                    grid.follow(&board);
                }
                turn = turn.opponent();
            }
            let fresh = Fresh::new(&board);
            for point in board.empty_points() {
                for mover in Color::BOTH {
                    prop_assert_eq!(names(&grid, point, mover), names(&fresh, point, mover));
                }
            }
        }

        #[test]
        fn one_name_for_all_views_and_colours(moves in 0usize..200, seed: u64, turn in 0usize..8) {
            let size = Size::THIRTEEN;
            let board = random_board(size, moves, seed);
            let symmetry = Symmetry::ALL[turn];
            let turned = symmetry.apply_board(&board);
            let swapped = board.swapped_colors();
            let (here, there, other) = (Fresh::new(&board), Fresh::new(&turned), Fresh::new(&swapped));
            for point in board.empty_points() {
                let expected = names(&here, point, Color::Black);
                prop_assert_eq!(&expected, &names(&there, symmetry.apply(point, size), Color::Black));
                prop_assert_eq!(&expected, &names(&other, point, Color::White));
            }
        }
    }

    #[test]
    fn different_patterns_have_different_names() {
        let mut seen = std::collections::HashSet::new();
        let mut cells = std::collections::HashSet::new();
        for seed in 0..200 {
            let board = random_board(Size::NINE, 40, seed);
            let fresh = Fresh::new(&board);
            for point in board.empty_points() {
                let of_symmetry = |s: &Symmetry| -> Vec<u8> {
                    let mut around = vec![0; 9];
                    for dy in -1isize..=1 {
                        for dx in -1isize..=1 {
                            let (mut x, mut y) = (dx, dy);
                            if s.flip_x {
                                x = -x
                            }
                            if s.flip_y {
                                y = -y
                            }
                            if s.transpose {
                                std::mem::swap(&mut x, &mut y)
                            }
                            around[((y + 1) * 3 + x + 1) as usize] = board.at(point.offset(dx, dy)) as u8;
                        }
                    }
                    around
                };
                cells.insert(Symmetry::ALL.iter().map(of_symmetry).min());
                seen.insert(Nested::new(&fresh, point, Color::Black).next());
            }
        }
        assert_eq!(seen.len(), cells.len(), "one name for each class of 3x3 patterns");
    }
}
