# SPDX-License-Identifier: GPL-3.0-or-later
"""The figures of docs/experiments.md as a file, so that a later run can be compared with them: each by its seed, and
whether it is what is wanted. A figure that changes is a change of the program, good or bad, and is to be written down
by making the page anew."""

import json
import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any

FILE = Path(__file__).resolve().parent / "figures.json"
# Runs of level sim are alike on every machine but for the last bits of exp() and log(), whose versions differ by the
# processor; these move no figure by more than its third digit.
RELATIVE, ABSOLUTE = 0.01, 0.02

Values = list[float | None]


def name_of(row: Any) -> str:
    """A row by what is run and measured, whatever its bounds and words."""
    spans = "" if row.spans == ((None, None),) else " " + ",".join(f"{a or 0:g}-{b or math.inf:g}" for a, b in row.spans)
    return " ".join(filter(None, (row.run, row.mode, *row.parameters, row.metric, row.flow))) + spans


def keep(judged: dict[Any, tuple[dict[int, Values], str]], file: Path = FILE) -> None:
    """Writes the figures by seed and the verdict of each row. A row that stands in two tables is kept once."""
    rows: dict[str, dict] = {}
    for row, (by_seed, verdict) in judged.items():
        kept = rows.setdefault(name_of(row), {"verdict": verdict, "seeds": {}})
        kept["verdict"] = kept["verdict"] or verdict
        kept["seeds"] = {str(seed): values for seed, values in by_seed.items()}
    lines = ",\n".join(f" {json.dumps(name)}: {json.dumps(kept)}" for name, kept in sorted(rows.items()))
    file.write_text("{\n" + lines + "\n}\n")


def load(row: Any, file: Path = FILE) -> dict[int, Values]:
    """The figures of a row by seed; none if it is not kept."""
    kept = json.loads(file.read_text()).get(name_of(row), {"seeds": {}})
    return {int(seed): values for seed, values in kept["seeds"].items()}


def alike(a: float | None, b: float | None) -> bool:
    if a is None or b is None:
        return a is b
    return math.isclose(a, b, rel_tol=RELATIVE, abs_tol=ABSOLUTE)


def changes(judged: dict[Any, tuple[dict[int, Values], str]], file: Path = FILE, whole: bool = True) -> Iterator[str]:
    """A line for each figure of these seeds that is not what the file says, and for each that one side lacks, unless
    only a part was measured."""
    kept = json.loads(file.read_text())
    seen = set()
    for row, (by_seed, verdict) in judged.items():
        name = name_of(row)
        seen.add(name)
        if name not in kept:
            yield f"{name}: is new"
            continue
        for seed, values in by_seed.items():
            before = kept[name]["seeds"].get(str(seed))
            if before is None or len(before) != len(values) or not all(map(alike, before, values)):
                yield f"{name}, seed {seed}: was {before}, is {values} ({kept[name]['verdict'] or 'no bound'} before)"
    for name in sorted(kept.keys() - seen) if whole else ():
        yield f"{name}: is not measured any more"
