//! Strings: stones, liberties, status from reading, key-stone flag.

use crate::ask::{Answer, Ask, Status};
use crate::numbers;
use crate::view::View;
use gosedai_board::{Board, CELLS, Color, Point, PointSet, Size};

/// No object.
pub const NONE: u16 = u16::MAX;

/// A maximal set of adjacent stones of one colour.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoneString {
    pub color: Color,
    /// First stone in row order; also names the string.
    pub head: Point,
    pub stones: PointSet,
    pub size: usize,
    pub liberties: PointSet,
    pub liberty_count: usize,
    /// Capturing it joins or frees enemy groups.
    pub key: bool,
    pub status: Status,
    /// Strings of the other colour that touch it, by index.
    pub enemies: Vec<u16>,
    /// Did the status come out of the wider reading of the captured-string adjustment?
    pub race: bool,
}

impl StoneString {
    fn new(color: Color, stones: PointSet, empty: &PointSet) -> StoneString {
        let liberties = stones.grown().intersection(empty);
        StoneString {
            color,
            head: stones.first().unwrap_or(Point::new(0, 0)),
            size: stones.len(),
            liberty_count: liberties.len(),
            stones,
            liberties,
            key: false,
            status: Status::Unknown,
            enemies: Vec::new(),
            race: false,
        }
    }
}

/// A capturing race read in the adjustment.
#[derive(Clone, Debug)]
struct Race {
    head: Point,
    rivals: Vec<Point>,
    answer: Answer,
}

/// All strings with an index from points.
#[derive(Clone, Debug)]
pub(crate) struct Strings {
    pub list: Vec<StoneString>,
    pub at: Box<[u16; CELLS]>,
    /// First readings, string by string.
    answers: Vec<Option<Answer>>,
    races: Vec<Race>,
    /// Strings that can be captured or are lost, by their numbers.
    pub in_danger: Vec<u16>,
    /// Pairs of adjacent strings both read as dead before the adjustment.
    pub contradictions: Vec<(Point, Point)>,
    /// Goes up whenever strings get other numbers.
    pub numbering: u64,
    work: Work,
}

/// Working memory of an update.
#[derive(Clone, Debug, Default)]
struct Work {
    made: Vec<StoneString>,
    /// Their heads.
    heads: Vec<Point>,
    /// Strings that are not what they were, by old numbers.
    lost: Vec<u16>,
    /// New numbers by old ones.
    number: Vec<u16>,
    /// New strings, by new numbers.
    news: Vec<u16>,
}

/// Adds a number that is not yet in a short list.
fn note(list: &mut Vec<u16>, number: u16) {
    if number != NONE && !list.contains(&number) {
        list.push(number);
    }
}

impl Strings {
    /// Of an empty board.
    pub fn new() -> Strings {
        Strings {
            list: Vec::new(),
            at: Box::new([NONE; CELLS]),
            answers: Vec::new(),
            races: Vec::new(),
            in_danger: Vec::new(),
            contradictions: Vec::new(),
            numbering: 0,
            work: Work::default(),
        }
    }

    /// Brings the strings up to date after stones appeared or disappeared on the points `dirty`. On `sheet`, a copy of the
    /// board, readers play.
    pub fn update(&mut self, view: &View, sheet: &mut Board, dirty: &PointSet, ask: &mut dyn Ask) {
        if dirty.is_empty() {
            return;
        }
        self.replace(view, dirty);
        self.read(sheet, dirty, ask);
        self.resolve_contradictions(sheet, dirty, ask);
    }

