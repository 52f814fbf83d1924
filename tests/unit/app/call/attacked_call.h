// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/call/call_signalling.h"
#include "net/secure/identity_key.h"
#include "net/secure/srtp_protector.h"
#include "tests/unit/app/call/memory_link.h"

namespace counterpoint {

inline constexpr Timestamp kSetUpTime{1000s};

/// The set-up of a call between two programs, with its messages and datagrams in the hands of a test. Each side
/// believes to speak with whom it is told, as TLS proves it.
class AttackedCall {
 public:
  struct People {
    PeerId caller{};
    PeerId callee{};
    PeerId seen_as_caller = caller;  ///< The callee sees this one.
    PeerId seen_as_callee = callee;  ///< The caller sees this one.
  };
  /// Somebody on the way may change a datagram; false: it is lost.
  using Change = std::function<bool(Bytes&)>;

  explicit AttackedCall(const People& people, CallSignalling::IdentityCheck check = nobody_is_wrong)
      : people_(people), check_(std::move(check)) {}

  /// Calls, rings and answers, until nobody has more to say.
  void set_up() {
    caller_ = CallSignalling::dial(std::make_unique<MemoryLink>(people_.seen_as_callee, to_caller, to_callee),
                                   people_.caller, check_, capabilities(11), kSetUpTime);
    caller_->open_media({}, {}, kSetUpTime);
    caller_->poll(kSetUpTime);
    callee_ = CallSignalling::take(std::make_unique<MemoryLink>(people_.seen_as_caller, to_callee, to_caller),
                                   people_.callee, capabilities(21), kSetUpTime);
    callee_->open_media({}, {}, kSetUpTime);
    do {
      callee_->poll(kSetUpTime);
      callee_->accept(kSetUpTime);
      caller_->poll(kSetUpTime);
    } while (!to_callee.waiting.empty() || !to_caller.waiting.empty());
  }
  [[nodiscard]] CallSignalling& caller() { return *caller_; }
  [[nodiscard]] CallSignalling& callee() { return *callee_; }
  [[nodiscard]] bool agreed() const { return caller_->agreed() && callee_->agreed(); }
  /// Both people see the same words.
  [[nodiscard]] bool same_words() const {
    return caller_->sas().has_value() && callee_->sas().has_value() && caller_->sas() == callee_->sas();
  }

  Way to_callee;  ///< Its messages are the caller's.
  Way to_caller;

 private:
  static std::optional<Message> nobody_is_wrong(const PeerId&) { return std::nullopt; }

  People people_;
  CallSignalling::IdentityCheck check_;
  std::unique_ptr<CallSignalling> caller_;
  std::unique_ptr<CallSignalling> callee_;
};

[[nodiscard]] inline DtlsEndpoint make_endpoint(const DtlsEndpoint::Config& config) {
  Result<DtlsEndpoint> endpoint = DtlsEndpoint::create(config, kSetUpTime);
  EXPECT_TRUE(endpoint);
  return std::move(*endpoint);
}

/// Carries the datagrams of two handshakes to and fro until there are none.
inline void shake_hands(DtlsEndpoint& one, DtlsEndpoint& other, const AttackedCall::Change& of_one = {},
                        const AttackedCall::Change& of_other = {}) {
  for (bool again = true; again;) {
    again = false;
    for (auto [from, to, change] : {std::tuple{&one, &other, &of_one}, std::tuple{&other, &one, &of_other}}) {
      while (std::optional<Bytes> datagram = from->take_datagram()) {
        again = true;
        if (!*change || (*change)(*datagram)) to->handle_datagram(*datagram, kSetUpTime);
      }
    }
  }
}

[[nodiscard]] inline bool has_keys(const DtlsEndpoint& endpoint) {
  return endpoint.state() == DtlsEndpoint::State::kEstablished;
}

[[nodiscard]] inline std::unique_ptr<SrtpProtector> make_protector(const DtlsEndpoint& endpoint) {
  return std::move(*SrtpProtector::create(endpoint.keys()));
}

/// A packet of sound without meaning.
[[nodiscard]] inline Bytes media_packet(std::uint16_t number) {
  Bytes packet = {0x80, 111, static_cast<std::uint8_t>(number >> 8), static_cast<std::uint8_t>(number & 0xFF)};
  packet.resize(172, 0x11);
  return packet;
}

}  // namespace counterpoint
