// SPDX-License-Identifier: GPL-3.0-or-later
// The nodes and missed calls that a host remembers from one start to the next: FOLDER/rendezvous.json, for its owner
// alone.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/base/unix_time.h"
#include "core/call/peer_id.h"
#include "net/sealed/sealed_message.h"

namespace counterpoint {

struct RendezvousMemory {
  static constexpr std::size_t kMaxNodes = 32;
  static constexpr std::size_t kMaxMissedCalls = 128;
  /// Strangers can have as many identities as they like.
  static constexpr std::size_t kMaxOfStrangers = 16;
  /// So that one contact leaves room for the others, however often this host starts.
  static constexpr std::size_t kMaxOfOne = 16;

  struct MissedCall {
    UnixTime until{};  ///< The rendezvous may give it again until then.
    bool stranger = false;
    std::optional<PeerId> caller{};  ///< An older version did not write it down.
    bool operator==(const MissedCall&) const = default;
  };

  /// Nodes that answered, as "192.0.2.1:47002": they lead to the others without any that the user has named.
  std::vector<std::string> nodes;
  /// Those that the user has been told of, and is not told of again.
  std::map<SealedMessage::Id, MissedCall> missed_calls;

  /// Writes down one that is to be told now; false when it has been told, or there is no room for more. Those that
  /// have ended before `now` make room.
  bool admit(const SealedMessage::Id& id, const MissedCall& call, UnixTime now);
  bool operator==(const RendezvousMemory&) const = default;
};

/// Reads the text of the file. Errors: kInvalidArgument with the place of the mistake.
[[nodiscard]] Result<RendezvousMemory> read_rendezvous_memory(std::string_view text);
[[nodiscard]] std::string rendezvous_memory_text(const RendezvousMemory& memory);

/// The memory in `folder`; an empty one when there is no file. Errors: kUnavailable, kMalformed: the file stays until
/// the next change replaces it.
[[nodiscard]] Result<RendezvousMemory> load_rendezvous_memory(const std::filesystem::path& folder);
/// Reads, changes and writes it; programs that do so at the same time take turns. A file that cannot be read is
/// replaced. Errors: those of change_file().
[[nodiscard]] Result<void> change_rendezvous_memory(const std::filesystem::path& folder,
                                                    const std::function<void(RendezvousMemory&)>& change);

}  // namespace counterpoint
