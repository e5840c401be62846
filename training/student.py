"""The shipped network and how it learns: residual, fully convolutional, with global pooling; inputs are KataGo's V7 planes and globals.

Boards of all sizes learn in one batch: they lie in the upper left corners of a few canvases (19, 13 and 9 points wide), each with its mask,
and the normalisation takes its statistics over all of them together. What runs later is one image as large as its board; that is the same.

Every convolution of the trunk reads values that passed a ReLU, so that the shipped network runs in 7-bit activations and 8-bit weights.
With `quantise()` on, training sees exactly that rounding (see `model.py`).
"""
import torch
import torch.nn as nn
import torch.nn.functional as F
from deployed import FoldedConv, folded
from model import Conv, Quantised, Quantiser

PLANES, GLOBALS = 22, 19
KOMI = 5  # which global is the komi of the side to move, in units of 20 points
UNIT = 20.0


def pool(x, mask):
    """Mean, mean scaled by board size, maximum over the board: 3 numbers a channel. The values are 0 or more, and 0 off the board."""
    area = mask.sum((2, 3))
    mean = x.float().sum((2, 3)) / area
    return torch.cat([mean, mean * ((area.sqrt() - 14.0) / 10.0), x.amax((2, 3)).float()], 1)


class Norm(nn.Module):
    """Normalisation by the batch, all canvases together; afterwards by the running statistics."""

    def __init__(self, channels, gain=1.0):
        super().__init__()
        self.weight, self.bias, self.eps = nn.Parameter(torch.full((channels,), gain)), nn.Parameter(torch.zeros(channels)), 1e-5
        self.register_buffer("running_mean", torch.zeros(channels))
        self.register_buffer("running_var", torch.ones(channels))

    def forward(self, xs, masks):
        if self.training:
            count = sum(m.sum() for m in masks)
            mean = sum((x.float() * m).sum((0, 2, 3)) for x, m in zip(xs, masks)) / count
            square = sum((x.float().square() * m).sum((0, 2, 3)) for x, m in zip(xs, masks)) / count
            variance = (square - mean.square()).clamp_min(0.0)
            with torch.no_grad():
                self.running_mean.lerp_(mean.detach(), 0.03)
                self.running_var.lerp_(variance.detach(), 0.03)
        else:
            mean, variance = self.running_mean, self.running_var
        gain = self.weight * torch.rsqrt(variance + self.eps)
        shift = self.bias - mean * gain
        return [x.float() * gain[:, None, None] + shift[:, None, None] for x in xs]


class Block(nn.Module):
    def __init__(self, channels, pooled):
        super().__init__()
        self.in1, self.conv1, self.norm1 = Quantiser(channels), Conv(channels, channels), Norm(channels)
        self.in2, self.conv2, self.norm2 = Quantiser(channels), Conv(channels, channels), Norm(channels, 0.2)
        self.pooled = nn.Linear(3 * channels, channels, bias=False) if pooled else None
        if pooled:
            nn.init.zeros_(self.pooled.weight)

    def forward(self, xs, masks):
        kind = xs[0].dtype
        s1, s2 = self.in1.log_step.exp(), self.in2.log_step.exp()
        hs = self.norm1([self.conv1(self.in1(x), s1) for x in xs], masks)
        hs = [self.in2((F.relu(h) * m).to(kind)) for h, m in zip(hs, masks)]
        ys = self.norm2([self.conv2(h, s2) for h in hs], masks)
        if self.pooled is not None:
            ys = [y + self.pooled(pool(h, m))[:, :, None, None] for y, h, m in zip(ys, hs, masks)]
        return [(F.relu(x + y) * m).to(kind) for x, y, m in zip(xs, ys, masks)]


class Heads(nn.Module):
    """Policy; win, lead, spread; ownership. After the convolution everything is in single floats."""

    def __init__(self, channels, width, hidden):
        super().__init__()
        self.width = width
        self.conv = Conv(channels, 3 * width, 1, bias=True)  # policy, policy's global part, value
        self.policy_global = nn.Linear(3 * width, width)
        self.policy_out = nn.Linear(width, 1, bias=False)
        self.pass_out = nn.Linear(3 * width, 1)
        self.value_hidden = nn.Linear(3 * width + GLOBALS, hidden)
        self.value_out = nn.Linear(hidden, 3)  # win logit, lead on the board / 20, spread
        self.owner_out = nn.Linear(width, 1)

    def forward(self, x, mask, glob, steps):
        return self.after(self.conv(x, steps), mask, glob)

    def after(self, x, mask, glob):
        with torch.autocast(x.device.type, enabled=False):
            p, g, v = x.float().split(self.width, 1)
            g, v = pool(F.relu(g) * mask, mask), F.relu(v) * mask
            p = F.relu(p + self.policy_global(g)[:, :, None, None]).permute(0, 2, 3, 1)
            points = self.policy_out(p).flatten(1)
            points = points.masked_fill(mask.flatten(1) == 0, -1e4)
            value = self.value_out(F.relu(self.value_hidden(torch.cat([pool(v, mask), glob], 1))))
            return torch.cat([points, self.pass_out(g)], 1), value, self.owner_out(v.permute(0, 2, 3, 1)).flatten(1)


