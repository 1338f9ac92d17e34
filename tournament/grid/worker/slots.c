#include "grid/worker/slots.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <uv.h>

#include "grid/secret.h"

enum { PART_NAME_MAX = 64 };

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

static int table_of(const Slots *slots, const Slot *slot) {
    return (int)(slot - slots->slots) + 1;
}

/* Clears the slot after its task was answered, refused or given back. */
static void clear(Slots *slots, Slot *slot, bool is_answered) {
    if (is_answered)
        duties_answer(slots->duties, table_of(slots, slot));
    else
        duties_free(slots->duties, table_of(slots, slot));
    wire_played_release(&slot->played);
    encounter_release(&slot->encounter);
    block_job_free(slot->job);
    wire_block_release(&slot->block);
    *slot = (Slot){.slots = slots};
    fetch_want(slots->fetch, 1);
}

/* Names a part of an answer for the server, which drops later messages of the same name. Made from
 * the worker's token, so that nobody else can use the name up. Returns false if out of memory. */
static bool name_part(const Slots *slots, int64_t id, int attempt, int part,
                      char name[PART_NAME_MAX]) {
    char code[SECRET_MAX];
    bool is_good = secret_of_delivery(slots->token, id, attempt, code);
    snprintf(name, PART_NAME_MAX, "result-%s-%d", code, part);
    return is_good;
}

static void answer(Slots *slots, Slot *slot) {
    char name[PART_NAME_MAX];
    Played *played = &slot->played;
    char *text =
        name_part(slots, played->id, played->attempt, 0, name) ? wire_played_print(played) : NULL;
    bool is_sent = text != NULL && fetch_answer(slots->fetch, slot->task, played->id, name, text,
                                                strlen(text), true);
    if (text == NULL)
        fetch_drop(slots->fetch, slot->task);
    slots->done++;
    clear(slots, slot, is_sent);
}

static void give_back(Slots *slots, Slot *slot) {
    fetch_drop(slots->fetch, slot->task);
    clear(slots, slot, false);
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
    snprintf(played->token, sizeof played->token, "%s", slots->token);
    memcpy(played->secret, encounter->secret, sizeof played->secret);
    for (int seat = 0; seat < 2; seat++)
        memcpy(played->hashes[seat], slot->joined->own[encounter->games[0].engine[seat]]->hash,
               WIRE_HASH_MAX);
    for (int i = 0; i < ENCOUNTER_GAMES_MAX; i++)
        game_record_init(&played->games[i]);
    seat_engines(slot);
}

/* Sends the file of a block in parts; the last one answers the task. */
static bool answer_block(Slots *slots, Slot *slot, const char *bytes, size_t length) {
    char name[PART_NAME_MAX];
    BlockPart part = {.id = slot->block.id, .attempt = slot->block.attempt};
    part.parts = (int)((length + BLOCK_PART_BYTES - 1) / BLOCK_PART_BYTES);
    snprintf(part.worker, sizeof part.worker, "%s", slots->worker);
    snprintf(part.token, sizeof part.token, "%s", slots->token);
    memcpy(part.secret, slot->block.secret, sizeof part.secret);
    memcpy(part.hash, slot->joined->own[0]->hash, sizeof part.hash);
    for (; part.part < part.parts; part.part++) {
        size_t at = (size_t)part.part * BLOCK_PART_BYTES, size;
        part.bytes = bytes + at;
        part.length = length - at < BLOCK_PART_BYTES ? length - at : BLOCK_PART_BYTES;
        char *text = name_part(slots, part.id, part.attempt, part.part, name)
                         ? wire_part_print(&part, &size)
                         : NULL;
        if (text == NULL || !fetch_answer(slots->fetch, slot->task, part.id, name, text, size,
                                          part.part == part.parts - 1))
            return part.part == part.parts - 1 && text != NULL;
    }
    return true;
}

/* Gives the block back. A worker on which blocks fail repeatedly does not keep getting them. */
static void fail_block(Slots *slots, Slot *slot, const char *why) {
    enum { FAILURES_MAX = 3 };
    Joined *joined = slot->joined;
    slots->on_complaint(why);
    give_back(slots, slot);
    if (++joined->failures == FAILURES_MAX) {
        slots->on_complaint("too many failures; no more blocks of this run");
        joined->state = JOINED_NO;
        fetch_leave(slots->fetch, joined->run.key);
        duties_leave(slots->duties, joined->run.key);
    }
}

