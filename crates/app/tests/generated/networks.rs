//! Network files: a damaged one is refused and takes no more memory than it has.

use gosedai_net::Net;

use crate::random::Random;
use crate::watch::Watch;

pub fn run(seed: u64, count: usize) {
    let whole = std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/../../knowledge/net/default.gnet")).unwrap();
    let mut watch = Watch::new("networks");
    for number in 0..count {
        let mut random = Random::new(seed + number as u64);
        let mut bytes = whole[..random.below(4096)].to_vec();
        match random.below(4) {
            // numbers of the header
            0 | 1 => {
                for _ in 0..1 + random.below(3) {
                    let at = 8 + 4 * random.below(7);
                    let value = random.pick(&[&0u32, &1, &2, &64, &255, &65536, &0x7fff_ffff, &0x8000_0000, &u32::MAX]);
                    if at + 4 <= bytes.len() {
                        bytes[at..at + 4].copy_from_slice(&value.to_le_bytes());
                    }
                }
            }
            2 => random.damage(&mut bytes, 6, &["GOSENET1", "GOSENET2", "\0\0\0\0"]),
            _ => {
                bytes = b"\x1f\x8b\x08\0\0\0\0\0\0\x03".to_vec();
                bytes.extend((0..random.below(300)).map(|_| random.next() as u8));
            }
        }
        watch.run(format!("network {}", seed + number as u64), || drop(Net::read(&bytes)));
    }
    watch.finish();
}
