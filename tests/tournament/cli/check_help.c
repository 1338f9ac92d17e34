/* Help, manual page and completion hold every row of every command's tables. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/url.h"
#include "support/harness.h"
#include "tournament_commands.h"

/* What a shell command prints, to be freed, and its exit status. */
static char *output_of(const char *command, int *status) {
    FILE *pipe = popen(command, "r");
    ck_assert_ptr_nonnull(pipe);
    char *text = NULL;
    size_t size = 0;
    if (getdelim(&text, &size, '\0', pipe) < 0) {
        free(text);
        text = strdup("");
    }
    int ended = pclose(pipe);
    ck_assert(WIFEXITED(ended));
    *status = WEXITSTATUS(ended);
    return text;
}

/* Fails unless a line of the text is `line` behind its indent, up to a blank. */
static void expect_entry(const char *text, const char *indent, const char *head) {
    char entry[200];
    size_t length = (size_t)snprintf(entry, sizeof entry, "\n%s%s", indent, head);
    for (const char *at = text; (at = strstr(at, entry)) != NULL; at++)
        if (at[length] == ' ' || at[length] == '\n' || at[length] == '=' ||
            head[strlen(head) - 1] == '.')
            return;
    ck_abort_msg("no entry '%s' in:\n%s", head, text);
}

static void expect_rows(const OptionCommand *command, const char *text) {
    for (size_t i = 0; i < command->table_count; i++) {
        for (const OptionRow *row = command->tables[i].rows; row->name != NULL; row++) {
            if (!option_takes(&command->tables[i], row))
                continue;
            expect_entry(text, "  ", row->name);
            for (const OptionRow *pair = row->words != NULL ? row->words->rows : NULL;
                 pair != NULL && pair->name != NULL; pair++)
                if (option_takes(row->words, pair))
                    expect_entry(text, "    ", pair->name);
        }
    }
}

START_TEST(help_of_every_command_holds_every_row) {
    for (size_t i = 0; tournament_commands[i] != NULL; i++) {
        char line[400];
        int status;
        const char *name = tournament_commands[i]->name != NULL ? tournament_commands[i]->name : "";
        snprintf(line, sizeof line, "'" KANAME_TOURNAMENT "' %s --help 2>&1", name);
        char *text = output_of(line, &status);
        ck_assert_int_eq(status, 0);
        expect_rows(tournament_commands[i], text);
        for (size_t j = 1; i == 0 && tournament_commands[j] != NULL; j++)
            expect_entry(text, "  ", tournament_commands[j]->name);
        free(text);
    }
}
END_TEST

START_TEST(manual_holds_every_row) {
    int status;
    char *text = output_of("sed 's/\\\\-/-/g; s/^\\\\&//' '" KANAME_MANUAL "'", &status);
    for (size_t i = 0; tournament_commands[i] != NULL; i++)
        expect_rows(tournament_commands[i], text);
    free(text);
}
END_TEST

START_TEST(version_is_printed) {
    int status;
    char *text = output_of("'" KANAME_TOURNAMENT "' --version", &status);
    ck_assert_int_eq(status, 0);
    ck_assert_int_eq(strncmp(text, "kaname-tournament ", 18), 0);
    free(text);
}
END_TEST

START_TEST(wrong_words_end_every_command_with_status_2) {
    for (size_t i = 0; tournament_commands[i] != NULL; i++) {
        char line[400];
        int status;
        snprintf(line, sizeof line, "'" KANAME_TOURNAMENT "' %s -nosuch 2>&1",
                 tournament_commands[i]->name != NULL ? tournament_commands[i]->name : "");
        char *text = output_of(line, &status);
        ck_assert_int_eq(status, 2);
        ck_assert_msg(strstr(text, "'-nosuch': no such option") != NULL, "%s", text);
        free(text);
    }
}
END_TEST

/* One bash that has read the completion: it answers each line of `lines`. */
typedef struct Completer {
    FILE *lines, *answers;
} Completer;

static const char COMPLETER[] =
    "set -u; source '" KANAME_COMPLETION "'; while IFS= read -r COMP_LINE; do "
    "COMP_POINT=${#COMP_LINE}; _kaname_tournament 2>&1; "
    "printf '\\n%s' \"${COMPREPLY[@]}\"; printf '\\n\\0'; done 2>&1";

static Completer completer_open(void) {
    int in[2], out[2];
    ck_assert(pipe(in) == 0 && pipe(out) == 0);
    pid_t child = fork();
    ck_assert(child >= 0);
    if (child == 0) {
        dup2(in[0], STDIN_FILENO);
        dup2(out[1], STDOUT_FILENO);
        close(in[1]);
        execlp("bash", "bash", "-c", COMPLETER, (char *)NULL);
        _exit(127);
    }
    close(in[0]);
    close(out[1]);
    Completer completer = {fdopen(in[1], "w"), fdopen(out[0], "r")};
    ck_assert(completer.lines != NULL && completer.answers != NULL);
    return completer;
}

