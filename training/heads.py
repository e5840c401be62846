"""Trains value, score and ownership heads on self-play games of several board sizes, the trunk and the policy left as they are.

    cargo run --release -p gosedai-net --example head_data -- 9 250 0.2 11 out/h9.bin      (and 19, 13)
    python heads.py ../knowledge/net/default.gnet 9:out/h9.bin 19:out/h19.bin -o new.gnet

On 19x19 the win and score heads are held to what they said before (they come from professional games); the owner of each
point is new everywhere, and on smaller boards winner and score are learnt from the games. Games at the end of each file are
held out (15 %) and measured before and after.
"""
import argparse, json, struct
import numpy as np
import torch
import torch.nn.functional as F

HEAD, HIDDEN, UNIT = 32, 64, 20.0


class Tail:
    """The heads at the end of a network file."""

    def __init__(self, path):
        self.bytes = bytearray(open(path, "rb").read())
        self.channels = c = struct.unpack_from("<6I", self.bytes, 8)[2]
        sizes = [("q", c * 3 * HEAD, "i1"), ("scale", 3 * HEAD, "<f4"), ("bias", 3 * HEAD, "<f4"), ("policy_global", HEAD * 3 * HEAD + HEAD, "<f4"),
                 ("policy_out", HEAD, "<f4"), ("pass_out", 3 * HEAD + 1, "<f4"), ("hidden_w", HIDDEN * 3 * HEAD, "<f4"), ("hidden_b", HIDDEN, "<f4"),
                 ("value_w", 2 * HIDDEN, "<f4"), ("value_b", 2, "<f4"), ("points_w", 3 * HEAD, "<f4"), ("points_b", 3, "<f4")]
        at = len(self.bytes) - sum(n * np.dtype(t).itemsize for _, n, t in sizes)
        self.place = {}
        for name, n, t in sizes:
            self.place[name] = (at, n, t)
            at += n * np.dtype(t).itemsize

    def get(self, name):
        at, n, t = self.place[name]
        return torch.from_numpy(np.frombuffer(self.bytes, t, n, at).astype(np.float32))

    def put(self, name, values):
        at, n, t = self.place[name]
        raw = values.detach().numpy().reshape(-1).astype(t).tobytes()
        assert len(raw) == n * np.dtype(t).itemsize
        self.bytes[at:at + len(raw)] = raw


class ValueHeads(torch.nn.Module):
    def __init__(self, tail):
        super().__init__()
        p = lambda t, *shape: torch.nn.Parameter(t.clone().view(*shape))
        q, scale = tail.get("q").view(3 * HEAD, -1), tail.get("scale")
        self.conv, self.conv_b = p(q[2 * HEAD:] * scale[2 * HEAD:, None], HEAD, -1), p(tail.get("bias")[2 * HEAD:], HEAD)
        self.hidden_w, self.hidden_b = p(tail.get("hidden_w"), HIDDEN, 3 * HEAD), p(tail.get("hidden_b"), HIDDEN)
        self.value_w, self.value_b = p(tail.get("value_w"), 2, HIDDEN), p(tail.get("value_b"), 2)
        self.points_w, self.points_b = p(tail.get("points_w"), 3, HEAD), p(tail.get("points_b"), 3)

    def forward(self, trunk):
        v = F.relu(F.linear(trunk.float(), self.conv, self.conv_b))  # [positions][points][HEAD]
        mean, scale = v.mean(1), (v.shape[1] ** 0.5 - 14.0) / 10.0
        pooled = torch.cat([mean, mean * scale, v.amax(1)], 1)
        value = F.linear(F.relu(F.linear(pooled, self.hidden_w, self.hidden_b)), self.value_w, self.value_b)
        return value, F.linear(v, self.points_w, self.points_b)[:, :, 2]


