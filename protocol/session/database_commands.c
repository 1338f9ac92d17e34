/* The commands of Yixin-Board's dialect for the position database. */
#include "session/dialogue.h"

#include <stdlib.h>
#include <string.h>

enum { SETTLE_MS = 300 /* at the end: clients wait 500 ms and longer */ };

/* A request without a position. NULL: not enough memory. */
static DatabaseRequest *new_request(Session *session, DatabaseRequestKind kind) {
    DatabaseRequest *request = calloc(1, sizeof *request);
    int width = session->width > 0 ? session->width : KANAME_MIN_SIZE;
    int height = session->height > 0 ? session->height : KANAME_MIN_SIZE;
    if (request == NULL)
        return NULL;
    request->kind = kind;
    database_position_init(&request->position, settings_rule(&session->settings), width, height);
    return request;
}

static void send(Session *session, DatabaseRequest *request) {
    if (session->database == NULL)
        session->database = database_talk_new(session->writer);
    database_talk_ask(session->database, request);
    free(request);
}

/* A request about the position of the list, whose stones come in playing order. NULL: the list is
 * none of a game, or there is no memory; a list with mistakes is not guessed at. */
static DatabaseRequest *new_list_request(Session *session, DatabaseRequestKind kind) {
    const StoneList *list = &session->list;
    if (session->width == 0 || list->skipped > 0)
        return NULL;
    DatabaseRequest *request = new_request(session, kind);
    for (size_t i = 0; i < list->count && request != NULL; i++) {
        request->last = list->entries[i].point;
        request->has_last = true;
        (void)database_position_play(&request->position, request->last);
    }
    if (request != NULL) {
        session->asked = request->position;
        session->has_asked = true;
    }
    return request;
}

static void ask_about_list(Session *session, DatabaseRequestKind kind) {
    DatabaseRequest *request = new_list_request(session, kind);
    if (request != NULL)
        send(session, request);
}

/* As much as there is room for. */
static void copy(char *text, size_t size, Word from) {
    size_t length = from.length < size ? from.length : size - 1;
    memcpy(text, from.text, length);
    text[length] = '\0';
}

/* A name too long or with a zero in it is none. The position may be NULL. */
static void ask_about_file_at(Session *session, DatabaseRequestKind kind,
                              const DatabasePosition *position, Words *rest) {
    size_t length = (size_t)(rest->end - rest->next);
    if (length >= DATABASE_PATH_MAX || memchr(rest->next, '\0', length) != NULL)
        return;
    DatabaseRequest *request = new_request(session, kind);
    if (request == NULL)
        return;
    if (position != NULL)
        request->position = *position;
    copy(request->text, sizeof request->text, words_rest(rest));
    send(session, request);
}

static void ask_about_file(Session *session, DatabaseRequestKind kind, Words *rest) {
    ask_about_file_at(session, kind, NULL, rest);
}

static void ask(Session *session, DatabaseRequestKind kind) {
    DatabaseRequest *request = new_request(session, kind);
    if (request != NULL)
        send(session, request);
}

/* ---- The position at hand ------------------------------------------------------------------ */

/* The engine's position; false: it is none that a game reaches. */
static bool take_position(const KanameEngine *engine, DatabasePosition *position) {
    size_t counts[2] = {0, 0};
    database_position_init(position, kaname_rule(engine), kaname_width(engine),
                           kaname_height(engine));
    for (int y = 0; y < position->height; y++)
        for (int x = 0; x < position->width; x++) {
            KanameColor color = kaname_at(engine, x, y);
            if (color == KANAME_WALL)
                return false;
            position->cells[y * position->width + x] = color;
            if (color != KANAME_EMPTY)
                counts[color]++;
        }
    position->to_move = kaname_to_move(engine);
    return position->to_move == KANAME_BLACK ? counts[KANAME_BLACK] == counts[KANAME_WHITE]
                                             : counts[KANAME_BLACK] == counts[KANAME_WHITE] + 1;
}

/* The position that the client shows: clients that use the database ask for each. */
static bool take_shown(Session *session, DatabasePosition *position) {
    if (session->has_asked)
        *position = session->asked;
    return session->has_asked || (session->width > 0 && !is_searching(session) &&
                                  take_position(session->engine, position));
}

/* As people see the board: x is the column. */
static void turn_for_people(const Session *session, DatabasePosition *position) {
    if (!session->is_row_first)
        return;
    DatabasePosition seen = *position;
    seen.width = position->height;
    seen.height = position->width;
    for (int y = 0; y < position->height; y++)
        for (int x = 0; x < position->width; x++)
            seen.cells[x * seen.width + y] = position->cells[y * position->width + x];
    *position = seen;
}

