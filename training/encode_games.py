"""Encodes SGF collections (.sgfs.xz, one game a line) into one compact .npz: moves, results, komi, split.

    python encode_games.py GAMES_FOLDER -o out/games.npz

Split by game: of every hundred games (in the collection's own order, which is by date) number 7 is test and number 57
validation; besides, every game from 2024 on is test, so that the test also holds games later than all training games.
Handicap games are training data only. `--without FILE` leaves out games that something is measured on (known by their `SO`).
"""
import argparse, glob, lzma, os, re
import numpy as np

PASS = 361
PROPERTY = re.compile(r"([A-Z]+)((?:\[[^\]]*\])+)")
TRAIN, VALIDATION, TEST = 0, 1, 2


def point(text):
    return PASS if len(text) != 2 else (ord(text[0]) - 97) + 19 * (ord(text[1]) - 97)


def values(text):
    return text[1:-1].split("][")


def parse(line):
    root, *moves = line.strip().rstrip(")").split(";")[1:]
    props = {k: values(v) for k, v in PROPERTY.findall(root)}
    setup = [point(p) for p in props.get("AB", [])]
    played = [point(m[2:m.index("]")]) for m in moves]
    result = props.get("RE", ["?"])[0]
    winner = {"B": 1, "W": -1}.get(result[:1], 0) if "+" in result else 0
    try:
        margin = winner * float(result[2:]) if winner else (0.0 if result == "0" else np.nan)
    except ValueError:
        margin = np.nan
    try:
        komi = float(props["KM"][0])
    except (KeyError, ValueError):
        komi = np.nan
    if not np.isnan(margin):  # counted out: the players passed, though the records drop it
        played += [PASS, PASS]
    year = re.match(r"\d{4}", props.get("DT", [""])[0])
    return dict(setup=setup, moves=played, white_first=moves[0][0] == "W", winner=winner, margin=margin, komi=komi,
                year=int(year.group()) if year else 0)


def split_of(index, game, handicap):
    if handicap:
        return TRAIN
    if game["year"] >= 2024 or index % 100 == 7:
        return TEST
    return VALIDATION if index % 100 == 57 else TRAIN


def main():
    args = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    args.add_argument("folder")
    args.add_argument("-o", "--out", default="out/games.npz")
    args.add_argument("--without", help="games to leave out: one a line, known by SO")
    args.add_argument("--no-test", action="store_true", help="without the test games, where only training and validation are needed")
    args.add_argument("--test-games", help="also write the test games, one a line, for `gosedai net eval`")
    args = args.parse_args()
    games, split, test_lines, index, left = [], [], [], 0, 0
    source = lambda line: re.search(r"SO\[([^\]]*)\]", line).group(1)
    without = {source(line) for line in open(args.without, encoding="utf-8") if "SO[" in line} if args.without else set()
    for path in sorted(glob.glob(os.path.join(args.folder, "*.sgfs.xz"))):
        handicap = os.path.basename(path).startswith("handicap")
        for line in lzma.open(path, "rt", encoding="utf-8"):
            game = parse(line)
            part = split_of(index, game, handicap)
            index += 0 if handicap else 1
            if without and source(line) in without:
                left += 1
                continue
            if part == TEST:
                test_lines.append(line)
                if args.no_test: continue
            games.append(game)
            split.append(part)
    lengths = [len(g["setup"]) + len(g["moves"]) for g in games]
    np.savez_compressed(
        args.out,
        moves=np.array([m for g in games for m in g["setup"] + g["moves"]], np.uint16),
        offsets=np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64),
        setup=np.array([len(g["setup"]) for g in games], np.uint8),
        white_first=np.array([g["white_first"] for g in games], np.uint8),
        winner=np.array([g["winner"] for g in games], np.int8),
        margin=np.array([g["margin"] for g in games], np.float32),
        komi=np.array([g["komi"] for g in games], np.float32),
        year=np.array([g["year"] for g in games], np.int16),
        split=np.array(split, np.uint8))
    if args.test_games:
        with open(args.test_games, "w", encoding="utf-8") as out:
            out.writelines(test_lines)
    counts = np.bincount(split, minlength=3)
    print(f"{len(games)} games, {sum(lengths)} moves; train {counts[0]}, validation {counts[1]}, test {counts[2]}; {left} left out")


if __name__ == "__main__":
    main()
