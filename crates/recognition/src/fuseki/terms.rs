//! What a profile may add to a move's value besides PON: tables looked up by where the move lies and what stands near it.
//!
//! One list of tables serves evaluation and fitting alike: a move switches on some entries of some tables, and its value
//! is their sum. The paper's profile has zeros everywhere.

use gosedai_board::{Board, Color, Move, Point, Position};
use gosedai_knowledge::Params;

/// A table of the profile: its key, its length, and whether it is a matter of urgency (the last moves) or of the place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Table {
    pub key: &'static str,
    pub len: usize,
    pub urgent: bool,
}

const fn place(key: &'static str, len: usize) -> Table {
    Table { key, len, urgent: false }
}

const fn urgent(key: &'static str, len: usize) -> Table {
    Table { key, len, urgent: true }
}

/// Lines counted separately for the pair of lines of a point.
const LINES: usize = 10;
/// Entries for pairs of lines, the smaller first.
const PAIRS: usize = LINES * (LINES + 1) / 2;
/// Distances counted separately.
const NEAR: usize = 10;
/// Offsets (a, b) with 0 <= b <= a and 1 <= a <= 6.
const SHAPES: usize = 27;
const REACH: usize = 6;
/// Distances along a side counted separately, and one entry for "no stone before the corner".
const ALONG: usize = 10;
/// A place is open if no stone stands within this many steps along each axis.
const OPEN: isize = 4;

/// All tables, in the order of [`Terms`] entries.
pub const TABLES: [Table; 16] = [
    place("move.line", 6),
    place("move.contact", 3),
    place("move.place", PAIRS),
    place("move.open_place", PAIRS),
    place("move.tactics", 4),
    place("near.own", NEAR),
    place("near.enemy", NEAR),
    place("shape.own", SHAPES),
    place("shape.enemy", SHAPES),
    place("side.own", ALONG),
    place("side.enemy", ALONG),
    urgent("urgency.last", NEAR),
    urgent("urgency.own", NEAR),
    urgent("urgency.last_shape", SHAPES),
    urgent("urgency.own_shape", SHAPES),
    urgent("urgency.weak", 4),
];

/// The first table of urgency.
const URGENT: usize = 11;

/// Number of entries of all tables together.
pub const ENTRIES: usize = {
    let (mut sum, mut i) = (0, 0);
    while i < TABLES.len() {
        sum += TABLES[i].len;
        i += 1;
    }
    sum
};

/// First entry of a table.
const fn first(table: usize) -> usize {
    let (mut sum, mut i) = (0, 0);
    while i < table {
        sum += TABLES[i].len;
        i += 1;
    }
    sum
}

/// The entries a move switches on.
pub type Entries = Vec<u16>;

/// Number of an offset, `None` if it is too far away.
fn offset(dx: isize, dy: isize, reach: usize) -> Option<usize> {
    let (a, b) = (dx.unsigned_abs().max(dy.unsigned_abs()), dx.unsigned_abs().min(dy.unsigned_abs()));
    // rows of 2, 3, 4 ... entries for a = 1, 2, 3 ...
    (1..=reach).contains(&a).then(|| (a - 1) * (a + 2) / 2 + b)
}

