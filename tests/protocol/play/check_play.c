/* `play`: what a person sees and may say, with the real engine and a terminal of memory. */
#define _XOPEN_SOURCE 700
#include "play/play.h"

#include "level/level.h"
#include "play/drawing.h"
#include "play/editor.h"
#include "play/search.h"
#include "play/terminal.h"
#include "play/terminal_game.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "shared/status/failure.h"
#include "support/harness.h"
#include "support/words.h"

enum { SHOWN_MAX = 1 << 20 };

static struct {
    KanameEngine *engine;
    TerminalIo io;
    TerminalOptions options;
    const char *said; /* what the person has still to say */
    size_t said_length;
    int columns;
    size_t length, break_after; /* of `shown`; the output breaks there */
    char shown[SHOWN_MAX];
} person;

static size_t read_said(void *context, char *buffer, size_t capacity) {
    (void)context;
    size_t count = person.said_length < capacity ? person.said_length : capacity;
    memcpy(buffer, person.said, count);
    person.said += count;
    person.said_length -= count;
    return count;
}

static bool show(void *context, const char *text, size_t length) {
    (void)context;
    if (person.length + length > person.break_after)
        return false;
    memcpy(person.shown + person.length, text, length);
    person.length += length;
    person.shown[person.length] = '\0';
    return true;
}

static int width(void *context) {
    (void)context;
    return person.columns;
}

static void set_up(void) {
    memset(&person, 0, sizeof person);
    person.engine = kaname_new();
    ck_assert_ptr_nonnull(person.engine);
    person.columns = 80;
    person.break_after = SHOWN_MAX - 1;
    person.io = (TerminalIo){.read = read_said, .write = show, .columns = width};
    person.options = (TerminalOptions){
        .rule = KANAME_RULE_FREESTYLE, .width = 15, .height = 15, .level = 1, .turn_ms = 10};
}

static void tear_down(void) {
    kaname_free(person.engine);
}

static bool play_bytes(const char *said, size_t length) {
    person.said = said;
    person.said_length = length;
    person.length = 0;
    return terminal_play(person.engine, &person.options, &person.io);
}

static const char *play(const char *said) {
    ck_assert(play_bytes(said, strlen(said)));
    return person.shown;
}

/* The end of what was shown, as long as check prints it. */
static const char *shown_end(void) {
    enum { PRINTED = 3000 };
    return person.shown + (person.length > PRINTED ? person.length - PRINTED : 0);
}

#define ck_shows(text) ck_assert_msg(strstr(person.shown, text) != NULL, "%s", shown_end())
#define ck_hides(text) ck_assert_msg(strstr(person.shown, text) == NULL, "%s", shown_end())

/* ---- Games ------------------------------------------------------------------------------- */

START_TEST(the_winning_five_is_starred) {
    play("side both\na1\na5\nb1\nb5\nc1\nc5\nd1\nd5\ne1\n");
    ck_shows(" 1 *X*X*X*X[X]");
    ck_shows("Black wins.");
}
END_TEST

START_TEST(nobody_moves_after_the_end) {
    play("side both\na1\na5\nb1\nb5\nc1\nc5\nd1\nd5\ne1\no15\n");
    ck_shows("o15: the game is over.");
    ck_assert_uint_eq(kaname_stone_count(person.engine), 9);
}
END_TEST

START_TEST(the_game_goes_on_after_an_undone_win) {
    play("side both\na1\na5\nb1\nb5\nc1\nc5\nd1\nd5\ne1\nundo\no15\nmoves\n");
    ck_shows("a1 a5 b1 b5 c1 c5 d1 d5 o15\n");
}
END_TEST

/* The last line shown that begins so: a row of the board as it was drawn last. */
static const char *last_row(const char *label) {
    static char row[200];
    const char *found = NULL;
    for (const char *at = person.shown; (at = strstr(at, label)) != NULL; at++)
        if (at == person.shown || at[-1] == '\n')
            found = at;
    ck_assert_msg(found != NULL, "no row %s: %s", label, shown_end());
    snprintf(row, sizeof row, "%.*s", (int)strcspn(found, "\n"), found);
    return row;
}

#define WON "side both\na1\na5\nb1\nb5\nc1\nc5\nd1\nd5\ne1\n"

START_TEST(marks_are_those_of_the_position) {
    play(WON "undo\n");
    ck_assert_str_eq(last_row(" 1 "), " 1  X X X X . . . . . . . . . . .");
    play(WON "new\n");
    ck_assert_str_eq(last_row(" 1 "), " 1  . . . . . . . . . . . . . . .");
    play("rule renju\nside both\nh9\na1\nh10\nc1\ni8\ne1\nj8\ng1\no15\n");
    ck_assert_ptr_nonnull(strchr(person.shown, '!'));
    ck_assert_str_eq(last_row(" 8 "), " 8  . . . . . . . + X X . . . . .");
    play("side both\nh8\nh9\n");
    ck_assert_str_eq(last_row(" 9 "), " 9  . . . . . . .[O]. . . . . . .");
    ck_assert_str_eq(last_row(" 8 "), " 8  . . . . . . . X . . . . . . .");
}
END_TEST

START_TEST(all_moves_taken_back_are_played_again) {
    play("side both\nh8\nh9\ni9\nundo\nundo\nundo\nredo\nredo\nredo\nredo\nmoves\n");
    ck_shows("\nh8 h9 i9\n");
    ck_shows("nothing to play again");
}
END_TEST

START_TEST(a_new_game_is_left_by_the_first_ctrl_c) {
    person.io.is_interactive = true;
    play("side both\nh8\nnew\n\003\nj8\n");
    ck_hides("not saved");
    ck_assert_uint_eq(kaname_stone_count(person.engine), 0);
}
END_TEST

START_TEST(a_line_between_two_ctrl_c_counts) {
    person.io.is_interactive = true;
    play("side both\nh8\n\003\nh9\n\003\ni9\n");
    ck_assert_uint_eq(kaname_stone_count(person.engine), 3);
}
END_TEST

START_TEST(the_side_is_the_persons) {
    play("side white\n");
    ck_assert_uint_eq(kaname_stone_count(person.engine), 1);
    play("side black\nh8\n");
    ck_assert_uint_eq(kaname_stone_count(person.engine), 2);
    play("side both\nh8\nh9\n");
    ck_assert_uint_eq(kaname_stone_count(person.engine), 2);
    play("side none\n");
    ck_hides("illegal");
    ck_assert_uint_gt(kaname_stone_count(person.engine), 8);
}
END_TEST

/* The weakest level misses fives; a hint does not. */
START_TEST(a_hint_is_of_full_strength) {
    person.options.turn_ms = 100;
    person.options.seed = _i;
    play("side both\ng8\na1\nh8\na3\ni8\na5\nj8\nf8\nhint\n");
    ck_shows("Try k8");
}
END_TEST

START_TEST(the_time_of_a_move_is_that_of_the_command) {
    Terminal terminal = {.turn_ms = 1234};
    ck_assert_int_eq(terminal_limits(&terminal).turn_ms, 1234);
    ck_assert_int_lt(terminal_limits(&terminal).match_ms, 0);
}
END_TEST

START_TEST(a_six_does_not_win_in_standard) {
    play("rule standard\nside both\na1\na5\nb1\nb5\nc1\nc5\ne1\ne5\nf1\nf5\nd1\n");
    ck_hides("wins");
    /* Beside a five it is not starred. */
    play("rule standard\nside both\n"
         "a1\ng5\nb1\ng6\nc1\ng8\ne1\nh5\nf1\nh6\nd2\nh8\nd3\ni5\nd4\ni6\nd5\ni8\nd1\n");
    ck_shows(" 1  X X X[X]X X");
    ck_shows(" 5  . . .*X");
    play("rule freestyle\nside both\na1\na5\nb1\nb5\nc1\nc5\ne1\ne5\nf1\nf5\nd1\n");
    ck_shows(" 1 *X*X*X[X]X*X");
}
END_TEST

START_TEST(a_shut_five_does_not_win_in_caro) {
    play("rule caro\nside both\nb1\na1\nc1\ng1\nd1\na9\ne1\nb9\nf1\n");
    ck_hides("wins");
    play("rule freestyle\nside both\nb1\na1\nc1\ng1\nd1\na9\ne1\nb9\nf1\n");
    ck_shows("Black wins.");
}
END_TEST

START_TEST(forbidden_points_are_drawn_and_refused) {
    play("rule renju\nside both\nh9\na1\nh10\nc1\ni8\ne1\nj8\ng1\nh8\n");
    ck_shows(" 8  . . . . . . . ! X X");
    ck_shows("h8: that point is forbidden to Black: double-three.");
    ck_assert_uint_eq(kaname_stone_count(person.engine), 8);
}
END_TEST

START_TEST(points_are_not_forbidden_to_white) {
    play("rule renju\nside both\nh9\na1\nh10\nc1\ni8\ne1\nj8\nh8\n");
    ck_hides("!");
    ck_assert_uint_eq(kaname_stone_count(person.engine), 8);
}
END_TEST

