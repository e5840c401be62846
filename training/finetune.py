"""Trains a network on through the rounding of its shipped form, on professional games and on games it plays against itself.

    python finetune.py out/games.npz out/run/net.pt --seconds 600 --out out/fine

Two processes of `selfplay.py` run beside it for part of the time: one plays 9x9 and 13x13, one plays counted professional games
to the end (owners of the points) and 19x19 games from professional positions (winner, score, owners). Professional games teach
the policy on 19x19; the games of the network itself teach judgement on every size and the policy on small boards.
Batch statistics come from 19x19 only; small boards use the running ones, which is what is shipped.
Writes fine.pt and report.json: accuracy before and after, and matches of the new network against the old one.
"""
import argparse, copy, glob, json, os, subprocess, sys, time
import numpy as np
import torch
import torch.nn.functional as F
from data import PASS, Positions, make_globals, make_planes, native, symmetries
from deployed import Deployed, restore
from selfplay import match, player
from train import Muon, evaluate, losses, rate

UNIT = 20.0
HERE = os.path.dirname(os.path.abspath(__file__))


def owner_loss(logit, owner, mask=None):
    loss = F.binary_cross_entropy_with_logits(2 * logit, (owner + 1) / 2, reduction="none").mean(1)
    return loss.mean() if mask is None else (loss * mask).sum() / mask.sum().clamp_min(1)


def judgement_loss(value, points, y):
    return (0.6 * F.binary_cross_entropy_with_logits(value[:, 0], y["win"]) + 0.3 * F.huber_loss(value[:, 1], y["score"] / UNIT)
            + 0.4 * owner_loss(points[:, 2], y["owner"]))


class Store:
    """Positions of self-play games of one size on the device, added to as files come in; held-out games apart."""

    def __init__(self, side, device, capacity):
        self.side, self.area, self.device, self.capacity = side, side * side, device, capacity
        self.parts = {True: {}, False: {}}
        self.games = {True: 0, False: 0}
        perm, inverse = symmetries(side)
        t = lambda a: torch.from_numpy(np.ascontiguousarray(a)).to(device, torch.int64)
        self.perm = t(perm)
        self.inverse = torch.cat([t(inverse), torch.full((8, 1), self.area + 1, device=device)], 1)

    def size(self, held=False):
        return len(self.parts[held]["to_play"]) if self.parts[held] else 0

    def add(self, z):
        for held in (False, True):
            games = np.flatnonzero(z["held"] == held)
            if not len(games): continue
            number = np.full(len(z["held"]), -1, np.int64)
            number[games] = np.arange(len(games)) + self.games[held]
            rows = number[z["game"]] >= 0
            by_position = {k: z[k][rows] for k in ("boards", "recent", "to_play", "candidates", "target", "looked") if k in z}
            by_position["game"] = number[z["game"]][rows]
            by_game = {"owner": z["owner"][games], "komi": z["komi"][games], "score": z["score"][games]}
            store = self.parts[held]
            for key, values in {**by_position, **by_game}.items():
                values = torch.from_numpy(np.ascontiguousarray(values)).to(self.device)
                store[key] = torch.cat([store[key], values]) if key in store else values
            self.games[held] += len(games)
            extra = len(store["to_play"]) - self.capacity
            if extra > 0:  # the oldest positions go first
                for key in by_position: store[key] = store[key][extra:].clone()

    def batch(self, i, symmetry, held=False, forget=0.05):
        """Planes, globals and targets of positions `i`."""
        d, size = self.parts[held], len(i)
        p, inv, g = self.perm[symmetry], self.inverse[symmetry], d["game"][i]
        me = d["to_play"][i][:, None]
        recent = inv.gather(1, d["recent"][i].long())
        recent = torch.where(torch.rand(size, 1, device=self.device) < forget, self.area + 1, recent)
        sign = torch.where(me[:, 0] == 1, 1.0, -1.0)
        planes = make_planes(d["boards"][i].gather(1, p), me, recent, self.side)
        glob = make_globals(-sign * d["komi"][g], recent[:, 0] == self.area, self.side, self.side)
        score = d["score"][g] * sign
        y = dict(win=(score > 0).float() + 0.5 * (score == 0), score=score, owner=d["owner"][g].gather(1, p).float() * sign[:, None])
        if "target" in d:
            policy = torch.zeros(size, self.area + 1, device=self.device)
            y["policy"] = policy.scatter_add_(1, inv.gather(1, d["candidates"][i].long()), d["target"][i].float())
            y["looked"] = d["looked"][i].float()
        return planes, glob, y

    def random(self, size):
        i = torch.randint(self.size(), (size,), device=self.device)
        return self.batch(i, torch.randint(8, (size,), device=self.device))


