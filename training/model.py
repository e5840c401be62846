"""The network: residual, fully convolutional, with global pooling; any board from 5x5 to 19x19, one size a batch.

Every convolution of the trunk reads values that passed a ReLU, so that the shipped network can run in 7-bit activations and
8-bit weights. Batch normalisation is folded into the weights by `fold` after training.
"""
import torch
import torch.nn as nn
import torch.nn.functional as F

PLANES = 18
GLOBALS = 3
HEAD = 32  # channels of each head


def pool(x):
    """Mean, mean scaled by board size, maximum: 3 numbers a channel."""
    mean = x.mean((2, 3))
    scale = ((x.shape[2] * x.shape[3]) ** 0.5 - 14.0) / 10.0
    return torch.cat([mean, mean * scale, x.amax((2, 3))], 1)


def conv(inputs, outputs, kernel=3):
    return nn.Conv2d(inputs, outputs, kernel, padding=kernel // 2, bias=False)


class Block(nn.Module):
    def __init__(self, channels, pooled):
        super().__init__()
        self.conv1, self.norm1 = conv(channels, channels), nn.BatchNorm2d(channels)
        self.conv2, self.norm2 = conv(channels, channels), nn.BatchNorm2d(channels)
        nn.init.constant_(self.norm2.weight, 0.2)
        self.pooled = nn.Linear(3 * channels, channels, bias=False) if pooled else None
        if pooled:
            nn.init.zeros_(self.pooled.weight)

    def forward(self, x):
        a = F.relu(self.norm1(self.conv1(x)))
        h = self.norm2(self.conv2(a))
        if self.pooled is not None:
            h = h + self.pooled(pool(a))[:, :, None, None]
        return F.relu(x + h)


class Heads(nn.Module):
    """Policy (next move, the opponent's answer), value, score, final stones, ownership."""

    def __init__(self, channels):
        super().__init__()
        self.conv = nn.Conv2d(channels, 3 * HEAD, 1)  # policy, policy's global part, value
        self.policy_global = nn.Linear(3 * HEAD, HEAD)
        self.policy_out = nn.Conv2d(HEAD, 2, 1, bias=False)
        self.pass_out = nn.Linear(3 * HEAD, 2)
        self.value_hidden = nn.Linear(3 * HEAD, 64)
        self.value_out = nn.Linear(64, 2)  # win logit, score / 20
        self.points_out = nn.Conv2d(HEAD, 3, 1)  # final own stone, final enemy stone, ownership

    def forward(self, x):
        p, g, v = self.conv(x).split(HEAD, 1)
        g = pool(F.relu(g))
        v = F.relu(v)
        p = F.relu(p + self.policy_global(g)[:, :, None, None])
        policy = torch.cat([self.policy_out(p).flatten(2), self.pass_out(g)[:, :, None]], 2)
        value = self.value_out(F.relu(self.value_hidden(pool(v))))
        return policy.float(), value.float(), self.points_out(v).flatten(2).float()


class Net(nn.Module):
    def __init__(self, blocks=10, channels=128, pooled_every=2):
        super().__init__()
        self.config = dict(blocks=blocks, channels=channels, pooled_every=pooled_every)
        self.conv_in, self.norm_in = conv(PLANES, channels), nn.BatchNorm2d(channels)
        self.global_in = nn.Linear(GLOBALS, channels, bias=False)
        self.blocks = nn.ModuleList(Block(channels, i % pooled_every == pooled_every - 1) for i in range(blocks))
        self.heads = Heads(channels)

    def forward(self, planes, glob):
        x = F.relu(self.norm_in(self.conv_in(planes)) + self.global_in(glob)[:, :, None, None])
        for block in self.blocks:
            x = block(x)
        return self.heads(x)
