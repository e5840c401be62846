#!/usr/bin/env python3
"""Runs GNU Go's .tst files against two GTP programs in one go: passed/total and seconds for each suite.

    suite/gnugo_regression.py DIR [SUITE…] [--ours 'gosedai gtp'] [--theirs 'gnugo --mode gtp'] [--failures] [--prove NODES]

DIR holds the .tst files and the games they load; SUITE names some of them. Seconds are the processor time of the
program. With --prove, where our answer is not the listed one, our move and the listed ones are each put to the exact
search (`gosedai-prove`): a move of ours proved to reach what the listed one reaches is reported as another right move.
"""
import argparse
import glob
import os
import re
import resource
import shlex
import subprocess

ASKED = ("attack", "defend", "connect", "disconnect")


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


def prove(program, folder, commands, wrong, nodes):
    """What the exact search says of our move and of the listed ones, for every wrong answer: {number: (ours, listed)}."""
    script, questions = [], {}
    for part in groups(commands):
        for command in part:
            number = command.split()[0]
            words = command.split()[1:]
            if number not in wrong or not words or words[0] not in ASKED:
                continue
            answer, pattern = wrong[number]
            points = " ".join(words[1:])
            played = re.fullmatch(r"[123] ([A-T]\d+)", answer or "")
            listed = re.findall(r"[A-T]\d+", pattern)
            script += [c for c in part if c != command and c != "popgo"]
            for kind, move in [("ours", played.group(1) if played else "any")] + [("listed", m) for m in listed or ["any"]]:
                key = str(len(questions) + 1)
                questions[key] = (number, kind, move)
                script.append(f"{key} gosedai-prove {words[0]} {move} {points} {nodes}")
            script += [c for c in part if c == "popgo"]
    done = subprocess.run(
        shlex.split(program), input="\n".join(script + ["quit", ""]), capture_output=True, text=True, cwd=folder
    )
    found = {}
    for key, answer in re.findall(r"^[=?](\d+) ?(.*)$", done.stdout, re.M):
        number, kind, move = questions[key]
        found.setdefault(number, []).append((kind, move, answer.strip()))
    return found


def verdict(answer, pattern, weighed):
    """Says in words what the exact search makes of a wrong answer; True if our answer stands."""
    said = ", ".join(f"{kind} {move}: {what}" for kind, move, what in weighed)
    ours = next((what for kind, _, what in weighed if kind == "ours"), "")
    code = (answer or "?")[0]
    stands = ours == f"{code} proved"
    if not stands:
        return False, said
    listed_code = pattern[:1]
    return True, ("another right move: " if listed_code == code else "the listed answer is refuted: ") + said


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folder")
    parser.add_argument("suites", nargs="*")
    parser.add_argument("--ours", default="gosedai gtp")
    parser.add_argument("--theirs", default="gnugo --mode gtp")
    parser.add_argument("--failures", action="store_true", help="print our wrong answers")
    parser.add_argument("--prove", type=int, metavar="NODES", help="put wrong answers to the exact search")
    args = parser.parse_args()
    for path in sorted(glob.glob(os.path.join(args.folder, "*.tst"))):
        name = os.path.basename(path).removesuffix(".tst")
        if args.suites and name not in args.suites:
            continue
        commands, expected = cases(path)
        row, proved = [name], 0
        for program in (args.ours, args.theirs):
            answers, seconds = run(program, args.folder, commands)
            passed = sum(is_right(want, answers.get(number)) for number, want in expected.items())
            row.append(f"{passed}/{len(expected)} in {seconds:.2f} s")
            if program != args.ours:
                continue
            wrong = {n: (answers.get(n), want[1]) for n, want in expected.items() if not is_right(want, answers.get(n))}
            weighed = prove(args.ours, args.folder, commands, wrong, args.prove) if args.prove else {}
            for number, (answer, pattern) in wrong.items():
                stands, said = verdict(answer, pattern, weighed.get(number, [])) if weighed else (False, "")
                proved += stands
                if args.failures:
                    print(f"{name} {number}: expected {pattern}, got {answer}. {said}")
        extra = f", {proved} more proved right" if args.prove else ""
        print(f"{row[0]:<12} ours {row[1]:<22}{extra} theirs {row[2]}", flush=True)


if __name__ == "__main__":
    main()
