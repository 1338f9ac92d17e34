#include "session.h"

#include "command.h"
#include "report.h"
#include "settings.h"
#include "stones.h"
#include "swap2.h"
#include "thinker.h"

#include <inttypes.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { FORBID_TEXT_MAX = 4 * KANAME_MAX_CELLS + 1 }; /* bytes, NUL included */

typedef struct Command Command;

/* A search handed to the thinking thread, which owns it until it is idle. */
typedef struct Job {
    KanameLimits limits;
    Reporter reporter;
    atomic_bool is_answered;         /* set just before the answer is sent */
    char forbidden[FORBID_TEXT_MAX]; /* asked for in mid-search, when the engine is not ours */
} Job;

struct Session {
    KanameEngine *engine;
    LineWriter *writer;
    Thinker thinker;
    Settings settings;
    Job job;
    int64_t arrival_ms;          /* of the line at hand */
    int64_t used_ms;             /* thinking time of the moves since START */
    int width, height;           /* of the board, as the engine has them; 0: no START yet */
    bool is_row_first;           /* the client writes row,column */
    bool is_hash_stale;          /* to be cleared before the next search */
    bool is_over;                /* END came */
    bool skips_line;             /* further pieces of this line mean nothing */
    bool awaits_name;            /* the next line is a file name */
    const Command *list_command; /* whose list is being read; NULL: none */
    StoneList list;
    bool is_blocked[KANAME_MAX_SIZE][KANAME_MAX_SIZE]; /* [y][x]: not to be played by a search */
};

/* How a command's line, and what follows it, is to be read. */
typedef enum {
    ARGUMENTS,      /* one line */
    STONES,         /* stones follow up to DONE, on this line and on later ones */
    FLAGGED_STONES, /* the same, with the flag that tells the side */
    TEXT_AND_LIST,  /* a line of text, then a list on later lines */
    FILE_NAME       /* a file name follows, on this line or on the next one */
} Shape;

/* `handle` runs when the command is complete: with the rest of its line, or, for lists, with the
 * list read. NULL: the command is read and means nothing to us. */
struct Command {
    const char *word;
    Shape shape;
    bool ends_search; /* changes the position: a running search ends first, with its move */
    void (*handle)(Session *session, Words *rest);
};

/* ---- Replies ----------------------------------------------------------------------------- */

static void reply_error(Session *session, const char *reason) {
    line_write(session->writer, "ERROR %s", reason);
}

static void reply_move(Session *session, KanamePoint move) {
    line_write(session->writer, "%d,%d", move.x, move.y);
}

/* True if there is a board; else the client is told. */
static bool require_start(Session *session) {
    if (session->width == 0)
        reply_error(session, "START comes first");
    return session->width > 0;
}

/* Lists are passed over leniently: the client may not take an ERROR besides the answer. */
static void tell_skipped(Session *session) {
    if (session->list.skipped > 0)
        line_write(session->writer, "MESSAGE %zu entries of the list were skipped",
                   session->list.skipped);
}

/* ---- Searches ---------------------------------------------------------------------------- */

/* Makes a running search answer as soon as it can. */
static void hurry_search(Session *session) {
    if (!thinker_is_busy(&session->thinker))
        return;
    reporter_hush(&session->job.reporter);
    kaname_stop(session->engine);
}

/* Ends a running search; its move has been sent when this returns. */
static void end_search(Session *session) {
    hurry_search(session);
    thinker_wait(&session->thinker);
}

/* To be called by a job before its answer is sent. */
static void finish_job(Session *session) {
    int64_t used = kaname_now_ms() - session->job.limits.start_ms;
    session->used_ms += used > 0 ? used : 0;
    atomic_store(&session->job.is_answered, true);
}

