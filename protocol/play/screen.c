#include "play/screen.h"

#include "play/book.h"
#include "play/due.h"
#include "shared/cli/say.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    COLUMNS_DEFAULT = 80,
    SAY_MAX = 1024 /* bytes of one paragraph */
};

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

/* Removes the thought, so that the next output starts on an empty line. */
static void clear_live_line(Terminal *terminal) {
    if (terminal->has_live_line)
        terminal_text_add(&terminal->text, "\r\033[K");
    terminal->has_live_line = false;
}

void terminal_say(Terminal *terminal, const char *format, ...) {
    char paragraph[SAY_MAX];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(paragraph, sizeof paragraph, format, arguments);
    va_end(arguments);
    for (char *line = paragraph; line != NULL;) { /* our own line feeds stay */
        char *end = strchr(line, '\n');
        if (end != NULL)
            *end = '\0';
        (void)say_plain(line);
        if (end != NULL)
            *end++ = '\n';
        line = end;
    }
    clear_live_line(terminal);
    terminal_text_wrap(&terminal->text, paragraph, columns(terminal));
    flush(terminal);
}

static const char *color_name(KanameColor color) {
    return color == KANAME_BLACK ? "Black" : "White";
}

/* Prints the book's moves in this position, if there is a book. */
static void say_book(Terminal *terminal) {
    TerminalBookMoves moves;
    char text[TERMINAL_BOOK_TEXT_MAX];
    bool has_book = terminal->book != NULL || terminal->openings != NULL;
    if (!has_book || terminal_book_look(terminal, &moves) != NULL)
        return;
    terminal_book_text(terminal, &moves, text, sizeof text);
    terminal_say(terminal, "Book: %s.", text);
}

void terminal_say_state(Terminal *terminal) {
    static const char *const ends[] = {[TERMINAL_BLACK_WON] = "Black wins.",
                                       [TERMINAL_WHITE_WON] = "White wins.",
                                       [TERMINAL_DRAWN] = "The board is full: a draw."};
    if (terminal->game.end != TERMINAL_GOES_ON) {
        terminal_say(terminal, "%s 'new' starts another game, 'undo' takes back a move.",
                     terminal->game.is_foul ? "White wins: Black's last stone is forbidden."
                                            : ends[terminal->game.end]);
        return;
    }
    if (terminal->opening.is_running) {
        char due[SAY_MAX];
        terminal_due_text(terminal, due, sizeof due);
        terminal_say(terminal, "%s", due);
        return;
    }
    KanameColor side = kaname_to_move(terminal->engine);
    terminal_say(terminal, "Move %zu, %s: %s.", kaname_stone_count(terminal->engine) + 1,
                 color_name(side), terminal->is_engines[side] ? "the engine" : "you");
    if (!terminal->is_engines[side])
        say_book(terminal);
}

void terminal_show_board(Terminal *terminal) {
    bool is_unicode = terminal->io->is_unicode && !terminal->is_ascii;
    TerminalLook look = {columns(terminal), is_unicode, terminal->io->has_color};
    clear_live_line(terminal);
    terminal_text_add(&terminal->text, "\n");
    terminal_draw_board(&terminal->text, &terminal->game, &look);
    flush(terminal);
    terminal_say_state(terminal);
}

void terminal_point_text(const Terminal *terminal, char text[NOTATION_POINT_MAX],
                         KanamePoint point) {
    notation_point(text, point, notation_lower(kaname_height(terminal->engine)));
}

/* Writes the distance to the end, as all outputs do: in stones, the last one included. */
static void write_end(char *text, size_t size, int plies) {
    snprintf(text, size, "%s in %d stone%s", plies > 0 ? "wins" : "loses", abs(plies),
             abs(plies) == 1 ? "" : "s");
}

void terminal_thought_text(const Terminal *terminal, char *text, size_t size, int score,
                           const char *depth, const KanamePoint *pv, size_t pv_count) {
    char value[64], line[256];
    int plies = kaname_score_win_plies(score);
    if (plies == 0)
        snprintf(value, sizeof value, "win rate %.0f%% (score %+d)",
                 100 * notation_rate(terminal->engine, score), notation_shown(score));
    else
        write_end(value, sizeof value, plies);
    notation_line(line, sizeof line, pv, pv_count, " ",
                  notation_lower(kaname_height(terminal->engine)));
    snprintf(text, size, "%s, depth %s: %s", value, depth, line);
}

void terminal_show_thought(Terminal *terminal, char *thought) {
    if (!terminal->io->has_controls) {
        terminal_say(terminal, "%s", thought);
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

void terminal_prompt(Terminal *terminal) {
    if (!terminal->io->is_interactive)
        return;
    terminal_text_add(&terminal->text, TERMINAL_PROMPT);
    flush(terminal);
}
