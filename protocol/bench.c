#include "bench.h"

#include "kaname.h"
#include "notation.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum {
    BENCH_HASH_KIB = 16 * 1024,
    UPDATES_MS = 1500,  /* how long stones are played and taken back */
    UPDATES_DEPTH = 24, /* stones played before they are taken back */
    UPDATES_ROUNDS = 64 /* between two looks at the clock */
};

typedef struct BenchPosition {
    KanameRule rule;
    int width, height;
    const char *moves; /* as notation.h reads them, Black first */
} BenchPosition;

/* clang-format off */
static const BenchPosition positions[] = {
    {KANAME_RULE_FREESTYLE, 15, 15, "h8i9g7h7i7i6j8h6"},
    {KANAME_RULE_FREESTYLE, 15, 15, "d4e5l12k11h8g8h10g9"},
    {KANAME_RULE_FREESTYLE, 20, 20, "k10l11j11l9m10l10l12k11j9"},
    {KANAME_RULE_FREESTYLE, 20, 20, "e5f6g5f5f7e6g6g8"},
    {KANAME_RULE_STANDARD, 15, 15, "h8g9i9i8g8h10j8f9h7"},
    {KANAME_RULE_STANDARD, 15, 15, "l4k5k4m4j6l6j4i5"},
    {KANAME_RULE_STANDARD, 20, 15, "j8k9k8i8l10j9i10l8"},
    {KANAME_RULE_RENJU, 15, 15, "h8h9j10i9g9i11f8g7"},
    {KANAME_RULE_RENJU, 15, 15, "h8i9i7g9j8k9h6f10"},
    {KANAME_RULE_RENJU, 15, 15, "h8h7i7g9j6k5i9j8g7"},
    {KANAME_RULE_CARO, 15, 15, "h8i8h9h10i10g8j7g9"},
    {KANAME_RULE_CARO, 19, 19, "j10k10k11i9l12j11i11"},
    {KANAME_RULE_CARO_EXACT, 15, 15, "h8h7g7i9f6e5g9f8"},
    {KANAME_RULE_FREESTYLE, 9, 9, "e5e4d4f6f4g3"},
};
/* clang-format on */
enum { POSITION_COUNT = sizeof positions / sizeof positions[0] };

static bool set_up(KanameEngine *engine, const BenchPosition *position) {
    if (kaname_set_size(engine, position->width, position->height) != KANAME_OK ||
        kaname_set_rule(engine, position->rule) != KANAME_OK)
        return false;
    const char *at = position->moves, *end = at + strlen(at);
    KanamePoint point;
    while (at < end)
        if (!notation_read_point(&at, end, &point) ||
            kaname_play(engine, point.x, point.y) != KANAME_OK)
            return false;
    return true;
}

typedef struct Work {
    uint64_t count; /* nodes or updates */
    int64_t ms;
} Work;

static uint64_t per_second(Work work) {
    return work.count * 1000 / (uint64_t)(work.ms > 0 ? work.ms : 1);
}

static bool search_all(KanameEngine *engine, int depth, Work *nodes) {
    KanameLimits limits = kaname_no_limits();
    limits.max_depth = depth;
    for (int i = 0; i < POSITION_COUNT; i++) {
        KanameResult result;
        if (!set_up(engine, &positions[i]))
            return false;
        kaname_clear_hash(engine);
        int64_t start_ms = kaname_now_ms();
        if (kaname_think(engine, &limits, NULL, &result) != KANAME_OK)
            return false;
        int64_t ms = kaname_now_ms() - start_ms;
        nodes->count += result.nodes;
        nodes->ms += ms;
        char move[NOTATION_POINT_MAX], score[NOTATION_SCORE_MAX];
        notation_point(move, result.best, (NotationView){false, 0});
        notation_score(score, result.score);
        printf("%2d/%d depth %d move %s ev %s nodes %" PRIu64 " ms %" PRId64 "\n", i + 1,
               POSITION_COUNT, result.depth, move, score, result.nodes, ms);
        fflush(stdout);
    }
    return true;
}

/* The empty points within two steps of a stone, at most UPDATES_DEPTH of them, spread evenly. */
static int near_points(const KanameEngine *engine, KanamePoint points[UPDATES_DEPTH]) {
    KanamePoint all[KANAME_MAX_CELLS];
    int count = 0;
    for (int y = 0; y < kaname_height(engine); y++) {
        for (int x = 0; x < kaname_width(engine); x++) {
            bool is_near = false;
            for (int dy = -2; dy <= 2; dy++)
                for (int dx = -2; dx <= 2; dx++)
                    is_near |= kaname_at(engine, x + dx, y + dy) <= KANAME_WHITE;
            if (is_near && kaname_at(engine, x, y) == KANAME_EMPTY)
                all[count++] = (KanamePoint){x, y};
        }
    }
    int taken = count < UPDATES_DEPTH ? count : UPDATES_DEPTH;
    for (int i = 0; i < taken; i++)
        points[i] = all[i * 7 % taken * count / taken]; /* 7: neighbours not one after another */
    return taken;
}

/* Plays and takes back stones in every position for its share of the time. */
static bool update_all(KanameEngine *engine, Work *updates) {
    for (int i = 0; i < POSITION_COUNT; i++) {
        KanamePoint points[UPDATES_DEPTH];
        if (!set_up(engine, &positions[i]))
            return false;
        int depth = near_points(engine, points);
        int64_t start_ms = kaname_now_ms();
        while (kaname_now_ms() - start_ms < UPDATES_MS / POSITION_COUNT) {
            for (int round = 0; round < UPDATES_ROUNDS; round++) {
                for (int ply = 0; ply < depth; ply++)
                    if (kaname_play(engine, points[ply].x, points[ply].y) != KANAME_OK)
                        return false;
                for (int ply = 0; ply < depth; ply++)
                    (void)kaname_take_back(engine);
                updates->count += (uint64_t)depth;
            }
        }
        updates->ms += kaname_now_ms() - start_ms;
    }
    return true;
}

int bench_run(int depth) {
    KanameEngine *engine = kaname_new();
    Work nodes = {0, 0}, updates = {0, 0};
    bool is_done = engine != NULL && kaname_set_threads(engine, 1) == KANAME_OK &&
                   kaname_set_hash(engine, BENCH_HASH_KIB) == KANAME_OK &&
                   search_all(engine, depth, &nodes) && update_all(engine, &updates);
    kaname_free(engine);
    if (!is_done) {
        fprintf(stderr, "bench: a position could not be set up or searched\n");
        return 1;
    }
    printf("Nodes/s: %" PRIu64 "\n", per_second(nodes));
    printf("Updates/s: %" PRIu64 "\n", per_second(updates));
    printf("Bench: %" PRIu64 "\n", nodes.count);
    return fflush(stdout) == 0 ? 0 : 1;
}
