//! Evidence for everything a model says, made on demand from the figures that the model holds.

use crate::ask::Status;
use crate::families::Family;
use crate::fate::{End, Fate, Party, Turn};
use crate::groups::{Class, ClassReason, Group};
use crate::judgement::Standing;
use crate::links::{Link, LinkState, shape_name};
use crate::model::PositionModel;
use crate::phase::GamePhase;
use crate::strings::StoneString;
use gosedai_board::{Color, Move};
use gosedai_explain::{Arg, Evidence, Judged, Line};
use gosedai_knowledge::Knowledge;

impl PositionModel {
    /// The class of a group and all that led to it.
    pub fn why_group(&self, id: usize) -> Option<Judged<Class>> {
        let group = self.groups.get(id)?;
        let rule = match group.reason {
            ClassReason::Owners if group.life.fate() == Fate::Unsettled => "group.class.owners_unsettled",
            ClassReason::Read if group.life.fate() == Fate::Unsettled => "group.class.read_unsettled",
            ClassReason::Read if group.life.fate() == Fate::Seki => "group.class.seki",
            ClassReason::Read if group.life.fate() == Fate::Ko => "group.class.ko",
            ClassReason::Captured => "group.class.captured",
            ClassReason::Read => "group.class.read",
            ClassReason::Eyes => "group.class.eyes",
            ClassReason::NoRoom => "group.class.no_room",
            ClassReason::Race => "group.class.race",
            ClassReason::Unsettled => "group.class.unsettled",
            ClassReason::Chance => "group.class.chance",
            ClassReason::Owners => "group.class.owners",
        };
        let evidence = named(Evidence::new(rule), group)
            .arg("class", group.class.term())
            .arg("eyes", group.eyes())
            .arg("room", group.room.unwrap_or(0))
            .arg("moves", group.moves)
            .arg("strength", group.strength)
            .arg("percent", group.survival * 100.0)
            .arg("first", group.survival_first * 100.0)
            .arg("second", group.survival_second * 100.0)
            .mark("stones", group.stones);
        let evidence = why_turns(group).into_iter().fold(evidence, Evidence::because);
        let evidence = evidence
            .because(why_encirclement(group))
            .because(why_eyes(group))
            .because(self.why_strength(group))
            .because(self.why_pon(group))
            .because(why_moves(group))
            .because(why_importance(group));
        let evidence = if group.miai.is_empty() {
            evidence
        } else {
            evidence
                .because(named(Evidence::new("group.miai"), group).arg("points", group.miai).mark("miai", group.miai))
        };
        Some(Judged::new(group.class, evidence))
    }

    fn why_strength(&self, group: &Group) -> Evidence {
        let mut evidence = named(Evidence::new("group.strength"), group)
            .arg("strength", group.strength)
            .arg("alone", group.strength_alone)
            .arg("encirclement", group.encirclement)
            .arg("area", group.inner.len());
        for &(other, distance) in group.near.iter().filter(|(_, distance)| *distance <= 6) {
            let neighbour = &self.groups[other as usize];
            let rule = if neighbour.color == group.color { "group.friend" } else { "group.enemy" };
            evidence = evidence.because(
                named(Evidence::new(rule), neighbour)
                    .arg("distance", i64::from(distance))
                    .arg("strength", neighbour.strength_alone)
                    .mark("neighbour", neighbour.stones),
            );
        }
        evidence
    }

    fn why_pon(&self, group: &Group) -> Evidence {
        let rule = if group.pon == group.pon_estimate { "group.pon" } else { "group.pon_known" };
        named(Evidence::new(rule), group)
            .arg("pon", group.pon)
            .arg("estimate", group.pon_estimate)
            .arg("size", group.pon_size)
            .arg("class", group.class.term())
            .because(
                named(Evidence::new("group.pon_strength"), group)
                    .arg("r", group.r)
                    .arg("s", group.pon_strength)
                    .arg("z", group.z)
                    .arg("t", group.t),
            )
    }

