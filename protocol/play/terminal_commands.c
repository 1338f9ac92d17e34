#include "play/terminal_commands.h"

#include "games/write.h"
#include "io/notation.h"
#include "level/level.h"
#include "play/book.h"
#include "play/listing.h"
#include "play/moves.h"
#include "play/opening.h"
#include "play/record.h"
#include "play/screen.h"
#include "play/search.h"
#include "session/settings.h"
#include "shared/cli/say.h"
#include "shared/games/read.h"
#include "shared/notation/values.h"
#include "shared/status/failure.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FILE_NAME_MAX_BYTES = TERMINAL_FILE_NAME_MAX };

/* Copies the only word left to `value`. Returns false if there is none, more than one, or if it is
 * too long. */
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
    terminal_new_game(terminal);
    terminal_show_board(terminal);
}

static void on_show(Terminal *terminal, Words *rest) {
    (void)rest;
    terminal_show_board(terminal);
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
        terminal_say(terminal, "The game is over.");
    else if (terminal->opening.is_running)
        terminal_hint_step(terminal);
    else if (terminal_think(terminal, LEVEL_FULL, &result, &is_broken_off) == KANAME_OK)
        terminal_say_result(terminal, "Try", &result);
}

/* Says so and returns true during an opening. */
static bool refuse_in_opening(Terminal *terminal) {
    if (!terminal->opening.is_running)
        return false;
    terminal_say(terminal, "Not during an opening; 'new' starts a new game.");
    return true;
}

/* Returns whether a move was played after the opening that the person may take back: more than the
 * engine's first one. */
static bool has_move_after_opening(const Terminal *terminal) {
    KanameColor side = kaname_to_move(terminal->engine);
    KanameColor other = side == KANAME_BLACK ? KANAME_WHITE : KANAME_BLACK;
    bool is_answer = terminal->is_engines[other] && !terminal->is_engines[side];
    return kaname_stone_count(terminal->engine) > terminal->game.opening_count + is_answer;
}

/* Takes back moves until it is the person's turn again. */
static void on_undo(Terminal *terminal, Words *rest) {
    (void)rest;
    if (terminal_persons_undo(terminal) || refuse_in_opening(terminal))
        return;
    bool may_undo = terminal->game.opening_count == 0 || has_move_after_opening(terminal);
    if (!may_undo || !terminal_game_undo(&terminal->game)) {
        terminal_say(terminal, "There is nothing to take back.");
        return;
    }
    if (terminal_is_engines_turn(terminal) && !terminal_game_undo(&terminal->game)) {
        terminal->is_engines[KANAME_BLACK] = terminal->is_engines[KANAME_WHITE] = false;
        terminal_say(terminal, "The first move is yours now; 'go' hands it back.");
    }
    terminal_show_board(terminal);
}

/* Plays moves again until it is the person's turn. */
static void on_redo(Terminal *terminal, Words *rest) {
    (void)rest;
    if (refuse_in_opening(terminal))
        return;
    if (!terminal_game_redo(&terminal->game)) {
        terminal_say(terminal, "There is nothing to play again.");
        return;
    }
    if (terminal_is_engines_turn(terminal))
        (void)terminal_game_redo(&terminal->game); /* else the engine moves again */
    terminal_show_board(terminal);
}

static void on_resign(Terminal *terminal, Words *rest) {
    (void)rest;
    KanameColor loser = kaname_to_move(terminal->engine);
    if (terminal->game.end != TERMINAL_GOES_ON || terminal->opening.is_running) {
        terminal_say(terminal, "There is no game to resign.");
        return;
    }
    terminal_say(terminal, "%s resigns.", loser == KANAME_BLACK ? "Black" : "White");
    terminal_game_resign(&terminal->game, loser);
    terminal_say_state(terminal);
}

/* Gives the engine the side to move; the person gets the other one. */
static void on_go(Terminal *terminal, Words *rest) {
    (void)rest;
    if (terminal->game.end != TERMINAL_GOES_ON || terminal->opening.is_running)
        terminal_say(terminal, "No move is due now.");
    else
        terminal_give_engine(terminal, kaname_to_move(terminal->engine));
}

static void on_side(Terminal *terminal, Words *rest) {
    char value[16];
    bool is_given = take_value(rest, value, sizeof value);
    Word word = {value, is_given ? strlen(value) : 0};
    bool is_black = word_is(word, "BLACK"), is_white = word_is(word, "WHITE");
    if (!is_black && !is_white && !word_is(word, "BOTH") && !word_is(word, "NONE")) {
        terminal_say(terminal, "side black, white, both or none: the side that you play.");
        return;
    }
    terminal->opening.is_running = false;
    terminal->is_engines[KANAME_BLACK] = is_white || word_is(word, "NONE");
    terminal->is_engines[KANAME_WHITE] = is_black || word_is(word, "NONE");
    if (word_is(word, "NONE") && terminal->io->is_interactive)
        terminal_say(terminal, "The engine plays both sides until Ctrl-C.");
    terminal_say_state(terminal);
}

