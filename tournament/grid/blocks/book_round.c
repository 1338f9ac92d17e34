#include "grid/blocks/book_round.h"

#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "shared/files/input.h"
#include "shared/files/replace.h"

enum { LIST_BYTES_MAX = 512 << 20, HEAD_MAX = 256, NAME_MAX_BYTES = 32 };

static const char round_name[] = "round.txt";
static const char list_name[] = "wanted.txt";
static const FilesRules round_rules = {.kind = FILES_KIND_OF("kaname-round ")};
static const FilesRules block_rules = {.kind = FILES_KIND_OF("kaname-openings ")};

bool book_round_open(BookRound *round, const char *folder, Failure *failure) {
    if (realpath(folder, round->folder) == NULL)
        return failure_say(failure, STATUS_UNREADABLE, "%s: %s", folder, strerror(errno));
    if (strpbrk(round->folder, "\"\\") != NULL)
        return failure_say(failure, STATUS_OPTION, "%s: its path has a \" or a \\", folder);
    return true;
}

void book_round_release(BookRound *round) {
    free(round->forms);
    round->forms = NULL;
    round->count = 0;
}

bool book_round_path(const BookRound *round, const char *name, char path[PATH_MAX]) {
    return snprintf(path, PATH_MAX, "%s/%s", round->folder, name) < PATH_MAX;
}

/* ---- Lists -------------------------------------------------------------------------------- */

/* Takes the forms of a text, one a line. Returns false if a line is none, or out of memory. */
static bool take_forms(BookRound *round, const char *text, size_t length) {
    size_t lines = 0;
    for (size_t i = 0; i < length; i++)
        lines += text[i] == '\n';
    book_round_release(round);
    round->forms = calloc(lines + 1, sizeof *round->forms);
    if (round->forms == NULL)
        return false;
    for (const char *at = text, *end = text + length; at < end;) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        if (stop == NULL || !block_is_form(at, (size_t)(stop - at)))
            return false;
        memcpy(round->forms[round->count++], at, (size_t)(stop - at));
        at = stop + 1;
    }
    return true;
}

/* The first line of the file of a round. */
static int write_head(const BookRound *round, char head[HEAD_MAX]) {
    return snprintf(head, HEAD_MAX, "kaname-round 1 %s %s %" PRId64 "\n", round->settings,
                    round->run, round->first);
}

/* Takes the round that the text holds. Returns false if it is none of these settings. */
static bool take_round(BookRound *round, const char *text, size_t length) {
    char head[HEAD_MAX];
    const char *end = memchr(text, '\n', length < HEAD_MAX ? length : HEAD_MAX);
    if (end == NULL ||
        sscanf(text, "kaname-round 1 %*s %32s %" SCNd64, round->run, &round->first) != 2)
        return false;
    size_t used = (size_t)(end + 1 - text);
    return round->first >= 1 && round->first <= BLOCKS_MAX &&
           strlen(round->run) == SECRET_MAX - 1 && (size_t)write_head(round, head) == used &&
           memcmp(head, text, used) == 0 && take_forms(round, text + used, length - used);
}

bool book_round_resume(BookRound *round, Failure *failure) {
    char path[PATH_MAX];
    unsigned char *bytes;
    size_t length;
    Status status = !book_round_path(round, round_name, path) ? STATUS_LONG_NAME
                                                              : files_check(path, &round_rules);
    if (status != STATUS_OK)
        return failure_at(failure, status, "%s/%s", round->folder, round_name);
    if (files_read_whole(path, LIST_BYTES_MAX, &bytes, &length) == STATUS_OK) {
        bool is_taken = take_round(round, (const char *)bytes, length);
        free(bytes);
        if (is_taken)
            return true;
    }
    book_round_release(round);
    round->first = 1;
    return secret_random(round->run) ||
           failure_say(failure, STATUS_UNREADABLE, "the system has no random numbers");
}

static void write_round(const void *content, FILE *file) {
    const BookRound *round = content;
    char head[HEAD_MAX];
    write_head(round, head);
    fputs(head, file);
    for (size_t i = 0; i < round->count; i++)
        fprintf(file, "%s\n", round->forms[i]);
}

