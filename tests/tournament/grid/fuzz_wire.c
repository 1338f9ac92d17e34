/* fuzz_wire.c: a libFuzzer target: the input's bytes are a message of the grid, of any kind.
 *
 * What must hold whatever they are: what is read is in range and can be printed, and the print is
 * read again. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "grid/wire/beat.h"
#include "grid/wire/block.h"
#include "grid/wire/encounter.h"
#include "grid/wire/run.h"

#undef NDEBUG /* the assertions are the test */
#include <assert.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_encounter(const char *text, size_t size) {
    Encounter encounter, again;
    if (wire_encounter_read(text, size, 2, 15, 15, &encounter)) {
        assert(encounter.count >= 1 && encounter.count <= ENCOUNTER_GAMES_MAX);
        for (int i = 0; i < encounter.count; i++)
            assert(encounter.games[i].engine[0] >= 0 && encounter.games[i].engine[0] < 2);
        for (size_t i = 0; i < encounter.opening.count; i++)
            assert(encounter.opening.stones[i].x >= 0 && encounter.opening.stones[i].x < 15);
        char *print = wire_encounter_print(&encounter);
        assert(print != NULL && wire_encounter_read(print, strlen(print), 2, 15, 15, &again));
        encounter_release(&again);
        free(print);
    }
    encounter_release(&encounter);
}

static void check_played(const char *text, size_t size) {
    Played played, again;
    if (wire_played_read(text, size, &played)) {
        for (int i = 0; i < played.count; i++)
            for (size_t k = 0; k < played.games[i].move_count; k++)
                assert(played.games[i].moves[k].x < played.games[i].width);
        char *print = wire_played_print(&played);
        assert(print != NULL && wire_played_read(print, strlen(print), &again));
        wire_played_release(&again);
        free(print);
    }
    wire_played_release(&played);
}

static void check_run(const char *text, size_t size) {
    WireRun run, again;
    if (wire_run_read(text, size, &run)) {
        for (int i = 0; i < run.engine_count; i++)
            assert(run.engines[i].options.command == NULL);
        char *print = wire_run_print(&run);
        assert(print != NULL && wire_run_read(print, strlen(print), &again));
        wire_run_release(&again);
        free(print);
    }
    wire_run_release(&run);
}

static void check_beat(const char *text, size_t size) {
    static Beat beat, again;
    if (!wire_beat_read(text, size, &beat))
        return;
    char *print = wire_beat_print(&beat);
    assert(print != NULL && wire_beat_read(print, strlen(print), &again));
    free(print);
}

static void check_block(const char *text, size_t size, BlockKind kind) {
    Block block, again;
    if (wire_block_read(text, size, kind, &block)) {
        for (int i = 0; i < BLOCK_SETTINGS; i++)
            assert(block.settings[i][0] == '\0' || block_is_setting(block.settings[i]));
        assert((block.positions != NULL) == (kind == BLOCK_OPENINGS));
        assert(block.positions == NULL ||
               strspn(block.positions, "abcdefghijklmnopqrstuv- ") == strlen(block.positions));
        char *print = wire_block_print(&block);
        assert(print != NULL && wire_block_read(print, strlen(print), kind, &again));
        wire_block_release(&again);
        free(print);
    }
    wire_block_release(&block);
}

static void check_part(const char *text, size_t size) {
    BlockPart part, again;
    size_t length;
    if (!wire_part_read(text, size, &part))
        return;
    assert(part.part >= 0 && part.part < part.parts && part.parts <= BLOCK_PARTS_MAX);
    assert(part.bytes >= text && part.bytes + part.length == text + size);
    char *print = wire_part_print(&part, &length);
    assert(print != NULL && wire_part_read(print, length, &again));
    assert(again.length == part.length && memcmp(again.bytes, part.bytes, part.length) == 0);
    free(print);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    /* A block of its own size, so that a read beyond its end is found. */
    char *text = malloc(size > 0 ? size : 1);
    assert(text != NULL);
    if (size > 0)
        memcpy(text, data, size);
    check_encounter(text, size);
    check_played(text, size);
    check_run(text, size);
    check_beat(text, size);
    for (int kind = 0; kind < BLOCK_KINDS; kind++)
        check_block(text, size, (BlockKind)kind);
    check_part(text, size);
    free(text);
    return 0;
}
