/* exchange.h: reads and writes the files that requests to a position database name. Private to
 * service.h. */
#ifndef KANAME_PROTOCOL_DATABASE_EXCHANGE_H
#define KANAME_PROTOCOL_DATABASE_EXCHANGE_H

#include "database/request.h"
#include "database/store.h"
#include "io/lines.h"

/* Carries out a request of a kind from DATABASE_WRITE_TEXT to DATABASE_MERGE and sends the result
 * in one MESSAGE. */
void database_exchange(Database *database, const DatabaseRequest *request, LineWriter *writer);

#endif
