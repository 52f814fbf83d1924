// SPDX-License-Identifier: GPL-3.0-or-later
// The framing of a SignallingMessage on a byte stream:
//   COUNTERPOINT/2 OFFER\r\nContent-Length: 123\r\n\r\n<123 bytes>
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/bytes.h"
#include "core/base/result.h"
#include "core/model/signalling_message.h"

namespace counterpoint {

/// Longer is refused by the parser.
inline constexpr std::size_t kMaxSignallingHeader = 1024;
inline constexpr std::size_t kMaxSignallingBody = 65'536;

/// `message` as it goes on the wire; a body over kMaxSignallingBody is cut.
[[nodiscard]] Bytes serialize(const SignallingMessage& message);

/// The message that a caller of version 1 is told, in its own framing: that it is too old to call.
[[nodiscard]] Bytes version_1_refusal();

/// Takes messages out of a byte stream, however it is cut into pieces.
///
/// 1. The first error is final: a stream that is out of step cannot be trusted any more. Messages before it count.
/// 2. At most one message's bytes and one piece are held: take what next() gives before the next feed().
class SignallingParser {
 public:
  void feed(ByteView data);
  /// The next complete message.
  [[nodiscard]] std::optional<SignallingMessage> next();
  /// kMalformed, or kRefused when the peer speaks another version of the protocol.
  [[nodiscard]] const std::optional<Error>& error() const { return error_; }

 private:
  struct Header {
    SignallingMessage::Kind kind = SignallingMessage::Kind::kBye;
    std::size_t body_size = 0;
    std::string verification;
  };

  static Result<Header> parse_header(std::string_view text);
  bool take_header();
  void fail(Error error);

  std::string buffer_;
  std::optional<Header> header_;  // Read, and its body still incomplete.
  std::optional<Error> error_;
};

}  // namespace counterpoint
