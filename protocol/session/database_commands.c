#include "session/database_commands.h"

#include "session/advice.h"
#include "session/searches.h"
#include "shared/status/status.h"

#include <stdlib.h>
#include <string.h>

/* Makes a request without a position. If out of memory, reports it and returns NULL. */
static DatabaseRequest *new_request(Session *session, DatabaseRequestKind kind) {
    DatabaseRequest *request = calloc(1, sizeof *request);
    int width = session->width > 0 ? session->width : KANAME_MIN_SIZE;
    int height = session->height > 0 ? session->height : KANAME_MIN_SIZE;
    if (request == NULL) {
        line_write(session->writer, "MESSAGE position database: %s", status_text(STATUS_MEMORY));
        return NULL;
    }
    request->kind = kind;
    database_position_init(&request->position, settings_rule(&session->settings, &session->dialect),
                           width, height);
    return request;
}

static void send(Session *session, DatabaseRequest *request) {
    if (session->database == NULL)
        session->database = database_talk_new(session->writer);
    database_talk_ask(session->database, request);
    free(request);
}

/* Makes a request about the position of the list, whose stones are in playing order. Returns NULL
 * if there is no board, if the list has invalid entries, or if out of memory. */
static DatabaseRequest *new_list_request(Session *session, DatabaseRequestKind kind) {
    const StoneList *list = &session->input.stones;
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

/* Copies as much as fits. */
static void copy(char *text, size_t size, Word from) {
    size_t length = from.length < size ? from.length : size - 1;
    memcpy(text, from.text, length);
    text[length] = '\0';
}

/* Reports a name that is too long or contains NUL. `position` may be NULL. */
static void ask_about_file_at(Session *session, DatabaseRequestKind kind,
                              const DatabasePosition *position, Words *rest) {
    size_t length = (size_t)(rest->end - rest->next);
    if (length >= DATABASE_PATH_MAX || memchr(rest->next, '\0', length) != NULL) {
        line_write(session->writer,
                   "MESSAGE position database: the name of the file is too long or "
                   "contains a zero byte");
        return;
    }
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

/* Copies the position that the client shows: the last one it asked about, if newer than the
 * engine's. Returns false if there is none. */
static bool take_shown(Session *session, DatabasePosition *position) {
    bool is_known = session->has_asked || (session->width > 0 && !session_is_searching(session) &&
                                           database_position_of(session->engine, position));
    if (session->has_asked)
        *position = session->asked;
    if (is_known) /* the client may have changed the rule since */
        position->rule = settings_rule(&session->settings, &session->dialect);
    return is_known;
}

/* Converts the position to the user's view: x is the column. */
static void turn_for_people(const Session *session, DatabasePosition *position) {
    if (!session->dialect.is_row_first)
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
    if (session->database == NULL) { /* the service says that none is open */
        ask_about_file(session, kind, rest);
        return;
    }
    if (!take_shown(session, &position)) {
        line_write(session->writer,
                   "MESSAGE position database file not written: there is no position now");
        return;
    }
    turn_for_people(session, &position);
    ask_about_file_at(session, kind, &position, rest);
}

/* ---- Commands ------------------------------------------------------------------------------ */

static void on_yxsetdatabase(Session *session, Words *rest) {
    ask_about_file(session, DATABASE_OPEN, rest);
}

static void on_yxquerydatabaseone(Session *session, Words *rest) {
    (void)rest;
    ask_about_list(session, DATABASE_QUERY_ONE);
}

static void on_yxquerydatabaseall(Session *session, Words *rest) {
    (void)rest;
    ask_about_list(session, DATABASE_QUERY_ALL);
}

static void on_yxquerydatabasetext(Session *session, Words *rest) {
    (void)rest;
    ask_about_list(session, DATABASE_QUERY_TEXT);
}

static void on_yxquerydatabaseallt(Session *session, Words *rest) {
    (void)rest;
    ask_about_list(session, DATABASE_QUERY_ALL_TEXT);
}

static int clamp(int64_t value, int low, int high) {
    return value < low ? low : value > high ? high : (int)value;
}

/* The numbers are mask, tag, value and depth. A negative tag means none. */
static void on_yxedittvddatabase(Session *session, Words *rest) {
    (void)rest;
    DatabaseRequest *request = new_list_request(session, DATABASE_EDIT);
    if (request == NULL)
        return;
    const int64_t *numbers = session->input.numbers;
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
    const char *text = session->input.text;
    copy(request->text, sizeof request->text, (Word){text, strlen(text)});
    send(session, request);
}

static void on_yxeditlabeldatabase(Session *session, Words *rest) {
    (void)rest;
    edit_text(session, DATABASE_EDIT_LABEL);
}

static void on_yxedittextdatabase(Session *session, Words *rest) {
    (void)rest;
    edit_text(session, DATABASE_EDIT_TEXT);
}

static void on_yxdeletedatabaseone(Session *session, Words *rest) {
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

/* An unknown filter removes nothing and is reported. */
static void on_yxdeletedatabaseall(Session *session, Words *rest) {
    (void)rest;
    Word word;
    Words words = words_of(session->input.text, strlen(session->input.text));
    DatabaseFilter filter = DATABASE_ALL;
    while (words_next(&words, &word)) {
        if (word_is(word, "RECURSIVE"))
            continue;
        size_t index = word_find(word, filters, FILTER_COUNT, sizeof filters[0]);
        if (index == FILTER_COUNT) {
            line_write(session->writer, "MESSAGE position database not changed: the filter is none "
                                        "of w, l, wl, wld, nonwl and nonwld");
            return;
        }
        filter = filters[index].filter;
    }
    DatabaseRequest *request = new_list_request(session, DATABASE_REMOVE_FROM);
    if (request == NULL)
        return;
    request->filter = filter;
    send(session, request);
}

static void on_yxsetbestmovedatabase(Session *session, Words *rest) {
    (void)rest;
    ask_about_list(session, DATABASE_CHOOSE_BEST);
}

static void on_yxclearbestmovedatabase(Session *session, Words *rest) {
    (void)rest;
    ask_about_list(session, DATABASE_CLEAR_BEST);
}

static void on_yxdbtotxt(Session *session, Words *rest) {
    ask_about_file(session, DATABASE_WRITE_TEXT, rest);
}

static void on_yxtxttodb(Session *session, Words *rest) {
    ask_about_file(session, DATABASE_READ_TEXT, rest);
}

static void on_yxlibtodb(Session *session, Words *rest) {
    ask_about_file(session, DATABASE_READ_RENLIB, rest);
}

static void on_yxdbtolib(Session *session, Words *rest) {
    ask_about_file_from_here(session, DATABASE_WRITE_RENLIB, rest);
}

static void on_yxdbtopos(Session *session, Words *rest) {
    ask_about_file_from_here(session, DATABASE_WRITE_POS, rest);
}

static void on_yxdbsplit(Session *session, Words *rest) {
    ask_about_file_from_here(session, DATABASE_SPLIT, rest);
}

static void on_yxdbmerge(Session *session, Words *rest) {
    ask_about_file(session, DATABASE_MERGE, rest);
}

static void on_yxdbcheck(Session *session, Words *rest) {
    (void)rest;
    ask(session, DATABASE_CHECK);
}

static void on_yxdbfix(Session *session, Words *rest) {
    (void)rest;
    ask(session, DATABASE_FIX);
}

static void on_yxsavedatabase(Session *session, Words *rest) {
    (void)rest;
    ask(session, DATABASE_SAVE);
}

/* ---- The table ----------------------------------------------------------------------------- */

/* Sorted by word. */
static const Command rows[] = {
    {"YXCLEARBESTMOVEDATABASE", COMMAND_STONES, COMMAND_BESIDE_SEARCH, on_yxclearbestmovedatabase},
    {"YXDBCHECK", COMMAND_LINE, COMMAND_BESIDE_SEARCH, on_yxdbcheck},
    {"YXDBFIX", COMMAND_LINE, COMMAND_BESIDE_SEARCH, on_yxdbfix},
    {"YXDBMERGE", COMMAND_FILE_NAME, COMMAND_BESIDE_SEARCH, on_yxdbmerge},
    {"YXDBSPLIT", COMMAND_FILE_NAME, COMMAND_BESIDE_SEARCH, on_yxdbsplit},
    {"YXDBTOLIB", COMMAND_FILE_NAME, COMMAND_BESIDE_SEARCH, on_yxdbtolib},
    {"YXDBTOPOS", COMMAND_FILE_NAME, COMMAND_BESIDE_SEARCH, on_yxdbtopos},
    {"YXDBTOTXT", COMMAND_FILE_NAME, COMMAND_BESIDE_SEARCH, on_yxdbtotxt},
    {"YXDBTOTXTALL", COMMAND_FILE_NAME, COMMAND_BESIDE_SEARCH, on_yxdbtotxt},
    {"YXDELETEDATABASEALL", COMMAND_WORDS_AND_STONES, COMMAND_BESIDE_SEARCH,
     on_yxdeletedatabaseall},
    {"YXDELETEDATABASEONE", COMMAND_STONES, COMMAND_BESIDE_SEARCH, on_yxdeletedatabaseone},
    {"YXEDITLABELDATABASE", COMMAND_TEXT_AND_STONES, COMMAND_BESIDE_SEARCH, on_yxeditlabeldatabase},
    {"YXEDITTEXTDATABASE", COMMAND_TEXT_AND_STONES, COMMAND_BESIDE_SEARCH, on_yxedittextdatabase},
    {"YXEDITTVDDATABASE", COMMAND_NUMBERS_AND_STONES, COMMAND_BESIDE_SEARCH, on_yxedittvddatabase},
    {"YXLIBTODB", COMMAND_FILE_NAME, COMMAND_BESIDE_SEARCH, on_yxlibtodb},
    {"YXQUERYDATABASEALL", COMMAND_STONES, COMMAND_BESIDE_SEARCH, on_yxquerydatabaseall},
    {"YXQUERYDATABASEALLT", COMMAND_STONES, COMMAND_BESIDE_SEARCH, on_yxquerydatabaseallt},
    {"YXQUERYDATABASEONE", COMMAND_STONES, COMMAND_BESIDE_SEARCH, on_yxquerydatabaseone},
    {"YXQUERYDATABASETEXT", COMMAND_STONES, COMMAND_BESIDE_SEARCH, on_yxquerydatabasetext},
    {"YXSAVEDATABASE", COMMAND_LINE, COMMAND_BESIDE_SEARCH, on_yxsavedatabase},
    {"YXSETBESTMOVEDATABASE", COMMAND_STONES, COMMAND_BESIDE_SEARCH, on_yxsetbestmovedatabase},
    {"YXSETDATABASE", COMMAND_FILE_NAME, COMMAND_BESIDE_SEARCH, on_yxsetdatabase},
    {"YXTXTTODB", COMMAND_FILE_NAME, COMMAND_BESIDE_SEARCH, on_yxtxttodb},
};

const CommandFamily database_commands = {rows, sizeof rows / sizeof rows[0]};
