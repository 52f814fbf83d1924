// SPDX-License-Identifier: GPL-3.0-or-later
// The session log: JSON Lines, one typed record a line, written during every call. Writing and reading stand here
// together, so that what one writes the other reads. Files are the caller's.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/adaptation/plane/plane.h"
#include "core/base/result.h"
#include "core/base/time.h"
#include "core/model/decision.h"
#include "core/model/session_stats.h"

namespace counterpoint {

/// Grows when a reader of the version before could misunderstand a log. Unknown fields and types are always skipped.
inline constexpr int kSessionLogVersion = 1;

/// In the header's setting "peer": a call with oneself, and one whose peer is not to be named.
inline constexpr const char* kSelfPeer = "this host";
inline constexpr const char* kUnnamedPeer = "left out";
/// The same, for callers who were not let through, in one record for all of them.
inline constexpr const char* kSeveralCallers = "several callers";

/// The most settings that a header has; a log with more is not one of ours.
inline constexpr std::size_t kMaxLogSettings = 1000;

/// The first line.
struct LogHeader {
  int version = kSessionLogVersion;
  std::string application;  ///< "counterpoint 0.1.0".
  std::string started;      ///< Wall clock, ISO 8601 in UTC; empty in virtual time.
  std::map<std::string, std::string> settings;
  /// Value of the setting `name`.
  [[nodiscard]] std::optional<std::string> setting(const std::string& name) const;
  bool operator==(const LogHeader&) const = default;
};
/// The call's state changed.
struct LogState {
  std::string state;
  std::string cause;
  bool operator==(const LogState&) const = default;
};
/// The operating point changed.
struct LogDecision {
  OperatingPoint from;
  OperatingPoint to;
  Message cause;
  std::string evidence;
  bool operator==(const LogDecision&) const = default;
};
/// Something worth a line: "freeze", "key-frame-request", "warning".
struct LogEvent {
  std::string name;
  std::string detail;
  bool operator==(const LogEvent&) const = default;
};
/// One second of statistics; totals run from the start.
struct LogStats {
  SessionStats stats;
  bool operator==(const LogStats&) const = default;
};
/// From now on this mode adapts video, and this is all that it can choose.
struct LogMode {
  std::string name;
  std::vector<PlanePosition> points;  ///< OperatingSet::points.
  /// OperatingSet::outline of a mode that has no such points: two positions of one bit-rate after another, that of
  /// the least packet rate and that of the most. Empty in logs of older programs, too.
  std::vector<PlanePosition> outline{};
  bool operator==(const LogMode&) const = default;
};
/// State of the call, recorded up to five times a second. Totals run from the start; unknown values are left out.
struct LogSample {
  std::uint64_t packets_sent = 0;  ///< Datagrams.
  std::uint64_t packets_received = 0;
  std::uint64_t bytes_sent = 0;  ///< Bytes of datagrams, without IP and UDP.
  std::uint64_t bytes_received = 0;
  std::uint64_t frames_encoded = 0;
  std::uint64_t frames_rendered = 0;
  std::uint64_t packets_reported = 0;       ///< Packets that we sent and of which the peer has told.
  std::uint64_t packets_reported_lost = 0;  ///< Those of them that were lost.
  std::uint64_t media_packets_received = 0;
  std::int64_t packets_lost = 0;             ///< Packets of the peer that were lost on their way to us.
  double picture_buffer_delay = 0;           ///< Seconds, summed over the frames that left the jitter buffer.
  std::uint64_t picture_buffer_count = 0;    ///< Those frames.
  std::optional<double> audio_buffer_delay;  ///< Seconds that the jitter buffer adds to the audio now.
  std::optional<double> queueing_delay;      ///< Seconds by which the one-way delay to the peer exceeds its least.
  std::optional<double> round_trip_time;     ///< Seconds, the latest.
  PlanePosition chosen;                      ///< At the operating point, audio and headers included.
  FrameRate frame_rate;                      ///< At the operating point.
  std::optional<PlanePosition> sent;         ///< Sent in about the last second.
  std::optional<PlanePosition> received;     ///< Received by the peer in about the last second.
  std::optional<DataRate> rate_limit;        ///< Estimated capacity of the path, if the mode estimates it.
  std::optional<PacketRate> packet_limit;
  bool operator==(const LogSample&) const = default;
};
/// The last line of a log that ended in order.
struct LogEnd {
  std::string cause;
  /// The modes that the call had, each once, in their order ("2d, 1d"), when it had more than one: who reads only the
  /// two ends of a log learns of them too.
  std::optional<std::string> modes{};
  bool operator==(const LogEnd&) const = default;
};

/// One line: what, and when since the start of the session.
struct LogRecord {
  Duration time{};  ///< Stored in seconds to the microsecond.
  std::variant<LogHeader, LogState, LogDecision, LogEvent, LogStats, LogMode, LogSample, LogEnd> body;
  bool operator==(const LogRecord&) const = default;
};

/// One line, without the line feed. The same record gives the same bytes everywhere.
[[nodiscard]] std::string to_json_line(const LogRecord& record);

/// Parses a line from to_json_line(). Errors: kMalformed names what is wrong with the line; kUnavailable: the type is
/// of a later program.
[[nodiscard]] Result<LogRecord> parse_log_line(std::string_view line);

/// A log that was read back.
struct SessionLog {
  std::vector<LogRecord> records;
  /// Lines that had to be left out: the last of a log whose writer was killed, unknown types of a later program.
  std::size_t skipped_lines = 0;
  /// The first line that is broken, and how, and whether there are more: as SessionLogReader has it.
  std::optional<Message> problem;
};

/// Reads a whole log. Fails with the line's number when there is no header or its version is too new; a broken line
/// later on is skipped and counted, for half a log is better than none.
[[nodiscard]] Result<SessionLog> parse_session_log(std::string_view text);

}  // namespace counterpoint
