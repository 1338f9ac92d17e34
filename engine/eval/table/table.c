#include "eval/table/table.h"

#include <stdlib.h>

#include "base/rule.h"
#include "base/x86.h"

enum {
    WORTH_FIVE = 10000,             /* the five is the next stone */
    WORTH_TWO_FIVES_AGAINST = 8000, /* one stone cannot stop both */
    WORTH_OPEN_FOUR = 5000          /* the next stone makes an open four */
};

typedef struct TableEvaluator {
    Evaluator base;
    Weights weights;
    int16_t *make[COLORS], *deny[COLORS]; /* by ShapeKey; colours share them if roles are 1 */
} TableEvaluator;

static const TableEvaluator *table_of(const EvalState *state) {
    return (const TableEvaluator *)state->evaluator;
}

/* ---- Threats at hand ------------------------------------------------------------------------- */

static int side_threats(const Board *board, Color color) {
    int fours = board_count(board, color, CLASS_FOUR) + board_count(board, color, CLASS_FOUR_PLUS) +
                board_count(board, color, CLASS_FOUL_SUSPECT_FOUR);
    int threes =
        board_count(board, color, CLASS_THREE) + board_count(board, color, CLASS_THREE_PLUS);
    return (board_count(board, color, CLASS_FOUR_THREE) > 0) |
           (board_count(board, color, CLASS_DOUBLE_THREE) > 0) << 1 | (fours > 0) << 2 |
           (threes > 0) << 3;
}

int threat_state(const Board *board, Color us) {
    Color them = opponent(us);
    int to_answer = board_count(board, them, CLASS_FIVE) > 0        ? 2
                    : board_count(board, them, CLASS_OPEN_FOUR) > 0 ? 1
                                                                    : 0;
    return 256 * to_answer + 16 * side_threats(board, us) + side_threats(board, them);
}

/* Returns the worth of a win or loss within two stones; 0 if there is none. */
static int last_stones_worth(const Board *board, Color us) {
    Color them = opponent(us);
    if (board_count(board, us, CLASS_FIVE) > 0)
        return WORTH_FIVE;
    if (board_count(board, them, CLASS_FIVE) >= 2)
        return -WORTH_TWO_FIVES_AGAINST;
    if (board_count(board, them, CLASS_FIVE) == 0 && board_count(board, us, CLASS_OPEN_FOUR) > 0)
        return WORTH_OPEN_FOUR;
    return 0;
}

/* ---- Linked cells ---------------------------------------------------------------------------- */

static inline int at_most(int n, int limit) {
    return n < limit ? n : limit;
}

/* Unites the cells of the classes first..last. Callers pass a constant `words`, so that the
 * compiler unrolls the loop. */
static inline void unite(const CellSet *by_class, int first, int last, int words, CellSet *cells) {
    for (int i = 0; i < words; i++)
        cells->word[i] = 0;
    for (int class_ = first; class_ <= last; class_++)
        for (int i = 0; i < words; i++)
            cells->word[i] |= by_class[class_].word[i];
}

__attribute__((always_inline)) static inline int common_count(const CellSet *a, const CellSet *b,
                                                              int words) {
    int count = 0;
#pragma GCC unroll 8
    for (int i = 0; i < words; i++)
        count += __builtin_popcountll(a->word[i] & b->word[i]);
    return count;
}

/* Takes a term: adds it up or lists it. Always inlined. */
typedef void (*TakeTermFn)(void *context, int term);

