//! Dame, encirclement, room, inner territory, eyes, moves, the PON estimate and the distances of groups.

use super::memo::{Digest, Reach, Walk, bits_of};
use super::twins::Twins;
use super::{Changes, Scene, Stage, Tools};
use crate::dame;
use crate::distance::Ground;
use crate::groups::OPEN_ENCIRCLEMENT;
use crate::inner;
use crate::pon;
use crate::view::View;
use gosedai_board::PointSet;

impl Stage {
    /// What each group's own stones, links and surroundings give.
    pub(super) fn measure(&mut self, tools: &mut Tools, view: &View, changes: &Changes, twins: Option<Twins>) {
        let order = tools.settings.encirclement_order;
        let largest = tools.settings.inner_largest;
        for i in 0..2 {
            self.rooms[i].update(&self.open[i], &changes.open[i]);
        }
        for (i, hot) in self.hot.iter_mut().enumerate() {
            if hot.life_read && self.memos[i].life.as_ref().is_some_and(|life| life.depends.intersects(&changes.dirty))
            {
                self.memos[i].life = None;
                hot.life_read = false;
            }
            if hot.walk == Walk::Holds && (hot.fresh || hot.looked.intersects(&changes.regrouped)) {
                hot.walk = Walk::Disturbed;
            }
            let color = self.briefs[i].color.index();
            let other_room = self.rooms[color].news.concerns(hot.rooms, &hot.any);
            if !hot.changed && !other_room && !hot.any.intersects(&changes.any[color]) {
                continue;
            }
            let (group, memo) = (&mut self.groups[i], &mut *self.memos[i]);
            let (own, enemy) = (group.color.index(), group.color.opponent().index());
            let twin = twins.as_ref().and_then(|twins| twins.of(group));
            let relinked = hot.fresh || group.stones.intersects(&changes.relinked);
            let inside_dirty = memo.eye_depends.intersects(&changes.dirty);
            // enclosed areas depend on the barrier and the stones in it alone
            let mut areas_changed = std::mem::take(&mut hot.unknown);
            if relinked && twin.is_none() {
                let (mut barrier, mut tight) = (group.stones, group.stones);
                group.stones.each(|stone| {
                    for link in self.links.of(stone).iter().filter(|link| link.strong) {
                        let short = link.is_short();
                        for &point in link.between().iter().filter(|&&point| !view.is_enemy(point, link.color)) {
                            barrier.insert(point);
                            if short {
                                tight.insert(point);
                            }
                        }
                    }
                });
                if hot.fresh || memo.wall.points != barrier {
                    areas_changed |= memo.wall.rebuild(barrier, &group.stones, &view.full, largest);
                }
                if tight == barrier {
                    areas_changed |= memo.tight.areas != memo.wall.areas;
                    memo.tight.copy(&memo.wall);
                } else if hot.fresh || memo.tight.points != tight {
                    areas_changed |= memo.tight.rebuild(tight, &group.stones, &view.full, largest);
                }
            }
            let inside_changed = areas_changed || inside_dirty || relinked && twin.is_some();
            hot.moved = inside_changed;
            if let Some((twin, known)) = twin.filter(|_| inside_changed) {
                memo.take_inside(known);
                group.take_inside(twin);
                (hot.rated.holds, hot.changed) = (false, true);
            } else if inside_changed {
                let union = |areas: &[PointSet]| areas.iter().fold(PointSet::EMPTY, |all, area| all.union(area));
                // a point's diagonals tell whether it is a false eye
                memo.eye_depends = union(&memo.wall.areas).union(&union(&memo.tight.areas)).grown().grown();
                group.inner = inner::territory(&memo.wall.areas, group.color, view);
                group.inner_count = group.inner.len();
                hot.rated.holds = false;
                group.regions = inner::regions(&memo.tight.areas, group.color, view, tools.eyes);
                group.half_eyes = group.regions.iter().map(|region| region.half_eyes).sum();
                memo.eye_space = group.regions.iter().fold(PointSet::EMPTY, |all, region| all.union(&region.points));
                let fill = |region: &inner::Region| {
                    let filled = region.points.intersection(&view.stones[enemy]).len();
                    inner::nakade_moves(region.size).saturating_sub(filled)
                };
                memo.inside_moves = group.regions.iter().map(fill).sum();
                hot.changed = true;
            }
            if hot.changed {
                group.moves = group.liberties.minus(&memo.eye_space).len() + memo.inside_moves;
            }
            let open = &self.open[own];
            let walk_again = hot.fresh || memo.walked.differs(&changes.open[own]);
            if walk_again {
                hot.moved = true;
                let dame = match twin {
                    Some((twin, known)) => {
                        memo.walked = known.walked;
                        twin.dame.clone()
                    }
                    None => {
                        let dame = dame::walk(&group.stones, open, &tools.geometry.edge, order);
                        memo.walked = Reach::new(dame.all().union(&group.stones));
                        dame
                    }
                };
                let differs = group.dame != dame;
                hot.changed |= differs;
                hot.displaced |= differs;
                group.encirclement = dame.encirclement(order);
                group.dame = dame;
            }
            if walk_again || other_room {
                // groups with many ways out are not surrounded; what room they have nobody asks
                let touched = match group.encirclement <= OPEN_ENCIRCLEMENT {
                    true => Some(self.rooms[own].touched(group.stones.grown().intersection(open))),
                    false => None,
                };
                hot.rooms = touched.map_or(0, |touched| touched.rooms);
                let room = touched.map(|touched| touched.size);
                hot.changed |= group.room != room;
                group.room = room;
            }
            hot.pon_stale |= hot.fresh
                || memo.reached.differs(&changes.pon_open[own])
                || memo.reached.inside.intersects(&changes.touched[own]);
            if hot.changed {
                hot.digest = Digest::of(group, tools.settings);
            }
        }
    }

