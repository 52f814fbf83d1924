// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/call/call_path.h"
#include "app/messages/message_exchange.h"
#include "core/call/call.h"
#include "core/model/media_state.h"
#include "core/ports/signalling_link.h"
#include "net/adapters/tcp_stream.h"
#include "net/sdp/offer_answer.h"
#include "net/sealed/candidate_exchange.h"
#include "net/secure/dtls_endpoint.h"
#include "net/secure/sas_exchange.h"

namespace counterpoint {

/// Sets up, watches and ends one call over its signalling connection: drives the Call, negotiates the media and opens
/// their path, and for video the TCP connection. Belongs to the network thread.
class CallSignalling {
 public:
  /// Says why the peer is not who was called; nothing when the call may go on.
  using IdentityCheck = std::function<std::optional<Message>(const PeerId&)>;

  /// Calls by way of `link`. The offer is made once its peer is known and `check` has let it pass. `patience`: see
  /// CallConfig::response_timeout.
  [[nodiscard]] static std::unique_ptr<CallSignalling> dial(std::unique_ptr<SignallingLink> link, const PeerId& own_id,
                                                            IdentityCheck check, const MediaCapabilities& capabilities,
                                                            Timestamp now,
                                                            Duration patience = CallConfig().response_timeout);
  /// Takes a caller's connection. `own_id` is that of this host.
  [[nodiscard]] static std::unique_ptr<CallSignalling> take(std::unique_ptr<SignallingLink> connection,
                                                            const PeerId& own_id, const MediaCapabilities& capabilities,
                                                            Timestamp now);

  /// Opens the path of the media, and lets it find the addresses of this host, or the `only` one that it may use:
  /// before it rings, and at once when this side calls.
  void open_media(const IceServers& servers, const std::optional<IpAddress>& only, Timestamp now);

  /// Reads, writes and decides. Call it at each event of descriptor() and of the path, and at next_deadline().
  void poll(Timestamp now);
  [[nodiscard]] int descriptor() const { return connection_->descriptor(); }
  [[nodiscard]] bool wants_write() const { return connection_->wants_write(); }
  [[nodiscard]] Timestamp next_deadline() const;

  /// Answers while it rings, so that there are a way and keys by the time the user accepts; tells the caller where this
  /// host is. Does nothing if the caller takes no such answer, or video goes over TCP.
  void answer_early(Timestamp now);
  /// The user's decisions.
  void accept(Timestamp now);
  void decline(std::string reason);
  void hang_up();

  [[nodiscard]] const Call& call() const { return call_; }
  /// The peer called.
  [[nodiscard]] bool incoming() const { return incoming_; }
  void media_arrived(Timestamp now) { call_.handle_media(now); }
  void media_ended() { call_.handle_media_ended(); }
  void fail(Call::End end, Message detail);

  /// Null before open_media(), and when that failed.
  [[nodiscard]] CallPath* path() { return path_.get(); }
  [[nodiscard]] const CallPath* path() const { return path_.get(); }
  /// There are offer and answer, though the callee's user may have to accept yet.
  [[nodiscard]] bool agreed() const { return negotiated_.has_value(); }
  /// Once agreed: on what, and how the media are to be secured.
  [[nodiscard]] const NegotiatedSession& negotiated() const { return *negotiated_; }
  [[nodiscard]] DtlsEndpoint::Config dtls() const;
  /// The connection for video, if it was agreed upon; null otherwise.
  [[nodiscard]] std::unique_ptr<TcpStream> take_stream() { return std::move(stream_); }
  [[nodiscard]] std::string peer_address() const { return connection_->remote_address(); }
  /// The identity that the peer has proved; nothing before that.
  [[nodiscard]] std::optional<PeerId> peer_id() const;
  /// Tells the peer what this host sends, unless it has been told so or does not understand it. It may be called only
  /// once connected.
  void tell(const MediaState& state);
  /// The state that the peer has told; nothing before that.
  [[nodiscard]] const std::optional<MediaState>& peer_state() const { return peer_state_; }
  /// The two sides find each other again by `exchange` when nothing of one reaches the other.
  void set_exchange(std::shared_ptr<CandidateExchange> exchange) { exchange_ = std::move(exchange); }
  /// The texts and files of the two users; `wake` as MessageExchange has it. Null before that.
  void open_messages(std::function<void()> wake) { messages_ = std::make_unique<MessageExchange>(std::move(wake)); }
  [[nodiscard]] MessageExchange* messages() { return messages_.get(); }
  /// The short authentication string, once connected and as soon as this side has all of it.
  [[nodiscard]] std::optional<std::uint64_t> sas() const;
  /// The address or ID for calling the peer; a caller's address is without a port, since the port it called from takes
  /// no calls.
  [[nodiscard]] std::string peer() const;

 private:
  CallSignalling(std::unique_ptr<SignallingLink> connection, const PeerId& own_id,
                 const MediaCapabilities& capabilities, Call call, bool incoming)
      : connection_(std::move(connection)),
        own_id_(own_id),
        capabilities_(with_ice(capabilities)),
        call_(std::move(call)),
        incoming_(incoming),
        offered_(incoming),
        verification_(incoming ? SasExchange::Role::kCallee : SasExchange::Role::kCaller) {}
  [[nodiscard]] static MediaCapabilities with_ice(MediaCapabilities capabilities);
  [[nodiscard]] Result<void> open_path(const IceServers& servers, const std::optional<IpAddress>& only, Timestamp now);
  [[nodiscard]] Result<void> make_certificate();
  [[nodiscard]] Result<void> listen_for_video();
  void make_offer_once();
  void take(const SignallingMessage& message, Timestamp now);
  [[nodiscard]] Result<void> verify(const SignallingMessage& message);
  void take_early_answer(const std::string& answer, Timestamp now);
  void conclude_as_caller(Timestamp now);
  [[nodiscard]] bool connect_media(const NegotiatedSession& session, Timestamp now);
  void take_candidates(const SignallingMessage& message, Timestamp now);
  void take_state(const SignallingMessage& message);
  void take_peer_message(const SignallingMessage& message, Timestamp now);
  void exchange_messages(Timestamp now);
  void exchange_candidates(Timestamp now);
  /// Tells the peer of ways to this host that have been found since its SDP.
  void send_candidates();
  [[nodiscard]] std::string write_candidates(const IceDescription& ice) const;
  [[nodiscard]] std::optional<PeerBinding> binding() const;
  void flush();

  std::unique_ptr<SignallingLink> connection_;
  PeerId own_id_;
  IdentityCheck check_;
  MediaCapabilities capabilities_;
  Call call_;
  const bool incoming_;
  bool offered_ = false;
  SasExchange verification_;
  Timestamp reveal_until_ = kNever;  ///< A caller that has not revealed itself by then is not who it seems to be.
  std::string offer_;                ///< The SDP of each side, as they have been said.
  std::string answer_;
  std::optional<NegotiatedSession> negotiated_;
  std::optional<Certificate> certificate_;
  std::unique_ptr<CallPath> path_;
  std::vector<IceDescription> early_;  ///< Fragments that came before our answer.
  std::unique_ptr<TcpStream> stream_;
  std::optional<MediaState> announced_state_;  ///< The last one that the peer was told.
  std::optional<MediaState> peer_state_;
  std::unique_ptr<MessageExchange> messages_;
  std::shared_ptr<CandidateExchange> exchange_;  ///< Null: the host has no node.
};

}  // namespace counterpoint
