//! What the cases look at: the position, its model, and a reader to ask.

use std::collections::HashMap;
use std::sync::Arc;

use gosedai_board::{Board, Color, Point, Position};
use gosedai_knowledge::Knowledge;
use gosedai_reading::{Answer, Outcome, Question, Reader};
use gosedai_recognition::fuseki::Fuseki;
use gosedai_recognition::{GamePhase, Group, PositionModel, QuickAsk, Recogniser, Setting};

use crate::decide::Mind;

/// A string with this many liberties after a move falls only by surprise: less is spent on it.
const SAFE: usize = 3;

/// The position with everything known of it.
pub struct Scene<'a> {
    pub position: &'a Position,
    pub board: &'a Board,
    pub model: &'a PositionModel,
    pub knowledge: Arc<Knowledge>,
    /// The side that decides.
    pub me: Color,
    /// Share of the probability that a trained predictor gives each move, best first; may be empty.
    pub experience: &'a [(Point, f64)],
    /// How far the conditions of the cases are relaxed: 0 unless there is an emergency.
    pub relaxed: u8,
    reader: &'a mut Reader,
    recogniser: &'a mut Recogniser,
    pub(crate) opening: &'a mut Fuseki,
    base_score: Option<f64>,
    gains: HashMap<(Point, Color), f64>,
    /// What became of a string after a move: several rules ask the same.
    captures: HashMap<(Point, Color, Point), Option<bool>>,
}

impl<'a> Scene<'a> {
    pub fn new(
        position: &'a Position,
        model: &'a PositionModel,
        experience: &'a [(Point, f64)],
        mind: &'a mut Mind,
    ) -> Scene<'a> {
        Scene {
            position,
            board: position.board(),
            model,
            knowledge: mind.knowledge.clone(),
            me: position.to_play(),
            experience,
            relaxed: 0,
            reader: &mut mind.reader,
            recogniser: &mut mind.trial,
            opening: &mut mind.opening,
            base_score: None,
            gains: HashMap::new(),
            captures: HashMap::new(),
        }
    }

    pub fn enemy(&self) -> Color {
        self.me.opponent()
    }

    pub fn phase(&self) -> GamePhase {
        self.model.judgement.phase
    }

    pub fn param(&self, key: &str) -> f64 {
        self.knowledge.params.number(key)
    }

    pub fn is_legal(&self, point: Point) -> bool {
        self.board.is_legal(point, self.me)
    }

    /// A question about the board, this side moving first.
    pub fn read(&mut self, question: &Question, first: Color) -> Answer {
        self.reader.ask_from(self.board, question, first)
    }

    /// What the side that decides reaches by moving first, where the result depends on who does.
    pub fn read_unsettled(&mut self, question: &Question, owner: Color) -> Option<Answer> {
        let is_mine = owner == self.me;
        let attack = self.read(question, owner.opponent());
        // what cannot be attacked needs no defence: most questions end here
        if matches!(attack.outcome, Outcome::Lose | Outcome::Seki | Outcome::Unknown) {
            return None;
        }
        let defend = self.read(question, owner);
        let is_open = !matches!(defend.outcome, Outcome::Lose | Outcome::Unknown);
        is_open.then_some(if is_mine { defend } else { attack })
    }

    /// Is the string at a stone captured if the opponent of its colour starts, on this board or another?
    pub fn can_capture(&mut self, board: &Board, stone: Point) -> bool {
        let Some(owner) = board.color_at(stone) else { return false };
        self.reader.ask_from(board, &Question::Capture(vec![stone]), owner.opponent()).outcome == Outcome::Win
    }

    /// After `color` plays there: is the string at `stone` captured with the other side (`attacks` false: `color`) to
    /// move?
    pub fn captured_after(&mut self, point: Point, color: Color, stone: Point) -> Option<bool> {
        if let Some(&known) = self.captures.get(&(point, color, stone)) {
            return known;
        }
        let captured = self.read_after(point, color, stone);
        self.captures.insert((point, color, stone), captured);
        captured
    }

    fn read_after(&mut self, point: Point, color: Color, stone: Point) -> Option<bool> {
        let mut after = self.board.clone();
        if !after.is_legal(point, color) {
            return None;
        }
        after.play_forever(point, color);
        if after.is_empty(stone) {
            return Some(true);
        }
        let owner = after.color_at(stone)?;
        // it is the opponent of `color` who moves next
        let nodes = self.reader.effort.proof.nodes;
        if after.liberty_count_to(stone, SAFE) >= SAFE {
            self.reader.effort.proof.nodes = nodes / 4;
        }
        let outcome = self.reader.ask_from(&after, &Question::Capture(vec![stone]), color.opponent()).outcome;
        self.reader.effort.proof.nodes = nodes;
        Some(outcome == if owner == color { Outcome::Win } else { Outcome::Lose })
    }

    /// The board with a stone of this colour there.
    pub fn board_after(&self, point: Point, color: Color) -> Option<Board> {
        let mut after = self.board.clone();
        after.is_legal(point, color).then(|| after.play_forever(point, color))?;
        Some(after)
    }

    /// The groups with a stone of this colour added there; the side to move stays the same.
    pub fn after(&mut self, point: Point, color: Color) -> Option<Vec<Group>> {
        let after = self.board_after(point, color)?;
        let setting = Setting { to_play: self.me, compensation: self.model.judgement.compensation };
        Some(self.recogniser.look(&after, setting, &mut QuickAsk).groups)
    }

    /// Points that a stone of this colour there adds to the colour's lead by the judgement.
    pub fn gain(&mut self, point: Point, color: Color) -> f64 {
        if let Some(&known) = self.gains.get(&(point, color)) {
            return known;
        }
        let setting = Setting { to_play: self.me, compensation: self.model.judgement.compensation };
        let base = match self.base_score {
            Some(score) => score,
            None => {
                let score = self.recogniser.look(self.board, setting, &mut QuickAsk).judgement.score;
                self.base_score = Some(score);
                score
            }
        };
        let mut after = self.board.clone();
        let gain = if after.is_legal(point, color) {
            after.play_forever(point, color);
            let score = self.recogniser.look(&after, setting, &mut QuickAsk).judgement.score;
            f64::from(color.sign()) * (score - base)
        } else {
            0.0
        };
        self.gains.insert((point, color), gain);
        gain
    }

    /// Points that the opponent's last move gained by the judgement.
    pub fn swing(&mut self) -> Option<f64> {
        let (mover, _) = self.position.last_move()?;
        let mut before = self.position.clone();
        if mover != self.enemy() || !before.undo() {
            return None;
        }
        let setting = Setting { to_play: self.me, compensation: self.model.judgement.compensation };
        let then = self.recogniser.look(before.board(), setting, &mut QuickAsk).judgement.score;
        let now = self.recogniser.look(self.board, setting, &mut QuickAsk).judgement.score;
        Some(f64::from(self.me.sign()) * (then - now))
    }

    /// What the point is worth to the side that gets it: half the difference between the two possible futures.
    pub fn size_of(&mut self, point: Point) -> f64 {
        let (me, enemy) = (self.me, self.enemy());
        (self.gain(point, me) + self.gain(point, enemy)) / 2.0
    }
}