    /// The PON estimate of a group.
    pub(super) fn estimate_pon(&mut self, i: usize, tools: &Tools) {
        let (group, hot) = (&mut self.groups[i], &mut self.hot[i]);
        let (own, enemy) = (group.color.index(), group.color.opponent().index());
        let touched = &self.touch[enemy].any;
        let (kinds, reached) = pon::dame_kinds(&group.stones, &self.pon_open[own], touched, &tools.geometry.edge);
        self.memos[i].reached = Reach::new(reached);
        let differs = kinds != group.dame_kinds;
        (hot.changed, hot.weighed) = (hot.changed | differs, hot.weighed & !differs);
        group.dame_kinds = kinds;
        group.pon_size = tools.profile.size(&kinds);
        group.pon_estimate = tools.profile.estimate(group.pon_size);
        hot.digest.pon_estimate = group.pon_estimate;
        (hot.rated.holds, hot.moved, hot.pon_stale) = (false, true, false);
    }

    /// Distances to the living groups around a living group.
    pub(super) fn find_neighbours(&mut self, i: usize, tools: &mut Tools, view: &View, scene: &Scene) {
        let (group, memo, hot) = (&mut self.groups[i], &mut *self.memos[i], &mut self.hot[i]);
        if view.dead.contains(hot.head) {
            if !hot.no_walk {
                group.near.clear();
                (hot.near_changed, hot.rated.holds, hot.no_walk) = (true, false, true);
            }
            return;
        }
        if !hot.no_walk && hot.walk == Walk::Holds {
            return;
        }
        let ground = Ground {
            group_at: &self.group_at,
            beside: &self.beside,
            living: &scene.living,
            walkable: &scene.walkable,
            groups: self.briefs.len(),
        };
        let beside_change = &scene.beside_change;
        let follows = hot.walk == Walk::Disturbed && !hot.fresh && !hot.no_walk;
        let still = match follows && !group.stones.intersects(beside_change) {
            // the first step beside a change still goes as it did
            true => memo.course.iter().position(|step| step.intersects(beside_change)).map_or(0, |i| i + 1),
            false => 0,
        };
        let taken_over = (still, &group.near[..]);
        let (near, seen) =
            tools.walker.near(i as u16, &group.stones, &ground, tools.profile.reach, &mut memo.course, taken_over);
        if hot.no_walk || near != group.near {
            group.near.clear();
            group.near.extend_from_slice(near);
            hot.near_bits = bits_of(near);
            (hot.near_changed, hot.rated.holds) = (true, false);
        }
        hot.looked = seen.grown();
        (hot.walk, hot.no_walk) = (Walk::Holds, false);
    }
}
