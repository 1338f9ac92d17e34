#include "grid/slots.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <uv.h>

enum { LEASE_PARTS = 3 /* a worker renews its lease after each third of it */ };

bool slots_init(Slots *slots, int count) {
    *slots = (Slots){.slots = calloc((size_t)count, sizeof *slots->slots), .count = count};
    return slots->slots != NULL;
}

void slots_release(Slots *slots) {
    free(slots->slots);
    *slots = (Slots){0};
}

Slot *slots_at(const Slots *slots, int table) {
    return &slots->slots[table - 1];
}

/* Clears the slot after its task was answered or given back. */
static void clear(Slots *slots, Slot *slot) {
    wire_played_release(&slot->played);
    encounter_release(&slot->encounter);
    block_job_free(slot->job);
    *slot = (Slot){.slots = slots};
    slots->busy--;
    fetch_want(slots->fetch, 1);
}

static void answer(Slots *slots, Slot *slot) {
    char id[WIRE_WORKER_MAX + 64];
    Played *played = &slot->played;
    snprintf(id, sizeof id, "%s-%" PRId64 "-%d", slots->worker, played->id, played->attempt);
    char *text = wire_played_print(played);
    if (text != NULL)
        fetch_answer(slots->fetch, slot->task, id, text, strlen(text), true);
    else
        fetch_drop(slots->fetch, slot->task);
    slots->done++;
    clear(slots, slot);
}

static void give_back(Slots *slots, Slot *slot) {
    fetch_drop(slots->fetch, slot->task);
    clear(slots, slot);
}

/* Sets the engines of the encounter at the two seats. They stay as long as the run's engines,
 * unless the encounter has options of its own. */
static void seat_engines(Slot *slot) {
    const EncounterOptions *more = slot->encounter.options;
    for (int seat = 0; seat < 2 && more != NULL; seat++) {
        EngineOptions *engine = &slot->engines[seat];
        *engine = slot->joined->run.engines[slot->encounter.games[0].engine[seat]].options;
        for (int i = 0; i < more->count && engine->option_count < PLAYER_OPTION_MAX; i++)
            engine->options[engine->option_count++] = (char *)more->text[seat][i];
    }
}

static void begin_encounter(Slots *slots, Slot *slot) {
    Played *played = &slot->played;
    const Encounter *encounter = &slot->encounter;
    *played = (Played){.id = encounter->id,
                       .attempt = encounter->attempt,
                       .check = encounter_check(encounter),
                       .scale = slot->joined->scale};
    snprintf(played->worker, sizeof played->worker, "%s", slots->worker);
    for (int seat = 0; seat < 2; seat++)
        memcpy(played->hashes[seat], slot->joined->own[encounter->games[0].engine[seat]]->hash,
               WIRE_HASH_MAX);
    for (int i = 0; i < ENCOUNTER_GAMES_MAX; i++)
        game_record_init(&played->games[i]);
    seat_engines(slot);
}

/* Sends the file of a block in parts; the last one answers the task. */
static bool answer_block(Slots *slots, Slot *slot, const char *bytes, size_t length) {
    char id[WIRE_WORKER_MAX + 64];
    BlockPart part = {.id = slot->block.id, .attempt = slot->block.attempt};
    part.parts = (int)((length + BLOCK_PART_BYTES - 1) / BLOCK_PART_BYTES);
    snprintf(part.worker, sizeof part.worker, "%s", slots->worker);
    memcpy(part.hash, slot->joined->own[0]->hash, sizeof part.hash);
    for (; part.part < part.parts; part.part++) {
        size_t at = (size_t)part.part * BLOCK_PART_BYTES, size;
        part.bytes = bytes + at;
        part.length = length - at < BLOCK_PART_BYTES ? length - at : BLOCK_PART_BYTES;
        char *text = wire_part_print(&part, &size);
        snprintf(id, sizeof id, "%s-%" PRId64 "-%d-%d", slots->worker, part.id, part.attempt,
                 part.part);
        if (text == NULL ||
            !fetch_answer(slots->fetch, slot->task, id, text, size, part.part == part.parts - 1))
            return part.part == part.parts - 1 && text != NULL;
    }
    return true;
}

