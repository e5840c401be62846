//! A program that answers like KataGo, for tests of judges outside this program.

use std::path::PathBuf;

/// A folder that no other run has: a process number comes back, and other sandboxes that share the place have the same ones. With
/// a folder shared by two runs the queries of one stood in the log of the other.
pub struct Folder(pub PathBuf);

impl Folder {
    pub fn new(name: &str) -> Folder {
        let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap().as_nanos();
        let make = |number: u32| {
            let path = std::env::temp_dir().join(format!("gosedai-{name}-{}-{now}-{number}", std::process::id()));
            std::fs::create_dir(&path).is_ok().then_some(path)
        };
        Folder((0..100).find_map(make).expect("a new folder"))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// A program that answers every query: D4 is best with 60 % for Black and 2.5 points, Q16 costs a point. Queries are kept.
pub fn stand_in(folder: &Folder) -> (PathBuf, PathBuf) {
    let (program, log) = (folder.0.join("kata"), folder.0.join("queries"));
    let script = format!(
        "#!/bin/sh\nwhile read -r line; do\necho \"$line\" >> {}\nid=$(echo \"$line\" | sed 's/.*\"id\":\"\\([^\"]*\\)\".*/\\1/')\n\
         echo '{{\"id\":\"'\"$id\"'\",\"isDuringSearch\":false,\"turnNumber\":0,\"rootInfo\":{{\"winrate\":0.6,\"scoreLead\":2.5,\"visits\":50}},\
         \"moveInfos\":[{{\"move\":\"D4\",\"visits\":40,\"winrate\":0.6,\"scoreLead\":2.5,\"prior\":0.5,\"order\":0,\"pv\":[\"D4\",\"Q4\"]}},\
         {{\"move\":\"Q16\",\"visits\":10,\"winrate\":0.55,\"scoreLead\":1.5,\"prior\":0.2,\"order\":1,\"pv\":[\"Q16\"]}}]}}'\ndone\n",
        log.display()
    );
    // read by the shell, not run: a program that another thread's child still holds open for writing cannot be started
    std::fs::write(&program, script).unwrap();
    (program, log)
}
