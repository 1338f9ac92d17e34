#include "study/review/store.h"

#include "shared/files/input.h"
#include "shared/files/replace.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define HEADING "# Kaname review 1\n"
enum {
    STORE_BYTES_MAX = 1 << 30,
    LINE_BYTES_MAX = 128 + REVIEW_LINE_MAX * 8,
    FIRST_CAPACITY = 1024
};

typedef struct Entry {
    uint64_t key; /* 0: free */
    ReviewView *view;
} Entry;

struct ReviewStore {
    pthread_mutex_t mutex;
    FILE *file; /* NULL: nothing is stored */
    bool is_broken;
    size_t count, capacity; /* of entries: open addressing, a power of two */
    Entry *entries;
};

/* FNV-1a. */
static uint64_t mix(uint64_t key, uint64_t value) {
    for (int i = 0; i < 8; i++, value >>= 8)
        key = (key ^ (value & 0xFF)) * 0x100000001B3ULL;
    return key;
}

uint64_t review_store_key(const KanameEngine *engine, const ReviewLimits *limits,
                          ReviewQuestion question) {
    uint64_t key = 0xCBF29CE484222325ULL;
    for (const char *c = kaname_version(); *c != '\0'; c++)
        key = mix(key, (unsigned char)*c);
    key = mix(key, kaname_weights_id(engine));
    key = mix(key, (uint64_t)question);
    key = mix(key, limits->nodes);
    key = mix(key, (uint64_t)limits->turn_ms);
    key = mix(key, (uint64_t)kaname_rule(engine));
    key = mix(key, (uint64_t)kaname_to_move(engine));
    for (int y = 0; y < kaname_height(engine); y++) {
        for (int x = 0; x < kaname_width(engine); x++)
            key = mix(key, (uint64_t)kaname_at(engine, x, y));
        key = mix(key, UINT64_MAX);
    }
    for (size_t i = 0; i < kaname_stone_count(engine); i++) {
        KanameStone stone = kaname_stone(engine, i);
        key = mix(key, (uint64_t)stone.y * KANAME_MAX_SIZE + (uint64_t)stone.x);
    }
    return key != 0 ? key : 1;
}

/* ---- Table --------------------------------------------------------------------------------- */

static Entry *slot_of(Entry *entries, size_t capacity, uint64_t key) {
    size_t at = (size_t)(key ^ key >> 32) & (capacity - 1);
    while (entries[at].key != 0 && entries[at].key != key)
        at = (at + 1) & (capacity - 1);
    return &entries[at];
}

static bool grow(ReviewStore *store) {
    size_t capacity = store->capacity > 0 ? 2 * store->capacity : FIRST_CAPACITY;
    Entry *entries = calloc(capacity, sizeof *entries);
    if (entries == NULL)
        return false;
    for (size_t i = 0; i < store->capacity; i++)
        if (store->entries[i].key != 0)
            *slot_of(entries, capacity, store->entries[i].key) = store->entries[i];
    free(store->entries);
    store->entries = entries;
    store->capacity = capacity;
    return true;
}

/* If out of memory, drops the view: it will be computed again. */
static void insert(ReviewStore *store, uint64_t key, const ReviewView *view) {
    if (2 * store->count >= store->capacity && !grow(store))
        return;
    Entry *entry = slot_of(store->entries, store->capacity, key);
    if (entry->key == 0)
        entry->view = malloc(sizeof *entry->view);
    if (entry->view == NULL)
        return;
    store->count += entry->key == 0;
    entry->key = key;
    *entry->view = *view;
}

/* ---- Lines --------------------------------------------------------------------------------- */

static uint32_t checksum(const char *text, size_t length) {
    uint32_t sum = 0x811C9DC5U;
    for (size_t i = 0; i < length; i++)
        sum = (sum ^ (unsigned char)text[i]) * 0x01000193U;
    return sum;
}

/* `key best-x best-y score rate depth nodes win forced count x y x y ... checksum`, all in
 * hexadecimal except the sign of the score; the rate in units of 2^-32. */
static int put_line(char text[LINE_BYTES_MAX], uint64_t key, const ReviewView *view) {
    int used = snprintf(
        text, LINE_BYTES_MAX, "%016" PRIx64 " %x %x %d %" PRIx64 " %x %" PRIx64 " %x %x %zx", key,
        (unsigned)view->best.x, (unsigned)view->best.y, view->score,
        (uint64_t)(view->rate * 4294967296.0 + 0.5), (unsigned)view->depth, view->nodes,
        (unsigned)view->win, (unsigned)view->is_forced, view->line.count);
    for (size_t i = 0; i < view->line.count; i++)
        used += snprintf(text + used, (size_t)(LINE_BYTES_MAX - used), " %x %x",
                         (unsigned)view->line.moves[i].x, (unsigned)view->line.moves[i].y);
    used += snprintf(text + used, (size_t)(LINE_BYTES_MAX - used), " %08" PRIx32 "\n",
                     checksum(text, (size_t)used));
    return used;
}

/* Takes a hexadecimal number of at most `most` and the blank before it. */
static bool take(const char **at, uint64_t most, uint64_t *value) {
    char *end;
    if (**at != ' ' || (*at)[1] == ' ' || (*at)[1] == '-' || (*at)[1] == '+')
        return false;
    *value = strtoull(*at + 1, &end, 16);
    bool is_good = end != *at + 1 && *value <= most;
    *at = end;
    return is_good;
}