class Counted:
    """Owners of the points at the end of counted professional games, where playing them out agreed with the record."""

    def __init__(self, games, device):
        self.owner = torch.zeros(games, 361, dtype=torch.int8, device=device)
        self.known = torch.zeros(games, dtype=torch.bool, device=device)

    def add(self, z):
        games = torch.from_numpy(z["game"]).to(self.owner.device)
        self.owner[games], self.known[games] = torch.from_numpy(z["owner"]).to(self.owner.device), True


def read_new(folder, seen, stores, counted):
    for path in sorted(glob.glob(os.path.join(folder, "*.npz"))):
        if path in seen: continue
        seen.add(path)
        z = dict(np.load(path))
        kind = os.path.basename(path).split("-")[0]
        counted.add(z) if kind == "counted" else stores[int(kind)].add(z)


@torch.no_grad()
def judge(net, store, limit=20000):
    """Judgement on held-out self-play games."""
    n = min(limit, store.size(True))
    if n == 0: return None
    net.eval()
    totals = torch.zeros(8, device=store.device)
    for i in torch.linspace(0, store.size(True) - 1, n, device=store.device).long().split(2048):
        x, g, y = store.batch(i, torch.zeros_like(i), True, 0.0)
        with torch.autocast(store.device, torch.bfloat16):
            policy, value, points = net(x.contiguous(memory_format=torch.channels_last), g)
        loss = F.binary_cross_entropy_with_logits(value[:, 0], y["win"], reduction="none")
        owned = y["owner"] != 0
        parts = [len(i), ((value[:, 0] > 0).float() == y["win"]).sum(), loss.sum(), (value[:, 1] * UNIT - y["score"]).abs().sum(),
                 (((points[:, 2] > 0) == (y["owner"] > 0)) & owned).sum(), owned.sum()]
        if "policy" in y:
            log = policy[:, 0].log_softmax(1)
            parts += [((log.argmax(1) == y["policy"].argmax(1)) * y["looked"]).sum(), y["looked"].sum()]
        else:
            parts += [0.0, 0.0]
        totals += torch.stack([torch.as_tensor(float(v), device=store.device) for v in parts])
    net.train()
    n, right, loss, off, owned, points, same, looked = totals.tolist()
    return dict(positions=int(n), games=store.games[True], winner=right / n, log_loss=loss / n, score_off=off / n, owner=owned / points, best_move=same / max(looked, 1))


