#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Each datagram of a call gets its name, and nothing else gets one."""

import sys
import unittest
import zlib
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from support.ice_lite import FINGERPRINT_MASK  # noqa: E402
from support.open_dht import KEEPALIVE, message_of, nodes_of  # noqa: E402
from support.routers import Datagram  # noqa: E402
from support.wire import class_of  # noqa: E402

KNOWN, A, B = ("192.0.2.1", 4222), ("198.51.100.2", 41001), ("203.0.113.2", 41002)
MEDIA_A, MEDIA_B = ("198.51.100.2", 5004), ("203.0.113.2", 5004)
NODE_ID = b"\xc4\x14" + bytes(range(20))
NETWORK = b"\xa1n\xcd\x43\x50"


def number(value: int) -> bytes:
    return b"\xce" + value.to_bytes(4, "big")


def ping(transaction: int) -> bytes:
    return b"\x86\xa1a\x81\xa2id" + NODE_ID + b"\xa1q\xa4ping\xa1t" + number(transaction) + b"\xa1y\xa1q\xa1v\xa4RNG1" + NETWORK


def pong(transaction: int) -> bytes:
    return b"\x85\xa1r\x82\xa2id" + NODE_ID + b"\xa2sa\xc4\x04\xc6\x33\x64\x02\xa1t" + number(transaction) + b"\xa1y\xa1r\xa1v\xa4RNG1" + NETWORK


def part(transaction: int, octets: bytes) -> bytes:
    size = len(octets).to_bytes(2, "big")
    return b"\x84" + NETWORK + b"\xa1y\xa1p\xa1t" + number(transaction) + b"\xa1p\x81\x00\x82\xa1o\x00\xa1d\xc5" + size + octets


def binding() -> bytes:
    covered = bytes.fromhex("000100082112a442") + bytes(range(12))
    return covered + b"\x80\x28\x00\x04" + (zlib.crc32(covered) ^ FINGERPRINT_MASK).to_bytes(4, "big")


def udp(source: tuple[str, int], destination: tuple[str, int], data: bytes) -> Datagram:
    return Datagram(0.0, source, destination, "udp", data)


DTLS = bytes([23]) + b"\xfe\xfd" + bytes(8) + b"\x00\x20" + bytes(32)
RTP = bytes([0x90, 96]) + bytes(60)
RTCP = bytes([0x80, 200]) + bytes(50) + b"\x80\x00\x00\x01"
AGGREGATED = b"\x05" + b"".join(len(packet).to_bytes(2, "big") + packet for packet in (RTP, RTP))
MEET = [udp(A, KNOWN, ping(1)), udp(KNOWN, A, pong(1)), udp(B, A, ping(2)), udp(A, B, pong(2))]
NODES = {KNOWN, A, B}


class Nodes(unittest.TestCase):
    def test_whoever_a_node_has_answered_is_one(self) -> None:
        self.assertEqual(nodes_of(MEET, {KNOWN}), NODES)

    def test_whoever_only_asks_or_is_told_something_else_is_none(self) -> None:
        self.assertEqual(nodes_of([udp(A, KNOWN, ping(1)), udp(KNOWN, A, pong(2))], {KNOWN}), {KNOWN})
        self.assertEqual(nodes_of([udp(KNOWN, A, pong(1)), udp(A, KNOWN, ping(1))], {KNOWN}), {KNOWN})
        self.assertEqual(nodes_of([udp(A, KNOWN, RTP), udp(KNOWN, A, RTP)], {KNOWN}), {KNOWN})

    def test_nodes_that_no_known_one_has_met_are_none(self) -> None:
        self.assertEqual(nodes_of(MEET[2:], {KNOWN}), {KNOWN})


class Messages(unittest.TestCase):
    def test_whole_messages_are_read(self) -> None:
        self.assertEqual(message_of(ping(7))["t"], 7)
        self.assertEqual(message_of(part(7, bytes(1280)))["p"], {0: {"o": 0, "d": bytes(1280)}})

    def test_others_are_not(self) -> None:
        for whole in (ping(7), pong(7), part(7, bytes(300))):
            for size in range(len(whole)):
                self.assertIsNone(message_of(whole[:size]), size)
            self.assertIsNone(message_of(whole + b"\0"))
        for spoilt in (ping(7).replace(NETWORK, b"\xa1n\xcd\0\0"), ping(7).replace(b"\xa4ping", b"\xa4pong"),
                       ping(7).replace(b"\xa1a\x81", b"\xa1b\x81"), ping(7).replace(b"\xa1y\xa1q", b"\xa1y\xa1z"), b"\x91" * 99, RTP):
            self.assertIsNone(message_of(spoilt), spoilt)


class Classes(unittest.TestCase):
    def test_each_datagram_of_a_call_has_its_name(self) -> None:
        for name, data in (("STUN", binding()), ("DTLS", DTLS), ("SRTP", RTP), ("SRTP", RTCP), ("SRTP", AGGREGATED),
                           ("SRTP", b"\x40\x00" + len(RTP).to_bytes(2, "big") + RTP)):
            self.assertEqual(class_of(udp(MEDIA_A, MEDIA_B, data), NODES), name)
        for one in (*MEET, udp(KNOWN, A, part(3, bytes(1280))), udp(A, B, KEEPALIVE)):
            self.assertEqual(class_of(one, NODES), "OpenDHT")

    def test_nothing_else_has_one(self) -> None:
        for data in (binding(), DTLS, RTP, RTCP, AGGREGATED):
            for spoilt in (bytes([data[0] ^ 0xFF]) + data[1:], b"v=0", b"\0", b"", KEEPALIVE):
                self.assertEqual(class_of(udp(MEDIA_A, MEDIA_B, spoilt), NODES), "other")
        for data in (binding(), DTLS, RTCP, AGGREGATED):
            self.assertEqual(class_of(udp(MEDIA_A, MEDIA_B, data[:-1]), NODES), "other")
            self.assertEqual(class_of(udp(MEDIA_A, MEDIA_B, data + b"\0"), NODES), "other")

    def test_sockets_of_nodes_and_of_media_do_not_mix(self) -> None:
        for data in (binding(), DTLS, RTP, RTCP, AGGREGATED, ping(1) + b"\0", KEEPALIVE * 2, b"\xfe"):
            self.assertEqual(class_of(udp(A, B, data), NODES), "other")
        for data in (ping(1), pong(1), part(1, bytes(300)), KEEPALIVE):
            self.assertEqual(class_of(udp(MEDIA_A, MEDIA_B, data), NODES), "other")
        self.assertEqual(class_of(udp(A, MEDIA_B, KEEPALIVE), NODES), "other")


if __name__ == "__main__":
    unittest.main()
