# SPDX-License-Identifier: GPL-3.0-or-later
"""Hosts behind routers in network namespaces, and what passes between them. Needs root, nftables, iproute2 and coturn."""

import collections
import contextlib
import ctypes
import fcntl
import os
import select
import socket
import struct
import subprocess
import sys
import time
from pathlib import Path
from typing import Iterator, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # It runs as a program, too.
from support import harness  # noqa: E402
from support.harness import Failed, check  # noqa: E402

SIGNALLING = 47000
SERVER = "192.0.2.1"
STUN = f"{SERVER}:3478"
OUTSIDE = {"a": "198.51.100.2", "b": "203.0.113.2"}  # The routers' addresses; the next lower one is the provider's.
PREFIX = {"a": "10.1.0", "b": "10.2.0"}

ROUTER = """
table ip nat {{
  chain prerouting {{ type nat hook prerouting priority dstnat; iifname "wan" tcp dport {port} dnat to {host}; }}
  chain postrouting {{ type nat hook postrouting priority srcnat; oifname "wan" masquerade {how}; }}
}}
table ip filter {{
  # Else the router itself answers what comes before its host has sent anything, and the port is taken.
  chain input {{ type filter hook input priority filter; iifname "wan" drop; }}
}}
"""


NO_UDP = "table ip wall { chain forward { type filter hook forward priority filter; meta l4proto udp drop; }; }"


def ip(*words: str) -> None:
    harness.run("ip", *words)


class Internet:
    """Hosts a and b, their routers ra and rb, and between them a provider with a server of STUN and TURN. Only the hosts
    `behind` routers have one."""

    def __init__(self, how: str = "", delay: float = 0.0, behind: str = "ab"):
        self.how, self.delay, self.behind = how, delay, behind
        self.stack = contextlib.ExitStack()

    def __enter__(self) -> "Internet":
        harness.need_root("a network namespace")
        harness.need("ip", "nft", "turnserver")
        try:
            for name in ("wan", "ra", "rb", "a", "b"):
                self.add(name)
            self.command("wan", "ip", "address", "add", f"{SERVER}/32", "dev", "lo")
            # Private addresses lead nowhere, as on the internet: coturn gives up a client whose peer has no route at all.
            self.command("wan", "ip", "link", "add", "nowhere", "type", "veth", "peer", "name", "end")
            for device in ("nowhere", "end"):
                self.command("wan", "ip", "link", "set", device, "up")
            self.command("wan", "ip", "route", "add", "default", "dev", "nowhere")
            for side in set("ab") - set(self.behind):
                self.join("wan", side, OUTSIDE[side], "wan")
            for side in self.behind:
                self.join("wan", f"r{side}", OUTSIDE[side], "wan")
                self.join(f"r{side}", side, f"{PREFIX[side]}.2", "eth0", route=True)
                self.translate(f"r{side}", PREFIX[side])
        except Failed as problem:
            self.__exit__()
            raise harness.Skip(f"no routers here: {problem}") from None
        return self

    def __exit__(self, *_) -> None:
        self.stack.close()

    def name(self, short: str) -> str:
        return f"cp-{short}-{os.getpid()}"

    def inside(self, short: str) -> tuple[str, ...]:
        return "ip", "netns", "exec", self.name(short)

    def command(self, short: str, *words: str) -> None:
        harness.run(*self.inside(short), *words)

    def add(self, short: str) -> None:
        ip("netns", "add", self.name(short))
        self.stack.callback(subprocess.run, ["ip", "netns", "delete", self.name(short)], capture_output=True, check=False)
        ip("-n", self.name(short), "link", "set", "lo", "up")
        self.command(short, "sh", "-c", "echo 1 > /proc/sys/net/ipv4/ip_forward")

    def join(self, upper: str, lower: str, address: str, device: str, route: bool = False, metric: int = 0) -> None:
        """A cable; the lower end has `address`, the upper end the one below it, and the default route leads up."""
        gateway = f"{address.rpartition('.')[0]}.{int(address.rpartition('.')[2]) - 1}"
        above = f"to-{lower}" if device in ("wan", "eth0") else f"to-{device}"
        if device == "wan" and self.delay:
            self.lay_long_cable((upper, above), (lower, device))
        else:
            ip("link", "add", above, "netns", self.name(upper), "type", "veth", "peer", "name", device, "netns", self.name(lower))
        for end, dev, own in ((upper, above, gateway), (lower, device, address)):
            ip("-n", self.name(end), "address", "add", f"{own}/24", "dev", dev)
            ip("-n", self.name(end), "link", "set", dev, "up")
        if device == "wan" or route:
            ip("-n", self.name(lower), "route", "add", "default", "via", gateway, "dev", device, "metric",
               str(metric))

    def lay_long_cable(self, *ends: tuple[str, str]) -> None:
        """Packets take a quarter of the delay each way, so that two such cables make a round trip of it."""
        names = [word for end, device in ends for word in (self.name(end), device)]
        cable = subprocess.Popen([sys.executable, "-B", __file__, "--cable", str(self.delay / 4), *names], stdout=subprocess.PIPE)
        self.stack.callback(cable.wait)
        self.stack.callback(cable.terminate)
        check(cable.stdout.readline() == b"ready\n", "there is no /dev/net/tun here")

    def translate(self, router: str, prefix: str) -> None:
        rules = ROUTER.format(port=SIGNALLING, host=f"{prefix}.2", how=self.how)
        harness.run(*self.inside(router), "nft", "-f", "-", input=rules)

    def block_udp(self) -> None:
        for side in self.behind:
            harness.run(*self.inside(f"r{side}"), "nft", "-f", "-", input=NO_UDP)

    @contextlib.contextmanager
    def server(self, folder: Path, *secured: str) -> Iterator[None]:
        log = folder / "turn.log"
        server = subprocess.Popen(
            [*self.inside("wan"), "turnserver", "-n", "--listening-ip", SERVER, "--relay-ip", SERVER, "--lt-cred-mech", "--user",
             "ada:lovelace", "--realm", "test", *(secured or ("--no-tls",)), "--no-dtls", "--no-cli", "--allow-loopback-peers", "--log-file",
             "stdout", "--simple-log", "--pidfile", str(folder / "turn.pid"), "--userdb", str(folder / "turn.db")],
            stdout=log.open("wb"), stderr=subprocess.STDOUT)
        try:
            harness.wait_until(lambda: answers(self, STUN), f"the server answers: {log.read_text(errors='replace')[-500:]}")
            yield
        finally:
            server.kill()
            server.wait()


