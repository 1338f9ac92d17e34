#include "session/dialogue.h"

#include <stdlib.h>
#include <string.h>

/* ---- Replies ----------------------------------------------------------------------------- */

void reply_error(Session *session, const char *reason) {
    line_write(session->writer, "ERROR %s", reason);
}

void reply_move(Session *session, KanamePoint move) {
    line_write(session->writer, "%d,%d", move.x, move.y);
}

/* True if there is a board; else the client is told. */
bool require_start(Session *session) {
    if (session->width == 0)
        reply_error(session, "START comes first");
    return session->width > 0;
}

/* Lists are passed over leniently: the client may not take an ERROR besides the answer. */
void tell_skipped(Session *session) {
    if (session->list.skipped > 0)
        line_write(session->writer, "MESSAGE %zu entries of the list were skipped",
                   session->list.skipped);
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
    {"YXBALANCEONE", ARGUMENTS, true, on_yxbalanceone},
    {"YXBALANCETWO", ARGUMENTS, true, on_yxbalancetwo},
    {"YXBLOCK", STONES, false, on_yxblock},
    {"YXBLOCKPATH", STONES, false, on_yxblockpath},
    {"YXBLOCKPATHRESET", ARGUMENTS, false, on_yxblockpathreset},
    {"YXBLOCKPATHUNDO", STONES, false, on_yxblockpathundo},
    {"YXBLOCKRESET", ARGUMENTS, false, on_yxblockreset},
    {"YXBLOCKUNDO", STONES, false, on_yxblockundo},
    {"YXBOARD", FLAGGED_STONES, true, on_yxboard},
    {"YXCLEARBESTMOVEDATABASE", STONES, false, on_yxclearbestmovedatabase},
    {"YXDBCHECK", ARGUMENTS, false, on_yxdbcheck},
    {"YXDBFIX", ARGUMENTS, false, on_yxdbfix},
    {"YXDBMERGE", FILE_NAME, false, on_yxdbmerge},
    {"YXDBSPLIT", FILE_NAME, false, on_yxdbsplit},
    {"YXDBTOLIB", FILE_NAME, false, on_yxdbtolib},
    {"YXDBTOPOS", FILE_NAME, false, on_yxdbtopos},
    {"YXDBTOTXT", FILE_NAME, false, on_yxdbtotxt},
    {"YXDBTOTXTALL", FILE_NAME, false, on_yxdbtotxt},
    {"YXDELETEDATABASEALL", WORDS_AND_STONES, false, on_yxdeletedatabaseall},
    {"YXDELETEDATABASEONE", STONES, false, on_yxdeletedatabaseone},
    {"YXDRAW", ARGUMENTS, false, on_yxdraw},
    {"YXEDITLABELDATABASE", TEXT_AND_LIST, false, on_yxeditlabeldatabase},
    {"YXEDITTEXTDATABASE", TEXT_AND_LIST, false, on_yxedittextdatabase},
    {"YXEDITTVDDATABASE", NUMBERS_AND_STONES, false, on_yxedittvddatabase},
    {"YXFORBID", ARGUMENTS, false, on_yxforbid},
    {"YXHASHCLEAR", ARGUMENTS, false, on_yxhashclear},
    {"YXHASHDUMP", FILE_NAME, false, on_yxhashdump},
    {"YXHASHLOAD", FILE_NAME, false, on_yxhashload},
    {"YXLIBTODB", FILE_NAME, false, on_yxlibtodb},
    {"YXNBEST", ARGUMENTS, true, on_yxnbest},
    {"YXPRINTFEATURE", ARGUMENTS, false, on_yxprintfeature},
    {"YXQUERYDATABASEALL", STONES, false, on_yxquerydatabaseall},
    {"YXQUERYDATABASEALLT", STONES, false, on_yxquerydatabaseallt},
    {"YXQUERYDATABASEONE", STONES, false, on_yxquerydatabaseone},
    {"YXQUERYDATABASETEXT", STONES, false, on_yxquerydatabasetext},
    {"YXRESIGN", ARGUMENTS, false, on_yxresign},
    {"YXSAVEDATABASE", ARGUMENTS, false, on_yxsavedatabase},
    {"YXSEARCHDEFEND", ARGUMENTS, true, on_yxsearchdefend},
    {"YXSETBESTMOVEDATABASE", STONES, false, on_yxsetbestmovedatabase},
    {"YXSETDATABASE", FILE_NAME, false, on_yxsetdatabase},
    {"YXSHOWFORBID", ARGUMENTS, false, on_yxshowforbid},
    {"YXSHOWHASHUSAGE", ARGUMENTS, false, on_yxshowhashusage},
    {"YXSHOWINFO", ARGUMENTS, false, on_yxshowinfo},
    {"YXSOOSORVSTEP1", ARGUMENTS, true, on_yxsoosorvstep1},
    {"YXSOOSORVSTEP2", STONES, true, on_yxsoosorvstep2},
    {"YXSOOSORVSTEP3", STONES, true, on_yxsoosorvstep3},
    {"YXSOOSORVSTEP4", NUMBER_AND_STONES, true, on_yxsoosorvstep4},
    {"YXSOOSORVSTEP5", NUMBER_AND_STONES, true, on_yxsoosorvstep5},
    {"YXSOOSORVSTEP6", STONES, true, on_yxsoosorvstep6},
    {"YXSTOP", ARGUMENTS, false, on_stop},
    {"YXSWAP2STEP1", ARGUMENTS, true, on_yxswap2step1},
    {"YXSWAP2STEP2", ARGUMENTS, true, on_yxswap2step2},
    {"YXSWAP2STEP3", ARGUMENTS, true, on_yxswap2step3},
    {"YXTXTTODB", FILE_NAME, false, on_yxtxttodb},
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

/* Adds to the text that came with the command, as far as there is room; zeros do not belong to it.
 */
static void take_text(Session *session, const char *from, const char *end) {
    size_t used = strlen(session->list_text);
    for (; from < end && used + 1 < sizeof session->list_text; from++)
        if (*from != '\0')
            session->list_text[used++] = *from;
    session->list_text[used] = '\0';
}

/* Takes the words before the first entry of the list. */
static void take_words(Session *session, Words *rest) {
    const char *blank = " ";
    Words before = *rest;
    Word word;
    while (words_next(rest, &word) && !word_is(word, "DONE") &&
           ((word.text[0] >= 'A' && word.text[0] <= 'Z') ||
            (word.text[0] >= 'a' && word.text[0] <= 'z'))) {
        take_text(session, word.text, word.text + word.length);
        take_text(session, blank, blank + 1);
        before = *rest;
    }
    *rest = before;
}

static void begin_list(Session *session, const Command *command, Words *rest) {
    stone_list_clear(&session->list, session->width, session->height,
                     command->shape == FLAGGED_STONES);
    session->list_command = command;
    session->list_number = 0;
    if (command->shape == NUMBER_AND_STONES)
        (void)words_integer(rest, &session->list_number);
    memset(session->list_numbers, 0, sizeof session->list_numbers);
    session->list_text[0] = '\0';
    if (command->shape == NUMBERS_AND_STONES)
        for (int i = 0; i < 4 && words_integer(rest, &session->list_numbers[i]);)
            i++;
    if (command->shape == WORDS_AND_STONES)
        take_words(session, rest);
    if (command->shape == TEXT_AND_LIST) {
        take_text(session, rest->next, rest->end);
        session->skips_line = true;
    } else {
        read_list(session, rest);
    }
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
    if (command->ends_search || (session->is_warming_up && command->handle != on_info))
        end_search(session);
    if (command->ends_search)
        session->has_asked = false;
    switch (command->shape) {
    case ARGUMENTS:
        handle(session, command, rest);
        break;
    case FILE_NAME:
        if (words_at_end(rest))
            session->name_command = command;
        else
            handle(session, command, rest);
        break;
    case STONES:
    case FLAGGED_STONES:
    case NUMBER_AND_STONES:
    case NUMBERS_AND_STONES:
    case WORDS_AND_STONES:
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
    if (session->name_command != NULL && !words_at_end(&words)) {
        const Command *command = session->name_command;
        session->name_command = NULL;
        session->skips_line = true;
        handle(session, command, &words);
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
    database_talk_free(session->database);
    blocks_release(&session->blocks);
    free(session);
}

void session_wait(Session *session) {
    thinker_wait(&session->thinker);
}

bool session_is_idle(Session *session) {
    return thinker_is_at_rest(&session->thinker);
}

void session_settle(Session *session) {
    settle_database(session);
}
