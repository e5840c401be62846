//! The likelihood of the moves played under a soft maximum of the values, and the weights that make it largest.

use gosedai_board::{Color, Point, Rng};
use gosedai_knowledge::OpeningBook;
use gosedai_recognition::fuseki::terms::{ENTRIES, Look};
use gosedai_recognition::fuseki::{Before, Fuseki, Gains, Shape, candidates, groups_of, is_large, value_of};
use gosedai_recognition::pon::Profile;

use super::samples::Sample;

/// The gains by whom they concern, potential, and what the opponent would have of the point; the tables come after them.
pub const HEAD: usize = Gains::COUNT + 2;
pub const POTENTIAL: usize = Gains::COUNT;
pub const BOTH: usize = Gains::COUNT + 1;
pub const WEIGHTS: usize = HEAD + ENTRIES;

/// Rivals drawn of each kind: near the last moves, on the third and fourth line elsewhere, other. The rest of the
/// board is represented by them with a larger weight, so that the sum over all moves is right on average.
const DRAWN: [usize; 3] = [30, 20, 10];
/// Rivals drawn among large moves.
const DRAWN_LARGE: [usize; 3] = [0, 40, 20];

/// One move of a case.
struct Row {
    head: [f64; HEAD],
    /// Logarithm of how many moves it stands for.
    stands_for: f64,
    /// Entries of the tables, shares in 65535ths.
    on: Vec<(u16, u16)>,
    /// Groups after the move and after the opponent's move there, while the constants change.
    after: Vec<Shape>,
    other_first: Vec<Shape>,
    point: Point,
}

/// A position with the move played (the first row) and its rivals.
pub struct Case {
    side: Color,
    before: Vec<Shape>,
    rows: Vec<Row>,
}

fn head(before: &Before, row: &Row, side: Color, profile: &Profile) -> [f64; HEAD] {
    let mut head = row.head;
    let groups = groups_of(&row.after, side.opponent(), profile);
    head[..Gains::COUNT].copy_from_slice(&before.gains(&row.after, &groups, side, row.point).list());
    head[BOTH] = value_of(&row.other_first, side.opponent(), side, profile);
    head
}

/// Builds cases from positions.
pub struct Builder<'a> {
    pub evaluator: Fuseki,
    pub book: &'a OpeningBook,
    pub rng: Rng,
}

impl Builder<'_> {
    /// The move played against any moves, or against large moves only. Shapes are kept if the constants are to change.
    pub fn case(&mut self, sample: &Sample, large: bool, keep: bool) -> Case {
        let position = &sample.position;
        let (board, side) = (position.board(), position.to_play());
        let other = side.opponent();
        let mut kinds: [Vec<Point>; 3] = Default::default();
        for point in candidates(board, side) {
            if point == sample.played || large && !is_large(position, point) {
                continue;
            }
            let kind = match point.line(position.size()) {
                _ if !is_large(position, point) => 0,
                3 | 4 => 1,
                _ => 2,
            };
            kinds[kind].push(point);
        }
        let mut moves = vec![(sample.played, 0.0)];
        for (points, most) in kinds.iter_mut().zip(if large { DRAWN_LARGE } else { DRAWN }) {
            self.rng.shuffle(points);
            let drawn = points.len().min(most);
            let stands_for = (points.len() as f64 / drawn.max(1) as f64).ln();
            moves.extend(points[..drawn].iter().map(|&p| (p, stands_for)));
        }
        let profile = self.evaluator.profile.clone();
        let before = Before::new(self.evaluator.shapes(board), side, &profile);
        let look = Look::new(position, self.book);
        let rows = moves.into_iter().map(|(point, stands_for)| {
            let mut ours = board.clone();
            ours.play(point, side);
            let after = self.evaluator.shapes(&ours);
            let mut other_first = Vec::new();
            if board.is_legal(point, other) {
                let mut theirs = board.clone();
                theirs.play(point, other);
                other_first = self.evaluator.shapes(&theirs);
            }
            let on = look.entries(point).into_iter().map(|(e, much)| (e, (much * 65535.0).round() as u16)).collect();
            let mut row = Row { head: [0.0; HEAD], stands_for, on, after, other_first, point };
            row.head[POTENTIAL] = self.evaluator.potential(&ours, side);
            row.head = head(&before, &row, side, &profile);
            if !keep {
                (row.after, row.other_first) = Default::default();
            }
            row
        });
        let rows = rows.collect();
        Case { side, before: if keep { before.shapes } else { Vec::new() }, rows }
    }
}