/* The person chooses a colour in an opening; otherwise this acts like `side`. */
static void choose_color(Terminal *terminal, KanameColor persons) {
    if (terminal->opening.is_running) {
        terminal_persons_color(terminal, persons);
        return;
    }
    terminal_give_engine(terminal, persons == KANAME_BLACK ? KANAME_WHITE : KANAME_BLACK);
    terminal_say_state(terminal);
}

static void on_black(Terminal *terminal, Words *rest) {
    (void)rest;
    choose_color(terminal, KANAME_BLACK);
}

static void on_white(Terminal *terminal, Words *rest) {
    (void)rest;
    choose_color(terminal, KANAME_WHITE);
}

static void on_swap(Terminal *terminal, Words *rest) {
    (void)rest;
    terminal_persons_swap(terminal);
}

/* Begins an opening. The last word may be `me`: then the person has the first step. */
static void open_by(Terminal *terminal, const OpeningRule *rule, Words *rest) {
    char value[8];
    bool is_given = take_value(rest, value, sizeof value);
    if (!words_at_end(rest) || (is_given && !word_is((Word){value, strlen(value)}, "ME"))) {
        terminal_say(terminal, "%s: the engine begins; %s me: you do.", rule->title, rule->name);
        return;
    }
    terminal_begin_opening(terminal, rule, is_given);
}

static void on_swap2(Terminal *terminal, Words *rest) {
    open_by(terminal, opening_rule_find("swap2"), rest);
}

static void on_opening(Terminal *terminal, Words *rest) {
    char name[16] = "";
    Word word;
    if (words_next(rest, &word) && word.length < sizeof name)
        memcpy(name, word.text, word.length);
    const OpeningRule *rule = opening_rule_find(name);
    if (rule == NULL)
        terminal_say(terminal, "opening " OPENING_RULE_NAMES ": the engine begins; add 'me' to "
                               "begin yourself. swap1 is swap after the first move.");
    else
        open_by(terminal, rule, rest);
}

static void on_level(Terminal *terminal, Words *rest) {
    Word name;
    int level = terminal->level;
    if (words_next(rest, &name))
        level = words_at_end(rest) ? level_find(name.text, name.length) : 0;
    if (level == 0) {
        terminal_say(terminal, "level 1 to %d, or a name: %s.", LEVEL_COUNT, LEVEL_NAMES);
    } else {
        terminal->level = level;
        terminal_say(terminal, "Level %d, %s.", level, level_at(level)->name);
    }
}

static void on_time(Terminal *terminal, Words *rest) {
    char value[16];
    if (!words_at_end(rest) &&
        (!take_value(rest, value, sizeof value) || !values_seconds(value, &terminal->turn_ms))) {
        terminal_say(terminal, "time 0.01 to %d: the engine's seconds for a move.",
                     VALUES_SECONDS_MAX);
        return;
    }
    terminal_say(terminal, "%.2f seconds a move.", (double)terminal->turn_ms / 1000);
}

static void on_thoughts(Terminal *terminal, Words *rest) {
    char value[8] = "";
    bool is_given = take_value(rest, value, sizeof value);
    Word word = {value, strlen(value)};
    if (!is_given || (!word_is(word, "ON") && !word_is(word, "OFF"))) {
        terminal_say(terminal, "thoughts on or off: show what the engine thinks.");
        return;
    }
    terminal->shows_thoughts = word_is(word, "ON");
    terminal_say(terminal, "Thoughts are %s.", terminal->shows_thoughts ? "shown" : "hidden");
}

static void on_size(Terminal *terminal, Words *rest) {
    char value[16];
    int width, height;
    if (!take_value(rest, value, sizeof value) || !values_size(value, &width, &height)) {
        terminal_say(terminal, "size 5 to 22, or for example 20x15: starts a new game.");
        return;
    }
    KanameStatus status = kaname_set_size(terminal->engine, width, height);
    if (status != KANAME_OK)
        terminal_say(terminal, "No such board: %s.", kaname_status_text(status));
    terminal_new_game(terminal);
    terminal_show_board(terminal);
}

