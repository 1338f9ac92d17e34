/* dialogue.h: what the families of commands share: the session's state and the ways to search and
 * to reply. Private to the files that make up a session (session.h).
 *
 * All functions run on the reader's thread, except jobs, which run on the thinking thread. While
 * a job runs the engine is the job's. A job that has answered may go on in the background
 * (pondering); the reader ends that before it touches the engine. */
#ifndef KANAME_PROTOCOL_SESSION_DIALOGUE_H
#define KANAME_PROTOCOL_SESSION_DIALOGUE_H

#include "database/service.h"
#include "io/lines.h"
#include "io/words.h"
#include "kaname.h"
#include "opening/soosorv.h"
#include "session/blocks.h"
#include "session/report.h"
#include "session/session.h"
#include "session/settings.h"
#include "session/stones.h"
#include "session/thinker.h"

#include <stdatomic.h>
#include <stdbool.h>

enum { FORBID_TEXT_MAX = 4 * KANAME_MAX_CELLS + 1 }; /* bytes, NUL included */

/* How a command's line, and what follows it, is to be read. */
typedef enum {
    ARGUMENTS,          /* one line */
    STONES,             /* stones follow up to DONE, on this line and on later ones */
    FLAGGED_STONES,     /* the same, with the flag that tells the side */
    NUMBER_AND_STONES,  /* first a number on this line, then as STONES */
    NUMBERS_AND_STONES, /* first up to four of them, then as STONES */
    WORDS_AND_STONES,   /* first any that start with a letter, then as STONES */
    TEXT_AND_LIST,      /* a line of text, then a list on later lines */
    FILE_NAME           /* a file name follows, on this line or on the next one */
} Shape;

/* `handle` runs when the command is complete: with the rest of its line; for lists, with the list
 * read; for file names, with the name. NULL: the command is read and means nothing to us. */
typedef struct Command {
    const char *word;
    Shape shape;
    bool ends_search; /* changes the position: a running search ends first, with its move */
    void (*handle)(Session *session, Words *rest);
} Command;

/* A search handed to the thinking thread, which owns it until it is idle. */
typedef struct Job {
    KanameLimits limits;
    Reporter reporter;
    atomic_bool is_answered;         /* set just before the answer is sent */
    char forbidden[FORBID_TEXT_MAX]; /* asked for in mid-search, when the engine is not ours */
    char forbidden_after[FORBID_TEXT_MAX];               /* the same once is_answered */
    bool is_forbidden[KANAME_MAX_SIZE][KANAME_MAX_SIZE]; /* to Black by the client, [y][x] */
    int strength;                                        /* 0..100 */
    bool ponders;                                        /* think on when the move is sent */
    bool uses_database;
    size_t lost_count;
    KanamePoint lost[KANAME_MAX_CELLS];         /* moves that the database knows to lose */
    int number;                                 /* what the command was given */
    KanamePoint candidates[SOOSORV_FIFTHS_MAX]; /* number of them: fifth stones offered */
} Job;

struct Session {
    KanameEngine *engine;
    LineWriter *writer;
    Thinker thinker;
    Settings settings;
    Job job;
    int64_t arrival_ms;          /* of the line at hand */
    int64_t used_ms;             /* thinking time of the moves since START */
    int width, height;           /* of the board, as the engine has them; 0: no START yet */
    bool is_row_first;           /* the client writes row,column */
    bool is_hash_stale;          /* to be cleared before the next search */
    bool is_warming_up;          /* that was the thinker's last job; it may have ended */
    bool is_forbid_stale;        /* what the job says of forbidden points no longer holds */
    bool is_over;                /* END came */
    bool skips_line;             /* further pieces of this line mean nothing */
    const Command *name_command; /* the next line is its file name; NULL: no */
    const Command *list_command; /* whose list is being read; NULL: none */
    StoneList list;
    int64_t list_numbers[4];           /* NUMBERS_AND_STONES; 0 where there was none */
    char list_text[DATABASE_TEXT_MAX]; /* WORDS_AND_STONES, TEXT_AND_LIST */
    DatabaseTalk *database;            /* NULL: not asked for yet, or not to be had */
    bool has_asked;                    /* after the last command that changes the position */
    DatabasePosition asked;            /* the position last asked for in the database */
    int64_t list_number;               /* NUMBER_AND_STONES: the number, 0 if there was none */
    Blocks blocks;                     /* what searches may not play */
};

/* ---- Replies ----------------------------------------------------------------------------- */

void reply_error(Session *session, const char *reason);
void reply_move(Session *session, KanamePoint move);
/* True if there is a board; else the client is told. */
bool require_start(Session *session);
/* Lists are passed over leniently: the client may not take an ERROR besides the answer. */
void tell_skipped(Session *session);

/* ---- Searches (searching.c) --------------------------------------------------------------- */

/* Makes a running search answer as soon as it can, and ends pondering. */
void hurry_search(Session *session);
/* Ends a running search and pondering; its move has been sent when this returns. */
void end_search(Session *session);
/* Is a search running whose answer is due? If not, pondering is ended and the engine is ours. */
bool is_searching(Session *session);

/* While no clock runs: what the settings ask of threads and memory is made, and the thinking thread
 * fetches the memory until a command other than INFO comes. Nothing is done while it has something
 * else to do. */
void prepare_engine(Session *session);
/* Hands the position at hand to the thinking thread. The engine is idle before and not ours after
 * it. `lines` principal lines are wanted, `number` is kept for the job. */
