/* points_play.c: points of play: positions, moves, rules, openings. */
#include <inttypes.h>
#include <string.h>

#include "check/checker.h"
#include "game/message.h"

enum { FREESTYLE = 0, STANDARD = 1, RENJU = 4, CARO = 8 };
enum { GAME_TURN_MS = 100 };

static PointResult begins(Checker *checker) {
    if (!check_begin(checker, checker->size, FREESTYLE))
        return POINT_FAILED;
    talk_send(checker->talk, "BEGIN");
    return check_result(check_move(checker, checker->turn_ms));
}

static PointResult answers_first_stone(Checker *checker) {
    /* The first stone in the middle, in a corner, on the far edge. */
    const int points[][2] = {{7, 7}, {0, 0}, {14, 14}, {14, 3}};
    for (size_t i = 0; i < sizeof(points) / sizeof(points[0]); i++) {
        if (!check_begin(checker, 15, FREESTYLE))
            return POINT_FAILED;
        check_turn(checker, points[i][0], points[i][1]);
        if (!check_move(checker, checker->turn_ms))
            return POINT_FAILED;
    }
    return POINT_PASSED;
}

/* Sends BOARD with this number of stones, then plays two turns. */
static bool play_from_board(Checker *checker, int stones) {
    if (!check_begin(checker, checker->size, FREESTYLE))
        return false;
    check_scatter(checker, stones);
    check_board(checker);
    bool is_good = check_move(checker, checker->turn_ms);
    for (int i = 0; i < 2 && is_good; i++) {
        int x, y;
        check_random_point(checker, &x, &y);
        check_turn(checker, x, y);
        is_good = check_move(checker, checker->turn_ms);
    }
    return is_good;
}

static PointResult plays_from_boards(Checker *checker) {
    const int stones[] = {1, 2, 3, 5, 8, 40};
    for (size_t i = 0; i < sizeof(stones) / sizeof(stones[0]); i++)
        if (!play_from_board(checker, stones[i]))
            return POINT_FAILED;
    return POINT_PASSED;
}

static PointResult plays_from_empty_board(Checker *checker) {
    return check_result(play_from_board(checker, 0));
}

static PointResult takes_board_at_any_time(Checker *checker) {
    bool is_good = check_begin(checker, checker->size, FREESTYLE);
    /* Sends every move by BOARD, as with -sendbyboard. */
    for (int i = 0; i < 5 && is_good; i++) {
        int x, y;
        check_random_point(checker, &x, &y);
        check_put(checker, x, y);
        check_board(checker);
        is_good = check_move(checker, checker->turn_ms);
    }
    /* Sends a different position without START or RESTART. */
    if (is_good) {
        check_clear_board(checker, checker->size, FREESTYLE);
        check_scatter(checker, 7);
        check_board(checker);
        is_good = check_move(checker, checker->turn_ms);
    }
    return check_result(is_good);
}

static PointResult plays_last_point(Checker *checker) {
    if (!check_begin(checker, 15, STANDARD))
        return POINT_FAILED;
    check_scatter(checker, 15 * 15 - 1);
    check_board(checker);
    return check_result(check_move(checker, checker->turn_ms));
}

static PointResult avoids_blocked_points(Checker *checker) {
    if (!check_begin(checker, 15, FREESTYLE))
        return POINT_FAILED;
    /* All but two points of the board are blocked or taken. */
    talk_send(checker->talk, "BOARD");
    for (int i = 0; i < 15 * 15; i++) {
        int x = i % 15, y = i / 15;
        if ((x == 3 && y == 3) || (x == 11 && y == 11))
            continue;
        checker->board.at[y][x] = REFEREE_WALL;
        talk_send(checker->talk, "%d,%d,3", x, y);
    }
    talk_send(checker->talk, "DONE");
    return check_result(check_move(checker, checker->turn_ms));
}

static PointResult bears_bad_board_lines(Checker *checker) {
    if (!check_begin(checker, 15, FREESTYLE))
        return POINT_FAILED;
    check_put(checker, 7, 7);
    check_put(checker, 8, 8);
    talk_send(checker->talk, "BOARD");
    talk_send(checker->talk, "7,7,1");
    talk_send(checker->talk, "nonsense");
    talk_send(checker->talk, "99,99,2");
    talk_send(checker->talk, "8,8,2");
    talk_send(checker->talk, "DONE");
    return check_result(check_move(checker, checker->turn_ms));
}

