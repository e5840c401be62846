//! A position as the tables see it: which entries are true of a move.

use super::number as n;
use super::side::{self, Hand};
use super::{ALONG, Entries, HALVINGS, LINES, NEAR, SHAPES, SHARES, TABLES, offset};
use crate::fuseki::situation::{Usual, Usuals};
use gosedai_board::{Board, Color, Move, Point, Position};
use gosedai_knowledge::OpeningBook;

/// A place is open if no stone stands within this many steps along each axis.
const OPEN: isize = 4;
/// Stones within this many steps are counted for and against.
const BALANCE_REACH: usize = 6;
/// The youngest stone within this many steps tells how quiet a place is.
const AGE_REACH: usize = 5;

/// What is looked at once for a position, for all its moves.
pub struct Look<'a> {
    position: &'a Position,
    usuals: Usuals<'a>,
    /// Moves from the last to the first, with who made them.
    history: Vec<(Color, Point)>,
}

/// Collects entries.
struct Sheet {
    on: Entries,
}

impl Sheet {
    fn much(&mut self, table: usize, entry: usize, much: f64) {
        let table = TABLES[table];
        self.on.push(((table.first + entry.min(table.len - 1)) as u16, much as f32));
    }

    fn put(&mut self, table: usize, entry: usize) {
        self.much(table, entry, 1.0);
    }

    /// A share on the scale of halvings, between two entries.
    fn share(&mut self, table: usize, share: Option<f64>) {
        let Some(share) = share else {
            self.put(table, SHARES - 1);
            return;
        };
        let steps = HALVINGS as f64;
        let at = (share.log2() + steps).clamp(0.0, steps);
        let low = (at as usize).min(HALVINGS - 1);
        self.much(table, low, 1.0 - (at - low as f64));
        self.much(table, low + 1, at - low as f64);
    }
}

impl<'a> Look<'a> {
    pub fn new(position: &'a Position, book: &'a OpeningBook) -> Look<'a> {
        let history = position.moves().rev().filter_map(|(color, mv)| mv.point().map(|p| (color, p))).collect();
        Look { position, usuals: Usuals::new(position, book), history }
    }

    /// The move as a continuation in its corner, and as an answer to the last move.
    pub fn usual(&self, point: Point) -> [Option<Usual>; 2] {
        [self.usuals.corner(point), self.usuals.answer(point)]
    }

    /// The entries of `point` for the side to move.
    pub fn entries(&self, point: Point) -> Entries {
        let mut sheet = Sheet { on: Entries::with_capacity(40) };
        self.place(&mut sheet, point);
        self.along_side(&mut sheet, point);
        tactics(&mut sheet, self.position.board(), point, self.position.to_play());
        self.usual_entries(&mut sheet, point);
        self.last_moves(&mut sheet, point);
        sheet.on
    }

    fn place(&self, sheet: &mut Sheet, point: Point) {
        let (board, side, size) = (self.position.board(), self.position.to_play(), self.position.size());
        sheet.put(n::LINE, point.line(size) - 1);
        let touches = |color: Color| point.neighbours().iter().any(|&q| board.at(q).is(color));
        match (touches(side.opponent()), touches(side)) {
            (true, false) => sheet.put(n::CONTACT, 0),
            (false, true) => sheet.put(n::CONTACT, 1),
            (true, true) => sheet.put(n::CONTACT, 2),
            _ => {}
        }
        let from_side = |at: usize, of: usize| (at + 1).min(of - at).min(LINES);
        let (x, y) = (from_side(point.x(), size.width()), from_side(point.y(), size.height()));
        let pair = x.max(y) * (x.max(y) - 1) / 2 + x.min(y) - 1;
        // by colour: own, enemy
        let (mut nearest, mut shapes, mut counts) = ([NEAR + 1; 2], [0u32; 2], [0isize; 2]);
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
                let who = usize::from(!stone.is(side));
                nearest[who] = nearest[who].min(steps);
                shapes[who] |= offset(dx, dy).map_or(0, |o| 1 << o);
                counts[who] += isize::from(steps <= BALANCE_REACH);
            }
        }
        sheet.put(if open { n::OPEN_PLACE } else { n::PLACE }, pair);
        for (who, table) in [n::NEAR_OWN, n::NEAR_ENEMY].into_iter().enumerate() {
            if nearest[who] <= NEAR {
                sheet.put(table, nearest[who] - 1);
            }
        }
        for o in 0..SHAPES {
            for (who, table) in [n::SHAPE_OWN, n::SHAPE_ENEMY].into_iter().enumerate() {
                if shapes[who] >> o & 1 != 0 {
                    sheet.put(table, o);
                }
            }
        }
        let lead = (counts[0] - counts[1]).clamp(-3, 3) + 3;
        match counts[0] + counts[1] {
            0 => {}
            1..=2 => sheet.put(n::BALANCE, lead as usize),
            3..=5 => sheet.put(n::BALANCE, 7 + lead as usize),
            _ => sheet.put(n::BALANCE, 14 + lead as usize),
        }
    }

    fn along_side(&self, sheet: &mut Sheet, point: Point) {
        let Some(hands) = side::hands(self.position.board(), point, self.position.to_play()) else { return };
        for hand in hands {
            match hand {
                Hand::Own(distance) => sheet.put(n::SIDE_OWN, distance - 1),
                Hand::Enemy(distance) => sheet.put(n::SIDE_ENEMY, distance - 1),
                Hand::Nothing => {
                    sheet.put(n::SIDE_OWN, ALONG - 1);
                    sheet.put(n::SIDE_ENEMY, ALONG - 1);
                }
            }
        }
        match point.line(self.position.size()) {
            3 => sheet.put(n::SIDE_THIRD, side::pair(hands)),
            4 => sheet.put(n::SIDE_FOURTH, side::pair(hands)),
            _ => {}
        }
    }

    fn usual_entries(&self, sheet: &mut Sheet, point: Point) {
        let [corner, answer] = self.usual(point);
        if let Some(usual) = corner {
            let table = match (usual.answered, usual.full) {
                (false, true) => n::USUAL,
                (false, false) => n::USUAL_PART,
                (true, true) => n::CORNER,
                (true, false) => n::CORNER_PART,
            };
            sheet.share(table, usual.share);
        }
        if let Some(usual) = answer {
            sheet.share(if usual.full { n::ANSWER } else { n::ANSWER_PART }, usual.share);
        }
    }

    fn last_moves(&self, sheet: &mut Sheet, point: Point) {
        let (board, side) = (self.position.board(), self.position.to_play());
        for (k, (_, mv)) in self.position.moves().rev().take(2).enumerate() {
            let Move::Play(last) = mv else { continue };
            let steps = last.manhattan(point);
            if (1..=NEAR).contains(&steps) {
                sheet.put([n::LAST, n::OWN_LAST][k], steps - 1);
            }
            let (dx, dy) = (point.x() as isize - last.x() as isize, point.y() as isize - last.y() as isize);
            if let Some(o) = offset(dx, dy) {
                sheet.put([n::LAST_SHAPE, n::OWN_LAST_SHAPE][k], o);
            }
        }
        // how long the place has been left alone, and who played there last
        if let Some(age) = self.history.iter().position(|(_, p)| p.manhattan(point) <= AGE_REACH) {
            let slot = [0, 1, 2, 2, 3, 3, 3, 3].get(age).copied().unwrap_or(if age < 16 { 4 } else { 5 });
            sheet.put(n::AGE, slot + if self.history[age].0 == side { 6 } else { 0 });
        }
        // a liberty of the opponent's last chain, or of an own chain it has left short of liberties
        if let Some((_, Move::Play(last))) = self.position.last_move()
            && board.at(last).is_stone()
        {
            if board.liberty_count(last) <= 4 && board.liberties(last).contains(point) {
                sheet.put(n::WEAK, board.liberty_count(last).max(2) - 2);
            }
            let pressed = |q: &Point| board.at(*q).is(side) && board.liberties(*q).contains(point);
            if last.neighbours().iter().any(pressed) {
                sheet.put(n::WEAK, 3);
            }
        }
    }
}