/* Job: finds a move, plays it, sends it. */
static void think(void *context) {
    Session *session = context;
    KanameCallbacks callbacks = reporter_callbacks(&session->job.reporter);
    KanameResult result;
    KanameStatus status = kaname_think(session->engine, &session->job.limits, &callbacks, &result);
    if (status == KANAME_OK)
        status = kaname_play(session->engine, result.best.x, result.best.y);
    finish_job(session);
    if (status == KANAME_OK)
        reply_move(session, result.best);
    else
        reply_error(session, kaname_status_text(status));
}

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
    finish_job(session);
    if (status == KANAME_OK)
        reply_swap2(session, &answer);
    else
        reply_error(session, kaname_status_text(status));
}

/* All points forbidden to Black, whoever is to move: two digits each for x and for y. */
static void write_forbidden(const KanameEngine *engine, char text[FORBID_TEXT_MAX]) {
    KanamePoint points[KANAME_MAX_CELLS];
    size_t count = kaname_forbidden(engine, points, KANAME_MAX_CELLS);
    char *at = text;
    for (size_t i = 0; i < count; i++) {
        *at++ = (char)('0' + points[i].x / 10);
        *at++ = (char)('0' + points[i].x % 10);
        *at++ = (char)('0' + points[i].y / 10);
        *at++ = (char)('0' + points[i].y % 10);
    }
    *at = '\0';
}

static void apply_blocked(Session *session) {
    kaname_exclude_clear(session->engine);
    for (int y = 0; y < session->height; y++)
        for (int x = 0; x < session->width; x++)
            if (session->is_blocked[y][x])
                (void)kaname_exclude(session->engine, x, y, true);
}

static void clear_stale_hash(Session *session) {
    if (session->is_hash_stale)
        kaname_clear_hash(session->engine);
    session->is_hash_stale = false;
}

/* Hands the position at hand to the thinking thread. The engine is idle before and not ours after
 * it. `lines` principal lines are wanted. */
static void start_search(Session *session, void (*job)(void *context), int lines) {
    settings_apply(&session->settings, session->engine);
    clear_stale_hash(session);
    apply_blocked(session);
    write_forbidden(session->engine, session->job.forbidden);
    session->job.limits =
        settings_limits(&session->settings, session->arrival_ms, session->used_ms);
    session->job.limits.lines = lines;
    NotationView view = {session->is_row_first, session->width};
    reporter_init(&session->job.reporter, session->writer, &session->job.limits, view,
                  settings_wants_realtime(&session->settings));
    /* Before the job is handed over: a stop that comes after it is never lost. */
    kaname_clear_stop(session->engine);
    atomic_store(&session->job.is_answered, false);
    thinker_start(&session->thinker, job, session);
}

/* ---- Commands: the board ----------------------------------------------------------------- */

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
    /* Here rather than at the first move: few clients count the time of START. */
    settings_apply(&session->settings, session->engine);
    if (!is_row_first)
        kaname_clear_hash(session->engine);
    line_write(session->writer, "OK");
}

/* `START size`, or `START width height` as Yixin-Board says it. That client writes points as
 * row,column: the first coordinate runs over the rows, so the engine's board is the mirror
 * image, as wide as the client's is high. It also restarts at each step through a game, so what
 * was learned survives; it has a command of its own to forget it. */
static void on_start(Session *session, Words *rest) {
    int64_t width = 0, height = 0;
    (void)words_integer(rest, &width);
    bool is_pair = words_integer(rest, &height);
    if (is_pair)
        session->settings.is_yixin = true;
    set_board(session, is_pair ? height : width, width, is_pair);
}

static void on_rectstart(Session *session, Words *rest) {
    int64_t sides[2] = {0, 0};
    if (words_numbers(rest, sides, 2) != 2)
        sides[0] = 0;
    set_board(session, sides[0], sides[1], false);
}

