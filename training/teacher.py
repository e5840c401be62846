"""KataGo networks (.bin.gz, file versions 8 to 17 with V7 inputs) as PyTorch modules: residual, nested bottleneck and transformer blocks.

    python teacher.py NETWORK.bin.gz -o out/carry/teacher.npz      repacks a network in half precision
    python teacher.py NETWORK.bin.gz --about                       says what is in it

All boards of a batch have one size and fill their image, so nothing is masked. The outputs are for the side to move.
"""
import argparse, gzip, json
import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

PLANES, GLOBALS = 22, 19


class Reader:
    """Words and blocks of floats of the file, in turn."""

    def __init__(self, path):
        with (gzip.open if path.endswith(".gz") else open)(path, "rb") as f:
            self.data = f.read()
        self.at = 0

    def word(self):
        space = b" \t\r\n"
        while self.data[self.at:self.at + 1] in (b" ", b"\t", b"\r", b"\n"): self.at += 1
        start = self.at
        while self.data[self.at] not in space: self.at += 1
        return self.data[start:self.at].decode()

    def int(self):
        return int(self.word())

    def floats(self, *shape):
        self.at = self.data.index(b"@BIN@", self.at) + 5
        count = int(np.prod(shape))
        values = np.frombuffer(self.data, "<f4", count, self.at).reshape(shape)
        self.at += 4 * count
        return values

    def conv(self):
        self.word()
        ky, kx, inputs, outputs, dy, dx = (self.int() for _ in range(6))
        assert dy == dx == 1, "dilated convolutions are not known"
        return dict(w=self.floats(ky, kx, inputs, outputs).transpose(3, 2, 0, 1).copy())

    def matrix(self):
        self.word()
        inputs, outputs = self.int(), self.int()
        return dict(w=self.floats(inputs, outputs).T.copy())

    def bias(self):
        self.word()
        return dict(b=self.floats(self.int()))

    def norm(self):
        """Normalisation by fixed statistics: a factor and a bias a channel."""
        self.word()
        channels, eps, has_scale, has_bias = self.int(), float(self.word()), self.int(), self.int()
        mean, variance = self.floats(channels), self.floats(channels)
        scale = self.floats(channels) if has_scale else np.ones(channels, np.float32)
        bias = self.floats(channels) if has_bias else np.zeros(channels, np.float32)
        scale = scale.astype(np.float64) / np.sqrt(variance.astype(np.float64) + eps)
        return dict(s=scale.astype(np.float32), b=(bias - scale * mean).astype(np.float32))

    def activation(self, version):
        self.word()
        return self.word().removeprefix("ACTIVATION_").lower() if version >= 11 else "relu"

    def rms(self):
        self.word()
        channels, eps = self.int(), float(self.word())
        return dict(eps=eps, s=self.floats(channels))

    def block(self, version):
        kind = self.word()
        self.word()
        if kind == "ordinary_block":
            return dict(kind="plain", norm1=self.norm(), act1=self.activation(version), conv1=self.conv(),
                        norm2=self.norm(), act2=self.activation(version), conv2=self.conv())
        if kind == "gpool_block":
            return dict(kind="pooled", norm1=self.norm(), act1=self.activation(version), conv1=self.conv(), conv_pool=self.conv(), norm_pool=self.norm(),
                        act_pool=self.activation(version), to_bias=self.matrix(), norm2=self.norm(), act2=self.activation(version), conv2=self.conv())
        if kind == "nested_bottleneck_block":
            count = self.int()
            return dict(kind="nested", norm1=self.norm(), act1=self.activation(version), conv1=self.conv(),
                        blocks=[self.block(version) for _ in range(count)], norm2=self.norm(), act2=self.activation(version), conv2=self.conv())
        if kind == "transformer_attention_block":
            heads, kv_heads, q_dim, v_dim, rope, learnt = (self.int() for _ in range(6))
            block = dict(kind="attention", heads=heads, kv_heads=kv_heads, q_dim=q_dim, v_dim=v_dim, norm=self.rms(),
                         q=self.matrix(), k=self.matrix(), v=self.matrix(), out=self.matrix())
            if rope and learnt:
                self.word()
                block["frequencies"] = self.floats(*(self.int() for _ in range(3)))
            elif rope:
                self.word()
                block["theta"] = float(self.word())
            return block
        if kind == "transformer_ffn_block":
            self.int(), self.int()
            gated = self.int()
            assert gated, "only gated feed-forward blocks are known"
            return dict(kind="forward", norm=self.rms(), one=self.matrix(), gate=self.matrix(), two=self.matrix())
        raise ValueError(f"unknown block {kind}")

    def network(self):
        name, version, planes, globals_ = self.word(), self.int(), self.int(), self.int()
        assert 8 <= version <= 17 and planes == PLANES and globals_ == GLOBALS, "this network has other inputs than V7"
        # multipliers: time-difference score, score, spread, lead, variance of time, errors of value and score
        scales = [float(self.word()) for _ in range(7)] if version >= 13 else [20.0, 20.0, 20.0, 20.0, 40.0, 0.25, 30.0]
        if version >= 15:
            assert [self.int() for _ in range(8)] == [0] * 8, "unknown options"
        self.word()
        count = self.int()
        for _ in range(5): self.int()
        rms_tip = 0
        if version >= 15:
            rms_tip, *rest = (self.int() for _ in range(6))
            assert not any(rest), "unknown options"
        net = dict(name=name, version=version, scales=scales, conv=self.conv(), globals=self.matrix())
        net["blocks"] = [self.block(version) for _ in range(count)]
        if rms_tip:
            self.word()
            channels, eps, spatial, group = self.int(), float(self.word()), self.int(), self.int()
            assert group == 0
            net["tip"] = dict(eps=eps, spatial=spatial, s=self.floats(channels), b=self.floats(channels))
        else:
            net["tip"] = self.norm()
        net["tip_act"] = self.activation(version)
        self.word()
        if version >= 17:
            self.int()
            assert not any([self.int() for _ in range(3)]), "unknown options"
        policy = dict(conv=self.conv(), conv_pool=self.conv(), norm_pool=self.norm(), act_pool=self.activation(version), to_bias=self.matrix(),
                      norm=self.norm(), act=self.activation(version), out=self.conv(), to_pass=self.matrix())
        if version >= 15:
            policy.update(pass_bias=self.bias(), pass_act=self.activation(version), pass_out=self.matrix())
        self.word()
        if version >= 17: assert not any([self.int() for _ in range(3)]), "unknown options"
        value = dict(conv=self.conv(), norm=self.norm(), act=self.activation(version), two=self.matrix(), two_bias=self.bias(), two_act=self.activation(version),
                     three=self.matrix(), three_bias=self.bias(), score=self.matrix(), score_bias=self.bias(), owner=self.conv())
        assert not self.data[self.at:].strip(), "something follows the network"
        return dict(net, policy=policy, value=value)


