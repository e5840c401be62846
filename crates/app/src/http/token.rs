//! A word that everybody but this machine must know: printed at the start, brought by the address, kept in a cookie.

use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};

use axum::http::{HeaderMap, Uri, header};
use gosedai_engine::ApiError;

/// The key of the word in an address.
const KEY: &str = "token";
const SHORTEST: usize = 16;
const LONGEST: usize = 200;

/// A word nobody can guess. The standard library keys its hashes with random numbers of the system.
pub fn fresh() -> String {
    let words = (0..4u64).map(|i| {
        let mut hasher = RandomState::new().build_hasher();
        hasher.write_u64(i);
        format!("{:016x}", hasher.finish())
    });
    words.take(2).collect()
}

/// A word of the user's own: long enough, and nothing that addresses or cookies would change.
pub fn own(word: String) -> Result<String, ApiError> {
    let is_plain = word.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_' | b'.'));
    match (SHORTEST..=LONGEST).contains(&word.len()) && is_plain {
        true => Ok(word),
        false => {
            let message = format!("a token has {SHORTEST} to {LONGEST} letters, digits, '-', '_' or '.'");
            Err(ApiError::bad(KEY, message))
        }
    }
}

/// Whether a request knows the word, by its header or its cookie.
pub fn is_known(headers: &HeaderMap, word: &str, port: u16) -> bool {
    let bearer = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
    if bearer.and_then(|value| value.strip_prefix("Bearer ")).is_some_and(|given| same(given.trim(), word)) {
        return true;
    }
    let name = cookie_name(port);
    let cookies = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    let mut pairs = cookies.flat_map(|line| line.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.any(|(key, given)| key == name && same(given, word))
}

/// Whether the address brings the word; then where the page lies without it, and the cookie that keeps it.
pub fn brought(uri: &Uri, word: &str, port: u16) -> Option<(String, String)> {
    let mut pairs = uri.query()?.split('&');
    pairs.find_map(|pair| pair.strip_prefix(KEY)?.strip_prefix('=')).filter(|given| same(given, word))?;
    // cookies know no ports: a server on another one has its own
    let cookie = format!("{}={word}; Path=/; HttpOnly; SameSite=Strict", cookie_name(port));
    Some((uri.path().to_owned(), cookie))
}

/// The address with the word, for the person who starts the program.
pub fn address(url: &str, word: &str) -> String {
    format!("{url}?{KEY}={word}")
}

fn cookie_name(port: u16) -> String {
    format!("gosedai-{KEY}-{port}")
}

/// As long for every wrong word: how far one is right must not show in the time.
fn same(given: &str, word: &str) -> bool {
    given.len() == word.len() && given.bytes().zip(word.bytes()).fold(0, |sum, (a, b)| sum | (a ^ b)) == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_long_and_never_the_same() {
        let (a, b) = (fresh(), fresh());
        assert!(a.len() == 32 && a != b && own(a).is_ok());
        for bad in ["", "short", "sixteen letters!", &"x".repeat(201)] {
            assert!(own(bad.to_owned()).is_err(), "{bad}");
        }
    }
}
