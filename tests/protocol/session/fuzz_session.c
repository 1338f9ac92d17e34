/* fuzz_session.c: a libFuzzer target that plays the client. The input's bytes are the dialogue; the
 * engine behind it is fake_kaname.c; the replies stay in memory and are judged one by one.
 *
 * What must hold whatever is said: every line sent is whole, printable and of a known kind; a line
 * of the client is answered at most once, besides the move of a search that it ended; a search
 * that was started gives exactly one move; END silences everything. */
#include "io/lines.h"
#include "session/hashfile.h"
#include "session/session.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "protocol/support/linekind.h"

#undef NDEBUG /* the assertions are the test */
#include <assert.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* ---- The replies ------------------------------------------------------------------------- */

typedef struct Judge {
    size_t replies; /* lines that are no MESSAGE; the writer's lock guards it */
} Judge;

static bool judge_line(void *context, const char *text, size_t length) {
    char line[LINE_OUT_MAX];
    Judge *judge = context;
    assert(length >= 2 && length <= sizeof line && text[length - 1] == '\n');
    memcpy(line, text, length - 1);
    line[length - 1] = '\0';
    assert(strlen(line) == length - 1);
    for (const char *at = line; *at != '\0'; at++)
        assert(*at >= ' ' && *at <= '~');
    LineKind kind = line_kind(line);
    assert(kind != LINE_UNKNOWN);
    judge->replies += kind == LINE_REPLY;
    return true;
}

/* Instead of hashfile.c: chance would name any file. */
const char *hashfile_save(const KanameEngine *engine, const char *path) {
    (void)engine;
    assert(path[0] != '\0');
    return NULL;
}

const char *hashfile_load(KanameEngine *engine, const char *path) {
    (void)engine;
    assert(path[0] != '\0');
    return kaname_status_text(KANAME_ERR_DAMAGED);
}

/* ---- The dialogue ------------------------------------------------------------------------ */

/* The input, a few bytes at a time, so that pieces end anywhere. */
typedef struct Input {
    const uint8_t *at, *end;
} Input;

static size_t next_bytes(void *context, char *buffer, size_t capacity) {
    Input *input = context;
    size_t count = (size_t)(input->end - input->at);
    count = count < capacity ? count : capacity;
    memcpy(buffer, input->at, count);
    input->at += count;
    return count;
}

static size_t replies_of(Judge *judge, LineWriter *writer) {
    pthread_mutex_lock(&writer->lock);
    size_t replies = judge->replies;
    pthread_mutex_unlock(&writer->lock);
    return replies;
}

/* Ends a search, if one runs, and waits: from here on the count of replies stands still. It is said
 * twice, because a command before it may take the first for its file name. */
static void settle(Session *session) {
    static const char stop[] = "YXSTOP";
    for (int i = 0; i < 2; i++)
        (void)session_line(session, (LinePiece){stop, sizeof stop - 1, false, false});
    session_wait(session);
}

/* Says the lines. `is_patient`: ends each search before the next line, so that replies can be
 * counted line by line. */
static void talk(Session *session, LineReader *reader, Judge *judge, LineWriter *writer,
                 bool is_patient) {
    LinePiece line;
    size_t lines = 0;
    while (line_reader_next(reader, &line)) {
        size_t before = replies_of(judge, writer);
        lines++;
        if (!session_line(session, line))
            return;
        if (is_patient) {
            settle(session);
            assert(replies_of(judge, writer) <= before + 1);
        }
    }
    settle(session);
    assert(replies_of(judge, writer) <= lines);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    Judge judge = {0};
    LineWriter writer;
    LineReader reader;
    if (size == 0)
        return 0;
    Input input = {data + 1, data + size};
    KanameEngine *engine = kaname_new();
    assert(engine != NULL && line_writer_init(&writer, judge_line, &judge) &&
           line_reader_init(&reader, next_bytes, &input));
    Session *session = session_new(engine, &writer);
    assert(session != NULL);
    talk(session, &reader, &judge, &writer, data[0] % 2 == 0);
    session_free(session);
    line_reader_release(&reader);
    line_writer_release(&writer);
    kaname_free(engine);
    return 0;
}
