use super::*;

fn judged() -> Judged {
    Judged {
        number: 3,
        win_rate: 0.5,
        score: 1.5,
        mean_win: 0.5,
        mean_score: 1.25,
        top: vec![],
        played: None,
        at_first_sight: None,
        ranked: 0,
    }
}

#[test]
fn results_survive_and_belong_to_their_review() {
    let path = std::env::temp_dir().join(format!("gosedai-store-{}", std::process::id()));
    let open = |key: &str| Store::open(&path, key, false).unwrap();
    open("gosedai review one").add(3, &judged()).unwrap();
    let half = std::fs::read_to_string(&path).unwrap() + "[4, {\"numb";
    std::fs::write(&path, half).unwrap();
    let again = open("gosedai review one");
    assert_eq!(again.get(3), Some(judged()));
    assert_eq!(again.get(4), None, "the broken line is dropped");
    again.add(5, &judged()).unwrap();
    assert_eq!(open("gosedai review one").get(5), Some(judged()), "and the next one stands by itself");
    assert_eq!(open("gosedai review two").get(3), None);
    open("gosedai review two").remove();
    assert!(!path.exists());
    std::fs::write(&path, "my own notes").unwrap();
    assert!(Store::open(&path, "gosedai review one", false).is_err());
    assert_eq!(std::fs::read(&path).unwrap(), b"my own notes");
    std::fs::remove_file(&path).unwrap();
}

#[test]
fn a_full_disk_costs_no_result_that_was_there() {
    let path = std::env::temp_dir().join(format!("gosedai-store-faults-{}", std::process::id()));
    let key = "gosedai review one";
    for steps in 0.. {
        let _ = std::fs::remove_file(&path);
        Store::open(&path, key, false).unwrap().add(3, &judged()).unwrap();
        // a cut line makes the next opening write the file anew
        std::fs::write(&path, std::fs::read_to_string(&path).unwrap() + "[4, {").unwrap();
        keep::fail_after(Some(steps));
        let told = Store::open(&path, key, false).and_then(|store| store.add(5, &judged()));
        let came = keep::fail_after(None).is_none();
        assert_eq!(told.is_err(), came, "step {steps}");
        assert_eq!(Store::open(&path, key, false).unwrap().get(3), Some(judged()), "step {steps}");
        if !came {
            assert!(steps > 6, "{steps}");
            break;
        }
    }
    std::fs::remove_file(&path).unwrap();
}
