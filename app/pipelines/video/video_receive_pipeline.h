// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>

#include "app/pipelines/session/call_archive.h"
#include "app/pipelines/session/shared_session.h"
#include "app/pipelines/video/video_presenter.h"
#include "core/base/latency_histogram.h"
#include "core/base/queue/bounded_queue.h"
#include "core/ports/frame_sink.h"
#include "core/ports/video_codec.h"

namespace counterpoint {

/// Frames on their way in: session, decoder, the wait until they are due, the screen.
///
/// collect() belongs to the thread that moves the session on; decode_next(), present() and next_deadline() to the
/// decode thread; counters() to any.
class VideoReceivePipeline {
 public:
  struct Counters {
    std::uint64_t decoded = 0;
    std::uint64_t key_frames = 0;
    std::uint64_t errors = 0;
    std::uint64_t overflows = 0;  ///< Frames that the decoder was too slow for.
    std::uint64_t late = 0;       ///< Decoded for others' sake, but not shown.
    Duration decode_time{};
    Resolution size;
    VideoPresenter::Counters shown;
    /// Seen here minus captured there: with the clocks' unknown difference in it, unless both are one host.
    std::optional<Duration> playout_delay;
    LatencyHistogram decoding;
    LatencyHistogram holding;     ///< Time from decoded to due.
    LatencyHistogram presenting;  ///< Time from due to shown.
    LatencyHistogram end_to_end;  ///< Time from captured to shown; means something when both ends are one host.
  };

  /// `sink` may be null. `clock` only measures what decoding takes.
  VideoReceivePipeline(SharedSession& session, std::unique_ptr<VideoDecoder> camera_decoder,
                       std::unique_ptr<VideoDecoder> clip_decoder, FrameSink* sink, CallArchive& archive,
                       std::function<Timestamp()> clock);

  /// Takes what the peer says of its source of video; from any thread. See VideoPresenter::set_source().
  void set_source(const VideoPresenter::Source& source);
  /// Takes what the session has ready for the decoder.
  void collect(RtpSession& session, Timestamp now);
  /// Decodes the next frame, waiting for it no longer than `timeout`; false when there was none.
  bool decode_next(Duration timeout);
  /// Shows the frame that is due.
  void present(Timestamp now);
  /// The time at which present() has something to do.
  [[nodiscard]] Timestamp next_deadline() const { return presenter_.next_deadline(); }
  /// True when a frame waits for decode_next().
  [[nodiscard]] bool has_frames() const { return frames_.size() > 0; }
  void close() { frames_.close(); }
  [[nodiscard]] bool closed() const { return frames_.closed(); }
  [[nodiscard]] Counters counters() const;

 private:
  void decode(FrameToDecode frame);

  /// A second of video: a decoder that far behind does better to start anew from a key frame.
  static constexpr std::size_t kMaxWaiting = 30;

  SharedSession& session_;
  std::unique_ptr<VideoDecoder> camera_decoder_;
  std::unique_ptr<VideoDecoder> clip_decoder_;
  FrameSink* sink_;
  CallArchive& archive_;
  std::function<Timestamp()> clock_;
  BoundedQueue<FrameToDecode> frames_{kMaxWaiting};
  VideoPresenter presenter_;
  mutable std::mutex mutex_;  ///< Guards all below.
  Counters counters_;
  VideoPresenter::Source source_;
};

}  // namespace counterpoint