def answers(internet: Internet, server: str) -> bool:
    """A Binding request is answered."""
    host, _, port = server.partition(":")
    ask = ("import socket; s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM); s.settimeout(1);"
           f"s.sendto(bytes.fromhex('000100002112a442') + bytes(12), ('{host}', {port})); s.recv(999)")
    return subprocess.run([*internet.inside("wan"), sys.executable, "-c", ask], capture_output=True, check=False).returncode == 0


class Datagram(NamedTuple):
    at: float  # Time of the clock that session logs have.
    source: tuple[str, int]
    destination: tuple[str, int]
    kind: str  # "udp", or "tcp" of segments with data or SYN.
    data: bytes
    sequence: int = 0  # TCP alone has it.


@contextlib.contextmanager
def capture(internet: Internet, host: str, device: str, file: Path) -> Iterator[None]:
    """All IPv4 packets of a device."""
    program = subprocess.Popen([*internet.inside(host), sys.executable, "-B", __file__, "--capture", device, str(file)],
                               stdout=subprocess.PIPE)
    try:
        check(program.stdout.readline() == b"ready\n", "no packets can be captured here")
        yield
    finally:
        program.terminate()
        program.wait()


def write_capture(device: str, file: str) -> None:
    everything = 3  # ETH_P_ALL: outgoing ones too.
    with socket.socket(socket.AF_PACKET, socket.SOCK_DGRAM, socket.htons(everything)) as ear, open(file, "w", encoding="ascii") as out:
        ear.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1 << 24)
        ear.bind((device, everything))
        print("ready", flush=True)
        while True:
            packet, address = ear.recvfrom(65536)
            if address[1] == 0x0800:
                out.write(f"{time.monotonic():.6f} {packet.hex()}\n")
                out.flush()


def open_tun(namespace: str, device: str) -> int:
    """A TUN device in a network namespace, which this thread then is in."""
    tun_set_interface, tun_without_header = 0x400454CA, 0x1001
    with open(f"/run/netns/{namespace}", "rb") as place:
        check(ctypes.CDLL(None).setns(place.fileno(), 0) == 0, f"{namespace} cannot be entered")
    descriptor = os.open("/dev/net/tun", os.O_RDWR | os.O_NONBLOCK)
    fcntl.ioctl(descriptor, tun_set_interface, struct.pack("16sH", device.encode(), tun_without_header))
    return descriptor


def carry(delay: float, *ends: str) -> None:
    """A cable on which each packet is under way for so many seconds."""
    ours, theirs = open_tun(*ends[:2]), open_tun(*ends[2:])
    other = {ours: theirs, theirs: ours}
    under_way: collections.deque[tuple[float, int, bytes]] = collections.deque()
    print("ready", flush=True)
    while True:
        patience = max(0.0, under_way[0][0] - time.monotonic()) if under_way else None
        for descriptor in select.select([ours, theirs], [], [], patience)[0]:
            with contextlib.suppress(OSError):
                under_way.append((time.monotonic() + delay, other[descriptor], os.read(descriptor, 65536)))
        while under_way and under_way[0][0] <= time.monotonic():
            _, descriptor, packet = under_way.popleft()
            with contextlib.suppress(OSError):
                os.write(descriptor, packet)


def read_capture(file: Path) -> list[Datagram]:
    found = []
    text = file.read_text(encoding="ascii")
    for line in text[:text.rfind("\n") + 1].splitlines():
        at, octets = line.split()
        packet = bytes.fromhex(octets)
        segment = packet[4 * (packet[0] & 15):int.from_bytes(packet[2:4], "big")]
        source, destination = (socket.inet_ntoa(packet[12 + i:16 + i]) for i in (0, 4))
        ports = int.from_bytes(segment[:2], "big"), int.from_bytes(segment[2:4], "big")
        if packet[9] == socket.IPPROTO_UDP:
            found.append(Datagram(float(at), (source, ports[0]), (destination, ports[1]), "udp", segment[8:]))
        elif packet[9] == socket.IPPROTO_TCP:
            data, syn = segment[4 * (segment[12] >> 4):], segment[13] & 2
            if data or syn:
                found.append(Datagram(float(at), (source, ports[0]), (destination, ports[1]), "tcp", data,
                                      int.from_bytes(segment[4:8], "big")))
    return found


if __name__ == "__main__":
    {"--capture": write_capture, "--cable": lambda delay, *ends: carry(float(delay), *ends)}[sys.argv[1]](*sys.argv[2:])