/// The entries of `point` for the side to move.
pub fn entries(position: &Position, point: Point) -> Entries {
    let (board, side, size) = (position.board(), position.to_play(), position.size());
    let mut on = Entries::with_capacity(24);
    let mut put = |table: usize, entry: usize| on.push((first(table) + entry.min(TABLES[table].len - 1)) as u16);
    let line = point.line(size);
    put(0, line - 1);
    let touches = |color: Color| point.neighbours().iter().any(|&q| board.at(q).is(color));
    match (touches(side.opponent()), touches(side)) {
        (true, false) => put(1, 0),
        (false, true) => put(1, 1),
        (true, true) => put(1, 2),
        _ => {}
    }
    let from_side = |at: usize, of: usize| (at + 1).min(of - at).min(LINES);
    let (x, y) = (from_side(point.x(), size.width()), from_side(point.y(), size.height()));
    let pair = x.max(y) * (x.max(y) - 1) / 2 + x.min(y) - 1;
    let (mut own_near, mut enemy_near) = (NEAR + 1, NEAR + 1);
    let (mut own_shapes, mut enemy_shapes) = (0u32, 0u32);
    let mut open = true;
    let reach = NEAR as isize;
    for dy in -reach..=reach {
        for dx in -(reach - dy.abs())..=reach - dy.abs() {
            let Some(q) = point.shifted(dx, dy, size) else { continue };
            let stone = board.at(q);
            if !stone.is_stone() {
                continue;
            }
            open &= dx.abs() > OPEN || dy.abs() > OPEN;
            let steps = (dx.abs() + dy.abs()) as usize;
            let shape = offset(dx, dy, REACH).map_or(0, |o| 1 << o);
            if stone.is(side) {
                own_near = own_near.min(steps);
                own_shapes |= shape;
            } else {
                enemy_near = enemy_near.min(steps);
                enemy_shapes |= shape;
            }
        }
    }
    put(if open { 3 } else { 2 }, pair);
    if own_near <= NEAR {
        put(5, own_near - 1);
    }
    if enemy_near <= NEAR {
        put(6, enemy_near - 1);
    }
    for o in 0..SHAPES {
        if own_shapes >> o & 1 != 0 {
            put(7, o);
        }
        if enemy_shapes >> o & 1 != 0 {
            put(8, o);
        }
    }
    for (table, distance) in along_side(board, point, side) {
        put(table, distance - 1);
    }
    for entry in tactics(board, point, side) {
        put(4, entry);
    }
    for (k, (_, mv)) in position.moves().rev().take(2).enumerate() {
        let Move::Play(last) = mv else { continue };
        let steps = last.manhattan(point);
        if (1..=NEAR).contains(&steps) {
            put(URGENT + k, steps - 1);
        }
        let (dx, dy) = (point.x() as isize - last.x() as isize, point.y() as isize - last.y() as isize);
        if let Some(o) = offset(dx, dy, REACH) {
            put(URGENT + 2 + k, o);
        }
    }
    // a liberty of the opponent's last chain, or of an own chain it has left short of liberties
    if let Some((_, Move::Play(last))) = position.last_move()
        && board.at(last).is_stone()
    {
        if board.liberty_count(last) <= 4 && board.liberties(last).contains(point) {
            put(URGENT + 4, board.liberty_count(last).max(2) - 2);
        }
        let pressed = |q: &Point| board.at(*q).is(side) && board.liberties(*q).contains(point);
        if last.neighbours().iter().any(pressed) {
            put(URGENT + 4, 3);
        }
    }
    on
}

/// For a move on lines 2 to 5: the nearest stone to the left and to the right along the side, within the lines 1 to 5, as
/// (table, distance). Without a stone before the corner the entry "none" of both tables counts.
fn along_side(board: &Board, point: Point, side: Color) -> Vec<(usize, usize)> {
    let size = board.size();
    let (x, y) = (point.x() as isize, point.y() as isize);
    let (w, h) = (size.width() as isize, size.height() as isize);
    let line = point.line(size) as isize;
    if !(2..=5).contains(&line) {
        return Vec::new();
    }
    // which side: the nearest one, as the direction towards it
    let from = [(x, (-1, 0)), (w - 1 - x, (1, 0)), (y, (0, -1)), (h - 1 - y, (0, 1))];
    let Some(&(away, (ex, ey))) = from.iter().min_by_key(|f| f.0) else { return Vec::new() };
    let mut found = Vec::new();
    for turn in [1, -1] {
        let (sx, sy) = (ey * turn, ex * turn);
        let mut seen = None;
        for step in 1..ALONG as isize {
            for depth in 0..5 {
                let shift = away - depth;
                let Some(q) = point.shifted(sx * step + ex * shift, sy * step + ey * shift, size) else { continue };
                let stone = board.at(q);
                if stone.is_stone() && seen.is_none() {
                    seen = Some((if stone.is(side) { 9 } else { 10 }, step as usize));
                }
            }
            if seen.is_some() {
                break;
            }
        }
        match seen {
            Some(hit) => found.push(hit),
            None => found.extend([(9, ALONG), (10, ALONG)]),
        }
    }
    found
}

