//! From a record to the board: the main line, or the way to any node, played move by move.

use crate::error::{Place, ValueError};
use crate::props::{self, BoardSize, SgfPoint};
use crate::tree::{GameTree, NodeId, NodeRef};
use gosedai_board::{Board, Color, Illegal, KoRule, Move, Point, Position, RuleSet, Size};

/// Why a record could not be played.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ReplayError {
    #[error("{0}")]
    Value(#[from] ValueError),
    #[error("the record's board is {0}x{1}; boards up to {max}x{max} can be played on", max = gosedai_board::MAX_SIDE)]
    Size(u8, u8),
    #[error("{}move {number}, {color} {mv}, cannot be played: {reason}", at(.place))]
    Illegal { number: usize, color: Color, mv: Move, reason: Illegal, place: Option<Place> },
    #[error("{}the stones set up after move {number} cannot stand: {reason}", at(.place))]
    Setup { number: usize, reason: Illegal, place: Option<Place> },
    #[error("the record has {moves} moves, there is no move {wanted}")]
    NoSuchMove { wanted: usize, moves: usize },
}

fn at(place: &Option<Place>) -> String {
    place.map(|place| format!("{place}: ")).unwrap_or_default()
}

/// What to use in place of what the record says.
#[derive(Clone, Copy, Debug, Default)]
pub struct Overrides {
    pub rules: Option<RuleSet>,
    pub komi: Option<f32>,
}

/// A line of a record on the board.
#[derive(Clone)]
pub struct Replayed {
    pub position: Position,
    /// The moves that were played, with the nodes they stand in.
    pub played: Vec<(NodeId, Color, Move)>,
    /// The last node that was reached.
    pub node: NodeId,
}

/// The board size of a record, if it can be played on.
pub fn playable_size(game: &GameTree) -> Result<Size, ReplayError> {
    let BoardSize { width, height } = game.size()?;
    Size::new(width as usize, height as usize).map_err(|_| ReplayError::Size(width, height))
}

pub fn board_color(color: props::Color) -> Color {
    match color {
        props::Color::Black => Color::Black,
        props::Color::White => Color::White,
    }
}

pub fn record_color(color: Color) -> props::Color {
    match color {
        Color::Black => props::Color::Black,
        Color::White => props::Color::White,
    }
}

/// SGF counts rows from above, the board from below; this is the one place that converts.
pub fn board_point(point: SgfPoint, size: Size) -> Point {
    Point::new(point.column as usize, size.height() - 1 - point.row as usize)
}

pub fn record_point(point: Point, size: Size) -> SgfPoint {
    SgfPoint { column: point.x() as u8, row: (size.height() - 1 - point.y()) as u8 }
}

/// The moves along a line, read but not played.
pub fn moves_along(game: &GameTree, line: &[NodeId]) -> Result<Vec<(NodeId, Color, Move)>, ReplayError> {
    let size = playable_size(game)?;
    let mut moves = Vec::with_capacity(line.len());
    for &id in line {
        moves.extend(moves_of(game.node(id), size)?.into_iter().map(|(color, mv)| (id, color, mv)));
    }
    Ok(moves)
}

/// A node's moves in board terms; some programs put a black and a white move into one node.
fn moves_of(node: NodeRef, size: Size) -> Result<Vec<(Color, Move)>, ReplayError> {
    let sgf_size = BoardSize { width: size.width() as u8, height: size.height() as u8 };
    let Some(first) = node.move_on(sgf_size)? else { return Ok(Vec::new()) };
    let convert = |mv: props::Move| {
        (board_color(mv.color), mv.point.map_or(Move::Pass, |point| Move::Play(board_point(point, size))))
    };
    let mut moves = vec![convert(first)];
    if first.color == props::Color::Black
        && let Some(raw) = node.raw("W")
        && let Some(point) = SgfPoint::parse(raw.trim()).filter(|&point| sgf_size.contains(point))
    {
        moves.push((Color::White, Move::Play(board_point(point, size))));
    }
    Ok(moves)
}

/// The nodes of the main line.
pub fn main_line(game: &GameTree) -> Vec<NodeId> {
    game.main_line().map(|node| node.id()).collect()
}

/// The position before any move: size, rules, komi, handicap, the root's stones.
pub fn start_position(game: &GameTree, overrides: Overrides) -> Result<Position, ReplayError> {
    let size = playable_size(game)?;
    let written = game.root().simple_text("RU").and_then(|rules| rules.parse().ok());
    let is_old = year(game).is_some_and(|year| year < FIRST_KOMI);
    let komi = overrides.komi.or(game.komi().map(|komi| komi as f32)).or(is_old.then_some(0.0));
    let usual = || if is_old { RuleSet::Japanese } else { rules_by_komi(komi) };
    let rules: RuleSet = overrides.rules.or(written).unwrap_or_else(usual);
    let komi = komi.unwrap_or(rules.usual_komi());
    let handicap = game.handicap().unwrap_or(0) as usize;
    let first = if handicap > 1 { Color::White } else { Color::Black };
    let mut position = Position::from_board(Board::new(size), first, rules.rules(), komi);
    position.set_handicap(handicap);
    Ok(position)
}

/// Before this year nobody gave komi, and territory was counted.
const FIRST_KOMI: u32 = 1930;

/// The year a record says it was played in.
fn year(game: &GameTree) -> Option<u32> {
    let date = game.root().simple_text("DT")?;
    let digits: String = date.trim().chars().take_while(char::is_ascii_digit).collect();
    (digits.len() == 4).then(|| digits.parse().ok())?
}

/// The rules of a record that names none: komi of four, five or six and a half points belongs to the counting of
/// territory.
fn rules_by_komi(komi: Option<f32>) -> RuleSet {
    match komi {
        Some(4.5 | 5.5 | 6.5) => RuleSet::Japanese,
        _ => RuleSet::Chinese,
    }
}

