// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/mpeg_systems/stream_rewriter.h"

#include <utility>

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
  [[nodiscard]] std::optional<VideoStream> video() const override { return std::nullopt; }

 private:
  void release() override { write(replacement_.take(replacement_.known() - replacement_.taken())); }
};

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

std::unique_ptr<StreamRewriter> make_rewriter(StreamKind kind, ByteView beginning,
                                              const std::optional<VideoStream>& choice) {
  switch (kind) {
    case StreamKind::kElementary:
      return std::make_unique<ElementaryRewriter>();
    case StreamKind::kProgram:
      return std::make_unique<ProgramRewriter>(choice);
    case StreamKind::kTransport:
      return std::make_unique<TransportRewriter>(find_transport_layout(beginning).value_or(TransportLayout{}), choice);
  }
  return nullptr;
}

}  // namespace counterpoint::mpeg