static void on_restart(Session *session, Words *rest) {
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

static void on_begin(Session *session, Words *rest) {
    (void)rest;
    if (require_start(session))
        start_search(session, think, 1);
}

static void on_turn(Session *session, Words *rest) {
    KanamePoint point;
    if (read_point(session, rest, &point) && play(session, point))
        start_search(session, think, 1);
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

/* ---- Commands: positions as lists --------------------------------------------------------- */

static KanameStatus set_listed(Session *session, StoneReading reading) {
    KanameStone stones[KANAME_MAX_CELLS];
    KanameColor to_move = stone_list_position(&session->list, reading, stones);
    return kaname_set_position(session->engine, stones, session->list.count, to_move);
}

static void on_board(Session *session, Words *rest) {
    (void)rest;
    if (!require_start(session))
        return;
    tell_skipped(session);
    KanameStatus status = set_listed(session, STONES_BY_COUNT);
    if (status == KANAME_OK)
        start_search(session, think, 1);
    else
        reply_error(session, kaname_status_text(status));
}

static void on_yxboard(Session *session, Words *rest) {
    (void)rest;
    if (session->width == 0)
        return;
    tell_skipped(session);
    (void)set_listed(session, STONES_BY_ORDER);
}

static void on_swap2board(Session *session, Words *rest) {
    (void)rest;
    if (!require_start(session))
        return;
    StoneList *list = &session->list;
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
        start_search(session, think_swap2, 1);
    else
        reply_error(session, kaname_status_text(status));
}

/* ---- Commands: analysis ------------------------------------------------------------------- */

static void on_yxnbest(Session *session, Words *rest) {
    int64_t lines = 1;
    (void)words_integer(rest, &lines);
    if (!require_start(session))
        return;
    start_search(session, think,
                 lines < 1                  ? 1
                 : lines > KANAME_MAX_LINES ? KANAME_MAX_LINES
                                            : (int)lines);
}

static void on_yxshowforbid(Session *session, Words *rest) {
    (void)rest;
    char idle_text[FORBID_TEXT_MAX] = "";
    const char *text = idle_text;
    if (thinker_is_busy(&session->thinker)) {
        text = session->job.forbidden;
    } else if (session->width > 0) {
        settings_apply(&session->settings, session->engine);
        write_forbidden(session->engine, idle_text);
    }
    line_write(session->writer, "FORBID %s.", text);
}

static void set_blocked(Session *session, bool is_blocked) {
    const StoneList *list = &session->list;
    for (size_t i = 0; i < list->count; i++)
        session->is_blocked[list->entries[i].point.y][list->entries[i].point.x] = is_blocked;
}

static void on_yxblock(Session *session, Words *rest) {
    (void)rest;
    set_blocked(session, true);
}

static void on_yxblockundo(Session *session, Words *rest) {
    (void)rest;
    set_blocked(session, false);
}

static void on_yxblockreset(Session *session, Words *rest) {
    (void)rest;
    memset(session->is_blocked, 0, sizeof session->is_blocked);
}

static void on_yxhashclear(Session *session, Words *rest) {
    (void)rest;
    session->is_hash_stale = true;
    if (!thinker_is_busy(&session->thinker))
        clear_stale_hash(session);
}

static void on_yxshowinfo(Session *session, Words *rest) {
    (void)rest;
    line_write(session->writer, "MESSAGE INFO MAX_THREAD_NUM %d", KANAME_MAX_THREADS);
    line_write(session->writer, "MESSAGE INFO MAX_HASH_SIZE %d", SETTINGS_HASH_MAX_LOG2_KIB);
}

static void on_hash_file(Session *session, Words *rest) {
    (void)rest;
    line_write(session->writer, "MESSAGE hash files are not supported");
}

static void on_yxdraw(Session *session, Words *rest) {
    (void)rest;
    line_write(session->writer, "MESSAGE DRAW REJECT");
}

/* ---- Commands: the rest ------------------------------------------------------------------- */

static void on_about(Session *session, Words *rest) {
    (void)rest;
    line_write(session->writer,
               "name=\"Kaname\", version=\"%s\", author=\"The Kaname authors\", "
               "country=\"International\", weights=\"%08" PRIx32 "\"",
               kaname_version(), kaname_weights_id(session->engine));
}

static void on_info(Session *session, Words *rest) {
    if (settings_info(&session->settings, rest))
        hurry_search(session);
}

static void on_stop(Session *session, Words *rest) {
    (void)rest;
    hurry_search(session);
}

static void on_end(Session *session, Words *rest) {
    (void)rest;
    line_writer_mute(session->writer);
    session->is_over = true;
}

/* ---- Reading ------------------------------------------------------------------------------ */

/* Sorted by word. */
static const Command commands[] = {
    {"ABOUT", ARGUMENTS, false, on_about},
    {"BEGIN", ARGUMENTS, true, on_begin},
    {"BOARD", FLAGGED_STONES, true, on_board},
    {"END", ARGUMENTS, false, on_end},
    {"INFO", ARGUMENTS, false, on_info},
    {"PLAY", ARGUMENTS, true, on_play},
    {"RECTSTART", ARGUMENTS, true, on_rectstart},
    {"RESTART", ARGUMENTS, true, on_restart},
    {"START", ARGUMENTS, true, on_start},
    {"STOP", ARGUMENTS, false, on_stop},
    {"SWAP2BOARD", STONES, true, on_swap2board},
    {"TAKEBACK", ARGUMENTS, true, on_takeback},
    {"TURN", ARGUMENTS, true, on_turn},
    {"YXBLOCK", STONES, false, on_yxblock},
    {"YXBLOCKPATH", STONES, false, NULL},
    {"YXBLOCKPATHRESET", ARGUMENTS, false, NULL},
    {"YXBLOCKPATHUNDO", STONES, false, NULL},
    {"YXBLOCKRESET", ARGUMENTS, false, on_yxblockreset},
    {"YXBLOCKUNDO", STONES, false, on_yxblockundo},
    {"YXBOARD", FLAGGED_STONES, true, on_yxboard},
    {"YXCLEARBESTMOVEDATABASE", STONES, false, NULL},
    {"YXDBCHECK", ARGUMENTS, false, NULL},
    {"YXDBFIX", ARGUMENTS, false, NULL},
    {"YXDBMERGE", FILE_NAME, false, NULL},
    {"YXDBSPLIT", FILE_NAME, false, NULL},
    {"YXDBTOLIB", FILE_NAME, false, NULL},
    {"YXDBTOPOS", FILE_NAME, false, NULL},
    {"YXDBTOTXT", FILE_NAME, false, NULL},
    {"YXDBTOTXTALL", FILE_NAME, false, NULL},
    {"YXDELETEDATABASEALL", STONES, false, NULL},
    {"YXDELETEDATABASEONE", STONES, false, NULL},
    {"YXDRAW", ARGUMENTS, false, on_yxdraw},
    {"YXEDITLABELDATABASE", TEXT_AND_LIST, false, NULL},
    {"YXEDITTEXTDATABASE", TEXT_AND_LIST, false, NULL},
    {"YXEDITTVDDATABASE", STONES, false, NULL},
    {"YXHASHCLEAR", ARGUMENTS, false, on_yxhashclear},
    {"YXHASHDUMP", FILE_NAME, false, on_hash_file},
    {"YXHASHLOAD", FILE_NAME, false, on_hash_file},
    {"YXLIBTODB", FILE_NAME, false, NULL},
    {"YXNBEST", ARGUMENTS, true, on_yxnbest},
    {"YXQUERYDATABASEALL", STONES, false, NULL},
    {"YXQUERYDATABASEALLT", STONES, false, NULL},
    {"YXQUERYDATABASEONE", STONES, false, NULL},
    {"YXQUERYDATABASETEXT", STONES, false, NULL},
    {"YXSAVEDATABASE", ARGUMENTS, false, NULL},
    {"YXSETBESTMOVEDATABASE", STONES, false, NULL},
    {"YXSETDATABASE", FILE_NAME, false, NULL},
    {"YXSHOWFORBID", ARGUMENTS, false, on_yxshowforbid},
    {"YXSHOWINFO", ARGUMENTS, false, on_yxshowinfo},
    {"YXSOOSORVSTEP2", STONES, false, NULL},
    {"YXSOOSORVSTEP3", STONES, false, NULL},
    {"YXSOOSORVSTEP4", STONES, false, NULL},
    {"YXSOOSORVSTEP5", STONES, false, NULL},
    {"YXSOOSORVSTEP6", STONES, false, NULL},
    {"YXSTOP", ARGUMENTS, false, on_stop},
    {"YXTXTTODB", FILE_NAME, false, NULL},
};
enum { COMMAND_COUNT = sizeof commands / sizeof commands[0] };

static void handle(Session *session, const Command *command, Words *rest) {
    if (command->handle != NULL)
        command->handle(session, rest);
}

/* Entries of the list at hand, up to the end of the piece or of the list. */
static void read_list(Session *session, Words *rest) {
    if (!stone_list_feed(&session->list, rest))
        return;
    const Command *command = session->list_command;
    session->list_command = NULL;
    session->skips_line = true;
    handle(session, command, rest);
}

static void begin_list(Session *session, const Command *command, Words *rest) {
    stone_list_clear(&session->list, session->width, session->height,
                     command->shape == FLAGGED_STONES);
    session->list_command = command;
    if (command->shape == TEXT_AND_LIST)
        session->skips_line = true;
    else
        read_list(session, rest);
}

static bool starts_with_yx(Word word) {
    Word start = {word.text, word.length < 2 ? word.length : 2};
    return word_is(start, "YX");
}

static void read_command(Session *session, Word word, Words *rest) {
    size_t index = word_find(word, commands, COMMAND_COUNT, sizeof commands[0]);
    if (starts_with_yx(word))
        session->settings.is_yixin = true;
    session->skips_line = true;
    if (index == COMMAND_COUNT) {
        line_write(session->writer, "UNKNOWN command");
        return;
    }
    const Command *command = &commands[index];
    if (command->ends_search)
        end_search(session);
    switch (command->shape) {
    case ARGUMENTS:
        handle(session, command, rest);
        break;
    case FILE_NAME:
        session->awaits_name = words_at_end(rest);
        handle(session, command, rest);
        break;
    case STONES:
    case FLAGGED_STONES:
    case TEXT_AND_LIST:
        session->skips_line = false;
        begin_list(session, command, rest);
        break;
    }
}

/* A line inside a list: entries, but for what may come at any time and never answers. */
static void read_list_line(Session *session, Words *words) {
    Words rest = *words;
    Word word;
    if (!words_next(&rest, &word))
        return;
    session->skips_line = true;
    if (word_is(word, "END"))
        on_end(session, &rest);
    else if (word_is(word, "INFO"))
        on_info(session, &rest);
    else if (word_is(word, "YXSTOP") || word_is(word, "STOP"))
        on_stop(session, &rest);
    else {
        session->skips_line = false;
        read_list(session, words);
    }
}

bool session_line(Session *session, LinePiece line) {
    Words words = words_of(line.text, line.length);
    Word word;
    session->arrival_ms = kaname_now_ms();
    /* The client may have read the answer before the thinking thread has come to rest. */
    if (atomic_load(&session->job.is_answered))
        thinker_wait(&session->thinker);
    if (line.continues) {
        if (!session->skips_line && session->list_command != NULL)
            read_list(session, &words);
        return !session->is_over;
    }
    session->skips_line = false;
    if (session->awaits_name && !words_at_end(&words)) {
        session->awaits_name = false;
        session->skips_line = true;
    } else if (session->list_command != NULL) {
        read_list_line(session, &words);
    } else if (words_next(&words, &word)) {
        read_command(session, word, &words);
    }
    return !session->is_over;
}

/* ---- Life --------------------------------------------------------------------------------- */

Session *session_new(KanameEngine *engine, LineWriter *writer) {
    Session *session = calloc(1, sizeof *session);
    if (session == NULL)
        return NULL;
    session->engine = engine;
    session->writer = writer;
    settings_init(&session->settings);
    if (!thinker_init(&session->thinker)) {
        free(session);
        return NULL;
    }
    return session;
}

void session_free(Session *session) {
    if (session == NULL)
        return;
    hurry_search(session);
    thinker_release(&session->thinker);
    free(session);
}

void session_wait(Session *session) {
    thinker_wait(&session->thinker);
}
