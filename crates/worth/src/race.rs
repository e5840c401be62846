//! Capturing races on the board: shared liberties, eyes, and liberty regions as games, after Müller and Nakamura.

use crate::difference::{Difference, difference_race};
use crate::race_class::class_beyond;
use crate::race_eye::{EyeState, RaceEye};
use crate::room::Room;
use crate::safety::{SafeStones, side};
use crate::spot::Spot;
use gosedai_board::{Board, Color, Point, PointSet};
use gosedai_cgt::race::{EyeClass, Race, RaceEnd, RaceVerdict, prune_liberty_node};
use gosedai_cgt::{Arena, Game, SumSearch};
use std::collections::HashMap;
use thiserror::Error;

#[derive(Debug, Error, Clone, PartialEq, Eq)]
pub enum RaceError {
    #[error("there is no stone at {0}")]
    NoStone(Point),
    #[error("{0} and {1} are stones of the same colour: a race needs one block of each side")]
    SameColour(Point, Point),
}

/// Why a race lies beyond the exact classes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Beyond {
    /// A neighbouring block of either side is not safe.
    UnsafeNeighbour,
    /// A liberty region is too large, loops, or touches both blocks.
    Region,
    /// An eye larger than seven points, one that stones inside cut off from its block, or more than one.
    Eye,
    /// A block that is not in danger at all.
    Alive,
}

/// The liberties of one block in one region.
#[derive(Clone, Debug)]
pub struct LibertyRegion {
    pub points: PointSet,
    pub owner: Color,
    /// The pruned liberty game, negative for White.
    pub game: Game,
    pub cooled: Game,
    /// Local moves of either side with the region's game after them.
    pub moves: [Vec<(Point, Game)>; 2],
    pub plain: bool,
}

/// An analysed race. Index 0 is Black, 1 White.
pub struct RaceReport {
    pub arena: Arena,
    pub blocks: [PointSet; 2],
    pub regions: Vec<LibertyRegion>,
    pub shared: PointSet,
    /// Liberties of each block's eye.
    pub eyes: [u32; 2],
    pub eye_spaces: [Option<RaceEye>; 2],
    /// Müller's class.
    pub class: u8,
    pub verdict: Option<RaceVerdict>,
    pub beyond: Option<Beyond>,
    /// First moves of each side that keep the result, and the lead (in a lost race: that lose by least).
    pub best: [Vec<Point>; 2],
}

/// More liberties than any race can have: the block got out.
const ESCAPED: i64 = 40;

/// Analyses the race between the blocks at two points.
pub fn analyse_race(board: &Board, a: Point, b: Point, safe: &SafeStones) -> Result<RaceReport, RaceError> {
    analyse_race_in(Arena::new(), board, a, b, safe)
}

/// The same in an arena of the caller's, which may be one that stops.
pub fn analyse_race_in(
    arena: Arena,
    board: &Board,
    a: Point,
    b: Point,
    safe: &SafeStones,
) -> Result<RaceReport, RaceError> {
    let ca = board.color_at(a).ok_or(RaceError::NoStone(a))?;
    let cb = board.color_at(b).ok_or(RaceError::NoStone(b))?;
    if ca == cb {
        return Err(RaceError::SameColour(a, b));
    }
    let (black, white) = if ca == Color::Black { (a, b) } else { (b, a) };
    let mut report = RaceReport {
        arena,
        blocks: [board.string_set(black), board.string_set(white)],
        regions: Vec::new(),
        shared: PointSet::EMPTY,
        eyes: [0; 2],
        eye_spaces: [None, None],
        class: 0,
        verdict: None,
        beyond: None,
        best: [Vec::new(), Vec::new()],
    };
    report.beyond = report.collect(board, safe, [black, white]).err();
    if let Some(beyond) = report.beyond {
        report.class = class_beyond(board, safe, &report.blocks, beyond);
        return Ok(report);
    }
    report.decide(board);
    Ok(report)
}

