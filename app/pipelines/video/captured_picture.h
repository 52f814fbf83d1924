// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/picture.h"

namespace counterpoint {

/// What a picture shows. It goes with each picture: one may still be on its way when another kind is wanted.
enum class PictureKind {
  kCamera,  ///< Whatever stands for the camera: a test card, a file. Black goes out for it when the camera is off.
  kScreen,  ///< The shared screen.
};

/// A picture on its way from its source to the encoder.
struct CapturedPicture {
  VideoFrame frame;
  PictureKind kind = PictureKind::kCamera;
};

}  // namespace counterpoint
