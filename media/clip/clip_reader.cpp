// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/clip/clip_reader.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <deque>
#include <filesystem>
#include <utility>

#include "core/base/format_text.h"
#include "core/model/audio_format.h"
#include "media/clip/clip_clock.h"
#include "media/clip/clip_file.h"
#include "media/clip/clip_timeline.h"

namespace counterpoint {
namespace {

/// Items held back until the time of a picture is known: far more than lie between two reference pictures.
constexpr std::size_t kMaxPending = 256;
/// Lead of a search before the wanted time: one group of pictures, then ten.
constexpr std::array<Duration, 2> kSearchMargins = {3s, 20s};

bool is_reference(const CodedPicture& picture) { return picture.type != MpegPictureType::kB; }

Message describe(const std::string& path, const ClipInfo& info) {
  const std::string name = std::filesystem::path(path).filename().string();
  const int mpeg = info.mpeg2 ? 2 : 1;
  const Message size = pixels(info.size.width, info.size.height);
  const Message rate = figure(format_text("%.4g", info.frame_rate));
  if (!info.duration) {
    return info.has_audio ? message("%1: MPEG-%2, %3, %4 frames/s, with sound", name, mpeg, size, rate)
                          : message("%1: MPEG-%2, %3, %4 frames/s, without sound", name, mpeg, size, rate);
  }
  const Message seconds = decimal(to_seconds(*info.duration), 1);
  return info.has_audio ? message("%1: MPEG-%2, %3, %4 frames/s, %5 s, with sound", name, mpeg, size, rate, seconds)
                        : message("%1: MPEG-%2, %3, %4 frames/s, %5 s, without sound", name, mpeg, size, rate, seconds);
}

}  // namespace

struct ClipReader::State {
  /// A picture to begin at, in times of the clip.
  struct Entry {
    Duration decoding_time{};
    Duration presentation_time{};
  };
  /// Items waiting to be read; a reference picture whose time the next one tells holds back all behind it.
  struct Pending {
    std::unique_ptr<ClipItem> item;
    bool time_known = true;
  };

  std::string path;
  bool stereo = false;
  ClipInfo info;
  std::unique_ptr<ClipFile> file;
  FrameSplitter splitter;
  Duration start{};  ///< The file's own time at the beginning of the clip.
  ClipTimeline timeline;
  ClipClock clock;
  std::deque<Pending> pending;
  bool begun = false;  ///< A picture at which a decoder can begin has come.
  bool skip_b = false;
  bool at_end = false;
  Duration begin_at = Duration::min();    ///< Pictures decoded before it, by the file's clock, are passed over.
  Duration audio_from = Duration::min();  ///< Audio before it is passed over.

