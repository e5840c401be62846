"""Self-play in many games at once: moves from the policy sharpened by a one-move look-ahead with the value head."""
import ctypes
import numpy as np
import torch
from data import make_globals, make_planes, pointer

RECENT = 5


class Games:
    """`count` games on boards of one side, played natively."""

    def __init__(self, lib, count, side, threads):
        self.lib, self.count, self.side, self.threads = lib, count, side, threads
        self.area = side * side
        self.memory = np.zeros(count * lib.game_bytes(), np.uint8)

    def reset(self, which, limit, codes=None, to_play=None, recent=None):
        arg = lambda a: pointer(a) if a is not None else None
        self.lib.games_reset(pointer(self.memory), pointer(which), len(which), self.side, limit, arg(codes), arg(to_play), arg(recent))

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
    area = side * side
    x = make_planes(t(boards), me, past, side)
    g = make_globals(own_komi, past[:, 0] == area, side, side)
    dtype = next(net.parameters()).dtype
    return net(x.to(dtype).to(memory_format=torch.channels_last), g.to(dtype))


@torch.no_grad()
def choose(net, games, which, komi, device, look=0, trust=0.0, temperature=1.0):
    """Moves for these games. Returns what was seen, the move chosen and the sharpened policy as candidates with probabilities."""
    boards, recent, to_play, allowed = games.observe(which)
    policy, value, _ = ask(net, boards, recent, to_play, komi[which], games.side, device)
    logits = policy[:, 0].masked_fill(torch.from_numpy(allowed).to(device) == 0, -1e9)
    k = max(look, 12)
    top, candidates = logits.topk(min(k, logits.shape[1]), dim=1)
    real = top > -1e8
    log = top.log_softmax(1)
    if look and trust > 0:
        tried = candidates[:, :look]
        moves = torch.where(real[:, :look], tried, -1).to(torch.int32).cpu().numpy().copy()
        child_boards, child_recent = games.children(which, moves)
        n = len(child_boards)
        _, answer, _ = ask(net, child_boards, child_recent, np.repeat(3 - to_play, look), np.repeat(komi[which], look), games.side, device)
        win = 1 - torch.sigmoid(answer[:, 0]).view(-1, look)
        score = -20 * answer[:, 1].view(-1, look)
        worth = win + 0.02 * score.clamp(-15, 15) * 0.5
        mean = (worth * real[:, :look]).sum(1, keepdim=True) / real[:, :look].sum(1, keepdim=True)
        bonus = torch.zeros_like(log)
        bonus[:, :look] = (trust * (worth - mean)).clamp(-4, 4)
        bonus[:, look:] = -1.0
        log = (log + bonus).masked_fill(~real, -1e9).log_softmax(1)
    target = log.exp() * real
    temperature = torch.as_tensor(temperature, device=device, dtype=torch.float32).view(-1, 1)
    noisy = log / temperature - torch.empty_like(log).exponential_().log()
    picked = candidates.gather(1, noisy.masked_fill(~real, -1e9).argmax(1, keepdim=True))[:, 0]
    return boards, recent, to_play, picked.to(torch.int32).cpu().numpy(), candidates.to(torch.int16), target