/// Plays a line up to `moves` moves (all if `None`). Setup in a node counts as part of the move before it.
pub fn replay(
    game: &GameTree,
    line: &[NodeId],
    moves: Option<usize>,
    overrides: Overrides,
) -> Result<Replayed, ReplayError> {
    let mut replayed =
        Replayed { position: start_position(game, overrides)?, played: Vec::new(), node: game.root_id() };
    let wanted = moves.unwrap_or(usize::MAX);
    'line: for &id in line {
        let node = game.node(id);
        let size = replayed.position.size();
        let next = moves_of(node, size)?;
        // A node's setup belongs to the moves before it, unless the node itself moves beyond what was asked for.
        if !next.is_empty() && replayed.played.len() >= wanted {
            break;
        }
        replayed.set_up(node)?;
        replayed.node = id;
        for (color, mv) in next {
            if replayed.played.len() >= wanted {
                break 'line;
            }
            let number = replayed.played.len() + 1;
            play_recorded(&mut replayed.position, color, mv).map_err(|reason| ReplayError::Illegal {
                number,
                color,
                mv,
                reason,
                place: node.place(),
            })?;
            replayed.played.push((id, color, mv));
        }
    }
    if let Some(wanted) = moves.filter(|&wanted| wanted > replayed.played.len()) {
        return Err(ReplayError::NoSuchMove { wanted, moves: replayed.played.len() });
    }
    // Whoever moves next in the record has the turn, unless the record says otherwise.
    let after = line.iter().skip_while(|&&id| id != replayed.node).skip(1);
    let next = after.map(|&id| game.node(id)).take_while(|node| !node.has("PL")).find(|node| node.has_move());
    if replayed.played.is_empty()
        && !game.node(replayed.node).has("PL")
        && let Some((color, _)) = next.and_then(|node| moves_of(node, replayed.position.size()).ok()?.first().copied())
    {
        replayed.position.set_to_play(color);
    }
    Ok(replayed)
}

/// What happened has happened: repetition forbidden by superko is let pass in records, whose rules are often unknown.
fn play_recorded(position: &mut Position, color: Color, mv: Move) -> Result<(), Illegal> {
    match position.play_as(color, mv) {
        Err(Illegal::Superko(_)) => {
            let rules = position.rules();
            let mut simple = rules;
            simple.ko = KoRule::Simple;
            position.set_rules(simple);
            let played = position.play_as(color, mv);
            position.set_rules(rules);
            played
        }
        other => other,
    }
}

impl Replayed {
    fn set_up(&mut self, node: NodeRef) -> Result<(), ReplayError> {
        let size = self.position.size();
        let sgf_size = BoardSize { width: size.width() as u8, height: size.height() as u8 };
        let setup = node.setup_on(sgf_size)?;
        if !setup.is_empty() {
            let mut cells: Vec<Option<Color>> =
                size.points().map(|point| self.position.board().color_at(point)).collect();
            let index = |point: &SgfPoint| {
                let point = board_point(*point, size);
                point.y() * size.width() + point.x()
            };
            for (points, value) in
                [(&setup.empty, None), (&setup.black, Some(Color::Black)), (&setup.white, Some(Color::White))]
            {
                for point in points {
                    cells[index(point)] = value;
                }
            }
            let stones = size.points().filter_map(|point| {
                let cell = cells[point.y() * size.width() + point.x()];
                cell.map(|color| (point, color))
            });
            let mut board = Board::with_stones(size, stones).map_err(|reason| ReplayError::Setup {
                number: self.played.len(),
                reason,
                place: node.place(),
            })?;
            for color in Color::BOTH {
                board.set_captured(color, self.position.board().captured(color));
            }
            let old = &self.position;
            let mut position = Position::from_board(board, old.to_play(), old.rules(), old.komi());
            position.set_handicap(old.handicap());
            self.position = position;
        }
        if let Some(color) = node.to_play()? {
            self.position.set_to_play(board_color(color));
        }
        Ok(())
    }
}

/// A record of a position and the moves that led to it: what `Position` remembers, written down.
pub fn record_of(position: &Position) -> GameTree {
    let mut start = position.clone();
    while start.undo() {}
    let size = position.size();
    let mut game = GameTree::new();
    let root = game.root_id();
    game.set_raw(root, "FF", ["4"]);
    game.set_raw(root, "GM", ["1"]);
    game.set_raw(root, "CA", ["UTF-8"]);
    game.set_size(BoardSize { width: size.width() as u8, height: size.height() as u8 });
    game.set_komi(position.komi() as f64);
    game.set_text(root, "RU", &position.rules().set().to_string());
    if position.handicap() > 1 {
        game.set_raw(root, "HA", [position.handicap().to_string()]);
    }
    for (name, color) in [("AB", Color::Black), ("AW", Color::White)] {
        let points: Vec<SgfPoint> = start.board().stone_set(color).iter().map(|p| record_point(p, size)).collect();
        game.set_points(root, name, &points);
    }
    let first = position.moves().next().map_or(position.to_play(), |(color, _)| color);
    let usual = if position.handicap() > 1 { Color::White } else { Color::Black };
    if first != usual {
        game.set_raw(root, "PL", [record_color(first).letter()]);
    }
    let mut node = root;
    for (color, mv) in position.moves() {
        node = game.add_move(node, record_color(color), mv.point().map(|point| record_point(point, size)));
    }
    // the turn may have been given to the other side after the last move
    if position.moves().last().is_some_and(|(color, _)| color == position.to_play()) {
        let turn = game.add_child(node);
        game.set_raw(turn, "PL", [record_color(position.to_play()).letter()]);
    }
    game
}
