#include "study/solve.h"

#include "engines/engines.h"
#include "io/notation.h"
#include "io/options.h"
#include "shared/cli/say.h"
#include "shared/status/failure.h"
#include "shared/text/words.h"
#include "study/judge.h"
#include "study/verify.h"

#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

/* ---- Options ----------------------------------------------------------------------------- */

static const char *const modes[] = {[KANAME_SOLVE_VCF] = "vcf", [KANAME_SOLVE_VCT] = "vct", NULL};

static const OptionRow ROWS[] = {
    OPTIONS_ROW_RULE(SolveOptions, rule),
    OPTIONS_ROW_SIZE(SolveOptions, width, "N|WxH", OPTIONS_SIZE_HELP),
    {.name = "--mode",
     .value = "M",
     .help = "vcf or vct: win by fours alone, or by fours, open threes and, except in the two "
             "rules of caro, threats to win by fours",
     .standard = "vcf",
     .kind = OPTION_CHOICE,
     .choices = modes,
     .offset = offsetof(SolveOptions, mode)},
    {.name = "--limit-ms",
     .value = "T",
     .help = "milliseconds for each position",
     .otherwise = "no limit",
     .kind = OPTION_WHOLE,
     .offset = offsetof(SolveOptions, limit_ms),
     .most = SOLVE_LIMIT_MAX_MS},
    {.name = "--verify",
     .help = "play each win against every legal reply and add a field: verified, hole, not "
             "verified (not enough memory), or - if there is no win",
     .kind = OPTION_FLAG,
     .offset = offsetof(SolveOptions, verify)},
    {.name = "FILE",
     .help = "positions, one per line",
     .otherwise = "standard input",
     .kind = OPTION_WORD,
     .offset = offsetof(SolveOptions, file)},
    {.name = NULL},
};

static const OptionTable TABLES[] = {
    {.rows = ROWS},
    {.rows = weights_rows,
     .offset = offsetof(SolveOptions, weights),
     .only = weights_rows_without_eval},
};

static const char NAME[] = "pbrain-kaname solve";

const OptionCommand solve_usage = {
    .program = "pbrain-kaname",
    .name = "solve",
    .about = "find forced wins in positions, one per line",
    .usage = (const char *const[]){"[OPTIONS] [FILE]", NULL},
    .summary =
        "Says for each position, one per line, whether the side to move wins by force, and how. A "
        "position is a list of moves, Black first: h8i9j10, row 1 the lowest; or two sets of "
        "stones, "
        "x,y from 0, - for none: B=7,7;8,8 W=7,8 side=B. An answer has fields separated by tabs: "
        "win, "
        "no-win or unknown; the winning line or -; nodes; milliseconds. For a line that is no "
        "position, or one in which a side has won, prints error, a tab and the reason; the exit "
        "status is then 1.",
    .tables = TABLES,
    .table_count = sizeof TABLES / sizeof TABLES[0]};

OptionOutcome solve_read_options(SolveOptions *options, int count, char *const *words,
                                 Failure *failure) {
    *options = (SolveOptions){.limit_ms = -1};
    return option_read(&solve_usage, options, count, words, NULL, failure);
}

/* ---- Positions --------------------------------------------------------------------------- */

typedef struct Position {
    size_t count;
    KanameStone stones[KANAME_MAX_CELLS];
    KanameColor to_move;
} Position;

/* Adds a stone. Returns NULL, or the reason why it cannot be added. */
static const char *add_stone(Position *position, const SolveOptions *options, int64_t x, int64_t y,
                             KanameColor color) {
    if (x < 0 || x >= options->width || y < 0 || y >= options->height)
        return "a stone lies off the board";
    for (size_t i = 0; i < position->count; i++)
        if (position->stones[i].x == x && position->stones[i].y == y)
            return "a point is named twice";
    position->stones[position->count++] = (KanameStone){(int)x, (int)y, color};
    return NULL;
}