    /// The status of a string.
    pub fn why_string(&self, string: &StoneString) -> Judged<Status> {
        let rule = match (string.race, string.status) {
            (true, _) => "string.race",
            (_, Status::Alive) if !string.is_proved => "string.open",
            (_, Status::Neutral | Status::Dead) if !string.is_proved => "string.capturable",
            (_, Status::Alive) => "string.alive",
            (_, Status::Neutral) => "string.neutral",
            (_, Status::Dead) => "string.dead",
            (_, Status::Unknown) => "string.unknown",
        };
        let mut evidence = Evidence::new(rule)
            .arg("color", string.color)
            .arg("at", string.head)
            .arg("stones", string.size)
            .arg("liberties", string.liberty_count)
            .arg("status", string.status_name())
            .mark("stones", string.stones)
            .mark("liberties", string.liberties);
        if string.key {
            evidence = evidence.because(Evidence::new("string.key").arg("color", string.color).arg("at", string.head));
        }
        Judged::new(string.status, evidence)
    }

    /// The state of a link.
    pub fn why_link(&self, link: &Link, knowledge: &Knowledge) -> Evidence {
        Evidence::new(if link.edge { "link.edge" } else { "link.stones" })
            .arg("color", link.color)
            .arg("from", link.from)
            .arg("to", link.to)
            .arg("shape", Arg::Word(shape_name(link, knowledge).to_string()))
            .arg("state", if link.state == LinkState::Peeped && link.is_proved { "holds" } else { link.state.name() })
            .arg("peeps", i64::from(link.peeps))
            .mark("between", link.between().iter().copied().collect())
            .line(Line::Segment { role: "link", from: link.from, to: link.to })
    }

    /// What a family is.
    pub fn why_family(&self, family: &Family) -> Evidence {
        Evidence::new("family.extent")
            .arg("color", family.color)
            .arg("at", family.head)
            .arg("points", family.size)
            .arg("stones", family.stones)
            .arg("side", family.side_length)
            .arg("inner", family.inner.len())
            .arg("ways", family.encirclement)
            .arg("strength", family.strength)
            .mark("points", family.points)
    }

    /// The judgement: standing of the side to move, with the sum of territory and moyo.
    pub fn why_judgement(&self) -> Judged<Standing> {
        let j = &self.judgement;
        let lead = j.lead * f64::from(self.to_play.sign());
        let verdict = j.standing;
        let leader = if j.score >= 0.0 { Color::Black } else { Color::White };
        let side = |color: Color| {
            let i = color.index();
            Evidence::new("judgement.side")
                .arg("color", color)
                .arg("points", j.points[i])
                .arg("territory", j.territory_points[i])
                .arg("moyo", j.moyo_points[i])
                .mark("territory", j.territory[i])
        };
        let standing = match verdict {
            Standing::Ahead => "standing.ahead",
            Standing::Even => "standing.even",
            Standing::Behind => "standing.behind",
        };
        let evidence = Evidence::new(standing)
            .arg("color", self.to_play)
            .arg("margin", j.even_margin)
            .arg("lead", lead)
            .because(
                Evidence::new("judgement.score")
                    .arg("leader", leader)
                    .arg("lead", j.score.abs())
                    .arg("black", j.points[0])
                    .arg("white", j.points[1])
                    .arg("compensation", j.compensation)
                    .because(side(Color::Black))
                    .because(side(Color::White)),
            )
            .because(
                Evidence::new(match j.phase {
                    GamePhase::Opening => "phase.opening",
                    GamePhase::Middle => "phase.middle",
                    GamePhase::Endgame => "phase.endgame",
                })
                .arg("far", j.openness.far * 100.0)
                .arg("contested", j.openness.contested * 100.0),
            )
            .because(
                Evidence::new("kind")
                    .arg("kind", j.kind.term())
                    .arg("fighting", j.fighting)
                    .arg("moyo", j.moyo_points[0] + j.moyo_points[1]),
            );
        let evidence = self.why_adjustment().into_iter().fold(evidence, Evidence::because);
        Judged::new(verdict, evidence)
    }