/* A program that fails repeatedly does not keep getting the same block. */
static void on_block_end(void *context, char *bytes, size_t length, const char *why) {
    enum { FAILURES_MAX = 3 };
    Slot *slot = context;
    Slots *slots = slot->slots;
    if (bytes != NULL && answer_block(slots, slot, bytes, length)) {
        slots->done++;
        slots->failures = 0;
    } else {
        fetch_drop(slots->fetch, slot->task);
        slots->on_complaint(why);
        if (++slots->failures == FAILURES_MAX) {
            slots->on_complaint("too many failures; no more blocks of this run");
            slot->joined->state = JOINED_NO;
            fetch_leave(slots->fetch, slot->joined->run.key);
        }
    }
    free(bytes);
    clear(slots, slot);
    arena_wake(slots->arena);
}

/* Reads the task and starts it. Returns false if it cannot be read or started. */
static bool begin_task(Slots *slots, Slot *slot, const char *text, size_t length) {
    const WireRun *run = &slot->joined->run;
    if (run->work == WIRE_WORK_BLOCKS) {
        if (!wire_block_read(text, length, &slot->block))
            return false;
        slot->job = block_job_new(arena_hub(slots->arena), run->engines[0].options.command,
                                  &slot->block, on_block_end, slot);
        return slot->job != NULL;
    }
    if (run->work != WIRE_WORK_GAMES ||
        !wire_encounter_read(text, length, run->engine_count, run->settings.game.width,
                             run->settings.game.height, &slot->encounter))
        return false;
    begin_encounter(slots, slot);
    return true;
}

void slots_take(Slots *slots, Joined *joined, const char *text, size_t length, FetchTask *task) {
    Slot *slot = slots->slots;
    while (slot->task != NULL && slot + 1 < slots->slots + slots->count)
        slot++;
    if (slot->task != NULL) {
        fetch_drop(slots->fetch, task);
        fetch_want(slots->fetch, 1);
        return;
    }
    slots->busy++;
    slot->slots = slots;
    slot->task = task;
    slot->joined = joined;
    slot->told_ns = uv_hrtime();
    if (begin_task(slots, slot, text, length)) {
        arena_wake(slots->arena);
        return;
    }
    slots->on_complaint("a task cannot be read or started and is refused");
    fetch_refuse(slots->fetch, task);
    clear(slots, slot);
}

bool slots_next_game(const Slots *slots, int table, ArenaGame *game) {
    const Slot *slot = slots_at(slots, table);
    const Encounter *encounter = &slot->encounter;
    if (slot->task == NULL || slot->joined->run.work != WIRE_WORK_GAMES)
        return false;
    game->task = encounter->games[slot->played.count];
    game->opening = encounter->opening;
    game->config = &slot->joined->config;
    for (int seat = 0; seat < 2; seat++)
        game->engines[seat] = encounter->options != NULL
                                  ? &slot->engines[seat]
                                  : &slot->joined->run.engines[game->task.engine[seat]].options;
    return true;
}

void slots_add_game(Slots *slots, int table, GameRecord *game) {
    Slot *slot = slots_at(slots, table);
    if (slot->task == NULL)
        return;
    if (game->result == GAME_UNDECIDED) {
        give_back(slots, slot);
        return;
    }
    slot->played.games[slot->played.count++] = *game;
    game_record_init(game);
    if (slot->played.count == slot->encounter.count)
        answer(slots, slot);
}

void slots_give_back(Slots *slots, int table) {
    Slot *slot = slots_at(slots, table);
    if (slot->task != NULL)
        give_back(slots, slot);
}

void slots_drop_run(Slots *slots, const Joined *joined) {
    for (int table = 1; table <= slots->count; table++) {
        Slot *slot = slots_at(slots, table);
        if (slot->task == NULL || slot->joined != joined)
            continue;
        if (arena_game(slots->arena, table) != NULL)
            arena_cut(slots->arena, table);
        else
            give_back(slots, slot);
    }
}

void slots_keep_leases(Slots *slots, uint64_t now_ns) {
    for (int table = 1; table <= slots->count; table++) {
        Slot *slot = slots_at(slots, table);
        if (slot->task == NULL)
            continue;
        uint64_t lease_ns = (uint64_t)slot->joined->run.lease_ms * 1000000;
        if (now_ns - slot->told_ns < lease_ns / LEASE_PARTS)
            continue;
        slot->told_ns = now_ns;
        fetch_progress(slot->task);
    }
}