def main():
    a = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    a.add_argument("games")
    a.add_argument("weights")
    a.add_argument("--seconds", type=float, default=600, help="of training, data already loaded")
    a.add_argument("--out", default="out/fine")
    a.add_argument("--lr", type=float, default=1.2e-3)
    a.add_argument("--batch", type=int, default=2048)
    a.add_argument("--play-share", type=float, default=0.65, help="part of the time in which games are played beside")
    a.add_argument("--running", type=int, default=2048)
    a.add_argument("--matches", type=int, default=400)
    a.add_argument("--only-games", type=int)
    a.add_argument("--counted", type=int, default=100000)
    a.add_argument("--evaluate", type=int, default=600000)
    a.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    a.add_argument("--no-compile", action="store_true")
    a = a.parse_args()
    os.makedirs(a.out, exist_ok=True)
    device, cores = a.device, os.cpu_count()
    cuda = device == "cuda"
    torch.manual_seed(7); np.random.seed(7)
    torch.backends.cudnn.benchmark = True
    torch.backends.cuda.matmul.allow_tf32 = torch.backends.cudnn.allow_tf32 = True
    began = time.time()
    say = lambda **row: print(json.dumps(dict(seconds=round(time.time() - began, 1), **row)), flush=True)
    folder, newest = os.path.join(a.out, "play"), os.path.join(a.out, "newest.pt")
    for old in glob.glob(os.path.join(folder, "*")) + [newest]:
        if os.path.exists(old): os.remove(old)

    def play(kind, threads, running):
        seconds = a.seconds * a.play_share
        return subprocess.Popen([sys.executable, os.path.join(HERE, "selfplay.py"), kind, a.games, a.weights, "--newer", newest, "--out", folder,
                                 "--seconds", str(seconds), "--running", str(running), "--threads", str(threads), "--counted", str(a.counted), "--device", device])

    lib = native()
    data = Positions(a.games, device, lib, cores, games=a.only_games)
    players = [play("large", max(1, cores * 6 // 16), a.running), play("small", max(1, cores * 4 // 16), a.running)]
    say(done="data")
    net, _ = restore(a.weights, device)
    net = net.to(memory_format=torch.channels_last)
    old = copy.deepcopy(net)
    limit = lambda split: min(a.evaluate, len(data.index[split]))
    pick = lambda n: data.index[0][torch.randint(len(data.index[0]), (n,), device=device)]

    def planes(i):
        x, g, _ = data.batch(i, torch.randint(8, (len(i),), device=device), torch.zeros_like(i).bool())
        return x.float(), g

    net.calibrate([planes(pick(128 if cuda else 16)) for _ in range(8)])
    report = dict(quantised_before=evaluate(net, data, data.index[1], limit=min(32768, limit(1))))
    say(quantised_before=report["quantised_before"])
    stores = {9: Store(9, device, 6_000_000), 13: Store(13, device, 3_000_000), 19: Store(19, device, 6_000_000)}
    counted, seen = Counted(len(data.start), device), set()

    net.train()
    trunk = [w for b in net.blocks for w in (b.conv1.weight, b.conv2.weight)]
    ids = {id(w) for w in trunk}
    rest = [(n, w) for n, w in net.named_parameters() if id(w) not in ids]
    steps_ = [w for n, w in rest if n.endswith("log_step")]
    plain = [w for n, w in rest if not n.endswith("log_step")]
    muon = Muon(trunk, 0.1)
    groups = [dict(params=[w for w in plain if w.ndim > 1], weight_decay=0.05, share=1.0), dict(params=[w for w in plain if w.ndim < 2], weight_decay=0.0, share=1.0),
              dict(params=steps_, weight_decay=0.0, share=0.2)]
    adam = torch.optim.AdamW(groups, lr=a.lr, betas=(0.9, 0.95), fused=cuda)
    ema = {k: v.clone() for k, v in net.state_dict().items()}
    good = {k: v.clone() for k, v in ema.items()}
    if not a.no_compile:
        torch._dynamo.config.recompile_limit = torch._dynamo.config.cache_size_limit = 64
        for block in net.blocks: block.compile(dynamic=False)
    fast = [block._compiled_call_impl for block in net.blocks]

    def compiled(on):
        """Measuring comes in batches of many sizes, each of which would be compiled anew."""
        for block, call in zip(net.blocks, fast): block._compiled_call_impl = call if on else None

    def forward(x, g):
        with torch.autocast(device, torch.bfloat16):
            return net(x.contiguous(memory_format=torch.channels_last), g)

    def save_as(state, path, **more):
        torch.save(dict(config=net.config, quantised=True, state=state, **more), path + ".part")
        os.replace(path + ".part", path)

    order, taken, step, skipped, running = torch.empty(0), 0, 0, 0, {}
    start = saved = said = read = time.time()
    note = lambda key, loss: running.__setitem__(key, 0.97 * running.get(key, loss.detach()) + 0.03 * loss.detach())
    while True:
        progress = (time.time() - start) / a.seconds
        if progress >= 1: break
        if step == 3: start = time.time()  # the clock starts after compilation
        now = a.lr * max(min(rate(progress), (step + 1) / 100), 1e-4)
        for group in adam.param_groups: group["lr"] = now * group["share"]
        own = a.batch // 4 if stores[19].size() > 20 * a.batch else 0  # a quarter from the network's own 19x19 games
        count = a.batch - own
        if taken + count > len(order): order, taken = torch.randperm(len(data.index[0]), device=device), 0
        i, taken = data.index[0][order[taken:taken + count]], taken + count
        symmetry = torch.randint(8, (count,), device=device)
        x, g, y = data.batch(i, symmetry, torch.rand(count, device=device) < 0.05)
        game, sign = data.game[i].long(), torch.where(data.to_play[i] == 1, 1.0, -1.0)
        owner, known = counted.owner[game].gather(1, data.perm[symmetry]).float() * sign[:, None], counted.known[game]
        if own:
            x2, g2, y2 = stores[19].random(own)
            x, g = torch.cat([x, x2]), torch.cat([g, g2])
        net.normalise_by_batch(True)
        policy, value, points = forward(x, g)
        loss, parts = losses((policy[:count], value[:count], points[:count]), y)
        loss = loss + 0.4 * owner_loss(points[:count, 2], owner, known)
        for key in ("policy", "value", "score"): note(key, parts[key])
        if own:
            more = judgement_loss(value[count:], points[count:], y2)
            note("own19", more)
            loss = loss + more
        loss.backward()
        net.normalise_by_batch(False)
        for side, size in ((9, a.batch // 2), (13, a.batch // 4)):
            if stores[side].size() < 20 * size: continue
            x, g, y = stores[side].random(size)
            policy, value, points = forward(x, g)
            more = judgement_loss(value, points, y)
            moves = (-(y["policy"] * policy[:, 0].log_softmax(1)).sum(1) * y["looked"]).sum() / y["looked"].sum().clamp_min(1)
            note(f"judge{side}", more); note(f"moves{side}", moves)
            (0.5 * (more + moves)).backward()
        norm = torch.nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        # looking at the norm stops the device, so it is done now and then; good weights come back if it went wrong
        if step % 25 == 0 and not torch.isfinite(norm):
            skipped += 1
            assert skipped < 20, "the gradient is no number"
            net.load_state_dict(good)
            ema = {k: v.clone() for k, v in good.items()}
            muon.momentum.zero_(); adam.state.clear()
        else:
            with torch.no_grad():
                muon.step(now)
                adam.step()
        net.zero_grad(set_to_none=True)
        step += 1
        if step % 10 == 0:
            keep = min(0.99, 1 - 1 / (step / 10 + 2))
            with torch.no_grad():
                live = [(k, v) for k, v in net.state_dict().items() if v.is_floating_point()]
                torch._foreach_lerp_([ema[k] for k, _ in live], [v for _, v in live], 1 - keep)
        clock = time.time()
        if clock - read > 4:
            read = clock
            read_new(folder, seen, stores, counted)
        if clock - saved > 25 * (1 if cuda else 0.4):
            saved = clock
            if all(torch.isfinite(v).all() for v in ema.values()):
                good = {k: v.clone() for k, v in ema.items()}
                save_as(good, newest)
        if clock - said > 30 * (1 if cuda else 0.4):
            said = clock
            compiled(False)
            say(step=step, lr=round(now, 6), skipped=skipped, loss={k: round(v.item(), 4) for k, v in running.items()}, positions={s: d.size() for s, d in stores.items()},
                counted=int(counted.known.sum()), validation=evaluate(net, data, data.index[1], limit=min(8192, limit(1))),
                held={s: judge(net, d, 4096) for s, d in stores.items()})
            compiled(True)
    for p in players: p.terminate()
    for p in players: p.wait()
    compiled(False)
    live = {k: v.clone() for k, v in net.state_dict().items()}
    choice = {}
    for name, state in (("live", live), ("averaged", ema)):
        net.load_state_dict(state)
        choice[name] = evaluate(net, data, data.index[1], limit=limit(1))
    best = max(choice, key=lambda k: choice[k]["log_likelihood"])
    net.load_state_dict(live if best == "live" else ema)
    fine = os.path.join(a.out, "fine.pt")
    save_as(net.state_dict(), fine)
    report.update(seconds=a.seconds, lr=a.lr, batch=a.batch, steps=step, skipped=skipped, chosen=best, validation=choice, counted_games_with_owners=int(counted.known.sum()),
                  positions={s: d.size() for s, d in stores.items()}, games={s: sum(d.games.values()) for s, d in stores.items()})
    report["own_games_before"] = {s: judge(old, d) for s, d in stores.items()}
    report["own_games_after"] = {s: judge(net, d) for s, d in stores.items()}
    finish = lambda: json.dump(report, open(os.path.join(a.out, "report.json"), "w"), indent=1)
    finish()
    say(validation=choice, before=report["own_games_before"], after=report["own_games_after"])
    report["test"] = evaluate(net, data, data.index[2], limit=limit(2))
    say(test=report["test"])
    finish()
    new, before = player(fine, device), player(a.weights, device)
    report["matches"] = {}
    for side, look, trust in () if a.matches == 0 else ((9, 0, 0.0), (9, 8, 12.0), (13, 0, 0.0), (13, 6, 12.0), (19, 0, 0.0), (19, 6, 12.0)):
        report["matches"][f"{side} look {look}"] = match(new, before, lib, side, a.matches if side < 19 else a.matches // 2, cores, device, look, trust)
        say(matches=report["matches"])
        finish()
    os._exit(0)


if __name__ == "__main__":
    main()
