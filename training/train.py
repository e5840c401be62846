"""Trains the network on encoded games within a fixed time.

    python train.py out/games.npz --seconds 1080 --out out/run

The learning rate follows the clock (warm-up, plateau, linear decay to zero), so any time budget ends in a finished network.
Writes net.pt (weights), log.jsonl (learning curve) and report.json (accuracy on validation and test games).
"""
import argparse, json, os, time
import torch
import torch.nn.functional as F
from data import Positions, PASS
from model import Net


def losses(out, y):
    policy, value, points = out
    masked = lambda loss, mask: (loss * mask).sum() / mask.sum().clamp_min(1)
    parts = dict(
        policy=F.cross_entropy(policy[:, 0], y["move"]),
        reply=masked(F.cross_entropy(policy[:, 1], y["reply"], reduction="none"), y["has_reply"]),
        value=masked(F.binary_cross_entropy_with_logits(value[:, 0], y["win"], reduction="none"), y["has_win"]),
        score=masked(F.huber_loss(value[:, 1], y["score"] / 20.0, reduction="none"), y["has_score"]),
        stones=F.binary_cross_entropy_with_logits(points[:, :2], y["stones"]))
    return parts["policy"] + 0.15 * parts["reply"] + 0.5 * parts["value"] + 0.2 * parts["score"] + 0.3 * parts["stones"], parts


def orthogonal(g):
    """Newton-Schulz iteration towards the nearest orthogonal matrix, batched."""
    a, b, c = 3.4445, -4.7750, 2.0315
    x = g.bfloat16()
    x = x / (x.norm(dim=(1, 2), keepdim=True) + 1e-7)
    for _ in range(5):
        s = x @ x.mT
        x = a * x + (b * s + c * s @ s) @ x
    return x.float()


class Muon:
    """Orthogonalised momentum for the trunk's convolutions, all of one shape in one batch."""

    def __init__(self, weights, decay):
        self.weights, self.decay = weights, decay
        self.momentum = torch.zeros(len(weights), weights[0].shape[0], weights[0][0].numel(), device=weights[0].device)

    def step(self, lr):
        g = torch.stack([w.grad.reshape(w.shape[0], -1) for w in self.weights])
        self.momentum.lerp_(g, 0.05)
        update = orthogonal(g.lerp(self.momentum, 0.95)) * (0.2 * g.shape[2] ** 0.5)
        for w, u in zip(self.weights, update):
            w.mul_(1 - lr * self.decay).sub_(u.view_as(w), alpha=lr)


def save(net, config, path):
    torch.save(dict(config=config, state=net.state_dict()), path + ".part")
    os.replace(path + ".part", path)


def rate(progress):
    return min(progress / 0.01, 1.0, (1 - progress) / 0.75)


@torch.no_grad()
def evaluate(net, data, index, batch=4096, limit=None):
    net.eval()
    index = index[data.moves[index] != PASS]
    if limit:
        index = index[torch.linspace(0, len(index) - 1, limit, device=data.device).long()]
    totals = torch.zeros(7, device=data.device)
    for i in index.split(batch):
        zero = torch.zeros_like(i)
        x, g, y = data.batch(i, zero, zero.bool())
        with torch.autocast(data.device, torch.bfloat16):
            policy, value, _ = net(x.to(memory_format=torch.channels_last), g)
        log = policy[:, 0, :PASS].log_softmax(1)
        own = log.gather(1, y["move"][:, None])
        rank = (log > own).sum(1)
        right = ((value[:, 0] > 0).float() == y["win"]) & y["has_win"]
        off = (value[:, 1] * 20 - y["score"]).abs() * y["has_score"]
        totals += torch.stack([torch.tensor(float(len(i)), device=data.device), (rank < 1).sum(), (rank < 5).sum(), own.sum(),
                               right.sum(), y["has_win"].sum(), (F.binary_cross_entropy_with_logits(value[:, 0], y["win"], reduction="none") * y["has_win"]).sum()])
    n, top1, top5, ll, right, wins, vloss = totals.tolist()
    net.train()
    return dict(positions=int(n), top1=top1 / n, top5=top5 / n, log_likelihood=ll / n, value_accuracy=right / wins, value_loss=vloss / wins)


