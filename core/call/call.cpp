// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/call/call.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "core/base/plain_text.h"

namespace counterpoint {

using Kind = SignallingMessage::Kind;

std::string_view to_string(Call::State state) {
  switch (state) {
    case Call::State::kCalling:
      return translatable("calling");
    case Call::State::kRinging:
      return translatable("ringing");
    case Call::State::kIncoming:
      return translatable("incoming");
    case Call::State::kConnected:
      return translatable("connected");
    case Call::State::kEnded:
      return "ended";
  }
  return "";
}

std::string_view to_string(Call::End end) {
  switch (end) {
    case Call::End::kHungUp:
      return translatable("hung up");
    case Call::End::kRemoteHungUp:
      return translatable("the peer hung up");
    case Call::End::kDeclined:
      return "declined";
    case Call::End::kUnreachable:
      return "unreachable";
    case Call::End::kNoResponse:
      return "no response";
    case Call::End::kNoAnswer:
      return "no answer";
    case Call::End::kIncompatible:
      return "no common ground";
    case Call::End::kWrongIdentity:
      return "wrong identity";
    case Call::End::kProtocolError:
      return "protocol error";
    case Call::End::kPeerVanished:
      return translatable("the peer vanished");
    case Call::End::kLocalFailure:
      return translatable("local failure");
  }
  return "";
}

std::optional<Call::End> find_call_end(std::string_view name) {
  for (int i = 0; i <= static_cast<int>(Call::End::kLocalFailure); ++i) {
    if (to_string(static_cast<Call::End>(i)) == name) return static_cast<Call::End>(i);
  }
  return std::nullopt;
}

bool is_orderly(Call::End end) { return end == Call::End::kHungUp || end == Call::End::kRemoteHungUp; }

namespace {

constexpr const char* kNobodyTookIt = "nobody took the call";

/// Text from a peer made fit to be shown, also in a terminal.
std::string printable(std::string_view text) {
  constexpr std::size_t kMaxLength = 200;
  return make_plain_text(text, kMaxLength);
}

}  // namespace

Call Call::make_outgoing(CallConfig config, Timestamp now) {
  Call call(config, State::kCalling, now);
  call.caller_ = true;
  return call;
}

Call Call::make_incoming(CallConfig config, Timestamp now) { return {config, State::kIncoming, now}; }

void Call::handle_message(const SignallingMessage& message, Timestamp now) {
  if (state_ == State::kEnded) return;
  if (message.kind == Kind::kBye) {
    const bool was_ringing = state_ != State::kConnected;
    return finish(End::kRemoteHungUp, was_ringing ? Message("before the call was answered") : printable(message.body));
  }
  caller_ ? handle_as_caller(message, now) : handle_as_callee(message, now);
}

void Call::handle_as_caller(const SignallingMessage& message, Timestamp now) {
  const bool waiting = state_ == State::kCalling || state_ == State::kRinging;
  if (waiting && message.kind == Kind::kRinging) {
    // Said again, it does not make the ringing last longer.
    return state_ == State::kRinging ? void() : enter(State::kRinging, now);
  }
  if (waiting && message.kind == Kind::kDecline) {
    // The callee's time to ring begins first, and so ends first.
    const bool rang_in_vain = message.body == to_string(End::kNoAnswer);
    return rang_in_vain ? finish(End::kNoAnswer, kNobodyTookIt) : finish(End::kDeclined, printable(message.body));
  }
  if (waiting && message.kind == Kind::kAnswer) {
    remote_description_ = message.body;
    return enter(State::kConnected, now);
  }
  fail(End::kProtocolError,
       "the peer sent a message that does not fit a call that is " + std::string(to_string(state_)));
}

void Call::handle_as_callee(const SignallingMessage& message, Timestamp now) {
  if (message.kind != Kind::kOffer || offer_received_) {
    return fail(End::kProtocolError,
                counterpoint::message("the caller sent a message that only a callee sends, or a second offer"));
  }
  offer_received_ = true;
  remote_description_ = message.body;
  send(Kind::kRinging);
  enter(State::kIncoming, now);
}

void Call::handle_media(Timestamp now) {
  last_media_ = now;
  media_came_ = true;
  reconnecting_ = false;
}

void Call::handle_connection_lost(const Message& reason, Loss loss, Timestamp now) {
  if (state_ == State::kEnded) return;
  if (state_ == State::kConnected) {
    // Media may well outlive the connection that set them up.
    orphan_ = loss;
    return poll(now);
  }
  finish(caller_ ? End::kUnreachable : End::kRemoteHungUp, reason);
}

void Call::offer(std::string sdp) {
  if (state_ == State::kCalling) send(Kind::kOffer, std::move(sdp));
}

void Call::accept(std::string answer, Timestamp now) {
  if (state_ != State::kIncoming || !offer_received_) return;
  send(Kind::kAnswer, std::move(answer));
  enter(State::kConnected, now);
}

void Call::decline(std::string reason) {
  if (state_ != State::kIncoming) return;
  send(Kind::kDecline, reason);
  finish(End::kHungUp, std::move(reason));
}

void Call::hang_up() {
  if (state_ == State::kEnded) return;
  send(Kind::kBye);
  finish(End::kHungUp, {});
}

void Call::handle_media_ended() {
  if (state_ != State::kConnected) return;
  media_ended_ = true;
  if (orphan_) finish(End::kRemoteHungUp, {});
}

void Call::fail(End end, Message detail) {
  if (state_ == State::kEnded) return;
  // Errors quote what the peer wrote.
  if (std::string safe = printable(detail.text()); detail != safe) detail = std::move(safe);
  const bool refuse = !caller_ && state_ == State::kIncoming;
  std::string reason(to_string(end));
  // The peer can do something about these, if it knows what; of what failed here it learns no more than that.
  const bool for_both = end == End::kIncompatible || end == End::kUnreachable;
  if (for_both && !detail.empty()) reason += ": " + detail.text();
  send(refuse ? Kind::kDecline : Kind::kBye, std::move(reason));
  finish(end, std::move(detail));
}

void Call::poll(Timestamp now) {
  reconnecting_ = state_ == State::kConnected && media_came_ && !media_ended_ && now >= last_media_ + config_.silence;
  if (now < next_deadline()) return;
  switch (state_) {
    case State::kCalling:
      return fail(End::kNoResponse, "the peer did not answer the offer in time");
    case State::kRinging:
      return fail(End::kNoAnswer, kNobodyTookIt);
    case State::kIncoming:
      if (offer_received_) return fail(End::kNoAnswer, "the call was not taken");
      return fail(End::kNoResponse, "the caller connected but sent no offer");
    case State::kConnected:
      if (media_ended_) return finish(End::kRemoteHungUp, {});
      if (!media_came_ || orphan_ == Loss::kClosedByPeer) {
        return fail(End::kPeerVanished, "nothing arrived any more");
      }
      return fail(End::kPeerVanished, message("no way to it was found again within %1 s",
                                              std::chrono::floor<std::chrono::seconds>(config_.media_timeout).count()));
    case State::kEnded:
      return;
  }
}

Timestamp Call::next_deadline() const {
  switch (state_) {
    case State::kCalling:
      return since_ + config_.response_timeout;
    case State::kRinging:
      return since_ + config_.ring_timeout;
    case State::kIncoming:
      return since_ + (offer_received_ ? config_.ring_timeout : config_.response_timeout);
    case State::kConnected:
      return media_came_ && !media_ended_ && !reconnecting_ ? std::min(vanished_at(), last_media_ + config_.silence)
                                                            : vanished_at();
    case State::kEnded:
      return kNever;
  }
  return kNever;
}

Timestamp Call::vanished_at() const {
  if (media_ended_ || orphan_ == Loss::kClosedByPeer) return last_media_ + config_.orphan_timeout;
  return last_media_ + (media_came_ ? config_.media_timeout : config_.setup_timeout);
}

std::optional<SignallingMessage> Call::take_message() {
  if (outgoing_.empty()) return std::nullopt;
  SignallingMessage message = std::move(outgoing_.front());
  outgoing_.pop();
  return message;
}

void Call::enter(State state, Timestamp now) {
  state_ = state;
  since_ = now;
  last_media_ = now;
}

void Call::finish(End end, Message detail) {
  state_ = State::kEnded;
  end_ = end;
  detail_ = std::move(detail);
}

}  // namespace counterpoint
