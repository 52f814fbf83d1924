// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/adaptation/plane/operating_set.h"
#include "core/log/session_log.h"

namespace counterpoint {

/// The quantities known at each moment of a call.
enum class Series : std::uint8_t {
  kSendRate,        ///< kbit/s, with IP and UDP headers, over about the last second, as all rates.
  kReceiveRate,     ///< kbit/s
  kRateLimit,       ///< kbit/s; what the mode takes the path to carry.
  kSendPackets,     ///< Datagrams/s
  kReceivePackets,  ///< Datagrams/s
  kPacketLimit,     ///< Datagrams/s
  kSendFrames,      ///< Frames encoded/s
  kReceiveFrames,   ///< Frames shown/s
  kQueueingDelay,   ///< ms by which the one-way delay to the peer exceeds its least.
  kRoundTrip,       ///< ms
  kSendLoss,        ///< % of what the peer told of in about the last five seconds, as CallLoss
  kReceiveLoss,     ///< % of what the peer sent in them
  kAudioBuffer,     ///< ms that audio waits in our jitter buffer
  kPictureBuffer,   ///< ms that frames wait in it
  kChosenRate,      ///< kbit/s; media at the operating point
  kChosenPackets,   ///< Datagrams/s
  kArrivedRate,     ///< kbit/s; media of ours that arrived at the peer
  kArrivedPackets,  ///< Datagrams/s
};
inline constexpr std::size_t kSeriesCount = 18;

/// A name for programs, with its unit: "send_kbit_per_s".
[[nodiscard]] std::string_view column_name(Series series);

/// State of a call at one moment.
struct CallSample {
  Duration at{};                             ///< Time since the log began.
  std::array<float, kSeriesCount> values{};  ///< NaN: not known.
  PlanePosition chosen;
  FrameRate frames;                   ///< At the operating point.
  std::optional<PlanePosition> sent;  ///< Media; in logs of older programs all that was sent.
  std::optional<PlanePosition> received;

  [[nodiscard]] float operator[](Series series) const { return values[static_cast<std::size_t>(series)]; }
  float& operator[](Series series) { return values[static_cast<std::size_t>(series)]; }
};

/// A call as series over time, built from the records of its log, one after another: while the call goes on, or when
/// its log is read.
///
/// 1. Samples come from the log's samples; where it has none, as in logs of older programs, from its statistics.
/// 2. Times never fall: a record that is older than the one before counts as of the same time.
/// 3. Memory is bounded: when kMaxSamples are there, every second one goes, and from then on so many fewer come in. The
///    first kMaxMarks decisions and marks and the first thousand mode changes are kept.
class CallHistory {
 public:
  static constexpr std::size_t kMaxSamples = 150'000;  ///< More than eight hours at five a second.
  static constexpr std::size_t kMaxMarks = 50'000;

  struct Decision {
    Duration at{};
    PlanePosition from;
    PlanePosition to;
    Message cause;
    std::string evidence;
  };
  struct Mode {
    Duration at{};
    std::string name;
    std::shared_ptr<const OperatingSet> choices;  ///< Null: not known.
  };
  /// A new state of the call, or an event.
  struct Mark {
    Duration at{};
    std::string name;
    std::string detail;
  };

  void add(const LogRecord& record);

  [[nodiscard]] const LogHeader& header() const { return header_; }
  [[nodiscard]] const std::vector<CallSample>& samples() const { return samples_; }
  [[nodiscard]] const std::vector<Decision>& decisions() const { return decisions_; }
  [[nodiscard]] const std::vector<Mode>& modes() const { return modes_; }
  [[nodiscard]] const std::vector<Mark>& marks() const { return marks_; }
  /// The last totals of the call.
  [[nodiscard]] const SessionStats& totals() const { return totals_; }
  /// Time at which the call was connected, by which people count; zero when the log does not say.
  [[nodiscard]] Duration start() const { return start_; }
  /// Time of the last record.
  [[nodiscard]] Duration end() const { return end_; }
  /// True if the log was closed in order.
  [[nodiscard]] bool complete() const { return complete_; }

  /// The last sample at `at` or before, or the first one. There must be samples.
  [[nodiscard]] std::size_t index_at(Duration at) const;
  /// The last decision and the mode at `at`; null before the first.
  [[nodiscard]] const Decision* decision_at(Duration at) const;
  [[nodiscard]] const Mode* mode_at(Duration at) const;

 private:
  void take(const LogHeader& header);
  void take(const LogState& state);
  void take(const LogDecision& decision);
  void take(const LogEvent& event);
  void take(const LogStats& stats);
  void take(const LogMode& mode);
  void take(const LogSample& sample);
  void take(const LogEnd& end);
  void add_mode(std::string name, OperatingSet choices);
  void add_sample(const LogSample& sample);
  void make_room();

  struct Totals {
    Duration at{};
    LogSample sample;
  };

  LogHeader header_;
  std::vector<CallSample> samples_;
  std::vector<Decision> decisions_;
  std::vector<Mode> modes_;
  std::vector<Mark> marks_;
  std::deque<Totals> recent_;  ///< Totals of about the last five seconds; means are differences to them.
  SessionStats totals_;
  Duration start_{};
  Duration end_{};
  Duration last_log_sample_{};
  bool has_log_samples_ = false;
  Duration min_distance_{};  ///< Distance of samples; grows when there are too many.
  bool complete_ = false;
};

}  // namespace counterpoint
