#include "database/text.h"

#include "database/intake.h"
#include "database/keys.h"
#include "database/walk.h"
#include "io/lines.h"
#include "io/notation.h"
#include "shared/files/input.h"
#include "shared/files/replace.h"
#include "shared/notation/pos.h"
#include "shared/notation/values.h"
#include "shared/status/failure.h"
#include "shared/text/words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Text out ------------------------------------------------------------------------------ */

typedef struct Outlet {
    FILE *file;
    long count, left_out;
    bool is_broken;
    bool needs_mark; /* shared/notation/pos.h */
} Outlet;

Status database_file_begin(FilesDraft *draft, Database *database, const char *path,
                           const FilesRules *rules) {
    draft->file = NULL;
    if (database_uses_file(database, path))
        return STATUS_IN_USE;
    return files_draft_begin(draft, path, rules);
}

/* A format: the head of its files, the function that writes a record, and the kind of file that it
 * may replace. */
typedef struct Form {
    const char *head;
    bool (*visit)(const DatabasePosition *position, const DatabaseRecord *record, void *context);
    FilesRules rules;
} Form;

/* Writes all records, or those of the position and its followers. Returns their number, -1 on
 * failure. */
static long write_records(Database *database, const DatabasePosition *position, const Form *form,
                          const char *path, long *left_out, Failure *failure) {
    FilesDraft draft;
    bool is_read = true;
    Outlet outlet = {.count = 0};
    Status status = database_file_begin(&draft, database, path, &form->rules);
    if (status == STATUS_OK) {
        outlet.file = draft.file;
        fputs(form->head, draft.file);
        is_read = position != NULL
                      ? database_each_following(database, position, form->visit, &outlet)
                      : database_each(database, form->visit, &outlet);
        for (int i = 0; i < POS_MARK && outlet.needs_mark; i++)
            outlet.is_broken = fputc(0, draft.file) == EOF || outlet.is_broken;
        status = files_draft_finish(&draft, is_read && !outlet.is_broken);
    }
    if (status != STATUS_OK)
        (void)(is_read ? failure_set(failure, status) : database_pass(database, failure));
    *left_out = outlet.left_out;
    return status == STATUS_OK ? outlet.count : -1;
}

static void write_text(FILE *file, const char *text) {
    for (; *text != '\0'; text++) {
        if (*text == '\t')
            fputs("\\t", file);
        else if (*text == '\n')
            fputs("\\n", file);
        else if (*text == '\r')
            fputs("\\r", file);
        else if (*text == '\\')
            fputs("\\\\", file);
        else
            fputc(*text, file);
    }
}

static bool write_record(const DatabasePosition *position, const DatabaseRecord *record,
                         void *context) {
    Outlet *outlet = context;
    DatabaseKey key;
    char best[16] = "-";
    database_key(&key, position);
    if (record->has_best) {
        KanamePoint point = database_key_point(&key, position, record->best);
        snprintf(best, sizeof best, "%c%d", 'a' + point.x, point.y + 1);
    }
    fprintf(outlet->file, "%s\t%s\t%s\t%s\t%s\t%d\t%d\t%d\t%s\t%d\t",
            kaname_rule_name(position->rule), key.size,
            position->to_move == KANAME_BLACK ? "black" : "white", key.black, key.white,
            record->tag, record->value, record->depth, best, record->is_best_chosen);
    write_text(outlet->file, record->text);
    outlet->is_broken = fputc('\n', outlet->file) == EOF;
    outlet->count++;
    return !outlet->is_broken;
}

long database_file_write_text(Database *database, const char *path, Failure *failure) {
    static const Form form = {DATABASE_FILE_TEXT_MARK "\n",
                              write_record,
                              {.kind = FILES_KIND_OF(DATABASE_FILE_TEXT_MARK)}};
    long left_out;
    return write_records(database, NULL, &form, path, &left_out, failure);
}

/* ---- Text in ------------------------------------------------------------------------------- */

enum {
    FIELDS = 11,
    ESCAPED_MAX = 2 * DATABASE_TEXT_MAX, /* bytes: each character may need a backslash */
    FIELD_MAX = ESCAPED_MAX > DATABASE_STONES_MAX ? ESCAPED_MAX : DATABASE_STONES_MAX
};

/* Takes the next field, up to a tab or the end. Returns false if there is none or it is too long.
 */
static bool next_field(const char **at, const char *end, char *field) {
    if (*at == NULL)
        return false;
    const char *tab = memchr(*at, '\t', (size_t)(end - *at));
    size_t length = (size_t)((tab != NULL ? tab : end) - *at);
    if (length >= FIELD_MAX || memchr(*at, '\0', length) != NULL)
        return false;
    memcpy(field, *at, length);
    field[length] = '\0';
    *at = tab != NULL ? tab + 1 : NULL;
    return true;
}

