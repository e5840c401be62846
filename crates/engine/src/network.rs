//! The network in use: the embedded one, or `net/default.gnet` of the user's knowledge folder.

use std::sync::{Arc, OnceLock};

use gosedai_net::Net;

use crate::{ApiError, Context};

/// Loads the network; the embedded one only once.
pub fn network(cx: &Context) -> Result<Arc<Net>, ApiError> {
    static EMBEDDED: OnceLock<Arc<Net>> = OnceLock::new();
    let path = cx.knowledge_dir.as_ref().map(|dir| dir.join("net/default.gnet")).filter(|path| path.is_file());
    let Some(path) = path else { return Ok(EMBEDDED.get_or_init(|| Arc::new(Net::embedded())).clone()) };
    let bytes = std::fs::read(&path)
        .map_err(|error| ApiError::failed(format!("cannot read the network {}: {error}", path.display())))?;
    let net = Net::read(&bytes).map_err(|error| ApiError::failed(format!("{}: {error}", path.display())))?;
    Ok(Arc::new(net))
}
