#include "play/loop.h"

#include "io/notation.h"
#include "io/values.h"
#include "io/words.h"
#include "opening/swap2.h"
#include "play/console.h"
#include "play/drawing.h"
#include "play/game.h"
#include "session/settings.h"
#include "session/strength.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    TURN_DEFAULT_MS = 3000,
    TURN_MAX_S = 24 * 60 * 60,
    FILE_NAME_MAX_BYTES = 1000,
    COLUMNS_DEFAULT = 80,
    SAY_MAX = 1024 /* bytes of one thing said */
};

/* Where a swap2 opening stands. */
typedef enum {
    OPENING_NONE,
    OPENING_PERSON_PLACES,  /* the person puts the first three stones */
    OPENING_PERSON_CHOOSES, /* three stones stand: black, white, or two more stones */
    OPENING_PERSON_DECIDES  /* five stones stand: black or white */
} Opening;

typedef struct Terminal {
    const TerminalIo *io;
    KanameEngine *engine;
    TerminalGame game;
    TerminalText text;
    bool is_engines[2]; /* [colour]: the engine plays it */
    Opening opening;
    int level;
    int64_t turn_ms;
    bool shows_thoughts;
    bool is_ascii;
    bool has_live_line; /* a thought stands on the line of the cursor */
    bool is_over, is_broken;
} Terminal;

/* ---- Output ------------------------------------------------------------------------------ */

static int columns(const Terminal *terminal) {
    const TerminalIo *io = terminal->io;
    return io->columns != NULL ? io->columns(io->context) : COLUMNS_DEFAULT;
}

static void flush(Terminal *terminal) {
    if (terminal->text.length > 0 && !terminal->is_broken &&
        !terminal->io->write(terminal->io->context, terminal->text.text, terminal->text.length))
        terminal->is_broken = terminal->is_over = true;
    terminal->text.length = 0;
}

/* Removes the thought, so that what comes starts on an empty line. */
static void clear_live_line(Terminal *terminal) {
    if (terminal->has_live_line)
        terminal_text_add(&terminal->text, "\r\033[K");
    terminal->has_live_line = false;
}

static void say(Terminal *terminal, const char *format, ...) LINE_WRITE_CHECK;

/* A paragraph, wrapped. */
static void say(Terminal *terminal, const char *format, ...) {
    char paragraph[SAY_MAX];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(paragraph, sizeof paragraph, format, arguments);
    va_end(arguments);
    clear_live_line(terminal);
    terminal_text_wrap(&terminal->text, paragraph, columns(terminal));
    flush(terminal);
}

static const char *color_name(KanameColor color) {
    return color == KANAME_BLACK ? "Black" : "White";
}

static void say_state(Terminal *terminal) {
    static const char *const ends[] = {[TERMINAL_BLACK_WON] = "Black wins.",
                                       [TERMINAL_WHITE_WON] = "White wins.",
                                       [TERMINAL_DRAWN] = "The board is full: a draw."};
    if (terminal->game.end != TERMINAL_GOES_ON) {
        say(terminal, "%s 'new' starts another game, 'undo' goes back.", ends[terminal->game.end]);
        return;
    }
    KanameColor side = kaname_to_move(terminal->engine);
    switch (terminal->opening) {
    case OPENING_NONE:
        say(terminal, "Move %zu, %s: %s.", kaname_stone_count(terminal->engine) + 1,
            color_name(side), terminal->is_engines[side] ? "the engine" : "you");
        break;
    case OPENING_PERSON_PLACES:
        say(terminal, "Swap2: place three stones, black, white, black. Next: %s.",
            color_name(side));
        break;
    case OPENING_PERSON_CHOOSES:
        say(terminal, "Swap2: choose 'black' or 'white', or add a white and a black stone "
                      "(such as h8 i9) and let the engine choose.");
        break;
    case OPENING_PERSON_DECIDES:
        say(terminal, "Swap2: the engine added two stones. Choose 'black' or 'white'.");
        break;
    }
}

