/* One end of a game for all: random games to their end, on empty boards and on such with walls and
 * stones set up, judged by the terminal's game (which
 * analyses and the page use), by reviews, by the book and by the match manager's referee. Seeds
 * follow from the number of the game; KANAME_COURSES sets how many (default 200). */
#include "play/fouls.h"
#include "play/terminal_game.h"
#include "shared/games/builder.h"
#include "shared/referee/referee.h"
#include "study/explorer/played.h"
#include "study/review/reviewed.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "shared/status/failure.h"
#include "support/harness.h"

static const int rule_codes[KANAME_RULE_COUNT] = {0, 1, 4, 8, 9};

typedef struct Course {
    uint32_t state;
    Referee referee;
    Game game;
    GameBuilder builder;
    KanameEngine *engine;
    RefereeVerdict verdict;
    bool has_setup;
} Course;

static int random_below(Course *course, int limit) {
    course->state = course->state * 1664525u + 1013904223u;
    return (int)((course->state >> 8) % (uint32_t)limit);
}

static void set_up(Course *course, KanamePoint point, RefereeStone stone) {
    static const KanameColor colors[] = {[REFEREE_BLACK] = KANAME_BLACK,
                                         [REFEREE_WHITE] = KANAME_WHITE,
                                         [REFEREE_WALL] = KANAME_WALL};
    course->referee.at[point.y][point.x] = stone;
    course->referee.stones += stone != REFEREE_WALL;
    KanameStone placed = {point.x, point.y, colors[stone]};
    ck_assert_ptr_null(game_add_setup(&course->builder, placed));
    course->has_setup = true;
}

/* Sets up walls and stones, none of which makes a row or a foul, on up to half of the board. */
static void set_up_some(Course *course) {
    Referee *referee = &course->referee;
    int cells = referee->width * referee->height;
    int walls = random_below(course, cells / 4 + 1), stones = random_below(course, cells / 4 + 1);
    for (int i = 0; i < walls + stones; i++) {
        KanamePoint point = {random_below(course, referee->width),
                             random_below(course, referee->height)};
        if (referee->at[point.y][point.x] != REFEREE_EMPTY)
            continue;
        RefereeStone stone = i < walls ? REFEREE_WALL : referee_to_move(referee);
        if (stone == REFEREE_WALL ||
            referee_judge(referee, stone, point.x, point.y) == REFEREE_GOES_ON)
            set_up(course, point, stone);
    }
}

static void begin(Course *course, int number) {
    *course = (Course){.state = (uint32_t)number * 2654435761u + 99};
    KanameRule rule = (KanameRule)(number % KANAME_RULE_COUNT);
    int width = 5 + random_below(course, 8), height = 5 + random_below(course, 8);
    ck_assert(referee_init(&course->referee, rule_codes[rule], width, height));
    game_init(&course->game, rule, width, height);
    course->game.has_rule = course->game.has_size = true;
    ck_assert_ptr_null(game_begin(&course->builder, &course->game));
    if (random_below(course, 2) == 0)
        set_up_some(course);
    course->engine = kaname_new();
    ck_assert_ptr_nonnull(course->engine);
}

/* Returns an empty point that the referee finds worth most to the side to move among a few: fives
 * and fouls come up often. Some games avoid them and fill the board. */
static KanamePoint choose(Course *course, bool is_quiet) {
    const Referee *referee = &course->referee;
    KanamePoint best = {-1, -1};
    for (int tries = 0; tries < 400; tries++) {
        KanamePoint point = {random_below(course, referee->width),
                             random_below(course, referee->height)};
        if (referee->at[point.y][point.x] != REFEREE_EMPTY)
            continue;
        RefereeVerdict verdict = referee_judge(referee, referee_to_move(referee), point.x, point.y);
        if ((verdict != REFEREE_GOES_ON) != is_quiet && tries < 300)
            return point;
        best = point;
        if (!is_quiet && tries > 40)
            return point;
    }
    for (int cell = 0; best.x < 0 && cell < referee->width * referee->height; cell++)
        if (referee->at[cell / referee->width][cell % referee->width] == REFEREE_EMPTY)
            best = (KanamePoint){cell % referee->width, cell / referee->width};
    return best;
}

