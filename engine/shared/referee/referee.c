/* referee.c: implements the rules by walking over the board. */
#include "shared/referee/referee.h"

#include <assert.h>
#include <string.h>

enum { FREESTYLE = 0, STANDARD = 1, RENJU = 4, CARO = 8, CARO_EXACT = 9 };

/* The four lines through a point; walking one backwards is walking with the signs swapped. */
static const int direction_x[4] = {1, 0, 1, 1};
static const int direction_y[4] = {0, 1, 1, -1};

const char *referee_verdict_text(RefereeVerdict verdict) {
    switch (verdict) {
    case REFEREE_GOES_ON:
        return "goes on";
    case REFEREE_FIVE:
        return "five in a row";
    case REFEREE_OVERLINE:
        return "overline";
    case REFEREE_DOUBLE_FOUR:
        return "double four";
    case REFEREE_DOUBLE_THREE:
        return "double three";
    case REFEREE_FULL:
        return "no room left";
    case REFEREE_OFF_BOARD:
        return "off the board";
    case REFEREE_OCCUPIED:
        return "point is taken";
    }
    return "?";
}

bool referee_is_foul(RefereeVerdict verdict) {
    return verdict == REFEREE_OVERLINE || verdict == REFEREE_DOUBLE_FOUR ||
           verdict == REFEREE_DOUBLE_THREE;
}

bool referee_is_illegal(RefereeVerdict verdict) {
    return verdict == REFEREE_OFF_BOARD || verdict == REFEREE_OCCUPIED;
}

bool referee_knows_rule(int code) {
    int kind = code & ~REFEREE_CONTINUOUS;
    return code >= 0 && (kind == FREESTYLE || kind == STANDARD || kind == RENJU || kind == CARO ||
                         kind == CARO_EXACT);
}

const char *referee_rule_name(int code) {
    switch (code) {
    case 0:
        return "freestyle";
    case 1:
        return "standard";
    case 4:
        return "renju";
    case 8:
        return "caro";
    case 9:
        return "caro, exact five";
    case 2:
        return "freestyle, continuous";
    case 3:
        return "standard, continuous";
    case 6:
        return "renju, continuous";
    case 10:
        return "caro, continuous";
    case 11:
        return "caro, exact five, continuous";
    default:
        return "";
    }
}

bool referee_init(Referee *referee, int rule_code, int width, int height) {
    if (!referee_knows_rule(rule_code) || width < REFEREE_MIN_SIZE || width > REFEREE_MAX_SIZE ||
        height < REFEREE_MIN_SIZE || height > REFEREE_MAX_SIZE)
        return false;
    memset(referee, 0, sizeof(*referee));
    referee->rule = rule_code & ~REFEREE_CONTINUOUS;
    referee->is_continuous = (rule_code & REFEREE_CONTINUOUS) != 0;
    referee->width = width;
    referee->height = height;
    return true;
}

RefereeStone referee_to_move(const Referee *referee) {
    return referee->stones % 2 == 0 ? REFEREE_BLACK : REFEREE_WHITE;
}

static bool is_on_board(const Referee *referee, int x, int y) {
    return x >= 0 && x < referee->width && y >= 0 && y < referee->height;
}

static RefereeStone stone_at(const Referee *referee, int x, int y) {
    return is_on_board(referee, x, y) ? referee->at[y][x] : REFEREE_WALL;
}

static RefereeStone opponent(RefereeStone stone) {
    return stone == REFEREE_BLACK ? REFEREE_WHITE : REFEREE_BLACK;
}

/* An unbroken row of one colour: its first point, and how many points it has. */
typedef struct Row {
    int x, y;
    int length;
} Row;

/* Returns the number of stones of one colour in a row that begins beside the point. */
static int run_beside(const Referee *referee, RefereeStone stone, int x, int y, int dx, int dy) {
    int length = 0;
    while (stone_at(referee, x + (length + 1) * dx, y + (length + 1) * dy) == stone)
        length++;
    return length;
}

/* Returns the whole row of the stone along one direction. It is, or would be, on the point. */
static Row row_through(const Referee *referee, RefereeStone stone, int x, int y, int direction) {
    int dx = direction_x[direction], dy = direction_y[direction];
    int back = run_beside(referee, stone, x, y, -dx, -dy);
    int ahead = run_beside(referee, stone, x, y, dx, dy);
    return (Row){x - back * dx, y - back * dy, back + 1 + ahead};
}

/* Returns whether stones of `enemy` are at both ends of the row. */
static bool is_shut_in(const Referee *referee, Row row, int direction, RefereeStone enemy) {
    int dx = direction_x[direction], dy = direction_y[direction];
    return stone_at(referee, row.x - dx, row.y - dy) == enemy &&
           stone_at(referee, row.x + row.length * dx, row.y + row.length * dy) == enemy;
}

