//! Dame, encirclement, room, inner territory, eyes, moves, the PON estimate and the distances of groups.

use super::memo::Reach;
use super::{Changes, Stage, Tools};
use crate::dame;
use crate::distance::Ground;
use crate::groups::{Group, OPEN_ENCIRCLEMENT, ROOM_LIMIT};
use crate::inner;
use crate::pon;
use crate::view::View;
use gosedai_board::PointSet;

impl Stage {
    /// What each group's own stones, links and surroundings give.
    pub(super) fn measure(&mut self, tools: &mut Tools, view: &View, changes: &Changes) {
        let order = tools.settings.encirclement_order;
        let largest = tools.settings.inner_largest;
        for (group, memo) in self.groups.iter_mut().zip(&mut self.memos) {
            let memo = &mut **memo;
            memo.near_change = memo.changed || memo.any.intersects(&changes.any);
            if !memo.near_change {
                continue;
            }
            let (own, enemy) = (group.color.index(), group.color.opponent().index());
            // enclosed areas depend on the barrier and the stones in it alone
            let mut areas_changed = false;
            if memo.fresh || group.stones.intersects(&changes.relinked) {
                let (mut barrier, mut tight) = (group.stones, group.stones);
                for stone in group.stones.iter() {
                    for link in self.links.of(stone).iter().filter(|link| link.strong) {
                        let short = link.is_short();
                        for &point in link.between().iter().filter(|&&point| !view.is_enemy(point, link.color)) {
                            barrier.insert(point);
                            if short {
                                tight.insert(point);
                            }
                        }
                    }
                }
                if memo.fresh || memo.barrier != barrier {
                    memo.areas = inner::enclosed(&barrier, &group.stones, &view.full, largest);
                    memo.barrier = barrier;
                    areas_changed = true;
                }
                if tight == barrier {
                    memo.eye_areas.clone_from(&memo.areas);
                    memo.tight = tight;
                } else if memo.fresh || memo.tight != tight {
                    memo.eye_areas = inner::enclosed(&tight, &group.stones, &view.full, largest);
                    memo.tight = tight;
                    areas_changed = true;
                }
            }
            let inside_changed = areas_changed || memo.eye_depends.intersects(&changes.dirty);
            memo.moved = inside_changed;
            if inside_changed {
                let union = |areas: &[PointSet]| areas.iter().fold(PointSet::EMPTY, |all, area| all.union(area));
                // a point's diagonals tell whether it is a false eye
                memo.eye_depends = union(&memo.areas).union(&union(&memo.eye_areas)).grown().grown();
                group.inner = inner::territory(&memo.areas, group.color, view);
                group.inner_count = group.inner.len();
                memo.rated.holds = false;
                group.regions = inner::regions(&memo.eye_areas, group.color, view, tools.eyes);
                group.half_eyes = group.regions.iter().map(|region| region.half_eyes).sum();
                memo.eye_space = group.regions.iter().fold(PointSet::EMPTY, |all, region| all.union(&region.points));
                let fill = |region: &inner::Region| {
                    let filled = region.points.intersection(&view.stones[enemy]).len();
                    inner::nakade_moves(region.size).saturating_sub(filled)
                };
                memo.inside_moves = group.regions.iter().map(fill).sum();
                memo.changed = true;
            }
            if memo.changed {
                group.moves = group.liberties.minus(&memo.eye_space).len() + memo.inside_moves;
            }
            let open = &self.open[own];
            let walk_again = memo.fresh || memo.walked.differs(&changes.open[own]);
            if walk_again {
                memo.moved = true;

                let dame = dame::walk(&group.stones, open, &tools.geometry.edge, order);
                memo.walked = Reach::new(dame.all().union(&group.stones));
                memo.changed |= group.dame != dame;
                group.encirclement = dame.encirclement(order);
                group.dame = dame;
            }
            if walk_again || memo.room.differs(&changes.open[own]) {
                let mut room = None;
                memo.room = Reach::default();
                memo.moved = true;
                if group.encirclement <= OPEN_ENCIRCLEMENT {
                    let reach = dame::room(&group.stones, &group.dame, order, open, ROOM_LIMIT);
                    room = Some(reach.len().min(ROOM_LIMIT));
                    memo.room = Reach::new(reach.union(&group.stones));
                }
                memo.changed |= group.room != room;
                group.room = room;
            }
            let pon_again =
                memo.reached.differs(&changes.pon_open[own]) || memo.reached.inside.intersects(&changes.touched[own]);
            if memo.fresh || pon_again {
                memo.moved = true;

                let touched = &self.touch[enemy].any;
                let (kinds, reached) =
                    pon::dame_kinds(&group.stones, &self.pon_open[own], touched, &tools.geometry.edge);
                memo.reached = Reach::new(reached);
                memo.changed |= kinds != group.dame_kinds;
                group.dame_kinds = kinds;
                memo.rated.holds = false;
                group.pon_size = tools.profile.size(&kinds);
                group.pon_estimate = tools.profile.estimate(group.pon_size);
            }
        }
    }

    /// Distances to the living groups around each living group.
    pub(super) fn find_neighbours(&mut self, tools: &mut Tools, view: &View, changes: &Changes) {
        let walkable = view.empty.union(&view.dead);
        let living = view.living[0].union(&view.living[1]);
        let changed = changes.dirty.union(&changes.relabelled);
        let reach = tools.profile.reach;
        let groups = self.groups.len();
        for i in 0..self.groups.len() {
            let (group, memo) = (&mut self.groups[i], &mut *self.memos[i]);
            let dead = memo.near_change && view.dead.contains(group.head);
            if dead {
                group.near.clear();
                if !memo.no_walk {
                    memo.changed = true;
                    memo.rated.holds = false;
                }
                memo.no_walk = true;
            } else if memo.near_change && (memo.fresh || memo.no_walk || memo.looked.intersects(&changed)) {
                let ground = Ground { group_at: &self.group_at, living: &living, walkable: &walkable, groups };
                let (near, looked) = tools.walker.near(&group.stones, &ground, reach);
                group.near.clear();
                group.near.extend_from_slice(near);
                let heads: &[Group] = &self.groups;
                let found = near.iter().map(|&(id, distance)| (heads[id as usize].head, distance));
                if memo.no_walk || !found.clone().eq(memo.near.iter().copied()) {
                    memo.near.clear();
                    memo.near.extend(found);
                    memo.changed = true;
                    memo.rated.holds = false;
                }
                memo.looked = looked;
                memo.no_walk = false;
                memo.moved = true;
            } else if changes.renumbered && !memo.no_walk {
                group.near.clear();
                group.near.extend(memo.near.iter().map(|&(head, d)| (self.group_at[head.index()], d)));
            }
            if memo.moved {
                memo.moved = false;
                memo.gather_any(&self.groups[i].stones);
            }
        }
    }
}
