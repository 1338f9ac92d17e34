#include "store/sample.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <lz4frame.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "game/random.h"

enum { BUFFER_SIZE = 8 + 4 * 1024, KEPT_MAX = 10000 /* old files beside the new one */ };

struct SampleWriter {
    FILE *file;
    SampleFormat format;
    double freq;
    uint64_t seed;
    LZ4F_compressionContext_t lz4; /* NULL: plain */
    char *packed;                  /* LZ4's output */
    size_t packed_size;
};

bool sample_can_hold(SampleFormat format, GameRule rule, bool is_continuous, int width,
                     int height) {
    return format == SAMPLE_CSV || (width == height && !is_continuous && (int)rule < 8);
}

static bool put(SampleWriter *writer, const void *data, size_t size) {
    if (writer->lz4 == NULL)
        return fwrite(data, 1, size, writer->file) == size;
    size_t packed =
        LZ4F_compressUpdate(writer->lz4, writer->packed, writer->packed_size, data, size, NULL);
    if (LZ4F_isError(packed)) {
        errno = EIO;
        return false;
    }
    return fwrite(writer->packed, 1, packed, writer->file) == packed;
}

static bool begin_frame(SampleWriter *writer) {
    static const LZ4F_preferences_t preferences = {.compressionLevel = 3};
    writer->packed_size = LZ4F_compressBound(BUFFER_SIZE, &preferences) + LZ4F_HEADER_SIZE_MAX;
    writer->packed = malloc(writer->packed_size);
    if (writer->packed == NULL ||
        LZ4F_isError(LZ4F_createCompressionContext(&writer->lz4, LZ4F_VERSION))) {
        errno = ENOMEM;
        return false;
    }
    size_t size =
        LZ4F_compressBegin(writer->lz4, writer->packed, writer->packed_size, &preferences);
    return !LZ4F_isError(size) && fwrite(writer->packed, 1, size, writer->file) == size;
}

static void discard(SampleWriter *writer) {
    int error = errno;
    if (writer->file != NULL)
        fclose(writer->file);
    if (writer->lz4 != NULL)
        LZ4F_freeCompressionContext(writer->lz4);
    free(writer->packed);
    free(writer);
    errno = error;
}

/* ---- The file ----------------------------------------------------------------------------- */

static unsigned number16(const unsigned char *at) {
    return at[0] | (unsigned)at[1] << 8;
}

static bool is_board(unsigned size, unsigned rule, unsigned result) {
    return size >= GAME_MIN_SIZE && size <= GAME_MAX_SIZE && rule < 8 && result <= 2;
}

/* Decides by the first entry; a file that ends inside its head counts. */
static bool is_bin(const unsigned char *head, size_t size, bool is_whole) {
    (void)is_whole;
    if (size < 4)
        return true;
    unsigned first = number16(head), second = number16(head + 2);
    return is_board(first >> 11, second & 7, first & 3) && second >> 13 == 0;
}

static bool is_binpack(const unsigned char *head, size_t size, bool is_whole) {
    (void)is_whole;
    if (size < 8)
        return true;
    unsigned first = number16(head);
    return is_board(first & 31, first >> 5 & 7, first >> 8 & 15) &&
           (number16(head + 4) & 0x3FFF) == 0;
}

/* Returns whether the text has points with numbers, commas and results. */
static bool is_csv(const unsigned char *head, size_t size, bool is_whole) {
    (void)is_whole;
    for (size_t i = 0; i < size; i++) {
        bool is_letter = head[i] >= 'a' && head[i] <= 'v';
        bool is_digit = head[i] >= '0' && head[i] <= '9';
        if (!is_letter && !is_digit && head[i] != ',' && head[i] != '\n')
            return false;
        if (is_letter && i + 1 < size && (head[i + 1] < '0' || head[i + 1] > '9'))
            return false;
    }
    return true;
}

