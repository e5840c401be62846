//! What is asked of a position: what has to be forced, and who wins the kos.

use crate::dfpn::{Kos, Side};

/// What has to be forced, and so who is content with play that never ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Aim {
    /// The attacker captures the target; play without end saves it.
    Capture,
    /// The defender gets the target where nothing can capture it any more (two eyes); play without end does not. Without
    /// capture either, that is seki.
    Eyes,
}

impl Aim {
    /// The side that has to force nothing: repetition and passing serve it.
    pub(super) const fn patient(self) -> Side {
        match self {
            Aim::Capture => Side::Defender,
            Aim::Eyes => Side::Attacker,
        }
    }
}

/// Does this side lose every ko?
pub(super) fn bars(kos: Kos, side: Side) -> bool {
    match kos {
        Kos::Attacker => side == Side::Defender,
        Kos::Defender => side == Side::Attacker,
        Kos::Nobody => false,
    }
}
