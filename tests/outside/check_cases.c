/* Forbidden moves, wins, games and wins by fours or threats collected from public sources, against
 * the engine.
 *
 *     check_cases FOLDER [PART]
 *
 * PART is the beginning of the file names wanted, "vct/" for instance. Without it all are read but
 * those, whose searches take an hour.
 *
 * The cases are not part of the project. Without the folder the test is skipped (exit status 77).
 * Their format: one case a line, fields separated by " | ", coordinates x,y from 0, x from the
 * left, y from the top; lines that start with # are comments. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "board/board.h"
#include "board/foul.h"
#include "kaname.h"
#include "support/position.h"

enum { LINE_BYTES = 1 << 16, FIELDS_MAX = 12, SKIPPED = 77 };

/* ---- Reading ----------------------------------------------------------------------------------
 */

enum { EFFORTS_MAX = 4096 };

/* What the searches of one file took. */
typedef struct Efforts {
    int count;
    double nodes[EFFORTS_MAX], ms[EFFORTS_MAX];
} Efforts;

typedef struct Case {
    const char *file;
    char text[LINE_BYTES];
    char *field[FIELDS_MAX];
    int fields;
    KanameEngine *engine; /* solves */
    bool is_set_aside;    /* proves nothing, see leaves_a_choice() */
    double nodes, ms;     /* what a search for threats took; negative: none was made */
    Efforts efforts;      /* of the file so far */
} Case;

typedef struct Tally {
    int agreed, failed, aside;
} Tally;

static bool fail(const Case *item, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    printf("%s: %s: ", item->file, item->fields > 0 ? item->field[0] : "?");
    vprintf(format, arguments);
    printf("\n");
    va_end(arguments);
    return false;
}

static char *trim(char *text) {
    while (*text == ' ')
        text++;
    size_t length = strlen(text);
    while (length > 0 && strchr(" \r\n", text[length - 1]) != NULL)
        text[--length] = '\0';
    return text;
}

static void split(Case *item) {
    item->fields = 0;
    for (char *rest = item->text; rest != NULL && item->fields < FIELDS_MAX;) {
        char *bar = strstr(rest, " | ");
        if (bar != NULL)
            *bar = '\0';
        item->field[item->fields++] = trim(rest);
        rest = bar == NULL ? NULL : bar + 3;
    }
}

/* What follows "name=" at the start of the field, NULL if it does not start so. */
static const char *after_name(const Case *item, int field, const char *name) {
    size_t length = strlen(name);
    if (field >= item->fields || strncmp(item->field[field], name, length) != 0)
        return NULL;
    return item->field[field] + length;
}

/* Reads "x,y" and moves on behind it. */
static bool read_point(const char **text, int *x, int *y) {
    char *end;
    *x = (int)strtol(*text, &end, 10);
    if (end == *text || *end != ',')
        return false;
    *text = end + 1;
    *y = (int)strtol(*text, &end, 10);
    if (end == *text)
        return false;
    *text = end;
    return true;
}

static bool cell_at(const Oracle *oracle, int x, int y, Cell *cell) {
    if (x < 0 || x >= oracle->width || y < 0 || y >= oracle->height)
        return false;
    *cell = (Cell)(y * oracle->width + x);
    return true;
}

/* "B=x,y;x,y;..." or "B=-". */
static bool read_stones(const Case *item, int field, const char *name, Oracle *oracle,
                        Point point) {
    const char *text = after_name(item, field, name);
    if (text == NULL)
        return false;
    if (strcmp(text, "-") == 0)
        return true;
    for (;; text++) {
        int x, y;
        Cell cell;
        if (!read_point(&text, &x, &y) || !cell_at(oracle, x, y, &cell))
            return false;
        oracle->at[cell] = point;
        if (*text != ';')
            return *text == '\0';
    }
}

static bool read_rule(const char *text, Rule *rule) {
    static const char *const NAMES[RULES] = {"freestyle", "standard", "renju", "caro6", "caro5"};
    for (int i = 0; i < RULES; i++)
        if (strcmp(text, NAMES[i]) == 0) {
            *rule = (Rule)i;
            return true;
        }
    return false;
}

