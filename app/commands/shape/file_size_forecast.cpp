// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/shape/file_size_forecast.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

#include "core/base/message.h"
#include "core/base/quantity_text.h"

namespace counterpoint {
namespace {

constexpr std::array<double, 2> kShares = {0.4, 0.9};
/// The new file is to be no larger than what was asked for, and a group of pictures may be off by a macroblock.
constexpr double kMargin = 0.001;

}  // namespace

FileSizeForecast::FileSizeForecast(mpeg::StreamKind kind, ByteView beginning,
                                   const std::vector<std::optional<mpeg::VideoStream>>& videos) {
  for (std::size_t i = 0; i < trials_.size(); ++i) {
    trials_[i].share = kShares[i];
    for (const auto& video : videos) {
      trials_[i].stages.push_back({.rewriter = mpeg::make_rewriter(kind, beginning, video), .splitter = {}});
    }
  }
}

Result<void> FileSizeForecast::push(ByteView bytes, bool ends) {
  for (Trial& trial : trials_) {
    Bytes passed;
    ByteView rest = bytes;
    for (Stage& stage : trial.stages) {
      if (auto pushed = stage.rewriter->push(rest); !pushed) return pushed;
      if (ends) {
        if (auto finished = stage.rewriter->finish(); !finished) return finished;
      }
      if (auto pushed = stage.splitter.push(stage.rewriter->take_video()); !pushed) return pushed;
      const bool pauses = !ends && stage.rewriter->video_pauses();
      if (pauses || ends) stage.splitter.flush();
      cut_pictures(stage, trial.share);
      if (pauses) stage.rewriter->stop_waiting();
      passed = stage.rewriter->take_output();
      rest = passed;
    }
    trial.bytes += std::ssize(rest);
  }
  return {};
}

void FileSizeForecast::cut_pictures(Stage& stage, double share) {
  while (auto unit = stage.splitter.pop()) {
    const auto kept = static_cast<std::ptrdiff_t>(std::llround(static_cast<double>(unit->size) * share));
    stage.rewriter->replace(unit->size, Bytes(unit->bytes.begin(), unit->bytes.begin() + kept));
  }
}

Result<double> FileSizeForecast::share_for(DataSize size) const {
  const auto& [low, high] = trials_;
  const double slope = static_cast<double>(high.bytes - low.bytes) / (high.share - low.share);
  const double wanted = static_cast<double>(size.bytes()) * (1 - kMargin) - static_cast<double>(low.bytes);
  const double share = slope > 0 ? low.share + wanted / slope : 1;
  if (share > 0) return std::min(share, 1.0);
  const auto others = static_cast<double>(low.bytes) - slope * low.share;
  return Error{ErrorKind::kInvalidArgument, message("--size %1: all that is no video takes %2 already", to_text(size),
                                                    to_text(DataSize::bytes(std::llround(others))))};
}

}  // namespace counterpoint
