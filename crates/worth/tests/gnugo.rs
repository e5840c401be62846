//! Playing the composed endgames out against GNU Go: the computed score is never missed, whoever begins and whichever side we take.
//! Ignored by default: it needs the `gnugo` program and some minutes.

mod suite;

use gosedai_board::{Board, Color, Point};
use gosedai_worth::{Counting, Options, Strategy, analyse, choose, final_score};
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

struct GnuGo {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl GnuGo {
    fn start(program: &str) -> Option<Self> {
        let mut child = Command::new(program)
            .args(["--mode", "gtp", "--level", "5", "--japanese-rules"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .ok()?;
        let (input, output) = (child.stdin.take()?, BufReader::new(child.stdout.take()?));
        Some(GnuGo { child, input, output })
    }

    fn ask(&mut self, command: &str) -> String {
        writeln!(self.input, "{command}").unwrap();
        let mut answer = String::new();
        loop {
            let mut line = String::new();
            self.output.read_line(&mut line).unwrap();
            if line.trim().is_empty() && !answer.is_empty() {
                return answer.trim_start_matches(['=', ' ']).trim().to_string();
            }
            answer.push_str(&line);
        }
    }

    fn set_up(&mut self, board: &Board) {
        let path = std::env::temp_dir().join(format!("gosedai-endgame-{}.sgf", std::process::id()));
        let stones =
            |c: Color| board.stone_set(c).iter().map(|p| format!("[{}]", p.to_sgf(board.size()))).collect::<String>();
        let text = format!("(;GM[1]FF[4]SZ[19]KM[0]AB{}AW{})", stones(Color::Black), stones(Color::White));
        std::fs::write(&path, text).unwrap();
        self.ask(&format!("loadsgf {}", path.display()));
        std::fs::remove_file(&path).ok();
    }
}

impl Drop for GnuGo {
    fn drop(&mut self) {
        let _ = writeln!(self.input, "quit");
        let _ = self.child.wait();
    }
}

/// One game; our colour, who begins; returns the score at the end.
fn game(gnugo: &mut GnuGo, start: &Board, ours: Color, first: Color) -> i64 {
    let options = Options { read_nodes: 0, ..Options::new(Counting::Territory) };
    gnugo.set_up(start);
    let mut board = start.clone();
    let (mut to_play, mut passes) = (first, 0);
    for _ in 0..300 {
        let end = analyse(&board, options);
        if to_play == ours {
            if let Some(score) = final_score(&end)
                && passes >= 1
            {
                return score;
            }
            let own = if final_score(&end).is_some() { None } else { choose(&end, ours, Strategy::Perfect) };
            match own {
                Some(p) => {
                    board.play(p, ours);
                    gnugo.ask(&format!("play {ours} {p}"));
                    passes = 0;
                }
                None => {
                    gnugo.ask(&format!("play {ours} pass"));
                    passes += 1;
                }
            }
        } else {
            let answer = gnugo.ask(&format!("genmove {to_play}"));
            match answer.parse::<Point>() {
                Ok(p) => {
                    assert!(board.is_legal(p, to_play), "{to_play} {p}");
                    board.play(p, to_play);
                    passes = 0;
                }
                Err(_) => passes += 1,
            }
        }
        if passes >= 2
            && let Some(score) = final_score(&analyse(&board, options))
        {
            return score;
        }
        to_play = to_play.opponent();
    }
    panic!("the game does not end");
}

#[test]
#[ignore = "needs gnugo"]
fn never_loses_a_point_against_gnugo() {
    let program = std::env::var("GNUGO").unwrap_or_else(|_| "/usr/games/gnugo".to_string());
    let Some(mut gnugo) = GnuGo::start(&program) else {
        eprintln!("{program} not found: skipped");
        return;
    };
    let (mut games, mut gained) = (0, 0);
    for p in suite::positions() {
        for (s, first) in Color::BOTH.into_iter().enumerate() {
            for ours in Color::BOTH {
                let score = game(&mut gnugo, &p.board, ours, first);
                let more = if ours == Color::Black { score - p.territory[s] } else { p.territory[s] - score };
                assert!(more >= 0, "{}: {ours} with {first} first lost {}", p.name, -more);
                games += 1;
                gained += more;
            }
        }
        eprintln!("{}: four games, {gained} points gained in {games} games so far", p.name);
    }
}
