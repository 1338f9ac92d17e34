#include "session/opening_commands.h"

#include "opening/soosorv.h"
#include "opening/swap2.h"
#include "session/replies.h"
#include "session/searches.h"

/* ---- SWAP2BOARD -------------------------------------------------------------------------- */

static void reply_swap2(Session *session, const Swap2Answer *answer) {
    const KanamePoint *at = answer->moves;
    if (answer->takes_black)
        line_write(session->writer, "SWAP");
    else if (answer->count == 1)
        reply_move(session, at[0]);
    else if (answer->count == 2)
        line_write(session->writer, "%d,%d %d,%d", at[0].x, at[0].y, at[1].x, at[1].y);
    else
        line_write(session->writer, "%d,%d %d,%d %d,%d", at[0].x, at[0].y, at[1].x, at[1].y,
                   at[2].x, at[2].y);
}

/* Job: answers SWAP2BOARD. */
static void think_swap2(void *context) {
    Session *session = context;
    KanameCallbacks callbacks = reporter_callbacks(&session->job.reporter);
    Swap2Answer answer;
    KanameStatus status = swap2_answer(session->engine, &session->job.limits, &callbacks, &answer);
    if (finish_job(session, status))
        reply_swap2(session, &answer);
}

static void on_swap2board(Session *session, Words *rest) {
    (void)rest;
    if (!require_start(session))
        return;
    StoneList *list = &session->input.stones;
    if (list->skipped > 0 || !swap2_is_stage(list->count)) {
        reply_error(session, "swap2 needs none, three or five stones, each on a free point");
        return;
    }
    KanameStone stones[KANAME_MAX_CELLS];
    for (size_t i = 0; i < list->count; i++)
        stones[i] = (KanameStone){list->entries[i].point.x, list->entries[i].point.y,
                                  i % 2 == 0 ? KANAME_BLACK : KANAME_WHITE};
    KanameStatus status = kaname_set_position(session->engine, stones, list->count,
                                              list->count == 0 ? KANAME_BLACK : KANAME_WHITE);
    if (status == KANAME_OK)
        start_search(session, think_swap2, 1, 0);
    else
        reply_status(session, status);
}

/* ---- Swap2 in the dialect of Yixin-Board --------------------------------------------------- */

enum { STONES_OF_STEP_2 = 3, STONES_OF_STEP_3 = 5 };

static void say_move(Session *session, const char *what, KanamePoint move) {
    line_write(session->writer, "MESSAGE %s %d %d", what, move.x, move.y);
}

static void say_swap2(Session *session, const Swap2Answer *answer, size_t stones) {
    static const char *const placed[] = {"SWAP2 MOVE1", "SWAP2 MOVE2", "SWAP2 MOVE3"};
    static const char *const added[] = {"SWAP2 MOVE4", "SWAP2 MOVE5"};
    if (stones == 0) {
        for (size_t i = 0; i < answer->count; i++)
            say_move(session, placed[i], answer->moves[i]);
        return;
    }
    if (answer->count == 2) {
        say_move(session, added[0], answer->moves[0]);
        say_move(session, added[1], answer->moves[1]);
        return;
    }
    line_write(session->writer, "MESSAGE SWAP2 SWAP%d %s", stones == STONES_OF_STEP_2 ? 1 : 2,
               answer->takes_black ? "YES" : "NO");
}

/* Job: answers YXSWAP2STEP1, 2 and 3. */
static void think_swap2_step(void *context) {
    Session *session = context;
    KanameCallbacks callbacks = reporter_callbacks(&session->job.reporter);
    size_t stones = kaname_stone_count(session->engine);
    Swap2Answer answer;
    /* Without stones the engine searches other boards, which the client does not show. */
    KanameStatus status = swap2_answer(session->engine, &session->job.limits,
                                       stones > 0 ? &callbacks : NULL, &answer);
    if (finish_job(session, status))
        say_swap2(session, &answer, stones);
}

static void on_yxswap2step1(Session *session, Words *rest) {
    (void)rest;
    if (!require_start(session))
        return;
    KanameStatus status = kaname_set_position(session->engine, NULL, 0, KANAME_BLACK);
    if (status == KANAME_OK)
        start_search(session, think_swap2_step, 1, 0);
    else
        reply_status(session, status);
}

