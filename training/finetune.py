"""Fine-tunes a trained network in its shipped, quantised form: professional games, and self-play on small boards.

    python finetune.py out/games.npz out/run/net.pt --seconds 400 --out out/fine

1. Professional games are played out by the network until nothing is left to play: owners and scores as further targets.
2. Self-play on 9x9 and 13x13 with a one-move look-ahead; both are learnt together with the professional games.
Writes fine.pt (deployed network) and report.json: accuracy before and after, the new network against the old one by size.
"""
import argparse, copy, json, os, time
import numpy as np
import torch
import torch.nn.functional as F
from data import PASS, Positions, native, symmetries
from deployed import load
from selfplay import Games, SelfPlay, choose, match
from train import evaluate, losses


def owner_loss(logit, owner, mask=None):
    loss = F.binary_cross_entropy_with_logits(2 * logit, (owner + 1) / 2, reduction="none").mean(1)
    return loss.mean() if mask is None else (loss * mask).sum() / mask.sum().clamp_min(1)


def professional_loss(out, y):
    policy, value, points = out
    total, parts = losses(out, y)
    played_out = y["has_owner"] & y["has_win"] & ~y["has_score"]
    # a resigned game's margin comes from playing it out; only where it agrees with who won
    agrees = played_out & ((y["area_score"] > 0) == (y["win"] > 0.5))
    area = F.huber_loss(value[:, 1], y["area_score"] / 20.0, reduction="none")
    extra = 0.2 * (area * agrees).sum() / agrees.sum().clamp_min(1)
    return total + extra + 0.4 * owner_loss(points[:, 2], y["owner"], y["has_owner"])


def selfplay_loss(out, y):
    policy, value, points = out
    return (-(y["policy"] * policy[:, 0].log_softmax(1)).sum(1).mean()
            + 0.7 * F.binary_cross_entropy_with_logits(value[:, 0], y["win"])
            + 0.4 * F.huber_loss(value[:, 1], y["score"] / 20.0)
            + 0.4 * owner_loss(points[:, 2], y["owner"]))


def play_out(net, data, lib, games_index, threads, device, plies):
    """Plays finished professional games to the very end; owners (+1 Black) and area scores (komi included)."""
    games = Games(lib, len(games_index), 19, threads)
    which = np.arange(len(games_index), dtype=np.int32)
    index = torch.from_numpy(games_index).to(device)
    ends = data.last[index]
    codes = data.final[index].cpu().numpy()
    moved = data.moves[ends]
    to_play = (3 - data.to_play[ends]).cpu().numpy()
    recent = np.full((len(which), 5), 362, np.int16)
    recent[:, 0] = np.minimum(moved.cpu().numpy(), 361)
    games.reset(which, plies, codes, to_play, recent)
    komi = data.komi[index].nan_to_num(6.5).cpu().numpy()
    running = which.copy()
    while len(running):
        moves = choose(net, games, running, komi, device, 0, 0.0, 0.3)[3]
        running = np.ascontiguousarray(running[~games.step(running, moves)])
    owner, score = games.score(which)
    return owner, (score - komi).astype(np.float32)


