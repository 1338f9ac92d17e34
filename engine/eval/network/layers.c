#include "eval/network/layers.h"

#include <string.h>

#include "eval/network/simd128.h"
#include "eval/table/table.h"

enum {
    FEW_WORDS = 4,            /* of the cell sets of boards up to 16x16 */
    ORDER_MAX = (1 << 16) - 1 /* see order_of() */
};

/* ---- Linked cells ---------------------------------------------------------------------------- */

/* Sets `cells` to the empty cells linked to a four of the colour. Returns false if it has none. */
__attribute__((always_inline)) static inline bool linked_to_fours(const Board *board, Color color,
                                                                  int words, CellSet *cells) {
    CellSet fours;
    uint64_t any = 0;
    for (int i = 0; i < words; i++) {
        fours.word[i] = cells->word[i] = 0;
        for (int class_ = CLASS_FOUR; class_ < CLASSES; class_++)
            fours.word[i] |= board_cells(board, color, (Class)class_)->word[i];
        any |= fours.word[i];
    }
    if (any == 0)
        return false;
    for (int i = 0; i < words; i++)
        for (uint64_t bits = fours.word[i]; bits != 0; bits &= bits - 1) {
            const CellSet *linked = board_linked(board, (Cell)(i * 64 + __builtin_ctzll(bits)));
            for (int word = 0; word < words; word++)
                cells->word[word] |= linked->word[word];
        }
    for (int i = 0; i < words; i++)
        cells->word[i] &= board->empty.word[i];
    return true;
}

__attribute__((always_inline)) static inline void
sum_linked_scalar(const NetworkState *state, const CellSet *cells, int words, FeatureSum *sum) {
    memset(sum, 0, sizeof *sum);
    for (int i = 0; i < words; i++)
        for (uint64_t bits = cells->word[i]; bits != 0; bits &= bits - 1) {
            const uint8_t *feature = state->features[i * 64 + __builtin_ctzll(bits)].of;
            for (int at = 0; at < NETWORK_FEATURES; at++)
                sum->of[at] = (uint16_t)(sum->of[at] + feature[at]);
        }
}

#if KANAME_X86
AVX2 __attribute__((always_inline)) static inline void
sum_linked_avx2(const NetworkState *state, const CellSet *cells, int words, FeatureSum *sum) {
    __m256i low = _mm256_setzero_si256(), high = low;
    for (int i = 0; i < words; i++)
        for (uint64_t bits = cells->word[i]; bits != 0; bits &= bits - 1) {
            const __m128i *feature =
                (const __m128i *)(const void *)state->features[i * 64 + __builtin_ctzll(bits)].of;
            low = _mm256_add_epi16(low, _mm256_cvtepu8_epi16(_mm_load_si128(feature)));
            high = _mm256_add_epi16(high, _mm256_cvtepu8_epi16(_mm_load_si128(feature + 1)));
        }
    _mm256_store_si256((__m256i *)(void *)sum->of, low);
    _mm256_store_si256((__m256i *)(void *)(sum->of + NETWORK_HALF), high);
}
#endif

#if defined(__wasm_simd128__)
__attribute__((always_inline)) static inline void
sum_linked_simd128(const NetworkState *state, const CellSet *cells, int words, FeatureSum *sum) {
    SumVectors sums = {{wasm_i16x8_const_splat(0)}};
    for (int i = 0; i < words; i++)
        for (uint64_t bits = cells->word[i]; bits != 0; bits &= bits - 1) {
            const uint8_t *feature = state->features[i * 64 + __builtin_ctzll(bits)].of;
            for (int at = 0; at < 2 * HALF_VECTORS; at++)
                sums.of[at] =
                    wasm_i16x8_add(sums.of[at], wasm_u16x8_load8x8(feature + LANES16 * at));
        }
    for (int at = 0; at < 2 * HALF_VECTORS; at++)
        wasm_v128_store(sum->of + LANES16 * at, sums.of[at]);
}
#endif

/* ---- The layers ------------------------------------------------------------------------------ */

typedef void (*AddLayerFn)(const int16_t *inputs, int pairs, const int16_t *weights, int outputs,
                           int32_t *sums);
