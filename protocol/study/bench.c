#include "study/bench.h"

#include "engines/engines.h"
#include "io/notation.h"
#include "kaname.h"
#include "shared/cli/reader.h"
#include "shared/cli/say.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

enum {
    BENCH_HASH_KIB = 16 * 1024,
    UPDATES_MS = 1500,  /* time to play stones and take them back */
    UPDATES_DEPTH = 24, /* stones played before they are taken back */
    UPDATES_ROUNDS = 64 /* between two looks at the clock */
};

typedef struct BenchPosition {
    KanameRule rule;
    int width, height;
    const char *moves; /* Black first; rows are numbered from the top */
} BenchPosition;

/* clang-format off */
/* Balanced positions, from few stones to many, of short self-play games with scattered openings. */
static const BenchPosition positions[] = {
    {KANAME_RULE_FREESTYLE, 15, 15, "g4e10j5g5l10e11k9e9"},
    {KANAME_RULE_FREESTYLE, 20, 20, "l13l8l7l12m8n9o9m10k12j11"},
    {KANAME_RULE_FREESTYLE, 20, 15, "j9j7o12m10g9i9h10k10l10i11l9i10i8l8"},
    {KANAME_RULE_FREESTYLE, 20, 20,
     "o14o10n12n13i15p10o13q10n10p14o12o15p12q12q13o11q11r10s10l12r13m15r15p13"},
    {KANAME_RULE_STANDARD, 15, 15, "j5d11l12i6e8f11k5i5e6e11"},
    {KANAME_RULE_STANDARD, 20, 20, "k11j8o7i11j10i9l10m9h10k10i8l9m8k6l6n10"},
    {KANAME_RULE_STANDARD, 15, 15, "g4i10i6h5k12k7k10k11f5e6k5i11i9l11j11i12j12h6h4f4"},
    {KANAME_RULE_STANDARD, 22, 22,
     "l9k10k16i11l15i10j10n13i9k11j9k9k12j8j12j13i12l12i18j17m11n14m13m12o14g12n12l14n15h11"},
    {KANAME_RULE_RENJU, 15, 15, "l4d10g8g10e6f7e10f9f8"},
    {KANAME_RULE_RENJU, 15, 15, "f4d5e6i6d4e4c6f6f5j5d7c8e8f9"},
    {KANAME_RULE_RENJU, 19, 19, "m12m11n7h11k11f11g11g10f9e10h9e9d10d13e12e14g12"},
    {KANAME_RULE_RENJU, 15, 15, "h4i7f10e4d4d5f3f5e5g6h7f6h6h5f7k5i5j6h8f8k4h10i11"},
    {KANAME_RULE_CARO, 15, 15, "f4h9d12d4h12f10f11e5f6f5g5h6"},
    {KANAME_RULE_CARO, 19, 19, "l11l14f11n8k9o8m8o7o9n7n6m9p6p7q7o5n10p8o6"},
    {KANAME_RULE_CARO_EXACT, 15, 15, "j8h7e12h11g10f11e11h10h8g9f8g8f9f5g6"},
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
        if (!notation_read_point(&at, end, 0, &point) ||
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

bool bench_search(KanameEngine *engine, int depth, FILE *lines, uint64_t *nodes,
                  int64_t *spent_ms) {
    KanameLimits limits = kaname_no_limits();
    limits.max_depth = depth;
    *nodes = 0;
    *spent_ms = 0;
    if (kaname_set_threads(engine, 1) != KANAME_OK ||
        kaname_set_hash(engine, BENCH_HASH_KIB) != KANAME_OK)
        return false;
    for (int i = 0; i < POSITION_COUNT; i++) {
        KanameResult result;
        if (!set_up(engine, &positions[i]))
            return false;
        kaname_clear_hash(engine);
        /* Allocates and clears the tables before the clock starts: only the search counts. */
        if (kaname_prepare(engine, &limits) != KANAME_OK)
            return false;
        kaname_warm_up(engine);
        int64_t start_ms = kaname_now_ms();
        if (kaname_think(engine, &limits, NULL, &result) != KANAME_OK)
            return false;
        int64_t ms = kaname_now_ms() - start_ms;
        *nodes += result.nodes;
        *spent_ms += ms;
        if (lines == NULL)
            continue;
        char move[NOTATION_POINT_MAX], score[NOTATION_SCORE_MAX];
        notation_point(move, result.best, (NotationView){.row_count = positions[i].height});
        notation_score(score, result.score);
        fprintf(lines, "%2d/%d depth %d move %s ev %s nodes %" PRIu64 " ms %" PRId64 "\n", i + 1,
                POSITION_COUNT, result.depth, move, score, result.nodes, ms);
        fflush(lines);
    }
    return true;
}

/* Lists empty points within two steps of a stone, at most UPDATES_DEPTH, spread evenly. */
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
        points[i] = all[i * 7 % taken * count / taken]; /* 7: separates neighbours */
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

typedef struct BenchOptions {
    int depth; /* plies */
    WeightsFiles weights;
} BenchOptions;

static const OptionRow ROWS[] = {
    {.name = "DEPTH",
     .help = "depth of each search in plies",
     .standard = "10",
     .kind = OPTION_INT,
     .offset = offsetof(BenchOptions, depth),
     .least = 1,
     .most = 64},
    {.name = NULL},
};

static const OptionTable TABLES[] = {
    {.rows = ROWS},
    {.rows = weights_rows, .offset = offsetof(BenchOptions, weights)},
};

static const char NAME[] = "pbrain-kaname bench";

const OptionCommand bench_usage = {
    .program = "pbrain-kaname",
    .name = "bench",
    .about = "search fixed positions; print speed and node count",
    .usage = (const char *const[]){"[OPTIONS] [DEPTH]", NULL},
    .summary =
        "Searches fixed positions with one thread and prints the nodes a second, the stones played "
        "and "
        "taken back a second, and last the number of nodes, which is the same on every machine.",
    .tables = TABLES,
    .table_count = sizeof TABLES / sizeof TABLES[0]};

static int bench(KanameEngine *engine, int depth) {
    Work nodes = {0, 0}, updates = {0, 0};
    bool is_done = bench_search(engine, depth, stdout, &nodes.count, &nodes.ms) &&
                   update_all(engine, &updates);
    if (!is_done) {
        say_error("%s: a position could not be set up or searched\n", NAME);
        return 1;
    }
    printf("Nodes/s: %" PRIu64 "\n", per_second(nodes));
    printf("Updates/s: %" PRIu64 "\n", per_second(updates));
    printf("Bench: %" PRIu64 "\n", nodes.count);
    return fflush(stdout) == 0 ? 0 : 1;
}

int bench_run(const WeightsFiles *weights, int count, char *const *words) {
    BenchOptions options = {.weights = *weights};
    OptionOutcome outcome = option_read_command(&bench_usage, &options, count, words);
    if (outcome != OPTION_READ)
        return option_status(outcome);
    KanameEngine *engine = engines_new(NAME, &options.weights);
    if (engine == NULL)
        return 1;
    int status = bench(engine, options.depth);
    kaname_free(engine);
    return status;
}
