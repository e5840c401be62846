"""Fits the weights of the cases so that professional moves come out on top of the score table.

    gosedai bench decision-features features.jsonl GAMES 100
    python3 training/decision/fit.py features.jsonl

Softmax regression over the candidates of each position with one non-negative weight for each case; a third of the positions is
kept back to report agreement before and after. Prints `[weight.*]` values, scaled so that `experience` keeps weight 1.
"""
import json
import sys

import numpy as np

positions = [json.loads(line) for line in open(sys.argv[1])]
cases = sorted({c for p in positions for m in p["candidates"] for c in m["cases"]})
data = []
for p in positions:
    played = [i for i, m in enumerate(p["candidates"]) if m["played"]]
    x = np.array([[m["cases"].get(c, 0.0) for c in cases] for m in p["candidates"]]).reshape(-1, len(cases))
    data.append((x, played[0] if played else None))
train = [d for i, d in enumerate(data) if i % 3 and d[1] is not None]
test = [d for i, d in enumerate(data) if i % 3 == 0]


def report(name, w):
    ranks = [np.inf if t is None else int((x @ w > x[t] @ w).sum()) + 1 for x, t in test]
    print(name, {f"top{k}": round(float(np.mean([r <= k for r in ranks])), 4) for k in (1, 5, 10, 20)})


# where experience alone would stand: its points are a logarithm to base ten
w = np.full(len(cases), 0.01)
if "experience" in cases:
    w[cases.index("experience")] = 0.4
print(len(train), "positions to fit,", len(test), "to report")
report("before", np.ones(len(cases)))
report("experience alone", np.array([float(c == "experience") for c in cases]))
mean, square = np.zeros_like(w), np.zeros_like(w)
for step in range(1, 601):
    grad = np.zeros_like(w)
    loss = 0.0
    for x, t in train:
        s = x @ w
        p = np.exp(s - s.max())
        p /= p.sum()
        loss -= np.log(p[t] + 1e-12)
        grad += p @ x - x[t]
    grad /= len(train)
    # Adam: the cases differ much in size and frequency
    mean = 0.9 * mean + 0.1 * grad
    square = 0.99 * square + 0.01 * grad**2
    rate = 0.01 * (1 - step / 601)
    w = np.maximum(w - rate * (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.99**step)) + 1e-9), 0.0)
    if step % 100 == 0:
        print("step", step, "loss", round(loss / len(train), 4))
report("after", w)
scale = 1 / w[cases.index("experience")] if "experience" in cases else 1.0
for c, v in zip(cases, w):
    print(f"[weight.{c.replace('-', '_')}] value = {v * scale:.2f}")
