//! Fits the potential patterns: squared error of tanh(potential / 38) against the owner of every point at the end of
//! counted games. `potential_fit LABELS EPOCHS OUT.toml`
use gosedai_board::{CELLS, Color, Move, Point, Position, Rules, Size};
use gosedai_knowledge::{Knowledge, Place, Turn};
use gosedai_recognition::{QuickAsk, Recogniser};

const R: isize = 7;
const SIDE: usize = (2 * R + 1) as usize;
const SCALE: f64 = 38.0;
const LAMBDA: f32 = 0.3;

struct Sample {
    stones: Vec<(u16, f32, u8, Turn)>,
    owner: Vec<f32>,
    margin: f64,
    komi: f64,
    moves: usize,
}

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let text = std::fs::read_to_string(&args[1]).unwrap();
    let epochs: usize = args[2].parse().unwrap();
    let size = Size::NINETEEN;
    let knowledge = Knowledge::embedded();
    let mut samples: Vec<Sample> = vec![];
    let mut train = 0;
    let lines: Vec<&str> = text.lines().collect();
    for (i, line) in lines.iter().enumerate() {
        if i == lines.len() * 4 / 5 {
            train = samples.len();
        }
        let f: Vec<&str> = line.split(' ').collect();
        let margin: f64 = f[0].parse().unwrap();
        let komi: f32 = f[1].parse().unwrap();
        let owner: Vec<f32> = f[2]
            .bytes()
            .map(|b| match b {
                b'B' => 1.0,
                b'W' => -1.0,
                _ => 0.0,
            })
            .collect();
        let moves: Vec<Move> = f[3].split(',').map(|m| m.parse().unwrap()).collect();
        let mut pos = Position::new(size, Rules::CHINESE, komi);
        let mut rec = Recogniser::new(knowledge.clone());
        for (k, mv) in moves.iter().enumerate() {
            if pos.play(*mv).is_err() {
                break;
            }
            if (k + i * 7) % 30 == 15 || k + 1 == moves.len() {
                let m = rec.recognise(&pos, &mut QuickAsk);
                let mut stones = vec![];
                for g in &m.groups {
                    let w = (2.0 * g.survival - 1.0).max(0.0) as f32 * if g.color == Color::Black { 1.0 } else { -1.0 };
                    if w == 0.0 {
                        continue;
                    }
                    for p in g.stones.iter() {
                        let (place, turn) = Place::of(p, size);
                        stones.push((p.index() as u16, w, place.index() as u8, turn));
                    }
                }
                samples.push(Sample {
                    stones,
                    owner: owner.clone(),
                    margin,
                    komi: komi as f64,
                    moves: if k + 1 == moves.len() { 999 } else { k },
                });
            }
        }
    }
    println!("{} positions, {} to train on", samples.len(), train);
    let cells = SIDE * SIDE;
    let mut w = vec![0.0f32; 7 * cells];
    for place in Place::ALL {
        for dy in -R..=R {
            for dx in -R..=R {
                w[place.index() * cells + ((dy + R) * (2 * R + 1) + dx + R) as usize] =
                    f32::from(knowledge.potential.of(place).at(dx, dy));
            }
        }
    }
    let pots = |s: &Sample, w: &[f32]| {
        let mut pot = vec![0.0f32; CELLS];
        for &(p, sw, place, turn) in &s.stones {
            let p = Point::from_index(p as usize);
            for dy in -R..=R {
                for dx in -R..=R {
                    let Some(q) = p.shifted(dx, dy, size) else { continue };
                    pot[q.index()] += sw * w[place as usize * cells + cell(dx, dy, turn)];
                }
            }
        }
        pot
    };
    let (mut m1, mut m2) = (vec![0.0f32; w.len()], vec![0.0f32; w.len()]);
    let mut t = 0;
    let mut order: Vec<usize> = (0..train).collect();
    let mut rng = gosedai_board::Rng::new(1);
    for epoch in 0..epochs {
        rng.shuffle(&mut order);
        let mut loss = 0.0;
        for batch in order.chunks(32) {
            let mut g = vec![0.0f32; w.len()];
            for &i in batch {
                let s = &samples[i];
                let pot = pots(s, &w);
                let mut back = vec![0.0f32; CELLS];
                let total: f32 = size.points().map(|p| (pot[p.index()] / SCALE as f32).tanh()).sum();
                // the sum matters as much as the points: it is the judgement
                let off = LAMBDA * (total - (s.komi + s.margin) as f32);
                for p in size.points() {
                    let y = (pot[p.index()] / SCALE as f32).tanh();
                    let e = y - s.owner[p.y() * 19 + p.x()];
                    loss += (e * e) as f64;
                    back[p.index()] = (e + off) * (1.0 - y * y);
                }
                for &(p, sw, place, turn) in &s.stones {
                    let p = Point::from_index(p as usize);
                    for dy in -R..=R {
                        for dx in -R..=R {
                            let Some(q) = p.shifted(dx, dy, size) else { continue };
                            g[place as usize * cells + cell(dx, dy, turn)] += sw * back[q.index()];
                        }
                    }
                }
            }
            t += 1;
            let lr = 0.6 * (1.0 - epoch as f32 / epochs as f32) + 0.02;
            for i in 0..w.len() {
                m1[i] = 0.9 * m1[i] + 0.1 * g[i];
                m2[i] = 0.99 * m2[i] + 0.01 * g[i] * g[i];
                let a = m1[i] / (1.0 - 0.9f32.powi(t));
                let b = m2[i] / (1.0 - 0.99f32.powi(t));
                w[i] -= lr * a / (b.sqrt() + 1e-6);
            }
            symmetrise(&mut w);
        }
        if epoch % 5 == 4 || epoch + 1 == epochs {
            print!("epoch {epoch}: train {:.4}", loss / train as f64 / 361.0);
            for (lo, hi) in [(0, 50), (50, 100), (100, 150), (150, 200), (200, 400), (999, 1000)] {
                let (mut n, mut mse, mut err, mut zero, mut lead) = (0.0, 0.0, 0.0, 0.0, 0.0);
                for s in samples[train..].iter().filter(|s| s.moves >= lo && s.moves < hi) {
                    let pot = pots(s, &w);
                    let mut sum = 0.0;
                    for p in size.points() {
                        let y = f64::from(pot[p.index()] / SCALE as f32).tanh();
                        let e = y - f64::from(s.owner[p.y() * 19 + p.x()]);
                        mse += e * e / 361.0;
                        sum += y;
                    }
                    n += 1.0;
                    err += (sum - s.komi - s.margin).abs();
                    zero += s.margin.abs();
                    if (sum - s.komi) * s.margin > 0.0 {
                        lead += 1.0;
                    }
                }
                print!("  {lo}: {:.3}/{:.1}({:.1}) {:.0}%", mse / n, err / n, zero / n, 100.0 * lead / n);
            }
            println!();
        }
    }
    let mut out = String::from(
        "# Potential patterns: how a stone radiates, by the kind of place it stands on (corner: both lines <= 5; side-N: line N; centre).\n# The stone is in the middle of the grid; the edge of the board is below (for the corner also at the left).\n# 100 is the strength of a settled point. White's stones radiate the same numbers negatively; potentials add up.\n# Source: Go Generation 1988 (patterns by place); the numbers are fitted on counted professional games by\n#   cargo run --release -p gosedai-engine --example judgement_labels 1600 3 GAMES > LABELS\n#   cargo run --release -p gosedai-recognition --example potential_fit LABELS 30 patterns.toml\n",
    );
    for place in Place::ALL {
        out.push_str(&format!("\n[{}]\ngrid = '''\n", place.key()));
        for dy in (-R..=R).rev() {
            for dx in -R..=R {
                out.push_str(&format!(
                    "{:4}",
                    w[place.index() * cells + ((dy + R) * (2 * R + 1) + dx + R) as usize].round() as i32
                ));
            }
            out.push('\n');
        }
        out.push_str("'''\n");
    }
    std::fs::write(&args[3], out).unwrap();
}