static void show_board(Terminal *terminal) {
    bool is_unicode = terminal->io->is_unicode && !terminal->is_ascii;
    TerminalLook look = {columns(terminal), is_unicode, terminal->io->has_color};
    clear_live_line(terminal);
    terminal_text_add(&terminal->text, "\n");
    terminal_draw_board(&terminal->text, &terminal->game, &look);
    flush(terminal);
    say_state(terminal);
}

static void point_text(char text[NOTATION_POINT_MAX], KanamePoint point) {
    notation_point(text, point, (NotationView){false, 0});
    text[0] = (char)(text[0] - 'A' + 'a');
}

/* `score +12, depth 9-14: h8 i9 j10` */
static void thought_text(char *text, size_t size, int score, const char *depth,
                         const KanamePoint *pv, size_t pv_count) {
    char value[NOTATION_SCORE_MAX], line[256];
    int plies = kaname_score_win_plies(score);
    if (plies == 0)
        snprintf(value, sizeof value, "%+d", score);
    else
        snprintf(value, sizeof value, "%s in %d", plies > 0 ? "win" : "loss", abs(plies) % 1000);
    notation_line(line, sizeof line, pv, pv_count, " ", (NotationView){false, 0});
    for (char *at = line; *at != '\0'; at++)
        if (*at >= 'A' && *at <= 'Z')
            *at = (char)(*at - 'A' + 'a');
    snprintf(text, size, "score %s, depth %s: %s", value, depth, line);
}

/* ---- The engine's part ------------------------------------------------------------------- */

static void on_report(const KanameReport *report, void *context) {
    Terminal *terminal = context;
    char depth[32], thought[512];
    if (!terminal->shows_thoughts || report->line != 0)
        return;
    snprintf(depth, sizeof depth, "%d-%d", report->depth, report->seldepth);
    thought_text(thought, sizeof thought, report->score, depth, report->pv, report->pv_count);
    if (!terminal->io->has_controls) {
        say(terminal, "%s", thought);
        return;
    }
    /* One column is left free: terminals differ in what a full line does to the cursor. */
    size_t room = (size_t)(columns(terminal) > 1 ? columns(terminal) - 1 : 1);
    if (room < strlen(thought))
        thought[room] = '\0';
    clear_live_line(terminal);
    terminal_text_add(&terminal->text, thought);
    terminal->has_live_line = true;
    flush(terminal);
}

static KanameLimits limits_of(const Terminal *terminal) {
    KanameLimits limits = kaname_no_limits();
    limits.start_ms = kaname_now_ms();
    limits.turn_ms = terminal->turn_ms;
    return limits;
}

static void begin_search(Terminal *terminal) {
    kaname_clear_stop(terminal->engine);
    if (terminal->io->begin_search != NULL)
        terminal->io->begin_search(terminal->io->context);
}

/* True: the person broke it off. */
static bool end_search(Terminal *terminal) {
    return terminal->io->end_search != NULL && terminal->io->end_search(terminal->io->context);
}

static KanameStatus think(Terminal *terminal, int level, KanameResult *result,
                          bool *is_broken_off) {
    KanameLimits limits = limits_of(terminal);
    KanameCallbacks callbacks = {.on_report = on_report, .context = terminal};
    begin_search(terminal);
    KanameStatus status = level < SETTINGS_STRENGTH_FULL
                              ? strength_think(terminal->engine, &limits, &callbacks, level, result)
                              : kaname_think(terminal->engine, &limits, &callbacks, result);
    *is_broken_off = end_search(terminal);
    if (status != KANAME_OK)
        say(terminal, "The engine finds no move: %s.", kaname_status_text(status));
    return status;
}

static void say_result(Terminal *terminal, const char *verb, const KanameResult *result) {
    char point[NOTATION_POINT_MAX], depth[16], thought[512];
    point_text(point, result->best);
    snprintf(depth, sizeof depth, "%d", result->depth);
    thought_text(thought, sizeof thought, result->score, depth, result->pv, result->pv_count);
    say(terminal, "%s %s (%s)", verb, point, thought);
}