static void on_block_end(void *context, char *bytes, size_t length, const char *why) {
    Slot *slot = context;
    Slots *slots = slot->slots;
    bool is_replaced = joined_find_replaced(slot->joined) != NULL; /* the next task tells it */
    if (bytes != NULL && !is_replaced && answer_block(slots, slot, bytes, length)) {
        slots->done++;
        slot->joined->failures = 0;
        clear(slots, slot, true);
    } else if (is_replaced) {
        give_back(slots, slot);
    } else {
        fail_block(slots, slot, bytes != NULL ? status_text(STATUS_MEMORY) : why);
    }
    free(bytes);
    arena_wake(slots->arena);
}

/* A task, as it was read from its message. */
typedef struct Task {
    int64_t id;
    Encounter encounter;
    Block block;
} Task;

static bool has_blocks(const WireRun *run) {
    return run->work == WIRE_WORK_BLOCKS || run->work == WIRE_WORK_OPENINGS;
}

static bool read_task(const WireRun *run, const char *text, size_t length, Task *task) {
    *task = (Task){0};
    bool is_read = false;
    if (has_blocks(run)) {
        BlockKind kind = run->work == WIRE_WORK_OPENINGS ? BLOCK_OPENINGS : BLOCK_GAMES;
        is_read = wire_block_read(text, length, kind, &task->block);
        task->id = task->block.id;
    } else if (run->work == WIRE_WORK_GAMES) {
        is_read = wire_encounter_read(text, length, run->engine_count, run->settings.game.width,
                                      run->settings.game.height, &task->encounter);
        task->id = task->encounter.id;
    }
    return is_read;
}

static void release_task(Task *task) {
    encounter_release(&task->encounter);
    wire_block_release(&task->block);
}

/* Starts the task at the slot; takes ownership of its contents. */
static bool begin_task(Slots *slots, Slot *slot, const Task *task, Failure *failure) {
    const WireRun *run = &slot->joined->run;
    slot->encounter = task->encounter;
    slot->block = task->block;
    if (has_blocks(run)) {
        slot->job = block_job_new(arena_hub(slots->arena), run->engines[0].options.command,
                                  &slot->block, on_block_end, slot, failure);
        return slot->job != NULL;
    }
    begin_encounter(slots, slot);
    return true;
}

/* Removes a task from the server that cannot be read. */
static void refuse(Slots *slots, FetchTask *task) {
    slots->on_complaint("a task cannot be read and is refused");
    fetch_refuse(slots->fetch, task);
}

void slots_take(Slots *slots, Joined *joined, const char *text, size_t length, FetchTask *handle) {
    Task task;
    if (!read_task(&joined->run, text, length, &task)) {
        release_task(&task);
        refuse(slots, handle);
        fetch_want(slots->fetch, 1);
        return;
    }
    int table = duties_take(slots->duties, joined->run.key, task.id, uv_hrtime());
    if (table == 0) {
        release_task(&task);
        fetch_drop(slots->fetch, handle);
        fetch_want(slots->fetch, 1);
        return;
    }
    Slot *slot = slots_at(slots, table);
    slot->slots = slots;
    slot->task = handle;
    slot->joined = joined;
    Failure failure = FAILURE_NONE;
    if (begin_task(slots, slot, &task, &failure))
        arena_wake(slots->arena);
    else
        fail_block(slots, slot, failure.text);
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
    if (slot->task == NULL || slot->encounter.count == 0 ||
        game->number != slot->encounter.games[slot->played.count].number)
        return; /* a game of a task that is gone */
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
        arena_cut(slots->arena, table); /* gives the task back if a game is being played */
        if (slot->task != NULL && slot->joined == joined)
            give_back(slots, slot);
    }
}

void slots_renew(const Slots *slots, int table) {
    const Slot *slot = slots_at(slots, table);
    if (slot->task != NULL)
        fetch_progress(slot->task);
}
