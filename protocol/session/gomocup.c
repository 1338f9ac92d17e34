#include "session/dialogue.h"

#include <inttypes.h>

/* ---- The board --------------------------------------------------------------------------- */

static bool is_size(int64_t size) {
    return size >= KANAME_MIN_SIZE && size <= KANAME_MAX_SIZE;
}

/* Empties the board and gives it a size. A board that keeps its size keeps what was learned on it
 * if that is wanted. */
static KanameStatus empty_board(Session *session, int64_t width, int64_t height, bool keeps_hash) {
    if (!is_size(width) || !is_size(height))
        return KANAME_ERR_SIZE;
    if (keeps_hash && width == session->width && height == session->height)
        return kaname_set_position(session->engine, NULL, 0, KANAME_BLACK);
    return kaname_set_size(session->engine, (int)width, (int)height);
}

/* A new game, or for clients that write the row first, a new position. */
static void set_board(Session *session, int64_t width, int64_t height, bool is_row_first) {
    KanameStatus status = empty_board(session, width, height, is_row_first);
    if (status != KANAME_OK) {
        /* No number in this text: Piskvork offers a change of size when it reads one. */
        reply_error(session,
                    status == KANAME_ERR_SIZE ? "unsupported size" : kaname_status_text(status));
        return;
    }
    session->width = (int)width;
    session->height = (int)height;
    session->is_row_first = is_row_first;
    session->used_ms = 0;
    session->blocks.are_paths_new = true;
    /* Here rather than at the first move: few clients count the time of START. */
    settings_apply(&session->settings, session->engine);
    if (!is_row_first)
        kaname_clear_hash(session->engine);
    (void)kaname_prepare(session->engine, NULL); /* short of memory, the first search says so */
    line_write(session->writer, "OK");
}

/* `START size`, or `START width height` as Yixin-Board says it. That client writes points as
 * row,column: the first coordinate runs over the rows, so the engine's board is the mirror
 * image, as wide as the client's is high. It also restarts at each step through a game, so what
 * was learned survives; it has a command of its own to forget it. */
void on_start(Session *session, Words *rest) {
    int64_t width = 0, height = 0;
    (void)words_integer(rest, &width);
    bool is_pair = words_integer(rest, &height);
    if (is_pair)
        session->settings.is_yixin = true;
    set_board(session, is_pair ? height : width, width, is_pair);
}

void on_rectstart(Session *session, Words *rest) {
    int64_t sides[2] = {0, 0};
    if (words_numbers(rest, sides, 2) != 2)
        sides[0] = 0;
    set_board(session, sides[0], sides[1], false);
}

void on_restart(Session *session, Words *rest) {
    (void)rest;
    if (!require_start(session))
        return;
    set_board(session, session->width, session->height, session->is_row_first);
}

/* Reads the one point that the command has. Else the client is told. */
static bool read_point(Session *session, Words *rest, KanamePoint *point) {
    int64_t numbers[2];
    if (!require_start(session))
        return false;
    if (words_numbers(rest, numbers, 2) != 2 || !words_at_end(rest)) {
        reply_error(session, "a point is written x,y");
        return false;
    }
    if (numbers[0] < 0 || numbers[0] >= session->width || numbers[1] < 0 ||
        numbers[1] >= session->height) {
        reply_error(session, kaname_status_text(KANAME_ERR_OFF_BOARD));
        return false;
    }
    *point = (KanamePoint){(int)numbers[0], (int)numbers[1]};
    return true;
}

static bool play(Session *session, KanamePoint point) {
    KanameStatus status = kaname_play(session->engine, point.x, point.y);
    if (status != KANAME_OK)
        reply_error(session, kaname_status_text(status));
    return status == KANAME_OK;
}

void on_begin(Session *session, Words *rest) {
    (void)rest;
    if (require_start(session))
        start_search(session, think, 1, 0);
}

void on_turn(Session *session, Words *rest) {
    KanamePoint point;
    if (read_point(session, rest, &point) && play(session, point))
        start_search(session, think, 1, 0);
}

void on_play(Session *session, Words *rest) {
    KanamePoint point;
    if (read_point(session, rest, &point) && play(session, point))
        reply_move(session, point);
}

void on_takeback(Session *session, Words *rest) {
    KanamePoint point;
    if (!read_point(session, rest, &point))
        return;
    size_t count = kaname_stone_count(session->engine);
    if (count == 0) {
        reply_error(session, kaname_status_text(KANAME_ERR_EMPTY));
        return;
    }
    KanameStone last = kaname_stone(session->engine, count - 1);
    KanameStatus status = KANAME_ERR_NOT_LAST;
    if (last.x == point.x && last.y == point.y)
        status = kaname_take_back(session->engine);
    if (status == KANAME_OK)
        line_write(session->writer, "OK");
    else
        reply_error(session, kaname_status_text(status));
}

/* ---- Positions as lists ------------------------------------------------------------------ */

static KanameStatus set_listed(Session *session, StoneReading reading) {
    KanameStone stones[KANAME_MAX_CELLS];
    KanameColor to_move = stone_list_position(&session->list, reading, stones);
    return kaname_set_position(session->engine, stones, session->list.count, to_move);
}

void on_board(Session *session, Words *rest) {
    (void)rest;
    if (!require_start(session))
        return;
    tell_skipped(session);
    KanameStatus status = set_listed(session, STONES_BY_COUNT);
    if (status == KANAME_OK)
        start_search(session, think, 1, 0);
    else
        reply_error(session, kaname_status_text(status));
}

void on_yxboard(Session *session, Words *rest) {
    (void)rest;
    if (session->width == 0)
        return;
    tell_skipped(session);
    (void)set_listed(session, STONES_BY_ORDER);
}

/* ---- The rest ---------------------------------------------------------------------------- */

/* No value but the name has "name" in it: qpiskvork shows the last field that has. */
void on_about(Session *session, Words *rest) {
    (void)rest;
    line_write(session->writer,
               "name=\"Kaname\", version=\"%s\", author=\"The authors\", "
               "country=\"International\", weights=\"%08" PRIx32 "\"",
               kaname_version(), kaname_weights_id(session->engine));
}

void on_info(Session *session, Words *rest) {
    Settings *settings = &session->settings;
    int64_t rule = settings->rule_code;
    if (settings_info(settings, rest))
        hurry_search(session);
    if (rule != settings->rule_code)
        session->is_forbid_stale = true;
    bool is_pondering = !session->is_warming_up && !thinker_is_busy(&session->thinker) &&
                        !thinker_is_at_rest(&session->thinker);
    if (is_pondering && !settings->ponders)
        end_search(session);
    if (settings->are_threads_new || settings->is_memory_new)
        prepare_engine(session);
}

void on_stop(Session *session, Words *rest) {
    (void)rest;
    hurry_search(session);
}

void on_end(Session *session, Words *rest) {
    (void)rest;
    line_writer_mute(session->writer);
    session->is_over = true;
}
