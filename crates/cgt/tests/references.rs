//! Random games against slow references that know nothing of the arena: order, canonical forms, thermographs, cooling, weights.

use gosedai_cgt::text::parse;
use gosedai_cgt::{Arena, Dyadic, Game, Rational, SumSearch};
use std::collections::HashMap;
use std::rc::Rc;

/// A game as two lists of games, nothing remembered.
#[derive(Debug)]
struct Plain {
    left: Vec<Rc<Plain>>,
    right: Vec<Rc<Plain>>,
}

type Tree = Rc<Plain>;

struct Random(u64);

impl Random {
    fn below(&mut self, k: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ z >> 31) >> 33) % k
    }
}

fn node(left: Vec<Tree>, right: Vec<Tree>) -> Tree {
    Rc::new(Plain { left, right })
}

fn integer(n: i64) -> Tree {
    match n {
        0 => node(vec![], vec![]),
        n if n > 0 => node(vec![integer(n - 1)], vec![]),
        n => node(vec![], vec![integer(n + 1)]),
    }
}

/// A random tree with small integers at its leaves, negative ones and empty sides included.
fn random_tree(r: &mut Random, depth: u32) -> Tree {
    if depth == 0 || r.below(4) == 0 {
        return integer(r.below(7) as i64 - 3);
    }
    let mut side = |least: u64| {
        let count = least + r.below(3 - least);
        (0..count).map(|_| random_tree(r, depth - 1)).collect::<Vec<_>>()
    };
    // one side may be empty, and either may be it
    let (some, any) = (side(1), side(0));
    if r.below(2) == 0 { node(some, any) } else { node(any, some) }
}

fn text(g: &Tree) -> String {
    let side = |list: &[Tree]| list.iter().map(text).collect::<Vec<_>>().join(",");
    format!("{{{}|{}}}", side(&g.left), side(&g.right))
}

fn negative(g: &Tree) -> Tree {
    node(g.right.iter().map(negative).collect(), g.left.iter().map(negative).collect())
}

fn plus(g: &Tree, h: &Tree) -> Tree {
    let options =
        |a: &[Tree], b: &[Tree]| a.iter().map(|x| plus(x, h)).chain(b.iter().map(|y| plus(g, y))).collect::<Vec<_>>();
    node(options(&g.left, &h.left), options(&g.right, &h.right))
}

type Memo = HashMap<(*const Plain, *const Plain), bool>;

/// `g <= h` by the definition.
fn at_most(g: &Tree, h: &Tree, memo: &mut Memo) -> bool {
    let key = (Rc::as_ptr(g), Rc::as_ptr(h));
    if let Some(&known) = memo.get(&key) {
        return known;
    }
    let answer = !g.left.iter().any(|l| at_most(h, l, memo)) && !h.right.iter().any(|r| at_most(r, g, memo));
    memo.insert(key, answer);
    answer
}

fn le(g: &Tree, h: &Tree) -> bool {
    at_most(g, h, &mut Memo::new())
}

/// The canonical form by the textbook: reversible moves bypassed and dominated ones dropped until nothing changes.
fn canonical(g: &Tree) -> Tree {
    let mut left: Vec<Tree> = g.left.iter().map(canonical).collect();
    let mut right: Vec<Tree> = g.right.iter().map(canonical).collect();
    loop {
        let now = node(left.clone(), right.clone());
        let mut changed = false;
        let mut bypassed: Vec<Tree> = Vec::new();
        for l in &left {
            match l.right.iter().find(|lr| le(lr, &now)) {
                Some(lr) => {
                    bypassed.extend(lr.left.iter().cloned());
                    changed = true;
                }
                None => bypassed.push(l.clone()),
            }
        }
        let mut through: Vec<Tree> = Vec::new();
        for r in &right {
            match r.left.iter().find(|rl| le(&now, rl)) {
                Some(rl) => {
                    through.extend(rl.right.iter().cloned());
                    changed = true;
                }
                None => through.push(r.clone()),
            }
        }
        (left, right) = (bypassed, through);
        if !changed {
            break;
        }
    }
    let keep = |list: Vec<Tree>, better: &dyn Fn(&Tree, &Tree) -> bool| {
        let mut kept: Vec<Tree> = Vec::new();
        for x in list {
            if !kept.iter().any(|k| better(k, &x)) {
                kept.retain(|k| !better(&x, k));
                kept.push(x);
            }
        }
        kept
    };
    node(keep(left, &|a, b| le(b, a)), keep(right, &|a, b| le(a, b)))
}

/// Whether the arena holds the same form: same numbers of options, each with its counterpart.
fn same_form(arena: &mut Arena, g: Game, t: &Tree) -> bool {
    let (l, r) = (arena.lefts(g).to_vec(), arena.rights(g).to_vec());
    let matched = |arena: &mut Arena, games: &[Game], trees: &[Tree]| {
        games.len() == trees.len() && games.iter().all(|&x| trees.iter().any(|y| same_form(arena, x, y)))
    };
    matched(arena, &l, &t.left) && matched(arena, &r, &t.right)
}

/// Walls on the grid -1, -1+1/S, … by the definition of the scaffolds; the mean stands for every point above the mast's foot.
const STEPS: i64 = 16;

