"""The C interface: the structures, constants and functions of kaname.h for ctypes.

Nothing here interprets them: the other modules do. tests/protocol/python/native_test.py compiles
this table against the header, so that the two cannot differ.
"""

from __future__ import annotations

import ctypes
import ctypes.util
import os
import pathlib
from ctypes import (
    CFUNCTYPE,
    POINTER,
    Structure,
    c_bool,
    c_char_p,
    c_double,
    c_int,
    c_int64,
    c_size_t,
    c_uint32,
    c_uint64,
    c_void_p,
)
from enum import IntEnum
from typing import Any

MIN_SIZE = 5
MAX_SIZE = 22
MAX_CELLS = MAX_SIZE * MAX_SIZE
MAX_PV = 128
MAX_THREADS = 256
MAX_LINES = MAX_CELLS
MAX_PARAMS = 256
MAX_WEIGHTS_BYTES = 16 * 1024 * 1024
SCORE_WIN = 30000
SCORE_WIN_MIN = SCORE_WIN - 1000
INT_MAX = 2**31 - 1
UINT64_MAX = 2**64 - 1


class Status(IntEnum):
    """KanameStatus: what a function of the library reports."""

    OK = 0
    ERR_MEMORY = 1
    ERR_SIZE = 2
    ERR_RULE = 3
    ERR_OFF_BOARD = 4
    ERR_OCCUPIED = 5
    ERR_EMPTY = 6
    ERR_NOT_LAST = 7
    ERR_NO_MOVE = 8
    ERR_RANGE = 9
    ERR_UNSUPPORTED = 10
    ERR_IO = 11
    ERR_FOREIGN = 12
    ERR_VERSION = 13
    ERR_DAMAGED = 14
    ERR_MISMATCH = 15
    ERR_WEIGHTS = 16
    ERR_OBSOLETE = 17


class Rule(IntEnum):
    """The rules of the game. Wherever a rule is wanted, its name as text will do: "renju"."""

    FREESTYLE = 0
    """Five or more wins."""
    STANDARD = 1
    """Exactly five wins."""
    RENJU = 2
    """Black: exactly five wins; overline, double-four and double-three are forbidden. White: five
    or more wins."""
    CARO = 3
    """Five or more wins, unless opponent stones shut a five at both ends."""
    CARO_EXACT = 4
    """Exactly five wins, unless opponent stones shut it at both ends."""


class Color(IntEnum):
    """What stands on a point: a stone, a wall where neither side can play, or nothing."""

    BLACK = 0
    WHITE = 1
    WALL = 2
    EMPTY = 3

    @property
    def opponent(self) -> Color:
        """The other side; walls and empty points have none."""
        if self > Color.WHITE:
            raise ValueError(f"{self.name.lower()} is no side")
        return Color(1 - self)


class Evaluator(IntEnum):
    """What evaluates positions: tables of shapes, or a network that corrects them."""

    TABLE = 0
    NETWORK = 1


class RootEvent(IntEnum):
    """KanameRootEvent: what happens to a move of the position that is searched."""

    START = 0
    DONE = 1
    BEST = 2
    LOST = 3


class SolveMode(IntEnum):
    """Threats that a solver may use. Their names as text will do: "vcf", "vct"."""

    VCF = 0
    """By fours alone."""
    VCT = 1
    """By fours, open threes and threats to win by fours."""


class Verdict(IntEnum):
    """What a solver has found."""

    NO_WIN = 0
    WIN = 1
    UNKNOWN = 2
    """A limit or a stop ended the search."""


class KanamePoint(Structure):
    _fields_ = [("x", c_int), ("y", c_int)]


class KanameStone(Structure):
    _fields_ = [("x", c_int), ("y", c_int), ("color", c_int)]


class KanameParam(Structure):
    _fields_ = [
        ("name", c_char_p),
        ("meaning", c_char_p),
        ("value", c_int),
        ("minimum", c_int),
        ("maximum", c_int),
    ]


class KanameLimits(Structure):
    _fields_ = [
        ("start_ms", c_int64),
        ("turn_ms", c_int64),
        ("match_ms", c_int64),
        ("increment_ms", c_int64),
        ("margin_ms", c_int64),
        ("max_nodes", c_uint64),
        ("max_depth", c_int),
        ("lines", c_int),
        ("exact_time", c_bool),
        ("start_depth", c_int),
        ("width", c_int),
        ("threat_percent", c_int),
        ("is_balanced", c_bool),
        ("balance_score", c_int),
    ]


