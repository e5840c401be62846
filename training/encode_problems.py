"""Problems with their solutions as positions to learn from: out/problems.npz.

    gosedai bench exercises exercises.jsonl TSUMEGO_FOLDER/*.jsonl
    python encode_problems.py TSUMEGO_FOLDER --exercises exercises.jsonl --games out/games.npz -o out/problems.npz

Every position of a solution tree becomes a row: the moves that do what the side to move wants, and whether it can. The side that is asked
wants what the problem asks; after a wrong move it is the other side that has something to find. Of a position in which the side to move is
lost only the value is learnt, and, with little weight, how the tree resists. Exercises are positions that the exact search solved on its
way through the problems that are learnt; of several moves that win they know one. With --games every tree comes a second time with stones
of a game on the rest of the board.

Split: `gosedai grade --half 1`, the life-and-death problems whose id has an odd CRC-32, is for reporting (2). Whatever has the same
surroundings (9x9 about a right first move, in any of the eight views and either colour) as one of these is left out. One in twenty of the
others is for validation (1), the rest is learnt (0).
"""
import argparse, ctypes, json, os, zlib
import numpy as np
from data import PASS, Positions, native, pointer

RIGHT = 8  # right moves kept a position
HISTORY = 5
NOWHERE = PASS + 1
CONTEXTS = 5000


def point(text):
    return (ord(text[1]) - 97) * 19 + ord(text[0]) - 97 if text else PASS


def succeeds(tree, asked):
    """Does the side that is asked get what the problem asks?"""
    if not isinstance(tree, dict): return bool(tree)
    return (any if asked else all)(succeeds(child, not asked) for child in tree.values())


def rows(tree, asked, path):
    """(path, right moves, can the side to move get what it wants?, weight of the moves) of every position."""
    if not isinstance(tree, dict) or not tree: return
    good = succeeds(tree, asked)
    wins = good if asked else not good
    right = [m for m, child in tree.items() if not wins or succeeds(child, not asked) == good]
    yield path, [point(m) for m in right][:RIGHT], wins, 1.0 if wins else 0.15
    for move, child in tree.items():
        yield from rows(child, not asked, path + [point(move)])


def surroundings(stones, at):
    """The same for every view and colour."""
    grid = np.full((27, 27), 3, np.uint8)
    grid[4:23, 4:23] = stones.reshape(19, 19)
    y, x = divmod(at, 19)
    patch = grid[y:y + 9, x:x + 9]
    swapped = np.array([0, 2, 1, 3], np.uint8)[patch]
    views = [np.rot90(v, k) for p in (patch, swapped) for v in (p, p.T) for k in range(4)]
    return min(v.tobytes() for v in views)


