#include "study/judge.h"

enum { DIRECTIONS = 4, FIVE = 5, REACH = 4 };
static const int STEPS[DIRECTIONS][2] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};

void judge_init(Judge *judge, KanameRule rule, int width, int height) {
    *judge = (Judge){.rule = rule, .width = width, .height = height};
    for (int i = 0; i < width * height; i++)
        judge->at[i] = KANAME_EMPTY;
}

static KanamePoint beyond(KanamePoint point, int direction, int distance) {
    return (KanamePoint){point.x + distance * STEPS[direction][0],
                         point.y + distance * STEPS[direction][1]};
}

static KanameColor color_at(const Judge *judge, KanamePoint point) {
    bool is_on = point.x >= 0 && point.x < judge->width && point.y >= 0 && point.y < judge->height;
    return is_on ? judge->at[point.y * judge->width + point.x] : KANAME_WALL;
}

static void put(Judge *judge, KanamePoint point, KanameColor color) {
    judge->at[point.y * judge->width + point.x] = color;
}

/* Returns the number of stones of the colour in an unbroken row that starts beside the point. */
static int run_from(const Judge *judge, KanamePoint point, int direction, int sign,
                    KanameColor color) {
    int length = 0;
    while (color_at(judge, beyond(point, direction, sign * (length + 1))) == color)
        length++;
    return length;
}

/* Returns the length of the row that a stone on the point makes. */
static int row_through(const Judge *judge, KanamePoint point, int direction, KanameColor color) {
    return 1 + run_from(judge, point, direction, -1, color) +
           run_from(judge, point, direction, 1, color);
}

static bool overline_wins(KanameRule rule, KanameColor color) {
    return rule == KANAME_RULE_FREESTYLE || rule == KANAME_RULE_CARO ||
           (rule == KANAME_RULE_RENJU && color == KANAME_WHITE);
}

/* Returns whether opponent stones are at both ends of the row that the stone makes. */
static bool is_shut(const Judge *judge, KanamePoint point, int direction, KanameColor color) {
    KanameColor other = color == KANAME_BLACK ? KANAME_WHITE : KANAME_BLACK;
    int back = run_from(judge, point, direction, -1, color) + 1;
    int ahead = run_from(judge, point, direction, 1, color) + 1;
    return color_at(judge, beyond(point, direction, -back)) == other &&
           color_at(judge, beyond(point, direction, ahead)) == other;
}

static bool wins_along(const Judge *judge, KanamePoint point, int direction, KanameColor color) {
    int length = row_through(judge, point, direction, color);
    if (length > FIVE)
        return overline_wins(judge->rule, color);
    bool is_caro = judge->rule == KANAME_RULE_CARO || judge->rule == KANAME_RULE_CARO_EXACT;
    return length == FIVE && !(is_caro && is_shut(judge, point, direction, color));
}

bool judge_wins(const Judge *judge, KanamePoint point, KanameColor color) {
    for (int direction = 0; direction < DIRECTIONS; direction++)
        if (wins_along(judge, point, direction, color))
            return true;
    return false;
}

/* ---- Fouls: the stone in question stands on the board already ------------------------------- */

/* Returns the number of fours of Black's stone along the direction: points that complete a five
 * with it, a straight four counted once. */
static int fours_along(const Judge *judge, KanamePoint point, int direction) {
    int completing = 0;
    for (int distance = -REACH; distance <= REACH; distance++) {
        KanamePoint next = beyond(point, direction, distance);
        if (color_at(judge, next) != KANAME_EMPTY ||
            row_through(judge, next, direction, KANAME_BLACK) != FIVE)
            continue;
        int towards = distance < 0 ? 1 : -1, far = distance < 0 ? -distance : distance;
        completing += run_from(judge, next, direction, towards, KANAME_BLACK) >= far;
    }
    bool is_unbroken = row_through(judge, point, direction, KANAME_BLACK) == FIVE - 1;
    return is_unbroken && completing > 1 ? 1 : completing;
}

/* Returns whether there is an unbroken four through the point that either end completes to exactly
 * five. */
static bool is_straight_four(const Judge *judge, KanamePoint point, int direction) {
    if (row_through(judge, point, direction, KANAME_BLACK) != FIVE - 1)
        return false;
    for (int sign = -1; sign <= 1; sign += 2) {
        int length = run_from(judge, point, direction, sign, KANAME_BLACK) + 1;
        KanamePoint end = beyond(point, direction, sign * length);
        if (color_at(judge, end) != KANAME_EMPTY ||
            row_through(judge, end, direction, KANAME_BLACK) != FIVE)
            return false;
    }
    return true;
}

static bool is_three_along(Judge *judge, KanamePoint point, int direction) {
    bool is_three = false;
    for (int distance = -REACH; distance <= REACH && !is_three; distance++) {
        KanamePoint next = beyond(point, direction, distance);
        if (color_at(judge, next) != KANAME_EMPTY)
            continue;
        put(judge, next, KANAME_BLACK);
        bool is_straight = is_straight_four(judge, point, direction) &&
                           row_through(judge, next, direction, KANAME_BLACK) == FIVE - 1;
        put(judge, next, KANAME_EMPTY);
        is_three = is_straight && !judge_wins(judge, next, KANAME_BLACK) &&
                   !judge_forbids(judge, next, KANAME_BLACK);
    }
    return is_three;
}

static bool is_foul(Judge *judge, KanamePoint point) {
    int fours = 0, threes = 0;
    for (int direction = 0; direction < DIRECTIONS; direction++) {
        if (row_through(judge, point, direction, KANAME_BLACK) > FIVE)
            return true;
        fours += fours_along(judge, point, direction);
    }
    for (int direction = 0; direction < DIRECTIONS && fours < 2 && threes < 2; direction++)
        if (fours_along(judge, point, direction) == 0)
            threes += is_three_along(judge, point, direction);
    return fours >= 2 || threes >= 2;
}

bool judge_forbids(Judge *judge, KanamePoint point, KanameColor color) {
    if (judge->rule != KANAME_RULE_RENJU || color != KANAME_BLACK ||
        judge_wins(judge, point, color))
        return false;
    put(judge, point, KANAME_BLACK);
    bool is_forbidden = is_foul(judge, point);
    put(judge, point, KANAME_EMPTY);
    return is_forbidden;
}
