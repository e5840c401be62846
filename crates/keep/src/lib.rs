//! The one way in which this program writes files: a new file of its own name beside the old one, synced, moved into its place,
//! the folder synced. Whatever fails on the way, the old file or the new one is there whole, nothing else is left, and the
//! failure is told. What is there and not ours is replaced only by force. What a killed run left half written is cleared away
//! by the next one that writes into the same folder.

use std::collections::BTreeSet;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, PoisonError};

use gosedai_memory::fault;
pub use gosedai_memory::fault::{fail_after, fail_anywhere_after};

/// Why a file was not written, in one sentence that names it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct NotWritten(String);

/// How files of one kind are known, by their first bytes.
#[derive(Clone, Copy)]
pub struct Kind {
    /// As the user would call it.
    pub name: &'static str,
    is_ours: fn(&[u8]) -> bool,
}

/// What we write as text carries our name near its beginning.
fn is_marked(head: &[u8]) -> bool {
    head.windows(7).any(|word| word.eq_ignore_ascii_case(b"gosedai"))
}

impl Kind {
    /// Whoever names the file owns it.
    pub const ANY: Kind = Kind { name: "file", is_ours: |_| true };
    pub const PATTERNS: Kind = Kind { name: "pattern model", is_ours: |head| head.starts_with(b"GPAT") };
    pub const CHECKPOINT: Kind = Kind { name: "checkpoint of solve", is_ours: |head| head.starts_with(b"GSDPRF") };
    pub const PROGRESS: Kind =
        Kind { name: "review in progress", is_ours: |head| head.starts_with(b"gosedai review ") };
    pub const MATCH: Kind = Kind { name: "match in progress", is_ours: |head| head.starts_with(b"gosedai match ") };
    pub const PICTURE: Kind = Kind { name: "picture of Gosedai", is_ours: is_marked };
    pub const RECORD: Kind = Kind { name: "record written by Gosedai", is_ours: is_marked };
    pub const PAGE: Kind = Kind { name: "page written by Gosedai", is_ours: is_marked };
    pub const TABLE: Kind = Kind { name: "table written by Gosedai", is_ours: is_marked };
    pub const JSON_LINES: Kind = Kind { name: "file of JSON lines", is_ours: |head| head.starts_with(b"{") };
}

/// So much of a file tells its kind.
const HEAD: u64 = 4096;

fn cannot_write(path: &Path, error: io::Error) -> NotWritten {
    NotWritten(format!("cannot write {}: {error}", path.display()))
}

/// Refuses to replace what is not of this kind. Long work asks before it begins.
pub fn may_replace(path: &Path, kind: Kind, force: bool) -> Result<(), NotWritten> {
    if path.is_dir() {
        return Err(NotWritten(format!("cannot write {}: it is a folder", path.display())));
    }
    // a device or a pipe is written to, not replaced, and must not be read
    if force || !path.is_file() {
        return Ok(());
    }
    let mut head = Vec::new();
    File::open(path).and_then(|file| file.take(HEAD).read_to_end(&mut head)).map_err(|e| cannot_write(path, e))?;
    if head.is_empty() || (kind.is_ours)(&head) {
        return Ok(());
    }
    let (path, name) = (path.display(), kind.name);
    Err(NotWritten(format!("{path} is there and is no {name}: it is replaced only with --force")))
}

/// Refuses a place where a new file could not be put. Long work asks before it begins.
pub fn may_write(path: &Path, kind: Kind, force: bool) -> Result<(), NotWritten> {
    may_replace(path, kind, force)?;
    if path.exists() && !path.is_file() {
        return Ok(());
    }
    let trial = target_of(path).and_then(|target| Fresh::beside(&target));
    trial.map(drop).map_err(|error| cannot_write(path, error))
}

pub fn write(path: &Path, bytes: impl AsRef<[u8]>, kind: Kind, force: bool) -> Result<(), NotWritten> {
    write_with(path, kind, force, |out| out.write_all(bytes.as_ref()))
}

/// The same for what is made while it is written.
pub fn write_with<T>(
    path: &Path,
    kind: Kind,
    force: bool,
    fill: impl FnOnce(&mut (dyn Write + Send)) -> io::Result<T>,
) -> Result<T, NotWritten> {
    may_replace(path, kind, force)?;
    put(path, fill).map_err(|error| cannot_write(path, error))
}

/// Opens a file that grows line by line; what is there must be of this kind.
pub fn append(path: &Path, kind: Kind, force: bool) -> Result<Growing, NotWritten> {
    may_replace(path, kind, force)?;
    let open = step().and_then(|()| OpenOptions::new().create(true).append(true).open(path));
    open.map(|file| Growing { file }).map_err(|error| cannot_write(path, error))
}

