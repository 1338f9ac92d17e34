#include "tournament/support/samples.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "shared/referee/referee.h"
#include "shared/status/failure.h"

const StoreRun *sample_run(int engines) {
    static const StoreEngine about[] = {
        {"Alpha", "./alpha", "1.2", "Ann", "Utopia"},
        {"</script><b>\"B&'\xff\xc3", "bin/beta --x=1", NULL, NULL, NULL},
        {"Gamma", "gamma", "3", NULL, "NZ"},
        {"Delta", "delta", "4", NULL, NULL},
        {"Epsilon", "epsilon", "5", NULL, NULL},
        {"Zeta", "zeta", "6", NULL, NULL}};
    static StoreRun run;
    run = (StoreRun){.rule = 0,
                     .width = 15,
                     .height = 15,
                     .seed = 42,
                     .planned = 200,
                     .has_sprt = engines == 2,
                     .sprt = {SPRT_PENTANOMIAL, 0, 30, 0.05, 0.05},
                     .settings = "{\"tc\":\"1/0.1\",\"openings\":\"</script>.txt\"}",
                     .engine_count = engines,
                     .engines = about};
    return &run;
}

/* Knuth's linear congruential generator; good enough for samples. */
static uint32_t next_random(uint64_t *state, uint32_t below) {
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(*state >> 33) % below;
}

static bool is_near_stone(const Referee *referee, int x, int y) {
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++) {
            int near_x = x + dx, near_y = y + dy;
            if (near_x >= 0 && near_x < referee->width && near_y >= 0 && near_y < referee->height &&
                referee->at[near_y][near_x] != REFEREE_EMPTY)
                return true;
        }
    return referee->stones == 0 && x == referee->width / 2 && y == referee->height / 2;
}

/* A random point near a stone; the one that wins if the mover looks for it. */
static void choose(const Referee *referee, uint64_t *state, bool looks, int *x, int *y) {
    int seen = 0;
    *x = *y = 0;
    for (int i = 0; i < referee->width * referee->height; i++) {
        int try_x = i % referee->width, try_y = i / referee->width;
        if (referee->at[try_y][try_x] != REFEREE_EMPTY || !is_near_stone(referee, try_x, try_y))
            continue;
        RefereeVerdict verdict = referee_judge(referee, referee_to_move(referee), try_x, try_y);
        bool wins = looks && verdict == REFEREE_FIVE;
        if (wins || next_random(state, (uint32_t)++seen) == 0) {
            *x = try_x;
            *y = try_y;
        }
        if (wins)
            return;
    }
}

static void append(GameRecord *game, uint64_t *state, int x, int y, bool is_opening) {
    static char text[] = "depth 7-9 ev 12 n 34K pv H8 <i>\nsecond line \xfe";
    GameMove move = {.x = x, .y = y, .is_opening = is_opening};
    if (!is_opening) {
        move.time_us = 1000 * (int64_t)next_random(state, 500) + next_random(state, 1000);
        move.has_score = next_random(state, 10) != 0;
        if (move.has_score) {
            move.score = (int)next_random(state, 801) - 400;
            move.depth = 5 + (int)next_random(state, 10);
            move.nodes = next_random(state, 1000000);
        }
        if (next_random(state, 20) == 0)
            move.messages = text;
    }
    if (!game_record_append(game, &move))
        abort();
    game->opening_count += is_opening;
}

/* Both sides announce the five in their last scores. */
static void announce(GameRecord *game) {
    for (size_t i = 1; i <= 2 && i < game->move_count; i++) {
        GameMove *move = &game->moves[game->move_count - i];
        if (move->has_score)
            move->score = i == 1 ? GAME_SCORE_MATE - 1 : -GAME_SCORE_MATE + 2;
    }
}

