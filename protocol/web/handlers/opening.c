/* Openings by a rule of shared/opening/rule.h. A request names the rule and the answers given so
 * far, and the course is rebuilt from them, so no state can differ from the page's. */
#include "shared/opening/course.h"

#include "io/notation.h"
#include "opening/decision.h"
#include "web/handlers/answer.h"
#include "web/handlers/handlers.h"

#include <stdio.h>
#include <string.h>

enum { RULE_NAME_MAX = 16, FIFTHS_DIGITS = 2 };

/* ---- Reading ------------------------------------------------------------------------------- */

static const OpeningRule *rule_of(Word word) {
    char name[RULE_NAME_MAX] = "";
    if (word.length == 0 || word.length >= sizeof name)
        return NULL;
    memcpy(name, word.text, word.length);
    return opening_rule_find(name);
}

/* Reads points and moves `*at` past them. Returns false if there are more than an answer holds. */
static bool read_points(const char **at, const char *end, int height, OpeningAnswer *answer) {
    KanamePoint point;
    while (*at < end && notation_read_point(at, end, height, &point)) {
        if (answer->count == OPENING_OFFERS_MAX)
            return false;
        answer->points[answer->count++] = (OpeningPoint){point.x, point.y};
    }
    return true;
}

/* Reads `swap`, `h8i9j10`, or `h8:4` with the announced number of fifth moves. */
static bool read_answer_word(Word word, int height, OpeningAnswer *answer) {
    const char *at = word.text, *end = at + word.length;
    *answer = (OpeningAnswer){.is_swap = word_is(word, "SWAP")};
    if (answer->is_swap)
        return true;
    if (!read_points(&at, end, height, answer))
        return false;
    if (at < end && *at == ':') {
        const char *digits = ++at;
        for (; at < end && at - digits < FIFTHS_DIGITS && *at >= '0' && *at <= '9'; at++)
            answer->fifths = 10 * answer->fifths + (*at - '0');
    }
    return at == end && answer->count > 0;
}

/* Plays the answers of the request, which are separated by commas. */
static bool play_answers(const WebRequest *request, OpeningCourse *course, Failure *failure) {
    const char *at = request->answers.text, *end = at + request->answers.length;
    while (at < end) {
        const char *comma = memchr(at, ',', (size_t)(end - at));
        Word word = {at, (size_t)((comma != NULL ? comma : end) - at)};
        OpeningAnswer answer;
        if (!read_answer_word(word, request->height, &answer))
            return failure_say(failure, STATUS_SYNTAX, "an answer is written swap, h8i9 or h8:4");
        if (!opening_course_answer(course, &answer, failure))
            return false;
        at = comma != NULL ? comma + 1 : end;
    }
    return true;
}

static bool read_course(const WebRequest *request, OpeningCourse *course, Failure *failure) {
    const OpeningRule *rule = rule_of(request->opening);
    if (rule == NULL)
        return failure_say(failure, STATUS_SYNTAX, "the opening rule is " OPENING_RULE_NAMES);
    if (!opening_course_begin(course, rule, request->width, request->height))
        return failure_say(failure, STATUS_OPENING, "the board is too small for the opening");
    return play_answers(request, course, failure);
}

/* ---- The state ----------------------------------------------------------------------------- */

static void write_opening_points(FILE *answer, const char *name, const OpeningPoint *points,
                                 int count, int height) {
    KanamePoint list[OPENING_OFFERS_MAX];
    for (int i = 0; i < count; i++)
        list[i] = (KanamePoint){points[i].x, points[i].y};
    answer_points(answer, name, list, (size_t)count, height);
}

/* Writes the points that may come next after those of a partial answer. */
static void answer_allowed(FILE *answer, const OpeningCourse *course, const OpeningChoice *choice,
                           const OpeningAnswer *partial) {
    bool is_allowed[KANAME_MAX_SIZE][KANAME_MAX_SIZE] = {{false}};
    OpeningAnswer longer = *partial;
    Failure unused;
    int at = longer.count++;
    for (int y = 0; y < course->height; y++) {
        for (int x = 0; x < course->width; x++) {
            longer.points[at] = (OpeningPoint){x, y};
            is_allowed[y][x] = opening_course_fits(course, choice, &longer, &unused);
        }
    }
    answer_marks(answer, "allowed", is_allowed, course->width, course->height);
}

/* Writes {"act":"place","count":3,"square":0,"least":1,"most":8,"is_move":false,"swaps":false,
 * "allowed":"h8"}: `square` is the side of the square for the next stone, 0 the board; `swaps` says
 * whether the players change sides. */