class KanameReport(Structure):
    _fields_ = [
        ("line", c_int),
        ("depth", c_int),
        ("seldepth", c_int),
        ("score", c_int),
        ("nodes", c_uint64),
        ("time_ms", c_int64),
        ("pv_count", c_size_t),
        ("pv", KanamePoint * MAX_PV),
    ]


ON_REPORT = CFUNCTYPE(None, POINTER(KanameReport), c_void_p)
ON_ROOT = CFUNCTYPE(None, c_int, KanamePoint, c_void_p)
WRITE_FN = CFUNCTYPE(c_bool, c_void_p, c_void_p, c_size_t)
READ_FN = CFUNCTYPE(c_bool, c_void_p, c_void_p, c_size_t)


class KanameCallbacks(Structure):
    _fields_ = [("on_report", ON_REPORT), ("on_root", ON_ROOT), ("context", c_void_p)]


class KanameResult(Structure):
    _fields_ = [
        ("best", KanamePoint),
        ("score", c_int),
        ("depth", c_int),
        ("nodes", c_uint64),
        ("time_ms", c_int64),
        ("pv_count", c_size_t),
        ("pv", KanamePoint * MAX_PV),
    ]


class KanameSolution(Structure):
    _fields_ = [
        ("verdict", c_int),
        ("nodes", c_uint64),
        ("time_ms", c_int64),
        ("line_count", c_size_t),
        ("line", KanamePoint * MAX_CELLS),
    ]


# An enumeration is an int for C, an engine a pointer. name: (result, arguments...).
_POINTS = POINTER(KanamePoint)
FUNCTIONS: dict[str, tuple[Any, ...]] = {
    "kaname_status_text": (c_char_p, c_int),
    "kaname_rule_name": (c_char_p, c_int),
    "kaname_new": (c_void_p,),
    "kaname_free": (None, c_void_p),
    "kaname_version": (c_char_p,),
    "kaname_isa": (c_char_p, c_void_p),
    "kaname_set_isa": (c_int, c_void_p, c_char_p),
    "kaname_set_evaluator": (c_int, c_void_p, c_int),
    "kaname_evaluator": (c_int, c_void_p),
    "kaname_load_weights": (c_int, c_void_p, c_void_p, c_size_t),
    "kaname_weights_id": (c_uint32, c_void_p),
    "kaname_set_size": (c_int, c_void_p, c_int, c_int),
    "kaname_set_rule": (c_int, c_void_p, c_int),
    "kaname_set_position": (c_int, c_void_p, POINTER(KanameStone), c_size_t, c_int),
    "kaname_set_to_move": (c_int, c_void_p, c_int),
    "kaname_play": (c_int, c_void_p, c_int, c_int),
    "kaname_take_back": (c_int, c_void_p),
    "kaname_width": (c_int, c_void_p),
    "kaname_height": (c_int, c_void_p),
    "kaname_rule": (c_int, c_void_p),
    "kaname_to_move": (c_int, c_void_p),
    "kaname_stone_count": (c_size_t, c_void_p),
    "kaname_stone": (KanameStone, c_void_p, c_size_t),
    "kaname_at": (c_int, c_void_p, c_int, c_int),
    "kaname_wins_at": (c_bool, c_void_p, c_int, c_int, c_int),
    "kaname_winning_rows": (c_size_t, c_void_p, c_int, c_int, c_int, _POINTS, c_size_t),
    "kaname_is_forbidden": (c_bool, c_void_p, c_int, c_int, c_int),
    "kaname_forbidden": (c_size_t, c_void_p, _POINTS, c_size_t),
    "kaname_set_memory": (c_int, c_void_p, c_uint64),
    "kaname_set_hash": (c_int, c_void_p, c_uint64),
    "kaname_set_threads": (c_int, c_void_p, c_int),
    "kaname_param": (c_bool, c_size_t, POINTER(KanameParam)),
    "kaname_set_param": (c_int, c_void_p, c_char_p, c_int),
    "kaname_get_param": (c_int, c_void_p, c_char_p, POINTER(c_int)),
    "kaname_clear_hash": (None, c_void_p),
    "kaname_exclude": (c_int, c_void_p, c_int, c_int, c_bool),
    "kaname_exclude_clear": (None, c_void_p),
    "kaname_exclude_path": (c_int, c_void_p, _POINTS, c_size_t),
    "kaname_exclude_paths_clear": (None, c_void_p),
    "kaname_hash_kib": (c_uint64, c_void_p),
    "kaname_hash_permille": (c_int, c_void_p),
    "kaname_table_new": (c_void_p, c_uint64),
    "kaname_table_free": (None, c_void_p),
    "kaname_use_table": (None, c_void_p, c_void_p),
    "kaname_save_hash": (c_int, c_void_p, WRITE_FN, c_void_p),
    "kaname_load_hash": (c_int, c_void_p, READ_FN, c_void_p),
    "kaname_now_ms": (c_int64,),
    "kaname_no_limits": (KanameLimits,),
    "kaname_prepare": (c_int, c_void_p, POINTER(KanameLimits)),
    "kaname_warm_up": (None, c_void_p),
    "kaname_think": (
        c_int,
        c_void_p,
        POINTER(KanameLimits),
        POINTER(KanameCallbacks),
        POINTER(KanameResult),
    ),
    "kaname_stop": (None, c_void_p),
    "kaname_clear_stop": (None, c_void_p),
    "kaname_solve": (c_int, c_void_p, c_int, POINTER(KanameLimits), POINTER(KanameSolution)),
    "kaname_score_win_plies": (c_int, c_int),
    "kaname_win_rate": (c_double, c_void_p, c_int),
}

