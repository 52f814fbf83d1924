// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/log/log_summary.h"

#include <algorithm>
#include <utility>

#include "core/log/session_log_reader.h"
#include "core/model/datagram.h"

namespace counterpoint {

CallQuality whole_call_quality(const SessionStats& stats, Duration duration) {
  if (stats.audio_in.packets_received + stats.video_in.packets_received == 0 || duration < 1s) {
    return CallQuality::kUnknown;
  }
  const double loss = lost_part({}, stats);
  const double freezes = static_cast<double>(stats.video_in.freeze_count) * 60 / to_seconds(duration);
  const double round_trip = std::max(stats.audio_remote.round_trip_time, stats.video_remote.round_trip_time);
  if (loss > 0.05 || freezes > 4 || round_trip > 0.5) return CallQuality::kPoor;
  if (loss < 0.01 && freezes < 1 && round_trip < 0.2) return CallQuality::kGood;
  return CallQuality::kFair;
}

namespace {

CallDirection direction_of(std::string_view state) {
  if (state == to_string(Call::State::kIncoming)) return CallDirection::kIncoming;
  const bool calls = state == to_string(Call::State::kCalling) || state == to_string(Call::State::kRinging);
  return calls ? CallDirection::kOutgoing : CallDirection::kUnknown;
}

/// Follows the records of both ends.
class Summariser {
 public:
  void add(const LogRecord& record) {
    if (const auto* header = std::get_if<LogHeader>(&record.body)) {
      summary_.started = header->started;
      summary_.peer = header->setting("peer").value_or("");
      summary_.mode = header->setting("mode").value_or("");
    } else if (const auto* state = std::get_if<LogState>(&record.body)) {
      if (summary_.direction == CallDirection::kUnknown) summary_.direction = direction_of(state->state);
      if (state->state == to_string(Call::State::kConnected)) connected_ = record.time;
    } else if (const auto* mode = std::get_if<LogMode>(&record.body)) {
      modes_ = with_mode(std::move(modes_), mode->name);
    } else if (const auto* stats = std::get_if<LogStats>(&record.body)) {
      stats_ = stats->stats;
    } else if (const auto* end = std::get_if<LogEnd>(&record.body)) {
      take_end(end->cause);
      // A change in the midst of the log is in neither of its ends.
      if (end->modes) modes_ = *end->modes;
    }
    end_ = std::max(end_, record.time);
  }

  [[nodiscard]] LogSummary summary() const {
    LogSummary result = summary_;
    if (!modes_.empty()) result.mode = modes_;
    result.connected = connected_.has_value();
    if (!stats_) return result;
    result.duration = end_ - connected_.value_or(Duration::zero());
    result.quality = whole_call_quality(*stats_, result.duration);
    const double bytes = wire_bytes(static_cast<double>(stats_->transport.bytes_sent),
                                    static_cast<double>(stats_->transport.packets_sent));
    constexpr double kMax = 1e15;  // Upper bound for values of a broken log.
    result.mean_rate = DataSize::bytes(static_cast<std::int64_t>(std::min(bytes, kMax))) / result.duration;
    return result;
  }

 private:
  /// "declined: busy".
  void take_end(std::string_view cause) {
    constexpr std::string_view kBetween = ": ";
    const std::size_t name_end = cause.find(kBetween);
    summary_.complete = true;
    summary_.end = find_call_end(cause.substr(0, name_end));
    summary_.detail = name_end == std::string_view::npos ? "" : cause.substr(name_end + kBetween.size());
  }

  LogSummary summary_;
  std::string modes_;
  std::optional<Duration> connected_;
  std::optional<SessionStats> stats_;
  Duration end_{};
};

}  // namespace

std::string with_mode(std::string modes, std::string_view mode) {
  constexpr std::string_view kBetween = ", ";
  for (std::string_view rest = modes; !rest.empty();) {
    const std::size_t end = std::min(rest.find(kBetween), rest.size());
    if (rest.substr(0, end) == mode) return modes;
    rest.remove_prefix(std::min(end + kBetween.size(), rest.size()));
  }
  if (!modes.empty()) modes += kBetween;
  return modes += mode;
}

Result<LogSummary> summarise_log(std::string_view head, std::string_view tail) {
  Summariser summariser;
  SessionLogReader reader([&summariser](LogRecord&& record) { summariser.add(record); });
  Result<void> read = reader.feed(head);
  // The line that goes on beyond the head is not one that was cut off.
  if (read && tail.empty()) read = reader.finish();
  if (!read) return read.error();
  // The first line of the tail has no beginning.
  tail.remove_prefix(std::min(tail.size(), tail.find('\n') + 1));
  while (!tail.empty()) {
    const std::size_t end = tail.find('\n');
    if (const auto record = parse_log_line(tail.substr(0, end))) summariser.add(*record);
    tail.remove_prefix(end == std::string_view::npos ? tail.size() : end + 1);
  }
  return summariser.summary();
}

}  // namespace counterpoint
