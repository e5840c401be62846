use std::sync::atomic::AtomicBool;

use super::*;

#[test]
fn a_checkpoint_survives_a_full_disk() {
    let folder = std::env::temp_dir().join(format!("gosedai-checkpoint-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("proof");
    let goal = Goal { geometry: Geometry::parse("3x3").unwrap(), target: 9 };
    let table = Table::with_bytes(1 << 20);
    for steps in 0.. {
        save(&file, &goal, &table, 1, false).unwrap();
        keep::fail_after(Some(steps));
        let told = save(&file, &goal, &table, 2, false);
        let came = keep::fail_after(None).is_none();
        assert_eq!(told.is_err(), came, "step {steps}");
        let header = checkpoint::load(&mut File::open(&file).unwrap(), &goal, &table, &AtomicBool::new(false)).unwrap();
        assert!([1, 2].contains(&header.nodes));
        assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 1, "step {steps} left something behind");
        if !came {
            assert!(steps >= 5 && header.nodes == 2);
            break;
        }
    }
    std::fs::remove_dir_all(&folder).unwrap();
}
