"""Pictures without further packages."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from html import escape


def win_rates_svg(
    rates: Sequence[float], marks: Sequence[int] = (), *, title: str = "", width: int = 720
) -> str:
    """Returns an SVG picture of Black's win rate over a game.

    `rates`: shape (moves + 1,), 0 to 1, after 0, 1, 2, ... moves. `marks`: numbers of moves, from
    1, that get a dot, such as mistakes. `width`: pixels; the height is half of it.
    """
    height, left, right, top, bottom = width // 2, 52, 16, 36, 40
    last = max(1, len(rates) - 1)

    def x(ply: float) -> float:
        return round(left + (width - left - right) * ply / last, 1)

    def y(rate: float) -> float:
        return round(top + (height - top - bottom) * (1 - rate), 1)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}"'
        f' height="{height}" font-family="sans-serif" font-size="12" fill="#333" role="img">',
        f"<title>{escape(title or 'Win rate of Black')}</title>",
        f'<rect width="{width}" height="{height}" fill="#fff"/>',
        f'<text x="{left}" y="22" font-size="14" font-weight="bold">{escape(title)}</text>',
    ]
    for percent in (0, 25, 50, 75, 100):
        shade = "#999" if percent == 50 else "#ddd"
        parts.append(
            f'<path d="M{left} {y(percent / 100)}H{width - right}" stroke="{shade}"/>'
            f'<text x="{left - 6}" y="{y(percent / 100) + 4}" text-anchor="end">{percent}%</text>'
        )
    steps = (base * 10**power for power in itertools.count() for base in (1, 2, 5))
    step = next(step for step in steps if last / step <= 12)
    for ply in range(0, last + 1, step):
        parts.append(f'<text x="{x(ply)}" y="{height - 22}" text-anchor="middle">{ply}</text>')
    middle = (left + width - right) / 2
    parts.append(f'<text x="{middle}" y="{height - 6}" text-anchor="middle">move</text>')
    points = " ".join(f"{x(ply)},{y(rate)}" for ply, rate in enumerate(rates))
    parts.append(f'<polyline points="{points}" fill="none" stroke="#1f5f8b" stroke-width="2"/>')
    for move in marks:
        parts.append(f'<circle cx="{x(move)}" cy="{y(rates[move])}" r="4" fill="#c0392b">'
                     f"<title>move {move}</title></circle>")
    return "\n".join([*parts, "</svg>", ""])
