"""Games of the network against itself, many at once, as training data: written as files that `finetune.py` reads as they come.

    python selfplay.py small out/games.npz out/run/net.pt --out out/play --seconds 300     9x9 and 13x13, with a look-ahead
    python selfplay.py large out/games.npz out/run/net.pt --out out/play --seconds 300     19x19

`small` plays from the empty board; moves come from the policy sharpened by a one-move look-ahead with the value head, once
there are newer weights (`--newer`) that have learnt to judge small boards. `large` first plays professional games that were
counted to the very end, where every point has an owner (kept only where the count agrees with the recorded margin), then plays
on from random positions of professional training games. Games end when neither side has a sensible move, so that counting by
area needs no opinion about dead stones. One game in twenty is marked as held out.
"""
import argparse, ctypes, os, time
import numpy as np
import torch
from data import PASS, make_globals, make_planes, native, pointer
from deployed import load

RECENT = 5
KEEP = 12  # candidates a position
HELD = 20  # one game in so many is held out


class Games:
    """`count` games on boards of one side, played natively."""

    def __init__(self, lib, count, side, threads):
        self.lib, self.count, self.side, self.threads = lib, count, side, threads
        self.area = side * side
        self.memory = np.zeros((count, lib.game_bytes()), np.uint8)

    def reset(self, which, limit):
        self.lib.games_reset(pointer(self.memory), pointer(which), len(which), self.side, limit, None, None, None)

    def observe(self, which):
        n = len(which)
        boards, recent = np.empty((n, self.area), np.uint8), np.empty((n, RECENT), np.int16)
        to_play, allowed = np.empty(n, np.uint8), np.empty((n, self.area + 1), np.uint8)
        self.lib.games_observe(pointer(self.memory), pointer(which), n, pointer(boards), pointer(recent), pointer(to_play), pointer(allowed), self.threads)
        return boards, recent, to_play, allowed

    def children(self, which, moves):
        n, k = moves.shape
        boards, recent = np.empty((n * k, self.area), np.uint8), np.empty((n * k, RECENT), np.int16)
        self.lib.games_children(pointer(self.memory), pointer(which), n, k, pointer(moves), pointer(boards), pointer(recent), self.threads)
        return boards, recent

    def step(self, which, moves):
        done = np.empty(len(which), np.uint8)
        self.lib.games_step(pointer(self.memory), pointer(which), len(which), pointer(moves), pointer(done))
        return done.astype(bool)

    def score(self, which):
        owner, score = np.empty((len(which), self.area), np.int8), np.empty(len(which), np.int32)
        self.lib.games_score(pointer(self.memory), pointer(which), len(which), pointer(owner), pointer(score))
        return owner, score


@torch.no_grad()
def ask(net, boards, recent, to_play, komi, side, device):
    """Network answers for encoded positions; `komi` is White's, one number a position."""
    t = lambda a, d=None: torch.from_numpy(a).to(device, d, non_blocking=True)
    me = t(to_play)[:, None]
    past = t(recent, torch.int64)
    own_komi = torch.where(me[:, 0] == 1, -1.0, 1.0) * t(komi)
    x = make_planes(t(boards), me, past, side)
    g = make_globals(own_komi, past[:, 0] == side * side, side, side)
    dtype = next(net.parameters()).dtype
    return net(x.to(dtype).to(memory_format=torch.channels_last), g.to(dtype))


