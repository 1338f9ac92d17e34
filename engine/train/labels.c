#include "train/labels.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/rule.h"
#include "shared/files/input.h"
#include "shared/status/failure.h"
#include "train/values.h"

enum { FILE_BYTES_MAX = 1 << 30, COLUMNS_MAX = 64, SCORE_MAX = 1000000 };

typedef enum { RULE, WIDTH, HEIGHT, MOVES, NODES, SCORE, FIVE, BEST, SOURCE, COLUMNS } Column;

static const char *const NAMES[COLUMNS] = {"rule",  "width", "height", "moves", "nodes",
                                           "score", "five",  "best",   "source"};

int label_stage(int stones) {
    return (stones >= 20) + (stones >= 36) + (stones >= 70);
}

const char *label_stage_name(int stage) {
    static const char *const STAGES[LABEL_STAGES] = {"below 20", "20-35", "36-69", "70 and more"};
    return STAGES[stage];
}

void labels_init(LabelSet *set) {
    *set = (LabelSet){0};
}

void labels_release(LabelSet *set) {
    free(set->of);
    *set = (LabelSet){0};
}

Label *labels_add(LabelSet *set, const Label *label) {
    if (set->count == set->capacity) {
        size_t capacity = set->capacity + set->capacity / 2 + 256;
        Label *grown = realloc(set->of, capacity * sizeof *grown);
        if (grown == NULL)
            return NULL;
        set->of = grown;
        set->capacity = capacity;
    }
    set->of[set->count] = *label;
    return &set->of[set->count++];
}

/* ---- Reading -------------------------------------------------------------------------------- */

/* Index of each column in a line; -1: missing. */
typedef struct Layout {
    int at[COLUMNS];
    int words;
} Layout;

/* Splits a line at tabs. Returns the number of words, at most COLUMNS_MAX. */
static int split(char *line, char *words[COLUMNS_MAX]) {
    int count = 0;
    for (char *word = line; word != NULL && count < COLUMNS_MAX;) {
        char *tab = strchr(word, '\t');
        if (tab != NULL)
            *tab = '\0';
        words[count++] = word;
        word = tab != NULL ? tab + 1 : NULL;
    }
    return count;
}

static const char MISSING_COLUMN[] = "a column is missing";

static const char *read_layout(Layout *layout, char *line, bool has_labels) {
    char *words[COLUMNS_MAX];
    int count = split(line, words);
    for (int column = 0; column < COLUMNS; column++) {
        layout->at[column] = -1;
        for (int i = 0; i < count; i++)
            if (strcmp(words[i], NAMES[column]) == 0)
                layout->at[column] = i;
    }
    layout->words = count;
    for (int column = 0; column < (has_labels ? SOURCE : NODES); column++)
        if (layout->at[column] < 0)
            return MISSING_COLUMN;
    return NULL;
}

/* Reads a number between the limits. */
static bool take_number(const char *word, long long least, long long most, long long *number) {
    char *end;
    errno = 0;
    *number = strtoll(word, &end, 10);
    return (isdigit((unsigned char)word[0]) || (word[0] == '-' && least < 0)) && *end == '\0' &&
           errno == 0 && *number >= least && *number <= most;
}

/* Reads a cell such as h8 and steps over it. */
static bool take_cell(const Label *label, const char **text, Cell *cell) {
    const char *at = *text;
    int x = *at - 'a', y = 0;
    if (*at < 'a' || x >= label->width || !isdigit((unsigned char)at[1]))
        return false;
    for (at++; isdigit((unsigned char)*at) && y <= BOARD_MAX; at++)
        y = 10 * y + (*at - '0');
    if (y < 1 || y > label->height)
        return false;
    *cell = (Cell)((y - 1) * label->width + x);
    *text = at;
    return true;
}

static const char *take_moves(Label *label, const char *text) {
    bool is_taken[CELLS_MAX] = {false};
    for (label->count = 0; *text != '\0'; label->count++) {
        Cell cell;
        if (!take_cell(label, &text, &cell))
            return "a move off the board";
        if (is_taken[cell])
            return "a move on a taken cell";
        is_taken[cell] = true;
        label->moves[label->count] = cell;
    }
    return label->count > 0 ? NULL : "no moves";
}

static const char *take_position(Label *label, char *const *words, const Layout *layout) {
    long long width, height;
    if (!values_find_rule(words[layout->at[RULE]], &label->rule))
        return "no such rule";
    if (!take_number(words[layout->at[WIDTH]], BOARD_MIN, BOARD_MAX, &width) ||
        !take_number(words[layout->at[HEIGHT]], BOARD_MIN, BOARD_MAX, &height))
        return "no such board";
    label->width = (int)width;
    label->height = (int)height;
    return take_moves(label, words[layout->at[MOVES]]);
}

