// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/call/call_signalling.h"

#include <algorithm>
#include <utility>

#include "net/adapters/tcp_round_trip_time.h"

namespace counterpoint {

using Kind = SignallingMessage::Kind;

namespace {

/// A caller's program makes its offer at once; who is silent for longer holds a place that others need.
constexpr Duration kFirstWordTimeout = 3s;

/// Ports below are of the system's services (RFC 6335, section 6), which want no media.
constexpr std::uint16_t kFirstUnreserved = 1024;

}  // namespace

std::unique_ptr<CallSignalling> CallSignalling::dial(std::vector<Endpoint> endpoints, const TlsContext& tls,
                                                     IdentityCheck check, const MediaCapabilities& capabilities,
                                                     Timestamp now) {
  auto connection = SignallingConnection::connect(std::move(endpoints), tls, now);
  std::unique_ptr<CallSignalling> call(
      new CallSignalling(std::move(connection), tls.id(), capabilities, Call::make_outgoing({}, now), false));
  call->check_ = std::move(check);
  return call;
}

std::unique_ptr<CallSignalling> CallSignalling::take(std::unique_ptr<SignallingConnection> connection,
                                                     const PeerId& own_id, const MediaCapabilities& capabilities,
                                                     Timestamp now) {
  return std::unique_ptr<CallSignalling>(
      new CallSignalling(std::move(connection), own_id, capabilities,
                         Call::make_incoming({.response_timeout = kFirstWordTimeout}, now), true));
}

std::string CallSignalling::peer() const {
  const Endpoint remote = connection_->remote();
  return incoming_ ? remote.address : to_string(remote);
}

void CallSignalling::poll(Timestamp now) {
  connection_->poll(now);
  // A peer may have closed the connection in the moment that it was made.
  if (connection_->established() && !connection_->error()) make_offer_once();
  while (const std::optional<SignallingMessage> message = connection_->receive()) take(*message, now);
  if (const auto& error = connection_->error()) {
    if (error->kind == ErrorKind::kUnavailable) {
      call_.handle_connection_lost(error->message, now);
    } else {
      call_.fail(Call::End::kProtocolError, error->message);
    }
  }
  call_.poll(now);
  flush();
}

void CallSignalling::take(const SignallingMessage& message, Timestamp now) {
  if (call_.state() == Call::State::kEnded) return;
  if (const Result<void> verified = verify(message); !verified) {
    const bool deceived = verified.error().kind == ErrorKind::kRefused;
    return call_.fail(deceived ? Call::End::kWrongIdentity : Call::End::kProtocolError, verified.error().message);
  }
  if (message.kind == Kind::kReveal) return;
  // Nobody is rung for a call that cannot be.
  if (message.kind == Kind::kOffer) {
    if (const Result<Answer> answer = make_answer(capabilities_, message.body); !answer) {
      return call_.fail(Call::End::kIncompatible, answer.error().message);
    }
    offer_ = message.body;
  }
  const Call::State before = call_.state();
  call_.handle_message(message, now);
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
    case Kind::kDecline:
    case Kind::kBye:
      return {};
  }
  return {};
}

std::optional<PeerId> CallSignalling::peer_id() const {
  return connection_->established() ? std::optional(connection_->peer()) : std::nullopt;
}

std::optional<std::uint64_t> CallSignalling::sas() const {
  if (offer_.empty() || answer_.empty() || !connection_->established()) return std::nullopt;
  const PeerId& peer = connection_->peer();
  return verification_.value(
      {.caller = incoming_ ? peer : own_id_, .callee = incoming_ ? own_id_ : peer, .offer = offer_, .answer = answer_});
}

Timestamp CallSignalling::next_deadline() const {
  return std::min(connection_->next_deadline(), call_.next_deadline());
}

