#include "store/outputs.h"

#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "shared/files/replace.h"
#include "shared/status/failure.h"
#include "store/formats.h"
#include "store/pipe.h"
#include "store/sample.h"
#include "store/text.h"

typedef struct Waiting {
    GameRecord game;
    bool is_there[OUTPUT_FILES]; /* the file already contains it */
    bool is_dropped;             /* only the number is left of the game */
    struct Waiting *next;
} Waiting;

/* The contents that an earlier start of the run, and perhaps other programs, have left in a file.
 */
typedef struct Before {
    char *bytes; /* NULL: nothing. Games that were found are overwritten */
    size_t size;
    int64_t start; /* of bytes, in the file */
    size_t found;  /* end of the game found last */
} Before;

struct Output {
    const OutputOptions *options;
    FILE *files[OUTPUT_FILES - 1];
    atomic_bool is_hurried; /* set by any thread */
    SampleWriter *samples;
    Before before[OUTPUT_FILES];
    int64_t next_number;
    Waiting *waiting; /* by ascending number */
    size_t kept;      /* of them, with their contents */
    OutputFetchFn fetch;
    void *fetch_context;
    Failure failure;
};

enum { FILE_PGN, FILE_SGF, FILE_MESSAGES, FILE_SAMPLES };
enum { BLOT = 0xFF };

static const char *path_of(const OutputOptions *options, int file) {
    const char *const paths[OUTPUT_FILES] = {options->pgn, options->sgf, options->messages,
                                             options->sample.file};
    return paths[file];
}

static bool fail(Output *output, int file) {
    return failure_at(&output->failure, STATUS_UNWRITABLE, "%s", path_of(output->options, file));
}

static void forget(Output *output) {
    for (int i = 0; i < OUTPUT_FILES; i++) {
        free(output->before[i].bytes);
        output->before[i] = (Before){0};
    }
}

static void close_all(Output *output) {
    forget(output);
    for (int i = 0; i < FILE_SAMPLES; i++)
        if (output->files[i] != NULL && fclose(output->files[i]) != 0 &&
            output->failure.status == STATUS_OK)
            fail(output, i);
    if (!sample_close(output->samples) && output->failure.status == STATUS_OK)
        fail(output, FILE_SAMPLES);
    while (output->waiting != NULL) {
        Waiting *waiting = output->waiting;
        output->waiting = waiting->next;
        game_record_release(&waiting->game);
        free(waiting);
    }
}

/* Returns whether the file is text: nothing may be appended to a database, a program or packed
 * samples. */
static bool is_text(const unsigned char *head, size_t size, bool is_whole) {
    (void)is_whole;
    return memchr(head, '\0', size) == NULL;
}

static const FilesRules text_rules = {.kind = {.matches = is_text}, .may_stream = true};

/* Returns whether the file is a log: it begins with the milliseconds of its first line, perhaps cut
 * off. */
static bool is_log(const unsigned char *head, size_t size, bool is_whole) {
    static const char behind[] = ": ";
    size_t digits = 0;
    while (digits < size && head[digits] >= '0' && head[digits] <= '9')
        digits++;
    size_t left = size - digits, length = sizeof behind - 1;
    return digits > 0 && (left >= length || is_whole) &&
           memcmp(head + digits, behind, left < length ? left : length) == 0;
}

static const FilesRules log_rules = {.kind = {.matches = is_log}};

static const FilesRules *rules_of(const OutputOptions *options, int file) {
    return file == FILE_SAMPLES ? sample_rules(options->sample.format, options->sample.is_lz4)
                                : &text_rules;
}

/* Returns whether the path is a file of the run that no output may use. */
static bool is_busy(const OutputBusy *busy, const char *path) {
    bool is_page = files_place(path).kind != FILES_PLACE_STREAM && files_are_same(path, busy->page);
    return files_are_of_database(busy->database, path) || files_are_same(path, busy->book) ||
           is_page;
}

/* Checks that the file may be appended to. A device or pipe may serve as two outputs at once. */
static Status check_file(const OutputOptions *options, const OutputBusy *busy, int file) {
    const char *path = path_of(options, file);
    if (is_busy(busy, path))
        return STATUS_IN_USE;
    for (int i = 0; i < file; i++)
        if (files_place(path).kind != FILES_PLACE_STREAM &&
            files_are_same(path, path_of(options, i)))
            return STATUS_IN_USE;
    return files_check(path, rules_of(options, file));
}

