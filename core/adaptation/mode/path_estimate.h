// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "core/base/message.h"
#include "core/base/time.h"
#include "core/base/units.h"
#include "core/model/packet_feedback.h"

namespace counterpoint {

/// The path as an estimator sees it, for scalers and gates. An estimator fills in what it knows.
struct PathEstimate {
  enum class Verdict : std::uint8_t {
    kUnknown,     ///< Nothing was heard of the path yet, or for too long.
    kClear,       ///< No sign of congestion.
    kHeadroom,    ///< Clear for long enough: more may be tried.
    kCongestion,  ///< More is sent than the path carries.
  };
  Verdict verdict = Verdict::kUnknown;
  /// Grows by one with each new verdict, so that who steps by verdicts steps once for each.
  std::uint64_t verdict_count = 0;
  std::optional<DataRate> rate;           ///< All media together may take this on the wire.
  std::optional<PacketRate> packet_rate;  ///< All media may take so many packets; nothing: as many as the rate needs.
  std::optional<DataSize> window;         ///< So much may be in flight (congestion window).
  std::optional<Duration> packet_gap;     ///< The least time between two packets.
  std::optional<DataSize> budget;         ///< So much video may still leave now.
  std::optional<DataSize> send_buffer;    ///< May wait to be sent; nothing: no more than a live call bears.
  std::optional<DataRate> pacing_rate;    ///< Live video leaves at it, > 0; nothing: somewhat faster than it is made.
  bool padding = false;                   ///< A probe: packets are repeated where video leaves pacing_rate unused.
  double repair_share = 0;                ///< Repair packets (FEC) for each packet of live video, 0 to 1.
  bool temporal_layers = false;           ///< Live video has two, so that every other frame may be lost alone.
  bool video_pauses = false;              ///< A break: no video, so that the queue drains.
  /// Codepoint of the media's datagrams. A mode that answers CE as RFC 3168 or RFC 8511 asks may say kEct0, one that
  /// answers it as RFC 9331 asks kEct1; all others leave it, and so are dropped instead of marked.
  Ecn ecn = Ecn::kNotEct;
  /// The direction that the cause is a reason for. A change the other way is told with another cause.
  enum class Tendency : std::uint8_t { kLess, kEither, kMore };
  Tendency tendency = Tendency::kEither;
  Message cause;         ///< In words, for a person: "audio delay rising for 1.3 s".
  std::string evidence;  ///< The figures behind it: "S_PCT 0.71, S_PDT 0.64 over 64 packets".

  /// A new verdict, and what stands behind it: a reason for less with congestion or where nothing is known, for more
  /// otherwise.
  void conclude(Verdict new_verdict, Message new_cause, std::string new_evidence) {
    const bool good = new_verdict == Verdict::kClear || new_verdict == Verdict::kHeadroom;
    conclude(new_verdict, good ? Tendency::kMore : Tendency::kLess, std::move(new_cause), std::move(new_evidence));
  }
  void conclude(Verdict new_verdict, Tendency new_tendency, Message new_cause, std::string new_evidence) {
    verdict = new_verdict;
    tendency = new_tendency;
    ++verdict_count;
    cause = std::move(new_cause);
    evidence = std::move(new_evidence);
  }
};

}  // namespace counterpoint
