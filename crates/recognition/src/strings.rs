//! Strings: stones, liberties, status from reading, key-stone flag.

use crate::ask::{Answer, Ask, Status};
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

/// All strings with an index from points.
#[derive(Clone, Debug)]
pub(crate) struct Strings {
    pub list: Vec<StoneString>,
    pub at: [u16; CELLS],
    /// Answers the statuses rest on, for reuse.
    pub answers: Vec<Answer>,
    /// Pairs of adjacent strings both read as dead before the adjustment.
    pub contradictions: Vec<(Point, Point)>,
}

impl Strings {
    /// All strings; answers of `before` are kept where nothing in `dirty` touches what they depend on.
    pub fn new(board: &Board, size: Size, ask: &mut dyn Ask, before: Option<(&Strings, &PointSet)>) -> Strings {
        let mut at = [NONE; CELLS];
        let mut list: Vec<StoneString> = Vec::with_capacity(80);
        for head in size.points() {
            let Some(color) = board.color_at(head) else { continue };
            if at[head.index()] != NONE {
                continue;
            }
            let id = list.len() as u16;
            let kept = before.and_then(|(before, dirty)| {
                let old = &before.list[before.at[head.index()].checked_add(0).filter(|&i| i != NONE)? as usize];
                (old.head == head
                    && !old.stones.intersects(dirty)
                    && !old.liberties.intersects(dirty)
                    && !old.stones.grown().intersects(dirty))
                .then_some(old)
            });
            let string = match kept {
                Some(old) => {
                    StoneString { key: false, status: Status::Unknown, race: false, enemies: Vec::new(), ..*old }
                }
                None => {
                    let stones = board.string_set(head);
                    let liberties = board.liberties(head);
                    StoneString {
                        color,
                        head,
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
            };
            for stone in string.stones.iter() {
                at[stone.index()] = id;
            }
            list.push(string);
        }
        for string in &mut list {
            for stone in string.stones.iter() {
                for beside in stone.neighbours() {
                    if board.at(beside).is(string.color.opponent()) {
                        let enemy = at[beside.index()];
                        if !string.enemies.contains(&enemy) {
                            string.enemies.push(enemy);
                        }
                    }
                }
            }
            string.enemies.sort_unstable();
        }
        let mut strings = Strings { list, at, answers: Vec::new(), contradictions: Vec::new() };
        strings.read(board, ask, before);
        strings.resolve_contradictions(board, ask, before);
        strings
    }

    /// First reading of every string by itself.
    fn read(&mut self, board: &Board, ask: &mut dyn Ask, before: Option<(&Strings, &PointSet)>) {
        for i in 0..self.list.len() {
            let string = &self.list[i];
            let answer = before
                .and_then(|(before, dirty)| {
                    let old = before.at[string.head.index()];
                    let same = old != NONE && before.list[old as usize].stones == string.stones;
                    let answer = before.answers.get(old as usize).filter(|_| same)?;
                    (!answer.depends.intersects(dirty)).then(|| answer.clone())
                })
                .unwrap_or_else(|| {
                    if string.liberty_count > 3 {
                        Answer::new(Status::Alive, string.stones.grown())
                    } else {
                        ask.capture(board, string.head)
                    }
                });
            self.list[i].status = answer.status;
            self.answers.push(answer);
        }
    }

    /// Captured-string adjustment: neighbours that are both dead contradict each other, and race instead.
    fn resolve_contradictions(&mut self, board: &Board, ask: &mut dyn Ask, before: Option<(&Strings, &PointSet)>) {
        let _ = before;
        let first: Vec<Status> = self.list.iter().map(|s| s.status).collect();
        for i in 0..self.list.len() {
            if first[i] != Status::Dead {
                continue;
            }
            let string = &self.list[i];
            let rivals: Vec<Point> = string
                .enemies
                .iter()
                .filter(|&&enemy| first[enemy as usize] == Status::Dead)
                .map(|&enemy| self.list[enemy as usize].head)
                .collect();
            if rivals.is_empty() {
                continue;
            }
            for &rival in rivals.iter().filter(|&&rival| rival > string.head) {
                self.contradictions.push((string.head, rival));
            }
            let answer = ask.capture_wide(board, string.head, &rivals);
            self.list[i].status = answer.status;
            self.list[i].race = true;
        }
    }

    /// Stones of strings that cannot be saved.
    pub fn dead_stones(&self) -> PointSet {
        self.list.iter().filter(|s| s.status == Status::Dead).fold(PointSet::EMPTY, |all, s| all.union(&s.stones))
    }
}