/* Checks all files. A resumed run accepts any old file for LZ4 samples, because it renames it. */
static bool check_files(Output *output, const OutputBusy *busy, bool is_resumed) {
    const OutputOptions *options = output->options;
    for (int i = 0; i < OUTPUT_FILES; i++) {
        if (path_of(options, i) == NULL)
            continue;
        Status status = check_file(options, busy, i);
        bool is_kept = i == FILE_SAMPLES && is_resumed && options->sample.is_lz4;
        if (status != STATUS_OK && !(status == STATUS_OTHER_KIND && is_kept))
            return failure_at(&output->failure, status, "%s", path_of(options, i));
    }
    return true;
}

static bool open_files(Output *output, bool is_resumed, uint64_t seed) {
    const OutputOptions *options = output->options;
    for (int i = 0; i < FILE_SAMPLES; i++) {
        const char *path = path_of(options, i);
        Status status =
            path != NULL ? files_open_append(path, &text_rules, &output->files[i]) : STATUS_OK;
        if (status != STATUS_OK)
            return failure_at(&output->failure, status, "%s", path_of(options, i));
        if (path != NULL)
            output->files[i] = pipe_stream(output->files[i], &output->is_hurried);
        if (path != NULL && output->files[i] == NULL)
            return failure_set(&output->failure, STATUS_MEMORY);
    }
    if (!options->sample.is_wanted)
        return true;
    if (is_resumed && options->sample.is_lz4 && !sample_keep_aside(options->sample.file))
        return fail(output, FILE_SAMPLES);
    output->samples = sample_open(options->sample.file, options->sample.format,
                                  options->sample.is_lz4, options->sample.freq, seed);
    return output->samples != NULL || fail(output, FILE_SAMPLES);
}

Output *output_open(const OutputOptions *options, const OutputBusy *busy, bool is_resumed,
                    uint64_t seed, Failure *failure) {
    Output *output = calloc(1, sizeof *output);
    if (output == NULL) {
        failure_set(failure, STATUS_MEMORY);
        return NULL;
    }
    output->options = options;
    output->next_number = 1;
    if (!check_files(output, busy, is_resumed) || !open_files(output, is_resumed, seed)) {
        *failure = output->failure;
        close_all(output);
        free(output);
        return NULL;
    }
    return output;
}

Status output_open_log(const OutputOptions *options, const OutputBusy *busy, const char *path,
                       FILE **log) {
    *log = NULL;
    bool is_in_use = is_busy(busy, path);
    for (int i = 0; i < OUTPUT_FILES; i++)
        is_in_use |= files_are_same(path, path_of(options, i));
    return is_in_use ? STATUS_IN_USE : files_open_append(path, &log_rules, log);
}

char *output_place(const Output *output, int file) {
    static const char *const kinds[OUTPUT_FILES] = {"pgn", "sgf", "messages", "samples"};
    const char *path = path_of(output->options, file);
    char *real = path != NULL ? realpath(path, NULL) : NULL;
    const char *shown = real != NULL ? real : path != NULL ? path : "";
    size_t size = strlen(shown) + 32;
    char *place = malloc(size);
    if (place != NULL)
        snprintf(place, size, "%s in %s", kinds[file], shown);
    free(real);
    return place;
}

/* Reads the file from `start` on, or from 0 if the file has become shorter; a negative `start`
 * means the end. */
static bool read_before(const char *path, int64_t start, Before *before) {
    struct stat about;
    if (start < 0) {
        bool has_size = stat(path, &about) == 0;
        before->start = has_size && S_ISREG(about.st_mode) ? (int64_t)about.st_size : 0;
        return has_size;
    }
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (file < 0)
        return false;
    bool is_good = fstat(file, &about) == 0;
    int64_t size = is_good && S_ISREG(about.st_mode) ? (int64_t)about.st_size : 0;
    before->start = start > size ? 0 : start;
    size -= before->start;
    before->bytes = is_good && size > 0 ? malloc((size_t)size) : NULL;
    is_good = is_good && (size == 0 || before->bytes != NULL);
    while (is_good && before->size < (size_t)size) {
        ssize_t count = pread(file, before->bytes + before->size, (size_t)size - before->size,
                              (off_t)(before->start + (int64_t)before->size));
        is_good = count > 0 || (count < 0 && errno == EINTR);
        before->size += count > 0 ? (size_t)count : 0;
    }
    int error = errno;
    close(file);
    errno = error;
    return is_good;
}

static bool is_anew(const OutputOptions *options, int file) {
    return file == FILE_SAMPLES && options->sample.is_lz4;
}

