#include "grid/worker/asked.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static AskedRun *find(AskedRun *runs, const char *key) {
    while (runs != NULL && (runs->is_left || strcmp(runs->key, key) != 0))
        runs = runs->next;
    return runs;
}

bool asked_join(AskedRun **runs, const char *key) {
    AskedRun *run = find(*runs, key);
    if (run != NULL) {
        run->is_paused = false;
        return true;
    }
    run = calloc(1, sizeof *run);
    if (run == NULL)
        return false;
    snprintf(run->key, sizeof run->key, "%s", key);
    while (*runs != NULL)
        runs = &(*runs)->next;
    *runs = run;
    return true;
}

void asked_pause(AskedRun *runs, const char *key) {
    AskedRun *run = find(runs, key);
    if (run != NULL)
        run->is_paused = true;
}

void asked_leave(AskedRun *runs, const char *key) {
    AskedRun *run = find(runs, key);
    if (run != NULL)
        run->is_left = true;
}

bool asked_has(const AskedRun *runs, const char *key) {
    while (runs != NULL && (runs->is_left || strcmp(runs->key, key) != 0))
        runs = runs->next;
    return runs != NULL;
}

AskedRun *asked_take_left(AskedRun **runs) {
    AskedRun *left = NULL;
    while (*runs != NULL) {
        AskedRun *run = *runs;
        if (!run->is_left) {
            runs = &run->next;
            continue;
        }
        *runs = run->next;
        run->next = left;
        left = run;
    }
    return left;
}

int asked_count(const AskedRun *runs) {
    int count = 0;
    for (; runs != NULL; runs = runs->next)
        count += !runs->is_left && !runs->is_paused;
    return count;
}

AskedRun *asked_at(AskedRun *runs, int at) {
    for (; runs != NULL; runs = runs->next)
        if (!runs->is_left && !runs->is_paused && at-- == 0)
            return runs;
    return NULL;
}
