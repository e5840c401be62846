//! What a group's own stones, links and surroundings give: enclosed areas, eyes, moves, dame, room, the PON estimate.

use crate::dame;
use crate::groups::{Group, OPEN_ENCIRCLEMENT, ROOM_LIMIT};
use crate::inner::{self, Region};
use crate::links::Links;
use crate::pon;
use crate::recognise::Tools;
use crate::view::View;
use gosedai_board::{CELLS, Color, PointSet};
use gosedai_worth::EyeBook;

/// Measures all groups of a view. `group_at` is the number of the group on every point.
pub(crate) fn measure(
    groups: &mut [Group],
    group_at: &[u16; CELLS],
    links: &Links,
    view: &View,
    tools: &Tools,
    eyes: &mut EyeBook,
) {
    let barriers = barriers(groups, group_at, links, view);
    let sides = Color::BOTH.map(|color| Side::new(color, links, view));
    for (group, barrier) in groups.iter_mut().zip(&barriers) {
        enclose(group, barrier, view, tools, eyes);
        let side = &sides[group.color.index()];
        let order = tools.settings.encirclement_order;
        group.dame = dame::walk(&group.stones, &side.open, &tools.geometry.edge, order);
        group.encirclement = group.dame.encirclement(order);
        // a group with many ways out is not surrounded: its room does not matter
        group.room = (group.encirclement <= OPEN_ENCIRCLEMENT).then(|| side.room_of(&group.stones));
        group.dame_kinds = pon::dame_kinds(&group.stones, &side.pon_open, &side.touched_by_enemy, &tools.geometry.edge);
        group.pon_size = tools.profile.size(&group.dame_kinds);
        group.pon_estimate = tools.profile.estimate(group.pon_size);
    }
}

/// What encloses: stones and the points on their strong links, and the same with short links only.
struct Barrier {
    wide: PointSet,
    tight: PointSet,
}

fn barriers(groups: &[Group], group_at: &[u16; CELLS], links: &Links, view: &View) -> Vec<Barrier> {
    let mut barriers: Vec<Barrier> =
        groups.iter().map(|group| Barrier { wide: group.stones, tight: group.stones }).collect();
    for link in links.list.iter().filter(|link| link.strong) {
        let barrier = &mut barriers[usize::from(group_at[link.from.index()])];
        for &point in link.between().iter().filter(|&&point| !view.is_enemy(point, link.color)) {
            barrier.wide.insert(point);
            if link.is_short() {
                barrier.tight.insert(point);
            }
        }
    }
    barriers
}

/// Inner territory, eyes and moves.
fn enclose(group: &mut Group, barrier: &Barrier, view: &View, tools: &Tools, eyes: &mut EyeBook) {
    let areas = |barrier| inner::areas(barrier, &group.stones, &view.full, tools.settings.inner_largest);
    let wide = areas(&barrier.wide);
    group.inner = inner::territory(&wide, group.color, view);
    group.inner_count = group.inner.len();
    // eyes are counted behind short links only
    let tight = if barrier.tight == barrier.wide { wide } else { areas(&barrier.tight) };
    group.regions = inner::regions(&tight, group.color, view, eyes);
    group.half_eyes = group.regions.iter().map(|region| region.half_eyes).sum();
    let enemies = &view.stones[group.color.opponent().index()];
    let fill =
        |region: &Region| inner::nakade_moves(region.size).saturating_sub(region.points.intersection(enemies).len());
    let eye_space = group.regions.iter().fold(PointSet::EMPTY, |all, region| all.union(&region.points));
    group.moves = group.liberties.minus(&eye_space).len() + group.regions.iter().map(fill).sum::<usize>();
}

/// Where groups of a colour may walk.
struct Side {
    /// For their dame: neither stones nor enemy links.
    open: PointSet,
    /// The connected parts of that, with their sizes.
    rooms: Vec<(PointSet, usize)>,
    /// For the PON estimate, and the points that enemies touch.
    pon_open: PointSet,
    touched_by_enemy: PointSet,
}

impl Side {
    fn new(color: Color, links: &Links, view: &View) -> Side {
        let enemy = color.opponent().index();
        let walkable = view.walkable(color);
        let open = walkable.minus(&links.blocking[enemy]);
        let mut rooms = Vec::new();
        open.each_component(|room| rooms.push((room, room.len())));
        let (touched_by_enemy, touched_twice) = view.living[enemy].touched();
        Side { open, rooms, pon_open: walkable.minus(&touched_twice), touched_by_enemy }
    }

    /// Points in the rooms that these stones touch, counted up to the limit.
    fn room_of(&self, stones: &PointSet) -> usize {
        let beside = stones.grown();
        let rooms = self.rooms.iter().filter(|(room, _)| room.intersects(&beside));
        rooms.map(|(_, size)| size).sum::<usize>().min(ROOM_LIMIT)
    }
}
