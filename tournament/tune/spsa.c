#include "tune/spsa.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "game/random.h"
#include "shared/status/failure.h"
#include "shared/text/encoding.h"

static const double ALPHA = 0.602, GAMMA = 0.101, STABILITY = 0.1;

/* ---- Iterations --------------------------------------------------------------------------- */

static double step_at(const SpsaPlan *plan, const SpsaParam *param, int64_t k) {
    return param->step_end * pow((double)plan->iterations / (double)k, GAMMA);
}

/* Returns a_k / c_k, the factor of wins minus losses by which the value moves. */
static double move_at(const SpsaPlan *plan, const SpsaParam *param, int64_t k) {
    double last = (double)plan->iterations, stability = STABILITY * last;
    double gain_end = param->rate_end * param->step_end * param->step_end;
    double gain = gain_end * pow((stability + last) / (stability + (double)k), ALPHA);
    return gain / step_at(plan, param, k);
}

/* Returns -1 or 1 and advances the state to the next parameter. */
static int draw_direction(uint64_t *state) {
    return random_next(state) >> 63 != 0 ? 1 : -1;
}

static double clamped(const SpsaParam *param, double value) {
    return fmin(fmax(value, param->least), param->most);
}

void spsa_start(const SpsaPlan *plan, double *values) {
    for (size_t i = 0; i < plan->count; i++)
        values[i] = plan->params[i].start;
}

void spsa_sides(const SpsaPlan *plan, int64_t k, const double *values, int *plus, int *minus) {
    uint64_t directions = random_stream(plan->seed, 2 * (uint64_t)k);
    uint64_t roundings = random_stream(plan->seed, 2 * (uint64_t)k + 1);
    for (size_t i = 0; i < plan->count; i++) {
        const SpsaParam *param = &plan->params[i];
        int direction = draw_direction(&directions);
        /* One random number for both sides, so that rounding cannot reverse their order. */
        double up = random_unit(&roundings), shift = step_at(plan, param, k) * direction;
        if (param->is_compared) {
            plus[i] = direction > 0 ? spsa_other(param) : (int)param->start;
            minus[i] = direction > 0 ? (int)param->start : spsa_other(param);
        } else {
            plus[i] = (int)clamped(param, floor(values[i] + shift + up));
            minus[i] = (int)clamped(param, floor(values[i] - shift + up));
        }
    }
}

void spsa_step(const SpsaPlan *plan, int64_t k, int half_points, double *values) {
    uint64_t directions = random_stream(plan->seed, 2 * (uint64_t)k);
    for (size_t i = 0; i < plan->count; i++) {
        const SpsaParam *param = &plan->params[i];
        int direction = draw_direction(&directions);
        if (param->is_compared)
            continue;
        double moved = move_at(plan, param, k) * (half_points - SPSA_EVEN) * direction;
        values[i] = clamped(param, values[i] + moved);
    }
}

void spsa_count(const SpsaPlan *plan, int64_t k, int half_points, Pairs *pairs) {
    uint64_t directions = random_stream(plan->seed, 2 * (uint64_t)k);
    for (size_t i = 0; i < plan->count; i++) {
        int direction = draw_direction(&directions);
        if (plan->params[i].is_compared)
            pairs_add(&pairs[i], direction > 0 ? half_points : SPSA_WON - half_points);
    }
}

int spsa_other(const SpsaParam *param) {
    return (int)param->start == param->least ? param->most : param->least;
}

int spsa_rounded(const SpsaParam *param, double value) {
    return (int)clamped(param, round(value));
}

/* ---- The list of parameters --------------------------------------------------------------- */

enum { FIELDS = 6, FIELDS_COMPARED = 3, LINE_MAX_HERE = 400 };

static bool read_real(const char *word, double *value) {
    char *end;
    *value = strtod(word, &end);
    return end != word && *end == '\0' && isfinite(*value);
}

static bool read_whole(const char *word, int *value) {
    double real;
    if (!read_real(word, &real) || fabs(real) > SPSA_BOUND || floor(real) != real)
        return false;
    *value = (int)real;
    return true;
}

/* Each reads the words behind the name. Returns NULL, or on failure the reason. */
static const char *read_compared(SpsaParam *param, char *const *words) {
    int usual, other;
    if (!read_whole(words[1], &usual) || !read_whole(words[2], &other) || usual == other)
        return "expected two different whole numbers";
    param->start = usual;
    param->least = usual < other ? usual : other;
    param->most = usual < other ? other : usual;
    param->is_compared = true;
    return NULL;
}

static const char *read_tuned(SpsaParam *param, char *const *words) {
    if (!read_whole(words[2], &param->least) || !read_whole(words[3], &param->most) ||
        param->least >= param->most)
        return "expected whole numbers as minimum and maximum, the minimum below the maximum";
    if (!read_real(words[1], &param->start) || param->start < param->least ||
        param->start > param->most)
        return "expected a start from minimum to maximum";
    if (!read_real(words[4], &param->step_end) || param->step_end <= 0 ||
        param->step_end > SPSA_BOUND)
        return "expected a step_end over 0";
    if (!read_real(words[5], &param->rate_end) || param->rate_end <= 0 ||
        param->rate_end > SPSA_BOUND)
        return "expected a rate_end over 0";
    return NULL;
}

static const char *read_line(SpsaPlan *plan, char *line) {
    char *words[FIELDS + 1], *rest = NULL;
    size_t count = 0;
    line[strcspn(line, "#\r")] = '\0';
    for (char *word = strtok_r(line, " \t", &rest); word != NULL && count <= FIELDS;
         word = strtok_r(NULL, " \t", &rest))
        words[count++] = word;
    if (count == 0)
        return NULL;
    if (count != FIELDS && count != FIELDS_COMPARED)
        return "expected name start minimum maximum step_end rate_end, or name value other";
    if (plan->count == SPSA_PARAMS_MAX)
        return "more parameters than 64";
    if (strlen(words[0]) >= SPSA_NAME_MAX || strchr(words[0], '=') != NULL)
        return "the name is too long, or holds a '='";
    SpsaParam param = {0};
    strcpy(param.name, words[0]);
    const char *wrong = count == FIELDS ? read_tuned(&param, words) : read_compared(&param, words);
    for (size_t i = 0; i < plan->count && wrong == NULL; i++)
        if (strcmp(plan->params[i].name, param.name) == 0)
            wrong = "duplicate name";
    if (wrong == NULL)
        plan->params[plan->count++] = param;
    return wrong;
}

bool spsa_read(SpsaPlan *plan, const char *text, const char *name, Failure *failure) {
    plan->count = 0;
    text += encoding_utf8_mark(text, strlen(text));
    for (size_t number = 1; *text != '\0'; number++) {
        char line[LINE_MAX_HERE];
        size_t length = strcspn(text, "\n");
        const char *wrong = "the line is too long";
        if (length < sizeof line) {
            memcpy(line, text, length);
            line[length] = '\0';
            wrong = read_line(plan, line);
        }
        if (wrong != NULL)
            return failure_say(failure, STATUS_SYNTAX, "%s:%zu: %s", name, number, wrong);
        text += length + (text[length] == '\n');
    }
    if (plan->count == 0)
        failure_say(failure, STATUS_EMPTY, "%s: contains no parameters", name);
    return plan->count > 0;
}
