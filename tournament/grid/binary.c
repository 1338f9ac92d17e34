#include "grid/binary.h"

#include <limits.h>
#include <openssl/evp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <uv.h>

#include "game/message.h"
#include "process/spawn.h"

enum { READ_BYTES = 1 << 16 };

static bool hash_file(FILE *file, EVP_MD_CTX *context, unsigned char digest[EVP_MAX_MD_SIZE],
                      unsigned *length) {
    unsigned char *buffer = malloc(READ_BYTES);
    bool is_good = buffer != NULL && EVP_DigestInit_ex(context, EVP_sha256(), NULL) == 1;
    size_t count;
    while (is_good && (count = fread(buffer, 1, READ_BYTES, file)) > 0)
        is_good = EVP_DigestUpdate(context, buffer, count) == 1;
    free(buffer);
    return is_good && !ferror(file) && EVP_DigestFinal_ex(context, digest, length) == 1;
}

bool binary_hash(const char *command, char *hash, size_t size) {
    char path[PATH_MAX];
    unsigned char digest[EVP_MAX_MD_SIZE];
    unsigned length = 0;
    hash[0] = '\0';
    if (spawn_path(command, path, sizeof path) != 0)
        return false;
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        return false;
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    bool is_good =
        context != NULL && hash_file(file, context, digest, &length) && size > 2 * (size_t)length;
    EVP_MD_CTX_free(context);
    fclose(file);
    for (unsigned i = 0; is_good && i < length; i++)
        snprintf(hash + 2 * i, size - 2 * i, "%02x", digest[i]);
    return is_good;
}

void binary_cpu(char *text, size_t size) {
    uv_cpu_info_t *info = NULL;
    int count = 0;
    snprintf(text, size, "unknown");
    if (uv_cpu_info(&info, &count) != 0 || count == 0)
        return;
    snprintf(text, size, "%s, %d", info[0].model != NULL ? info[0].model : "unknown", count);
    uv_free_cpu_info(info, count);
    message_clean(text);
}

/* Runs chains of dependent table reads and multiplications; the table is larger than the first
 * caches. Returns a value so that the compiler keeps the work. */
static uint64_t work(const uint32_t *table, uint32_t mask, uint64_t state, int steps) {
    for (int i = 0; i < steps; i++) {
        state = state * 6364136223846793005u + table[(state >> 33) & mask];
        state ^= state >> 29;
    }
    return state;
}

double binary_speed(void) {
    enum { ENTRIES = 1 << 18, STEPS = 200000, MEASURES = 20 };
    uint32_t *table = malloc(ENTRIES * sizeof *table);
    double best = 0;
    if (table == NULL)
        return 0;
    for (uint32_t i = 0; i < ENTRIES; i++)
        table[i] = i * 2654435761u;
    volatile uint64_t sink = 1;
    for (int measure = 0; measure < MEASURES; measure++) {
        uint64_t start = uv_hrtime();
        sink = work(table, ENTRIES - 1, sink, STEPS);
        double seconds = (double)(uv_hrtime() - start) / 1e9;
        if (seconds > 0 && STEPS / seconds / 1e6 > best)
            best = STEPS / seconds / 1e6;
    }
    free(table);
    return best;
}
