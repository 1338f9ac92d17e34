#include "rivals/loop.h"

#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "rivals/clock.h"
#include "rivals/opening.h"
#include "shared/opening/text.h"

enum {
    DEFAULT_THINK_MS = 1000, /* if the manager sends no limit */
    MARGIN_MS = 30,          /* left for pipes and scheduling; at most a quarter of the time */
    MATCH_SHARE = 20,        /* a move takes at most this part of the time left for the game */
    REPLY_MAX = 512,
    NO_LIMIT = -1,
};

/* "time_left" with this value means that the game has no clock. */
static const int64_t unlimited_time_left_ms = 2147483647;

typedef struct Session {
    const RivalOptions *options;
    void *state; /* of the player */
    RivalLines lines;
    RivalPosition position;
    bool is_started;
    bool has_taken_memory;
    int games;               /* begun, this one included */
    int requests;            /* for a move, in this game */
    int64_t arrived_ms;      /* time when the last of them was read */
    int rule;                /* the INFO values outlive START */
    int64_t timeout_turn_ms; /* NO_LIMIT = none */
    int64_t time_left_ms;    /* NO_LIMIT = none */
} Session;

static void reply(Session *session, const char *format, ...) {
    char text[REPLY_MAX];
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(text, sizeof text - 1, format, arguments);
    va_end(arguments);
    assert(length >= 0 && length < REPLY_MAX - 1);
    text[length] = '\n';
    rival_lines_write(&session->lines, text, (size_t)length + 1);
}

/* Reads up to `most` numbers separated by a comma or blanks. Returns their count, or -1 if the text
 * holds anything else or more numbers. */
static int read_numbers(const char *text, int numbers[], int most) {
    int count = 0;
    for (;;) {
        while (isspace((unsigned char)*text) || (count > 0 && *text == ','))
            text++;
        if (*text == '\0')
            return count;
        char *end;
        errno = 0;
        long value = strtol(text, &end, 10);
        if (end == text || errno == ERANGE || value < INT32_MIN || value > INT32_MAX ||
            count == most)
            return -1;
        numbers[count++] = (int)value;
        text = end;
    }
}

/* Returns the time limit of the requested move in ms; NO_LIMIT without one. */
static int64_t move_limit_ms(const Session *session) {
    int64_t turn = session->timeout_turn_ms, left = session->time_left_ms;
    if (turn == NO_LIMIT || (left != NO_LIMIT && left < turn))
        return left;
    return turn;
}

static int64_t think_ms(const Session *session) {
    int64_t limit = session->timeout_turn_ms;
    int64_t left = session->time_left_ms;
    if (left != NO_LIMIT && (limit == NO_LIMIT || left / MATCH_SHARE < limit))
        limit = left / MATCH_SHARE;
    if (limit == NO_LIMIT)
        limit = DEFAULT_THINK_MS;
    return limit - (limit / 4 < MARGIN_MS ? limit / 4 : MARGIN_MS);
}

static bool stop_waits(void *lines) {
    return rival_lines_stop_waits(lines);
}

/* Lets the player choose a move and places it as an own stone. */
static int choose_and_place(Session *session, RivalPosition *position) {
    RivalLimits limits = {.deadline_ms = session->arrived_ms + think_ms(session),
                          .is_interrupted = stop_waits,
                          .context = &session->lines};
    position->rule = session->rule;
    int cell = session->options->player->choose(session->state, position, &limits);
    bool is_placed =
        rival_place(position, cell % position->width, cell / position->width, STONE_OWN);
    assert(is_placed);
    (void)is_placed;
    return cell;
}

static void begin_request(Session *session) {
    session->requests++;
    session->arrived_ms = rival_now_ms();
    rival_faults_on_request(&session->options->faults, session->requests);
}

/* Sends the answer to a request for a move, unless a fault replaces it. */
static void finish_request(Session *session, const RivalPosition *asked, const char *answer) {
    const RivalFaults *faults = &session->options->faults;
    int64_t limit = move_limit_ms(session);
    int64_t used = rival_now_ms() - session->arrived_ms;
    rival_faults_before_answer(faults, limit > used ? limit - used : 0);
    if (!rival_faults_answer_wrongly(faults, session->requests, asked, &session->lines))
        reply(session, "%s", answer);
}

