#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A constant of a mode that is changed beyond its meaning does not go unnoticed: the figures of its experiments are not
those that are kept. Each mutant is run where its constant matters, with seed 1."""

import subprocess
import sys
import unittest
from pathlib import Path

TABLE = Path(__file__).resolve().parent / "table"
MUTANTS = (
    ("2d.backoff=0.7", "rfc8867-5.1/delay-50ms"),
    ("2d.queue_high=80", "rfc8867-5.1/delay-50ms"),
    ("2d.growth=0.05", "rfc8867-5.1/delay-50ms"),
    ("2d.least_share=0.9", "rfc8867-5.1/delay-50ms"),
    ("2d-classic.latency_rise=4", "packet-rate"),
    ("1d.half_packets=8", "packet-rate"),
    ("tcp-cwnd.segment=400", "jacobs-bottleneck"),
    ("mpeg-tfrcp.least_timeout=1500", "wakamiya-interval/32-rtt"),
    ("ssvp.beta=0.5", "ssvp-dumbbell/ftp-10"),
    ("owd-trend.queue_above=60", "latecki-udp"),
)


class Mutants(unittest.TestCase):
    def test_each_is_noticed(self) -> None:
        for mutant, experiment in MUTANTS:
            with self.subTest(mutant):
                command = [TABLE, "--check", "--seeds", "1", "--jobs", "1", "--only", experiment, "--parameter", mutant]
                done = subprocess.run(command, capture_output=True, text=True)
                self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
                self.assertRegex(done.stdout, r"seed 1: was .*, is ")
                print(f"{mutant} in {experiment}: {done.stdout.splitlines()[-1].partition(';')[0]}")

    def test_without_one_all_is_as_kept(self) -> None:
        done = subprocess.run([TABLE, "--check", "--seeds", "1", "--only", "packet-rate"], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)


if __name__ == "__main__":
    sys.exit(unittest.main())