impl RaceReport {
    fn collect(&mut self, board: &Board, safe: &SafeStones, targets: [Point; 2]) -> Result<(), Beyond> {
        let full = PointSet::full(board.size());
        for (s, block) in self.blocks.iter().enumerate() {
            if safe.stones[s].intersects(block) {
                return Err(Beyond::Alive);
            }
        }
        let blocks = self.blocks[0].union(&self.blocks[1]);
        let libs = targets.map(|p| board.liberties(p));
        self.shared = libs[0].intersection(&libs[1]);
        // an eye is enclosed by its block alone
        let mut eye_points = PointSet::EMPTY;
        for (s, color) in Color::BOTH.into_iter().enumerate() {
            let mut found = 0;
            let others = self.blocks[1 - s];
            for part in full.minus(&board.stone_set(color)).components() {
                let near = part.grown().intersection(&board.stone_set(color));
                // what holds the other block or living stones of the other side is the outside
                if part.intersects(&others) || part.intersects(&safe.stones[1 - s]) || !near.is_subset(&self.blocks[s])
                {
                    continue;
                }
                let empty = part.intersection(&board.empty_set());
                // stones inside that keep the block from a point of its eye: no count of the eye's size sees that
                if empty != part && !empty.is_subset(&libs[s]) {
                    return Err(Beyond::Eye);
                }
                found += 1;
                let eye = RaceEye::of(board, &part, color).filter(|_| found == 1).ok_or(Beyond::Eye)?;
                if eye.state == EyeState::Two {
                    return Err(Beyond::Alive);
                }
                self.class = self.class.max(if eye.state == EyeState::Unsettled { 2 } else { 1 });
                self.eyes[s] = eye.liberties;
                self.eye_spaces[s] = Some(eye);
                eye_points = eye_points.union(&part);
            }
        }
        let settled = blocks.union(&safe.all()).union(&eye_points).union(&self.shared);
        for part in full.minus(&settled).components() {
            let touches = [part.intersects(&libs[0]), part.intersects(&libs[1])];
            match touches {
                [true, true] => return Err(Beyond::Region),
                // stones beside a block that are not safe may be taken, which frees it
                [false, false] if part.grown().intersects(&blocks) => return Err(Beyond::UnsafeNeighbour),
                [false, false] => continue,
                _ => {}
            }
            // a region that runs into the shared liberties is not independent of them
            if part.grown().intersects(&self.shared) {
                return Err(Beyond::Region);
            }
            let s = if touches[0] { 0 } else { 1 };
            self.add_region(board, safe, &part, s)?;
        }
        self.check_shared(board, safe)?;
        let unsettled = self.eye_spaces.iter().flatten().filter(|e| e.state == EyeState::Unsettled).count();
        let escapes = |arena: &Arena, g: Game| arena.left_stop(g).max(-arena.right_stop(g)).floor() >= ESCAPED / 2;
        if unsettled == 2 || unsettled == 1 && self.regions.iter().any(|r| escapes(&self.arena, r.game)) {
            return Err(Beyond::Eye);
        }
        Ok(())
    }

    /// Shared liberties must be plain: beside nothing but the two blocks (and each other never, or one would not be
    /// shared).
    fn check_shared(&self, board: &Board, safe: &SafeStones) -> Result<(), Beyond> {
        let beside = self.shared.grown().intersection(&PointSet::full(board.size())).minus(&self.shared);
        let rest = beside.minus(&self.blocks[0]).minus(&self.blocks[1]);
        if !rest.is_empty() {
            let touches_safe = rest.intersects(&safe.all());
            return Err(if touches_safe { Beyond::Region } else { Beyond::UnsafeNeighbour });
        }
        Ok(())
    }

