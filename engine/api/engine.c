#include "api/engine.h"

void engine_rebuild(KanameEngine *engine, const RuleTables *tables) {
    Board *board = &engine->board;
    Cell moves[CELLS_MAX];
    Color colors[CELLS_MAX];
    int count = board_stones(board);
    Color to_move = board_to_move(board);
    for (int i = 0; i < count; i++) {
        moves[i] = board_move(board, i);
        colors[i] = color_of_stone(board, moves[i]);
    }
    board_init(board, tables, board->width, board->height, &engine->walls, engine->isa);
    for (int i = 0; i < count; i++) {
        board_set_to_move(board, colors[i]);
        board_play(board, moves[i]);
    }
    board_set_to_move(board, to_move);
}

void engine_release_solver(KanameEngine *engine) {
    solver_free(engine->solver);
    engine->solver = NULL;
}

void engine_forget(KanameEngine *engine) {
    const uint64_t small_bytes = (uint64_t)4 << 20;
    engine_release_solver(engine);
    if (engine->tt_request > 0 && engine->tt_request <= small_bytes) {
        tt_clear(&engine->tt);
    } else {
        tt_release(&engine->tt);
        engine->tt_request = 0;
    }
    engine->is_stale = true;
}
