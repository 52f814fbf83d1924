#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes a manual page out of its template and of what a program says of its options, so that neither can be forgotten.

A line of the template that is "@OPTIONS ARGUMENT..." becomes the options that `PROGRAM ARGUMENT... --help` lists, and
"@SHARED COMMAND..." those that all of these commands have. For these commands, they are not listed again, nor is --help
of any other. "@COMMANDS" becomes the program's commands, "@VERSION@" its version. An output whose name ends in .gz is
compressed, the same each time."""

import argparse
import gzip
import os
import re
import subprocess
import sys
from pathlib import Path

# Qt's parser has this option, ours does not.
NOT_OURS = ("--help-all",)
HELP = "-h, --help"


def help_of(program: Path, arguments: list[str]) -> str:
    """No setting of the user's is looked at."""
    environment = os.environ | {"LC_ALL": "C.UTF-8", "LANGUAGE": "", "COLUMNS": "80"}
    done = subprocess.run([program, *arguments, "--help"], capture_output=True, text=True, env=environment, timeout=60)
    if done.returncode != 0:
        raise SystemExit(f"{program} {' '.join(arguments)} --help: status {done.returncode}: {done.stderr.strip()}")
    return done.stdout


def options_in(text: str) -> dict[str, str]:
    """From "-h, --help" to what it means, in the order of `text`."""
    options: dict[str, str] = {}
    name = ""
    for line in text.partition("Options:\n")[2].splitlines():
        if not line.strip():
            break
        if begins := re.match(r"  (-.*?)(?:  +(.*))?$", line):
            name = begins[1]
            options[name] = begins[2] or ""
        else:
            options[name] = f"{options[name]} {line.strip()}".strip()
    return {name: meaning for name, meaning in options.items() if name not in NOT_OURS}


def escape(text: str) -> str:
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return "\\&" + text if text[:1] in (".", "'") else text


def option_entry(name: str, meaning: str) -> str:
    bold = re.sub(r"<([^>]*)>", lambda value: f"\\fI{escape(value[1])}\\fR", name)
    bold = re.sub(r"(?<![\w\\<])--?[\w-]+", lambda option: f"\\fB{escape(option[0])}\\fR", bold)
    return f".TP\n{bold}\n{escape(meaning)}\n"


def page(program: Path, template: str, version: str) -> str:
    shared: set[str] = set()
    sharing: list[str] = []
    lines = []
    for line in template.replace("@VERSION@", version).splitlines():
        words = line.split()
        if line.startswith("@SHARED"):
            sharing = words[1:]
            every = [options_in(help_of(program, [command])) for command in sharing]
            common = [name for name in every[0] if all(name in options for options in every)]
            shared.update(common)
            lines += [option_entry(name, every[0][name]) for name in common]
        elif line.startswith("@OPTIONS"):
            own = options_in(help_of(program, words[1:]))
            if not own:
                raise SystemExit(f"{program} {' '.join(words[1:])} --help lists no options")
            told = shared if " ".join(words[1:]) in sharing else shared & {HELP}
            lines += [option_entry(name, meaning) for name, meaning in own.items() if name not in told]
        elif line.startswith("@COMMANDS"):
            found = re.findall(r"^  (\S+)  +(.+)$", help_of(program, words[1:]), re.MULTILINE)
            if not found:
                raise SystemExit(f"{program} --help lists no commands")
            lines += [f".TP\n.B {escape(name)}\n{escape(meaning)}\n" for name, meaning in found]
        else:
            lines.append(line + "\n")
    return "".join(lines)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("program", type=Path)
    parser.add_argument("template", type=Path)
    parser.add_argument("output", type=Path)
    parser.add_argument("--version", required=True)
    arguments = parser.parse_args()
    text = page(arguments.program, arguments.template.read_text(encoding="utf-8"), arguments.version).encode()
    arguments.output.write_bytes(gzip.compress(text, mtime=0) if arguments.output.suffix == ".gz" else text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