def read(spec, channels):
    side, path = spec.split(":", 1)
    area = int(side) ** 2
    kind = np.dtype([("score", "<f4"), ("komi", "<f4"), ("owner", "i1", area), ("trunk", "u1", (area, channels))])
    raw = open(path, "rb").read()
    rows = np.frombuffer(raw, kind, len(raw) // kind.itemsize)
    t = lambda a: torch.from_numpy(a.copy())
    return dict(side=int(side), score=t(rows["score"]), owner=t(rows["owner"]).float(), trunk=t(rows["trunk"]), held=int(len(rows) * 0.85))


@torch.no_grad()
def measure(net, d):
    part = slice(d["held"], None)
    value, owner = zip(*[net(x) for x in d["trunk"][part].split(64)])
    value, owner = torch.cat(value), torch.cat(owner)
    won, score, real = d["score"][part] > 0, d["score"][part], d["owner"][part]
    return (f"{d['side']}x{d['side']}: {len(won)} positions, winner {((value[:, 0] > 0) == won).float().mean():.3f}, log loss "
            f"{F.binary_cross_entropy_with_logits(value[:, 0], won.float()):.3f}, score off {(value[:, 1] * UNIT - score).abs().mean():.2f}, "
            f"owner right {((owner > 0) == (real > 0))[real != 0].float().mean():.3f}")


def main():
    a = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    a.add_argument("network")
    a.add_argument("data", nargs="*", help="SIDE:FILE; none: only renew golden values")
    a.add_argument("-o", "--out", required=True)
    a.add_argument("--golden", nargs=2, metavar=("JSONL", "TRUNK"), help="renew the values of golden positions from their trunk activations")
    a.add_argument("--steps", type=int, default=500)
    a = a.parse_args()
    torch.manual_seed(1); torch.set_num_threads(1)
    tail = Tail(a.network)
    net, before = ValueHeads(tail), ValueHeads(tail)
    sets = [read(spec, tail.channels) for spec in a.data]
    for d in sets: print("before", measure(net, d), flush=True)
    adam = torch.optim.AdamW(net.parameters(), lr=2e-3, weight_decay=1e-4)
    for step in range(a.steps if sets else 0):
        for group in adam.param_groups: group["lr"] = 2e-3 * min(1, step / 20 + 0.05) * (1 - step / a.steps)
        loss = 0
        for d in sets:
            i = torch.randint(d["held"], (24 if d["side"] == 19 else 64,))
            x, score = d["trunk"][i], d["score"][i]
            value, owner = net(x)
            loss = loss + 1.0 * F.binary_cross_entropy_with_logits(2 * owner, (d["owner"][i] + 1) / 2)
            if d["side"] == 19:
                with torch.no_grad(): said = before(x)[0]
                loss = loss + 6 * F.huber_loss(value[:, 0], said[:, 0]) + 20 * F.huber_loss(value[:, 1], said[:, 1])
            else:
                loss = loss + 0.7 * F.binary_cross_entropy_with_logits(value[:, 0], (score > 0).float()) + 0.5 * F.huber_loss(value[:, 1], score / UNIT)
        adam.zero_grad(); loss.backward(); adam.step()
        if step % 100 == 0: print(step, round(loss.item(), 4), flush=True)
    q, scale, bias = tail.get("q").view(3 * HEAD, -1), tail.get("scale"), tail.get("bias")
    scale[2 * HEAD:] = net.conv.detach().abs().amax(1).clamp_min(1e-8) / 127
    q[2 * HEAD:] = (net.conv.detach() / scale[2 * HEAD:, None] + 0.5).floor().clamp(-127, 127)
    bias[2 * HEAD:] = net.conv_b.detach()
    for name, values in (("q", q), ("scale", scale), ("bias", bias), ("hidden_w", net.hidden_w), ("hidden_b", net.hidden_b), ("value_w", net.value_w),
                         ("value_b", net.value_b), ("points_w", net.points_w), ("points_b", net.points_b)):
        tail.put(name, values)
    final = ValueHeads(tail)
    for d in sets: print("after ", measure(final, d), flush=True)
    for d in sets:
        if d["side"] == 19:
            with torch.no_grad():
                x = d["trunk"][d["held"]:]
                print("19x19 value kept: logits off by", (final(x)[0][:, 0] - before(x)[0][:, 0]).abs().mean().item())
    open(a.out, "wb").write(tail.bytes)
    if a.golden: renew_golden(final, *a.golden, tail.channels)


@torch.no_grad()
def renew_golden(net, path, trunk, channels):
    rows = [json.loads(line) for line in open(path)]
    x = torch.from_numpy(np.fromfile(trunk, np.uint8).reshape(len(rows), 361, channels).copy())
    value, owner = net(x)
    with open(path, "w") as out:
        for row, v, o in zip(rows, value, owner):
            row["value"], row["ownership"] = [round(t, 5) for t in v.tolist()], [round(t, 3) for t in o.tanh().tolist()]
            out.write(json.dumps(row) + "\n")


if __name__ == "__main__":
    main()
