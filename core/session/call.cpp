// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/call.h"

#include <utility>

namespace counterpoint {

using Kind = SignallingMessage::Kind;

std::string_view to_string(CallState state) {
  switch (state) {
    case CallState::kCalling:
      return "calling";
    case CallState::kRinging:
      return "ringing";
    case CallState::kIncoming:
      return "incoming";
    case CallState::kConnected:
      return "connected";
    case CallState::kEnded:
      return "ended";
  }
  return "";
}

std::string_view to_string(CallEnd end) {
  switch (end) {
    case CallEnd::kHungUp:
      return "hung up";
    case CallEnd::kRemoteHungUp:
      return "the peer hung up";
    case CallEnd::kDeclined:
      return "declined";
    case CallEnd::kUnreachable:
      return "unreachable";
    case CallEnd::kNoResponse:
      return "no response";
    case CallEnd::kNoAnswer:
      return "no answer";
    case CallEnd::kIncompatible:
      return "no common ground";
    case CallEnd::kProtocolError:
      return "protocol error";
    case CallEnd::kPeerVanished:
      return "the peer vanished";
    case CallEnd::kLocalFailure:
      return "local failure";
  }
  return "";
}

bool is_orderly(CallEnd end) { return end == CallEnd::kHungUp || end == CallEnd::kRemoteHungUp; }

Call Call::make_outgoing(CallConfig config, std::string offer, Timestamp now) {
  Call call(config, CallState::kCalling, now);
  call.caller_ = true;
  call.send(Kind::kOffer, std::move(offer));
  return call;
}

Call Call::make_incoming(CallConfig config, Timestamp now) { return {config, CallState::kIncoming, now}; }

void Call::handle_message(const SignallingMessage& message, Timestamp now) {
  if (state_ == CallState::kEnded) return;
  if (message.kind == Kind::kBye) {
    const bool was_ringing = state_ != CallState::kConnected;
    return finish(CallEnd::kRemoteHungUp, was_ringing ? "before the call was answered" : message.body);
  }
  caller_ ? handle_as_caller(message, now) : handle_as_callee(message, now);
}

void Call::handle_as_caller(const SignallingMessage& message, Timestamp now) {
  const bool waiting = state_ == CallState::kCalling || state_ == CallState::kRinging;
  if (waiting && message.kind == Kind::kRinging) return enter(CallState::kRinging, now);
  if (waiting && message.kind == Kind::kDecline) return finish(CallEnd::kDeclined, message.body);
  if (waiting && message.kind == Kind::kAnswer) {
    remote_description_ = message.body;
    return enter(CallState::kConnected, now);
  }
  fail(CallEnd::kProtocolError,
       "the peer sent a message that does not fit a call that is " + std::string(to_string(state_)));
}

void Call::handle_as_callee(const SignallingMessage& message, Timestamp now) {
  if (message.kind != Kind::kOffer || offer_received_) {
    return fail(CallEnd::kProtocolError, "the caller sent a message that only a callee sends, or a second offer");
  }
  offer_received_ = true;
  remote_description_ = message.body;
  send(Kind::kRinging);
  enter(CallState::kIncoming, now);
}

void Call::handle_connection_lost(std::string_view reason, Timestamp now) {
  if (state_ == CallState::kEnded) return;
  if (state_ == CallState::kConnected) {
    // Media may well outlive the connection that set them up; the shorter time-out decides.
    orphan_ = true;
    return poll(now);
  }
  finish(caller_ ? CallEnd::kUnreachable : CallEnd::kRemoteHungUp, std::string(reason));
}

void Call::accept(std::string answer, Timestamp now) {
  if (state_ != CallState::kIncoming || !offer_received_) return;
  send(Kind::kAnswer, std::move(answer));
  enter(CallState::kConnected, now);
}

void Call::decline(std::string reason) {
  if (state_ != CallState::kIncoming) return;
  send(Kind::kDecline, reason);
  finish(CallEnd::kHungUp, std::move(reason));
}

void Call::hang_up() {
  if (state_ == CallState::kEnded) return;
  send(Kind::kBye);
  finish(CallEnd::kHungUp, {});
}

void Call::fail(CallEnd end, std::string detail) {
  if (state_ == CallState::kEnded) return;
  const bool refuse = !caller_ && state_ == CallState::kIncoming;
  send(refuse ? Kind::kDecline : Kind::kBye, std::string(to_string(end)));
  finish(end, std::move(detail));
}

void Call::poll(Timestamp now) {
  if (now < next_deadline()) return;
  switch (state_) {
    case CallState::kCalling:
      return fail(CallEnd::kNoResponse, "the other side did not answer the offer in time");
    case CallState::kRinging:
      return fail(CallEnd::kNoAnswer, "nobody took the call");
    case CallState::kIncoming:
      if (offer_received_) return fail(CallEnd::kNoAnswer, "the call was not taken");
      return fail(CallEnd::kNoResponse, "the caller connected but sent no offer");
    case CallState::kConnected:
      return fail(CallEnd::kPeerVanished, "nothing arrived any more");
    case CallState::kEnded:
      return;
  }
}

Timestamp Call::next_deadline() const {
  switch (state_) {
    case CallState::kCalling:
      return since_ + config_.response_timeout;
    case CallState::kRinging:
      return since_ + config_.ring_timeout;
    case CallState::kIncoming:
      return since_ + (offer_received_ ? config_.ring_timeout : config_.response_timeout);
    case CallState::kConnected:
      return last_media_ + (orphan_ ? config_.orphan_timeout : config_.media_timeout);
    case CallState::kEnded:
      return kNever;
  }
  return kNever;
}

std::optional<SignallingMessage> Call::take_message() {
  if (outgoing_.empty()) return std::nullopt;
  SignallingMessage message = std::move(outgoing_.front());
  outgoing_.pop();
  return message;
}

void Call::enter(CallState state, Timestamp now) {
  state_ = state;
  since_ = now;
  last_media_ = now;
}

void Call::finish(CallEnd end, std::string detail) {
  state_ = CallState::kEnded;
  end_ = end;
  detail_ = std::move(detail);
}

}  // namespace counterpoint
