# SPDX-License-Identifier: GPL-3.0-or-later
"""Tells the datagrams of a call apart as they are on the wire, and whether anybody on the way can read them."""

import collections
import zlib
from typing import Sequence

from support.harness import check
from support.ice_lite import FINGERPRINT, FINGERPRINT_MASK, attributes, is_stun, with_length
from support.open_dht import Address, is_of_nodes, message_of
from support.routers import Datagram

AGGREGATED = 5
TAG, INDEX = 16, 4  # Octets that AEAD_AES_128_GCM adds to SRTP, and SRTCP besides (RFC 7714).


def is_rtcp(packet: bytes) -> bool:
    return 192 <= packet[1] <= 223


def members(datagram: bytes) -> list[bytes]:
    if datagram[0] != AGGREGATED:
        return [datagram]
    return framed(datagram[1:])


def framed(octets: bytes) -> list[bytes]:
    packets = []
    while len(octets) >= 2 and len(octets) >= 2 + (size := int.from_bytes(octets[:2], "big")):
        packets.append(octets[2:2 + size])
        octets = octets[2 + size:]
    return packets


def header_size(packet: bytes) -> int:
    size = 12 + 4 * (packet[0] & 15)
    return size + (4 + 4 * int.from_bytes(packet[size + 2:size + 4], "big") if packet[0] & 16 else 0)


def check_unreadable(packets: list[bytes], what: str) -> None:
    """In clear the first octet of a payload is a descriptor of VP8, always above 127, or Opus' always equal configuration."""
    media = [packet for packet in packets if not is_rtcp(packet)]
    check(len(media) >= 100, f"{what}: {len(media)} packets of media")
    for packet in packets:
        check(packet[0] >> 6 == 2, f"{what}: not a packet of RTP: {packet[:4].hex()}")
        check(not is_rtcp(packet) or packet[-INDEX] & 0x80, f"{what}: a report whose E flag says that it is in clear")
    by_source: dict[bytes, list[int]] = {}
    for packet in media:
        by_source.setdefault(packet[8:12], []).append(packet[header_size(packet)])
    for source, firsts in by_source.items():
        if len(firsts) >= 50:
            most = max(collections.Counter(firsts).values()) / len(firsts)
            high = sum(first > 127 for first in firsts) / len(firsts)
            check(most < 0.15 and 0.25 < high < 0.75, f"{what}: source {source.hex()} is not encrypted: {firsts[:20]}")


def is_media(data: bytes) -> bool:
    return len(data) > 12 and (data[0] >> 6 == 2 or data[0] == AGGREGATED)


def is_whole_stun(data: bytes) -> bool:
    """A message of STUN whose length is right, and its fingerprint if it has one (RFC 8489 section 14.7)."""
    if not is_stun(data) or int.from_bytes(data[2:4], "big") != len(data) - 20:
        return False
    at, value = attributes(data).get(FINGERPRINT, (0, b""))
    covered = with_length(data[:at], at - 20 + 8) if at else b""
    return not at or value == (zlib.crc32(covered) ^ FINGERPRINT_MASK).to_bytes(4, "big")


def is_whole_dtls(data: bytes) -> bool:
    """Records of DTLS 1.2 (1.0 in a first flight) and nothing else (RFC 6347 section 4.1)."""
    while len(data) >= 13 and 20 <= data[0] <= 23 and data[1:3] in (b"\xfe\xfd", b"\xfe\xff"):
        size = 13 + int.from_bytes(data[11:13], "big")
        if len(data) <= size:
            return len(data) == size
        data = data[size:]
    return False


def is_whole_srtp(data: bytes) -> bool:
    """Packets with room for a tag, each SRTCP with its E flag: aggregated ones too."""
    packets = members(data)
    if data[0] == AGGREGATED and 1 + sum(2 + len(packet) for packet in packets) != len(data):
        return False
    return bool(packets) and all(
        packet[0] >> 6 == 2 and len(packet) >= 12 + TAG and (not is_rtcp(packet) or packet[-INDEX] & 0x80) for packet in packets)


def carried(data: bytes) -> bytes:
    """A relay carries datagrams as ChannelData (RFC 8656 section 12.4)."""
    return data[4:4 + int.from_bytes(data[2:4], "big")] if data and 64 <= data[0] <= 79 else data


def class_of(one: Datagram, nodes: set[Address] = frozenset()) -> str:
    """The sockets of OpenDHT's nodes speak that only, and no other socket does: its messages begin as RTP does."""
    if not nodes.isdisjoint((one.source, one.destination)):
        return "OpenDHT" if is_of_nodes(one, nodes) else "other"
    data = carried(one.data)
    if is_whole_stun(data):
        return "STUN"
    if is_whole_dtls(data):
        return "DTLS"
    return "SRTP" if is_media(data) and is_whole_srtp(data) and message_of(data) is None else "other"


def count_tls(datagrams: Sequence[Datagram], what: str) -> int:
    """The records of TLS in all connections, whose octets are nothing else (RFC 8446 section 5.1)."""
    segments: dict[tuple, dict[int, bytes]] = {}
    for one in datagrams:
        if one.kind == "tcp" and one.data:
            segments.setdefault((one.source, one.destination), {})[one.sequence] = one.data
    records = 0
    for way, pieces in segments.items():
        first, octets = min(pieces), b""
        for sequence in sorted(pieces):
            check(sequence <= first + len(octets), f"{what}: {way}: a segment is not captured")
            octets += pieces[sequence][first + len(octets) - sequence:]  # Less what was sent again.
        while octets:
            check(len(octets) >= 5 and 20 <= octets[0] <= 23 and octets[1:3] in (b"\3\1", b"\3\3"),
                  f"{what}: {way}: no record of TLS: {octets[:20].hex()}")
            octets = octets[5 + int.from_bytes(octets[3:5], "big"):]
            records += 1
    return records


def count_classes(datagrams: Sequence[Datagram], what: str, secrets: Sequence[bytes] = (),
                  nodes: set[Address] = frozenset()) -> str:
    """Whatever passes is of a known kind, sound and pictures are encrypted, and nothing else of the call is seen. `nodes`
    are the sockets that speak OpenDHT's protocol, with sealed messages in it."""
    udp = [one for one in datagrams if one.kind == "udp"]
    kinds = [class_of(one, nodes) for one in udp]
    counts = {kind: kinds.count(kind) for kind in ("STUN", "DTLS", "SRTP", *(("OpenDHT",) if nodes else ()))}
    check("other" not in kinds, f"{what}: {[one for one, kind in zip(udp, kinds) if kind == 'other'][:3]} of {len(udp)}")
    check(all(counts.values()), f"{what}: {counts}")
    ways: dict[tuple, list[bytes]] = {}
    for one, kind in zip(udp, kinds):
        if kind == "SRTP":
            ways.setdefault((one.source, one.destination), []).extend(members(carried(one.data)))
    for way, packets in ways.items():
        if len(packets) >= 200:
            check_unreadable(packets, f"{what}: {way}")
    always = (b"a=candidate", b"a=ice-pwd", b"a=fingerprint", b"m=audio", b"COUNTERPOINT/")
    seen = [secret for secret in (*always, *secrets) if any(secret in one.data for one in datagrams)]
    check(not seen, f"{what}: in clear: {seen}")
    counts["records of TLS"] = count_tls(datagrams, what)
    return ", ".join(f"{number} {kind}" for kind, number in counts.items())
