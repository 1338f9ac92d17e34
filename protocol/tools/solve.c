#include "tools/solve.h"

#include "io/notation.h"
#include "io/values.h"
#include "io/words.h"
#include "tools/judge.h"
#include "tools/verify.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* ---- Options ----------------------------------------------------------------------------- */

static bool read_rule(SolveOptions *options, const char *value) {
    return option_rule(value, &options->rule);
}

static bool read_size(SolveOptions *options, const char *value) {
    return option_size(value, &options->width, &options->height);
}

static bool read_mode(SolveOptions *options, const char *value) {
    options->mode = strcmp(value, "vct") == 0 ? KANAME_SOLVE_VCT : KANAME_SOLVE_VCF;
    return strcmp(value, "vcf") == 0 || strcmp(value, "vct") == 0;
}

static bool read_limit(SolveOptions *options, const char *value) {
    Words words = words_of(value, strlen(value));
    return words_integer(&words, &options->limit_ms) && words_at_end(&words) &&
           options->limit_ms >= 0;
}

typedef struct Option {
    const char *name;
    bool (*read)(SolveOptions *options, const char *value);
} Option;

static const Option option_list[] = {
    {"--rule", read_rule},
    {"--size", read_size},
    {"--mode", read_mode},
    {"--limit-ms", read_limit},
};
enum { OPTION_COUNT = sizeof option_list / sizeof option_list[0] };

bool solve_read_options(SolveOptions *options, int count, char **arguments, char *error,
                        size_t error_size) {
    *options = (SolveOptions){.rule = KANAME_RULE_FREESTYLE,
                              .width = 15,
                              .height = 15,
                              .mode = KANAME_SOLVE_VCF,
                              .limit_ms = -1};
    for (int i = 0; i < count; i++) {
        const char *name = arguments[i];
        const Option *option = NULL;
        if (strcmp(name, "--verify") == 0) {
            options->verify = true;
            continue;
        }
        for (size_t k = 0; k < OPTION_COUNT; k++)
            if (strcmp(name, option_list[k].name) == 0)
                option = &option_list[k];
        if (option == NULL && (name[0] == '-' || options->file != NULL)) {
            snprintf(error, error_size, "unknown argument: %s", name);
            return false;
        }
        if (option == NULL) {
            options->file = name;
        } else if (i + 1 == count) {
            snprintf(error, error_size, "%s needs a value", name);
            return false;
        } else if (!option->read(options, arguments[++i])) {
            snprintf(error, error_size, "bad value for %s: %s", name, arguments[i]);
            return false;
        }
    }
    return true;
}

/* ---- Positions --------------------------------------------------------------------------- */

typedef struct Position {
    size_t count;
    KanameStone stones[KANAME_MAX_CELLS];
    KanameColor to_move;
} Position;

/* Adds a stone; returns what is wrong with it, NULL when nothing is. */
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
        if (!notation_read_point(&at, end, &point))
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

/* If the word is `name=value`, makes it the value. */
static bool take_name(Word *word, const char *upper_name) {
    size_t length = strlen(upper_name);
    if (word->length <= length || word->text[length] != '=' ||
        !word_is((Word){word->text, length}, upper_name))
        return false;
    *word = (Word){word->text + length + 1, word->length - length - 1};
    return true;
}

/* The side to move by the number of stones; KANAME_EMPTY when that does not tell. */
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
    return position->to_move == KANAME_EMPTY ? "the stones do not tell the side: add side=" : NULL;
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

/* Plays the win out, and says what came of it. */
static const char *verified(KanameEngine *engine, const SolveOptions *options,
                            const Position *position) {
    static const char *const words[] = {
        [VERIFY_HOLDS] = "verified", [VERIFY_HOLE] = "hole", [VERIFY_MEMORY] = "not verified"};
    Judge judge;
    judge_init(&judge, options->rule, options->width, options->height);
    for (size_t i = 0; i < position->count; i++) {
        const KanameStone *stone = &position->stones[i];
        judge.at[stone->y * options->width + stone->x] = stone->color;
    }
    return words[verify_win(engine, &judge, options->mode)];
}

static const char *solve_position(KanameEngine *engine, const SolveOptions *options,
                                  const Position *position, LineWriter *writer) {
    static const char *const verdicts[] = {[KANAME_SOLVE_NO_WIN] = "no-win",
                                           [KANAME_SOLVE_WIN] = "win",
                                           [KANAME_SOLVE_UNKNOWN] = "unknown"};
    KanameLimits limits = kaname_no_limits();
    limits.turn_ms = options->limit_ms;
    limits.start_ms = kaname_now_ms();
    KanameSolution solution;
    KanameStatus status =
        kaname_set_position(engine, position->stones, position->count, position->to_move);
    if (status == KANAME_OK)
        status = kaname_solve(engine, options->mode, &limits, &solution);
    if (status != KANAME_OK)
        return kaname_status_text(status);
    char line[KANAME_MAX_CELLS * (NOTATION_POINT_MAX - 1) + 1] = "-";
    if (solution.verdict == KANAME_SOLVE_WIN && solution.line_count > 0)
        notation_line(line, sizeof line, solution.line, solution.line_count, "",
                      (NotationView){false, 0});
    for (char *at = line; *at != '\0'; at++)
        if (*at >= 'A' && *at <= 'Z')
            *at = (char)(*at - 'A' + 'a');
    const char *check = "";
    if (options->verify)
        check = solution.verdict == KANAME_SOLVE_WIN ? verified(engine, options, position) : "-";
    line_write(writer, "%s\t%s\t%" PRIu64 "\t%" PRId64 "%s%s", verdicts[solution.verdict], line,
               solution.nodes, solution.time_ms, options->verify ? "\t" : "", check);
    return NULL;
}

bool solve_positions(KanameEngine *engine, const SolveOptions *options, LineReader *reader,
                     LineWriter *writer) {
    bool are_all_good = true;
    Position position;
    LinePiece line;
    for (uint64_t number = 0; line_reader_next(reader, &line);) {
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
    KanameEngine *engine = kaname_new();
    int status = 1;
    if (engine == NULL || kaname_set_size(engine, options->width, options->height) != KANAME_OK ||
        kaname_set_rule(engine, options->rule) != KANAME_OK ||
        !line_writer_init(&writer, line_write_stdout, NULL)) {
        fprintf(stderr, "solve: not enough memory\n");
        kaname_free(engine);
        return 1;
    }
    if (line_reader_init(&reader, file != NULL ? read_file : line_read_stdin, file)) {
        if (solve_positions(engine, options, &reader, &writer) && !line_writer_is_broken(&writer))
            status = 0;
        line_reader_release(&reader);
    }
    line_writer_release(&writer);
    kaname_free(engine);
    return status;
}

int solve_run(int count, char **arguments) {
    SolveOptions options;
    char error[256];
    if (!solve_read_options(&options, count, arguments, error, sizeof error)) {
        fprintf(stderr, "solve: %s\n", error);
        return 2;
    }
    if (options.file == NULL)
        return solve_stream(&options, NULL);
    FILE *file = fopen(options.file, "rb");
    if (file == NULL) {
        fprintf(stderr, "solve: cannot read %s\n", options.file);
        return 1;
    }
    int status = solve_stream(&options, file);
    if (ferror(file)) {
        fprintf(stderr, "solve: cannot read %s to its end\n", options.file);
        status = 1;
    }
    fclose(file);
    return status;
}