/// A file that grows line by line. A line that was cut off is its reader's to drop.
pub struct Growing {
    file: File,
}

impl Growing {
    pub fn line(&mut self, text: &str) -> io::Result<()> {
        Checked(&mut self.file).write_all(format!("{text}\n").as_bytes())?;
        step()?;
        self.file.sync_data()
    }
}

/// The picture with our name, by which it is known later.
pub fn marked_svg(svg: &str) -> String {
    format!("<!-- Gosedai -->{svg}")
}

/// The record with our name.
pub fn marked_sgf(sgf: &str) -> String {
    sgf.replacen("(;", concat!("(;AP[Gosedai:", env!("CARGO_PKG_VERSION"), "]"), 1)
}

/// A link that the user put there is meant: the file it leads to is replaced, not the link.
fn target_of(path: &Path) -> io::Result<PathBuf> {
    match fs::symlink_metadata(path) {
        Ok(meta) if meta.is_symlink() => fs::canonicalize(path),
        _ => Ok(path.to_path_buf()),
    }
}

fn put<T>(path: &Path, fill: impl FnOnce(&mut (dyn Write + Send)) -> io::Result<T>) -> io::Result<T> {
    let target = target_of(path)?;
    let old = fs::metadata(&target).ok();
    if old.as_ref().is_some_and(|old| !old.is_file()) {
        let mut out = BufWriter::new(OpenOptions::new().write(true).open(&target)?);
        let done = fill(&mut out)?;
        return out.flush().map(|()| done);
    }
    if old.as_ref().is_some_and(|old| old.permissions().readonly()) {
        return Err(io::ErrorKind::PermissionDenied.into());
    }
    let mut fresh = Fresh::beside(&target)?;
    let mut out = BufWriter::with_capacity(1 << 16, Checked(&mut fresh.file));
    let done = fill(&mut out)?;
    out.flush()?;
    drop(out);
    if let Some(old) = old {
        fresh.file.set_permissions(old.permissions())?;
    }
    fresh.take_the_place_of(&target)?;
    Ok(done)
}

/// A new file beside the one it will replace; gone again unless it did.
struct Fresh {
    path: PathBuf,
    file: File,
    placed: bool,
}

impl Fresh {
    fn beside(target: &Path) -> io::Result<Fresh> {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let folder = folder_of(target);
        clear_away(folder);
        loop {
            let number = COUNT.fetch_add(1, Ordering::Relaxed);
            let path = folder.join(format!(".gosedai-{}-{number}.tmp", std::process::id()));
            step()?;
            // never an old file, never through a link: somebody may have put one there
            match OpenOptions::new().write(true).create_new(true).open(&path) {
                Ok(file) => {
                    let fresh = Fresh { path, file, placed: false };
                    // the lock says that its owner lives; whoever clears the folder may have been quicker
                    let _ = fresh.file.lock();
                    if fresh.path.exists() {
                        return Ok(fresh);
                    }
                }
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
            }
        }
    }

    fn take_the_place_of(mut self, target: &Path) -> io::Result<()> {
        step()?;
        self.file.sync_all()?;
        step()?;
        fs::rename(&self.path, target)?;
        self.placed = true;
        step()?;
        // a name is safe only with its folder; elsewhere folders cannot be opened
        if cfg!(unix) { File::open(folder_of(target))?.sync_all() } else { Ok(()) }
    }
}

impl Drop for Fresh {
    fn drop(&mut self) {
        if !self.placed {
            let _ = fs::remove_file(&self.path);
        }
    }
}

fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Writes that can be made to fail half way.
struct Checked<'a>(&'a mut File);

impl Write for Checked<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if let Err(error) = step() {
            self.0.write_all(&bytes[..bytes.len() / 2])?;
            return Err(error);
        }
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// Removes what killed runs left in a folder, once in each run: files under our names that nobody holds.
fn clear_away(folder: &Path) {
    static CLEARED: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());
    if !CLEARED.lock().unwrap_or_else(PoisonError::into_inner).insert(folder.to_path_buf()) {
        return;
    }
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let is_ours = name.to_str().is_some_and(|name| name.starts_with(".gosedai-") && name.ends_with(".tmp"));
        if is_ours
            && entry.file_type().is_ok_and(|kind| kind.is_file())
            && let Ok(file) = File::open(entry.path())
            && file.try_lock().is_ok()
        {
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Every creation, write, sync and move asks here.
fn step() -> io::Result<()> {
    if fault::comes() { Err(io::ErrorKind::StorageFull.into()) } else { Ok(()) }
}
