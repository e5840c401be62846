//! Vital points of small eye spaces: where the middle point makes the difference between one eye and two.

use gosedai_board::{Board, Cell, Point};

/// The vital point of the small enclosed empty region at `start`, if it has one: three in a row or bent, four in a T or
/// square corner, five bulky or crossed, six like a flower.
pub fn vital_point(board: &Board, start: Point) -> Option<Point> {
    const MOST: usize = 6;
    let mut region = [start; MOST + 1];
    let mut count = 1;
    let mut next = 0;
    let mut border = Cell::Empty;
    while next < count {
        let point = region[next];
        next += 1;
        for beside in point.neighbours() {
            match board.at(beside) {
                Cell::Edge => {}
                Cell::Empty if region[..count].contains(&beside) => {}
                Cell::Empty if count == MOST => return None,
                Cell::Empty => {
                    region[count] = beside;
                    count += 1;
                }
                stone if border == Cell::Empty => border = stone,
                stone if border != stone => return None,
                _ => {}
            }
        }
    }
    if count < 3 {
        return None;
    }
    let inside = |p: Point| region[..count].contains(&p);
    let neighbours = |p: &Point| p.neighbours().iter().filter(|&&q| inside(q)).count();
    let degrees: [usize; MOST + 1] = std::array::from_fn(|i| if i < count { neighbours(&region[i]) } else { 0 });
    let most = *degrees[..count].iter().max()?;
    let (best, _) = degrees[..count].iter().enumerate().max_by_key(|d| d.1)?;
    let only = degrees[..count].iter().filter(|&&d| d == most).count() == 1;
    let edges: usize = degrees[..count].iter().sum::<usize>() / 2;
    let vital = match count {
        3 => most == 2,
        4 => most == 3,
        5 => (most == 4) || (most == 3 && edges == 5 && only),
        6 => most == 4 && edges == 7,
        _ => false,
    };
    vital.then(|| region[best])
}

#[cfg(test)]
mod tests {
    use gosedai_board::diagram;

    use super::*;

    fn vital(rows: &str, at: &str) -> Option<String> {
        vital_point(&diagram::parse(rows).unwrap(), at.parse().unwrap()).map(|p| p.to_string())
    }

    #[test]
    fn three_four_and_five_points() {
        let three = "
            . . . . . .
            . . . . . .
            . . . . . .
            X X X X . .
            . . . X . .
            X X X X . .";
        assert_eq!(vital(three, "A2").as_deref(), Some("B2"));
        let straight_four = "
            . . . . . .
            . . . . . .
            . . . . . .
            X X X X X .
            . . . . X .
            X X X X X .";
        assert_eq!(vital(straight_four, "A2"), None);
        let bulky_five = "
            . . . . . .
            . . . . . .
            X X X X . .
            X . . X . .
            . . . X . .
            X X X X . .";
        assert_eq!(vital(bulky_five, "C3").as_deref(), Some("B2"));
        let open = "
            . . . .
            . . . .
            X . . .
            . . . .";
        assert_eq!(vital(open, "A1"), None);
    }
}