static bool read_number(const char *field, int low, int high, int *number) {
    int64_t value;
    Words words = words_of(field, strlen(field));
    if (!words_integer(&words, &value) || !words_at_end(&words) || value < low || value > high)
        return false;
    *number = (int)value;
    return true;
}

static bool read_best(const DatabasePosition *position, const char *field, bool is_chosen,
                      DatabaseRecord *record) {
    if (strcmp(field, "-") == 0)
        return !is_chosen;
    const char *at = field, *end = field + strlen(field);
    if (!notation_read_point(&at, end, 0, &record->best) || at != end ||
        record->best.x >= position->width || record->best.y >= position->height)
        return false;
    record->has_best = true;
    record->is_best_chosen = is_chosen;
    return position->cells[record->best.y * position->width + record->best.x] == KANAME_EMPTY;
}

static bool read_escaped(const char *field, char *text, size_t size) {
    size_t length = 0;
    for (; *field != '\0'; field++) {
        char c = *field;
        if (c == '\\') {
            c = *++field;
            c = (char)(c == 't'    ? '\t'
                       : c == 'n'  ? '\n'
                       : c == 'r'  ? '\r'
                       : c == '\\' ? '\\'
                                   : '\0');
        }
        if (c == '\0' || length + 1 >= size)
            return false;
        text[length++] = c;
    }
    text[length] = '\0';
    return true;
}

/* Returns NULL on success, else the reason. */
static const char *read_record(const LinePiece *line, char (*fields)[FIELD_MAX],
                               DatabasePosition *position, DatabaseRecord *record) {
    const char *at = line->text, *end = line->text + line->length;
    KanameRule rule;
    int width, height, chosen;
    for (int i = 0; i < FIELDS; i++)
        if (!next_field(&at, end, fields[i]))
            return "a field is missing or too long";
    if (at != NULL || line->is_cut || line->continues)
        return "too many fields";
    if (!values_rule(fields[0], &rule) || !values_size(fields[1], &width, &height))
        return "unknown rule or size";
    database_position_init(position, rule, width, height);
    if (strcmp(fields[2], "black") != 0 && strcmp(fields[2], "white") != 0)
        return "the side must be black or white";
    position->to_move = fields[2][0] == 'b' ? KANAME_BLACK : KANAME_WHITE;
    if (!database_read_stones(position, fields[3], KANAME_BLACK) ||
        !database_read_stones(position, fields[4], KANAME_WHITE))
        return "invalid stones";
    *record = (DatabaseRecord){.tag = 0};
    if (!read_number(fields[5], 0, DATABASE_TAG_MAX, &record->tag) ||
        !read_number(fields[6], -KANAME_SCORE_WIN, KANAME_SCORE_WIN, &record->value) ||
        !read_number(fields[7], 0, DATABASE_DEPTH_MAX, &record->depth) ||
        !read_number(fields[9], 0, 1, &chosen))
        return "a number is out of range";
    if (!read_best(position, fields[8], chosen != 0, record))
        return "invalid move";
    return read_escaped(fields[10], record->text, sizeof record->text) ? NULL : "invalid text";
}

static size_t read_file(void *context, char *buffer, size_t capacity) {
    return fread(buffer, 1, capacity, context);
}

typedef struct Reading {
    LineReader lines;
    DatabasePosition position;
    DatabaseRecord record;
    char fields[FIELDS][FIELD_MAX];
} Reading;

/* Reads all lines of the file. */
static bool read_lines(Reading *reading, Intake *intake, Failure *failure) {
    LinePiece line;
    for (unsigned long number = 1; line_reader_next(&reading->lines, &line); number++) {
        const char *wrong = NULL;
        if (number == 1 && (line.length != strlen(DATABASE_FILE_TEXT_MARK) ||
                            memcmp(line.text, DATABASE_FILE_TEXT_MARK, line.length) != 0))
            wrong = "not a file of positions";
        else if (number > 1)
            wrong = read_record(&line, reading->fields, &reading->position, &reading->record);
        if (wrong == NULL && number > 1 &&
            !intake_add(intake, &reading->position, &reading->record)) {
            (void)database_pass(intake->database, failure);
            return failure_pass(failure, failure, "line %lu", number);
        }
        if (wrong != NULL)
            return failure_say(failure, STATUS_SYNTAX, "line %lu: %s", number, wrong);
    }
    return true;
}

