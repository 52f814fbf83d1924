#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The command that makes docs/experiments.md: it fills in a table by runs, judges hand-made figures as a reader would,
and neither its rows nor the page forget an experiment."""

import importlib.machinery
import importlib.util
import json
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

FOLDER = Path(__file__).resolve().parent
ROOT = FOLDER.parents[1]
EXPERIMENTS = {file.stem: json.loads(file.read_text()) for file in (ROOT / "resources/experiments").glob("*.json")}
RUNS = {f"{name}/{case['name']}" if case else name
        for name, experiment in EXPERIMENTS.items() for case in experiment.get("cases", [{}])}

sys.path.insert(0, str(FOLDER))
loader = importlib.machinery.SourceFileLoader("table", str(FOLDER / "table"))
table = importlib.util.module_from_spec(importlib.util.spec_from_loader("table", loader))
loader.exec_module(table)
Figures, Row = table.Figures, table.Row
kept_figures = table.kept_figures


def measured(**figures: list[list[float | None]]) -> table.Measured:
    """Figures of rows in modes of these names; one list a seed."""
    by_seed = {row(mode): dict(enumerate(values, start=1)) for mode, values in figures.items()}
    return table.Measured({row: Figures(values, "%") for row, values in by_seed.items()}, "counterpoint")


def row(mode: str) -> Row:
    return Row("experiment", mode, "lost", "loss")


class Judgement(unittest.TestCase):
    def judge(self, values: list[list[float | None]], **bounds: float) -> str:
        judged = row("a")._replace(**bounds)
        return table.held(judged, table.Measured({judged: Figures(dict(enumerate(values)), "%")}, ""))

    def test_holds_when_each_value_of_each_seed_does(self) -> None:
        self.assertEqual(self.judge([[1, 2], [3, 2]], least=1, most=3), "yes")
        self.assertEqual(self.judge([[1, 2], [3, 4]], least=1, most=3), "on average")
        self.assertEqual(self.judge([[1, 2], [3, 40]], least=1, most=3), "no")
        self.assertEqual(self.judge([[1], [0.9]], least=1), "no")

    def test_what_cannot_be_told_does_not_hold(self) -> None:
        self.assertEqual(self.judge([[1], [None]], most=3), "no")
        self.assertEqual(self.judge([[]], most=3), "no")

    def test_what_a_level_refuses_is_not_judged(self) -> None:
        self.assertEqual(self.judge([], most=3), "")
        self.assertEqual(table.ours(Figures({}, ""), True), "not run")

    def test_without_a_bound_there_is_nothing_to_hold(self) -> None:
        self.assertEqual(self.judge([[1]]), "")

    def test_beside_another_run_seed_is_compared_with_seed(self) -> None:
        judged = row("a")._replace(least=1, beside=("experiment", "b"))
        both = measured(b=[[10], [20]])
        for ours, word in (([[11], [21]], "yes"), ([[13], [20]], "on average"), ([[11], [20]], "no")):
            both.figures[judged] = Figures(dict(enumerate(ours, start=1)), "%")
            self.assertEqual(table.held(judged, both), word)

    def test_a_figure_is_the_mean_and_the_range(self) -> None:
        self.assertEqual(table.ours(Figures({1: [1.0], 2: [2.0]}, "%"), True), "1.5 (1–2)")
        self.assertEqual(table.ours(Figures({1: [1.0], 2: [2.0]}, "%"), False), "1.5")
        self.assertEqual(table.ours(Figures({1: [1234.5]}, "kbit/s"), True), "1234")
        self.assertEqual(table.ours(Figures({1: [None]}, "s"), True), "cannot be told")


class Tables(unittest.TestCase):
    def lines(self, runs: list[str], **bounds: float) -> list[str]:
        rows = tuple(row("a")._replace(run=run, paper="none", **bounds) for run in runs)
        figures = {one: Figures({1: [number]}, "%") for number, one in enumerate(rows)}
        return "".join(table.tables(rows, "paper", table.Measured(figures, ""))).split("\n")

    def test_cases_that_are_measured_alike_share_a_line(self) -> None:
        self.assertEqual(self.lines(["x/one", "x/two", "y"], most=0), [
            "",
            "|`x`|metric|paper|wanted|`one`|`two`|",
            "|---|---|---|---|---|---|",
            "|`a`|lost, %|none|≤ 0|0|1 **no**|",
            "",
            "|experiment, mode|metric|paper|wanted|ours|",
            "|---|---|---|---|---|",
            "|`y`, `a`|lost, %|none|≤ 0|2 **no**|",
            ""])

    def test_a_figure_without_a_bound_has_no_mark(self) -> None:
        self.assertEqual(self.lines(["x/one"])[3], "|`x/one`, `a`|lost, %|none||0|")


    def test_a_variant_stands_beside_another_one(self) -> None:
        plain = row("a")._replace(parameters=("variant=0",))
        ours = row("a")._replace(parameters=("variant=1",), beside=("experiment", "a"), beside_parameters=("variant=0",),
                                 most=0)
        self.assertEqual(table.counterpart(ours), plain)
        both = table.Measured({plain: Figures({1: [2.0]}, "dB"), ours: Figures({1: [1.5]}, "dB")}, "")
        self.assertEqual(table.held(ours, both), "yes")
        self.assertEqual(table.wanted(ours), "≤ `variant=0` + 0")
        self.assertEqual(table.cell(ours, both), "1.5; `variant=0` 2")


class KeptFigures(unittest.TestCase):
    def changes(self, values: list[float | None], **other: str) -> list[str]:
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "figures.json"
            kept_figures.keep({row("a"): ({1: [100.0, None], 2: [7.0, 8.0]}, "no")}, file)
            return list(kept_figures.changes({row("a")._replace(**other): ({1: values}, "yes")}, file))

    def test_a_fresh_run_is_alike_but_for_its_last_digits(self) -> None:
        self.assertEqual(self.changes([100.4, None]), [])

    def test_a_figure_that_moves_is_named_with_its_seed(self) -> None:
        for values in ([102.0, None], [98.0, None], [100.0, 0.0], [None, None], [100.0]):
            lines = self.changes(values)
            self.assertEqual(len(lines), 1, values)
            self.assertRegex(lines[0], r"^experiment a loss, seed 1: was \[100.0, None\], is .* \(no before\)$")

    def test_a_new_figure_and_a_missing_one_are_named(self) -> None:
        self.assertEqual(self.changes([1.0, 2.0], metric="delay"),
                         ["experiment a delay: is new", "experiment a loss: is not measured any more"])


class Page(unittest.TestCase):
    def test_every_figure_is_kept_and_checked_by_one_test(self) -> None:
        judged = {row: ({}, "") for row in table.rows_of(table.SECTIONS)}
        self.assertEqual(list(kept_figures.changes(judged)), [], "run tests/experiments/table")
        if checked := os.environ.get("CHECKED_SECTIONS"):
            chosen = [section.title for only in checked.split(",") for section in table.chosen_sections(only)]
            self.assertEqual(sorted(chosen), sorted(section.title for section in table.SECTIONS))

    def test_every_experiment_is_in_it(self) -> None:
        runs = {row.run for section in table.SECTIONS for row in section.rows + section.figures}
        self.assertLessEqual(runs, RUNS, "rows of experiments or cases that there are not")
        measured_here = {run.split("/")[0] for run in runs}
        page = (ROOT / "docs" / "experiments.md").read_text()
        for name in EXPERIMENTS:
            self.assertIn(name, measured_here, "has no row in tests/experiments/table_rows.py")
            self.assertRegex(page, rf"(?m)^\|`{name}[`/]", "run tests/experiments/table")

    def test_it_is_made_of_the_figures_that_are_kept(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            output = Path(folder) / "page.md"
            subprocess.run([FOLDER / "table", "--update", "--output", output], check=True, capture_output=True)
            self.assertEqual(output.read_text(), (ROOT / "docs" / "experiments.md").read_text(), "run tests/experiments/table")

    def test_a_row_is_filled_in_by_runs(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            output = Path(folder) / "page.md"
            command = [FOLDER / "table", "--only", "latecki-udp", "--seeds", "1", "--jobs", "1", "--output", output]
            subprocess.run(command, check=True, capture_output=True)
            page = output.read_text()
            run = [table.harness.find_cli(), "lab", "run", "latecki-udp", "--mode", "fixed", "--json", "--output",
                   Path(folder) / "runs"]
            metrics = json.loads(subprocess.run(run, check=True, capture_output=True).stdout)["runs"][0]["metrics"]
        self.assertIn("`tests/experiments/table --seeds 1 --only latecki-udp`", page)
        self.assertRegex(page, r"(?m)^\|`latecki-udp`, `owd-trend`\|packets lost, %\|.*\|≤ 0\|0\|$")
        lost = next(metric["value"] for metric in metrics if metric["metric"] == "loss")
        self.assertRegex(page, rf"(?m)^\|\|packets lost without control, %\|.*\|{lost:.3g}\|$")
        self.assertNotIn("`latecki-detect`", page)

    def test_a_part_does_not_replace_the_page(self) -> None:
        done = subprocess.run([FOLDER / "table", "--only", "latecki-udp"], capture_output=True, text=True)
        self.assertEqual(done.returncode, 2)
        self.assertIn("--output", done.stderr)


if __name__ == "__main__":
    unittest.main()