    /// Strings on or beside a changed point are made anew; the others only change their numbers.
    fn replace(&mut self, view: &View, dirty: &PointSet) {
        let (size, count) = (view.board.size(), self.list.len());
        let mut work = std::mem::take(&mut self.work);
        work.lost.clear();
        match self.only_stone(view, dirty) {
            Some((point, color)) => {
                work.made.push(StoneString::new(color, view.board.string_set(point), &view.empty));
                for beside in point.neighbours().map(|beside| self.at[beside.index()]) {
                    if let Some(string) = self.list.get_mut(beside as usize) {
                        if string.color == color {
                            note(&mut work.lost, beside);
                        } else if string.liberties.contains(point) {
                            string.liberties.remove(point);
                            string.liberty_count -= 1;
                            self.answers[beside as usize] = None;
                        }
                    }
                }
            }
            None => {
                let mut done = PointSet::EMPTY;
                dirty.grown().each(|point| {
                    note(&mut work.lost, self.at[point.index()]);
                    if let Some(color) = view.board.color_at(point)
                        && !done.contains(point)
                    {
                        let stones = view.board.string_set(point);
                        done.add(&stones);
                        work.made.push(StoneString::new(color, stones, &view.empty));
                    }
                });
            }
        }
        work.lost.sort_unstable();
        work.made.sort_unstable_by_key(|string| string.head);
        work.heads.clear();
        work.heads.extend(work.made.iter().map(|string| string.head));
        for &lost in &work.lost {
            let enemies = std::mem::take(&mut self.list[lost as usize].enemies);
            for &enemy in &enemies {
                self.list[enemy as usize].enemies.retain(|&other| other != lost);
            }
            let string = &mut self.list[lost as usize];
            string.enemies = enemies;
            string.stones.each(|stone| self.at[stone.index()] = NONE);
        }
        // in place where the name stays; else one that goes gives its place to one that comes; then out, or in at its place
        // in row order
        work.number.clear();
        work.number.extend(0..count as u16);
        let before = self.numbering;
        let Work { lost, made, .. } = &mut work;
        lost.retain(|&i| {
            let i = usize::from(i);
            let place = made.binary_search_by_key(&self.list[i].head, |string| string.head);
            place.map(|place| self.put(i, made.remove(place))).is_err()
        });
        while let Some(i) = work.lost.pop().map(usize::from) {
            if let Some(string) = work.made.pop() {
                self.change_place(i, string, size, &mut work);
            } else {
                let gone = self.list.remove(i);
                self.answers.remove(i);
                numbers::close_gap(numbers::rows_from(&mut self.at, gone.head, size), i as u16);
                numbers::close_gap(&mut work.number, i as u16);
                self.numbering = before + 1;
            }
        }
        for string in work.made.drain(..) {
            let place = self.list.partition_point(|other| other.head < string.head);
            if place < self.list.len() {
                numbers::make_room(numbers::rows_from(&mut self.at, string.head, size), place as u16);
                numbers::make_room(&mut work.number, place as u16);
            }
            self.list.insert(place, string);
            self.answers.insert(place, None);
            self.numbering = before + 1;
        }
        if self.numbering != before {
            for enemy in self.list.iter_mut().flat_map(|string| &mut string.enemies) {
                *enemy = work.number[usize::from(*enemy)];
            }
        }
        work.news.clear();
        for head in &work.heads {
            let i = self.list.partition_point(|string| string.head < *head) as u16;
            self.list[i as usize].stones.each(|stone| self.at[stone.index()] = i);
            work.news.push(i);
        }
        for &i in &work.news {
            self.meet_enemies(i as usize, view);
        }
        self.work = work;
    }

    /// A new string takes the place of one that goes.
    fn put(&mut self, i: usize, string: StoneString) {
        let enemies = std::mem::take(&mut self.list[i].enemies);
        self.list[i] = StoneString { enemies, ..string };
        self.answers[i] = None;
    }

    /// The same where the new one has another place in the order: only those between move.
    fn change_place(&mut self, i: usize, string: StoneString, size: Size, work: &mut Work) {
        let place = self.list.partition_point(|other| other.head < string.head);
        let place = if place > i { place - 1 } else { place };
        if place != i {
            let first = string.head.min(self.list[i].head);
            numbers::carry(&mut self.list, i, place);
            numbers::carry(&mut self.answers, i, place);
            numbers::change_place(numbers::rows_from(&mut self.at, first, size), i as u16, place as u16);
            numbers::change_place(&mut work.number, i as u16, place as u16);
            self.numbering += 1;
            for lost in work.lost.iter_mut().filter(|lost| (place..i).contains(&usize::from(**lost))) {
                *lost += 1;
            }
        }
        self.put(place, string);
    }