/// Captures, saves from atari, gives atari, and walks into atari.
fn tactics(board: &Board, point: Point, side: Color) -> impl Iterator<Item = usize> {
    let around = point.neighbours();
    let chains = |color: Color, liberties: usize| {
        around.iter().any(|&q| board.at(q).is(color) && board.liberty_count_to(q, 3) == liberties)
    };
    let captures = chains(side.opponent(), 1);
    let saves = chains(side, 1);
    let gives = chains(side.opponent(), 2);
    let mut after = board.clone();
    after.play(point, side);
    let walks_in = after.at(point).is_stone() && after.liberty_count_to(point, 2) == 1;
    [captures, saves, gives, walks_in].into_iter().enumerate().filter_map(|(i, yes)| yes.then_some(i))
}

/// The weights of all entries, in points.
#[derive(Clone, Debug, PartialEq)]
pub struct Terms {
    weights: Vec<f64>,
}

impl Terms {
    /// Reads the tables of a profile; what a table does not have counts nothing.
    pub fn new(params: &Params) -> Terms {
        let mut weights = vec![0.0; ENTRIES];
        for (t, table) in TABLES.iter().enumerate() {
            let values = if params.get(table.key).is_some() { params.list(table.key) } else { &[] };
            for (i, &value) in values.iter().take(table.len).enumerate() {
                weights[first(t) + i] = value;
            }
        }
        Terms { weights }
    }

    /// Does any table count?
    pub fn any(&self) -> bool {
        self.weights.iter().any(|&w| w != 0.0)
    }

    /// The sums of the tables of place and of urgency.
    pub fn sums(&self, entries: &[u16]) -> (f64, f64) {
        let mut sums = (0.0, 0.0);
        for &entry in entries {
            let value = self.weights[entry as usize];
            if is_urgent(entry) { sums.1 += value } else { sums.0 += value }
        }
        sums
    }
}

/// Does an entry belong to a table of urgency?
pub fn is_urgent(entry: u16) -> bool {
    entry as usize >= first(URGENT)
}

/// Writes fitted weights back, each divided by `scale`.
pub fn write(weights: &[f64], scale: f64, urgent: bool, mut set: impl FnMut(&str, &[f64])) {
    for (t, table) in TABLES.iter().enumerate().filter(|(_, table)| table.urgent == urgent) {
        let values: Vec<f64> = weights[first(t)..first(t) + table.len].iter().map(|w| w / scale).collect();
        set(table.key, &values);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offsets_are_numbered_without_gaps() {
        let mut seen: Vec<usize> = (-6isize..=6)
            .flat_map(|dx| (-6isize..=6).map(move |dy| (dx, dy)))
            .filter_map(|(dx, dy)| offset(dx, dy, REACH))
            .collect();
        seen.sort_unstable();
        seen.dedup();
        assert_eq!(seen, (0..SHAPES).collect::<Vec<_>>());
        assert_eq!(offset(1, -4, REACH), offset(4, 1, REACH));
        assert_eq!(offset(7, 0, REACH), None);
    }

    #[test]
    fn stones_along_the_side_are_seen_left_and_right() {
        let size = gosedai_board::Size::square(19).unwrap();
        let mut board = Board::new(size);
        let at = |name: &str| size.parse_point(name).unwrap();
        board.play(at("Q4"), Color::Black);
        board.play(at("D3"), Color::White);
        let mut found = along_side(&board, at("K3"), Color::Black);
        found.sort_unstable();
        // six steps to the own stone on one hand, six to the enemy stone on the other
        assert_eq!(found, [(9, 6), (10, 6)]);
        assert!(along_side(&board, at("K10"), Color::Black).is_empty());
    }

    #[test]
    fn urgent_tables_come_last() {
        let order: Vec<bool> = TABLES.iter().map(|t| t.urgent).collect();
        assert!(order.is_sorted());
        assert!(!is_urgent(first(URGENT) as u16 - 1) && is_urgent(first(URGENT) as u16));
        assert_eq!(TABLES[URGENT].key, "urgency.last");
    }
}