static void answer_move(Session *session) {
    RivalPosition *position = &session->position;
    if (rival_is_full(position)) {
        reply(session, "ERROR the board is full");
        return;
    }
    begin_request(session);
    RivalPosition asked = *position;
    int cell = choose_and_place(session, position);
    char text[REPLY_MAX];
    snprintf(text, sizeof text, "%d,%d", cell % position->width, cell / position->width);
    finish_request(session, &asked, text);
}

static void start_game(Session *session, int width, int height) {
    if (width < RIVAL_MIN_SIZE || width > RIVAL_MAX_SIZE || height < RIVAL_MIN_SIZE ||
        height > RIVAL_MAX_SIZE) {
        session->is_started = false;
        reply(session, "ERROR unsupported size");
        return;
    }
    rival_position_init(&session->position, width, height);
    session->is_started = true;
    session->requests = 0;
    session->games++;
    rival_faults_on_game_start(&session->options->faults, &session->has_taken_memory);
    if (!session->options->faults.no_ok)
        reply(session, "OK");
}

static void on_start(Session *session, char *text) {
    int sizes[2];
    int count = read_numbers(text, sizes, 2);
    if (count < 1)
        reply(session, "ERROR START needs a size");
    else
        start_game(session, sizes[0], count == 2 ? sizes[1] : sizes[0]);
}

static void on_rectstart(Session *session, char *text) {
    int sizes[2];
    if (read_numbers(text, sizes, 2) != 2)
        reply(session, "ERROR RECTSTART needs width,height");
    else
        start_game(session, sizes[0], sizes[1]);
}

static void on_restart(Session *session, char *text) {
    (void)text;
    start_game(session, session->position.width, session->position.height);
}

static void on_begin(Session *session, char *text) {
    (void)text;
    answer_move(session);
}

static void on_turn(Session *session, char *text) {
    int at[2];
    if (read_numbers(text, at, 2) != 2 ||
        !rival_place(&session->position, at[0], at[1], STONE_OPPONENT))
        reply(session, "ERROR TURN needs the x,y of an empty cell");
    else
        answer_move(session);
}

static void on_takeback(Session *session, char *text) {
    int at[2];
    if (read_numbers(text, at, 2) != 2 || !rival_take(&session->position, at[0], at[1]))
        reply(session, "ERROR TAKEBACK needs the x,y of a stone");
    else
        reply(session, "OK");
}

/* Results of next_entry() other than a count of numbers. */
enum { BAD_ENTRY = -1, LIST_DONE = -2, INPUT_ENDED = -3 };

/* Reads the next line of a list. Returns the count of its numbers, or one of the above. */
static int next_entry(Session *session, int numbers[], int most) {
    const char *line = rival_lines_next(&session->lines);
    if (!line)
        return INPUT_ENDED;
    while (isspace((unsigned char)*line))
        line++;
    if (strncasecmp(line, "DONE", 4) == 0)
        return LIST_DONE;
    int count = read_numbers(line, numbers, most);
    return count < 0 ? BAD_ENTRY : count;
}

/* Reads a BOARD list; its position replaces the old one. Returns false if the input ends within the
 * list. */
static bool read_board(Session *session) {
    RivalPosition *position = &session->position;
    rival_position_init(position, position->width, position->height);
    int entry[3];
    int count;
    while ((count = next_entry(session, entry, 3)) > LIST_DONE)
        if (count == 3 && entry[2] >= STONE_OWN && entry[2] <= STONE_WALL)
            rival_place(position, entry[0], entry[1], (RivalStone)entry[2]);
    return count == LIST_DONE;
}

static void skip_list(Session *session) {
    int entry[3];
    while (next_entry(session, entry, 3) > LIST_DONE)
        continue;
}

static void on_board(Session *session, char *text) {
    (void)text;
    if (read_board(session))
        answer_move(session);
}

static void on_yxboard(Session *session, char *text) {
    (void)text;
    read_board(session);
}

