# SPDX-License-Identifier: GPL-3.0-or-later
"""A peer made of aiortc, for foreign_peers: run by Debian's Python, which has aiortc. Its arguments are the pictures and
the seconds of sound that are enough for it. Each line of standard input and output is a JSON object. It gets {"offer": SDP}
or {"make": "offer"} and gives {"answer": SDP} or {"offer": SDP}, to which {"answer": SDP} follows. It sends a tone and
pictures, says what it has received once that is enough, or nothing more is to be expected, and ends with its input."""

import asyncio
import contextlib
import fractions
import json
import sys

import av
import numpy
from aiortc import RTCPeerConnection, RTCSessionDescription
from aiortc.mediastreams import AudioStreamTrack, MediaStreamError, VideoStreamTrack

RATE, BLOCK = 48000, 960
TONE = 440
PICTURES, SECONDS = int(sys.argv[1]), int(sys.argv[2])  # So much is enough.
PATIENCE = 90  # Seconds to wait for it.


class Tone(AudioStreamTrack):
    position = 0

    async def recv(self) -> av.AudioFrame:
        await super().recv()  # Waits for its time, in blocks of 20 ms.
        at = (self.position + numpy.arange(BLOCK)) / RATE
        samples = (8000 * numpy.sin(2 * numpy.pi * TONE * at)).astype(numpy.int16)
        frame = av.AudioFrame.from_ndarray(samples.reshape(1, -1), format="s16", layout="mono")
        frame.sample_rate, frame.pts, frame.time_base = RATE, self.position, fractions.Fraction(1, RATE)
        self.position += BLOCK
        return frame


class Pictures(VideoStreamTrack):
    async def recv(self) -> av.VideoFrame:
        pts, time_base = await self.next_timestamp()
        picture = numpy.zeros((240, 320, 3), numpy.uint8)
        picture[:, (pts // 3000 * 4) % 300:][:, :20] = 255
        frame = av.VideoFrame.from_ndarray(picture, format="rgb24")
        frame.pts, frame.time_base = pts, time_base
        return frame


class Received:
    def __init__(self) -> None:
        self.audio, self.video, self.peak = 0, 0, 0
        self.enough = asyncio.Event()

    async def take(self, track) -> None:
        while True:
            try:
                frame = await track.recv()
            except MediaStreamError:  # The call is over.
                return
            if track.kind == "audio":
                self.audio += frame.samples
                self.peak = max(self.peak, int(abs(frame.to_ndarray()).max()))
            else:
                self.video += 1
            if self.video >= PICTURES and self.audio >= SECONDS * RATE:
                self.enough.set()


async def read_line() -> dict:
    line = await asyncio.get_running_loop().run_in_executor(None, sys.stdin.readline)
    return json.loads(line) if line else {}


def say(**what) -> None:
    print(json.dumps(what), flush=True)


async def main() -> None:
    connection, received, tasks = RTCPeerConnection(), Received(), []
    connection.on("track", lambda track: tasks.append(asyncio.ensure_future(received.take(track))))
    first = await read_line()
    if "offer" in first:
        await connection.setRemoteDescription(RTCSessionDescription(first["offer"], "offer"))
    connection.addTrack(Tone())
    connection.addTrack(Pictures())
    if "offer" in first:
        await connection.setLocalDescription(await connection.createAnswer())
        say(answer=connection.localDescription.sdp)
    else:
        await connection.setLocalDescription(await connection.createOffer())
        say(offer=connection.localDescription.sdp)
        await connection.setRemoteDescription(RTCSessionDescription((await read_line())["answer"], "answer"))
    with contextlib.suppress(asyncio.TimeoutError):
        await asyncio.wait_for(received.enough.wait(), PATIENCE)
    say(seconds=received.audio / RATE, peak=received.peak, pictures=received.video)
    await read_line()
    await connection.close()


asyncio.run(main())