    fn add_region(&mut self, board: &Board, safe: &SafeStones, part: &PointSet, s: usize) -> Result<(), Beyond> {
        let owner = Color::BOTH[s];
        // the other block must not be at stake here, and strangers around the region must be safe
        if part.grown().intersects(&self.blocks[1 - s]) {
            return Err(Beyond::Region);
        }
        let room = Room::new(part).ok_or(Beyond::Region)?;
        let mut around = [PointSet::EMPTY; 2];
        around[s] = self.blocks[s];
        around[1 - s] = safe.stones[1 - s];
        let mut solver = Liberties {
            room: &room,
            owner,
            friends: room.spot(board, &{
                let mut only = [PointSet::EMPTY; 2];
                only[s] = safe.stones[s];
                only
            }),
            memo: HashMap::new(),
            open: Vec::new(),
            arena: &mut self.arena,
        };
        let spot = room.spot(board, &around);
        let game = solver.value(spot).ok_or(Beyond::Region)?;
        let mut moves = [Vec::new(), Vec::new()];
        for (k, color) in Color::BOTH.into_iter().enumerate() {
            for i in 0..room.points.len() {
                if let Some((next, _)) = spot.play(&room, i, color)
                    && let Some(after) = solver.value(next)
                {
                    moves[k].push((room.points[i], after));
                }
            }
        }
        let plain = solver.plain(&spot).is_some();
        let flip = |g: Game, arena: &mut Arena| if owner == Color::Black { g } else { arena.neg(g) };
        let game = flip(game, &mut self.arena);
        for list in &mut moves {
            for (_, after) in list.iter_mut() {
                *after = flip(*after, &mut self.arena);
            }
        }
        let cooled = self.arena.cool(game, gosedai_cgt::Dyadic::int(2));
        let settles = self.arena.as_number(game).is_some();
        self.class = self.class.max(match (plain, settles) {
            (true, _) => 0,
            (false, true) => 3,
            (false, false) => 4,
        });
        self.regions.push(LibertyRegion { points: *part, owner, game, cooled, moves, plain });
        Ok(())
    }

    /// Who captures from here, with the given liberty games, shared liberties and eyes.
    fn judge(&mut self, games: &[Game], shared: i64, eyes: &[EyeNow; 2], search: &mut SumSearch) -> RaceVerdict {
        let of = |color: Color| {
            let pairs = self.regions.iter().zip(games);
            pairs.filter(|(r, _)| r.owner == color).map(|(_, &g)| g).collect::<Vec<Game>>()
        };
        let race = Race {
            black: of(Color::Black),
            white: of(Color::White),
            shared,
            eye_black: eyes[0].liberties,
            eye_white: eyes[1].liberties,
        };
        let two = gosedai_cgt::Dyadic::int(2);
        let all: Vec<Game> = race.black.iter().chain(&race.white).copied().collect();
        let cooled = all.into_iter().map(|g| self.arena.cool(g, two)).collect();
        let mut verdict = race.decide_classed(&mut self.arena, search, cooled, (eyes[0].class, eyes[1].class));
        for s in [0, 1].into_iter().filter(|&s| eyes[s].unsettled) {
            // the owner lives by moving first; the attacker must take the vital point at once
            let mut filled = *eyes;
            filled[s] = eyes[s].filled();
            let after = self.judge(games, shared, &filled, search);
            if s == 0 {
                (verdict.black_first, verdict.white_first) = (RaceEnd::BlackCaptures, after.black_first);
            } else {
                (verdict.white_first, verdict.black_first) = (RaceEnd::WhiteCaptures, after.white_first);
            }
        }
        verdict
    }