/* Returns whether the row of the stone on this point wins along this direction. */
static bool is_winning_row(const Referee *referee, RefereeStone stone, int x, int y,
                           int direction) {
    Row row = row_through(referee, stone, x, y, direction);
    switch (referee->rule) {
    case FREESTYLE:
        return row.length >= 5;
    case STANDARD:
        return row.length == 5;
    case RENJU:
        return stone == REFEREE_BLACK ? row.length == 5 : row.length >= 5;
    case CARO:
        return row.length > 5 ||
               (row.length == 5 && !is_shut_in(referee, row, direction, opponent(stone)));
    default:
        return row.length == 5 && !is_shut_in(referee, row, direction, opponent(stone));
    }
}

bool referee_wins(const Referee *referee, RefereeStone stone, int x, int y) {
    for (int direction = 0; direction < 4; direction++)
        if (is_winning_row(referee, stone, x, y, direction))
            return true;
    return false;
}

/* ---- Renju: what Black's stone on a point makes. The stone is on the board. ---------------- */

static bool makes_overline(const Referee *referee, int x, int y) {
    for (int direction = 0; direction < 4; direction++)
        if (row_through(referee, REFEREE_BLACK, x, y, direction).length > 5)
            return true;
    return false;
}

/* Returns whether Black's next stone, `step` points along the direction, makes a row of exactly
 * five that contains the point. Then sets `start` to the beginning of the row, in steps from the
 * point. */
static bool completes_five(Referee *referee, int x, int y, int direction, int step, int *start) {
    int dx = direction_x[direction], dy = direction_y[direction];
    int next_x = x + step * dx, next_y = y + step * dy;
    if (stone_at(referee, next_x, next_y) != REFEREE_EMPTY)
        return false;
    referee->at[next_y][next_x] = REFEREE_BLACK;
    Row row = row_through(referee, REFEREE_BLACK, x, y, direction);
    *start = dx != 0 ? (row.x - x) / dx : (row.y - y) / dy;
    bool is_in_row = step >= *start && step < *start + row.length;
    referee->at[next_y][next_x] = REFEREE_EMPTY;
    return row.length == 5 && is_in_row;
}

/* Returns the number of fours through the point along one direction: different sets of four stones
 * that one more stone completes to exactly five. A straight four is one set, completed at either
 * end. */
static int count_fours(Referee *referee, int x, int y, int direction) {
    int count = 0;
    int last_start = 0, last_step = 0;
    for (int step = -4; step <= 4; step++) {
        int start;
        if (!completes_five(referee, x, y, direction, step, &start))
            continue;
        /* The other end of a straight four: that four began one point after its empty end. */
        bool is_same_four =
            count > 0 && last_step == last_start && step == start + 4 && start == last_start + 1;
        if (!is_same_four)
            count++;
        last_start = start;
        last_step = step;
    }
    return count;
}

/* Returns whether the point is in an unbroken four that either end completes to exactly five. */
static bool is_straight_four(Referee *referee, int x, int y, int direction) {
    int dx = direction_x[direction], dy = direction_y[direction];
    Row row = row_through(referee, REFEREE_BLACK, x, y, direction);
    if (row.length != 4)
        return false;
    int start;
    return completes_five(referee, row.x, row.y, direction, -1, &start) &&
           completes_five(referee, row.x + 3 * dx, row.y + 3 * dy, direction, 1, &start);
}

static RefereeVerdict judge_black_in_renju(Referee *referee, int x, int y);

/* Returns whether the point is part of a three along this direction: some next stone, itself legal
 * and not a five, makes it a straight four. */
static bool is_three(Referee *referee, int x, int y, int direction) {
    int dx = direction_x[direction], dy = direction_y[direction];
    for (int step = -3; step <= 3; step++) {
        int next_x = x + step * dx, next_y = y + step * dy;
        if (stone_at(referee, next_x, next_y) != REFEREE_EMPTY)
            continue;
        referee->at[next_y][next_x] = REFEREE_BLACK;
        Row row = row_through(referee, REFEREE_BLACK, next_x, next_y, direction);
        int offset = dx != 0 ? (x - row.x) / dx : (y - row.y) / dy;
        bool makes_four = offset >= 0 && offset < row.length &&
                          is_straight_four(referee, next_x, next_y, direction);
        referee->at[next_y][next_x] = REFEREE_EMPTY;
        if (makes_four && judge_black_in_renju(referee, next_x, next_y) == REFEREE_GOES_ON)
            return true;
    }
    return false;
}

/* Returns the verdict on a black stone on this empty point. Places the stone and removes it again.
 */