START_TEST(a_full_board_is_a_draw) {
    play("size 5\nside both\n"
         "a1\nb1\nc1\nd1\ne1\na2\nb2\nc2\nd2\ne2\nb3\na3\nd3\nc3\na4\ne3\nc4\nb4\ne4\nd4\nb5\na5\n"
         "d5\nc5\ne5\n");
    ck_assert_uint_eq(kaname_stone_count(person.engine), 25);
    ck_shows("a draw");
}
END_TEST

START_TEST(the_engine_answers_each_move) {
    play("h8\n");
    ck_shows("The engine played ");
    ck_assert_uint_eq(kaname_stone_count(person.engine), 2);
}
END_TEST

START_TEST(the_engine_begins_when_told) {
    play("white\n");
    ck_assert_uint_eq(kaname_stone_count(person.engine), 1);
}
END_TEST

START_TEST(the_engine_plays_a_whole_game_against_itself) {
    play("size 7\nside none\n");
    bool is_over = strstr(person.shown, "wins.") != NULL || strstr(person.shown, "a draw") != NULL;
    ck_assert_msg(is_over, "%s", shown_end());
}
END_TEST

START_TEST(undo_takes_back_the_answer_too) {
    play("h8\nundo\n");
    ck_assert_uint_eq(kaname_stone_count(person.engine), 0);
    play("undo\n");
    ck_shows("nothing to take back");
}
END_TEST

START_TEST(undoing_the_engines_opening_does_not_bring_it_back) {
    play("white\nundo\n");
    ck_assert_uint_eq(kaname_stone_count(person.engine), 0);
    ck_shows("The first move is yours now");
}
END_TEST

START_TEST(a_hint_changes_nothing) {
    play("h8\nhint\n");
    ck_shows("Try ");
    ck_assert_uint_eq(kaname_stone_count(person.engine), 2);
}
END_TEST

START_TEST(nothing_is_due_after_the_end) {
    play("side both\no15\na1\no13\nb1\no11\nc1\no9\nd1\no7\ne1\nhint\n");
    ck_shows("White wins.");
    ck_shows("The game is over.");
    play("side both\na1\na5\nb1\nb5\nc1\nc5\nd1\nd5\ne1\ngo\n");
    ck_shows("No move is due now.");
    ck_assert_uint_eq(kaname_stone_count(person.engine), 9);
}
END_TEST

static int count_shown(const char *text) {
    int count = 0;
    for (const char *at = person.shown; (at = strstr(at, text)) != NULL; at++)
        count++;
    return count;
}

START_TEST(the_board_and_the_settings_are_shown_again) {
    play("side both\nh8\n");
    int before = count_shown("[X]");
    play("side both\nh8\nshow\n");
    ck_assert_int_eq(count_shown("[X]"), before + 1);
    play("rule renju\nrule\n");
    ck_shows("The rule is renju.");
    play("time 2.5\ntime\n");
    ck_assert_int_eq(count_shown("2.50 seconds a move."), 2);
}
END_TEST

/* Stones of a 22x22 board with no five in any direction, in turns. Returns their number. */
static int list_quiet_moves(char *text) {
    enum { SIZE = 22 };
    char cells[2][SIZE * SIZE][4];
    int counts[2] = {0, 0}, moves = 0;
    for (int y = 0; y < SIZE; y++)
        for (int x = 0; x < SIZE; x++) {
            int color = (x / 2 + y) % 2;
            snprintf(cells[color][counts[color]++], sizeof cells[0][0], "%c%d", 'a' + x, y + 1);
        }
    for (int i = 0; i < counts[0] && i < counts[1]; i++, moves += 2)
        text += sprintf(text, "%s%s %s", i > 0 ? " " : "", cells[0][i], cells[1][i]);
    return moves;
}

START_TEST(moves_of_a_long_game_are_all_told) {
    char moves[4096], said[4096 + 64];
    int count = list_quiet_moves(moves);
    ck_assert_int_ge(count, 400);
    char *at = said + sprintf(said, "size 22\nside both\n");
    for (const char *from = moves; *from != '\0'; from++)
        *at++ = (char)(*from == ' ' ? '\n' : *from);
    strcpy(at, "\nmoves\n");
    play(said);
    ck_assert_uint_eq(kaname_stone_count(person.engine), (size_t)count);
    for (char *shown = person.shown; *shown != '\0'; shown++)
        *shown = (char)(*shown == '\n' ? ' ' : *shown);
    ck_shows(moves);
}
END_TEST

/* "win rate" in what a search shows before its result, and in the result. */
static int count_rates(void) {
    int count = 0;
    for (const char *at = person.shown; (at = strstr(at, "win rate")) != NULL; at++)
        count++;
    return count;
}

START_TEST(thoughts_are_shown_on_a_terminal_or_on_request) {
    person.options.level = LEVEL_FULL; /* weaker levels may move before a report */
    person.options.turn_ms = 300;
    play("h8\n");
    ck_assert_int_eq(count_rates(), 0);
    ck_shows("The engine played ");
    play("thoughts on\nh8\n");
    ck_assert_int_gt(count_rates(), 1);
    ck_shows("% (score ");
    person.io.has_controls = true;
    play("h8\n");
    ck_assert_int_gt(count_rates(), 1);
    play("thoughts off\nh8\n");
    ck_assert_int_eq(count_rates(), 0);
}
END_TEST

START_TEST(a_proven_score_is_told_in_stones) {
    person.options.turn_ms = 10000; /* a proof ends the search before */
    play("thoughts on\nside both\nh8\na1\ni8\nc1\nj8\ne1\nhint\n");
    ck_shows("wins in 3 stones, depth ");
    play("thoughts on\nside both\nh8\na1\ni8\nc1\nj8\ne1\nk8\nhint\n");
    ck_shows("loses in 2 stones, depth ");
}
END_TEST

START_TEST(redo_plays_again_what_undo_took_back) {
    play("h8\nundo\nredo\nmoves\n");
    ck_assert_uint_eq(kaname_stone_count(person.engine), 2);
    play("side both\nh8\nh9\ni9\nundo\nundo\nredo\nmoves\n");
    ck_shows("\nh8 h9\n");
    play("side both\nh8\nh9\nundo\nj9\nredo\nmoves\n");
    ck_shows("nothing to play again");
    ck_shows("\nh8 j9\n");
    play("side both\nh8\nundo\nnew\nredo\n");
    ck_assert_uint_eq(kaname_stone_count(person.engine), 0);
}
END_TEST

START_TEST(who_resigns_has_lost) {
    play("h8\nresign\na1\n");
    ck_shows("Black resigns.\nWhite wins.");
    ck_shows("a1: the game is over.");
    play("side both\nh8\nresign\nresign\n");
    ck_shows("White resigns.\nBlack wins.");
    ck_shows("no game to resign");
}
END_TEST

/* ---- Ctrl-C -------------------------------------------------------------------------------- */

START_TEST(an_unsaved_game_is_left_by_the_second_ctrl_c) {
    person.io.is_interactive = true;
    play("side both\nh8\n\003\nh9\n\003\n\003\nh10\n");
    ck_shows("The game is not saved");
    ck_assert_uint_eq(kaname_stone_count(person.engine), 2);
}
END_TEST

START_TEST(nothing_unsaved_is_left_by_the_first_ctrl_c) {
    person.io.is_interactive = true;
    play("\003\nh8\n");
    ck_hides("not saved");
    ck_assert_uint_eq(kaname_stone_count(person.engine), 0);
}
END_TEST

/* ---- The line editor ----------------------------------------------------------------------- */

static const struct {
    const char *keys, *line; /* up to Enter */
} edits[] = {
    {"h8", "h8"},
    {"h9\177"
     "8",
     "h8"},
    {"8\033[Dh", "h8"},
    {"xh8\033[H\033[3~", "h8"},
    {"8\001h\005 ", "h8 "},
    {"h8\033[D\033[D\033[C\033[C\033[C0", "h80"},
    {"\033[A\033[B\033OD\033[1;5Ch8", "h8"},
    {"h8 rest\033OH\033[C\033[C\013", "h8"},
    {"rest\025h8", "h8"},
    {"\303\244x\033[D\177h8\033[F\177", "h8"},
    {"h\303\2448\033[D\033[D\033[3~", "h8"},
    {"h\3038", "h8"},
    {"\244h\0078", "h8"},
};
enum { EDITS = sizeof edits / sizeof edits[0] };

/* Feeds all keys; returns the last event. */
static EditorEvent feed(Editor *editor, const char *keys) {
    EditorEvent event = EDITOR_WAIT;
    for (; *keys != '\0'; keys++)
        event = editor_feed(editor, *keys);
    return event;
}

static void expect_line(const Editor *editor, const char *line) {
    ck_assert_uint_eq(editor->length, strlen(line));
    ck_assert(memcmp(editor->line, line, editor->length) == 0);
}

START_TEST(keys_edit_the_line) {
    static Editor editor;
    editor_begin(&editor);
    feed(&editor, edits[_i].keys);
    ck_assert_int_eq(feed(&editor, "\n"), EDITOR_LINE);
    expect_line(&editor, edits[_i].line);
}
END_TEST

