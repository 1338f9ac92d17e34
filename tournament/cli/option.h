/* option.h: tables of options. One row says all there is to say about an option; parsing, range
 * errors, --help, the manual page, completion, defaults and the settings of a run come from it.
 *
 * This folder knows nothing of engines or games: a table describes fields of a struct that it does
 * not know, by their offsets. Tables are constant; all functions are pure but for what they write
 * to the struct, and may run on any thread. */
#ifndef TOURNAMENT_CLI_OPTION_H
#define TOURNAMENT_CLI_OPTION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

typedef struct OptionRow OptionRow;
typedef struct OptionTable OptionTable;
typedef struct OptionReader OptionReader;

/* The type of the field, and how its text is read. */
typedef enum OptionKind {
    OPTION_FLAG,    /* bool: set by the option alone; as KEY=on|off inside another option */
    OPTION_INT,     /* int, least to most */
    OPTION_WHOLE,   /* int64_t or uint64_t, least to most, 0 or more */
    OPTION_REAL,    /* double, least_real to most_real */
    OPTION_SECONDS, /* int64_t, milliseconds; the text states seconds, decimals allowed */
    OPTION_BYTES,   /* uint64_t; K, M or G may follow */
    OPTION_TEXT,    /* char *: an allocated copy, freed by option_release() */
    OPTION_CHOICE,  /* int or an enum: the index of the word in `choices` */
    OPTION_WORDS, /* no field: KEY=VALUE words, read by the rows of `words` into the same struct */
    OPTION_OWN    /* read() stores it */
} OptionKind;

/* What -resume does if an option differs from the run that is resumed. Zero compares, so that a new
 * row cannot be forgotten. */
typedef enum OptionResume {
    OPTION_COMPARED,  /* refuses; option_print_settings() prints the value */
    OPTION_ELSEWHERE, /* refuses; another row or the run's own record prints the value */
    OPTION_FREE       /* allows it: the option does not decide what is played */
} OptionResume;

struct OptionRow {
    const char *name;  /* "-games"; "depth" of depth=N; "option." of option.KEY=VALUE; an operand's
                          name, "FILE", without a '-' */
    const char *value; /* placeholders, one for each word: "N SCORE"; NULL: a flag. FILE, FOLDER and
                          COMMAND are completed as what they name */
    const char *help;  /* meaning; unit, range and default are added to it, and, behind a ':' at its
                          end, the choices */
    const char *group; /* title of its section in the help; NULL inside another option */
    const char *unit;  /* of the value; NULL: none */
    OptionKind kind;
    size_t offset;                /* of the field */
    size_t given;                 /* offset of a bool that reading the option sets; 0: none */
    int64_t least, most;          /* INT64_MAX, INT_MAX: no upper limit that a user would meet */
    double least_real, most_real; /* both 0: any finite number */
    const char *standard;       /* the default, as the text that would set it; NULL: zeroed field */
    const char *otherwise;      /* describes a default that no text sets; NULL: see standard */
    const char *const *choices; /* ended by NULL; completed for OPTION_OWN too; NULL: none */
    const OptionTable *words;   /* rows of the KEY=VALUE words behind it; NULL: none */
    /* Reads the words behind the option (one inside another option: the value). Returns how many it
     * took, negative after option_complain(). */
    int (*read)(OptionReader *reader, const OptionRow *row, void *target, int left,
                char *const *words);
    OptionResume resume;
    const char *setting;                          /* key in the settings; NULL: the name */
    void (*print)(FILE *out, const void *target); /* settings of an OPTION_OWN: whole lines */
    const char *example; /* words that change the default, where the kind does not yield any */
    bool is_command_line_only; /* no -config file may state it */
    const char *list; /* in a -config file: the name of a list (of an object, behind a name that
                         ends with '.') with one use of the option an entry; NULL: none */
};

struct OptionTable {
    const OptionRow *rows;   /* ended by one without a name */
    size_t offset;           /* of the rows' struct within the command's struct */
    const char *const *only; /* names of the rows that count, ended by NULL; NULL: all */
};

/* What a command line holds: the program's, or a subcommand's. */
typedef struct OptionCommand {
    const char *name;          /* NULL: the program itself */
    const char *about;         /* one clause */
    const char *const *usage;  /* what follows the name, one form an entry, ended by NULL */
    const char *const *groups; /* titles in the order of the help, ended by NULL */
    const OptionTable *tables;
    size_t table_count;
    /* Checks options together, after all are read. False: it left an error. NULL: nothing. */
    bool (*check)(OptionReader *reader, void *target);
    void (*print_more)(FILE *out);     /* the end of the help; NULL: nothing */
    int (*run)(int argc, char **argv); /* argv[0]: the command's name. Returns the exit status */
} OptionCommand;

/* True if the table takes the row: see `only`. */
bool option_takes(const OptionTable *table, const OptionRow *row);
/* The row of a table that reads this name, of `length` bytes; NULL: none. */
const OptionRow *option_find(const OptionTable *table, const char *name, size_t length);

/* Frees all texts and sets them to NULL. What read() functions allocated is theirs to free. */
void option_release(const OptionTable *table, void *target);
/* Prints what -resume compares, a line "key = value" each, behind `indent`. */
void option_print_settings(FILE *out, const OptionTable *table, const void *target,
                           const char *indent);

#endif
