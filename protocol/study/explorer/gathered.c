#include "study/explorer/gathered.h"

#include "database/openings.h"
#include "database/openings_file.h"

typedef struct Gathering {
    Openings *openings;
    int depth;
    bool is_short; /* of memory */
} Gathering;

static int stones_of(const DatabasePosition *position) {
    int count = 0;
    for (int i = 0; i < position->width * position->height; i++)
        count += position->cells[i] != KANAME_EMPTY;
    return count;
}

static bool take_move(const DatabasePosition *position, const BookMove *move, void *context) {
    Gathering *gathering = context;
    if (stones_of(position) > gathering->depth)
        return true;
    bool is_black = position->to_move == KANAME_BLACK;
    OpeningsMove one = {.move = move->move,
                        .black = is_black ? move->wins : move->losses,
                        .drawn = move->draws,
                        .white = is_black ? move->losses : move->wins,
                        .open = move->games - move->wins - move->draws - move->losses};
    gathering->is_short = !openings_count(gathering->openings, position, &one);
    return !gathering->is_short;
}

long gathered_write(Book *book, int depth, int least, const char *path, Failure *failure) {
    Openings *openings = openings_file_open(path, failure);
    Gathering gathering = {.openings = openings, .depth = depth};
    long count = -1;
    if (openings == NULL)
        return -1;
    openings_clear_games(openings);
    if (!book_each_move(book, least, take_move, &gathering))
        failure_say(failure, STATUS_DATABASE, "%s", book_error(book));
    else if (gathering.is_short)
        failure_set(failure, STATUS_MEMORY);
    else
        count = openings_file_write(openings, path, failure);
    openings_free(openings);
    return count;
}
