/* puppet: an engine that does as it is told on its command line, for tests of the match manager.
 *
 *   move=row|last|MOVES   row: the first empty point from the left top; last: from the right
 *                         bottom; MOVES: "7,7/8,8/...": these in turn, then row
 *   tuned=KEY             plays the better the higher the value of INFO KEY is, from 0 to 79: for
 *                         each ten below 80 one move is wasted before a row is built
 *   refuses=KEY           answers INFO KEY by MESSAGE INFO: and a reason
 *   dieunder=N            exits with status 9 when it is to move and that value is under N
 *   score=N/M/...         every move is preceded by MESSAGE depth 1 ev N; the next one by M, in
 * turn swap2=A/B/C           answers to SWAP2BOARD with 0, 3, 5 stones; '_' stands for a blank
 *   opening=A/B/C         answers to OPENINGBOARD, one after the other in a game
 *   log=FILE              appends every line it reads
 *   late=MS               waits before every move
 *   slow=MS               waits before it reads its first line
 *   die=N                 exits with status 9 after its Nth move
 *   refuse=1              answers START with an ERROR
 *   crash=1               exits with status 9 at START
 *   idle=1                exits with status 9 at a second START if it has never been asked to move
 *   name=NAME
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>

enum { SIZE_MAX_HERE = 22 };

typedef struct Puppet {
    const char *move, *score, *swap2, *opening, *log, *name, *tuned, *refuses;
    long late_ms, slow_ms, die_at, die_under, value, moves, openings;
    bool is_first, is_refusing, is_crashing, dies_idle, has_started, has_moved;
    int size, height;
    bool taken[SIZE_MAX_HERE][SIZE_MAX_HERE];
} Puppet;

static bool read_line(const Puppet *puppet, char *line, int size) {
    if (fgets(line, size, stdin) == NULL)
        return false;
    line[strcspn(line, "\r\n")] = '\0';
    if (puppet->log != NULL) {
        FILE *log = fopen(puppet->log, "a");
        if (log != NULL) {
            fprintf(log, "%s\n", line);
            fclose(log);
        }
    }
    return true;
}

static void take(Puppet *puppet, const char *text) {
    int x, y;
    if (sscanf(text, "%d,%d", &x, &y) == 2 && x >= 0 && y >= 0 && x < SIZE_MAX_HERE &&
        y < SIZE_MAX_HERE)
        puppet->taken[y][x] = true;
}

/* Takes the stones of a list through DONE; returns how many. */
static int read_list(Puppet *puppet) {
    char line[256];
    int count = 0;
    memset(puppet->taken, 0, sizeof puppet->taken);
    while (read_line(puppet, line, sizeof line) && strcasecmp(line, "DONE") != 0) {
        take(puppet, line);
        count++;
    }
    return count;
}

static void move_by_scan(Puppet *puppet, bool from_end) {
    int cells = puppet->size * puppet->height;
    for (int i = 0; i < cells; i++) {
        int at = from_end ? cells - 1 - i : i, x = at % puppet->size, y = at / puppet->size;
        if (!puppet->taken[y][x]) {
            puppet->taken[y][x] = true;
            printf("%d,%d\n", x, y);
            return;
        }
    }
}

/* Wasted moves lie on every other point of a row of its own. */
static void move_by_value(Puppet *puppet) {
    long wasted = 7 - puppet->value / 10;
    if (puppet->value < puppet->die_under)
        exit(9);
    if (puppet->moves < wasted) {
        int x = (int)puppet->moves * 2, y = puppet->is_first ? 6 : 8;
        puppet->taken[y][x] = true;
        printf("%d,%d\n", x, y);
    } else {
        move_by_scan(puppet, !puppet->is_first);
    }
    puppet->moves++;
}

static void wait_ms(long ms) {
    struct timespec pause = {ms / 1000, ms % 1000 * 1000000};
    nanosleep(&pause, NULL);
}

/* The entry of a list "A/B/C" for this move; the last one for all later moves; "": no message. */
static void put_score(const Puppet *puppet) {
    const char *score = puppet->score;
    if (score == NULL)
        return;
    for (long i = 0; i < puppet->moves && strchr(score, '/') != NULL; i++)
        score = strchr(score, '/') + 1;
    if (strcspn(score, "/") > 0)
        printf("MESSAGE depth 1 ev %.*s n 7\n", (int)strcspn(score, "/"), score);
}

static void move(Puppet *puppet) {
    puppet->has_moved = true;
    wait_ms(puppet->late_ms);
    if (puppet->tuned != NULL) {
        move_by_value(puppet);
        return;
    }
    put_score(puppet);
    const char *listed = strchr(puppet->move, ',') != NULL ? puppet->move : NULL;
    for (long i = 0; i < puppet->moves && listed != NULL; i++) {
        listed = strchr(listed, '/');
        listed = listed != NULL ? listed + 1 : NULL;
    }
    puppet->moves++;
    if (listed != NULL) {
        take(puppet, listed);
        printf("%.*s\n", (int)strcspn(listed, "/"), listed);
    } else {
        move_by_scan(puppet, strcmp(puppet->move, "last") == 0);
    }
    if (puppet->moves == puppet->die_at) {
        fflush(stdout);
        exit(9);
    }
}