START_TEST(arrows_bring_back_earlier_lines) {
    static Editor editor;
    for (int i = 0; i < 2 * EDITOR_HISTORY_MAX; i++) {
        char line[16];
        editor_begin(&editor);
        snprintf(line, sizeof line, "level %d\n", i);
        feed(&editor, line);
    }
    editor_begin(&editor);
    feed(&editor, "dra\033[A\033[A");
    expect_line(&editor, "level 78");
    feed(&editor, "\033[B\033[Bft");
    expect_line(&editor, "draft");
    for (int i = 0; i < 100; i++)
        feed(&editor, "\033[A");
    expect_line(&editor, "level 40");
}
END_TEST

START_TEST(ctrl_d_ends_the_input_on_an_empty_line_alone) {
    static Editor editor;
    editor_begin(&editor);
    ck_assert_int_eq(feed(&editor, "h8\004"), EDITOR_MORE);
    ck_assert_int_eq(feed(&editor, "\177\177\004"), EDITOR_END);
}
END_TEST

START_TEST(the_line_is_drawn_around_the_cursor) {
    static Editor editor;
    char drawn[EDITOR_DRAWN_MAX];
    editor_begin(&editor);
    feed(&editor, "0123456789\033[D\033[D");
    drawn[editor_draw(&editor, "> ", 80, drawn)] = '\0';
    ck_assert_str_eq(drawn, "\r> 0123456789\033[K\033[2D");
    drawn[editor_draw(&editor, "> ", 8, drawn)] = '\0';
    ck_assert_str_eq(drawn, "\r> 34567\033[K");
    drawn[editor_draw(&editor, "> ", 1, drawn)] = '\0';
}
END_TEST

START_TEST(any_keys_are_survived) {
    static Editor editor;
    char drawn[EDITOR_DRAWN_MAX];
    uint32_t random = 4711;
    editor_begin(&editor);
    for (int i = 0; i < 200000; i++) {
        random = random * 1664525u + 1013904223u;
        EditorEvent event = editor_feed(&editor, (char)(random >> 24));
        ck_assert_uint_le(editor.length, EDITOR_LINE_MAX);
        ck_assert_uint_le(editor.cursor, editor.length);
        if (i % 16 == 0)
            ck_assert_uint_lt(editor_draw(&editor, "> ", 20, drawn), EDITOR_DRAWN_MAX);
        if (event == EDITOR_LINE || event == EDITOR_END)
            editor_begin(&editor);
    }
    for (int i = 0; i < 2 * EDITOR_LINE_MAX; i++)
        feed(&editor, "\303\244");
    ck_assert_uint_le(editor.length, EDITOR_LINE_MAX);
    ck_assert_uint_lt(editor_draw(&editor, "> ", 2000, drawn), EDITOR_DRAWN_MAX);
}
END_TEST

/* ---- Swap2 ------------------------------------------------------------------------------- */

START_TEST(in_swap2_the_person_may_take_black) {
    play("swap2\nblack\n");
    ck_shows("Swap2: you are White so far; choose 'black' or 'white'");
    ck_assert_uint_eq(kaname_stone_count(person.engine), 4); /* the engine's fourth */
}
END_TEST

START_TEST(in_swap2_the_person_may_stay_white) {
    play("swap2\nwhite\n");
    ck_assert_uint_eq(kaname_stone_count(person.engine), 3);
    ck_shows("Move 4, White: you.");
}
END_TEST

START_TEST(in_swap2_the_person_may_add_two_stones) {
    person.columns = 1000; /* no line is broken */
    play("swap2\na1 o15\n");
    ck_shows("Swap2: you are White so far; choose 'black' or 'white', or add a white and a black "
             "stone, both in one line, and let the engine choose.");
    ck_assert_uint_ge(kaname_stone_count(person.engine), 5);
    ck_shows("The engine takes ");
}
END_TEST

START_TEST(the_stones_of_an_opening_are_not_taken_back) {
    play("swap2\nblack\nundo\n"); /* the engine has placed the fourth */
    ck_shows("There is nothing to take back.");
    ck_assert_uint_eq(kaname_stone_count(person.engine), 4);
    play("swap2\nwhite\nundo\n");
    ck_shows("There is nothing to take back.");
    ck_assert_uint_eq(kaname_stone_count(person.engine), 3);
    play("swap2\nwhite\na1\nundo\nundo\nredo\n");
    ck_shows("There is nothing to take back.");
    ck_assert_uint_eq(kaname_stone_count(person.engine), 5);
    play("opening swap1\nwhite\nside both\na1\nundo\nundo\n");
    ck_assert_uint_eq(kaname_stone_count(person.engine), 1);
    play("opening swap1\nwhite\nside both\nnew\na1\nundo\n");
    ck_assert_uint_eq(kaname_stone_count(person.engine), 0);
}
END_TEST

START_TEST(in_swap2_the_two_stones_may_come_one_by_one) {
    play("swap2\na1\nwhite\no15\n");
    ck_shows("So far: a1; 1 to come. Next: Black.");
    ck_assert_uint_ge(kaname_stone_count(person.engine), 5);
    ck_assert(kaname_stone(person.engine, 3).x == 0 && kaname_stone(person.engine, 3).y == 14);
    ck_assert(kaname_stone(person.engine, 4).x == 14 && kaname_stone(person.engine, 4).y == 0);
    play("swap2\na1\nundo\nmoves\nundo\n");
    ck_assert_uint_eq(kaname_stone_count(person.engine), 3);
    ck_shows("Not during an opening");
    play("rule renju\nopening rif me\nh8\nundo\n");
    ck_assert_uint_eq(kaname_stone_count(person.engine), 0);
}
END_TEST

START_TEST(in_swap2_the_person_may_place_the_three) {
    play("swap2 me\nh8\nh9 i9\nblack\n");
    ck_assert_uint_ge(kaname_stone_count(person.engine), 3);
    bool is_answered = strstr(person.shown, "The engine takes ") != NULL ||
                       strstr(person.shown, "The engine added two stones") != NULL;
    ck_assert_msg(is_answered, "%s", shown_end());
}
END_TEST

START_TEST(in_swap2_wrong_stones_change_nothing) {
    play("swap2 me\nh8\nblack\nh9 h9\nz9\nh9 i9 j9\n");
    ck_assert_uint_eq(kaname_stone_count(person.engine), 1);
    play("swap2\na1\na1 b1 c1\nundo\nredo\nhint\n");
    ck_assert_uint_eq(kaname_stone_count(person.engine), 3);
}
END_TEST

/* ---- Other opening rules ------------------------------------------------------------------- */

START_TEST(in_rif_the_person_places_the_opening_stone_by_stone) {
    person.columns = 1000; /* no line is broken */
    play("rule renju\nopening rif me\nh8\nh11\nh9\ni10\n");
    ck_shows("RIF: place three stones, black, white, black: the first at the centre");
    ck_shows("So far: h8; 2 to come. Next: White.");
    ck_shows("That is against the opening rule: h11 lies outside the central 3x3.");
    ck_assert_uint_ge(kaname_stone_count(person.engine), 3);
}
END_TEST

START_TEST(in_rif_the_engine_offers_two_fifth_moves_and_the_person_keeps_one) {
    person.columns = 1000; /* no line is broken */
    /* The engine's offers are not known beforehand: try the points around the centre in turn. */
    char text[800] = "rule renju\nopening rif\nwhite\na1\no15\n";
    for (int column = 'd'; column <= 'l'; column++)
        for (int row = 4; row <= 12; row++)
            snprintf(text + strlen(text), sizeof text - strlen(text), "%c%d\n", column, row);
    play(text);
    ck_shows("RIF: you are White so far; choose 'black' or 'white', or place the fourth stone, "
             "white.");
    ck_shows("Black offers 2 fifth moves: ");
    ck_shows("RIF: you are White; keep one of Black's fifth moves: ");
    ck_shows("That is against the opening rule: o15 is none of the fifth moves offered.");
    ck_shows("Move 6, White: you.");
}
END_TEST

START_TEST(in_rif_the_person_may_offer_fifth_moves_one_by_one) {
    person.columns = 1000; /* no line is broken */
    /* Black after the swap: the engine places the fourth. */
    play("rule renju\nopening rif\nswap\na1\na1\nc2\n");
    ck_shows("RIF: you are Black; offer 2 fifth moves, no two symmetrical; White keeps one.");
    ck_shows("So far: a1; 1 to come.");
    ck_shows("a1 is occupied");
    ck_shows("White keeps the fifth move ");
    ck_assert_uint_eq(kaname_stone_count(person.engine), 6);
    ck_shows("Move 7, Black: you.");
}
END_TEST

START_TEST(a_number_of_fifth_moves_is_announced_behind_the_points) {
    person.columns = 1000; /* no line is broken */
    play("rule renju\nopening yamaguchi me\nh8 h9 i10\nh8 h9 i10 13\nh8 h9 i10 2 2\n");
    ck_shows("the number of fifth moves must be 1 to 12, not 0.");
    ck_shows("the number of fifth moves must be 1 to 12, not 13.");
    ck_shows("A move is written h8, or 7,7 from the top left; 'help' lists the commands.");
    ck_assert_uint_eq(kaname_stone_count(person.engine), 0);
    play("rule renju\nopening yamaguchi me\nh8 h9 i10 2\n");
    ck_assert_uint_ge(kaname_stone_count(person.engine), 3);
    play("rule renju\nopening soosorv8\na1 1\n");
    ck_assert_uint_ge(kaname_stone_count(person.engine), 4);
}
END_TEST

