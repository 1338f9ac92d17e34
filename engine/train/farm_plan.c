#include "train/farm_plan.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "shared/cli/reader.h"
#include "shared/status/failure.h"
#include "train/generate.h"
#include "train/generate_rows.h"

enum { WORDS_MAX = 48 };

const char *farm_plan_default(void) {
    return "# name share options of generate\n"
           "freestyle      24 --rule freestyle --size 15,15,20 --nodes 2500 --probes 2 --wander 10 "
           "--slack 40 --balance 60\n"
           "standard       10 --rule standard --size 15 --nodes 2500 --probes 2 --wander 10 "
           "--slack 40 --balance 60\n"
           "renju          10 --rule renju --size 15 --nodes 2500 --probes 2 --wander 10 "
           "--slack 40 --balance 60\n"
           "caro            8 --rule caro,caro-exact --size 15 --nodes 2500 --probes 2 "
           "--wander 10 --slack 40 --balance 150\n"
           "late-freestyle  9 --rule freestyle --size 15,15,20 --nodes 5000 --probes 2 --wander 10 "
           "--slack 40 --balance 100 --late 30-60\n"
           "late-others     9 --rule standard,renju,caro,caro-exact --size 15 --nodes 5000 "
           "--probes 2 --wander 10 --slack 40 --balance 100 --late 30-60\n"
           "deep-freestyle 15 --rule freestyle --size 15,15,20 --nodes 2500 --probes 4 --wander 10 "
           "--slack 40 --balance 60 --deep-nodes 20000\n"
           "deep-others    15 --rule standard,renju,caro,caro-exact --size 15 --nodes 2500 "
           "--probes 4 --wander 10 --slack 40 --balance 100 --deep-nodes 20000\n";
}

/* Splits a line at blanks. Returns the number of words, WORDS_MAX + 1 if there are more. */
static int split(char *line, char *words[WORDS_MAX]) {
    int count = 0;
    char *rest = NULL;
    for (char *word = strtok_r(line, " \t\r", &rest); word != NULL;
         word = strtok_r(NULL, " \t\r", &rest)) {
        if (count == WORDS_MAX)
            return count + 1;
        words[count++] = word;
    }
    return count;
}

static bool is_name(const char *word) {
    size_t length = strlen(word);
    for (size_t i = 0; i < length; i++)
        if (!isalnum((unsigned char)word[i]) && word[i] != '-')
            return false;
    return length > 0 && length < FARM_NAME_BYTES;
}

static void set_defaults(void *target) {
    *(GenerateOptions *)target = generate_defaults();
}

static bool take_options(GenerateOptions *options, int count, char **words, Failure *failure) {
    static const OptionTable table = {.rows = generate_rows};
    static const OptionCommand command = {.tables = &table, .table_count = 1, .init = set_defaults};
    OptionOutcome outcome = option_read(&command, options, count, words, NULL, failure);
    if (outcome == OPTION_HELPED)
        failure_say(failure, STATUS_OPTION, "'--help': no such option");
    return outcome == OPTION_READ;
}

static bool take_line(FarmPlan *plan, char *line, Failure *failure) {
    char *words[WORDS_MAX], *end;
    FarmKind kind = {.share = 0};
    if (strlen(line) >= sizeof kind.line || plan->count == FARM_KINDS_MAX)
        return failure_say(failure, STATUS_TOO_LARGE, "too long");
    memcpy(kind.line, line, strlen(line) + 1);
    int count = split(line, words);
    if (count > WORDS_MAX)
        return failure_say(failure, STATUS_TOO_LARGE, "too many words");
    if (count < 2 || !is_name(words[0]))
        return failure_say(failure, STATUS_SYNTAX, "a line begins with a name and a share");
    kind.share = strtod(words[1], &end);
    if (*end != '\0' || !(kind.share > 0) || kind.share > 1e6)
        return failure_say(failure, STATUS_RANGE, "the share is no number above 0: %s", words[1]);
    for (int i = 0; i < plan->count; i++)
        if (strcmp(plan->kinds[i].name, words[0]) == 0)
            return failure_say(failure, STATUS_SYNTAX, "two lines have the name %s", words[0]);
    snprintf(kind.name, sizeof kind.name, "%s", words[0]);
    if (!take_options(&kind.options, count - 2, words + 2, failure))
        return false;
    const char *wrong = generate_rows_wrong(&kind.options);
    if (wrong != NULL)
        return failure_say(failure, STATUS_OPTION, "%s", wrong);
    plan->kinds[plan->count++] = kind;
    return true;
}

bool farm_plan_read(FarmPlan *plan, const char *text, Failure *failure) {
    int line = 0;
    plan->count = 0;
    bool is_read = true;
    while (is_read && *text != '\0') {
        char copy[2 * FARM_LINE_BYTES];
        size_t length = strcspn(text, "\n");
        snprintf(copy, sizeof copy, "%.*s", (int)(length < sizeof copy ? length : sizeof copy - 1),
                 text);
        text += length + (text[length] == '\n');
        line++;
        size_t blanks = strspn(copy, " \t\r");
        if (copy[blanks] == '\0' || copy[blanks] == '#')
            continue;
        is_read = take_line(plan, copy, failure);
    }
    if (is_read && plan->count == 0)
        is_read = failure_say(failure, STATUS_MISSING, "there is no kind of games");
    if (is_read)
        return true;
    plan->count = 0;
    return failure_pass(failure, failure, "line %d", line);
}
