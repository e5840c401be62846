//! The words after an analysis command.

use std::time::Duration;

use gosedai_board::{Color, Move, Restrictions, Size};

use super::Style;
use crate::gtp::SYNTAX;

/// What is asked for, in KataGo's words.
pub struct Wishes {
    pub color: Color,
    pub interval: Duration,
    pub max_moves: usize,
    pub min_moves: usize,
    pub restrictions: Restrictions,
    pub root_info: bool,
    pub ownership: bool,
    pub ownership_stdev: bool,
    pub moves_ownership: bool,
    pub moves_ownership_stdev: bool,
    pub pv_visits: bool,
    pub pv_edge_visits: bool,
    pub no_result: bool,
}

impl Wishes {
    pub fn parse(args: &[&str], to_play: Color, size: Size, style: Style) -> Result<Wishes, String> {
        let mut wishes = Wishes {
            color: to_play,
            interval: Duration::from_secs(1),
            max_moves: usize::MAX,
            min_moves: 0,
            restrictions: Restrictions::default(),
            root_info: false,
            ownership: false,
            ownership_stdev: false,
            moves_ownership: false,
            moves_ownership_stdev: false,
            pv_visits: false,
            pv_edge_visits: false,
            no_result: false,
        };
        let mut limits = Limits::default();
        let mut words = args.iter().copied();
        let mut first = true;
        while let Some(word) = words.next() {
            match word {
                "interval" => wishes.interval = centiseconds(number(words.next())?),
                "maxmoves" => wishes.max_moves = number(words.next())? as usize,
                "minmoves" => wishes.min_moves = number(words.next())? as usize,
                "avoid" | "allow" => {
                    let rest = [words.next(), words.next(), words.next()];
                    limits.add(&mut wishes.restrictions, word == "allow", rest, size)?;
                }
                _ => match (word.parse::<Color>(), word.parse::<f64>(), wishes.switch(word, style)) {
                    (Ok(color), _, _) if first => wishes.color = color,
                    (_, Ok(interval), _) if (0.0..=1e7).contains(&interval) => wishes.interval = centiseconds(interval),
                    (_, _, Some(switch)) => *switch = truth(words.next())?,
                    _ => return Err(SYNTAX.to_owned()),
                },
            }
            first = false;
        }
        Ok(wishes)
    }

    /// KataGo's extras; Leela Zero's form has no place for them.
    fn switch(&mut self, word: &str, style: Style) -> Option<&mut bool> {
        let switch = match word {
            "rootInfo" => &mut self.root_info,
            "ownership" => &mut self.ownership,
            "ownershipStdev" => &mut self.ownership_stdev,
            "movesOwnership" => &mut self.moves_ownership,
            "movesOwnershipStdev" => &mut self.moves_ownership_stdev,
            "pvVisits" => &mut self.pv_visits,
            "pvEdgeVisits" => &mut self.pv_edge_visits,
            "noResultValue" => &mut self.no_result,
            _ => return None,
        };
        (style != Style::Leela).then_some(switch)
    }

    pub fn owners(&self) -> bool {
        self.ownership || self.ownership_stdev || self.moves_ownership || self.moves_ownership_stdev
    }
}

/// Which sides have been told what to avoid, and which what is allowed: never both, and allowed only once.
#[derive(Default)]
struct Limits {
    avoided: [bool; 2],
    allowed: [bool; 2],
}

impl Limits {
    /// `COLOR POINT,POINT,… DEPTH`
    fn add(
        &mut self,
        restrictions: &mut Restrictions,
        allow: bool,
        words: [Option<&str>; 3],
        size: Size,
    ) -> Result<(), String> {
        let [Some(color), Some(moves), Some(depth)] = words else { return Err(SYNTAX.to_owned()) };
        let color: Color = color.parse().map_err(|_| SYNTAX.to_owned())?;
        let depth: u32 = depth.parse().ok().filter(|&depth| depth > 0).ok_or(SYNTAX)?;
        let on_board = |mv: &Move| mv.point().is_none_or(|point| size.contains(point));
        let parse = |word: &str| word.parse::<Move>().ok().filter(on_board).ok_or(SYNTAX.to_owned());
        let moves: Vec<Move> = moves.split(',').filter(|word| !word.is_empty()).map(parse).collect::<Result<_, _>>()?;
        let side = color.index();
        if self.allowed[side] || allow && self.avoided[side] {
            return Err(SYNTAX.to_owned());
        }
        match allow {
            true => restrictions.allow_only(color, &moves, depth),
            false => moves.iter().for_each(|&mv| restrictions.avoid(color, mv, depth)),
        }
        self.allowed[side] |= allow;
        self.avoided[side] |= !allow;
        Ok(())
    }
}

fn number(word: Option<&str>) -> Result<f64, String> {
    word.and_then(|word| word.parse::<f64>().ok()).filter(|n| (0.0..=1e7).contains(n)).ok_or(SYNTAX.to_owned())
}

fn truth(word: Option<&str>) -> Result<bool, String> {
    match word {
        Some("true") => Ok(true),
        Some("false") => Ok(false),
        _ => Err(SYNTAX.to_owned()),
    }
}

fn centiseconds(count: f64) -> Duration {
    Duration::from_millis((count * 10.0).max(10.0) as u64)
}
