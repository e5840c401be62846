#!/usr/bin/env python3
"""Runs GNU Go's .tst files against two GTP programs in one go: passed/total and seconds for each suite.

    suite/gnugo_regression.py DIR [--ours 'gosedai gtp'] [--theirs 'gnugo --mode gtp'] [--failures]

DIR holds the .tst files and the games they load. Seconds are the processor time of the program.
"""
import argparse
import glob
import os
import re
import resource
import shlex
import subprocess


def cases(path):
    """Commands in order; a numbered command carries the answer expected of it."""
    expected = {}
    commands = []
    last = None
    for line in open(path, encoding="latin-1"):
        line = line.strip()
        found = re.match(r"#\? \[(!?)(.*)\](\*?)", line)
        if found and last:
            expected[last] = (found.group(1) == "!", found.group(2))
        elif line and not line.startswith("#"):
            number = re.match(r"(\d+)\s+\S", line)
            last = number.group(1) if number else None
            commands.append(line)
    return commands, expected


def groups(commands):
    """Commands from one `loadsgf` to the next, tried moves taken back: what can be left out when a program dies on it."""
    parts = []
    for command in commands:
        if command.startswith("loadsgf") or not parts:
            parts.append([])
        parts[-1].append(command)
    return [part + ["popgo" for command in part if command.startswith("trymove")] for part in parts]


def run(program, folder, commands):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    answers = {}
    left = groups(commands)
    while left:
        text = "\n".join([command for part in left for command in part] + ["quit", ""])
        done = subprocess.run(shlex.split(program), input=text, capture_output=True, text=True, cwd=folder)
        found = re.findall(r"^[=?](\d+) ?(.*)$", done.stdout, re.M)
        answers.update({number: answer.strip() for number, answer in found})
        if done.returncode == 0:
            break
        # it died: the first part without an answer is lost, the rest gets a new process
        numbers = [[c.split()[0] for c in part if c[0].isdigit()] for part in left]
        dead = next((i for i, part in enumerate(numbers) if any(n not in answers for n in part)), len(left))
        left = left[dead + 1 :]
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return answers, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def is_right(expected, answer):
    negated, pattern = expected
    return (re.fullmatch(pattern, answer or "") is not None) != negated


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folder")
    parser.add_argument("--ours", default="gosedai gtp")
    parser.add_argument("--theirs", default="gnugo --mode gtp")
    parser.add_argument("--failures", action="store_true", help="print our wrong answers")
    args = parser.parse_args()
    for path in sorted(glob.glob(os.path.join(args.folder, "*.tst"))):
        commands, expected = cases(path)
        row = [os.path.basename(path).removesuffix(".tst")]
        for program in (args.ours, args.theirs):
            answers, seconds = run(program, args.folder, commands)
            passed = sum(is_right(want, answers.get(number)) for number, want in expected.items())
            row.append(f"{passed}/{len(expected)} in {seconds:.2f} s")
            if args.failures and program == args.ours:
                for number, want in expected.items():
                    if not is_right(want, answers.get(number)):
                        print(number, "expected", want[1], "got", answers.get(number))
        print(f"{row[0]:<12} ours {row[1]:<22} theirs {row[2]}", flush=True)


if __name__ == "__main__":
    main()