def main():
    a = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    a.add_argument("folder")
    a.add_argument("--exercises")
    a.add_argument("--games", help="out/games.npz: surroundings to put problems into")
    a.add_argument("-o", "--out", default="out/problems.npz")
    a = a.parse_args()
    problems = []
    for name in ("weiqihub", "gogameguru", "sanderland"):
        with open(os.path.join(a.folder, name + ".jsonl")) as lines:
            problems += [json.loads(line) for line in lines]
    problems = [p for p in problems if p["size"] == 19]
    odd = lambda p: zlib.crc32(p["id"].encode()) & 1 == 1
    is_test = [p["source"] == "weiqihub" and p["type"] == "life-and-death" and p["status"] == "tree" and odd(p) for p in problems]
    starts, first, places = np.zeros((len(problems), 361), np.uint8), np.zeros(len(problems), np.uint8), []
    for i, p in enumerate(problems):
        for color, names in ((1, p.get("black", [])), (2, p.get("white", []))):
            starts[i, [point(n) for n in names]] = color
        first[i] = 1 if p["to_play"] == "B" else 2
        places.append({surroundings(starts[i], point(m)) for m in p["solutions"] if m})
    tested = set().union(*(s for s, t in zip(places, is_test) if t))
    split = np.zeros(len(problems), np.uint8)
    for i, p in enumerate(problems):
        if is_test[i]: split[i] = 2
        elif places[i] & tested: split[i] = 9
        elif zlib.crc32(p["id"].encode()) // 2 % 20 == 0: split[i] = 1
    which, moves, offsets, right, wins, weight, depth, owner = [], [], [0], [], [], [], [], []
    for i, p in enumerate(problems):
        if split[i] == 9: continue
        for path, good, win, w in rows(p["tree"], True, []):
            owner.append(i)
            which.append(i); moves += path; offsets.append(len(moves)); depth.append(len(path))
            right.append(good + [NOWHERE] * (RIGHT - len(good))); wins.append(win); weight.append(w)
    contexts, context = np.zeros((1, 361), np.uint8), [-1] * len(which)
    if a.games:
        # every position of a tree once more somewhere in a game, with the rest of that board about it
        positions = Positions(a.games, "cpu", threads=os.cpu_count(), games=CONTEXTS)
        rng = np.random.default_rng(1)
        chosen = rng.integers(len(positions.boards), size=CONTEXTS)
        contexts = np.ascontiguousarray(positions.boards[chosen].numpy() & 3)
        for i in range(len(which)):
            if split[which[i]] != 0: continue
            which.append(which[i]); moves += moves[offsets[i]:offsets[i + 1]]; offsets.append(len(moves)); depth.append(depth[i])
            right.append(right[i]); wins.append(wins[i]); weight.append(weight[i]); owner.append(2 * len(problems) + which[i])
            context.append(int(rng.integers(CONTEXTS)))
    if a.exercises:
        number = {p["id"]: i for i, p in enumerate(problems)}
        more, movers = [], []
        for line in open(a.exercises):
            e = json.loads(line)
            i = number.get(e["of"])
            if i is None or split[i] != 0: continue
            stones = np.zeros(361, np.uint8)
            for color, names in ((1, e["black"]), (2, e["white"])):
                stones[[point(n) for n in names]] = color
            which.append(len(problems) + len(more)); offsets.append(len(moves)); depth.append(99)
            more.append(stones); movers.append(1 if e["to_play"] == "B" else 2)
            good = [point(m) for m in e["right"]][:RIGHT]
            right.append(good + [NOWHERE] * (RIGHT - len(good))); wins.append(e["wins"]); weight.append(0.5 if e["wins"] else 0.0)
            owner.append(len(problems) + i); context.append(-1)
        starts, first = np.concatenate([starts, np.stack(more)]), np.concatenate([first, np.array(movers, np.uint8)])
        split = np.concatenate([split, np.zeros(len(more), np.uint8)])
    which, offsets = np.array(which, np.int32), np.array(offsets, np.int64)
    moves, context = np.array(moves, np.uint16), np.array(context, np.int32)
    n = len(which)
    boards, to_play, legal = np.empty((n, 361), np.uint8), np.empty(n, np.uint8), np.empty(n, np.uint8)
    native().encode_paths(pointer(starts), pointer(first), pointer(which), pointer(moves), pointer(offsets), pointer(contexts), pointer(context), ctypes.c_int64(n),
                          pointer(boards), pointer(to_play), pointer(legal))
    recent = np.full((n, HISTORY), NOWHERE, np.int16)
    for k in range(HISTORY):
        known = offsets[1:] - offsets[:-1] > k
        recent[known, k] = moves[offsets[1:][known] - 1 - k]
    keep = legal > 0
    np.savez_compressed(a.out, boards=boards[keep], to_play=to_play[keep], recent=recent[keep], right=np.array(right, np.int16)[keep],
                        wins=np.array(wins)[keep], weight=np.array(weight, np.float32)[keep], depth=np.array(depth, np.uint8)[keep],
                        problem=np.array(owner, np.int32)[keep], split=split[which][keep])
    print("problems: to learn %d, validation %d, test %d, left out %d" % tuple((split[:len(problems)] == s).sum() for s in (0, 1, 2, 9)))
    print("positions: to learn %d, validation %d, test %d; not playable %d" % (*((split[which][keep] == s).sum() for s in (0, 1, 2)), (~keep).sum()))


if __name__ == "__main__":
    main()
