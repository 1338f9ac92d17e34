/* status.h: the one list of what can go wrong in the programs, with its English words.
 *
 * engine/shared/ holds what the programs share: it uses the C library, the system and the types of
 * kaname.h alone, and libkaname, which has KanameStatus and reads and writes no file, does not link
 * it. No function here prints; all may be called from any thread. */
#ifndef KANAME_SHARED_STATUS_STATUS_H
#define KANAME_SHARED_STATUS_STATUS_H

/* X(name, words): the words are a clause without its full stop. .ci/check-status finds a status
 * that no program uses. */
#define STATUS_LIST(X)                                                          \
    X(OK, "done")                                                               \
    X(UNREADABLE, "the file cannot be read")    /* errno says why */            \
    X(UNWRITABLE, "the file cannot be written") /* errno says why */            \
    X(NOT_REGULAR, "it is not a regular file")  /* where only a file will do */ \
    X(IN_USE, "the file is in use as an input, a database or another output")   \
    X(OTHER_KIND, "the file holds something else and is kept")                  \
    X(TOO_LARGE, "the file is too large") /* larger than the caller's limit */  \
    X(MEMORY, "not enough memory")                                              \
    X(UNSYNCED, "the file is written, but may be lost in a power cut")          \
    X(LONG_NAME, "the name is too long")                                        \
    X(MISSING, "it is missing")                                                 \
    X(SYNTAX, "it is not written as expected")                                  \
    X(RANGE, "a value is out of range")                                         \
    X(OPTION, "an option is wrong")                                             \
    X(DAMAGED, "damaged")                                                       \
    X(VERSION, "of another version")                                            \
    X(MISMATCH, "made with other options")                                      \
    X(WEIGHTS, "the weights cannot be used")                                    \
    X(BUSY, "another process works there")                                      \
    X(FULL, "no room is left")                                                  \
    X(THREAD, "no thread can be started")                                       \
    X(GAMES, "the games cannot be played")                                      \
    X(GAME, "the game cannot go so")                                            \
    X(OPENING, "the opening cannot go so")                                      \
    X(BOARD, "no such board")                                                   \
    X(ENGINE, "the engine cannot do it")                                        \
    X(DATABASE, "the database cannot be used")                                  \
    X(FORMAT, "an unknown format")                                              \
    X(ENCODING, "this system cannot decode the text")                           \
    X(EMPTY, "the file is empty")                                               \
    X(PROGRAM, "the program does not start")                                    \
    X(LIMIT, "a limit of the system is reached")                                \
    X(SERVER, "the server cannot be used")                                      \
    X(UNFINISHED, "a run is not finished")

typedef enum Status {
#define STATUS_ENUM(name, words) STATUS_##name,
    STATUS_LIST(STATUS_ENUM)
#undef STATUS_ENUM
        STATUS_COUNT
} Status;

/* Returns the words of the status, such as "the file cannot be read". Static storage. */
const char *status_text(Status status);
/* Returns the system's reason for STATUS_UNREADABLE and STATUS_UNWRITABLE if errno holds one, else
 * the words. Call it before errno changes. */
const char *status_reason(Status status);

#endif