START_TEST(in_taraguchi_a_side_that_is_kept_still_places_its_stone) {
    person.columns = 1000; /* no line is broken */
    play("rule renju\nopening taraguchi10\nwhite\nblack\nh9\n");
    ck_shows("Taraguchi-10: you are White so far; choose 'black' or 'white', or place the second "
             "stone, white, in the central 3x3.");
    ck_shows("Taraguchi-10: you are White; place the second stone, white, in the central 3x3.");
    ck_assert_uint_ge(kaname_stone_count(person.engine), 2);
    play("rule renju\nopening taraguchi10\nh9 i9\nj11\nundo\n");
    ck_assert_uint_eq(kaname_stone_count(person.engine), 1);
    ck_shows("j11 lies outside the central 3x3.");
    ck_shows("Not during an opening");
}
END_TEST

START_TEST(after_the_first_move_the_person_may_swap) {
    person.columns = 1000; /* no line is broken */
    play("opening swap1\nblack\n");
    ck_shows("Swap after the first move: you are White so far; choose 'black' or 'white'.");
    ck_assert_uint_eq(kaname_stone_count(person.engine), 2);
    play("opening swap1\nwhite\n");
    ck_shows("Move 2, White: you.");
    play("opening swap1 me\na1\n");
    ck_shows("The engine takes ");
}
END_TEST

/* Types `hint` and then what it suggests, until the opening is over. */
static struct {
    char opening[64];
    int lines;
    size_t begin; /* of what was shown since the opening began */
} follower;

static size_t follow_hints(void *context, char *buffer, size_t capacity) {
    char line[128] = "hint";
    int number = follower.lines++;
    (void)context;
    if (number == 0) {
        snprintf(line, sizeof line, "rule renju");
    } else if (number == 1) {
        follower.begin = person.length;
        snprintf(line, sizeof line, "%s", follower.opening);
    } else if (strstr(person.shown + follower.begin, "\nMove ") != NULL || number > 40) {
        return 0;
    } else if (number % 2 == 1) {
        const char *hint = NULL;
        for (const char *at = person.shown; (at = strstr(at, "Try ")) != NULL; at++)
            hint = at + 4;
        ck_assert_msg(hint != NULL, "%s", shown_end());
        const char *then = strstr(hint, "', then ");
        if (then != NULL) /* the colour, then the stone */
            snprintf(line, sizeof line, "%.*s\n%.*s", (int)(then - hint) - 1, hint + 1,
                     (int)strcspn(then + 8, "."), then + 8);
        else
            snprintf(line, sizeof line, "%.*s", (int)strcspn(hint + (*hint == '\''), "'."),
                     hint + (*hint == '\''));
    }
    return (size_t)snprintf(buffer, capacity, "%s\n", line);
}

START_TEST(an_opening_can_be_played_by_hints_alone) {
    const OpeningRule *rule = opening_rule_at(_i / 2);
    person.columns = 1000; /* no line is broken */
    person.io.read = follow_hints;
    memset(&follower, 0, sizeof follower);
    snprintf(follower.opening, sizeof follower.opening, "opening %s%s", rule->name,
             _i % 2 ? " me" : "");
    ck_assert(terminal_play(person.engine, &person.options, &person.io));
    ck_shows("Try ");
    ck_hides("against the opening rule");
    ck_hides("occupied");
    ck_hides("There is nothing");
    ck_assert_msg(strstr(person.shown + follower.begin, "\nMove ") != NULL, "%s", shown_end());
}
END_TEST

START_TEST(a_hint_in_an_opening_changes_nothing) {
    person.columns = 1000; /* no line is broken */
    play("swap2 me\nh8\nhint\nmoves\ni9\n");
    ck_shows("Try ");
    ck_hides("depth");
    ck_shows("\nh8\n");
    ck_shows("So far: h8 i9; 1 to come. Next: Black.");
    play("rule renju\nopening taraguchi10\nwhite\nhint\n");
    ck_hides("Try '"); /* the colour is settled */
    ck_shows("Try ");
}
END_TEST

START_TEST(openings_are_named_and_need_their_board) {
    person.columns = 1000; /* no line is broken */
    play("opening\nopening pro\nopening rif you\nsize 8\nopening rif\nswap\n");
    ck_shows("opening swap2, swap1, rif, yamaguchi, taraguchi10 or soosorv8: ");
    ck_shows("RIF: the engine begins; rif me: you do.");
    ck_shows("RIF needs a board of 9x9 or more.");
    ck_shows("There is nothing to swap now.");
}
END_TEST

START_TEST(every_opening_can_be_played_to_its_end_against_the_engine) {
    person.columns = 1000; /* no line is broken */
    char line[200];
    const OpeningRule *rule = opening_rule_at(_i / 2);
    /* Answers for every step that may come; those that are not due change nothing. */
    snprintf(line, sizeof line, "rule renju\nopening %s%s\n", rule->name, _i % 2 ? " me" : "");
    char text[4000] = "";
    strcat(text, line);
    for (int i = 0; i < 3; i++)
        strcat(text, "h8 h9 i10 3\nh8 h9 i10\nh8\na1 3\na1\no15\nb13\nm2\nd7\nf12\nl4\nk13\nc9\n"
                     "n6\ng10\ni9\nj10\ng7\nf8\n");
    play(text);
    ck_shows("Move ");
}
END_TEST

/* ---- Drawing ----------------------------------------------------------------------------- */

/* Every line's characters; bytes that go on one of UTF-8 are none. */
static size_t widest_line(const char *text) {
    size_t widest = 0, now = 0;
    for (; *text != '\0'; text++) {
        if (((unsigned char)*text & 0xC0) == 0x80)
            continue;
        now = *text == '\n' ? 0 : now + 1;
        widest = now > widest ? now : widest;
    }
    return widest;
}

START_TEST(no_line_is_wider_than_the_terminal) {
    enum { STEP = 4 };
    person.columns = 8 + _i * STEP;
    person.io.is_unicode = _i % 2 == 0;
    play("h8\nhint\nhelp\nmoves\nwhat\nrule renju\nswap2\n");
    ck_assert_uint_le(widest_line(person.shown), (size_t)person.columns);
}
END_TEST

START_TEST(a_narrow_terminal_gets_a_compact_board) {
    person.columns = 33;
    play("side both\nh8\nh9\n");
    ck_shows("\n 9 .......o.......\n 8 .......X.......\n");
    ck_shows("\n   abcdefghijklmno\n");
    person.columns = 34;
    play("side both\nh8\nh9\n");
    ck_shows("\n 9  . . . . . . .[O]. . . . . . .\n");
}
END_TEST

START_TEST(a_very_narrow_terminal_is_told) {
    person.columns = 17;
    play("h8\n");
    ck_shows("(too narrow for");
    ck_shows("The engine");
}
END_TEST

START_TEST(the_board_takes_the_form_that_fits) {
    enum { COMPACT = 18, WIDE = 34 }; /* columns that the two forms of 15 points take */
    for (int columns = COMPACT - 2; columns <= WIDE + 2; columns++) {
        person.columns = columns;
        play("side both\nh8\n");
        ck_assert_uint_le(widest_line(person.shown), (size_t)columns);
        ck_assert_int_eq(strstr(person.shown, "[X]") != NULL, columns >= WIDE);
        ck_assert_int_eq(strstr(person.shown, "oo narrow") != NULL, columns < COMPACT);
    }
}
END_TEST

START_TEST(a_compact_five_has_its_own_sign) {
    person.columns = 20;
    play("side both\na1\na5\nb1\nb5\nc1\nc5\nd1\nd5\ne1\n");
    ck_shows(" 1 #####..........");
}
END_TEST

START_TEST(the_largest_board_is_drawn_whole) {
    play("size 22\nside both\nv22\n");
    ck_shows("22  . . . . . . . . . . . . . . . . . . . . .[X]\n");
    ck_shows("    a b c d e f g h i j k l m n o p q r s t u v\n");
}
END_TEST

START_TEST(stones_are_round_where_the_locale_allows) {
    person.io.is_unicode = true;
    play("side both\nh8\n");
    ck_shows("[\u25cf]");
    person.options.is_ascii = true;
    play("side both\nh8\n");
    ck_hides("\u25cf");
    ck_shows("[X]");
}
END_TEST

START_TEST(a_pipe_gets_no_control_codes) {
    play("h8\nhint\nundo\nrule renju\nlevel 3\nh8\n");
    for (const char *at = person.shown; *at != '\0'; at++)
        ck_assert((unsigned char)*at >= ' ' || *at == '\n');
    ck_hides("> ");
}
END_TEST

START_TEST(a_terminal_gets_colors_and_a_prompt) {
    person.io.is_interactive = person.io.has_controls = person.io.has_color = true;
    play("h8\n");
    ck_shows("\033[1;33m");
    ck_shows("\n> ");
}
END_TEST

