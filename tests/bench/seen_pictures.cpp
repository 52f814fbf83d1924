// SPDX-License-Identifier: GPL-3.0-or-later
// Judges what stood on a screen: pictures that were grabbed from it, beside those that were captured.
//
//   seen_pictures SOURCE.y4m GRABBED.gray RATE FROM
//
// The last rows of each picture of SOURCE hold its number, as tests/bench/seen writes it. GRABBED has RATE pictures a
// second, luma alone, of the same size; those before FROM seconds do not count. Prints one line of JSON:
//
// * similarity: SSIM, from instant to instant, with the picture of the source that would stand there if each picture
//   that came were followed by the source's next ones: a picture that stays is compared with those that are missing
// * new pictures a second, the share of time still (freezes as in webrtc-stats), and how much later pictures came than
//   the soonest of the run
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "media/frame/structural_similarity.h"

namespace counterpoint {
namespace {

constexpr double kSourceRate = 30;
/// The rows of the number: 16 cells from left to right, of which the first 10 are the number's bits, highest first,
/// and 6 its check.
constexpr int kCodeRows = 24;
constexpr int kCells = 16;
constexpr int kCheckBits = 6;

struct Luma {
  Resolution size;
  std::vector<std::uint8_t> samples;
};

int check_of(int number) { return number * 37 % 61; }

std::optional<int> number_of(const Luma& picture) {
  const int width = picture.size.width / kCells;
  int code = 0;
  for (int cell = 0; cell < kCells; ++cell) {
    int sum = 0;
    int count = 0;
    for (int y = picture.size.height - kCodeRows * 3 / 4; y < picture.size.height - kCodeRows / 4; ++y) {
      for (int x = cell * width + width / 4; x < cell * width + width * 3 / 4; ++x, ++count) {
        sum += picture.samples[static_cast<std::size_t>(y * picture.size.width + x)];
      }
    }
    code = code * 2 + (sum > 128 * count ? 1 : 0);
  }
  const int number = code >> kCheckBits;
  if ((code & ((1 << kCheckBits) - 1)) != check_of(number)) return std::nullopt;
  return number;
}

/// The part that is judged: neither the number nor the quarter at the right, where a window may show its user's own
/// picture.
FrameBuffer content_of(const Luma& picture) {
  FrameBuffer content({.width = picture.size.width * 3 / 4, .height = picture.size.height - kCodeRows});
  for (int y = 0; y < content.size().height; ++y) {
    std::copy_n(picture.samples.begin() + static_cast<std::ptrdiff_t>(y) * picture.size.width, content.size().width,
                content.row(0, y).begin());
  }
  return content;
}

struct Source {
  Resolution size;
  std::vector<FrameBuffer> pictures;
};

/// Nothing when it is no YUV4MPEG2 of 4:2:0.
std::optional<Source> read_source(const char* name) {
  std::ifstream file(name, std::ios::binary);
  std::string line;
  if (!std::getline(file, line) || !line.starts_with("YUV4MPEG2 ")) return std::nullopt;
  Source source;
  std::istringstream fields(line);
  for (std::string field; fields >> field;) {
    if (field[0] == 'W') source.size.width = std::atoi(field.c_str() + 1);
    if (field[0] == 'H') source.size.height = std::atoi(field.c_str() + 1);
  }
  if (source.size.width < kCells || source.size.height <= kCodeRows) return std::nullopt;
  const std::streamsize luma = source.size.area();
  Luma picture{.size = source.size, .samples = std::vector<std::uint8_t>(static_cast<std::size_t>(luma))};
  while (std::getline(file, line) && line.starts_with("FRAME")) {
    if (!file.read(reinterpret_cast<char*>(picture.samples.data()), luma)) break;
    file.seekg(luma / 2, std::ios::cur);
    source.pictures.push_back(content_of(picture));
  }
  return source;
}

/// Follows the screen from instant to instant.
class Screen {
 public:
  Screen(const Source& source, double rate, double from) : source_(source), rate_(rate), from_(from) {}

  void show(const Luma& grabbed, double at);
  void end(double at);
  void print() const;

 private:
  void begin_picture(int number, double at);
  void note_interval(double until);
  [[nodiscard]] double percentile(double share) const;

