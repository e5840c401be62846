// Boards along the lines of problems: an arranged position and a few moves, encoded for the side to move.
#include <stdlib.h>
#include "goboard.h"

#define MARGIN 4  // points about the problem that stay as they are

// Puts stones of a game where the problem is not; what has no liberty there goes.
static void surround(Board *b, const uint8_t *problem, const uint8_t *game) {
    for (int y = 0; y < 19; y++)
        for (int x = 0; x < 19; x++) {
            int near = 0;
            for (int v = y - MARGIN; v <= y + MARGIN && !near; v++)
                for (int u = x - MARGIN; u <= x + MARGIN && !near; u++)
                    near = u >= 0 && u < 19 && v >= 0 && v < 19 && problem[v * 19 + u];
            if (!near) b->g[cell(x, y)] = game[y * 19 + x];
        }
    String s;
    for (int p = 0; p < 361; p++) {
        int at = cell(p % 19, p / 19);
        if (b->g[at] == EMPTY || problem[p]) continue;
        collect(b, at, 0, &s);
        if (s.lib_count == 0) for (int i = 0; i < s.stone_count; i++) b->g[s.stones[i]] = EMPTY;
    }
}

// `starts`: colours of 361 points a problem; position i follows moves[offsets[i]..offsets[i+1]] from problem `which[i]`, in the surroundings
// `context[i]` of `games` unless that is negative. `legal[i]` says whether all of them can be played.
void encode_paths(const uint8_t *starts, const uint8_t *first, const int32_t *which, const uint16_t *moves, const int64_t *offsets,
                  const uint8_t *games, const int32_t *context, int64_t count, uint8_t *boards, uint8_t *to_play, uint8_t *legal) {
    for (int64_t i = 0; i < count; i++) {
        Board b;
        board_clear(&b, 19, 19);
        const uint8_t *stones = starts + (int64_t)which[i] * 361;
        for (int p = 0; p < 361; p++) if (stones[p]) b.g[cell(p % 19, p / 19)] = stones[p];
        if (context[i] >= 0) surround(&b, stones, games + (int64_t)context[i] * 361);
        int color = first[which[i]];
        legal[i] = 1;
        for (int64_t m = offsets[i]; m < offsets[i + 1]; m++, color = opponent(color)) {
            if (moves[m] == 361) b.ko = 0;
            else if (play(&b, cell(moves[m] % 19, moves[m] / 19), color) < 0) { legal[i] = 0; break; }
        }
        encode(&b, color, boards + i * 361);
        to_play[i] = color;
    }
}