bool output_look_back(Output *output, int file, int64_t *start) {
    const char *path = path_of(output->options, file);
    Before *before = &output->before[file];
    if (path == NULL || is_anew(output->options, file))
        return true;
    if (!read_before(path, *start, before))
        return fail(output, file);
    *start = before->start;
    return true;
}

const char *output_error(const Output *output) {
    return output->failure.text;
}

/* Returns whether the first engine of the encounter lost. */
static bool is_first_lost(const GameRecord *game) {
    int first = game->white_is_first ? GAME_WHITE : GAME_BLACK, winner = game_record_winner(game);
    return winner >= 0 && winner != first;
}

static void put_messages(FILE *file, const GameRecord *game) {
    fprintf(file, "----------------------------------------\nGame ID: %lld\nEngines: ",
            (long long)game->number);
    text_put_line(file, game->name[GAME_BLACK]);
    fputs(" x ", file);
    text_put_line(file, game->name[GAME_WHITE]);
    putc('\n', file);
    for (size_t i = 0; i < game->move_count; i++) {
        const char *at = game->moves[i].messages;
        while (at != NULL && *at != '\0') {
            size_t length = strcspn(at, "\n");
            fprintf(file, "%zu) ", i + 1);
            text_put_line(file, game->name[i % 2]);
            fputs(": ", file);
            text_put_line(file, at);
            putc('\n', file);
            at += length + (at[length] == '\n');
        }
    }
}

static void put_text(FILE *to, int file, const GameRecord *game) {
    if (file == FILE_PGN)
        format_pgn(to, game);
    else if (file == FILE_SGF)
        format_sgf(to, game);
    else
        put_messages(to, game);
}

/* The text that a game adds to a file. From `local` to `local_end` it has a local time, which is
 * another one in another time zone; both are 0 if it has none. */
typedef struct GameText {
    char *bytes;
    size_t size, local, local_end;
} GameText;

/* Returns false if out of memory; else the caller frees text->bytes. */
static bool make_text(Output *output, int file, const GameRecord *game, GameText *text) {
    *text = (GameText){0};
    FILE *memory = open_memstream(&text->bytes, &text->size);
    if (memory == NULL)
        return false;
    if (file == FILE_PGN)
        format_pgn_head(memory, game);
    else if (file == FILE_SGF)
        format_sgf_head(memory, game);
    bool is_good = fflush(memory) == 0;
    text->local = text->size;
    rewind(memory);
    if (file == FILE_SAMPLES)
        is_good = sample_write(output->samples, memory, game) && is_good;
    else
        put_text(memory, file, game);
    is_good = fclose(memory) == 0 && is_good;
    if (is_good && text->local > 0)
        text->local_end = text->local + strcspn(text->bytes + text->local, "\"]");
    if (!is_good)
        free(text->bytes);
    return is_good;
}

/* Returns whether `size` bytes are the beginning of the text, in any time zone. */
static bool begins_as(const char *bytes, size_t size, const GameText *text) {
    size_t local = size < text->local ? size : text->local, end = text->local_end;
    return memcmp(bytes, text->bytes, local) == 0 &&
           (size <= end || memcmp(bytes + end, text->bytes + end, size - end) == 0);
}

/* Cuts off an incomplete game after the last complete one: a kill during the write left it. The
 * game is still to be written, so nothing is lost. */
static bool cut_tail(const char *path, Before *before) {
    struct stat about;
    int64_t end = before->start + (int64_t)before->size;
    before->size = before->found;
    if (stat(path, &about) != 0 || (int64_t)about.st_size != end)
        return true; /* another program has written more: leave it */
    return truncate(path, (off_t)(before->start + (int64_t)before->found)) == 0;
}

/* Returns whether the earlier contents hold the game. */
static bool is_found(Before *before, const GameText *text) {
    char *at = before->bytes + before->found, *end = before->bytes + before->size;
    if ((size_t)(end - at) < text->size || !begins_as(at, text->size, text)) {
        size_t fixed = text->local > 0 ? text->local : text->size;
        at = memmem(before->bytes, before->size, text->bytes, fixed);
        while (at != NULL && ((size_t)(end - at) < text->size || !begins_as(at, text->size, text)))
            at = memmem(at + 1, (size_t)(end - at) - 1, text->bytes, fixed);
    }
    if (at == NULL)
        return false;
    /* No text or sample begins like this, so each is found only once. */
    memset(at, BLOT, text->size);
    before->found = (size_t)(at - before->bytes) + text->size;
    return true;
}

