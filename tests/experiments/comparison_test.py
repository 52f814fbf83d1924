#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The command that makes docs/comparison.md: it judges hand-made draws as the laboratory does, sorts paths by kind, and the
page is that of the figures that are kept."""

import importlib.machinery
import importlib.util
import json
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

FOLDER = Path(__file__).resolve().parent
loader = importlib.machinery.SourceFileLoader("comparison", str(FOLDER / "comparison"))
comparison = importlib.util.module_from_spec(importlib.util.spec_from_loader("comparison", loader))
loader.exec_module(comparison)


def draw(**modes: tuple[float | None, float | None, float]) -> dict:
    return {"path": "1 Mbit/s, RTT 50 ms, queue 100 ms",
            "modes": {mode: [*figures, 0.0, 90.0] for mode, figures in modes.items()}}


class Judgement(unittest.TestCase):
    def test_best_or_second_is_who_has_at_most_one_above(self) -> None:
        three = draw(a=(0.9, 100, 1), b=(0.8, 100, 1), c=(0.7, 100, 1))
        self.assertEqual([comparison.is_best_or_second(three, mode) for mode in "abc"], [True, True, False])

    def test_dominated_needs_quality_delay_and_no_longer_freezes(self) -> None:
        for other, expected in (((0.83, 190, 1), True), ((0.82, 190, 1), False), ((0.83, 195, 1), False),
                                ((0.83, 190, 2), False)):
            self.assertEqual(comparison.is_dominated(draw(one=(0.8, 200, 1), other=other), "one"), expected, other)
        self.assertTrue(comparison.is_dominated(draw(dark=(None, None, 100), other=(0.1, 5000, 90)), "dark"))


class Kinds(unittest.TestCase):
    def of(self, path: str) -> list[str]:
        return [kind for kind, belongs in comparison.KINDS if belongs(path)]

    def test_are_told_from_the_words_of_a_draw(self) -> None:
        self.assertEqual(self.of("0.3 Mbit/s in steps, RTT 20 ms, queue 60 ms, CoDel, 1.2 % lost in bursts, beside Cubic"),
                         ["below 0.5 Mbit/s", "in steps", "RTT below 50 ms", "CoDel, FQ-CoDel, PIE", "random loss",
                          "beside Reno or Cubic"])
        self.assertEqual(self.of("12 Mbit/s, RTT 300 ms, queue 60 ms, policed at 7 Mbit/s, jitter 5 ms"),
                         ["from 3 Mbit/s on", "constant", "RTT from 200 ms on", "policed", "jitter"])


class Page(unittest.TestCase):
    def test_is_made_of_the_figures_that_are_kept(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            output = Path(folder) / "comparison.md"
            comparison.write(json.loads(comparison.KEPT.read_text()), output)
            for kind in (".md", ".svg"):
                self.assertEqual(output.with_suffix(kind).read_text(), comparison.PAGE.with_suffix(kind).read_text(),
                                 "run tests/experiments/comparison")

    def test_is_filled_in_by_runs(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            output = Path(folder) / "page.md"
            command = [FOLDER / "comparison", "--draws", "2", "--seed", "7", "--mode", "fixed", "--mode", "tcp-cwnd",
                       "--coded-draws", "0", "--output", output]
            subprocess.run(command, check=True, capture_output=True)
            self.assertRegex(output.read_text(), r"(?m)^\|`tcp-cwnd`\|\d+\|\d+\|0\.\d+/0\.\d+\|")
            self.assertIn("fixed</text>", output.with_suffix(".svg").read_text())


if __name__ == "__main__":
    unittest.main()
