// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <queue>
#include <string>
#include <string_view>

#include "core/base/message.h"
#include "core/base/time.h"
#include "core/model/signalling_message.h"

namespace counterpoint {

struct CallConfig {
  Duration response_timeout =
      10s;                       ///< 1-60 s. Offer to first word of the callee: a failure names its cause within 15 s.
  Duration ring_timeout = 60s;   ///< 5-300 s.
  Duration setup_timeout = 15s;  ///< 5-60 s. Answer to first media: a failure names its cause within 15 s.
  /// 10-300 s. No media for so long: the peer has vanished. A host needs less to find itself in another network.
  Duration media_timeout = 60s;
  Duration orphan_timeout = 3s;  ///< 1-60 s. The same once the peer has closed the signalling connection.
  Duration silence = 2s;         ///< 1-10 s. No media for so long: a way to the peer is looked for.
};

/// The state machine of one call, from one side. Sans-IO.
///
/// 1. Give it what happens (handle_..., accept, decline, hang_up, fail) and the time; call poll() at next_deadline().
/// 2. Then send what take_message() gives until it gives nothing, and look at state().
/// 3. kEnded is final; end() and detail() then say why.
class Call {
 public:
  enum class State {
    kCalling,    ///< Caller: the offer is on its way.
    kRinging,    ///< Caller: the peer rings.
    kIncoming,   ///< Callee: an offer is here, our side rings.
    kConnected,  ///< Both agreed: media may flow.
    kEnded,
  };

  /// The reason why a call ended.
  enum class End {
    kHungUp,
    kRemoteHungUp,
    kDeclined,       ///< The callee refused; `detail` is its reason.
    kUnreachable,    ///< No connection could be made.
    kNoResponse,     ///< Connected, but no word of the protocol came in time.
    kNoAnswer,       ///< It rang and nobody answered.
    kIncompatible,   ///< The two sides found no common ground.
    kWrongIdentity,  ///< Somebody else answered than the one who was called, or somebody sits between.
    kProtocolError,  ///< The peer said something that makes no sense.
    kPeerVanished,   ///< Media and signalling stopped without a goodbye.
    kLocalFailure,   ///< A device or codec of ours failed.
  };

  /// A call that we make; say offer() as soon as the connection stands.
  [[nodiscard]] static Call make_outgoing(CallConfig config, Timestamp now);
  /// A call that comes in: feed it the peer's first message.
  [[nodiscard]] static Call make_incoming(CallConfig config, Timestamp now);

  void handle_message(const SignallingMessage& message, Timestamp now);
  /// The end of a signalling connection: the path may break while both hosts live, but only a host closes it.
  enum class Loss { kPath, kClosedByPeer };
  void handle_connection_lost(const Message& reason, Loss loss, Timestamp now);
  /// An authentic datagram of the peer arrived.
  void handle_media(Timestamp now);
  void offer(std::string sdp);
  /// The peer's media said goodbye: that ends a call whose signalling connection is gone, or cannot say so any more, as
  /// it shows when nothing follows for orphan_timeout.
  void handle_media_ended();
  void accept(std::string answer, Timestamp now);
  void decline(std::string reason);
  void hang_up();
  /// Ends the call for a reason found outside (no common codec, a broken device).
  void fail(End end, Message detail);
  void poll(Timestamp now);
  [[nodiscard]] Timestamp next_deadline() const;

  [[nodiscard]] std::optional<SignallingMessage> take_message();
  [[nodiscard]] State state() const { return state_; }
  /// Connected, but nothing has come from the peer for a while; as of the last poll().
  [[nodiscard]] bool reconnecting() const { return reconnecting_; }
  [[nodiscard]] End end() const { return end_; }
  /// More about the end, in words; may be empty.
  [[nodiscard]] const Message& detail() const { return detail_; }
  /// The peer's SDP: the offer (callee) or, once connected, the answer (caller).
  [[nodiscard]] const std::string& remote_description() const { return remote_description_; }

 private:
  Call(CallConfig config, State state, Timestamp now) : config_(config), state_(state), since_(now) {}
  void enter(State state, Timestamp now);
  [[nodiscard]] Timestamp vanished_at() const;
  void finish(End end, Message detail);
  void send(SignallingMessage::Kind kind, std::string body = {}) { outgoing_.push({kind, std::move(body)}); }
  void handle_as_caller(const SignallingMessage& message, Timestamp now);
  void handle_as_callee(const SignallingMessage& message, Timestamp now);

  CallConfig config_;
  State state_;
  Timestamp since_;  ///< Time at which state_ was entered.
  Timestamp last_media_{};
  bool caller_ = false;
  bool offer_received_ = false;
  bool media_came_ = false;
  bool media_ended_ = false;
  bool reconnecting_ = false;
  std::optional<Loss> orphan_;  ///< Connected, but the signalling connection is gone.
  End end_ = End::kHungUp;
  Message detail_;
  std::string remote_description_;
  std::queue<SignallingMessage> outgoing_;
};

[[nodiscard]] std::string_view to_string(Call::State state);
[[nodiscard]] std::string_view to_string(Call::End end);
/// The end of that name, as to_string() gives it.
[[nodiscard]] std::optional<Call::End> find_call_end(std::string_view name);
/// True for the ends that a user wanted; false where the call failed.
[[nodiscard]] bool is_orderly(Call::End end);

}  // namespace counterpoint