/* Sets *is_there to whether the file has the game. Returns false on failure. */
static bool look_for(Output *output, int file, const GameRecord *game, bool *is_there) {
    Before *before = &output->before[file];
    *is_there = false;
    if (before->size == 0)
        return true;
    GameText text;
    if (!make_text(output, file, game, &text)) {
        errno = ENOMEM;
        return fail(output, file);
    }
    *is_there = text.size == 0 || is_found(before, &text);
    size_t tail = before->size - before->found;
    bool is_begun = !*is_there && tail > 0 && tail < text.size &&
                    begins_as(before->bytes + before->found, tail, &text);
    free(text.bytes);
    return !is_begun || cut_tail(path_of(output->options, file), before) || fail(output, file);
}

static bool put_game(Output *output, const Waiting *waiting) {
    const GameRecord *game = &waiting->game;
    if (output->options->is_lose_only && !is_first_lost(game))
        return true;
    for (int i = 0; i < FILE_SAMPLES; i++) {
        FILE *file = output->files[i];
        if (file == NULL || waiting->is_there[i])
            continue;
        put_text(file, i, game);
        if (fflush(file) != 0 || ferror(file))
            return fail(output, i);
    }
    if (output->samples != NULL && !waiting->is_there[FILE_SAMPLES] &&
        !sample_add(output->samples, game))
        return fail(output, FILE_SAMPLES);
    return true;
}

void output_set_fetch(Output *output, OutputFetchFn fetch, void *context) {
    output->fetch = fetch;
    output->fetch_context = context;
}

static bool fetch_again(Output *output, Waiting *waiting) {
    int64_t number = waiting->game.number;
    if (output->fetch(output->fetch_context, number, &waiting->game))
        return true;
    return failure_say(&output->failure, STATUS_UNREADABLE, "game %lld cannot be read again",
                       (long long)number);
}

/* Forgets the contents of the last waiting game that still has them, if there are too many. */
static void drop_contents(Output *output) {
    Waiting *last = NULL;
    if (output->fetch == NULL || output->kept <= OUTPUT_KEPT)
        return;
    for (Waiting *waiting = output->waiting; waiting != NULL; waiting = waiting->next)
        if (!waiting->is_dropped)
            last = waiting;
    int64_t number = last->game.number;
    game_record_release(&last->game);
    game_record_init(&last->game);
    last->game.number = number;
    last->is_dropped = true;
    output->kept--;
}

/* Writes the first waiting game. Returns false if it cannot be written. */
static bool put_first(Output *output) {
    Waiting *waiting = output->waiting;
    output->waiting = waiting->next;
    output->next_number = waiting->game.number + 1;
    output->kept -= !waiting->is_dropped;
    bool is_put =
        (!waiting->is_dropped || fetch_again(output, waiting)) && put_game(output, waiting);
    game_record_release(&waiting->game);
    free(waiting);
    return is_put;
}

static bool add(Output *output, GameRecord *game, const bool *is_there) {
    Waiting *waiting = malloc(sizeof *waiting);
    if (waiting == NULL) {
        failure_set(&output->failure, STATUS_MEMORY);
        return false;
    }
    *waiting = (Waiting){.game = *game};
    output->kept++;
    memcpy(waiting->is_there, is_there, sizeof waiting->is_there);
    game_record_init(game);
    Waiting **link = &output->waiting;
    while (*link != NULL && (*link)->game.number < waiting->game.number)
        link = &(*link)->next;
    waiting->next = *link;
    *link = waiting;
    bool is_put = true;
    while (is_put && output->waiting != NULL && output->waiting->game.number <= output->next_number)
        is_put = put_first(output);
    drop_contents(output);
    return is_put;
}

bool output_add_earlier(Output *output, GameRecord *game) {
    bool is_there[OUTPUT_FILES] = {false};
    bool is_wanted = !output->options->is_lose_only || is_first_lost(game);
    for (int i = 0; i < OUTPUT_FILES && is_wanted; i++)
        if (!look_for(output, i, game, &is_there[i]))
            return false;
    return add(output, game, is_there);
}

bool output_add(Output *output, GameRecord *game) {
    forget(output);
    return add(output, game, (const bool[OUTPUT_FILES]){false});
}

void output_hurry(Output *output) {
    atomic_store(&output->is_hurried, true);
}

bool output_close(Output *output, Failure *failure) {
    if (output == NULL)
        return true;
    while (output->failure.status == STATUS_OK && output->waiting != NULL)
        put_first(output);
    close_all(output);
    bool is_written = output->failure.status == STATUS_OK;
    if (!is_written)
        *failure = output->failure;
    free(output);
    return is_written;
}
