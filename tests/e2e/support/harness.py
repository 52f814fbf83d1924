# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs the real counterpoint-cli: what the end-to-end tests of this folder share. Python's own library is enough."""

import argparse
import concurrent.futures
import contextlib
import functools
import json
import os
import re
import shutil
import signal
import ssl
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Callable, NamedTuple

ROOT = Path(__file__).resolve().parents[3]
SKIPPED = 77
# The program's exit statuses: app/commands/common/commands.h and docs/manual/command-line.md.
FINE, CALL_FAILED, WRONG_USE = 0, 1, 2
# True if this run judges how long things take and how well sound and pictures come through. Such a run needs a machine
# that does nothing else, so only tests/run --timing asks for it, and whoever makes a longer run by hand.
TIMING = "COUNTERPOINT_TIMING" in os.environ or not {"--duration", "--rounds"}.isdisjoint(sys.argv)
PATIENCE = 90.0  # Seconds; reached only when something hangs.


class Skip(Exception):
    """The test cannot run here; its text says why."""


class Failed(Exception):
    """A test has found a fault."""


def check(condition: bool, message: str) -> None:
    if not condition:
        raise Failed(message)


def check_timing(condition: bool, message: str) -> None:
    """Judged only where times are."""
    check(condition or not TIMING, message)


def wait_until(condition: Callable[[], object], message: str, timeout: float = PATIENCE):
    """Gives the value of `condition` as soon as it is true."""
    end = time.monotonic() + timeout
    while not (result := condition()):
        check(time.monotonic() < end, f"after {timeout:g} s still not: {message}")
        time.sleep(0.05)
    return result


def find_cli() -> str:
    """COUNTERPOINT_CLI, else the newest that was built in this tree."""
    if given := os.environ.get("COUNTERPOINT_CLI"):
        return given
    built = [ROOT / "build" / preset / "app/counterpoint-cli" for preset in ("dev", "release")]
    built = sorted((path for path in built if path.exists()), key=lambda path: path.stat().st_mtime)
    if not built:
        raise Skip("counterpoint-cli is not built: cmake --preset dev && cmake --build --preset dev, "
                   "or set COUNTERPOINT_CLI")
    return str(built[-1])


def need(*programs: str) -> None:
    for program in programs:
        if shutil.which(program) is None:
            raise Skip(f"{program} is not installed: see cmake/debian-packages.txt")


def need_root(what: str) -> None:
    if os.geteuid() != 0:
        raise Skip(f"{what} needs root")


def run(*command: str, timeout: float = PATIENCE, **more) -> subprocess.CompletedProcess:
    """Runs a helper program; its failure is the test's."""
    done = subprocess.run(command, capture_output=True, text=True, timeout=timeout, **more)
    check(done.returncode == 0, f"{' '.join(command[:4])} ... failed ({done.returncode}): {done.stderr.strip()[-500:]}")
    return done


@functools.cache
def tls_context(server: bool) -> ssl.SSLContext:
    """TLS as docs/PROTOCOL.md has it, with an identity made for this run."""
    need("openssl")
    folder = Path(tempfile.mkdtemp(prefix="counterpoint-identity."))
    try:
        key, certificate = folder / "key.pem", folder / "certificate.pem"
        run("openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-subj", "/",
            "-keyout", str(key), "-out", str(certificate))
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER if server else ssl.PROTOCOL_TLS_CLIENT)
        context.check_hostname = False
        context.verify_mode = ssl.CERT_NONE
        context.minimum_version = ssl.TLSVersion.TLSv1_3
        context.set_alpn_protocols(["counterpoint/2"])
        context.load_cert_chain(certificate, key)
        return context
    finally:
        shutil.rmtree(folder)


def message(kind: str, body: str = "", verification: str = "") -> bytes:
    """One of the call set-up, as docs/PROTOCOL.md has it."""
    data = body.encode()
    field = f"Verification: {verification}\r\n" if verification else ""
    return f"COUNTERPOINT/2 {kind}\r\n{field}Content-Length: {len(data)}\r\n\r\n".encode() + data


