//! GNU Go over GTP, where it is installed: a yardstick in the same run.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use gosedai_board::{Point, Position};
use gosedai_engine::ApiError;

/// GNU Go over GTP, for comparison in the same run.
pub struct GnuGo {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl GnuGo {
    pub fn start() -> Result<GnuGo, ApiError> {
        let program = ["gnugo", "/usr/games/gnugo"].into_iter().find_map(|name| {
            Command::new(name).args(["--mode", "gtp"]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().ok()
        });
        let mut child = program.ok_or_else(|| ApiError::failed("gnugo is not installed"))?;
        let pipes = child.stdin.take().zip(child.stdout.take());
        let (input, output) = pipes.ok_or_else(|| ApiError::failed("gnugo has no pipes"))?;
        Ok(GnuGo { child, input, output: BufReader::new(output) })
    }

    fn ask(&mut self, command: &str) -> Result<String, ApiError> {
        writeln!(self.input, "{command}").map_err(ApiError::failed)?;
        let mut answer = String::new();
        loop {
            let mut line = String::new();
            if self.output.read_line(&mut line).map_err(ApiError::failed)? == 0 {
                return Err(ApiError::failed("gnugo stopped"));
            }
            if line.trim().is_empty() && !answer.is_empty() {
                return Ok(answer.trim_start_matches('=').trim().to_string());
            }
            answer.push_str(&line);
        }
    }

    /// Black's lead by `estimate_score`.
    pub fn estimate(&mut self, position: &Position) -> Result<f64, ApiError> {
        self.set_up(position)?;
        let answer = self.ask("estimate_score")?;
        let word = answer.split_whitespace().next().unwrap_or("");
        let lead = word.get(2..).and_then(|text| text.parse::<f64>().ok()).unwrap_or(0.0);
        Ok(if word.starts_with('W') { -lead } else { lead })
    }

    /// Its best moves for the side to move, best first.
    pub fn top_moves(&mut self, position: &Position) -> Result<Vec<Point>, ApiError> {
        self.set_up(position)?;
        let color = position.to_play();
        let best = self.ask(&format!("reg_genmove {color}"))?;
        let answer = self.ask(&format!("top_moves_{color}"))?;
        let mut moves: Vec<Point> = answer.split_whitespace().step_by(2).filter_map(|word| word.parse().ok()).collect();
        if moves.is_empty() {
            moves.extend(best.parse::<Point>().ok());
        }
        Ok(moves)
    }

    fn set_up(&mut self, position: &Position) -> Result<(), ApiError> {
        self.ask(&format!("boardsize {}", position.size().width()))?;
        self.ask("clear_board")?;
        self.ask(&format!("komi {}", position.komi()))?;
        for (color, mv) in position.moves() {
            self.ask(&format!("play {color} {mv}"))?;
        }
        Ok(())
    }
}

impl Drop for GnuGo {
    fn drop(&mut self) {
        let _ = writeln!(self.input, "quit");
        let _ = self.child.wait();
    }
}