@torch.no_grad()
def choose(net, games, which, komi, device, look=0, trust=0.0, temperature=1.0):
    """Moves for these games. Returns what was seen, the move chosen and the sharpened policy as candidates with probabilities."""
    boards, recent, to_play, allowed = games.observe(which)
    policy, value, _ = ask(net, boards, recent, to_play, komi[which], games.side, device)
    logits = policy[:, 0].masked_fill(torch.from_numpy(allowed).to(device) == 0, -1e9)
    top, candidates = logits.topk(min(max(look, KEEP), logits.shape[1]), dim=1)
    real = top > -1e8
    log = top.log_softmax(1)
    if look and trust > 0:
        tried = candidates[:, :look]
        moves = torch.where(real[:, :look], tried, -1).to(torch.int32).cpu().numpy().copy()
        child_boards, child_recent = games.children(which, moves)
        _, answer, _ = ask(net, child_boards, child_recent, np.repeat(3 - to_play, look), np.repeat(komi[which], look), games.side, device)
        win = 1 - torch.sigmoid(answer[:, 0]).view(-1, look)
        score = -20 * answer[:, 1].view(-1, look)
        worth = win + 0.01 * score.clamp(-15, 15)
        mean = (worth * real[:, :look]).sum(1, keepdim=True) / real[:, :look].sum(1, keepdim=True)
        bonus = torch.zeros_like(log)
        bonus[:, :look] = (trust * (worth - mean)).clamp(-4, 4)
        bonus[:, look:] = -1.0
        log = (log + bonus).masked_fill(~real, -1e9).log_softmax(1)
    target = log.exp() * real
    temperature = torch.as_tensor(temperature, device=device, dtype=torch.float32).view(-1, 1)
    noisy = log / temperature - torch.empty_like(log).exponential_().clamp_min(1e-20).log()
    picked = candidates.gather(1, noisy.masked_fill(~real, -1e30).argmax(1, keepdim=True))[:, 0]
    return boards, recent, to_play, picked.to(torch.int32).cpu().numpy(), candidates[:, :KEEP].to(torch.int16).cpu().numpy(), target[:, :KEEP].half().cpu().numpy()


class SelfPlay:
    """Keeps games of one size running and collects the positions of finished ones."""

    def __init__(self, lib, count, side, threads, device, share=1.0, limit=None):
        self.games = Games(lib, count, side, threads)
        self.device, self.count, self.side, self.area, self.share = device, count, side, side * side, share
        self.limit = limit or 2 * self.area + 40
        self.komi, self.began, self.now = np.zeros(count, np.float32), np.zeros(count, np.int64), 0
        rows = self.limit + 1
        self.log = dict(boards=np.zeros((rows, count, self.area), np.uint8), recent=np.zeros((rows, count, RECENT), np.int16),
                        to_play=np.zeros((rows, count), np.uint8), candidates=np.zeros((rows, count, KEEP), np.int16),
                        target=np.zeros((rows, count, KEEP), np.float16), looked=np.zeros((rows, count), bool))
        self.finished, self.waiting = 0, []

    def start(self, which):
        self.games.reset(which, self.limit)
        self.began[which] = self.now
        usual = np.random.choice([5.5, 6.5, 7.0, 7.5, 7.5, 7.0], len(which))
        self.komi[which] = usual + (np.random.rand(len(which)) < 0.1) * np.random.randint(-10, 11, len(which))

    def advance(self, net, look, trust):
        which = np.arange(self.count, dtype=np.int32)
        opening = self.now - self.began < self.side
        temperature = np.where(opening, 1.0, 0.4).astype(np.float32)
        boards, recent, to_play, moves, candidates, target = choose(net, self.games, which, self.komi, self.device, look, trust, temperature)
        row, log = self.now % (self.limit + 1), self.log
        log["boards"][row], log["recent"][row], log["to_play"][row] = boards, recent, to_play
        log["candidates"][row], log["target"][row], log["looked"][row] = candidates, target, trust > 0
        done = self.games.step(which, moves)
        self.now += 1
        over = np.ascontiguousarray(which[done])
        if len(over):
            self.store(over, *self.games.score(over))
            self.start(over)

    def store(self, over, owner, score):
        lengths = self.now - self.began[over]
        moments = np.concatenate([np.arange(self.began[g], self.now) for g in over]) % (self.limit + 1)
        game = np.repeat(np.arange(len(over)), lengths)
        if self.share < 1:
            kept = np.random.rand(len(moments)) < self.share
            moments, game = moments[kept], game[kept]
        part = {key: log[moments, over[game]] for key, log in self.log.items()}
        held = (self.finished + np.arange(len(over))) % HELD == 0
        part.update(game=game.astype(np.int32), owner=owner, komi=self.komi[over].copy(), score=(score - self.komi[over]).astype(np.float32), held=held)
        self.finished += len(over)
        self.waiting.append(part)

    def flush(self, folder, name):
        """Writes what has been finished since; the file appears whole."""
        if not self.waiting: return
        firsts = np.cumsum([0] + [len(p["komi"]) for p in self.waiting[:-1]])
        for part, first in zip(self.waiting, firsts): part["game"] += np.int32(first)
        joined = {key: np.concatenate([p[key] for p in self.waiting]) for key in self.waiting[0]}
        write(folder, name, joined)
        self.waiting = []


