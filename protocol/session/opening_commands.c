#include "session/opening_commands.h"

#include "opening/decision.h"
#include "opening/fifths.h"
#include "opening/pattern.h"
#include "opening/swap2.h"
#include "session/replies.h"
#include "session/searches.h"
#include "shared/opening/text.h"
#include "shared/status/failure.h"

#include <stdint.h>
#include <string.h>

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
    if (session_finish_job(session, status))
        reply_swap2(session, &answer);
}

static void on_swap2board(Session *session, Words *rest) {
    (void)rest;
    if (!reply_require_start(session))
        return;
    StoneList *list = &session->input.stones;
    if (list->skipped > 0 || !swap2_is_stage(list->count)) {
        reply_error(session, "swap2 needs 0, 3 or 5 stones, each on an empty point");
        return;
    }
    KanameStone stones[KANAME_MAX_CELLS];
    for (size_t i = 0; i < list->count; i++)
        stones[i] = (KanameStone){list->entries[i].point.x, list->entries[i].point.y,
                                  i % 2 == 0 ? KANAME_BLACK : KANAME_WHITE};
    KanameStatus status = kaname_set_position(session->engine, stones, list->count,
                                              list->count == 0 ? KANAME_BLACK : KANAME_WHITE);
    if (status == KANAME_OK)
        session_start_search(session, think_swap2, 1, 0);
    else
        reply_status(session, status);
}

/* ---- OPENINGBOARD -------------------------------------------------------------------------- */

/* Job: answers OPENINGBOARD. */
static void think_opening(void *context) {
    Session *session = context;
    Job *job = &session->job;
    KanameCallbacks callbacks = reporter_callbacks(&job->reporter);
    OpeningAnswer answer;
    char text[OPENING_TEXT_MAX];
    KanameStatus status =
        opening_decide(session->engine, &job->limits, &callbacks, &job->course, &answer);
    opening_answer_write(&answer, text);
    if (session_finish_job(session, status))
        line_write(session->writer, "%s", text);
}

enum { OPENING_WORD_MAX = 16 /* bytes of a rule, a step or a number, NUL included */ };

/* Copies the next word; "" if there is none or it is longer than any known word. */
static void take_word(Words *words, char text[OPENING_WORD_MAX]) {
    Word word;
    text[0] = '\0';
    if (!words_next(words, &word) || word.length >= OPENING_WORD_MAX)
        return;
    memcpy(text, word.text, word.length);
    text[word.length] = '\0';
}

/* Reads the command's words: RULE, STEP and, if present, fifths=N. Returns NULL, or on failure the
 * reason. */
static const char *read_step(const CommandInput *input, const OpeningRule **rule, int *step,
                             int *fifths) {
    static const char key[] = "FIFTHS=";
    const size_t length = sizeof key - 1;
    Words words = words_of(input->text, strlen(input->text));
    char text[OPENING_WORD_MAX];
    *fifths = 0;
    take_word(&words, text);
    *rule = opening_rule_find(text);
    if (*rule == NULL)
        return "the opening rule is " OPENING_RULE_NAMES;
    take_word(&words, text);
    *step = opening_rule_step(*rule, text);
    if (*step == OPENING_OVER)
        return "the opening rule has no such step";
    if (words_at_end(&words))
        return NULL;
    take_word(&words, text);
    size_t used = strlen(text) < length ? strlen(text) : length;
    Words number = words_of(text + used, strlen(text) - used);
    int64_t value;
    if (!word_is((Word){text, used}, key) || !words_integer(&number, &value) ||
        !words_at_end(&number) || !words_at_end(&words))
        return "the number of fifth moves is written fifths=N";
    if (value < 1 || value > OPENING_OFFERS_MAX)
        return "the number of fifth moves is from 1 to 12";
    *fifths = (int)value;
    return NULL;
}

/* Sets the job's course to the step with the stones of the list. Sends ERROR and returns false if
 * they do not fit. */