def train(data, config, seconds, batch=2048, optimizer="muon", lr=2e-3, out=None, log_every=40.0, compile=True, seed=1, init=None, begin=0.0):
    torch.manual_seed(seed)
    device = data.device
    torch.backends.cuda.matmul.allow_tf32 = torch.backends.cudnn.allow_tf32 = True
    torch.backends.cudnn.benchmark = True
    net = Net(**config).to(device, memory_format=torch.channels_last)
    if init:
        net.load_state_dict(torch.load(init, map_location=device)["state"])
    trunk = [w for b in net.blocks for w in (b.conv1.weight, b.conv2.weight)] if optimizer == "muon" else []
    ids = {id(w) for w in trunk}
    rest = [w for w in net.parameters() if id(w) not in ids]
    muon = Muon(trunk, 0.1) if trunk else None
    adam = torch.optim.AdamW([dict(params=[w for w in rest if w.ndim > 1], weight_decay=0.05), dict(params=[w for w in rest if w.ndim < 2], weight_decay=0.0)],
                             lr=lr, betas=(0.9, 0.95), fused=device == "cuda")
    ema = {k: v.clone() for k, v in net.state_dict().items()}

    def forward_backward(x, g, y):
        with torch.autocast(device, torch.bfloat16):
            result = net(x, g)
        loss, parts = losses(result, y)
        return loss, torch.stack([v.detach() for v in parts.values()])

    make = data.batch
    if compile:
        forward_backward = torch.compile(forward_backward, dynamic=False)
    pool = data.index[0]
    log = open(os.path.join(out, "log.jsonl"), "a") if out else None
    step, start, last_log, running = 0, None, 0.0, 0
    order, taken = torch.empty(0), 0
    while True:
        if taken + batch > len(order):  # every position once before any comes twice
            order, taken = torch.randperm(len(pool), device=device), 0
        i, taken = pool[order[taken:taken + batch]], taken + batch
        x, g, y = make(i, torch.randint(8, (batch,), device=device), torch.rand(batch, device=device) < 0.05)
        loss, parts = forward_backward(x.to(memory_format=torch.channels_last), g, y)
        loss.backward()
        if step == 3:  # the clock starts after compilation
            if device == "cuda": torch.cuda.synchronize()
            start = time.time()
        progress = 0.001 if start is None else begin + (1 - begin) * (time.time() - start) / seconds
        if progress >= 1:
            break
        now = lr * max(rate(progress), 1e-4)
        for group in adam.param_groups: group["lr"] = now
        with torch.no_grad():
            if muon: muon.step(now)
            adam.step()
            if step % 10 == 0:  # average of the weights over roughly the last 1,000 steps
                keep = min(0.99, 1 - 1 / (step / 10 + 2))
                current = net.state_dict()
                for k, v in ema.items():
                    if v.is_floating_point(): v.lerp_(current[k], 1 - keep)
                    else: v.copy_(current[k])
        net.zero_grad(set_to_none=True)
        step += 1
        running = parts if step == 1 else running * 0.98 + parts * 0.02
        if step % 8 == 0:
            if device == "cuda": torch.cuda.synchronize()  # keeps the clock honest
            elapsed = time.time() - start if start else 0.0
            if elapsed - last_log > log_every:
                last_log = elapsed
                row = dict(seconds=round(elapsed, 1), step=step, positions_per_second=int((step - 3) * batch / elapsed), lr=now,
                           loss=[round(v, 4) for v in running.tolist()], **evaluate(net, data, data.index[1], limit=16384))
                print(json.dumps(row), flush=True)
                if log:
                    log.write(json.dumps(row) + "\n"); log.flush()
                    save(net, config, os.path.join(out, "latest.pt"))
    live = {k: v.clone() for k, v in net.state_dict().items()}
    reports = {}
    for name, state in (("live", live), ("averaged", ema)):
        net.load_state_dict(state)
        reports[name] = evaluate(net, data, data.index[1], limit=None if out else 65536)
    best = min(reports, key=lambda k: -reports[k]["log_likelihood"])
    net.load_state_dict(live if best == "live" else ema)
    report = dict(config=config, optimizer=optimizer, lr=lr, batch=batch, seconds=seconds, steps=step, positions=step * batch, chosen=best, validation=reports)
    if out:
        report["test"] = evaluate(net, data, data.index[2])
        save(net, config, os.path.join(out, "net.pt"))
        json.dump(report, open(os.path.join(out, "report.json"), "w"), indent=1)
    print(json.dumps(report), flush=True)
    return net


def main():
    a = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    a.add_argument("games")
    a.add_argument("--seconds", type=float, default=1080)
    a.add_argument("--blocks", type=int, default=10)
    a.add_argument("--channels", type=int, default=128)
    a.add_argument("--batch", type=int, default=2048)
    a.add_argument("--optimizer", choices=["muon", "adamw"], default="muon")
    a.add_argument("--lr", type=float, default=3e-3)
    a.add_argument("--out", default="out/run")
    a.add_argument("--init", help="go on from these weights ...")
    a.add_argument("--begin", type=float, default=0.0, help="... at this point (0..1) of the schedule")
    a.add_argument("--only-games", type=int, help="take only the first games (for trying out)")
    a.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    a.add_argument("--no-compile", action="store_true")
    a = a.parse_args()
    os.makedirs(a.out, exist_ok=True)
    data = Positions(a.games, a.device, games=a.only_games, threads=os.cpu_count())
    train(data, dict(blocks=a.blocks, channels=a.channels), a.seconds, a.batch, a.optimizer, a.lr, a.out, compile=not a.no_compile,
          init=a.init, begin=a.begin)


if __name__ == "__main__":
    main()