static const char *take_label(Label *label, char *const *words, const Layout *layout) {
    long long nodes, score, five;
    const char *best = words[layout->at[BEST]];
    if (!take_number(words[layout->at[NODES]], 1, INT64_MAX, &nodes))
        return "nodes must be 1 or more";
    if (!take_number(words[layout->at[SCORE]], -SCORE_MAX, SCORE_MAX, &score))
        return "the score is no number in range";
    if (!take_number(words[layout->at[FIVE]], -CELLS_MAX, CELLS_MAX, &five))
        return "the stones to the five are no number in range";
    if (!take_cell(label, &best, &label->best) || *best != '\0')
        return "the best move is off the board";
    for (int i = 0; i < label->count; i++)
        if (label->moves[i] == label->best)
            return "the best move is on a taken cell";
    label->nodes = (uint64_t)nodes;
    label->score = (int)score;
    label->five = (int)five;
    return NULL;
}

static const char *take_line(LabelSet *set, char *line, const Layout *layout, bool has_labels) {
    static const char LENGTH[] = "the source is too long";
    char *words[COLUMNS_MAX];
    Label label = {.nodes = 0};
    if (split(line, words) != layout->words)
        return "another number of columns than in the first line";
    const char *wrong = take_position(&label, words, layout);
    if (wrong == NULL && has_labels)
        wrong = take_label(&label, words, layout);
    const char *source = layout->at[SOURCE] >= 0 ? words[layout->at[SOURCE]] : "-";
    if (wrong == NULL && strlen(source) >= sizeof label.source)
        wrong = LENGTH;
    if (wrong != NULL)
        return wrong;
    snprintf(label.source, sizeof label.source, "%s", source[0] != '\0' ? source : "-");
    return labels_add(set, &label) != NULL ? NULL : status_text(STATUS_MEMORY);
}

static const char *take_lines(LabelSet *set, char *text, bool has_labels, int *number) {
    Layout layout = {.words = 0};
    const char *wrong = NULL;
    for (*number = 1; wrong == NULL && *text != '\0'; ++*number) {
        char *end = text + strcspn(text, "\n"), *next = *end != '\0' ? end + 1 : end;
        *end = '\0';
        if (end > text && end[-1] == '\r')
            end[-1] = '\0';
        if (*text != '\0' && *text != '#')
            wrong = layout.words == 0 ? read_layout(&layout, text, has_labels)
                                      : take_line(set, text, &layout, has_labels);
        text = next;
    }
    --*number;
    if (wrong == NULL && layout.words == 0) {
        *number = 0; /* it could stand anywhere */
        return "the line of the columns' names is missing";
    }
    return wrong;
}

bool labels_parse(LabelSet *set, unsigned char *bytes, size_t size, const char *path,
                  bool has_labels, Failure *failure) {
    int line = 0;
    const char *wrong = size == 0 ? "the file is empty"
                        : memchr(bytes, '\0', size) != NULL
                            ? "a NUL byte"
                            : take_lines(set, (char *)bytes, has_labels, &line);
    Status status = wrong == MISSING_COLUMN ? STATUS_MISSING : STATUS_SYNTAX;
    if (wrong != NULL && line == 0)
        failure_say(failure, status, "%s: %s", path, wrong);
    else if (wrong != NULL)
        failure_say(failure, status, "%s:%d: %s", path, line, wrong);
    return wrong == NULL;
}

bool labels_read(LabelSet *set, const char *path, bool has_labels, Failure *failure) {
    unsigned char *bytes;
    size_t size;
    Status read = files_read_whole(path, FILE_BYTES_MAX, &bytes, &size);
    if (read != STATUS_OK)
        return failure_at(failure, read, "%s", path);
    bool is_read = labels_parse(set, bytes, size, path, has_labels, failure);
    free(bytes);
    return is_read;
}

/* ---- Writing -------------------------------------------------------------------------------- */

void labels_write_names(FILE *file) {
    for (int column = 0; column < COLUMNS; column++)
        fprintf(file, "%s%c", NAMES[column], column + 1 < COLUMNS ? '\t' : '\n');
}

static void write_cell(FILE *file, const Label *label, Cell cell) {
    fprintf(file, "%c%d", 'a' + cell % label->width, cell / label->width + 1);
}

void label_write(FILE *file, const Label *label) {
    fprintf(file, "%s\t%d\t%d\t", rule_name(label->rule), label->width, label->height);
    for (int i = 0; i < label->count; i++)
        write_cell(file, label, label->moves[i]);
    fprintf(file, "\t%" PRIu64 "\t%d\t%d\t", label->nodes, label->score, label->five);
    write_cell(file, label, label->best);
    fprintf(file, "\t%s\n", label->source);
}
