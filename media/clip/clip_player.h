// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/model/encoded_frame.h"
#include "media/clip/clip_index.h"
#include "media/clip/clip_reader.h"
#include "media/mpeg/shaper.h"

namespace counterpoint {

/// A picture of a clip on its way out. `frame.captured_at` is when it belongs to the audio: later than now.
struct PlayedPicture {
  EncodedVideoFrame frame;
  MpegPictureType type = MpegPictureType::kI;
  bool second_field = false;
  bool at_floor = false;   ///< Its group cannot be made as small as the rate asks for.
  DataSize original_size;  ///< In the clip.
  Duration shown_for{};    ///< A field half as long as a frame.
  bool indexed = false;    ///< The clip's index spared parsing it.
  bool damaged = false;    ///< Some of it cannot be parsed, and goes as it is.
  Duration late{};         ///< Time of poll() after it was due.
  Duration clip_time{};    ///< When it is shown, in each round of a loop since the clip's beginning.
  /// Time from this picture to the next I picture; nothing when not known yet.
  std::optional<Duration> until_intra;
};

/// Plays a clip against a clock that it is told: its pictures, shaped to a rate, in the order of decoding and each when
/// it is due; its audio with the time at which it is due.
///
/// 1. After open() and seek(), it stands; play() starts it. Call poll() at next_deadline().
/// 2. The rate holds from the very picture on that poll() gives. Groups of pictures are shaped as a whole, read ahead,
///    as the variant `call` does. While a computer is too slow to code pictures again when they are due, they are cut.
/// 3. A picture goes out `lead` before its audio: who receives it needs that time for retransmission, for the jitter of
///    large pictures and for decoding, and need not delay the audio for it.
/// 4. Audio is handed over up to some seconds before it is due, in times of the clip; begins_at() places them.
/// 5. An index that is stored for the clip (ClipIndex) spares parsing it; one that is out of date is not used.
/// 6. One thread at a time.
class ClipPlayer {
 public:
  struct Config {
    /// 0 to 2 s. Default: what the receiver adds for clips (250 ms), and an I picture's way through the pacer.
    Duration lead = 500ms;
    bool loop = false;
    bool stereo = false;  ///< Audio of several channels is given as stereo.
    /// 100 ms to 5 s: a machine that fell behind by more goes on from now, not in a rush.
    Duration max_lag = 500ms;
  };
  /// Errors: as ClipReader::open().
  [[nodiscard]] static Result<std::unique_ptr<ClipPlayer>> open(const std::string& path, const Config& config);

  void play(Timestamp now);
  void pause(Timestamp now);
  /// Stands at the last entry picture at `time` of the clip or before; finding it may take a moment. Errors: the disk.
  [[nodiscard]] Result<void> seek(Duration time);

  /// It holds from now on; what plays goes on.
  void set_loop(bool loop) { config_.loop = loop; }

  /// The next picture, once it is due. kUnavailable when the disk fails: then the clip is over.
  [[nodiscard]] Result<std::optional<PlayedPicture>> poll(Timestamp now, DataRate rate);
  /// `picture`, which poll() gave, was not sent: the pictures that follow may have its bits.
  void return_unsent_bits(const PlayedPicture& picture) {
    shaper_->return_unsent_bits(DataSize::bytes(static_cast<std::int64_t>(picture.frame.data.size())));
  }
  /// The audio that was read since it was taken last.
  [[nodiscard]] std::vector<ClipAudio> take_audio() { return std::exchange(audio_, {}); }
  /// The time at which poll() has something to do; kNever while it stands.
  [[nodiscard]] Timestamp next_deadline() const;

  /// When time 0 of the clip is or was due, on the clock; nothing while it stands.
  [[nodiscard]] std::optional<Timestamp> begins_at() const { return begins_at_; }
  /// The time of the clip that is due.
  [[nodiscard]] Duration position(Timestamp now) const;
  /// All of it has been played; never with `loop`.
  [[nodiscard]] bool ended(Timestamp now) const;
  [[nodiscard]] const ClipInfo& info() const { return reader_->info(); }

 private:
  /// A picture that the shaper holds.
  struct Expected {
    MpegPictureType type = MpegPictureType::kI;
    bool second_field = false;
    bool entry = false;
    Duration presentation_time{};
    Duration decoding_time{};
    Duration clip_time{};
  };

  ClipPlayer(std::unique_ptr<ClipReader> reader, std::shared_ptr<const ClipIndex> index, const Config& config);
  [[nodiscard]] std::unique_ptr<mpeg::Shaper> make_shaper() const;
  [[nodiscard]] Result<void> read_until(Duration time);
  [[nodiscard]] Result<void> read_next();
  [[nodiscard]] Result<void> begin_round();
  [[nodiscard]] Result<std::optional<PlayedPicture>> take_picture(Duration late);
  [[nodiscard]] std::optional<Duration> until_intra(Duration time) const;
  /// Seconds.
  [[nodiscard]] double picture_interval() const { return 1 / std::max(info().frame_rate, 1.0); }
  [[nodiscard]] Timestamp due(const Expected& picture) const {
    return *begins_at_ + picture.decoding_time - config_.lead;
  }

  std::unique_ptr<ClipReader> reader_;
  std::shared_ptr<const ClipIndex> index_;  ///< Nothing when there is none.
  Config config_;
  std::unique_ptr<mpeg::Shaper> shaper_ = make_shaper();
  std::deque<Expected> expected_;
  std::vector<ClipAudio> audio_;
  std::optional<Timestamp> begins_at_;
  Duration stands_at_{};     ///< Pictures up to this time of the clip have gone out; used while it stands.
  Duration begun_at_{};      ///< Start position after open() or seek().
  Duration round_begins_{};  ///< When the present round of a loop began, in times that go on from round to round.
  Duration last_round_begins_{};
  Duration decoded_until_{};  ///< Decoding time of the pictures read so far; the members below are decoding times too.
  Duration audio_until_{};    ///< End of the audio read so far.
  Duration end_{};            ///< End of all pictures and audio read so far.
  Timestamp fast_until_{};
  Duration fast_period_{};  ///< Length of the last period of cutting.
  bool at_end_ = false;
};

}  // namespace counterpoint