static void ask_about_file_from_here(Session *session, DatabaseRequestKind kind, Words *rest) {
    DatabasePosition position;
    if (session->database == NULL)
        return;
    if (!take_shown(session, &position)) {
        line_write(session->writer,
                   "MESSAGE position database file not written: there is no position now");
        return;
    }
    turn_for_people(session, &position);
    ask_about_file_at(session, kind, &position, rest);
}

/* ---- Commands ------------------------------------------------------------------------------ */

void on_yxsetdatabase(Session *session, Words *rest) {
    ask_about_file(session, DATABASE_OPEN, rest);
}

void on_yxquerydatabaseone(Session *session, Words *rest) {
    (void)rest;
    ask_about_list(session, DATABASE_QUERY_ONE);
}

void on_yxquerydatabaseall(Session *session, Words *rest) {
    (void)rest;
    ask_about_list(session, DATABASE_QUERY_ALL);
}

void on_yxquerydatabasetext(Session *session, Words *rest) {
    (void)rest;
    ask_about_list(session, DATABASE_QUERY_TEXT);
}

void on_yxquerydatabaseallt(Session *session, Words *rest) {
    (void)rest;
    ask_about_list(session, DATABASE_QUERY_ALL_TEXT);
}

static int clamp(int64_t value, int low, int high) {
    return value < low ? low : value > high ? high : (int)value;
}

/* The numbers are mask, tag, value and depth. A tag below 0 is none. */
void on_yxedittvddatabase(Session *session, Words *rest) {
    (void)rest;
    DatabaseRequest *request = new_list_request(session, DATABASE_EDIT);
    if (request == NULL)
        return;
    const int64_t *numbers = session->list_numbers;
    request->mask = clamp(numbers[0], 0, 7);
    request->record.tag = clamp(numbers[1], 0, DATABASE_TAG_MAX);
    request->record.value = clamp(numbers[2], -KANAME_SCORE_WIN, KANAME_SCORE_WIN);
    request->record.depth = clamp(numbers[3], 0, DATABASE_DEPTH_MAX);
    send(session, request);
}

static void edit_text(Session *session, DatabaseRequestKind kind) {
    DatabaseRequest *request = new_list_request(session, kind);
    if (request == NULL)
        return;
    Words line = words_of(session->list_text, strlen(session->list_text));
    Word text = words_rest(&line);
    if (text.length >= 2 && text.text[0] == '"' && text.text[text.length - 1] == '"')
        text = (Word){text.text + 1, text.length - 2};
    copy(request->text, sizeof request->text, text);
    send(session, request);
}

void on_yxeditlabeldatabase(Session *session, Words *rest) {
    (void)rest;
    edit_text(session, DATABASE_EDIT_LABEL);
}

void on_yxedittextdatabase(Session *session, Words *rest) {
    (void)rest;
    edit_text(session, DATABASE_EDIT_TEXT);
}

void on_yxdeletedatabaseone(Session *session, Words *rest) {
    (void)rest;
    ask_about_list(session, DATABASE_REMOVE);
}

typedef struct FilterName {
    const char *word;
    DatabaseFilter filter;
} FilterName;

/* Sorted by word. */
static const FilterName filters[] = {
    {"L", DATABASE_LOSSES}, {"NONWL", DATABASE_NOT_WINS_LOSSES}, {"NONWLD", DATABASE_NOT_PROVEN},
    {"W", DATABASE_WINS},   {"WL", DATABASE_WINS_LOSSES},        {"WLD", DATABASE_PROVEN},
};
enum { FILTER_COUNT = sizeof filters / sizeof filters[0] };

/* A filter that is not known removes nothing rather than too much. */
void on_yxdeletedatabaseall(Session *session, Words *rest) {
    (void)rest;
    Word word;
    Words words = words_of(session->list_text, strlen(session->list_text));
    DatabaseFilter filter = DATABASE_ALL;
    while (words_next(&words, &word)) {
        if (word_is(word, "RECURSIVE"))
            continue;
        size_t index = word_find(word, filters, FILTER_COUNT, sizeof filters[0]);
        if (index == FILTER_COUNT)
            return;
        filter = filters[index].filter;
    }
    DatabaseRequest *request = new_list_request(session, DATABASE_REMOVE_FROM);
    if (request == NULL)
        return;
    request->filter = filter;
    send(session, request);
}

void on_yxsetbestmovedatabase(Session *session, Words *rest) {
    (void)rest;
    ask_about_list(session, DATABASE_CHOOSE_BEST);
}

void on_yxclearbestmovedatabase(Session *session, Words *rest) {
    (void)rest;
    ask_about_list(session, DATABASE_CLEAR_BEST);
}

void on_yxdbtotxt(Session *session, Words *rest) {
    ask_about_file(session, DATABASE_WRITE_TEXT, rest);
}

void on_yxtxttodb(Session *session, Words *rest) {
    ask_about_file(session, DATABASE_READ_TEXT, rest);
}

