// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include "core/base/time.h"

namespace counterpoint {

/// A pause of video on a path that is too narrow for the least video beside sound: whatever little is sent there makes
/// sound late, and shows nothing. update() tells it what there is at each time, in order.
class VideoPause {
 public:
  enum class Supply {
    kUnknown,  ///< Nothing is heard of the path: neither a reason to begin nor one to end.
    kShort,    ///< Less than the least video needs.
    kEnough,
    kAmple,  ///< Enough for video to be tried again.
  };
  void update(Supply supply, Timestamp now);
  [[nodiscard]] bool active() const { return paused_at_.has_value(); }

 private:
  void begin(Timestamp now);

  std::optional<Timestamp> short_since_;
  std::optional<Timestamp> ample_since_;
  std::optional<Timestamp> paused_at_;
  std::optional<Timestamp> resumed_at_;
  Duration length_{};  ///< At least, of the present or the last pause.
};

}  // namespace counterpoint
