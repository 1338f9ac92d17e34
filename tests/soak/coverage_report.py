#!/usr/bin/env python3
"""Lines of engine/ and protocol/ that nothing ran, as blocks with a reason each.

    coverage_report.py ROOT LINES REASONS BLOCKS

ROOT is the folder that holds engine/ and protocol/, LINES the counts of `llvm-cov export
-format=lcov`. Prints the lines covered of each folder, then the number of the others by reason, and
writes these as blocks, with their reasons, into the file BLOCKS.

A block is a run of neighbouring lines of one function that nothing ran. Its guard is the statement
before it, an `if` as a rule. The guard and the block show most reasons (the functions below). REASONS
has the others:

    FILE FUNCTION...: REASON

A REASON that begins with `by chance: ` is of blocks that some runs cover.

Exit status: 0, or 1 if there are blocks without a reason or reasons without a block; both are
printed.
"""
import bisect
import collections
import pathlib
import re
import sys

# Calls that fail where memory is short.
ALLOCATES = (r"\b(\w*(alloc|memstream|strdup)|\w+_new|\w+_new_\w+|new_\w*request|mmap|block_init|allocate|reserve"
             r"|grow|make_room|push|widen_slots|vct_table_init|solver_of_bytes)\(")
# Calls of the system and of SQLite, and how their results tell a failure.
SYSTEM_CALL = (r"\b(open\w*|close\w*|fclose|fopen|fdopen|fflush|fwrite|fread|ferror|read|write|pipe|poll|sigwait"
               r"|fchmod|fchown|f?stat|lstat|rename|unlink|f?truncate|clock_gettime|fsync|geteuid|mkstemp|readlink"
               r"|pthread_\w+_(init|create)|pthread_create|sqlite3_\w+)\(")
FAILS = r"!= 0\b|< 0\b|== NULL|!= SQLITE_OK|!= SQLITE_DONE|MAP_FAILED|\bferror\(|\w+\) !=|<= 0\b|!= 1\b"
# Conditions that hold only after a failure of a function of ours, and what is done then.
STATUS = (r"\*?(status|read|restored|outcome) != (KANAME|FILES)_OK|\w*wrong != NULL|end != REVIEW_RUN_DONE"
          r"|run == REVIEW_RUN_FAILED|!is_(good|written|kept|done|made|open|grown)|\w+(->|\.)has_failed"
          r"|kaname_\w+\(.*\) != KANAME_OK|!(line_writer_init|reading_check|(database|intake|book)_(begin|add|end|look"
          r"|each\w*))\(.*\)")
PASSES_ON = (r"return\b|fprintf\(stderr|complain\(|terminal_say\(|snprintf\((\w+->)?error|\*?status = |wrong = "
             r"|\w+ = false|line_write\($|line_write\(talk->writer|give_up\(|(free|\w+_(free|release|close))\(|break;")


class Block:
    """Lines of a function that nothing ran. `guard` is the statement before them that decides whether
    they run, empty if there is none; `earlier` the text of the function up to them."""

    def __init__(self, name, function, numbers, text, start):
        self.name, self.function, self.numbers = name, function, numbers
        self.lines = [text[number - 1].strip() for number in numbers]
        self.text = " ".join(self.lines)
        self.earlier = " ".join(line.strip() for line in text[start - 1:numbers[0] - 1])
        self.guard = guard_before(text, start, numbers[0])

    def __str__(self):
        return (f"{self.name}:{self.numbers[0]}-{self.numbers[-1]} {self.function} "
                f"[{self.guard}] {self.lines[0]}")


def guard_before(text, start, first):
    """The `if`, `else`, `case`, ... that ends directly before line `first`, on one line."""
    lines = []
    for line in reversed(text[start - 1:first - 1]):
        line = re.sub(r"/\*.*?\*/", "", line).strip()
        if not line or line.startswith(("/*", "*", "#")):
            continue
        if not lines and re.search(r"[;}]$", line) and not re.match(r"(case|default)\b", line):
            return ""
        lines.insert(0, line)
        if re.match(r"(\} )?(if|else|while|for|switch|case|default|do)\b", line):
            break
    return " ".join(lines)


def is_for(guard, is_cause):
    """Whether the condition of a guard holds only where `is_cause` holds of a part of it: of a part in
    each of the alternatives between ||."""
    condition = re.sub(r"^(\} )?(else )?(if|while) \(|\) ?\{?$", "", guard)
    return bool(guard) and all(any(is_cause(re.sub(r"^\(+(?=[^()]*$)", "", part.strip())) for part in one.split("&&"))
                               for one in condition.split("||"))


def comes_from(block, variable, calls):
    """Whether the last value that the function gave to the variable is that of such a call."""
    values = re.findall(rf"(?<!\w){re.escape(variable)} = ([^;]*);", block.earlier + " " + block.guard + ";")
    return bool(values) and re.search(calls, values[-1]) is not None


def lacks_memory(block):
    """An allocation failed before the block, or the block says so itself."""
    def is_cause(part):
        match = re.match(r"!?([][\w.>-]+)( == NULL| == MAP_FAILED|$)", part)
        return (match and comes_from(block, match[1], ALLOCATES)
                or re.match(rf"!{ALLOCATES[2:]}", part) or re.search(rf" = {ALLOCATES[2:]}.*\) == NULL", part))
    answer = (r"(return|status = ) ?\w*_?(ERR|NO|VERIFY)_MEMORY;|status = SQLITE_NOMEM;|[\"](not enough|out of) memory"
              r"|: (not enough|out of) memory|lack_memory\(")
    if re.search(answer, block.text) and len(block.lines) <= 6:
        return True
    if re.search(r"_(free|close)$", block.function) and re.fullmatch(r"if \(\w+ == NULL\)", block.guard):
        return True         # what a _new that failed gives back
    return is_for(block.guard, is_cause)


