/* The referee against cases collected outside the project. The folder is the first argument;
 * without it the suite is skipped (exit status 77). Their formats are told in the folder's README.
 */
#include "shared/referee/referee.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/harness.h"

enum { FIELDS_MAX = 12, SKIPPED = 77 };

static const char *folder;

/* One line cut into its fields, in place. */
typedef struct Case {
    char *line;
    size_t size;
    char *field[FIELDS_MAX];
    int fields;
} Case;

/* The next case of a file; false at its end. */
static bool next_case(FILE *file, Case *case_) {
    do {
        if (getline(&case_->line, &case_->size, file) < 0)
            return false;
        case_->line[strcspn(case_->line, "\n")] = '\0';
    } while (case_->line[0] == '#' || case_->line[0] == '\0');
    case_->fields = 0;
    char *rest = case_->line;
    while (rest != NULL && case_->fields < FIELDS_MAX) {
        char *end = strstr(rest, " | ");
        if (end != NULL)
            *end = '\0';
        case_->field[case_->fields++] = rest;
        rest = end != NULL ? end + 3 : NULL;
    }
    return true;
}

static FILE *open_cases(const char *name) {
    char path[1000];
    snprintf(path, sizeof(path), "%s/%s", folder, name);
    FILE *file = fopen(path, "r");
    ck_assert_msg(file != NULL, "%s is missing", path);
    return file;
}

static int rule_of(const char *name) {
    if (strcmp(name, "freestyle") == 0)
        return 0;
    if (strcmp(name, "standard") == 0)
        return 1;
    if (strcmp(name, "renju") == 0)
        return 4;
    return strcmp(name, "caro6") == 0 ? 8 : 9;
}

/* "B=1,2;3,4" */
static void put_stones(Referee *referee, const char *text, RefereeStone stone) {
    int x, y, used;
    text += 2;
    while (sscanf(text, "%d,%d%n", &x, &y, &used) == 2) {
        referee->at[y][x] = stone;
        text += used;
        text += *text == ';';
    }
}

static Referee board_of(int rule, const char *size, const char *black, const char *white) {
    Referee referee;
    int side = atoi(size);
    ck_assert(referee_init(&referee, rule, side, side));
    put_stones(&referee, black, REFEREE_BLACK);
    put_stones(&referee, white, REFEREE_WHITE);
    return referee;
}

static bool is_kind(RefereeVerdict verdict, const char *kind) {
    /* One source names 33 and 44 also where there is an overline besides. */
    if (strcmp(kind, "33") == 0)
        return verdict == REFEREE_DOUBLE_THREE || verdict == REFEREE_OVERLINE;
    if (strcmp(kind, "44") == 0)
        return verdict == REFEREE_DOUBLE_FOUR || verdict == REFEREE_OVERLINE;
    if (strcmp(kind, "6") == 0)
        return verdict == REFEREE_OVERLINE;
    if (strcmp(kind, "not33") == 0)
        return verdict != REFEREE_DOUBLE_THREE;
    if (strcmp(kind, "not44") == 0)
        return verdict != REFEREE_DOUBLE_FOUR;
    return referee_is_foul(verdict) == (strcmp(kind, "0") != 0);
}

/* The listed cells have the kind they are said to have; where the set is full, no other cell is
 * forbidden. */
static void check_fouls(const Case *case_) {
    Referee referee = board_of(4, case_->field[1], case_->field[2], case_->field[3]);
    bool is_listed[REFEREE_MAX_SIZE][REFEREE_MAX_SIZE] = {{false}};
    const char *cells = case_->field[5];
    int x, y, used;
    char kind[16];
    while (sscanf(cells, " %d,%d:%15s%n", &x, &y, kind, &used) == 3) {
        RefereeVerdict verdict = referee_judge(&referee, REFEREE_BLACK, x, y);
        ck_assert_msg(is_kind(verdict, kind), "%s: %d,%d is '%s', not %s", case_->field[0], x, y,
                      referee_verdict_text(verdict), kind);
        is_listed[y][x] = true;
        cells += used;
    }
    if (strcmp(case_->field[4], "FULL") != 0)
        return;
    for (y = 0; y < referee.height; y++)
        for (x = 0; x < referee.width; x++)
            ck_assert_msg(is_listed[y][x] ||
                              !referee_is_foul(referee_judge(&referee, REFEREE_BLACK, x, y)),
                          "%s: %d,%d is forbidden", case_->field[0], x, y);
}

static const char *const foul_files[] = {
    "AlphaGomoku", "cauphenuny", "consensus_lfz", "holorenju",       "lfz_labels",
    "mintaka",     "quintet",    "realcore",      "renju-benchmark", "renjunet-advanced"};

START_TEST(forbidden_cells_are_those_of_the_collection) {
    char name[100];
    Case case_ = {0};
    int cases = 0;
    snprintf(name, sizeof(name), "forbidden/%s.txt", foul_files[_i]);
    FILE *file = open_cases(name);
    for (; next_case(file, &case_); cases++)
        check_fouls(&case_);
    fclose(file);
    free(case_.line);
    ck_assert_int_gt(cases, 0);
}
END_TEST