const FilesRules *sample_rules(SampleFormat format, bool is_lz4) {
    static const FilesRules lz4 = {.kind = FILES_KIND_OF("\x04\x22\x4D\x18"), .may_stream = true};
    static const FilesRules csv = {.kind = {.matches = is_csv}, .may_stream = true};
    static const FilesRules bin = {.kind = {.matches = is_bin}, .may_stream = true};
    static const FilesRules binpack = {.kind = {.matches = is_binpack}, .may_stream = true};
    return is_lz4 ? &lz4 : format == SAMPLE_BIN ? &bin : format == SAMPLE_BINPACK ? &binpack : &csv;
}

/* Returns false with errno set on failure. */
static bool open_file(SampleWriter *writer, const char *path, bool is_lz4) {
    const FilesRules *rules = sample_rules(writer->format, is_lz4);
    Status status = files_open_append(path, rules, &writer->file);
    if (status != STATUS_OK && status != STATUS_UNREADABLE && status != STATUS_UNWRITABLE)
        errno = EEXIST;
    if (status != STATUS_OK || !is_lz4)
        return status == STATUS_OK;
    return ftruncate(fileno(writer->file), 0) == 0 || errno == EINVAL; /* a stream has no length */
}

bool sample_keep_aside(const char *path) {
    struct stat about;
    if (stat(path, &about) != 0 || !S_ISREG(about.st_mode) || about.st_size == 0)
        return true;
    for (int i = 1; i < KEPT_MAX; i++) {
        char name[PATH_MAX];
        int length = snprintf(name, sizeof name, "%s.%d", path, i);
        errno = ENAMETOOLONG;
        int file = length < (int)sizeof name ? open(name, O_WRONLY | O_CREAT | O_EXCL, 0666) : -1;
        if (file >= 0)
            return close(file) == 0 && rename(path, name) == 0;
        if (errno != EEXIST)
            return false;
    }
    return false;
}

SampleWriter *sample_open(const char *path, SampleFormat format, bool is_lz4, double freq,
                          uint64_t seed) {
    SampleWriter *writer = calloc(1, sizeof *writer);
    if (writer == NULL)
        return NULL;
    writer->format = format;
    writer->freq = freq;
    writer->seed = seed;
    bool is_open = open_file(writer, path, is_lz4) && (!is_lz4 || begin_frame(writer));
    if (!is_open) {
        discard(writer);
        return NULL;
    }
    return writer;
}

bool sample_close(SampleWriter *writer) {
    if (writer == NULL)
        return true;
    bool is_written = true;
    if (writer->lz4 != NULL) {
        size_t size = LZ4F_compressEnd(writer->lz4, writer->packed, writer->packed_size, NULL);
        is_written = !LZ4F_isError(size) && fwrite(writer->packed, 1, size, writer->file) == size;
    }
    is_written = fflush(writer->file) == 0 && is_written;
    discard(writer);
    return is_written;
}

/* ---- One game ----------------------------------------------------------------------------- */

static bool gives_samples(const GameRecord *game) {
    switch (game->reason) {
    case GAME_REASON_TIME:
    case GAME_REASON_CRASH:
    case GAME_REASON_ILLEGAL:
    case GAME_REASON_START:
    case GAME_REASON_MEMORY:
    case GAME_REASON_INTERRUPTED:
        return false;
    default:
        return game->result != GAME_UNDECIDED;
    }
}

/* Returns the end of the moves, after the opening, that may be sampled. */
static size_t sampled_end(const GameRecord *game) {
    switch (game->reason) {
    case GAME_REASON_OVERLINE:
    case GAME_REASON_DOUBLE_FOUR:
    case GAME_REASON_DOUBLE_THREE:
    case GAME_REASON_RESIGN:
    case GAME_REASON_DRAW_ADJUDICATED:
        return game->move_count > 0 ? game->move_count - 1 : 0;
    default:
        return game->move_count;
    }
}

/* Returns 0 lost, 1 drawn, 2 won, for the side to move after `ply` stones. */
static unsigned result_at(const GameRecord *game, size_t ply) {
    int winner = game_record_winner(game);
    if (winner < 0)
        return 1;
    return (size_t)winner == ply % 2 ? 2 : 0;
}

static unsigned move_code(const GameMove *move) {
    return (unsigned)move->x << 5 | (unsigned)move->y;
}