void on_yxlibtodb(Session *session, Words *rest) {
    ask_about_file(session, DATABASE_READ_RENLIB, rest);
}

void on_yxdbtolib(Session *session, Words *rest) {
    ask_about_file_from_here(session, DATABASE_WRITE_RENLIB, rest);
}

void on_yxdbtopos(Session *session, Words *rest) {
    ask_about_file_from_here(session, DATABASE_WRITE_POS, rest);
}

void on_yxdbsplit(Session *session, Words *rest) {
    ask_about_file_from_here(session, DATABASE_SPLIT, rest);
}

void on_yxdbmerge(Session *session, Words *rest) {
    ask_about_file(session, DATABASE_MERGE, rest);
}

void on_yxdbcheck(Session *session, Words *rest) {
    (void)rest;
    ask(session, DATABASE_CHECK);
}

void on_yxdbfix(Session *session, Words *rest) {
    (void)rest;
    ask(session, DATABASE_FIX);
}

void on_yxsavedatabase(Session *session, Words *rest) {
    (void)rest;
    ask(session, DATABASE_SAVE);
}

void settle_database(Session *session) {
    database_talk_settle(session->database, SETTLE_MS);
}

/* ---- Searches ------------------------------------------------------------------------------ */

/* May the side to move play there at all? */
static bool is_playable(const KanameEngine *engine, KanamePoint move) {
    KanamePoint forbidden[KANAME_MAX_CELLS];
    KanameColor side = kaname_to_move(engine);
    if (kaname_at(engine, move.x, move.y) != KANAME_EMPTY)
        return false;
    size_t count = side == KANAME_BLACK ? kaname_forbidden(engine, forbidden, KANAME_MAX_CELLS) : 0;
    for (size_t i = 0; i < count; i++)
        if (forbidden[i].x == move.x && forbidden[i].y == move.y)
            return false;
    return true;
}

static void take_move(const DatabaseAdvice *advice, KanameResult *result) {
    *result = (KanameResult){
        .best = advice->move, .score = advice->score, .depth = advice->depth, .pv_count = 1};
    result->pv[0] = advice->move;
}

/* What the client has just changed is to count: waits for it, but not for a long import. */
static void wait_for_changes(const Session *session) {
    enum { WAIT_MS = 50, TURN_SHARE = 10 };
    int64_t ms = session->job.limits.turn_ms / TURN_SHARE;
    database_talk_settle(session->database, ms >= 0 && ms < WAIT_MS ? (int)ms : WAIT_MS);
}

bool consult_database(Session *session, KanameResult *result) {
    DatabasePosition position;
    Job *job = &session->job;
    DatabaseAdvice *advice = job->uses_database ? malloc(sizeof *advice) : NULL;
    bool has_move = false;
    job->lost_count = 0;
    if (advice != NULL)
        wait_for_changes(session);
    if (advice != NULL && take_position(session->engine, &position) &&
        database_talk_advise(session->database, &position, advice)) {
        has_move = advice->has_move && is_playable(session->engine, advice->move);
        if (has_move)
            take_move(advice, result);
        job->lost_count = advice->lost_count;
        memcpy(job->lost, advice->lost, advice->lost_count * sizeof advice->lost[0]);
    }
    free(advice);
    return has_move;
}

void exclude_lost(Session *session) {
    const Job *job = &session->job;
    for (size_t i = 0; i < job->lost_count; i++)
        (void)kaname_exclude(session->engine, job->lost[i].x, job->lost[i].y, true);
}

void readmit_lost(Session *session) {
    const Job *job = &session->job;
    for (size_t i = 0; i < job->lost_count; i++)
        (void)kaname_exclude(session->engine, job->lost[i].x, job->lost[i].y, false);
}

DatabaseRequest *note_result(const Session *session, const KanameResult *result) {
    enum { DEPTH_MIN = 12 /* plies that a search must have looked ahead to be kept */ };
    const Job *job = &session->job;
    int plies = kaname_score_win_plies(result->score);
    if (!job->uses_database || (plies == 0 && result->depth < DEPTH_MIN))
        return NULL;
    DatabaseRequest *request = calloc(1, sizeof *request);
    if (request == NULL)
        return NULL;
    if (!take_position(session->engine, &request->position)) {
        free(request);
        return NULL;
    }
    request->kind = DATABASE_STORE;
    request->record = (DatabaseRecord){.tag = plies > 0   ? DATABASE_TAG_LOSS
                                              : plies < 0 ? DATABASE_TAG_WIN
                                                          : 0,
                                       .value = result->score,
                                       .depth = clamp(result->depth, 0, DATABASE_DEPTH_MAX),
                                       .has_best = true,
                                       .best = result->best};
    return request;
}

void store_result(Session *session, DatabaseRequest *request) {
    if (request != NULL)
        database_talk_ask(session->database, request);
    free(request);
}
