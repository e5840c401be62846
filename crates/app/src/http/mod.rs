//! The workbench's server: the page, every command of the facade as JSON, jobs with progress, the user's folder.

mod answers;
mod api;
mod assets;
mod external;
mod fields;
mod files;
mod guard;
mod jobs;
pub mod limits;
mod listen;
mod openapi;
mod reply;
mod rest;
mod shapes;
pub mod token;
mod typescript;

use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicUsize;
use std::time::Duration;

use axum::Router;
use axum::middleware;
use axum::routing::{get, post};
use gosedai_engine::ApiError;
use tokio::sync::Semaphore;

use self::limits::Limits;

/// How the server was started.
#[derive(Clone, Debug)]
pub struct Options {
    pub bind: IpAddr,
    pub port: u16,
    /// The only folder the server writes to.
    pub data: PathBuf,
    /// Files of the page from here instead of the built-in ones (for work on the page itself).
    pub page: Option<PathBuf>,
    /// External GTP engines by name; only the person who starts the program can name commands.
    pub engines: Vec<(String, String)>,
    /// Network that replaces the built-in one.
    pub net: Option<PathBuf>,
    /// A word that every request must know.
    pub token: Option<String>,
    pub limits: Limits,
}

/// What every handler shares.
pub struct Server {
    pub options: Options,
    pub address: SocketAddr,
    pub jobs: jobs::Jobs,
    /// Commands at work, until their threads have really come back.
    pub working: AtomicUsize,
    /// Commands begun since the start.
    pub begun: AtomicUsize,
    pub places: Places,
}

/// What is free of the things that are bounded.
pub struct Places {
    pub bodies: Arc<Semaphore>,
    pub plain: Arc<Semaphore>,
    pub jobs: Arc<Semaphore>,
}

impl Places {
    fn new(limits: &Limits) -> Places {
        let places = |count| Arc::new(Semaphore::new(count));
        Places { bodies: places(limits.bodies), plain: places(limits.plain), jobs: places(limits.jobs) }
    }
}

pub type Shared = Arc<Server>;

/// All routes behind the guard.
pub fn router(server: Shared) -> Router {
    Router::new()
        .route("/api", get(api::list))
        .route("/api/openapi.json", get(openapi::document))
        .route("/api/types.ts", get(typescript::document))
        .route("/api/engines", get(api::engines))
        .route("/api/files/{area}", get(files::list))
        .route("/api/files/{area}/{*name}", get(files::read).put(files::write).delete(files::remove))
        .route("/api/jobs", get(jobs::list))
        .route("/api/jobs/{id}", post(jobs::start).delete(jobs::cancel))
        .route("/api/jobs/{id}/events", get(jobs::events))
        .route("/api/{command}", post(api::run).get(api::describe))
        .fallback(assets::serve)
        .layer(middleware::from_fn_with_state(server.clone(), guard::check))
        .with_state(server)
}

/// Serves until interrupted. `ready` learns the address once the port is open.
pub fn serve(options: Options, ready: impl FnOnce(SocketAddr)) -> Result<(), ApiError> {
    std::fs::create_dir_all(&options.data)
        .map_err(|e| ApiError::failed(format!("cannot make the data folder {}: {e}", options.data.display())))?;
    rest::keep_little();
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        // reading goes deep; address space is cheap
        .thread_stack_size(64 * 1024 * 1024)
        .max_blocking_threads(options.limits.plain + options.limits.jobs + 2)
        // a thread that has nothing to do gives its memory back
        .thread_keep_alive(Duration::from_secs(2))
        .enable_all()
        .build()
        .map_err(|e| ApiError::failed(format!("cannot start the server: {e}")))?;
    runtime.block_on(async {
        let wanted = SocketAddr::new(options.bind, options.port);
        let listener = tokio::net::TcpListener::bind(wanted)
            .await
            .map_err(|e| ApiError::failed(format!("cannot listen on {wanted}: {e}")))?;
        let address = listener.local_addr().map_err(|e| ApiError::failed(format!("cannot listen: {e}")))?;
        let (limits, places) = (options.limits.clone(), Places::new(&options.limits));
        let (working, begun) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let server = Arc::new(Server { options, address, jobs: jobs::Jobs::default(), working, begun, places });
        tokio::spawn(rest::give_back(server.clone()));
        ready(address);
        let stop = async {
            let _ = tokio::signal::ctrl_c().await;
        };
        tokio::select! {
            () = listen::listen(listener, router(server.clone()), limits) => {}
            () = stop => server.jobs.cancel_all(),
        }
        Ok::<(), ApiError>(())
    })?;
    runtime.shutdown_timeout(Duration::from_millis(500));
    Ok(())
}

#[cfg(test)]
mod tests;
