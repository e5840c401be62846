"""Compares the teacher here with the real KataGo (its text protocol, `kata-raw-nn`), as it was and as it was packed.

    python check_teacher.py KATAGO GTP_EXAMPLE.cfg NETWORK.bin.gz out/games.npz LIBRARY.so [--packed out/carry/teacher.npz]
"""
import argparse, os, subprocess, tempfile
import numpy as np
import torch
import teacher
from positions import PASS, START, Games, Pool, start_of

RULES = {"japanese": (0, 1, 1, 0, 0), "chinese": (0, 0, 0, 0, 0), "tromp-taylor": (1, 0, 0, 1, 0)}
COLUMNS = "ABCDEFGHJKLMNOPQRST"
SETTINGS = "logToStderr=false,logFile={log},logAllGTPCommunication=false,logSearchInfo=false,maxVisits=2,numSearchThreads=1,nnMaxBatchSize=1,numEigenThreadsPerModel=2"


class Engine:
    def __init__(self, program, network, config, folder):
        settings = SETTINGS.format(log=os.path.join(folder, "log"))
        self.process = subprocess.Popen([program, "gtp", "-model", network, "-config", config, "-override-config", settings],
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)

    def ask(self, command):
        self.process.stdin.write(command + "\n")
        self.process.stdin.flush()
        lines = []
        while True:
            line = self.process.stdout.readline()
            assert line, f"the engine has gone: {command}"
            if line == "\n" and lines: break
            if line.strip(): lines.append(line.strip())
        assert lines[0].startswith("="), (command, lines)
        return [lines[0][1:].strip()] + lines[1:]

    def look(self, side):
        words = " ".join(self.ask("kata-raw-nn 0 0")).split()
        value = lambda name: float(words[words.index(name) + 1])
        grid = lambda name: np.array([np.nan if w == "NAN" else float(w) for w in words[words.index(name) + 1:][:side * side]])
        return dict(win=value("whiteWin"), lead=value("whiteLead"), score=value("whiteScoreSelfplay"), square=value("whiteScoreSelfplaySq"),
                    policy=np.append(grid("policy"), value("policyPass")), owner=grid("whiteOwnership"))


def main():
    a = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("katago", "config", "network", "games", "library"): a.add_argument(name)
    a.add_argument("--packed")
    a.add_argument("--positions", type=int, default=8)
    a = a.parse_args()
    rng = np.random.default_rng(3)
    games = Games(dict(np.load(a.games)), 1)
    pool = Pool(a.library, 1, 1)
    models = {"single": teacher.load(a.network)}
    if a.packed:
        models["packed"] = teacher.load(a.packed)
    worst = {}
    with tempfile.TemporaryDirectory() as folder:
        engine = Engine(a.katago, a.network, a.config, folder)
        for i in range(a.positions):
            side = (19, 19, 9, 13)[i % 4]
            name = list(RULES)[i % 3]
            komi = float(rng.choice([6.5, 7.5, 0.5, -3.5, 15.0]))
            if side == 19:
                while True:
                    game, at = games.draw(rng)
                    setup, moves = games.of(game)
                    if not len(setup): break
                moves = moves[:at]
            else:
                moves = [int(r) * 19 + int(c) for r, c in rng.permutation([(r, c) for r in range(side) for c in range(side)])[:side * 2]]
            start = np.zeros(1, START)
            start[0] = start_of(side, RULES[name], komi)
            played = int(pool.start(np.zeros(1, np.uint32), start, [moves], [[]])[0])
            moves = moves[:played]
            planes, glob, to_move = np.zeros((1, 361), np.int32), np.zeros((1, 19), np.float32), np.zeros(1, np.uint8)
            pool.features(np.zeros(1, np.uint32), planes, glob, to_move)
            for command in [f"boardsize {side}", "clear_board", f"kata-set-rules {name}", f"komi {komi}"]: engine.ask(command)
            for j, m in enumerate(moves):
                m = int(m)
                engine.ask(f"play {'bw'[j % 2]} {'pass' if m == PASS else COLUMNS[m % 19] + str(side - m // 19)}")
            theirs = engine.look(side)
            code = planes.reshape(19, 19)[:side, :side]
            x = torch.from_numpy(np.ascontiguousarray((code[..., None] >> np.arange(22)) & 1)).float()[None]
            legal = np.append((code.reshape(-1) >> 22) & 1, 1) > 0
            sign = 1.0 if to_move[0] else -1.0
            for kind, model in models.items():
                with torch.no_grad(): mine = {k: v[0].float().numpy() for k, v in model(x, torch.from_numpy(glob)).items()}
                policy = np.where(legal, np.exp(mine["policy"] - mine["policy"][legal].max()), 0)
                policy /= policy.sum()
                assert (np.isnan(theirs["policy"]) == ~legal).all(), "legal moves differ"
                off = dict(policy=np.abs(policy - np.nan_to_num(theirs["policy"])).max(), win=abs((mine["win"][0] if sign > 0 else mine["win"][1]) - theirs["win"]),
                           lead=abs(sign * mine["lead"] - theirs["lead"]), score=abs(sign * mine["score"] - theirs["score"]),
                           spread=abs(mine["spread"] - max(0.0, theirs["square"] - theirs["score"] ** 2) ** 0.5), owner=np.abs(sign * mine["owner"] - theirs["owner"]).max())
                for k, v in off.items(): worst.setdefault(kind, {}).setdefault(k, []).append(float(v))
            print(side, name, komi, "turn", played, "lead", round(theirs["lead"], 2), {k: round(v[-1], 5) for k, v in worst["single"].items()}, flush=True)
        engine.ask("quit")
    for kind, off in worst.items():
        print(f"{kind:14}", "largest difference", {k: round(max(v), 5) for k, v in off.items()})


if __name__ == "__main__":
    main()