/* Answers with three stones of a roughly balanced position. */
static void open_swap2(const RivalPosition *position, char *answer, size_t size) {
    int x = position->width / 2, y = position->height / 2;
    snprintf(answer, size, "%d,%d %d,%d %d,%d", x, y, x + 1, y - 1, x - 2, y + 1);
}

/* Places a stone for White and then, if `stones` is 2, one for Black. */
static void place_swap2(Session *session, RivalPosition position, int stones, char *answer,
                        size_t size) {
    size_t used = 0;
    for (int i = 0; i < stones; i++) {
        int cell = choose_and_place(session, &position);
        int written = snprintf(answer + used, size - used, "%s%d,%d", i > 0 ? " " : "",
                               cell % position.width, cell / position.width);
        used += (size_t)written;
        rival_swap_colours(&position);
    }
}

/* Answers swap2 with 0, 3 or 5 stones on the board: black and white in turn, White to move. The
 * seed and the stones choose among the legal answers, not the position's value. */
static void on_swap2board(Session *session, char *text) {
    (void)text;
    RivalPosition position;
    rival_position_init(&position, session->position.width, session->position.height);
    int at[2];
    int count;
    while ((count = next_entry(session, at, 2)) > LIST_DONE)
        if (count == 2)
            rival_place(&position, at[0], at[1],
                        position.count % 2 == 0 ? STONE_OPPONENT : STONE_OWN);
    if (count == INPUT_ENDED)
        return;
    if (position.count != 0 && position.count != 3 && position.count != 5) {
        reply(session, "ERROR SWAP2BOARD needs 0, 3 or 5 stones");
        return;
    }
    begin_request(session);
    char answer[REPLY_MAX] = "SWAP";
    uint64_t seed = session->options->settings.seed + (uint64_t)session->games;
    uint64_t draw = rival_position_hash(&position, seed);
    int stones = (int)(draw % (position.count == 3 ? 3 : 2));
    if (position.count == 0)
        open_swap2(&position, answer, sizeof answer);
    else if (stones > 0)
        place_swap2(session, position, stones, answer, sizeof answer);
    finish_request(session, &position, answer);
}

/* Reads `RULE STEP [fifths=N]` after OPENINGBOARD. Returns false if there is no such step. */
static bool read_step(char *text, const OpeningRule **rule, int *step, int *fifths) {
    static const char key[] = "fifths=";
    char *rest;
    const char *name = strtok_r(text, " \t", &rest);
    const char *word = name != NULL ? strtok_r(NULL, " \t", &rest) : NULL;
    const char *number = word != NULL ? strtok_r(NULL, " \t", &rest) : NULL;
    *rule = word != NULL ? opening_rule_find(name) : NULL;
    *step = *rule != NULL ? opening_rule_step(*rule, word) : OPENING_OVER;
    *fifths = 0;
    if (number != NULL && strncasecmp(number, key, sizeof key - 1) == 0)
        *fifths = (int)strtol(number + sizeof key - 1, NULL, 10);
    return *step != OPENING_OVER;
}

/* Answers an opening of renju with any legal answer, chosen by the seed, the number of the game and
 * the number of the request. */
static void on_openingboard(Session *session, char *text) {
    const RivalPosition *board = &session->position;
    const OpeningRule *rule;
    int step, fifths, at[2], count, used = 0;
    OpeningPoint points[OPENING_STONES_PLACED_MAX + OPENING_OFFERS_MAX];
    bool is_known = read_step(text, &rule, &step, &fifths);
    while ((count = next_entry(session, at, 2)) > LIST_DONE)
        if (count == 2 && used < (int)(sizeof points / sizeof *points))
            points[used++] = (OpeningPoint){at[0], at[1]};
    if (count == INPUT_ENDED)
        return;
    OpeningCourse course;
    Failure failure = {.status = STATUS_SYNTAX, .text = "no such step"};
    if (!is_known || !opening_course_resume(&course, rule, step, fifths, points, used, board->width,
                                            board->height, &failure)) {
        reply(session, "ERROR OPENINGBOARD: %s", failure.text);
        return;
    }
    begin_request(session);
    uint64_t seed = rival_position_hash(board, session->options->settings.seed);
    seed = seed * 1000003 + (uint64_t)session->games * 1009 + (uint64_t)session->requests;
    OpeningAnswer answer = rival_opening_answer(&course, seed);
    char line[OPENING_TEXT_MAX];
    opening_answer_write(&answer, line);
    finish_request(session, board, line);
}

