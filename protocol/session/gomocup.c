#include "session/gomocup.h"

#include "session/jobs.h"
#include "session/replies.h"
#include "session/searches.h"
#include <inttypes.h>

/* ---- The board --------------------------------------------------------------------------- */

static bool is_size(int64_t size) {
    return size >= KANAME_MIN_SIZE && size <= KANAME_MAX_SIZE;
}

/* Empties the board and sets its size. If the size stays the same, `keeps_hash` keeps the table. */
static KanameStatus empty_board(Session *session, int64_t width, int64_t height, bool keeps_hash) {
    if (!is_size(width) || !is_size(height))
        return KANAME_ERR_SIZE;
    if (keeps_hash && width == session->width && height == session->height)
        return kaname_set_position(session->engine, NULL, 0, KANAME_BLACK);
    return kaname_set_size(session->engine, (int)width, (int)height);
}

/* Starts a new game. A client that writes the row first is Yixin Board, which restarts at each step
 * through a game and has its own command to clear the table, so the table is kept. */
static void set_board(Session *session, int64_t width, int64_t height, bool is_row_first) {
    KanameStatus status = empty_board(session, width, height, is_row_first);
    if (status != KANAME_OK) {
        /* No number in the text: Piskvork would offer it as the new size. */
        reply_error(session,
                    status == KANAME_ERR_SIZE ? "unsupported size" : kaname_status_text(status));
        return;
    }
    session->width = (int)width;
    session->height = (int)height;
    session->dialect.is_row_first = is_row_first;
    session->used_ms = 0;
    session->blocks.are_paths_new = true;
    /* Now, not at the first move: few clients count the time of START. */
    settings_apply(&session->settings, &session->dialect, session->engine);
    if (!is_row_first)
        kaname_clear_hash(session->engine);
    (void)kaname_prepare(session->engine, NULL); /* on failure the first search will report it */
    line_write(session->writer, "OK");
}

/* `START size`, or `START width height` in Yixin-Board's dialect. */
static void on_start(Session *session, Words *rest) {
    int64_t width, height;
    bool is_row_first = dialect_read_start(&session->dialect, rest, &width, &height);
    if (words_at_end(rest))
        set_board(session, width, height, is_row_first);
    else
        reply_error(session, "START takes one number, or height and width");
}

static void on_rectstart(Session *session, Words *rest) {
    int64_t sides[2];
    if (words_numbers(rest, sides, 2) == 2 && words_at_end(rest))
        set_board(session, sides[0], sides[1], false);
    else
        reply_error(session, "RECTSTART takes width,height");
}

static void on_restart(Session *session, Words *rest) {
    (void)rest;
    if (!reply_require_start(session))
        return;
    set_board(session, session->width, session->height, session->dialect.is_row_first);
}

/* Reads the command's point. Sends ERROR and returns false if it is invalid. */
static bool read_point(Session *session, Words *rest, KanamePoint *point) {
    int64_t numbers[2];
    if (!reply_require_start(session))
        return false;
    if (words_numbers(rest, numbers, 2) != 2 || !words_at_end(rest)) {
        reply_error(session, "a point is written x,y");
        return false;
    }
    if (numbers[0] < 0 || numbers[0] >= session->width || numbers[1] < 0 ||
        numbers[1] >= session->height) {
        reply_status(session, KANAME_ERR_OFF_BOARD);
        return false;
    }
    *point = (KanamePoint){(int)numbers[0], (int)numbers[1]};
    return true;
}

static bool play(Session *session, KanamePoint point) {
    KanameStatus status = kaname_play(session->engine, point.x, point.y);
    if (status != KANAME_OK)
        reply_status(session, status);
    return status == KANAME_OK;
}

static void on_begin(Session *session, Words *rest) {
    (void)rest;
    if (reply_require_start(session))
        session_start_search(session, session_think, 1, 0);
}

static void on_turn(Session *session, Words *rest) {
    KanamePoint point;
    if (read_point(session, rest, &point) && play(session, point))
        session_start_search(session, session_think, 1, 0);
}

static void on_play(Session *session, Words *rest) {
    KanamePoint point;
    if (read_point(session, rest, &point) && play(session, point))
        reply_move(session, point);
}

