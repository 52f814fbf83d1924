// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/call/call_signalling.h"

#include <algorithm>
#include <utility>

#include "net/adapters/tcp_round_trip_time.h"
#include "net/signalling/media_state_text.h"
#include "net/signalling/peer_message_text.h"

namespace counterpoint {

using Kind = SignallingMessage::Kind;

namespace {

/// A caller's program makes its offer at once; who is silent for longer holds a place that others need.
constexpr Duration kFirstWordTimeout = 3s;

/// A caller's program reveals itself at once; over inboxes it may have to repeat that for so long.
constexpr Duration kRevealTimeout = 30s;

/// So many pieces may come before the answer; who finds more addresses than fit in these has found enough.
constexpr std::size_t kMaxEarlyFragments = 16;

}  // namespace

std::unique_ptr<CallSignalling> CallSignalling::dial(std::unique_ptr<SignallingLink> link, const PeerId& own_id,
                                                     IdentityCheck check, const MediaCapabilities& capabilities,
                                                     Timestamp now, Duration patience) {
  std::unique_ptr<CallSignalling> call(new CallSignalling(
      std::move(link), own_id, capabilities, Call::make_outgoing({.response_timeout = patience}, now), false));
  call->check_ = std::move(check);
  return call;
}

std::unique_ptr<CallSignalling> CallSignalling::take(std::unique_ptr<SignallingLink> connection, const PeerId& own_id,
                                                     const MediaCapabilities& capabilities, Timestamp now) {
  return std::unique_ptr<CallSignalling>(
      new CallSignalling(std::move(connection), own_id, capabilities,
                         Call::make_incoming({.response_timeout = kFirstWordTimeout}, now), true));
}

std::string CallSignalling::peer() const {
  const std::string address = connection_->remote_address();
  return incoming_ && !address.empty() ? address : connection_->remote_text();
}

MediaCapabilities CallSignalling::with_ice(MediaCapabilities capabilities) {
  capabilities.ice = fresh_ice_description();
  return capabilities;
}

void CallSignalling::poll(Timestamp now) {
  connection_->poll(now);
  // A peer may have closed the connection in the moment that it was made.
  if (connection_->peer_id() && !connection_->error()) make_offer_once();
  while (const std::optional<SignallingMessage> message = connection_->receive()) take(*message, now);
  if (const auto& error = connection_->error()) {
    if (error->kind == ErrorKind::kUnavailable) {
      const auto loss = connection_->closed_by_peer() ? Call::Loss::kClosedByPeer : Call::Loss::kPath;
      call_.handle_connection_lost(error->message, loss, now);
    } else {
      call_.fail(Call::End::kProtocolError, error->message);
    }
  }
  if (now >= reveal_until_ && !connection_->error()) {
    reveal_until_ = kNever;
    call_.fail(Call::End::kWrongIdentity,
               message("the caller does not let itself be verified: somebody may sit between you"));
  }
  call_.poll(now);
  if (path_) path_->poll(now);
  exchange_messages(now);
  exchange_candidates(now);
  flush();
}

void CallSignalling::take(const SignallingMessage& message, Timestamp now) {
  if (call_.state() == Call::State::kEnded) return;
  if (const Result<void> verified = verify(message); !verified) {
    const bool deceived = verified.error().kind == ErrorKind::kRefused;
    return call_.fail(deceived ? Call::End::kWrongIdentity : Call::End::kProtocolError, verified.error().message);
  }
  if (message.kind == Kind::kReveal) {
    reveal_until_ = kNever;
    return;
  }
  if (message.kind == Kind::kCandidates) return take_candidates(message, now);
  if (message.kind == Kind::kState) return take_state(message);
  if (message.kind == Kind::kText || message.kind == Kind::kFile) return take_peer_message(message, now);
  // Nobody is rung for a call that cannot be.
  if (message.kind == Kind::kOffer) {
    if (const Result<Answer> answer = make_answer(capabilities_, message.body); !answer) {
      return call_.fail(Call::End::kIncompatible, answer.error().message);
    }
    offer_ = message.body;
  }
  const Call::State before = call_.state();
  call_.handle_message(message, now);
  if (message.kind == Kind::kRinging && call_.state() == Call::State::kRinging) take_early_answer(message.body, now);
  if (before != Call::State::kConnected && call_.state() == Call::State::kConnected) conclude_as_caller(now);
}

// The part of the verification in `message`, in the order in which it has to come.
Result<void> CallSignalling::verify(const SignallingMessage& message) {
  const auto out_of_turn = [] {
    return Error{ErrorKind::kMalformed, counterpoint::message("the peer answered or verified itself out of turn")};
  };
  switch (message.kind) {
    case Kind::kOffer:
      return incoming_ && offer_.empty() ? verification_.handle_commitment(message.verification) : Result<void>();
    case Kind::kRinging:
      if (incoming_ || call_.state() != Call::State::kCalling) return {};
      return verification_.handle_nonce(message.verification);
    case Kind::kAnswer:
      return incoming_ || call_.state() == Call::State::kRinging ? Result<void>() : out_of_turn();
    case Kind::kReveal:
      if (!incoming_ || call_.state() != Call::State::kConnected) return out_of_turn();
      return verification_.handle_nonce(message.verification);
    case Kind::kCandidates:
      return (incoming_ ? offer_.empty() : answer_.empty()) ? out_of_turn() : Result<void>();
    case Kind::kState:
    case Kind::kText:
    case Kind::kFile:
      return call_.state() == Call::State::kConnected ? Result<void>() : out_of_turn();
    case Kind::kDecline:
    case Kind::kBye:
      return {};
  }
  return {};
}

std::optional<PeerId> CallSignalling::peer_id() const {
  return connection_->proved() ? connection_->peer_id() : std::nullopt;
}

std::optional<std::uint64_t> CallSignalling::sas() const {
  const std::optional<PeerId> known = connection_->peer_id();
  if (call_.state() != Call::State::kConnected || !known) return std::nullopt;
  const PeerId& peer = *known;
  return verification_.value(
      {.caller = incoming_ ? peer : own_id_, .callee = incoming_ ? own_id_ : peer, .offer = offer_, .answer = answer_});
}

void CallSignalling::take_candidates(const SignallingMessage& message, Timestamp now) {
  Result<IceDescription> fragment = parse_ice_fragment(message.body);
  if (!fragment) return call_.fail(Call::End::kProtocolError, fragment.error().message);
  if (negotiated_) {
    path_->take_remote(*fragment, now);
  } else if (early_.size() < kMaxEarlyFragments) {
    early_.push_back(std::move(*fragment));
  }
}

void CallSignalling::take_state(const SignallingMessage& message) {
  Result<MediaState> state = parse_media_state(message.body);
  if (!state) return call_.fail(Call::End::kProtocolError, state.error().message);
  peer_state_ = std::move(*state);
}

void CallSignalling::take_peer_message(const SignallingMessage& message, Timestamp now) {
  if (!messages_ || !negotiated_ || !negotiated_->messages) return;
  const Result<PeerMessage> said = parse_peer_message(message);
  const Result<void> taken = said ? messages_->take(*said, now) : said.error();
  if (!taken) call_.fail(Call::End::kProtocolError, taken.error().message);
}

void CallSignalling::exchange_messages(Timestamp now) {
  if (!messages_) return;
  const bool connected = call_.state() == Call::State::kConnected && !connection_->error();
  const bool open = connected && negotiated_ && negotiated_->messages;
  const std::optional<std::size_t> unsent = connection_->unsent();
  messages_->set_open({.texts = open, .files = open && unsent.has_value()});
  messages_->poll(now, unsent == 0);
  while (const std::optional<PeerMessage> message = messages_->take_message()) {
    if (open) connection_->send(write_peer_message(*message));
  }
}

void CallSignalling::tell(const MediaState& state) {
  if (call_.state() != Call::State::kConnected || connection_->error()) return;
  if (!negotiated_ || !negotiated_->media_state || announced_state_ == state) return;
  announced_state_ = state;
  connection_->send({.kind = Kind::kState, .body = write_media_state(state), .verification = {}});
}

void CallSignalling::send_candidates() {
  const bool described = incoming_ ? negotiated_.has_value() : !offer_.empty();
  if (!path_ || !described || call_.state() == Call::State::kEnded || connection_->error()) return;
  while (const std::optional<IceDescription> fragment = path_->take_fragment()) {
    connection_->send({.kind = Kind::kCandidates, .body = write_candidates(*fragment), .verification = {}});
  }
}

std::string CallSignalling::write_candidates(const IceDescription& ice) const {
  return write_ice_fragment(ice, negotiated_ && !negotiated_->audio_mid.empty() ? negotiated_->audio_mid : "0");
}

void CallSignalling::exchange_candidates(Timestamp now) {
  if (!exchange_ || !path_) return;
  if (!call_.reconnecting()) return exchange_->stop();
  exchange_->tell(write_candidates(path_->current()));
  while (std::optional<std::string> heard = exchange_->take_heard()) {
    take_candidates({.kind = Kind::kCandidates, .body = std::move(*heard), .verification = {}}, now);
  }
}

Timestamp CallSignalling::next_deadline() const {
  const Timestamp path = path_ ? path_->next_deadline() : kNever;
  const Timestamp reveal = connection_->error() ? kNever : reveal_until_;
  const Timestamp messages = messages_ ? messages_->next_deadline() : kNever;
  return std::min({connection_->next_deadline(), call_.next_deadline(), path, reveal, messages});
}

void CallSignalling::make_offer_once() {
  if (std::exchange(offered_, true)) return;
  if (const std::optional<Message> problem = check_(*connection_->peer_id())) {
    return call_.fail(Call::End::kWrongIdentity, *problem);
  }
  if (!path_) return;
  capabilities_.ice = path_->description();
  offer_ = make_offer(capabilities_);
  call_.offer(offer_);
}

void CallSignalling::answer_early(Timestamp now) {
  if (call_.state() != Call::State::kIncoming || !path_ || negotiated_) return;
  capabilities_.ice = path_->description();
  Result<Answer> answer = make_answer(capabilities_, offer_);
  if (!answer || !answer->session.early_answer || answer->session.video_over_tcp) return;
  answer_ = std::move(answer->sdp);
  connection_->send({.kind = Kind::kRinging, .body = answer_, .verification = verification_.nonce()});
  (void)connect_media(answer->session, now);  // It ends the call itself when it fails.
  flush();
}

void CallSignalling::take_early_answer(const std::string& answer, Timestamp now) {
  if (answer.empty() || negotiated_) return;
  const Result<NegotiatedSession> session = accept_answer(capabilities_, answer);
  if (!session) return call_.fail(Call::End::kIncompatible, session.error().message);
  if (session->video_over_tcp) return;
  answer_ = answer;
  (void)connect_media(*session, now);  // It ends the call itself when it fails.
}

void CallSignalling::accept(Timestamp now) {
  if (call_.state() != Call::State::kIncoming || !path_ || offer_.empty()) return;
  reveal_until_ = now + kRevealTimeout;
  if (negotiated_) {
    call_.accept(answer_, now);
    return flush();
  }
  capabilities_.ice = path_->description();
  Result<Answer> answer = make_answer(capabilities_, call_.remote_description());
  if (!answer) {
    call_.fail(Call::End::kIncompatible, answer.error().message);
  } else {
    answer_ = answer->sdp;
    // The answer leaves before the first checks, which it makes welcome.
    call_.accept(std::move(answer->sdp), now);
    flush();
    (void)connect_media(answer->session, now);  // It ends the call itself when it fails.
  }
  flush();
}

void CallSignalling::decline(std::string reason) {
  call_.decline(std::move(reason));
  flush();
}

void CallSignalling::hang_up() {
  call_.hang_up();
  flush();
}

void CallSignalling::fail(Call::End end, Message detail) {
  call_.fail(end, std::move(detail));
  flush();
}

void CallSignalling::conclude_as_caller(Timestamp now) {
  const std::string early = std::exchange(answer_, call_.remote_description());
  connection_->send({.kind = Kind::kReveal, .body = {}, .verification = verification_.nonce()});
  if (negotiated_) {
    if (answer_ != early) {
      call_.fail(Call::End::kProtocolError, message("the peer's answer is not the one that it gave while it rang"));
    }
    return;
  }
  const Result<NegotiatedSession> session = accept_answer(capabilities_, call_.remote_description());
  if (!session) {
    call_.fail(Call::End::kIncompatible, session.error().message);
  } else {
    (void)connect_media(*session, now);  // It ends the call itself when it fails.
  }
}

DtlsEndpoint::Config CallSignalling::dtls() const {
  std::optional<Duration> round_trip = path_->round_trip();
  if (!round_trip) round_trip = tcp_round_trip_time(connection_->descriptor());
  return {.role = negotiated_->dtls_role,
          .certificate = *certificate_,
          .peer = negotiated_->remote_fingerprint,
          .round_trip_time = round_trip.value_or(DtlsEndpoint::kUnknownRtt),
          .binding = binding()};
}

std::optional<PeerBinding> CallSignalling::binding() const {
  const std::optional<PeerId> peer = connection_->peer_id();
  if (!peer) return std::nullopt;
  const std::string& own = capabilities_.ice.credentials.password;
  const std::string& others = negotiated_->remote_ice.credentials.password;
  return make_peer_binding({.caller = incoming_ ? *peer : own_id_,
                            .callee = incoming_ ? own_id_ : *peer,
                            .caller_password = incoming_ ? others : own,
                            .callee_password = incoming_ ? own : others});
}

void CallSignalling::open_media(const IceServers& servers, const std::optional<IpAddress>& only, Timestamp now) {
  if (Result<void> made = make_certificate(); !made) return fail(Call::End::kLocalFailure, made.error().message);
  if (Result<void> opened = open_path(servers, only, now); !opened) {
    return fail(Call::End::kLocalFailure, opened.error().message);
  }
  if (!incoming_ || capabilities_.video_tcp_port == 0) return;
  if (connection_->remote_address().empty()) {
    capabilities_.video_tcp_port = 0;  // Nobody knows who would connect: video goes over UDP.
    return;
  }
  if (Result<void> opened = listen_for_video(); !opened) fail(Call::End::kLocalFailure, opened.error().message);
}

Result<void> CallSignalling::make_certificate() {
  Result<Certificate> certificate = Certificate::create();
  if (!certificate) return certificate.error();
  certificate_ = std::move(*certificate);
  capabilities_.fingerprint = certificate_->fingerprint();
  return {};
}

Result<void> CallSignalling::open_path(const IceServers& servers, const std::optional<IpAddress>& only, Timestamp now) {
  std::optional<IpAddress> local_peer = IpAddress::parse(connection_->remote_address());
  if (local_peer && !local_peer->is_loopback()) local_peer.reset();
  auto path = CallPath::open({.role = incoming_ ? IceRole::kControlled : IceRole::kControlling,
                              .local = capabilities_.ice,
                              .servers = servers,
                              .sockets = {.local_peer = local_peer, .only = only},
                              .round_trip = tcp_round_trip_time(connection_->descriptor())},
                             now);
  if (!path) return path.error();
  path_ = std::move(*path);
  return {};
}

Result<void> CallSignalling::listen_for_video() {
  auto stream = TcpStream::listen(connection_->local_address());
  if (!stream) return stream.error();
  stream_ = std::move(*stream);
  capabilities_.video_tcp_port = stream_->local_port();
  return {};
}

bool CallSignalling::connect_media(const NegotiatedSession& session, Timestamp now) {
  const bool reserved = session.video_over_tcp && session.remote_video_port < kFirstMediaPort && !incoming_;
  if (reserved) {
    call_.fail(Call::End::kIncompatible, message("the peer wants its media at a port below %1", kFirstMediaPort));
    return false;
  }
  const std::string address = connection_->remote_address();
  if (session.video_over_tcp && address.empty()) {
    call_.fail(Call::End::kIncompatible, message("video over TCP needs the peer's address, not its ID alone"));
    return false;
  }
  if (!session.video_over_tcp) {
    stream_.reset();
  } else if (stream_) {
    stream_->expect(address, now);
  } else {
    stream_ = TcpStream::connect({.address = address, .port = session.remote_video_port}, now);
  }
  negotiated_ = session;
  path_->take_remote(session.remote_ice, now);
  for (const IceDescription& fragment : std::exchange(early_, {})) path_->take_remote(fragment, now);
  return true;
}

void CallSignalling::flush() {
  while (std::optional<SignallingMessage> message = call_.take_message()) {
    if (message->kind == Kind::kOffer) message->verification = verification_.commitment();
    if (message->kind == Kind::kRinging) message->verification = verification_.nonce();
    connection_->send(*message);
  }
  send_candidates();
}

}  // namespace counterpoint
