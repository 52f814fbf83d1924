// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/mpeg_systems/stream_rewriter.h"

#include <algorithm>
#include <utility>

#include "media/mpeg/headers.h"
#include "media/mpeg_systems/program_rewriter.h"
#include "media/mpeg_systems/transport_rewriter.h"

namespace counterpoint::mpeg {
namespace {

/// Video alone: what is shaped is the file.
class ElementaryRewriter final : public StreamRewriter {
 public:
  Result<void> push(ByteView octets) override {
    add_video(octets);
    return {};
  }
  Result<void> finish() override { return {}; }

 private:
  void release() override { write(replacement_.take(replacement_.known() - replacement_.taken())); }
};

}  // namespace

Bytes StreamRewriter::take_video() { return std::exchange(video_, {}); }

void StreamRewriter::replace(std::size_t old_size, Bytes octets) {
  replacement_.add(old_size, std::move(octets));
  release();
}

Bytes StreamRewriter::take_output() { return std::exchange(output_, {}); }

std::size_t StreamRewriter::add_video(ByteView octets) {
  video_.insert(video_.end(), octets.begin(), octets.end());
  return std::exchange(video_size_, video_size_ + octets.size());
}

Result<StreamKind> kind_of(ByteView beginning) {
  if (beginning.empty()) return Error{ErrorKind::kMalformed, "is empty"};
  if (find_transport_layout(beginning)) return StreamKind::kTransport;
  // Zero octets may stand before any start code.
  const auto one = std::ranges::find_if(beginning, [](std::uint8_t octet) { return octet != 0; });
  if (one - beginning.begin() >= 2 && beginning.end() - one >= 2 && *one == 1) {
    const std::uint8_t code = one[1];
    const bool is_program = code == kPackStartCode || code == kSystemHeaderStartCode || is_video_stream(code);
    if (is_program) return StreamKind::kProgram;
    if (code < kMpegSystemFirst) return StreamKind::kElementary;
  }
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
