//! A quick reader: ladders for strings with one or two liberties, and small capturing races. No memory, no depth.

use crate::ask::{Answer, Ask, Status};
use gosedai_board::{Board, Color, Point, PointSet};

/// Nodes after which a question is left open. For ladders many more than any takes: an answer rests on what proves it, while
/// the nodes spent depend on all that was tried, so a limit that is met would show in what is remembered.
const LADDER_NODES: u32 = 100_000;
const DEEPEST: u32 = 150;
const RACE_NODES: u32 = 3000;
const RACE_DEPTH: u32 = 14;

/// Answers ladder questions by a small search of its own.
#[derive(Default, Clone, Copy, Debug)]
pub struct QuickAsk;

impl Ask for QuickAsk {
    fn capture(&mut self, board: &mut Board, string: Point) -> Answer {
        let (liberties, count) = board.first_liberties::<3>(string);
        let Some(color) = board.color_at(string).filter(|_| count < 3) else {
            return Answer::new(Status::Alive, board.string_set(string).grown());
        };
        let mut search = Search::new(board, LADDER_NODES);
        search.touch(string);
        let falls = if count < 2 { Some(true) } else { search.attack(string, color, [liberties[0], liberties[1]], 0) };
        if falls == Some(false) {
            return Answer::new(Status::Alive, search.depends);
        }
        let given_up = search.nodes > search.limit;
        search.nodes = 0;
        let saved = search.defend(string, color, &liberties[..count], 0);
        let status = match (falls, saved) {
            (Some(true), Some(true)) => Status::Neutral,
            (Some(true), Some(false)) => Status::Dead,
            _ => Status::Unknown,
        };
        // whoever gave up might find something wherever the board changes
        let given_up = given_up || search.nodes > search.limit;
        Answer::new(status, if given_up { PointSet::full(search.board.size()) } else { search.depends })
    }

    fn capture_wide(&mut self, board: &mut Board, string: Point, rivals: &[Point]) -> Answer {
        let Some(color) = board.color_at(string) else { return Answer::new(Status::Unknown, PointSet::EMPTY) };
        let mut search = Search::new(board, RACE_NODES);
        let first = search.race(string, rivals, color, color, 0);
        search.nodes = 0;
        let second = search.race(string, rivals, color, color.opponent(), 0);
        let status = match (first, second) {
            (Some(true), Some(true)) => Status::Alive,
            (Some(true), Some(false)) => Status::Neutral,
            (Some(false), _) => Status::Dead,
            _ => Status::Unknown,
        };
        Answer::new(status, search.depends)
    }
}

/// A short list without doubles; memory is asked for only when it gets long.
struct Few {
    seen: PointSet,
    count: usize,
    first: [u16; 8],
    more: Vec<u16>,
}

impl Few {
    fn new() -> Few {
        Few { seen: PointSet::EMPTY, count: 0, first: [0; 8], more: Vec::new() }
    }

    /// Whether a point counts and is new is as good as a toss-up: better no branch for each.
    fn add_if(&mut self, counts: bool, point: Point) {
        let cell = point.index() as u16;
        let new = counts & !self.seen.contains(point);
        self.seen.assign(point, counts | self.seen.contains(point));
        match self.first.get_mut(self.count) {
            Some(place) => *place = cell,
            None => {
                if new {
                    self.more.push(cell);
                }
            }
        }
        self.count += usize::from(new);
    }

    fn at(&self, i: usize) -> Point {
        Point::from_index(usize::from(if i < 8 { self.first[i] } else { self.more[i - 8] }))
    }
}

struct Search<'a> {
    board: &'a mut Board,
    depends: PointSet,
    nodes: u32,
    limit: u32,
}

