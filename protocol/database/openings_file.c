#include "database/openings_file.h"

#include "shared/files/input.h"
#include "shared/notation/values.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define NODES_MAX UINT64_C(1000000000000)

const FilesKind openings_file_kind = FILES_KIND_OF("kaname-openings ");

bool openings_file_is(const char *path) {
    char head[sizeof "kaname-openings "] = "";
    FILE *file;
    if (files_open_input(path, &file) != STATUS_OK)
        return false;
    size_t size = fread(head, 1, sizeof head - 1, file);
    fclose(file);
    return size == openings_file_kind.prefix_size &&
           memcmp(head, openings_file_kind.prefix, size) == 0;
}

/* ---- Reading ------------------------------------------------------------------------------- */

typedef struct Reader {
    Openings *openings;
    bool has_board;
    KanameRule rule;
    int size;
    uint64_t nodes;
} Reader;

/* A part of a line. */
typedef struct Part {
    const char *at, *end;
} Part;

/* Takes the text up to the next blank. Returns false at the end. */
static bool next_word(Part *line, Part *word) {
    while (line->at < line->end && *line->at == ' ')
        line->at++;
    word->at = line->at;
    while (line->at < line->end && *line->at != ' ')
        line->at++;
    word->end = line->at;
    return word->at < word->end;
}

static bool copy_word(Part word, char *text, size_t size) {
    size_t length = (size_t)(word.end - word.at);
    if (length >= size)
        return false;
    memcpy(text, word.at, length);
    text[length] = '\0';
    return true;
}

/* Takes digits. Returns false if there are none, or the number is above `most`. */
static bool take_number(Part *part, uint64_t most, uint64_t *number) {
    const char *begin = part->at;
    *number = 0;
    for (; part->at < part->end && *part->at >= '0' && *part->at <= '9'; part->at++) {
        *number = *number * 10 + (uint64_t)(*part->at - '0');
        if (*number > most)
            return false;
    }
    return part->at > begin;
}

static bool take_char(Part *part, char wanted) {
    if (part->at == part->end || *part->at != wanted)
        return false;
    part->at++;
    return true;
}

/* `RULE SIZE NODES`, after `board`. */
static const char *read_board(Reader *reader, Part line) {
    char rule[16], size[16];
    Part word;
    int height;
    bool is_good = next_word(&line, &word) && copy_word(word, rule, sizeof rule) &&
                   values_rule(rule, &reader->rule) &&
                   strcmp(kaname_rule_name(reader->rule), rule) == 0 && next_word(&line, &word) &&
                   copy_word(word, size, sizeof size) &&
                   values_size(size, &reader->size, &height) && reader->size == height &&
                   next_word(&line, &word) && take_number(&word, NODES_MAX, &reader->nodes) &&
                   word.at == word.end && !next_word(&line, &word);
    reader->has_board = is_good;
    return is_good ? NULL : "not 'board RULE SIZE NODES'";
}

/* `12.3.5` or `12.3.5.1`. */
static bool read_counts(Part *word, OpeningsMove *move) {
    int64_t *const counts[] = {&move->black, &move->drawn, &move->white, &move->open};
    for (int i = 0; i < 4; i++) {
        uint64_t count;
        if (i > 0 && !take_char(word, '.'))
            return i == 3;
        if (!take_number(word, (uint64_t)OPENINGS_COUNT_MAX, &count))
            return false;
        *counts[i] = (int64_t)count;
    }
    return true;
}

/* `512`, `+7` or `-8`, after `=`. */
static bool read_value(Part *word, OpeningsMove *move) {
    uint64_t number;
    bool is_win = take_char(word, '+'), is_loss = !is_win && take_char(word, '-');
    bool is_proven = is_win || is_loss;
    move->is_searched = true;
    if (!take_number(word, is_proven ? OPENINGS_PLIES_MAX : OPENINGS_RATE_MAX, &number) ||
        (is_proven && number == 0))
        return false;
    move->value = is_win    ? (OpeningsValue){OPENINGS_RATE_MAX, (int)number}
                  : is_loss ? (OpeningsValue){0, -(int)number}
                            : (OpeningsValue){(int)number, 0};
    return true;
}