bool book_round_begin(BookRound *round, int64_t after, Failure *failure) {
    char path[PATH_MAX];
    unsigned char *bytes;
    size_t length;
    round->first += book_round_blocks(round);
    if (round->first <= after)
        round->first = after + 1;
    Status status = !book_round_path(round, list_name, path)
                        ? STATUS_LONG_NAME
                        : files_read_whole(path, LIST_BYTES_MAX, &bytes, &length);
    if (status != STATUS_OK)
        return failure_at(failure, status, "%s/%s", round->folder, list_name);
    bool is_good = take_forms(round, (const char *)bytes, length);
    free(bytes);
    if (!is_good)
        return failure_say(failure, STATUS_SYNTAX, "%s: it is no list of positions", path);
    if (round->count == 0)
        return true;
    if (round->first + book_round_blocks(round) > BLOCKS_MAX)
        return failure_say(failure, STATUS_RANGE, "too many blocks; -block must be greater");
    if (!book_round_path(round, round_name, path))
        return failure_at(failure, STATUS_LONG_NAME, "%s/%s", round->folder, round_name);
    status = files_replace_by(path, &round_rules, write_round, round);
    return status == STATUS_OK || failure_at(failure, status, "%s", path);
}

void book_round_drop_list(const BookRound *round) {
    char path[PATH_MAX];
    if (book_round_path(round, list_name, path))
        unlink(path);
}

void book_round_end(const BookRound *round) {
    char path[PATH_MAX];
    book_round_drop_list(round);
    if (book_round_path(round, round_name, path))
        unlink(path);
    Failure failure = FAILURE_NONE;
    int64_t *ids;
    size_t count;
    if (book_round_list(round, &ids, &count, &failure))
        for (size_t i = 0; i < count; i++)
            if (book_round_block_path(round, ids[i], path))
                unlink(path);
    free(ids);
}

/* ---- Blocks ------------------------------------------------------------------------------- */

int64_t book_round_blocks(const BookRound *round) {
    return (int64_t)((round->count + round->block - 1) / round->block);
}

const BookForm *book_round_forms(const BookRound *round, int64_t id, size_t *count) {
    size_t at = (size_t)(id - round->first) * round->block, left = round->count - at;
    *count = left < round->block ? left : round->block;
    return (const BookForm *)round->forms + at;
}

static void name_block(int64_t id, char name[NAME_MAX_BYTES]) {
    snprintf(name, NAME_MAX_BYTES, "block-%07" PRId64 ".txt", id);
}

bool book_round_block_path(const BookRound *round, int64_t id, char path[PATH_MAX]) {
    char name[NAME_MAX_BYTES];
    name_block(id, name);
    return book_round_path(round, name, path);
}

bool book_round_has(const BookRound *round, int64_t id) {
    char path[PATH_MAX];
    return book_round_block_path(round, id, path) && access(path, F_OK) == 0;
}

bool book_round_save(const BookRound *round, int64_t id, const char *bytes, size_t length,
                     Failure *failure) {
    char path[PATH_MAX];
    Status status = !book_round_block_path(round, id, path)
                        ? STATUS_LONG_NAME
                        : files_replace(path, bytes, length, &block_rules);
    return status == STATUS_OK ||
           failure_at(failure, status, "%s: block %" PRId64, round->folder, id);
}

/* Returns the number of a block by its name; 0: it is none. */
static int64_t id_of(const char *name) {
    char again[NAME_MAX_BYTES];
    int64_t id = 0;
    if (sscanf(name, "block-%" SCNd64 ".txt", &id) != 1 || id < 1 || id > BLOCKS_MAX)
        return 0;
    name_block(id, again);
    return strcmp(name, again) == 0 ? id : 0;
}

static int compare_ids(const void *a, const void *b) {
    int64_t left = *(const int64_t *)a, right = *(const int64_t *)b;
    return (left > right) - (left < right);
}

static bool add_id(int64_t **ids, size_t *count, int64_t id) {
    int64_t *more = realloc(*ids, (*count + 1) * sizeof *more);
    if (more == NULL)
        return false;
    *ids = more;
    more[(*count)++] = id;
    return true;
}

bool book_round_list(const BookRound *round, int64_t **ids, size_t *count, Failure *failure) {
    DIR *entries = opendir(round->folder);
    char path[PATH_MAX];
    *ids = NULL;
    *count = 0;
    if (entries == NULL)
        return failure_say(failure, STATUS_UNREADABLE, "%s: %s", round->folder, strerror(errno));
    bool is_good = true;
    for (const struct dirent *entry; is_good && (entry = readdir(entries)) != NULL;) {
        int64_t id = id_of(entry->d_name);
        if (id > 0)
            is_good = add_id(ids, count, id) || failure_set(failure, STATUS_MEMORY);
        else if (files_is_draft(entry->d_name) && book_round_path(round, entry->d_name, path))
            unlink(path);
    }
    closedir(entries);
    if (*count > 0)
        qsort(*ids, *count, sizeof **ids, compare_ids);
    return is_good;
}