static bool take_point(const char **at, KanamePoint *point) {
    uint64_t x, y;
    if (!take(at, KANAME_MAX_SIZE - 1, &x) || !take(at, KANAME_MAX_SIZE - 1, &y))
        return false;
    *point = (KanamePoint){(int)x, (int)y};
    return true;
}

static bool take_score(const char **at, int *score) {
    char *end;
    if (**at != ' ')
        return false;
    long value = strtol(*at + 1, &end, 10);
    bool is_good = end != *at + 1 && value <= KANAME_SCORE_WIN && value >= -KANAME_SCORE_WIN;
    *score = (int)value;
    *at = end;
    return is_good;
}

/* Parses a line, without its end, whose checksum is right. */
static bool take_view(const char *at, uint64_t *key, ReviewView *view) {
    uint64_t rate, depth, win, forced, count;
    char *end;
    *view = (ReviewView){.win = REVIEW_NO_WIN};
    *key = strtoull(at, &end, 16);
    at = end;
    if (*key == 0 || !take_point(&at, &view->best) || !take_score(&at, &view->score) ||
        !take(&at, UINT64_C(1) << 32, &rate) || !take(&at, INT32_MAX, &depth) ||
        !take(&at, UINT64_MAX, &view->nodes) || !take(&at, REVIEW_WINS - 1, &win) ||
        !take(&at, 1, &forced) || !take(&at, REVIEW_LINE_MAX, &count))
        return false;
    view->rate = (double)rate / 4294967296.0;
    view->depth = (int)depth;
    view->win = (ReviewWin)win;
    view->is_forced = forced != 0;
    view->line.count = (size_t)count;
    for (size_t i = 0; i < view->line.count; i++)
        if (!take_point(&at, &view->line.moves[i]))
            return false;
    return true;
}

/* Reads one line of `length` bytes without the line end; modifies the text. */
static void take_line(ReviewStore *store, char *line, size_t length) {
    enum { SUM_BYTES = 9 }; /* a blank and eight digits */
    ReviewView view;
    uint64_t key;
    if (length <= SUM_BYTES || line[length - SUM_BYTES] != ' ')
        return;
    char *sum = line + length - SUM_BYTES + 1;
    line[length] = '\0';
    if (strtoul(sum, NULL, 16) != checksum(line, length - SUM_BYTES))
        return;
    line[length - SUM_BYTES] = '\0';
    if (take_view(line, &key, &view))
        insert(store, key, &view);
}

static Status read_views(ReviewStore *store, const char *path) {
    unsigned char *bytes;
    size_t size;
    Status status = files_read_whole(path, STORE_BYTES_MAX, &bytes, &size);
    if (status != STATUS_OK)
        return status;
    char *at = (char *)bytes, *stop = at + size;
    while (at < stop) {
        char *end = memchr(at, '\n', (size_t)(stop - at));
        if (end == NULL)
            break;
        take_line(store, at, (size_t)(end - at));
        at = end + 1;
    }
    free(bytes);
    return STATUS_OK;
}

/* ---- Store --------------------------------------------------------------------------------- */

ReviewStore *review_store_open(const char *path, const char *const *busy, size_t busy_count,
                               Status *status) {
    const FilesRules rules = {
        .kind = FILES_KIND_OF(HEADING), .busy = busy, .busy_count = busy_count};
    ReviewStore *store = calloc(1, sizeof *store);
    *status = store != NULL ? STATUS_OK : STATUS_MEMORY;
    if (store == NULL)
        return NULL;
    pthread_mutex_init(&store->mutex, NULL);
    if (path == NULL)
        return store;
    FilesPlace place = files_place(path);
    *status = files_open_append(path, &rules, &store->file);
    bool is_new = place.kind != FILES_PLACE_REGULAR || place.size == 0;
    if (*status == STATUS_OK && !is_new)
        *status = read_views(store, path);
    if (*status == STATUS_OK) {
        /* In an old file, the line end completes a line that was cut off. */
        fputs(is_new ? HEADING : "\n", store->file);
        return store;
    }
    (void)review_store_close(store);
    return NULL;
}

bool review_store_close(ReviewStore *store) {
    if (store == NULL)
        return true;
    bool is_good = !store->is_broken;
    if (store->file != NULL)
        is_good = fclose(store->file) == 0 && is_good;
    for (size_t i = 0; i < store->capacity; i++)
        free(store->entries[i].view);
    free(store->entries);
    pthread_mutex_destroy(&store->mutex);
    free(store);
    return is_good;
}

bool review_store_find(ReviewStore *store, uint64_t key, ReviewView *view) {
    if (store->capacity == 0)
        return false;
    pthread_mutex_lock(&store->mutex);
    const Entry *entry = slot_of(store->entries, store->capacity, key);
    bool is_there = entry->key == key;
    if (is_there)
        *view = *entry->view;
    pthread_mutex_unlock(&store->mutex);
    return is_there;
}

void review_store_add(ReviewStore *store, uint64_t key, const ReviewView *view) {
    if (store->file == NULL)
        return;
    char *line = malloc(LINE_BYTES_MAX);
    if (line == NULL)
        return;
    int length = put_line(line, key, view);
    pthread_mutex_lock(&store->mutex);
    insert(store, key, view);
    if (fwrite(line, 1, (size_t)length, store->file) != (size_t)length || fflush(store->file) != 0)
        store->is_broken = true;
    pthread_mutex_unlock(&store->mutex);
    free(line);
}
