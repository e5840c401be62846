//! How hard a problem is, from the size of its proof and the room of the group; and where those weights come from.

use gosedai_board::Board;
use gosedai_engine::problem::exact::{answer_of, field_of, solve};
use gosedai_engine::problem::until;
use gosedai_engine::{ApiError, Context, files};
use gosedai_knowledge::Params;
use gosedai_reading::Trust;
use serde_json::json;

use crate::bench::Figures;
use crate::grade;

/// The weights (`reading.problem.level_…` in the parameters). Ranks are counted from 1 dan: 0 is 1 dan, -1 is 1 kyu.
pub struct Levels {
    base: f64,
    nodes: f64,
    room: f64,
}

impl Levels {
    pub fn new(params: &Params) -> Levels {
        let n = |name: &str| params.number(name);
        Levels {
            base: n("reading.problem.level_base"),
            nodes: n("reading.problem.level_nodes"),
            room: n("reading.problem.level_room"),
        }
    }

    /// `7k`, `2d`.
    pub fn name(&self, nodes: u64, room: usize) -> String {
        let rank = self.base + self.nodes * (nodes.max(1) as f64).ln() + self.room * room as f64;
        let rank = rank.round().clamp(-15.0, 6.0) as i32;
        if rank >= 0 { format!("{}d", rank + 1) } else { format!("{}k", -rank) }
    }
}

fn rank_of(level: &str) -> Option<f64> {
    let (number, unit) = level.split_at(level.len().checked_sub(1)?);
    let number: f64 = number.parse().ok()?;
    match unit {
        "k" => Some(-number),
        "d" => Some(number - 1.0),
        _ => None,
    }
}

/// Seconds for a problem whose level is known.
const LIMIT: f64 = 0.5;

/// `bench problem-levels PROBLEMS.jsonl… `: fits the weights to the proved problems of the even half (least squares).
pub fn problem_levels(args: &[String], cx: &Context) -> Result<Figures, ApiError> {
    let mut rows: Vec<([f64; 3], f64)> = Vec::new();
    for file in args {
        let text = files::text(file.as_ref(), files::MOST_DATA)?;
        let all = grade::levelled(&text)?;
        for (done, (level, board, to_play)) in all.iter().enumerate() {
            cx.report(done as u64, all.len() as u64, "problems");
            if cx.go_on().is_err() {
                break;
            }
            let budget = until(std::time::Duration::from_secs_f64(LIMIT), cx);
            let Some(found) = solve(board, *to_play, &budget) else { continue };
            // counted as for the problems that are made
            let (answer, nodes) = answer_of(board, *to_play, (found.defender, &found.target), &budget);
            if let (Trust::Proved, Some(rank)) = (answer.trust, rank_of(level)) {
                rows.push((features(nodes, room(board, &found)), rank));
            }
        }
    }
    let weights = least_squares(&rows).ok_or_else(|| ApiError::bad("args", "too few problems with a level"))?;
    let told = |row: &[f64; 3]| row.iter().zip(weights).map(|(x, w)| x * w).sum::<f64>();
    let error = rows.iter().map(|(row, rank)| (told(row) - rank).abs()).sum::<f64>() / rows.len() as f64;
    let mean = rows.iter().map(|(_, rank)| rank).sum::<f64>() / rows.len() as f64;
    let blind = rows.iter().map(|(_, rank)| (mean - rank).abs()).sum::<f64>() / rows.len() as f64;
    let mut figures = Figures::new();
    figures.insert("problems".into(), json!(rows.len()));
    figures.insert("base, nodes, room".into(), json!(weights));
    figures.insert("mean error in ranks".into(), json!(error));
    figures.insert("mean error of the mean".into(), json!(blind));
    Ok(figures)
}

fn features(nodes: u64, room: usize) -> [f64; 3] {
    [1.0, (nodes.max(1) as f64).ln(), room as f64]
}

fn room(board: &Board, found: &gosedai_engine::problem::exact::ProblemAnswer) -> usize {
    field_of(board, &found.target, found.defender).intersection(&board.empty_set()).len()
}

/// Three weights by the normal equations.
fn least_squares(rows: &[([f64; 3], f64)]) -> Option<[f64; 3]> {
    let mut m = [[0.0; 4]; 3];
    for (x, y) in rows {
        for i in 0..3 {
            (0..3).for_each(|j| m[i][j] += x[i] * x[j]);
            m[i][3] += x[i] * y;
        }
    }
    for i in 0..3 {
        let pivot = (i..3).max_by(|&a, &b| m[a][i].abs().total_cmp(&m[b][i].abs()))?;
        m.swap(i, pivot);
        if m[i][i].abs() < 1e-9 {
            return None;
        }
        for other in (0..3).filter(|&other| other != i) {
            let share = m[other][i] / m[i][i];
            let row = m[i];
            (0..4).for_each(|j| m[other][j] -= share * row[j]);
        }
    }
    Some([m[0][3] / m[0][0], m[1][3] / m[1][1], m[2][3] / m[2][2]])
}
