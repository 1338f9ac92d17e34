#include "train/regions/position.h"

#include <stdlib.h>
#include <string.h>

#include "base/rule.h"
#include "eval/table/table.h"
#include "train/objective.h"

enum {
    OTHER_STONE = 1 << 15, /* added to the cell of a stone of the side that is not to move */
    POSITION_BYTES_MAX = (int)sizeof(PositionHead) + 3 * 2 * CELLS_MAX
};

/* ---- Packing --------------------------------------------------------------------------------- */

void position_pool_release(PositionPool *pool) {
    free(pool->bytes);
    free(pool->starts);
    *pool = (PositionPool){0};
}

static bool reserve(PositionPool *pool, size_t bytes, size_t count) {
    if (pool->used + bytes > pool->byte_capacity) {
        size_t wanted = (pool->used + bytes) * 3 / 2;
        void *grown = realloc(pool->bytes, wanted);
        if (grown == NULL)
            return false;
        pool->bytes = grown;
        pool->byte_capacity = wanted;
    }
    if (pool->count + count > pool->start_capacity) {
        size_t wanted = (pool->count + count) * 3 / 2;
        void *grown = realloc(pool->starts, wanted * sizeof *pool->starts);
        if (grown == NULL)
            return false;
        pool->starts = grown;
        pool->start_capacity = wanted;
    }
    return true;
}

static unsigned char *put_short(unsigned char *at, int number) {
    int16_t narrow = (int16_t)(number > INT16_MAX   ? INT16_MAX
                               : number < INT16_MIN ? INT16_MIN
                                                    : number);
    memcpy(at, &narrow, sizeof narrow);
    return at + sizeof narrow;
}

static unsigned char *put_stones(unsigned char *at, const Board *board) {
    int stones = board_stones(board);
    for (int i = 0; i < stones; i++) {
        int is_other = (stones - i) % 2 == 1; /* the last stone is the other side's */
        uint16_t cell = (uint16_t)(board_move(board, i) | (is_other ? OTHER_STONE : 0));
        memcpy(at, &cell, sizeof cell);
        at += sizeof cell;
    }
    return at;
}

/* Writes the candidates and their order if the searched move is one of several. */
static unsigned char *put_moves(unsigned char *at, EvalState *table, const Sample *sample,
                                PositionHead *head) {
    CellSet candidates;
    Cell cells[CELLS_MAX];
    objective_candidates(sample->board, &candidates);
    int count = cellset_list(&candidates, cells);
    if (count < 2 || sample->best == CELL_NONE || !cellset_has(&candidates, sample->best))
        return at;
    MoveOrder order = eval_order(table, &candidates);
    head->move_count = (uint16_t)count;
    for (int i = 0; i < count; i++) {
        if (cells[i] == sample->best)
            head->best = (uint16_t)i;
        memcpy(at, &cells[i], sizeof(uint16_t));
        at = put_short(at + sizeof(uint16_t), order_of(&order, sample->board, cells[i]));
    }
    return at;
}

bool position_add(PositionPool *pool, const PositionReader *reader, const Sample *sample,
                  const PositionGoal *goal) {
    Board *board = sample->board;
    Color us = board_to_move(board);
    EvalState table = {reader->table, board, NULL};
    if (!reserve(pool, POSITION_BYTES_MAX, 2))
        return false;
    Score score = regions_table_score(eval_score(&table));
    PositionHead head = {.goal = *goal,
                         .table = (float)(score / reader->units),
                         .threat = (uint16_t)threat_state(board, us),
                         .stones = (uint16_t)board_stones(board),
                         .width = (uint8_t)board->width,
                         .height = (uint8_t)board->height,
                         .role = (uint8_t)(rule_has_roles(board->tables->rule) ? us : 0)};
    unsigned char *start = pool->bytes + pool->used;
    unsigned char *at = put_stones(start + sizeof head, board);
    at = put_moves(at, &table, sample, &head);
    memcpy(start, &head, sizeof head);
    pool->starts[pool->count++] = pool->used;
    pool->used += (size_t)(at - start);
    return true;
}

bool position_pool_join(PositionPool *pool, const PositionPool *other) {
    if (!reserve(pool, other->used, other->count))
        return false;
    if (other->used > 0)
        memcpy(pool->bytes + pool->used, other->bytes, other->used);
    for (size_t i = 0; i < other->count; i++)
        pool->starts[pool->count++] = pool->used + other->starts[i];
    pool->used += other->used;
    return true;
}

/* ---- Reading --------------------------------------------------------------------------------- */

