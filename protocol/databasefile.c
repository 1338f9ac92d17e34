#include "databasefile.h"

#include "command.h"
#include "databasekey.h"
#include "lineio.h"
#include "notation.h"
#include "option.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char first_line[] = "kaname-positions 1";

enum { BATCH_RECORDS = 500 }; /* written in one transaction */

/* Brings records into the database, some of them together. */
typedef struct Intake {
    Database *database; /* NULL: only looks whether all is well */
    long count;
    bool is_open; /* a transaction is */
} Intake;

static bool intake_add(Intake *intake, const DatabasePosition *position,
                       const DatabaseRecord *record) {
    intake->count++;
    if (intake->database == NULL)
        return true;
    if (!intake->is_open && !database_begin(intake->database))
        return false;
    intake->is_open = true;
    if (!database_add(intake->database, position, record))
        return false;
    if (intake->count % BATCH_RECORDS != 0)
        return true;
    intake->is_open = false;
    return database_commit(intake->database);
}

static bool intake_end(Intake *intake) {
    bool is_open = intake->is_open;
    intake->is_open = false;
    return !is_open || database_commit(intake->database);
}

/* ---- Text out ------------------------------------------------------------------------------ */

typedef struct Outlet {
    FILE *file;
    long count;
    bool is_broken;
} Outlet;

static void write_text(FILE *file, const char *text) {
    for (; *text != '\0'; text++) {
        if (*text == '\t')
            fputs("\\t", file);
        else if (*text == '\n')
            fputs("\\n", file);
        else if (*text == '\\')
            fputs("\\\\", file);
        else if (*text != '\r')
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
            option_rule_name(position->rule), key.size,
            position->to_move == KANAME_BLACK ? "black" : "white", key.black, key.white,
            record->tag, record->value, record->depth, best, record->is_best_chosen);
    write_text(outlet->file, record->text);
    outlet->is_broken = fputc('\n', outlet->file) == EOF;
    outlet->count++;
    return !outlet->is_broken;
}

long databasefile_write_text(Database *database, const char *path, char *error, size_t error_size) {
    Outlet outlet = {.file = fopen(path, "wb")};
    if (outlet.file == NULL) {
        snprintf(error, error_size, "the file cannot be written");
        return -1;
    }
    fprintf(outlet.file, "%s\n", first_line);
    bool is_read = database_each(database, write_record, &outlet);
    bool is_broken = outlet.is_broken || ferror(outlet.file);
    is_broken = fclose(outlet.file) != 0 || is_broken;
    if (is_read && !is_broken)
        return outlet.count;
    snprintf(error, error_size, "%s",
             is_read ? "the file cannot be written" : database_error(database));
    return -1;
}

/* ---- Text in ------------------------------------------------------------------------------- */

enum { FIELDS = 11, FIELD_MAX = DATABASE_STONES_MAX };

/* The next field, up to a tab or the end. False: there is none, or it is too long. */
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
    if (!notation_read_point(&at, end, &record->best) || at != end ||
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
            c = (char)(c == 't' ? '\t' : c == 'n' ? '\n' : c == '\\' ? '\\' : '\0');
        }
        if (c == '\0' || length + 1 >= size)
            return false;
        text[length++] = c;
    }
    text[length] = '\0';
    return true;
}

