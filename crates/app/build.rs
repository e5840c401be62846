//! Builds the page of the workbench (`web/`) with Node when its sources changed, and lists its files for embedding.
//!
//! Without Node the program still builds; it then serves a page that says how to get the real one.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn main() {
    let root = PathBuf::from(env("CARGO_MANIFEST_DIR")).join("../..");
    let web = root.join("web");
    let dist = web.join("dist");
    let mut sources = vec![
        web.join("package.json"),
        web.join("package-lock.json"),
        web.join("build.mjs"),
        web.join("help.mjs"),
        web.join("index.html"),
    ];
    collect(&web.join("src"), &mut sources);
    collect(&root.join("docs/concepts"), &mut sources);
    sources.sort();
    for watched in [
        "web/src",
        "web/package.json",
        "web/package-lock.json",
        "web/build.mjs",
        "web/help.mjs",
        "web/index.html",
        "docs/concepts",
    ] {
        println!("cargo::rerun-if-changed={}", root.join(watched).display());
    }
    println!("cargo::rerun-if-changed=build.rs");
    let fresh = fingerprint(&sources);
    let built = || fs::read_to_string(dist.join(".fingerprint")).is_ok_and(|old| old == fresh);
    if !built() {
        match build_page(&web, &sources) {
            Ok(()) => drop(fs::write(dist.join(".fingerprint"), &fresh)),
            Err(reason) => println!("cargo::warning=the page of the workbench was not built: {reason}"),
        }
    }
    // a copy is embedded: whoever deletes the built page can still build
    let out = PathBuf::from(env("OUT_DIR"));
    let page = out.join("page");
    let list = if dist.join("index.html").is_file() {
        let _ = fs::remove_dir_all(&page);
        copy(&dist, &page).expect("the built page can be copied to OUT_DIR");
        embedded(&page)
    } else {
        placeholder()
    };
    fs::write(out.join("assets.rs"), list).expect("OUT_DIR can be written");
}

fn env(name: &str) -> String {
    std::env::var(name).unwrap_or_default()
}

fn collect(folder: &Path, out: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() { collect(&path, out) } else { out.push(path) }
    }
}

fn copy(from: &Path, to: &Path) -> std::io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let (path, target) = (entry.path(), to.join(entry.file_name()));
        if path.is_dir() {
            copy(&path, &target)?;
        } else {
            fs::copy(path, target)?;
        }
    }
    Ok(())
}

/// FNV-1a over names and contents: time stamps of a fresh checkout say nothing.
fn fingerprint(files: &[PathBuf]) -> String {
    let mut hash = 0xcbf2_9ce4_8422_2325u64;
    for file in files {
        let name = file.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
        for byte in name.into_bytes().into_iter().chain(fs::read(file).unwrap_or_default()) {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
        }
    }
    format!("{hash:016x}")
}

fn build_page(web: &Path, sources: &[PathBuf]) -> Result<(), String> {
    let lock: Vec<PathBuf> = sources.iter().filter(|f| f.ends_with("package-lock.json")).cloned().collect();
    let stamp = web.join("node_modules/.gosedai-lock");
    let wanted = fingerprint(&lock);
    let has_tools = web.join("node_modules/esbuild").is_dir();
    if !has_tools || fs::read_to_string(&stamp).is_ok_and(|old| old != wanted) {
        npm(web, &["ci", "--omit=dev", "--no-audit", "--no-fund", "--loglevel=error"])?;
    }
    let _ = fs::write(&stamp, wanted);
    npm(web, &["run", "--silent", "build"])
}

fn npm(web: &Path, args: &[&str]) -> Result<(), String> {
    let program = if cfg!(windows) { "npm.cmd" } else { "npm" };
    let output = Command::new(program)
        .args(args)
        .current_dir(web)
        .output()
        .map_err(|e| format!("npm cannot be run ({e}); install Node 20 or later"))?;
    if output.status.success() {
        return Ok(());
    }
    let text = String::from_utf8_lossy(&output.stderr);
    Err(format!("npm {} failed: {}", args.join(" "), text.lines().take(4).collect::<Vec<_>>().join(" / ")))
}

fn embedded(dist: &Path) -> String {
    let mut files = Vec::new();
    collect(dist, &mut files);
    files.sort();
    let mut text = String::from("pub static ASSETS: &[Asset] = &[\n");
    for file in &files {
        let name = file.strip_prefix(dist).unwrap_or(file).to_string_lossy().replace('\\', "/");
        if name.starts_with('.') || name.ends_with(".gz") {
            continue;
        }
        let path = fs::canonicalize(file).unwrap_or_else(|_| file.clone());
        let packed = PathBuf::from(format!("{}.gz", path.display()));
        let gzip = if packed.is_file() { format!("Some(include_bytes!({packed:?}))") } else { "None".to_string() };
        text.push_str(&format!("    Asset {{ name: {name:?}, plain: include_bytes!({path:?}), gzip: {gzip} }},\n"));
    }
    text + "];\n"
}

fn placeholder() -> String {
    let page = "<!doctype html><meta charset=utf-8><title>Gosedai</title><body style='font:16px sans-serif;max-width:40em;margin:4em auto'>\
        <h1>碁世代 Gosedai</h1><p>This program was built without the page of the workbench, because Node was not at hand. \
        Install Node 20 or later and build again. The interface at <a href='/api'>/api</a> works all the same.</p>";
    format!(
        "pub static ASSETS: &[Asset] = &[Asset {{ name: \"index.html\", plain: {page:?}.as_bytes(), gzip: None }}];\n"
    )
}
