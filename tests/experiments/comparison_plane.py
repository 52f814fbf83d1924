# SPDX-License-Identifier: GPL-3.0-or-later
"""The plane of picture quality against frame delay as an SVG picture."""

import math
from typing import NamedTuple

WIDTH, HEIGHT = 760, 430
LEFT, RIGHT, TOP, BOTTOM = 52, 132, 16, 42
LEAST_QUALITY = 0.4  # Lower ones stand at the edge.
COLOURS = ("#0b62c4", "#c2510c", "#0d7a5f", "#a8327f", "#6a4bc4", "#8a6d00", "#0b7f95", "#b3261e")
STYLE = """text { font: 12px sans-serif; fill: #59616b; } .grid { stroke: #dde1e6; } .page { fill: #ffffff; }
.worst { stroke-width: 1.2; stroke-dasharray: 2 3; fill: none; } .name { font-weight: 600; }
.number { font-size: 9px; font-weight: 600; text-anchor: middle; }"""


class Spot(NamedTuple):
    """A mode: medians and worst deciles."""
    mode: str
    delay: float
    worst_delay: float
    quality: float
    worst_quality: float


def decade_steps(least: float, most: float) -> list[float]:
    """1, 2 and 5 times powers of ten from the last one below `least` to the first one above `most`."""
    steps = [base * 10 ** power for power in range(-1, 7) for base in (1, 2, 5)]
    first = max(step for step in steps if step <= least)
    last = min(step for step in steps if step >= most)
    return [step for step in steps if first <= step <= last]


def numbered(x: float, y: float, number: int, fill: str, stroke: str, ink: str) -> str:
    return (f'<circle cx="{x:.1f}" cy="{y:.1f}" r="7" fill="{fill}" stroke="{stroke}"/>'
            f'<text class="number" x="{x:.1f}" y="{y + 3:.1f}" style="fill:{ink}">{number}</text>')


def plane_svg(spots: list[Spot]) -> str:
    """A full dot at each mode's medians, and a broken line from it to the worst deciles, an empty one. Numbers tell the
    modes, in the order of `spots`. The axis of delay is logarithmic."""
    delays = decade_steps(min(spot.delay for spot in spots), max(max(spot.worst_delay, spot.delay) for spot in spots))
    qualities = [LEAST_QUALITY + step / 10 for step in range(round((1 - LEAST_QUALITY) * 10) + 1)]
    span = math.log(delays[-1] / delays[0])
    x_of = lambda delay: LEFT + (WIDTH - LEFT - RIGHT) * math.log(max(delay, delays[0]) / delays[0]) / span
    y_of = lambda quality: TOP + (HEIGHT - TOP - BOTTOM) * (1 - max(quality, LEAST_QUALITY)) / (1 - LEAST_QUALITY)
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" '
             'aria-label="Picture quality against the 95th percentile of the frame delay, by mode">',
             f"<style>{STYLE}</style>", f'<rect class="page" width="{WIDTH}" height="{HEIGHT}"/>']
    for delay in delays:
        parts.append(f'<path class="grid" d="M{x_of(delay):.1f} {TOP}V{HEIGHT - BOTTOM}"/>'
                     f'<text x="{x_of(delay):.1f}" y="{HEIGHT - BOTTOM + 18}" text-anchor="middle">{delay:g}</text>')
    for quality in qualities:
        parts.append(f'<path class="grid" d="M{LEFT} {y_of(quality):.1f}H{WIDTH - RIGHT}"/>'
                     f'<text x="{LEFT - 10}" y="{y_of(quality) + 4:.1f}" text-anchor="end">{quality:.1f}</text>')
    parts.append(f'<text x="{(LEFT + WIDTH - RIGHT) / 2:.0f}" y="{HEIGHT - 6}" text-anchor="middle">frame delay p95, ms '
                 "(full: medians of the paths, empty: worst deciles)</text>"
                 f'<text x="14" y="{(TOP + HEIGHT - BOTTOM) / 2:.0f}" text-anchor="middle" '
                 f'transform="rotate(-90 14 {(TOP + HEIGHT - BOTTOM) / 2:.0f})">quality, SSIM</text>')
    lines, rings, dots, keys = [], [], [], []
    for index, spot in enumerate(spots):
        colour = COLOURS[index % len(COLOURS)]
        x, y = x_of(spot.delay), y_of(spot.quality)
        worst_x, worst_y = x_of(spot.worst_delay), y_of(spot.worst_quality)
        row = TOP + 20 + 24 * index
        lines.append(f'<path class="worst" stroke="{colour}" d="M{x:.1f} {y:.1f}L{worst_x:.1f} {worst_y:.1f}"/>')
        rings.append(numbered(worst_x, worst_y, index + 1, "#ffffff", colour, colour))
        dots.append(numbered(x, y, index + 1, colour, "#ffffff", "#ffffff"))
        keys.append(numbered(WIDTH - RIGHT + 24, row, index + 1, colour, colour, "#ffffff") +
                    f'<text class="name" x="{WIDTH - RIGHT + 36}" y="{row + 4}" style="fill:{colour}">{spot.mode}</text>')
    return "\n".join([*parts, *lines, *rings, *dots, *keys, "</svg>"]) + "\n"
