// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/mpeg_systems/stream_rewriter.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <utility>

#include "core/model/mpeg_picture.h"
#include "media/mpeg/bitstream/headers.h"
#include "media/mpeg_systems/program_rewriter.h"
#include "media/mpeg_systems/transport_rewriter.h"

namespace counterpoint::mpeg {
namespace {

/// Video alone: what is shaped is the file.
class ElementaryRewriter final : public StreamRewriter {
 public:
  Result<void> push(ByteView bytes) override {
    add_video(bytes);
    return {};
  }
  Result<void> finish() override { return {}; }

 private:
  void release() override { write(replacement_.take(replacement_.known() - replacement_.taken())); }
};

/// Files of these kinds hold start codes of MPEG video too, but are no streams of it.
bool is_other_container(ByteView beginning) {
  using std::string_view_literals::operator""sv;
  struct Mark {
    std::size_t at;
    std::string_view bytes;
  };
  constexpr std::array kMarks = {Mark{0, "\x1A\x45\xDF\xA3"sv},
                                 Mark{4, "ftyp"sv},
                                 Mark{0, "RIFF"sv},
                                 Mark{0, "OggS"sv},
                                 Mark{0, "FLV"sv},
                                 Mark{0, "\x06\x0E\x2B\x34"sv},
                                 Mark{0, "\x30\x26\xB2\x75"sv}};
  return std::ranges::any_of(kMarks, [&](const Mark& mark) {
    const std::string_view bytes(reinterpret_cast<const char*>(beginning.data()), beginning.size());
    return bytes.size() > mark.at && bytes.substr(mark.at).starts_with(mark.bytes);
  });
}

}  // namespace

Bytes StreamRewriter::take_video() { return std::exchange(video_, {}); }

void StreamRewriter::replace(std::size_t old_size, Bytes bytes) {
  replacement_.add(old_size, std::move(bytes));
  release();
}

Bytes StreamRewriter::take_output() { return std::exchange(output_, {}); }

std::size_t StreamRewriter::add_video(ByteView bytes) {
  if (!bytes.empty()) bytes_since_video_ = 0;
  video_.insert(video_.end(), bytes.begin(), bytes.end());
  return std::exchange(video_size_, video_size_ + bytes.size());
}

Result<StreamKind> kind_of(ByteView beginning) {
  if (beginning.empty()) return Error{ErrorKind::kMalformed, "is empty"};
  const auto layout = find_transport_layout(beginning);
  if (layout && layout->first == 0) return StreamKind::kTransport;
  if (!layout && has_parity(beginning)) {
    return Error{
        ErrorKind::kMalformed,
        "is a transport stream with packets of 204 octets, which cannot be shaped; make one with packets of 188 "
        "by \"ffmpeg -i IN -map 0 -c copy OUT.ts\" first"};
  }
  // Zero bytes may stand before any start code.
  const auto one = std::ranges::find_if(beginning, [](std::uint8_t byte) { return byte != 0; });
  const bool begins = one - beginning.begin() >= 2 && beginning.end() - one >= 2 && *one == 1;
  if (begins && (one[1] == kPackStartCode || one[1] == kSystemHeaderStartCode || is_video_stream(one[1]))) {
    return StreamKind::kProgram;
  }
  if (begins && one[1] < kMpegSystemFirst) return StreamKind::kElementary;
  // A recording may begin anywhere in its stream.
  std::optional<StreamKind> found;
  if (layout) found = StreamKind::kTransport;
  for_each_mpeg_unit(beginning, [&](std::uint8_t code, ByteView unit) {
    const bool is_pack = code == kPackStartCode && unit.size() > 4 && (unit[4] >> 6 == 1 || unit[4] >> 4 == 2);
    if (is_pack && found != StreamKind::kTransport) found = StreamKind::kProgram;
    if (code < kMpegSystemFirst && !found) found = StreamKind::kElementary;
  });
  if (found && !is_other_container(beginning)) return *found;
  return Error{ErrorKind::kMalformed,
               "is no MPEG-1 or MPEG-2 video: neither an elementary stream nor a program or transport stream"};
}

std::unique_ptr<StreamRewriter> make_rewriter(StreamKind kind, ByteView beginning) {
  switch (kind) {
    case StreamKind::kElementary:
      return std::make_unique<ElementaryRewriter>();
    case StreamKind::kProgram:
      return std::make_unique<ProgramRewriter>();
    case StreamKind::kTransport:
      return std::make_unique<TransportRewriter>(find_transport_layout(beginning).value_or(TransportLayout{}));
  }
  return nullptr;
}

}  // namespace counterpoint::mpeg
