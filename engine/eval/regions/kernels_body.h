/* kernels_body.h: the kernels. The file of an instruction set defines the vectors, which
 * lanes_plain.h lists, and then includes this one. A vector Lanes holds LANES numbers of 16 bits.
 */
#ifndef KANAME_EVAL_REGIONS_KERNELS_BODY_H
#define KANAME_EVAL_REGIONS_KERNELS_BODY_H

#include "eval/regions/kernels.h"
#include "eval/regions/stone.h"
#include "eval/table/table.h"

#ifndef KERNEL
#include "eval/regions/lanes_plain.h"
#endif

/* ---- A stone --------------------------------------------------------------------------------- */

/* Returns the features of these numbers of an accumulator. */
KERNEL Lanes lanes_features(Lanes number) {
    return lanes_limited(lanes_add(number, number));
}

/* The stone's cell no longer counts. */
KERNEL void leave_cell(const RegionsView *view, Cell cell, RegionsLevel *level) {
    const int16_t *number = view->accumulator[view->of_cell[cell]].of;
    int16_t *sum = level->sum[view->region_of[cell]];
    for (int i = 0; i < REGIONS_CHANNELS; i += LANES)
        lanes_store(sum + i,
                    lanes_sub(lanes_load(sum + i), lanes_features(lanes_load(number + i))));
}

/* A cell whose new accumulator derives from the former one. */
typedef struct ChangedCell {
    const int16_t *from;
    const int8_t *before, *after; /* rows */
    int16_t *sum;                 /* of its region */
} ChangedCell;

/* Logs the cell's accumulator and gives it another one. */
KERNEL ChangedCell keep_cell(RegionsView *view, RegionsLevel *level, Cell cell, int kept) {
    uint16_t former = view->of_cell[cell];
    view->kept[kept] = (KeptCell){cell, former};
    view->of_cell[cell] = (uint16_t)(CELLS_MAX + kept);
    return (ChangedCell){.from = view->accumulator[former].of,
                         .sum = level->sum[view->region_of[cell]]};
}

/* Lists the cells whose windows the stone changed and prefetches their numbers, most of which are
 * not in the first cache. Returns the count. */
KERNEL int list_changed(RegionsView *view, const ViewRows *rows, const Board *board, int index,
                        ChangedCell changed[STONE_WINDOWS_MAX]) {
    Cell stone = board_move(board, index);
    StoneWindows windows = stone_windows(board, index);
    RegionsLevel *level = &view->level[view->level_count - 1];
    int count = 0;
    for (uint64_t bits = windows.bits; bits != 0; bits &= bits - 1, count++) {
        int bit = __builtin_ctzll(bits), offset = bit % STONE_SLOTS - REGIONS_REACH;
        const ChangedLine *line = &windows.lines[bit / STONE_SLOTS];
        ChangedCell cell =
            keep_cell(view, level, (Cell)(stone + offset * line->step), level->kept_count + count);
        cell.before = view_row(rows, line->before, line->position + offset);
        cell.after = view_row(rows, line->after, line->position + offset);
        __builtin_prefetch(cell.from);
        __builtin_prefetch(cell.from + REGIONS_CHANNELS / 2); /* its second cache line */
        __builtin_prefetch(cell.before);
        __builtin_prefetch(cell.after);
        changed[count] = cell;
    }
    return count;
}

KERNEL void change_cell(const ChangedCell *cell, int16_t *to) {
    for (int i = 0; i < REGIONS_CHANNELS; i += LANES) {
        Lanes number = lanes_load(cell->from + i);
        Lanes changed = lanes_add(lanes_sub(number, lanes_of_signed(cell->before + i)),
                                  lanes_of_signed(cell->after + i));
        Lanes gained = lanes_sub(lanes_features(changed), lanes_features(number));
        lanes_store(to + i, changed);
        lanes_store(cell->sum + i, lanes_add(lanes_load(cell->sum + i), gained));
    }
}