/* ---- Words ------------------------------------------------------------------------------- */

static const char *const nonsense[] = {
    "z9",          "h0",       "h16",      "h8x",
    "8h",          "h8 h9",    "level -1", "level 11",
    "level x",     "size 4",   "size 23",  "size 5x",
    "size 5x5 5",  "rule go",  "time 0",   "time -1",
    "time 1e9",    "time .",   "time nan", "thoughts up",
    "side red",    "save",     "load",     "swap2 x",
    "swap2 me me", "\xff\xfe", "levelx 5", "time 99999999999999999999",
};
enum { NONSENSE = sizeof nonsense / sizeof nonsense[0] };

START_TEST(nonsense_is_answered_and_changes_nothing) {
    char said[256];
    play("");
    size_t before = person.length;
    snprintf(said, sizeof said, "%s\n", nonsense[_i]);
    play(said);
    ck_assert_uint_gt(person.length, before);
    ck_assert_uint_eq(kaname_stone_count(person.engine), 0);
    ck_assert_int_eq(kaname_width(person.engine), 15);
    ck_assert_int_eq(kaname_rule(person.engine), KANAME_RULE_FREESTYLE);
}
END_TEST

START_TEST(any_bytes_are_survived) {
    enum { BYTES = 300000 };
    char *said = malloc(BYTES);
    ck_assert_ptr_nonnull(said);
    uint32_t random = 12345;
    for (int i = 0; i < BYTES; i++) {
        random = random * 1664525u + 1013904223u;
        said[i] = (char)(random >> 24);
    }
    memset(said, 'a', BYTES / 2); /* one huge word first */
    ck_assert(play_bytes(said, BYTES));
    free(said);
}
END_TEST

START_TEST(an_output_that_breaks_ends_the_game) {
    person.break_after = 500;
    ck_assert(!play_bytes("h8\nh9\nh10\n", 10));
}
END_TEST

START_TEST(the_last_line_needs_no_end) {
    play("side both\nh8");
    ck_assert_uint_eq(kaname_stone_count(person.engine), 1);
}
END_TEST

/* ---- Levels ------------------------------------------------------------------------------ */

START_TEST(a_middling_level_makes_its_five) {
    char said[128];
    snprintf(said, sizeof said, "level %d\nside both\nh8\na1\ni8\nc1\nj8\ne1\nk8\ng1\ngo\n", _i);
    play(said);
    ck_shows("Black wins.");
}
END_TEST

START_TEST(a_middling_level_blocks_a_five) {
    char said[128];
    snprintf(said, sizeof said, "level %d\nside both\nh8\ng8\ni8\nc1\nj8\ne1\nk8\ngo\n", _i);
    play(said);
    ck_shows("The engine played l8.");
}
END_TEST

/* ---- Files ------------------------------------------------------------------------------- */

static char folder[TEST_PATH_BYTES], file_name[TEST_PATH_BYTES];

static void name_a_file(void) {
    make_folder(folder);
    path_in(file_name, folder, "a game.txt");
}

static void expect_no_other_file(void) {
    ck_assert_int_eq(remove(file_name), 0);
    ck_assert_int_eq(rmdir(folder), 0); /* fails when something was left behind */
}

static const char *say_with_file(const char *before, const char *verb, const char *after) {
    char said[512];
    snprintf(said, sizeof said, "%s%s %s\n%s", before, verb, file_name, after);
    return play(said);
}

START_TEST(a_saved_game_comes_back) {
    name_a_file();
    say_with_file("rule renju\nsize 17x9\nside both\nh8\nh9\ni3\n", "save", "");
    ck_shows("Saved 3 moves.");
    say_with_file("", "load", "moves\n");
    ck_shows("h8 h9 i3\n");
    ck_assert_int_eq(kaname_rule(person.engine), KANAME_RULE_RENJU);
    ck_assert_int_eq(kaname_width(person.engine), 17);
    ck_assert_int_eq(kaname_height(person.engine), 9);
    expect_no_other_file();
}
END_TEST

/* .pos holds no rule, PSQ only in the line of a result. */
START_TEST(a_rule_that_the_file_does_not_hold_is_told) {
    static const struct {
        const char *rule, *name, *said;
    } saves[] = {
        {"renju", "g.psq", "Saved 1 move. The file does not hold the rule, renju."},
        {"caro-exact", "g.pos", "Saved 1 move. The file does not hold the rule, caro-exact."},
        {"renju", "g.sgf", "Saved 1 move.\n"},
        {"renju", "g.txt", "Saved 1 move.\n"},
        {"freestyle", "g.psq", "Saved 1 move.\n"}};
    for (size_t i = 0; i < sizeof saves / sizeof saves[0]; i++) {
        char before[64];
        make_folder(folder);
        path_in(file_name, folder, saves[i].name);
        snprintf(before, sizeof before, "rule %s\nside both\nh8\n", saves[i].rule);
        say_with_file(before, "save", "");
        ck_shows(saves[i].said);
        expect_no_other_file();
    }
}
END_TEST

START_TEST(saving_follows_links_and_keeps_other_files) {
    char target[TEST_PATH_BYTES], text[8] = "";
    struct stat about;
    name_a_file();
    path_in(target, folder, "target");
    ck_assert_int_eq(symlink("target", file_name), 0);
    say_with_file("side both\nh8\nh9\ni3\n", "save", "");
    ck_shows("Saved 3 moves.");
    ck_assert(lstat(file_name, &about) == 0 && S_ISLNK(about.st_mode));
    FILE *file = fopen(target, "wb");
    ck_assert(file != NULL && fputs("letter", file) >= 0 && fclose(file) == 0);
    say_with_file("side both\nh8\n", "save", "");
    ck_shows("Not saved: the file holds something else and is kept.");
    file = fopen(target, "rb");
    ck_assert(file != NULL && fread(text, 1, sizeof text - 1, file) == 6);
    fclose(file);
    ck_assert_str_eq(text, "letter");
    ck_assert(remove(target) == 0 && mkfifo(target, 0600) == 0);
    say_with_file("", "load", "");
    ck_shows("Not loaded: it is not a regular file.");
    ck_assert_int_eq(remove(target), 0);
    expect_no_other_file();
}
END_TEST

START_TEST(saving_replaces_the_file) {
    static const char *const names[] = {"a game.txt", "a game.pos"};
    make_folder(folder);
    path_in(file_name, folder, names[_i]);
    say_with_file("side both\nh8\nh9\ni3\n", "save", "");
    say_with_file("side both\nh8\n", "save", "");
    ck_shows("Not saved: the file holds moves");
    say_with_file("", "load", "moves\n");
    ck_shows("h8 h9 i3\n");
    char said[2 * TEST_PATH_BYTES + 64];
    snprintf(said, sizeof said, "side both\nh8\nsave %s\nsave %s\n", file_name, file_name);
    play(said);
    ck_shows("The same command again replaces it.");
    ck_shows("Saved 1 move.");
    say_with_file("", "load", "moves\n");
    ck_shows("h8\n");
    ck_hides("h9");
    expect_no_other_file();
}
END_TEST

/* The game may be another one by then. */
START_TEST(another_command_takes_back_what_save_has_asked) {
    static const char *const between[] = {"i9", "new\na1", "moves"};
    char said[2 * TEST_PATH_BYTES + 64];
    make_folder(folder);
    path_in(file_name, folder, "game.txt");
    say_with_file("side both\nh8\nh9\ni3\n", "save", "");
    snprintf(said, sizeof said, "side both\nh8\nsave %s\n%s\nsave %s\n", file_name, between[_i],
             file_name);
    play(said);
    ck_hides("Saved");
    say_with_file("", "load", "moves\n");
    ck_shows("h8 h9 i3\n");
    expect_no_other_file();
}
END_TEST

START_TEST(blanks_around_a_file_name_do_not_count) {
    char said[512];
    name_a_file();
    snprintf(said, sizeof said, "side both\nh8\nsave   %s  \n", file_name);
    play(said);
    ck_shows("Saved 1 move.");
    expect_no_other_file();
}
END_TEST

START_TEST(what_cannot_be_written_is_told) {
    play("save /nonexistent/folder/x.txt\n");
    ck_shows("Not saved: the file cannot be written.");
    play("load /nonexistent/folder/x\n");
    ck_shows("Not loaded: the file cannot be read.");
}
END_TEST

START_TEST(the_formats_are_named_where_a_file_is_refused) {
    play("save -\nsave game.doc\nsave\nload\n");
    ck_shows("Not saved: the name must end in .psq (Piskvork), .sgf");
    ck_shows("save FILE; the name ends in .psq");
    ck_shows("load FILE: PSQ (Piskvork), SGF");
}
END_TEST

static const struct {
    const char *ending, *before, *moves;
} formats[] = {
    {".psq", "size 17x9\nside both\nh8\nh9\ni3\n", "h8 h9 i3\n"},
    {".sgf", "size 17x9\nside both\nh8\nh9\ni3\n", "h8 h9 i3\n"},
    {".txt", "size 17x9\nside both\nh8\nh9\ni3\n", "h8 h9 i3\n"},
    {".pos", "side both\nh8\nh9\ni3\n", "h8 h9 i3\n"},
    {".SGF", "side both\na1\n", "a1\n"},
};
enum { FORMATS = sizeof formats / sizeof formats[0] };

