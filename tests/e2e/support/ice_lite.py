# SPDX-License-Identifier: GPL-3.0-or-later
"""The answering half of ICE (RFC 8445 section 2.5), for peers that know none: STUN by Python's own library."""

import contextlib
import hashlib
import hmac
import socket
import threading
import zlib

MAGIC = bytes.fromhex("2112a442")
BINDING_REQUEST, BINDING_RESPONSE = 0x0001, 0x0101
USERNAME, MESSAGE_INTEGRITY, XOR_MAPPED_ADDRESS, FINGERPRINT = 0x0006, 0x0008, 0x0020, 0x8028
FINGERPRINT_MASK = 0x5354554E


def is_stun(data: bytes) -> bool:
    return len(data) >= 20 and data[0] <= 3 and data[4:8] == MAGIC


def attributes(data: bytes) -> dict[int, tuple[int, bytes]]:
    """The offset of each attribute, and its value."""
    found, at = {}, 20
    while at + 4 <= len(data):
        kind, size = int.from_bytes(data[at:at + 2], "big"), int.from_bytes(data[at + 2:at + 4], "big")
        found.setdefault(kind, (at, data[at + 4:at + 4 + size]))
        at += 4 + (size + 3) // 4 * 4
    return found


def attribute(kind: int, value: bytes) -> bytes:
    return kind.to_bytes(2, "big") + len(value).to_bytes(2, "big") + value + bytes(-len(value) % 4)


def with_length(data: bytes, length: int) -> bytes:
    return data[:2] + length.to_bytes(2, "big") + data[4:]


def integrity(data: bytes, password: str) -> bytes:
    """Over `data`, as if this attribute followed it."""
    return hmac.digest(password.encode(), with_length(data, len(data) - 20 + 24), hashlib.sha1)


def is_authentic(request: bytes, password: str) -> bool:
    at, value = attributes(request).get(MESSAGE_INTEGRITY, (0, b""))
    return at > 0 and hmac.compare_digest(value, integrity(request[:at], password))


def answer(request: bytes, source: tuple[str, int], password: str) -> bytes:
    """The response to a check from `source` (IPv4)."""
    port = source[1] ^ int.from_bytes(MAGIC[:2], "big")
    address = bytes(a ^ b for a, b in zip(socket.inet_aton(source[0]), MAGIC))
    data = BINDING_RESPONSE.to_bytes(2, "big") + bytes(2) + request[4:20]
    data += attribute(XOR_MAPPED_ADDRESS, b"\0\1" + port.to_bytes(2, "big") + address)
    data += attribute(MESSAGE_INTEGRITY, integrity(data, password))
    data = with_length(data, len(data) - 20 + 8)
    return data + attribute(FINGERPRINT, (zlib.crc32(data) ^ FINGERPRINT_MASK).to_bytes(4, "big"))


class LitePort:
    """A UDP port of this host that answers checks, in front of a peer: whatever else comes from where the last check came
    from goes to the peer, and back. `lines` are for the SDP."""

    UFRAG, PASSWORD = "lite", "nobodyknowsthispassword"

    def __init__(self, host: str = "127.0.0.1"):
        self.outer, self.inner = (socket.socket(socket.AF_INET, socket.SOCK_DGRAM) for _ in range(2))
        for one in (self.outer, self.inner):
            one.bind((host, 0))
            one.settimeout(0.2)
        self.port, self.peer_port = self.outer.getsockname()[1], self.inner.getsockname()[1]
        self.lines = (f"a=ice-lite\r\na=ice-ufrag:{self.UFRAG}\r\na=ice-pwd:{self.PASSWORD}\r\n"
                      f"a=candidate:1 1 udp 2130706431 {host} {self.port} typ host\r\na=end-of-candidates\r\n")
        self.remote: tuple[str, int] | None = None
        self.peer: tuple[str, int] | None = None
        self.waiting: list[bytes] = []
        self.over = False
        self.threads = [threading.Thread(target=run, daemon=True) for run in (self.run_outer, self.run_inner)]

    def __enter__(self) -> "LitePort":
        for thread in self.threads:
            thread.start()
        return self

    def __exit__(self, *_) -> None:
        self.over = True
        for thread in self.threads:
            thread.join(10)
        self.outer.close()
        self.inner.close()

    def run_outer(self) -> None:
        while not self.over:
            with contextlib.suppress(TimeoutError, ConnectionError):
                self.take(*self.outer.recvfrom(65536))

    def take(self, data: bytes, source: tuple[str, int]) -> None:
        if is_stun(data):
            if int.from_bytes(data[:2], "big") == BINDING_REQUEST and is_authentic(data, self.PASSWORD):
                self.outer.sendto(answer(data, source, self.PASSWORD), source)
                self.remote = source
                while self.waiting:
                    self.outer.sendto(self.waiting.pop(0), source)
        elif source == self.remote and self.peer is not None:
            self.inner.sendto(data, self.peer)

    def run_inner(self) -> None:
        while not self.over:
            with contextlib.suppress(TimeoutError, ConnectionError):
                data, self.peer = self.inner.recvfrom(65536)
                if self.remote is None:
                    self.waiting.append(data)
                else:
                    self.outer.sendto(data, self.remote)