def flatten(tree, path=""):
    """Arrays by their path; and the tree with paths in their place."""
    if isinstance(tree, np.ndarray): return {path: tree}, {"@": path}
    arrays = {}
    if isinstance(tree, (dict, list)):
        items = tree.items() if isinstance(tree, dict) else enumerate(tree)
        parts = []
        for key, part in items:
            found, part = flatten(part, f"{path}.{key}" if path else str(key))
            arrays.update(found)
            parts.append((key, part))
        return arrays, dict(parts) if isinstance(tree, dict) else [p for _, p in parts]
    return arrays, tree


def unflatten(tree, arrays):
    if isinstance(tree, list): return [unflatten(t, arrays) for t in tree]
    if isinstance(tree, dict):
        return arrays[tree["@"]].astype(np.float32) if "@" in tree else {k: unflatten(t, arrays) for k, t in tree.items()}
    return tree


def pack(net, path):
    """The large matrices in half precision, everything else in single."""
    arrays, tree = flatten(net)
    half = lambda k, a: a.astype(np.float16) if a.size > 40000 and k != "conv.w" else a
    np.savez_compressed(path, tree=np.frombuffer(json.dumps(tree).encode(), np.uint8), **{k: half(k, v) for k, v in arrays.items()})


def read(path):
    if not path.endswith(".npz"): return Reader(path).network()
    z = dict(np.load(path))
    return unflatten(json.loads(z.pop("tree").tobytes()), z)


ACTIVATIONS = dict(identity=lambda x: x, relu=F.relu, silu=F.silu, mish=F.mish)


def param(array):
    return nn.Parameter(torch.from_numpy(np.array(array, np.float32)), requires_grad=False)


