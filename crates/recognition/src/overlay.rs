//! Overlays: the board with what recognition sees drawn over it, for terminals.

use gosedai_board::{Board, Color, Point, diagram};
use gosedai_explain::{Evidence, Lexicon};

use crate::fate::Fate;
use crate::groups::Group;
use crate::model::PositionModel;

/// What may be drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Overlay {
    Potential,
    Groups,
    Families,
    Territory,
    Encirclement,
}

impl std::str::FromStr for Overlay {
    type Err = String;

    fn from_str(text: &str) -> Result<Overlay, String> {
        Ok(match text {
            "potential" => Overlay::Potential,
            "groups" => Overlay::Groups,
            "families" => Overlay::Families,
            "territory" => Overlay::Territory,
            "encirclement" => Overlay::Encirclement,
            _ => {
                return Err(format!(
                    "'{text}' is no overlay: choose potential, groups, families, territory or encirclement"
                ));
            }
        })
    }
}

/// Draws the overlay with a legend.
pub fn draw(overlay: Overlay, board: &Board, model: &PositionModel, lexicon: &Lexicon) -> String {
    let picture = match overlay {
        Overlay::Potential => numbers(board, model),
        Overlay::Groups => diagram::render_with(board, |point| {
            let id = model.group_id(point)?;
            Some(letter(rank(model, id), model.groups[id].color))
        }),
        Overlay::Families => diagram::render_with(board, |point| {
            let family = model.family_at(point)?;
            board.is_empty(point).then_some(if family.color == Color::Black { '#' } else { '"' })
        }),
        Overlay::Territory => diagram::render_with(board, |point| {
            let owner = Color::BOTH.into_iter().find(|c| model.judgement.territory[c.index()].contains(point))?;
            match board.color_at(point) {
                Some(color) if color == owner => None,
                // dead stones
                Some(Color::Black) => Some('x'),
                Some(Color::White) => Some('o'),
                None => Some(if owner == Color::Black { '#' } else { '"' }),
            }
        }),
        Overlay::Encirclement => {
            let groups = most_surrounded(model);
            diagram::render_with(board, |point| {
                let order = groups.iter().find_map(|g| g.dame.orders.iter().position(|dame| dame.contains(point)))?;
                char::from_digit(order as u32 + 1, 10)
            })
        }
    };
    let legend = legend(overlay, model).into_iter().map(|evidence| lexicon.sentence(&evidence) + "\n");
    picture + &legend.collect::<String>()
}

/// What the signs mean, and figures.
fn legend(overlay: Overlay, model: &PositionModel) -> Vec<Evidence> {
    match overlay {
        Overlay::Potential => vec![Evidence::new("overlay.potential")],
        Overlay::Groups => {
            let lines = (0..model.groups.len()).map(|id| about(model, id));
            lines.chain([Evidence::new("overlay.groups")]).collect()
        }
        Overlay::Families => vec![Evidence::new("overlay.families")],
        Overlay::Territory => {
            let j = &model.judgement;
            let sum = Evidence::new("overlay.territory.sum")
                .arg("black", j.points[0])
                .arg("black_territory", j.territory_points[0])
                .arg("black_moyo", j.moyo_points[0])
                .arg("white", j.points[1])
                .arg("white_territory", j.territory_points[1])
                .arg("white_moyo", j.moyo_points[1])
                .arg("compensation", j.compensation)
                .arg("score", j.score);
            vec![Evidence::new("overlay.territory"), sum]
        }
        Overlay::Encirclement => {
            let line = |group: &Group| {
                let evidence = Evidence::new("overlay.encirclement.group").arg("color", group.color);
                evidence.arg("at", group.head).arg("count", group.encirclement)
            };
            let groups = most_surrounded(model).into_iter().map(line);
            [Evidence::new("overlay.encirclement")].into_iter().chain(groups).collect()
        }
    }
}

/// A group in a line: its fate, or where that is open its chance to live.
fn about(model: &PositionModel, id: usize) -> Evidence {
    let group = &model.groups[id];
    let rule = if group.life.fate() == Fate::Open { "overlay.group.open" } else { "overlay.group" };
    Evidence::new(rule)
        .arg("letter", letter(rank(model, id), group.color).to_string())
        .arg("at", group.head)
        .arg("stones", group.size)
        .arg("fate", group.life.fate().term())
        .arg("class", group.class.term())
        .arg("percent", group.survival * 100.0)
        .arg("strength", group.strength)
        .arg("count", group.encirclement)
        .arg("eyes", group.eyes())
        .arg("pon", group.pon)
}

/// Living groups; where several reach a point, the most surrounded one is shown.
fn most_surrounded(model: &PositionModel) -> Vec<&Group> {
    let mut groups: Vec<_> = model.groups.iter().filter(|g| !model.dead.contains(g.head)).collect();
    groups.sort_by_key(|group| (group.encirclement, group.head));
    groups
}

/// Place of a group among those of its colour.
fn rank(model: &PositionModel, id: usize) -> usize {
    model.groups[..id].iter().filter(|group| group.color == model.groups[id].color).count()
}

fn letter(rank: usize, color: Color) -> char {
    let base = if color == Color::Black { b'A' } else { b'a' };
    (base + (rank % 26) as u8) as char
}

/// Potentials as numbers, stones as signs.
fn numbers(board: &Board, model: &PositionModel) -> String {
    let size = board.size();
    let mut text = String::from("   ");
    for x in 0..size.width() {
        text.push_str(&format!("{:>5}", Point::new(x, 0).to_string().trim_end_matches('1')));
    }
    text.push('\n');
    for y in (0..size.height()).rev() {
        text.push_str(&format!("{:>3}", y + 1));
        for x in 0..size.width() {
            let point = Point::new(x, y);
            let sign = match board.color_at(point) {
                Some(Color::Black) => "X",
                Some(Color::White) => "O",
                None => "",
            };
            text.push_str(&format!("{:>5}", format!("{sign}{}", model.potential.at(point))));
        }
        text.push('\n');
    }
    text
}