__attribute__((always_inline)) static inline void
visit_linked(const Board *board, Color color, int words, TakeTermFn take, void *context) {
    const CellSet *by_class = board->by_class[color];
    CellSet fours, attacks, builders;
    unite(by_class, CLASS_FOUL_SUSPECT_FOUR, CLASS_OPEN_FOUR, words, &fours);
    unite(by_class, CLASS_THREE, CLASS_OPEN_FOUR, words, &attacks);
    unite(by_class, CLASS_TWO, CLASS_SLEEPING_THREE_TWO, words, &builders);
    for (int i = 0; i < words; i++)
        for (uint64_t bits = fours.word[i]; bits != 0; bits &= bits - 1) {
            Cell cell = (Cell)(i * 64 + __builtin_ctzll(bits));
            const CellSet *linked = board_linked(board, cell);
            int attack_count = common_count(linked, &attacks, words);
            int builder_count = common_count(linked, &builders, words);
            int class_ = (int)(board_class(board, color, cell) - CLASS_FOUL_SUSPECT_FOUR);
            int row = class_ * LINKED_ATTACKS + at_most(attack_count, LINKED_ATTACKS - 1);
            take(context,
                 TERM_LINKED + row * LINKED_BUILDERS + at_most(builder_count, LINKED_BUILDERS - 1));
        }
}

/* ---- Terms of the turn ----------------------------------------------------------------------- */

enum { FEW_WORDS = 4 }; /* boards of up to 16x16 */

typedef struct Sum {
    const Tapered *terms; /* of the side */
    int early, late;
} Sum;

static inline void add_term(void *context, int term) {
    Sum *sum = context;
    sum->early += sum->terms[term].early;
    sum->late += sum->terms[term].late;
}

static inline int count_term(const Board *board, Color color, int class_) {
    return TERM_COUNT + class_ * COUNTS + at_most(board->count[color][class_], COUNTS - 1);
}

typedef void (*AddCountsFn)(const Board *board, Color color, Sum *sum);

/* Returns the worth of the turn by the terms of both sides. */
__attribute__((always_inline)) static inline int
turn_worth(const Board *board, const Weights *weights, AddCountsFn add_counts) {
    Color us = board_to_move(board);
    const Tapered *terms = weights->role[us].term;
    Sum sum = {terms, 0, 0};
    for (int side = 0; side < 2; side++) {
        Color color = side == 0 ? us : opponent(us);
        sum.terms = terms + side * SIDE_TERMS;
        add_counts(board, color, &sum);
        if (board->cell_count <= 64 * FEW_WORDS)
            visit_linked(board, color, FEW_WORDS, add_term, &sum);
        else
            visit_linked(board, color, SET_WORDS, add_term, &sum);
    }
    sum.terms = terms;
    add_term(&sum, TERM_THREAT + threat_state(board, us));
    add_term(&sum, TERM_TO_MOVE);
    int late = at_most(board_stones(board), LATE_STONES);
    return (sum.early * (LATE_STONES - late) + sum.late * late) / LATE_STONES;
}

static inline void add_counts_scalar(const Board *board, Color color, Sum *sum) {
    for (int class_ = 0; class_ < CLASSES; class_++)
        add_term(sum, count_term(board, color, class_));
}

static int turn_worth_scalar(const Board *board, const Weights *weights) {
    return turn_worth(board, weights, add_counts_scalar);
}

#if KANAME_X86
_Static_assert(CLASSES == 16 && TERM_COUNT == 0, "a vector of counts, and indexes from 0");

/* Adds eight worths; each lane holds an early and a late one. */
AVX2 static inline void add_worths_avx2(__m256i worths, __m256i *early, __m256i *late) {
    *early = _mm256_add_epi32(*early, _mm256_madd_epi16(worths, _mm256_set1_epi32(1)));
    *late = _mm256_add_epi32(*late, _mm256_srai_epi32(worths, 16));
}

AVX2 static inline int sum_avx2(__m256i lanes) {
    __m128i four = _mm_add_epi32(_mm256_castsi256_si128(lanes), _mm256_extracti128_si256(lanes, 1));
    __m128i two = _mm_add_epi32(four, _mm_shuffle_epi32(four, 0x4E));
    return _mm_cvtsi128_si32(_mm_add_epi32(two, _mm_shuffle_epi32(two, 0xB1)));
}

