#include "api/engine.h"

#include <assert.h>
#include <string.h>

#include "base/rule.h"
#include "board/foul.h"

KanameStatus kaname_set_size(KanameEngine *engine, int width, int height) {
    if (width < BOARD_MIN || width > BOARD_MAX || height < BOARD_MIN || height > BOARD_MAX)
        return KANAME_ERR_SIZE;
    cellset_clear(&engine->walls);
    cellset_clear(&engine->excluded);
    blocked_release(&engine->blocked);
    board_init(&engine->board, engine->board.tables, width, height, &engine->walls, engine->isa);
    engine_forget(engine);
    return KANAME_OK;
}

KanameStatus kaname_set_rule(KanameEngine *engine, KanameRule rule) {
    if ((int)rule < 0 || rule >= KANAME_RULE_COUNT)
        return KANAME_ERR_RULE;
    const Evaluator *evaluator = engine_evaluator_of(engine, (Rule)rule);
    if (evaluator == NULL)
        return KANAME_ERR_MEMORY;
    if (evaluator->tables == engine->board.tables)
        return KANAME_OK;
    engine_rebuild(engine, evaluator->tables);
    engine_forget(engine);
    return KANAME_OK;
}

/* Checks a list of stones; collects the walls among them. */
static KanameStatus check_stones(const Board *board, const KanameStone *stones, size_t count,
                                 CellSet *walls) {
    CellSet used = {{0}};
    cellset_clear(walls);
    for (size_t i = 0; i < count; i++) {
        const KanameStone *stone = &stones[i];
        if (stone->color != KANAME_BLACK && stone->color != KANAME_WHITE &&
            stone->color != KANAME_WALL)
            return KANAME_ERR_RANGE;
        if (!is_on_board(board, stone->x, stone->y))
            return KANAME_ERR_OFF_BOARD;
        Cell cell = cell_at(board, stone->x, stone->y);
        if (cellset_has(&used, cell))
            return KANAME_ERR_OCCUPIED;
        cellset_add(&used, cell);
        if (stone->color == KANAME_WALL)
            cellset_add(walls, cell);
    }
    return KANAME_OK;
}

KanameStatus kaname_set_position(KanameEngine *engine, const KanameStone *stones, size_t count,
                                 KanameColor to_move) {
    Board *board = &engine->board;
    CellSet walls;
    if (to_move != KANAME_BLACK && to_move != KANAME_WHITE)
        return KANAME_ERR_RANGE;
    KanameStatus status = check_stones(board, stones, count, &walls);
    if (status != KANAME_OK)
        return status;
    /* Position keys do not include walls. */
    if (memcmp(&walls, &engine->walls, sizeof walls) != 0)
        engine_forget(engine);
    engine->walls = walls;
    board_init(board, board->tables, board->width, board->height, &engine->walls, engine->isa);
    for (size_t i = 0; i < count; i++) {
        if (stones[i].color == KANAME_WALL)
            continue;
        board_set_to_move(board, (Color)stones[i].color);
        board_play(board, cell_at(board, stones[i].x, stones[i].y));
    }
    board_set_to_move(board, (Color)to_move);
    return KANAME_OK;
}

KanameStatus kaname_set_to_move(KanameEngine *engine, KanameColor to_move) {
    if (to_move != KANAME_BLACK && to_move != KANAME_WHITE)
        return KANAME_ERR_RANGE;
    board_set_to_move(&engine->board, (Color)to_move);
    return KANAME_OK;
}

KanameStatus kaname_play(KanameEngine *engine, int x, int y) {
    Board *board = &engine->board;
    if (!is_on_board(board, x, y))
        return KANAME_ERR_OFF_BOARD;
    if (!board_is_empty(board, cell_at(board, x, y)))
        return KANAME_ERR_OCCUPIED;
    board_play(board, cell_at(board, x, y));
    return KANAME_OK;
}

