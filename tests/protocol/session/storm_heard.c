#if !defined(_WIN32) && !defined(_POSIX_C_SOURCE)
#define _POSIX_C_SOURCE 200809L
#endif
#include "protocol/session/storm.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "protocol/support/linekind.h"
#include "shared/text/words.h"

Storm storm;

/* ---- Chance (splitmix64) ------------------------------------------------------------------- */

static uint64_t draw(void) {
    storm.chance += 0x9E3779B97F4A7C15;
    uint64_t state = storm.chance;
    state = (state ^ (state >> 30)) * 0xBF58476D1CE4E5B9;
    state = (state ^ (state >> 27)) * 0x94D049BB133111EB;
    return state ^ (state >> 31);
}

int below(int count) {
    return (int)(draw() % (uint64_t)count);
}

/* ---- What the engine says ------------------------------------------------------------------- */

void keep(char who, const char *line) {
    if (storm.kept < LINES_KEPT)
        snprintf(storm.lines[storm.kept++], LINE_BYTES, "%c %.150s", who, line);
}

void remove_files(void) {
    if (storm.folder[0] != '\0' && !folder_remove(storm.folder))
        perror(storm.folder);
}

void fail(const char *what, const char *detail) {
    fprintf(stderr, "storm: seed %" PRIu64 ", sequence %ld: %s: %s\n", storm.seed, storm.sequence,
            what, detail);
    for (size_t i = 0; i < storm.kept; i++)
        fprintf(stderr, "%s\n", storm.lines[i]);
    remove_files();
    abort();
}

/* The program hangs, so that no lock is safe to take. */
void on_alarm(int number) {
    (void)number;
    fail("a hang", "no end");
}

/* The last line of what answers a step of an opening. */
static bool ends_step(const char *line) {
    static const char *const ends[] = {"MESSAGE SWAP2 MOVE3 ",       "MESSAGE SWAP2 SWAP1 ",
                                       "MESSAGE SWAP2 SWAP2 ",       "MESSAGE SWAP2 MOVE5 ",
                                       "MESSAGE SOOSORV MOVE3 ",     "MESSAGE SOOSORV SWAP1 ",
                                       "MESSAGE SOOSORV MOVE4 ",     "MESSAGE SOOSORV SWAP2 ",
                                       "MESSAGE SOOSORV MOVE5 DONE", "MESSAGE SOOSORV MOVE5C "};
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++)
        if (starts_with(line, ends[i]))
            return true;
    return false;
}

bool hear(void *context, const char *text, size_t length) {
    char line[LINE_OUT_MAX];
    (void)context;
    if (length < 2 || length > sizeof line || text[length - 1] != '\n')
        fail("not a line", "");
    memcpy(line, text, length - 1);
    line[length - 1] = '\0';
    pthread_mutex_lock(&storm.lock);
    if (!starts_with(line, "MESSAGE depth") && !starts_with(line, "MESSAGE REALTIME") &&
        !starts_with(line, "INFO "))
        keep('<', line);
    LineKind kind = line_kind(line);
    if (kind == LINE_UNKNOWN)
        fail("a line of no known kind", line);
    storm.replies += kind == LINE_REPLY || ends_step(line);
    pthread_mutex_unlock(&storm.lock);
    return true;
}

size_t heard(void) {
    pthread_mutex_lock(&storm.lock);
    size_t replies = storm.replies;
    pthread_mutex_unlock(&storm.lock);
    return replies;
}
