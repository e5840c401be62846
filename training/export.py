"""Writes the shipped network file and golden vectors for the Rust crate's tests.

    python export.py out/run/net.pt --games out/games.npz -o ../knowledge/net/default.gnet --about "..."

The format is described in crates/net/src/format.rs.
"""
import argparse, json, struct, sys
import numpy as np
import torch
from data import Positions, PASS
from deployed import load
from model import GLOBALS, HEAD, PLANES, pool

PADDED_PLANES = 20


def write_conv(out, conv, steps, padded=None):
    q, scale = conv.integers(steps)
    q = (q + 0.5).floor().clamp(-127, 127).to(torch.int8).permute(0, 2, 3, 1)  # [out][ky][kx][in]
    if padded:
        q = torch.nn.functional.pad(q, (0, padded - q.shape[3]))
    out.write(q.contiguous().numpy().tobytes())
    floats(out, scale.flatten(), conv.bias)


def floats(out, *tensors):
    for t in tensors:
        out.write(t.detach().float().contiguous().numpy().astype("<f4").tobytes())


@torch.no_grad()
def write(net, path, about):
    c, h = net.config["channels"], net.heads
    with open(path, "wb") as out:
        text = about.encode()
        out.write(b"GOSENET1" + struct.pack("<6I", PADDED_PLANES, GLOBALS, c, net.config["blocks"], HEAD, len(text)) + text)
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
        floats(out, h.policy_global.weight, h.policy_global.bias, h.policy_out.weight[0], h.pass_out.weight[0], h.pass_out.bias[0],
               h.value_hidden.weight, h.value_hidden.bias, h.value_out.weight, h.value_out.bias, h.points_out.weight, h.points_out.bias)


@torch.no_grad()
def integer_forward(net, planes, glob):
    """What the Rust crate computes, operation by operation: exact integer sums, then single floats without fused steps."""
    def conv(layer, steps, q):
        w, scale = layer.integers(steps)
        w = (w + 0.5).floor().clamp(-127, 127)
        sums = torch.nn.functional.conv2d(q.double(), w.double(), padding=w.shape[2] // 2).float()
        return sums * scale.view(1, -1, 1, 1)

    def quantise(x, steps):
        return ((x * (1.0 / steps).view(1, -1, 1, 1)).clamp_max(127) + 0.5).floor()

    add = lambda x, bias: x + bias.view(1, -1, 1, 1)
    bias = net.conv_in.bias + net.global_in(glob)[0]
    x = add(conv(net.conv_in, torch.ones(PLANES), planes), bias).relu()
    for b in net.blocks:
        s1, s2 = b.in1.log_step.exp(), b.in2.log_step.exp()
        a = quantise(add(conv(b.conv1, s1, quantise(x, s1)), b.conv1.bias).relu(), s2)
        bias = b.conv2.bias
        if b.pooled is not None:
            bias = bias + b.pooled(pool(a * s2.view(1, -1, 1, 1)))[0]
        x = (add(conv(b.conv2, s2, a), bias) + x).relu()
    s = net.in_heads.log_step.exp()
    return net.heads(add(conv(net.head_conv, s, quantise(x, s)), net.head_conv.bias))


@torch.no_grad()
def main():
    a = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    a.add_argument("weights")
    a.add_argument("--games", required=True)
    a.add_argument("-o", "--out", required=True)
    a.add_argument("--about", default="")
    a.add_argument("--golden", help="JSON lines: move lists and the outputs expected for them")
    a.add_argument("--check", type=int, default=0, help="compare float and quantised accuracy on so many test positions")
    a = a.parse_args()
    torch.manual_seed(5)
    data = Positions(a.games, "cpu", threads=2, games=None)
    net = load(a.weights).eval()
    sample = lambda which, n: data.index[which][torch.randint(len(data.index[which]), (n,))]

    def planes(i):
        x, g, y = data.batch(i, torch.zeros_like(i), torch.zeros_like(i).bool())
        return x.float(), g, y

    test = sample(2, a.check) if a.check else None
    accuracy = lambda: report(net, planes, test)
    if a.check: print("float    ", accuracy(), flush=True)
    if not net.conv_in.active:
        net.calibrate([planes(sample(0, 64))[:2] for _ in range(8)])
    if a.check: print("quantised", accuracy(), flush=True)
    write(net, a.out, a.about)
    if a.golden:
        with open(a.golden, "w") as out:
            for i in sample(2, 16).tolist():
                game = data.game[i].item()
                start = data.start[game].item()
                i = torch.tensor([i])
                x, g, _ = planes(i)
                policy, value, points = integer_forward(net, x, g)
                moves = data.moves[start:i.item()].tolist()
                codes = data.boards[i.item()].tolist()
                out.write(json.dumps(dict(komi=data.komi[game].nan_to_num(6.5).item(), moves=moves, codes="".join(f"{v:02x}" for v in codes),
                    policy=[round(v, 4) for v in policy[0, 0].tolist()], value=[round(v, 5) for v in value[0].tolist()],
                    ownership=[round(v, 3) for v in points[0, 2].tanh().tolist()])) + "\n")


def report(net, planes, index):
    hit1 = hit5 = ll = right = wins = 0
    for i in index.split(64):
        x, g, y = planes(i)
        policy, value, _ = net(x, g)
        log = policy[:, 0, :PASS].log_softmax(1)
        ok = y["move"] != PASS
        own = log.gather(1, y["move"].clamp_max(PASS - 1)[:, None])
        rank = (log > own).sum(1)[ok]
        hit1 += (rank < 1).sum().item(); hit5 += (rank < 5).sum().item(); ll += own[ok].sum().item()
        right += (((value[:, 0] > 0).float() == y["win"]) & y["has_win"]).sum().item(); wins += y["has_win"].sum().item()
    n = len(index)
    return f"top1 {hit1 / n:.4f} top5 {hit5 / n:.4f} log-likelihood {ll / n:.4f} value {right / wins:.4f}"


if __name__ == "__main__":
    main()