class SelfPlay:
    """Keeps games of one size running and collects the positions of finished ones."""

    KEEP = 12  # candidates a position

    def __init__(self, lib, count, side, threads, device, capacity):
        self.games = Games(lib, count, side, threads)
        self.device, self.count, self.side, self.area = device, count, side, side * side
        self.limit = 2 * self.area + 40
        self.komi, self.began, self.now = np.zeros(count, np.float32), np.zeros(count, np.int64), 0

        def store(*shape):
            zeros = lambda dtype, *more: torch.zeros(*shape, *more, dtype=dtype, device=device)
            return dict(boards=zeros(torch.uint8, self.area), recent=zeros(torch.int16, RECENT), to_play=zeros(torch.uint8),
                        candidates=zeros(torch.int16, self.KEEP), target=zeros(torch.float16, self.KEEP))

        self.log = store(self.limit + 1, count)  # ring: moment, game
        self.kept = store(capacity)
        self.komis, self.score = torch.zeros(capacity, device=device), torch.zeros(capacity, device=device)
        self.owner = torch.zeros(capacity, self.area, dtype=torch.int8, device=device)
        self.capacity, self.filled, self.position, self.finished, self.margins = capacity, 0, 0, 0, []
        self.start(np.arange(count, dtype=np.int32))

    def start(self, which):
        self.games.reset(which, self.limit)
        self.began[which] = self.now
        usual = np.random.choice([5.5, 6.5, 7.0, 7.5, 7.5, 7.0], len(which))
        self.komi[which] = usual + (np.random.rand(len(which)) < 0.1) * np.random.randint(-10, 11, len(which))

    def advance(self, net, look, trust):
        which = np.arange(self.count, dtype=np.int32)
        opening = self.now - self.began < self.side
        temperature = np.where(opening, 1.0, 0.4).astype(np.float32)
        seen = choose(net, self.games, which, self.komi, self.device, look, trust, temperature)
        boards, recent, to_play, moves, candidates, target = seen
        row = self.now % (self.limit + 1)
        t = lambda a: torch.from_numpy(a).to(self.device)
        self.log["boards"][row], self.log["recent"][row], self.log["to_play"][row] = t(boards), t(recent), t(to_play)
        self.log["candidates"][row], self.log["target"][row] = candidates[:, :self.KEEP], target[:, :self.KEEP].half()
        done = self.games.step(which, moves)
        self.now += 1
        over = np.ascontiguousarray(which[done])
        if len(over):
            self.store(over, *self.games.score(over))
            self.start(over)

    def play(self, net, plies, look, trust):
        for _ in range(plies): self.advance(net, look, trust)

    def store(self, over, owner, score):
        lengths = self.now - self.began[over]
        moments = np.concatenate([np.arange(self.began[g], self.now) for g in over]) % (self.limit + 1)
        game = np.repeat(np.arange(len(over)), lengths)
        t = lambda a: torch.from_numpy(a).to(self.device)
        rows, columns, game = t(moments), t(over[game].astype(np.int64)), t(game)
        n = len(moments)
        slots = (self.position + torch.arange(n, device=self.device)) % self.capacity
        for key, kept in self.kept.items(): kept[slots] = self.log[key][rows, columns]
        margin = (score - self.komi[over]).astype(np.float32)
        self.komis[slots], self.score[slots], self.owner[slots] = t(self.komi[over])[game], t(margin)[game], t(owner)[game]
        self.position = (self.position + n) % self.capacity
        self.filled = min(self.capacity, self.filled + n)
        self.finished += len(over)
        self.margins += margin.tolist()

    def batch(self, size, perm, inverse):
        """A random batch with random symmetries."""
        i = torch.randint(self.filled, (size,), device=self.device)
        symmetry = torch.randint(8, (size,), device=self.device)
        p = perm[symmetry]
        me = self.kept["to_play"][i][:, None]
        inv = torch.cat([inverse[symmetry], torch.full((size, 1), self.area + 1, device=self.device)], 1)
        recent = inv.gather(1, self.kept["recent"][i].long())
        hidden = torch.rand(size, 1, device=self.device) < 0.05
        recent = torch.where(hidden, self.area + 1, recent)
        sign = torch.where(me[:, 0] == 1, 1.0, -1.0)
        planes = make_planes(self.kept["boards"][i].gather(1, p), me, recent, self.side)
        glob = make_globals(-sign * self.komis[i], recent[:, 0] == self.area, self.side, self.side)
        policy = torch.zeros(size, self.area + 1, device=self.device)
        policy.scatter_add_(1, inv.gather(1, self.kept["candidates"][i].long()), self.kept["target"][i].float())
        score = self.score[i] * sign
        owner = self.owner[i].gather(1, p).float() * sign[:, None]
        return planes, glob, dict(policy=policy, win=(score > 0).float() + 0.5 * (score == 0), score=score, owner=owner)


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