    fn decide(&mut self, board: &Board) {
        let games: Vec<Game> = self.regions.iter().map(|r| r.game).collect();
        let mut search = SumSearch::new();
        let shared = self.shared.len() as i64;
        let eyes = [0, 1].map(|s| self.eye_spaces[s].as_ref().map_or(EyeNow::NONE, EyeNow::of));
        let verdict = self.judge(&games, shared, &eyes, &mut search);
        for color in Color::BOTH {
            let (s, other) = (side(color), side(color.opponent()));
            let goal = if color == Color::Black { verdict.black_first } else { verdict.white_first };
            let settled = !eyes.iter().any(|e| e.unsettled);
            // the lead a move keeps, if it keeps the result; in a lost race the less the better for the other side
            let lead = |v: &RaceVerdict| -> Option<i64> {
                let end = if color == Color::Black { v.white_first } else { v.black_first };
                let ahead = v.moves_ahead(color == Color::White).filter(|_| settled).unwrap_or(0);
                (end == goal).then_some(if goal == captures(color) { ahead } else { -ahead })
            };
            let mut moves: Vec<(Point, i64)> = Vec::new();
            for i in 0..self.regions.len() {
                for k in 0..self.regions[i].moves[s].len() {
                    let (point, after) = self.regions[i].moves[s][k];
                    let mut next = games.clone();
                    next[i] = after;
                    let v = self.judge(&next, shared, &eyes, &mut search);
                    moves.extend(lead(&v).map(|n| (point, n)));
                }
            }
            if eyes[s].unsettled
                && goal == captures(color)
                && let Some(eye) = &self.eye_spaces[s]
            {
                moves = eye.living.iter().map(|&p| (p, 0)).collect();
            }
            let mut filled = eyes;
            filled[other] = eyes[other].filled();
            if filled != eyes
                && let Some(n) = lead(&self.judge(&games, shared, &filled, &mut search))
            {
                let points = self.eye_spaces[other].iter().flat_map(|e| e.filling.iter().copied());
                moves.extend(points.filter(|&p| board.is_legal(p, color)).map(|p| (p, n)));
            }
            // filling a shared liberty costs both sides one: it is right only when nothing else is left to fill
            if moves.is_empty()
                && let Some(p) = self.shared.first()
                && lead(&self.judge(&games, shared - 1, &eyes, &mut search)).is_some()
            {
                moves.push((p, 0));
            }
            let most = moves.iter().map(|m| m.1).max();
            let mut best: Vec<Point> = moves.iter().filter(|m| Some(m.1) == most).map(|m| m.0).collect();
            if goal == captures(color)
                && let Some(last) = self.last_liberty(board, other)
            {
                best = vec![last];
            }
            self.best[s] = best;
        }
        self.verdict = Some(verdict);
    }

    /// The only liberty of a block.
    fn last_liberty(&self, board: &Board, s: usize) -> Option<Point> {
        let liberties = board.liberties(self.blocks[s].first()?);
        liberties.first().filter(|_| liberties.len() == 1)
    }

    /// One liberty region against the mirror of another, played out; points of the two regions name them.
    pub fn difference(&mut self, first: Point, second: Point) -> Option<Difference> {
        let mut pair = [Arena::ZERO; 2];
        for (game, point) in pair.iter_mut().zip([first, second]) {
            let region = self.regions.iter().find(|r| r.points.contains(point))?;
            *game = if region.owner == Color::Black { region.game } else { self.arena.neg(region.game) };
        }
        Some(difference_race(&mut self.arena, pair[0], pair[1]))
    }

    /// By how many moves the side that captures is ahead when the given side begins; `None` in a seki, or where a move that lives
    /// decides.
    pub fn lead(&self, first: Color) -> Option<i64> {
        let unsettled = self.eye_spaces.iter().flatten().any(|e| e.state == EyeState::Unsettled);
        self.verdict.as_ref().filter(|_| !unsettled)?.moves_ahead(first == Color::Black)
    }
}

fn captures(color: Color) -> RaceEnd {
    if color == Color::Black { RaceEnd::BlackCaptures } else { RaceEnd::WhiteCaptures }
}

/// What the count needs to know of an eye.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct EyeNow {
    liberties: u32,
    class: EyeClass,
    unsettled: bool,
}

impl EyeNow {
    const NONE: EyeNow = EyeNow { liberties: 0, class: EyeClass::None, unsettled: false };

    fn of(eye: &RaceEye) -> Self {
        EyeNow { liberties: eye.liberties, class: eye.class, unsettled: eye.state == EyeState::Unsettled }
    }

    /// After a move of the attacker inside that leaves one eye.
    fn filled(self) -> Self {
        EyeNow { liberties: self.liberties.saturating_sub(1), unsettled: false, ..self }
    }
}

