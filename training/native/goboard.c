#include "goboard.h"

void board_clear(Board *b, int width, int height) {
    memset(b->g, WALL, CELLS);
    b->width = width; b->height = height; b->ko = 0;
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) b->g[cell(x, y)] = EMPTY;
}

void collect(const Board *b, int p, int limit, String *out) {
    uint8_t seen[CELLS];
    memset(seen, 0, CELLS);
    int color = b->g[p], head = 0;
    out->stone_count = 1; out->stones[0] = p; out->lib_count = 0;
    seen[p] = 1;
    while (head < out->stone_count) {
        int s = out->stones[head++];
        for (int d = 0; d < 4; d++) {
            int q = s + DIR[d];
            if (seen[q]) continue;
            if (b->g[q] == EMPTY) {
                seen[q] = 1; out->libs[out->lib_count++] = q;
                if (out->lib_count == limit) return;
            } else if (b->g[q] == color) {
                seen[q] = 1; out->stones[out->stone_count++] = q;
            }
        }
    }
}

static int liberties(const Board *b, int p, int limit) {
    String s;
    collect(b, p, limit, &s);
    return s.lib_count;
}

int play(Board *b, int p, int color) {
    if (b->g[p] != EMPTY || p == b->ko) return -1;
    int captured = 0, captured_at = 0, enemy = opponent(color);
    b->g[p] = color;
    String s;
    for (int d = 0; d < 4; d++) {
        int q = p + DIR[d];
        if (b->g[q] != enemy) continue;
        collect(b, q, 1, &s);
        if (s.lib_count) continue;
        for (int i = 0; i < s.stone_count; i++) b->g[s.stones[i]] = EMPTY;
        captured += s.stone_count; captured_at = q;
    }
    if (!captured && !liberties(b, p, 1)) { b->g[p] = EMPTY; return -1; }
    b->ko = 0;
    if (captured == 1) {
        collect(b, p, 2, &s);
        if (s.stone_count == 1 && s.lib_count == 1) b->ko = captured_at;
    }
    return captured;
}

int is_legal(const Board *b, int p, int color) {
    if (b->g[p] != EMPTY || p == b->ko) return 0;
    for (int d = 0; d < 4; d++) {
        int q = p + DIR[d], c = b->g[q];
        if (c == EMPTY) return 1;
        if (c == WALL) continue;
        int libs = liberties(b, q, 2);
        if (c == color ? libs > 1 : libs == 1) return 1;
    }
    return 0;
}

static int escapes(const Board *b, int target, int *nodes);

// Attacker to move against a string with two liberties.
static int attacker_wins(const Board *b, int target, int *nodes, int *first_only) {
    String s;
    collect(b, target, 0, &s);
    for (int i = 0; i < 2; i++) {
        if (first_only && i != *first_only) continue;
        if (--*nodes < 0) return 0;
        Board next = *b;
        if (play(&next, s.libs[i], opponent(b->g[target])) < 0) continue;
        if (!escapes(&next, target, nodes)) return 1;
    }
    return 0;
}

static int saved_by(const Board *b, int target, int move, int *nodes) {
    if (--*nodes < 0) return 1;
    Board next = *b;
    if (play(&next, move, b->g[target]) < 0) return 0;
    int libs = liberties(&next, target, 3);
    if (libs >= 3) return 1;
    if (libs < 2) return 0;
    return !attacker_wins(&next, target, nodes, 0);
}

// Defender to move with a string in atari: extend, or capture a surrounding string that is in atari.
static int escapes(const Board *b, int target, int *nodes) {
    String s, t;
    collect(b, target, 0, &s);
    if (s.lib_count > 1) return 1;
    int color = b->g[target], enemy = opponent(color);
    if (saved_by(b, target, s.libs[0], nodes)) return 1;
    int tried[8], tries = 0;
    for (int i = 0; i < s.stone_count; i++)
        for (int d = 0; d < 4; d++) {
            int q = s.stones[i] + DIR[d];
            if (b->g[q] != enemy) continue;
            collect(b, q, 2, &t);
            if (t.lib_count != 1 || t.libs[0] == s.libs[0]) continue;
            int known = 0;
            for (int k = 0; k < tries; k++) known |= tried[k] == t.libs[0];
            if (known || tries == 8) continue;
            tried[tries++] = t.libs[0];
            if (saved_by(b, target, t.libs[0], nodes)) return 1;
        }
    return 0;
}

int ladder_lost(const Board *b, const String *s, int working[2]) {
    int nodes = LADDER_NODES;
    working[0] = working[1] = 0;
    if (s->lib_count == 1) return !escapes(b, s->stones[0], &nodes);
    if (s->lib_count != 2) return 0;
    for (int i = 0; i < 2; i++) {
        nodes = LADDER_NODES;
        working[i] = attacker_wins(b, s->stones[0], &nodes, &i);
    }
    return working[0] || working[1];
}

void encode(const Board *b, int to_play, uint8_t *out) {
    uint8_t info[CELLS], done[CELLS];
    memset(info, 0, CELLS); memset(done, 0, CELLS);
    String s;
    for (int y = 0; y < b->height; y++)
        for (int x = 0; x < b->width; x++) {
            int p = cell(x, y), c = b->g[p], working[2];
            if (c == EMPTY || done[p]) continue;
            collect(b, p, 0, &s);
            int lost = s.lib_count <= 2 ? ladder_lost(b, &s, working) : 0;
            int libs = s.lib_count > 4 ? 4 : s.lib_count;
            uint8_t v = c | (libs - 1) << 2 | lost << 5;
            for (int i = 0; i < s.stone_count; i++) { info[s.stones[i]] |= v; done[s.stones[i]] = 1; }
            if (c == opponent(to_play) && s.lib_count == 2)
                for (int i = 0; i < 2; i++) if (working[i]) info[s.libs[i]] |= 1 << 6;
        }
    if (b->ko) info[b->ko] |= 1 << 4;
    for (int y = 0; y < b->height; y++)
        for (int x = 0; x < b->width; x++) *out++ = info[cell(x, y)];
}
