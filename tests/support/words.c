#include "support/words.h"

#include <stdio.h>
#include <string.h>

#include "support/expect.h"

void words_split(WordList *list, const char *line) {
    expect(snprintf(list->text, sizeof list->text, "%s", line) < (int)sizeof list->text);
    list->count = 0;
    for (char *word = strtok(list->text, " "); word != NULL; word = strtok(NULL, " ")) {
        for (char *at = word; *at != '\0'; at++)
            if (*at == '~')
                *at = ' ';
        expect(list->count < WORDS_MAX);
        list->words[list->count++] = word;
    }
}
