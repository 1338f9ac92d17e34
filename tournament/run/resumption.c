#include "run/resumption.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cli/url.h"

/* Writes a word quoted for a shell. */
static void put_word(const char *word) {
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                "_./=:,+@%-";
    if (word[0] != '\0' && word[strspn(word, plain)] == '\0') {
        fputs(word, stderr);
        return;
    }
    putc('\'', stderr);
    for (; *word != '\0'; word++)
        if (*word == '\'')
            fputs("'\\''", stderr);
        else
            putc(*word, stderr);
    putc('\'', stderr);
}

/* Writes addresses of servers without their secrets, which are left to the reader. A list that may
 * have been cut is left out. */
static void put_addresses(const char *word) {
    char shown[URL_SHOWN_MAX];
    url_mask(word, shown);
    put_word(strlen(shown) < URL_SHOWN_MAX - 1 ? shown : "***");
}

void resumption_print(const Ledger *ledger, char *const *command) {
    /* Games that could not be saved do not count. */
    int64_t saved = store_game_count(ledger->store);
    fprintf(stderr, "\nRun %" PRId64 " stopped after %" PRId64, ledger->run.id,
            saved >= 0 ? saved : ledger->summary.games);
    if (ledger->total > 0)
        fprintf(stderr, " of %" PRId64, ledger->total);
    fputs(" games. To continue it:\n ", stderr);
    for (char *const *word = command; *word != NULL; word++) {
        putc(' ', stderr);
        bool is_grid = word != command && strcmp(word[-1], "-grid") == 0;
        if (is_grid || (strstr(*word, "://") != NULL && strlen(*word) < URL_SHOWN_MAX))
            put_addresses(*word);
        else
            put_word(*word);
    }
    fputs(ledger->options->is_resume ? "\n" : " -resume\n", stderr);
}
