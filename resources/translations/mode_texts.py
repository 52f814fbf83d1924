#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""mode_texts.py FOLDER: what modes say of themselves, as a source that lupdate reads. The engine knows no Qt, and a new
mode is to be one file and one line, so these texts stand nowhere else."""

import re
import sys
from pathlib import Path

TEXT = r'"(?:\\.|[^"\\])*"(?:\s*"(?:\\.|[^"\\])*")*'
NUMBER = r"[-+.\w]+"
PARAMETER = re.compile(rf"Parameter\{{\s*{TEXT},\s*({TEXT}),\s*{TEXT},\s*{NUMBER},\s*{NUMBER},\s*{NUMBER},\s*({TEXT})\s*\}}")
SUMMARY = re.compile(rf"const Mode \w+ = \{{[^;]*?\.summary\s*=\s*({TEXT})")


def main() -> None:
    for path in sorted(Path(sys.argv[1]).rglob("*.cpp")):
        source = path.read_text()
        for found in [*SUMMARY.finditer(source), *PARAMETER.finditer(source)]:
            for text in found.groups():
                print(f'QT_TRANSLATE_NOOP("Engine", {text});')


if __name__ == "__main__":
    main()