static PointResult takes_back(Checker *checker) {
    int x, y, mine_x, mine_y;
    const char *line, *rest;
    if (!check_begin(checker, 15, FREESTYLE))
        return POINT_FAILED;
    check_turn(checker, 7, 7);
    if (!check_move_at(checker, checker->turn_ms, &mine_x, &mine_y))
        return POINT_FAILED;
    talk_send(checker->talk, "TAKEBACK %d,%d", mine_x, mine_y);
    if (check_hear(checker, 1000, &line) != TALK_LINE)
        return check_result(check_fail(checker, "expected OK or UNKNOWN, got no answer"));
    if (message_starts(line, "UNKNOWN", &rest))
        return check_skip(checker, "it does not know TAKEBACK");
    if (strcmp(line, "OK") != 0)
        return check_result(check_fail(checker, "expected OK, got '%.200s'", line));
    talk_send(checker->talk, "TAKEBACK 7,7");
    if (!check_ok(checker))
        return POINT_FAILED;
    check_clear_board(checker, 15, FREESTYLE);
    check_random_point(checker, &x, &y);
    check_turn(checker, x, y);
    return check_result(check_move(checker, checker->turn_ms));
}

static PointResult plays_rectangles(Checker *checker) {
    const char *line, *rest;
    if (!check_launch(checker))
        return POINT_FAILED;
    talk_send(checker->talk, "RECTSTART 20,10");
    if (check_hear(checker, 10000, &line) != TALK_LINE)
        return check_result(check_fail(checker, "expected OK or ERROR, got no answer"));
    if (message_starts(line, "ERROR", &rest) || message_starts(line, "UNKNOWN", &rest))
        return check_skip(checker, "it plays on squares only");
    if (strcmp(line, "OK") != 0)
        return check_result(check_fail(checker, "expected OK, got '%.200s'", line));
    bool is_known = referee_init(&checker->board, FREESTYLE, 20, 10);
    check_send_limits(checker, checker->turn_ms, -1, FREESTYLE);
    talk_send(checker->talk, "BEGIN");
    bool is_good = is_known && check_move(checker, checker->turn_ms);
    for (int i = 0; i < 4 && is_good; i++) {
        /* In the corner that a 10x20 board would not have. */
        check_turn(checker, 19 - i, i % 2);
        is_good = check_move(checker, checker->turn_ms);
    }
    return check_result(is_good);
}

/* ---- Whole games ---------------------------------------------------------------------------- */

/* Chooses a point where the engine would win, else one near the stones, so the game continues. */
static void choose_reply(Checker *checker, int *x, int *y) {
    const Referee *board = &checker->board;
    RefereeStone engine = referee_to_move(board) == REFEREE_BLACK ? REFEREE_WHITE : REFEREE_BLACK;
    for (int i = 0; i < board->width * board->height; i++) {
        *x = i % board->width;
        *y = i / board->width;
        if (board->at[*y][*x] == REFEREE_EMPTY &&
            referee_judge(board, engine, *x, *y) == REFEREE_FIVE)
            return;
    }
    check_random_point(checker, x, y);
}

/* Plays one game to its end; our side only parries fives. */
static bool play_whole_game(Checker *checker, int rule, bool engine_begins) {
    if (!check_begin(checker, checker->size, rule))
        return false;
    check_send_limits(checker, GAME_TURN_MS, -1, rule);
    int points = checker->size * checker->size;
    if (engine_begins)
        talk_send(checker->talk, "BEGIN");
    for (bool is_engines_turn = engine_begins;; is_engines_turn = !is_engines_turn) {
        Referee before = checker->board;
        RefereeStone mover = referee_to_move(&before);
        int x, y;
        if (before.stones == points)
            return true;
        if (is_engines_turn) {
            if (!check_move_at(checker, GAME_TURN_MS, &x, &y))
                return false;
        } else {
            choose_reply(checker, &x, &y);
        }
        if (referee_judge(&before, mover, x, y) != REFEREE_GOES_ON)
            return true;
        if (!is_engines_turn)
            check_turn(checker, x, y);
    }
}

