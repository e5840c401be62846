"""The network: residual, fully convolutional, with global pooling; any board from 5x5 to 19x19, one size a batch.

Every convolution of the trunk reads values that passed a ReLU, so that the shipped network can run in 7-bit activations and
8-bit weights. With `quantise()` on, training sees exactly that rounding (gradients pass straight through): the step sizes of
the activations are learnt, those of the weights follow the largest weight of each output channel. Batch normalisation scales
output channels only, so rounding before it equals rounding the folded weights that `deployed.py` ships.
"""
import torch
import torch.nn as nn
import torch.nn.functional as F

PLANES = 18
GLOBALS = 3
HEAD = 32  # channels of each head
STEPS = 127


def pool(x):
    """Mean, mean scaled by board size, maximum: 3 numbers a channel."""
    mean = x.mean((2, 3))
    scale = ((x.shape[2] * x.shape[3]) ** 0.5 - 14.0) / 10.0
    return torch.cat([mean, mean * scale, x.amax((2, 3))], 1)


def straight_round(x):
    return x + ((x + 0.5).floor() - x).detach()


class Quantiser(nn.Module):
    """Non-negative activations to 0..127 steps, one step size a channel."""

    def __init__(self, channels):
        super().__init__()
        self.log_step = nn.Parameter(torch.zeros(channels))
        self.active = False
        self.peak = None  # while calibrating: a high quantile a channel

    def forward(self, x):
        if self.peak is not None:
            self.peak.append(torch.quantile(x.detach().float().permute(1, 0, 2, 3).flatten(1)[:, ::3], 0.9995, dim=1).cpu())
        if not self.active:
            return x
        step = self.log_step.exp()[None, :, None, None]
        return (straight_round((x.float() / step).clamp(0, STEPS)) * step).to(x.dtype)


def integers(weight, steps):
    """Integer weights (not yet rounded) and their scale, with the input's step sizes multiplied in."""
    w = weight * steps[None, :, None, None]
    scale = w.detach().abs().amax((1, 2, 3), keepdim=True).clamp_min(1e-8) / STEPS
    return w / scale, scale


def rounded(weight, steps):
    q, scale = integers(weight, steps)
    return straight_round(q) * scale / steps[None, :, None, None]


class Conv(nn.Conv2d):
    def __init__(self, inputs, outputs, kernel=3, bias=False):
        super().__init__(inputs, outputs, kernel, padding=kernel // 2, bias=bias)
        self.active = False

    def forward(self, x, steps=None):
        if not self.active:
            return super().forward(x)
        steps = x.new_ones(x.shape[1], dtype=torch.float32) if steps is None else steps
        return F.conv2d(x, rounded(self.weight, steps).to(x.dtype), self.bias, padding=self.padding)


class Block(nn.Module):
    def __init__(self, channels, pooled):
        super().__init__()
        self.in1, self.conv1, self.norm1 = Quantiser(channels), Conv(channels, channels), nn.BatchNorm2d(channels)
        self.in2, self.conv2, self.norm2 = Quantiser(channels), Conv(channels, channels), nn.BatchNorm2d(channels)
        nn.init.constant_(self.norm2.weight, 0.2)
        self.pooled = nn.Linear(3 * channels, channels, bias=False) if pooled else None
        if pooled:
            nn.init.zeros_(self.pooled.weight)

    def forward(self, x):
        a = self.in2(F.relu(self.norm1(self.conv1(self.in1(x), self.in1.log_step.exp()))))
        h = self.norm2(self.conv2(a, self.in2.log_step.exp()))
        if self.pooled is not None:
            h = h + self.pooled(pool(a))[:, :, None, None]
        return F.relu(x + h)


class Heads(nn.Module):
    """Policy (next move, the opponent's answer), value, score, final stones, ownership."""

    def __init__(self, channels):
        super().__init__()
        self.conv = Conv(channels, 3 * HEAD, 1, bias=True)  # policy, policy's global part, value
        self.policy_global = nn.Linear(3 * HEAD, HEAD)
        self.policy_out = nn.Conv2d(HEAD, 2, 1, bias=False)
        self.pass_out = nn.Linear(3 * HEAD, 2)
        self.value_hidden = nn.Linear(3 * HEAD, 64)
        self.value_out = nn.Linear(64, 2)  # win logit, score / 20
        self.points_out = nn.Conv2d(HEAD, 3, 1)  # final own stone, final enemy stone, ownership

    def forward(self, x, steps=None):
        p, g, v = self.conv(x, steps).split(HEAD, 1)
        g = pool(F.relu(g))
        v = F.relu(v)
        p = F.relu(p + self.policy_global(g)[:, :, None, None])
        policy = torch.cat([self.policy_out(p).flatten(2), self.pass_out(g)[:, :, None]], 2)
        value = self.value_out(F.relu(self.value_hidden(pool(v))))
        return policy.float(), value.float(), self.points_out(v).flatten(2).float()


class Quantised(nn.Module):
    """What a network with quantisers can do, before and after folding."""

    def quantise(self, active=True):
        for m in self.modules():
            if hasattr(m, "active"):
                m.active = active

    @torch.no_grad()
    def calibrate(self, batches):
        """Sets the step sizes from activations seen on `batches` of (planes, globals)."""
        quantisers = [m for m in self.modules() if isinstance(m, Quantiser)]
        self.quantise(False)
        for q in quantisers: q.peak = []
        for planes, glob in batches: self(planes, glob)
        for q in quantisers:
            peak = torch.stack(q.peak).amax(0)
            floor = peak.median() * 0.05 + 1e-4
            q.log_step.copy_((peak.clamp_min(floor.item()) * 1.1 / STEPS).log().to(q.log_step.device))
            q.peak = None
        self.quantise(True)


class Net(Quantised):
    def __init__(self, blocks=10, channels=128, pooled_every=2):
        super().__init__()
        self.config = dict(blocks=blocks, channels=channels, pooled_every=pooled_every)
        self.conv_in, self.norm_in = Conv(PLANES, channels), nn.BatchNorm2d(channels)
        self.global_in = nn.Linear(GLOBALS, channels, bias=False)
        self.blocks = nn.ModuleList(Block(channels, i % pooled_every == pooled_every - 1) for i in range(blocks))
        self.in_heads = Quantiser(channels)
        self.heads = Heads(channels)

    def forward(self, planes, glob):
        x = F.relu(self.norm_in(self.conv_in(planes)) + self.global_in(glob)[:, :, None, None])
        for block in self.blocks:
            x = block(x)
        return self.heads(self.in_heads(x), self.in_heads.log_step.exp())

    def normalise_by_batch(self, on):
        """Batch statistics (training on 19x19) or the running ones (everything else: what is shipped)."""
        for m in self.modules():
            if isinstance(m, nn.BatchNorm2d):
                m.training = on
