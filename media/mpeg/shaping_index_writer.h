// SPDX-License-Identifier: GPL-3.0-or-later
// Makes the index of a stored stream (shaping_index.h), once.
#pragma once

#include "core/base/byte_writer.h"
#include "core/base/bytes.h"
#include "core/base/result.h"
#include "media/mpeg/bitstream/picture_unit.h"
#include "media/mpeg/config/shaper_config.h"
#include "media/mpeg/cut/slice_parser.h"

namespace counterpoint::mpeg {

class ShapingIndexWriter {
 public:
  explicit ShapingIndexWriter(const ShaperConfig& config);
  /// The stream's next unit. Parses it about eight times, until each lambda of the grid is known.
  void add(const PictureUnit& unit, const ErrorWeights& error_weights);
  /// All that `other`, of the same config, has of the pictures that come next.
  void append(const ShapingIndexWriter& other);
  /// The whole index.
  [[nodiscard]] Bytes take() const;

 private:
  ByteWriter head_;
  std::uint32_t count_ = 0;
  ByteWriter list_;
  ByteWriter records_;
};

}  // namespace counterpoint::mpeg