def write(folder, name, arrays):
    path = os.path.join(folder, name)
    with open(path + ".part", "wb") as out: np.savez(out, **arrays)
    os.replace(path + ".part", path + ".npz")


class FromProfessionals(SelfPlay):
    """19x19 games that go on from random moments of professional games."""

    def __init__(self, lib, count, threads, device, archive, moments=30000):
        super().__init__(lib, count, 19, threads, device, share=0.5, limit=760)
        self.log.pop("candidates"); self.log.pop("target"); self.log.pop("looked")
        chosen = archive.pick(moments)
        until = np.random.randint(4, 150, len(chosen))
        self.pool, self.pool_komi = archive.play(lib, chosen, until, self.limit, threads), archive.komi[chosen]

    def start(self, which):
        i = np.random.randint(len(self.pool), size=len(which))
        self.games.memory[which] = self.pool[i]
        self.began[which] = self.now
        self.komi[which] = self.pool_komi[i]

    def advance(self, net, look=0, trust=0.0):
        which = np.arange(self.count, dtype=np.int32)
        temperature = np.where(self.now - self.began < 6, 1.0, 0.4).astype(np.float32)
        boards, recent, to_play, moves, _, _ = choose(net, self.games, which, self.komi, self.device, temperature=temperature)
        row = self.now % (self.limit + 1)
        self.log["boards"][row], self.log["recent"][row], self.log["to_play"][row] = boards, recent, to_play
        done = self.games.step(which, moves)
        self.now += 1
        over = np.ascontiguousarray(which[done])
        if len(over):
            self.store(over, *self.games.score(over))
            self.start(over)


class Archive:
    """Professional games of the training part, without handicap."""

    def __init__(self, path):
        z = np.load(path)
        self.moves, self.offsets, self.margin, komi = z["moves"], z["offsets"], z["margin"], z["komi"]
        self.komi = np.nan_to_num(komi, nan=6.5).astype(np.float32)
        self.usable = (z["split"] == 0) & (z["setup"] == 0) & (z["white_first"] == 0)
        self.counted = np.flatnonzero(self.usable & ~np.isnan(self.margin) & ~np.isnan(komi))
        self.usable = np.flatnonzero(self.usable)

    def pick(self, count):
        return np.random.choice(self.usable, min(count, len(self.usable)), replace=False)

    def play(self, lib, chosen, until, limit, threads):
        """States after the first `until` moves of each game, passes at the end left out."""
        games = Games(lib, len(chosen), 19, threads)
        games.reset(np.arange(len(chosen), dtype=np.int32), limit)
        first, last = self.offsets[chosen], self.offsets[chosen + 1]
        for _ in range(3):
            last = np.where((last > first) & (self.moves[last - 1] == PASS), last - 1, last)
        until = np.minimum(until, last - first)
        for ply in range(int(until.max())):
            which = np.flatnonzero(until > ply).astype(np.int32)
            games.step(which, self.moves[first[which] + ply].astype(np.int32))
        return games.memory


def play_out(net, archive, lib, chosen, threads, device):
    """Plays counted games to the very end: owners (+1 Black) and area scores, komi included."""
    games = Games(lib, len(chosen), 19, threads)
    games.memory = archive.play(lib, chosen, np.full(len(chosen), 10000), 900, threads)
    komi, running = archive.komi[chosen], np.arange(len(chosen), dtype=np.int32)
    while len(running):
        moves = choose(net, games, running, komi, device, 0, 0.0, 0.3)[3]
        running = np.ascontiguousarray(running[~games.step(running, moves)])
    owner, score = games.score(np.arange(len(chosen), dtype=np.int32))
    return owner, (score - komi).astype(np.float32)