/* An empty board of the size that the field tells. */
static bool read_size(const Case *item, int field, Rule rule, Oracle *oracle) {
    if (field >= item->fields)
        return false;
    long size = strtol(item->field[field], NULL, 10);
    if (size < BOARD_MIN || size > BOARD_MAX)
        return false;
    oracle_init(oracle, rule, (int)size, (int)size);
    return true;
}

/* ---- Forbidden moves ---------------------------------------------------------------------------
 */

/* `kind` is the word behind the colon of a listed cell. An overline hides the other two kinds. */
static bool is_kind(const char *kind, size_t length, Foul foul) {
    static const struct {
        const char *kind;
        bool allowed[4]; /* by Foul */
    } KINDS[] = {
        {"0", {true, false, false, false}},   {"F", {false, true, true, true}},
        {"33", {false, true, false, true}},   {"44", {false, false, true, true}},
        {"33+44", {false, true, true, true}}, {"6", {false, false, false, true}},
        {"not33", {true, false, true, true}}, {"not44", {true, true, false, true}},
    };
    for (size_t i = 0; i < sizeof KINDS / sizeof KINDS[0]; i++)
        if (strlen(KINDS[i].kind) == length && memcmp(KINDS[i].kind, kind, length) == 0)
            return KINDS[i].allowed[foul];
    return false;
}

/* In the disputed cases Kaname follows the Gomocup referee, called p: where p is not among those
 * who agree with the source, its verdict is the opposite one. */
static bool is_opposite(const Case *item) {
    const char *agree = after_name(item, 6, "agree=");
    return agree != NULL && strchr(agree, 'p') == NULL;
}

static bool check_forbidden(Case *item, Board *board) {
    Oracle oracle;
    if (item->fields < 6 || !read_size(item, 1, RULE_RENJU, &oracle) ||
        !read_stones(item, 2, "B=", &oracle, POINT_BLACK) ||
        !read_stones(item, 3, "W=", &oracle, POINT_WHITE))
        return fail(item, "cannot be read");
    board_from_oracle(board, test_tables(RULE_RENJU), &oracle, BLACK, isa_best());

    bool listed[CELLS_MAX] = {false};
    bool opposite = is_opposite(item);
    for (const char *text = item->field[5]; *text != '\0' && strcmp(text, "-") != 0;) {
        int x, y;
        Cell cell;
        if (!read_point(&text, &x, &y) || !cell_at(&oracle, x, y, &cell) || *text != ':' ||
            oracle.at[cell] != POINT_EMPTY)
            return fail(item, "cannot be read");
        const char *kind = ++text;
        size_t length = strcspn(kind, " ");
        text += length;
        text += strspn(text, " ");
        listed[cell] = true;
        Foul foul = foul_at(board, cell);
        bool claimed = length != 1 || *kind != '0';
        bool agrees = opposite || *kind == '?' ? (foul != FOUL_NONE) == (claimed != opposite)
                                               : is_kind(kind, length, foul);
        if (!agrees || is_forbidden(board, BLACK, cell) != (foul != FOUL_NONE))
            return fail(item, "%d,%d: foul %d, the source says %.*s", x, y, foul, (int)length,
                        kind);
    }
    if (strcmp(item->field[4], "FULL") != 0)
        return true;
    for (int cell = 0; cell < oracle_cells(&oracle); cell++)
        if (oracle.at[cell] == POINT_EMPTY && !listed[cell] &&
            (foul_at(board, (Cell)cell) != FOUL_NONE || is_forbidden(board, BLACK, (Cell)cell)))
            return fail(item, "%d,%d is not forbidden", cell % oracle.width, cell / oracle.width);
    return true;
}

/* ---- Wins ---------------------------------------------------------------------------------------
 */