impl Search<'_> {
    fn new(board: &mut Board, limit: u32) -> Search<'_> {
        Search { board, depends: PointSet::EMPTY, nodes: 0, limit }
    }

    /// Everything a look at a string reads: its stones and what is beside them.
    fn touch(&mut self, string: Point) {
        self.board.string(string).for_each(|stone| self.depends.insert_around(stone));
    }

    /// What a look at a string reads that only asks whether it is in atari: its stones and two liberties, or everything
    /// beside it if it has no two.
    fn touch_lightly(&mut self, string: Point) {
        let (liberties, count) = self.board.first_liberties::<2>(string);
        if count < 2 {
            self.touch(string);
        } else {
            self.touch_liberties(string, &liberties);
        }
    }

    /// The same of the string of one stone, if that stone is all that is known of it: other stones do not matter if it has two
    /// liberties beside it.
    fn touch_stone(&mut self, stone: Point) {
        let open = stone.neighbours().map(|beside| usize::from(self.board.is_empty(beside)));
        if open.iter().sum::<usize>() >= 2 {
            self.depends.insert_around(stone);
        } else {
            self.touch_lightly(stone);
        }
    }

    /// What shows that a string has so many liberties at least.
    fn touch_liberties(&mut self, string: Point, liberties: &[Point]) {
        self.board.string(string).for_each(|stone| self.depends.insert(stone));
        liberties.iter().for_each(|&liberty| self.depends.insert(liberty));
    }

    /// Can the attacker, to move, capture the string with these two liberties by atari after atari?
    ///
    /// Here and below `depends` grows by what shows the result: of several moves the one that succeeds, or all if none does.
    /// The target itself with all that is beside it is always in already.
    fn attack(&mut self, target: Point, color: Color, liberties: [Point; 2], depth: u32) -> Option<bool> {
        self.nodes += 1;
        if self.nodes > self.limit || depth > DEEPEST {
            return None;
        }
        let before = self.depends;
        let first = self.attack_at(target, color, liberties, depth);
        if first == Some(true) {
            return first;
        }
        let failures = std::mem::replace(&mut self.depends, before);
        let second = self.attack_at(target, color, [liberties[1], liberties[0]], depth);
        if second == Some(true) {
            return second;
        }
        self.depends.add(&failures);
        first.and(second)
    }

    /// Does the string fall if the attacker takes the first of its two liberties?
    fn attack_at(&mut self, target: Point, color: Color, [taken, last]: [Point; 2], depth: u32) -> Option<bool> {
        if self.outruns(target, color, last, taken) {
            return Some(false);
        }
        // the liberty's own surroundings decide whether the attacker may play there
        self.touch_around(taken, color.opponent());
        if !self.board.is_legal(taken, color.opponent()) {
            return Some(false);
        }
        let undo = self.board.play(taken, color.opponent());
        let saved = self.defend(target, color, &[last], depth + 1);
        self.board.undo(&undo);
        saved.map(|saved| !saved)
    }

    /// Does a stone on the last liberty of a string give it three others than the one that the opponent takes? Then it is
    /// saved, whatever else happens there.
    fn outruns(&mut self, target: Point, color: Color, last: Point, taken: Point) -> bool {
        let mut found = [target; 3];
        let mut count = 0;
        for beside in last.neighbours() {
            if self.board.is_empty(beside) && beside != taken {
                if count == 3 {
                    break;
                }
                found[count] = beside;
                count += 1;
            }
        }
        let mut friends = [target; 4];
        let mut joined = 0;
        for beside in last.neighbours() {
            if count == 3 {
                break;
            }
            if self.board.at(beside).is(color) && !self.board.same_string(beside, target) {
                let (liberties, more) = self.board.first_liberties::<5>(beside);
                for &liberty in &liberties[..more] {
                    if count < 3 && liberty != last && liberty != taken && !found[..count].contains(&liberty) {
                        found[count] = liberty;
                        count += 1;
                    }
                }
                friends[joined] = beside;
                joined += 1;
            }
        }
        if count < 3 {
            return false;
        }
        self.depends.insert(last);
        friends[..joined].iter().for_each(|&friend| self.touch_liberties(friend, &[]));
        found.iter().for_each(|&liberty| self.depends.insert(liberty));
        true
    }

    /// Can the owner, to move, save the string with these one or two liberties?
    fn defend(&mut self, target: Point, color: Color, liberties: &[Point], depth: u32) -> Option<bool> {
        self.nodes += 1;
        if self.nodes > self.limit || depth > DEEPEST {
            return None;
        }
        let mut moves = Few::new();
        for stone in self.board.string(target) {
            for beside in stone.neighbours() {
                // few are in atari, whoever they are: that is asked first
                if let Some(liberty) = self.board.atari_liberty(beside) {
                    moves.add_if(self.board.at(beside).is(color.opponent()), liberty);
                }
            }
        }
        liberties.iter().for_each(|&liberty| moves.add_if(true, liberty));
        let before = self.depends;
        let mut failures = before;
        let mut open = false;
        for i in 0..moves.count {
            self.depends = before;
            match self.defend_at(target, color, moves.at(i), depth) {
                Some(true) => return Some(true),
                Some(false) => {}
                None => open = true,
            }
            failures.add(&self.depends);
        }
        self.depends = failures;
        // that there are no other moves matters only now that all fail
        let mut enemies = Few::new();
        for stone in self.board.string(target) {
            for beside in stone.neighbours() {
                let enemy = self.board.at(beside).is(color.opponent());
                let string = if enemy { self.board.string_id(beside) } else { beside.index() };
                enemies.add_if(enemy, Point::from_index(string));
            }
        }
        for i in 0..enemies.count {
            self.touch_lightly(enemies.at(i));
        }
        if open { None } else { Some(false) }
    }

    /// Is the string saved if its owner plays here?
    fn defend_at(&mut self, target: Point, color: Color, mv: Point, depth: u32) -> Option<bool> {
        self.touch_around(mv, color);
        if !self.board.is_legal(mv, color) {
            return Some(false);
        }
        let stones = self.board.string_len(target);
        let undo = self.board.play(mv, color);
        // the stone itself and what is beside it has been looked at; other strings that it joins have not
        let joins = self.board.string_len(target) > stones + 1;
        let (liberties, count) = self.board.first_liberties::<3>(target);
        if joins && count < 3 {
            self.touch(target);
        } else if joins {
            self.touch_liberties(target, &liberties);
        } else {
            liberties[..count].iter().for_each(|&liberty| self.depends.insert(liberty));
        }
        let saved = match count {
            0 | 1 => Some(false),
            2 => self.attack(target, color, [liberties[0], liberties[1]], depth + 1).map(|falls| !falls),
            _ => Some(true),
        };
        self.board.undo(&undo);
        saved
    }

    /// What a move reads: may it be played, and what does it capture? Own strings that it joins matter only to a stone
    /// without a liberty of its own.
    fn touch_around(&mut self, point: Point, color: Color) {
        self.depends.insert_around(point);
        let sides = point.neighbours();
        let open = sides.iter().any(|&beside| self.board.is_empty(beside));
        for beside in sides {
            if let Some(stone) = self.board.color_at(beside)
                && !(open && stone == color)
            {
                self.touch_stone(beside);
            }
        }
    }

    /// Does `own`'s string outlive its rivals, `turn` to move? True once a rival falls, false once the string falls.
    fn race(&mut self, string: Point, rivals: &[Point], own: Color, turn: Color, depth: u32) -> Option<bool> {
        self.nodes += 1;
        if !self.board.at(string).is(own) {
            return Some(false);
        }
        if rivals.iter().any(|&rival| !self.board.at(rival).is_stone()) {
            return Some(true);
        }
        if self.nodes > self.limit || depth > RACE_DEPTH {
            return None;
        }
        self.touch(string);
        let mut moves: Vec<Point> = Vec::new();
        let consider = |moves: &mut Vec<Point>, set: PointSet| {
            for point in set.iter() {
                if !moves.contains(&point) {
                    moves.push(point);
                }
            }
        };
        let mine = self.board.liberties(string);
        let mut theirs = PointSet::EMPTY;
        for &rival in rivals {
            self.touch(rival);
            theirs = theirs.union(&self.board.liberties(rival));
        }
        let (attack, defend) = if turn == own { (theirs, mine) } else { (mine, theirs) };
        consider(&mut moves, attack);
        consider(&mut moves, defend);
        if moves.len() > 12 {
            return None;
        }
        let good = turn == own;
        let mut open = false;
        for mv in moves {
            self.touch_around(mv, turn);
            if !self.board.is_legal(mv, turn) {
                continue;
            }
            let undo = self.board.play(mv, turn);
            let result = self.race(string, rivals, own, turn.opponent(), depth + 1);
            self.board.undo(&undo);
            match result {
                Some(survives) if survives == good => return Some(good),
                Some(_) => {}
                None => open = true,
            }
        }
        if open { None } else { Some(!good) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gosedai_board::{Rng, Size, diagram, playout};

    fn status(picture: &str, at: &str) -> Status {
        let mut board = diagram::parse(picture).unwrap();
        QuickAsk.capture(&mut board, at.parse().unwrap()).status
    }

    #[test]
    fn ladders() {
        let ladder =
            ". . . . . . .\n. . . . . . .\n. . . . . . .\n. . O X . . .\n. . O X O . .\n. . . O . . .\n. . . . . . .";
        assert_eq!(status(ladder, "D4"), Status::Neutral, "it runs into the edge");
        let broken =
            ". . . . . . .\n. . . . . . .\n. . . . . X .\n. . O X . . .\n. . O X O . .\n. . . O . . .\n. . . . . . .";
        assert_eq!(status(broken, "D4"), Status::Alive, "it runs into a friend");
        let net = "O O O .\nO X O .\n. . O .\nO O O .";
        assert_eq!(status(net, "B3"), Status::Dead, "no way to a third liberty");
    }

    /// The limit must not be met: see there.
    #[test]
    fn ladders_are_read_to_the_end() {
        let mut most = 0;
        for seed in 0..40 {
            let mut rng = Rng::new(seed);
            let mut board = Board::new(Size::square(25).unwrap());
            for i in 0..150 + rng.below(350) {
                if let Some(point) = playout::random_move(&board, Color::BOTH[i % 2], &mut rng) {
                    board.play_forever(point, Color::BOTH[i % 2]);
                }
            }
            board.clear_ko();
            for string in board.strings() {
                let mut liberties = [string; 3];
                let (count, color) = (board.liberties_into(string, &mut liberties), board.color_at(string).unwrap());
                if count == 2 {
                    let mut search = Search::new(&mut board, LADDER_NODES);
                    search.attack(string, color, [liberties[0], liberties[1]], 0);
                    most = most.max(search.nodes);
                }
            }
        }
        assert!((20..LADDER_NODES / 20).contains(&most), "{most} nodes");
    }

    /// A stone that comes, goes or becomes one of the other colour and changes nothing where an answer rests does not change
    /// the answer.
    #[test]
    fn answers_hold_while_nothing_changes_where_they_rest() {
        let mut state = 0x2545_f491_4f6c_dd1du64;
        let mut random = |n: usize| {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            (state % n as u64) as usize
        };
        let mut compared = 0;
        for _ in 0..60 {
            let mut board = Board::new(Size::square(11).unwrap());
            for i in 0..40 + random(60) {
                let empty: Vec<Point> = board.empty_points().collect();
                let (point, color) = (empty[random(empty.len())], Color::BOTH[i % 2]);
                if board.is_legal(point, color) {
                    board.play_forever(point, color);
                    board.clear_ko();
                }
            }
            let strings = board.strings();
            for string in strings {
                let answer = QuickAsk.capture(&mut board, string);
                for point in board.size().points().filter(|&point| !answer.depends.contains(point)) {
                    let color = Color::BOTH[random(2)];
                    let mut after = board.without(&[point].into_iter().collect());
                    if after.is_legal(point, color) && (board.is_empty(point) || random(2) == 0) {
                        after.play_forever(point, color);
                        after.clear_ko();
                    }
                    if !after.changed_points(&board).intersects(&answer.depends) {
                        let now = QuickAsk.capture(&mut after, string).status;
                        assert_eq!(now, answer.status, "{string} after {color:?} {point}");
                        compared += 1;
                    }
                }
            }
        }
        assert!(compared > 10_000, "{compared} comparisons");
    }
}