    /// The new stone, if all that happened is that one was put on an empty point: other strings lose no more than a liberty.
    fn only_stone(&self, view: &View, dirty: &PointSet) -> Option<(Point, Color)> {
        let point = dirty.first()?;
        let color = view.board.color_at(point)?;
        let mut others = *dirty;
        others.remove(point);
        (others.is_empty() && self.at[point.index()] == NONE).then_some((point, color))
    }

    /// Finds the strings that touch a new string, and tells them.
    fn meet_enemies(&mut self, i: usize, view: &View) {
        let mut enemies = std::mem::take(&mut self.list[i].enemies);
        enemies.clear();
        let string = &self.list[i];
        let beside = string.stones.grown().intersection(&view.stones[string.color.opponent().index()]);
        beside.each(|stone| {
            let enemy = self.at[stone.index()];
            if !enemies.contains(&enemy) {
                enemies.push(enemy);
            }
        });
        enemies.sort_unstable();
        for &enemy in &enemies {
            let others = &mut self.list[enemy as usize].enemies;
            if let Err(place) = others.binary_search(&(i as u16)) {
                others.insert(place, i as u16);
            }
        }
        self.list[i].enemies = enemies;
    }

    /// First reading of every string by itself.
    fn read(&mut self, board: &mut Board, dirty: &PointSet, ask: &mut dyn Ask) {
        self.in_danger.clear();
        for (i, (string, slot)) in self.list.iter_mut().zip(&mut self.answers).enumerate() {
            let stale = match slot {
                None => true,
                Some(answer) => string.liberty_count <= 3 && answer.depends.intersects(dirty),
            };
            // a race is forgotten, too
            if stale | string.race {
                if stale {
                    *slot = Some(if string.liberty_count > 3 {
                        Answer::new(Status::Alive, PointSet::EMPTY)
                    } else {
                        ask.capture(board, string.head)
                    });
                }
                string.status = slot.as_ref().map_or(Status::Unknown, |answer| answer.status);
                string.race = false;
            }
            if string.status.is_danger() {
                self.in_danger.push(i as u16);
            }
        }
    }

    /// Notes the strings that can be captured or are lost.
    fn note_danger(&mut self) {
        self.in_danger.clear();
        for (i, string) in self.list.iter().enumerate() {
            if string.status.is_danger() {
                self.in_danger.push(i as u16);
            }
        }
    }

    /// Captured-string adjustment: neighbours that are both dead contradict each other, and race instead.
    fn resolve_contradictions(&mut self, board: &mut Board, dirty: &PointSet, ask: &mut dyn Ask) {
        self.contradictions.clear();
        let before = std::mem::take(&mut self.races);
        let lost = |answers: &[Option<Answer>], id: usize| {
            answers[id].as_ref().is_some_and(|answer| answer.status == Status::Dead)
        };
        for i in self.in_danger.iter().map(|&i| i as usize) {
            if !lost(&self.answers, i) {
                continue;
            }
            let string = &self.list[i];
            let rivals: Vec<Point> = string
                .enemies
                .iter()
                .filter(|&&enemy| lost(&self.answers, enemy as usize))
                .map(|&enemy| self.list[enemy as usize].head)
                .collect();
            if rivals.is_empty() {
                continue;
            }
            for &rival in rivals.iter().filter(|&&rival| rival > string.head) {
                self.contradictions.push((string.head, rival));
            }
            let known = before.iter().find(|race| {
                race.head == string.head && race.rivals == rivals && !race.answer.depends.intersects(dirty)
            });
            let answer = match known {
                Some(race) => race.answer.clone(),
                None => ask.capture_wide(board, string.head, &rivals),
            };
            let head = string.head;
            self.list[i].status = answer.status;
            self.list[i].race = true;
            self.races.push(Race { head, rivals, answer });
        }
        if !self.races.is_empty() {
            self.note_danger();
        }
    }

    /// Stones of strings that cannot be saved.
    pub fn dead_stones(&self) -> PointSet {
        let mut dead = PointSet::EMPTY;
        for string in self.in_danger.iter().map(|&i| &self.list[i as usize]) {
            if string.status == Status::Dead {
                dead.add(&string.stones);
            }
        }
        dead
    }
}
