// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

#include "core/adaptation/mode/parameter.h"
#include "core/adaptation/mode/path_estimate.h"
#include "core/adaptation/plane/adaptation_context.h"
#include "core/model/packet_feedback.h"

namespace counterpoint {

/// A packet of media that left.
struct SentPacket {
  StreamKind stream = StreamKind::kAudio;
  std::int64_t sequence = 0;  ///< PacketFeedback::sequence.
  DataSize size;              ///< On the wire.
  Timestamp sent_at{};
};

/// Media that wait to be sent: some estimators steer by them (Jacobs 1998).
struct SendBuffer {
  DataSize queued;        ///< Waits for the gate.
  Duration queue_time{};  ///< Waiting time of the oldest.
};

/// Says from feedback what the path carries. One file or one folder an algorithm.
///
/// 1. Give it every packet sent and every report; poll() at next_deadline(); then read estimate().
/// 2. The same calls at the same times give the same estimates. Absurd feedback changes nothing but within bounds.
class Estimator {
 public:
  virtual ~Estimator() = default;
  virtual void handle_sent(const SentPacket& packet) = 0;
  virtual void handle_feedback(const FeedbackReport& report) = 0;
  virtual void poll(const SendBuffer& buffer, Timestamp now) = 0;
  [[nodiscard]] virtual Timestamp next_deadline() const = 0;
  [[nodiscard]] virtual const PathEstimate& estimate() const = 0;
};

/// An estimator as modes and users know it. The file of each estimator defines one.
struct EstimatorKind {
  std::string_view name;
  std::string_view summary;
  std::string_view source;  ///< The paper or RFC.
  std::span<const Parameter> parameters;
  std::unique_ptr<Estimator> (*make)(const AdaptationContext& start, const ParameterValues& values);
};

/// EstimatorKind::make of T.
template <typename T>
std::unique_ptr<Estimator> make_estimator(const AdaptationContext& start, const ParameterValues& values) {
  return std::make_unique<T>(start, values);
}

}  // namespace counterpoint