  [[nodiscard]] Result<void> open();
  [[nodiscard]] Result<void> measure();
  [[nodiscard]] Result<void> advance();
  [[nodiscard]] Result<std::unique_ptr<ClipItem>> read();
  void add_frame();
  void add_picture(CodedPicture coded, Duration decoding_time, std::optional<Duration> presentation_time);
  void add_audio();
  void finish();
  [[nodiscard]] bool is_wanted(const CodedPicture& picture, Duration decoding_time);
  void settle_times(Duration presentation_time);
  [[nodiscard]] Result<void> go_to(std::optional<Duration> time);
  [[nodiscard]] Result<std::optional<Entry>> find_entry(std::optional<Duration> from, Duration until);
  [[nodiscard]] Result<Duration> seek(Duration time);
};

Result<void> ClipReader::State::open() {
  auto opened = ClipFile::open(path, stereo);
  if (!opened) return opened.error();
  file = std::move(*opened);
  info = file->info();
  start = file->beginning();
  auto found = ClipTimeline::find(*file);
  if (!found) return found.error();
  timeline = std::move(*found);
  if (timeline.jumps()) info.duration = timeline.end() - start;
  info.has_audio = file->info().has_audio;
  static_cast<void>(splitter.split(file->headers()));
  return measure();
}

/// Reads up to the first picture; an elementary stream, which has no times to tell its duration by, to its end.
Result<void> ClipReader::State::measure() {
  if (const auto gone = go_to(std::nullopt); !gone) return gone;
  std::optional<MpegPictureType> first;
  while (!at_end && (!file->has_times() || !first)) {
    const auto item = read();
    if (!item) return item.error();
    const auto* picture = std::get_if<ClipPicture>(item->get());
    if (picture != nullptr && !first) first = picture->coded.type;
  }
  if (!first) {
    return Error{ErrorKind::kMalformed,
                 message("\"%1\" breaks off before its first whole picture; choose another file", path)};
  }
  if (first == MpegPictureType::kD) {
    return Error{
        ErrorKind::kMalformed,
        message("\"%1\" has D pictures, made for fast search alone, which players cannot show; choose another file",
                path)};
  }
  if (!file->has_times()) info.duration = clock.expected(ClipStream::kVideo).value_or(Duration::zero()) - start;
  info.description = describe(path, info);
  return go_to(std::nullopt);
}

/// Reads one packet of the file.
Result<void> ClipReader::State::advance() {
  const auto kind = file->read();
  if (!kind) return kind.error();
  if (*kind == ClipFile::Kind::kVideo) add_frame();
  if (*kind == ClipFile::Kind::kAudio) add_audio();
  if (*kind == ClipFile::Kind::kEnd) finish();
  return {};
}

void ClipReader::State::add_frame() {
  const Duration duration = file->duration();
  std::optional<Duration> stated_decoding;
  std::optional<Duration> stated_presentation;
  if (file->has_times()) {
    stated_decoding = file->decoding_time();
    stated_presentation = file->presentation_time();
  } else if (!clock.expected(ClipStream::kVideo)) {
    clock.begin(ClipStream::kVideo, start - duration);  // The first picture is shown one later than it is decoded.
  }
  const auto decoding_time = clock.place(ClipStream::kVideo, stated_decoding, duration);
  auto pictures = splitter.split(file->bytes());
  if (!decoding_time) return;
  for (CodedPicture& coded : pictures) {
    if (!is_wanted(coded, *decoding_time)) continue;
    std::optional<Duration> presentation_time;
    if (stated_presentation) presentation_time = *stated_presentation + clock.offset(ClipStream::kVideo);
    add_picture(std::move(coded), *decoding_time, presentation_time);
  }
}

bool ClipReader::State::is_wanted(const CodedPicture& picture, Duration decoding_time) {
  if (!begun) {
    if (!picture.entry || decoding_time < begin_at) return false;
    begun = true;
    skip_b = !picture.closed_group;
    return true;
  }
  if (is_reference(picture) && !picture.second_field) skip_b = false;
  return !skip_b || is_reference(picture);
}

void ClipReader::State::add_picture(CodedPicture coded, Duration decoding_time,
                                    std::optional<Duration> presentation_time) {
  const bool reference = is_reference(coded);
  // The picture that a decoder holds back is shown when the next reference is decoded.
  if (reference && !coded.second_field) settle_times(decoding_time);
  const bool believed = presentation_time && *presentation_time >= decoding_time &&
                        *presentation_time - decoding_time <= ClipClock::kMaxGap;
  bool known = true;
  Duration shown = decoding_time;
  if (reference && believed) shown = *presentation_time;
  if (reference && !believed) known = false;
  pending.push_back(
      {.item = std::make_unique<ClipItem>(ClipPicture{
           .coded = std::move(coded), .presentation_time = shown - start, .decoding_time = decoding_time - start}),
       .time_known = known});
  if (pending.size() > kMaxPending) settle_times(decoding_time);
}

void ClipReader::State::settle_times(Duration presentation_time) {
  for (Pending& waiting : pending) {
    if (waiting.time_known) continue;
    std::get<ClipPicture>(*waiting.item).presentation_time = presentation_time - start;
    waiting.time_known = true;
  }
}

void ClipReader::State::add_audio() {
  info.has_audio = true;
  AudioPiece audio = file->decode_audio();
  std::vector<float>& samples = audio.samples;
  const auto placed_until = clock.expected(ClipStream::kAudio);
  auto time = clock.place(ClipStream::kAudio, file->presentation_time(), audio_duration(samples.size()));
  if (!time) return;
  if (placed_until && *time < *placed_until) {
    const auto late = static_cast<std::size_t>((*placed_until - *time) / audio_duration(1)) + 1;
    for (std::vector<float>* channel : {&samples, &audio.side}) {
      const auto count = static_cast<std::ptrdiff_t>(std::min(late, channel->size()));
      channel->erase(channel->begin(), channel->begin() + count);
    }
    time = *time + audio_duration(late);
  }
  if (samples.empty() || *time + audio_duration(samples.size()) <= audio_from) return;
  ClipAudio placed{.samples = std::move(samples), .side = std::move(audio.side), .time = *time - start};
  pending.push_back({.item = std::make_unique<ClipItem>(std::move(placed))});
  if (pending.size() > kMaxPending) settle_times(clock.expected(ClipStream::kVideo).value_or(*time));
}

void ClipReader::State::finish() {
  at_end = true;
  if (const auto end = clock.expected(ClipStream::kVideo)) settle_times(*end);
}

Result<std::unique_ptr<ClipItem>> ClipReader::State::read() {
  for (;;) {
    if (!pending.empty() && pending.front().time_known) {
      std::unique_ptr<ClipItem> item = std::move(pending.front().item);
      pending.pop_front();
      return item;
    }
    if (at_end) return std::unique_ptr<ClipItem>();
    if (const auto advanced = advance(); !advanced) return advanced.error();
  }
}

/// Begins to read at `time` of the clip or somewhat before, if the file knows where that is, else at its beginning.
Result<void> ClipReader::State::go_to(std::optional<Duration> time) {
  clock = {};
  if (time && timeline.jumps()) {
    const auto place = timeline.before(*time + start, *file);
    if (!place) return place.error();
    file->go_to_byte(place->byte);
    clock = ClipClock(place->time - place->stated);
  } else {
    file->go_to(time ? std::optional(*time + start) : std::nullopt);
  }
  pending.clear();
  begun = skip_b = at_end = false;
  begin_at = audio_from = Duration::min();
  return {};
}

/// The last entry that is shown at `until` or before, read from `from` on; from the beginning, at least the first one.
Result<std::optional<ClipReader::State::Entry>> ClipReader::State::find_entry(std::optional<Duration> from,
                                                                              Duration until) {
  if (const auto gone = go_to(from); !gone) return gone.error();
  std::optional<Entry> found;
  for (;;) {
    const auto item = read();
    if (!item) return item.error();
    if (*item == nullptr) return found;
    const auto* picture = std::get_if<ClipPicture>(item->get());
    if (picture == nullptr) continue;
    if (picture->decoding_time > until && (found || from)) return found;
    const bool in_time = picture->presentation_time <= until || (!from && !found);
    if (picture->coded.entry && in_time) found = Entry{picture->decoding_time, picture->presentation_time};
  }
}

Result<Duration> ClipReader::State::seek(Duration time) {
  std::optional<Duration> from;
  std::optional<Entry> entry;
  for (const Duration margin : kSearchMargins) {
    if (entry || !file->has_times() || time <= margin) continue;
    from = time - margin;
    const auto found = find_entry(from, time);
    if (!found) return found.error();
    entry = *found;
  }
  if (!entry) {
    from.reset();
    const auto found = find_entry(from, time);
    if (!found) return found.error();
    entry = found->value_or(Entry{});
  }
  if (const auto gone = go_to(from); !gone) return gone.error();
  begin_at = entry->decoding_time + start;
  audio_from = entry->presentation_time + start;
  return entry->presentation_time;
}

Result<std::unique_ptr<ClipReader>> ClipReader::open(const std::string& path, bool stereo) {
  av_log_set_level(AV_LOG_QUIET);
  auto state = std::make_unique<State>();
  state->path = path;
  state->stereo = stereo;
  if (const auto opened = state->open(); !opened) return opened.error();
  return std::unique_ptr<ClipReader>(new ClipReader(std::move(state)));
}

ClipReader::ClipReader(std::unique_ptr<State> state) : state_(std::move(state)) {}
ClipReader::~ClipReader() = default;

const ClipInfo& ClipReader::info() const { return state_->info; }
Result<std::unique_ptr<ClipItem>> ClipReader::read() { return state_->read(); }
Result<Duration> ClipReader::seek(Duration time) { return state_->seek(time); }

}  // namespace counterpoint
