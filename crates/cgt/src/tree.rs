//! Raw game trees as they come from a board or a page, before any simplification.

use crate::Dyadic;
use crate::arena::{Arena, Game};
use crate::text::{Expr, TextError, parse_expr};

/// A tree with integer leaves; the same player may move twice in a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RawTree {
    Leaf(i64),
    Node(Vec<RawTree>, Vec<RawTree>),
}

impl RawTree {
    /// Reads `{4|{3|0}}`-like text without simplifying it.
    pub fn parse(text: &str) -> Result<Self, TextError> {
        Self::from_expr(&parse_expr(text)?)
    }

    fn from_expr(expr: &Expr) -> Result<Self, TextError> {
        match expr {
            Expr::Value(s) if s.is_number() && s.number.is_integer() => Ok(RawTree::Leaf(s.number.floor())),
            Expr::Braces(l, r) => {
                let side = |list: &[Expr]| list.iter().map(Self::from_expr).collect::<Result<Vec<_>, _>>();
                Ok(RawTree::Node(side(l)?, side(r)?))
            }
            Expr::Minus(inner) => Ok(Self::from_expr(inner)?.mirrored()),
            _ => Err(TextError::NotATree),
        }
    }

    /// The same tree with the players exchanged.
    pub fn mirrored(&self) -> Self {
        match self {
            RawTree::Leaf(n) => RawTree::Leaf(-n),
            RawTree::Node(l, r) => {
                RawTree::Node(r.iter().map(Self::mirrored).collect(), l.iter().map(Self::mirrored).collect())
            }
        }
    }

    /// The tree with a function applied to its leaves.
    pub fn map(&self, leaf: &dyn Fn(i64) -> i64) -> Self {
        match self {
            RawTree::Leaf(n) => RawTree::Leaf(leaf(*n)),
            RawTree::Node(l, r) => {
                RawTree::Node(l.iter().map(|t| t.map(leaf)).collect(), r.iter().map(|t| t.map(leaf)).collect())
            }
        }
    }

    /// The canonical form under the ordinary rules.
    pub fn value(&self, arena: &mut Arena) -> Game {
        match self {
            RawTree::Leaf(n) => arena.number(Dyadic::int(*n)),
            RawTree::Node(l, r) => {
                let lefts: Vec<Game> = l.iter().map(|t| t.value(arena)).collect();
                let rights: Vec<Game> = r.iter().map(|t| t.value(arena)).collect();
                arena.make(&lefts, &rights)
            }
        }
    }
}
