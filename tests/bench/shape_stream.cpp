// SPDX-License-Identifier: GPL-3.0-or-later
// Shapes a file from the command line, for measuring media/mpeg alone:
// shape_stream IN OUT RATE [WINDOW [WEIGHT]] [--index FILE]. FILE is made when it is missing.
// RATE is in kbit/s, or a share of the stream below 10. In the environment: PICTURES=1 for one line a picture, VARIANT
// for a name of media/mpeg/config/variants.h, CLUSTER for the n of C(n).
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "media/mpeg/config/variants.h"
#include "media/mpeg/picture_splitter.h"
#include "media/mpeg/shaper.h"
#include "tests/support/shaping_index_of.h"

namespace counterpoint::mpeg {
namespace {

struct CloseFile {
  void operator()(std::FILE* file) const { static_cast<void>(std::fclose(file)); }
};
using File = std::unique_ptr<std::FILE, CloseFile>;

struct Totals {
  double seconds = 0;
  std::int64_t bytes = 0;
  std::size_t pictures = 0;
  std::size_t indexed = 0;
};

/// A file's bytes, which the kernel reads as they are looked at.
class MappedFile {
 public:
  explicit MappedFile(const char* name) {
    const int file = open(name, O_RDONLY | O_CLOEXEC);
    struct stat status {};
    if (file < 0) return;
    if (fstat(file, &status) == 0 && status.st_size > 0) {
      const auto size = static_cast<std::size_t>(status.st_size);
      void* const memory = mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file, 0);
      if (memory != MAP_FAILED) bytes_ = {static_cast<const std::uint8_t*>(memory), size};
    }
    static_cast<void>(close(file));
  }
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;
  ~MappedFile() {
    if (!bytes_.empty()) munmap(const_cast<std::uint8_t*>(bytes_.data()), bytes_.size());
  }
  [[nodiscard]] ByteView bytes() const { return bytes_; }

 private:
  ByteView bytes_;
};

/// False, with a message, when `stream_name` is no video or the index cannot be written.
bool make_index(const char* stream_name, const char* index_name, const ShaperConfig& config) {
  const MappedFile stream(stream_name);
  const auto index = make_shaping_index(stream.bytes(), config);
  if (!index) return std::fprintf(stderr, "%s: %s\n", stream_name, index.error().message.text().c_str()), false;
  const File file(std::fopen(index_name, "wb"));
  if (file && std::fwrite(index->data(), 1, index->size(), file.get()) == index->size()) return true;
  return std::perror(index_name), false;
}

void drain(PictureSplitter& splitter, Shaper& shaper, std::FILE* out, bool list, Totals& totals) {
  while (auto unit = splitter.pop()) shaper.push(std::move(*unit));
  while (const auto picture = shaper.pop()) {
    std::fwrite(picture->bytes.data(), 1, picture->bytes.size(), out);
    const PictureStatistics& statistics = picture->statistics;
    totals.seconds += statistics.seconds;
    totals.bytes += statistics.size.bytes();
    totals.pictures += picture->has_picture ? 1U : 0U;
    totals.indexed += picture->has_picture && statistics.indexed ? 1U : 0U;
    if (!list) continue;
    std::printf(
        "%d %d %lld %lld %lld %d %d\n", static_cast<int>(statistics.picture_coding_type), statistics.starts_group,
        static_cast<long long>(statistics.original_size.bytes()), static_cast<long long>(statistics.size.bytes()),
        static_cast<long long>(statistics.smallest_size.bytes()), statistics.target_reached, statistics.search_steps);
  }
}

int run(int count, char** arguments) {
  const char* index_name = nullptr;
  if (count > 5 && std::string_view(arguments[count - 2]) == "--index") {
    index_name = arguments[count - 1];
    count -= 2;
  }
  if (count < 4) return std::fputs("shape_stream IN OUT RATE [WINDOW [WEIGHT]] [--index FILE]\n", stderr), 2;
  const MappedFile in(arguments[1]);
  const File out(std::fopen(arguments[2], "wb"));
  if (in.bytes().empty() || !out) return std::perror("shape_stream"), 2;
  const double rate = std::strtod(arguments[3], nullptr);
  ShaperConfig config;
  if (const char* const name = std::getenv("VARIANT"); name != nullptr) {
    const auto variant = find_variant(name);
    if (!variant) return std::fprintf(stderr, "no variant %s\n", name), 2;
    config = variant->config;
  }
  if (const char* const cluster = std::getenv("CLUSTER"); cluster != nullptr) {
    config.cluster = static_cast<std::size_t>(std::atoi(cluster));
  }
  if (count > 4) config.window = static_cast<std::size_t>(std::atoi(arguments[4]));
  if (count > 5) config.lifetime_weight = std::strtof(arguments[5], nullptr);
  PictureSplitter splitter;
  Shaper shaper(config, rate < 10 ? Target::share(rate)
                                  : Target::rate(DataRate::kilobits_per_second(static_cast<std::int64_t>(rate))));
  if (index_name != nullptr && access(index_name, F_OK) != 0 && !make_index(arguments[1], index_name, config)) return 1;
  const MappedFile index(index_name != nullptr ? index_name : "");
  if (index_name != nullptr) {
    auto opened = ShapingIndex::open(index.bytes());
    const auto shared = opened ? std::make_shared<const ShapingIndex>(std::move(*opened)) : nullptr;
    const auto used = opened ? shaper.use_index(shared) : Result<void>(opened.error());
    splitter.use_index(shared);
    if (!used) return std::fprintf(stderr, "%s: %s\n", index_name, used.error().message.text().c_str()), 1;
  }
  const bool list = std::getenv("PICTURES") != nullptr;
  constexpr std::size_t kChunk = std::size_t{64} << 10;
  Totals totals;
  for (ByteView rest = in.bytes(); !rest.empty(); rest = rest.subspan(std::min(kChunk, rest.size()))) {
    if (const auto pushed = splitter.push(rest.first(std::min(kChunk, rest.size()))); !pushed) {
      return std::fprintf(stderr, "%s: %s\n", arguments[1], pushed.error().message.text().c_str()), 1;
    }
    drain(splitter, shaper, out.get(), list, totals);
  }
  if (const auto finished = splitter.finish(); !finished) {
    return std::fprintf(stderr, "%s: %s\n", arguments[1], finished.error().message.text().c_str()), 1;
  }
  shaper.finish();
  drain(splitter, shaper, out.get(), list, totals);
  if (index_name != nullptr) std::fprintf(stderr, "%zu pictures by the index\n", totals.indexed);
  std::fprintf(stderr, "%zu pictures, %.3f s, %lld bytes, %.3f kbit/s\n", totals.pictures, totals.seconds,
               static_cast<long long>(totals.bytes), static_cast<double>(totals.bytes) * 8e-3 / totals.seconds);
  return 0;
}

}  // namespace
}  // namespace counterpoint::mpeg

int main(int count, char** arguments) { return counterpoint::mpeg::run(count, arguments); }
