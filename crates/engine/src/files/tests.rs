use super::*;

/// Once a game without an end was read without end, whether it came from a stream or was unpacked from a small file.
#[test]
fn what_does_not_end_is_given_up_with_its_name_and_the_limit() {
    struct Endless(&'static [u8]);
    impl Read for Endless {
        fn read(&mut self, out: &mut [u8]) -> std::io::Result<usize> {
            let head = self.0.read(out)?;
            out[head..].fill(b'q');
            Ok(out.len())
        }
    }
    for (start, name) in [(&b"(;C["[..], "-"), (b"", "game.sgf"), (b"", "games.sgfs"), (b"", "game.gib")] {
        let told = first_game(Endless(start), name).unwrap_err().to_string();
        let name = if name == "-" { "standard input" } else { name };
        assert!(told.contains(name) && told.contains("64"), "{told}");
    }
    if cfg!(unix) {
        let told = read_game(Path::new("/dev/zero")).unwrap_err().to_string();
        assert!(told.contains("/dev/zero") && told.contains("64"), "{told}");
        let told = bytes(Path::new("/dev/zero"), 1 << 20).unwrap_err().to_string();
        assert_eq!(told, "cannot read /dev/zero: it is larger than 1 MiB");
    }
}

/// Two kilobytes that unpack to eighty megabytes.
#[test]
fn a_small_file_that_unpacks_without_end_is_given_up() {
    let block = |last: u32, kind: u32, size: u32| (last | kind << 1 | size << 3).to_le_bytes()[..3].to_vec();
    let mut zstd = vec![0x28, 0xb5, 0x2f, 0xfd, 0x00, 0x38];
    zstd.extend([block(0, 0, 4), b"(;C[".to_vec()].concat());
    for i in 0..640 {
        zstd.extend([block(u32::from(i == 639), 1, 1 << 17), b"x".to_vec()].concat());
    }
    let path = std::env::temp_dir().join(format!("gosedai-bomb-{}.sgf.zst", std::process::id()));
    std::fs::write(&path, zstd).unwrap();
    let told = read_game(&path).unwrap_err().to_string();
    assert!(told.contains("bomb") && told.contains("larger than 64 MiB"), "{told}");
    std::fs::remove_file(&path).unwrap();
}

#[test]
fn files_and_folders_are_read_in_order() {
    let folder = std::env::temp_dir().join(format!("gosedai-files-{}", std::process::id()));
    std::fs::create_dir_all(folder.join("sub")).unwrap();
    std::fs::write(folder.join("b.sgf"), "(;GN[2])(;GN[3])").unwrap();
    std::fs::write(folder.join("a.sgfs"), "(;GN[0])\nbroken\n(;GN[1])\n").unwrap();
    std::fs::write(folder.join("sub/c.sgf"), "(;GN[4])").unwrap();
    std::fs::write(folder.join("notes.txt"), "not a game").unwrap();
    let missing = folder.join("missing.sgf");
    let found: Vec<String> = games(&[folder.clone(), missing.clone()])
        .map(|game| match game {
            Ok(game) => game.record.game.root().raw("GN").unwrap_or("").to_owned(),
            Err(error) => error.to_string().rsplit_once(": ").map(|(_, why)| why.to_owned()).unwrap(),
        })
        .collect();
    let expected = ["0", "no game found, a game starts with \"(;\"", "1", "2", "3", "4"];
    assert_eq!(found[..6], expected);
    assert_eq!(found.len(), 7, "a missing file is one error: {found:?}");
    assert_eq!(read_game(&folder.join("b.sgf")).unwrap().root().raw("GN"), Some("2"));
    assert!(read_game(&folder).is_err() && read_game(&missing).is_err());
    std::fs::remove_dir_all(&folder).unwrap();
}
