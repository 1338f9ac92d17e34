#include "session/commands.h"

#include "session/analysis.h"
#include "session/block_commands.h"
#include "session/database_commands.h"
#include "session/gomocup.h"
#include "session/opening_commands.h"

static const CommandFamily *const families[] = {
    &gomocup_commands, &opening_commands, &analysis_commands, &block_commands, &database_commands,
};
enum { FAMILY_COUNT = sizeof families / sizeof families[0] };

const Command *command_find(Word word) {
    for (size_t i = 0; i < FAMILY_COUNT; i++) {
        const CommandFamily *family = families[i];
        size_t index = word_find(word, family->rows, family->count, sizeof family->rows[0]);
        if (index < family->count)
            return &family->rows[index];
    }
    return NULL;
}

const CommandFamily *command_family(size_t index) {
    return index < FAMILY_COUNT ? families[index] : NULL;
}