/* The one question on which referees differ: this one follows Gomocup's (p). */
START_TEST(disputed_threes_are_read_as_gomocup_reads_them) {
    Case case_ = {0};
    int cases = 0;
    FILE *file = open_cases("forbidden/disputed_five_point.txt");
    for (; next_case(file, &case_); cases++) {
        Referee referee = board_of(4, case_.field[1], case_.field[2], case_.field[3]);
        int x, y;
        char claim[16];
        ck_assert_int_eq(sscanf(case_.field[5], "%d,%d:%15s", &x, &y, claim), 3);
        const char *agree = case_.field[6];
        bool is_shared = strncmp(agree, "agree=", 6) == 0 && strchr(agree + 6, 'p') != NULL;
        bool is_forbidden = strcmp(claim, "0") != 0;
        if (strncmp(agree, "forbidden_says=", 15) == 0)
            is_forbidden = strchr(agree + 15, 'p') != NULL;
        else if (!is_shared)
            is_forbidden = !is_forbidden;
        RefereeVerdict verdict = referee_judge(&referee, REFEREE_BLACK, x, y);
        ck_assert_msg(referee_is_foul(verdict) == is_forbidden, "%s: %d,%d is '%s'", case_.field[0],
                      x, y, referee_verdict_text(verdict));
    }
    fclose(file);
    free(case_.line);
    ck_assert_int_gt(cases, 0);
}
END_TEST

START_TEST(positions_end_as_told) {
    Case case_ = {0};
    int cases = 0;
    FILE *file = open_cases("rules/positions.txt");
    for (; next_case(file, &case_); cases++) {
        Referee referee =
            board_of(rule_of(case_.field[1]), case_.field[2], case_.field[3], case_.field[4]);
        RefereeStone mover = case_.field[5][0] == 'B' ? REFEREE_BLACK : REFEREE_WHITE;
        int x, y;
        ck_assert_int_eq(sscanf(case_.field[6], "move=%d,%d", &x, &y), 2);
        RefereeVerdict verdict = referee_judge(&referee, mover, x, y);
        const char *result = "none";
        if (verdict != REFEREE_GOES_ON) {
            bool black_wins = (verdict == REFEREE_FIVE) == (mover == REFEREE_BLACK);
            result = black_wins ? "B" : "W";
        }
        ck_assert_msg(strcmp(result, case_.field[7]) == 0, "%s: %s, not %s", case_.field[0], result,
                      case_.field[7]);
    }
    fclose(file);
    free(case_.line);
    ck_assert_int_gt(cases, 0);
}
END_TEST

/* "moves=7,7 8,8 ..."; stops when the game is over. False: it holds a pass. */
static bool play_moves(Referee *referee, const char *text, RefereeVerdict *last) {
    int x, y, used;
    text += strlen("moves=");
    *last = REFEREE_GOES_ON;
    while (sscanf(text, "%d,%d%n", &x, &y, &used) == 2) {
        if (x < 0)
            return false;
        ck_assert_msg(!referee->is_over, "over before its last move");
        *last = referee_play(referee, x, y);
        text += used;
        text += *text == ' ';
    }
    return true;
}

START_TEST(sequences_end_as_told) {
    Case case_ = {0};
    int cases = 0;
    FILE *file = open_cases("rules/sequences.txt");
    while (next_case(file, &case_)) {
        Referee referee;
        RefereeVerdict last;
        int size = atoi(case_.field[2]);
        ck_assert(referee_init(&referee, rule_of(case_.field[1]), size, size));
        if (!play_moves(&referee, case_.field[3], &last))
            continue; /* passes are no part of the game here */
        const char *status = "ONGOING";
        if (referee.is_over)
            status = referee.winner == REFEREE_BLACK   ? "BLACK_WIN"
                     : referee.winner == REFEREE_WHITE ? "WHITE_WIN"
                                                       : "DRAW";
        ck_assert_msg(strcmp(status, case_.field[4]) == 0, "%s: %s, not %s", case_.field[0], status,
                      case_.field[4]);
        cases++;
    }
    fclose(file);
    free(case_.line);
    ck_assert_int_gt(cases, 0);
}
END_TEST

static const char *const game_files[] = {"games/freestyle20_engines.txt",
                                         "games/standard15_playok_humans.txt"};

START_TEST(real_games_end_where_they_ended) {
    Case case_ = {0};
    int cases = 0;
    FILE *file = open_cases(game_files[_i]);
    for (; next_case(file, &case_); cases++) {
        Referee referee;
        RefereeVerdict last;
        int size = atoi(case_.field[2]);
        ck_assert(referee_init(&referee, rule_of(case_.field[1]), size, size));
        ck_assert(play_moves(&referee, case_.field[7], &last));
        char winner = case_.field[5][0];
        ck_assert_msg(referee.is_over == (winner != '?') || last == REFEREE_FULL, "%s",
                      case_.field[0]);
        if (winner == '?')
            continue;
        ck_assert_msg(last == REFEREE_FIVE && (referee.winner == REFEREE_BLACK) == (winner == 'B'),
                      "%s", case_.field[0]);
    }
    fclose(file);
    free(case_.line);
    ck_assert_int_gt(cases, 0);
}
END_TEST

int main(int argc, char **argv) {
    FILE *readme = NULL;
    if (argc > 1) {
        char path[1000];
        snprintf(path, sizeof(path), "%s/README.md", argv[1]);
        readme = fopen(path, "r");
        folder = argv[1];
    }
    if (readme == NULL) {
        puts("skipped: no folder of cases");
        return SKIPPED;
    }
    fclose(readme);
    TCase *cases = tcase_create("cases");
    tcase_set_timeout(cases, 60);
    tcase_add_loop_test(cases, forbidden_cells_are_those_of_the_collection, 0,
                        (int)(sizeof(foul_files) / sizeof(foul_files[0])));
    tcase_add_test(cases, disputed_threes_are_read_as_gomocup_reads_them);
    tcase_add_test(cases, positions_end_as_told);
    tcase_add_test(cases, sequences_end_as_told);
    tcase_add_loop_test(cases, real_games_end_where_they_ended, 0, 2);
    Suite *suite = suite_create("referee against outside cases");
    suite_add_tcase(suite, cases);
    return run_suite(suite);
}
