//! `bench life-shapes PROBLEMS.jsonl OUT [EVERY [NODES]]`: solves problems of the even half and fits to the positions solved on
//! the way what each shape says about life and death. OUT is the text of `knowledge/reading/life_shapes.txt`.

mod fit;

use gosedai_engine::keep::{self, Kind};
use gosedai_engine::{ApiError, Context, Stopwatch, files};
use gosedai_reading::Budget;
use serde_json::json;

use super::Figures;
use crate::grade;
use fit::{fit, samples_of};

const HEAD: &str = "\
# Shapes of nine cells and what they say about life: weight towards capture with the attacker and with the defender to move.
# x 0, 1, 2: kos won by the attacker, the defender, whoever takes first; x 3: always.
# Other lines begin with the shape: bits 0-8 defender or wall, bits 9-17 attacker or wall (rows of three), bits 18-19 the
# place (0 inside, 1 edge, 2 corner); turned and mirrored shapes share their weight. Logistic regression on positions that
# the exact search solved in problems of the half with even checksums: gosedai bench life-shapes PROBLEMS OUT";

pub fn life_shapes(args: &[String], cx: &Context) -> Result<Figures, ApiError> {
    let [problems, out, rest @ ..] = args else {
        return Err(ApiError::bad("args", "name the file of problems and the file to write"));
    };
    let number = |at: usize, usual: u64| rest.get(at).and_then(|word| word.parse().ok()).unwrap_or(usual);
    let (every, nodes) = (number(0, 8).max(1), number(1, 60_000));
    let text = files::text(problems.as_ref(), files::MOST_DATA)?;
    let all = grade::positions(&text, "life-and-death", "tree", 0)?;
    let watch = Stopwatch::start();
    let mut samples = Vec::new();
    let mut used = 0;
    for (board, to_play) in all.iter().skip(every as usize / 2).step_by(every as usize) {
        cx.go_on()?;
        samples_of(board, *to_play, &Budget::nodes(nodes), &mut samples);
        used += 1;
    }
    let (lines, loss) = fit(&samples, 1);
    keep::write(out.as_ref(), format!("{HEAD} {every} {nodes}\n{lines}"), Kind::TABLE, cx.force)?;
    let mut figures = Figures::new();
    figures.insert("problems".into(), json!(used));
    figures.insert("positions".into(), json!(samples.len()));
    figures.insert("loss".into(), json!(loss));
    figures.insert("seconds".into(), json!(watch.seconds()));
    Ok(figures)
}
