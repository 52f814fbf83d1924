# SPDX-License-Identifier: GPL-3.0-or-later
"""Calls with programs that share no code with ours and whose call set-up is made here: what foreign_peers and browser share."""

import array
import hashlib
import os
import socket
import ssl
import statistics
import subprocess
import sys
import wave
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Callable, Protocol

from support import harness
from support.harness import FINE, Case, Cli, check

HERE = "192.0.2.1"  # They have no candidates of the loopback device.
OUR_TONE, THEIR_TONE = 1000, 440
OURS = ("--camera", "test-card", "--size", "320x180", "--rate", "300k", "--microphone", f"tone:{OUR_TONE}")
IN_OWN_NETWORK = (f"ip link set lo up && ip link add here type veth peer name there && ip link set there up && "
                  f"ip addr add {HERE}/24 dev here && ip link set here up && ip route add default dev here && exec \"$0\" \"$@\"")
NONCE = 32 * b"\7"
# Both have to get so much.
PICTURES, SECONDS = 60, 2
LOUD = 1000  # The full scale is 32767.


class Peer(Protocol):
    """The other program."""

    name: str

    def make_offer(self) -> str: ...

    def take_answer(self, sdp: str) -> None: ...

    def answer(self, sdp: str) -> str: ...

    def received(self) -> dict:
        """The pictures, the seconds of sound and its peak, once PICTURES and SECONDS are there or nothing more comes."""


class Signalling:
    """One end of the call set-up of docs/PROTOCOL.md."""

    def __init__(self, connection: ssl.SSLSocket) -> None:
        self.file = connection.makefile("rwb")

    def say(self, kind: str, body: str = "", verification: str = "") -> None:
        self.file.write(harness.message(kind, body, verification))
        self.file.flush()

    def read(self) -> tuple[str, str]:
        kind, length = self.file.readline().decode().split()[1], 0
        while line := self.file.readline().decode().strip():
            if line.startswith("Content-Length:"):
                length = int(line.split()[1])
        return kind, self.file.read(length).decode()

    def wait_for(self, wanted: str) -> str:
        while True:
            kind, body = self.read()
            check(kind not in ("DECLINE", "BYE"), f"{kind}: {body}")
            if kind == wanted:
                return body


def check_media(peer: Peer, cli: Cli, folder: Path) -> str:
    """Checks what each gets while the call stands."""
    theirs = peer.received()
    check(theirs["pictures"] >= PICTURES, f"{peer.name} got too few pictures: {theirs}")
    check(theirs["seconds"] >= SECONDS and theirs["peak"] >= LOUD, f"{peer.name} heard too little: {theirs}")
    frames = lambda: harness.statistics_so_far(folder / "call.jsonl", "videoInbound.framesDecoded")
    harness.wait_until(lambda: max(frames(), default=0) >= PICTURES or cli.process.poll() is not None, "its pictures")
    check(max(frames(), default=0) >= PICTURES, f"the call ended too early: {cli.describe()}")
    return f"{max(frames())} pictures from it, to it {theirs['pictures']} and {theirs['seconds']:.1f} s of sound"


def check_heard(folder: Path) -> None:
    """Its tone came out of our loudspeaker: some half second has its pitch, by the median of its periods, which neither gaps
    nor what is played faster or slower change."""
    with wave.open(str(folder / "heard.wav")) as heard:
        channels, rate = heard.getnchannels(), heard.getframerate()
        samples = array.array("h", heard.readframes(heard.getnframes()))[::channels]
    half = rate // 2
    blocks = [samples[at:at + half] for at in range(0, len(samples) - half + 1, half)]
    check(max(samples, default=0) >= LOUD, "nothing of the peer's tone was heard")
    pitches = []
    for block in blocks:
        crossings = [at for at in range(half - 1) if block[at] < 0 <= block[at + 1]]
        periods = [after - before for before, after in zip(crossings, crossings[1:])]
        pitches += [rate / statistics.median(periods)] if periods and max(block) >= LOUD else []
    check(any(abs(pitch - THEIR_TONE) <= 10 for pitch in pitches), f"no tone of {THEIR_TONE} Hz was heard: {pitches}")


def media_of(folder: Path) -> tuple[str, ...]:
    return (*OURS, "--speaker", str(folder / "heard.wav"), "--log", str(folder / "call.jsonl"))


def it_calls(start: Callable[[Path], AbstractContextManager[Peer]], folder: Path) -> str:
    with start(folder) as peer, Cli(folder, "listen", "--address", HERE, "--port", "0", *media_of(folder)) as callee:
        offer = peer.make_offer()
        plain = socket.create_connection((HERE, callee.port()), timeout=harness.PATIENCE)
        with harness.tls_context(server=False).wrap_socket(plain) as connection:
            signalling = Signalling(connection)
            signalling.say("OFFER", offer, hashlib.sha256(NONCE).hexdigest())
            signalling.wait_for("RINGING")
            peer.take_answer(signalling.wait_for("ANSWER"))
            signalling.say("REVEAL", verification=NONCE.hex())
            result = check_media(peer, callee, folder)
            signalling.say("BYE")
            callee.expect(FINE)
    check_heard(folder)
    return result


def it_is_called(start: Callable[[Path], AbstractContextManager[Peer]], folder: Path) -> str:
    with start(folder) as peer, socket.create_server((HERE, 0)) as server:
        address = f"{HERE}:{server.getsockname()[1]}"
        with Cli(folder, "call", address, *media_of(folder)) as caller:
            server.settimeout(harness.PATIENCE)
            plain, _ = server.accept()
            with harness.tls_context(server=True).wrap_socket(plain, server_side=True) as connection:
                signalling = Signalling(connection)
                answer = peer.answer(signalling.wait_for("OFFER"))
                signalling.say("RINGING", verification=NONCE.hex())
                signalling.say("ANSWER", answer)
                signalling.wait_for("REVEAL")
                result = check_media(peer, caller, folder)
                signalling.say("BYE")
                caller.expect(FINE)
    check_heard(folder)
    return result


def main(name: str, start: Callable[[Path], AbstractContextManager[Peer]], description: str) -> int:
    options = harness.arguments(description).parse_args()
    if HERE not in subprocess.run(["hostname", "-I"], capture_output=True, text=True, check=True).stdout.split():
        own = ["unshare", "-n", "sh", "-c", IN_OWN_NETWORK]
        tried = subprocess.run([*own, "true"], capture_output=True, text=True, check=False)
        if tried.returncode != 0:
            print(f"skipped: no network namespaces here: {tried.stderr.strip()}")
            return harness.SKIPPED
        os.execvp(own[0], [*own, sys.executable, "-B", *sys.argv])
    return harness.run_cases([Case(f"{name} calls", lambda folder: it_calls(start, folder)),
                              Case(f"{name} is called", lambda folder: it_is_called(start, folder))], only=options.only)