class Cli:
    """One running counterpoint-cli. Its output goes to files, its state into `folder`."""

    def __init__(self, folder: Path, *arguments: str, prefix: tuple[str, ...] = (), env: dict | None = None,
                 stdin: int = subprocess.DEVNULL):
        self.arguments = arguments
        self.stem = tempfile.mktemp(prefix=f"{arguments[0] if arguments else 'none'}-", dir=folder)
        self.started = time.monotonic()
        environment = os.environ | {"XDG_STATE_HOME": str(folder / "state"), "XDG_DATA_HOME": str(folder / "data"),
                                    "LC_ALL": "C.UTF-8"} | (env or {})
        with open(self.stem + ".out", "wb") as out, open(self.stem + ".err", "wb") as err:
            self.process = subprocess.Popen([*prefix, find_cli(), *arguments], stdin=stdin, stdout=out, stderr=err,
                                            env=environment, start_new_session=True)

    def __enter__(self) -> "Cli":
        return self

    def __exit__(self, *_) -> None:
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()

    @property
    def out(self) -> str:
        return Path(self.stem + ".out").read_text(errors="replace")

    @property
    def err(self) -> str:
        return Path(self.stem + ".err").read_text(errors="replace")

    @property
    def age(self) -> float:
        return time.monotonic() - self.started

    def describe(self) -> str:
        return f"counterpoint-cli {' '.join(self.arguments)}\n  output: {self.out[-1500:]}\n  errors: {self.err[-3000:]}"

    def wait_for(self, pattern: str, timeout: float = PATIENCE) -> re.Match:
        """Until `pattern` stands in its output, of either kind."""
        end = time.monotonic() + timeout
        while True:
            over = self.process.poll() is not None
            if found := re.search(pattern, self.out + self.err, re.MULTILINE):
                return found
            check(not over, f"ended ({self.process.returncode}) without saying '{pattern}': {self.describe()}")
            check(time.monotonic() < end, f"did not say '{pattern}' within {timeout} s: {self.describe()}")
            time.sleep(0.02)

    def type(self, line: str) -> float:
        """Writes a line to its standard input, a pipe; gives when."""
        begun = time.monotonic()
        self.process.stdin.write(line.encode() + b"\n")
        self.process.stdin.flush()
        return begun

    def port(self) -> int:
        """The port of one that listens."""
        return int(self.wait_for(r"waiting for a call on port (\d+)")[1])

    def signal(self, number: int) -> None:
        self.process.send_signal(number)

    def wait(self, timeout: float = PATIENCE) -> int:
        try:
            return self.process.wait(timeout)
        except subprocess.TimeoutExpired:
            raise Failed(f"still runs after {timeout} s: {self.describe()}") from None

    def expect(self, status: int, timeout: float = PATIENCE, error: str | None = None) -> "Cli":
        """It ends with `status`; with `error`, that is in the one line that it writes to standard error."""
        code = self.wait(timeout)
        check(code == status, f"exit status {code} instead of {status}: {self.describe()}")
        lines = self.err.splitlines()
        if error is None:
            check(not lines, f"wrote to standard error: {self.describe()}")
        else:
            check(len(lines) == 1, f"{len(lines)} lines on standard error instead of one: {self.describe()}")
            check(re.search(error, lines[0]) is not None, f"no '{error}' in: {self.describe()}")
        return self

    def json(self) -> dict:
        try:
            return json.loads(self.out)
        except ValueError as problem:
            raise Failed(f"no JSON ({problem}): {self.describe()}") from None


def udp_port(cli: Cli) -> int:
    """The media port of a running process, from /proc."""
    inodes = set()
    for descriptor in Path(f"/proc/{cli.process.pid}/fd").iterdir():
        with contextlib.suppress(OSError):
            inodes.update(re.findall(r"socket:\[(\d+)\]", os.readlink(descriptor)))
    for table in ("udp", "udp6"):
        for line in Path(f"/proc/{cli.process.pid}/net/{table}").read_text().splitlines()[1:]:
            fields = line.split()
            if fields[9] in inodes:
                return int(fields[1].split(":")[1], 16)
    raise Failed(f"no UDP socket: {cli.describe()}")


def pick(statistics: dict, path: str):
    """pick(json, "videoInbound.framesDecoded")"""
    for name in path.split("."):
        statistics = statistics[name]
    return statistics


def records(log: Path) -> list[dict]:
    return [json.loads(line) for line in log.read_text().splitlines()]


def records_so_far(log: Path) -> list[dict]:
    """The records of a log that is still written, without the line that is not yet whole."""
    if not log.exists():
        return []
    text = log.read_text()
    return [json.loads(line) for line in text[:text.rfind("\n") + 1].splitlines()]


def statistics_so_far(log: Path, path: str) -> list:
    """One value for each second that is logged."""
    return [pick(line, path) for line in records_so_far(log) if line["type"] == "stats"]