/* The engine's turn. Without a move, or when the person breaks a game off that the engine plays
 * against itself, both sides become the person's. */
static void engine_move(Terminal *terminal) {
    KanameResult result;
    bool is_broken_off;
    bool is_alone = terminal->is_engines[KANAME_BLACK] && terminal->is_engines[KANAME_WHITE];
    KanameStatus status = think(terminal, terminal->level, &result, &is_broken_off);
    const char *wrong = NULL;
    if (status == KANAME_OK)
        wrong = terminal_game_play(&terminal->game, result.best);
    if (wrong != NULL)
        say(terminal, "The engine's move does not count: %s.", wrong);
    if (status != KANAME_OK || wrong != NULL || (is_alone && is_broken_off))
        terminal->is_engines[KANAME_BLACK] = terminal->is_engines[KANAME_WHITE] = false;
    if (status != KANAME_OK || wrong != NULL)
        return;
    show_board(terminal);
    if (terminal->shows_thoughts) {
        say_result(terminal, "The engine played", &result);
    } else {
        char point[NOTATION_POINT_MAX];
        point_text(point, result.best);
        say(terminal, "The engine played %s.", point);
    }
}

static bool is_engines_turn(const Terminal *terminal) {
    return terminal->opening == OPENING_NONE && terminal->game.end == TERMINAL_GOES_ON &&
           terminal->is_engines[kaname_to_move(terminal->engine)];
}

/* ---- Swap2 ------------------------------------------------------------------------------- */

static void give_engine(Terminal *terminal, KanameColor color) {
    terminal->is_engines[color] = true;
    terminal->is_engines[color == KANAME_BLACK ? KANAME_WHITE : KANAME_BLACK] = false;
    terminal->opening = OPENING_NONE;
}

/* The engine's next step of the opening, at none, three or five stones. */
static void engine_opens(Terminal *terminal) {
    Swap2Answer answer;
    KanameLimits limits = limits_of(terminal);
    begin_search(terminal);
    KanameStatus status = swap2_answer(terminal->engine, &limits, NULL, &answer);
    (void)end_search(terminal);
    const char *wrong = status == KANAME_OK ? NULL : kaname_status_text(status);
    for (size_t i = 0; i < answer.count && wrong == NULL; i++)
        wrong = terminal_game_play(&terminal->game, answer.moves[i]);
    if (wrong != NULL) {
        say(terminal, "The engine cannot open: %s.", wrong);
        terminal->opening = OPENING_NONE;
        return;
    }
    if (answer.count == 3) {
        terminal->opening = OPENING_PERSON_CHOOSES;
    } else if (answer.count == 2) {
        terminal->opening = OPENING_PERSON_DECIDES;
    } else {
        give_engine(terminal, answer.takes_black ? KANAME_BLACK : KANAME_WHITE);
        say(terminal, "The engine takes %s.", answer.takes_black ? "Black" : "White");
    }
    show_board(terminal);
}

/* ---- Commands ---------------------------------------------------------------------------- */

static void new_game(Terminal *terminal) {
    terminal_game_clear(&terminal->game);
    kaname_clear_hash(terminal->engine);
    terminal->opening = OPENING_NONE;
}

/* The only word that is left, as a string. False: there is none, or more, or it is too long. */
static bool take_value(Words *rest, char *value, size_t size) {
    Word word;
    if (!words_next(rest, &word) || word.length >= size || !words_at_end(rest))
        return false;
    memcpy(value, word.text, word.length);
    value[word.length] = '\0';
    return true;
}

static void on_new(Terminal *terminal, Words *rest) {
    (void)rest;
    new_game(terminal);
    show_board(terminal);
}

static void on_show(Terminal *terminal, Words *rest) {
    (void)rest;
    show_board(terminal);
}

static void on_quit(Terminal *terminal, Words *rest) {
    (void)rest;
    terminal->is_over = true;
}

