//! The networks in use: the embedded ones, or `net/default.gnet` and `net/problems.gnet` of the user's knowledge folder, or a file
//! that the user names.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::SystemTime;

use gosedai_board::{Color, Move, Position, Size};
pub use gosedai_net::Net;
use gosedai_net::{Output, Workspace};
pub use gosedai_puct::score_stdev;
use gosedai_recognition::Owners;

use crate::{ApiError, Context};

/// The network that ships with the program, loaded once.
pub fn embedded() -> Arc<Net> {
    static EMBEDDED: OnceLock<Arc<Net>> = OnceLock::new();
    loaded(&EMBEDDED, Net::embedded)
}

/// An embedded network; none of them needs more room than this.
fn loaded(place: &OnceLock<Arc<Net>>, load: fn() -> Net) -> Arc<Net> {
    const ROOM: usize = 16 << 20;
    let load = || {
        drop(gosedai_memory::room::<u8>(ROOM));
        Arc::new(load())
    };
    place.get_or_init(load).clone()
}

/// Loads the network.
pub fn network(cx: &Context) -> Result<Arc<Net>, ApiError> {
    if let Some(path) = &cx.net_file {
        return read(path);
    }
    own(cx, "net/default.gnet").unwrap_or_else(|| Ok(embedded()))
}

/// Loads the network that knows what professionals play: `net/habit.gnet` of the user's knowledge folder, or the embedded one.
pub fn habit_network(cx: &Context) -> Result<Arc<Net>, ApiError> {
    static EMBEDDED: OnceLock<Arc<Net>> = OnceLock::new();
    own(cx, "net/habit.gnet").unwrap_or_else(|| Ok(loaded(&EMBEDDED, Net::embedded_habit)))
}

/// Loads the network for problems of life and death: the embedded one, or `net/problems.gnet` of the user's knowledge folder.
pub fn problem_network(cx: &Context) -> Result<Arc<Net>, ApiError> {
    static EMBEDDED: OnceLock<Arc<Net>> = OnceLock::new();
    own(cx, "net/problems.gnet").unwrap_or_else(|| Ok(loaded(&EMBEDDED, Net::embedded_for_problems)))
}

/// The user's own network of this name, if there is one.
fn own(cx: &Context, name: &str) -> Option<Result<Arc<Net>, ApiError>> {
    let path = cx.knowledge_dir.as_ref().map(|dir| dir.join(name)).filter(|path| path.is_file())?;
    Some(read(&path))
}

/// Files kept in memory: large ones take a second to read, and every question asks for them.
const KEPT: usize = 2;
type Kept = Vec<(PathBuf, Option<SystemTime>, Arc<Net>)>;

fn read(path: &Path) -> Result<Arc<Net>, ApiError> {
    static FILES: Mutex<Kept> = Mutex::new(Vec::new());
    let changed = std::fs::metadata(path).and_then(|file| file.modified()).ok();
    let mut files = FILES.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((_, _, net)) = files.iter().find(|(other, then, _)| other == path && *then == changed) {
        return Ok(net.clone());
    }
    let bytes = crate::files::bytes(path, crate::files::MOST_DATA)?;
    // its layers are taken one by one: first see that there is room for them all, twice as they are packed anew
    gosedai_memory::try_room::<u8>(2 * bytes.len()).map(drop)?;
    let net = Net::read(&bytes).map_err(|error| ApiError::failed(format!("{}: {error}", path.display())))?;
    let net = Arc::new(net);
    files.retain(|(other, _, _)| other != path);
    files.insert(0, (path.to_owned(), changed, net.clone()));
    files.truncate(KEPT);
    Ok(net)
}

/// What a network says of a position at first sight, from one of eight sides (0 to 7).
pub fn first_sight(net: &Net, position: &Position, view: usize) -> Output {
    net.evaluate_view(&net.input(position), view, &mut Workspace::default())
}

/// Whose each point will be, as Black sees it, by two outputs given with their sides to move.
pub fn owners(size: Size, views: [(&Output, Color); 2]) -> Owners {
    Owners::new(size, |point, mover| {
        let (output, color) = if views[0].1 == mover { views[0] } else { views[1] };
        output.ownership.get(output.index(Move::Play(point))).copied().unwrap_or(0.0) * color.sign() as f32
    })
}
