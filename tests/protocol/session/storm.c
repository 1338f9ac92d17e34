/* storm.c: dialogues made by chance, right and wrong commands mixed, with the real engine really
 * searching on two threads for a millisecond or until it is stopped, and a position database.
 *
 *   storm SEQUENCES [SEED [PROCESSES [FIRST]]]
 *
 * Sequence number i depends on the seed and i alone, except for the clock and for files that
 * earlier ones of its hundred have left. PROCESSES of them run side by side, each with a part of
 * the sequences: most of a dialogue is waiting. FIRST repeats from that number.
 *
 * What must hold for each: every line sent is of a known kind; each command that is due a reply
 * gets exactly one, the others none; and the end comes. One dialogue in four is hostile: bytes of
 * its lines are changed, lost, doubled or made up, and no line may get more than one reply besides
 * the move of a search that it ends. A failure prints the dialogue. Files are written in a folder
 * of its own, which goes at the end. */
#if !defined(_WIN32) && !defined(_POSIX_C_SOURCE)
#define _POSIX_C_SOURCE 200809L
#endif
#include "protocol/session/storm.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum {
    COMMANDS_MIN = 4,
    COMMANDS_SPAN = 40,
    HANG_SECONDS = 600,
    PROCESSES_MAX = 64,
    SEQUENCES_OF_FILES = 100, /* that may leave files for each other */
    SEQUENCES_TOLD = 1000,
    SEQUENCES_OF_ALL = 1000 /* in which all commands are said */
};

/* ---- Sequences ------------------------------------------------------------------------------ */

static void expect(const char *when) {
    char detail[96];
    size_t replies = heard();
    if (storm.is_hostile ? replies <= storm.said : replies == storm.due)
        return;
    snprintf(detail, sizeof detail, "%zu replies, %zu due", replies, storm.due);
    fail(when, detail);
}

/* Ends a search that has no limit, and waits for the reply. A command whose line with a file name
 * was lost takes the first YXSTOP for it. */
static void settle(void) {
    bool is_hostile = storm.is_hostile;
    storm.is_hostile = false; /* the lines are to arrive */
    say("YXSTOP");
    say("YXSTOP");
    storm.is_hostile = is_hostile;
    session_wait(storm.session);
}

static void run_sequence(KanameEngine *engine) {
    storm.replies = storm.due = storm.kept = storm.said = 0;
    storm.is_over = false;
    storm.is_hostile = below(4) == 0;
    storm.session = session_new(engine, &storm.writer);
    if (storm.session == NULL)
        fail("no session", "");
    bool is_patient = below(2) == 0;
    int count = COMMANDS_MIN + below(COMMANDS_SPAN);
    say("INFO timeout_turn 1");
    say("INFO thread_num 2");
    if (below(2) == 0)
        say("YXSETDATABASE storm.db");
    say("INFO hash_size 256");
    if (below(10) != 0)
        say_start();
    for (int i = 0; i < count; i++) {
        say_something();
        if (is_patient) {
            settle();
            expect("after a command");
        } else if (below(3) == 0) {
            nanosleep(&(struct timespec){.tv_nsec = below(1 << (10 + below(12)))}, NULL);
        }
    }
    if (below(10) == 0) {
        say("END");
        if (heard() > (storm.is_hostile ? storm.said : storm.due))
            fail("after END", "more replies than due");
    } else {
        settle();
        expect("at the end");
    }
    session_free(storm.session);
}

/* ---- Processes ------------------------------------------------------------------------------ */

static void check_commands(void) {
    const CommandFamily *family;
    for (size_t i = 0; (family = command_family(i)) != NULL; i++)
        for (size_t j = 0; j < family->count; j++) {
            size_t at = 0;
            while (at < storm.command_count && storm.commands[at] != &family->rows[j])
                at++;
            if (at == storm.command_count)
                fail("a command was never said", family->rows[j].word);
        }
}

/* What a process does: sequences in a folder of its own. */
typedef struct Part {
    long first, end;
    int process, processes;
} Part;

/* Empties the folder in which the process is. */
static bool renew_folder(void) {
    if (storm.folder[0] != '\0' && (chdir("/") != 0 || !folder_remove(storm.folder)))
        return false;
    return folder_make(storm.folder, "/tmp") && chdir(storm.folder) == 0;
}

static bool run_part(Part part) {
    KanameEngine *engine = kaname_new();
    long run = 0, block = -1;
    for (long i = part.first; engine != NULL && i < part.end; i++) {
        if (i / SEQUENCES_OF_FILES % part.processes != part.process)
            continue;
        if (i / SEQUENCES_OF_FILES != block && !renew_folder())
            return false;
        block = i / SEQUENCES_OF_FILES;
        storm.sequence = i;
        storm.chance = (storm.seed << 32) + (uint64_t)i;
        if (!line_writer_init(&storm.writer, hear, NULL))
            return false;
        alarm(HANG_SECONDS);
        run_sequence(engine);
        line_writer_release(&storm.writer);
        if (++run % SEQUENCES_TOLD == 0)
            printf("process %d: %ld sequences\n", part.process, run);
        fflush(stdout);
    }
    alarm(0);
    if (run >= SEQUENCES_OF_ALL)
        check_commands();
    kaname_free(engine);
    return engine != NULL;
}

static bool run_parts(long first, long end, int processes) {
    bool is_good = true;
    fflush(stdout);
    for (int i = 0; i < processes; i++) {
        pid_t child = fork();
        if (child < 0)
            return false;
        if (child == 0)
            exit(run_part((Part){first, end, i, processes}) ? 0 : 1);
    }
    for (int i = 0, status; i < processes; i++)
        is_good = wait(&status) > 0 && status == 0 && is_good;
    return is_good;
}

int main(int argc, char **argv) {
    long sequences = argc > 1 ? strtol(argv[1], NULL, 10) : 0;
    storm.seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    long processes = argc > 3 ? strtol(argv[3], NULL, 10) : 1;
    long first = argc > 4 ? strtol(argv[4], NULL, 10) : 0;
    if (sequences < 1 || processes < 1 || processes > PROCESSES_MAX || first < 0 || argc > 5) {
        fprintf(stderr, "usage: storm SEQUENCES [SEED [PROCESSES [FIRST]]]\n");
        return 2;
    }
    if (pthread_mutex_init(&storm.lock, NULL) != 0 || signal(SIGALRM, on_alarm) == SIG_ERR)
        return 1;
    atexit(remove_files);
    if (!run_parts(first, first + sequences, (int)processes))
        return 1;
    printf("%ld sequences, every reply as due\n", sequences);
    return 0;
}
