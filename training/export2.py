"""Writes the distilled network as it is shipped ("GOSENET2", see crates/net/src/format.rs) and golden vectors for the Rust crate's tests.

    python export2.py out/distill2/student.pt -o ../knowledge/net/default.gnet --about "..." \\
        --library out/carry/libgosedai_trainer.so --games out/carry/games.npz --golden ../crates/net/tests/data/golden2.jsonl

Weights that were not trained through the rounding get their step sizes here, from positions of professional games.
"""
import argparse, json, struct
import numpy as np
import torch
import torch.nn.functional as F
from export import floats, write_conv
from positions import PASS, RULES, START, Games, Pool, start_of
from student import GLOBALS, PLANES, Deployed, restore

PADDED_PLANES = 24


@torch.no_grad()
def write(net, path, about):
    c, h = net.config, net.heads
    with open(path, "wb") as out:
        text = about.encode()
        out.write(b"GOSENET2" + struct.pack("<7I", PADDED_PLANES, GLOBALS, c["channels"], c["blocks"], c["head"], c["hidden"], len(text)) + text)
        write_conv(out, net.conv_in, torch.ones(PLANES), PADDED_PLANES)
        floats(out, net.global_in.weight)
        for b in net.blocks:
            for quantiser, conv in ((b.in1, b.conv1), (b.in2, b.conv2)):
                steps = quantiser.log_step.exp()
                floats(out, steps)
                write_conv(out, conv, steps)
            out.write(struct.pack("<I", b.pooled is not None))
            if b.pooled is not None:
                floats(out, b.pooled.weight)
        steps = net.in_heads.log_step.exp()
        floats(out, steps)
        write_conv(out, net.head_conv, steps)
        floats(out, h.policy_global.weight, h.policy_global.bias, h.policy_out.weight, h.pass_out.weight, h.pass_out.bias,
               h.value_hidden.weight, h.value_hidden.bias, h.value_out.weight, h.value_out.bias, h.owner_out.weight, h.owner_out.bias)


def pool(x):
    mean = x.mean((2, 3))
    return torch.cat([mean, mean * ((x.shape[2] * x.shape[3]) ** 0.5 - 14.0) / 10.0, x.amax((2, 3))], 1)