def match(new, old, lib, side, games_count, threads, device, look, trust, seed=3):
    """Share of games the first network wins, colours in turn, openings sampled, both with the same look-ahead."""
    torch.manual_seed(seed)
    games = Games(lib, games_count, side, threads)
    which = np.arange(games_count, dtype=np.int32)
    games.reset(which, 2 * games.area + 40)
    komi = np.full(games_count, 7.0 if side < 19 else 7.5, np.float32)
    running, new_is_black, ply = which.copy(), which % 2 == 0, 0
    while len(running):
        moves = np.empty(games_count, np.int32)
        for net, mine in ((new, new_is_black == (ply % 2 == 0)), (old, new_is_black != (ply % 2 == 0))):
            turn = running[mine[running]]
            if len(turn):
                moves[turn] = choose(net, games, turn, komi, device, look, trust, 1.0 if ply < side else 0.2)[3]
        done = games.step(running, np.ascontiguousarray(moves[running]))
        running = np.ascontiguousarray(running[~done])
        ply += 1
    margin = games.score(which)[1] - komi
    won = np.where(margin == 0, 0.5, (margin > 0) == new_is_black)
    return float(won.mean())


def player(path, device):
    """A network for playing: folded, without rounding, in half precision on a GPU."""
    net = load(path, device).eval()
    net.quantise(False)
    return net.to(torch.bfloat16 if device == "cuda" else torch.float32, memory_format=torch.channels_last)


def main():
    a = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    a.add_argument("kind", choices=["small", "large"])
    a.add_argument("games")
    a.add_argument("weights")
    a.add_argument("--newer", help="weights to take once they are there, again whenever they change")
    a.add_argument("--out", default="out/play")
    a.add_argument("--seconds", type=float, default=300)
    a.add_argument("--running", type=int, default=2048, help="games at once (13x13: half)")
    a.add_argument("--threads", type=int, default=6)
    a.add_argument("--counted", type=int, default=100000, help="counted games to play out at most")
    a.add_argument("--plies", type=int, default=12, help="moves between two sizes")
    a.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    a = a.parse_args()
    os.makedirs(a.out, exist_ok=True)
    np.random.seed(7 if a.kind == "small" else 8); torch.manual_seed(7)
    began, lib = time.time(), native()
    left = lambda: began + a.seconds - time.time()
    net, stamp, trust = player(a.weights, a.device), None, 0.0

    def renew(net, stamp):
        if a.newer and os.path.exists(a.newer) and os.path.getmtime(a.newer) != stamp:
            return player(a.newer, a.device), os.path.getmtime(a.newer)
        return net, stamp

    if a.kind == "large":
        archive = Archive(a.games)
        counted = np.random.permutation(archive.counted)[: a.counted]
        for i, part in enumerate(np.array_split(counted, max(1, len(counted) // 4096))):
            if left() < 0.4 * a.seconds: break
            owner, score = play_out(net, archive, lib, part, a.threads, a.device)
            off = np.abs(score - archive.margin[part])
            agrees = off <= 1.5  # area and territory differ by one point where the last dame is
            write(a.out, f"counted-{i:03}", dict(game=part[agrees], owner=owner[agrees]))
            print(f"{time.time() - began:.0f} s: {len(part)} counted games played out, {agrees.mean():.3f} agree, off by {np.median(off):.1f} in the middle", flush=True)
        sets = [FromProfessionals(lib, a.running, a.threads, a.device, archive, moments=16 * a.running)]
    else:
        sets = [SelfPlay(lib, a.running, 9, a.threads, a.device), SelfPlay(lib, a.running // 2, 13, a.threads, a.device)]
    for s in sets: s.start(np.arange(s.count, dtype=np.int32))
    round_, said, flushed = 0, time.time(), time.time()
    while left() > 0:
        for s in sets:
            for _ in range(a.plies):
                s.advance(net, 8 if s.side == 9 else 6, trust)
        before = stamp
        net, stamp = renew(net, stamp)
        if stamp != before: trust = min(12.0, trust + 2.0)  # the more it has learnt, the more its judgement counts
        if time.time() - flushed > 6:
            flushed = time.time()
            for s in sets: s.flush(a.out, f"{s.side}-{round_:04}")
            round_ += 1
        if time.time() - said > 20:
            said = time.time()
            print(f"{said - began:.0f} s: " + ", ".join(f"{s.side}x{s.side} {s.finished} games, {s.now} moves" for s in sets) + f", trust {trust}", flush=True)
    for s in sets: s.flush(a.out, f"{s.side}-{round_:04}")
    print(f"{time.time() - began:.0f} s: " + ", ".join(f"{s.side}x{s.side} {s.finished} games" for s in sets), flush=True)


if __name__ == "__main__":
    main()
