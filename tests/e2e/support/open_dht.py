# SPDX-License-Identifier: GPL-3.0-or-later
"""Tells the datagrams of OpenDHT's nodes, and the nodes, from whatever else is on the wire."""

from typing import Sequence

from support.routers import Datagram

NETWORK = 0x4350
KEEPALIVE = b"\xff"  # It keeps a router's mapping (RFC 3948 section 2.3).
# The members of each type of message, in any order: "v" is a version, "t" the number of a transaction.
MEMBERS = {"q": set("aqtyvn"), "r": set("rtyvn"), "e": set("retyvn"), "p": set("ptyn")}
QUERIES = {"ping", "find", "get", "put", "listen", "update", "refresh"}
MAX_DEPTH = 16

Address = tuple[str, int]


class Unpacker:
    """One value of MessagePack, of the formats that OpenDHT writes."""

    def __init__(self, octets: bytes):
        self.octets, self.at = octets, 0

    def take(self, size: int) -> bytes:
        if len(self.octets) < self.at + size:
            raise ValueError("it ends too early")
        self.at += size
        return self.octets[self.at - size:self.at]

    def number(self, size: int) -> int:
        return int.from_bytes(self.take(size), "big")

    def value(self, depth: int = 0) -> object:
        kind = self.number(1)
        if depth > MAX_DEPTH:
            raise ValueError("it is too deep")
        if kind < 0x80:
            return kind
        if kind < 0x90:
            return self.members(kind & 15, depth)
        if kind < 0xA0:
            return [self.value(depth + 1) for _ in range(kind & 15)]
        if kind < 0xC0:
            return self.take(kind & 31).decode()
        if kind in (0xC2, 0xC3):
            return kind == 0xC3
        if 0xC4 <= kind <= 0xC6:
            return self.take(self.number(1 << kind - 0xC4))
        if 0xCC <= kind <= 0xCF:
            return self.number(1 << kind - 0xCC)
        if kind in (0xD9, 0xDA):
            return self.take(self.number(1 << kind - 0xD9)).decode()
        if kind == 0xDC:
            return [self.value(depth + 1) for _ in range(self.number(2))]
        if kind == 0xDE:
            return self.members(self.number(2), depth)
        raise ValueError(f"format {kind:#x} is unknown")

    def members(self, count: int, depth: int) -> dict:
        found = {}
        for _ in range(count):
            key = self.value(depth + 1)
            if not isinstance(key, (int, str)) or key in found:
                raise ValueError("a key is no name or number, or stands twice")
            found[key] = self.value(depth + 1)
        return found


def message_of(data: bytes) -> dict | None:
    """A whole message of OpenDHT in our network, with nothing behind it."""
    unpacker = Unpacker(data)
    try:
        message = unpacker.value()
    except ValueError:
        return None
    if unpacker.at != len(data) or not isinstance(message, dict):
        return None
    members = MEMBERS.get(message.get("y"), set())
    fits = bool(members) and set(message) <= members and message.get("n") == NETWORK and isinstance(message.get("t"), int)
    return message if fits and (message["y"] != "q" or message.get("q") in QUERIES) else None


def nodes_of(datagrams: Sequence[Datagram], known: set[Address]) -> set[Address]:
    """The sockets that are nodes: the known ones, and any whose request one of these has answered."""
    asked, answers, nodes = set(), set(), set(known)
    for one in datagrams:
        message = message_of(one.data) if one.kind == "udp" else None
        if message and message["y"] == "q":
            asked.add((one.source, one.destination, message["t"]))
        elif message and (one.destination, one.source, message["t"]) in asked:
            answers.add((one.source, one.destination))
    while more := {asker for answerer, asker in answers if answerer in nodes} - nodes:
        nodes |= more
    return nodes


def is_of_nodes(one: Datagram, nodes: set[Address]) -> bool:
    """A message from a node or to one, or the octet between two of them that keeps routers open."""
    ends = [end in nodes for end in (one.source, one.destination)]
    return all(ends) if one.data == KEEPALIVE else any(ends) and message_of(one.data) is not None