typedef void (*SumLinkedFn)(const NetworkState *state, const CellSet *cells, int words,
                            FeatureSum *sum);

__attribute__((always_inline)) static inline void add_layer_scalar(const int16_t *inputs, int pairs,
                                                                   const int16_t *weights,
                                                                   int outputs, int32_t *sums) {
    for (int pair = 0; pair < pairs; pair++, inputs += 2, weights += 2 * outputs)
        for (int j = 0; j < outputs; j++)
            sums[j] += inputs[0] * weights[2 * j] + inputs[1] * weights[2 * j + 1];
}

#if KANAME_X86
/* For up to 32 outputs, a multiple of 8. If all pairs are unrolled, GCC adds them up in a tree that
 * does not fit the registers. */
AVX2 __attribute__((always_inline)) static inline void add_layer_avx2(const int16_t *inputs,
                                                                      int pairs,
                                                                      const int16_t *weights,
                                                                      int outputs, int32_t *sums) {
    __m256i sum[4];
    for (int j = 0; j < outputs / 8; j++)
        sum[j] = _mm256_load_si256((const __m256i *)(void *)(sums + 8 * j));
#pragma GCC unroll 2
    for (int pair = 0; pair < pairs; pair++, weights += 2 * outputs) {
        int32_t both;
        memcpy(&both, inputs + 2 * pair, sizeof both);
        __m256i input = _mm256_set1_epi32(both);
        for (int j = 0; j < outputs / 8; j++)
            sum[j] = _mm256_add_epi32(
                sum[j],
                _mm256_madd_epi16(
                    input, _mm256_load_si256((const __m256i *)(const void *)(weights + 16 * j))));
    }
    for (int j = 0; j < outputs / 8; j++)
        _mm256_store_si256((__m256i *)(void *)(sums + 8 * j), sum[j]);
}
#endif

/* Puts a sum into the input, the view of the side to move first. */
static inline void put_part(int16_t part[NETWORK_FEATURES], const FeatureSum *sum, Color us) {
    for (int view = 0; view < 2; view++) {
        const uint16_t *of = sum->of + (view ^ (us == WHITE)) * NETWORK_HALF;
        for (int i = 0; i < NETWORK_HALF; i++) {
            uint16_t number = of[i] < INT16_MAX ? of[i] : INT16_MAX;
            part[view * NETWORK_HALF + i] = (int16_t)number;
        }
    }
}

static inline int16_t layer_limited(int32_t number) {
    return (int16_t)(number < 0 ? 0 : number > NETWORK_LAYER_MAX ? NETWORK_LAYER_MAX : number);
}

/* Sets the numbers of the first layer of this position, unless they are known. */
__attribute__((always_inline)) static inline void
first_layer(const Following *at, AddLayerFn add_layer, SumLinkedFn sum_linked) {
    const Layers *layers = at->layers;
    const Board *board = at->board;
    Level *level = at->level;
    Color us = board_to_move(board);
    if (level->has_hidden && level->key == board_key(board))
        return;
    int words = board->cell_count <= 64 * FEW_WORDS ? FEW_WORDS : SET_WORDS;
    _Alignas(64) int16_t part[NETWORK_FEATURES];
    _Alignas(64) int32_t sums[NETWORK_HIDDEN];
    const int32_t *bias = layers->first_bias[network_stage(board_stones(board))];
    const int16_t *threat_bias = layers->threat_bias[threat_state(board, us)];
    for (int j = 0; j < NETWORK_HIDDEN; j++)
        sums[j] = bias[j] + threat_bias[j] * (1 << NETWORK_FIRST_SHIFT);
    put_part(part, &level->sum, us);
    add_layer(part, NETWORK_FEATURES / 2, layers->first[0], NETWORK_HIDDEN, sums);
    for (int side = 0; side < 2; side++) {
        CellSet cells;
        FeatureSum sum;
        if (!linked_to_fours(board, side == 0 ? us : opponent(us), words, &cells))
            continue;
        sum_linked(at->state, &cells, words, &sum);
        put_part(part, &sum, us);
        add_layer(part, NETWORK_FEATURES / 2, layers->first[1 + side], NETWORK_HIDDEN, sums);
    }
    for (int j = 0; j < NETWORK_HIDDEN; j++)
        level->hidden[j] = layer_limited(sums[j] >> NETWORK_FIRST_SHIFT);
    level->has_hidden = true;
    level->key = board_key(board);
}