fn cell(dx: isize, dy: isize, turn: Turn) -> usize {
    let dx = if turn.flip_x { -dx } else { dx };
    let dy = if turn.flip_y { -dy } else { dy };
    let (dx, dy) = if turn.swap { (dy, dx) } else { (dx, dy) };
    ((dy + R) * (2 * R + 1) + dx + R) as usize
}

fn symmetrise(w: &mut [f32]) {
    let id = |dx: isize, dy: isize| ((dy + R) * (2 * R + 1) + dx + R) as usize;
    let cells = SIDE * SIDE;
    for place in Place::ALL {
        let base = place.index() * cells;
        for dy in -R..=R {
            for dx in -R..=R {
                let partners: Vec<usize> = match place {
                    Place::Corner => vec![id(dx, dy), id(dy, dx)],
                    Place::Side(_) => vec![id(dx, dy), id(-dx, dy)],
                    Place::Centre => vec![
                        id(dx, dy),
                        id(-dx, dy),
                        id(dx, -dy),
                        id(-dx, -dy),
                        id(dy, dx),
                        id(-dy, dx),
                        id(dy, -dx),
                        id(-dy, -dx),
                    ],
                };
                let mean = partners.iter().map(|&p| w[base + p]).sum::<f32>() / partners.len() as f32;
                for p in partners {
                    w[base + p] = mean;
                }
            }
        }
    }
}
