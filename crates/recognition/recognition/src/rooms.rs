//! Rooms: the connected areas of what is open to a colour. How much room a group has is the size of those it touches, so
//! nobody has to walk through them again and again.

use crate::groups::ROOM_LIMIT;
use crate::stage::Doors;
use crate::strings::NONE;
use crate::ties::tears;
use gosedai_board::{CELLS, Point, PointSet};

/// The rooms of a colour, kept up to date.
#[derive(Clone, Debug)]
pub(crate) struct Rooms {
    /// Their points; empty where a number is free.
    areas: Vec<Room>,
    /// The number of the room every open point is in.
    at: Box<[u16; CELLS]>,
    free: Vec<u16>,
    pub news: RoomNews,
}

/// What an update changed so that it may matter: large rooms are large enough as long as they are.
#[derive(Clone, Debug, Default)]
pub(crate) struct RoomNews {
    /// A bit for every room whose size is another now, by its number modulo 64.
    changed: u64,
    /// The same for large rooms that lost parts and still are large; and those parts.
    torn: u64,
    parted: PointSet,
}

impl RoomNews {
    /// Has somebody who touches these rooms, and looks at all points beside him, another room now?
    #[inline]
    pub fn concerns(&self, rooms: u64, looked: &PointSet) -> bool {
        rooms & self.changed != 0 || rooms & self.torn != 0 && looked.intersects(&self.parted)
    }
}

#[derive(Clone, Debug)]
struct Room {
    points: PointSet,
    size: usize,
}

impl Room {
    const EMPTY: Room = Room { points: PointSet::EMPTY, size: 0 };

    fn new(points: PointSet) -> Room {
        Room { size: points.len(), points }
    }
}

/// The rooms a group touches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Touched {
    /// A bit for each of them.
    pub rooms: u64,
    /// Points in them, counted up to the limit.
    pub size: usize,
}

impl Rooms {
    /// Nothing is open.
    pub fn new() -> Rooms {
        Rooms { areas: Vec::new(), at: Box::new([NONE; CELLS]), free: Vec::new(), news: RoomNews::default() }
    }

    /// Doors closed and others opened, so that now `open` are open.
    pub fn update(&mut self, open: &PointSet, doors: &Doors) -> &RoomNews {
        self.news = RoomNews::default();
        if self.areas.is_empty() {
            open.each_component(|part| self.add(Room::new(part)));
        } else {
            doors.closed.each(|point| self.close(point));
            doors.opened.each(|point| self.open(point));
        }
        &self.news
    }

    /// The rooms that hold these open points. One that is large enough tells all.
    pub fn touched(&self, points: PointSet) -> Touched {
        let (mut rest, mut touched) = (points, Touched { rooms: 0, size: 0 });
        while let Some(first) = rest.first() {
            let number = self.at[first.index()];
            let room = &self.areas[usize::from(number)];
            if room.size >= ROOM_LIMIT {
                return Touched { rooms: 1 << (number % 64), size: ROOM_LIMIT };
            }
            touched.rooms |= 1 << (number % 64);
            touched.size += room.size;
            rest = rest.minus(&room.points);
        }
        Touched { size: touched.size.min(ROOM_LIMIT), ..touched }
    }

    /// A point is closed: its room gets smaller, or falls apart.
    fn close(&mut self, point: Point) {
        let number = std::mem::replace(&mut self.at[point.index()], NONE);
        let Some(room) = self.areas.get_mut(usize::from(number)) else { return };
        room.points.remove(point);
        room.size -= 1;
        if room.size == 0 {
            self.free.push(number);
        }
        if tears(&room.points, point) {
            self.tear(number);
        }
        let small = self.areas[usize::from(number)].size < ROOM_LIMIT;
        self.news.changed |= u64::from(small) << (number % 64);
    }

