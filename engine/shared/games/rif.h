/* rif.h: reads RenjuNet's database of renju games, RIF (XML), game by game, in a memory that does
 * not grow with their number.
 *
 * The players, tournaments and openings come before the games and are kept. A game has the moves as
 * its main line, the other fifth moves that Black offered (`alt`) as variations, the remarks
 * (`info`) as the root's comment, and as properties the event (EV), place (PC), date (DT), round
 * (RO), opening (ON), its rule by name (OPENRULE), and the swaps (SWAP, as RIF writes them). One
 * thread. */
#ifndef KANAME_SHARED_GAMES_RIF_H
#define KANAME_SHARED_GAMES_RIF_H

#include "shared/games/game.h"
#include "shared/status/failure.h"
#include "shared/text/xml.h"

#include <stdbool.h>
#include <stddef.h>

typedef struct Rif Rif;

enum { RIF_HEAD_BYTES = 1 << 16 }; /* the most that rif_matches() looks at */

/* Returns whether the first bytes of a file are those of RIF. */
bool rif_matches(const char *head, size_t size);
/* Returns whether they are those of XML, which may be a damaged RIF. */
bool rif_begins(const char *head, size_t size);

/* Reads from the source. Returns NULL if out of memory. */
Rif *rif_open(XmlSource source, void *context);
/* Reads from bytes, which must live until rif_close(). Returns NULL if out of memory. */
Rif *rif_open_bytes(const void *bytes, size_t size);
void rif_close(Rif *rif);
/* Reads the next game into `game`, made by game_init(). Returns false at the end. After a fault of
 * the XML itself, the status is GAME_READ_NOTHING and the end follows. `failure` as in game_read().
 */
bool rif_next(Rif *rif, Game *game, GameReadStatus *status, Failure *failure);

#endif
