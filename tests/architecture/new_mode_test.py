#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""new_mode_test.py ROOT COMPILER: does what docs/adding-a-mode.md says in a copy of core, compiles it, and runs the new mode
for some seconds. So a mode stays one file and one line."""

import concurrent.futures
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

FOLDERS = ("core/adaptation", "core/base", "core/model")
TABLE = "core/adaptation/modes.cpp"
FLAGS = ["-std=c++20", "-O0", "-Wall", "-Wextra", "-Wpedantic", "-Wshadow", "-Wconversion", "-Werror",
         "-Wno-missing-field-initializers", "-Wno-subobject-linkage"]
PROGRAM = r"""
#include <cstdio>

#include "core/adaptation/adaptation.h"

using namespace counterpoint;

int main() {
  const Mode* mode = find_mode("aimd");
  if (mode == nullptr) return 1;
  for (const Mode& known : modes()) std::printf("mode %s\n", std::string(known.name).c_str());
  for (const Parameter& parameter : parameters_of(*mode))
    std::printf("parameter %s: %s\n", std::string(parameter.name).c_str(), std::string(parameter.label).c_str());
  const OperatingPoint point = OperatingPoint::from_rate(DataRate::kilobits_per_second(300), FrameRate::per_second(30),
                                                         {.width = 640, .height = 360});
  const auto run = [&](const ParameterValues& values, bool lossy) {
    Timestamp now{1000s};
    Adaptation adaptation({.mode = mode, .parameters = values}, {.point = point, .now = now});
    for (int i = 0; i < 100; ++i, now += 20ms) {
      const Timestamp sent_at = now - 50ms;
      adaptation.handle_sent({StreamKind::kVideo, i, DataSize::bytes(1000), sent_at});
      PacketFeedback packet{.stream = StreamKind::kVideo, .sequence = i, .size = DataSize::bytes(1000), .sent_at = sent_at};
      packet.lost = lossy && i % 5 == 0;
      if (!packet.lost) packet.arrived_at = now;
      adaptation.handle_feedback({.received_at = now, .packets = {packet}, .round_trip_time = 100ms});
      adaptation.poll({}, now);
    }
    std::printf("video %.0f kbit/s\n", adaptation.point().video_rate().kilobits_per_second());
  };
  run({}, false);
  run({{"increase", 40}}, false);
  run({}, true);
}
"""


def example(page: str) -> tuple[str, str, str]:
    """The path of the new file, its text, and the line of the table."""
    blocks = re.findall(r"```cpp\n(.*?)```\n", page, re.DOTALL)
    paths = re.findall(r"The file, here `([^`]+)`", page)
    assert len(blocks) == 2 and len(paths) == 1, "the page has a file and a line"
    return paths[0], blocks[0], blocks[1]


def touched(root: Path, copy: Path) -> list[str]:
    found = []
    for folder in FOLDERS:
        for path in sorted((copy / folder).rglob("*")):
            name = str(path.relative_to(copy))
            before = root / name
            if path.is_file() and (not before.is_file() or before.read_bytes() != path.read_bytes()):
                found.append(name)
    return found


def build(compiler: str, copy: Path) -> Path:
    """The sources of a folder together, as the build's own unity option does."""
    (copy / "main.cpp").write_text(PROGRAM)
    units = [copy / "main.cpp"]
    folders = {source.parent for folder in FOLDERS for source in (copy / folder).rglob("*.cpp")}
    for number, folder in enumerate(sorted(folders)):
        units.append(copy / f"unit{number}.cpp")
        units[-1].write_text("".join(f'#include "{source}"\n' for source in sorted(folder.glob("*.cpp"))))

    def compile_unit(unit: Path) -> Path:
        subprocess.run([compiler, *FLAGS, "-I", copy, "-c", unit, "-o", unit.with_suffix(".o")], check=True)
        return unit.with_suffix(".o")

    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        objects = list(pool.map(compile_unit, units))
    subprocess.run([compiler, *objects, "-o", copy / "program"], check=True)
    return copy / "program"


def main() -> None:
    root, compiler = Path(sys.argv[1]).resolve(), sys.argv[2]
    path, text, line = example((root / "docs/adding-a-mode.md").read_text())
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder)
        for name in FOLDERS:
            shutil.copytree(root / name, copy / name)
        assert not (copy / path).exists(), f"{path} is there already"
        (copy / path).parent.mkdir(exist_ok=True)
        (copy / path).write_text(text)
        table = (copy / TABLE).read_text()
        assert table.count("  MODE(kFixedMode)\n") == 1 and line.count("\n") == 1, "one line before the last"
        (copy / TABLE).write_text(table.replace("  MODE(kFixedMode)\n", line + "  MODE(kFixedMode)\n"))
        assert touched(root, copy) == sorted([path, TABLE]), f"two files are touched, not {touched(root, copy)}"
        output = subprocess.run([build(compiler, copy)], check=True, capture_output=True, text=True).stdout
    print(output, end="")
    assert "mode aimd\n" in output and "mode fixed\n" in output
    assert "parameter increase: Growth in a round trip\n" in output and "parameter decrease: " in output
    clear, faster, lossy = (int(rate) for rate in re.findall(r"video (\d+) kbit/s", output))
    assert 300 < clear < faster, "it grows while nothing is lost, the faster the larger its parameter"
    assert lossy < 300, "losses lower the rate"


if __name__ == "__main__":
    main()
