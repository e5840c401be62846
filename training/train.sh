#!/usr/bin/env bash
# From professional games to the network that the network of problems is taught from. Usage: ./train.sh GAMES_FOLDER [SECONDS [SECONDS_OF_FINE_TUNING]]
set -euo pipefail
cd "$(dirname "$0")"
mkdir -p out
python3 encode_games.py "$1" -o out/games.npz --test-games out/test-games.sgfs
python3 train.py out/games.npz --seconds "${2:-950}" --lr 3e-3 --out out/run
python3 finetune.py out/games.npz out/run/net.pt --seconds "${3:-500}" --out out/fine
python3 subset.py out/games.npz out/small.npz
