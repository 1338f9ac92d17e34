/* The rules by which `--verify` holds the engine to its claims, in the words of kaname.h: rows and
 * fouls. */
#include "study/judge.h"

#include <check.h>
#include <string.h>

#include "support/harness.h"

enum { SIZE = 15 };

/* Stones from the top left on, rows ended by '/': X is Black's, O White's; the point asked about is
 * '?'. */
static KanamePoint draw(Judge *judge, KanameRule rule, const char *rows) {
    KanamePoint point = {0, 0}, asked = {-1, -1};
    judge_init(judge, rule, SIZE, SIZE);
    for (; *rows != '\0'; rows++) {
        if (*rows == '/') {
            point = (KanamePoint){0, point.y + 1};
            continue;
        }
        if (*rows == '?')
            asked = point;
        judge_set(judge, point,
                  *rows == 'X'   ? KANAME_BLACK
                  : *rows == 'O' ? KANAME_WHITE
                                 : KANAME_EMPTY);
        point.x++;
    }
    ck_assert_int_ge(asked.x, 0);
    return asked;
}

/* Rules are freestyle, standard, renju, caro, caro-exact; of each, whose stone wins at '?'. */
static const struct {
    const char *rows, *winners[KANAME_RULE_COUNT];
} wins[] = {
    {"XX?XX", {"X", "X", "X", "X", "X"}},
    {".OO?OO", {"O", "O", "O", "O", "O"}},
    {"XXX?XX", {"X", "", "", "X", ""}},
    {"OOO?OO", {"O", "", "O", "O", ""}},
    {".OXX?XXO", {"X", "X", "X", "", ""}},
    {"XOO?OOX", {"O", "O", "O", "", ""}},
    {"XX?XXO", {"X", "X", "X", "X", "X"}}, /* the edge shuts nothing */
    {".OXX?XX.O", {"X", "X", "X", "X", "X"}},
    {".OXXX?XXO", {"X", "", "", "X", ""}}, /* nor does anything shut an overline */
    {"XXX?", {"", "", "", "", ""}},
    {"X/.X/..?/...X/....X", {"X", "X", "X", "X", "X"}},
    {"....O/...O/..?/.O/O", {"O", "O", "O", "O", "O"}},
    {"X/X/X/X/?/X", {"X", "", "", "X", ""}},
};
enum { WINS = sizeof wins / sizeof *wins };

START_TEST(rows_win_by_their_rule) {
    for (int rule = 0; rule < KANAME_RULE_COUNT; rule++) {
        Judge judge;
        KanamePoint asked = draw(&judge, (KanameRule)rule, wins[_i].rows);
        ck_assert_int_eq(judge_wins(&judge, asked, KANAME_BLACK),
                         strchr(wins[_i].winners[rule], 'X') != NULL);
        ck_assert_int_eq(judge_wins(&judge, asked, KANAME_WHITE),
                         strchr(wins[_i].winners[rule], 'O') != NULL);
    }
}
END_TEST

static const struct {
    const char *rows;
    bool is_foul; /* of Black in renju */
} fouls[] = {
    {"XXX?XX", true},
    {"XX?XX", false},
    {"XXX?XX/...X/...X/...X/...X", false}, /* a five beside the overline */
    {"//....XX?/......X/......X", true},   /* two threes */
    {"//....XX?/........X/........X", false},
    {"//..O.XX?/......X/......X", true},    /* one open at the far side alone */
    {"//..O.XX?.O/......X/......X", false}, /* without room for an open four */
    {"//...OXX?/......X/......X", false},
    {"/..X/..X/XX?", false},
    {"//....XXX?/.......X/.......X/.......X", true}, /* two fours */
    {"//....XXX?/.......X/.......X", false},         /* a four and a three */
    {"//X.X?X.X", true},                             /* two fours in a row */
    {"//..X.XX?X", false},                           /* one four, and an overline */
    {"//.X.XX?XX.X", false},
    {"//...OXXX?O", false},
};
enum { FOULS = sizeof fouls / sizeof *fouls };

START_TEST(fouls_are_blacks_in_renju_alone) {
    for (int rule = 0; rule < KANAME_RULE_COUNT; rule++) {
        Judge judge;
        KanamePoint asked = draw(&judge, (KanameRule)rule, fouls[_i].rows);
        ck_assert_int_eq(judge_forbids(&judge, asked, KANAME_BLACK),
                         rule == KANAME_RULE_RENJU && fouls[_i].is_foul);
        ck_assert(!judge_forbids(&judge, asked, KANAME_WHITE));
        ck_assert(judge_is_empty(&judge, asked));
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("judge");
    TCase *rules = tcase_create("rules");
    tcase_add_loop_test(rules, rows_win_by_their_rule, 0, WINS);
    tcase_add_loop_test(rules, fouls_are_blacks_in_renju_alone, 0, FOULS);
    suite_add_tcase(suite, rules);
    return run_suite(suite);
}
