/* drawn_games.h: games for the tests of fits. */
#ifndef TESTS_ENGINE_TRAIN_DRAWN_GAMES_H
#define TESTS_ENGINE_TRAIN_DRAWN_GAMES_H

#include <stdlib.h>

#include "base/rng.h"
#include "eval/table/table.h"
#include "support/expect.h"
#include "support/position.h"
#include "train/dataset.h"

/* Adds games of moves drawn near the centre, with the scores of the embedded tables. */
static inline void draw_games(Dataset *data, Rule rule, int count, uint64_t seed) {
    enum { SIZE = 13, MARGIN = 3, MOVES = 50 };
    Board *board = test_board_new();
    Evaluator *evaluator = table_evaluator_embedded(rule);
    expect(evaluator != NULL);
    for (int i = 0; i < count; i++) {
        Game game = {.rule = rule, .width = SIZE, .height = SIZE, .opening_count = 3};
        board_init(board, evaluator->tables, SIZE, SIZE, NULL, isa_best());
        int moves = 12 + (int)rng_below(&seed, MOVES - 12);
        while (game.move_count < moves) {
            Cell cell;
            do
                cell = (Cell)((MARGIN + rng_below(&seed, SIZE - 2 * MARGIN)) * SIZE + MARGIN +
                              rng_below(&seed, SIZE - 2 * MARGIN));
            while (!board_is_empty(board, cell));
            game.scores[game.move_count] = (int16_t)score_by(evaluator, board);
            game.moves[game.move_count++] = cell;
            if (game.move_count < moves)
                board_play(board, cell);
        }
        game.result = rng_below(&seed, 2) == 0 ? GAME_BLACK_WON : GAME_WHITE_WON;
        expect(dataset_add(data, &game));
    }
    evaluator_free(evaluator);
    free(board);
}

#endif
