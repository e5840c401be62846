"""Teaches a trained network problems: what to play when a group is in question, and whether the side to move gets what it wants.

    python teach_problems.py out/problems.npz out/games.npz out/fine/fine.pt --seconds 300 --out out/problems

The first policy and the value of the taught network are about problems; the second policy and the stones at the end go on being about
professional games, half of every batch, so that what the network knows of shapes stays. It learns through the rounding of the shipped form.
Writes problems.pt and report.json: right first moves on problems that were not learnt, by one look and by eight views.
"""
import argparse, json, os, time
import numpy as np
import torch
import torch.nn.functional as F
from data import PASS, Positions, make_globals, make_planes, symmetries
from deployed import restore
from train import rate

NOWHERE = PASS + 1
EXERCISE = 99


class Problems:
    def __init__(self, path, device):
        z = np.load(path)
        t = lambda k, d=None: torch.from_numpy(z[k]).to(device, d)
        self.device = device
        self.boards, self.to_play = t("boards"), t("to_play")
        self.recent, self.right = t("recent", torch.int64), t("right", torch.int64)
        self.wins, self.weight, self.depth, self.problem = t("wins", torch.float32), t("weight"), t("depth"), t("problem", torch.int64)
        split = z["split"]
        self.index = [torch.from_numpy(np.flatnonzero(split == s)).to(device) for s in range(3)]
        # long trees would drown short ones: every problem weighs as the square root of its positions, its exercises less
        share = torch.bincount(self.problem)[self.problem].float().rsqrt() * torch.where(self.depth == EXERCISE, 0.3, 1.0)
        self.chance = [share[i] for i in self.index]
        perm, inverse = symmetries(19)
        self.perm = torch.from_numpy(perm.copy()).to(device, torch.int64)
        self.inverse = torch.cat([torch.from_numpy(inverse).to(device, torch.int64), torch.full((8, 1), NOWHERE, device=device)], 1)

    def batch(self, i, symmetry, forget=0.3):
        me, inverse = self.to_play[i][:, None], self.inverse[symmetry]
        recent = inverse.gather(1, self.recent[i])
        recent = torch.where(torch.rand(len(i), 1, device=self.device) < forget, NOWHERE, recent)
        planes = make_planes(self.boards[i].gather(1, self.perm[symmetry]), me, recent, 19)
        glob = make_globals(torch.zeros(len(i), device=self.device), recent[:, 0] == PASS, 19, 19)
        return planes, glob, dict(right=inverse.gather(1, self.right[i]), wins=self.wins[i], weight=self.weight[i])

    def random(self, size):
        i = self.index[0][torch.multinomial(self.chance[0], size, replacement=True)]
        return self.batch(i, torch.randint(8, (size,), device=self.device))


def log_right(policy, right):
    """The logarithm of the chance of all right moves together."""
    log = F.pad(policy.log_softmax(1), (0, 1), value=-30.0)
    return log.gather(1, right).logsumexp(1)


@torch.no_grad()
def examine(net, data, index, views=1, channel=0):
    """Right first moves (roots), right moves inside, and the value, by so many views."""
    net.eval()
    totals = torch.zeros(8, device=data.device)
    for i in index.split(1024):
        policy = value = 0
        for s in range(views):
            symmetry = torch.full_like(i, s)
            x, g, y = data.batch(i, symmetry, forget=0.0)
            with torch.autocast(data.device.split(":")[0], torch.bfloat16):
                p, v, _ = net(x.contiguous(memory_format=torch.channels_last), g)
            back = p[:, channel].log_softmax(1)
            policy = policy + back.gather(1, data.inverse[symmetry][:, :PASS + 1])
            value = value + v[:, 0]
        occupied = F.pad((data.boards[i] & 3) > 0, (0, 1), value=True)
        policy = (policy / views).masked_fill(occupied, -1e9)
        right = data.right[i]
        best = policy.argmax(1, keepdim=True)
        hit = (right == best).any(1)
        three = (policy.topk(3, 1).indices[:, :, None] == right[:, None, :]).any(2).any(1)
        root, inner = data.depth[i] == 0, (data.depth[i] > 0) & (data.wins[i] > 0)
        sure = (value > 0) == (data.wins[i] > 0)
        totals += torch.stack([root.sum(), (hit & root).sum(), (three & root).sum(), inner.sum(), (hit & inner).sum(),
                               (~root).sum(), (sure & ~root).sum(), -log_right(policy, right)[root].sum()])
    n, one, three, m, inside, k, value, loss = totals.tolist()
    return dict(first=round(one / n, 4), in_three=round(three / n, 4), inside=round(inside / max(m, 1), 4), value=round(value / max(k, 1), 4), loss=round(loss / n, 4), problems=int(n))


