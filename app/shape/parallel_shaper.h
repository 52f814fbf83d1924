// SPDX-License-Identifier: GPL-3.0-or-later
// Shapes an elementary stream with several threads, some groups of pictures each.
#pragma once

#include <atomic>
#include <cstddef>
#include <deque>
#include <functional>
#include <future>
#include <memory>
#include <optional>
#include <vector>

#include "app/shape/rate_schedule.h"
#include "app/shape/worker_pool.h"
#include "core/base/bytes.h"
#include "core/base/result.h"
#include "media/mpeg/picture_splitter.h"
#include "media/mpeg/shaper.h"

namespace counterpoint {

/// Number of threads that this machine runs at once, at least 1.
[[nodiscard]] std::size_t processors();

struct ParallelShaperConfig {
  mpeg::ShaperConfig shaper;
  std::size_t threads = 1;  ///< Parts that are shaped at once, at least 1, while the caller's own thread waits.
  /// Groups of pictures in a part, at least 1. Each part has a bit budget of its own: an excess, since even its
  /// smallest form is too large, is not carried over to the next part. Default: some four seconds, so that this is
  /// rare.
  std::size_t groups = 8;
  /// Index of the stream; null when there is none, or one for other weights (Shaper::use_index()).
  std::shared_ptr<const mpeg::ShapingIndex> index;
  bool make_index = false;  ///< Makes an index, for take_index(). It takes some six times as long as shaping alone.
  /// Asked ten times a second by push() and finish() while they wait for a part; false stops. Nothing: never.
  std::function<bool()> carry_on;
};

/// 1. Bytes go in by push(), pictures come out by pop() in the same order; the units together are the whole stream.
/// 2. Threads that have no part of their own help others with the pictures that they code again. The output depends on
///    neither the number of threads nor the chunks: the stream alone says where a part ends. Groups may be open or
///    closed, since shaping never looks at other pictures.
/// 3. A share is held by each part, and by each group in it that is not near the smallest that it can be. A part with
///    such groups is shaped once more, and the others leave them some of their bits (mpeg::shares_of_groups()). When
///    even that is too little, the parts that follow pay, up to a tenth of their own bits each.
/// 4. It holds `threads` parts and the one that is being collected, each at most about 64 MiB, or, of a share,
///    twice that.
class ParallelShaper {
 public:
  ParallelShaper(ParallelShaperConfig config, RateSchedule schedule);
  /// Shaping is given up, as soon as the pictures at hand are done.
  ~ParallelShaper() { stopped_ = true; }
  ParallelShaper(const ParallelShaper&) = delete;
  ParallelShaper& operator=(const ParallelShaper&) = delete;

  /// `others` bytes of the file wait with these, and count as held. Errors: as mpeg::PictureSplitter::push(); kRefused
  /// when `carry_on` stopped it: nothing more comes.
  Result<void> push(ByteView bytes, std::size_t others = 0);
  /// All that has come is shaped now; a picture ends here. kRefused as push().
  Result<void> flush();
  /// The stream is over; pop() yields all that is left. Errors: as mpeg::PictureSplitter::finish(); kRefused as push().
  Result<void> finish();
  /// The shaped share of the bytes that push() got, 0 to 1.
  [[nodiscard]] double shaped_share() const;
  /// The number of pictures that were shaped; pop() may give some of them later.
  [[nodiscard]] std::size_t shaped_pictures() const { return shaped_pictures_; }
  [[nodiscard]] std::optional<mpeg::ShapedPicture> pop();
  /// True if the bytes that push() got hold a picture.
  [[nodiscard]] bool has_seen_picture() const { return splitter_.has_seen_picture(); }
  /// After finish(), when the config says so: the index of the whole stream.
  [[nodiscard]] Bytes take_index() const { return new_index_.take(); }

 private:
  struct Part {
    std::vector<mpeg::PictureUnit> units;
    std::size_t bytes = 0;
    double start = 0;  ///< Seconds from the first picture.
    std::size_t groups = 0;
  };
  struct ShapedPart {
    std::vector<mpeg::ShapedPicture> pictures;
    mpeg::ShapingIndexWriter index;
    Part part;  ///< Their originals, if they may be shaped again.
  };
  [[nodiscard]] ShapedPart shape(Part part);
  [[nodiscard]] ShapedPart shape(Part part, const std::vector<mpeg::Target>& targets);
  void shape_again(ShapedPart& shaped, const std::vector<mpeg::Target>& targets);
  void pay_debt(ShapedPart& shaped);
  [[nodiscard]] Result<void> unless_stopped(Result<void> result) const;

  void take_units();
  [[nodiscard]] bool ends_part_before(const mpeg::PictureUnit& unit) const;
  void start_part();
  void collect_one();
  /// The result of `future`, or nothing when shaping was stopped meanwhile.
  [[nodiscard]] std::optional<ShapedPart> wait_for(std::future<ShapedPart> future);

  ParallelShaperConfig config_;
  RateSchedule schedule_;
  mpeg::PictureSplitter splitter_;
  Part part_;
  double time_ = 0;
  std::size_t pushed_bytes_ = 0;
  std::atomic<std::size_t> shaped_bytes_ = 0;
  std::atomic<std::size_t> shaped_pictures_ = 0;
  std::atomic<bool> stopped_ = false;
  WorkerPool pool_;
  std::deque<std::future<ShapedPart>> running_;  ///< They use the members above, and none below.
  mpeg::ShapingIndexWriter new_index_;
  std::deque<mpeg::ShapedPicture> ready_;
  double debt_ = 0;  ///< Bits that parts took beyond their share, and that none has paid yet.
};

}  // namespace counterpoint
