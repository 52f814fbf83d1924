// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdlib>
#include <string>

#include "tests/unit/media/media_test_tools.h"

namespace counterpoint {

/// A sound card for this process: the session of tests/tools/with_pulse, for as long as this object lives. Played audio
/// comes back from the microphone.
class PulseSession {
 public:
  PulseSession()
      : session_({COUNTERPOINT_SOURCE_DIR "/tests/tools/with_pulse", "sh", "-c",
                  "printf '%s\\n' \"$HOME\" \"$XDG_RUNTIME_DIR\" \"$PULSE_SERVER\" >&3; exec cat"}) {
    session_.set_ends_with_input();
    for (const char* name : {"HOME", "XDG_RUNTIME_DIR", "PULSE_SERVER"}) {
      const std::string value = session_.read_line();
      ready_ = !value.empty();
      setenv(name, value.c_str(), 1);
    }
  }
  /// False when PulseAudio does not start; it has said why on standard error.
  [[nodiscard]] bool ready() const { return ready_; }

 private:
  ChildProcess session_;
  bool ready_ = false;
};

}  // namespace counterpoint