__attribute__((always_inline)) static inline int
output(const Layers *layers, const Level *level, int stage, Score table, AddLayerFn add_layer) {
    _Alignas(64) int32_t second[NETWORK_SECOND];
    memcpy(second, layers->second_bias[stage], sizeof second);
    add_layer(level->hidden, NETWORK_HIDDEN / 2, layers->second[stage], NETWORK_SECOND, second);
    int64_t sum = layers->output_bias[stage] + (int64_t)layers->table_share[stage] * table;
    for (int j = 0; j < NETWORK_SECOND; j++)
        sum += (int64_t)layers->output[stage][j] * layer_limited(second[j] >> NETWORK_SECOND_SHIFT);
    return (int)(sum >> NETWORK_OUTPUT_SHIFT);
}

__attribute__((always_inline)) static inline int
score_body(const Following *at, Score table, AddLayerFn add_layer, SumLinkedFn sum_linked) {
    first_layer(at, add_layer, sum_linked);
    return output(at->layers, at->level, network_stage(board_stones(at->board)), table, add_layer);
}

static int score_scalar(const Following *at, Score table) {
    return score_body(at, table, add_layer_scalar, sum_linked_scalar);
}

#if KANAME_X86
AVX2 static int score_avx2(const Following *at, Score table) {
    return score_body(at, table, add_layer_avx2, sum_linked_avx2);
}
#endif

#if defined(__wasm_simd128__)
static int score_simd128(const Following *at, Score table) {
    return score_body(at, table, add_layer_simd128, sum_linked_simd128);
}
#endif

Score layers_score(const Following *at, Score table) {
#if KANAME_X86
    int score = at->board->isa == ISA_SCALAR ? score_scalar(at, table) : score_avx2(at, table);
#elif defined(__wasm_simd128__)
    int score = at->board->isa == ISA_SCALAR ? score_scalar(at, table) : score_simd128(at, table);
#else
    int score = score_scalar(at, table);
#endif
    if (score > SCORE_EVAL_MAX)
        return SCORE_EVAL_MAX;
    return score < -SCORE_EVAL_MAX ? -SCORE_EVAL_MAX : score;
}

/* ---- Order of moves -------------------------------------------------------------------------- */

typedef int32_t (*DotFn)(const int16_t *worth, const uint8_t *features);

static inline int32_t dot_scalar(const int16_t *worth, const uint8_t *features) {
    int32_t sum = 0;
    for (int i = 0; i < NETWORK_FEATURES; i++)
        sum += worth[i] * features[i];
    return sum;
}

#if KANAME_X86
AVX2 static inline int32_t dot_avx2(const int16_t *worth, const uint8_t *features) {
    const __m128i *feature = (const __m128i *)(const void *)features;
    const __m256i *by = (const __m256i *)(const void *)worth;
    __m256i low =
        _mm256_madd_epi16(_mm256_load_si256(by), _mm256_cvtepu8_epi16(_mm_load_si128(feature)));
    __m256i high = _mm256_madd_epi16(_mm256_load_si256(by + 1),
                                     _mm256_cvtepu8_epi16(_mm_load_si128(feature + 1)));
    __m256i lanes = _mm256_add_epi32(low, high);
    __m128i four = _mm_add_epi32(_mm256_castsi256_si128(lanes), _mm256_extracti128_si256(lanes, 1));
    __m128i two = _mm_add_epi32(four, _mm_shuffle_epi32(four, 0x4E));
    return _mm_cvtsi128_si32(_mm_add_epi32(two, _mm_shuffle_epi32(two, 0xB1)));
}
#endif

