// SPDX-License-Identifier: GPL-3.0-or-later
// Shapes a file from the command line, for measuring media/mpeg alone: shape_stream IN OUT RATE [WINDOW [WEIGHT]].
// RATE is in kbit/s, or a share of the stream below 10. One line a picture with PICTURES=1 in the environment.
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>

#include "media/mpeg/shaper.h"

namespace counterpoint::mpeg {
namespace {

struct CloseFile {
  void operator()(std::FILE* file) const { static_cast<void>(std::fclose(file)); }
};
using File = std::unique_ptr<std::FILE, CloseFile>;

struct Totals {
  double seconds = 0;
  std::int64_t octets = 0;
  std::size_t pictures = 0;
};

void drain(Shaper& shaper, std::FILE* out, bool list, Totals& totals) {
  while (const auto picture = shaper.pop()) {
    std::fwrite(picture->octets.data(), 1, picture->octets.size(), out);
    const PictureStatistics& statistics = picture->statistics;
    totals.seconds += statistics.seconds;
    totals.octets += statistics.size.bytes();
    totals.pictures += picture->has_picture ? 1U : 0U;
    if (!list) continue;
    std::printf("%d %d %lld %lld %lld %d\n", static_cast<int>(statistics.picture_coding_type), statistics.starts_group,
                static_cast<long long>(statistics.original_size.bytes()),
                static_cast<long long>(statistics.size.bytes()),
                static_cast<long long>(statistics.smallest_size.bytes()), statistics.target_reached);
  }
}

int run(int count, char** arguments) {
  if (count < 4) return std::fputs("shape_stream IN OUT RATE [WINDOW [WEIGHT]]\n", stderr), 2;
  const File in(std::fopen(arguments[1], "rb"));
  const File out(std::fopen(arguments[2], "wb"));
  if (!in || !out) return std::perror("shape_stream"), 2;
  const double rate = std::strtod(arguments[3], nullptr);
  ShaperConfig config;
  if (count > 4) config.window = static_cast<std::size_t>(std::atoi(arguments[4]));
  if (count > 5) config.lifetime_weight = std::strtof(arguments[5], nullptr);
  Shaper shaper(config, rate < 10 ? Target::share(rate)
                                  : Target::rate(DataRate::kilobits_per_second(static_cast<std::int64_t>(rate))));
  const bool list = std::getenv("PICTURES") != nullptr;
  Bytes chunk(std::size_t{64} << 10);
  Totals totals;
  for (std::size_t n; (n = std::fread(chunk.data(), 1, chunk.size(), in.get())) > 0;) {
    if (const auto pushed = shaper.push(ByteView(chunk).first(n)); !pushed) {
      return std::fprintf(stderr, "%s: %s\n", arguments[1], pushed.error().message.c_str()), 1;
    }
    drain(shaper, out.get(), list, totals);
  }
  if (const auto finished = shaper.finish(); !finished) {
    return std::fprintf(stderr, "%s: %s\n", arguments[1], finished.error().message.c_str()), 1;
  }
  drain(shaper, out.get(), list, totals);
  std::fprintf(stderr, "%zu pictures, %.3f s, %lld octets, %.3f kbit/s\n", totals.pictures, totals.seconds,
               static_cast<long long>(totals.octets), static_cast<double>(totals.octets) * 8e-3 / totals.seconds);
  return 0;
}

}  // namespace
}  // namespace counterpoint::mpeg

int main(int count, char** arguments) { return counterpoint::mpeg::run(count, arguments); }