class Norm(nn.Module):
    """Factor, bias and activation over the last dimension (channels)."""

    def __init__(self, desc, act):
        super().__init__()
        self.s, self.b, self.act = param(desc["s"]), param(desc["b"]), ACTIVATIONS[act]

    def forward(self, x):
        return self.act(torch.addcmul(self.b, x, self.s))


class Conv(nn.Module):
    def __init__(self, desc):
        super().__init__()
        self.weight = param(desc["w"])

    def forward(self, x):  # [batch, height, width, channels]
        if self.weight.shape[2] == 1:
            return F.linear(x, self.weight.flatten(1))
        return F.conv2d(x.permute(0, 3, 1, 2), self.weight, padding=(self.weight.shape[2] // 2, self.weight.shape[3] // 2)).permute(0, 2, 3, 1)


class Matrix(nn.Module):
    def __init__(self, desc, bias=None):
        super().__init__()
        self.weight = param(desc["w"])
        self.bias = param(bias["b"]) if bias else None

    def forward(self, x):
        return F.linear(x, self.weight, self.bias)


def size_of(x):
    return (x.shape[1] * x.shape[2]) ** 0.5 - 14.0


def pool(x):
    mean = x.mean((1, 2), dtype=torch.float32).to(x.dtype)
    return torch.cat([mean, mean * (size_of(x) * 0.1), x.amax((1, 2))], 1)


def pool_value(x):
    mean, size = x.mean((1, 2), dtype=torch.float32), size_of(x)
    return torch.cat([mean, mean * (size * 0.1), mean * (size * size * 0.01 - 0.1)], 1)


class Plain(nn.Module):
    def __init__(self, d):
        super().__init__()
        self.norm1, self.conv1 = Norm(d["norm1"], d["act1"]), Conv(d["conv1"])
        self.norm2, self.conv2 = Norm(d["norm2"], d["act2"]), Conv(d["conv2"])

    def forward(self, x):
        return x + self.conv2(self.norm2(self.conv1(self.norm1(x))))


class Pooled(nn.Module):
    def __init__(self, d):
        super().__init__()
        self.norm1, self.conv1 = Norm(d["norm1"], d["act1"]), Conv(d["conv1"])
        self.conv_pool, self.norm_pool, self.to_bias = Conv(d["conv_pool"]), Norm(d["norm_pool"], d["act_pool"]), Matrix(d["to_bias"])
        self.norm2, self.conv2 = Norm(d["norm2"], d["act2"]), Conv(d["conv2"])

    def forward(self, x):
        a = self.norm1(x)
        bias = self.to_bias(pool(self.norm_pool(self.conv_pool(a))))
        return x + self.conv2(self.norm2(self.conv1(a) + bias[:, None, None]))


class Nested(nn.Module):
    def __init__(self, d):
        super().__init__()
        self.norm1, self.conv1 = Norm(d["norm1"], d["act1"]), Conv(d["conv1"])
        self.blocks = nn.ModuleList(KINDS[b["kind"]](b) for b in d["blocks"])
        self.norm2, self.conv2 = Norm(d["norm2"], d["act2"]), Conv(d["conv2"])

    def forward(self, x):
        a = self.conv1(self.norm1(x))
        for block in self.blocks: a = block(a)
        return x + self.conv2(self.norm2(a))


class RmsNorm(nn.Module):
    def __init__(self, d):
        super().__init__()
        self.s, self.eps = param(d["s"]), d["eps"]

    def forward(self, x):
        y = x.float()
        return (y * torch.rsqrt(y.square().mean(-1, keepdim=True) + self.eps)).to(x.dtype) * self.s


class Attention(nn.Module):
    """Attention over all points, positions by rotation (two coordinates)."""

    def __init__(self, d):
        super().__init__()
        self.heads, self.kv_heads, self.q_dim, self.v_dim = d["heads"], d["kv_heads"], d["q_dim"], d["v_dim"]
        self.norm, self.out = RmsNorm(d["norm"]), Matrix(d["out"])
        self.qkv = Matrix(dict(w=np.concatenate([d[k]["w"] for k in "qkv"])))
        pairs = self.q_dim // 2
        if "frequencies" in d:  # [kv heads, pairs, (column, row)]
            frequencies = np.asarray(d["frequencies"], np.float64)
        elif "theta" in d:  # the first half of the pairs turns by the row, the second by the column
            each = d["theta"] ** (-2.0 * np.arange(pairs // 2) / pairs)
            zero = np.zeros_like(each)
            frequencies = np.stack([np.concatenate([zero, each]), np.concatenate([each, zero])], 1)[None].repeat(self.kv_heads, 0)
        else:
            frequencies = None
        self.turning = frequencies is not None
        row, column = np.divmod(np.arange(361), 19)
        angle = np.zeros((361, self.kv_heads, pairs)) if not self.turning else (
            column[:, None, None] * frequencies[None, :, :, 0] + row[:, None, None] * frequencies[None, :, :, 1])
        self.tables, self.size = {19: (torch.tensor(np.cos(angle), dtype=torch.float32), torch.tensor(np.sin(angle), dtype=torch.float32))}, None
        self.cos = self.sin = None

    def set_size(self, side, device):
        """The turns of a board of this size: its points are those in the upper left corner."""
        if self.size == (side, device): return
        if (side, device) not in self.tables:
            points = torch.tensor([r * 19 + c for r in range(side) for c in range(side)])
            self.tables[side, device] = tuple(t[points].to(device) for t in self.tables[19])
        self.cos, self.sin = self.tables[side, device]
        self.size = (side, device)

    def turn(self, x, heads):
        group = heads // self.kv_heads
        cos, sin = (t.repeat_interleave(group, 1) if group > 1 else t for t in (self.cos, self.sin))
        a, b = x.unflatten(-1, (-1, 2)).float().unbind(-1)  # [batch, points, heads, pairs]
        return torch.stack([a * cos - b * sin, a * sin + b * cos], -1).flatten(-2).to(x.dtype)

    def forward(self, x):
        batch, height, width, _ = x.shape
        q, k, v = self.qkv(self.norm(x)).view(batch, height * width, -1).split(
            [self.heads * self.q_dim, self.kv_heads * self.q_dim, self.kv_heads * self.v_dim], 2)
        q, k, v = q.unflatten(2, (self.heads, -1)), k.unflatten(2, (self.kv_heads, -1)), v.unflatten(2, (self.kv_heads, -1))
        if self.turning:
            q, k = self.turn(q, self.heads), self.turn(k, self.kv_heads)
        if self.kv_heads < self.heads:
            k, v = (t.repeat_interleave(self.heads // self.kv_heads, 2) for t in (k, v))
        a = F.scaled_dot_product_attention(q.transpose(1, 2), k.transpose(1, 2), v.transpose(1, 2))
        return x + self.out(a.transpose(1, 2).reshape(batch, height, width, -1))


class Forward(nn.Module):
    def __init__(self, d):
        super().__init__()
        self.norm, self.two = RmsNorm(d["norm"]), Matrix(d["two"])
        self.one_gate = Matrix(dict(w=np.concatenate([d["one"]["w"], d["gate"]["w"]])))

    def forward(self, x):
        a, gate = self.one_gate(self.norm(x)).chunk(2, -1)
        return x + self.two(F.silu(a) * gate)


KINDS = dict(plain=Plain, pooled=Pooled, nested=Nested, attention=Attention, forward=Forward)


class Tip(nn.Module):
    def __init__(self, d, act):
        super().__init__()
        self.s, self.b, self.act = param(d["s"]), param(d["b"]), ACTIVATIONS[act]
        self.eps, self.spatial = d.get("eps"), d.get("spatial", 0)

    def forward(self, x):
        if self.eps is not None:
            y = x.float()
            x = (y * torch.rsqrt(y.square().mean((1, 2, 3) if self.spatial else -1, keepdim=True) + self.eps)).to(x.dtype)
        return self.act(torch.addcmul(self.b, x, self.s))


class PolicyHead(nn.Module):
    def __init__(self, d):
        super().__init__()
        self.conv, self.conv_pool, self.norm_pool = Conv(d["conv"]), Conv(d["conv_pool"]), Norm(d["norm_pool"], d["act_pool"])
        self.to_bias, self.norm, self.out = Matrix(d["to_bias"]), Norm(d["norm"], d["act"]), Conv(dict(w=d["out"]["w"][:1]))
        self.deep = "pass_out" in d
        self.to_pass = Matrix(d["to_pass"], d.get("pass_bias"))
        if self.deep:
            self.pass_act, self.pass_out = ACTIVATIONS[d["pass_act"]], Matrix(dict(w=d["pass_out"]["w"][:1]))

    def forward(self, x):
        g = pool(self.norm_pool(self.conv_pool(x)))
        points = self.out(self.norm(self.conv(x) + self.to_bias(g)[:, None, None])).flatten(1)
        passing = self.to_pass(g)
        if self.deep: passing = self.pass_out(self.pass_act(passing))
        return torch.cat([points, passing[:, :1]], 1).float()


class ValueHead(nn.Module):
    def __init__(self, d):
        super().__init__()
        self.conv, self.norm, self.owner = Conv(d["conv"]), Norm(d["norm"], d["act"]), Conv(d["owner"])
        self.two, self.two_act = Matrix(d["two"], d["two_bias"]), ACTIVATIONS[d["two_act"]]
        self.three, self.score = Matrix(d["three"], d["three_bias"]), Matrix(d["score"], d["score_bias"])

    def forward(self, x):
        v = self.norm(self.conv(x))
        h = self.two_act(self.two(pool_value(v).to(x.dtype)))
        return self.three(h).float(), self.score(h).float(), self.owner(v).flatten(1).float()


class Teacher(nn.Module):
    """Policy logits (points in row order, then the pass), probabilities of win, loss and no result, and in points the expected score,
    its standard deviation and the lead; ownership from -1 to 1."""

    def __init__(self, net):
        super().__init__()
        self.name, self.scales = net["name"], net["scales"]
        self.conv, self.globals = Conv(net["conv"]), Matrix(net["globals"])
        self.blocks = nn.ModuleList(KINDS[b["kind"]](b) for b in net["blocks"])
        self.tip = Tip(net["tip"], net["tip_act"])
        self.policy, self.value = PolicyHead(net["policy"]), ValueHead(net["value"])
        self.attentions = [m for m in self.modules() if isinstance(m, Attention)]
        self.compiled = None

    def compile(self):
        """Blocks of one kind share what is compiled for one of them."""
        self.compiled = [torch.compile(b, dynamic=False) for b in self.blocks]

    def forward(self, planes, glob, compiled=True):
        """planes [batch, height, width, 22], glob [batch, 19]; square boards"""
        for attention in self.attentions: attention.set_size(planes.shape[1], planes.device)
        kind = self.conv.weight.dtype
        x = self.conv(planes.to(kind)) + self.globals(glob.to(kind))[:, None, None]
        for block in self.compiled if self.compiled and compiled else self.blocks: x = block(x)
        x = self.tip(x)
        value, score, owner = self.value(x)
        # without a result: only where the rules allow it (simple ko or territory), which the globals say
        possible = (glob[:, 6] == 0) & (glob[:, 7] == 0) | (glob[:, 9] > 0)
        value = torch.cat([value[:, :2], torch.where(possible, value[:, 2], -1e5)[:, None]], 1).softmax(1)
        some = 1 - value[:, 2]
        return dict(policy=self.policy(x), win=value, score=score[:, 0] * self.scales[1] * some, spread=F.softplus(score[:, 1]) * self.scales[2],
                    lead=score[:, 2] * self.scales[3] * some, owner=owner.tanh())


def load(path, device="cpu", kind=torch.float32):
    """Ready to judge; normalisation factors stay in single precision only where that costs nothing."""
    return Teacher(read(path)).to(device, kind).eval()


def main():
    a = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    a.add_argument("network")
    a.add_argument("-o", "--out")
    a.add_argument("--about", action="store_true")
    a = a.parse_args()
    net = read(a.network)
    if a.about:
        kinds = lambda blocks: [b["kind"] + (str(kinds(b["blocks"])) if b["kind"] == "nested" else "") for b in blocks]
        print(net["name"], "version", net["version"], net["scales"], net["tip_act"], {k: v for k, v in net["tip"].items() if k in ("eps", "spatial")})
        for kind in kinds(net["blocks"]): print(kind)
        arrays, tree = flatten(net)
        print(sum(v.size for v in arrays.values()), "weights")
        for k, v in arrays.items(): print(k, v.shape, float(np.abs(v).max()))
    if a.out: pack(net, a.out)


if __name__ == "__main__":
    main()