__attribute__((always_inline)) static inline void
order_body(const Following *at, const CellSet *cells, const MoveOrder *table_order,
           AddLayerFn add_layer, SumLinkedFn sum_linked, DotFn dot) {
    const Layers *layers = at->layers;
    NetworkState *state = at->state;
    Color us = board_to_move(at->board);
    _Alignas(64) int32_t sums[NETWORK_FEATURES];
    _Alignas(64) int16_t worth[NETWORK_FEATURES]; /* Black's view first */
    first_layer(at, add_layer, sum_linked);
    memcpy(sums, layers->order_bias, sizeof sums);
    add_layer(at->level->hidden, NETWORK_HIDDEN / 2, layers->order, NETWORK_FEATURES, sums);
    for (int i = 0; i < NETWORK_FEATURES; i++) {
        int32_t sum = sums[i ^ (us == BLACK ? 0 : NETWORK_HALF)] >> NETWORK_ORDER_SHIFT;
        worth[i] = (int16_t)(sum > INT16_MAX ? INT16_MAX : sum < -INT16_MAX ? -INT16_MAX : sum);
    }
    for (int i = 0; i < SET_WORDS; i++)
        for (uint64_t bits = cells->word[i]; bits != 0; bits &= bits - 1) {
            Cell cell = (Cell)(i * 64 + __builtin_ctzll(bits));
            int table = order_of(table_order, at->board, cell);
            int of_features = dot(worth, state->features[cell].of) >> NETWORK_FEATURE_ORDER_SHIFT;
            int sum = ((layers->order_table_share * table) >> NETWORK_OUTPUT_SHIFT) + of_features;
            state->order[cell] = sum > ORDER_MAX ? ORDER_MAX : sum < -ORDER_MAX ? -ORDER_MAX : sum;
        }
}

#if KANAME_X86
AVX2 static void order_avx2(const Following *at, const CellSet *cells,
                            const MoveOrder *table_order) {
    order_body(at, cells, table_order, add_layer_avx2, sum_linked_avx2, dot_avx2);
}
#endif

void layers_order(const Following *at, const CellSet *cells, const MoveOrder *table_order) {
#if KANAME_X86
    if (at->board->isa != ISA_SCALAR) {
        order_avx2(at, cells, table_order);
        return;
    }
#endif
#if defined(__wasm_simd128__)
    if (at->board->isa != ISA_SCALAR) {
        order_body(at, cells, table_order, add_layer_simd128, sum_linked_simd128, dot_simd128);
        return;
    }
#endif
    order_body(at, cells, table_order, add_layer_scalar, sum_linked_scalar, dot_scalar);
}

/* ---- Layout ---------------------------------------------------------------------------------- */

/* Spreads the weights of a layer, rows of `inputs` by output, into pairs of inputs by output. */
static void spread(const int16_t *from, int stride, int inputs, int outputs, int16_t *to) {
    for (int j = 0; j < outputs; j++)
        for (int i = 0; i < inputs; i++)
            to[(i / 2 * outputs + j) * 2 + i % 2] = from[j * stride + i];
}

void layers_make(const NetworkNumbers *numbers, Layers *layers) {
    for (int part = 0; part < NETWORK_PARTS; part++)
        spread(numbers->first[0] + part * NETWORK_FEATURES, NETWORK_INPUTS, NETWORK_FEATURES,
               NETWORK_HIDDEN, layers->first[part]);
    for (int stage = 0; stage < NETWORK_STAGES; stage++)
        spread(numbers->second[stage][0], NETWORK_HIDDEN, NETWORK_HIDDEN, NETWORK_SECOND,
               layers->second[stage]);
    spread(numbers->order[0], NETWORK_HIDDEN, NETWORK_HIDDEN, NETWORK_FEATURES, layers->order);
    memcpy(layers->first_bias, numbers->first_bias, sizeof layers->first_bias);
    memcpy(layers->threat_bias, numbers->threat_bias, sizeof layers->threat_bias);
    memcpy(layers->second_bias, numbers->second_bias, sizeof layers->second_bias);
    memcpy(layers->output, numbers->output, sizeof layers->output);
    memcpy(layers->output_bias, numbers->output_bias, sizeof layers->output_bias);
    memcpy(layers->table_share, numbers->table_share, sizeof layers->table_share);
    memcpy(layers->order_bias, numbers->order_bias, sizeof layers->order_bias);
    layers->order_table_share = numbers->order_table_share;
}