@torch.no_grad()
def integer_forward(net, planes, glob):
    """What the Rust crate computes on a board that fills its image: exact integer sums, then single floats without fused steps."""
    def conv(layer, steps, q):
        w, scale = layer.integers(steps)
        w = (w + 0.5).floor().clamp(-127, 127)
        sums = F.conv2d(q.double(), w.double(), padding=w.shape[2] // 2).float()
        return sums * scale.view(1, -1, 1, 1)

    def quantise(x, steps):
        return ((x * (1.0 / steps).view(1, -1, 1, 1)).clamp_max(127) + 0.5).floor()

    add = lambda x, bias: x + bias.view(len(bias) if bias.ndim > 1 else 1, -1, 1, 1)
    x = add(conv(net.conv_in, torch.ones(PLANES), planes), net.conv_in.bias + net.global_in(glob)).relu()
    for b in net.blocks:
        s1, s2 = b.in1.log_step.exp(), b.in2.log_step.exp()
        a = quantise(add(conv(b.conv1, s1, quantise(x, s1)), b.conv1.bias).relu(), s2)
        bias = b.conv2.bias
        if b.pooled is not None:
            bias = bias + b.pooled(pool(a * s2.view(1, -1, 1, 1)))
        x = (add(conv(b.conv2, s2, a), bias) + x).relu()
    s = net.in_heads.log_step.exp()
    x = add(conv(net.head_conv, s, quantise(x, s)), net.head_conv.bias)
    return net.heads.after(x, torch.ones(len(x), 1, *x.shape[2:]), glob)


def planes_of(codes, side):
    """[1, 22, side, side] from the words of a 19x19 canvas"""
    code = codes.reshape(19, 19)[:side, :side]
    return torch.from_numpy(np.ascontiguousarray((code >> np.arange(22)[:, None, None]) & 1)).float()[None]


class Boards:
    """One seat, to look at positions."""

    def __init__(self, library):
        self.pool, self.seat = Pool(library, 1, 1), np.zeros(1, np.uint32)

    def look(self, start, setup, moves):
        starts = np.zeros(1, START)
        starts[0] = start
        played = int(self.pool.start(self.seat, starts, [moves], [setup])[0])
        codes, glob, to_move = np.zeros((1, 361), np.int32), np.zeros((1, 19), np.float32), np.zeros(1, np.uint8)
        self.pool.features(self.seat, codes, glob, to_move)
        return codes[0], glob, played


def samples(boards, games, count, seed=5):
    """Positions of many sizes and rules: professional ones, and random ones on small boards and with handicap stones."""
    rng = np.random.default_rng(seed)
    for i in range(count):
        rules = RULES[i % len(RULES)][0] if i % 3 else RULES[i // 3 % 2][0]
        komi = float(rng.choice([6.5, 7.5, 0.5, 7.0, -9.5, 21.5]))
        if i % 2 == 0:
            side, setup = 19, []
            game, at = games.draw(rng)
            setup, line = games.of(game)
            setup, moves, black_first = [int(p) for p in setup], [int(m) for m in line[:at]], int(not games.white_first[game])
        else:
            side = (9, 13, 7, 19, 11, 16)[i // 2 % 6]
            setup = [3 * 19 + 3, 5 * 19 + 5] if i % 4 == 3 else []
            moves, black_first = [], int(not setup)
            for _ in range(int(rng.integers(side, side * side // 2))):
                codes, _, _ = boards.look(start_of(side, rules, komi, black_first), setup, moves)
                legal = np.flatnonzero((codes >> 22) & 1)
                moves.append(int(rng.choice(legal)) if len(legal) and rng.random() > 0.02 else PASS)
        start = start_of(side, rules, komi, black_first)
        codes, glob, played = boards.look(start, setup, moves)
        yield side, start, setup, moves[:played], codes, glob


@torch.no_grad()
def main():
    a = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    a.add_argument("weights")
    a.add_argument("-o", "--out", required=True)
    a.add_argument("--about", default="")
    a.add_argument("--library", required=True)
    a.add_argument("--games", required=True)
    a.add_argument("--golden", help="JSON lines: positions and the outputs expected for them")
    a.add_argument("--count", type=int, default=24)
    a = a.parse_args()
    boards, games = Boards(a.library), Games(dict(np.load(a.games)), 1)
    trained, saved = restore(a.weights)
    canvas = lambda side, codes, glob: (planes_of(codes, side), torch.ones(1, 1, side, side), torch.from_numpy(glob))
    if not saved["quantised"]:
        print("not trained through the rounding: step sizes from positions")
        trained.calibrate([[canvas(side, codes, glob)] for side, _, _, _, codes, glob in samples(boards, games, 120, 11) if side == 19])
    net = Deployed(trained).eval()
    write(net, a.out, a.about)
    lines, far = [], [0.0, 0.0, 0.0]
    for side, start, setup, moves, codes, glob in samples(boards, games, a.count):
        policy, value, owner = integer_forward(net, planes_of(codes, side), torch.from_numpy(glob))
        # the same through the rounding as training sees it: only rare halves may fall otherwise
        for i, (x, y) in enumerate(zip(trained([canvas(side, codes, glob)])[0], (policy, value, owner))): far[i] = max(far[i], (x - y).abs().max().item())
        words = codes.reshape(19, 19)[:side, :side].reshape(-1) & 0x3FFFFF
        names = list(START.names)
        lines.append(json.dumps(dict(start={k: (float(v) if k == "komi" else int(v)) for k, v in zip(names, start)}, setup=[int(p) for p in setup], moves=moves,
            codes="".join(f"{int(w):06x}" for w in words), **{"global": [round(float(v), 6) for v in glob[0]]}, policy=[round(v, 4) for v in policy[0].tolist()],
            value=[round(v, 5) for v in value[0].tolist()], ownership=[round(v, 3) for v in owner[0].tanh().tolist()])))
    if a.golden:
        with open(a.golden, "w") as out: out.write("\n".join(lines) + "\n")
    print(f"{len(lines)} positions; integers and training differ by at most {far[0]:.4f} (policy), {far[1]:.4f} (value), {far[2]:.4f} (owners)")


if __name__ == "__main__":
    main()
