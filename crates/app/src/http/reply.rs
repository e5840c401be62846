//! Answers as JSON, and errors as one shape everywhere: `{"error": {"kind", "message", "field"?}}`.

use axum::body::Body;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use gosedai_engine::ApiError;
use serde::Serialize;
use serde_json::json;

use super::answers::{ErrorAnswer, ErrorInfo};

pub fn json<T: Serialize>(value: &T) -> Response {
    with_status(StatusCode::OK, value)
}

pub fn with_status<T: Serialize>(status: StatusCode, value: &T) -> Response {
    match serde_json::to_vec(value) {
        Ok(bytes) => {
            (status, [(header::CONTENT_TYPE, "application/json; charset=utf-8")], Body::from(bytes)).into_response()
        }
        Err(error) => error_of(StatusCode::INTERNAL_SERVER_ERROR, "failed", &error.to_string()),
    }
}

pub fn error_of(status: StatusCode, kind: &str, message: &str) -> Response {
    let error = ErrorInfo { kind: kind.to_string(), message: message.to_string(), field: None };
    with_status(status, &ErrorAnswer { error })
}

/// Everything of a kind is taken: the asker may come back soon.
pub fn busy(what: &str) -> Response {
    let mut response = error_of(StatusCode::SERVICE_UNAVAILABLE, "busy", &format!("{what}: try again soon"));
    response.headers_mut().insert(header::RETRY_AFTER, header::HeaderValue::from_static("1"));
    response
}

pub fn api_error(error: &ApiError) -> Response {
    with_status(status_of(error), &json!({"error": error_value(error)}))
}

/// The error as data, message included.
pub fn error_value(error: &ApiError) -> serde_json::Value {
    let mut value = serde_json::to_value(error).unwrap_or_else(|_| json!({"kind": "failed"}));
    if let Some(object) = value.as_object_mut() {
        object.insert("message".to_string(), json!(error.to_string()));
    }
    value
}

fn status_of(error: &ApiError) -> StatusCode {
    match error {
        ApiError::BadRequest { .. } => StatusCode::BAD_REQUEST,
        ApiError::Failed { .. } => StatusCode::UNPROCESSABLE_ENTITY,
        ApiError::Cancelled => StatusCode::CONFLICT,
        ApiError::Deadline => StatusCode::GATEWAY_TIMEOUT,
    }
}