void position_rows_init(PositionRows *rows) {
    for (uint32_t key = 0; key < REGIONS_WINDOW_KEYS; key++)
        rows->of[key] = (uint16_t)regions_row(key, BLACK);
}

/* A board of lines alone: own stones as Black, the others as White. */
typedef struct Lines {
    int width, height;
    uint64_t word[DIRECTIONS][LINES_MAX];
    bool is_stone[CELLS_MAX];
} Lines;

/* Number and position of the lines of a cell: as board_line() and board_position(). */
static void place_on_lines(const Lines *lines, int x, int y, int line[DIRECTIONS],
                           int position[DIRECTIONS]) {
    line[0] = y;
    line[1] = x;
    line[2] = y - x + lines->width - 1;
    line[3] = x + y;
    position[0] = position[2] = position[3] = x;
    position[1] = y;
}

static void lines_init(Lines *lines, const PositionHead *head, const unsigned char *stones) {
    int line[DIRECTIONS], position[DIRECTIONS];
    lines->width = head->width;
    lines->height = head->height;
    memset(lines->word, 0xFF, sizeof lines->word);
    memset(lines->is_stone, 0, sizeof lines->is_stone);
    for (int y = 0; y < lines->height; y++)
        for (int x = 0; x < lines->width; x++) {
            place_on_lines(lines, x, y, line, position);
            for (int d = 0; d < DIRECTIONS; d++)
                lines->word[d][line[d]] ^= (uint64_t)CELL_WALL << 2 * (position[d] + LINE_PAD);
        }
    for (int i = 0; i < head->stones; i++) {
        uint16_t stone;
        memcpy(&stone, stones + i * (int)sizeof stone, sizeof stone);
        int cell = stone & (OTHER_STONE - 1);
        uint64_t content = (stone & OTHER_STONE) != 0 ? CELL_WHITE : CELL_BLACK;
        place_on_lines(lines, cell % lines->width, cell / lines->width, line, position);
        for (int d = 0; d < DIRECTIONS; d++)
            lines->word[d][line[d]] |= content << 2 * (position[d] + LINE_PAD);
        lines->is_stone[cell] = true;
    }
}

/* Sets the cell. Its region is 3 * row + column. */
static void read_cell(const Lines *lines, const PositionRows *rows, int x, int y,
                      PositionCell *cell) {
    int line[DIRECTIONS], position[DIRECTIONS], count = 0;
    place_on_lines(lines, x, y, line, position);
    for (int d = 0; d < DIRECTIONS; d++) {
        uint16_t row = rows->of[window_key(lines->word[d][line[d]], position[d], REGIONS_REACH)];
        cell->row[count] = row;
        count += row != REGIONS_EMPTY_ROW;
    }
    for (int i = count; i < DIRECTIONS; i++)
        cell->row[i] = REGIONS_EMPTY_ROW;
    cell->row_count = (uint8_t)count;
    cell->place = (uint16_t)((y + 1) * PLACE_WIDTH + x + 1);
    cell->region = (uint8_t)(REGIONS_ACROSS * regions_third(y, lines->height) +
                             regions_third(x, lines->width));
}

/* A packed move. */
static uint16_t move_at(const unsigned char *moves, int i, float *order) {
    uint16_t cell;
    int16_t units;
    memcpy(&cell, moves + 4 * i, sizeof cell);
    memcpy(&units, moves + 4 * i + 2, sizeof units);
    *order = (float)units / OBJECTIVE_ORDER_UNITS;
    return cell;
}

void position_read(const PositionPool *pool, size_t index, const PositionRows *rows,
                   PositionInput *input) {
    const unsigned char *at = pool->bytes + pool->starts[index];
    PositionHead *head = &input->head;
    Lines lines;
    memcpy(head, at, sizeof *head);
    at += sizeof *head;
    lines_init(&lines, head, at);
    at += head->stones * (int)sizeof(uint16_t);
    input->stage = regions_stage(head->stones);
    int count = 0, move = 0;
    float order = 0;
    uint16_t next = head->move_count > 0 ? move_at(at, 0, &order) : (uint16_t)CELL_NONE;
    for (int y = 0, cell = 0; y < lines.height; y++)
        for (int x = 0; x < lines.width; x++, cell++) {
            if (lines.is_stone[cell])
                continue;
            read_cell(&lines, rows, x, y, &input->cells[count]);
            bool is_move = cell == next;
            if (is_move) {
                input->moves[move++] = (PositionMove){(uint16_t)count, order};
                next = move < head->move_count ? move_at(at, move, &order) : (uint16_t)CELL_NONE;
            }
            count += is_move || input->cells[count].row_count > 0;
        }
    input->cell_count = count;
}