static PointResult plays_games(Checker *checker, int rule) {
    if (!checker->takes_rule[rule])
        return check_skip(checker, "rule %d is not selected", rule);
    for (int i = 0; i < 4; i++)
        if (!play_whole_game(checker, rule, i % 2 == 0))
            return POINT_FAILED;
    return POINT_PASSED;
}

static PointResult plays_freestyle(Checker *checker) {
    return plays_games(checker, FREESTYLE);
}
static PointResult plays_standard(Checker *checker) {
    return plays_games(checker, STANDARD);
}
static PointResult plays_renju(Checker *checker) {
    return plays_games(checker, RENJU);
}
static PointResult plays_caro(Checker *checker) {
    return plays_games(checker, CARO);
}

/* ---- Rules ------------------------------------------------------------------- */

/* Puts "h8h9..." on the board: letter of the column, number of the row from 1 at the top. */
static void put_position(Checker *checker, const char *text) {
    while (*text != '\0') {
        int x = *text++ - 'a', y = 0;
        while (*text >= '0' && *text <= '9')
            y = y * 10 + (*text++ - '0');
        check_put(checker, x, y - 1);
    }
}

/* Expects the side to move not to play a forbidden point and, if must_win, to win. */
static PointResult chooses(Checker *checker, int rule, const char *position, bool must_win) {
    int x, y;
    if (!checker->takes_rule[rule])
        return check_skip(checker, "rule %d is not selected", rule);
    if (!check_begin(checker, 15, rule))
        return POINT_FAILED;
    check_send_limits(checker, 2 * checker->turn_ms, -1, rule);
    put_position(checker, position);
    Referee before = checker->board;
    check_board(checker);
    if (!check_move_at(checker, 2 * checker->turn_ms, &x, &y))
        return POINT_FAILED;
    RefereeVerdict verdict = referee_judge(&before, referee_to_move(&before), x, y);
    if (must_win && verdict != REFEREE_FIVE)
        return check_result(
            check_fail(checker, "%d,%d does not win, though a five is there", x, y));
    if (referee_is_foul(verdict))
        return check_result(
            check_fail(checker, "%d,%d is forbidden: %s", x, y, referee_verdict_text(verdict)));
    return POINT_PASSED;
}

static PointResult takes_the_five(Checker *checker) {
    const int rules[] = {FREESTYLE, STANDARD, RENJU, CARO};
    PointResult result = POINT_PASSED;
    for (size_t i = 0; i < 4 && result != POINT_FAILED; i++)
        if (checker->takes_rule[rules[i]])
            result = chooses(checker, rules[i], "h8h9i8i9j8j9k8k9", true);
    return result;
}

static PointResult knows_overlines(Checker *checker) {
    /* Black has d8 to g8, a gap and i8; White has fours elsewhere. Only c8 makes five. */
    return chooses(checker, STANDARD, "d8d2e8e2f8f2g8m13i8m12", true);
}

static PointResult knows_fouls(Checker *checker) {
    /* The tempting point is where two threes cross. */
    return chooses(checker, RENJU, "h8h9i7i9h10i6i11i12", false);
}

static PointResult knows_dead_fives(Checker *checker) {
    /* k8 makes a five shut in by f8 and l8, which does not win; White's three on the f column needs
     * an answer. */
    int x, y;
    if (!checker->takes_rule[CARO])
        return check_skip(checker, "rule %d is not selected", CARO);
    if (!check_begin(checker, 15, CARO))
        return POINT_FAILED;
    check_send_limits(checker, 2 * checker->turn_ms, -1, CARO);
    put_position(checker, "h8f8g8f9i8f7j8l8");
    check_board(checker);
    if (!check_move_at(checker, 2 * checker->turn_ms, &x, &y))
        return POINT_FAILED;
    if (x == 10 && y == 7)
        return check_result(check_fail(checker, "10,7 makes a five shut in at both ends"));
    return POINT_PASSED;
}

/* ---- Swap2 ---------------------------------------------------------------------------------- */

/* Returns the number of points in the answer to SWAP2BOARD; 0: SWAP, -1: a wrong answer, -2: the
 * engine does not support it. */
