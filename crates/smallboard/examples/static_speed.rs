//! Nanoseconds per position of the static tests: `cargo run --release -p gosedai-smallboard --example static_speed`.
//! Random legal positions reached by play, both colours asked, best of five rounds.

use std::time::Instant;

use gosedai_smallboard::geometry::{Geometry, points};
use gosedai_smallboard::region::bound::{DeadRule, dead_regions};
use gosedai_smallboard::region::life;
use gosedai_smallboard::stones::{legal_plays, play};

/// Positions of random games, own stones first.
fn positions(g: &Geometry, count: usize) -> Vec<(u32, u32)> {
    let mut state = 0x1234_5678_9ABC_DEFFu64;
    let mut random = move |below: u32| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as u32 % below
    };
    let mut all = Vec::with_capacity(count);
    while all.len() < count {
        let (mut own, mut opp) = (0, 0);
        for _ in 0..2 * g.n {
            let legal = legal_plays(g, own, opp, gosedai_smallboard::stones::NO_KO);
            let pick = points(legal).nth(random(legal.count_ones().max(1)) as usize);
            if let Some(played) = pick.and_then(|p| play(g, own, opp, p)) {
                (own, opp) = (played.own, played.opp);
            }
            (own, opp) = (opp, own);
            all.push((own, opp));
        }
    }
    all.truncate(count);
    all
}

fn main() {
    for name in ["3x5", "4x5", "5x5"] {
        let Ok(g) = Geometry::parse(name) else { continue };
        let all = positions(&g, 200_000);
        let best = |test: &dyn Fn(u32, u32) -> u32| {
            let round = || {
                let clock = Instant::now();
                let mut sum = 0u32;
                for &(own, opp) in &all {
                    sum = sum.wrapping_add(test(own, opp));
                }
                std::hint::black_box(sum);
                clock.elapsed().as_secs_f64() * 1e9 / all.len() as f64
            };
            (0..5).map(|_| round()).fold(f64::MAX, f64::min)
        };
        let benson = best(&|own, opp| life(&g, own, opp).alive);
        let dead = best(&|own, opp| {
            let l = life(&g, own, opp);
            if l.alive == 0 { 0 } else { dead_regions(&g, own, l, DeadRule::One) }
        });
        let key = best(&|own, opp| g.canonical(own as u64 | (opp as u64) << 32) as u32);
        println!("{name}: Benson {benson:.0} ns, with dead regions {dead:.0} ns, canonical form {key:.0} ns");
    }
}
