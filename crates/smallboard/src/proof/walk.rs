//! temporary
use std::collections::HashMap;

use super::goal::{Goal, State};
use super::statics::{Verdict, judge};
use super::table::Table;
use crate::geometry::points;
use crate::region::bound::DeadRule;
use crate::stones::{NO_KO, play};

pub fn proof_size(goal: &Goal, rule: DeadRule, table: &Table, root: State) -> (usize, usize, usize, Vec<usize>) {
    let g = &goal.geometry;
    let mut seen: HashMap<u64, ()> = HashMap::new();
    let mut stack = vec![root];
    let (mut inner, mut leaves, mut missing) = (0, 0, 0);
    let mut by_stones = vec![0usize; 64];
    while let Some(s) = stack.pop() {
        let key = s.key(g);
        if seen.insert(key, ()).is_some() {
            continue;
        }
        if judge(goal, rule, s.prover, s.other) == Verdict::Proven {
            leaves += 1;
            continue;
        }
        inner += 1;
        by_stones[(s.prover | s.other).count_ones() as usize] += 1;
        let (own, opp) = if s.prover_to_move { (s.prover, s.other) } else { (s.other, s.prover) };
        let mut kids = Vec::new();
        for p in points(g.full & !(own | opp)) {
            if p as u8 == s.ko {
                continue;
            }
            let Some(played) = play(g, own, opp, p) else { continue };
            let (prover, other) = if s.prover_to_move { (played.own, played.opp) } else { (played.opp, played.own) };
            kids.push(State { prover, other, ko: played.ko, prover_to_move: !s.prover_to_move });
        }
        if goal.satisfied(s.prover, s.other) == s.prover_to_move {
            kids.push(State { ko: NO_KO, prover_to_move: !s.prover_to_move, ..s });
        }
        if s.prover_to_move {
            let mut pick = None;
            for k in kids {
                if judge(goal, rule, k.prover, k.other) == Verdict::Proven {
                    pick = Some((0, k));
                    break;
                }
                if let Some(t) = table.get(k.key(g)) {
                    if t.pn == 0 && pick.is_none_or(|(e, _)| t.effort < e) {
                        pick = Some((t.effort, k));
                    }
                }
            }
            match pick {
                Some((_, k)) => stack.push(k),
                None => missing += 1,
            }
        } else {
            stack.extend(kids);
        }
    }
    (inner, leaves, missing, by_stones)
}