static RefereeVerdict judge_black_in_renju(Referee *referee, int x, int y) {
    referee->at[y][x] = REFEREE_BLACK;
    RefereeVerdict verdict = REFEREE_GOES_ON;
    int fours = 0, threes = 0;
    for (int direction = 0; direction < 4; direction++)
        fours += count_fours(referee, x, y, direction);
    if (referee_wins(referee, REFEREE_BLACK, x, y)) {
        verdict = REFEREE_FIVE;
    } else if (makes_overline(referee, x, y)) {
        verdict = REFEREE_OVERLINE;
    } else if (fours >= 2) {
        verdict = REFEREE_DOUBLE_FOUR;
    } else {
        for (int direction = 0; direction < 4; direction++)
            threes += is_three(referee, x, y, direction);
        if (threes >= 2)
            verdict = REFEREE_DOUBLE_THREE;
    }
    referee->at[y][x] = REFEREE_EMPTY;
    return verdict;
}

/* ---- The game ------------------------------------------------------------------------------ */

RefereeVerdict referee_judge(const Referee *referee, RefereeStone stone, int x, int y) {
    if (!is_on_board(referee, x, y))
        return REFEREE_OFF_BOARD;
    if (referee->at[y][x] != REFEREE_EMPTY)
        return REFEREE_OCCUPIED;
    if (referee->rule == RENJU && stone == REFEREE_BLACK) {
        Referee scratch = *referee;
        return judge_black_in_renju(&scratch, x, y);
    }
    return referee_wins(referee, stone, x, y) ? REFEREE_FIVE : REFEREE_GOES_ON;
}

size_t referee_winning_points(const Referee *referee, int x, int y, int (*points)[2],
                              size_t capacity) {
    RefereeStone stone = stone_at(referee, x, y);
    if (stone != REFEREE_BLACK && stone != REFEREE_WHITE)
        return 0;
    size_t count = 0;
    bool is_told = false; /* whether the stone itself was written with an earlier row */
    for (int direction = 0; direction < 4; direction++) {
        if (!is_winning_row(referee, stone, x, y, direction))
            continue;
        Row row = row_through(referee, stone, x, y, direction);
        for (int i = 0; i < row.length; i++) {
            int row_x = row.x + i * direction_x[direction];
            int row_y = row.y + i * direction_y[direction];
            if (row_x == x && row_y == y && is_told)
                continue;
            if (count < capacity) {
                points[count][0] = row_x;
                points[count][1] = row_y;
            }
            count++;
        }
        is_told = true;
    }
    return count;
}

static void end_game(Referee *referee, RefereeStone winner) {
    referee->is_over = true;
    referee->winner = winner;
}

static bool is_full(const Referee *referee) {
    for (int y = 0; y < referee->height; y++)
        for (int x = 0; x < referee->width; x++)
            if (referee->at[y][x] == REFEREE_EMPTY)
                return false;
    return true;
}

/* In a continuous game, scores the row or the foul and takes its stones out of play. */
static void score_and_wall_up(Referee *referee, RefereeStone mover, int x, int y,
                              RefereeVerdict verdict) {
    RefereeStone scorer = verdict == REFEREE_FIVE ? mover : opponent(mover);
    referee->points[scorer == REFEREE_BLACK ? 0 : 1]++;
    int points[4 * REFEREE_MAX_SIZE][2] = {{x, y}};
    size_t count = referee_winning_points(referee, x, y, points, 4 * REFEREE_MAX_SIZE);
    if (count == 0)
        count = 1; /* a foul: the stone alone */
    for (size_t i = 0; i < count; i++)
        referee->at[points[i][1]][points[i][0]] = REFEREE_WALL;
}

static RefereeStone leader(const Referee *referee) {
    if (referee->points[0] == referee->points[1])
        return REFEREE_EMPTY;
    return referee->points[0] > referee->points[1] ? REFEREE_BLACK : REFEREE_WHITE;
}

RefereeVerdict referee_play(Referee *referee, int x, int y) {
    assert(!referee->is_over);
    RefereeStone mover = referee_to_move(referee);
    RefereeVerdict verdict = referee_judge(referee, mover, x, y);
    if (referee_is_illegal(verdict)) {
        end_game(referee, opponent(mover));
        return verdict;
    }
    referee->at[y][x] = mover;
    referee->stones++;
    bool no_room =
        is_full(referee) || (referee->draw_after > 0 && referee->stones >= referee->draw_after);
    if (verdict == REFEREE_GOES_ON) {
        if (!no_room)
            return verdict;
        verdict = REFEREE_FULL;
    } else if (!referee->is_continuous) {
        end_game(referee, verdict == REFEREE_FIVE ? mover : opponent(mover));
        return verdict;
    } else {
        score_and_wall_up(referee, mover, x, y, verdict);
    }
    if (no_room)
        end_game(referee, leader(referee));
    return verdict;
}