static void on_hint(Terminal *terminal, Words *rest) {
    KanameResult result;
    bool is_broken_off;
    (void)rest;
    if (terminal->game.end != TERMINAL_GOES_ON)
        say(terminal, "The game is over.");
    else if (think(terminal, SETTINGS_STRENGTH_FULL, &result, &is_broken_off) == KANAME_OK)
        say_result(terminal, "Try", &result);
}

/* Takes back until it is the person's turn again. */
static void on_undo(Terminal *terminal, Words *rest) {
    (void)rest;
    if (terminal->opening != OPENING_NONE) {
        say(terminal, "Not during an opening; 'new' starts afresh.");
        return;
    }
    if (!terminal_game_undo(&terminal->game)) {
        say(terminal, "There is nothing to take back.");
        return;
    }
    if (is_engines_turn(terminal) && !terminal_game_undo(&terminal->game)) {
        terminal->is_engines[KANAME_BLACK] = terminal->is_engines[KANAME_WHITE] = false;
        say(terminal, "The first move is yours now; 'go' hands it back.");
    }
    show_board(terminal);
}

/* The engine takes the side that is to move; the other one becomes the person's. */
static void on_go(Terminal *terminal, Words *rest) {
    (void)rest;
    if (terminal->game.end != TERMINAL_GOES_ON || terminal->opening != OPENING_NONE)
        say(terminal, "There is no move to be made now.");
    else
        give_engine(terminal, kaname_to_move(terminal->engine));
}

static void on_side(Terminal *terminal, Words *rest) {
    char value[16];
    bool is_given = take_value(rest, value, sizeof value);
    Word word = {value, is_given ? strlen(value) : 0};
    bool is_black = word_is(word, "BLACK"), is_white = word_is(word, "WHITE");
    if (!is_black && !is_white && !word_is(word, "BOTH") && !word_is(word, "NONE")) {
        say(terminal, "side black, white, both or none: what you play.");
        return;
    }
    terminal->opening = OPENING_NONE;
    terminal->is_engines[KANAME_BLACK] = is_white || word_is(word, "NONE");
    terminal->is_engines[KANAME_WHITE] = is_black || word_is(word, "NONE");
    say_state(terminal);
}

/* During an opening: the person's choice. Outside: like `side`. */
static void choose_color(Terminal *terminal, KanameColor persons) {
    if (terminal->opening == OPENING_PERSON_PLACES) {
        say(terminal, "First three stones, please.");
        return;
    }
    give_engine(terminal, persons == KANAME_BLACK ? KANAME_WHITE : KANAME_BLACK);
    say_state(terminal);
}

static void on_black(Terminal *terminal, Words *rest) {
    (void)rest;
    choose_color(terminal, KANAME_BLACK);
}

static void on_white(Terminal *terminal, Words *rest) {
    (void)rest;
    choose_color(terminal, KANAME_WHITE);
}

static void on_swap2(Terminal *terminal, Words *rest) {
    char value[8];
    bool is_given = take_value(rest, value, sizeof value);
    if (!words_at_end(rest) || (is_given && !word_is((Word){value, strlen(value)}, "ME"))) {
        say(terminal, "swap2: the engine places three stones; swap2 me: you do.");
        return;
    }
    new_game(terminal);
    if (is_given) {
        terminal->opening = OPENING_PERSON_PLACES;
        show_board(terminal);
    } else {
        engine_opens(terminal);
    }
}

static void on_level(Terminal *terminal, Words *rest) {
    int64_t level;
    if (words_at_end(rest)) {
        say(terminal, "Level %d.", terminal->level);
    } else if (!words_integer(rest, &level) || !words_at_end(rest) || level < 0 ||
               level > SETTINGS_STRENGTH_FULL) {
        say(terminal, "level 0 (a beginner) to %d (all it can).", SETTINGS_STRENGTH_FULL);
    } else {
        terminal->level = (int)level;
        say(terminal, "Level %d.", terminal->level);
    }
}

