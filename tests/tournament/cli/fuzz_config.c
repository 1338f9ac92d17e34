/* fuzz_config.c: a libFuzzer target: the input's bytes are a configuration, the JSON of -config.
 *
 * What must hold whatever they are: words without an end byte among them, or an error that names
 * the file; and what was read stays within a bound that the file's size justifies.
 */
#include "cli/config.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "shared/status/failure.h"
#include "tournament_commands.h"

#undef NDEBUG /* the assertions are the test */
#include <assert.h>

enum { BYTES_A_WORD = 40 /* a number at its longest */, PATH_BYTES = 64 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    ConfigWords words;
    Failure failure = FAILURE_NONE;
    char path[PATH_BYTES];
    int number = memfd_create("config", 0);
    assert(number >= 0 && write(number, data, size) == (ssize_t)size);
    snprintf(path, sizeof path, "/proc/self/fd/%d", number);
    if (config_read(&words, tournament_commands[0], path, &failure)) {
        size_t bytes = 0;
        for (int i = 0; i < words.count; i++)
            bytes += strlen(words.list[i]);
        assert((size_t)words.count <= size && bytes <= size * BYTES_A_WORD);
    } else {
        assert(failure.text[0] != '\0');
    }
    config_release(&words);
    close(number);
    return 0;
}
