"""The network as it is shipped: normalisation folded into the weights, 7-bit activations and 8-bit weights (simulated here)."""
import torch
import torch.nn as nn
import torch.nn.functional as F
from model import Net, Quantised, integers, pool, rounded


class FoldedConv(nn.Module):
    def __init__(self, weight, bias):
        super().__init__()
        self.weight, self.bias = nn.Parameter(weight.detach().clone()), nn.Parameter(bias.detach().clone())
        self.active = False

    def integers(self, steps):
        return integers(self.weight, steps)

    def forward(self, x, steps):
        w = rounded(self.weight, steps) if self.active else self.weight
        return F.conv2d(x, w.to(x.dtype), self.bias, padding=self.weight.shape[2] // 2)


def folded(conv, norm):
    gain = norm.weight / (norm.running_var + norm.eps).sqrt()
    return FoldedConv(conv.weight * gain[:, None, None, None], norm.bias - norm.running_mean * gain)


class FoldedBlock(nn.Module):
    def __init__(self, block):
        super().__init__()
        self.in1, self.conv1 = block.in1, folded(block.conv1, block.norm1)
        self.in2, self.conv2 = block.in2, folded(block.conv2, block.norm2)
        self.pooled = block.pooled

    def forward(self, x):
        a = self.in2(F.relu(self.conv1(self.in1(x), self.in1.log_step.exp())))
        h = self.conv2(a, self.in2.log_step.exp())
        if self.pooled is not None:
            h = h + self.pooled(pool(a))[:, :, None, None]
        return F.relu(x + h)


class Deployed(Quantised):
    """Takes a trained network apart: it shares the parts that need no folding."""

    def __init__(self, net):
        super().__init__()
        self.config = net.config
        self.conv_in = folded(net.conv_in, net.norm_in)
        self.global_in = net.global_in
        self.blocks = nn.ModuleList(FoldedBlock(b) for b in net.blocks)
        self.in_heads = net.in_heads
        self.heads = net.heads
        self.head_conv = FoldedConv(net.heads.conv.weight, net.heads.conv.bias)
        self.heads.conv = Given()

    def forward(self, planes, glob):
        ones = torch.ones(planes.shape[1], device=planes.device)
        x = F.relu(self.conv_in(planes, ones) + self.global_in(glob)[:, :, None, None])
        for block in self.blocks:
            x = block(x)
        return self.heads(self.head_conv(self.in_heads(x), self.in_heads.log_step.exp()))


class Given(nn.Module):
    """Stands for the convolution of the heads, which is done before they are asked."""

    def forward(self, x, steps=None):
        return x


def restore(path, device="cpu"):
    """A network as trained; whether it was trained through the rounding."""
    saved = torch.load(path, map_location=device)
    net = Net(**saved["config"]).to(device).eval()
    missing, unexpected = net.load_state_dict(saved["state"], strict=False)
    wrong = [k for k in missing if not k.endswith("log_step")] + list(unexpected)
    assert not wrong, f"{path} is another network: {wrong[:3]}"
    quantised = bool(saved.get("quantised"))
    net.quantise(quantised)
    return net, quantised


def load(path, device="cpu"):
    """A deployed network from trained weights, quantised where it was trained so."""
    net, quantised = restore(path, device)
    net = Deployed(net).to(device)
    net.quantise(quantised)
    return net