AVX2 static inline void add_counts_avx2(const Board *board, Color color, Sum *sum) {
    const __m256i numbers = _mm256_setr_epi16(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    __m256i counts = _mm256_loadu_si256((const __m256i *)(const void *)board->count[color]);
    __m256i indexes = _mm256_add_epi16(_mm256_mullo_epi16(numbers, _mm256_set1_epi16(COUNTS)),
                                       _mm256_min_epu16(counts, _mm256_set1_epi16(COUNTS - 1)));
    __m256i low = _mm256_cvtepu16_epi32(_mm256_castsi256_si128(indexes));
    __m256i high = _mm256_cvtepu16_epi32(_mm256_extracti128_si256(indexes, 1));
    const int *weights = (const int *)(const void *)sum->terms;
    __m256i early = _mm256_setzero_si256(), late = early;
    add_worths_avx2(_mm256_i32gather_epi32(weights, low, sizeof(Tapered)), &early, &late);
    add_worths_avx2(_mm256_i32gather_epi32(weights, high, sizeof(Tapered)), &early, &late);
    sum->early += sum_avx2(early);
    sum->late += sum_avx2(late);
}

AVX2 static int turn_worth_avx2(const Board *board, const Weights *weights) {
    return turn_worth(board, weights, add_counts_avx2);
}
#endif

typedef struct TermList {
    uint16_t *terms;
    int base, count;
} TermList;

static inline void note_term(void *context, int term) {
    TermList *list = context;
    list->terms[list->count++] = (uint16_t)(list->base + term);
}

int table_terms(const Board *board, uint16_t terms[TABLE_TERMS_MAX]) {
    Color us = board_to_move(board);
    TermList list = {terms, 0, 0};
    for (int side = 0; side < 2; side++) {
        Color color = side == 0 ? us : opponent(us);
        list.base = side * SIDE_TERMS;
        for (int class_ = 0; class_ < CLASSES; class_++)
            note_term(&list, count_term(board, color, class_));
        visit_linked(board, color, SET_WORDS, note_term, &list);
    }
    list.base = 0;
    note_term(&list, TERM_THREAT + threat_state(board, us));
    note_term(&list, TERM_TO_MOVE);
    return list.count;
}

/* ---- Score ----------------------------------------------------------------------------------- */

/* Returns the worth of the cells to the colour with this number of stones on the board. */
static int cells_worth(const Board *board, const Weights *weights, Color color, int stones) {
    const int16_t *share = weights->role[color].share;
    int stage = stones / STAGE_STONES, beyond = stones % STAGE_STONES;
    int here = stage < STAGES - 1
                   ? share[stage] + (share[stage + 1] - share[stage]) * beyond / STAGE_STONES
                   : share[STAGES - 1];
    return (int)((int64_t)board_tally(board, color) * here / SHARE_UNIT);
}

static Score table_score(EvalState *state) {
    const Board *board = state->board;
    const Weights *weights = &table_of(state)->weights;
    Color us = board_to_move(board), them = opponent(us);
    int stones = board_stones(board);
#if KANAME_X86
    int turn = board->isa == ISA_SCALAR ? turn_worth_scalar(board, weights)
                                        : turn_worth_avx2(board, weights);
#else
    int turn = turn_worth_scalar(board, weights);
#endif
    Score score = cells_worth(board, weights, us, stones) -
                  cells_worth(board, weights, them, stones) + turn + last_stones_worth(board, us);
    if (score > SCORE_EVAL_MAX)
        return SCORE_EVAL_MAX;
    return score < -SCORE_EVAL_MAX ? -SCORE_EVAL_MAX : score;
}

/* ---- Order of moves -------------------------------------------------------------------------- */

static MoveOrder table_order(EvalState *state, const CellSet *cells) {
    const TableEvaluator *table = table_of(state);
    Color us = board_to_move(state->board);
    (void)cells;
    return (MoveOrder){.make = table->make[us], .deny = table->deny[opponent(us)]};
}

/* ---- Lifecycle ------------------------------------------------------------------------------- */

static void table_free(Evaluator *evaluator) {
    TableEvaluator *table = (TableEvaluator *)evaluator;
    for (int color = BLACK; color <= WHITE; color++)
        if (color == BLACK || table->make[color] != table->make[BLACK]) {
            free(table->make[color]);
            free(table->deny[color]);
        }
    rule_tables_free(table->base.tables);
    free(table);
}

static const EvaluatorKind TABLE = {
    .name = "table", .score = table_score, .order = table_order, .free = table_free};

/* Spreads the weights of each set of four shapes over the keys that hold it. */
static void fill_keys(const RoleWeights *role, int16_t *value, int16_t *make, int16_t *deny) {
    for (uint32_t key = 0; key < SHAPE_KEYS; key++) {
        if (!is_shape_key(key))
            continue;
        int combo = combo_of_key((ShapeKey)key);
        value[key] = role->value[combo];
        make[key] = role->make[combo];
        deny[key] = role->deny[combo];
    }
}

/* Builds the rule's tables with the cells' values as tallies, and `make` and `deny`. */
static bool build(TableEvaluator *table) {
    const Weights *weights = &table->weights;
    int16_t *value[COLORS] = {NULL};
    int roles = rule_roles(weights->rule);
    bool is_built = true;
    for (int role = 0; role < roles; role++) {
        value[role] = calloc(SHAPE_KEYS, sizeof **value);
        table->make[role] = calloc(SHAPE_KEYS, sizeof **table->make);
        table->deny[role] = calloc(SHAPE_KEYS, sizeof **table->deny);
        if (value[role] == NULL || table->make[role] == NULL || table->deny[role] == NULL)
            is_built = false;
        else
            fill_keys(&weights->role[role], value[role], table->make[role], table->deny[role]);
    }
    if (roles == 1) {
        table->make[WHITE] = table->make[BLACK];
        table->deny[WHITE] = table->deny[BLACK];
    }
    if (is_built) {
        ShapeTallies tallies = {{value[BLACK], value[roles - 1]}};
        table->base.tables = rule_tables_new(weights->rule, &tallies);
    }
    for (int role = 0; role < roles; role++)
        free(value[role]);
    return table->base.tables != NULL;
}

/* Builds the rest of an evaluator whose weights are set; takes ownership of the struct. */
static Evaluator *finish(TableEvaluator *table) {
    const Weights *weights = &table->weights;
    table->base = (Evaluator){.kind = &TABLE,
                              .id = weights->hash,
                              .win_scale = weights->win_scale,
                              .opening = weights->opening};
    if (!build(table)) {
        table_free(&table->base);
        return NULL;
    }
    table->base.bytes = sizeof *table + rule_tables_bytes(table->base.tables) +
                        (size_t)rule_roles(weights->rule) * 2 * SHAPE_KEYS * sizeof **table->make;
    return &table->base;
}

Evaluator *table_evaluator_new(const Weights *weights) {
    TableEvaluator *table = calloc(1, sizeof *table);
    if (table == NULL)
        return NULL;
    table->weights = *weights;
    return finish(table);
}

Evaluator *table_evaluator_embedded(Rule rule) {
    TableEvaluator *table = calloc(1, sizeof *table);
    if (table == NULL)
        return NULL;
    weights_embedded(&table->weights, rule);
    return finish(table);
}

KanameStatus table_evaluator_load(Evaluator **evaluator, const void *data, size_t size) {
    TableEvaluator *table = calloc(1, sizeof *table);
    if (table == NULL)
        return KANAME_ERR_MEMORY;
    KanameStatus status = weights_read(&table->weights, data, size);
    if (status != KANAME_OK) {
        free(table);
        return status;
    }
    *evaluator = finish(table);
    return *evaluator != NULL ? KANAME_OK : KANAME_ERR_MEMORY;
}
