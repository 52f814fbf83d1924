// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "core/base/time.h"
#include "core/base/unix_time.h"
#include "core/call/peer_id.h"

namespace counterpoint {

/// A call that is over, as far as one needs to know to call again.
struct RecentCall {
  enum class Kind {
    kOutgoing,    ///< We called, and it was answered.
    kUnanswered,  ///< We called, and there was no call.
    kIncoming,    ///< The peer called, and it was answered.
    kMissed,      ///< The peer called, and nobody answered.
    kDeclined,    ///< The peer called, and we declined.
  };
  static constexpr std::size_t kMaxText = 300;  ///< Bytes of `name` and of `target`.

  Kind kind = Kind::kOutgoing;
  std::string name{};          ///< The peer's, as it was shown; never empty.
  std::string target{};        ///< A link or an address that calls the peer again; empty: none is known.
  std::optional<PeerId> id{};  ///< The identity that the peer proved.
  UnixTime began{};
  Duration duration{};  ///< Time from the answer to the end; zero without an answer.

  [[nodiscard]] bool answered() const { return kind == Kind::kOutgoing || kind == Kind::kIncoming; }
  friend bool operator==(const RecentCall&, const RecentCall&) = default;
};

/// The last calls, by the time when they began, the newest first.
class RecentCalls {
 public:
  static constexpr std::size_t kMax = 100;

  [[nodiscard]] const std::vector<RecentCall>& calls() const { return calls_; }
  /// Puts `call` in its place, since one that was missed is heard of later; of two at the same time the added one
  /// comes first. One without a name, or with a text that is too long or not plain (is_plain_text()), is left out.
  void add(RecentCall call);
  /// Forgets the call that stands at `index` in calls().
  void remove(std::size_t index);
  void clear() { calls_.clear(); }

 private:
  std::vector<RecentCall> calls_;
};

}  // namespace counterpoint