START_TEST(a_game_comes_back_in_every_format) {
    char name[32];
    snprintf(name, sizeof name, "game%s", formats[_i].ending);
    make_folder(folder);
    path_in(file_name, folder, name);
    say_with_file(formats[_i].before, "save", "");
    ck_shows("Saved");
    say_with_file("", "load", "moves\n");
    ck_shows(formats[_i].moves);
    expect_no_other_file();
}
END_TEST

static void write_named_file(const char *text) {
    name_a_file();
    FILE *file = fopen(file_name, "wb");
    ck_assert_ptr_nonnull(file);
    fputs(text, file);
    fclose(file);
}

START_TEST(the_top_left_of_a_file_is_the_top_left_of_the_board) {
    write_named_file("Piskvorky 15x15, 0:0, 0\n1,1,0\n");
    say_with_file("", "load", "moves\n");
    ck_shows("15 [X]. .");
    ck_shows("a15\n");
    expect_no_other_file();
}
END_TEST

START_TEST(setup_walls_and_passes_are_loaded) {
    write_named_file("(;GM[4]SZ[9]AB[aa][bb]WALL[ii];W[ee];B[];W[ff];B[gg])");
    say_with_file("", "load", "moves\n");
    ck_shows("set up: black a9, b8; walls i1\ne5 pass f4 g3\n");
    ck_assert_int_eq(kaname_at(person.engine, 8, 8), KANAME_WALL);
    ck_assert_int_eq(kaname_at(person.engine, 5, 5), KANAME_WHITE);
    ck_assert_int_eq(kaname_to_move(person.engine), KANAME_WHITE);
    expect_no_other_file();
}
END_TEST

START_TEST(setup_walls_and_passes_are_saved) {
    char said[4 * TEST_PATH_BYTES], other[TEST_PATH_BYTES];
    write_named_file("(;GM[4]SZ[9]AB[aa][bb]WALL[ii];W[ee];B[];W[ff];B[gg])");
    path_in(other, folder, "other.sgf");
    snprintf(said, sizeof said, "load %s\nsave %s\nnew\nload %s\nmoves\n", file_name, other, other);
    play(said);
    ck_shows("set up: black a9, b8; walls i1\ne5 pass f4 g3\n");
    ck_assert_int_eq(kaname_at(person.engine, 8, 8), KANAME_WALL);
    ck_assert_int_eq(kaname_at(person.engine, 5, 5), KANAME_WHITE);
    ck_assert_int_eq(kaname_to_move(person.engine), KANAME_WHITE);
    ck_assert_int_eq(remove(other), 0);
    path_in(other, folder, "other.psq");
    snprintf(said, sizeof said, "load %s\nsave %s\n", file_name, other);
    play(said);
    ck_shows("Not saved: the format cannot hold walls and setup stones.");
    expect_no_other_file();
}
END_TEST

/* Files with a fault: what is said, and the moves on the board then. */
static const struct {
    const char *text, *wrong, *moves;
} damages[] = {
    {"rule go\n", "Not loaded: list of moves, line 1: unknown rule", "h8 h9\n"},
    {"# x\nsize 99\n", "Not loaded: list of moves, line 2: invalid size", "h8 h9\n"},
    {"hello\n", "Not loaded: list of moves, line 1: a move is written h8", "h8 h9\n"},
    {"", "Not loaded: the file is empty", "h8 h9\n"},
    {"(;GM[4]SZ[99];B[aa])", "Not loaded: SGF, line 1: a board size", "h8 h9\n"},
    {"size 15\nmoves a1 h99\n", "Only the beginning was loaded: list of moves, line 2: h99",
     "a1\n"},
    {"Piskvorky 15x15, 0:0, 0\n1,1,0\n1,1,0\n", "Only the beginning was loaded: PSQ, line 3",
     "a15\n"},
    {"moves a1 a5 b1 b5 c1 c5 d1 d5 e1 e5\n",
     "Only the beginning was loaded: move 10: the game is over", "d5 e1\n"},
};
enum { DAMAGES = sizeof damages / sizeof damages[0] };

static char *file_text(void) {
    static char text[4096];
    FILE *file = fopen(file_name, "rb");
    ck_assert_ptr_nonnull(file);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    return text;
}

static void name_an_sgf(const char *text) {
    make_folder(folder);
    path_in(file_name, folder, "a.sgf");
    write_in(folder, "a.sgf", text);
}

#define TREE                                                                                      \
    "(;FF[4]GM[4]SZ[15]RU[renju]PB[A]PW[B]EV[Cup]DT[2020-02-02]RE[B+R]XY[\\]]C[root];B[hh]TR[hh]" \
    "C[one](;W[ii];B[jj]C[end])(;W[gg]LB[aa:1]))"

START_TEST(what_a_file_holds_is_saved_again) {
    static const char *const parts[] = {"RU[renju]",          "PB[A]PW[B]",     "EV[Cup]",
                                        "DT[2020-02-02]",     "XY[\\]]",        "C[root]",
                                        ";B[hh]TR[hh]C[one]", ";W[gg]LB[aa:1]", ";B[jj]C[end]"};
    char said[4 * TEST_PATH_BYTES + 64];
    for (int i = 0; i < 3; i++) {
        static const char *const played[] = {"", "side both\na1\n", "side both\nundo\nundo\na2\n"};
        name_an_sgf(TREE);
        snprintf(said, sizeof said, "load %s\n%ssave %s\nnew\nload %s\nmoves\n", file_name,
                 played[i], file_name, file_name);
        play(said);
        ck_shows("Saved");
        ck_shows(i == 0 ? "h8 i7 j6\n" : i == 1 ? "h8 i7 j6 a1\n" : "h8 a2\n");
        for (size_t j = 0; j < sizeof parts / sizeof parts[0]; j++)
            ck_assert_msg(strstr(file_text(), parts[j]) != NULL, "no %s in %s", parts[j],
                          file_text());
        ck_assert_int_eq(strstr(file_text(), "RE[B+R]") != NULL, i == 0);
        expect_no_other_file();
    }
}
END_TEST

START_TEST(a_file_that_holds_more_is_replaced_only_on_demand) {
    static const char *const held[] = {(TREE),
                                       "(;GM[4];B[hh])(;GM[4];B[ii])",
                                       "(;GM[4]C[x];B[hh])",
                                       "(;GM[4]PB[x];B[hh])",
                                       "(;GM[4]XX[x];B[hh])",
                                       "(;GM[4];B[hh](;W[ii])(;W[jj]))",
                                       "(;GM[4];B[hh];W[aa])",
                                       "(;GM[4]SZ[15];B[hh];W[zz])",
                                       "(;GM[4]SZ[99])"};
    char said[3 * TEST_PATH_BYTES + 64];
    for (size_t i = 0; i < sizeof held / sizeof held[0]; i++) {
        name_an_sgf(held[i]);
        say_with_file("side both\nh8\n", "save", "");
        ck_shows("Not saved: the file holds");
        ck_assert_str_eq(file_text(), held[i]);
        snprintf(said, sizeof said, "side both\nh8\nsave %s\nsave %s\n", file_name, file_name);
        play(said);
        ck_shows("Saved 1 move.");
        expect_no_other_file();
    }
    name_an_sgf("(;GM[4];B[hh])");
    say_with_file("side both\nh8\ni7\n", "save", "");
    ck_shows("Saved 2 moves.");
    expect_no_other_file();
    /* What was asked of one file is no word about another. */
    name_an_sgf(TREE);
    char other[TEST_PATH_BYTES];
    path_in(other, folder, "other.sgf");
    write_in(folder, "other.sgf", TREE);
    snprintf(said, sizeof said, "side both\nh8\nsave %s\nsave %s\n", other, file_name);
    play(said);
    ck_hides("Saved");
    ck_assert_str_eq(file_text(), TREE);
    ck_assert_int_eq(remove(other), 0);
    expect_no_other_file();
}
END_TEST

START_TEST(a_file_without_a_rule_is_read_by_the_games_rule) {
    name_an_sgf("(;GM[4];B[hg];W[ao];B[hf];W[co];B[ih];W[eo];B[jh];W[go])");
    say_with_file("rule renju\n", "load", "side both\nh8\n");
    ck_shows("h8: that point is forbidden to Black: double-three.");
    expect_no_other_file();
}
END_TEST

START_TEST(a_game_that_a_foul_ended_is_loaded_whole) {
    name_an_sgf("(;GM[4]RU[renju];B[hg];W[ao];B[hf];W[co];B[ih];W[eo];B[jh];W[go];B[hh])");
    say_with_file("", "load", "moves\n");
    ck_shows("White wins: Black's last stone is forbidden.");
    ck_shows("g1 h8\n");
    expect_no_other_file();
}
END_TEST

