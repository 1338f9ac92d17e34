/* own_database.h: a position database in a file of the test's own, with positions written as moves
 * of a 15x15 board. */
#ifndef TESTS_PROTOCOL_DATABASE_OWN_DATABASE_H
#define TESTS_PROTOCOL_DATABASE_OWN_DATABASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "database/open.h"
#include "database/positions.h"
#include "protocol/database/put.h"
#include "protocol/support/change_file.h"
#include "support/harness.h"

/* The database's file, and a file beside it that is not there yet. Functions of the headers above
 * have parameters of these names: include those first. */
extern char path[TEST_PATH_BYTES], other_path[TEST_PATH_BYTES];
extern Database *database;

/* Closes the database, if it is open, and opens its file. */
void open_again(void);

/* The fixture: a new database. */
void set_up(void);
void tear_down(void);

/* The position after these moves. */
DatabasePosition position_of_size(const char *moves, int width, int height);
DatabasePosition position_of(const char *moves);
DatabaseRecord record_of(int tag, int value, int depth);

/* Writes a record as it is. */
void put(const char *moves, DatabaseRecord record);

/* The same as a search does, which leaves what is known better. */
void add(const char *moves, DatabaseRecord record);

/* Returns whether there is a record. */
bool get(const char *moves, DatabaseRecord *record);

/* Writes a whole file. */
void write_file(const char *name, const void *bytes, size_t size);

/* A visitor that adds up the depths in a long. */
bool count_records(const DatabasePosition *position, const DatabaseRecord *record, void *context);

/* Some moves by chance, none twice. */
void random_moves(uint32_t *random, char moves[static 256]);

#endif
