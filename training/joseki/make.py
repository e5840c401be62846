"""Writes knowledge/joseki/*.sgf: trees of common corner sequences, with names and choice conditions.

    python3 training/joseki/make.py corner_sequences.tsv 120 knowledge/joseki

corner_sequences.tsv has a count, a count since 2016 and a sequence on each line (how often professionals played it);
names.tsv beside this file is written by hand. Sequences played at least as often as the second argument are kept.
"""
import sys
from collections import defaultdict
from pathlib import Path

FAMILIES = {"Bdd": "hoshi", "Bcd": "komoku", "Bcc": "sansan", "Bce": "mokuhazushi", "Bde": "takamoku"}


def read(path):
    counts = {}
    for line in Path(path).read_text().splitlines()[1:]:
        count, modern, moves = line.split("\t")
        counts[tuple(moves.split())] = (int(count), int(modern))
    return counts


def read_names(path):
    names = {}
    for line in path.read_text().splitlines():
        if line and not line.startswith("#"):
            moves, en, ja, conditions = (line.split("\t") + ["", "", ""])[:4]
            names[tuple(moves.split())] = (en, ja, conditions.strip())
    return names


def write(node, counts, children, names, least, out):
    """Iterative: one line per node, variations by falling count."""
    stack = [(node, 0, True)]
    while stack:
        item, depth, enter = stack.pop()
        if not enter:
            out.append(")")
            continue
        count, modern = counts[item]
        move = item[-1]
        props = f";{move[0]}[{move[1:]}]KW[{count}:{modern}]"
        en, ja, conditions = names.get(item, ("", "", ""))
        if en:
            props += f"N[{en} / {ja}]"
        if conditions:
            props += f"KC[{conditions}]"
        kept = sorted((c for c in children[item] if counts[c][0] >= least), key=lambda c: (-counts[c][0], c))
        out.append("(" + props if depth else props)
        if depth:
            stack.append((item, depth, False))
        for child in reversed(kept):
            stack.append((child, depth + 1, True))


def main():
    source, least, target = sys.argv[1], int(sys.argv[2]), Path(sys.argv[3])
    counts, names = read(source), read_names(Path(__file__).with_name("names.tsv"))
    children = defaultdict(list)
    for moves in counts:
        children[moves[:-1]].append(moves)
    unknown = [" ".join(n) for n in names if n not in counts]
    if unknown:
        print("named but never played often enough:", "; ".join(unknown), file=sys.stderr)
    target.mkdir(parents=True, exist_ok=True)
    covered = lines = 0
    for first, family in FAMILIES.items():
        out = []
        write((first,), counts, children, names, least, out)
        head = (
            "(;GM[1]FF[4]CA[UTF-8]SZ[19]AP[gosedai]"
            f"C[{family}: the corner is turned to the upper left and Black comes first. KW is how often professionals "
            "played the move (in all : since 2016). KC is the condition under which it is chosen. "
            "Two moves of one colour in a row: the other side played elsewhere.]\n"
        )
        (target / f"{family}.sgf").write_text(head + "\n".join(out) + "\n)\n")
        kept = [m for m in counts if m[0] == first and counts[m][0] >= least]
        inner = {m[:-1] for m in kept}
        lines += sum(m not in inner for m in kept)
        covered += sum(counts[m][0] for m in kept)
    print(f"{lines} lines, {covered / sum(c for c, _ in counts.values()):.1%} of all sequences by weight")


main()
