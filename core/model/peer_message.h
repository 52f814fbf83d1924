// SPDX-License-Identifier: GPL-3.0-or-later
// The messages by which two users send each other texts and files in a call, beside the media.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <variant>

namespace counterpoint {

/// A text of the sender's user. Texts of one direction are numbered from 1 on, and the next one follows once this one
/// is heard.
struct PeerText {
  static constexpr std::size_t kMax = 4000;  ///< Bytes.

  std::uint32_t number = 0;
  std::string text{};  ///< 1 to kMax bytes, as is_readable_text() has it.
  bool operator==(const PeerText&) const = default;
};
/// The text of that number is shown to the user.
struct TextHeard {
  std::uint32_t number = 0;
  bool operator==(const TextHeard&) const = default;
};

/// A file that the receiver's user may take. Files of one direction are numbered from 1 on, and the next one is offered
/// once this one is over.
struct FileOffer {
  static constexpr std::size_t kMaxName = 100;              ///< Bytes.
  static constexpr std::uint64_t kMaxSize = 1'000'000'000;  ///< Bytes.

  std::uint32_t number = 0;
  std::string name{};      ///< A shown name, as is_shown_name() has it.
  std::uint64_t size = 0;  ///< 1 to kMaxSize bytes.
  bool operator==(const FileOffer&) const = default;
};
struct FileAccepted {
  std::uint32_t number = 0;
  bool operator==(const FileAccepted&) const = default;
};
struct FilePiece {
  static constexpr std::size_t kMax = 16'384;  ///< Bytes.

  std::uint32_t number = 0;
  std::uint64_t offset = 0;
  std::string bytes{};  ///< 1 to kMax.
  bool operator==(const FilePiece&) const = default;
};
/// The receiver has written the first `size` bytes of the file.
struct FileKept {
  std::uint32_t number = 0;
  std::uint64_t size = 0;
  bool operator==(const FileKept&) const = default;
};
/// The sender or the receiver does not want it any more, or cannot go on.
struct FileStopped {
  std::uint32_t number = 0;
  bool by_sender = false;
  bool operator==(const FileStopped&) const = default;
};

using PeerMessage = std::variant<PeerText, TextHeard, FileOffer, FileAccepted, FilePiece, FileKept, FileStopped>;

}  // namespace counterpoint
