/* kernels_body.h: the hot loops. The file of an instruction set defines the following and then
 * includes this one:
 *
 * - KERNEL, before every function here: inline, for that instruction set.
 * - ENTRY, before those that are called from elsewhere: not inline; and KERNELS, their table's
 * name.
 * - FeatureSums, a FeatureSum in registers, with sums_load() and sums_store();
 *   sums_leave() takes the features of a cell out of it, and replace_rows() makes a Change.
 * - sum_linked(): the sum of the features of some cells.
 * - add_layer(): adds the outputs of a layer to `sums`. `inputs` are in pairs; at most 32 outputs,
 *   a multiple of 8.
 * - dot(): the product of the features of a cell with as many numbers. */
#ifndef KANAME_EVAL_NETWORK_ARCH_KERNELS_BODY_H
#define KANAME_EVAL_NETWORK_ARCH_KERNELS_BODY_H

#include <string.h>

#include "eval/network/arch/kernels.h"
#include "eval/network/stone.h"
#include "eval/table/table.h"

#ifdef KERNEL

enum {
    FEW_WORDS = 4,            /* of the cell sets of boards up to 16x16 */
    ORDER_MAX = (1 << 16) - 1 /* see order_of() */
};

/* ---- A stone --------------------------------------------------------------------------------- */

KERNEL WindowRows window_rows(const NetworkRows *rows, uint64_t word, int position) {
    RowPair pair = rows_at(rows->codes, word, position);
    return (WindowRows){
        {rows->of_role[BLACK][pair.of[BLACK]], rows->of_role[WHITE][pair.of[WHITE]]}};
}

/* Logs the cell's values and gives it an accumulator of this level. Returns the change of its
 * window. */
KERNEL Change change_of(const NetworkRows *rows, NetworkState *memory, Cell cell, int kept_count,
                        const ChangedLine *line, int offset) {
    uint16_t former = memory->of_cell[cell], made = (uint16_t)(CELLS_MAX + kept_count);
    Kept *kept = &memory->kept[kept_count];
    kept->features = memory->features[cell];
    kept->cell = cell;
    kept->accumulator = former;
    memory->of_cell[cell] = made;
    return (Change){&memory->accumulator[former], &memory->accumulator[made],
                    &memory->features[cell],
                    window_rows(rows, line->before, line->position + offset),
                    window_rows(rows, line->after, line->position + offset)};
}

/* Updates the windows of empty cells that the stone changed, and removes the stone's own cell. One
 * loop for all lines: processors seldom predict the end of a short loop. */
KERNEL void add_stone_body(const NetworkRows *rows, NetworkState *memory, const Board *board,
                           int index, Level *level) {
    Cell stone = board_move(board, index);
    StoneWindows windows = stone_windows(board, index);
    int kept_count = level->kept_count;
    FeatureSums sums = sums_load(&level->sum);
    sums_leave(&sums, memory->features[stone].of);
    for (uint64_t bits = windows.bits; bits != 0; bits &= bits - 1) {
        int bit = __builtin_ctzll(bits), offset = bit % STONE_SLOTS - NETWORK_REACH;
        const ChangedLine *line = &windows.lines[bit / STONE_SLOTS];
        Cell cell = (Cell)(stone + offset * line->step);
        Change change = change_of(rows, memory, cell, kept_count++, line, offset);
        replace_rows(&change, &sums);
    }
    sums_store(&sums, &level->sum);
    level->kept_count = kept_count;
}

/* ---- The score ------------------------------------------------------------------------------- */

/* Sets `cells` to the empty cells linked to a four of the colour. Returns false if it has none. */
KERNEL bool linked_to_fours(const Board *board, Color color, int words, CellSet *cells) {
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

/* Puts a sum into the input, the view of the side to move first. */
KERNEL void put_part(int16_t part[NETWORK_FEATURES], const FeatureSum *sum, Color us) {
    for (int view = 0; view < 2; view++) {
        const uint16_t *of = sum->of + (view ^ (us == WHITE)) * NETWORK_HALF;
        for (int i = 0; i < NETWORK_HALF; i++) {
            uint16_t number = of[i] < INT16_MAX ? of[i] : INT16_MAX;
            part[view * NETWORK_HALF + i] = (int16_t)number;
        }
    }
}

KERNEL int16_t layer_limited(int32_t number) {
    return (int16_t)(number < 0 ? 0 : number > NETWORK_LAYER_MAX ? NETWORK_LAYER_MAX : number);
}

/* Sets the numbers of the first layer of this position, unless they are known. */
KERNEL void first_layer(const Following *at) {
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

KERNEL int output(const Layers *layers, const Level *level, int stage, Score table) {
    _Alignas(64) int32_t second[NETWORK_SECOND];
    memcpy(second, layers->second_bias[stage], sizeof second);
    add_layer(level->hidden, NETWORK_HIDDEN / 2, layers->second[stage], NETWORK_SECOND, second);
    int64_t sum = layers->output_bias[stage] + (int64_t)layers->table_share[stage] * table;
    for (int j = 0; j < NETWORK_SECOND; j++)
        sum += (int64_t)layers->output[stage][j] * layer_limited(second[j] >> NETWORK_SECOND_SHIFT);
    return (int)(sum >> NETWORK_OUTPUT_SHIFT);
}

KERNEL int score_body(const Following *at, Score table) {
    first_layer(at);
    return output(at->layers, at->level, network_stage(board_stones(at->board)), table);
}

/* ---- Order of moves -------------------------------------------------------------------------- */

KERNEL void order_body(const Following *at, const CellSet *cells, const MoveOrder *table_order) {
    const Layers *layers = at->layers;
    NetworkState *state = at->state;
    Color us = board_to_move(at->board);
    _Alignas(64) int32_t sums[NETWORK_FEATURES];
    _Alignas(64) int16_t worth[NETWORK_FEATURES]; /* Black's view first */
    first_layer(at);
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

/* ---- The kernels ----------------------------------------------------------------------------- */

ENTRY void add_stone(const NetworkRows *rows, NetworkState *memory, const Board *board, int index,
                     Level *level) {
    add_stone_body(rows, memory, board, index, level);
}

ENTRY int score(const Following *at, Score table) {
    return score_body(at, table);
}

ENTRY void order(const Following *at, const CellSet *cells, const MoveOrder *table_order) {
    order_body(at, cells, table_order);
}

const NetworkKernels KERNELS = {add_stone, score, order};

#endif
#endif