/* Reads the file twice: the first time only checks, so a damaged file changes nothing. */
static bool read_text(Database *database, FILE *file, long *count, Failure *failure) {
    Reading *reading = calloc(1, sizeof *reading);
    bool is_good = reading != NULL || failure_set(failure, STATUS_MEMORY);
    for (int round = 0; round < 2 && is_good; round++) {
        Intake intake = {.database = round == 0 ? NULL : database};
        rewind(file);
        is_good = line_reader_init(&reading->lines, read_file, file) ||
                  failure_set(failure, STATUS_MEMORY);
        if (!is_good)
            break;
        is_good = read_lines(reading, &intake, failure);
        if (is_good && ferror(file))
            is_good = failure_say(failure, STATUS_UNREADABLE, "reading the file failed");
        if (!intake_end(&intake, is_good))
            is_good = database_pass(database, failure);
        line_reader_release(&reading->lines);
        *count = intake.count;
    }
    free(reading);
    return is_good;
}

long database_file_read_text(Database *database, const char *path, Failure *failure) {
    long count = 0;
    FILE *file;
    Status status =
        database_uses_file(database, path) ? STATUS_IN_USE : files_open_input(path, &file);
    if (status != STATUS_OK) {
        failure_set(failure, status);
        return -1;
    }
    bool is_good = read_text(database, file, &count, failure);
    fclose(file);
    return is_good ? count : -1;
}

/* ---- Positions alone ----------------------------------------------------------------------- */

static bool write_moves(const DatabasePosition *position, const DatabaseRecord *record,
                        void *context) {
    Outlet *outlet = context;
    KanamePoint moves[KANAME_MAX_CELLS];
    size_t count;
    (void)record;
    if (!database_position_moves(position, moves, &count)) {
        outlet->left_out++;
        return true;
    }
    unsigned char bytes[1 + POS_CELLS];
    bytes[0] = (unsigned char)count;
    for (size_t i = 0; i < count; i++)
        bytes[1 + i] = (unsigned char)(moves[i].x * POS_SIZE + moves[i].y);
    outlet->is_broken = fwrite(bytes, 1, 1 + count, outlet->file) != 1 + count;
    outlet->needs_mark = outlet->needs_mark || pos_order_of(bytes + 1, count) == POS_BY_ROWS;
    outlet->count++;
    return !outlet->is_broken;
}

/* A FilesKind.matches: counts of stones, each followed by as many distinct points. */
static bool is_positions(const unsigned char *head, size_t size, bool is_whole) {
    enum { CELLS = DATABASE_FILE_SIZE * DATABASE_FILE_SIZE };
    for (size_t at = 0; at < size;) {
        bool is_taken[CELLS] = {false};
        size_t count = head[at++], left = size - at < count ? size - at : count;
        if (count > CELLS || (is_whole && left < count))
            return false;
        for (size_t i = 0; i < left; i++) {
            unsigned cell = head[at + i];
            if (cell >= CELLS || is_taken[cell])
                return false;
            is_taken[cell] = true;
        }
        at += left;
    }
    return true;
}

long database_file_write_pos(Database *database, const DatabasePosition *position, const char *path,
                             long *left_out, Failure *failure) {
    static const Form form = {"", write_moves, {.kind = {.matches = is_positions}}};
    if (position->width == DATABASE_FILE_SIZE && position->height == DATABASE_FILE_SIZE)
        return write_records(database, position, &form, path, left_out, failure);
    failure_say(failure, STATUS_BOARD, "the format only has boards of 15x15");
    return -1;
}

/* ---- Other databases ----------------------------------------------------------------------- */

typedef struct Copying {
    Database *to;
    long count;
    bool has_failed;
} Copying;

static bool copy_record(const DatabasePosition *position, const DatabaseRecord *record,
                        void *context) {
    Copying *copying = context;
    copying->count++;
    copying->has_failed = !database_add(copying->to, position, record);
    return !copying->has_failed;
}

/* Adds all records in one transaction. */
static long copy(Database *from, const DatabasePosition *position, Database *to, Failure *failure) {
    Copying copying = {.to = to};
    bool is_read = true;
    bool is_done = database_begin(to);
    if (is_done) {
        is_read = position != NULL ? database_each_following(from, position, copy_record, &copying)
                                   : database_each(from, copy_record, &copying);
        is_done = is_read && !copying.has_failed && database_commit(to);
    }
    if (is_done)
        return copying.count;
    database_pass(is_read ? to : from, failure);
    database_roll_back(to);
    return -1;
}

static bool is_another(Database *database, const char *path, Failure *failure) {
    return !database_uses_file(database, path) ||
           failure_say(failure, STATUS_IN_USE, "it is the open database itself");
}

long database_file_merge(Database *database, const char *path, Failure *failure) {
    if (!is_another(database, path, failure))
        return -1;
    Database *from = database_open_to_read(path, failure);
    long count = from != NULL ? copy(from, NULL, database, failure) : -1;
    database_close(from);
    return count;
}

long database_file_split(Database *database, const DatabasePosition *position, const char *path,
                         Failure *failure) {
    if (!is_another(database, path, failure))
        return -1;
    Database *to = database_open(path, failure);
    long count = to != NULL ? copy(database, position, to, failure) : -1;
    database_close(to);
    return count;
}
