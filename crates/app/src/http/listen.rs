//! Connections: so many at once, each with time-outs, so that nobody holds one for ever.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{Instant, Sleep, sleep, timeout};

use super::guard;
use super::limits::Limits;

/// Those who are told to come back, at once; more are simply let go.
const REFUSALS: usize = 32;

/// Answers whoever connects; never ends.
pub async fn listen(listener: TcpListener, router: Router, limits: Limits) {
    let (places, refusals) = (Arc::new(Semaphore::new(limits.connections)), Arc::new(Semaphore::new(REFUSALS)));
    loop {
        let Ok((stream, _)) = listener.accept().await else {
            // out of file handles: some will be free again soon
            sleep(Duration::from_millis(50)).await;
            continue;
        };
        if let Ok(place) = places.clone().try_acquire_owned() {
            tokio::spawn(converse(stream, router.clone(), limits.clone(), place));
        } else if let Ok(place) = refusals.clone().try_acquire_owned() {
            tokio::spawn(refuse(stream, place));
        }
    }
}

async fn converse(stream: TcpStream, router: Router, limits: Limits, _place: OwnedSemaphorePermit) {
    let _ = stream.set_nodelay(true);
    let patient = Patient { stream, patience: limits.stall, stalled: None };
    // waiting for a head is what an idle connection does: one time-out for both
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(limits.head)
        .serve_connection(TokioIo::new(patient), TowerToHyperService::new(router));
    let _ = connection.await;
}

/// All places are taken: says so in as few words as HTTP allows.
async fn refuse(mut stream: TcpStream, _place: OwnedSemaphorePermit) {
    let body = r#"{"error":{"kind":"busy","message":"too many connections are open: try again soon"}}"#;
    let mut head = format!(
        "HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nRetry-After: 1\r\n\
         Content-Type: application/json; charset=utf-8\r\nContent-Length: {}\r\n",
        body.len()
    );
    for (name, value) in guard::FIXED {
        head += &format!("{name}: {value}\r\n");
    }
    let talk = async {
        stream.write_all(format!("{head}\r\n{body}").as_bytes()).await?;
        stream.shutdown().await?;
        // what is still on its way must be taken, or the answer is lost with it
        let mut rest = [0; 4096];
        while stream.read(&mut rest).await? > 0 {}
        io::Result::Ok(())
    };
    let _ = timeout(Duration::from_secs(1), talk).await;
}

/// A stream that gives up on a peer who takes nothing of what is written.
struct Patient {
    stream: TcpStream,
    patience: Duration,
    stalled: Option<Pin<Box<Sleep>>>,
}

impl Patient {
    /// Lets the time run while writing makes no headway.
    fn watch<T>(&mut self, cx: &mut Context<'_>, step: Poll<io::Result<T>>) -> Poll<io::Result<T>> {
        if step.is_ready() {
            self.stalled = None;
            return step;
        }
        let end = Instant::now() + self.patience;
        let stalled = self.stalled.get_or_insert_with(|| Box::pin(tokio::time::sleep_until(end)));
        ready!(stalled.as_mut().poll(cx));
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }
}

impl AsyncRead for Patient {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, into: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(cx, into)
    }
}

impl AsyncWrite for Patient {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let step = Pin::new(&mut self.stream).poll_write(cx, bytes);
        self.watch(cx, step)
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}