/* Ignores values that are not numbers and keys that no player here uses. */
static void on_info(Session *session, char *text) {
    char *rest;
    const char *key = strtok_r(text, " \t", &rest);
    const char *value = strtok_r(NULL, " \t", &rest);
    if (!key || !value)
        return;
    char *end;
    errno = 0;
    intmax_t number = strtoimax(value, &end, 10);
    if (*end != '\0' || errno == ERANGE)
        return;
    if (strcasecmp(key, "timeout_turn") == 0)
        session->timeout_turn_ms = number < 0 ? NO_LIMIT : (int64_t)number;
    else if (strcasecmp(key, "time_left") == 0)
        session->time_left_ms = number >= unlimited_time_left_ms ? NO_LIMIT
                                : number < 0                     ? 0
                                                                 : (int64_t)number;
    else if (strcasecmp(key, "rule") == 0 && number >= 0 && number <= UINT8_MAX)
        session->rule = (int)number;
}

static void on_about(Session *session, char *text) {
    (void)text;
    if (!session->options->faults.silent_about)
        reply(session,
              "name=\"kaname-rival-%s\", version=\"%s\", author=\"the authors\", "
              "country=\"none\"",
              session->options->player->name, KANAME_VERSION);
}

static void on_yxstop(Session *session, char *text) {
    /* No search is running: an interrupted one has answered already. */
    (void)session;
    (void)text;
}

typedef struct Command {
    const char *word;
    void (*run)(Session *session, char *text);
    bool needs_start;
    bool has_list; /* lines up to DONE follow and must be read in any case */
} Command;

static const Command commands[] = {
    {"START", on_start, false, false},
    {"RECTSTART", on_rectstart, false, false},
    {"RESTART", on_restart, true, false},
    {"BEGIN", on_begin, true, false},
    {"TURN", on_turn, true, false},
    {"TAKEBACK", on_takeback, true, false},
    {"BOARD", on_board, true, true},
    {"YXBOARD", on_yxboard, true, true},
    {"SWAP2BOARD", on_swap2board, true, true},
    {"OPENINGBOARD", on_openingboard, true, true},
    {"INFO", on_info, false, false},
    {"ABOUT", on_about, false, false},
    {"YXSTOP", on_yxstop, false, false},
};

/* Runs one line. Returns false at END. */
static bool run_line(Session *session, char *line) {
    char *text = line + strspn(line, " \t");
    size_t length = strcspn(text, " \t");
    char *rest = text + length;
    if (length == 0)
        return true;
    if (length == 3 && strncasecmp(text, "END", 3) == 0)
        return false;
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++) {
        const Command *command = &commands[i];
        if (strlen(command->word) != length || strncasecmp(command->word, text, length) != 0)
            continue;
        if (session->is_started || !command->needs_start) {
            command->run(session, rest);
            return true;
        }
        if (command->has_list)
            skip_list(session);
        reply(session, "ERROR %s needs START before it", command->word);
        return true;
    }
    reply(session, "UNKNOWN command");
    return true;
}

bool rival_loop_run(const RivalOptions *options, int in, int out) {
    Session session = {
        .options = options,
        .timeout_turn_ms = NO_LIMIT,
        .time_left_ms = NO_LIMIT,
    };
    if (options->player->state_new) {
        session.state = options->player->state_new(&options->settings);
        if (!session.state)
            return false;
    }
    rival_lines_init(&session.lines, in, out);
    char *line;
    while ((line = rival_lines_next(&session.lines)) && run_line(&session, line))
        continue;
    if (options->player->state_free)
        options->player->state_free(session.state);
    rival_faults_on_end(&options->faults);
    return true;
}
