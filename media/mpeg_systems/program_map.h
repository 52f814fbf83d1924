// SPDX-License-Identifier: GPL-3.0-or-later
// Finds the packets of MPEG video in a transport stream by its tables (ISO/IEC 13818-1, 2.4.4).
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/base/bytes.h"

namespace counterpoint::mpeg {

/// "H.264" and the like for a stream_type (ISO/IEC 13818-1, table 2-34) of video that is neither MPEG-1 nor MPEG-2;
/// empty for all else.
[[nodiscard]] const char* name_of_other_video(std::uint8_t stream_type);

/// A video stream of a multiplex.
struct VideoStream {
  std::optional<std::uint16_t> program_number;  ///< Nothing in a program stream.
  std::uint16_t id = 0;                         ///< PID, or stream_id in a program stream.
  std::size_t number = 0;                       ///< Number of MPEG-1/2 videos listed before it in its program.
  std::string other_kind;  ///< The kind that name_of_other_video() says; empty for MPEG-1 and MPEG-2.
  bool is_scrambled = false;
  [[nodiscard]] bool can_be_shaped() const { return other_kind.empty() && !is_scrambled; }
};

/// Takes the payloads of the program association table and of all program map tables. Once one has MPEG-1/2 video, that
/// program is followed: a new table of its own, or of whatever replaced it, counts when its CRC is right. With a
/// choice, only tables of that program count.
class ProgramMap {
 public:
  explicit ProgramMap(const std::optional<VideoStream>& choice = {}) : choice_(choice) {}
  /// The payload of a packet; `starts_unit`: a section begins in it.
  void take(std::uint16_t pid, ByteView payload, bool starts_unit);
  /// PID of the chosen video, or of the first MPEG-1 or MPEG-2 video.
  [[nodiscard]] std::optional<std::uint16_t> video_pid() const { return video_pid_; }
  /// Number of the program that has it.
  [[nodiscard]] std::uint16_t program_number() const { return followed_.number; }
  /// The videos of all programs whose tables were undamaged.
  [[nodiscard]] std::vector<VideoStream> videos() const;
  [[nodiscard]] bool has_program() const { return has_program_; }
  /// "H.264" and the like: video of another kind that was seen; empty when there was none.
  [[nodiscard]] const std::string& other_video() const { return other_video_; }

 private:
  /// A program of the current association table.
  struct Program {
    std::uint16_t number = 0;
    std::uint16_t map_pid = 0;  ///< PID of its program map table.
    bool operator==(const Program&) const = default;
  };

  void take_whole_sections(std::uint16_t pid, Bytes& sections);
  void take_section(std::uint16_t pid, ByteView section);
  void take_association(ByteView section);
  void take_map(std::uint16_t pid, ByteView section);

  std::map<std::uint16_t, Bytes> sections_{{0, {}}};  ///< Received part of each table's section, by its PID.
  std::vector<Program> programs_;
  std::optional<VideoStream> choice_;
  std::map<std::uint16_t, std::vector<VideoStream>> videos_;  ///< The videos of each program_number.
  Program followed_;                                          ///< The one that gave `video_pid_`.
  std::optional<std::uint16_t> video_pid_;
  std::string other_video_;
  bool has_program_ = false;
};

}  // namespace counterpoint::mpeg
