#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The measures of today's implementations, on runs whose figures can be told by hand."""

import importlib.machinery
import importlib.util
import json
import tempfile
import unittest
from pathlib import Path

FOLDER = Path(__file__).resolve().parent
loader = importlib.machinery.SourceFileLoader("others_measures", str(FOLDER / "others_measures"))
others_measures = importlib.util.module_from_spec(importlib.util.spec_from_loader("others_measures", loader))
loader.exec_module(others_measures)

PATH = "rate=1M,delay=50ms,queue=300ms,at=40s:rate=2.5M,at=60s:rate=600k,at=80s:rate=1M"


def figures(lines: list[tuple[float, int, float, str]]) -> dict[str, float | None]:
    """The figures of packets: time, bytes, seconds in queues, fate."""
    with tempfile.TemporaryDirectory() as folder:
        run = Path(folder)
        (run / "run.json").write_text(json.dumps({"experiment": {"links": [{"forward": PATH}]}}))
        text = "".join(f"{at},media,forward,{size},{queued},{fate}\n" for at, size, queued, fate in lines)
        header = "time_s,flow,direction,bytes,queued_s,fate\n0,media,backward,9,9,carried\n"
        (run / "packets.csv").write_text(header + text)
        return others_measures.figures_of(run, 90)


def steady(begin: float, end: float, rate: float, queued: float = 0, fate: str = "carried") -> list:
    """Packets of 10'000 bits at `rate`, in the middle of their times."""
    count = round((end - begin) * rate / 10_000)
    return [(begin + (i + 0.5) * (end - begin) / count, 1250, queued, fate) for i in range(count)]


class Measures(unittest.TestCase):
    def test_capacities_follow_the_path(self) -> None:
        self.assertEqual(others_measures.capacities(PATH), [(0, 1e6), (40, 2.5e6), (60, 6e5), (80, 1e6)])

    def test_delays_have_the_packets_own_transmission(self) -> None:
        measured = figures(steady(0, 10, 1e6, queued=0.005) + steady(60, 61, 5e5))
        self.assertAlmostEqual(measured["delay p50, ms"], 15)  # 10'000 bits at 1 Mbit/s
        self.assertAlmostEqual(measured["delay p99, ms"], 1e4 / 600)

    def test_times_end_with_the_first_second_of_the_rate(self) -> None:
        measured = figures(steady(0, 2, 5e5) + steady(2, 40, 9e5) + steady(40, 43, 1.2e6) + steady(43, 60, 1.5e6) +
                           steady(60, 80, 5e5) + steady(80, 99, 6e5))
        self.assertAlmostEqual(measured["start, s"], 2.9)  # 0.1 s of 0.5 and 0.9 s of 0.9 Mbit/s are 0.86
        self.assertAlmostEqual(measured["rise at 40 s, s"], 3.3)
        self.assertIsNone(measured["rise at 80 s, s"])

    def test_a_queue_is_drained_when_a_second_has_neither_delay_nor_loss(self) -> None:
        measured = figures(steady(0, 60, 1e6) + steady(60, 62, 5e5, queued=0.2) +
                           steady(62, 63, 5e5, fate="dropped") + steady(63, 99, 5e5))
        self.assertAlmostEqual(measured["drained in, s"], 3)
        self.assertAlmostEqual(measured["lost 60 to 65 s, %"], 20)
        self.assertEqual(others_measures.summary([1, None, 3]), "2.00 (1.00 to 3.00), 1 never")


if __name__ == "__main__":
    unittest.main()
