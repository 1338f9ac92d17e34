#include "game/play.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <uv.h>

#include "shared/opening/text.h"
#include "shared/status/status.h"

static void ask_next(Play *play);

/* ---- The end ------------------------------------------------------------------------------ */

static GameTime limit_of(const Player *player) {
    const EngineOptions *options = player_options(player);
    return (GameTime){options->match_ms, options->turn_ms, options->increment_ms};
}

static bool has_match_clock(const Play *play, int seat) {
    return player_options(play->players[seat])->match_ms > 0;
}

static void end_game(Play *play, GameResult result, GameReason reason, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

static void end_game(Play *play, GameResult result, GameReason reason, const char *format, ...) {
    GameRecord *record = &play->record;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(record->detail, sizeof record->detail, format, arguments);
    va_end(arguments);
    message_clean(record->detail);
    record->result = result;
    record->reason = reason;
    record->duration_ms = (int64_t)((uv_hrtime() - play->started_ns) / 1000000);
    for (int color = 0; color < 2; color++) {
        int seat = play->seat_of[color];
        snprintf(record->name[color], sizeof record->name[color], "%s",
                 player_name(play->players[seat]));
        record->engine[color] = play->engine[seat];
        record->memory[color] = player_peak_memory(play->players[seat]);
        record->left_us[color] = has_match_clock(play, seat) ? play->clock_us[seat] : -1;
        record->limit[color] = limit_of(play->players[seat]);
    }
    record->white_is_first = play->seat_of[GAME_WHITE] == 0;
    play->is_running = false;
    for (int seat = 0; seat < 2; seat++) {
        if (play->is_waiting[seat])
            player_cancel(play->players[seat]);
        play->is_waiting[seat] = false;
    }
    play->on_end(play->context);
}

static GameColor color_of(const Play *play, int seat) {
    return play->seat_of[GAME_BLACK] == seat ? GAME_BLACK : GAME_WHITE;
}

static GameResult lost_by(GameColor color) {
    return color == GAME_BLACK ? GAME_WHITE_WINS : GAME_BLACK_WINS;
}

void play_interrupt(Play *play) {
    if (play->is_running)
        end_game(play, GAME_UNDECIDED, GAME_REASON_INTERRUPTED, "%s", "");
}

/* Ends the game undecided, because the manager is at fault. */
static void end_in_trouble(Play *play, PlayTrouble trouble, const char *detail) {
    play->trouble = trouble;
    end_game(play, GAME_UNDECIDED, GAME_REASON_INTERRUPTED, "%s", detail);
}

/* ---- Moves -------------------------------------------------------------------------------- */

static void note_no_memory(Play *play) {
    end_game(play, GAME_UNDECIDED, GAME_REASON_INTERRUPTED, "%s", status_text(STATUS_MEMORY));
}

/* Acts on the referee's verdict on a stone. Returns true if the game has ended; then on_end was
 * called. */
static bool apply_verdict(Play *play, RefereeVerdict verdict, GameColor mover, int x, int y) {
    GameResult lost = lost_by(mover);
    GameResult won = mover == GAME_BLACK ? GAME_BLACK_WINS : GAME_WHITE_WINS;
    const Referee *referee = &play->referee;
    bool is_full = referee->stones >= referee->width * referee->height;
    switch (verdict) {
    case REFEREE_OFF_BOARD:
        end_game(play, lost, GAME_REASON_ILLEGAL, "%d,%d is not on the board", x, y);
        return true;
    case REFEREE_OCCUPIED:
        end_game(play, lost, GAME_REASON_ILLEGAL, "%d,%d is occupied", x, y);
        return true;
    case REFEREE_OVERLINE:
    case REFEREE_DOUBLE_FOUR:
    case REFEREE_DOUBLE_THREE:
    case REFEREE_FIVE:
        if (!referee->is_over)
            return false; /* a continuous game scores it and continues */
        if (referee->is_continuous)
            break;
        if (verdict == REFEREE_FIVE)
            end_game(play, won, GAME_REASON_FIVE, "%s", "");
        else if (verdict == REFEREE_OVERLINE)
            end_game(play, lost, GAME_REASON_OVERLINE, "%d,%d", x, y);
        else if (verdict == REFEREE_DOUBLE_FOUR)
            end_game(play, lost, GAME_REASON_DOUBLE_FOUR, "%d,%d", x, y);
        else
            end_game(play, lost, GAME_REASON_DOUBLE_THREE, "%d,%d", x, y);
        return true;
    case REFEREE_FULL:
    case REFEREE_GOES_ON:
        break;
    }
    if (!referee->is_over)
        return false;
    if (referee->winner == REFEREE_EMPTY)
        end_game(play, GAME_DRAWN, is_full ? GAME_REASON_FULL_BOARD : GAME_REASON_DRAW_AFTER, "%s",
                 "");
    else
        end_game(play, referee->winner == REFEREE_BLACK ? GAME_BLACK_WINS : GAME_WHITE_WINS,
                 GAME_REASON_POINTS, "%d to %d", referee->points[0], referee->points[1]);
    return true;
}

/* Plays and records a stone. Returns whether the game continues. */
static bool put_stone(Play *play, int x, int y, bool is_opening, const PlayerTurn *turn) {
    GameColor mover = referee_to_move(&play->referee) == REFEREE_BLACK ? GAME_BLACK : GAME_WHITE;
    GameMove move = {.x = x, .y = y, .is_opening = is_opening};
    if (turn != NULL) {
        move.time_us = turn->time_us;
        move.has_score = turn->info.has_score;
        move.score = turn->info.score;
        move.depth = turn->info.depth;
        move.nodes = turn->info.nodes;
        /* The record copies the text; the caller owns this one. */
        move.messages = turn->messages[0] != '\0' ? (char *)turn->messages : NULL;
    }
    RefereeVerdict verdict = referee_play(&play->referee, x, y);
    if (!referee_is_illegal(verdict)) {
        if (!game_record_append(&play->record, &move)) {
            note_no_memory(play);
            return false;
        }
        play->record.opening_count += is_opening;
    }
    return !apply_verdict(play, verdict, mover, x, y);
}

static void charge_clock(Play *play, int seat, const PlayerTurn *turn) {
    play->clock_us[seat] -= turn->time_us;
    if (play->clock_us[seat] < 0)
        play->clock_us[seat] = 0;
}

/* Adjudicates by the reported scores. Returns whether the game has ended. */
static bool adjudicate(Play *play, int seat, const PlayerTurn *turn) {
    const PlaySettings *settings = play->settings;
    const MessageInfo *info = &turn->info;
    bool is_low = info->has_score && info->score <= -settings->resign_score;
    bool is_even = info->has_score && info->score <= settings->draw_score &&
                   info->score >= -settings->draw_score;
    play->low_moves[seat] = is_low ? play->low_moves[seat] + 1 : 0;
    play->even_plies = is_even ? play->even_plies + 1 : 0;
    if (settings->resign_moves > 0 && play->low_moves[seat] >= settings->resign_moves) {
        end_game(play, lost_by(color_of(play, seat)), GAME_REASON_RESIGN, "score %d", info->score);
        return true;
    }
    if (settings->draw_moves > 0 && play->even_plies >= 2 * settings->draw_moves) {
        end_game(play, GAME_DRAWN, GAME_REASON_DRAW_ADJUDICATED, "%s", "");
        return true;
    }
    return false;
}

/* Ends the game if the manager was held up in this turn. Returns whether it did. */
static bool is_void(Play *play, const PlayerTurn *turn) {
    char detail[GAME_DETAIL_MAX];
    if (!turn->is_stalled)
        return false;
    snprintf(detail, sizeof detail, "this program was held up at stone %zu",
             play->record.move_count + 1);
    end_in_trouble(play, PLAY_STALLED, detail);
    return true;
}

static void play_moved(Play *play, int seat, int x, int y, const PlayerTurn *turn) {
    if (!play->is_running || play->asked != seat)
        return;
    play->asked = -1;
    play->is_waiting[seat] = false;
    if (is_void(play, turn))
        return;
    charge_clock(play, seat, turn);
    if (put_stone(play, x, y, false, turn) && !adjudicate(play, seat, turn))
        ask_next(play);
}

/* ---- Asking ------------------------------------------------------------------------------- */

static size_t list_stones(const Play *play, PlayerStone *stones) {
    const GameRecord *record = &play->record;
    for (size_t i = 0; i < record->move_count; i++) {
        const GameMove *move = &record->moves[i];
        bool is_wall = play->referee.at[move->y][move->x] == REFEREE_WALL;
        stones[i] = (PlayerStone){move->x, move->y, is_wall};
    }
    return record->move_count;
}

/* Adds the increment and returns the seat's time for all its moves; negative: no limit. */
static int64_t take_time_left(Play *play, int seat) {
    if (!has_match_clock(play, seat))
        return -1;
    play->clock_us[seat] += player_options(play->players[seat])->increment_ms * 1000;
    return play->clock_us[seat] / 1000;
}

static int seat_of_player(const Play *play, int player) {
    return player == 0 ? play->opener : 1 - play->opener;
}

static void ask_opening(Play *play) {
    int seat = seat_of_player(play, opening_course_player(&play->course));
    play->asked = seat;
    play->is_waiting[seat] = true;
    player_open(play->players[seat], &play->course, take_time_left(play, seat));
}

static void ask_next(Play *play) {
    PlayerStone stones[GAME_MAX_CELLS];
    size_t count = list_stones(play, stones);
    int color = referee_to_move(&play->referee) == REFEREE_BLACK ? GAME_BLACK : GAME_WHITE;
    int seat = play->seat_of[color];
    play->asked = seat;
    play->is_waiting[seat] = true;
    player_think(play->players[seat], stones, count, play->settings->by_board,
                 take_time_left(play, seat));
}

/* ---- Opening rules ------------------------------------------------------------------------ */

/* Plays the stones of an answer; the first one gets the time. */
static bool put_answer(Play *play, const OpeningChoice *choice, const OpeningAnswer *answer,
                       const PlayerTurn *turn) {
    for (int i = 0; i < answer->count && choice->act != OPENING_OFFER; i++)
        if (!put_stone(play, answer->points[i].x, answer->points[i].y, !choice->is_move,
                       i == 0 ? turn : NULL))
            return false;
    return true;
}

/* Ends the game because the answer violates the opening rule. During the opening the player at
 * fault loses with the colour that it has at that moment. */
static void refuse_answer(Play *play, int seat, const OpeningAnswer *answer, const char *reason) {
    const OpeningCourse *course = &play->course;
    char text[OPENING_TEXT_MAX];
    opening_answer_write(answer, text);
    end_game(play, lost_by(color_of(play, seat)), GAME_REASON_ILLEGAL,
             "%s; the answer to %s %s was %.80s", reason, course->rule->name,
             opening_course_step(course)->word, text);
}

static void play_opened(Play *play, int seat, const OpeningAnswer *answer, const PlayerTurn *turn) {
    if (!play->is_running || play->asked != seat)
        return;
    play->asked = -1;
    play->is_waiting[seat] = false;
    if (is_void(play, turn))
        return;
    charge_clock(play, seat, turn);
    OpeningCourse *course = &play->course;
    const OpeningChoice *choice = opening_course_choice(course, answer);
    Failure failure;
    if (!opening_course_answer(course, answer, &failure)) {
        refuse_answer(play, seat, answer, failure.text);
        return;
    }
    int black = seat_of_player(play, course->black);
    play->seat_of[GAME_BLACK] = black;
    play->seat_of[GAME_WHITE] = 1 - black;
    for (int color = 0; color < 2; color++)
        play->record.engine[color] = play->engine[play->seat_of[color]];
    if (!put_answer(play, choice, answer, turn))
        return;
    if (course->step == OPENING_OVER)
        ask_next(play);
    else
        ask_opening(play);
}

/* ---- Beginning ---------------------------------------------------------------------------- */

/* Called once both engines have answered or failed. If both failed, the first seat's failure
 * counts, so that the result does not depend on which failed earlier. The failure of a player that
 * is not to move does not matter. */
static void settle_start(Play *play) {
    if (play->is_waiting[0] || play->is_waiting[1])
        return;
    for (int seat = 0; seat < 2; seat++) {
        if (play->has_failed[seat] && play->failure[seat] == GAME_REASON_INTERRUPTED) {
            end_in_trouble(play, PLAY_LACKING, play->failure_detail[seat]);
            return;
        }
    }
    for (int seat = 0; seat < 2; seat++) {
        if (play->has_failed[seat] && play->only_mover != !seat) {
            end_game(play, lost_by(color_of(play, seat)), play->failure[seat], "%s",
                     play->failure_detail[seat]);
            return;
        }
    }
    for (size_t i = 0; i < play->opening.count; i++)
        if (!put_stone(play, play->opening.stones[i].x, play->opening.stones[i].y, true, NULL))
            return;
    if (play->settings->opening_rule == NULL) {
        ask_next(play);
        return;
    }
    play->opener = play->seat_of[GAME_BLACK];
    bool fits = opening_course_begin(&play->course, play->settings->opening_rule,
                                     play->settings->game.width, play->settings->game.height);
    assert(fits);
    (void)fits;
    ask_opening(play);
}

void play_ready(Play *play, int seat) {
    if (!play->is_running || play->asked >= 0)
        return;
    play->is_waiting[seat] = false;
    settle_start(play);
}

static void play_failed(Play *play, int seat, GameReason reason, const char *detail,
                        const PlayerTurn *turn) {
    if (!play->is_running || (play->asked >= 0 && play->asked != seat))
        return;
    play->is_waiting[seat] = false;
    if (play->asked < 0) {
        play->has_failed[seat] = true;
        play->failure[seat] = reason;
        snprintf(play->failure_detail[seat], sizeof play->failure_detail[seat], "%s", detail);
        settle_start(play);
        return;
    }
    charge_clock(play, seat, turn);
    /* In an opening the colours are not settled: see refuse_answer(). */
    end_game(play, lost_by(color_of(play, seat)), reason, "%s", detail);
}

void play_start(Play *play, const PlaySettings *settings, Player *const players[2],
                const PlayTask *task, PlayEndFn on_end, void *context) {
    assert(!play->is_running);
    const PlayerGame *game = &settings->game;
    *play = (Play){.settings = settings,
                   .players = {players[0], players[1]},
                   .engine = {task->engine[0], task->engine[1]},
                   .on_end = on_end,
                   .context = context,
                   .is_running = true,
                   .is_waiting = {true, true},
                   .asked = -1,
                   .started_ns = uv_hrtime()};
    if (task->opening != NULL)
        play->opening = *task->opening;
    int code = (int)game->rule + (game->is_continuous ? REFEREE_CONTINUOUS : 0);
    bool is_known = referee_init(&play->referee, code, game->width, game->height);
    assert(is_known);
    (void)is_known;
    play->referee.draw_after = task->stop_after > 0 ? task->stop_after : settings->draw_after;
    /* The seat that moves after the opening is seat 0, or seat 1 if reversed. */
    int first_mover = task->is_reversed ? 1 : 0;
    bool is_one_move = task->stop_after == (int)play->opening.count + 1;
    play->only_mover = is_one_move ? first_mover : -1;
    int black = play->opening.count % 2 == 0 ? first_mover : 1 - first_mover;
    play->seat_of[GAME_BLACK] = black;
    play->seat_of[GAME_WHITE] = 1 - black;
    game_record_init(&play->record);
    GameRecord *record = &play->record;
    for (int color = 0; color < 2; color++)
        record->engine[color] = play->engine[play->seat_of[color]];
    record->number = task->number;
    record->round = task->round;
    record->game = task->game;
    record->pair = task->pair;
    record->opening_rule =
        settings->opening_rule != NULL ? 1 + opening_rule_index(settings->opening_rule) : 0;
    record->is_continuous = game->is_continuous;
    record->rule = game->rule;
    record->width = game->width;
    record->height = game->height;
    record->opening = task->opening_index;
    record->transform = task->transform;
    struct timespec now;
    timespec_get(&now, TIME_UTC);
    record->started_ms = (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
    for (int seat = 0; seat < 2; seat++)
        play->clock_us[seat] = player_options(players[seat])->match_ms * 1000;
    player_begin(players[0], game);
    player_begin(players[1], game);
}

void play_release(Play *play) {
    game_record_release(&play->record);
}

/* ---- Seats -------------------------------------------------------------------------------- */

static void on_ready(void *context) {
    PlaySeat *seat = context;
    play_ready(seat->play, seat->side);
}

static void on_move(void *context, int x, int y, const PlayerTurn *turn) {
    PlaySeat *seat = context;
    play_moved(seat->play, seat->side, x, y, turn);
}

static void on_opening(void *context, const OpeningAnswer *answer, const PlayerTurn *turn) {
    PlaySeat *seat = context;
    play_opened(seat->play, seat->side, answer, turn);
}

static void on_failure(void *context, GameReason reason, const char *detail,
                       const PlayerTurn *turn) {
    PlaySeat *seat = context;
    play_failed(seat->play, seat->side, reason, detail, turn);
}

PlayerEvents play_seat_events(PlaySeat *seat) {
    return (PlayerEvents){.on_ready = on_ready,
                          .on_move = on_move,
                          .on_opening = on_opening,
                          .on_failure = on_failure,
                          .context = seat};
}

void play_seat_end(PlaySeat *seat) {
    if (seat->player == NULL || seat->is_ending)
        return;
    seat->is_ending = true;
    player_end(seat->player);
}

void play_seat_abort(PlaySeat *seat) {
    if (seat->player == NULL)
        return;
    seat->is_ending = true;
    player_abort(seat->player);
}

void play_seat_clear(PlaySeat *seat) {
    player_free(seat->player);
    seat->player = NULL;
    seat->is_ending = false;
}

/* ---- Openings ----------------------------------------------------------------------------- */

/* Sets up the position after the opening. Returns false if no game can begin with it. */
static bool set_up(const PlayerGame *game, const Opening *opening, Referee *referee) {
    int code = (int)game->rule + (game->is_continuous ? REFEREE_CONTINUOUS : 0);
    if (!referee_init(referee, code, game->width, game->height))
        return false;
    for (size_t i = 0; i < opening->count; i++) {
        if (referee->is_over)
            return false;
        referee_play(referee, opening->stones[i].x, opening->stones[i].y);
    }
    return !referee->is_over;
}

bool play_accepts_opening(const PlayerGame *game, const Opening *opening) {
    Referee referee;
    return set_up(game, opening, &referee);
}

bool play_opening_has_four(const PlayerGame *game, const Opening *opening) {
    Referee referee;
    if (!set_up(game, opening, &referee))
        return false;
    for (int y = 0; y < game->height; y++)
        for (int x = 0; x < game->width; x++)
            if (referee_judge(&referee, REFEREE_BLACK, x, y) == REFEREE_FIVE ||
                referee_judge(&referee, REFEREE_WHITE, x, y) == REFEREE_FIVE)
                return true;
    return false;
}