void start_search(Session *session, void (*job)(void *context), int lines, int number);
/* The job that finds a move, plays it, sends it and, if that is wanted, ponders. */
void think(void *context);
/* The same without pondering and at full strength, as analysis wants it. */
void think_for_analysis(void *context);
/* To be called by every job just before its answer is sent. False: it failed, and the client has
 * been told. */
bool finish_job(Session *session, KanameStatus status);
/* The points forbidden to Black, whoever is to move, with those of the client's own: two digits
 * each for x and for y. */
void write_forbidden(const KanameEngine *engine, const bool (*own)[KANAME_MAX_SIZE],
                     char text[FORBID_TEXT_MAX]);

/* ---- The board (gomocup.c) ---------------------------------------------------------------- */

void on_about(Session *session, Words *rest);
void on_begin(Session *session, Words *rest);
void on_board(Session *session, Words *rest);
void on_end(Session *session, Words *rest);
void on_info(Session *session, Words *rest);
void on_play(Session *session, Words *rest);
void on_rectstart(Session *session, Words *rest);
void on_restart(Session *session, Words *rest);
void on_start(Session *session, Words *rest);
void on_stop(Session *session, Words *rest);
void on_takeback(Session *session, Words *rest);
void on_turn(Session *session, Words *rest);
void on_yxboard(Session *session, Words *rest);

/* ---- Analysis and the rest of Yixin-Board's dialect (analysis.c) ------------------------ */

void on_yxbalanceone(Session *session, Words *rest);
void on_yxbalancetwo(Session *session, Words *rest);
void on_yxblock(Session *session, Words *rest);
void on_yxblockpath(Session *session, Words *rest);
void on_yxblockpathreset(Session *session, Words *rest);
void on_yxblockpathundo(Session *session, Words *rest);
void on_yxblockreset(Session *session, Words *rest);
void on_yxblockundo(Session *session, Words *rest);
void on_yxdraw(Session *session, Words *rest);
void on_yxforbid(Session *session, Words *rest);
void on_yxhashclear(Session *session, Words *rest);
void on_yxhashdump(Session *session, Words *rest);
void on_yxhashload(Session *session, Words *rest);
void on_yxnbest(Session *session, Words *rest);
void on_yxprintfeature(Session *session, Words *rest);
void on_yxresign(Session *session, Words *rest);
void on_yxsearchdefend(Session *session, Words *rest);
void on_yxshowforbid(Session *session, Words *rest);
void on_yxshowhashusage(Session *session, Words *rest);
void on_yxshowinfo(Session *session, Words *rest);

/* ---- The position database (database_commands.c)
 * --------------------------------------------------- */

void on_yxclearbestmovedatabase(Session *session, Words *rest);
void on_yxdbcheck(Session *session, Words *rest);
void on_yxdbfix(Session *session, Words *rest);
void on_yxdbmerge(Session *session, Words *rest);
void on_yxdbsplit(Session *session, Words *rest);
void on_yxdbtolib(Session *session, Words *rest);
void on_yxdbtopos(Session *session, Words *rest);
void on_yxdbtotxt(Session *session, Words *rest);
void on_yxdeletedatabaseall(Session *session, Words *rest);
void on_yxdeletedatabaseone(Session *session, Words *rest);
void on_yxeditlabeldatabase(Session *session, Words *rest);
void on_yxedittextdatabase(Session *session, Words *rest);
void on_yxedittvddatabase(Session *session, Words *rest);
void on_yxlibtodb(Session *session, Words *rest);
void on_yxquerydatabaseall(Session *session, Words *rest);
void on_yxquerydatabaseallt(Session *session, Words *rest);
void on_yxquerydatabaseone(Session *session, Words *rest);
void on_yxquerydatabasetext(Session *session, Words *rest);
void on_yxsavedatabase(Session *session, Words *rest);
void on_yxsetbestmovedatabase(Session *session, Words *rest);
void on_yxsetdatabase(Session *session, Words *rest);
void on_yxtxttodb(Session *session, Words *rest);

/* Called by jobs. What the database knows of the position at hand: true, and there is nothing to
 * search for; else job->lost holds the moves that lose. */
bool consult_database(Session *session, KanameResult *result);
/* Keeps the search from those moves, and lets it have them again if nothing else is left. */
void exclude_lost(Session *session);
void readmit_lost(Session *session);
/* What is to be kept of a search, before its move is played; NULL: nothing. */
DatabaseRequest *note_result(const Session *session, const KanameResult *result);
/* Hands it over and frees it. NULL is fine. */
void store_result(Session *session, DatabaseRequest *request);
/* Waits a moment for what is still to be written. */
void settle_database(Session *session);

/* ---- Openings (openings.c) ---------------------------------------------------------------- */

void on_swap2board(Session *session, Words *rest);
void on_yxswap2step1(Session *session, Words *rest);
void on_yxswap2step2(Session *session, Words *rest);
void on_yxswap2step3(Session *session, Words *rest);
void on_yxsoosorvstep1(Session *session, Words *rest);
void on_yxsoosorvstep2(Session *session, Words *rest);
void on_yxsoosorvstep3(Session *session, Words *rest);
void on_yxsoosorvstep4(Session *session, Words *rest);
void on_yxsoosorvstep5(Session *session, Words *rest);
void on_yxsoosorvstep6(Session *session, Words *rest);

#endif