static bool take_course(Session *session) {
    const StoneList *list = &session->input.stones;
    OpeningPoint points[OPENING_STONES_PLACED_MAX + OPENING_OFFERS_MAX];
    Failure failure = FAILURE_NONE;
    const OpeningRule *rule;
    int step, fifths;
    const char *wrong = read_step(&session->input, &rule, &step, &fifths);
    if (wrong == NULL && list->skipped > 0)
        wrong = "the list has invalid entries";
    if (wrong == NULL && list->count > sizeof points / sizeof *points)
        wrong = "the list has too many stones for an opening";
    for (size_t i = 0; wrong == NULL && i < list->count; i++)
        points[i] = (OpeningPoint){list->entries[i].point.x, list->entries[i].point.y};
    if (wrong == NULL &&
        !opening_course_resume(&session->job.course, rule, step, fifths, points, (int)list->count,
                               session->width, session->height, &failure))
        wrong = failure.text;
    if (wrong != NULL)
        reply_error(session, wrong);
    return wrong == NULL;
}

static void on_openingboard(Session *session, Words *rest) {
    (void)rest;
    if (!reply_require_start(session) || !take_course(session))
        return;
    const OpeningCourse *course = &session->job.course;
    KanameStone stones[OPENING_STONES_PLACED_MAX];
    for (int i = 0; i < course->stone_count; i++)
        stones[i] = (KanameStone){course->stones[i].x, course->stones[i].y,
                                  i % 2 == 0 ? KANAME_BLACK : KANAME_WHITE};
    KanameStatus status =
        kaname_set_position(session->engine, stones, (size_t)course->stone_count,
                            course->stone_count % 2 == 0 ? KANAME_BLACK : KANAME_WHITE);
    if (status == KANAME_OK)
        session_start_search(session, think_opening, 1, 0);
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
    /* Without stones the engine searches other boards than the one the client shows. */
    KanameStatus status = swap2_answer(session->engine, &session->job.limits,
                                       stones > 0 ? &callbacks : NULL, &answer);
    if (session_finish_job(session, status))
        say_swap2(session, &answer, stones);
}

static void on_yxswap2step1(Session *session, Words *rest) {
    (void)rest;
    if (!reply_require_start(session))
        return;
    KanameStatus status = kaname_set_position(session->engine, NULL, 0, KANAME_BLACK);
    if (status == KANAME_OK)
        session_start_search(session, think_swap2_step, 1, 0);
    else
        reply_status(session, status);
}

static void swap2_step(Session *session, size_t stones) {
    if (!reply_require_start(session))
        return;
    if (kaname_stone_count(session->engine) == stones)
        session_start_search(session, think_swap2_step, 1, 0);
    else
        reply_error(session, "wrong number of stones for this step of swap2");
}

static void on_yxswap2step2(Session *session, Words *rest) {
    (void)rest;
    swap2_step(session, STONES_OF_STEP_2);
}

static void on_yxswap2step3(Session *session, Words *rest) {
    (void)rest;
    swap2_step(session, STONES_OF_STEP_3);
}

/* ---- Soosorv-8 in the dialect of Yixin-Board ----------------------------------------------- */

enum { SOOSORV_FIFTHS_MAX = 8 };

/* Sets up the first `count` stones of the list and starts the job. */
static void soosorv_step(Session *session, void (*job)(void *context), size_t count, int number) {
    KanameStone stones[FIFTHS_STONES];
    const StoneList *list = &session->input.stones;
    for (size_t i = 0; i < count; i++)
        stones[i] = (KanameStone){list->entries[i].point.x, list->entries[i].point.y,
                                  i % 2 == 0 ? KANAME_BLACK : KANAME_WHITE};
    KanameStatus status = kaname_set_position(session->engine, stones, count,
                                              count % 2 == 0 ? KANAME_BLACK : KANAME_WHITE);
    if (status == KANAME_OK)
        session_start_search(session, job, 1, number);
    else
        reply_status(session, status);
}