/* `h8i9j10`: Black first, in turn. */
static const char *read_game(Position *position, const SolveOptions *options, Words words) {
    Word word = {words.next, 0};
    (void)words_next(&words, &word);
    if (!words_at_end(&words))
        return "neither moves nor sets of stones";
    const char *at = word.text, *end = word.text + word.length;
    while (at < end) {
        KanamePoint point;
        if (!notation_read_point(&at, end, options->height, &point))
            return "neither moves nor sets of stones";
        const char *wrong = add_stone(position, options, point.x, point.y,
                                      position->count % 2 == 0 ? KANAME_BLACK : KANAME_WHITE);
        if (wrong != NULL)
            return wrong;
    }
    position->to_move = position->count % 2 == 0 ? KANAME_BLACK : KANAME_WHITE;
    return NULL;
}

/* `x,y;x,y` or `-`. */
static const char *read_set(Position *position, const SolveOptions *options, Word set,
                            KanameColor color) {
    if (word_is(set, "-"))
        return NULL;
    const char *at = set.text, *end = set.text + set.length;
    for (;;) {
        const char *stop = memchr(at, ';', (size_t)(end - at));
        Words words = words_of(at, (size_t)((stop != NULL ? stop : end) - at));
        int64_t numbers[2];
        if (words_numbers(&words, numbers, 2) != 2)
            return "a set of stones is written x,y;x,y or -";
        const char *wrong = add_stone(position, options, numbers[0], numbers[1], color);
        if (wrong != NULL || stop == NULL)
            return wrong;
        at = stop + 1;
    }
}

/* If the word is `name=value`, reduces it to the value. */
static bool take_name(Word *word, const char *upper_name) {
    size_t length = strlen(upper_name);
    if (word->length <= length || word->text[length] != '=' ||
        !word_is((Word){word->text, length}, upper_name))
        return false;
    *word = (Word){word->text + length + 1, word->length - length - 1};
    return true;
}

/* Returns the side to move by the counts of stones; KANAME_EMPTY if they fit neither side. */
static KanameColor side_by_count(const Position *position) {
    size_t black = 0;
    for (size_t i = 0; i < position->count; i++)
        black += position->stones[i].color == KANAME_BLACK;
    size_t white = position->count - black;
    return black == white ? KANAME_BLACK : black == white + 1 ? KANAME_WHITE : KANAME_EMPTY;
}

/* `B=... W=... side=B`, in any order. */
static const char *read_sets(Position *position, const SolveOptions *options, Words words) {
    Word word;
    position->to_move = KANAME_EMPTY;
    while (words_next(&words, &word)) {
        const char *wrong = NULL;
        if (take_name(&word, "B"))
            wrong = read_set(position, options, word, KANAME_BLACK);
        else if (take_name(&word, "W"))
            wrong = read_set(position, options, word, KANAME_WHITE);
        else if (!take_name(&word, "SIDE"))
            wrong = "neither moves nor sets of stones";
        else if (word_is(word, "B") || word_is(word, "BLACK"))
            position->to_move = KANAME_BLACK;
        else if (word_is(word, "W") || word_is(word, "WHITE"))
            position->to_move = KANAME_WHITE;
        else
            wrong = "side= is B or W";
        if (wrong != NULL)
            return wrong;
    }
    if (position->to_move == KANAME_EMPTY)
        position->to_move = side_by_count(position);
    return position->to_move == KANAME_EMPTY ? "the side to move is unclear: add side=" : NULL;
}

static const char *read_position(Position *position, const SolveOptions *options,
                                 const LinePiece *line) {
    position->count = 0;
    if (line->is_cut)
        return "the line is too long";
    bool is_sets = line->length > 0 && memchr(line->text, '=', line->length) != NULL;
    Words words = words_of(line->text, line->length);
    return is_sets ? read_sets(position, options, words) : read_game(position, options, words);
}

/* ---- Answers ----------------------------------------------------------------------------- */

/* Verifies the win by play and returns the result as text. */
static const char *verified(KanameEngine *engine, Judge *judge, KanameSolveMode mode) {
    static const char *const words[] = {
        [VERIFY_HOLDS] = "verified", [VERIFY_HOLE] = "hole", [VERIFY_MEMORY] = "not verified"};
    return words[verify_win(engine, judge, mode)];
}

