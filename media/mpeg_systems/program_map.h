// SPDX-License-Identifier: GPL-3.0-or-later
// Finds the packets of MPEG video in a transport stream by its tables (ISO/IEC 13818-1, 2.4.4).
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "core/base/bytes.h"

namespace counterpoint::mpeg {

/// Takes the payloads of the program association table and of all program map tables, until one has MPEG-1/2 video.
class ProgramMap {
 public:
  /// The payload of a packet; `starts_unit`: a section begins in it.
  void take(std::uint16_t pid, ByteView payload, bool starts_unit);
  /// Of the packets of the first MPEG-1 or MPEG-2 video.
  [[nodiscard]] std::optional<std::uint16_t> video_pid() const { return video_pid_; }
  [[nodiscard]] bool has_program() const { return has_program_; }
  /// "H.264" and the like: video of another kind that was seen; empty when there was none.
  [[nodiscard]] const std::string& other_video() const { return other_video_; }

 private:
  void take_section(std::uint16_t pid, ByteView section);
  void take_association(ByteView section);
  void take_map(ByteView section);

  std::map<std::uint16_t, Bytes> sections_{{0, {}}};  ///< What came of each table's section, by its PID.
  std::optional<std::uint16_t> video_pid_;
  std::string other_video_;
  bool has_program_ = false;
};

}  // namespace counterpoint::mpeg