VERSION = "0.1.0"
"""The version of the header that this module describes."""


class Error(Exception):
    """The library or the program refused something; `status` is the library's reason, if any."""

    def __init__(self, text: str, status: Status | None = None) -> None:
        super().__init__(text)
        self.status = status


class PositionError(Error, ValueError):
    """A size, rule, point, name or number that the library does not accept."""


def find_nearby(name: str, *folders: str) -> str | None:
    """Returns the path of a file beside this module (a wheel) or in one of these folders of the
    prefix that the package is installed to (PREFIX/lib/python3/dist-packages/kaname); None if it
    is in none of them."""
    here = pathlib.Path(__file__).resolve()
    prefixes = list(here.parents)[4:5]
    places = [here.parent, *(prefix / folder for prefix in prefixes for folder in folders)]
    return next((str(place / name) for place in places if (place / name).exists()), None)


def _place() -> str:
    """Where the library is: KANAME_LIBRARY, nearby, or the system's."""
    name = "libkaname.so.0"
    return os.environ.get("KANAME_LIBRARY") or find_nearby(name, "lib", "lib64") or name


def _declare(library: ctypes.CDLL, place: str) -> None:
    """Declares the library's functions. Raises ImportError if its version is another one."""
    text = f"{place} is no Kaname library"
    try:
        ask_version = library.kaname_version
        ask_version.restype = c_char_p
        version: str = ask_version().decode()
        # Before version 1 every minor version may change the interface.
        text = f"{place} is Kaname {version}; this package needs {VERSION}"
        if version.split(".")[:2] != VERSION.split(".")[:2]:
            raise ImportError(text)
        for name, (result, *arguments) in FUNCTIONS.items():
            function = getattr(library, name)
            function.restype = result
            function.argtypes = arguments
    except AttributeError as error:
        raise ImportError(f"{text} ({error})") from None


def _load() -> ctypes.CDLL:
    """Loads the library and declares its functions."""
    place = _place()
    try:
        library = ctypes.CDLL(place)
    except OSError as error:
        raise ImportError(
            f"libkaname is not found ({error}); install it (Debian: libkaname0) or set KANAME_LIBRARY"
        ) from None
    _declare(library, place)
    return library


library = _load()


def version() -> str:
    """Returns the library's version, such as "0.1.0"."""
    text: str = library.kaname_version().decode()
    return text


def check_range(name: str, value: int, least: int, most: int) -> None:
    """Raises PositionError for a number outside the range. C would take the last bits of one that
    its type cannot hold."""
    if not least <= value <= most:
        raise PositionError(f"{name} is between {least} and {most}", Status.ERR_RANGE)


def check(status: int) -> None:
    """Raises the exception of a status that is not OK."""
    if status == Status.OK:
        return
    reason = Status(status)
    text: str = library.kaname_status_text(status).decode()
    if reason == Status.ERR_MEMORY:
        raise MemoryError(text)
    if Status.ERR_SIZE <= reason <= Status.ERR_RANGE:
        raise PositionError(text, reason)
    raise Error(text, reason)