static bool check_position(Case *item, Board *board) {
    Oracle oracle;
    Rule rule;
    if (item->fields < 8 || !read_rule(item->field[1], &rule) ||
        !read_size(item, 2, rule, &oracle) || !read_stones(item, 3, "B=", &oracle, POINT_BLACK) ||
        !read_stones(item, 4, "W=", &oracle, POINT_WHITE))
        return fail(item, "cannot be read");
    Color color = strcmp(item->field[5], "W") == 0 ? WHITE : BLACK;
    board_from_oracle(board, test_tables(rule), &oracle, color, isa_best());
    const char *move = after_name(item, 6, "move=");
    int x, y;
    Cell cell;
    if (move == NULL || !read_point(&move, &x, &y) || !cell_at(&oracle, x, y, &cell) ||
        oracle.at[cell] != POINT_EMPTY)
        return fail(item, "cannot be read");
    const char *result = "none";
    if (board_wins_at(board, color, cell))
        result = color == BLACK ? "B" : "W";
    else if (is_forbidden(board, color, cell))
        result = "W";
    return strcmp(result, item->field[7]) == 0 ||
           fail(item, "result %s, the source says %s", result, item->field[7]);
}

/* Replays "moves=x,y x,y ..." (-1,-1 is a pass); the result after the last of them: 'B' or 'W' has
 * won, '=' two passes in a row, '?' none of these, '!' unreadable or played on after the end. */
static char replay(const Case *item, int field, Rule rule, const Oracle *empty, Board *board,
                   int *row) {
    Oracle oracle = *empty;
    board_from_oracle(board, test_tables(rule), &oracle, BLACK, isa_best());
    const char *text = after_name(item, field, "moves=");
    char result = '?';
    int passes = 0;
    while (text != NULL && *text != '\0') {
        int x, y;
        Cell cell;
        if (result != '?' || !read_point(&text, &x, &y))
            return '!';
        text += strspn(text, " ");
        if (x == -1 && y == -1) {
            board_pass(board);
            if (++passes == 2)
                result = '=';
            continue;
        }
        passes = 0;
        if (!cell_at(&oracle, x, y, &cell) || !board_is_empty(board, cell))
            return '!';
        Color color = board_to_move(board);
        if (board_wins_at(board, color, cell))
            result = color == BLACK ? 'B' : 'W';
        else if (is_forbidden(board, color, cell))
            result = 'W';
        *row = oracle_longest_row(&oracle, cell, color);
        board_play(board, cell);
        oracle.at[cell] = point_of(color);
    }
    return text == NULL ? '!' : result;
}

static bool check_sequence(Case *item, Board *board) {
    Oracle empty;
    Rule rule;
    if (item->fields < 5 || !read_rule(item->field[1], &rule) || !read_size(item, 2, rule, &empty))
        return fail(item, "cannot be read");
    int row;
    char result = replay(item, 3, rule, &empty, board, &row);
    const char *status = result == 'B'   ? "BLACK_WIN"
                         : result == 'W' ? "WHITE_WIN"
                         : result == '=' ? "DRAW"
                         : result == '?' ? "ONGOING"
                                         : "unreadable";
    return strcmp(status, item->field[4]) == 0 ||
           fail(item, "%s, the source says %s", status, item->field[4]);
}

static bool check_game(Case *item, Board *board) {
    Oracle empty;
    Rule rule;
    if (item->fields < 8 || !read_rule(item->field[1], &rule) || !read_size(item, 2, rule, &empty))
        return fail(item, "cannot be read");
    int row = 0;
    char result = replay(item, 7, rule, &empty, board, &row);
    if (result != item->field[5][0])
        return fail(item, "winner %c, the source says %s", result, item->field[5]);
    if (result != '?' && row != (int)strtol(item->field[6], NULL, 10))
        return fail(item, "a row of %d, the source says %s", row, item->field[6]);
    return true;
}

/* ---- Wins by continuous fours
 * -------------------------------------------------------------------- */

enum { VCF_LIMIT_MS = 20000 };

/* Is the point in the list "first=x,y x,y ...", or is the list unknown ("?") or not there? */
static bool may_be_first(const Case *item, KanamePoint point) {
    const char *text = NULL;
    for (int field = 7; field < item->fields && text == NULL; field++)
        text = after_name(item, field, "first=");
    if (text == NULL || *text == '?')
        return true;
    int x, y;
    while (read_point(&text, &x, &y)) {
        if (x == point.x && y == point.y)
            return true;
        text += strspn(text, " ;");
    }
    return false;
}