static int hear_swap2(Checker *checker, int x[3], int y[3]) {
    const char *line, *rest;
    TalkHeard heard = check_hear(checker, checker->turn_ms + checker->tolerance_ms, &line);
    if (heard != TALK_LINE) {
        check_fail(checker, "expected an answer to SWAP2BOARD, got none");
        return -1;
    }
    if (message_starts(line, "UNKNOWN", &rest) || message_starts(line, "ERROR", &rest))
        return -2;
    if (strcmp(line, "SWAP") == 0)
        return 0;
    size_t count = message_points(line, x, y, 3);
    for (size_t i = 0; i < count; i++) {
        Referee *board = &checker->board;
        if (x[i] < 0 || x[i] >= board->width || y[i] < 0 || y[i] >= board->height ||
            board->at[y[i]][x[i]] != REFEREE_EMPTY) {
            check_fail(checker, "'%.200s' names a point that is not free", line);
            return -1;
        }
        check_put(checker, x[i], y[i]);
    }
    if (count == 0) {
        check_fail(checker, "expected SWAP or points, got '%.200s'", line);
        return -1;
    }
    return (int)count;
}

static PointResult plays_swap2(Checker *checker) {
    static const int stones[][2] = {{7, 7}, {8, 8}, {4, 10}, {3, 3}, {11, 5}};
    const int listed[] = {0, 3, 5};
    for (int i = 0; i < 3; i++) {
        int x[3], y[3];
        if (!check_begin(checker, 15, STANDARD))
            return POINT_FAILED;
        talk_send(checker->talk, "SWAP2BOARD");
        for (int k = 0; k < listed[i]; k++) {
            check_put(checker, stones[k][0], stones[k][1]);
            talk_send(checker->talk, "%d,%d", stones[k][0], stones[k][1]);
        }
        talk_send(checker->talk, "DONE");
        int points = hear_swap2(checker, x, y);
        if (points == -2)
            return check_skip(checker, "it does not know SWAP2BOARD");
        bool is_good = points >= 0;
        if (is_good && (i == 0 ? points != 3 : points > (i == 1 ? 2 : 1)))
            is_good = check_fail(checker, "with %d stones listed, an answer of %d points is wrong",
                                 listed[i], points);
        if (!is_good || !check_silent(checker, 100))
            return POINT_FAILED;
        /* The opening is over. If it is the engine's turn, BOARD without START gives it the
         * position: with SWAP the engine took Black, with points it kept White. */
        if (referee_to_move(&checker->board) != (points == 0 ? REFEREE_BLACK : REFEREE_WHITE)) {
            check_random_point(checker, &x[0], &y[0]);
            check_put(checker, x[0], y[0]);
        }
        check_board(checker);
        if (!check_move(checker, checker->turn_ms))
            return POINT_FAILED;
    }
    return POINT_PASSED;
}

const Point points_of_play[] = {
    {"begin", "answers BEGIN with a move", false, begins},
    {"first-stone", "answers the first stone wherever it is", false, answers_first_stone},
    {"board", "plays on from BOARD with 1 to 40 stones", false, plays_from_boards},
    {"board-empty", "plays the first move on an empty BOARD", true, plays_from_empty_board},
    {"board-again", "takes BOARD at any time, without START", false, takes_board_at_any_time},
    {"board-full", "plays the last free point", false, plays_last_point},
    {"board-blocked", "plays no blocked point (field 3)", true, avoids_blocked_points},
    {"board-bad", "ignores bad lines of BOARD and still moves", true, bears_bad_board_lines},
    {"takeback", "takes a move back on TAKEBACK", true, takes_back},
    {"rectangle", "plays on rectangular boards, or refuses them", true, plays_rectangles},
    {"freestyle", "plays whole games of rule 0", false, plays_freestyle},
    {"standard", "plays whole games of rule 1", false, plays_standard},
    {"renju", "plays whole games of rule 4", false, plays_renju},
    {"caro", "plays whole games of rule 8", false, plays_caro},
    {"five", "takes a five under every rule", true, takes_the_five},
    {"overline", "prefers five to six under rule 1", true, knows_overlines},
    {"foul", "plays no forbidden point as Black under rule 4", true, knows_fouls},
    {"dead-five", "does not rely on a shut five under rule 8", true, knows_dead_fives},
    {"swap2", "answers SWAP2BOARD with 0, 3 and 5 stones, then BOARD", true, plays_swap2},
    {0},
};
