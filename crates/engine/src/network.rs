//! The network in use: the embedded one, or `net/default.gnet` of the user's knowledge folder.

use std::sync::{Arc, OnceLock};

use gosedai_board::{Color, Move, Size};
use gosedai_net::{Net, Output};
use gosedai_recognition::Owners;

use crate::{ApiError, Context};

/// The network that ships with the program, loaded once.
pub fn embedded() -> Arc<Net> {
    static EMBEDDED: OnceLock<Arc<Net>> = OnceLock::new();
    EMBEDDED.get_or_init(|| Arc::new(Net::embedded())).clone()
}

/// Loads the network.
pub fn network(cx: &Context) -> Result<Arc<Net>, ApiError> {
    let path = cx.knowledge_dir.as_ref().map(|dir| dir.join("net/default.gnet")).filter(|path| path.is_file());
    let Some(path) = path else { return Ok(embedded()) };
    let bytes = std::fs::read(&path)
        .map_err(|error| ApiError::failed(format!("cannot read the network {}: {error}", path.display())))?;
    let net = Net::read(&bytes).map_err(|error| ApiError::failed(format!("{}: {error}", path.display())))?;
    Ok(Arc::new(net))
}

/// Whose each point will be, as Black sees it: the mean of two outputs, given with their sides to move. The side to move is given a
/// little more than its share of open points; both views together are even.
pub fn owners(size: Size, views: [(&Output, Color); 2]) -> Owners {
    Owners::new(size, |point| {
        let of = |(output, color): (&Output, Color)| {
            output.ownership.get(output.index(Move::Play(point))).copied().unwrap_or(0.0) * color.sign() as f32
        };
        0.5 * (of(views[0]) + of(views[1]))
    })
}