/* NULL: read; else what is wrong. */
static const char *read_record(const LinePiece *line, char (*fields)[FIELD_MAX],
                               DatabasePosition *position, DatabaseRecord *record) {
    const char *at = line->text, *end = line->text + line->length;
    KanameRule rule;
    int width, height, chosen;
    for (int i = 0; i < FIELDS; i++)
        if (!next_field(&at, end, fields[i]))
            return "a field is missing or too long";
    if (at != NULL || line->is_cut || line->continues)
        return "there are too many fields";
    if (!option_rule(fields[0], &rule) || !option_size(fields[1], &width, &height))
        return "no such rule or size";
    database_position_init(position, rule, width, height);
    if (strcmp(fields[2], "black") != 0 && strcmp(fields[2], "white") != 0)
        return "the side is black or white";
    position->to_move = fields[2][0] == 'b' ? KANAME_BLACK : KANAME_WHITE;
    if (!database_read_stones(position, fields[3], KANAME_BLACK) ||
        !database_read_stones(position, fields[4], KANAME_WHITE))
        return "no such stones";
    *record = (DatabaseRecord){.tag = 0};
    if (!read_number(fields[5], 0, DATABASE_TAG_MAX, &record->tag) ||
        !read_number(fields[6], -KANAME_SCORE_WIN, KANAME_SCORE_WIN, &record->value) ||
        !read_number(fields[7], 0, DATABASE_DEPTH_MAX, &record->depth) ||
        !read_number(fields[9], 0, 1, &chosen))
        return "a number is out of its range";
    if (!read_best(position, fields[8], chosen != 0, record))
        return "no such move";
    return read_escaped(fields[10], record->text, sizeof record->text) ? NULL : "bad text";
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

/* Takes every line of the file. */
static bool read_lines(Reading *reading, Intake *intake, char *error, size_t error_size) {
    LinePiece line;
    for (unsigned long number = 1; line_reader_next(&reading->lines, &line); number++) {
        const char *wrong = NULL;
        if (number == 1 &&
            (line.length != strlen(first_line) || memcmp(line.text, first_line, line.length) != 0))
            wrong = "this is no file of positions";
        else if (number > 1)
            wrong = read_record(&line, reading->fields, &reading->position, &reading->record);
        if (wrong == NULL && number > 1 &&
            !intake_add(intake, &reading->position, &reading->record))
            wrong = database_error(intake->database);
        if (wrong != NULL) {
            snprintf(error, error_size, "line %lu: %s", number, wrong);
            return false;
        }
    }
    return true;
}

/* Once to look, once to take: what is damaged changes nothing. */
static bool read_text(Database *database, FILE *file, long *count, char *error, size_t error_size) {
    Reading *reading = calloc(1, sizeof *reading);
    bool is_good = reading != NULL;
    snprintf(error, error_size, "not enough memory");
    for (int round = 0; round < 2 && is_good; round++) {
        Intake intake = {.database = round == 0 ? NULL : database};
        rewind(file);
        is_good = line_reader_init(&reading->lines, read_file, file);
        if (!is_good)
            break;
        is_good = read_lines(reading, &intake, error, error_size);
        if (!intake_end(&intake) && is_good) {
            snprintf(error, error_size, "%s", database_error(database));
            is_good = false;
        }
        if (is_good && ferror(file)) {
            snprintf(error, error_size, "the file cannot be read to its end");
            is_good = false;
        }
        line_reader_release(&reading->lines);
        *count = intake.count;
    }
    free(reading);
    return is_good;
}

long databasefile_read_text(Database *database, const char *path, char *error, size_t error_size) {
    long count = 0;
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        snprintf(error, error_size, "the file cannot be read");
        return -1;
    }
    bool is_good = read_text(database, file, &count, error, error_size);
    fclose(file);
    return is_good ? count : -1;
}

/* ---- Renlib -------------------------------------------------------------------------------- */

enum {
    RENLIB_SIZE = 15,
    RENLIB_HEADER = 20,
    RENLIB_MAX_BYTES = 512 << 20,
    FLAG_EXTENSION = 0x01, /* two more bytes of flags follow */
    FLAG_NO_MOVE = 0x02,
    FLAG_COMMENT = 0x08,
    FLAG_OLD_COMMENT = 0x20,
    FLAG_LEAF = 0x40,       /* nothing follows this move */
    FLAG_SIBLING = 0x80,    /* another move instead of this one comes after its followers */
    FLAG_BOARD_TEXT = 0x100 /* of the extension */
};

/* The moves of the branch at hand, and where its open siblings branch off. */
typedef struct Branch {
    size_t count, open_count;
    KanamePoint moves[KANAME_MAX_CELLS];
    size_t open[KANAME_MAX_CELLS + 2];
} Branch;

typedef struct Bytes {
    const unsigned char *next, *end;
} Bytes;

/* Takes a text that ends with a zero, padded to an even number of bytes. False: it does not end. */
static bool take_string(Bytes *bytes, char *text, size_t size) {
    const unsigned char *zero = memchr(bytes->next, 0, (size_t)(bytes->end - bytes->next));
    if (zero == NULL)
        return false;
    size_t length = (size_t)(zero - bytes->next), used = 0;
    for (size_t i = 0; i < length && used + 1 < size; i++) {
        unsigned char c = bytes->next[i];
        if (c == '\b')
            c = '\n'; /* between the first line of a comment and the rest */
        if (c != '\r')
            text[used++] = (char)c;
    }
    if (size > 0)
        text[used] = '\0';
    bytes->next = zero + 1 + (length % 2 == 0);
    return bytes->next <= bytes->end;
}

/* The position after the branch's moves. False: a point is named twice. */
static bool set_branch(const Branch *branch, KanameRule rule, DatabasePosition *position) {
    database_position_init(position, rule, RENLIB_SIZE, RENLIB_SIZE);
    for (size_t i = 0; i < branch->count; i++)
        if (!database_position_play(position, branch->moves[i]))
            return false;
    return true;
}