START_TEST(a_resigned_game_is_not_saved_yet) {
    person.io.is_interactive = true;
    char said[TEST_PATH_BYTES + 64];
    make_folder(folder);
    path_in(file_name, folder, "game.sgf");
    snprintf(said, sizeof said, "side both\nh8\nsave %s\n\003\n", file_name);
    play(said);
    ck_hides("The game is not saved");
    snprintf(said, sizeof said, "side both\nh8\nsave %s\nresign\n\003\n", file_name);
    ck_assert_int_eq(remove(file_name), 0);
    play(said);
    ck_shows("The game is not saved");
    expect_no_other_file();
}
END_TEST

START_TEST(the_result_is_saved) {
    make_folder(folder);
    path_in(file_name, folder, "game.sgf");
    say_with_file("side both\nh8\nresign\n", "save", "");
    ck_assert_msg(strstr(file_text(), "RE[B+") != NULL, "%s", file_text());
    expect_no_other_file();
}
END_TEST

START_TEST(a_point_is_written_in_several_ways) {
    play("side both\n7,7\nJ 10\nh8\n0,0\n3,12\nmoves\n");
    ck_shows("h8 j10 a15 d3\n");
    ck_shows("h8: that point is occupied.");
}
END_TEST

static const struct {
    const char *moves, *wrong;
} fouls[] = {
    {"h9 a1 h10 c1 i8 e1 j8 g1", "double-three"},
    {"h9 a1 h10 c1 h11 e1 i8 g1 j8 i1 k8 k1", "double-four"},
    {"e8 a1 f8 c1 g8 e1 i8 g1 j8 i1", "overline"},
    {"e8 a1 f8 c1 i8 e1 k8 g1 l8 i1", "double-four"},
    {"h9 a1 h10 c1 i8 e1 j8 g1 g7 i1 i9 k1 j10 k2", "double-three"}, /* and a straight four */
    {"g9 a1 f10 c1 i7 e1 h9 g1 h10 i1 h11 k1", "double-four"},       /* one falling, */
    {"i9 a1 j10 c1 g7 e1 h9 g1 h10 i1 h11 k1", "double-four"},       /* one rising */
};
enum { FOULS = sizeof fouls / sizeof fouls[0] };

START_TEST(a_foul_is_named_with_its_kind) {
    char said[512] = "rule renju\nside both\n", wrong[64];
    strcat(said, fouls[_i].moves);
    for (char *c = said + strlen("rule renju\nside both\n"); *c != '\0'; c++)
        *c = *c == ' ' ? '\n' : *c;
    strcat(said, "\nh8\n");
    play(said);
    snprintf(wrong, sizeof wrong, "h8: that point is forbidden to Black: %s.", fouls[_i].wrong);
    ck_shows(wrong);
}
END_TEST

START_TEST(walls_are_drawn_as_walls) {
    name_an_sgf("(;GM[4]SZ[9]WALL[aa][cc];B[ee])");
    say_with_file("", "load", "");
    ck_shows(" 9  % . .");
    expect_no_other_file();
}
END_TEST

START_TEST(a_pass_at_the_end_is_saved) {
    char line[3 * TEST_PATH_BYTES], text[256];
    name_a_file();
    write_in(folder, "pass.sgf", "(;GM[4]SZ[15];B[hh];W[])");
    snprintf(line, sizeof line, "load %s/pass.sgf\nsave %s/saved.sgf\n", folder, folder);
    play(line);
    path_in(line, folder, "saved.sgf");
    FILE *file = fopen(line, "rb");
    ck_assert_msg(file != NULL, "%s", shown_end());
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    ck_assert_msg(strstr(text, ";B[hh]") != NULL && strstr(text, ";W[]") != NULL, "%s", text);
}
END_TEST

START_TEST(loading_keeps_both_sides_or_none) {
    name_an_sgf("(;GM[4];B[hh];W[ii])");
    say_with_file("side both\n", "load", "a1\na2\nmoves\n");
    ck_shows("h8 i7 a1 a2\n");
    ck_assert_uint_eq(kaname_stone_count(person.engine), 4);
    name_an_sgf("(;GM[4]SZ[5];B[aa])");
    say_with_file("size 5\nside none\n", "load", "");
    ck_assert_uint_gt(kaname_stone_count(person.engine), 5);
    say_with_file("", "load", "");
    ck_shows("Move 2, White: you.");
}
END_TEST

static const struct {
    const char *text, *listed;
} listings[] = {
    {"(;GM[4]SZ[15];B[hh];W[];B[ii])", "\nh8 pass i7 o1\n"},
    {"(;GM[4]SZ[15];B[hh];W[])", "\nh8 pass o1\n"},
    {"(;GM[4]SZ[15]AB[hh][ii]AW[aa])", "\nset up: black h8, i7; white a15\no1\n"},
    {"(;GM[4]SZ[15]AB[hh]WALL[cc];W[ab];B[ac];W[];B[ad])",
     "\nset up: black h8; walls c13\na14 a13 pass a12 o1\n"},
    {"(;GM[4]SZ[15];B[hh];W[aa];AE[hh]AB[ii];B[];W[cc])",
     "\nset up: black i7; white a15\npass c13 o1\n"},
    {"(;GM[4]SZ[15];B[hh];W[ii])", "\nh8 i7 o1\n"},
};
enum { LISTINGS = sizeof listings / sizeof listings[0] };

START_TEST(passes_and_setup_of_a_file_are_listed) {
    name_an_sgf(listings[_i].text);
    say_with_file("side both\n", "load", "o1\nmoves\n");
    ck_shows(listings[_i].listed);
}
END_TEST

START_TEST(setup_without_moves_is_listed) {
    name_an_sgf("(;GM[4]SZ[15]AB[hh])");
    say_with_file("", "load", "moves\n");
    ck_shows("\nset up: black h8\nNo move yet.\n");
}
END_TEST

START_TEST(the_first_of_several_games_is_said_to_be_it) {
    person.columns = 1000; /* no line is broken */
    name_an_sgf("(;GM[4];B[aa])(;GM[4];B[bb])");
    say_with_file("", "load", "moves\n");
    ck_shows("This is the first of 2 games; 'pbrain-kaname convert' writes all as SGF.");
    ck_shows("a15\n");
    name_an_sgf("(;GM[4];B[aa])");
    say_with_file("", "load", "");
    ck_hides("This is the first");
}
END_TEST

START_TEST(a_damaged_file_is_told_and_loaded_as_far_as_it_goes) {
    write_named_file(damages[_i].text);
    say_with_file("rule renju\nsize 13\nside both\nh8\nh9\n", "load", "moves\n");
    /* The text may be wrapped anywhere. */
    for (char *at = person.shown; *at != '\0'; at++)
        if (*at == '\n' && at[1] >= 'a' && at[1] <= 'z' && at[-1] != '.' && at[-1] != '\n')
            *at = ' ';
    ck_shows(damages[_i].wrong);
    ck_shows(damages[_i].moves);
    expect_no_other_file();
}
END_TEST

/* ---- Options ----------------------------------------------------------------------------- */

static bool read_options(TerminalOptions *options, const char *line, Failure *failure) {
    static WordList list;
    words_split(&list, line);
    return terminal_read_options(options, list.count, list.words, failure) == OPTION_READ;
}

START_TEST(options_have_defaults) {
    TerminalOptions options;
    Failure failure = FAILURE_NONE;
    ck_assert(read_options(&options, "", &failure));
    ck_assert_int_eq(options.rule, KANAME_RULE_FREESTYLE);
    ck_assert_int_eq(options.width, 15);
    ck_assert_int_eq(options.height, 15);
    ck_assert_int_eq(options.level, LEVEL_FULL);
    ck_assert_int_eq(options.turn_ms, 3000);
    ck_assert(!options.is_ascii);
}
END_TEST

START_TEST(options_are_read) {
    TerminalOptions options;
    Failure failure = FAILURE_NONE;
    ck_assert(read_options(
        &options, "--rule renju --size 20x9 --level hobby --seed 7 --time 0.5 --ascii", &failure));
    ck_assert_int_eq(options.rule, KANAME_RULE_RENJU);
    ck_assert_int_eq(options.width, 20);
    ck_assert_int_eq(options.height, 9);
    ck_assert_int_eq(options.level, 5);
    ck_assert_int_eq(options.seed, 7);
    ck_assert_int_eq(options.turn_ms, 500);
    ck_assert(options.is_ascii);
}
END_TEST

static const struct {
    const char *line, *word; /* the word at fault */
} mistakes[] = {
    {"--rule go", "go"},  {"--rule", "--rule"},       {"--size 4", "4"},
    {"--level 11", "11"}, {"--level 5x", "5x"},       {"--time 0", "0"},
    {"--time x", "x"},    {"--unknown", "--unknown"}, {"--ascii now", "now"},
};
enum { MISTAKES = sizeof mistakes / sizeof mistakes[0] };

START_TEST(mistakes_name_the_word_at_fault) {
    TerminalOptions options;
    Failure failure = FAILURE_NONE;
    ck_assert(!read_options(&options, mistakes[_i].line, &failure));
    ck_assert_ptr_nonnull(strstr(failure.text, mistakes[_i].word));
}
END_TEST

/* ---- Cases ------------------------------------------------------------------------------- */