/* Seconds, with decimals if wanted. */
static bool read_seconds(const char *value, int64_t *ms) {
    char *end;
    if (value[0] < '0' || value[0] > '9')
        return false;
    for (const char *at = value; *at != '\0'; at++)
        if ((*at < '0' || *at > '9') && *at != '.')
            return false;
    double seconds = strtod(value, &end);
    if (*end != '\0' || seconds < 0.01 || seconds > TURN_MAX_S)
        return false;
    *ms = (int64_t)(seconds * 1000 + 0.5);
    return true;
}

static void on_time(Terminal *terminal, Words *rest) {
    char value[16];
    if (!words_at_end(rest) &&
        (!take_value(rest, value, sizeof value) || !read_seconds(value, &terminal->turn_ms))) {
        say(terminal, "time 0.01 to %d: the engine's seconds for a move.", TURN_MAX_S);
        return;
    }
    say(terminal, "%.2f seconds a move.", (double)terminal->turn_ms / 1000);
}

static void on_thoughts(Terminal *terminal, Words *rest) {
    char value[8] = "";
    bool is_given = take_value(rest, value, sizeof value);
    Word word = {value, strlen(value)};
    if (!is_given || (!word_is(word, "ON") && !word_is(word, "OFF"))) {
        say(terminal, "thoughts on or off: show what the engine thinks.");
        return;
    }
    terminal->shows_thoughts = word_is(word, "ON");
    say(terminal, "Thoughts are %s.", terminal->shows_thoughts ? "shown" : "hidden");
}

static void on_size(Terminal *terminal, Words *rest) {
    char value[16];
    int width, height;
    if (!take_value(rest, value, sizeof value) || !option_size(value, &width, &height)) {
        say(terminal, "size 5 to 22, or such as 20x15: a new game on such a board.");
        return;
    }
    KanameStatus status = kaname_set_size(terminal->engine, width, height);
    if (status != KANAME_OK)
        say(terminal, "No such board: %s.", kaname_status_text(status));
    new_game(terminal);
    show_board(terminal);
}

static void on_rule(Terminal *terminal, Words *rest) {
    char value[16];
    KanameRule rule;
    if (words_at_end(rest)) {
        say(terminal, "The rule is %s.", kaname_rule_name(kaname_rule(terminal->engine)));
        return;
    }
    if (!take_value(rest, value, sizeof value) || !option_rule(value, &rule)) {
        say(terminal, "rule freestyle, standard, renju, caro or caro-exact: a new game by it.");
        return;
    }
    KanameStatus status = kaname_set_rule(terminal->engine, rule);
    if (status != KANAME_OK)
        say(terminal, "The rule stays: %s.", kaname_status_text(status));
    new_game(terminal);
    show_board(terminal);
}

/* The rest of the line without the blanks around it. False: none, or too long. */
static bool take_file_name(Words *rest, char *name, size_t size) {
    const char *start = rest->next, *end = rest->end;
    while (start < end && *start == ' ')
        start++;
    while (end > start && end[-1] == ' ')
        end--;
    size_t length = (size_t)(end - start);
    if (length == 0 || length >= size || memchr(start, '\0', length) != NULL)
        return false;
    memcpy(name, start, length);
    name[length] = '\0';
    return true;
}

static void on_save(Terminal *terminal, Words *rest) {
    char name[FILE_NAME_MAX_BYTES];
    if (!take_file_name(rest, name, sizeof name)) {
        say(terminal, "save FILE");
        return;
    }
    const char *wrong = terminal_game_save(&terminal->game, name);
    if (wrong != NULL)
        say(terminal, "Not saved: %s.", wrong);
    else
        say(terminal, "Saved %zu moves.", kaname_stone_count(terminal->engine));
}

static size_t read_file(void *context, char *buffer, size_t capacity) {
    return fread(buffer, 1, capacity, context);
}

static const char *load_stream(Terminal *terminal, FILE *file, char *error, size_t error_size) {
    LineReader reader;
    if (!line_reader_init(&reader, read_file, file))
        return "not enough memory";
    const char *wrong = terminal_game_load(&terminal->game, &reader, error, error_size);
    line_reader_release(&reader);
    return wrong == NULL && ferror(file) ? "the file cannot be read to its end" : wrong;
}

