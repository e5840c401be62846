//! The games of a player as CSV: one line a game and side, columns that stay.

use super::Summary;
use crate::accuracy::Phase;

/// A field, in quotes where it needs them.
fn field(text: &str) -> String {
    let text = text.replace(['\n', '\r'], " ");
    if text.contains([',', '"']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text }
}

pub fn table(summary: &Summary) -> String {
    let mut columns: Vec<String> =
        ["game", "date", "player", "color", "opponent", "result", "moves", "lost", "per_move", "within_one", "faults"]
            .map(str::to_string)
            .into();
    for phase in ["opening", "middle", "endgame"] {
        columns.extend(["moves", "per_move", "within_one"].map(|column| format!("{phase}_{column}")));
    }
    columns.extend(["judge", "program"].map(str::to_string));
    let mut text = columns.join(",") + "\n";
    for game in &summary.games {
        let whole = &game.figures;
        let mut row = vec![
            field(&game.title),
            field(&game.date),
            field(&summary.player),
            game.color.clone(),
            field(&game.opponent),
            field(&game.result),
            whole.moves.to_string(),
            whole.lost.to_string(),
            whole.per_move.to_string(),
            whole.within_one.to_string(),
            whole.faults.to_string(),
        ];
        for phase in Phase::ALL {
            // a phase without moves has no loss a move: empty, not 0
            row.extend(match game.phases.get(&phase) {
                Some(part) => [part.moves.to_string(), part.per_move.to_string(), part.within_one.to_string()],
                None => ["0".to_string(), String::new(), String::new()],
            });
        }
        row.extend([field(&summary.judge), format!("Gosedai {}", env!("CARGO_PKG_VERSION"))]);
        text += &(row.join(",") + "\n");
    }
    text
}
