//! Tables of numbers of objects in a list, when objects come and go in the middle of it.

use crate::strings::NONE;
use gosedai_board::{CELLS, Point, STRIDE, Size};

/// The cells of a board from the row of a point on. An object named by its first point in row order has no others, nor have
/// those behind it in the list: what changes their numbers need not go over the whole table.
pub(crate) fn rows_from(table: &mut [u16; CELLS], head: Point, size: Size) -> &mut [u16] {
    &mut table[head.index() / STRIDE * STRIDE..(size.height() + 1) * STRIDE]
}

/// The same and the row before, for objects that are noted beside their points.
pub(crate) fn rows_beside(table: &mut [u16; CELLS], head: Point, size: Size) -> &mut [u16] {
    &mut table[(head.index() / STRIDE - 1) * STRIDE..(size.height() + 1) * STRIDE]
}

/// An object comes in at this place: those from there on move up.
pub(crate) fn make_room(table: &mut [u16], place: u16) {
    // as signed numbers: there are never so many objects, and NONE is below all of them
    let place = place as i16;
    for number in table {
        let now = *number as i16;
        *number = (now + i16::from(now >= place)) as u16;
    }
}

/// The object at this place goes: those behind it move down.
pub(crate) fn close_gap(table: &mut [u16], place: u16) {
    let place = place as i16;
    for number in table {
        let now = if *number as i16 == place { NONE as i16 } else { *number as i16 };
        *number = (now - i16::from(now > place)) as u16;
    }
}

/// The object at one place goes to another: those between move by one.
pub(crate) fn change_place(table: &mut [u16], from: u16, to: u16) {
    let (low, high, step) = if from < to { (from, to, -1) } else { (to, from, 1) };
    let (low, high) = (low as i16, high as i16);
    let to = to as i16;
    for number in table {
        let now = *number as i16;
        let moved = now + if (now >= low) & (now <= high) { step } else { 0 };
        *number = if now == from as i16 { to } else { moved } as u16;
    }
}

/// The object itself goes there.
pub(crate) fn carry<T>(list: &mut [T], from: usize, to: usize) {
    if from < to {
        list[from..=to].rotate_left(1);
    } else {
        list[to..=from].rotate_right(1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_follow_their_objects() {
        let mut table = [0, 1, 2, NONE, 2];
        make_room(&mut table, 1);
        assert_eq!(table, [0, 2, 3, NONE, 3]);
        close_gap(&mut table, 2);
        assert_eq!(table, [0, NONE, 2, NONE, 2]);
        let mut table = [0, 1, 2, NONE, 3, 4];
        change_place(&mut table, 1, 3);
        assert_eq!(table, [0, 3, 1, NONE, 2, 4]);
        change_place(&mut table, 3, 1);
        assert_eq!(table, [0, 1, 2, NONE, 3, 4]);
        let mut list = ['a', 'b', 'c', 'd'];
        carry(&mut list, 1, 3);
        assert_eq!(list, ['a', 'c', 'd', 'b']);
        carry(&mut list, 3, 1);
        assert_eq!(list, ['a', 'b', 'c', 'd']);
    }
}