static bool read_move(const Reader *reader, Part word, OpeningsMove *move) {
    *move = (OpeningsMove){.is_searched = false};
    if (word.end - word.at < 2 || !openings_read_point(word.at, reader->size, &move->move))
        return false;
    word.at += 2;
    if (word.at < word.end && *word.at != '=' && !read_counts(&word, move))
        return false;
    if (word.at < word.end && !(take_char(&word, '=') && read_value(&word, move)))
        return false;
    return word.at == word.end && (move->is_searched || openings_games(move) > 0);
}

/* Adds a move of the position to it. */
static const char *add_move(Reader *reader, const OpeningsKey *key,
                            const DatabasePosition *position, const OpeningsMove *move,
                            bool is_used[KANAME_MAX_CELLS]) {
    int cell = move->move.y * reader->size + move->move.x;
    KanamePoint least = openings_key_move(key, move->move);
    if (position->cells[cell] != KANAME_EMPTY)
        return "a move is on a stone";
    if (is_used[cell])
        return "a move is listed twice";
    if (least.x != move->move.x || least.y != move->move.y)
        return "a move is not in its least form";
    if (move->is_searched && reader->nodes == 0)
        return "a move has a value, but its list was not searched";
    is_used[cell] = true;
    return openings_count(reader->openings, position, move) ? NULL : status_text(STATUS_MEMORY);
}

/* `STONES MOVE...` */
static const char *read_position(Reader *reader, Part word, Part line) {
    OpeningsMove searched[KANAME_MAX_CELLS], move;
    bool is_used[KANAME_MAX_CELLS] = {false};
    char stones[OPENINGS_TEXT_MAX];
    DatabasePosition position;
    OpeningsKey key;
    size_t count = 0, moves = 0;
    if (!reader->has_board)
        return "a position before any line 'board RULE SIZE NODES'";
    if (!copy_word(word, stones, sizeof stones))
        return "too many stones";
    if (strcmp(stones, "-") == 0)
        stones[0] = '\0';
    if (!openings_position(&position, reader->rule, reader->size, stones))
        return "the stones are malformed";
    if (!openings_key(&key, &position) || strcmp(key.stones, stones) != 0)
        return "the position is not in its least form";
    if (openings_find(reader->openings, reader->rule, reader->size, stones) != NULL)
        return "the position is listed twice";
    for (; next_word(&line, &word); moves++) {
        if (!read_move(reader, word, &move))
            return "a move is malformed";
        const char *wrong = add_move(reader, &key, &position, &move, is_used);
        if (wrong != NULL)
            return wrong;
        if (move.is_searched)
            searched[count++] = move;
    }
    if (moves == 0)
        return "the position has no moves";
    if (reader->nodes > 0 && count == 0)
        return "the position lacks the values of its search";
    return count == 0 || openings_judge(reader->openings, reader->rule, reader->size, stones,
                                        reader->nodes, searched, count)
               ? NULL
               : status_text(STATUS_MEMORY);
}

static const char *read_line(Reader *reader, Part line) {
    static const char board[] = "board";
    Part word;
    if (!next_word(&line, &word))
        return NULL;
    if ((size_t)(word.end - word.at) == sizeof board - 1 &&
        memcmp(word.at, board, sizeof board - 1) == 0)
        return read_board(reader, line);
    return read_position(reader, word, line);
}

/* Takes a line without its end; a carriage return before that counts for nothing. */
static Part next_line(const char **at, const char *end) {
    const char *stop = memchr(*at, '\n', (size_t)(end - *at));
    Part line = {*at, stop != NULL ? stop : end};
    *at = stop != NULL ? stop + 1 : end;
    if (line.end > line.at && line.end[-1] == '\r')
        line.end--;
    return line;
}

