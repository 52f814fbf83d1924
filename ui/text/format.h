// SPDX-License-Identifier: GPL-3.0-or-later
// Figures in words for people, with their units and at most two decimals.
#pragma once

#include <QString>
#include <cstdint>

#include "core/adaptation/plane/plane.h"
#include "core/base/message.h"
#include "core/base/units.h"
#include "core/model/frame_buffer.h"

namespace counterpoint {

/// With as many decimals as that, as the window's language writes it, without marks between thousands.
[[nodiscard]] QString number_text(double value, int decimals = 0);
/// With up to six digits, and no decimals that are zero.
[[nodiscard]] QString short_number_text(double value);
/// "512 kbit/s", from 10 Mbit/s on "12.3 Mbit/s".
[[nodiscard]] QString rate_text(DataRate rate);
/// "48 packets/s".
[[nodiscard]] QString packet_rate_text(PacketRate rate);
/// "30 frames/s".
[[nodiscard]] QString frame_rate_text(FrameRate rate);
/// "1.2 MB" of so many bytes, with decimal prefixes.
[[nodiscard]] QString bytes_text(std::uint64_t bytes);
/// "640x360" with a proper cross, or "no video".
[[nodiscard]] QString size_text(Resolution size);
/// "42 ms".
[[nodiscard]] QString milliseconds_text(Duration duration);
/// A part of the whole, 0 to 1: "0.3 %".
[[nodiscard]] QString percent_text(double part);
/// The directions of a call with `peer`, or with somebody whose name is not known: "You → Ada" and "Ada → you".
[[nodiscard]] QString to_peer_text(const QString& peer);
[[nodiscard]] QString from_peer_text(const QString& peer);
/// A tool tip that shows `text` as it is: what others wrote may look like markup.
[[nodiscard]] QString plain_tip(const QString& text);
/// The text as a sentence of its own.
[[nodiscard]] QString with_capital(const QString& text);
/// A decision of the adaptation, its cause in the language of the window, with what it changed: "Audio delay rising
/// for 1.3 s: 402 → 352 kbit/s, 43 → 40 packets/s", without what stayed the same.
[[nodiscard]] QString decision_text(const Message& cause, const PlanePosition& from, const PlanePosition& to);
/// "12:41", from an hour on "1:02:41", and with a minus before the call.
[[nodiscard]] QString clock_text(Duration duration);
/// "12:41.3".
[[nodiscard]] QString exact_clock_text(Duration duration);

}  // namespace counterpoint
