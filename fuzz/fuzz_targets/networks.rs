//! Network files, ours (`.gnet`) and KataGo's (`.bin.gz`).
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| drop(gosedai_net::Net::read(data)));