static void on_rule(Terminal *terminal, Words *rest) {
    char value[16];
    KanameRule rule;
    if (words_at_end(rest)) {
        terminal_say(terminal, "The rule is %s.", kaname_rule_name(kaname_rule(terminal->engine)));
        return;
    }
    if (!take_value(rest, value, sizeof value) || !values_rule(value, &rule)) {
        terminal_say(terminal,
                     "rule freestyle, standard, renju, caro or caro-exact: starts a new game.");
        return;
    }
    KanameStatus status = kaname_set_rule(terminal->engine, rule);
    if (status != KANAME_OK)
        terminal_say(terminal, "Rule not changed: %s.", kaname_status_text(status));
    terminal_new_game(terminal);
    terminal_show_board(terminal);
}

/* Copies the rest of the line, without the blanks around it. Returns false if it is empty or too
 * long. */
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

/* `rule`: the name of the rule that the file does not hold; NULL: none. */
static void say_saved(Terminal *terminal, const char *rule) {
    size_t count = kaname_stone_count(terminal->engine);
    if (rule == NULL)
        terminal_say(terminal, "Saved %zu move%s.", count, say_plural(count));
    else
        terminal_say(terminal, "Saved %zu move%s. The file does not hold the rule, %s.", count,
                     say_plural(count), rule);
}

/* Saves the game. If the file holds what would be lost, asks: the same command again saves. */
static void save_as(Terminal *terminal, const char *name) {
    const char *players[2] = {"", ""};
    char lost[192];
    Game saved;
    for (int i = 0; i < 2; i++)
        if (terminal->is_engines[i])
            players[i] = "Kaname";
    const char *wrong = terminal_record(&terminal->game, name, players, &saved);
    if (wrong == NULL)
        wrong = game_check_save(name, &saved);
    bool is_sure = strcmp(terminal->asked, name) == 0;
    bool asks = wrong == NULL && !is_sure && terminal_record_loses(name, &saved, lost, sizeof lost);
    snprintf(terminal->asked, sizeof terminal->asked, "%s", asks ? name : "");
    if (asks) {
        terminal_say(terminal, "Not saved: the file holds %s. The same command again replaces it.",
                     lost);
        game_release(&saved);
        return;
    }
    if (wrong == NULL)
        wrong = terminal_record_save(&terminal->game, name, &saved);
    if (wrong != NULL)
        terminal_say(terminal, "Not saved: %s.", wrong);
    else
        say_saved(terminal, game_save_leaves_rule(name, &saved));
    game_release(&saved);
}

static void on_save(Terminal *terminal, Words *rest) {
    char name[FILE_NAME_MAX_BYTES];
    if (!take_file_name(rest, name, sizeof name)) {
        terminal_say(terminal, "save FILE; the name ends in %s.", GAME_FORMATS_WRITTEN);
        return;
    }
    save_as(terminal, name);
}

static void on_load(Terminal *terminal, Words *rest) {
    Failure failure = FAILURE_NONE;
    char name[FILE_NAME_MAX_BYTES];
    size_t count;
    if (!take_file_name(rest, name, sizeof name)) {
        terminal_say(terminal, "load FILE: %s.", GAME_FORMATS_READ);
        return;
    }
    TerminalLoad result =
        terminal_record_load(&terminal->game, name, terminal->pos_order, &failure, &count);
    if (result == TERMINAL_NOT_LOADED) {
        terminal_say(terminal, "Not loaded: %s.", failure.text);
        return;
    }
    terminal->opening.is_running = false;
    /* Against the engine the person gets the side to move, so that it does not move at once. */
    if (terminal->is_engines[KANAME_BLACK] != terminal->is_engines[KANAME_WHITE])
        terminal_give_engine(terminal, kaname_to_move(terminal->engine) == KANAME_BLACK
                                           ? KANAME_WHITE
                                           : KANAME_BLACK);
    terminal_show_board(terminal);
    if (result == TERMINAL_LOADED_PART)
        terminal_say(terminal, "Only the beginning was loaded: %s.", failure.text);
    else if (failure.text[0] != '\0')
        terminal_say(terminal, "Note: %s.", failure.text);
    if (count > 1)
        terminal_say(terminal,
                     "This is the first of %zu games; 'pbrain-kaname convert' writes all as SGF.",
                     count);
}

static void on_moves(Terminal *terminal, Words *rest) {
    (void)rest;
    terminal_list_moves(terminal);
}

