// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/call/media_codecs.h"
#include "core/base/result.h"
#include "core/model/encoded_frame.h"

namespace counterpoint {

/// The kind of codecs of a call.
enum class CodecKind {
  kRealTime,       ///< Fast enough for a live call.
  kDeterministic,  ///< Real, with the same output for the same input: for virtual time.
  kSynthetic,      ///< No frames, known rate: for experiments in virtual time.
};

struct CodecSettings {
  CodecKind kind = CodecKind::kRealTime;
  VideoCodec video = VideoCodec::kVp8;
  DataRate audio_rate = DataRate::kilobits_per_second(32);
  bool send_stereo = false;      ///< Audio may be sent in stereo.
  bool receive_stereo = false;   ///< Audio is decoded to two channels.
  bool synthetic_audio = false;  ///< Beside kSynthetic: no audio, known rate.
  std::uint64_t seed = 1;        ///< Synthetic video uses it.
};

/// All codecs of one end of a call. Errors are those of the codecs: settings out of range.
[[nodiscard]] Result<MediaCodecs> make_codecs(const CodecSettings& settings);

}  // namespace counterpoint