def main():
    a = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    a.add_argument("games")
    a.add_argument("weights")
    a.add_argument("--seconds", type=float, default=400, help="for everything after loading")
    a.add_argument("--out", default="out/fine")
    a.add_argument("--lr", type=float, default=2e-4)
    a.add_argument("--batch", type=int, default=2048)
    a.add_argument("--played-out", type=int, default=8192)
    a.add_argument("--play-out-plies", type=int, default=350)
    a.add_argument("--running", type=int, default=2048, help="9x9 games at once (13x13: half)")
    a.add_argument("--matches", type=int, default=300)
    a.add_argument("--evaluate", type=int, default=200000, help="positions of validation and test games")
    a.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    a.add_argument("--no-compile", action="store_true")
    a = a.parse_args()
    os.makedirs(a.out, exist_ok=True)
    device, threads = a.device, os.cpu_count()
    torch.manual_seed(7); np.random.seed(7)
    torch.backends.cudnn.benchmark = True
    torch.backends.cuda.matmul.allow_tf32 = torch.backends.cudnn.allow_tf32 = True
    lib = native()
    data = Positions(a.games, device, lib, threads)
    began = time.time()
    elapsed = lambda: time.time() - began
    say = lambda **row: print(json.dumps(dict(seconds=round(elapsed(), 1), **row)), flush=True)
    limit = lambda split: min(a.evaluate, len(data.index[split]))
    say(done="data")

    net = load(a.weights, device).eval()
    half = lambda n: copy.deepcopy(n).to(torch.bfloat16 if device == "cuda" else torch.float32, memory_format=torch.channels_last)
    net.quantise(False)
    old = half(net)
    report = dict(float_validation=evaluate(net, data, data.index[1], limit=limit(1)))
    pick = lambda n: data.index[0][torch.randint(len(data.index[0]), (n,), device=device)]

    def planes(i):
        x, g, _ = data.batch(i, torch.randint(8, (len(i),), device=device), torch.zeros_like(i).bool())
        return x.float(), g

    net.calibrate([planes(pick(128)) for _ in range(8)])
    report["quantised_validation"] = evaluate(net, data, data.index[1], limit=min(32768, limit(1)))
    say(quantised=report["quantised_validation"])

    # 1. professional games to the end
    count = len(data.start)
    data.owner = torch.zeros(count, 361, dtype=torch.int8, device=device)
    data.has_owner = torch.zeros(count, dtype=torch.bool, device=device)
    data.area_score = torch.zeros(count, device=device)
    train_games = np.unique(data.game[data.index[0][::50]].cpu().numpy())
    chosen = np.sort(np.random.permutation(train_games)[: a.played_out]).astype(np.int64)
    for part in np.array_split(chosen, max(1, len(chosen) // 4096)):
        owner, score = play_out(old, data, lib, part, threads, device, a.play_out_plies)
        index = torch.from_numpy(part).to(device)
        data.owner[index], data.area_score[index] = torch.from_numpy(owner).to(device), torch.from_numpy(score).to(device)
        data.has_owner[index] = True
    margin, winner = data.margin[data.has_owner], data.winner[data.has_owner]
    off, counted = (data.area_score[data.has_owner] - margin).abs(), ~margin.isnan()
    report["played_out"] = dict(games=len(chosen), counted=int(counted.sum()), off_median=off[counted].median().item(), off_mean=off[counted].mean().item(),
                                winner_agrees=((data.area_score[data.has_owner] > 0) == (winner > 0))[winner != 0].float().mean().item())
    say(played_out=report["played_out"])
    owned = data.index[0][data.has_owner[data.game[data.index[0]].long()]]

    # 2. self-play and learning in turn
    small = {9: SelfPlay(lib, a.running, 9, threads, device, 2_000_000), 13: SelfPlay(lib, a.running // 2, 13, threads, device, 1_000_000)}
    views = {side: [torch.from_numpy(np.ascontiguousarray(v)).to(device) for v in symmetries(side)] for side in small}
    net.train()
    weights = [w for w in net.parameters() if w.requires_grad]
    adam = torch.optim.AdamW([dict(params=[w for w in weights if w.ndim != 1]), dict(params=[w for w in weights if w.ndim == 1])], lr=a.lr, betas=(0.9, 0.99), weight_decay=0.0, fused=device == "cuda")
    averaged = {k: v.clone() for k, v in net.state_dict().items()}

    def professional(x, g, y):
        with torch.autocast(device, torch.bfloat16):
            out = net(x, g)
        return professional_loss(out, y)

    if not a.no_compile:
        professional = torch.compile(professional, dynamic=False)
    step, rounds, running, last = 0, 0, {}, 0.0
    learn_until = a.seconds
    recent_net = half(net); recent_net.quantise(False)
    while elapsed() < learn_until:
        progress = elapsed() / learn_until
        trust = 0.0 if rounds < 20 else min(12.0, 2.0 * (rounds - 19))  # first learn to judge small boards
        now = time.time()
        small[9].play(recent_net, 12, 8, trust)
        small[13].play(recent_net, 12, 6, trust)
        generation = time.time() - now
        now = time.time()
        while time.time() - now < max(1.5 * generation, 2.0) and elapsed() < learn_until:
            progress = elapsed() / learn_until
            lr = a.lr * min(1.0, step / 30 + 0.03, max(0.0, 1 - progress) / 0.7)
            for group in adam.param_groups: group["lr"] = lr
            half_batch = a.batch // 2
            i = torch.cat([pick(half_batch), owned[torch.randint(len(owned), (half_batch,), device=device)]])
            symmetry = torch.randint(8, (a.batch,), device=device)
            x, g, y = data.batch(i, symmetry, torch.rand(a.batch, device=device) < 0.05)
            games, sign = data.game[i].long(), torch.where(data.to_play[i] == 1, 1.0, -1.0)
            y["owner"] = data.owner[games].gather(1, data.perm[symmetry]).float() * sign[:, None]
            y["has_owner"], y["area_score"] = data.has_owner[games], data.area_score[games] * sign
            loss = professional(x.to(memory_format=torch.channels_last), g, y)
            loss.backward()
            running["pro"] = 0.95 * running.get("pro", loss.detach()) + 0.05 * loss.detach()
            for side, games in small.items():
                if games.filled < 20000 * (1 if device == "cuda" else 0.005): continue
                x, g, y = games.batch(a.batch // 2, *views[side])
                with torch.autocast(device, torch.bfloat16):
                    out = net(x.to(memory_format=torch.channels_last), g)
                loss = selfplay_loss(out, y)
                (0.5 * loss).backward()
                running[side] = 0.95 * running.get(side, loss.detach()) + 0.05 * loss.detach()
            torch.nn.utils.clip_grad_norm_(weights, 2.0)
            adam.step()
            net.zero_grad(set_to_none=True)
            step += 1
            if step % 5 == 0:
                keep = min(0.98, 1 - 1 / (step / 5 + 2))
                with torch.no_grad():
                    for k, v in net.state_dict().items(): averaged[k].lerp_(v, 1 - keep)
            if step % 4 == 0 and device == "cuda": torch.cuda.synchronize()
        recent_net.load_state_dict(net.state_dict())
        rounds += 1
        if elapsed() - last > 20:
            last = elapsed()
            say(step=step, rounds=rounds, trust=trust, generation=round(generation, 2), games={s: g.finished for s, g in small.items()}, positions={s: g.filled for s, g in small.items()},
                black_wins={s: round(float(np.mean(np.array(g.margins[-2000:] or [0]) > 0)), 3) for s, g in small.items()}, loss={str(k): round(v.item(), 4) for k, v in running.items()})
            torch.save(dict(config=net.config, deployed=True, state=net.state_dict()), os.path.join(a.out, "latest.pt"))
    net.load_state_dict(averaged)
    net.eval()
    torch.save(dict(config=net.config, deployed=True, state=net.state_dict()), os.path.join(a.out, "fine.pt"))
    report["fine_validation"] = evaluate(net, data, data.index[1], limit=limit(1))
    report["fine_test"] = evaluate(net, data, data.index[2], limit=limit(2))
    say(validation=report["fine_validation"], test=report["fine_test"])
    report["steps"], report["selfplay_games"] = step, {s: g.finished for s, g in small.items()}
    json.dump(report, open(os.path.join(a.out, "report.json"), "w"), indent=1)
    final = half(net); final.quantise(False)
    report["matches"] = {}
    for side, look, trust in ((9, 0, 0.0), (9, 8, 12.0), (13, 0, 0.0), (13, 6, 12.0), (19, 0, 0.0)):
        report["matches"][f"{side} look {look}"] = match(final, old, lib, side, a.matches, threads, device, look, trust)
        say(matches=report["matches"])
        json.dump(report, open(os.path.join(a.out, "report.json"), "w"), indent=1)


if __name__ == "__main__":
    main()
