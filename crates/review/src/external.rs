//! External engines as judges: GTP with `kata-analyze` or `lz-analyze`, KataGo's JSON analysis protocol, or plain GTP
//! engines that can estimate the score (`estimate_score`, as GNU Go does).

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use gosedai_board::{Color, Move, Position};
use serde_json::{Value, json};

use gosedai_engine::ApiError;
use gosedai_engine::players::{Analysis, Limit, MoveInfo};

/// The protocol of the engine.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Speech {
    Kata,
    Leela,
    /// KataGo's analysis engine.
    Json,
    /// Chooses moves and estimates scores, no more.
    Plain,
}

/// Points that turn an even game into two chances out of three, for engines that know only scores.
const POINTS_PER_CHANCE: f64 = 10.0;

/// A running engine.
pub struct External {
    child: Child,
    /// Closed when it is told to end.
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
    speech: Speech,
    queries: u64,
}

/// How long an engine may take to end.
const FAREWELL: Duration = Duration::from_millis(500);

/// Visits when the caller gives neither visits nor seconds.
const USUAL_VISITS: u64 = 400;

fn broken(error: impl std::fmt::Display) -> ApiError {
    ApiError::failed(format!("the external engine: {error}"))
}

impl External {
    /// Starts a command line. A word `analysis` in it means KataGo's JSON protocol, otherwise GTP is used.
    pub fn start(command: &str) -> Result<Self, ApiError> {
        let mut words = command.split_whitespace();
        let program = words.next().ok_or_else(|| ApiError::bad("engine", "the command line is empty"))?;
        let arguments: Vec<&str> = words.collect();
        let mut child = Command::new(program)
            .args(&arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| {
                ApiError::failed(format!("there is no engine '{program}' and it cannot be run: {error}"))
            })?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(broken("no pipes"));
        };
        let (input, output) = (Some(input), BufReader::new(output));
        let mut engine = External { child, input, output, speech: Speech::Json, queries: 0 };
        if !arguments.contains(&"analysis") {
            let commands = engine.ask("list_commands")?;
            let has = |name: &str| commands.lines().any(|line| line.trim() == name);
            engine.speech = if has("kata-analyze") {
                Speech::Kata
            } else if has("lz-analyze") {
                Speech::Leela
            } else if has("estimate_score") && has("reg_genmove") {
                Speech::Plain
            } else {
                return Err(broken(format!(
                    "'{program}' knows neither kata-analyze nor lz-analyze nor estimate_score"
                )));
            };
        }
        Ok(engine)
    }

    /// Its name and version. The JSON protocol has no command for the name.
    pub fn own_name(&mut self) -> Option<String> {
        if self.speech == Speech::Json {
            return None;
        }
        let mut told = |command: &str| Some(self.ask(command).ok()?.lines().next()?.trim().to_string());
        let name = told("name").filter(|name| !name.is_empty())?;
        let version = told("version").filter(|version| !version.is_empty());
        Some(version.map_or_else(|| name.clone(), |version| format!("{name} {version}")))
    }

    fn send(&mut self, line: &str) -> Result<(), ApiError> {
        let input = self.input.as_mut().ok_or_else(|| broken("it was told to go"))?;
        writeln!(input, "{line}").and_then(|()| input.flush()).map_err(broken)
    }

    fn line(&mut self) -> Result<String, ApiError> {
        let mut line = String::new();
        match self.output.read_line(&mut line).map_err(broken)? {
            0 => Err(broken("it has ended")),
            _ => Ok(line.trim_end().to_owned()),
        }
    }

    /// A GTP command and its answer.
    fn ask(&mut self, command: &str) -> Result<String, ApiError> {
        self.send(command)?;
        let mut answer = String::new();
        loop {
            let line = self.line()?;
            if line.is_empty() {
                if answer.is_empty() {
                    continue;
                }
                break;
            }
            answer += &line;
            answer.push('\n');
        }
        match answer.strip_prefix('=') {
            Some(rest) => Ok(rest.trim().to_owned()),
            None => Err(broken(format!("'{command}' failed: {}", answer.trim_start_matches('?').trim()))),
        }
    }

    /// Asks the engine to judge a position.
    pub fn analyse(&mut self, position: &Position, limit: Limit) -> Result<Analysis, ApiError> {
        match self.speech {
            Speech::Json => self.analyse_json(position, limit),
            Speech::Plain => self.analyse_plain(position),
            _ => self.analyse_gtp(position, limit),
        }
    }

    fn set_up(&mut self, position: &Position) -> Result<(), ApiError> {
        let size = position.size();
        if !size.is_square() {
            return Err(broken("only square boards can be set up"));
        }
        self.ask(&format!("boardsize {}", size.width()))?;
        self.ask("clear_board")?;
        self.ask(&format!("komi {}", position.komi()))?;
        let mut start = position.clone();
        while start.undo() {}
        let stones: Vec<_> = start.board().stones().collect();
        for (point, color) in stones {
            self.ask(&format!("play {color} {point}"))?;
        }
        for (color, mv) in position.moves() {
            self.ask(&format!("play {color} {mv}"))?;
        }
        Ok(())
    }

    fn analyse_gtp(&mut self, position: &Position, limit: Limit) -> Result<Analysis, ApiError> {
        self.set_up(position)?;
        let color = position.to_play();
        let command = if self.speech == Speech::Kata { "kata-analyze" } else { "lz-analyze" };
        self.send(&format!("{command} {} 10", if color == Color::Black { "b" } else { "w" }))?;
        let wanted = if limit.seconds.is_some() { u64::MAX } else { limit.playouts.unwrap_or(USUAL_VISITS) };
        let until = Instant::now() + Duration::from_secs_f64(limit.seconds.unwrap_or(120.0));
        let found = loop {
            let line = self.line()?;
            if line.starts_with('?') {
                return Err(broken(line.trim_start_matches('?').trim()));
            }
            if line.starts_with("info") {
                let analysis = parse_info(&line, color, self.speech == Speech::Kata);
                if analysis.visits >= wanted || Instant::now() >= until {
                    break analysis;
                }
            }
        };
        // any command ends the analysis; its own answer ends with an empty line first
        self.send("name")?;
        let mut answers = 0;
        while answers < 2 {
            if self.line()?.is_empty() {
                answers += 1;
            }
        }
        Ok(found)
    }

    /// The move it would play, others it considers where it can tell, and its estimate of the score.
    fn analyse_plain(&mut self, position: &Position) -> Result<Analysis, ApiError> {
        self.set_up(position)?;
        let color = position.to_play();
        let best = self.ask(&format!("reg_genmove {color}"))?;
        let considered = self.ask(&format!("top_moves_{color}")).unwrap_or_default();
        let estimate = self.ask("estimate_score")?;
        let score = parse_score(&estimate).ok_or_else(|| broken(format!("'{estimate}' is no score")))?;
        let win_rate = 1.0 / (1.0 + (-score * f64::from(color.sign()) * 2f64.ln() / POINTS_PER_CHANCE).exp());
        let words: Vec<&str> = considered.split_whitespace().collect();
        let others = words.chunks(2).filter_map(|pair| pair.first()?.parse::<Move>().ok());
        let mut moves: Vec<Move> = vec![best.parse().unwrap_or(Move::Pass)];
        for mv in others {
            if !moves.contains(&mv) {
                moves.push(mv);
            }
        }
        let info = |(order, mv): (usize, Move)| MoveInfo {
            visits: u64::from(order == 0),
            win_rate,
            score: Some(score),
            ..MoveInfo::new(mv, order)
        };
        Ok(finish(moves.into_iter().enumerate().map(info).collect(), color))
    }

    fn analyse_json(&mut self, position: &Position, limit: Limit) -> Result<Analysis, ApiError> {
        self.queries += 1;
        let id = format!("q{}", self.queries);
        let mut start = position.clone();
        while start.undo() {}
        let letter = |color: Color| if color == Color::Black { "B" } else { "W" };
        let stones: Vec<_> = start.board().stones().map(|(p, c)| json!([letter(c), p.to_string()])).collect();
        let moves: Vec<_> = position.moves().map(|(c, m)| json!([letter(c), m.to_string()])).collect();
        let query = json!({
            "id": id, "initialStones": stones, "moves": moves, "komi": position.komi(),
            "rules": position.rules().set().name(), "initialPlayer": letter(start.to_play()),
            "boardXSize": position.size().width(), "boardYSize": position.size().height(),
            "maxVisits": limit.playouts.unwrap_or(USUAL_VISITS),
            "overrideSettings": { "reportAnalysisWinratesAs": "BLACK" },
        });
        self.send(&query.to_string())?;
        loop {
            let answer: Value = serde_json::from_str(&self.line()?).map_err(broken)?;
            if let Some(error) = answer.get("error") {
                return Err(broken(error));
            }
            if answer["id"] == id.as_str() && answer.get("moveInfos").is_some() {
                return Ok(from_json(&answer, position.to_play()));
            }
        }
    }
}

