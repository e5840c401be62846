#!/usr/bin/env bash
# From professional games and a KataGo network to the shipped network.
# Usage: ./distill.sh GAMES_FOLDER KATAGO_NETWORK.bin.gz [GAMES_TO_LEAVE_OUT.sgfs]      (a GPU with PyTorch, cargo; about 20 minutes)
set -euo pipefail
cd "$(dirname "$0")"
mkdir -p out/carry
python3 encode_games.py "$1" -o out/carry/games.npz --no-test ${3:+--without "$3"}
python3 teacher.py "$2" -o out/carry/teacher.npz
(cd .. && cargo build --release -p gosedai-trainer)
cp ../target/release/libgosedai_trainer.so out/carry/
python3 distill.py out/carry/teacher.npz out/carry/games.npz out/carry/libgosedai_trainer.so --seconds 570 --begin 0 --end 0.5 --out out/distill
python3 distill.py out/carry/teacher.npz out/carry/games.npz out/carry/libgosedai_trainer.so --seconds 570 --begin 0.5 --end 1 \
    --init out/distill/student.pt --out out/distill2
python3 export2.py out/distill2/student.pt -o ../knowledge/net/default.gnet --library out/carry/libgosedai_trainer.so --games out/carry/games.npz \
    --golden out/golden2.jsonl --about "gosedai 10x128, distilled from KataGo's b10c384h6nbttflrs, trained through the rounding"
