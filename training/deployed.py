"""The network as it is shipped: normalisation folded into the weights, 7-bit activations and 8-bit weights (simulated here).

Rounding passes gradients straight through, so the same class serves to fine-tune the quantised network and to export it.
"""
import torch
import torch.nn as nn
import torch.nn.functional as F
from model import Net, pool

STEPS = 127


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
        return straight_round((x.float() / step).clamp(0, STEPS)) * step


class QuantConv(nn.Module):
    def __init__(self, weight, bias):
        super().__init__()
        self.weight, self.bias = nn.Parameter(weight.detach().clone()), nn.Parameter(bias.detach().clone())
        self.active = False

    def integers(self, steps):
        """Integer weights and their scale, with the input's step sizes multiplied in."""
        w = self.weight * steps[None, :, None, None]
        scale = w.detach().abs().amax((1, 2, 3), keepdim=True).clamp_min(1e-8) / STEPS
        return w / scale, scale

    def forward(self, x, steps):
        w = self.weight
        if self.active:
            q, scale = self.integers(steps)
            w = straight_round(q) * scale / steps[None, :, None, None]
        return F.conv2d(x, w, self.bias, padding=self.weight.shape[2] // 2)


def folded(conv, norm):
    gain = norm.weight / (norm.running_var + norm.eps).sqrt()
    return QuantConv(conv.weight * gain[:, None, None, None], norm.bias - norm.running_mean * gain)


class DeployedBlock(nn.Module):
    def __init__(self, block):
        super().__init__()
        channels = block.conv1.weight.shape[0]
        self.in1, self.conv1 = Quantiser(channels), folded(block.conv1, block.norm1)
        self.in2, self.conv2 = Quantiser(channels), folded(block.conv2, block.norm2)
        self.pooled = block.pooled

    def forward(self, x):
        a = self.in2(F.relu(self.conv1(self.in1(x), self.in1.log_step.exp())))
        h = self.conv2(a, self.in2.log_step.exp())
        if self.pooled is not None:
            h = h + self.pooled(pool(a))[:, :, None, None]
        return F.relu(x + h)


class Deployed(nn.Module):
    def __init__(self, net):
        super().__init__()
        self.config = net.config
        self.conv_in = folded(net.conv_in, net.norm_in)
        self.global_in = net.global_in
        self.blocks = nn.ModuleList(DeployedBlock(b) for b in net.blocks)
        self.in_heads = Quantiser(net.config["channels"])
        self.head_conv = QuantConv(net.heads.conv.weight, net.heads.conv.bias)
        self.heads = net.heads
        self.heads.conv = nn.Identity()

    def forward(self, planes, glob):
        ones = torch.ones(planes.shape[1], device=planes.device)
        x = F.relu(self.conv_in(planes, ones) + self.global_in(glob)[:, :, None, None])
        for block in self.blocks:
            x = block(x)
        return self.heads(self.head_conv(self.in_heads(x), self.in_heads.log_step.exp()))

    def quantise(self, active=True):
        for m in self.modules():
            if isinstance(m, (Quantiser, QuantConv)):
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


def load(path, device="cpu"):
    """A deployed network from trained weights (train.py) or from an earlier deployed one (finetune.py)."""
    saved = torch.load(path, map_location=device)
    net = Net(**saved["config"]).to(device).eval()
    if saved.get("deployed"):
        result = Deployed(net).to(device)
        result.load_state_dict(saved["state"])
        result.quantise()
        return result
    net.load_state_dict(saved["state"])
    return Deployed(net).to(device)