/* Takes the move of a node. NULL: done, or it has none. */
static const char *take_move(Branch *branch, unsigned place, bool is_root) {
    if (is_root && place == 0)
        return NULL;
    int x = (int)(place & 15) - 1, y = (int)(place >> 4);
    if (x < 0 || x >= RENLIB_SIZE || y >= RENLIB_SIZE)
        return "a move lies off the board";
    if (branch->count == RENLIB_SIZE * RENLIB_SIZE)
        return "more moves than a board has points";
    branch->moves[branch->count++] = (KanamePoint){x, y};
    return NULL;
}

static const char *take_node(Bytes *bytes, Branch *branch, KanameRule rule, Intake *intake,
                             bool is_root, bool *is_last) {
    DatabasePosition position;
    DatabaseRecord record = {.tag = 0};
    if (bytes->end - bytes->next < 2)
        return "it ends in the middle";
    unsigned place = bytes->next[0], flags = bytes->next[1];
    size_t before = branch->count;
    bytes->next += 2;
    if (flags & FLAG_EXTENSION) {
        if (bytes->end - bytes->next < 2)
            return "it ends in the middle";
        flags |= (unsigned)bytes->next[1] << 8 | (unsigned)bytes->next[0] << 16;
        bytes->next += 2;
    }
    if ((flags & (FLAG_COMMENT | FLAG_OLD_COMMENT)) &&
        !take_string(bytes, record.text, sizeof record.text))
        return "a comment does not end";
    if ((flags & FLAG_BOARD_TEXT) && !take_string(bytes, NULL, 0))
        return "a text does not end";
    const char *wrong = flags & FLAG_NO_MOVE ? NULL : take_move(branch, place, is_root);
    if (wrong != NULL)
        return wrong;
    if (!set_branch(branch, rule, &position))
        return "a point is named twice";
    if (branch->count > 0 && !intake_add(intake, &position, &record))
        return "the database cannot be written";
    if (flags & FLAG_SIBLING) {
        if (branch->open_count == sizeof branch->open / sizeof branch->open[0])
            return "too many branches are open";
        branch->open[branch->open_count++] = before;
    }
    *is_last = (flags & FLAG_LEAF) && branch->open_count == 0;
    if ((flags & FLAG_LEAF) && !*is_last)
        branch->count = branch->open[--branch->open_count];
    return NULL;
}

static const char *take_tree(Bytes bytes, KanameRule rule, Intake *intake) {
    static const unsigned char magic[8] = {0xFF, 'R', 'e', 'n', 'L', 'i', 'b', 0xFF};
    Branch branch = {.count = 0};
    bool is_last = false;
    if (bytes.end - bytes.next < RENLIB_HEADER || memcmp(bytes.next, magic, sizeof magic) != 0)
        return "this is no Renlib file";
    if (bytes.next[8] != 3 || bytes.next[9] > 4)
        return "this version of Renlib is unknown";
    bytes.next += RENLIB_HEADER;
    if (bytes.next == bytes.end)
        return NULL;
    for (bool is_root = true; !is_last; is_root = false) {
        const char *wrong = take_node(&bytes, &branch, rule, intake, is_root, &is_last);
        if (wrong != NULL)
            return wrong;
    }
    return bytes.next == bytes.end ? NULL : "it goes on behind its end";
}

/* The whole file; NULL: it cannot be read, is too large, or there is no memory. */
static unsigned char *load(const char *path, size_t *size) {
    FILE *file = fopen(path, "rb");
    unsigned char *bytes = NULL;
    size_t used = 0, capacity = 0;
    while (file != NULL) {
        if (used == capacity) {
            capacity = capacity == 0 ? 1 << 16 : capacity * 2;
            unsigned char *more = capacity <= RENLIB_MAX_BYTES ? realloc(bytes, capacity) : NULL;
            if (more == NULL)
                break;
            bytes = more;
        }
        size_t count = fread(bytes + used, 1, capacity - used, file);
        used += count;
        if (count > 0)
            continue;
        bool is_good = !ferror(file);
        fclose(file);
        *size = used;
        if (is_good)
            return bytes;
        free(bytes);
        return NULL;
    }
    if (file != NULL)
        fclose(file);
    free(bytes);
    return NULL;
}

long databasefile_read_renlib(Database *database, KanameRule rule, const char *path, char *error,
                              size_t error_size) {
    size_t size = 0;
    unsigned char *bytes = load(path, &size);
    const char *wrong = bytes == NULL ? "the file cannot be read" : NULL;
    long count = 0;
    for (int round = 0; round < 2 && wrong == NULL; round++) {
        Intake intake = {.database = round == 0 ? NULL : database};
        wrong = take_tree((Bytes){bytes, bytes + size}, rule, &intake);
        if (!intake_end(&intake) && wrong == NULL)
            wrong = "the database cannot be written";
        count = intake.count;
    }
    free(bytes);
    if (wrong != NULL)
        snprintf(error, error_size, "%s", wrong);
    return wrong == NULL ? count : -1;
}