def system_call_failed(block):
    """The guard holds only where a call of the system failed, or the block names the error."""
    def is_cause(part):
        match = re.match(r"!?([\w.>-]+)( == NULL| < 0| != SQLITE_\w+|$)", part)
        return (re.search(SYSTEM_CALL, part) and re.search(FAILS, part) or "errno ==" in part
                or match and comes_from(block, match[1], SYSTEM_CALL))
    return is_for(block.guard, is_cause) or "strerror(errno" in block.text


def reaches_bound(block):
    """The guard compares with a limit of the program: a ..._MAX, the size of a buffer."""
    def is_cause(part):
        return re.search(r"(>=?|==) [^&|]*(\b[A-Z_]+_MAX\b|PATH_BYTES\b|\bsizeof\b|->room\b|\bsize$)", part)
    return "if (" in block.guard and is_for(block.guard, is_cause)


def passes_error_on(block):
    """The guard tells the failure of a function of ours; the block hands it on, as a status or in words."""
    return (is_for(block.guard, lambda part: re.fullmatch(STATUS, part))
            and re.match(PASSES_ON, block.lines[0]) is not None)


def has_no_code(block):
    """What llvm-cov counts as lines though nothing is to run there."""
    return all(re.match(r"[{};]*$|#", line) for line in block.lines)


def is_terminal(block):
    """What a terminal does, and signals at it."""
    return block.name.name == "console.c" or "isatty(" in block.guard


# The first that holds is the reason.
PATTERNS = (("a brace, a semicolon or a directive", has_no_code),
            ("terminal and signals", is_terminal),
            ("an allocation failed", lacks_memory),
            ("a system call failed", system_call_failed),
            ("a bound that no input here reaches", reaches_bound),
            ("the error of a failed function is passed on", passes_error_on))
LISTED, NONE = "a reason of its own, in coverage_reasons.txt", "without a reason"


def read_counts(root, path):
    """The counts of the lines and the first lines of the functions, by file below the root."""
    counts, functions, name = collections.defaultdict(dict), collections.defaultdict(dict), None
    for line in path.read_text().splitlines():
        key, _, value = line.partition(":")
        if key == "SF":
            name = pathlib.Path(value)
            name = name.relative_to(root) if name.is_relative_to(root) else name
            name = name if name.parts[0] in ("engine", "protocol") else None
        elif key == "FN" and name:
            number, function = value.split(",", 1)
            functions[name][int(number)] = function.rpartition(":")[2]
        elif key == "DA" and name:
            number, count = map(int, value.split(",")[:2])
            counts[name][number] = max(count, counts[name].get(number, 0))
    return counts, functions


def find_blocks(name, counts, functions, text):
    """The blocks of a file, in order."""
    starts, runs, last = sorted(functions), [], None    # last: where the function of the open run begins
    for number in sorted(counts):
        if counts[number] > 0:
            last = None
            continue
        start = starts[bisect.bisect(starts, number) - 1]
        if last == start:
            runs[-1][1].append(number)
        else:
            runs.append((start, [number]))
            last = start
    return [Block(name, functions[start], numbers, text, start) for start, numbers in runs]


def read_reasons(path):
    """The reasons, by (file, function)."""
    reasons = {}
    for line in path.read_text(encoding="ascii").splitlines():
        if line and not line.startswith("#"):
            places, _, reason = line.partition(": ")
            name, *names = places.split()
            reasons.update(((name, function), reason) for function in names)
    return reasons


def print_folders(counts):
    folders = collections.defaultdict(lambda: [0, 0])
    for name, lines in counts.items():
        for folder in {str(name.parent), name.parts[0], "all"}:     # main.c lies in protocol itself
            folders[folder][0] += sum(count > 0 for count in lines.values())
            folders[folder][1] += len(lines)
    for folder, (covered, lines) in sorted(folders.items()):
        print(f"{folder:28} {covered:6} of {lines:6}  {100 * covered / lines:5.1f}%")


def main():
    root, lines, reasons_path, blocks_path = map(pathlib.Path, sys.argv[1:])
    counts, functions = read_counts(root, lines)
    print_folders(counts)
    reasons = read_reasons(reasons_path)
    used, by_reason, unexplained = set(), collections.Counter(), []
    with open(blocks_path, "w", encoding="ascii") as output:
        for name in sorted(counts):
            text = (root / name).read_text().splitlines()
            for block in find_blocks(name, counts[name], functions[name], text):
                word = next((word for word, holds in PATTERNS if holds(block)), NONE)
                place = str(name), block.function
                if word == NONE and place in reasons:
                    word = LISTED
                    used.add(place)
                elif word == NONE:
                    unexplained.append(block)
                by_reason[word] += len(block.numbers)
                shown = reasons[place] if word == LISTED else word
                output.write(f"{block}\n    {shown}\n")
    print("not covered:")
    for word, count in by_reason.most_common():
        print(f"{word:50} {count:6}")
    for block in unexplained:
        print(f"{NONE}: {block}")
    stale = [place for place, reason in reasons.items()
             if place not in used and not reason.startswith("by chance: ")]
    for name, function in stale:
        print(f"a reason without a block: {name} {function}")
    return 1 if unexplained or stale else 0


if __name__ == "__main__":
    sys.exit(main())
