"""Prints games as Python's sgfmill reads them: one line a node, `depth NAME[raw value]...`, `--` after each input."""

import sys

from sgfmill import sgf_grammar


def dump(tree):
    stack = [(tree, 0)]
    while stack:
        tree, depth = stack.pop()
        for node in tree.sequence:
            line = str(depth)
            for name, values in node.items():
                line += " " + name
                for value in values:
                    text = value.decode("utf-8").replace("\n", "\\n").replace("\r", "\\r")
                    line += "[" + text + "]"
            print(line)
            depth += 1
        for child in reversed(tree.children):
            stack.append((child, depth))


for text in sys.stdin.buffer.read().split(b"\0")[:-1]:
    for game in sgf_grammar.parse_sgf_collection(text):
        dump(game)
    print("--")
