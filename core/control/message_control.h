// SPDX-License-Identifier: GPL-3.0-or-later
// Texts and files between the users of a call: what a front end asks for, and what it is told.
#pragma once

#include <cstdint>
#include <string>
#include <variant>

#include "core/base/message.h"

namespace counterpoint {

/// TextNews follows.
struct SendText {
  std::string text{};  ///< Cut to PeerText::kMax bytes.
};
/// Offers the file to the peer's user; FileNews follows. One at a time.
struct SendFile {
  std::string path{};
};
/// Takes the file that the peer offers.
struct AcceptFile {
  std::uint32_t number = 0;
  std::string folder{};  ///< It gets a free name there, made of its own. Empty: `path` counts.
  std::string path{};    ///< A file of this name is replaced.
};
/// Withdraws the own file, or refuses the peer's, while it waits or moves.
struct StopFile {
  std::uint32_t number = 0;
  bool own = false;
};
using MessageCommand = std::variant<SendText, SendFile, AcceptFile, StopFile>;

/// The things that this host can send to the peer now. At the beginning of a call, and when it changes.
struct MessagesOpen {
  bool texts = false;
  bool files = false;  ///< Not by way of inboxes, which are too slow.
  bool operator==(const MessagesOpen&) const = default;
};
struct TextNews {
  enum class State { kWaiting, kHeard, kLost };

  bool own = false;
  std::uint32_t number = 0;
  std::string text{};
  State state = State::kHeard;
};
/// A file has been offered, has moved on, or is over. At most five a second for one file.
struct FileNews {
  enum class Phase {
    kOffered,
    kMoving,
    kDone,
    kRefused,    ///< The receiver did.
    kWithdrawn,  ///< The sender did.
    kFailed,     ///< `problem` says why.
  };

  bool own = false;
  std::uint32_t number = 0;
  std::string name{};
  std::uint64_t size = 0;  ///< Bytes.
  std::uint64_t done = 0;  ///< The bytes that the receiver has written.
  Phase phase = Phase::kOffered;
  std::string path{};  ///< kDone: the file.
  Message problem{};

  [[nodiscard]] bool is_over() const { return phase != Phase::kOffered && phase != Phase::kMoving; }
};
using MessageEvent = std::variant<MessagesOpen, TextNews, FileNews>;

}  // namespace counterpoint
