#include "store/saver.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Item {
    struct Item *next;
    int engine; /* -1: a game */
    GameRecord game;
    char name[GAME_NAME_MAX];
    PlayerAbout about;
    bool is_written;
} Item;

struct Writer {
    uv_work_t work;
    uv_loop_t *loop;
    Record *record;
    WriterEvents events;
    Item *queue, **queue_end;
    Item *batch; /* the thread's while is_working */
    size_t waiting;
    bool is_working, has_failed;
    char error[512];
};

Writer *writer_new(uv_loop_t *loop, Record *record, const WriterEvents *events) {
    Writer *writer = calloc(1, sizeof *writer);
    if (writer == NULL)
        return NULL;
    writer->loop = loop;
    writer->record = record;
    writer->events = *events;
    writer->queue_end = &writer->queue;
    writer->work.data = writer;
    return writer;
}

void writer_free(Writer *writer) {
    assert(writer == NULL || writer_is_idle(writer));
    free(writer);
}

/* NULL for the empty text, which the database keeps as unknown. */
static const char *or_null(const char *text) {
    return text[0] != '\0' ? text : NULL;
}

static bool write_item(Writer *writer, const Item *item) {
    if (item->engine < 0)
        return record_add_game(writer->record, &item->game);
    RecordEngine about = {.name = item->name,
                          .version = or_null(item->about.version),
                          .author = or_null(item->about.author),
                          .country = or_null(item->about.country)};
    return record_set_engine(writer->record, item->engine, &about);
}

/* On the thread. */
static void work(uv_work_t *request) {
    Writer *writer = request->data;
    for (Item *item = writer->batch; item != NULL; item = item->next) {
        item->is_written = write_item(writer, item);
        if (!item->is_written) {
            snprintf(writer->error, sizeof writer->error, "%s", record_error(writer->record));
            return;
        }
    }
}

static void free_items(Writer *writer, Item *items) {
    while (items != NULL) {
        Item *next = items->next;
        game_record_release(&items->game);
        free(items);
        items = next;
        writer->waiting--;
    }
}

static void start_work(Writer *writer);

/* Back on the loop. */
static void after_work(uv_work_t *request, int status) {
    (void)status;
    Writer *writer = request->data;
    Item *batch = writer->batch;
    writer->batch = NULL;
    writer->is_working = false;
    for (Item *item = batch; item != NULL && item->is_written; item = item->next)
        if (item->engine < 0)
            writer->events.on_written(writer->events.context, &item->game);
    free_items(writer, batch);
    if (writer->error[0] != '\0' && !writer->has_failed) {
        writer->has_failed = true;
        writer->events.on_failure(writer->events.context, writer->error);
    }
    if (writer->queue != NULL)
        start_work(writer);
    if (writer_is_idle(writer))
        writer->events.on_idle(writer->events.context);
}

static void start_work(Writer *writer) {
    writer->batch = writer->queue;
    writer->queue = NULL;
    writer->queue_end = &writer->queue;
    if (writer->has_failed) {
        free_items(writer, writer->batch);
        writer->batch = NULL;
        return;
    }
    writer->is_working = true;
    uv_queue_work(writer->loop, &writer->work, work, after_work);
}

static void enqueue(Writer *writer, Item *item) {
    *writer->queue_end = item;
    writer->queue_end = &item->next;
    writer->waiting++;
    if (!writer->is_working)
        start_work(writer);
}

bool writer_add_game(Writer *writer, GameRecord *game) {
    Item *item = calloc(1, sizeof *item);
    if (item == NULL)
        return false;
    item->engine = -1;
    item->game = *game;
    game_record_init(game);
    enqueue(writer, item);
    return true;
}

bool writer_add_about(Writer *writer, int engine, const char *name, const PlayerAbout *about) {
    Item *item = calloc(1, sizeof *item);
    if (item == NULL)
        return false;
    item->engine = engine;
    item->about = *about;
    game_record_init(&item->game);
    snprintf(item->name, sizeof item->name, "%s", name);
    enqueue(writer, item);
    return true;
}

size_t writer_waiting(const Writer *writer) {
    return writer->waiting;
}

bool writer_is_idle(const Writer *writer) {
    return !writer->is_working && writer->queue == NULL;
}
