// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "core/base/result.h"
#include "core/base/time.h"
#include "core/base/units.h"
#include "core/model/frame_buffer.h"
#include "media/clip/frame_splitter.h"

namespace counterpoint {

struct ClipInfo {
  Resolution size;         ///< Coded.
  Resolution shown_size;   ///< With square pixels, as decoders show it.
  double frame_rate = 0;   ///< Frames a second, as the sequence header has it.
  bool mpeg2 = false;      ///< False: MPEG-1.
  bool has_audio = false;  ///< Becomes true when audio comes that was not there at the beginning.
  /// Time from the first picture or sample to the end of the last; nothing when the file does not tell. An estimate
  /// (ClipTimeline) if time stamps jump, consistent with pictures and seek().
  std::optional<Duration> duration;
  Message description;  ///< A text for people: "film.mpg: MPEG-2, 720x480, 29.97 frames/s, 4.9 s, with audio".
};

/// A coded picture with its times since the beginning of the clip. Both fields of a frame have the same.
struct ClipPicture {
  CodedPicture coded;
  Duration presentation_time{};
  Duration decoding_time{};  ///< Never decreasing, and never after presentation_time.
};

/// Decoded audio, 48 kHz; a piece as AudioPiece has it.
struct ClipAudio {
  std::vector<float> samples;
  std::vector<float> side;
  Duration time{};  ///< Time of the first sample.
};

using ClipItem = std::variant<ClipPicture, ClipAudio>;

/// An MPEG-1/2 clip from a file (program or transport stream, VOB, elementary stream, or whatever else libavformat
/// finds MPEG-1/2 video in): its pictures as they are coded, and its audio decoded.
///
/// 1. Items come in the order of the file, so pictures in the order of decoding. Audio may be up to a second apart.
/// 2. The first picture is one at which a decoder can begin; B pictures behind it that refer to one before are left
/// out.
/// 3. Times are made continuous. A audio stream that cannot be decoded counts as none.
/// 4. One thread at a time.
class ClipReader {
 public:
  /// With `stereo`, audio of several channels is given as stereo, otherwise all of it as mono.
  /// Errors: kUnavailable (not there), kInvalidArgument (a folder), kMalformed: not a video, no video in it, other
  /// video than MPEG-1/2, no whole picture. An elementary stream is read once in full, to know its duration.
  [[nodiscard]] static Result<std::unique_ptr<ClipReader>> open(const std::string& path, bool stereo = false);
  ~ClipReader();
  ClipReader(const ClipReader&) = delete;
  ClipReader& operator=(const ClipReader&) = delete;

  [[nodiscard]] const ClipInfo& info() const;
  /// The next item; null at the end. kUnavailable when the disk fails.
  [[nodiscard]] Result<std::unique_ptr<ClipItem>> read();
  /// Goes on at the last picture with a sequence header that is shown at `time` or before (the first, if there is
  /// none), and with the audio from there. Gives the time of that picture. Errors as read().
  [[nodiscard]] Result<Duration> seek(Duration time);

 private:
  struct State;
  explicit ClipReader(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace counterpoint