static void answer_choice(FILE *answer, const OpeningCourse *course, const OpeningChoice *choice,
                          const OpeningAnswer *partial) {
    static const char *const acts[] = {[OPENING_SWAP] = "swap",
                                       [OPENING_PLACE] = "place",
                                       [OPENING_OFFER] = "offer",
                                       [OPENING_PICK] = "pick"};
    int count = choice->act == OPENING_PLACE   ? choice->count
                : choice->act == OPENING_OFFER ? opening_course_offers(course, choice)
                : choice->act == OPENING_PICK  ? 1
                                               : 0;
    bool is_longer = partial->count < count;
    int square = choice->act == OPENING_PLACE && is_longer ? choice->squares[partial->count] : 0;
    fprintf(answer,
            "{\"act\":\"%s\",\"count\":%d,\"square\":%d,\"least\":%d,\"most\":%d,"
            "\"is_move\":%s,\"swaps\":%s,",
            acts[choice->act], count, square, choice->least, choice->most,
            choice->is_move ? "true" : "false", choice->is_changing_side ? "true" : "false");
    if (is_longer)
        answer_allowed(answer, course, choice, partial);
    else
        fputs("\"allowed\":\"\"", answer);
    putc('}', answer);
}

static void answer_course(FILE *answer, const OpeningCourse *course, const OpeningAnswer *partial) {
    const OpeningStep *step = opening_course_step(course);
    fprintf(answer, "\"black\":%d,\"fifths\":%d,", course->black, course->fifths);
    write_opening_points(answer, "stones", course->stones, course->stone_count, course->height);
    putc(',', answer);
    write_opening_points(answer, "offers", course->offers, course->offer_count, course->height);
    if (step == NULL) {
        fputs(",\"step\":\"\"", answer);
        return;
    }
    fprintf(answer, ",\"step\":\"%s\",\"player\":%d,\"choices\":[", step->word,
            opening_course_player(course));
    for (int i = 0; step->choices[i].act != OPENING_NO_ACT; i++) {
        if (i > 0)
            putc(',', answer);
        answer_choice(answer, course, &step->choices[i], partial);
    }
    putc(']', answer);
}

/* Answers with the step after the given answers and the choices that may follow; `points` are those
 * already chosen of the next answer. */
bool web_opening(WebDesk *desk, const WebRequest *request, FILE *answer, Failure *failure) {
    OpeningCourse course;
    OpeningAnswer partial = {.count = 0};
    const char *at = request->points.text, *end = at + request->points.length;
    (void)desk;
    if (!read_course(request, &course, failure))
        return false;
    if (!read_points(&at, end, request->height, &partial) || at < end ||
        partial.count == OPENING_OFFERS_MAX)
        return failure_say(failure, STATUS_SYNTAX, "the points are not written h8i9, or too many");
    answer_course(answer, &course, &partial);
    return true;
}

/* ---- Decisions ----------------------------------------------------------------------------- */

/* Sets up the thinker with the stones of the course. */
static bool set_thinker(WebDesk *desk, const WebRequest *request, const OpeningCourse *course,
                        Failure *failure) {
    char moves[OPENING_STONES_PLACED_MAX * NOTATION_POINT_MAX];
    KanamePoint points[OPENING_STONES_PLACED_MAX];
    for (int i = 0; i < course->stone_count; i++)
        points[i] = (KanamePoint){course->stones[i].x, course->stones[i].y};
    moves[0] = '\0';
    notation_line(moves, sizeof moves, points, (size_t)course->stone_count, "",
                  notation_lower(request->height));
    WebRequest placed = {.rule = request->rule,
                         .width = request->width,
                         .height = request->height,
                         .side = KANAME_EMPTY,
                         .moves = {moves, strlen(moves)}};
    return desk_set_thinker(desk, &placed, failure);
}

/* Answers with the engine's next answer. */
bool web_decide(WebDesk *desk, const WebRequest *request, FILE *answer, Failure *failure) {
    OpeningCourse course;
    if (!read_course(request, &course, failure))
        return false;
    if (opening_course_step(&course) == NULL)
        return failure_say(failure, STATUS_OPENING, "the opening is over");
    if (!set_thinker(desk, request, &course, failure))
        return false;
    KanameLimits limits = kaname_no_limits();
    limits.start_ms = kaname_now_ms();
    limits.turn_ms = request->ms > 0 ? request->ms : -1;
    limits.max_nodes = (uint64_t)request->nodes;
    OpeningAnswer decision;
    KanameStatus status = kaname_set_threads(desk->thinker, (int)request->threads);
    if (status == KANAME_OK)
        status = opening_decide(desk->thinker, &limits, NULL, &course, &decision);
    if (status != KANAME_OK)
        return failure_say(failure, STATUS_ENGINE, "%s", kaname_status_text(status));
    fprintf(answer, "\"is_swap\":%s,\"fifths\":%d,", decision.is_swap ? "true" : "false",
            decision.fifths);
    write_opening_points(answer, "points", decision.points, decision.count, request->height);
    return true;
}
