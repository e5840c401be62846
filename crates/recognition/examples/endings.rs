//! `cargo run --release -p gosedai-recognition --example endings -- GAMES [SKIP] [N]`: final positions of counted games, the
//! recorded margin beside the network's and the count with the network's owners.

use gosedai_board::{Move, Position, RuleSet};
use gosedai_net::{Net, Output, Workspace};
use gosedai_recognition::{Owners, QuickAsk, Recogniser, WithOwners, count, open_share};
use gosedai_records::replay::{self, Overrides};
use gosedai_records::{GameReader, ReadOptions};

fn owners(output: &Output, position: &Position) -> impl Fn(gosedai_board::Point) -> f32 {
    let sign = position.to_play().sign() as f32;
    let output = output.clone();
    move |point| output.ownership[output.index(Move::Play(point))] * sign
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let Some(path) = args.first() else { return eprintln!("say which games") };
    let number = |i: usize, or: usize| args.get(i).and_then(|n| n.parse().ok()).unwrap_or(or);
    let (skip, most) = (number(2, 0), number(3, 50));
    let _ = number(1, 0);
    let file = std::io::BufReader::new(std::fs::File::open(path).expect("the file of games opens"));
    let (net, mut work) = (Net::embedded(), Workspace::default());
    let mut recogniser = Recogniser::new(gosedai_knowledge::Knowledge::embedded());
    let counted = |record: &gosedai_records::Record| {
        let root = record.game.root();
        let (side, rest) = root.raw("RE")?.split_once('+')?;
        let margin: f64 = rest.parse().ok()?;
        let komi: f64 = root.raw("KM")?.parse().ok()?;
        Some((if side == "B" { margin } else { -margin }, komi))
    };
    let mut used = 0;
    for record in GameReader::new(file, ReadOptions::default()).expect("readable").flatten() {
        let Some((margin, komi)) = counted(&record) else { continue };
        used += 1;
        if used <= skip {
            continue;
        }
        if used > skip + most {
            break;
        }
        let rules = if komi == 7.5 { RuleSet::Chinese } else { RuleSet::Japanese };
        let line = replay::main_line(&record.game);
        let overrides = Overrides { rules: Some(rules), ..Overrides::default() };
        let Ok(end) = replay::replay(&record.game, &line, None, overrides) else { continue };
        let position = end.position;
        let mut other = position.clone();
        other.set_to_play(position.to_play().opponent());
        let here = net.evaluate(&net.input(&position), &mut work);
        let there = net.evaluate(&net.input(&other), &mut work);
        let (first, second) = (owners(&here, &position), owners(&there, &other));
        let one = Owners::new(position.size(), |p, _| first(p));
        let both =
            Owners::new(position.size(), |p, mover| if mover == position.to_play() { first(p) } else { second(p) });
        let sign = f64::from(position.to_play().sign());
        if most == 1 {
            for y in (0..19).rev() {
                for x in 0..19 {
                    let p = gosedai_board::Point::new(x, y);
                    let stone = position.board().color_at(p).map_or('.', |c| if c.sign() > 0 { 'X' } else { 'O' });
                    print!("{stone}{:+.0} ", both.at(p) * 9.0);
                }
                println!();
            }
        }
        let advised =
            recogniser.recognise(&position, &mut WithOwners { ask: &mut QuickAsk, owners: &both }).judgement.score;
        let knowledge = recogniser.recognise(&position, &mut QuickAsk).judgement.score;
        println!(
            "row {used} {} {margin} komi {komi} net {:.2} {:.2} count {:.1} {:.1} advised {advised:.1} knowledge {knowledge:.1} open {:.3}",
            position.move_number(),
            f64::from(here.score) * sign,
            -f64::from(there.score) * sign,
            count(&position, &one),
            count(&position, &both),
            open_share(&position, &both),
        );
    }
}