/* Sends ERROR and returns false if the list is invalid or has another number of stones. */
static bool has_stones(Session *session, size_t least, size_t most) {
    const StoneList *list = &session->input.stones;
    if (!reply_require_start(session))
        return false;
    if (list->skipped == 0 && list->count >= least && list->count <= most)
        return true;
    reply_error(session, "wrong stones for this step of soosorv");
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
    KanamePoint moves[PATTERN_STONES];
    int ignored;
    KanameStatus status =
        pattern_open(session->engine, &session->job.limits, 0, 0, moves, &ignored);
    (void)session_finish_job(session, status);
    for (int i = 0; i < PATTERN_STONES && status == KANAME_OK; i++)
        say_move(session, words[i], moves[i]);
}

static void think_soosorv_2(void *context) {
    Session *session = context;
    KanameLimits limits = budget_part(&session->job.limits, 1, 1);
    KanameResult result;
    KanameStatus status = kaname_think(session->engine, &limits, NULL, &result);
    (void)session_finish_job(session, status);
    if (status == KANAME_OK)
        say_swap(session, "SWAP1", result.score < 0);
}

static void think_soosorv_3(void *context) {
    Session *session = context;
    BudgetSpan span = {&session->job.limits, 0, FIFTHS_FOURTH_SEARCHES};
    FourthWish wish = {
        .least = 1, .most = SOOSORV_FIFTHS_MAX, .is_balanced = true, .fourths = FIFTHS_FOURTHS};
    Fourth fourth;
    KanameStatus status = fifths_fourth(session->engine, &span, &wish, &fourth);
    (void)session_finish_job(session, status);
    if (status == KANAME_OK)
        line_write(session->writer, "MESSAGE SOOSORV MOVE4 %d %d %d", fourth.move.x, fourth.move.y,
                   fourth.fifths);
}

static KanameStatus find_fifths(Session *session, KanamePoint moves[OPENING_OFFERS_MAX],
                                int *worth) {
    KanameLimits limits = budget_part(&session->job.limits, 1, 1);
    KanameStatus status = fifths_offer(session->engine, &limits, session->job.number, moves, worth);
    (void)session_finish_job(session, status);
    return status;
}

static void think_soosorv_4(void *context) {
    Session *session = context;
    int worth;
    KanamePoint ignored[OPENING_OFFERS_MAX];
    KanameStatus status = find_fifths(session, ignored, &worth);
    if (status == KANAME_OK)
        say_swap(session, "SWAP2", worth < 0);
}

static void think_soosorv_5(void *context) {
    Session *session = context;
    int ignored;
    KanamePoint moves[OPENING_OFFERS_MAX];
    if (find_fifths(session, moves, &ignored) != KANAME_OK)
        return;
    line_write(session->writer, "MESSAGE SOOSORV MOVE5 REFRESH");
    for (int i = 0; i < session->job.number; i++)
        say_move(session, "SOOSORV MOVE5", moves[i]);
    line_write(session->writer, "MESSAGE SOOSORV MOVE5 DONE");
}

static void think_soosorv_6(void *context) {
    Session *session = context;
    KanamePoint offers[SOOSORV_FIFTHS_MAX], chosen = {0, 0};
    for (int i = 0; i < session->job.number; i++)
        offers[i] = session->job.offers[i];
    KanameStatus status =
        fifths_pick(session->engine, &session->job.limits, offers, session->job.number, &chosen);
    (void)session_finish_job(session, status);
    if (status == KANAME_OK)
        say_move(session, "SOOSORV MOVE5C", chosen);
}

static void on_yxsoosorvstep1(Session *session, Words *rest) {
    (void)rest;
    if (reply_require_start(session))
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
        session->job.offers[i] = session->input.stones.entries[4 + i].point;
    soosorv_step(session, think_soosorv_6, 4, count);
}

/* ---- The table ----------------------------------------------------------------------------- */

/* Sorted by word. */
static const Command rows[] = {
    {"OPENINGBOARD", COMMAND_WORDS_AND_STONES, COMMAND_ENDS_SEARCH, on_openingboard},
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