/* Plays a game with the referee and keeps its moves. */
static void play(Course *course, int number) {
    bool is_quiet = number % 4 == 3;
    while (!course->referee.is_over) {
        KanamePoint point = choose(course, is_quiet);
        ck_assert_int_ge(point.x, 0);
        ck_assert_ptr_null(game_add_move(&course->builder, point, game_side(&course->builder)));
        course->verdict =
            referee_judge(&course->referee, referee_to_move(&course->referee), point.x, point.y);
        (void)referee_play(&course->referee, point.x, point.y);
    }
}

static KanameColor winner_of(const Referee *referee) {
    return referee->winner == REFEREE_BLACK   ? KANAME_BLACK
           : referee->winner == REFEREE_WHITE ? KANAME_WHITE
                                              : KANAME_EMPTY;
}

static void expect_terminal(Course *course, KanameColor winner) {
    static const TerminalEnd ends[] = {[KANAME_BLACK] = TERMINAL_BLACK_WON,
                                       [KANAME_WHITE] = TERMINAL_WHITE_WON,
                                       [KANAME_EMPTY] = TERMINAL_DRAWN};
    TerminalGame board;
    Failure failure = FAILURE_NONE;
    uint32_t last = game_last(&course->game);
    terminal_game_init(&board, course->engine);
    bool is_set =
        terminal_game_set(&board, &course->game, course->game.nodes[last].parent, &failure);
    ck_assert_msg(is_set, "%s", failure.text);
    ck_assert_int_eq(board.end, TERMINAL_GOES_ON);
    if (referee_is_foul(course->verdict)) {
        static const char *const kinds[] = {[REFEREE_OVERLINE] = "overline",
                                            [REFEREE_DOUBLE_FOUR] = "double-four",
                                            [REFEREE_DOUBLE_THREE] = "double-three"};
        const char *text = terminal_foul_text(course->engine, course->game.nodes[last].move);
        ck_assert_msg(strstr(text, kinds[course->verdict]) != NULL, "%s is not %s", text,
                      kinds[course->verdict]);
    }
    is_set = terminal_game_set(&board, &course->game, last, &failure);
    ck_assert_msg(is_set, "%s", failure.text);
    ck_assert_int_eq(board.end, ends[winner]);
    ck_assert_int_eq(board.is_foul, referee_is_foul(course->verdict));
    terminal_game_release(&board);
}

static void expect_book(Course *course, KanameColor winner) {
    static const BookResult results[] = {[KANAME_BLACK] = BOOK_BLACK_WON,
                                         [KANAME_WHITE] = BOOK_WHITE_WON,
                                         [KANAME_EMPTY] = BOOK_DRAWN};
    BookGame played;
    size_t rest;
    if (course->has_setup) { /* the book counts games from the empty board */
        ck_assert_ptr_nonnull(played_take(&played, &course->game, course->engine, &rest));
        return;
    }
    ck_assert_ptr_null(played_take(&played, &course->game, course->engine, &rest));
    ck_assert_int_eq(played.result, results[winner]);
    ck_assert_uint_eq(rest, 0);
}

/* Takes the game away. */
static void expect_review(Course *course, KanameColor winner) {
    ReviewedGame reviewed;
    size_t moves = game_move_count(&course->game, game_last(&course->game));
    ck_assert_ptr_null(reviewed_init(&reviewed, &course->game, 0, course->engine));
    ck_assert_uint_eq(reviewed.count, moves);
    ck_assert_int_eq(reviewed.winner, winner);
    ReviewEnd end = reviewed.plies[moves - 1].end;
    ck_assert_int_eq(end, course->verdict == REFEREE_FIVE    ? REVIEW_WON
                          : referee_is_foul(course->verdict) ? REVIEW_FORBIDDEN
                                                             : REVIEW_FULL);
    reviewed_release(&reviewed);
}

START_TEST(all_agree_on_the_end_of_a_game) {
    Course *course = malloc(sizeof *course);
    ck_assert_ptr_nonnull(course);
    begin(course, _i);
    play(course, _i);
    KanameColor winner = winner_of(&course->referee);
    expect_terminal(course, winner);
    expect_book(course, winner);
    expect_review(course, winner);
    kaname_free(course->engine);
    game_release(&course->game);
    free(course);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("ends");
    TCase *tests = tcase_create("ends");
    tcase_add_loop_test(tests, all_agree_on_the_end_of_a_game, 0, courses_wanted(200));
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
