// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/frame_buffer.h"

namespace counterpoint {

/// The origin of a frame. It goes with each frame: one may still be on its way when another kind is wanted.
enum class FrameKind {
  kCamera,  ///< Whatever stands for the camera: a test card, a file. Black goes out for it when the camera is off.
  kScreen,
};

/// A frame on its way from its source to the encoder.
struct CapturedFrame {
  VideoFrame frame;
  FrameKind kind = FrameKind::kCamera;
};

}  // namespace counterpoint
