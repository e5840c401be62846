//! How much the server takes and how long it waits: every bound of the interface, in one place.

use std::time::Duration;

/// The largest request taken, a little more than the 5 MB record with its tree as JSON.
pub const BODY: usize = 24 * 1024 * 1024;

/// What the server takes at once, and its patience.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Connections; more are told to come back.
    pub connections: usize,
    /// Request bodies held in memory.
    pub bodies: usize,
    /// Plain commands at work, until their threads have really come back.
    pub plain: usize,
    /// Jobs at work, the same.
    pub jobs: usize,
    /// How long a request waits for its turn before it is told to come back.
    pub turn: Duration,
    /// How long a connection may be idle, or take to send the head of a request.
    pub head: Duration,
    /// How long the body of a request may take.
    pub body: Duration,
    /// How long a peer may take nothing of an answer.
    pub stall: Duration,
    /// A job whose events nobody asked for after this time is given up.
    pub unfollowed: Duration,
    /// How long work may take to come back once its deadline has come.
    pub grace: Duration,
    pub plain_deadline: Deadline,
    pub job_deadline: Deadline,
}

/// Time for the whole of a command: without a word from the asker, and at most.
#[derive(Clone, Copy, Debug)]
pub struct Deadline {
    pub usual: Duration,
    pub most: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        let seconds = Duration::from_secs;
        Limits {
            connections: 256,
            bodies: 32,
            plain: 16,
            jobs: 16,
            turn: seconds(3),
            head: seconds(30),
            body: seconds(30),
            stall: seconds(30),
            unfollowed: seconds(10),
            grace: seconds(10),
            plain_deadline: Deadline { usual: seconds(60), most: seconds(600) },
            job_deadline: Deadline { usual: seconds(3600), most: seconds(24 * 3600) },
        }
    }
}

/// Numbers of a request, wherever in it they stand, that would cost others more than their share.
pub const NUMBERS: &[(&str, f64)] = &[
    ("threads", 64.0),
    ("playouts", 1e9),
    ("nodes", 1e10),
    ("seconds", 86_400.0),
    ("limit", 86_400.0),
    // MiB
    ("memory", 2048.0),
];
