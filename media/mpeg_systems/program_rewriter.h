// SPDX-License-Identifier: GPL-3.0-or-later
// Replaces the video of a program stream (ISO/IEC 13818-1, 2.5) or a system stream of MPEG-1 (ISO/IEC 11172-1).
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "media/mpeg_systems/pes_header.h"
#include "media/mpeg_systems/stream_rewriter.h"

namespace counterpoint::mpeg {

inline constexpr std::uint8_t kPackStartCode = 0xBA;
inline constexpr std::uint8_t kSystemHeaderStartCode = 0xBB;
[[nodiscard]] constexpr bool is_video_stream(std::uint8_t stream_id) { return stream_id >= 0xE0 && stream_id <= 0xEF; }

/// Packs become shorter, so that those of a disc no longer fill its sectors; a pack whose video is all gone, and that
/// holds nothing else, goes. The rate in a pack's header is a bound, and the SCR says when its first byte comes: both
/// stay true.
class ProgramRewriter final : public StreamRewriter {
 public:
  explicit ProgramRewriter(const std::optional<VideoStream>& choice = {}) : choice_(choice) {}
  Result<void> push(ByteView bytes) override;
  Result<void> finish() override;
  [[nodiscard]] std::optional<VideoStream> video() const override;

 private:
  struct Piece {
    Bytes bytes;  ///< The whole packet; of a video packet only the header.
    bool is_video = false;
    bool is_padding = false;
    std::size_t video_size = 0;  ///< Size of its payload.
  };
  struct Pack {
    std::vector<Piece> pieces;
    std::size_t video_end = 0;  ///< Bytes of the video up to the pack's end.
    bool has_video = false;
  };

  void release() override;
  Result<void> parse();
  /// The size of what begins at `at` of the buffer; nothing when more bytes are needed.
  [[nodiscard]] std::optional<std::size_t> size_at(std::size_t at) const;
  [[nodiscard]] std::size_t damage_at(std::size_t at) const;
  [[nodiscard]] std::size_t packet_end(std::size_t at) const;
  Result<void> take_piece(ByteView bytes);
  void take_map(ByteView packet);
  void write_pack(const Pack& pack);

  Bytes buffer_;
  std::deque<Pack> packs_;  ///< The last one is not complete.
  ScrambledRun scrambled_;
  std::optional<VideoStream> choice_;
  std::optional<std::uint8_t> video_id_;
  std::map<std::uint8_t, std::string> other_videos_;  ///< Their kinds, by stream_id.
  bool finished_ = false;
};

}  // namespace counterpoint::mpeg
