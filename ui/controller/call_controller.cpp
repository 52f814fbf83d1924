// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/controller/call_controller.h"

#include <utility>

namespace counterpoint {

CallController::CallController(QObject* parent) : QObject(parent) {}
CallController::~CallController() = default;

void CallController::set_state(const CallState& state) {
  state_ = state;
  emit state_changed(state_);
  if (state_.phase != CallPhase::kInCall) set_sharing(false);
  if (state_.phase != CallPhase::kInCall && clip_.is_shown()) set_clip({.loop = clip_.loop, .audio = clip_.audio});
}

void CallController::set_clip(const ClipState& clip) {
  clip_ = clip;
  emit clip_changed(clip_);
}

void CallController::set_sharing(bool sharing) {
  if (std::exchange(sharing_, sharing) != sharing) emit sharing_changed(sharing);
}

void CallController::set_host(const HostInfo& host) {
  host_ = host;
  emit host_changed(host_);
}

}  // namespace counterpoint