static bool solve(const Case *item, const Oracle *oracle, Color side, KanameSolveMode mode,
                  int64_t limit_ms, KanameSolution *solution) {
    KanameStone stones[CELLS_MAX];
    size_t count = 0;
    for (int cell = 0; cell < oracle_cells(oracle); cell++)
        if (oracle->at[cell] != POINT_EMPTY)
            stones[count++] =
                (KanameStone){cell % oracle->width, cell / oracle->width,
                              oracle->at[cell] == POINT_BLACK ? KANAME_BLACK : KANAME_WHITE};
    KanameLimits limits = kaname_no_limits();
    limits.turn_ms = limit_ms;
    KanameEngine *engine = item->engine;
    return (kaname_set_size(engine, oracle->width, oracle->height) == KANAME_OK &&
            (kaname_rule(engine) == (KanameRule)oracle->rule ||
             kaname_set_rule(engine, (KanameRule)oracle->rule) == KANAME_OK) &&
            kaname_set_position(engine, stones, count, (KanameColor)side) == KANAME_OK &&
            kaname_solve(engine, mode, &limits, solution) == KANAME_OK) ||
           fail(item, "cannot be set up");
}

/* Has the attacker a five to play? */
static bool has_five(const Oracle *oracle, Color side) {
    for (int cell = 0; cell < oracle_cells(oracle); cell++)
        if (oracle->at[cell] == POINT_EMPTY && oracle_wins(oracle, (Cell)cell, side))
            return true;
    return false;
}

/* Does a four of the line "pv=x,y x,y ..." leave another reply than the one that follows it? In
 * caro a four is also answered by shutting the five's far end, which not every source has seen:
 * such a line proves nothing. */
static bool leaves_a_choice(const Case *item, const Oracle *start, Color side) {
    const char *text = NULL;
    for (int field = 7; field < item->fields && text == NULL; field++)
        text = after_name(item, field, "pv=");
    if (text == NULL)
        return false;
    Oracle oracle = *start;
    int x, y;
    Cell cell, answer;
    while (read_point(&text, &x, &y) && cell_at(&oracle, x, y, &cell)) {
        oracle.at[cell] = point_of(side);
        text += strspn(text, " ");
        if (!read_point(&text, &x, &y) || !cell_at(&oracle, x, y, &answer))
            answer = CELL_NONE;
        text += strspn(text, " ");
        for (int reply = 0; reply < oracle_cells(&oracle); reply++) {
            if (oracle.at[reply] != POINT_EMPTY || reply == answer)
                continue;
            oracle.at[reply] = point_of(opponent(side));
            bool holds = !has_five(&oracle, side);
            oracle.at[reply] = POINT_EMPTY;
            if (holds)
                return true;
        }
        if (answer != CELL_NONE)
            oracle.at[answer] = point_of(opponent(side));
    }
    return false;
}

static bool check_vcf(Case *item, Board *board) {
    (void)board;
    Oracle oracle;
    Rule rule;
    if (item->fields < 7 || !read_rule(item->field[1], &rule) ||
        !read_size(item, 2, rule, &oracle) || !read_stones(item, 4, "B=", &oracle, POINT_BLACK) ||
        !read_stones(item, 5, "W=", &oracle, POINT_WHITE) || after_name(item, 6, "n=") == NULL)
        return fail(item, "cannot be read");
    Color side = strcmp(item->field[3], "W") == 0 ? WHITE : BLACK;
    const char *moves = after_name(item, 6, "n=");
    bool is_none = strcmp(moves, "none") == 0;
    KanameSolution solution;
    if (!solve(item, &oracle, side, KANAME_SOLVE_VCF, VCF_LIMIT_MS, &solution))
        return false;
    bool is_caro = rule == RULE_CARO || rule == RULE_CARO_EXACT;
    if (is_caro && solution.verdict == KANAME_SOLVE_NO_WIN &&
        leaves_a_choice(item, &oracle, side)) {
        item->is_set_aside = true;
        return true;
    }
    if (solution.verdict != (is_none ? KANAME_SOLVE_NO_WIN : KANAME_SOLVE_WIN))
        return fail(item, "verdict %d after %lld ms, n=%s", solution.verdict,
                    (long long)solution.time_ms, moves);
    if (!is_none && !is_caro && !may_be_first(item, solution.line[0]))
        return fail(item, "%d,%d begins no win", solution.line[0].x, solution.line[0].y);
    return true;
}

