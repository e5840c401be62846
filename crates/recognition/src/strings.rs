//! Strings: stones, liberties, status from reading, key-stone flag.

use crate::ask::{Caught, Status};
use crate::groups::Group;
use crate::questions::Questions;
use crate::view::View;
use gosedai_board::{CELLS, Color, Point, PointSet};

/// No object.
pub const NONE: u16 = u16::MAX;

/// Strings with more liberties than this are not read: they live.
const READ_LIBERTIES: usize = 3;

const SAFE: Caught = Caught { status: Status::Alive, is_proved: false };

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
    /// Is the status proved for both sides moving first? A string that no ladder catches is not thereby proved safe.
    pub is_proved: bool,
    /// Strings of the other colour that touch it, by index.
    pub enemies: Vec<u16>,
    /// Did the status come out of the wider reading of the captured-string adjustment?
    pub race: bool,
}

impl StoneString {
    /// The status as far as it is known: `alive`, `neutral` and `dead` are proved; a string that falls if the opponent
    /// moves first, and may or may not be saved, is `capturable`; where no capture is seen it is `open`.
    pub const fn status_name(&self) -> &'static str {
        match (self.status, self.is_proved) {
            (Status::Alive, false) => "open",
            (Status::Neutral | Status::Dead, false) => "capturable",
            (status, _) => status.name(),
        }
    }
}

/// All strings in row order of their heads, with an index from points.
pub(crate) struct Strings {
    pub list: Vec<StoneString>,
    pub at: Box<[u16; CELLS]>,
    /// Pairs of adjacent strings both read as dead before the adjustment.
    pub contradictions: Vec<(Point, Point)>,
}

impl Strings {
    /// The strings of a board, read one by one and then, where both sides of a contact are lost, as races.
    pub fn new(view: &View, questions: &mut Questions) -> Strings {
        let mut strings = Strings::outlined(view);
        for string in &mut strings.list {
            let safe = string.liberty_count > READ_LIBERTIES;
            let caught = if safe { SAFE } else { questions.capture(string.head) };
            (string.status, string.is_proved) = (caught.status, caught.is_proved);
        }
        strings.race(questions);
        strings
    }

    /// Stones, liberties and contacts; nothing is read yet.
    fn outlined(view: &View) -> Strings {
        let mut list: Vec<StoneString> = Vec::new();
        let mut at = Box::new([NONE; CELLS]);
        view.all_stones().each(|head| {
            if at[head.index()] != NONE {
                return;
            }
            let stones = view.board.string_set(head);
            stones.each(|stone| at[stone.index()] = list.len() as u16);
            let liberties = stones.grown().intersection(&view.empty);
            list.push(StoneString {
                color: if view.stones[0].contains(head) { Color::Black } else { Color::White },
                head,
                size: stones.len(),
                liberty_count: liberties.len(),
                stones,
                liberties,
                key: false,
                status: Status::Unknown,
                is_proved: false,
                enemies: Vec::new(),
                race: false,
            });
        });
        for string in &mut list {
            let enemies = string.stones.grown().intersection(&view.stones[string.color.opponent().index()]);
            enemies.each(|stone| {
                let enemy = at[stone.index()];
                if !string.enemies.contains(&enemy) {
                    string.enemies.push(enemy);
                }
            });
            string.enemies.sort_unstable();
        }
        Strings { list, at, contradictions: Vec::new() }
    }

    /// Captured-string adjustment: neighbours that are both dead contradict each other, and race instead.
    fn race(&mut self, questions: &mut Questions) {
        let lost: Vec<bool> = self.list.iter().map(|string| string.status == Status::Dead).collect();
        for i in (0..lost.len()).filter(|&i| lost[i]) {
            let string = &self.list[i];
            let rivals = string.enemies.iter().map(|&enemy| usize::from(enemy)).filter(|&enemy| lost[enemy]);
            let rivals: Vec<Point> = rivals.map(|enemy| self.list[enemy].head).collect();
            if rivals.is_empty() {
                continue;
            }
            let head = string.head;
            self.contradictions.extend(rivals.iter().filter(|&&rival| rival > head).map(|&rival| (head, rival)));
            self.list[i].status = questions.race(head, &rivals);
            self.list[i].is_proved = false;
            self.list[i].race = true;
        }
    }

    /// Stones of strings that cannot be saved.
    pub fn dead_stones(&self) -> PointSet {
        let dead = self.list.iter().filter(|string| string.status == Status::Dead);
        dead.fold(PointSet::EMPTY, |all, string| all.union(&string.stones))
    }

    /// Key stones 種石: capturing the string would join enemy groups, or free a weak one.
    pub fn mark_keys(&mut self, view: &View, groups: &[Group], group_at: &[u16; CELLS]) {
        let heads: Vec<Point> = self.list.iter().map(|string| string.head).collect();
        for string in &mut self.list {
            let mut around = string.enemies.iter().map(|&enemy| group_at[heads[usize::from(enemy)].index()]);
            let first = around.clone().next();
            let joins = around.clone().any(|group| Some(group) != first);
            let frees = around.any(|group| groups[usize::from(group)].class.is_weak());
            string.key = (joins || frees) && !view.dead.contains(string.head);
        }
    }
}