    /// What the adjustment passes did.
    pub fn why_adjustment(&self) -> Vec<Evidence> {
        let mut out: Vec<Evidence> =
            self.contradictions.iter().map(|&(a, b)| Evidence::new("adjust.race").arg("a", a).arg("b", b)).collect();
        for group in self.groups.iter().filter(|group| group.class == Class::Dead) {
            out.push(
                named(Evidence::new("adjust.dead_group"), group)
                    .arg("captor", group.color.opponent())
                    .mark("stones", group.stones),
            );
        }
        if !self.settled {
            out.push(Evidence::new("adjust.stopped").arg("rounds", self.rounds.len()));
        }
        out
    }
}

fn named(evidence: Evidence, group: &Group) -> Evidence {
    evidence.arg("color", group.color).arg("at", group.head).arg("stones", group.size)
}

/// What each side reaches by moving first, where the two differ or something other than life or death comes of it.
fn why_turns(group: &Group) -> Vec<Evidence> {
    if !matches!(group.life.fate(), Fate::Unsettled | Fate::Seki | Fate::Ko) || group.reason != ClassReason::Read {
        return Vec::new();
    }
    let turns = [(Party::Owner, &group.life.first), (Party::Opponent, &group.life.second)];
    let mut out: Vec<Evidence> = turns.into_iter().filter_map(|(mover, turn)| why_turn(group, mover, turn)).collect();
    if group.life.fate() == Fate::Ko {
        out.push(named(Evidence::new("group.ko"), group).arg("enemy", group.color.opponent()));
    }
    out
}

fn why_turn(group: &Group, mover: Party, turn: &Turn) -> Option<Evidence> {
    let (played, still) = match turn.end {
        End::Lives => ("group.turn.lives", "group.turn.lives_anyway"),
        End::Seki => ("group.turn.seki", "group.turn.seki_anyway"),
        End::Ko(_) => ("group.turn.ko", "group.turn.ko_anyway"),
        End::Dies => ("group.turn.dies", "group.turn.dies_anyway"),
        End::Unknown => return None,
    };
    let first = mover.color(group.color);
    let evidence = match turn.point() {
        Some(point) => named(Evidence::new(played), group).arg("play", point),
        None => named(Evidence::new(still), group),
    };
    let evidence =
        evidence.arg("first", first).line(Line::Play { role: "reading", moves: alternating(&turn.line, first) });
    Some(match turn.end {
        End::Ko(threatens) => {
            let color = threatens.color(group.color);
            evidence.arg("threatens", color).arg("takes", color.opponent())
        }
        _ => evidence,
    })
}

/// Colours alternate from the mover.
fn alternating(line: &[Move], first: Color) -> Vec<(Color, Move)> {
    let colors = [first, first.opponent()].into_iter().cycle();
    colors.zip(line.iter().copied()).collect()
}

fn why_encirclement(group: &Group) -> Evidence {
    let rule = if group.is_sealed() { "group.sealed" } else { "group.encirclement" };
    named(Evidence::new(rule), group)
        .arg("count", group.encirclement)
        .mark("dame1", group.dame.orders[0])
        .mark("dame2", group.dame.orders[1])
        .mark("dame3", group.dame.orders[2])
        .mark("dame4", group.dame.orders[3])
}

fn why_eyes(group: &Group) -> Evidence {
    named(Evidence::new("group.eyes"), group)
        .arg("eyes", group.eyes())
        .arg("inner", group.inner.len())
        .mark("inner", group.inner)
}

fn why_moves(group: &Group) -> Evidence {
    named(Evidence::new("group.moves"), group).arg("moves", group.moves).mark("liberties", group.liberties)
}

fn why_importance(group: &Group) -> Evidence {
    named(Evidence::new("group.importance"), group).arg("importance", group.importance).arg("inner", group.inner.len())
}
