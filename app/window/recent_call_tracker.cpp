// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/recent_call_tracker.h"

#include <algorithm>
#include <utility>

#include "core/base/plain_text.h"
#include "core/call/call_link.h"
#include "core/log/session_log.h"

namespace counterpoint {
namespace {

RecentCall::Kind kind_of(bool incoming, bool answered, Call::End end) {
  if (answered) return incoming ? RecentCall::Kind::kIncoming : RecentCall::Kind::kOutgoing;
  if (!incoming) return RecentCall::Kind::kUnanswered;
  return end == Call::End::kHungUp ? RecentCall::Kind::kDeclined : RecentCall::Kind::kMissed;
}

}  // namespace

std::optional<RecentCall> RecentCallTracker::follow(const CallStatus& status, UnixTime now) {
  if (status.call != call_) {
    std::string dialled = std::move(dialled_);
    *this = {};
    dialled_ = std::move(dialled);
    call_ = status.call;
    began_ = now;
  }
  if (status.state == Call::State::kIncoming) incoming_ = true;
  if (status.state == Call::State::kConnected && !answered_) answered_ = now;
  if (status.identity) identity_ = status.identity;
  if (!status.address.empty()) address_ = status.address;
  if (status.state != Call::State::kEnded || status.peer == kSelfPeer) return std::nullopt;
  RecentCall call{.kind = kind_of(incoming_, answered_.has_value(), status.end), .began = began_};
  if (answered_) call.duration = std::max<Duration>(now - *answered_, Duration::zero());
  if (identity_) call.id = identity_->id;
  if (incoming_ && call.id) {
    call.target = make_call_link({.id = call.id, .address = address_});
  } else if (!incoming_) {
    call.target = dialled_;
  }
  const bool contact = identity_ && !identity_->name.empty();
  call.name = contact ? identity_->name : announced_name_.empty() ? status.peer : announced_name_;
  call.name = make_plain_text(call.name, RecentCall::kMaxText);
  return call;
}

RecentCall recent_call(const CallMissed& missed) {
  const auto& [id, name, verified] = missed.caller;
  return {.kind = RecentCall::Kind::kMissed,
          .name = make_plain_text(name.empty() ? short_text(id) : name, RecentCall::kMaxText),
          .target = make_call_link({.id = id}),
          .id = id,
          .began = missed.at};
}

}  // namespace counterpoint
