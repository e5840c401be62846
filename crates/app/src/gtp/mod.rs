//! The GTP engine: a session holds the position and a player; every file here brings a table of commands.

mod analyze;
mod clock;
pub mod comments;
mod gnugo;
mod gnugo_moves;
mod gogui;
mod kata;
mod proof;
mod protocol;
mod queries;
mod rules;
mod scoring;
mod settings;
mod setup;
mod standard;
#[cfg(test)]
mod tests;

use std::panic::{AssertUnwindSafe, catch_unwind};

use gosedai_board::{Color, Move, Point, Position, Rules, Size};
use gosedai_engine::players::{self, Limit, Player, PlayerOptions};
use gosedai_engine::{ApiError, CancelFlag, Context, memory};

use clock::Clock;
pub use protocol::{Answer, Input, Lines, Output, Reply, Running};

/// A command: its name and what it does with the words after it.
pub type Handler = fn(&mut Session, &[&str]) -> Reply;
pub type Table = &'static [(&'static str, Handler)];

/// All tables; the first that knows a command answers it.
const TABLES: &[Table] = &[
    standard::COMMANDS,
    setup::COMMANDS,
    scoring::COMMANDS,
    rules::COMMANDS,
    queries::COMMANDS,
    analyze::COMMANDS,
    kata::COMMANDS,
    gogui::COMMANDS,
    gnugo::COMMANDS,
    gnugo_moves::COMMANDS,
];

pub const SYNTAX: &str = "syntax error";
pub const ILLEGAL: &str = "illegal move";

/// One conversation.
pub struct Session {
    pub position: Position,
    pub player: Box<dyn Player>,
    pub options: PlayerOptions,
    pub clock: Clock,
    pub context: Context,
    /// Thinks on while the opponent does.
    pub ponders: bool,
    /// What we call ourselves, for programs that work with engines of certain names only.
    pub name: Option<String>,
    pub version: Option<String>,
    /// Says why it moves, on standard error.
    pub comments: Option<comments::Channel>,
    pub errors: Output,
    /// Moves tried out (`trymove`) and not yet taken back.
    tried: usize,
    running: Running,
    input: Box<dyn Input>,
    output: Output,
    /// The id of the command being answered, for answers that are streamed.
    id: String,
    started: std::time::Instant,
}

impl Session {
    pub fn new(
        options: PlayerOptions,
        context: Context,
        input: Box<dyn Input>,
        output: Output,
        running: Running,
    ) -> Result<Session, ApiError> {
        let player = players::create(&options, &context)?;
        let rules = Rules::CHINESE;
        let position = Position::new(Size::NINETEEN, rules, rules.set().usual_komi());
        Ok(Session {
            position,
            player,
            options,
            clock: Clock::default(),
            context,
            ponders: false,
            name: None,
            version: None,
            comments: None,
            errors: Output::new(std::io::stderr()),
            tried: 0,
            running,
            input,
            output,
            id: String::new(),
            started: std::time::Instant::now(),
        })
    }

    /// Answers until `quit` or the end of the input.
    pub fn run(&mut self) {
        while let Some(line) = self.input.next_line() {
            let Some(request) = protocol::parse_line(&line) else { continue };
            self.fresh_flag();
            self.id = request.id;
            let args: Vec<&str> = request.args.iter().map(String::as_str).collect();
            let reply = self.answer_safely(&request.name, &args);
            let framed = protocol::render(&self.id, &reply);
            if !self.output.write(&framed) || reply == Ok(Answer::Quit) {
                break;
            }
            if self.ponders && request.name == "genmove" && reply.is_ok() {
                self.ponder();
            }
        }
    }

    /// Thinks about the opponent's move until a line is waiting; players that keep their tree find it there. One that cannot
    /// analyse simply waits.
    fn ponder(&mut self) {
        let Session { player, input, context, position, .. } = self;
        if !position.is_over() {
            let _ = player.analyse(position, &Limit::default().into(), context, &mut |_| !input.is_waiting());
        }
    }

    /// A fault of ours costs one answer and what the player has kept, not the game.
    fn answer_safely(&mut self, name: &str, args: &[&str]) -> Reply {
        let position = self.position.clone();
        catch_unwind(AssertUnwindSafe(|| self.answer(name, args))).unwrap_or_else(|thrown| {
            self.position = position;
            let player = memory::told(|| players::create(&self.options, &self.context));
            self.player = player.map_err(|missing| missing.to_string())?.map_err(|error| error.to_string())?;
            Err(match thrown.downcast::<memory::NoMemory>() {
                Ok(missing) => missing.to_string(),
                Err(_) => "the command broke off: this is a fault of the program".to_owned(),
            })
        })
    }

    pub fn answer(&mut self, name: &str, args: &[&str]) -> Reply {
        match TABLES.iter().flat_map(|table| table.iter()).find(|(known, _)| *known == name) {
            Some((_, handler)) => handler(self, args),
            None => Err("unknown command".to_owned()),
        }
    }

    /// An interrupt stops the command it was meant for, not the next one.
    fn fresh_flag(&mut self) {
        self.context.cancel = CancelFlag::default();
        if let Ok(mut running) = self.running.lock() {
            *running = self.context.cancel.clone();
        }
    }

    fn restart(&mut self, position: Position) {
        self.position = position;
        self.tried = 0;
        self.player.reset();
        self.clock.restart();
    }

    /// Limits for a move: what the command line says, cut down to what the clock leaves.
    fn limit(&self, color: Color) -> Limit {
        let clock = self.clock.for_move(color, self.position.board().empty_count());
        let seconds = match (self.options.seconds, clock) {
            (Some(fixed), Some(clock)) => Some(fixed.min(clock)),
            (fixed, clock) => fixed.or(clock),
        };
        Limit { playouts: self.options.playouts, seconds }
    }

    /// The position with this side to move, for commands that may ask for either.
    fn position_for(&self, color: Color) -> Position {
        let mut position = self.position.clone();
        position.set_to_play(color);
        position
    }

    fn size(&self) -> Size {
        self.position.size()
    }
}

pub fn color_of(word: Option<&&str>) -> Result<Color, String> {
    word.and_then(|word| word.parse().ok()).ok_or_else(|| SYNTAX.to_owned())
}

/// A point of the board.
pub fn point_of(word: Option<&&str>, size: Size) -> Result<Point, String> {
    let point: Point = word.and_then(|word| word.parse().ok()).ok_or_else(|| SYNTAX.to_owned())?;
    if size.contains(point) { Ok(point) } else { Err("invalid coordinate".to_owned()) }
}

pub fn move_of(word: Option<&&str>) -> Result<Move, String> {
    word.and_then(|word| word.parse().ok()).ok_or_else(|| SYNTAX.to_owned())
}

pub fn number_of<T: std::str::FromStr>(word: Option<&&str>) -> Result<T, String> {
    word.and_then(|word| word.parse().ok()).ok_or_else(|| SYNTAX.to_owned())
}

/// Points in GTP notation, a blank between them.
pub fn join(points: impl IntoIterator<Item = Point>) -> String {
    points.into_iter().map(|point| point.to_string()).collect::<Vec<_>>().join(" ")
}