/* Prints the moves that the book has in this position, as a table. */
static void on_book(Terminal *terminal, Words *rest) {
    TerminalBookMoves moves;
    (void)rest;
    const char *none = terminal_book_look(terminal, &moves);
    if (none != NULL) {
        terminal_say(terminal, "No book moves: %s.", none);
        return;
    }
    terminal_say(terminal, "move   games    won  drawn   lost  score%s",
                 terminal->openings != NULL ? "  engine" : "");
    for (size_t i = 0; i < moves.count; i++) {
        const BookMove *move = &moves.moves[i].played;
        char point[NOTATION_POINT_MAX], share[16] = "-", value[24] = "";
        terminal_point_text(terminal, point, move->move);
        if (book_share(move) >= 0)
            snprintf(share, sizeof share, "%.1f%%", 100 * book_share(move));
        if (moves.moves[i].is_searched)
            terminal_book_value_text(&moves.moves[i].value, value, sizeof value);
        terminal_say(terminal, "%-4s %7" PRId64 " %6" PRId64 " %6" PRId64 " %6" PRId64 " %6s%s%s",
                     point, move->games, move->wins, move->draws, move->losses, share,
                     value[0] != '\0' ? "  " : "", value);
    }
}

static void on_help(Terminal *terminal, Words *rest);

typedef struct TerminalCommand {
    const char *word;
    const char *arguments; /* as `help` shows them; NULL: none */
    const char *help;      /* NULL: another name of a command */
    void (*handle)(Terminal *terminal, Words *rest);
} TerminalCommand;

/* Sorted by word. */
static const TerminalCommand commands[] = {
    {"?", NULL, NULL, on_help},
    {"BLACK", NULL, "play Black, the engine White", on_black},
    {"BOOK", NULL, "the moves of --book in this position, with results", on_book},
    {"EXIT", NULL, NULL, on_quit},
    {"GO", NULL, "let the engine play the side to move", on_go},
    {"HELP", NULL, "this list", on_help},
    {"HINT", NULL, "suggest a move, or in an opening what to answer", on_hint},
    {"LEVEL", "NAME", "strength of the engine, newcomer to full", on_level},
    {"LOAD", "FILE", "continue a game: " GAME_FORMATS_READ, on_load},
    {"MOVES", NULL, "the game so far, with passes and set-up stones", on_moves},
    {"NEW", NULL, "start another game", on_new},
    {"OPENING", "RULE [me]",
     "open by " OPENING_RULE_NAMES "; the engine begins, or with 'me' you do", on_opening},
    {"Q", NULL, NULL, on_quit},
    {"QUIT", NULL, "leave (or Ctrl-D)", on_quit},
    {"REDO", NULL, "play again what you took back", on_redo},
    {"RESIGN", NULL, "give the game up", on_resign},
    {"RULE", "freestyle|standard|renju|caro|caro-exact", "start a game with this rule", on_rule},
    {"SAVE", "FILE", "save the game as " GAME_FORMATS_WRITTEN, on_save},
    {"SHOW", NULL, "draw the board", on_show},
    {"SIDE", "black|white|both|none", "the side that you play", on_side},
    {"SIZE", "5..22 or WxH", "start a game on a board of this size", on_size},
    {"SWAP", NULL, "in an opening: take the other side", on_swap},
    {"SWAP2", "[me]", "short for opening swap2", on_swap2},
    {"THOUGHTS", "on|off", "show what the engine thinks", on_thoughts},
    {"TIME", "S", "the engine's seconds a move", on_time},
    {"UNDO", NULL, "take back your last move", on_undo},
    {"WHITE", NULL, "play White, the engine Black", on_white},
};
enum { COMMAND_COUNT = sizeof commands / sizeof commands[0] };

static void say_help(Terminal *terminal, const TerminalCommand *command) {
    enum { WORD_MAX = 16 };
    char word[WORD_MAX] = "";
    for (size_t i = 0; i + 1 < sizeof word && command->word[i] != '\0'; i++) {
        char c = command->word[i];
        word[i] = (char)(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
    }
    terminal_say(terminal, "%s%s%s: %s", word, command->arguments != NULL ? " " : "",
                 command->arguments != NULL ? command->arguments : "", command->help);
}

static void on_help(Terminal *terminal, Words *rest) {
    (void)rest;
    terminal_say(terminal, "h8: play there (column letter, row number)");
    for (size_t i = 0; i < COMMAND_COUNT; i++)
        if (commands[i].help != NULL)
            say_help(terminal, &commands[i]);
    terminal_say(
        terminal,
        "Ctrl-C: make the engine move at once, and play both sides yourself if it had both; "
        "otherwise leave (twice if the game is not saved)");
}

bool terminal_command(Terminal *terminal, Word word, Words *rest) {
    size_t index = word_find(word, commands, COMMAND_COUNT, sizeof commands[0]);
    if (index == COMMAND_COUNT)
        return false;
    commands[index].handle(terminal, rest);
    return true;
}