static void swap2_step(Session *session, size_t stones) {
    if (!require_start(session))
        return;
    if (kaname_stone_count(session->engine) == stones)
        start_search(session, think_swap2_step, 1, 0);
    else
        reply_error(session, "not the number of stones for this step of swap2");
}

static void on_yxswap2step2(Session *session, Words *rest) {
    (void)rest;
    swap2_step(session, STONES_OF_STEP_2);
}

static void on_yxswap2step3(Session *session, Words *rest) {
    (void)rest;
    swap2_step(session, STONES_OF_STEP_3);
}

/* ---- Soosorv-8 ----------------------------------------------------------------------------- */

/* Sets up the first `count` stones of the list and starts the job. */
static void soosorv_step(Session *session, void (*job)(void *context), size_t count, int number) {
    KanameStone stones[SOOSORV_STONES_MAX];
    const StoneList *list = &session->input.stones;
    for (size_t i = 0; i < count; i++)
        stones[i] = (KanameStone){list->entries[i].point.x, list->entries[i].point.y,
                                  i % 2 == 0 ? KANAME_BLACK : KANAME_WHITE};
    KanameStatus status = kaname_set_position(session->engine, stones, count,
                                              count % 2 == 0 ? KANAME_BLACK : KANAME_WHITE);
    if (status == KANAME_OK)
        start_search(session, job, 1, number);
    else
        reply_status(session, status);
}

/* Sends ERROR and returns false if the list is invalid or has another number of stones. */
static bool has_stones(Session *session, size_t least, size_t most) {
    const StoneList *list = &session->input.stones;
    if (!require_start(session))
        return false;
    if (list->skipped == 0 && list->count >= least && list->count <= most)
        return true;
    reply_error(session, "not the stones for this step of soosorv");
    return false;
}

static bool has_fifths(Session *session) {
    if (session->input.numbers[0] >= 1 && session->input.numbers[0] <= SOOSORV_FIFTHS_MAX)
        return true;
    reply_error(session, "the number of fifth moves is from 1 to 8");
    return false;
}

static void say_swap(Session *session, const char *what, bool swaps) {
    line_write(session->writer, "MESSAGE SOOSORV %s %s", what, swaps ? "YES" : "NO");
}

static void think_soosorv_1(void *context) {
    static const char *const words[] = {"SOOSORV MOVE1", "SOOSORV MOVE2", "SOOSORV MOVE3"};
    Session *session = context;
    KanamePoint moves[SOOSORV_STONES_OPENING];
    KanameStatus status = soosorv_open(session->engine, &session->job.limits, moves);
    (void)finish_job(session, status);
    for (int i = 0; i < SOOSORV_STONES_OPENING && status == KANAME_OK; i++)
        say_move(session, words[i], moves[i]);
}

static void think_soosorv_2(void *context) {
    Session *session = context;
    bool swaps = false;
    KanameStatus status = soosorv_swap_opening(session->engine, &session->job.limits, &swaps);
    (void)finish_job(session, status);
    if (status == KANAME_OK)
        say_swap(session, "SWAP1", swaps);
}

static void think_soosorv_3(void *context) {
    Session *session = context;
    KanamePoint fourth = {0, 0};
    int fifths = 1;
    KanameStatus status = soosorv_fourth(session->engine, &session->job.limits, &fourth, &fifths);
    (void)finish_job(session, status);
    if (status == KANAME_OK)
        line_write(session->writer, "MESSAGE SOOSORV MOVE4 %d %d %d", fourth.x, fourth.y, fifths);
}

static void think_soosorv_4(void *context) {
    Session *session = context;
    bool swaps = false;
    KanameStatus status =
        soosorv_swap_fourth(session->engine, &session->job.limits, session->job.number, &swaps);
    (void)finish_job(session, status);
    if (status == KANAME_OK)
        say_swap(session, "SWAP2", swaps);
}