static void on_load(Terminal *terminal, Words *rest) {
    char name[FILE_NAME_MAX_BYTES], error[128];
    if (!take_file_name(rest, name, sizeof name)) {
        say(terminal, "load FILE");
        return;
    }
    FILE *file = fopen(name, "rb");
    const char *wrong = "the file cannot be read";
    if (file != NULL) {
        wrong = load_stream(terminal, file, error, sizeof error);
        fclose(file);
    }
    if (wrong != NULL) {
        say(terminal, "Not loaded: %s.", wrong);
        return;
    }
    terminal->opening = OPENING_NONE;
    /* Whose turn it is becomes the person's, who may want to look first. */
    give_engine(terminal,
                kaname_to_move(terminal->engine) == KANAME_BLACK ? KANAME_WHITE : KANAME_BLACK);
    show_board(terminal);
}

static void on_moves(Terminal *terminal, Words *rest) {
    char moves[SAY_MAX - 64] = "";
    size_t used = 0;
    (void)rest;
    for (size_t i = 0; i < kaname_stone_count(terminal->engine); i++) {
        char point[NOTATION_POINT_MAX];
        KanameStone stone = kaname_stone(terminal->engine, i);
        point_text(point, (KanamePoint){stone.x, stone.y});
        if (used + strlen(point) + 2 > sizeof moves) {
            say(terminal, "%s", moves);
            used = 0;
        }
        used +=
            (size_t)snprintf(moves + used, sizeof moves - used, "%s%s", used > 0 ? " " : "", point);
    }
    say(terminal, "%s", used > 0 ? moves : "No move yet.");
}

static void on_help(Terminal *terminal, Words *rest);

typedef struct TerminalCommand {
    const char *word;
    void (*handle)(Terminal *terminal, Words *rest);
    const char *help; /* NULL: another name of a command */
} TerminalCommand;

/* Sorted by word. */
static const TerminalCommand commands[] = {
    {"?", on_help, NULL},
    {"BLACK", on_black, "black: play Black, the engine White"},
    {"EXIT", on_quit, NULL},
    {"GO", on_go, "go: let the engine play the side to move"},
    {"HELP", on_help, "help: this list"},
    {"HINT", on_hint, "hint: what the engine would play"},
    {"LEVEL", on_level, "level 0..100: strength of the engine"},
    {"LOAD", on_load, "load FILE: take up a saved game"},
    {"MOVES", on_moves, "moves: the game so far"},
    {"NEW", on_new, "new: start another game"},
    {"Q", on_quit, NULL},
    {"QUIT", on_quit, "quit: leave (or Ctrl-D)"},
    {"RULE", on_rule, "rule freestyle|standard|renju|caro|caro-exact: start a game by it"},
    {"SAVE", on_save, "save FILE: keep the game"},
    {"SHOW", on_show, "show: draw the board"},
    {"SIDE", on_side, "side black|white|both|none: what you play"},
    {"SIZE", on_size, "size 5..22 or WxH: start a game on such a board"},
    {"SWAP2", on_swap2, "swap2: the engine opens, you choose; swap2 me: the other way"},
    {"THOUGHTS", on_thoughts, "thoughts on|off: show what the engine thinks"},
    {"TIME", on_time, "time S: the engine's seconds a move"},
    {"UNDO", on_undo, "undo: take back your last move"},
    {"WHITE", on_white, "white: play White, the engine Black"},
};
enum { COMMAND_COUNT = sizeof commands / sizeof commands[0] };

static void on_help(Terminal *terminal, Words *rest) {
    (void)rest;
    say(terminal, "h8: play there (column letter, row number)");
    for (size_t i = 0; i < COMMAND_COUNT; i++)
        if (commands[i].help != NULL)
            say(terminal, "%s", commands[i].help);
    say(terminal, "Ctrl-C: make the engine move at once; otherwise leave");
}

/* ---- Moves ------------------------------------------------------------------------------- */