/* ---- Wins by continuous threats
 * ---------------------------------------------------------------- */

/* Milliseconds for a case, and how many in a hundred of a file must be solved within them. */
enum { VCT_LIMIT_MS = 10000, VCT_SOLVED_PERCENT = 95 };

static bool is_legal(const Oracle *oracle, Cell cell, Color color) {
    return oracle->at[cell] == POINT_EMPTY &&
           (oracle->rule != RULE_RENJU || color == WHITE || oracle_wins(oracle, cell, color) ||
            oracle_foul(oracle, cell) == ORACLE_LEGAL);
}

/* Every stone of the line is legal, and the last one, of the attacker, and no other makes a five.
 */
static bool line_comes_to_five(const Oracle *start, Color attacker,
                               const KanameSolution *solution) {
    Oracle oracle = *start;
    Color side = attacker;
    bool is_five = false;
    for (size_t i = 0; i < solution->line_count; i++) {
        Cell cell;
        if (is_five || !cell_at(&oracle, solution->line[i].x, solution->line[i].y, &cell) ||
            !is_legal(&oracle, cell, side))
            return false;
        is_five = oracle_wins(&oracle, cell, side);
        oracle.at[cell] = point_of(side);
        side = opponent(side);
    }
    return is_five && solution->line_count % 2 == 1;
}

static bool check_vct(Case *item, Board *board) {
    (void)board;
    Oracle oracle;
    Rule rule;
    if (item->fields < 8 || !read_rule(item->field[1], &rule) ||
        !read_size(item, 2, rule, &oracle) || !read_stones(item, 4, "B=", &oracle, POINT_BLACK) ||
        !read_stones(item, 5, "W=", &oracle, POINT_WHITE))
        return fail(item, "cannot be read");
    Color side = strcmp(item->field[3], "W") == 0 ? WHITE : BLACK;
    KanameSolution solution;
    if (!solve(item, &oracle, side, KANAME_SOLVE_VCT, VCT_LIMIT_MS, &solution))
        return false;
    item->nodes = (double)solution.nodes;
    item->ms = (double)solution.time_ms;
    if (solution.verdict != KANAME_SOLVE_WIN)
        return fail(item, "verdict %d after %lld ms, %s", solution.verdict,
                    (long long)solution.time_ms, item->field[7]);
    return line_comes_to_five(&oracle, side, &solution) || fail(item, "the line is no win");
}

/* ---- Files --------------------------------------------------------------------------------------
 */

typedef bool (*CheckFn)(Case *item, Board *board);

static const struct {
    const char *name;
    CheckFn check;
} FILES[] = {
    {"forbidden/AlphaGomoku.txt", check_forbidden},
    {"forbidden/cauphenuny.txt", check_forbidden},
    {"forbidden/consensus_lfz.txt", check_forbidden},
    {"forbidden/disputed_five_point.txt", check_forbidden},
    {"forbidden/holorenju.txt", check_forbidden},
    {"forbidden/lfz_labels.txt", check_forbidden},
    {"forbidden/mintaka.txt", check_forbidden},
    {"forbidden/quintet.txt", check_forbidden},
    {"forbidden/realcore.txt", check_forbidden},
    {"forbidden/renju-benchmark.txt", check_forbidden},
    {"forbidden/renjunet-advanced.txt", check_forbidden},
    {"rules/positions.txt", check_position},
    {"rules/sequences.txt", check_sequence},
    {"games/freestyle20_engines.txt", check_game},
    {"games/standard15_playok_humans.txt", check_game},
    {"vcf/derived_caro5_15.txt", check_vcf},
    {"vcf/derived_freestyle_15.txt", check_vcf},
    {"vcf/derived_standard_15.txt", check_vcf},
    {"vcf/games_freestyle_20.txt", check_vcf},
    {"vcf/lfz_renju_6x6.txt", check_vcf},
    {"vcf/lfz_vcf_black.txt", check_vcf},
    {"vcf/lfz_vcf_long.txt", check_vcf},
    {"vcf/lfz_vcf_white.txt", check_vcf},
    {"vcf/none_vcf.txt", check_vcf},
    {"vcf/other_vcf.txt", check_vcf},
    {"vct/lfz_stones4.txt", check_vct},
    {"vct/lfz_stones5.txt", check_vct},
    {"vct/lfz_vct.txt", check_vct},
    {"vct/lfz_vct3.txt", check_vct},
    {"vct/other_vct.txt", check_vct},
};