KERNEL void add_stone_body(RegionsView *view, const ViewRows *rows, const Board *board, int index) {
    RegionsLevel *level = &view->level[view->level_count - 1];
    ChangedCell changed[STONE_WINDOWS_MAX];
    int count = list_changed(view, rows, board, index, changed);
    for (int r = 0; r < REGIONS_COUNT; r++)
        for (int i = 0; i < REGIONS_CHANNELS; i += LANES)
            lanes_store(level->sum[r] + i, lanes_load(level[-1].sum[r] + i));
    leave_cell(view, board_move(board, index), level);
    for (int i = 0; i < count; i++)
        change_cell(&changed[i], view->accumulator[CELLS_MAX + level->kept_count + i].of);
    level->kept_count += count;
}

/* ---- Value ----------------------------------------------------------------------------------- */

/* Sets the board's input. */
KERNEL void board_input(const RegionsLevel *level, uint8_t *input) {
    for (int i = 0; i < REGIONS_CHANNELS; i += LANES) {
        Lanes sum = lanes_zero();
        for (int r = 0; r < REGIONS_COUNT; r++)
            sum = lanes_add_limited(sum, lanes_load(level->sum[r] + i));
        lanes_store_bytes(input + i, lanes_shifted(sum, REGIONS_BOARD_SHIFT));
    }
}

KERNEL void run_region(const RegionsLayers *layers, const int16_t *sum, int kind, uint8_t *to) {
    _Alignas(64) uint8_t input[REGIONS_CHANNELS];
    for (int i = 0; i < REGIONS_CHANNELS; i += LANES)
        lanes_store_bytes(input + i, lanes_shifted(lanes_load(sum + i), REGIONS_SUM_SHIFT));
    run_layer(input, REGIONS_CHANNELS, layers->region[kind], layers->region_bias[kind],
              REGIONS_PART, to);
}

/* Returns the mean of LANES numbers of each of four. */
KERNEL Lanes mean_of(const uint8_t *a, const uint8_t *b, const uint8_t *c, const uint8_t *d) {
    Lanes sum = lanes_add(lanes_add(lanes_of_bytes(a), lanes_of_bytes(b)),
                          lanes_add(lanes_of_bytes(c), lanes_of_bytes(d)));
    return lanes_shifted(sum, 2);
}

/* Returns the greatest of four. */
KERNEL Lanes greatest_of(const uint8_t *a, const uint8_t *b, const uint8_t *c, const uint8_t *d) {
    return lanes_max(lanes_max(lanes_of_bytes(a), lanes_of_bytes(b)),
                     lanes_max(lanes_of_bytes(c), lanes_of_bytes(d)));
}

/* Sets the mean and the greatest of the quadrants. */
KERNEL void quadrant_input(const RegionsLayers *layers, const RegionsLevel *level, uint8_t *mean,
                           uint8_t *greatest) {
    static const int KIND[REGIONS_COUNT] = {0, 1, 0, 1, 2, 1, 0, 1, 0};
    _Alignas(64) uint8_t region[REGIONS_COUNT][REGIONS_PART];
    _Alignas(64) uint8_t input[REGIONS_PART], of[REGIONS_QUADRANTS][REGIONS_PART];
#pragma GCC unroll 1
    for (int r = 0; r < REGIONS_COUNT; r++)
        run_region(layers, level->sum[r], KIND[r], region[r]);
#pragma GCC unroll 1
    for (int q = 0; q < REGIONS_QUADRANTS; q++) {
        const uint8_t *corner = region[q / 2 * REGIONS_ACROSS + q % 2];
        const uint8_t *below = corner + REGIONS_ACROSS * REGIONS_PART;
        for (int i = 0; i < REGIONS_PART; i += LANES)
            lanes_store_bytes(input + i, mean_of(corner + i, corner + REGIONS_PART + i, below + i,
                                                 below + REGIONS_PART + i));
        run_layer(input, REGIONS_PART, layers->quadrant, layers->quadrant_bias, REGIONS_PART,
                  of[q]);
    }
    for (int i = 0; i < REGIONS_PART; i += LANES) {
        lanes_store_bytes(mean + i, mean_of(of[0] + i, of[1] + i, of[2] + i, of[3] + i));
        lanes_store_bytes(greatest + i, greatest_of(of[0] + i, of[1] + i, of[2] + i, of[3] + i));
    }
}