    /// Parts of a room that do not hang together become rooms of their own; the largest keeps the number.
    fn tear(&mut self, number: u16) {
        let room = std::mem::replace(&mut self.areas[usize::from(number)], Room::EMPTY);
        let mut largest = Room::EMPTY;
        room.points.each_component(|part| {
            let part = Room::new(part);
            let part = if part.size > largest.size { std::mem::replace(&mut largest, part) } else { part };
            if part.size > 0 {
                self.news.torn |= 1 << (number % 64);
                self.news.parted.add(&part.points);
                self.add(part);
            }
        });
        self.areas[usize::from(number)] = largest;
    }

    /// An opened point joins the rooms beside it to one.
    fn open(&mut self, point: Point) {
        let mut room = NONE;
        for beside in point.neighbours() {
            let other = self.at[beside.index()];
            if other == NONE || other == room {
                continue;
            }
            room = if room == NONE { other } else { self.unite(room, other) };
        }
        if room == NONE {
            return self.add(Room::new(PointSet::from_iter([point])));
        }
        self.at[point.index()] = room;
        let Room { points, size } = &mut self.areas[usize::from(room)];
        self.news.changed |= u64::from(*size < ROOM_LIMIT) << (room % 64);
        points.insert(point);
        *size += 1;
    }

    /// Two rooms become one, the larger.
    fn unite(&mut self, a: u16, b: u16) -> u16 {
        let smaller = self.areas[usize::from(a)].size < self.areas[usize::from(b)].size;
        let (from, into) = if smaller { (a, b) } else { (b, a) };
        let Room { points, size } = std::mem::replace(&mut self.areas[usize::from(from)], Room::EMPTY);
        points.each(|point| self.at[point.index()] = into);
        self.free.push(from);
        let room = &mut self.areas[usize::from(into)];
        self.news.changed |= 1 << (from % 64) | u64::from(room.size < ROOM_LIMIT) << (into % 64);
        room.points.add(&points);
        room.size += size;
        into
    }

    /// A new room.
    fn add(&mut self, room: Room) {
        let points = room.points;
        let number = match self.free.pop() {
            Some(number) => {
                self.areas[usize::from(number)] = room;
                number
            }
            None => {
                self.areas.push(room);
                (self.areas.len() - 1) as u16
            }
        };
        points.each(|point| self.at[point.index()] = number);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gosedai_board::{Rng, Size};

    /// Doors open and close at random: the rooms are always the connected parts of the open points, and whoever touches
    /// the same rooms as before has as much room as before.
    #[test]
    fn rooms_follow_the_doors() {
        let full = PointSet::full(Size::NINETEEN);
        let points: Vec<Point> = full.iter().collect();
        let mut rng = Rng::new(7);
        let mut rooms = Rooms::new();
        let mut open = PointSet::EMPTY;
        for step in 0..4000 {
            let mut now = open;
            for _ in 0..=rng.below(6) {
                let point = points[rng.below(points.len())];
                let likely = if step / 500 % 2 == 0 { 3 } else { 1 };
                now.assign(point, rng.below(4) < likely);
            }
            let seen = [(); 8].map(|_| {
                let seen = PointSet::from_iter([points[rng.below(points.len())], points[rng.below(points.len())]]);
                (seen, rooms.touched(seen.intersection(&open)))
            });
            let doors = Doors { closed: open.minus(&now), opened: now.minus(&open) };
            let news = rooms.update(&now, &doors).clone();
            open = now;
            let mut parts: Vec<PointSet> =
                rooms.areas.iter().map(|room| room.points).filter(|points| !points.is_empty()).collect();
            parts.sort_by_key(|part| part.first());
            assert_eq!(parts, open.components(), "step {step}");
            assert!(rooms.areas.iter().all(|room| room.size == room.points.len()), "step {step}");
            assert_eq!(parts.len() + rooms.free.len(), rooms.areas.len(), "step {step}");
            for (seen, before) in seen {
                let parts = open.components().into_iter().filter(|part| part.intersects(&seen));
                let size = parts.map(|part| part.len()).sum::<usize>().min(ROOM_LIMIT);
                assert_eq!(rooms.touched(seen.intersection(&open)).size, size, "step {step}");
                let moved = seen.intersects(&doors.closed.union(&doors.opened));
                assert!(moved || news.concerns(before.rooms, &seen) || before.size == size, "step {step}");
            }
        }
    }
}