/// The liberty tree of a region, seen from its owner: his block is the border that counts.
struct Liberties<'a> {
    room: &'a Room,
    owner: Color,
    /// Where the owner's own safe stones touch: joining them is escape.
    friends: Spot,
    memo: HashMap<Spot, Game>,
    open: Vec<Spot>,
    arena: &'a mut Arena,
}

impl Liberties<'_> {
    /// The owner's liberty game, positive whatever his colour; `None` for loops and regions too large.
    fn value(&mut self, mut spot: Spot) -> Option<Game> {
        if self.join(&mut spot) {
            return Some(self.arena.int(ESCAPED));
        }
        if let Some(n) = self.plain(&spot) {
            return Some(self.arena.int(n));
        }
        if self.has_eye(&spot) {
            return None;
        }
        if let Some(&g) = self.memo.get(&spot) {
            return Some(g);
        }
        if self.open.contains(&spot) || self.memo.len() > 20_000 || self.open.len() > 60 {
            return None;
        }
        self.open.push(spot);
        let mut sides = [Vec::new(), Vec::new()];
        for (k, color) in [self.owner, self.owner.opponent()].into_iter().enumerate() {
            let mut rest = spot.empty();
            while rest != 0 {
                let i = rest.trailing_zeros() as usize;
                rest &= rest - 1;
                if let Some((next, _)) = spot.play(self.room, i, color) {
                    let g = self.value(next)?;
                    sides[k].push(g);
                }
            }
        }
        self.open.pop();
        let g = if sides[1].is_empty() && sides[0].is_empty() {
            let n = (spot.empty() & spot.beside_safe(self.owner)).count_ones();
            self.arena.int(n as i64)
        } else {
            prune_liberty_node(self.arena, &sides[0], &sides[1])
        };
        self.memo.insert(spot, g);
        Some(g)
    }

    /// An open part the attacker cannot reach from outside is an eye in the making, which liberty counting does not
    /// cover.
    fn has_eye(&self, spot: &Spot) -> bool {
        let mut found = false;
        self.room.parts(spot.mask & !spot.stones(self.owner), |part| {
            found |= part & spot.beside_safe(self.owner.opponent()) == 0;
        });
        found
    }

    /// Stones joined to the block become part of it, the attacker's joined to his safe stones become border. True on
    /// escape.
    fn join(&self, spot: &mut Spot) -> bool {
        for color in Color::BOTH {
            let joined = self.room.flood(spot.stones(color) & spot.beside_safe(color), spot.stones(color));
            if joined == 0 {
                continue;
            }
            if color == self.owner && joined & self.friends.beside_safe(color) != 0 {
                return true;
            }
            spot.mask &= !joined;
            let near = self.room.around(joined) & spot.mask;
            match color {
                Color::Black => {
                    spot.black &= !joined;
                    spot.by_black |= near;
                }
                Color::White => {
                    spot.white &= !joined;
                    spot.by_white |= near;
                }
            }
            spot.by_black &= spot.mask;
            spot.by_white &= spot.mask;
        }
        // a liberty beside the owner's safe stones lets the block out at once
        let way_out = spot.empty() & spot.beside_safe(self.owner) & self.friends.beside_safe(self.owner);
        way_out != 0
    }

    /// The number of liberties if all of them are plain: single open points between the block and the attacker's safe
    /// stones.
    fn plain(&self, spot: &Spot) -> Option<i64> {
        let libs = spot.empty() & spot.beside_safe(self.owner);
        if libs == 0 {
            // nothing here touches the block any more, unless stones of the attacker in between can be taken
            let enclosed = spot.stones(self.owner.opponent()) & spot.beside_safe(self.owner);
            return (enclosed == 0).then_some(0);
        }
        let quiet = spot.black | spot.white == 0;
        let touched = libs & !spot.beside_safe(self.owner.opponent()) == 0;
        (quiet && touched && spot.empty() == libs).then_some(libs.count_ones() as i64)
    }
}