/* Is the whole word a point? */
static bool read_point(Word word, KanamePoint *point) {
    const char *at = word.text, *end = word.text + word.length;
    return notation_read_point(&at, end, point) && at == end;
}

/* Reads points up to the end of the line. False: something else is there. */
static bool read_points(Words words, KanamePoint *points, size_t capacity, size_t *count) {
    Word word;
    for (*count = 0; words_next(&words, &word); (*count)++)
        if (*count == capacity || !read_point(word, &points[*count]))
            return false;
    return *count > 0;
}

/* True: the stone was placed. */
static bool place(Terminal *terminal, KanamePoint point) {
    char text[NOTATION_POINT_MAX];
    const char *wrong = terminal_game_play(&terminal->game, point);
    if (wrong == NULL)
        return true;
    point_text(text, point);
    say(terminal, "%s: %s.", text, wrong);
    return false;
}

static void place_opening(Terminal *terminal, const KanamePoint *points, size_t count) {
    size_t stage = terminal->opening == OPENING_PERSON_PLACES ? 3 : 5;
    size_t before = kaname_stone_count(terminal->engine);
    if (terminal->opening == OPENING_PERSON_DECIDES ||
        (terminal->opening == OPENING_PERSON_CHOOSES && count != 2) || before + count > stage) {
        say_state(terminal);
        return;
    }
    for (size_t i = 0; i < count; i++) {
        if (place(terminal, points[i]))
            continue;
        for (; i > 0; i--)
            (void)terminal_game_undo(&terminal->game);
        return;
    }
    show_board(terminal);
    if (before + count == stage)
        engine_opens(terminal);
}

static void persons_move(Terminal *terminal, const KanamePoint *points, size_t count) {
    if (terminal->opening != OPENING_NONE) {
        place_opening(terminal, points, count);
    } else if (count > 1) {
        say(terminal, "One move at a time, please.");
    } else if (place(terminal, points[0]) && !is_engines_turn(terminal)) {
        show_board(terminal); /* else the engine's answer is shown with it */
    }
}

/* ---- Reading ----------------------------------------------------------------------------- */

static void handle_line(Terminal *terminal, const LinePiece *line) {
    enum { POINTS_MAX = 5 };
    KanamePoint points[POINTS_MAX];
    size_t count;
    Word word;
    Words words = words_of(line->text, line->length);
    if (line->continues)
        return;
    if (!line->is_cut && read_points(words, points, POINTS_MAX, &count)) {
        persons_move(terminal, points, count);
        return;
    }
    if (!words_next(&words, &word) || word.text[0] == '#')
        return;
    size_t index = word_find(word, commands, COMMAND_COUNT, sizeof commands[0]);
    if (line->is_cut || index == COMMAND_COUNT)
        say(terminal, "A move is written h8; 'help' lists the commands.");
    else
        commands[index].handle(terminal, &words);
}

static void prompt(Terminal *terminal) {
    if (!terminal->io->is_interactive)
        return;
    terminal_text_add(&terminal->text, "> ");
    flush(terminal);
}

static void run(Terminal *terminal, LineReader *reader) {
    LinePiece line;
    while (!terminal->is_over) {
        if (is_engines_turn(terminal)) {
            engine_move(terminal);
            continue;
        }
        prompt(terminal);
        if (!line_reader_next(reader, &line)) {
            if (terminal->io->is_interactive)
                say(terminal, "%s", "");
            return;
        }
        handle_line(terminal, &line);
    }
}

static void greet(Terminal *terminal) {
    bool is_unicode = terminal->io->is_unicode && !terminal->is_ascii;
    say(terminal, "Kaname %s, %s. Black %s, White %s. You play Black; 'help' lists the commands.",
        kaname_version(), kaname_rule_name(kaname_rule(terminal->engine)),
        is_unicode ? "\u25cf" : "X", is_unicode ? "\u25cb" : "O");
    show_board(terminal);
}

