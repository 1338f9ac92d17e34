#include "play/loop.h"

#include "io/notation.h"
#include "play/moves.h"
#include "play/opening.h"
#include "play/screen.h"
#include "play/terminal_commands.h"
#include "shared/notation/values.h"
#include "shared/text/words.h"

#include <stdlib.h>
#include <string.h>

/* Reads a point: `h8`, `h 8`, or `7,7` from 0 at the top left. */
static bool read_point(Words *words, int rows, KanamePoint *point) {
    Word word;
    int64_t number, y;
    Words rest;
    if (!words_next(words, &word))
        return false;
    const char *at = word.text, *end = word.text + word.length;
    if (notation_read_point(&at, end, rows, point))
        return at == end;
    rest = *words;
    bool is_letter = word.length == 1 && ((*word.text | ' ') >= 'a' && (*word.text | ' ') <= 'z');
    if (is_letter && words_integer(&rest, &number) && number >= 1 && number <= rows) {
        *words = rest;
        *point = (KanamePoint){(*word.text | ' ') - 'a', rows - (int)number};
        return true;
    }
    const char *comma = memchr(word.text, ',', word.length);
    if (comma == NULL)
        return false;
    Words first = words_of(word.text, (size_t)(comma - word.text));
    Words second = words_of(comma + 1, (size_t)(end - comma) - 1);
    if (!words_integer(&first, &number) || !words_integer(&second, &y) || !words_at_end(&first) ||
        !words_at_end(&second) || number < 0 || number > KANAME_MAX_SIZE || y < 0 ||
        y > KANAME_MAX_SIZE)
        return false;
    *point = (KanamePoint){(int)number, (int)y};
    return true;
}

enum { NUMBER_MAX = 999 /* the largest read after points */ };

/* The contents of a line of points. */
typedef struct PointsLine {
    KanamePoint points[OPENING_OFFERS_MAX];
    size_t count;
    int fifths; /* the number after the points; 0: none; -1: out of range */
} PointsLine;

/* Reads points up to the end of the line, and in an opening a number after them. Returns false if
 * the line holds anything else. */
static bool read_points(const Terminal *terminal, Words words, PointsLine *line) {
    int64_t number;
    int rows = kaname_height(terminal->engine);
    *line = (PointsLine){.count = 0};
    while (!words_at_end(&words)) {
        if (terminal->opening.is_running && line->count > 0 && words_integer(&words, &number)) {
            line->fifths = number >= 1 && number <= NUMBER_MAX ? (int)number : -1;
            return words_at_end(&words);
        }
        if (line->count == OPENING_OFFERS_MAX ||
            !read_point(&words, rows, &line->points[line->count++]))
            return false;
    }
    return line->count > 0;
}

/* Handles Ctrl-C while no search runs: quits, but if the game is not saved, only warns the first
 * time. */
static void handle_interrupt(Terminal *terminal) {
    if (terminal->game.is_changed && !terminal->is_warned)
        terminal_say(terminal, "The game is not saved: 'save FILE' saves it, Ctrl-C again leaves.");
    else
        terminal->is_over = true;
    terminal->is_warned = true;
}

static void handle_line(Terminal *terminal, const LinePiece *line) {
    PointsLine points;
    Word word;
    Words words = words_of(line->text, line->length);
    if (line->continues)
        return;
    if (terminal->io->is_interactive &&
        word_is((Word){line->text, line->length}, TERMINAL_INTERRUPT)) {
        handle_interrupt(terminal);
        return;
    }
    terminal->is_warned = false;
    Words start = words;
    if (!words_next(&start, &word) || !word_is(word, "SAVE"))
        terminal->asked[0] = '\0'; /* the game may be another one by the next `save` */
    if (!line->is_cut && read_points(terminal, words, &points)) {
        if (terminal->opening.is_running)
            terminal_persons_points(terminal, points.points, points.count, points.fifths);
        else
            terminal_persons_move(terminal, points.points, points.count);
        return;
    }
    if (!words_next(&words, &word) || word.text[0] == '#')
        return;
    if (line->is_cut || !terminal_command(terminal, word, &words))
        terminal_say(terminal,
                     "A move is written h8, or 7,7 from the top left; 'help' lists the commands.");
}

static void run(Terminal *terminal, LineReader *reader) {
    LinePiece line;
    while (!terminal->is_over) {
        if (terminal_is_engines_step(terminal)) {
            terminal_engine_step(terminal);
            continue;
        }
        if (terminal_is_engines_turn(terminal)) {
            terminal_engine_move(terminal);
            continue;
        }
        terminal_prompt(terminal);
        if (!line_reader_next(reader, &line)) {
            if (terminal->io->is_interactive)
                terminal_say(terminal, "%s", "");
            return;
        }
        handle_line(terminal, &line);
    }
}

static void greet(Terminal *terminal) {
    bool is_unicode = terminal->io->is_unicode && !terminal->is_ascii;
    terminal_say(terminal,
                 "Kaname %s, %s. Black %s, White %s. You play Black; 'help' lists the commands.",
                 kaname_version(), kaname_rule_name(kaname_rule(terminal->engine)),
                 is_unicode ? "\u25cf" : "X", is_unicode ? "\u25cb" : "O");
    terminal_show_board(terminal);
}

bool terminal_play(KanameEngine *engine, const TerminalOptions *options, const TerminalIo *io) {
    LineReader reader;
    Terminal *terminal = malloc(sizeof *terminal);
    if (terminal == NULL || kaname_set_size(engine, options->width, options->height) != KANAME_OK ||
        kaname_set_rule(engine, options->rule) != KANAME_OK ||
        !line_reader_init(&reader, io->read, io->context)) {
        static const char text[] = "Not enough memory.\n";
        (void)io->write(io->context, text, sizeof text - 1);
        free(terminal);
        return false;
    }
    *terminal = (Terminal){.io = io,
                           .engine = engine,
                           .is_engines = {[KANAME_WHITE] = true},
                           .level = options->level,
                           .seed = options->seed,
                           .turn_ms = options->turn_ms,
                           .book = options->book,
                           .openings = options->openings,
                           .pos_order = options->pos_order,
                           .shows_thoughts = io->has_controls,
                           .is_ascii = options->is_ascii};
    terminal_game_init(&terminal->game, engine);
    greet(terminal);
    run(terminal, &reader);
    bool is_good = !terminal->is_broken;
    line_reader_release(&reader);
    terminal_game_release(&terminal->game);
    free(terminal);
    return is_good;
}