static const char *solve_position(KanameEngine *engine, const SolveOptions *options,
                                  const Position *position, LineWriter *writer) {
    enum { LONG_SEARCH_NODES = 1000000 };
    static const char *const verdicts[] = {[KANAME_SOLVE_NO_WIN] = "no-win",
                                           [KANAME_SOLVE_WIN] = "win",
                                           [KANAME_SOLVE_UNKNOWN] = "unknown"};
    KanameLimits limits = kaname_no_limits();
    limits.turn_ms = options->limit_ms;
    limits.start_ms = kaname_now_ms();
    KanameSolution solution;
    Judge judge;
    judge_init(&judge, options->rule, options->width, options->height);
    judge_set_all(&judge, position->stones, position->count);
    if (judge_winner(&judge, position->stones, position->count) != KANAME_EMPTY)
        return "the game is over: a side has won";
    KanameStatus status =
        kaname_set_position(engine, position->stones, position->count, position->to_move);
    if (status == KANAME_OK)
        status = kaname_solve(engine, options->mode, &limits, &solution);
    if (status != KANAME_OK)
        return kaname_status_text(status);
    char line[KANAME_MAX_CELLS * (NOTATION_POINT_MAX - 1) + 1] = "-";
    if (solution.verdict == KANAME_SOLVE_WIN && solution.line_count > 0)
        notation_line(line, sizeof line, solution.line, solution.line_count, "",
                      notation_lower(options->height));
    const char *check = "";
    if (options->verify)
        check =
            solution.verdict == KANAME_SOLVE_WIN ? verified(engine, &judge, options->mode) : "-";
    line_write(writer, "%s\t%s\t%" PRIu64 "\t%" PRId64 "%s%s", verdicts[solution.verdict], line,
               solution.nodes, solution.time_ms, options->verify ? "\t" : "", check);
    /* What a long search leaves only takes the room of the next, of another position. */
    if (solution.nodes >= LONG_SEARCH_NODES)
        kaname_clear_hash(engine);
    return NULL;
}

bool solve_positions(KanameEngine *engine, const SolveOptions *options, LineReader *reader,
                     LineWriter *writer) {
    bool are_all_good = true;
    Position position;
    LinePiece line;
    for (uint64_t number = 0; !line_writer_is_broken(writer) && line_reader_next(reader, &line);) {
        if (line.continues)
            continue;
        number++;
        const char *wrong = read_position(&position, options, &line);
        if (wrong == NULL)
            wrong = solve_position(engine, options, &position, writer);
        if (wrong != NULL)
            line_write(writer, "error\tline %" PRIu64 ": %s", number, wrong);
        are_all_good = are_all_good && wrong == NULL;
    }
    return are_all_good;
}

static size_t read_file(void *context, char *buffer, size_t capacity) {
    return fread(buffer, 1, capacity, context);
}

static int solve_stream(const SolveOptions *options, FILE *file) {
    LineReader reader;
    LineWriter writer;
    KanameEngine *engine = engines_new(NAME, &options->weights);
    int status = 1;
    if (engine == NULL)
        return 1;
    if (kaname_set_size(engine, options->width, options->height) != KANAME_OK ||
        kaname_set_rule(engine, options->rule) != KANAME_OK ||
        !line_writer_init(&writer, line_write_stdout, NULL)) {
        say_error("%s: not enough memory\n", NAME);
        kaname_free(engine);
        return 1;
    }
    if (line_reader_init(&reader, file != NULL ? read_file : line_read_stdin, file)) {
        bool are_all_good = solve_positions(engine, options, &reader, &writer);
        bool is_written = !line_writer_is_broken(&writer);
        if (!is_written)
            say_error("%s: standard output cannot be written\n", NAME);
        status = are_all_good && is_written ? 0 : 1;
        line_reader_release(&reader);
    }
    line_writer_release(&writer);
    kaname_free(engine);
    return status;
}

int solve_run(const WeightsFiles *weights, int count, char *const *words) {
    SolveOptions options = {.limit_ms = -1, .weights = *weights};
    OptionOutcome outcome = option_read_command(&solve_usage, &options, count, words);
    if (outcome != OPTION_READ)
        return option_status(outcome);
    if (options.file == NULL)
        return solve_stream(&options, NULL);
    FILE *file = fopen(options.file, "rb");
    if (file == NULL) {
        say_error("%s: cannot read %s\n", NAME, options.file);
        return 1;
    }
    int status = solve_stream(&options, file);
    if (ferror(file)) {
        say_error("%s: cannot read %s to its end\n", NAME, options.file);
        status = 1;
    }
    fclose(file);
    return status;
}
