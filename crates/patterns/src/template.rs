//! Seven nested templates around a candidate point, and hash keys that see all eight symmetries at once.
//!
//! The distance that shapes the templates is `|dx| + |dy| + max(|dx|, |dy|)`: its discs are nearly round and closed
//! under rotation and reflection. The hash of a pattern is kept in eight *lanes*, one for each symmetry; the smallest
//! lane names the pattern, so turned or mirrored patterns have one name. Keys of the opponent's stones, of points
//! beyond the edge and of marks are bit rotations of the keys of the mover's stones, so that exchanging colours needs
//! no second table.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex};

use gosedai_board::zobrist::splitmix64;
use gosedai_board::{Point, Size};

/// Number of templates.
pub const TEMPLATES: usize = 7;
/// Largest distance in each template: from the eight neighbours to nearly the whole board.
pub const REACH: [usize; TEMPLATES] = [3, 4, 5, 6, 8, 12, 32];
/// Largest coordinate difference on any board.
const SPAN: isize = 24;
const WIDTH: usize = 2 * SPAN as usize + 1;
const SEED: u64 = 0x7061_7474_6572_6e73;

/// One value for each of the eight symmetries.
pub type Lanes = [u64; 8];

/// What a key stands for: bit rotations of the key of the mover's stone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u32)]
pub enum Role {
    Mover = 0,
    Opponent = 23,
    Beyond = 41,
    LastMove = 11,
    EarlierMove = 53,
    OneLiberty = 31,
    TwoLiberties = 37,
    ThreeLiberties = 47,
}

/// Distance of a difference of coordinates; it decides which templates contain the cell.
#[inline]
pub const fn reach(dx: isize, dy: isize) -> usize {
    let (x, y) = (dx.unsigned_abs(), dy.unsigned_abs());
    x + y + if x > y { x } else { y }
}

/// The ring (difference of two templates) a distance belongs to; `TEMPLATES` if beyond all of them.
const fn ring_of(distance: usize) -> usize {
    let mut ring = 0;
    while ring < TEMPLATES && REACH[ring] < distance {
        ring += 1;
    }
    ring
}

#[derive(Clone, Copy)]
struct Offset {
    lanes: Lanes,
    ring: u8,
}

static OFFSETS: LazyLock<Vec<Offset>> = LazyLock::new(|| {
    let mut offsets = Vec::with_capacity(WIDTH * WIDTH);
    for dy in -SPAN..=SPAN {
        for dx in -SPAN..=SPAN {
            let lanes = std::array::from_fn(|turn| {
                let (mut x, mut y) = (dx, dy);
                if turn & 1 != 0 {
                    x = -x;
                }
                if turn & 2 != 0 {
                    y = -y;
                }
                if turn & 4 != 0 {
                    std::mem::swap(&mut x, &mut y);
                }
                splitmix64(SEED ^ (((x + 32) as u64) << 8 | (y + 32) as u64)).1
            });
            offsets.push(Offset { lanes, ring: ring_of(reach(dx, dy)) as u8 });
        }
    }
    offsets
});

/// Cells of each ring, the centre left out.
static RINGS: LazyLock<[Vec<(i8, i8)>; TEMPLATES]> = LazyLock::new(|| {
    let mut rings: [Vec<(i8, i8)>; TEMPLATES] = Default::default();
    for dy in -SPAN..=SPAN {
        for dx in -SPAN..=SPAN {
            let ring = ring_of(reach(dx, dy));
            if ring < TEMPLATES && (dx, dy) != (0, 0) {
                rings[ring].push((dx as i8, dy as i8));
            }
        }
    }
    rings
});

#[inline]
fn offset(dx: isize, dy: isize) -> &'static Offset {
    &OFFSETS[(dy + SPAN) as usize * WIDTH + (dx + SPAN) as usize]
}

/// Cells that template `ring` adds to the one before it.
pub fn ring_cells(ring: usize) -> &'static [(i8, i8)] {
    &RINGS[ring]
}

/// Number of cells of each template, the centre not counted.
pub fn cell_counts() -> [usize; TEMPLATES] {
    let mut sum = 0;
    std::array::from_fn(|ring| {
        sum += RINGS[ring].len();
        sum
    })
}

/// Ring and key lanes of the cell at a difference of coordinates, if any template has it.
#[inline]
pub fn cell_key(dx: isize, dy: isize) -> Option<(usize, &'static Lanes)> {
    let offset = offset(dx, dy);
    ((offset.ring as usize) < TEMPLATES).then_some((offset.ring as usize, &offset.lanes))
}

/// `sum ^= key`, in the given role.
#[inline]
pub fn mix(sum: &mut Lanes, key: &Lanes, role: Role) {
    for lane in 0..8 {
        sum[lane] ^= key[lane].rotate_left(role as u32);
    }
}

/// Adds a mark (a role) at `cell` to the lanes of a pattern around `centre`.
#[inline]
pub fn mark(sum: &mut Lanes, centre: Point, cell: Point, role: Role) {
    let (dx, dy) = (cell.x() as isize - centre.x() as isize, cell.y() as isize - centre.y() as isize);
    mix(sum, &offset(dx, dy).lanes, role);
}

/// The name of a pattern: the same for all eight views, different for every family of patterns.
#[inline]
pub fn name(lanes: &Lanes, family: usize) -> u64 {
    let mut least = lanes[0];
    for &lane in &lanes[1..] {
        least = least.min(lane);
    }
    // the least of eight is not evenly spread: mix it once more
    splitmix64(least ^ (family as u64 + 1).wrapping_mul(0xd6e8_feb8_6659_fd93)).1
}

/// What lies beyond the edge, for every point and ring of one board size.
pub type Edges = Arc<Vec<[Lanes; TEMPLATES]>>;

/// The table of edges for a size; computed once and kept.
pub fn edges(size: Size) -> Edges {
    static KNOWN: LazyLock<Mutex<HashMap<Size, Edges>>> = LazyLock::new(Mutex::default);
    let mut known = KNOWN.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    known.entry(size).or_insert_with(|| Arc::new(edge_table(size))).clone()
}

fn edge_table(size: Size) -> Vec<[Lanes; TEMPLATES]> {
    let outside = |x: isize, y: isize| x < 0 || y < 0 || x >= size.width() as isize || y >= size.height() as isize;
    let of_point = |point: Point| {
        std::array::from_fn(|ring| {
            let mut sum = [0; 8];
            for &(dx, dy) in &RINGS[ring] {
                let (dx, dy) = (dx as isize, dy as isize);
                if outside(point.x() as isize + dx, point.y() as isize + dy) {
                    mix(&mut sum, &offset(dx, dy).lanes, Role::Beyond);
                }
            }
            sum
        })
    };
    size.points().map(of_point).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn templates_are_nested_and_symmetric() {
        let counts = cell_counts();
        assert_eq!(counts[..3], [8, 12, 20]);
        assert!(counts.windows(2).all(|pair| pair[0] < pair[1]));
        for ring in 0..TEMPLATES {
            for &(dx, dy) in ring_cells(ring) {
                for turned in [(dy, dx), (-dx, dy), (dx, -dy)] {
                    assert!(ring_cells(ring).contains(&turned));
                }
            }
        }
        assert!(counts[6] > 361, "the largest template covers nearly the whole board from any point");
    }
}
