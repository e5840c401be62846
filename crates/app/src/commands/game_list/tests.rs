use super::*;

const GAME: &str = "(;SZ[9];B[ee];W[cc])";

#[test]
fn folders_and_collections_are_taken_apart() {
    let folder = std::env::temp_dir().join(format!("gosedai-game-list-{}", std::process::id()));
    std::fs::create_dir_all(folder.join("in")).unwrap();
    std::fs::write(folder.join("a.sgf"), format!("{GAME}(;SZ[9];B[aa])(;SZ[9])")).unwrap();
    std::fs::write(folder.join("in/b.sgf"), GAME).unwrap();
    std::fs::write(folder.join("b.review.sgf"), GAME).unwrap();
    std::fs::write(folder.join("empty.sgf"), "(;SZ[9])").unwrap();
    let names = |path: &Path| -> Vec<String> {
        let games = read(&[path.display().to_string()]).unwrap();
        games.iter().map(|game| Path::new(&game.name).file_name().unwrap().to_string_lossy().into_owned()).collect()
    };
    assert_eq!(names(&folder), ["a-0001.sgf", "a-0002.sgf", "b.sgf"], "not the reviewed one, not those without moves");
    assert_eq!(names(&folder.join("a.sgf")), ["a-0001.sgf", "a-0002.sgf"]);
    assert_eq!(names(&folder.join("b.review.sgf")), ["b.review.sgf"], "named by itself it is a game");
    assert!(read(&[folder.join("none.sgf").display().to_string()]).unwrap_err().to_string().contains("none.sgf"));
    std::fs::create_dir_all(folder.join("bare")).unwrap();
    assert!(read(&[folder.join("bare").display().to_string()]).unwrap_err().to_string().contains("no game"));
    std::fs::remove_dir_all(&folder).unwrap();
}
