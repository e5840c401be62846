//! Values of candidate moves under different methods, best first.

use super::{Before, Fuseki, PLAIN, candidates, groups_of, terms};
use crate::pon;
use crate::potential::Potential;
use crate::view::View;
use gosedai_board::{Board, Color, Point, Position};

/// How moves are valued.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Method {
    /// The sum of equivalent points of the potential after the move.
    Potential,
    /// The earlier paper's sum: potential, inner territory and fourth-order area.
    Kpv,
    /// Expected territory by PON after the move, with the profile's tables of place.
    Pon,
    /// The same with urgency and the opponent's best answer.
    Full,
}

/// One addend of a move's value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Part {
    pub name: &'static str,
    pub value: f64,
}

/// A candidate with its value and where it comes from.
#[derive(Clone, Debug, PartialEq)]
pub struct Ranked {
    pub point: Point,
    pub value: f64,
    pub parts: Vec<Part>,
}

/// Moves whose best answers are looked at.
const ANSWERED: usize = 8;
/// Answers looked at for each.
const ANSWERS: usize = 12;

/// What is looked at once for all moves of a position.
struct Scene<'a> {
    position: &'a Position,
    look: terms::Look<'a>,
    before: Before,
}

impl Fuseki {
    /// All candidates of a position by falling value.
    pub fn rank(&mut self, position: &Position, method: Method, only: Option<&[Point]>) -> Vec<Ranked> {
        let (board, side) = (position.board(), position.to_play());
        let points = match only {
            Some(points) => points.iter().copied().filter(|&p| board.is_legal(p, side)).collect(),
            None => candidates(board, side),
        };
        self.prepare(board.size());
        let book = self.book.clone();
        let scene = Scene {
            position,
            look: terms::Look::new(position, &book),
            before: Before::new(self.shapes(board), side, &self.profile),
        };
        let mut ranked: Vec<Ranked> = points.iter().map(|&point| self.move_value(&scene, point, method)).collect();
        sort(&mut ranked);
        if method == Method::Full && self.extras.reply != 0.0 {
            self.look_at_answers(position, &mut ranked);
        }
        ranked
    }

    fn move_value(&mut self, scene: &Scene, point: Point, method: Method) -> Ranked {
        let position = scene.position;
        let side = position.to_play();
        let mut board = position.board().clone();
        board.play(point, side);
        let mut parts = Vec::new();
        let mut put = |name: &'static str, value: f64| {
            if value != 0.0 {
                parts.push(Part { name, value });
            }
        };
        match method {
            Method::Potential => put("potential", self.potential_value(&board, side)),
            Method::Kpv => {
                put("potential", self.potential_value(&board, side));
                let (inner, area) = self.inner_and_area(&board, side);
                put("inner", inner);
                put("area", area);
            }
            Method::Pon | Method::Full => {
                let shapes = self.shapes(&board);
                let groups = groups_of(&shapes, side.opponent(), &self.profile);
                put("pon", pon::balance(&groups, side));
                if self.extras.gains != PLAIN {
                    // what the profile counts more or less than the paper
                    let gains = scene.before.gains(&shapes, &groups, side, point).list();
                    let factors = self.extras.gains.iter().zip(PLAIN).map(|(factor, plain)| factor - plain);
                    put("groups", factors.zip(gains).map(|(factor, gain)| factor * gain).sum());
                }
                let sums = match self.extras.terms.any() {
                    true => self.extras.terms.sums(&scene.look.entries(point)),
                    false => terms::Sums::default(),
                };
                put("place", sums.place);
                put("usual", sums.usual);
                if self.extras.potential != 0.0 {
                    put("potential", self.extras.potential * self.potential_value(&board, side));
                }
                if method == Method::Full {
                    put("urgency", sums.urgent + self.urgency(position, point));
                }
            }
        }
        let value = parts.iter().map(|part| part.value).sum();
        Ranked { point, value, parts }
    }

    /// What the point would be worth to the opponent.
    fn urgency(&mut self, position: &Position, point: Point) -> f64 {
        let other = position.to_play().opponent();
        if self.extras.both == 0.0 || !position.board().is_legal(point, other) {
            return 0.0;
        }
        let mut board = position.board().clone();
        board.play(point, other);
        self.extras.both * self.value(&board, other, other.opponent())
    }

    /// Takes from the best candidates what the opponent's best answer wins back.
    fn look_at_answers(&mut self, position: &Position, ranked: &mut [Ranked]) {
        let answered = ranked.len().min(ANSWERED);
        let losses = self.losses_by_answers(position, ranked);
        for (candidate, worst) in ranked.iter_mut().zip(losses) {
            let loss = -self.extras.reply * worst;
            candidate.parts.push(Part { name: "reply", value: loss });
            candidate.value += loss;
        }
        sort(&mut ranked[..answered]);
    }

    /// What the best answer wins back from each of the first candidates, in expected territory.
    pub fn losses_by_answers(&mut self, position: &Position, ranked: &[Ranked]) -> Vec<f64> {
        let side = position.to_play();
        let replies: Vec<Point> = ranked.iter().take(ANSWERS).map(|r| r.point).collect();
        let mut losses = Vec::new();
        for candidate in ranked.iter().take(ANSWERED) {
            let mut board = position.board().clone();
            board.play(candidate.point, side);
            let quiet = self.value(&board, side, side.opponent());
            let around = candidate.point;
            let near = around.neighbours().into_iter().chain(around.diagonals());
            let mut worst: f64 = 0.0;
            for reply in replies.iter().copied().chain(near) {
                if board.is_legal(reply, side.opponent()) {
                    let undo = board.play(reply, side.opponent());
                    worst = worst.max(quiet - self.value(&board, side, side));
                    board.undo(&undo);
                }
            }
            losses.push(worst);
        }
        losses
    }

    /// Equivalent points of the potential of all stones, own less theirs.
    pub fn potential(&mut self, board: &Board, side: Color) -> f64 {
        self.prepare(board.size());
        self.potential_value(board, side)
    }

    fn potential_value(&self, board: &Board, side: Color) -> f64 {
        let Some(geometry) = &self.geometry else { return 0.0 };
        let view = View::new(board);
        let potential = Potential::of(&view.stones, geometry);
        let sum: i32 = geometry.full.iter().map(|p| self.knowledge.equivalent.thousandths(potential.at(p))).sum();
        f64::from(sum * side.sign()) / 1000.0
    }

    /// Points enclosed by links, and fourth-order dame, each as own less theirs.
    fn inner_and_area(&mut self, board: &Board, side: Color) -> (f64, f64) {
        let setting = crate::Setting { to_play: side.opponent(), compensation: 0.0 };
        let model = self.recogniser.look(board, setting, &mut crate::QuickAsk);
        let sum = |figure: fn(&crate::Group) -> usize| -> f64 {
            model.groups.iter().map(|g| figure(g) as f64 * f64::from(g.color.sign() * side.sign())).sum()
        };
        (sum(|g| g.inner.len()), sum(|g| g.dame.counts[3]) * 0.5)
    }
}

fn sort(ranked: &mut [Ranked]) {
    ranked.sort_by(|a, b| b.value.total_cmp(&a.value).then(a.point.cmp(&b.point)));
}