static TCase *add_case(Suite *suite, const char *name) {
    TCase *tests = tcase_create(name);
    tcase_set_timeout(tests, 60);
    tcase_add_checked_fixture(tests, set_up, tear_down);
    suite_add_tcase(suite, tests);
    return tests;
}

static void add_games(Suite *suite) {
    TCase *tests = add_case(suite, "games");
    tcase_add_test(tests, the_winning_five_is_starred);
    tcase_add_test(tests, nobody_moves_after_the_end);
    tcase_add_test(tests, the_game_goes_on_after_an_undone_win);
    tcase_add_test(tests, marks_are_those_of_the_position);
    tcase_add_test(tests, all_moves_taken_back_are_played_again);
    tcase_add_test(tests, a_new_game_is_left_by_the_first_ctrl_c);
    tcase_add_test(tests, a_line_between_two_ctrl_c_counts);
    tcase_add_test(tests, the_side_is_the_persons);
    tcase_add_loop_test(tests, a_hint_is_of_full_strength, 0, 6);
    tcase_add_test(tests, the_time_of_a_move_is_that_of_the_command);
    tcase_add_test(tests, the_board_takes_the_form_that_fits);
    tcase_add_test(tests, a_six_does_not_win_in_standard);
    tcase_add_test(tests, a_shut_five_does_not_win_in_caro);
    tcase_add_test(tests, forbidden_points_are_drawn_and_refused);
    tcase_add_test(tests, points_are_not_forbidden_to_white);
    tcase_add_test(tests, a_full_board_is_a_draw);
    tcase_add_test(tests, the_engine_answers_each_move);
    tcase_add_test(tests, the_engine_begins_when_told);
    tcase_add_test(tests, the_engine_plays_a_whole_game_against_itself);
    tcase_add_test(tests, undo_takes_back_the_answer_too);
    tcase_add_test(tests, undoing_the_engines_opening_does_not_bring_it_back);
    tcase_add_test(tests, a_hint_changes_nothing);
    tcase_add_test(tests, nothing_is_due_after_the_end);
    tcase_add_test(tests, the_board_and_the_settings_are_shown_again);
    tcase_add_test(tests, moves_of_a_long_game_are_all_told);
    tcase_add_test(tests, thoughts_are_shown_on_a_terminal_or_on_request);
    tcase_add_test(tests, a_proven_score_is_told_in_stones);
    tcase_add_test(tests, redo_plays_again_what_undo_took_back);
    tcase_add_test(tests, who_resigns_has_lost);
}

static void add_interrupts(Suite *suite) {
    TCase *tests = add_case(suite, "interrupts");
    tcase_add_test(tests, an_unsaved_game_is_left_by_the_second_ctrl_c);
    tcase_add_test(tests, nothing_unsaved_is_left_by_the_first_ctrl_c);
}

static void add_editor(Suite *suite) {
    TCase *tests = add_case(suite, "editor");
    tcase_add_loop_test(tests, keys_edit_the_line, 0, EDITS);
    tcase_add_test(tests, arrows_bring_back_earlier_lines);
    tcase_add_test(tests, ctrl_d_ends_the_input_on_an_empty_line_alone);
    tcase_add_test(tests, the_line_is_drawn_around_the_cursor);
    tcase_add_test(tests, any_keys_are_survived);
}

static void add_swap2(Suite *suite) {
    TCase *tests = add_case(suite, "swap2");
    tcase_add_test(tests, in_swap2_the_person_may_take_black);
    tcase_add_test(tests, in_swap2_the_person_may_stay_white);
    tcase_add_test(tests, in_swap2_the_person_may_add_two_stones);
    tcase_add_test(tests, the_stones_of_an_opening_are_not_taken_back);
    tcase_add_test(tests, in_swap2_the_two_stones_may_come_one_by_one);
    tcase_add_test(tests, in_swap2_the_person_may_place_the_three);
    tcase_add_test(tests, in_swap2_wrong_stones_change_nothing);
    tcase_add_test(tests, in_rif_the_person_places_the_opening_stone_by_stone);
    tcase_add_test(tests, in_rif_the_engine_offers_two_fifth_moves_and_the_person_keeps_one);
    tcase_add_test(tests, in_rif_the_person_may_offer_fifth_moves_one_by_one);
    tcase_add_test(tests, a_number_of_fifth_moves_is_announced_behind_the_points);
    tcase_add_test(tests, in_taraguchi_a_side_that_is_kept_still_places_its_stone);
    tcase_add_test(tests, after_the_first_move_the_person_may_swap);
    tcase_add_loop_test(tests, an_opening_can_be_played_by_hints_alone, 0, 2 * OPENING_RULES);
    tcase_add_test(tests, a_hint_in_an_opening_changes_nothing);
    tcase_add_test(tests, openings_are_named_and_need_their_board);
    tcase_add_loop_test(tests, every_opening_can_be_played_to_its_end_against_the_engine, 0,
                        2 * OPENING_RULES);
}

static void add_drawing(Suite *suite) {
    TCase *tests = add_case(suite, "drawing");
    tcase_add_loop_test(tests, no_line_is_wider_than_the_terminal, 0, 14);
    tcase_add_test(tests, a_narrow_terminal_gets_a_compact_board);
    tcase_add_test(tests, a_very_narrow_terminal_is_told);
    tcase_add_test(tests, a_compact_five_has_its_own_sign);
    tcase_add_test(tests, the_largest_board_is_drawn_whole);
    tcase_add_test(tests, stones_are_round_where_the_locale_allows);
    tcase_add_test(tests, a_pipe_gets_no_control_codes);
    tcase_add_test(tests, a_terminal_gets_colors_and_a_prompt);
}

static void add_words(Suite *suite) {
    TCase *tests = add_case(suite, "words");
    tcase_add_loop_test(tests, nonsense_is_answered_and_changes_nothing, 0, NONSENSE);
    tcase_add_test(tests, any_bytes_are_survived);
    tcase_add_test(tests, an_output_that_breaks_ends_the_game);
    tcase_add_test(tests, the_last_line_needs_no_end);
}

static void add_levels(Suite *suite) {
    TCase *tests = add_case(suite, "levels");
    tcase_add_loop_test(tests, a_middling_level_makes_its_five, 6, 11);
    tcase_add_loop_test(tests, a_middling_level_blocks_a_five, 6, 11);
}

static void add_files(Suite *suite) {
    TCase *tests = add_case(suite, "files");
    tcase_add_test(tests, a_saved_game_comes_back);
    tcase_add_test(tests, a_rule_that_the_file_does_not_hold_is_told);
    tcase_add_test(tests, saving_follows_links_and_keeps_other_files);
    tcase_add_loop_test(tests, saving_replaces_the_file, 0, 2);
    tcase_add_loop_test(tests, another_command_takes_back_what_save_has_asked, 0, 3);
    tcase_add_test(tests, blanks_around_a_file_name_do_not_count);
    tcase_add_test(tests, what_cannot_be_written_is_told);
    tcase_add_test(tests, what_a_file_holds_is_saved_again);
    tcase_add_test(tests, a_file_that_holds_more_is_replaced_only_on_demand);
    tcase_add_test(tests, a_file_without_a_rule_is_read_by_the_games_rule);
    tcase_add_test(tests, a_game_that_a_foul_ended_is_loaded_whole);
    tcase_add_test(tests, a_point_is_written_in_several_ways);
    tcase_add_test(tests, a_resigned_game_is_not_saved_yet);
    tcase_add_test(tests, the_result_is_saved);
    tcase_add_loop_test(tests, a_foul_is_named_with_its_kind, 0, FOULS);
    tcase_add_test(tests, walls_are_drawn_as_walls);
    tcase_add_test(tests, a_pass_at_the_end_is_saved);
    tcase_add_test(tests, loading_keeps_both_sides_or_none);
    tcase_add_loop_test(tests, passes_and_setup_of_a_file_are_listed, 0, LISTINGS);
    tcase_add_test(tests, setup_without_moves_is_listed);
    tcase_add_test(tests, the_first_of_several_games_is_said_to_be_it);
    tcase_add_loop_test(tests, a_damaged_file_is_told_and_loaded_as_far_as_it_goes, 0, DAMAGES);
    tcase_add_loop_test(tests, a_game_comes_back_in_every_format, 0, FORMATS);
    tcase_add_test(tests, the_formats_are_named_where_a_file_is_refused);
    tcase_add_test(tests, the_top_left_of_a_file_is_the_top_left_of_the_board);
    tcase_add_test(tests, setup_walls_and_passes_are_loaded);
    tcase_add_test(tests, setup_walls_and_passes_are_saved);
}

static void add_options(Suite *suite) {
    TCase *tests = add_case(suite, "options");
    tcase_add_test(tests, options_have_defaults);
    tcase_add_test(tests, options_are_read);
    tcase_add_loop_test(tests, mistakes_name_the_word_at_fault, 0, MISTAKES);
}

int main(void) {
    Suite *suite = suite_create("terminal");
    add_games(suite);
    add_interrupts(suite);
    add_editor(suite);
    add_swap2(suite);
    add_drawing(suite);
    add_words(suite);
    add_levels(suite);
    add_files(suite);
    add_options(suite);
    return run_suite(suite);
}