def lead(value, glob):
    """In points, komi included: the network judges the board, komi is added."""
    return UNIT * (value[:, 1] + glob[:, KOMI])


def spread(value):
    return UNIT * F.softplus(value[:, 2])


class Student(Quantised):
    def __init__(self, blocks=10, channels=128, pooled_every=2, head=64, hidden=128):
        super().__init__()
        self.config = dict(blocks=blocks, channels=channels, pooled_every=pooled_every, head=head, hidden=hidden)
        self.conv_in, self.norm_in = Conv(PLANES, channels), Norm(channels)
        self.global_in = nn.Linear(GLOBALS, channels, bias=False)
        self.blocks = nn.ModuleList(Block(channels, i % pooled_every == pooled_every - 1) for i in range(blocks))
        self.in_heads = Quantiser(channels)
        self.heads = Heads(channels, head, hidden)
        self.compiled = None

    def compile(self):
        """Parts of one kind share what is compiled for one of them."""
        self.compiled = [torch.compile(b, dynamic=False) for b in self.blocks]
        self.parts = torch.compile(self.enter, dynamic=False), torch.compile(self.heads, dynamic=False)

    def enter(self, planes, globs, masks):
        ys = self.norm_in([self.conv_in(p) for p in planes], masks)
        return [(F.relu(y + self.global_in(g).float()[:, :, None, None]) * m).to(p.dtype) for y, g, m, p in zip(ys, globs, masks, planes)]

    def forward(self, canvases, compiled=False):
        """canvases: list of (planes [n, 22, side, side], mask [n, 1, side, side], globals [n, 19]); a list of (policy, value, owner logits)"""
        planes, masks, globs = (list(part) for part in zip(*canvases))
        compiled = compiled and self.compiled is not None
        enter, heads = self.parts if compiled else (self.enter, self.heads)
        xs = enter(planes, globs, masks)
        for block in self.compiled if compiled else self.blocks:
            xs = block(xs, masks)
        steps = self.in_heads.log_step.exp()
        return [heads(self.in_heads(x), m, g, steps) for x, m, g in zip(xs, masks, globs)]

    @torch.no_grad()
    def calibrate(self, batches):
        """Sets the step sizes from activations seen on batches (lists of canvases)."""
        quantisers = [m for m in self.modules() if isinstance(m, Quantiser)]
        self.quantise(False)
        for q in quantisers: q.peak = []
        for canvases in batches: self(canvases)
        for q in quantisers:
            peak = torch.stack(q.peak).amax(0)
            floor = peak.median() * 0.05 + 1e-4
            q.log_step.copy_((peak.clamp_min(floor.item()) * 1.1 / 127).log().to(q.log_step.device))
            q.peak = None
        self.quantise(True)


class Deployed(nn.Module):
    """As it is shipped: normalisation folded into the weights. Made for writing it down and for the check in integers."""

    def __init__(self, net):
        super().__init__()
        self.config, self.global_in, self.in_heads, self.heads = net.config, net.global_in, net.in_heads, net.heads
        self.conv_in = folded(net.conv_in, net.norm_in)
        self.blocks = nn.ModuleList()
        for b in net.blocks:
            block = nn.Module()
            block.in1, block.conv1, block.in2, block.conv2, block.pooled = b.in1, folded(b.conv1, b.norm1), b.in2, folded(b.conv2, b.norm2), b.pooled
            self.blocks.append(block)
        self.head_conv = FoldedConv(net.heads.conv.weight, net.heads.conv.bias)


def save(state, config, path, quantised, **more):
    torch.save(dict(config=config, state={k: v.detach().cpu() for k, v in state.items()}, quantised=quantised, **more), path)


def restore(path, device="cpu"):
    saved = torch.load(path, map_location=device)
    net = Student(**saved["config"]).to(device)
    net.load_state_dict({k: v.float() for k, v in saved["state"].items()})
    net.quantise(bool(saved["quantised"]))
    return net.eval(), saved