def main():
    a = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    a.add_argument("problems")
    a.add_argument("games")
    a.add_argument("weights")
    a.add_argument("--seconds", type=float, default=300)
    a.add_argument("--batch", type=int, default=1024, help="positions of problems a step; as many of games")
    a.add_argument("--lr", type=float, default=4e-4)
    a.add_argument("--decay", type=float, default=0.1)
    a.add_argument("--drop", type=float, default=0.1, help="share of the trunk's channels that the heads have to do without while learning")
    a.add_argument("--games-share", type=float, default=1.0)
    a.add_argument("--out", default="out/problems")
    a = a.parse_args()
    os.makedirs(a.out, exist_ok=True)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    torch.manual_seed(3)
    torch.backends.cuda.matmul.allow_tf32 = torch.backends.cudnn.allow_tf32 = True
    torch.backends.cudnn.benchmark = True
    data, games = Problems(a.problems, device), Positions(a.games, device, threads=os.cpu_count())
    net, quantised = restore(a.weights, device)
    net = net.to(memory_format=torch.channels_last)
    net.quantise(True)
    say = lambda **row: print(json.dumps(row), flush=True)
    report = dict(before=dict(validation=examine(net, data, data.index[1]), test=examine(net, data, data.index[2])))
    say(quantised=quantised, positions=[len(i) for i in data.index], before=report["before"])
    groups = [dict(params=[w for n, w in net.named_parameters() if w.ndim > 1], weight_decay=a.decay, share=1.0),
              dict(params=[w for n, w in net.named_parameters() if w.ndim < 2 and not n.endswith("log_step")], weight_decay=0.0, share=1.0),
              dict(params=[w for n, w in net.named_parameters() if n.endswith("log_step")], weight_decay=0.0, share=0.2)]
    adam = torch.optim.AdamW(groups, lr=a.lr, betas=(0.9, 0.98), fused=device == "cuda")
    with torch.no_grad():  # the second policy begins as a copy of the first
        net.heads.policy_out.weight[1].copy_(net.heads.policy_out.weight[0])
        net.heads.pass_out.weight[1].copy_(net.heads.pass_out.weight[0])
        net.heads.pass_out.bias[1].copy_(net.heads.pass_out.bias[0])
    ema = {k: v.clone() for k, v in net.state_dict().items()}
    for block in net.blocks: block.compile(dynamic=False)
    fast = [block._compiled_call_impl for block in net.blocks]

    def compiled(on):
        for block, call in zip(net.blocks, fast): block._compiled_call_impl = call if on else None

    net.in_heads.register_forward_pre_hook(lambda m, x: (F.dropout2d(x[0], a.drop, training=m.training),))
    net.train()
    net.normalise_by_batch(False)
    pool, step, running = games.index[0], 0, {}
    start = said = time.time()
    note = lambda key, loss: running.__setitem__(key, 0.98 * running.get(key, loss.detach()) + 0.02 * loss.detach())
    other = int(a.batch * a.games_share)
    while (time.time() - start) / a.seconds < 1:
        if step == 3: start = time.time()
        now = a.lr * max(min(rate((time.time() - start) / a.seconds), (step + 1) / 200), 1e-4)
        for group in adam.param_groups: group["lr"] = now * group["share"]
        x, g, y = data.random(a.batch)
        i = pool[torch.randint(len(pool), (other,), device=device)]
        x2, g2, y2 = games.batch(i, torch.randint(8, (other,), device=device), torch.rand(other, device=device) < 0.05)
        with torch.autocast(device, torch.bfloat16):
            policy, value, points = net(torch.cat([x, x2]).contiguous(memory_format=torch.channels_last), torch.cat([g, g2]))
        n = a.batch
        moves = -(log_right(policy[:n, 0], y["right"]) * y["weight"]).mean()
        judged = F.binary_cross_entropy_with_logits(value[:n, 0], y["wins"])
        played = F.cross_entropy(policy[n:, 1], y2["move"])
        stones = F.binary_cross_entropy_with_logits(points[n:, :2], y2["stones"])
        (moves + 0.5 * judged + 0.5 * played + 0.3 * stones).backward()
        for key, loss in dict(moves=moves, judged=judged, played=played).items(): note(key, loss)
        torch.nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        adam.step()
        net.zero_grad(set_to_none=True)
        step += 1
        if step % 10 == 0:
            keep = min(0.985, 1 - 1 / (step / 10 + 2))
            with torch.no_grad():
                live = [(k, v) for k, v in net.state_dict().items() if v.is_floating_point()]
                torch._foreach_lerp_([ema[k] for k, _ in live], [v for _, v in live], 1 - keep)
        if time.time() - said > 30:
            said = time.time()
            compiled(False)
            say(seconds=round(said - start), step=step, loss={k: round(v.item(), 4) for k, v in running.items()}, validation=examine(net, data, data.index[1]))
            net.train(); net.normalise_by_batch(False)
            compiled(True)
    compiled(False)
    live = {k: v.clone() for k, v in net.state_dict().items()}
    choice = {}
    for name, state in (("live", live), ("averaged", ema)):
        net.load_state_dict(state)
        choice[name] = examine(net, data, data.index[1])
    best = max(choice, key=lambda k: choice[k]["first"])
    net.load_state_dict(live if best == "live" else ema)
    torch.save(dict(config=net.config, quantised=True, state=net.state_dict()), os.path.join(a.out, "problems.pt"))
    report.update(seconds=a.seconds, lr=a.lr, batch=a.batch, decay=a.decay, steps=step, chosen=best, validation=choice,
                  test=examine(net, data, data.index[2]), test_eight_views=examine(net, data, data.index[2], 8), validation_eight_views=examine(net, data, data.index[1], 8))
    json.dump(report, open(os.path.join(a.out, "report.json"), "w"), indent=1)
    say(**report)


if __name__ == "__main__":
    main()
