#!/usr/bin/env python3
"""The anchors of knowledge/strength.toml: how much players of known kinds lose.

    strength_anchors.py LABELS [LOOKS.jsonl...] [REVIEWS.json...]

LABELS: JSON lines of a strong judge, one position each: kind, id, turn, color, played, lead (for Black), best[[move, ...]].
LOOKS: JSON lines of `gosedai analysis` on some of these games: id, v (visits), t (turn), c, lead, best[[move, visits, lead, ...]].
REVIEWS: files *.review.json of some of these games, with their records beside them (`gosedai review GAMES --out DIR`); the property SO
of the records is the id.
A loss is counted as a review does: none for the judge's best move, else what the lead fell by, at least 0.
"""
import collections
import json
import math
import re
import statistics
import sys

SIGN = {"B": 1, "W": -1}
LEAST = 30  # moves of a side
VISITS = 36  # of a review's first look
RANDOM = 6  # the games of GNU Go begin with so many random moves


def lines(path):
    with open(path, encoding="utf-8") as file:
        yield from map(json.loads, file)


def logit(share, count):
    return math.log((share * count + 0.5) / ((1 - share) * count + 0.5))


def figures(losses):
    count = len(losses)
    return math.log(sum(losses) / count), logit(sum(loss < 1 for loss in losses) / count, count), count


def main():
    games, kinds = collections.defaultdict(dict), {}
    for label in lines(sys.argv[1]):
        games[label["id"]][label["turn"]] = label
        kinds[label["id"]] = "professional" if label["kind"] == "pro" else "gnugo"

    def loss(label, after):
        best = label["best"][0][0] if label["best"] else None
        return 0.0 if best == label["played"] else max(0.0, (label["lead"] - after["lead"]) * SIGN[label["color"]])

    sides = collections.defaultdict(list)
    for name, turns in games.items():
        own = collections.defaultdict(list)
        for turn, label in turns.items():
            if turn + 1 in turns and label.get("played") and (kinds[name] != "gnugo" or turn >= RANDOM):
                own[label["color"]].append(loss(label, turns[turn + 1]))
        sides[kinds[name]] += [figures(losses) for losses in own.values() if len(losses) >= LEAST and sum(losses) > 0]
    means = {}
    for kind, found in sides.items():
        means[kind] = [statistics.mean(side[i] for side in found) for i in (0, 1)]
        log_loss, within = means[kind]
        print(f"{kind}: {len(found)} sides, {sum(s[2] for s in found)} moves, "
              f"loss {math.exp(log_loss):.3f}, within {1 / (1 + math.exp(-within)):.3f}")
    low, high = means["gnugo"], means["professional"]
    place = lambda side: statistics.mean((side[i] - low[i]) / (high[i] - low[i]) for i in (0, 1))
    for kind, found in sides.items():
        print(f"{kind}: spread of one side {100 * statistics.stdev(map(place, found)):.0f}, "
              f"{statistics.median(s[2] for s in found):.0f} moves a side")

    # what the review itself sees of the same moves: a weaker judge finds losses of its own, and overlooks others
    seen = collections.defaultdict(lambda: ([], []))
    for path in (path for path in sys.argv[2:] if path.endswith(".jsonl")):
        looks = collections.defaultdict(dict)
        for look in lines(path):
            if look["v"] == VISITS:
                looks[look["id"]][look["t"]] = look
        for name, turns in looks.items():
            labels, (ours, real) = games[name], seen[kinds[name]]
            for turn, look in turns.items():
                if turn + 1 in turns and turn in labels and turn + 1 in labels and look["best"]:
                    best = look["best"][0]
                    fall = (best[2] - turns[turn + 1]["lead"]) * SIGN[look["c"]]
                    ours.append(0.0 if best[0] == labels[turn]["played"] else max(0.0, fall))
                    real.append(loss(labels[turn], labels[turn + 1]))
    for path in (path for path in sys.argv[2:] if path.endswith(".json")):
        with open(path, encoding="utf-8") as file:
            review = json.load(file)
        with open(path.removesuffix("json") + "sgf", encoding="utf-8") as file:
            name = re.search(r"SO\[([^\]]*)\]", file.read()).group(1)
        turns = games[name]
        ours, real = seen[kinds[name]]
        for move in review["moves"]:
            turn = move["number"] - 1
            if turn in turns and turn + 1 in turns and (kinds[name] != "gnugo" or turn >= RANDOM):
                ours.append(move["loss"])
                real.append(loss(turns[turn], turns[turn + 1]))
    for kind, pair in seen.items():
        (ours, ours_within, count), (real, real_within, _) = map(figures, pair)
        base = means[kind]
        print(f"{kind} as reviewed, {count} moves ({math.exp(ours):.2f} points a move against {math.exp(real):.2f}): "
              f"loss {math.exp(base[0] + ours - real):.3f}, "
              f"within {1 / (1 + math.exp(-(base[1] + ours_within - real_within))):.3f}")

main()
