#!/usr/bin/env python3
"""Plots Black's win rate over a game and names the moves that cost most.

    win_rate.py [GAME [PICTURE]]

GAME: a file of any format that Kaname reads, default game.sgf beside this file. PICTURE: default
win_rate.svg; a name with another ending, such as .png, is drawn by matplotlib. Each cell, a part
below `# %%`, can be run by itself in Jupyter, VS Code or Spyder.
"""

# %% Read the game
import pathlib
import sys

import kaname
from kaname import Color

here = pathlib.Path(__file__).parent
path = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else here / "game.sgf"
picture = pathlib.Path(sys.argv[2] if len(sys.argv) > 2 else "win_rate.svg")
game = kaname.read_games(path)[0]
positions = game.positions()
moves = game.main_line
players = f"{game.black or 'Black'} against {game.white or 'White'}"
print(f"{players}: {len(game.moves)} moves, result {game.result or 'unknown'}")

# %% Analyze every position, with the same effort for each: the figures can be repeated
with kaname.Engine() as engine:
    analyses = [engine.analyze(position, kaname.Limit(nodes=20_000)) for position in positions]
rates = [analysis.win_rate_of(Color.BLACK) for analysis in analyses]  # shape (moves + 1,)

# %% The moves that cost their side most, and that the search would not have played
costs = []
for number, node in enumerate(moves, 1):
    change = rates[number - 1] - rates[number]
    costs.append(change if node.color == Color.BLACK else -change)
mistakes = []
for number, (before, analysis, node, cost) in enumerate(zip(positions, analyses, moves, costs), 1):
    if node.move is not None and node.move != analysis.best and cost >= 0.2:
        mistakes.append(number)
        print(f"{number:3}. {before.name(node.move)} costs {cost:.0%}; better: {analysis.lines[0].text}")

# %% Plot
title = f"Black's win rate, {players}"
if picture.suffix == ".svg":
    from kaname.plot import win_rates_svg

    picture.write_text(win_rates_svg(rates, mistakes, title=title), encoding="utf-8")
else:
    import matplotlib.pyplot as plt  # type: ignore[import]

    figure, axes = plt.subplots(figsize=(8, 4))
    axes.plot([100 * rate for rate in rates])
    axes.plot(mistakes, [100 * rates[number] for number in mistakes], "ro")
    axes.set(title=title, xlabel="move", ylabel="win rate of Black in %", ylim=(-2, 102))
    axes.axhline(50, color="grey", linewidth=0.5)
    figure.savefig(picture)
print(f"wrote {picture}")