static char *put_u16(char *at, unsigned value) {
    at[0] = (char)(value & 0xFF);
    at[1] = (char)(value >> 8 & 0xFF);
    return at + 2;
}

static char *put_u32(char *at, uint32_t value) {
    return put_u16(put_u16(at, value & 0xFFFF), value >> 16);
}

static bool put_csv(SampleWriter *writer, const GameRecord *game, size_t ply) {
    char text[GAME_MAX_CELLS * 4 + 32];
    size_t length = 0;
    for (size_t i = 0; i <= ply; i++)
        length +=
            (size_t)snprintf(text + length, sizeof text - length, "%s%c%d", i == ply ? "," : "",
                             'a' + game->moves[i].x, game->moves[i].y + 1);
    length += (size_t)snprintf(text + length, sizeof text - length, ",%u\n", result_at(game, ply));
    return put(writer, text, length);
}

static bool put_bin(SampleWriter *writer, const GameRecord *game, size_t ply) {
    char entry[BUFFER_SIZE];
    char *at =
        put_u16(entry, result_at(game, ply) | (unsigned)ply << 2 | (unsigned)game->width << 11);
    at = put_u16(at, (unsigned)game->rule | move_code(&game->moves[ply]) << 3);
    for (size_t i = 0; i < ply; i++)
        at = put_u16(at, move_code(&game->moves[i]));
    return put(writer, entry, (size_t)(at - entry));
}

static int saturate16(int value) {
    return value < -32768 ? -32768 : value > 32767 ? 32767 : value;
}

/* Writes the game from the first sampled position to the last sampled move, without gaps. */
static bool put_binpack(SampleWriter *writer, const GameRecord *game, const bool *is_taken) {
    size_t first = 0, end = 0;
    for (size_t i = game->move_count; i-- > 0;) {
        if (is_taken[i]) {
            first = i;
            end = end == 0 ? i + 1 : end;
        }
    }
    if (end == 0)
        return true;
    char entry[BUFFER_SIZE];
    uint32_t count = (uint32_t)(end - first);
    char *at = put_u32(entry, (uint32_t)game->width | (uint32_t)game->rule << 5 |
                                  (uint32_t)result_at(game, first) << 8 | (uint32_t)end << 12 |
                                  (uint32_t)first << 22);
    at = put_u32(at, count << 14);
    for (size_t i = 0; i < first; i++)
        at = put_u16(at, move_code(&game->moves[i]));
    for (size_t i = first; i < end; i++) {
        const GameMove *move = &game->moves[i];
        bool has_eval = is_taken[i] && move->has_score;
        at = put_u16(at, 3u | (has_eval ? 0u : 4u) | move_code(move) << 6);
        at = put_u16(at, (unsigned)(has_eval ? saturate16(move->score) : 0) & 0xFFFF);
    }
    return put(writer, entry, (size_t)(at - entry));
}

bool sample_add(SampleWriter *writer, const GameRecord *game) {
    if (!gives_samples(game))
        return true;
    uint64_t state = random_stream(writer->seed, (uint64_t)game->number);
    bool is_taken[GAME_MAX_CELLS] = {false};
    size_t end = sampled_end(game);
    for (size_t i = game->opening_count; i < end && i < GAME_MAX_CELLS; i++) {
        is_taken[i] = writer->freq >= 1 || random_unit(&state) < writer->freq;
        if (!is_taken[i] || writer->format == SAMPLE_BINPACK)
            continue;
        bool is_put =
            writer->format == SAMPLE_CSV ? put_csv(writer, game, i) : put_bin(writer, game, i);
        if (!is_put)
            return false;
    }
    if (writer->format == SAMPLE_BINPACK && !put_binpack(writer, game, is_taken))
        return false;
    return writer->lz4 != NULL || fflush(writer->file) == 0;
}

bool sample_write(const SampleWriter *writer, FILE *to, const GameRecord *game) {
    SampleWriter plain = {
        .file = to, .format = writer->format, .freq = writer->freq, .seed = writer->seed};
    return sample_add(&plain, game);
}