Openings *openings_parse(const char *name, const char *text, size_t length, Failure *failure) {
    Reader reader = {.openings = openings_new()};
    const char *at = text, *end = text + length, *wrong = NULL;
    long number = 1;
    Part head = next_line(&at, end);
    if ((size_t)(head.end - head.at) != sizeof OPENINGS_FILE_MARK - 1 ||
        memcmp(head.at, OPENINGS_FILE_MARK, sizeof OPENINGS_FILE_MARK - 1) != 0)
        wrong = "not '" OPENINGS_FILE_MARK "'";
    if (reader.openings == NULL)
        wrong = status_text(STATUS_MEMORY);
    for (; wrong == NULL && at < end; number++)
        wrong = read_line(&reader, next_line(&at, end));
    if (wrong == NULL)
        return reader.openings;
    openings_free(reader.openings);
    failure_say(failure, STATUS_FORMAT, "%s: line %ld: %s", name, number, wrong);
    return NULL;
}

Openings *openings_file_read(const char *path, Failure *failure) {
    unsigned char *bytes;
    size_t size;
    Status status = files_read_whole(path, OPENINGS_FILE_BYTES_MAX, &bytes, &size);
    if (status != STATUS_OK) {
        failure_at(failure, status, "%s", path);
        return NULL;
    }
    Openings *openings = openings_parse(path, (const char *)bytes, size, failure);
    free(bytes);
    return openings;
}

Openings *openings_file_open(const char *path, Failure *failure) {
    const FilesRules rules = {.kind = openings_file_kind};
    Status status = files_check(path, &rules);
    if (status != STATUS_OK) {
        failure_at(failure, status, "%s", path);
        return NULL;
    }
    if (openings_file_is(path))
        return openings_file_read(path, failure);
    Openings *openings = openings_new();
    if (openings == NULL)
        failure_set(failure, STATUS_MEMORY);
    return openings;
}

/* ---- Writing ------------------------------------------------------------------------------- */

static void write_move(FILE *file, const OpeningsMove *move, int size) {
    char point[3] = "";
    openings_write_point(point, move->move, size);
    fprintf(file, " %s", point);
    if (openings_games(move) > 0)
        fprintf(file, "%" PRId64 ".%" PRId64 ".%" PRId64, move->black, move->drawn, move->white);
    if (move->open > 0)
        fprintf(file, ".%" PRId64, move->open);
    if (move->is_searched && move->value.plies != 0)
        fprintf(file, "=%+d", move->value.plies);
    else if (move->is_searched)
        fprintf(file, "=%d", move->value.rate);
}

/* What a file holds, for files_replace_by(). */
typedef struct Content {
    const OpeningsPosition **positions;
    long count;
} Content;

static void write_content(const void *of, FILE *file) {
    const Content *content = of;
    const OpeningsPosition *before = NULL;
    fprintf(file, "%s\n", OPENINGS_FILE_MARK);
    for (long i = 0; i < content->count; i++) {
        const OpeningsPosition *position = content->positions[i];
        if (before == NULL || before->rule != position->rule || before->size != position->size ||
            before->nodes != position->nodes)
            fprintf(file, "board %s %d %" PRIu64 "\n", kaname_rule_name(position->rule),
                    position->size, position->nodes);
        fputs(position->stones[0] != '\0' ? position->stones : "-", file);
        for (size_t move = 0; move < position->count; move++)
            write_move(file, &position->moves[move], position->size);
        fputc('\n', file);
        before = position;
    }
}

long openings_file_write(const Openings *openings, const char *path, Failure *failure) {
    const FilesRules rules = {.kind = openings_file_kind};
    Content content;
    content.count = openings_list(openings, &content.positions);
    Status status =
        content.count < 0 ? STATUS_MEMORY : files_replace_by(path, &rules, write_content, &content);
    if (content.count >= 0)
        free(content.positions);
    if (status == STATUS_OK)
        return content.count;
    failure_at(failure, status, "%s", path);
    return -1;
}

/* ---- Merging ------------------------------------------------------------------------------- */

bool openings_take_values(Openings *openings, const Openings *from) {
    const OpeningsPosition **positions;
    long count = openings_list(from, &positions);
    bool is_good = count >= 0;
    for (long i = 0; i < count && is_good; i++) {
        const OpeningsPosition *position = positions[i];
        size_t searched = 0;
        while (searched < position->count && position->moves[searched].is_searched)
            searched++;
        if (position->nodes > 0)
            is_good = openings_judge(openings, position->rule, position->size, position->stones,
                                     position->nodes, position->moves, searched);
    }
    if (count >= 0)
        free(positions);
    return is_good;
}
