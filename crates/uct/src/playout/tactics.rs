//! Small tactical questions that playouts ask at every move: is it self-atari, does a string get away, who is in atari
//! here?

use gosedai_board::{Board, Color, Point};
use gosedai_patterns::ladder;

/// A handful of candidate points without allocation.
#[derive(Clone, Copy)]
pub struct Few {
    points: [Point; 24],
    len: usize,
}

impl Default for Few {
    fn default() -> Self {
        Few { points: [Point::from_index(0); 24], len: 0 }
    }
}

impl Few {
    #[inline]
    pub fn push(&mut self, point: Point) {
        if self.len < self.points.len() && !self.points[..self.len].contains(&point) {
            self.points[self.len] = point;
            self.len += 1;
        }
    }

    #[inline]
    pub fn as_slice(&self) -> &[Point] {
        &self.points[..self.len]
    }

    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    #[inline]
    pub fn remove(&mut self, i: usize) {
        self.len -= 1;
        self.points[i] = self.points[self.len];
    }
}

/// Liberties the new string would have (counted to 3) and its stones.
#[inline]
pub fn after(board: &Board, point: Point, color: Color) -> (usize, usize) {
    let mut liberties = [point; 4];
    let mut count = 0;
    let mut stones = 1;
    let add = |p: Point, liberties: &mut [Point; 4], count: &mut usize| {
        if *count < 3 && p != point && !liberties[..*count].contains(&p) {
            liberties[*count] = p;
            *count += 1;
        }
    };
    let sides = point.neighbours();
    for (i, &beside) in sides.iter().enumerate() {
        if board.is_empty(beside) {
            add(beside, &mut liberties, &mut count);
        } else if board.at(beside).is(color) {
            let id = board.string_id(beside);
            if sides[..i].iter().any(|&p| board.at(p).is(color) && board.string_id(p) == id) {
                continue;
            }
            stones += board.string_len(beside);
            let mut own = [point; 4];
            let found = board.liberties_into(beside, &mut own);
            own[..found].iter().for_each(|&p| add(p, &mut liberties, &mut count));
        } else if board.in_atari(beside) {
            // captured stones become liberties of everything we join: look at each of them
            add(beside, &mut liberties, &mut count);
            if count < 3 && board.string_len(beside) > 1 {
                for stone in board.string(beside) {
                    let joined =
                        |p: Point| board.at(p).is(color) && sides.iter().any(|&side| board.same_string(side, p));
                    if stone.neighbours().into_iter().any(|p| p == point || joined(p)) {
                        add(stone, &mut liberties, &mut count);
                    }
                }
            }
        }
    }
    (count.min(3), stones)
}

/// A move that leaves its own string with one liberty. Throw-ins of one stone are told apart by the size.
#[inline]
pub fn self_atari_size(board: &Board, point: Point, color: Color) -> usize {
    // two empty sides: never self-atari
    let open = point.neighbours().iter().filter(|&&p| board.is_empty(p)).count();
    if open >= 2 {
        return 0;
    }
    let (liberties, stones) = after(board, point, color);
    if liberties >= 2 { 0 } else { stones }
}

/// Ways to save a string in atari: captures of neighbours and an extension that works.
pub fn rescues(board: &mut Board, string: Point, color: Color, out: &mut Few) {
    let Some(liberty) = board.atari_liberty(string) else { return };
    let mut stones = 0;
    for stone in board.string(string) {
        for beside in stone.neighbours() {
            if board.at(beside).is(color.opponent())
                && let Some(capture) = board.atari_liberty(beside)
                && board.is_legal(capture, color)
            {
                out.push(capture);
            }
        }
        stones += 1;
        if stones > 30 {
            break;
        }
    }
    if board.is_legal(liberty, color) {
        match after(board, liberty, color).0 {
            0 | 1 => {}
            2 => {
                let undo = board.play(liberty, color);
                let caught = ladder::is_caught(board, liberty, &mut 24);
                board.undo(&undo);
                if !caught {
                    out.push(liberty);
                }
            }
            _ => out.push(liberty),
        }
    }
}

/// Own strings beside a point, one stone of each.
#[inline]
pub fn strings_beside(board: &Board, point: Point, color: Color) -> Few {
    let mut few = Few::default();
    for beside in point.neighbours() {
        if board.at(beside).is(color) && !few.as_slice().iter().any(|&p| board.same_string(p, beside)) {
            few.push(beside);
        }
    }
    few
}

#[cfg(test)]
mod tests {
    use gosedai_board::diagram;

    use super::*;

    #[test]
    fn self_atari_and_captures() {
        let board = diagram::parse(
            "
            . O . . X
            O X . X .
            . O . . .
            . . O X .
            . O X . .",
        )
        .unwrap();
        let size = |p: &str, c| self_atari_size(&board, p.parse().unwrap(), c);
        assert_eq!(size("E4", Color::White), 1, "only the side below is open");
        assert_eq!(size("C4", Color::White), 0, "three sides open");
        assert_eq!(size("A5", Color::Black), 1, "a stone without a future in the corner");
        assert_eq!(size("D1", Color::White), 0, "captures C1");
    }

    #[test]
    fn after_agrees_with_playing() {
        let mut rng = gosedai_board::Rng::new(3);
        for seed in 0..60 {
            let mut board = Board::new(gosedai_board::Size::NINE);
            let mut turn = Color::Black;
            let mut local = gosedai_board::Rng::new(seed);
            for _ in 0..20 + rng.below(50) {
                if let Some(p) = gosedai_board::playout::random_move(&board, turn, &mut local) {
                    board.play_forever(p, turn);
                }
                turn = turn.opponent();
            }
            let points: Vec<Point> = board.empty_points().collect();
            for point in points {
                for color in Color::BOTH {
                    if board.is_legal(point, color) {
                        let (liberties, _) = after(&board, point, color);
                        let undo = board.play(point, color);
                        let real = board.liberty_count_to(point, 3);
                        board.undo(&undo);
                        assert_eq!(liberties >= 2, real >= 2, "{point} {color}\n{board:?}");
                    }
                }
            }
        }
    }
}
