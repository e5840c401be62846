//! A position: stones, turn, rules, and the moves since its beginning.

use gosedai_board::{Board, Color, Move, Point, PointSet, PositionKey, RuleSet, Size, diagram};
use gosedai_engine::GameInput;
use gosedai_explain::svg::{self, Marks};
use gosedai_records::replay;
use pyo3::prelude::*;

use crate::{exception, wrong};

#[pyclass(module = "gosedai", from_py_object)]
#[derive(Clone)]
pub struct Position(pub gosedai_board::Position);

pub fn color(text: &str) -> PyResult<Color> {
    text.parse().map_err(|_| wrong(format!("'{text}' is no colour: write black or white")))
}

impl Position {
    fn point(&self, text: &str) -> PyResult<Point> {
        self.0.size().parse_point(text).map_err(wrong)
    }

    fn read_move(&self, text: &str) -> PyResult<Move> {
        let mv: Move = text.parse().map_err(wrong)?;
        mv.point().map_or(Ok(()), |point| self.point(&point.to_string()).map(drop))?;
        Ok(mv)
    }

    fn set(&self, points: &[String]) -> PyResult<PointSet> {
        points.iter().map(|text| self.point(text)).collect()
    }
}

#[pymethods]
impl Position {
    #[new]
    #[pyo3(signature = (size=(19, 19), rules="chinese", komi=None))]
    fn new(size: (usize, usize), rules: &str, komi: Option<f32>) -> PyResult<Self> {
        let set: RuleSet = rules.parse().map_err(wrong)?;
        let size = Size::new(size.0, size.1).map_err(wrong)?;
        let komi = komi.unwrap_or(set.usual_komi());
        gosedai_engine::numbers::komi("komi", komi).map_err(exception)?;
        Ok(Position(gosedai_board::Position::new(size, set.rules(), komi)))
    }

    /// The position of a record or a drawn board after some of its moves.
    #[staticmethod]
    #[pyo3(signature = (text, move_number=None, rules=None, komi=None))]
    fn read(
        py: Python<'_>,
        text: String,
        move_number: Option<usize>,
        rules: Option<String>,
        komi: Option<f32>,
    ) -> PyResult<Self> {
        let input = GameInput { sgf: text, move_number, rules, komi };
        py.detach(|| input.load()).map(|loaded| Position(loaded.position)).map_err(exception)
    }

    fn sgf(&self) -> String {
        replay::record_of(&self.0).to_sgf()
    }

    fn copy(&self) -> Self {
        self.clone()
    }

    #[getter]
    fn size(&self) -> (usize, usize) {
        (self.0.size().width(), self.0.size().height())
    }

    #[getter]
    fn rules(&self) -> String {
        self.0.rules().set().to_string()
    }

    #[getter]
    fn komi(&self) -> f32 {
        self.0.komi()
    }

    #[getter]
    fn to_play(&self) -> &'static str {
        self.0.to_play().name()
    }

    #[getter]
    fn move_number(&self) -> usize {
        self.0.move_number()
    }

    #[getter]
    fn is_over(&self) -> bool {
        self.0.is_over()
    }

    #[getter]
    fn moves(&self) -> Vec<(&'static str, String)> {
        self.0.moves().map(|(color, mv)| (color.name(), mv.to_string())).collect()
    }

    /// Prisoners held by Black and by White.
    #[getter]
    fn captures(&self) -> (u32, u32) {
        (self.0.board().captured(Color::White), self.0.board().captured(Color::Black))
    }

    /// The point that may not be retaken now.
    #[getter]
    fn ko(&self) -> Option<String> {
        self.0.board().ko(self.0.to_play()).map(|point| point.to_string())
    }

    #[pyo3(signature = (mv, color_name=None))]
    fn play(&mut self, mv: &str, color_name: Option<&str>) -> PyResult<()> {
        let color = color_name.map_or(Ok(self.0.to_play()), color)?;
        let mv = self.read_move(mv)?;
        self.0.play_as(color, mv).map_err(|error| wrong(format!("{mv}: {error}")))
    }

    fn undo(&mut self) -> bool {
        self.0.undo()
    }

    fn set_to_play(&mut self, color_name: &str) -> PyResult<()> {
        self.0.set_to_play(color(color_name)?);
        Ok(())
    }

    fn is_legal(&self, mv: &str) -> PyResult<bool> {
        Ok(self.0.is_legal(self.read_move(mv)?))
    }

    fn legal(&self) -> Vec<String> {
        self.0.legal_points().iter().map(Point::to_string).collect()
    }

    fn string(&self, point: &str) -> PyResult<Vec<String>> {
        let stone = self.stone(point)?;
        Ok(self.0.board().string_set(stone).iter().map(|p| p.to_string()).collect())
    }

    fn liberties(&self, point: &str) -> PyResult<Vec<String>> {
        let stone = self.stone(point)?;
        Ok(self.0.board().liberties(stone).iter().map(|p| p.to_string()).collect())
    }

    /// Black's points, White's points (komi included), and the result, with these stones taken for dead.
    fn score(&self, dead: Vec<String>) -> PyResult<(f64, f64, String)> {
        let score = self.0.score(&self.set(&dead)?);
        Ok((score.black, score.white, score.result()))
    }

    /// Rows from the top: 1 black, -1 white, 0 empty, as signed bytes.
    fn stones(&self) -> Vec<u8> {
        let (board, size) = (self.0.board(), self.0.size());
        let rows = (0..size.height()).rev();
        let at = |x, y| board.color_at(Point::new(x, y)).map_or(0, |color| color.sign() as i8 as u8);
        rows.flat_map(|y| (0..size.width()).map(move |x| at(x, y))).collect()
    }

    fn diagram(&self) -> String {
        diagram::render(self.0.board())
    }

    #[pyo3(signature = (labels, line, title))]
    fn svg(&self, labels: Vec<(String, String)>, line: Vec<String>, title: &str) -> PyResult<String> {
        let read = |(point, text): &(String, String)| Ok((self.point(point)?, text.chars().take(4).collect()));
        let labels = labels.iter().map(read).collect::<PyResult<_>>()?;
        let mut color = self.0.to_play();
        let mut numbered = Vec::new();
        for text in &line {
            if let Some(point) = self.read_move(text)?.point() {
                numbered.push((point, color));
            }
            color = color.opponent();
        }
        let played = self.0.last_move().and_then(|(_, mv)| mv.point()).filter(|&point| !self.0.board().is_empty(point));
        Ok(svg::standing_alone(self.0.board(), &Marks { played, labels, line: numbered }, title))
    }

    fn same(&self, other: &Position) -> bool {
        PositionKey::of(&self.0) == PositionKey::of(&other.0)
    }

    fn hash_stones(&self) -> u64 {
        self.0.board().hash_with(self.0.to_play())
    }
}

impl Position {
    fn stone(&self, text: &str) -> PyResult<Point> {
        let point = self.point(text)?;
        let board: &Board = self.0.board();
        if board.is_empty(point) { Err(wrong(format!("there is no stone at {point}"))) } else { Ok(point) }
    }
}