impl Drop for External {
    /// The end of its input is the end for an engine; `quit` is a word of GTP, not a query. Killing it at once as well
    /// left to chance what it still read, so it gets a moment to end by itself.
    fn drop(&mut self) {
        if self.speech != Speech::Json {
            let _ = self.send("quit");
        }
        self.input = None;
        let patience = Instant::now() + FAREWELL;
        while matches!(self.child.try_wait(), Ok(None)) && Instant::now() < patience {
            std::thread::sleep(Duration::from_millis(2));
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// `B+3.5`, `W+12.0 (upper bound: …)` or `0`, for Black.
fn parse_score(text: &str) -> Option<f64> {
    let word = text.split_whitespace().next()?;
    match word.split_once('+') {
        Some(("B", points)) => points.parse().ok(),
        Some(("W", points)) => points.parse::<f64>().ok().map(|points| -points),
        _ => word.parse().ok(),
    }
}

/// One line of `info move … info move …`.
fn parse_info(line: &str, to_play: Color, kata: bool) -> Analysis {
    let mut moves: Vec<MoveInfo> = Vec::new();
    for part in line.split("info ").filter(|part| !part.trim().is_empty()) {
        let mut words = part.split_whitespace().peekable();
        let mut info = MoveInfo { pv: Vec::new(), ..MoveInfo::new(Move::Pass, moves.len()) };
        while let Some(key) = words.next() {
            let number = |text: Option<&str>| text.and_then(|t| t.parse::<f64>().ok()).unwrap_or(0.0);
            match key {
                "move" => info.mv = words.next().and_then(|t| t.parse().ok()).unwrap_or(Move::Pass),
                "visits" => info.visits = number(words.next()) as u64,
                // kata-analyze writes 0 to 1, lz-analyze 0 to 10000
                "winrate" => info.win_rate = number(words.next()) / if kata { 1.0 } else { 10_000.0 },
                "scoreMean" | "scoreLead" => info.score = Some(number(words.next()) * f64::from(to_play.sign())),
                "prior" => info.prior = number(words.next()) / if kata { 1.0 } else { 10_000.0 },
                "order" => info.order = number(words.next()) as usize,
                "pv" => info.pv = words.by_ref().map_while(|t| t.parse().ok()).collect(),
                "ownership" => break,
                _ => {}
            }
        }
        moves.push(info);
    }
    finish(moves, to_play)
}

fn from_json(answer: &Value, to_play: Color) -> Analysis {
    let infos = answer["moveInfos"].as_array().cloned().unwrap_or_default();
    let black = to_play == Color::Black;
    let moves = infos.iter().map(|info| {
        let win_rate = info["winrate"].as_f64().unwrap_or(0.5);
        let text = |value: &Value| value.as_str().and_then(|t| t.parse().ok());
        let order = info["order"].as_u64().unwrap_or(0) as usize;
        MoveInfo {
            visits: info["visits"].as_u64().unwrap_or(0),
            win_rate: if black { win_rate } else { 1.0 - win_rate },
            score: info["scoreLead"].as_f64(),
            prior: info["prior"].as_f64().unwrap_or(0.0),
            pv: info["pv"].as_array().into_iter().flatten().filter_map(text).collect(),
            ..MoveInfo::new(text(&info["move"]).unwrap_or(Move::Pass), order)
        }
    });
    finish(moves.collect(), to_play)
}

fn finish(mut moves: Vec<MoveInfo>, to_play: Color) -> Analysis {
    moves.sort_by_key(|info| info.order);
    let visits = moves.iter().map(|info| info.visits).sum();
    // the mean of all that was searched, as the value of every single move is one
    let mean = |of: &dyn Fn(&MoveInfo) -> Option<f64>| {
        let weights = || moves.iter().filter_map(|info| Some((of(info)?, info.visits as f64)));
        let all: f64 = weights().map(|(_, weight)| weight).sum();
        if all > 0.0 { Some(weights().map(|(x, weight)| x * weight / all).sum()) } else { moves.first().and_then(of) }
    };
    let (win_rate, score) = (mean(&|info| Some(info.win_rate)), mean(&|info| info.score));
    Analysis { visits, win_rate: win_rate.unwrap_or(0.5), score, moves, ..Analysis::new(to_play) }
}

#[cfg(test)]
mod tests;