void CallSignalling::make_offer_once() {
  if (std::exchange(offered_, true)) return;
  if (const std::optional<Message> problem = check_(connection_->peer())) {
    return call_.fail(Call::End::kWrongIdentity, *problem);
  }
  if (!open_transport()) return;
  offer_ = make_offer(capabilities_);
  call_.offer(offer_);
}

void CallSignalling::accept(Timestamp now) {
  if (call_.state() != Call::State::kIncoming || !open_transport()) return;
  Result<Answer> answer = make_answer(capabilities_, call_.remote_description());
  if (!answer) {
    call_.fail(Call::End::kIncompatible, answer.error().message);
  } else if (connect_media(answer->session, now)) {
    answer_ = answer->sdp;
    call_.accept(std::move(answer->sdp), now);
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
  answer_ = call_.remote_description();
  connection_->send({.kind = Kind::kReveal, .body = {}, .verification = verification_.nonce()});
  const Result<NegotiatedSession> session = accept_answer(capabilities_, call_.remote_description());
  if (!session) {
    call_.fail(Call::End::kIncompatible, session.error().message);
  } else {
    (void)connect_media(*session, now);  // It ends the call itself when it fails.
  }
}

DtlsEndpoint::Config CallSignalling::dtls() const {
  return {.role = negotiated_->dtls_role,
          .certificate = *certificate_,
          .peer = negotiated_->remote_fingerprint,
          .round_trip_time = tcp_round_trip_time(connection_->descriptor()).value_or(DtlsEndpoint::kUnknownRtt)};
}

bool CallSignalling::make_certificate() {
  Result<Certificate> certificate = Certificate::create();
  if (!certificate) {
    call_.fail(Call::End::kLocalFailure, certificate.error().message);
    return false;
  }
  certificate_ = std::move(*certificate);
  capabilities_.fingerprint = certificate_->fingerprint();
  return true;
}

bool CallSignalling::open_transport() {
  if (!make_certificate()) return false;
  capabilities_.address = connection_->local_address();
  auto transport = UdpTransport::bind(capabilities_.address, 0);
  if (!transport) {
    call_.fail(Call::End::kLocalFailure, transport.error().message);
    return false;
  }
  transport_ = std::move(*transport);
  capabilities_.port = transport_->local_port();
  const bool called = call_.state() == Call::State::kIncoming;
  if (!called || capabilities_.video_tcp_port == 0) return true;
  auto stream = TcpStream::listen(capabilities_.address);
  if (!stream) {
    call_.fail(Call::End::kLocalFailure, stream.error().message);
    return false;
  }
  stream_ = std::move(*stream);
  capabilities_.video_tcp_port = stream_->local_port();
  return true;
}

bool CallSignalling::connect_media(const NegotiatedSession& session, Timestamp now) {
  const bool told = session.remote_address != "0.0.0.0" && session.remote_address != "::";
  const std::string address = told ? session.remote_address : connection_->remote().address;
  // Media go where the signalling goes and nowhere else: an SDP that names a third host would turn this one into a
  // source of unasked-for traffic.
  if (address != connection_->remote().address) {
    call_.fail(Call::End::kIncompatible,
               message("the peer wants its media at %1, which is not its own address", address));
    return false;
  }
  const bool reserved = session.remote_port < kFirstUnreserved ||
                        (session.video_over_tcp && session.remote_video_port < kFirstUnreserved && !incoming_);
  if (reserved) {
    call_.fail(Call::End::kIncompatible, message("the peer wants its media at a port below %1", kFirstUnreserved));
    return false;
  }
  if (Result<void> connected = transport_->connect_to(address, session.remote_port); !connected) {
    call_.fail(Call::End::kIncompatible, connected.error().message);
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
  return true;
}

void CallSignalling::flush() {
  while (std::optional<SignallingMessage> message = call_.take_message()) {
    if (message->kind == Kind::kOffer) message->verification = verification_.commitment();
    if (message->kind == Kind::kRinging) message->verification = verification_.nonce();
    connection_->send(*message);
  }
}

}  // namespace counterpoint
