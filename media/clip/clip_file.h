// SPDX-License-Identifier: GPL-3.0-or-later
// The packets of a clip. Only .cpp files include this: it pulls in libav's headers.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/base/time.h"
#include "core/model/stereo.h"
#include "media/clip/clip_reader.h"
#include "media/ffmpeg/ffmpeg_handles.h"

namespace counterpoint {

/// A file with MPEG-1/2 video: the packets of that and of its audio, at the file's own times.
///
/// 1. It takes the first video stream, and the audio that belongs to it and can be decoded.
/// 2. A transport stream may change its packet identifiers: then the first listed stream of the same kind is taken.
///    Audio may appear that was absent at the beginning.
class ClipFile {
 public:
  enum class Kind : std::uint8_t { kVideo, kAudio, kOther, kEnd };

  /// `stereo`: see ClipReader::open(). Errors: as there, but for no whole picture.
  [[nodiscard]] static Result<std::unique_ptr<ClipFile>> open(const std::string& path, bool stereo);
  ~ClipFile();
  ClipFile(const ClipFile&) = delete;
  ClipFile& operator=(const ClipFile&) = delete;

  /// All but the description, and the duration of an elementary stream.
  [[nodiscard]] const ClipInfo& info() const { return info_; }
  /// False for an elementary stream.
  [[nodiscard]] bool has_times() const { return format_->start_time != AV_NOPTS_VALUE; }
  /// The time at which picture or audio begins; 0 without times.
  [[nodiscard]] Duration beginning() const;
  /// The headers of the video that stand outside of its packets; often none.
  [[nodiscard]] ByteView headers() const;

  /// Reads the next packet, which packet() and what follows it tell of. kUnavailable when the disk fails.
  [[nodiscard]] Result<Kind> read();
  [[nodiscard]] ByteView bytes() const { return {packet_->data, static_cast<std::size_t>(packet_->size)}; }
  [[nodiscard]] std::optional<Duration> decoding_time() const { return to_time(packet_->dts); }
  [[nodiscard]] std::optional<Duration> presentation_time() const { return to_time(packet_->pts); }
  /// 0 when nobody knows.
  [[nodiscard]] Duration duration() const;
  /// The audio of the packet, 48 kHz.
  [[nodiscard]] AudioPiece decode_audio();

  /// True if time stamps may jump, since the file may be several recordings joined.
  [[nodiscard]] bool may_jump() const { return has_times() && (format_->iformat->flags & AVFMT_TS_DISCONT) != 0; }
  /// In bytes.
  [[nodiscard]] std::int64_t size() const { return avio_size(format_->pb); }
  /// Position in the file behind the packets read so far.
  [[nodiscard]] std::int64_t bytes_read() const { return avio_tell(format_->pb); }
  /// Goes on with the first packet behind that many bytes.
  void go_to_byte(std::int64_t byte);
  /// Goes on at that time or somewhat before, if the file knows where that is, else at its beginning.
  void go_to(std::optional<Duration> time);

 private:
  class AudioDecoder;

  ClipFile(std::string path, bool stereo);
  [[nodiscard]] Result<void> open();
  [[nodiscard]] Result<void> find_streams();
  void follow_program();
  [[nodiscard]] int successor(int index) const;
  [[nodiscard]] int first_audio() const;
  [[nodiscard]] std::optional<Duration> to_time(std::int64_t ticks) const;

  std::string path_;
  bool stereo_;
  ClipInfo info_;
  FfmpegHandle<AVFormatContext> format_;
  FfmpegHandle<AVPacket> packet_{av_packet_alloc()};
  int video_index_ = -1;
  int audio_index_ = -1;
  std::unique_ptr<AudioDecoder> audio_;  ///< Decoder of stream audio_index_.
};

}  // namespace counterpoint
