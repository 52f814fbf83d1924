# SPDX-License-Identifier: GPL-3.0-or-later
"""Shapes a clip by our variants, codes it again with FFmpeg, requantises it with M2VRequantiser (Debian's m2vrequantiser), and
measures what each has made of it."""

import re
import resource
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

RECODINGS = {"recoded": [], "recoded with care": ["-mbd", "rd", "-trellis", "2", "-cmp", "satd", "-subcmp", "satd", "-qmin", "1"]}
REQUANTISER = "M2VRequantiser"


@dataclass
class Result:
    name: str
    share: float
    rate: float  # kbit/s
    psnr: tuple[float, float, float]
    seconds: float  # of one processor
    steps: float
    most_steps: int
    rate_error: float  # rms over groups of pictures, %


def run(*command, env=None) -> str:
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, env=env)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))}\n{done.stderr}")
    return done.stdout + done.stderr


def timed(*command, env=None) -> tuple[str, float]:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    said = run(*command, env=env)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return said, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def ffmpeg(*arguments) -> str:
    return run("ffmpeg", "-nostdin", "-hide_banner", "-y", *arguments)


def pictures_of(clip: Path) -> tuple[int, int, int]:
    said = run("ffprobe", "-v", "error", "-count_packets", "-select_streams", "v", "-show_entries",
               "stream=width,height,nb_read_packets", "-of", "csv=p=0", clip)
    width, height, count = said.strip().rstrip(",").split(",")[:3]
    return int(width), int(height), int(count)


def make_reference(clip: Path, source: Path, folder: Path) -> Path:
    """The source as raw samples, as many pictures as the clip has."""
    width, height, count = pictures_of(clip)
    raw, reference = folder / "source.yuv", folder / "reference.yuv"
    ffmpeg("-i", source, "-pix_fmt", "yuv420p", "-f", "rawvideo", raw)
    size = width * height * 3 // 2
    octets = raw.read_bytes()
    pictures = [octets[at:at + size] for at in range(0, len(octets) - size + 1, size)]
    there_and_back = pictures + pictures[-2:0:-1]
    with reference.open("wb") as out:
        for i in range(count):
            out.write(there_and_back[i % len(there_and_back)])
    return reference


def with_lines(stream: bytes, lines: int) -> bytes:
    """The stream with another vertical_size, the 12 bits behind the first 12 of each sequence header."""
    octets = bytearray(stream)
    for header in re.finditer(b"\0\0\1\xb3", stream):
        octets[header.end() + 1] = octets[header.end() + 1] & 0xF0 | lines >> 8
        octets[header.end() + 2] = lines & 0xFF
    return bytes(octets)


class Experiment:
    def __init__(self, shaper: Path, clip: Path, source: Path, folder: Path):
        self.shaper, self.clip, self.folder = shaper, clip, folder
        self.size = pictures_of(clip)[:2]
        self.reference = make_reference(clip, source, folder)
        self.out = folder / "out.m2v"
        said = run(shaper, clip, self.out, "1")
        self.seconds = float(re.search(r"([\d.]+) s,", said).group(1))
        self.own_rate = clip.stat().st_size * 8e-3 / self.seconds
        self.frame_rate = re.search(r"r_frame_rate=(\S+)", run("ffprobe", "-v", "error", "-show_streams", clip)).group(1)

    def psnr(self) -> tuple[float, float, float]:
        # Both are numbered anew: an elementary stream has no times of its own.
        same = "[0:v]settb=1/30,setpts=N[a];[1:v]settb=1/30,setpts=N[b];[a][b]psnr"
        said = ffmpeg("-i", self.out, "-f", "rawvideo", "-video_size", f"{self.size[0]}x{self.size[1]}", "-pix_fmt", "yuv420p",
                      "-i", self.reference, "-lavfi", same, "-f", "null", "-")
        return self.read_psnr(said)

    @staticmethod
    def read_psnr(said: str) -> tuple[float, float, float]:
        """The PSNR of luminance and both chrominances, from what FFmpeg's filter says."""
        return tuple(float(x) for x in re.search(r"PSNR y:([\d.]+|inf) u:([\d.]+|inf) v:([\d.]+|inf)", said).groups())

    def shape(self, name: str, variant: str, cluster: int | None, share: float) -> Result:
        env = {"PATH": "/usr/bin:/bin", "PICTURES": "1", "VARIANT": variant}
        if cluster is not None:
            env["CLUSTER"] = str(cluster)
        rate = share * self.own_rate
        said, seconds = timed(self.shaper, self.clip, self.out, f"{rate:.0f}", env=env)
        groups, steps = [], []
        for line in said.splitlines():
            part = line.split()
            if len(part) != 7 or not part[0].isdigit():
                continue
            if part[1] == "1":
                groups.append([0, 0, 0])
            groups[-1][0] += int(part[3]) * 8
            groups[-1][1] += 1
            groups[-1][2] += int(part[2]) * 8
            steps.append(int(part[6]))
        numerator, denominator = map(int, self.frame_rate.split("/"))
        # The last group may be cut off, and one that has fewer bits than asked for cannot spend more.
        asked = [rate * 1000 * count * denominator / numerator for _, count, _ in groups]
        errors = [group[0] / bits - 1 for group, bits in zip(groups[:-1], asked) if group[2] > bits] or [0]
        rms = 100 * (sum(error * error for error in errors) / len(errors)) ** 0.5
        return Result(name, share, self.out.stat().st_size * 8e-3 / self.seconds, self.psnr(), seconds,
                      sum(steps) / len(steps), max(steps), rms)

    def recode(self, name: str, options: list[str], share: float) -> Result:
        _, seconds = timed("ffmpeg", "-nostdin", "-v", "error", "-y", "-threads", "1", "-i", self.clip, "-c:v", "mpeg2video",
                           "-g", "15", "-bf", "2", "-threads", "1", *options, "-b:v", f"{share * self.own_rate:.0f}k", self.out)
        return Result(name, share, self.out.stat().st_size * 8e-3 / self.seconds, self.psnr(), seconds, 0, 0, 0)

    def can_requantise(self) -> bool:
        if shutil.which(REQUANTISER) is None:
            sys.exit(f"{REQUANTISER} is not there: install Debian's m2vrequantiser")
        return 352 <= self.size[0] <= 720

    @staticmethod
    def requantised(clip: bytes, lines: int, share: float) -> bytes:
        """The clip as M2VRequantiser makes it. It copies all slices of pictures of fewer than 480 or more than 576
        lines, without a word: they are said to have 576 for the time being."""
        given = with_lines(clip, lines if 480 <= lines <= 576 else 576)
        done = subprocess.run([REQUANTISER, f"{1 / share:.6f}", str(len(given))], input=given, capture_output=True, check=True)
        return with_lines(done.stdout, lines)

    def requantise(self, share: float) -> Result:
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        self.out.write_bytes(self.requantised(self.clip.read_bytes(), self.size[1], share))
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return Result(REQUANTISER, share, self.out.stat().st_size * 8e-3 / self.seconds, self.psnr(),
                      after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, 0, 0, 0)

    def decoding(self) -> dict[str, float]:
        """Processor seconds of decoders."""
        times = {"FFmpeg": ("ffmpeg", "-nostdin", "-v", "error", "-threads", "1", "-i", self.clip, "-f", "null", "-")}
        if subprocess.run(["which", "mpeg2dec"], capture_output=True).returncode == 0:
            times["mpeg2dec"] = ("mpeg2dec", "-o", "null", self.clip)
        return {name: min(timed(*command)[1] for _ in range(3)) for name, command in times.items()}