static void end_game(GameRecord *game, const Referee *referee, RefereeVerdict last) {
    static const GameReason reasons[] = {[REFEREE_FIVE] = GAME_REASON_FIVE,
                                         [REFEREE_OVERLINE] = GAME_REASON_OVERLINE,
                                         [REFEREE_DOUBLE_FOUR] = GAME_REASON_DOUBLE_FOUR,
                                         [REFEREE_DOUBLE_THREE] = GAME_REASON_DOUBLE_THREE,
                                         [REFEREE_FULL] = GAME_REASON_DRAW_AFTER};
    game->reason = reasons[last];
    game->result = referee->winner == REFEREE_EMPTY   ? GAME_DRAWN
                   : referee->winner == REFEREE_BLACK ? GAME_BLACK_WINS
                                                      : GAME_WHITE_WINS;
    if (last == REFEREE_FIVE)
        announce(game);
}

static void set_players(GameRecord *game, const StoreRun *run, int64_t number) {
    int n = run->engine_count;
    int64_t pair = (number - 1) / 2;
    int first = (int)(pair % n);
    int second = (int)((first + 1 + pair / n % (n - 1)) % n);
    int low = first < second ? first : second, high = first < second ? second : first;
    game->number = number;
    game->round = (int)(pair + 1);
    game->game = (int)((number - 1) % 2) + 1;
    game->pair = pair + 1;
    game->white_is_first = game->game == 2;
    game->engine[GAME_BLACK] = game->white_is_first ? high : low;
    game->engine[GAME_WHITE] = game->white_is_first ? low : high;
    for (int color = 0; color < 2; color++) {
        snprintf(game->name[color], GAME_NAME_MAX, "%s", run->engines[game->engine[color]].name);
        if (game->engine[color] == 0) /* the first engine alone has a match clock */
            game->left_us[color] = 60000000 - 100000 * number;
        game->limit[color] = (GameTime){.match_ms = game->engine[color] == 0 ? 60000 : 0,
                                        .turn_ms = 1000 * number,
                                        .increment_ms = 10 * game->engine[color]};
    }
}

void sample_game(GameRecord *game, const StoreRun *run, int64_t number) {
    uint64_t state = (uint64_t)number * 7919 + 1;
    uint64_t opening_state = (uint64_t)((number - 1) / 2 % 10) + 5;
    Referee referee;
    game_record_init(game);
    set_players(game, run, number);
    game->rule = (GameRule)run->rule;
    game->width = run->width;
    game->height = run->height;
    game->opening = (number - 1) / 2 % 10;
    game->started_ms = 1700000000000 + number * 1000;
    if (!referee_init(&referee, run->rule, run->width, run->height))
        abort();
    referee.draw_after = 36;
    RefereeVerdict verdict = REFEREE_GOES_ON;
    int fault = (int)next_random(&state, 30);
    while (!referee.is_over) {
        int x, y;
        bool is_opening = referee.stones < 4;
        int color = referee.stones % 2;
        if (referee.stones == 12 && fault < 2) {
            game->result = color == GAME_BLACK ? GAME_WHITE_WINS : GAME_BLACK_WINS;
            game->reason = fault == 0 ? GAME_REASON_TIME : GAME_REASON_CRASH;
            snprintf(game->detail, GAME_DETAIL_MAX, "said \"<script>alert(1)</script>\" \x80");
            return;
        }
        bool looks = !is_opening && next_random(&state, 3) >= (uint32_t)game->engine[color];
        choose(&referee, is_opening ? &opening_state : &state, looks, &x, &y);
        verdict = referee_play(&referee, x, y);
        append(game, &state, x, y, is_opening);
    }
    game->duration_ms = (int64_t)game->move_count * 250;
    end_game(game, &referee, verdict);
}

bool sample_database(const char *path, int engines, int64_t games) {
    Failure failure = FAILURE_NONE;
    Store *store = store_open(path, &failure);
    if (store == NULL) {
        fprintf(stderr, "%s\n", failure.text);
        return false;
    }
    const StoreRun *run = sample_run(engines);
    bool is_good = store_begin_run(store, run);
    for (int64_t number = 1; number <= games && is_good; number++) {
        GameRecord game;
        sample_game(&game, run, number);
        is_good = store_add_game(store, &game);
        game_record_release(&game);
    }
    if (!is_good)
        fprintf(stderr, "%s\n", store_error(store));
    store_close(store);
    return is_good;
}