  const Source& source_;
  double rate_;
  double from_;
  std::optional<int> number_;  ///< The picture that stands has it.
  double since_ = 0;           ///< s.
  double usual_ = 0;           ///< s, the usual interval.
  double still_ = 0;           ///< s.
  std::size_t instants_ = 0;
  std::size_t unread_ = 0;
  double similarity_ = 0;         ///< The sum.
  std::optional<double> origin_;  ///< s; the source began then, by the first picture.
  std::vector<double> late_;      ///< s, from `origin_` on.
};

void Screen::show(const Luma& grabbed, double at) {
  const std::optional<int> number = number_of(grabbed);
  const bool known = number && *number < static_cast<int>(source_.pictures.size());
  if (known && number != number_) begin_picture(*number, at);
  if (at < from_) return;
  ++instants_;
  if (!known) {
    ++unread_;
    return;
  }
  const auto passed = static_cast<std::size_t>((at - since_) * kSourceRate + 1e-6);
  const std::size_t live = (static_cast<std::size_t>(*number) + passed) % source_.pictures.size();
  similarity_ += luma_ssim(source_.pictures[live], content_of(grabbed));
}

void Screen::begin_picture(int number, double at) {
  note_interval(at);
  number_ = number;
  since_ = at;
  const double length = static_cast<double>(source_.pictures.size()) / kSourceRate;
  const double offset = at - number / kSourceRate;
  if (!origin_) origin_ = offset;
  // The number repeats: a picture is less than three quarters of the source's length late, or a quarter early.
  const double late = offset - *origin_ - std::floor((offset - *origin_) / length + 0.25) * length;
  if (at >= from_) late_.push_back(late);
}

/// The definition of freezeCount in webrtc-stats, as for the laboratory's `frozen_share`.
void Screen::note_interval(double until) {
  if (!number_) return;
  constexpr double kWeight = 1.0 / 30;
  constexpr double kMin = 0.150;  // s
  const double interval = until - since_;
  if (usual_ > 0 && interval >= std::max(3 * usual_, usual_ + kMin)) {
    still_ += std::max(0.0, until - std::max(since_, from_));
  } else {
    usual_ = usual_ > 0 ? usual_ + kWeight * (interval - usual_) : interval;
  }
}

void Screen::end(double at) { note_interval(at); }

double Screen::percentile(double share) const {
  if (late_.empty()) return NAN;
  std::vector<double> ordered = late_;
  std::ranges::sort(ordered);
  const double first = ordered.front();
  return 1000 * (ordered[static_cast<std::size_t>(share * static_cast<double>(ordered.size() - 1))] - first);
}

void Screen::print() const {
  const double seconds = static_cast<double>(instants_) / rate_;
  const std::size_t read = instants_ - unread_;
  const nlohmann::ordered_json json = {
      {"seconds", seconds},
      {"similarity", read > 0 ? similarity_ / static_cast<double>(read) : 0},
      {"picturesPerSecond", static_cast<double>(late_.size()) / seconds},
      {"stillPercent", 100 * still_ / seconds},
      {"lateP50Ms", percentile(0.50)},
      {"lateP95Ms", percentile(0.95)},
      {"unreadPercent", 100 * static_cast<double>(unread_) / static_cast<double>(instants_)},
  };
  std::cout << json.dump() << '\n';
}

bool judge(const char* source_name, const char* grabbed_name, double rate, double from) {
  const std::optional<Source> source = read_source(source_name);
  if (!source || source->pictures.empty()) return std::fprintf(stderr, "%s: no pictures\n", source_name), false;
  std::ifstream grabbed(grabbed_name, std::ios::binary);
  Luma picture{.size = source->size,
               .samples = std::vector<std::uint8_t>(static_cast<std::size_t>(source->size.area()))};
  Screen screen(*source, rate, from);
  double at = 0;
  for (std::size_t i = 0; grabbed.read(reinterpret_cast<char*>(picture.samples.data()), source->size.area()); ++i) {
    at = static_cast<double>(i) / rate;
    screen.show(picture, at);
  }
  if (at <= from) return std::fprintf(stderr, "%s: nothing after %g s\n", grabbed_name, from), false;
  screen.end(at);
  screen.print();
  return true;
}

}  // namespace
}  // namespace counterpoint

int main(int argc, char** argv) {
  if (argc != 5) {
    std::fprintf(stderr, "usage: seen_pictures SOURCE.y4m GRABBED.gray RATE FROM\n");
    return 2;
  }
  const bool fine = counterpoint::judge(argv[1], argv[2], std::atof(argv[3]), std::atof(argv[4]));
  return fine ? EXIT_SUCCESS : EXIT_FAILURE;
}