/* Prints one of several answers joined by '/'. */
static void answer_listed(const char *at, long skip) {
    for (; skip > 0 && at != NULL; skip--) {
        at = strchr(at, '/');
        at = at != NULL ? at + 1 : NULL;
    }
    for (; at != NULL && *at != '\0' && *at != '/'; at++)
        putchar(*at == '_' ? ' ' : *at);
    putchar('\n');
}

static void answer_swap2(const Puppet *puppet, int stones) {
    answer_listed(puppet->swap2, stones == 0 ? 0 : stones == 3 ? 1 : 2);
}

static void begin(Puppet *puppet, const char *text) {
    if (puppet->is_crashing || (puppet->dies_idle && puppet->has_started && !puppet->has_moved))
        exit(9);
    puppet->has_started = true;
    puppet->size = puppet->height = atoi(text);
    const char *comma = strchr(text, ',');
    if (comma != NULL)
        puppet->height = atoi(comma + 1);
    puppet->moves = puppet->openings = 0;
    puppet->is_first = false;
    memset(puppet->taken, 0, sizeof puppet->taken);
    puts(puppet->is_refusing ? "ERROR not this board" : "OK");
}

static bool is_info_of(const char *line, const char *key) {
    size_t length = key != NULL ? strlen(key) : 0;
    return length > 0 && strncasecmp(line, "INFO ", 5) == 0 &&
           strncmp(line + 5, key, length) == 0 && line[5 + length] == ' ';
}

static void obey(Puppet *puppet, const char *line) {
    if (strncasecmp(line, "START ", 6) == 0) {
        begin(puppet, line + 6);
    } else if (strncasecmp(line, "RECTSTART ", 10) == 0) {
        begin(puppet, line + 10);
    } else if (strcasecmp(line, "ABOUT") == 0) {
        printf("name=\"%s\", version=\"1\", author=\"nobody\", country=\"none\"\n", puppet->name);
    } else if (is_info_of(line, puppet->tuned)) {
        puppet->value = atol(line + 6 + strlen(puppet->tuned));
    } else if (is_info_of(line, puppet->refuses)) {
        puts("MESSAGE INFO: no such parameter");
    } else if (strcasecmp(line, "BEGIN") == 0) {
        puppet->is_first = true;
        move(puppet);
    } else if (strncasecmp(line, "TURN ", 5) == 0) {
        take(puppet, line + 5);
        move(puppet);
    } else if (strcasecmp(line, "BOARD") == 0) {
        read_list(puppet);
        move(puppet);
    } else if (strcasecmp(line, "SWAP2BOARD") == 0) {
        answer_swap2(puppet, read_list(puppet));
    } else if (strncasecmp(line, "OPENINGBOARD", 12) == 0) {
        read_list(puppet);
        answer_listed(puppet->opening, puppet->openings++);
    }
}

int main(int argc, char **argv) {
    Puppet puppet = {.move = "row", .name = "puppet", .size = 15, .height = 15};
    for (int i = 1; i < argc; i++) {
        const char *value = strchr(argv[i], '=');
        if (value++ == NULL)
            return 2;
        if (strncmp(argv[i], "move=", 5) == 0)
            puppet.move = value;
        else if (strncmp(argv[i], "score=", 6) == 0)
            puppet.score = value;
        else if (strncmp(argv[i], "swap2=", 6) == 0)
            puppet.swap2 = value;
        else if (strncmp(argv[i], "opening=", 8) == 0)
            puppet.opening = value;
        else if (strncmp(argv[i], "log=", 4) == 0)
            puppet.log = value;
        else if (strncmp(argv[i], "late=", 5) == 0)
            puppet.late_ms = atol(value);
        else if (strncmp(argv[i], "slow=", 5) == 0)
            puppet.slow_ms = atol(value);
        else if (strncmp(argv[i], "die=", 4) == 0)
            puppet.die_at = atol(value);
        else if (strncmp(argv[i], "tuned=", 6) == 0)
            puppet.tuned = value;
        else if (strncmp(argv[i], "refuses=", 8) == 0)
            puppet.refuses = value;
        else if (strncmp(argv[i], "dieunder=", 9) == 0)
            puppet.die_under = atol(value);
        else if (strncmp(argv[i], "refuse=", 7) == 0)
            puppet.is_refusing = atol(value) != 0;
        else if (strncmp(argv[i], "crash=", 6) == 0)
            puppet.is_crashing = atol(value) != 0;
        else if (strncmp(argv[i], "idle=", 5) == 0)
            puppet.dies_idle = atol(value) != 0;
        else if (strncmp(argv[i], "name=", 5) == 0)
            puppet.name = value;
        else
            return 2;
    }
    setvbuf(stdout, NULL, _IOLBF, 0);
    wait_ms(puppet.slow_ms);
    char line[512];
    while (read_line(&puppet, line, sizeof line) && strcasecmp(line, "END") != 0)
        obey(&puppet, line);
    return 0;
}