bool terminal_play(KanameEngine *engine, const TerminalOptions *options, const TerminalIo *io) {
    LineReader reader;
    Terminal *terminal = malloc(sizeof *terminal);
    if (terminal == NULL || kaname_set_size(engine, options->width, options->height) != KANAME_OK ||
        kaname_set_rule(engine, options->rule) != KANAME_OK ||
        !line_reader_init(&reader, io->read, io->context)) {
        free(terminal);
        return false;
    }
    *terminal = (Terminal){.io = io,
                           .engine = engine,
                           .is_engines = {[KANAME_WHITE] = true},
                           .level = options->level,
                           .turn_ms = options->turn_ms,
                           .shows_thoughts = true,
                           .is_ascii = options->is_ascii};
    terminal_game_init(&terminal->game, engine);
    greet(terminal);
    run(terminal, &reader);
    bool is_good = !terminal->is_broken;
    line_reader_release(&reader);
    free(terminal);
    return is_good;
}

/* ---- The command ------------------------------------------------------------------------- */

static bool read_level(TerminalOptions *options, const char *value) {
    int64_t level;
    Words words = words_of(value, strlen(value));
    if (!words_integer(&words, &level) || !words_at_end(&words) || level < 0 ||
        level > SETTINGS_STRENGTH_FULL)
        return false;
    options->level = (int)level;
    return true;
}

static bool read_value(TerminalOptions *options, const char *name, const char *value) {
    if (strcmp(name, "--rule") == 0)
        return option_rule(value, &options->rule);
    if (strcmp(name, "--size") == 0)
        return option_size(value, &options->width, &options->height);
    if (strcmp(name, "--level") == 0)
        return read_level(options, value);
    return read_seconds(value, &options->turn_ms);
}

bool terminal_read_options(TerminalOptions *options, int count, char **arguments, char *error,
                           size_t error_size) {
    static const char *const names[] = {"--rule", "--size", "--level", "--time"};
    *options = (TerminalOptions){.rule = KANAME_RULE_FREESTYLE,
                                 .width = 15,
                                 .height = 15,
                                 .level = SETTINGS_STRENGTH_FULL,
                                 .turn_ms = TURN_DEFAULT_MS};
    for (int i = 0; i < count; i++) {
        const char *name = arguments[i];
        bool is_known = false;
        for (size_t k = 0; k < sizeof names / sizeof names[0]; k++)
            is_known = is_known || strcmp(name, names[k]) == 0;
        if (strcmp(name, "--ascii") == 0) {
            options->is_ascii = true;
        } else if (!is_known) {
            snprintf(error, error_size, "unknown argument: %s", name);
            return false;
        } else if (i + 1 == count) {
            snprintf(error, error_size, "%s needs a value", name);
            return false;
        } else if (!read_value(options, name, arguments[++i])) {
            snprintf(error, error_size, "bad value for %s: %s", name, arguments[i]);
            return false;
        }
    }
    return true;
}

static int console_columns(void *context) {
    return terminal_console_columns(context);
}

static void console_begin(void *context) {
    terminal_console_begin_search(context);
}

static bool console_end(void *context) {
    return terminal_console_end_search(context);
}

int terminal_run(int count, char **arguments) {
    TerminalOptions options;
    TerminalConsole console;
    char error[256];
    if (!terminal_read_options(&options, count, arguments, error, sizeof error)) {
        fprintf(stderr, "play: %s\n", error);
        return 2;
    }
    KanameEngine *engine = kaname_new();
    if (engine == NULL) {
        fprintf(stderr, "play: not enough memory\n");
        return 1;
    }
    line_prepare_process();
    terminal_console_init(&console, engine);
    TerminalIo io = {.read = terminal_console_read,
                     .write = line_write_stdout,
                     .columns = console_columns,
                     .begin_search = console_begin,
                     .end_search = console_end,
                     .context = &console,
                     .is_interactive = console.is_interactive,
                     .has_controls = console.has_controls,
                     .has_color = console.has_color,
                     .is_unicode = console.is_unicode};
    bool is_good = terminal_play(engine, &options, &io);
    terminal_console_release(&console);
    kaname_free(engine);
    return is_good ? 0 : 1;
}
