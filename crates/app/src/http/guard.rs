//! Who may talk to the server: the Host must be ours (against DNS rebinding) and the Origin must be our own page.

use std::net::IpAddr;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::{Shared, reply, token};

/// Refuses strangers and stamps every answer with the headers of a page that loads nothing from elsewhere.
pub async fn check(State(server): State<Shared>, request: Request, next: Next) -> Response {
    let mut response = match refusal(request.headers(), server.address.port(), server.options.bind) {
        Some(reason) => reply::error_of(StatusCode::FORBIDDEN, "forbidden", reason),
        None => match stranger(&server, &request) {
            Some(refused) => refused,
            None => next.run(request).await,
        },
    };
    let headers = response.headers_mut();
    for (name, value) in FIXED {
        headers.insert(HeaderName::from_static(name), HeaderValue::from_static(value));
    }
    response
}

/// On every answer: a page that loads nothing from elsewhere, and that nothing from elsewhere may load.
pub const FIXED: [(&str, &str); 7] = [
    ("x-content-type-options", "nosniff"),
    ("x-frame-options", "DENY"),
    ("referrer-policy", "no-referrer"),
    ("cross-origin-resource-policy", "same-origin"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-embedder-policy", "require-corp"),
    (
        "content-security-policy",
        "default-src 'self'; img-src 'self' data: blob:; style-src 'self' 'unsafe-inline'; object-src 'none'; \
         base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    ),
];

/// What somebody hears who does not know the word, where there is one.
fn stranger(server: &Shared, request: &Request) -> Option<Response> {
    let (word, port) = (server.options.token.as_deref()?, server.address.port());
    if token::is_known(request.headers(), word, port) {
        return None;
    }
    if let Some((place, cookie)) = token::brought(request.uri(), word, port).filter(|_| request.method() == Method::GET)
    {
        // the word leaves the address at once: addresses are shown, kept and shared
        return Some(
            (StatusCode::SEE_OTHER, [(header::LOCATION, place), (header::SET_COOKIE, cookie)]).into_response(),
        );
    }
    let why = "this server asks for a token: open the address that was printed when it started, or send \
               'Authorization: Bearer TOKEN'";
    let mut refused = reply::error_of(StatusCode::UNAUTHORIZED, "unauthorized", why);
    refused.headers_mut().insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
    Some(refused)
}

/// Why a request with these headers is refused, if it is.
pub fn refusal(headers: &HeaderMap, port: u16, bind: IpAddr) -> Option<&'static str> {
    let text = |name| headers.get(name).map(|v: &HeaderValue| v.to_str().unwrap_or("\u{0}"));
    let Some(host) = text(header::HOST) else { return Some("the request names no Host") };
    if headers.get_all(header::HOST).iter().count() > 1 || !is_own_host(host, port, bind) {
        return Some("this Host is not served here");
    }
    if let Some(origin) = text(header::ORIGIN)
        && origin != format!("http://{host}")
    {
        return Some("requests from other pages are not answered");
    }
    if text(header::HeaderName::from_static("sec-fetch-site")).is_some_and(|site| site == "cross-site") {
        // following a link to the page itself is fine, using it from another page is not
        let is_visit = text(header::HeaderName::from_static("sec-fetch-mode")).is_some_and(|mode| mode == "navigate");
        if !is_visit {
            return Some("requests from other pages are not answered");
        }
    }
    None
}

/// A rebinding attack needs a name: only `localhost` and plain addresses are accepted, with our port.
fn is_own_host(host: &str, port: u16, bind: IpAddr) -> bool {
    let (name, given_port) = match host.rsplit_once(':') {
        Some((name, digits)) if !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit()) => {
            (name, digits.parse().ok())
        }
        _ => (host, Some(80)),
    };
    if given_port != Some(port) {
        return false;
    }
    if name.eq_ignore_ascii_case("localhost") {
        return bind.is_loopback() || bind.is_unspecified();
    }
    match name.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>() {
        Ok(address) => address == bind || bind.is_unspecified() || (bind.is_loopback() && address.is_loopback()),
        Err(_) => false,
    }
}