KERNEL RegionsVerdict judge_body(const RegionsFollowing *at, Score table) {
    const RegionsLayers *layers = at->layers;
    int stage = regions_stage(board_stones(at->board));
    const int16_t *of_threat = layers->threat_bias[threat_state(at->board, at->board->to_move)];
    _Alignas(64) uint8_t input[REGIONS_INPUTS], hidden[REGIONS_HIDDEN], second[REGIONS_SECOND];
    _Alignas(64) int32_t bias[REGIONS_HIDDEN];
    int32_t outcome[REGIONS_OUTCOMES];
    board_input(at->level, input);
    quadrant_input(layers, at->level, input + REGIONS_CHANNELS,
                   input + REGIONS_CHANNELS + REGIONS_PART);
    for (int j = 0; j < REGIONS_HIDDEN; j++)
        bias[j] = layers->first_bias[stage][j] + of_threat[j];
    run_layer(input, REGIONS_INPUTS, layers->first, bias, REGIONS_HIDDEN, hidden);
    run_layer(hidden, REGIONS_HIDDEN, layers->second, layers->second_bias[stage], REGIONS_SECOND,
              second);
    for (int o = 0; o < REGIONS_OUTCOMES; o++)
        outcome[o] = layers->outcome_bias[stage][o] + outcome_of(second, layers->outcome[stage][o]);
    int32_t of_table = (layers->table_share[stage] * table) >> REGIONS_SHARE_SHIFT;
    return (RegionsVerdict){outcome[0] - outcome[2] + of_table,
                            2 * outcome[1] - outcome[0] - outcome[2]};
}

/* ---- Order ----------------------------------------------------------------------------------- */

/* Adds the neighbours of the cells, and some more cells. */
static inline void widen(CellSet *cells, int width) {
    CellSet rows = {{0}}, wide = {{0}};
    const int shift[2] = {1, width};
    for (int turn = 0; turn < 2; turn++) {
        const CellSet *from = turn == 0 ? cells : &rows;
        CellSet *to = turn == 0 ? &rows : &wide;
        for (int i = 0; i < SET_WORDS; i++) {
            uint64_t before = i > 0 ? from->word[i - 1] : 0;
            uint64_t after = i + 1 < SET_WORDS ? from->word[i + 1] : 0;
            int by = shift[turn];
            to->word[i] = from->word[i] | from->word[i] << by | before >> (64 - by) |
                          from->word[i] >> by | after << (64 - by);
        }
    }
    *cells = wide;
}

/* Sets the features of the candidates and their neighbours. Those of stones are 0. */
KERNEL void fill_grid(const RegionsFollowing *at, const CellSet *cells) {
    const Board *board = at->board;
    const RegionsView *view = &at->state->view[board_to_move(board)];
    CellSet near = *cells;
    widen(&near, board->width);
    for (int word = 0; 64 * word < board->cell_count; word++) {
        uint64_t empty = board->empty.word[word];
        for (uint64_t bits = near.word[word] & empty; bits != 0; bits &= bits - 1) {
            Cell cell = (Cell)(64 * word + __builtin_ctzll(bits));
            int16_t *to = at->state->grid[regions_place(board, cell)];
            const int16_t *number = view->accumulator[view->of_cell[cell]].of;
            for (int i = 0; i < REGIONS_SPATIAL; i += LANES)
                lanes_store(to + i, lanes_features(lanes_load(number + i)));
        }
        for (uint64_t bits = near.word[word] & ~empty; bits != 0; bits &= bits - 1) {
            Cell cell = (Cell)(64 * word + __builtin_ctzll(bits));
            if (cell >= board->cell_count)
                break;
            memset(at->state->grid[regions_place(board, cell)], 0, sizeof at->state->grid[0]);
        }
    }
}