/// Captures, saves from atari, gives atari, and walks into atari.
fn tactics(sheet: &mut Sheet, board: &Board, point: Point, side: Color) {
    let around = point.neighbours();
    let chains = |color: Color, liberties: usize| {
        around.iter().any(|&q| board.at(q).is(color) && board.liberty_count_to(q, 3) == liberties)
    };
    // a move with two free neighbours is not in atari
    let crowded = around.iter().filter(|&&q| board.is_empty(q)).count() < 2;
    let walks_in = || {
        let mut after = board.clone();
        after.play(point, side);
        after.at(point).is_stone() && after.liberty_count_to(point, 2) == 1
    };
    let found = [chains(side.opponent(), 1), chains(side, 1), chains(side.opponent(), 2), crowded && walks_in()];
    found.into_iter().enumerate().filter(|(_, yes)| *yes).for_each(|(i, _)| sheet.put(n::TACTICS, i));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_lies_between_two_halvings() {
        let entries = |share: Option<f64>| {
            let mut sheet = Sheet { on: Vec::new() };
            sheet.share(n::USUAL, share);
            let first = TABLES[n::USUAL].first as u16;
            sheet.on.iter().map(|&(e, much)| (e - first, much)).collect::<Vec<_>>()
        };
        assert_eq!(entries(Some(0.25)), [(7, 1.0), (8, 0.0)]);
        assert_eq!(entries(Some(1.0)), [(8, 0.0), (9, 1.0)]);
        assert_eq!(entries(Some(1e-9)), [(0, 1.0), (1, 0.0)]);
        assert_eq!(entries(None), [(10, 1.0)]);
        let between = entries(Some(0.25 * 2f64.powf(0.5)));
        assert!(between[0].0 == 7 && (between[0].1 - 0.5).abs() < 1e-6, "{between:?}");
    }

    #[test]
    fn age_tells_who_left_a_place_alone() {
        let mut position = Position::new(gosedai_board::Size::NINETEEN, gosedai_board::Rules::JAPANESE, 6.5);
        for mv in ["D4", "Q16", "Q4", "D16"] {
            position.play(Move::Play(mv.parse().unwrap())).unwrap();
        }
        let book = OpeningBook::default();
        let look = Look::new(&position, &book);
        let table = TABLES[n::AGE];
        let age = |mv: &str| {
            let on = look.entries(mv.parse().unwrap());
            on.iter().map(|(e, _)| *e as usize).find(|e| (table.first..table.first + table.len).contains(e))
        };
        // white's last stone, black's own before it, white's third from last, black's first; nothing in the middle
        assert_eq!(age("C14"), Some(table.first));
        assert_eq!(age("R6"), Some(table.first + 6 + 1));
        assert_eq!(age("R14"), Some(table.first + 2));
        assert_eq!(age("C6"), Some(table.first + 6 + 2));
        assert_eq!(age("K10"), None);
    }
}