fn walls(arena: &mut Arena, g: Game, top: i64) -> (Vec<Rational>, Vec<Rational>) {
    let n = ((top + 1) * STEPS + 1) as usize;
    let t = |i: usize| Rational::new(i as i128 - STEPS as i128, STEPS as i128);
    if let Some(x) = arena.as_number(g).filter(|x| x.is_integer()) {
        return (vec![x.into(); n], vec![x.into(); n]);
    }
    let (l, r) = (arena.lefts(g).to_vec(), arena.rights(g).to_vec());
    let lefts: Vec<_> = l.into_iter().map(|o| walls(arena, o, top).1).collect();
    let rights: Vec<_> = r.into_iter().map(|o| walls(arena, o, top).0).collect();
    let (mut left, mut right) = (Vec::new(), Vec::new());
    let mut mast = None;
    for i in 0..n {
        let a = lefts.iter().map(|w| w[i] - t(i)).max().unwrap();
        let b = rights.iter().map(|w| w[i] + t(i)).min().unwrap();
        if mast.is_none() && a <= b {
            mast = Some(a);
        }
        left.push(mast.unwrap_or(a));
        right.push(mast.unwrap_or(b));
    }
    (left, right)
}

#[test]
fn order_forms_and_sums_equal_the_definitions() {
    let (mut arena, mut r) = (Arena::new(), Random(41));
    let mut last: Option<(Tree, Game)> = None;
    let mut kinds = [0usize; 4];
    for _ in 0..700 {
        let tree = random_tree(&mut r, 3);
        let g = parse(&mut arena, &text(&tree)).unwrap();
        assert!(same_form(&mut arena, g, &canonical(&tree)), "{}", text(&tree));
        let printed = arena.name(g);
        assert_eq!(parse(&mut arena, &printed).unwrap(), g, "{printed} read back");
        let minus = arena.neg(g);
        assert!(same_form(&mut arena, minus, &canonical(&negative(&tree))));
        if let Some((other, h)) = &last {
            let (a, b) = (le(&tree, other), le(other, &tree));
            assert_eq!((arena.le(g, *h), arena.le(*h, g)), (a, b), "{} and {}", text(&tree), text(other));
            kinds[usize::from(a) + 2 * usize::from(b)] += 1;
            let sum = arena.add(g, *h);
            let small = canonical(&plus(&canonical(&tree), &canonical(other)));
            assert!(same_form(&mut arena, sum, &small), "{} + {}", text(&tree), text(other));
            let zero = integer(0);
            let wins = |black: bool| if black { !le(&small, &zero) } else { le(&zero, &small) };
            let mut search = SumSearch::new();
            for first in [true, false] {
                assert_eq!(search.left_wins(&mut arena, &[g, *h], first), wins(first));
            }
        }
        last = Some((tree, g));
    }
    assert!(kinds.iter().all(|&k| k > 20), "all relations occur: {kinds:?}");
}

#[test]
fn thermographs_and_cooling_equal_the_definitions() {
    let (mut arena, mut r) = (Arena::new(), Random(97));
    let mut hot = 0;
    for _ in 0..600 {
        let tree = random_tree(&mut r, 3);
        let g = parse(&mut arena, &text(&tree)).unwrap();
        if arena.as_number(g).is_some() {
            continue;
        }
        let graph = arena.thermograph(g);
        let top = graph.temperature.ceil() as i64 + 2;
        let (left, right) = walls(&mut arena, g, top);
        for (i, (a, b)) in left.iter().zip(&right).enumerate() {
            let t = Rational::new(i as i128 - STEPS as i128, STEPS as i128);
            assert_eq!((graph.left_at(t), graph.right_at(t)), (*a, *b), "{} at {t}", text(&tree));
        }
        hot += usize::from(graph.temperature > Rational::ZERO);
        // cooling by t shifts the foot of the thermograph: the cooled game's stops are the walls at t
        for t in [Dyadic::new(1, 1), Dyadic::ONE, Dyadic::int(2)] {
            let cooled = arena.cool(g, t);
            let at: Rational = t.into();
            assert_eq!(Rational::from(arena.left_stop(cooled)), graph.left_at(at), "{} cooled by {t:?}", text(&tree));
            assert_eq!(Rational::from(arena.right_stop(cooled)), graph.right_at(at), "{} cooled by {t:?}", text(&tree));
            assert_eq!(arena.mean(cooled), arena.mean(g));
        }
    }
    assert!(hot > 100, "{hot}");
}

#[test]
fn atomic_weights_equal_the_definition() {
    let mut arena = Arena::new();
    let far = parse(&mut arena, "*16").unwrap();
    let list = [
        "^",
        "v2*",
        "^3*2",
        "tiny(1)",
        "miny(1/2)",
        "{0|tiny(2)}",
        "{0^3|tiny(1)}",
        "{miny(3)|0^2}",
        "^+tiny(2)",
        "*3",
        "v+{0^2|tiny(4)}",
        "{^|*}",
        "{0,*|v}",
        "{tiny(1)|miny(1)}",
    ];
    for text in list {
        let g = parse(&mut arena, text).unwrap();
        let Some(weight) = arena.atomic_weight(&[g]) else { continue };
        // v + *N < G - n·^ < ^ + *N
        let ups = arena.ups(-(weight as i32));
        let rest = arena.add(g, ups);
        let (up, down) = (arena.ups(1), arena.ups(-1));
        let (high, low) = (arena.add(up, far), arena.add(down, far));
        assert!(arena.le(rest, high) && !arena.le(high, rest), "{text}: {weight}");
        assert!(arena.le(low, rest) && !arena.le(rest, low), "{text}: {weight}");
    }
}