/// Fills in what depends on the PON constants.
pub fn fill(cases: &mut [Case], profile: &Profile) {
    for case in cases {
        let before = Before::new(case.before.clone(), case.side, profile);
        for row in &mut case.rows {
            row.head = head(&before, row, case.side, profile);
        }
    }
}

fn score(row: &Row, weights: &[f64]) -> f64 {
    let head: f64 = row.head.iter().zip(weights).map(|(x, w)| x * w).sum();
    let tables = row.on.iter().map(|&(e, much)| weights[HEAD + e as usize] * f64::from(much));
    row.stands_for + head + tables.sum::<f64>() / 65535.0
}

/// The surprise of the move played, and each row's probability less what was played.
fn errors(case: &Case, weights: &[f64], into: &mut Vec<f64>) -> f64 {
    into.clear();
    into.extend(case.rows.iter().map(|row| score(row, weights)));
    let top = into.iter().copied().fold(f64::MIN, f64::max);
    let sum: f64 = into.iter().map(|s| (s - top).exp()).sum();
    let surprise = sum.ln() + top - into[0];
    into.iter_mut().for_each(|s| *s = (*s - top).exp() / sum);
    into[0] -= 1.0;
    surprise
}

/// Mean surprise over cases.
pub fn loss(cases: &[Case], weights: &[f64]) -> f64 {
    let mut room = Vec::new();
    cases.iter().map(|case| errors(case, weights, &mut room)).sum::<f64>() / cases.len().max(1) as f64
}

/// Steps of gradient descent over the free weights.
pub struct Descent {
    pub rounds: usize,
    pub batch: usize,
    /// Only the head: the tables stay as they are.
    pub head_only: bool,
}

impl Descent {
    /// Runs the rounds over all cases; the weights end up as a local best.
    pub fn run(&self, cases: &[Case], weights: &mut [f64], rng: &mut Rng) {
        let free = if self.head_only { HEAD } else { WEIGHTS };
        let (mut first, mut second, mut gradient) = (vec![0.0; free], vec![0.0; free], vec![0.0; free]);
        let mut order: Vec<usize> = (0..cases.len()).collect();
        let mut room = Vec::new();
        let total = self.rounds * cases.len().div_ceil(self.batch);
        let mut step = 0;
        for _ in 0..self.rounds {
            rng.shuffle(&mut order);
            for batch in order.chunks(self.batch) {
                gradient.fill(0.0);
                for &i in batch {
                    errors(&cases[i], weights, &mut room);
                    for (row, &error) in cases[i].rows.iter().zip(&room) {
                        row.head.iter().zip(&mut gradient).for_each(|(x, g)| *g += error * x);
                        if !self.head_only {
                            for &(e, much) in &row.on {
                                gradient[HEAD + e as usize] += error * f64::from(much) / 65535.0;
                            }
                        }
                    }
                }
                step += 1;
                let left = 1.0 - (step - 1) as f64 / total as f64;
                let (decay1, decay2) = (1.0 - 0.9f64.powi(step), 1.0 - 0.99f64.powi(step));
                for i in 0..free {
                    let g = gradient[i] / batch.len() as f64 + if i < HEAD { 1e-5 } else { 2e-4 } * weights[i];
                    first[i] = 0.9 * first[i] + 0.1 * g;
                    second[i] = 0.99 * second[i] + 0.01 * g * g;
                    let rate = left * if i < HEAD { 0.003 } else { 0.03 };
                    weights[i] -= rate * first[i] / decay1 / ((second[i] / decay2).sqrt() + 1e-9);
                }
                // stronger groups and larger territories never count against a move
                weights[..Gains::COUNT].iter_mut().for_each(|w| *w = w.max(0.0));
                weights[BOTH] = weights[BOTH].max(0.0);
            }
        }
    }
}
