// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>

#include "core/base/bytes.h"
#include "core/base/result.h"
#include "core/base/units.h"

namespace counterpoint {

class AudioEncoder {
 public:
  virtual ~AudioEncoder() = default;
  /// Compresses 10, 20, 40 or 60 ms into one packet; the next one may have another duration. Samples of two channels
  /// are interleaved.
  [[nodiscard]] virtual Result<Bytes> encode(std::span<const float> pcm) = 0;
  /// From the next packet on, 1 (as at first) or, for an encoder that was made for it, 2.
  virtual void set_channels(int channels) = 0;
  virtual void set_rate(DataRate rate) = 0;
  /// The share of packets (0 to 1) that in-band FEC should protect against losing.
  virtual void set_expected_loss(double share) = 0;
};

class AudioDecoder {
 public:
  virtual ~AudioDecoder() = default;
  /// Expands one packet into `pcm`, which has its duration: 2.5 to 120 ms, as in the following. It has the channels
  /// that the decoder was made for, interleaved, whatever those of the packet. An error, here and in decode_fec(),
  /// leaves the packet to conceal().
  [[nodiscard]] virtual Result<void> decode(ByteView packet, std::span<float> pcm) = 0;
  /// The packet *before* `next`, from the FEC inside `next` (or concealed, as far as there is none).
  [[nodiscard]] virtual Result<void> decode_fec(ByteView next, std::span<float> pcm) = 0;
  /// A packet that never came, guessed from what was played before (PLC).
  virtual void conceal(std::span<float> pcm) = 0;
};

}  // namespace counterpoint
