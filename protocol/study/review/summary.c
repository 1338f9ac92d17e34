#include "study/review/summary.h"

#include <math.h>

/* Returns the accuracy of a move in percent: 100 without loss, halved by each REVIEW_HALF_LOSS. */
static double accuracy_of(double loss) {
    return 100 * exp2(-loss / REVIEW_HALF_LOSS);
}

static bool counts(const ReviewStone *stone) {
    return (stone->move->notes & REVIEW_NOTE_ONLY_MOVE) == 0 &&
           stone->move->best_rate >= REVIEW_LOST_RATE;
}

static void add(ReviewFigures *figures, const ReviewStone *stone) {
    figures->grades[stone->move->grade]++;
    bool is_answer_missed = stone->move->loss >= REVIEW_GOOD_LOSS;
    if (!counts(stone) && !is_answer_missed)
        return;
    figures->moves++;
    figures->accuracy += accuracy_of(stone->move->loss);
    figures->mean_loss += stone->move->loss;
}

static void finish(ReviewFigures *figures) {
    figures->accuracy = figures->moves > 0 ? figures->accuracy / figures->moves : -1;
    figures->mean_loss = figures->moves > 0 ? figures->mean_loss / figures->moves : 0;
}

static void divide(const ReviewStone *stones, size_t count, ReviewSummary *summary) {
    size_t ending = count;
    KanameColor winner = count > 0 ? stones[count - 1].winner : KANAME_EMPTY;
    while (ending > 0 && winner != KANAME_EMPTY && stones[ending - 1].winner == winner)
        ending--;
    size_t middle = REVIEW_OPENING_STONES < ending ? REVIEW_OPENING_STONES : ending;
    summary->first_of[REVIEW_OPENING] = middle > 0 ? 0 : count;
    summary->first_of[REVIEW_MIDDLE] = middle < ending ? middle : count;
    summary->first_of[REVIEW_ENDING] = ending;
}

static ReviewPhase phase_of(const ReviewSummary *summary, size_t index) {
    return index >= summary->first_of[REVIEW_ENDING]   ? REVIEW_ENDING
           : index >= summary->first_of[REVIEW_MIDDLE] ? REVIEW_MIDDLE
                                                       : REVIEW_OPENING;
}

void review_summarize(const ReviewStone *stones, size_t count, ReviewSummary *summary) {
    *summary = (ReviewSummary){.worst = count};
    divide(stones, count, summary);
    for (size_t i = 0; i < count; i++) {
        const ReviewStone *stone = &stones[i];
        if (!stone->is_judged)
            continue;
        add(&summary->sides[stone->color], stone);
        add(&summary->phases[stone->color][phase_of(summary, i)], stone);
        double most = summary->worst < count ? stones[summary->worst].move->loss : 0;
        if (stone->move->loss > most)
            summary->worst = i;
    }
    for (int side = 0; side < 2; side++) {
        finish(&summary->sides[side]);
        for (int phase = 0; phase < REVIEW_PHASES; phase++)
            finish(&summary->phases[side][phase]);
    }
}

const char *review_phase_name(ReviewPhase phase) {
    static const char *const names[REVIEW_PHASES] = {"opening", "middle game", "ending"};
    return names[phase];
}