/* Fails if bash has ended before, as it does on an unset variable. */
static void completer_close(Completer *completer) {
    int status;
    fclose(completer->lines);
    fclose(completer->answers);
    ck_assert(wait(&status) > 0);
    ck_assert_int_eq(status, 0);
}

/* What bash offers at the end of a line, one candidate a line, a line end before the first. */
static char *complete(const Completer *completer, const char *line) {
    char *text = NULL;
    size_t size = 0;
    fprintf(completer->lines, "kaname-tournament %s\n", line);
    fflush(completer->lines);
    ck_assert_msg(getdelim(&text, &size, '\0', completer->answers) > 0, "no answer to '%s'", line);
    return text;
}

static void expect_candidate(const Completer *completer, const char *line, const char *candidate) {
    char entry[200], *text = complete(completer, line);
    snprintf(entry, sizeof entry, "\n%s\n", candidate);
    ck_assert_msg(strstr(text, entry) != NULL, "'%s' is not offered after '%s':%s", candidate, line,
                  text);
    free(text);
}

START_TEST(completion_offers_every_row) {
    Completer completer = completer_open();
    for (size_t i = 0; tournament_commands[i] != NULL; i++) {
        const char *name = tournament_commands[i]->name != NULL ? tournament_commands[i]->name : "";
        for (size_t j = 0; j < tournament_commands[i]->table_count; j++) {
            const OptionTable *table = &tournament_commands[i]->tables[j];
            for (const OptionRow *row = table->rows; row->name != NULL; row++) {
                char line[200], candidate[100];
                if (!option_takes(table, row) || row->name[0] != '-')
                    continue;
                snprintf(line, sizeof line, "%s %.4s", name, row->name);
                expect_candidate(&completer, line, row->name);
                for (const OptionRow *pair = row->words != NULL ? row->words->rows : NULL;
                     pair != NULL && pair->name != NULL; pair++) {
                    if (!option_takes(row->words, pair))
                        continue;
                    bool has_value = pair->value != NULL || pair->kind == OPTION_FLAG;
                    bool is_prefix = pair->name[strlen(pair->name) - 1] == '.';
                    snprintf(line, sizeof line, "%s %s %.2s", name, row->name, pair->name);
                    snprintf(candidate, sizeof candidate, "%s%s", pair->name,
                             has_value && !is_prefix ? "=" : "");
                    expect_candidate(&completer, line, candidate);
                }
            }
        }
    }
    completer_close(&completer);
}
END_TEST

START_TEST(completion_offers_what_fits) {
    Completer completer = completer_open();
    expect_candidate(&completer, "", "tune");
    expect_candidate(&completer, "", "-engine");
    expect_candidate(&completer, "-format k", "knockout");
    expect_candidate(&completer, "-games 3 -rule ", "4");
    expect_candidate(&completer, "-sprt elo1=5 model=p", "pentanomial");
    expect_candidate(&completer, "-engine cmd=x restart=", "on");
    expect_candidate(&completer, "-engine cmd=/usr/bi", "/usr/bin");
    expect_candidate(&completer, "report /usr/bi", "/usr/bin");
    expect_candidate(&completer, "report x.db -html /et", "/etc");
    char *text = complete(&completer, "-games ");
    ck_assert_str_eq(text, "\n\n");
    free(text);
    completer_close(&completer);
}
END_TEST

static const struct {
    const char *text, *shown;
} addresses[] = {
    {"nats://127.0.0.1:4222", "nats://127.0.0.1:4222"},
    {"nats://me:secret@host:4222", "nats://me:***@host:4222"},
    {"nats://me:se@cr:et@host/x", "nats://me:***@host/x"},
    {"nats://token@host", "nats://***@host"},
    {"tls://a:b@h1:1,nats://c:d@h2:2", "tls://a:***@h1:1,nats://c:***@h2:2"},
    {"nats://a:b@h1:1,c:d@h2:2", "nats://a:***@h1:1,c:***@h2:2"},
    {"a:b@h1,nats://h2,token@h3/x", "a:***@h1,nats://h2,***@h3/x"},
    {"no address", "no address"},
    {"http://host/a@b", "http://host/a@b"},
    {"", ""},
};

START_TEST(addresses_are_shown_without_secrets) {
    char shown[URL_SHOWN_MAX];
    ck_assert_str_eq(url_mask(addresses[_i].text, shown), addresses[_i].shown);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("help");
    TCase *tests = tcase_create("rows");
    tcase_set_timeout(tests, 0);
    tcase_add_test(tests, help_of_every_command_holds_every_row);
    tcase_add_test(tests, manual_holds_every_row);
    tcase_add_test(tests, version_is_printed);
    tcase_add_loop_test(tests, addresses_are_shown_without_secrets, 0,
                        sizeof addresses / sizeof *addresses);
    tcase_add_test(tests, wrong_words_end_every_command_with_status_2);
    tcase_add_test(tests, completion_offers_every_row);
    tcase_add_test(tests, completion_offers_what_fits);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
