#include "train/gamefile.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <string.h>
#include <unistd.h>

#include "base/bytes.h"
#include "train/samples.h"

static const unsigned char MAGIC[8] = {'K', 'a', 'n', 'a', 'm', 'e', 'G', 'm'};

const FilesRules GAMEFILE_RULES = {.kind = {.prefix = MAGIC, .prefix_size = sizeof MAGIC}};

enum {
    ORIGIN_OFFSET = 12,
    HEADER_CRC_OFFSET = GAMEFILE_HEADER_BYTES - 4,
    FRAME_BYTES = 4, /* lengths before a game */
    RECORD_BYTES_MAX = FRAME_BYTES + GAME_BYTES_MAX + 4
};

/* CRC-32 of IEEE 802.3, four bits at a time. */
static uint32_t crc32_of(const unsigned char *data, size_t size) {
    static const uint32_t TABLE[16] = {0x00000000, 0x1DB71064, 0x3B6E20C8, 0x26D930AC,
                                       0x76DC4190, 0x6B6B51F4, 0x4DB26158, 0x5005713C,
                                       0xEDB88320, 0xF00F9344, 0xD6D6A3E8, 0xCB61B38C,
                                       0x9B64C2B0, 0x86D3D2D4, 0xA00AE278, 0xBDBDF21C};
    uint32_t crc = 0xFFFFFFFF;
    for (size_t i = 0; i < size; i++) {
        crc ^= data[i];
        crc = crc >> 4 ^ TABLE[crc & 15];
        crc = crc >> 4 ^ TABLE[crc & 15];
    }
    return ~crc;
}

/* ---- Reading -------------------------------------------------------------------------------- */

static GameReadStatus fail(GameReader *reader, const char *what) {
    failure_say(&reader->failure, STATUS_DAMAGED, "damaged at byte %" PRIu64 ": %s", reader->offset,
                what);
    return GAMEFILE_ERROR;
}

static bool read_header(GameReader *reader) {
    unsigned char header[GAMEFILE_HEADER_BYTES];
    size_t size = fread(header, 1, sizeof header, reader->file);
    size_t magic_size = size < sizeof MAGIC ? size : sizeof MAGIC;
    if (memcmp(header, MAGIC, magic_size) != 0)
        return failure_say(&reader->failure, STATUS_OTHER_KIND, "not a file of games");
    if (size < sizeof header)
        return true;
    if (bytes_get(header + HEADER_CRC_OFFSET, 4) != crc32_of(header, HEADER_CRC_OFFSET))
        return failure_say(&reader->failure, STATUS_DAMAGED, "its header is damaged");
    if (bytes_get(header + 8, 2) != GAMEFILE_VERSION)
        return failure_set(&reader->failure, STATUS_VERSION);
    memcpy(reader->origin, header + ORIGIN_OFFSET, GAMEFILE_ORIGIN_BYTES);
    reader->offset = GAMEFILE_HEADER_BYTES;
    return true;
}

bool game_reader_open(GameReader *reader, const char *path, GameFormat format) {
    *reader = (GameReader){.format = format, .file = fopen(path, "rb")};
    if (reader->file == NULL)
        return failure_set(&reader->failure, STATUS_UNREADABLE);
    if (format != GAMEFILE_OWN || read_header(reader))
        return true;
    game_reader_close(reader);
    return false;
}

void game_reader_close(GameReader *reader) {
    if (reader->file != NULL)
        fclose(reader->file);
    reader->file = NULL;
}

static GameReadStatus read_record(GameReader *reader, Game *game) {
    unsigned char record[RECORD_BYTES_MAX];
    if (reader->offset == 0)
        return GAMEFILE_TORN;
    size_t size = fread(record, 1, FRAME_BYTES, reader->file);
    if (size < FRAME_BYTES)
        return size == 0 ? GAMEFILE_END : GAMEFILE_TORN;
    size_t length = bytes_get(record, 2);
    if ((length ^ bytes_get(record + 2, 2)) != 0xFFFF || length < GAME_BYTES_MIN ||
        length > GAME_BYTES_MAX)
        return fail(reader, "no record begins here");
    if (fread(record + FRAME_BYTES, 1, length + 4, reader->file) < length + 4)
        return GAMEFILE_TORN;
    if (bytes_get(record + FRAME_BYTES + length, 4) != crc32_of(record, FRAME_BYTES + length))
        return fail(reader, "the checksum is wrong");
    const char *wrong = game_unpack(game, record + FRAME_BYTES, length);
    if (wrong != NULL)
        return fail(reader, wrong);
    reader->offset += FRAME_BYTES + length + 4;
    return GAMEFILE_GAME;
}