def check_log(log: Path, folder: Path, seconds: float | None = None, ended: bool = True) -> None:
    """The log can be read by the program itself, begins with a header and ends in order; a line a second."""
    check(log.exists() and log.stat().st_size > 0, f"there is no log at {log}")
    with Cli(folder, "report", str(log)) as report:
        report.expect(FINE)
        check("could not be read" not in report.out or not ended, f"{log}: {report.out}")
        check("counterpoint " in report.out, f"report without header: {report.out}")
    if not ended:
        return
    lines = records(log)
    check(lines[0]["type"] == "header" and lines[-1]["type"] == "end", f"{log} has no header or end: {lines[-1]}")
    times = [line["time"] for line in lines]
    check(times == sorted(times), f"{log}: times go backwards")
    if seconds is not None:
        statistics = sum(line["type"] == "stats" for line in lines)
        check_timing(abs(statistics - seconds) <= 2, f"{log}: {statistics} lines of statistics in {seconds:.1f} s")


@contextlib.contextmanager
def small_disk(folder: Path, size: str):
    """A file system of so many bytes, mounted at `folder`."""
    need_root("mounting a small file system")
    need("mount")
    folder.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size}", "none", str(folder)], capture_output=True,
                             text=True, check=False)
    if mounted.returncode != 0:
        raise Skip(f"nothing can be mounted here: {mounted.stderr.strip()}")
    try:
        yield folder
    finally:
        subprocess.run(["umount", str(folder)], check=False)


class Case(NamedTuple):
    name: str
    run: Callable[[Path], str | None]  # Gets a folder of its own; may give figures to print.


def run_case(case: Case, folder: Path, attempts: int) -> str:
    own = folder / re.sub(r"\W+", "_", f"{case.name} {attempts}")[:80]
    own.mkdir()
    start = time.monotonic()
    try:
        result, detail = "ok", case.run(own) or ""
    except Skip as reason:
        result, detail = "skipped", str(reason)
    except Exception as problem:  # Whatever it is, the other cases go on.
        result, detail = "FAILED", f"{'' if isinstance(problem, Failed) else type(problem).__name__ + ': '}{problem}"
    print(f"{result:8}{case.name} ({time.monotonic() - start:.1f} s){': ' + detail if detail else ''}", flush=True)
    return run_case(case, folder, attempts - 1) if result == "FAILED" and attempts > 1 else result


def run_cases(cases: list[Case], parallel: int = 1, only: str = "") -> int:
    """Runs all whose name contains `only`; gives the exit status. If times are judged, a case has two attempts. Keeps
    the files if COUNTERPOINT_KEEP is set."""
    attempts = 2 if TIMING else 1
    folder = Path(tempfile.mkdtemp(prefix="counterpoint-e2e."))
    cases = [case for case in cases if only in case.name]
    try:
        find_cli()
        with concurrent.futures.ThreadPoolExecutor(parallel) as pool:
            results = list(pool.map(lambda case: run_case(case, folder, attempts), cases))
    except Skip as reason:
        print(f"skipped: {reason}")
        return SKIPPED
    finally:
        if os.environ.get("COUNTERPOINT_KEEP"):
            print(f"kept: {folder}")
        else:
            shutil.rmtree(folder, ignore_errors=True)
    failed = results.count("FAILED")
    print(f"{len(results)} cases, {failed} failed, {results.count('skipped')} skipped")
    if failed or not results:
        return 1
    return SKIPPED if results.count("skipped") == len(results) else 0


def arguments(description: str, duration: float | None = None) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--only", default="", metavar="TEXT", help="only cases whose name contains this")
    if duration is not None:
        parser.add_argument("--duration", type=float, default=duration, metavar="SECONDS",
                            help="of the call (default: %(default)g)")
    return parser


def make_video(path: Path, seconds: int = 4) -> Path:
    """640x360 at 30 frames/s with much motion, or the file that COUNTERPOINT_TEST_VIDEO names."""
    if given := os.environ.get("COUNTERPOINT_TEST_VIDEO"):
        return Path(given)
    run("ffmpeg", "-v", "error", "-y", "-f", "lavfi", "-i", f"testsrc2=size=640x360:rate=30:duration={seconds}",
        "-c:v", "mpeg4", "-q:v", "4", str(path))
    return path


def make_voice(path: Path) -> Path:
    """Speech at 48 kHz."""
    text = ("The quick brown fox jumps over the lazy dog while a dozen people talk about rates and packets "
            "and nobody notices that the network has been busy all along")
    run("ffmpeg", "-v", "error", "-y", "-f", "lavfi", "-i", f"flite=text='{text}'", "-ar", "48000", str(path))
    return path


def finish(status: int) -> None:
    sys.exit(status)