static void on_takeback(Session *session, Words *rest) {
    KanamePoint point;
    if (!read_point(session, rest, &point))
        return;
    size_t count = kaname_stone_count(session->engine);
    if (count == 0) {
        reply_status(session, KANAME_ERR_EMPTY);
        return;
    }
    KanameStone last = kaname_stone(session->engine, count - 1);
    KanameStatus status = KANAME_ERR_NOT_LAST;
    if (last.x == point.x && last.y == point.y)
        status = kaname_take_back(session->engine);
    if (status == KANAME_OK)
        line_write(session->writer, "OK");
    else
        reply_status(session, status);
}

/* ---- Positions as lists ------------------------------------------------------------------ */

static KanameStatus set_listed(Session *session, StoneReading reading) {
    KanameStone stones[KANAME_MAX_CELLS];
    KanameColor to_move = stone_list_position(&session->input.stones, reading, stones);
    return kaname_set_position(session->engine, stones, session->input.stones.count, to_move);
}

static void on_board(Session *session, Words *rest) {
    (void)rest;
    if (!reply_require_start(session))
        return;
    reply_skipped(session);
    KanameStatus status = set_listed(session, STONES_BY_COUNT);
    if (status == KANAME_OK)
        session_start_search(session, session_think, 1, 0);
    else
        reply_status(session, status);
}

static void on_yxboard(Session *session, Words *rest) {
    (void)rest;
    if (session->width == 0)
        return;
    reply_skipped(session);
    (void)set_listed(session, STONES_BY_ORDER);
}

/* ---- The rest ---------------------------------------------------------------------------- */

/* Only the first key contains "name": qpiskvork shows the last that does. */
static void on_about(Session *session, Words *rest) {
    (void)rest;
    line_write(session->writer,
               "name=\"Kaname\", version=\"%s\", author=\"The authors\", "
               "country=\"International\", weights=\"%08" PRIx32 "\"",
               kaname_version(), kaname_weights_id(session->engine));
}

static void on_info(Session *session, Words *rest) {
    Settings *settings = &session->settings;
    int64_t rule = settings->rule_code;
    if (settings_info(settings, rest))
        session_hurry_search(session);
    if (settings->is_param_refused)
        line_write(session->writer, "MESSAGE INFO: no search parameter has this name and range; "
                                    "pbrain-kaname --params lists them");
    settings->is_param_refused = false;
    if (rule != settings->rule_code)
        session->is_forbid_stale = true;
    bool is_pondering = !session->is_warming_up && !thinker_is_busy(&session->thinker) &&
                        !thinker_is_at_rest(&session->thinker);
    if (is_pondering && !settings->ponders)
        session_end_search(session);
    if (settings->is_unprepared)
        session_prepare_engine(session);
}

static void on_stop(Session *session, Words *rest) {
    (void)rest;
    session_hurry_search(session);
}

static void on_end(Session *session, Words *rest) {
    (void)rest;
    line_writer_mute(session->writer);
    session->is_over = true;
}

/* ---- The table ----------------------------------------------------------------------------- */

/* Sorted by word. */
static const Command rows[] = {
    {"ABOUT", COMMAND_LINE, COMMAND_BESIDE_SEARCH, on_about},
    {"BEGIN", COMMAND_LINE, COMMAND_ENDS_SEARCH, on_begin},
    {"BOARD", COMMAND_FLAGGED_STONES, COMMAND_ENDS_SEARCH, on_board},
    {"END", COMMAND_LINE, COMMAND_ANYWHERE, on_end},
    {"INFO", COMMAND_LINE, COMMAND_ANYWHERE, on_info},
    {"PLAY", COMMAND_LINE, COMMAND_ENDS_SEARCH, on_play},
    {"RECTSTART", COMMAND_LINE, COMMAND_ENDS_SEARCH, on_rectstart},
    {"RESTART", COMMAND_LINE, COMMAND_ENDS_SEARCH, on_restart},
    {"START", COMMAND_LINE, COMMAND_ENDS_SEARCH, on_start},
    {"STOP", COMMAND_LINE, COMMAND_ANYWHERE, on_stop},
    {"TAKEBACK", COMMAND_LINE, COMMAND_ENDS_SEARCH, on_takeback},
    {"TURN", COMMAND_LINE, COMMAND_ENDS_SEARCH, on_turn},
    {"YXBOARD", COMMAND_FLAGGED_STONES, COMMAND_ENDS_SEARCH, on_yxboard},
    {"YXSTOP", COMMAND_LINE, COMMAND_ANYWHERE, on_stop},
};

const CommandFamily gomocup_commands = {rows, sizeof rows / sizeof rows[0]};