static void think_soosorv_5(void *context) {
    Session *session = context;
    KanamePoint moves[SOOSORV_FIFTHS_MAX];
    KanameStatus status =
        soosorv_fifths(session->engine, &session->job.limits, session->job.number, moves);
    (void)finish_job(session, status);
    if (status != KANAME_OK)
        return;
    line_write(session->writer, "MESSAGE SOOSORV MOVE5 REFRESH");
    for (int i = 0; i < session->job.number; i++)
        say_move(session, "SOOSORV MOVE5", moves[i]);
    line_write(session->writer, "MESSAGE SOOSORV MOVE5 DONE");
}

static void think_soosorv_6(void *context) {
    Session *session = context;
    KanamePoint candidates[SOOSORV_FIFTHS_MAX], chosen = {0, 0};
    for (int i = 0; i < session->job.number; i++)
        candidates[i] = session->job.candidates[i];
    KanameStatus status = soosorv_choose(session->engine, &session->job.limits, candidates,
                                         session->job.number, &chosen);
    (void)finish_job(session, status);
    if (status == KANAME_OK)
        say_move(session, "SOOSORV MOVE5C", chosen);
}

static void on_yxsoosorvstep1(Session *session, Words *rest) {
    (void)rest;
    if (require_start(session))
        soosorv_step(session, think_soosorv_1, 0, 0);
}

static void on_yxsoosorvstep2(Session *session, Words *rest) {
    (void)rest;
    if (has_stones(session, 3, 3))
        soosorv_step(session, think_soosorv_2, 3, 0);
}

static void on_yxsoosorvstep3(Session *session, Words *rest) {
    (void)rest;
    if (has_stones(session, 3, 3))
        soosorv_step(session, think_soosorv_3, 3, 0);
}

static void on_yxsoosorvstep4(Session *session, Words *rest) {
    (void)rest;
    if (has_stones(session, 4, 4) && has_fifths(session))
        soosorv_step(session, think_soosorv_4, 4, (int)session->input.numbers[0]);
}

static void on_yxsoosorvstep5(Session *session, Words *rest) {
    (void)rest;
    if (has_stones(session, 4, 4) && has_fifths(session))
        soosorv_step(session, think_soosorv_5, 4, (int)session->input.numbers[0]);
}

static void on_yxsoosorvstep6(Session *session, Words *rest) {
    (void)rest;
    if (!has_stones(session, 5, 4 + SOOSORV_FIFTHS_MAX))
        return;
    int count = (int)session->input.stones.count - 4;
    for (int i = 0; i < count; i++)
        session->job.candidates[i] = session->input.stones.entries[4 + i].point;
    soosorv_step(session, think_soosorv_6, 4, count);
}

/* ---- The table ----------------------------------------------------------------------------- */

/* Sorted by word. */
static const Command rows[] = {
    {"SWAP2BOARD", COMMAND_STONES, COMMAND_ENDS_SEARCH, on_swap2board},
    {"YXSOOSORVSTEP1", COMMAND_LINE, COMMAND_ENDS_SEARCH, on_yxsoosorvstep1},
    {"YXSOOSORVSTEP2", COMMAND_STONES, COMMAND_ENDS_SEARCH, on_yxsoosorvstep2},
    {"YXSOOSORVSTEP3", COMMAND_STONES, COMMAND_ENDS_SEARCH, on_yxsoosorvstep3},
    {"YXSOOSORVSTEP4", COMMAND_NUMBER_AND_STONES, COMMAND_ENDS_SEARCH, on_yxsoosorvstep4},
    {"YXSOOSORVSTEP5", COMMAND_NUMBER_AND_STONES, COMMAND_ENDS_SEARCH, on_yxsoosorvstep5},
    {"YXSOOSORVSTEP6", COMMAND_STONES, COMMAND_ENDS_SEARCH, on_yxsoosorvstep6},
    {"YXSWAP2STEP1", COMMAND_LINE, COMMAND_ENDS_SEARCH, on_yxswap2step1},
    {"YXSWAP2STEP2", COMMAND_LINE, COMMAND_ENDS_SEARCH, on_yxswap2step2},
    {"YXSWAP2STEP3", COMMAND_LINE, COMMAND_ENDS_SEARCH, on_yxswap2step3},
};

const CommandFamily opening_commands = {rows, sizeof rows / sizeof rows[0]};
