#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs app/run, tests/run and .ci/run in a copy of their own, with stand-ins for apt, dpkg, cmake and the programs, and asks what a user sees."""

import os
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
DEBIAN = 'ID=debian\nVERSION_ID="12"\nPRETTY_NAME="Debian GNU/Linux 12 (bookworm)"\n'
NOTHING = "exit 0"
FORBIDDEN = 'echo "$0 $*" >>"$FOLDER/forbidden"; exit 1'
# Fails when another one runs at the same time.
CMAKE = r"""
mkdir "$FOLDER/cmake is running" || exit 1
[ "$1" = --build ] || touch "$TREE/build/$2/build.ninja"
echo "[1/1] $*"
rmdir "$FOLDER/cmake is running"
"""
# ctest ends so when a test failed.
UNDER_SANITIZERS = """case "$*" in *asan*) echo "50% tests passed, 1 tests failed out of 2"; echo "1 - a (Failed)"; exit 8;; esac"""


class AppRun(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.tree = self.folder / "a tree"
        for path in ("app/run", ".ci/run", "tests/run", "tests/lint", "tests/lint.base", "tests/sanitize", "tests/tools/run_ctest", "cmake/setup.sh", "cmake/install-packages", "cmake/debian-packages.txt", "CMakePresets.json"):
            (self.tree / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / path, self.tree / path)
        self.command("dpkg-query", 'shift 3; for p in "$@"; do echo "installed $p"; done')
        self.command("apt-get", FORBIDDEN)
        self.command("sudo", FORBIDDEN)
        self.command("id", "echo 0")
        self.command("cmake", CMAKE)
        (self.folder / "os-release").write_text(DEBIAN)
        for program in ("counterpoint", "counterpoint-cli"):
            self.command(program, f'printf "<%s>" {program} "$@"', self.tree / "build/release/app")

    def command(self, name: str, script: str, folder: Path | None = None) -> None:
        file = (folder or self.folder / "bin") / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(f"#!/bin/sh\n{script}\n")
        file.chmod(0o755)

    def start(self, *arguments: str, script: str = "app/run", **environment: str) -> subprocess.Popen[str]:
        environment |= {"PATH": f"{self.folder}/bin:{os.environ['PATH']}", "FOLDER": str(self.folder),
                        "TREE": str(self.tree), "COUNTERPOINT_OS_RELEASE": str(self.folder / "os-release")}
        return subprocess.Popen([self.tree / script, *arguments], env=environment, cwd="/", text=True,
                                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def run_app(self, *arguments: str, script: str = "app/run", **environment: str) -> tuple[int, str, str]:
        process = self.start(*arguments, script=script, **environment)
        out, err = process.communicate(timeout=60)
        return process.returncode, out, err

    def expect_one_clear_line(self, *words: str, **environment: str) -> None:
        status, out, err = self.run_app(**environment)
        self.assertNotEqual(0, status)
        self.assertEqual(1, len(err.splitlines()), err)
        for word in words:
            self.assertIn(word, err)
        self.assertNotIn("<counterpoint", out)

    def miss(self, *packages: str) -> None:
        """dpkg-query knows nothing of these."""
        cases = "|".join(packages)
        self.command("dpkg-query", f'shift 3; for p in "$@"; do case $p in {cases}) ;; *) echo "installed $p";; esac; done\nexit 1')

    def test_without_a_display_it_calls_itself_in_the_terminal(self) -> None:
        status, out, err = self.run_app("--duration", "2 s")
        self.assertEqual((0, ""), (status, err))
        self.assertTrue(out.endswith("<counterpoint-cli><self-call><--duration><2 s>"), out)

    def test_without_a_display_the_simulated_call_is_one_without_devices(self) -> None:
        status, out, err = self.run_app("--duration", "2 s", "--demo")
        self.assertEqual((0, ""), (status, err))
        self.assertTrue(out.endswith("<counterpoint-cli><self-call><--duration><2 s><--camera><test-card>"
                                     "<--microphone><voice><--speaker><none>"), out)

    def test_with_a_display_it_opens_the_window(self) -> None:
        for display in ("DISPLAY", "WAYLAND_DISPLAY"):
            status, out, _ = self.run_app("an address", **{display: ":0"})
            self.assertEqual(0, status)
            self.assertTrue(out.endswith("<counterpoint><an address>"), out)

    def test_the_command_line_has_standard_output_for_itself(self) -> None:
        status, out, _ = self.run_app("--cli", "report", "a log", DISPLAY=":0")
        self.assertEqual((0, "<counterpoint-cli><report><a log>"), (status, out))

    def test_nothing_is_installed_when_nothing_is_missing(self) -> None:
        self.assertEqual(0, self.run_app()[0])
        self.assertFalse((self.folder / "forbidden").exists())

    def test_only_what_is_missing_is_installed(self) -> None:
        self.miss("cmake", "libopus-dev")
        self.command("apt-get", 'echo "$DEBIAN_FRONTEND $*" >>"$FOLDER/apt"')
        status, out, _ = self.run_app()
        self.assertEqual(0, status)
        self.assertIn("installing 2 packages: cmake libopus-dev", out)
        update, install = (self.folder / "apt").read_text().splitlines()
        self.assertTrue(update.startswith("noninteractive") and update.endswith(" update"), update)
        self.assertTrue(install.endswith(" install --no-install-recommends cmake libopus-dev"), install)

    def test_what_only_tests_run_is_installed_beside_the_build(self) -> None:
        self.miss("ffmpeg")
        # Neither ends before the other has begun.
        self.command("apt-get", 'case "$*" in *update*) ;; *) echo >"$FOLDER/building"; echo "$*" >>"$FOLDER/apt";; esac')
        self.command("cmake", CMAKE + '[ "$1" != --build ] || cat "$FOLDER/building"')
        self.command("ctest", 'echo "<ctest> $*"')
        os.mkfifo(self.folder / "building")
        status, out, err = self.run_app("-R", "net", script="tests/run")
        self.assertEqual((0, ""), (status, err))
        self.assertTrue((self.folder / "apt").read_text().endswith(" ffmpeg\n"))
        self.assertRegex(out.splitlines()[-1], "<ctest>.* -R net$")

    def integrate(self, clang_tidy: str = NOTHING, ctest: str = NOTHING,
                  git: str = "[ $1 = log ] || echo tests/a.cpp") -> tuple[int, str, str]:
        """Runs .ci/run on one source of the program and one test."""
        self.command("cmake", CMAKE + """[ "$1" = --build ] ||
            echo '"file": "/build/Unity/unity_core_cxx.cxx"' >"$TREE/build/$2/compile_commands.json" """)
        self.command("git", git)
        (self.tree / "tests/a.cpp").touch()
        self.command("clang-format", NOTHING)
        self.command("setarch", "exit 1")
        self.command("clang-tidy", f'echo "<clang-tidy> $*"; {clang_tidy}')
        self.command("ctest", f'echo "<ctest> $*"; ({ctest}) || exit $?\n{UNDER_SANITIZERS}')
        return self.run_app(script=".ci/run")

    def test_integration_ends_with_the_judged_tests(self) -> None:
        status, out, err = self.integrate(ctest='case "$*" in *dev*" -LE ^timing"*) echo "100% tests passed";; esac')
        self.assertEqual((0, ""), (status, err))
        self.assertRegex(out, "<ctest>.*build/dev.* -LE \\^timing\\$\n100% tests passed\n")
        self.assertTrue(out.endswith("100% tests passed\n"), out)
        self.assertEqual(3, out.count("<ctest>"), "judged, under sanitizers, times")
        self.assertRegex(out, "<clang-tidy>.* tests/a.cpp\n")

    def test_times_do_not_fail_integration(self) -> None:
        status, out, _ = self.integrate(ctest='case "$*" in *" -L ^timing"*) exit 8;; esac')
        self.assertEqual(0, status)
        self.assertIn("not judged: some times are over their limits", out.partition("as they ended")[2])

    def test_a_finding_of_clang_tidy_fails_integration(self) -> None:
        status, _, err = self.integrate("exit 1")
        self.assertNotEqual(0, status)
        self.assertIn("clang-tidy has findings", err)

    def test_each_finding_fails_integration(self) -> None:
        for ctest, words in (('case "$*" in *asan*) echo "==1==ERROR: AddressSanitizer: x";; esac', "sanitizers"),
                             ('case "$*" in *asan*) exit 8;; esac', "no test ran"),
                             ('case "$*" in *dev*" -LE ^timing"*) exit 8;; esac', "")):
            status, _, err = self.integrate(ctest=ctest)
            self.assertNotEqual(0, status, words)
            self.assertIn(words, err)

    def test_only_a_report_of_a_sanitizer_fails_integration(self) -> None:
        status, out, err = self.integrate(ctest='case "$*" in *asan*) echo "expected 5 ms";; esac')
        self.assertEqual((0, ""), (status, err))
        self.assertIn("expected 5 ms", out)
        self.assertIn("not judged: 1 tests failed without a report", out.partition("as they ended")[2])

    def test_a_slow_machine_fails_nothing(self) -> None:
        self.command("timeout", 'case "$*" in *sanitize*|*lint*) exit 143;; esac; shift 3; exec "$@"')
        status, out, err = self.integrate()
        self.assertEqual((0, ""), (status, err))
        self.assertEqual(2, out.partition("as they ended")[2].count("skipped: the rest of"))

    def test_a_report_counts_although_the_sanitized_tests_are_broken_off(self) -> None:
        # It ends once the report has been written, as it would be broken off.
        self.command("timeout", r"""shift 3
            case "$1" in *sanitize) sed -i '/^trap judge EXIT/a run_tests() { echo "==1==ERROR: AddressSanitizer: x"; until grep -q ERROR "$output"; do :; done; kill $$; }' "$1";; esac
            exec "$@" """)
        status, _, err = self.integrate()
        self.assertNotEqual(0, status)
        self.assertIn("the sanitizer has findings", err)

    def test_a_short_clone_is_not_linted_and_says_so(self) -> None:
        self.command("clang-tidy", FORBIDDEN)
        status, out, err = self.integrate(git='[ $1 != cat-file ]')
        self.assertEqual((0, ""), (status, err))
        self.assertIn("skipped: clang-tidy, for the commit in tests/lint.base", out.partition("as they ended")[2])

    def test_a_changed_header_is_linted_by_a_source_that_includes_it(self) -> None:
        status, out, err = self.integrate(git='case $1 in diff) echo core/b.h;; grep) echo core/c.cpp;; esac')
        self.assertEqual((0, ""), (status, err))
        self.assertRegex(out, "<clang-tidy>.* core/c.cpp\n")

    def test_a_changed_header_is_linted_by_a_source_that_includes_it_by_another_header(self) -> None:
        status, out, err = self.integrate(
            git='case "$*" in diff*) echo core/b.h;; *core/b.h*) echo core/d.h;; *core/d.h*) echo core/e.h; echo core/c.cpp;; esac')
        self.assertEqual((0, ""), (status, err))
        self.assertRegex(out, "<clang-tidy>.* core/c.cpp\n")

    def test_a_changed_header_that_no_source_includes_fails_nothing(self) -> None:
        status, out, err = self.integrate(git='case $1 in diff) echo core/b.h; echo core/c.cpp; echo core/d.h;; grep) exit 1;; esac')
        self.assertEqual((0, ""), (status, err))
        self.assertRegex(out, "<clang-tidy>.* core/c.cpp\n")

    def test_linting_fails_where_git_cannot_tell_what_changed(self) -> None:
        for git in ("case $1 in diff) exit 128;; esac", "case $1 in diff) echo core/b.h; echo core/c.cpp;; grep) exit 128;; esac"):
            status, _, err = self.integrate(git=git)
            self.assertNotEqual(0, status)
            self.assertIn("cannot tell which sources differ", err)

    def test_without_what_tests_run_there_are_none(self) -> None:
        self.miss("ffmpeg")
        self.command("apt-get", "exit 100")
        self.command("ctest", FORBIDDEN)
        self.assertNotEqual(0, self.run_app(script="tests/run")[0])
        self.assertFalse((self.folder / "forbidden").exists())

    def test_installing_can_be_skipped(self) -> None:
        self.miss("cmake")
        self.assertEqual(0, self.run_app(COUNTERPOINT_SKIP_INSTALL="1")[0])

    def test_sudo_is_used_where_allowed(self) -> None:
        self.miss("cmake")
        self.command("id", "echo 1000")
        self.command("sudo", '[ "$1" = -n ] && shift; echo "$@" >>"$FOLDER/sudo"')
        self.assertEqual(0, self.run_app()[0])
        self.assertIn("install --no-install-recommends cmake", (self.folder / "sudo").read_text())

    def test_without_root_it_says_who_can_help(self) -> None:
        self.miss("cmake", "g++")
        self.command("id", "echo 1000")
        self.command("sudo", "exit 1")
        self.expect_one_clear_line("2 packages", "needs root or sudo", f"'{self.tree}/cmake/install-packages build'")

    def test_without_network_it_says_so(self) -> None:
        self.miss("cmake")
        self.command("apt-get", "echo \"E: Failed to fetch http://mirror  Temporary failure resolving 'mirror'\" >&2; exit 100")
        self.expect_one_clear_line("cannot be reached", "connect to the network")

    def test_what_apt_says_is_passed_on(self) -> None:
        self.miss("cmake")
        self.command("apt-get", 'case "$*" in *update*) ;; *) echo "E: Unable to locate package cmake" >&2; exit 100;; esac')
        self.expect_one_clear_line("Unable to locate package cmake")

    def test_other_distributions_are_named(self) -> None:
        self.miss("cmake")
        for release, name in (('ID=arch\nPRETTY_NAME="Arch Linux"\n', "Arch Linux"),
                              ('ID=debian\nVERSION_ID="11"\nPRETTY_NAME="Debian GNU/Linux 11"\n', "Debian GNU/Linux 11")):
            (self.folder / "os-release").write_text(release)
            self.expect_one_clear_line(name, "COUNTERPOINT_SKIP_INSTALL=1")
        self.assertFalse((self.folder / "forbidden").exists())

    def test_derivatives_of_debian_are_welcome(self) -> None:
        self.miss("cmake")
        self.command("apt-get", NOTHING)
        (self.folder / "os-release").write_text('ID=linuxmint\nID_LIKE="ubuntu debian"\nVERSION_ID="22"\n')
        self.assertEqual(0, self.run_app()[0])

    def test_a_compiler_error_is_shown(self) -> None:
        self.command("cmake", 'touch "$TREE/build/release/build.ninja"; [ "$1" = --build ] || exit 0\n'
                     'echo "a.cpp:1:2: error: no such thing"; exit 1')
        status, out, err = self.run_app()
        self.assertNotEqual(0, status)
        self.assertIn("a.cpp:1:2: error: no such thing", err)
        self.assertIn("the build failed", err.splitlines()[-1])
        self.assertNotIn("<counterpoint", out)

    def test_a_build_that_was_moved_is_made_anew(self) -> None:
        stale = self.tree / "build/release/stale.o"
        stale.touch()
        (self.tree / "build/release/CMakeCache.txt").write_text("CMAKE_HOME_DIRECTORY:INTERNAL=/elsewhere\n")
        self.run_app()
        self.assertFalse(stale.exists())

    def test_two_at_a_time_build_one_after_the_other(self) -> None:
        processes = [self.start() for _ in range(4)]
        for process in processes:
            _, err = process.communicate(timeout=60)
            self.assertEqual((0, ""), (process.returncode, err))


if __name__ == "__main__":
    unittest.main()