GameReadStatus game_reader_next(GameReader *reader, Game *game) {
    GameReadStatus status;
    size_t size = 0;
    const char *wrong = NULL;
    if (reader->format == GAMEFILE_OWN) {
        status = read_record(reader, game);
    } else {
        status = reader->format == GAMEFILE_BIN
                     ? sample_read_bin(reader->file, game, &size, &wrong)
                     : sample_read_binpack(reader->file, game, &size, &wrong);
        if (status == GAMEFILE_ERROR)
            return fail(reader, wrong);
        reader->offset += size;
    }
    if (status != GAMEFILE_GAME && status != GAMEFILE_ERROR && ferror(reader->file)) {
        failure_set(&reader->failure, STATUS_UNREADABLE);
        return GAMEFILE_ERROR;
    }
    return status;
}

/* ---- Writing -------------------------------------------------------------------------------- */

/* Writes the bytes by one system call, unbuffered. */
static bool write_whole(GameWriter *writer, const unsigned char *data, size_t size) {
    if (fwrite(data, 1, size, writer->file) != size || fflush(writer->file) != 0)
        return false;
    writer->size += size;
    return true;
}

bool game_writer_start(GameWriter *writer, FILE *file, const char *origin) {
    unsigned char header[GAMEFILE_HEADER_BYTES] = {0};
    *writer = (GameWriter){.file = file};
    memcpy(header, MAGIC, sizeof MAGIC);
    bytes_put(header + 8, 2, GAMEFILE_VERSION);
    size_t length = strlen(origin);
    memcpy(header + ORIGIN_OFFSET, origin,
           length < GAMEFILE_ORIGIN_BYTES ? length : GAMEFILE_ORIGIN_BYTES);
    bytes_put(header + HEADER_CRC_OFFSET, 4, crc32_of(header, HEADER_CRC_OFFSET));
    return write_whole(writer, header, sizeof header);
}

/* Opens an existing file for appending. Sets errno on an error. */
static bool open_to_write(GameWriter *writer, const char *path) {
    Status status = files_open_append(path, &GAMEFILE_RULES, &writer->file);
    if (status != STATUS_OK && status != STATUS_UNREADABLE && status != STATUS_UNWRITABLE)
        errno = status == STATUS_MEMORY ? ENOMEM : EEXIST;
    return status == STATUS_OK;
}

bool game_writer_create(GameWriter *writer, const char *path, const char *origin) {
    *writer = (GameWriter){0};
    int file = open(path, O_CREAT | O_EXCL | O_WRONLY | O_APPEND | O_CLOEXEC, 0666);
    writer->file = file >= 0 ? fdopen(file, "ab") : NULL;
    if (file >= 0 && writer->file == NULL)
        close(file);
    return writer->file != NULL && game_writer_start(writer, writer->file, origin);
}

bool game_writer_continue(GameWriter *writer, const char *path, const char *origin, uint64_t size) {
    *writer = (GameWriter){.size = size};
    return open_to_write(writer, path) && ftruncate(fileno(writer->file), (off_t)size) == 0 &&
           (size > 0 || game_writer_start(writer, writer->file, origin));
}

bool game_writer_add(GameWriter *writer, const Game *game) {
    unsigned char record[RECORD_BYTES_MAX];
    size_t length = game_pack(game, record + FRAME_BYTES);
    bytes_put(record, 2, length);
    bytes_put(record + 2, 2, ~(uint64_t)length);
    bytes_put(record + FRAME_BYTES + length, 4, crc32_of(record, FRAME_BYTES + length));
    return write_whole(writer, record, FRAME_BYTES + length + 4);
}

bool game_writer_close(GameWriter *writer) {
    if (writer->file == NULL)
        return true;
    bool is_kept = files_sync(writer->file);
    int error = errno;
    if (fclose(writer->file) != 0 && is_kept)
        is_kept = false;
    else
        errno = error;
    writer->file = NULL;
    return is_kept;
}
