//! Fits the chance of a group to live: logistic regression over positions of counted games.
use gosedai_board::{Color, Move, Position, Rules, Size};
use gosedai_knowledge::Knowledge;
use gosedai_recognition::{QuickAsk, Recogniser, figures};

const N: usize = gosedai_recognition::FIGURES;
const NAMES: [&str; N] = [
    "1",
    "enc",
    "room",
    "eyes",
    "2eyes",
    "lnsize",
    "lnS",
    "lnmoves",
    "lninner",
    "friends",
    "weakenemy",
    "enemy",
    "infl",
    "atari",
    "toplay",
    "sealed",
    "sealednoeye",
    "room8",
    "gone",
    "room20",
    "single",
    "infl*sealed",
    "prog",
    "sealed*p",
    "sealedno",
    "sealedno*p",
    "infl*p",
    "lnroom",
    "lnroom*p",
    "lnsize*p",
    "lnenemy",
    "lnenemy*p",
    "nearfriend",
    "nearfriend*p",
];

fn main() {
    let path = std::env::args().nth(1).unwrap();
    let k = Knowledge::embedded();
    let mut params = k.params.clone();
    params.set("class.dead", &[0.0]).unwrap();
    let knowledge = k.with_params(params);
    let text = std::fs::read_to_string(path).unwrap();
    let mut rows: Vec<([f64; N], f64, f64, usize)> = vec![]; // features, label, weight, bucket
    for (i, line) in text.lines().enumerate() {
        let f: Vec<&str> = line.split(' ').collect();
        let komi: f32 = f[1].parse().unwrap();
        let owner: Vec<u8> = f[2].bytes().collect();
        let moves: Vec<Move> = f[3].split(',').map(|m| m.parse().unwrap()).collect();
        let mut pos = Position::new(Size::NINETEEN, Rules::CHINESE, komi);
        let mut rec = Recogniser::new(knowledge.clone());
        for (k, mv) in moves.iter().enumerate() {
            if pos.play(*mv).is_err() {
                break;
            }
            let last = k + 1 == moves.len();
            if (k + i * 7) % 40 == 20 || last {
                let m = rec.recognise(&pos, &mut QuickAsk);
                for g in &m.groups {
                    if m.dead.contains(g.head) {
                        continue;
                    }
                    let own = if g.color == Color::Black { b'B' } else { b'W' };
                    let mut lived = 0;
                    for p in g.stones.iter() {
                        if owner[p.y() * 19 + p.x()] == own {
                            lived += 1;
                        }
                    }
                    let label = lived as f64 / g.size as f64;
                    rows.push((
                        figures(g, &m.groups, &m.potential, &m.strings, pos.to_play()),
                        label,
                        (g.size as f64).sqrt(),
                        if last { 9 } else { (k / 50).min(5) },
                    ));
                }
            }
        }
    }
    println!("{} groups", rows.len());
    // split by row order (games are in order): first 80 % train
    let cut = rows.len() * 4 / 5;
    let mut w = [0.0f64; N];
    let mut m1 = [0.0; N];
    let mut m2 = [0.0; N];
    let sig = |x: f64| 1.0 / (1.0 + (-x).exp());
    for it in 1..=1500 {
        let mut g = [0.0; N];
        let mut tw = 0.0;
        for (x, y, wt, _) in &rows[..cut] {
            let z: f64 = (0..N).map(|i| w[i] * x[i]).sum();
            let e = (sig(z) - y) * wt;
            tw += wt;
            for i in 0..N {
                g[i] += e * x[i];
            }
        }
        for i in 0..N {
            let gi = g[i] / tw;
            m1[i] = 0.9 * m1[i] + 0.1 * gi;
            m2[i] = 0.999 * m2[i] + 0.001 * gi * gi;
            let a = m1[i] / (1.0 - 0.9f64.powi(it));
            let b = m2[i] / (1.0 - 0.999f64.powi(it));
            w[i] -= 0.03 * a / (b.sqrt() + 1e-9);
        }
    }
    for bucket in [0, 1, 2, 3, 4, 5, 9] {
        let (mut ll, mut base, mut t, mut ylive, mut brier, mut cls, mut dd) = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0);
        for (x, y, wt, bk) in &rows[cut..] {
            if *bk != bucket {
                continue;
            }
            let p = sig((0..N).map(|i| w[i] * x[i]).sum::<f64>()).clamp(1e-4, 1.0 - 1e-4);
            ll -= wt * (y * p.ln() + (1.0 - y) * (1.0 - p).ln());
            t += wt;
            ylive += wt * y;
            brier += wt * (p - y) * (p - y);
            cls += wt * ((p - 0.5).signum() * (y - 0.5) < 0.0) as u8 as f64;
            dd += wt * y * (1.0 - y);
        }
        let r = ylive / t;
        base += -(r * r.ln() + (1.0 - r) * (1.0 - r).ln());
        println!(
            "bucket {bucket}: live {:.3} logloss {:.4} base {:.4} brier {:.4} err {:.4}",
            r,
            ll / t,
            base,
            brier / t,
            cls / t
        );
        let _ = dd;
    }
    for i in 0..N {
        println!("{:12} {:.4}", NAMES[i], w[i]);
    }
}