KanameStatus kaname_take_back(KanameEngine *engine) {
    if (board_stones(&engine->board) == 0)
        return KANAME_ERR_EMPTY;
    board_undo(&engine->board);
    return KANAME_OK;
}

int kaname_width(const KanameEngine *engine) {
    return engine->board.width;
}

int kaname_height(const KanameEngine *engine) {
    return engine->board.height;
}

KanameRule kaname_rule(const KanameEngine *engine) {
    return (KanameRule)engine->board.tables->rule;
}

KanameColor kaname_to_move(const KanameEngine *engine) {
    return (KanameColor)board_to_move(&engine->board);
}

size_t kaname_stone_count(const KanameEngine *engine) {
    return (size_t)board_stones(&engine->board);
}

KanameStone kaname_stone(const KanameEngine *engine, size_t index) {
    const Board *board = &engine->board;
    assert(index < (size_t)board_stones(board));
    Cell cell = board_move(board, (int)index);
    return (KanameStone){.x = board->x[cell],
                         .y = board->y[cell],
                         .color = (KanameColor)color_of_stone(board, cell)};
}

KanameColor kaname_at(const KanameEngine *engine, int x, int y) {
    const Board *board = &engine->board;
    if (!is_on_board(board, x, y))
        return KANAME_WALL;
    Cell cell = cell_at(board, x, y);
    if (board_is_empty(board, cell))
        return KANAME_EMPTY;
    return cellset_has(&engine->walls, cell) ? KANAME_WALL
                                             : (KanameColor)color_of_stone(board, cell);
}

bool kaname_wins_at(const KanameEngine *engine, int x, int y, KanameColor color) {
    const Board *board = &engine->board;
    if (!is_on_board(board, x, y) || (color != KANAME_BLACK && color != KANAME_WHITE))
        return false;
    Cell cell = cell_at(board, x, y);
    return board_is_empty(board, cell) && board_wins_at(board, (Color)color, cell);
}

size_t kaname_winning_rows(const KanameEngine *engine, int x, int y, KanameColor color,
                           KanamePoint *points, size_t capacity) {
    static const int STEPS[DIRECTIONS][2] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}}; /* of board_step() */
    const Board *board = &engine->board;
    if (!kaname_wins_at(engine, x, y, color))
        return 0;
    size_t count = 0;
    if (count++ < capacity)
        points[0] = (KanamePoint){x, y};
    for (int direction = 0; direction < DIRECTIONS; direction++) {
        if (board_shape(board, (Color)color, direction, cell_at(board, x, y)) != SHAPE_FIVE)
            continue;
        for (int sign = -1; sign <= 1; sign += 2) {
            int dx = sign * STEPS[direction][0], dy = sign * STEPS[direction][1];
            for (KanamePoint at = {x + dx, y + dy}; kaname_at(engine, at.x, at.y) == color;
                 at.x += dx, at.y += dy)
                if (count++ < capacity)
                    points[count - 1] = at;
        }
    }
    return count;
}

bool kaname_is_forbidden(const KanameEngine *engine, int x, int y, KanameColor color) {
    const Board *board = &engine->board;
    if (!is_on_board(board, x, y) || (color != KANAME_BLACK && color != KANAME_WHITE))
        return false;
    Cell cell = cell_at(board, x, y);
    return board_is_empty(board, cell) && is_forbidden(board, (Color)color, cell);
}

size_t kaname_forbidden(const KanameEngine *engine, KanamePoint *points, size_t capacity) {
    const Board *board = &engine->board;
    size_t count = 0;
    if (!rule_has_fouls(board->tables->rule, BLACK))
        return 0;
    for (Cell cell = cellset_first(&board->empty); cell != CELL_NONE;
         cell = cellset_next(&board->empty, cell)) {
        if (!is_forbidden(board, BLACK, cell))
            continue;
        if (count < capacity)
            points[count] = (KanamePoint){board->x[cell], board->y[cell]};
        count++;
    }
    return count;
}