static int compare_efforts(const void *a, const void *b) {
    double difference = *(const double *)a - *(const double *)b;
    return difference < 0 ? -1 : difference > 0;
}

static void add_effort(Case *item) {
    Efforts *efforts = &item->efforts;
    if (item->nodes < 0 || efforts->count == EFFORTS_MAX)
        return;
    efforts->nodes[efforts->count] = item->nodes;
    efforts->ms[efforts->count++] = item->ms;
}

static void print_efforts(Efforts *efforts) {
    if (efforts->count == 0)
        return;
    int middle = efforts->count / 2, high = efforts->count * 95 / 100;
    qsort(efforts->nodes, (size_t)efforts->count, sizeof(double), compare_efforts);
    qsort(efforts->ms, (size_t)efforts->count, sizeof(double), compare_efforts);
    printf("    nodes: median %.0f, 95th percentile %.0f; ms: median %.0f, 95th percentile %.0f\n",
           efforts->nodes[middle], efforts->nodes[high], efforts->ms[middle], efforts->ms[high]);
}

static void print_tally(const char *name, const Tally *tally) {
    printf("%s: %d of %d agree", name, tally->agreed, tally->agreed + tally->failed);
    if (tally->aside > 0)
        printf(", %d set aside: their line leaves a second reply", tally->aside);
    printf("\n");
}

static bool check_file(const char *folder, const char *name, CheckFn check, Case *item,
                       Board *board, Tally *all) {
    char path[4096];
    int length = snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = length > 0 && (size_t)length < sizeof path ? fopen(path, "r") : NULL;
    if (file == NULL) {
        printf("%s: missing\n", name);
        return false;
    }
    Tally tally = {0, 0, 0};
    item->efforts.count = 0;
    item->file = name;
    while (fgets(item->text, sizeof item->text, file) != NULL) {
        if (item->text[0] == '#' || *trim(item->text) == '\0')
            continue;
        split(item);
        item->is_set_aside = false;
        item->nodes = -1;
        bool agrees = check(item, board);
        add_effort(item);
        if (!agrees)
            tally.failed++;
        else if (item->is_set_aside)
            tally.aside++;
        else
            tally.agreed++;
    }
    fclose(file);
    print_tally(name, &tally);
    print_efforts(&item->efforts);
    all->aside += tally.aside;
    all->agreed += tally.agreed;
    all->failed += tally.failed;
    if (check == check_vct)
        return 100 * tally.agreed >= VCT_SOLVED_PERCENT * (tally.agreed + tally.failed);
    return tally.agreed > 0 && tally.failed == 0;
}

int main(int argc, char **argv) {
    const char *folder = argc > 1 ? argv[1] : "", *part = argc > 2 ? argv[2] : NULL;
    char readme[4096];
    snprintf(readme, sizeof readme, "%s/README.md", folder);
    FILE *file = fopen(readme, "r");
    if (file == NULL) {
        printf("skipped: there are no outside cases in \"%s\"\n", folder);
        return SKIPPED;
    }
    fclose(file);

    Case *item = calloc(1, sizeof *item);
    if (item == NULL || (item->engine = kaname_new()) == NULL)
        return EXIT_FAILURE;
    Board *board = test_board_new();
    Tally all = {0, 0, 0};
    bool good = true;
    for (size_t i = 0; i < sizeof FILES / sizeof FILES[0]; i++)
        if (part != NULL ? strncmp(FILES[i].name, part, strlen(part)) == 0
                         : FILES[i].check != check_vct)
            good &= check_file(folder, FILES[i].name, FILES[i].check, item, board, &all);
    print_tally("cases", &all);
    kaname_free(item->engine);
    free(board);
    free(item);
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