/* Returns LANES numbers that the layers of a candidate's order begin with, not limited. */
KERNEL Lanes spatial_of(const RegionsLayers *layers, const int16_t *own, int row, int i) {
    const int16_t *above = own - row, *below = own + row;
    const int next = REGIONS_SPATIAL;
    Lanes side = lanes_add(lanes_add(lanes_load(above), lanes_load(below)),
                           lanes_add(lanes_load(own - next), lanes_load(own + next)));
    Lanes corner = lanes_add(lanes_add(lanes_load(above - next), lanes_load(above + next)),
                             lanes_add(lanes_load(below - next), lanes_load(below + next)));
    Lanes sum = lanes_add(lanes_load(layers->neighbour_bias + i),
                          lanes_times(lanes_load(own), lanes_load(layers->neighbour[0] + i)));
    sum = lanes_add(sum, lanes_times(side, lanes_load(layers->neighbour[1] + i)));
    sum = lanes_add(sum, lanes_times(corner, lanes_load(layers->neighbour[2] + i)));
    return lanes_shifted(sum, REGIONS_NEIGHBOUR_SHIFT);
}

/* Candidates whose orders are computed together. */
typedef struct Ordered {
    _Alignas(64) uint8_t spatial[REGIONS_AT_ONCE][REGIONS_SPATIAL];
    int32_t of_table[REGIONS_AT_ONCE]; /* what the order of the tables adds */
    Cell cell[REGIONS_AT_ONCE];
    int count;
} Ordered;

/* Sets the orders of these candidates, and forgets them. */
KERNEL void give_orders(const RegionsLayers *layers, const MixedWeights *mixed, const int32_t *bias,
                        Ordered *ordered, int32_t *order) {
    int32_t of_units[REGIONS_AT_ONCE];
    orders_of_units(ordered->spatial, mixed, bias, layers->worth, of_units);
    for (int k = 0; k < ordered->count; k++)
        order[ordered->cell[k]] = regions_order_of_logit(ordered->of_table[k] + of_units[k]);
    ordered->count = 0;
}

KERNEL void order_body(const RegionsFollowing *at, const CellSet *cells,
                       const MoveOrder *table_order) {
    const RegionsLayers *layers = at->layers;
    const Board *board = at->board;
    int stage = regions_stage(board_stones(board)), row = REGIONS_SPATIAL * regions_stride(board);
    _Alignas(64) uint8_t input[REGIONS_CHANNELS], pool[REGIONS_POOL];
    _Alignas(64) int32_t bias[REGIONS_UNITS];
    MixedWeights mixed;
    board_input(at->level, input);
    run_layer(input, REGIONS_CHANNELS, layers->pool, layers->pool_bias[stage], REGIONS_POOL, pool);
    run_mixer(layers, pool, &mixed);
    for (int j = 0; j < REGIONS_UNITS; j++)
        bias[j] = mixed.bias[j] * REGIONS_ONE + (1 << (REGIONS_WEIGHT_SHIFT - 1));
    fill_grid(at, cells);
    Ordered ordered = {.count = 0};
    for (int word = 0; word < SET_WORDS; word++)
        for (uint64_t bits = cells->word[word]; bits != 0; bits &= bits - 1) {
            Cell cell = (Cell)(64 * word + __builtin_ctzll(bits));
            const int16_t *own = at->state->grid[regions_place(board, cell)];
            int k = ordered.count++;
            for (int i = 0; i < REGIONS_SPATIAL; i += LANES)
                lanes_store_bytes(ordered.spatial[k] + i, spatial_of(layers, own + i, row, i));
            ordered.cell[k] = cell;
            ordered.of_table[k] =
                layers->order_table_share[stage] * order_of(table_order, board, cell);
            if (ordered.count == REGIONS_AT_ONCE)
                give_orders(layers, &mixed, bias, &ordered, at->state->order);
        }
    give_orders(layers, &mixed, bias, &ordered, at->state->order);
}

/* ---- The kernels ----------------------------------------------------------------------------- */

ENTRY void add_stone(RegionsView *view, const ViewRows *rows, const Board *board, int index) {
    add_stone_body(view, rows, board, index);
}

ENTRY RegionsVerdict judge(const RegionsFollowing *at, Score table) {
    return judge_body(at, table);
}

ENTRY void order(const RegionsFollowing *at, const CellSet *cells, const MoveOrder *table_order) {
    order_body(at, cells, table_order);
}

const RegionsKernels KERNELS = {add_stone, judge, order};

#endif
