// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "core/base/bytes.h"
#include "core/base/time.h"
#include "core/base/units.h"
#include "net/emulation/tcp/tcp_packet.h"

namespace counterpoint {

/// The receiving end of one TCP connection: says what has come, with SACK (RFC 2018) and D-SACK (RFC 2883), and delays
/// acknowledgements (RFC 1122, 4.2.3.2) as Linux does.
///
/// 1. An acknowledgement is due at once for each of the first kQuickAcknowledgements segments, for every second full
///    one later, and whenever something is missing, was missing until now or came twice; else after kMaxDelay.
/// 2. Call poll() until it gives nothing after handle_segment(), and whenever next_deadline() has come.
/// 3. At most kMaxGaps gaps are kept; segments that would make more, or that are more than kMaxAhead ahead, are
/// dropped.
class TcpReceiver {
 public:
  static constexpr int kQuickAcknowledgements = 16;  ///< Linux's value, for a sender that is probably in slow start.
  static constexpr Duration kMaxDelay = 40ms;        ///< Linux's value.
  static constexpr std::size_t kMaxGaps = 4096;
  static constexpr DataSize kMaxAhead = DataSize::bytes(64'000'000);

  void handle_segment(ByteView data, Timestamp now);
  [[nodiscard]] std::optional<TcpPacket> poll(Timestamp now);
  [[nodiscard]] Timestamp next_deadline() const { return due_; }
  /// Bytes received without a gap.
  [[nodiscard]] DataSize received() const { return DataSize::bytes(static_cast<std::int64_t>(next_)); }

 private:
  using Block = TcpAcknowledgement::Block;

  /// True if it could be kept.
  bool keep_ahead(const TcpSegment& segment);
  void report_first(std::uint64_t first);
  void acknowledge_in_order(const TcpSegment& segment, Timestamp now);
  [[nodiscard]] std::vector<Block> blocks() const;

  std::uint64_t next_ = 0;
  // Bytes received beyond a gap: first byte to end; ranges do not touch.
  std::map<std::uint64_t, std::uint64_t> ahead_;
  std::vector<std::uint64_t> reported_;  // First bytes of what came last, the latest first.
  std::optional<Block> twice_;
  std::int64_t longest_segment_ = 0;
  std::int64_t unacknowledged_ = 0;  // Bytes in order since the last acknowledgement.
  int quick_left_ = kQuickAcknowledgements;
  Timestamp due_ = kNever;  // The next acknowledgement.
};

}  // namespace counterpoint
