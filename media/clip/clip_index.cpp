// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/clip/clip_index.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cinttypes>
#include <cstdlib>
#include <fstream>
#include <optional>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "core/base/byte_writer.h"
#include "core/base/format_text.h"
#include "core/base/xdg_folder.h"

namespace counterpoint {
namespace {

namespace fs = std::filesystem;

// The last digit is raised when the same clip gets another index.
constexpr std::array<std::uint8_t, 8> kMagic = {'C', 'P', 'I', 'N', 'D', 'E', 'X', '2'};
constexpr std::size_t kHead = std::size_t{64} << 10;

/// The bytes that an index begins with while `clip` is as it is; nothing when the clip cannot be read.
std::optional<Bytes> identity_of(const fs::path& clip) {
  std::error_code error;
  const auto size = fs::file_size(clip, error);
  if (error) return std::nullopt;
  const auto modified = fs::last_write_time(clip, error);
  std::ifstream file(clip, std::ios::binary);
  if (error || !file) return std::nullopt;
  std::vector<char> head(kHead);
  file.read(head.data(), static_cast<std::streamsize>(head.size()));
  const ByteView bytes(reinterpret_cast<const std::uint8_t*>(head.data()), static_cast<std::size_t>(file.gcount()));
  ByteWriter identity;
  identity.view(kMagic);
  identity.u64(size);
  identity.u64(static_cast<std::uint64_t>(modified.time_since_epoch().count()));
  identity.u64(mpeg::bytes_hash(bytes));
  return identity.take();
}

/// All of a file, which nobody writes into: new ones take its name.
std::optional<ByteView> map(const fs::path& path) {
  // Without O_NONBLOCK, opening a pipe would wait for its writer.
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (file < 0) return std::nullopt;
  struct stat status {};
  void* memory = MAP_FAILED;
  const bool is_file = fstat(file, &status) == 0 && S_ISREG(status.st_mode) && status.st_size > 0;
  if (is_file) memory = mmap(nullptr, static_cast<std::size_t>(status.st_size), PROT_READ, MAP_PRIVATE, file, 0);
  ::close(file);
  if (memory == MAP_FAILED) return ByteView();
  return ByteView(static_cast<const std::uint8_t*>(memory), static_cast<std::size_t>(status.st_size));
}

bool write_whole(const fs::path& path, ByteView identity, ByteView index) {
  std::error_code error;
  const fs::path unfinished = fs::path(path) += "." + std::to_string(getpid()) + ".part";
  {
    std::ofstream file(unfinished, std::ios::binary);
    for (const ByteView part : {identity, index}) {
      file.write(reinterpret_cast<const char*>(part.data()), static_cast<std::streamsize>(part.size()));
    }
    if (!file.flush()) error = std::make_error_code(std::errc::io_error);
  }
  if (!error) fs::rename(unfinished, path, error);
  if (!error) return true;
  std::error_code ignored;
  fs::remove(unfinished, ignored);
  return false;
}

}  // namespace

std::vector<fs::path> ClipIndex::places_for(const fs::path& clip) {
  std::vector<fs::path> places = {fs::path(clip) += ".cpindex"};
  const auto folder = xdg_folder(std::getenv("XDG_CACHE_HOME"), std::getenv("HOME"), ".cache");
  if (!folder) return places;
  std::error_code error;
  const std::string path = fs::absolute(clip, error).lexically_normal().string();
  const std::uint64_t hash = mpeg::bytes_hash({reinterpret_cast<const std::uint8_t*>(path.data()), path.size()});
  places.push_back(*folder / "counterpoint" / "shaping" / format_text("%016" PRIx64 ".cpindex", hash));
  return places;
}

Result<std::shared_ptr<const ClipIndex>> ClipIndex::open(const fs::path& clip) {
  const auto identity = identity_of(clip);
  std::optional<Error> problem;
  for (const fs::path& place : places_for(clip)) {
    const auto file = identity ? map(place) : std::nullopt;
    if (!file) continue;
    const std::shared_ptr<ClipIndex> index(new ClipIndex(*file));
    const auto fail = [&](const std::string& why) {
      if (!problem) problem = Error{ErrorKind::kMalformed, '"' + place.string() + "\" " + why};
    };
    const bool fits = file->size() >= identity->size() && std::ranges::equal(file->first(identity->size()), *identity);
    if (!fits) {
      fail("is not of the clip as it is now, or is of an older version");
      continue;
    }
    auto pictures = mpeg::ShapingIndex::open(file->subspan(identity->size()));
    if (!pictures) {
      fail("is damaged");
      continue;
    }
    index->pictures_ = std::move(*pictures);
    return std::shared_ptr<const ClipIndex>(index);
  }
  if (problem) return *problem;
  return std::shared_ptr<const ClipIndex>();
}

Result<fs::path> ClipIndex::store(const fs::path& clip, ByteView index) {
  const auto identity = identity_of(clip);
  const std::vector<fs::path> places = places_for(clip);
  for (const fs::path& place : places) {
    std::error_code ignored;
    if (&place != &places.front()) fs::create_directories(place.parent_path(), ignored);
    if (identity && write_whole(place, *identity, index)) return place;
  }
  return Error{ErrorKind::kUnavailable,
               "the index can be stored neither in \"" + places.front().string() +
                   "\" nor in the cache; make the folder writable, or set XDG_CACHE_HOME to one that is"};
}

ClipIndex::~ClipIndex() {
  if (!file_.empty()) munmap(const_cast<std::uint8_t*>(file_.data()), file_.size());
}

}  // namespace counterpoint
