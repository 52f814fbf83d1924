// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/clip/clip_reader.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <tuple>

#include "core/model/audio_format.h"
#include "tests/unit/media/media_test_tools.h"

namespace counterpoint {
namespace {

using testing::HasSubstr;

constexpr int kFrames = 75;  // 3 s at 25 frames/s.

struct Content {
  std::vector<ClipPicture> pictures;
  std::vector<ClipAudio> audio;

  [[nodiscard]] std::vector<Duration> shown() const {
    std::vector<Duration> times;
    for (const ClipPicture& picture : pictures) times.push_back(picture.presentation_time);
    std::ranges::sort(times);
    return times;
  }
  [[nodiscard]] Duration audio_length() const {
    std::size_t samples = 0;
    for (const ClipAudio& chunk : audio) samples += chunk.samples.size();
    return audio_duration(samples);
  }
};

class ClipReaderTest : public testing::Test {
 protected:
  /// 3 s of moving pictures, and of a tone with `options` to ffmpeg.
  std::string make(const std::string& name, const std::string& options) {
    EXPECT_TRUE(
        ffmpeg("-f lavfi -i testsrc2=size=176x144:rate=25:duration=3 -f lavfi -i sine=frequency=440:duration=3 " +
               options + " " + (folder_ / name)));
    return folder_ / name;
  }
  std::unique_ptr<ClipReader> open(const std::string& path) {
    auto reader = ClipReader::open(path);
    EXPECT_TRUE(reader.ok()) << reader.error().message;
    return reader.ok() ? std::move(*reader) : nullptr;
  }
  static Content read_all(ClipReader& reader) {
    Content content;
    for (;;) {
      auto item = reader.read();
      EXPECT_TRUE(item.ok());
      if (!item.ok() || *item == nullptr) return content;
      if (auto* picture = std::get_if<ClipPicture>(item->get())) content.pictures.push_back(std::move(*picture));
      if (auto* audio = std::get_if<ClipAudio>(item->get())) content.audio.push_back(std::move(*audio));
    }
  }
  void expect_error(const std::string& name, ErrorKind kind, const std::string& words) {
    const auto reader = ClipReader::open(folder_ / name);
    ASSERT_FALSE(reader.ok()) << name;
    EXPECT_EQ(reader.error().kind, kind);
    EXPECT_THAT(reader.error().message.text(), HasSubstr(name));
    EXPECT_THAT(reader.error().message.text(), HasSubstr(words));
    EXPECT_THAT(reader.error().message.text(), HasSubstr(";"));  // The error; then the advice.
    EXPECT_EQ(reader.error().message.text().find('\n'), std::string::npos);
  }

  TemporaryFolder folder_;
};

const std::string kMpeg2 = "-c:v mpeg2video -bf 2 -g 12 ";
const std::map<std::string, std::string> kFiles = {
    {"program.mpg", kMpeg2 + "-c:a mp2 -f dvd"},
    {"system.mpg", "-c:v mpeg1video -bf 2 -g 12 -c:a mp2 -f mpeg"},
    {"transport.ts", kMpeg2 + "-c:a ac3"},
    {"video.vob", kMpeg2 + "-c:a ac3 -f vob"},
    {"elementary.m2v", kMpeg2 + "-map 0:v -f mpeg2video"},
    {"elementary.m1v", "-c:v mpeg1video -bf 2 -g 12 -map 0:v -f mpeg1video"},
    {"matroska.mkv", kMpeg2 + "-c:a mp2"},
    {"no_b.m2v", "-c:v mpeg2video -bf 0 -g 12 -map 0:v -f mpeg2video"},
};

TEST_F(ClipReaderTest, GivesEveryPictureOfEveryKindOfFileAtItsTime) {
  for (const auto& [name, options] : kFiles) {
    SCOPED_TRACE(name);
    const auto reader = open(make(name, options));
    ASSERT_TRUE(reader);
    const Content content = read_all(*reader);
    ASSERT_EQ(content.pictures.size(), static_cast<std::size_t>(kFrames));
    const std::vector<Duration> shown = content.shown();
    EXPECT_LE(shown.front(), 100ms);
    EXPECT_GE(shown.front(), 0ms);
    for (std::size_t i = 1; i < shown.size(); ++i) {
      EXPECT_NEAR(to_milliseconds(shown[i] - shown[i - 1]), 40, 1.1) << i;
      EXPECT_GE(content.pictures[i].decoding_time, content.pictures[i - 1].decoding_time);
      EXPECT_GE(content.pictures[i].presentation_time, content.pictures[i].decoding_time);
    }
    EXPECT_EQ(content.pictures[0].coded.type, MpegPictureType::kI);
    EXPECT_TRUE(content.pictures[0].coded.entry);
    const auto entries = std::ranges::count_if(content.pictures, [](const auto& p) { return p.coded.entry; });
    EXPECT_EQ(entries, 7);  // Each 12 pictures, the first also counted.
    const bool has_audio = name.find(".m") == std::string::npos || name.ends_with(".mpg") || name.ends_with(".mkv");
    EXPECT_EQ(reader->info().has_audio, has_audio);
    ASSERT_TRUE(reader->info().duration);
    EXPECT_NEAR(to_seconds(*reader->info().duration), 3.0, 0.15);
    EXPECT_EQ(reader->info().size, (Resolution{176, 144}));
    EXPECT_EQ(reader->info().shown_size, (Resolution{176, 144}));
    EXPECT_DOUBLE_EQ(reader->info().frame_rate, 25);
    EXPECT_EQ(reader->info().mpeg2, options.find("mpeg2video") != std::string::npos);
    if (has_audio) {
      EXPECT_NEAR(to_seconds(content.audio_length()), 3.0, 0.1);
    }
  }
}

TEST_F(ClipReaderTest, TellsTheSizeAtWhichDecodersShowIt) {
  const auto reader = open(make("wide.m2v", "-c:v mpeg2video -aspect 16:9 -map 0:v -f mpeg2video"));
  ASSERT_TRUE(reader);
  EXPECT_EQ(reader->info().size, (Resolution{176, 144}));
  EXPECT_EQ(reader->info().shown_size, (Resolution{256, 144}));
}

TEST_F(ClipReaderTest, PicturesAreTheBytesOfTheFile) {
  const std::string path = make("clip.m2v", kMpeg2 + "-map 0:v -f mpeg2video");
  const auto reader = open(path);
  ASSERT_TRUE(reader);
  std::string joined;
  for (const ClipPicture& picture : read_all(*reader).pictures) {
    const Bytes bytes = bytes_of(picture.coded);
    joined.append(bytes.begin(), bytes.end());
  }
  EXPECT_EQ(joined, read_file(path));  // ffmpeg writes a sequence header before each group.
}

TEST_F(ClipReaderTest, AudioIsInStepWithThePictures) {
  // Silence, and from 1 s on a tone; the picture turns white at the same time.
  ASSERT_TRUE(
      ffmpeg("-f lavfi -i color=black:size=176x144:rate=25:duration=3 -f lavfi -i "
             "\"aevalsrc=0.5*sin(2*PI*440*t)*gte(t\\,1):s=44100:d=3\" " +
             kMpeg2 + "-c:a mp2 -ac 2 -f vob " + (folder_ / "step.vob")));
  const auto reader = open(folder_ / "step.vob");
  ASSERT_TRUE(reader);
  const Content content = read_all(*reader);
  std::optional<Duration> begins;
  for (const ClipAudio& audio : content.audio) {
    for (std::size_t i = 0; i < audio.samples.size() && !begins; ++i) {
      if (std::abs(audio.samples[i]) > 0.1F) begins = audio.time + audio_duration(i);
    }
  }
  ASSERT_TRUE(begins);
  EXPECT_NEAR(to_milliseconds(*begins - content.shown().front()), 1000, 45);  // An encoder's delay is in it.
}

TEST_F(ClipReaderTest, GivesStereoWhereThatIsWanted) {
  // A tone on the left, silence on the right.
  ASSERT_TRUE(
      ffmpeg("-f lavfi -i color=black:size=176x144:rate=25:duration=1 -f lavfi -i "
             "\"aevalsrc=0.5*sin(2*PI*440*t)|0:s=48000:d=1\" " +
             kMpeg2 + "-c:a pcm_s16be -f vob " + (folder_ / "left.vob")));
  for (const bool stereo : {false, true}) {
    auto reader = ClipReader::open(folder_ / "left.vob", stereo);
    ASSERT_TRUE(reader.ok()) << reader.error().message;
    std::size_t samples = 0;
    for (const ClipAudio& audio : read_all(**reader).audio) {
      samples += audio.samples.size();
      ASSERT_EQ(audio.side.size(), stereo ? audio.samples.size() : 0);
      for (std::size_t i = 0; i < audio.side.size(); ++i) ASSERT_NEAR(audio.samples[i], audio.side[i], 1e-4);
    }
    EXPECT_GT(samples, 40'000U);
  }
  const auto mono = ClipReader::open(make("mono.mpg", kMpeg2 + "-c:a mp2 -ac 1 -f dvd"), true);
  ASSERT_TRUE(mono.ok());
  const Content content = read_all(**mono);
  ASSERT_FALSE(content.audio.empty());
  for (const ClipAudio& audio : content.audio) EXPECT_TRUE(audio.side.empty());
}

TEST_F(ClipReaderTest, SeeksToTheGroupOfPicturesAtATime) {
  for (const auto& [name, options] : kFiles) {
    SCOPED_TRACE(name);
    const auto reader = open(make(name, options));
    ASSERT_TRUE(reader);
    std::vector<Duration> entries;
    for (const ClipPicture& picture : read_all(*reader).pictures) {
      if (picture.coded.entry) entries.push_back(picture.presentation_time);
    }
    ASSERT_EQ(entries.size(), 7U);
    for (const Duration wanted : {2500ms, 0ms, 1200ms, 2999ms, 10000ms}) {
      const auto sought = reader->seek(wanted);
      ASSERT_TRUE(sought.ok());
      const auto after = std::ranges::upper_bound(entries, wanted);
      EXPECT_EQ(*sought, after == entries.begin() ? entries[0] : *std::prev(after)) << to_seconds(wanted);
      const Content rest = read_all(*reader);
      ASSERT_FALSE(rest.pictures.empty());
      EXPECT_EQ(rest.pictures[0].presentation_time, *sought);
      EXPECT_TRUE(rest.pictures[0].coded.entry);
      // B pictures before it in time, which need the group before, are left out.
      EXPECT_GE(rest.shown().front(), rest.pictures[0].coded.closed_group ? 0ms : *sought);
      if (!reader->info().has_audio) continue;
      ASSERT_FALSE(rest.audio.empty());
      EXPECT_NEAR(to_milliseconds(rest.audio.front().time - *sought), 0, 50);
    }
  }
}

TEST_F(ClipReaderTest, EachGroupGetsASequenceHeader) {
  const std::string path = make("clip.m1v", "-c:v mpeg1video -g 12 -bf 0 -map 0:v -f mpeg1video");
  std::string file = read_file(path);
  // All sequence headers but the first are cut out.
  const std::string start("\0\0\1\xB3", 4);
  const std::string group("\0\0\1\xB8", 4);
  for (std::size_t at = file.find(start, 4); at != std::string::npos; at = file.find(start, at)) {
    file.erase(at, file.find(group, at) - at);
  }
  write_file(folder_ / "once.m1v", file);
  const auto reader = open(folder_ / "once.m1v");
  ASSERT_TRUE(reader);
  int entries = 0;
  for (const ClipPicture& picture : read_all(*reader).pictures) {
    entries += picture.coded.entry ? 1 : 0;
    EXPECT_EQ(picture.coded.entry, picture.coded.unit.bytes[3] == kMpegSequenceHeader);
  }
  EXPECT_EQ(entries, 7);
}

TEST_F(ClipReaderTest, BeginsWhereADecoderCanWhenTheFileIsCut) {
  const std::string path = make("whole.m2v", kMpeg2 + "-map 0:v -f mpeg2video");
  const std::string file = read_file(path);
  write_file(folder_ / "cut.m2v", file.substr(file.size() / 3, file.size() / 2));
  const auto reader = open(folder_ / "cut.m2v");
  ASSERT_TRUE(reader);
  const Content content = read_all(*reader);
  ASSERT_GT(content.pictures.size(), 20U);
  EXPECT_LT(content.pictures.size(), 50U);
  EXPECT_TRUE(content.pictures[0].coded.entry);
  EXPECT_NE(content.pictures[1].coded.type, MpegPictureType::kB);
}

TEST_F(ClipReaderTest, SaysInOneLineWhatIsWrong) {
  expect_error("missing.mpg", ErrorKind::kUnavailable, "No such file");
  write_file(folder_ / "empty.mpg", "");
  expect_error("empty.mpg", ErrorKind::kMalformed, "is empty");
  write_file(folder_ / "text.mpg", std::string(5000, 'x') + "\n");
  expect_error("text.mpg", ErrorKind::kMalformed, "is not a video");
  make("modern.mp4", "-c:v libx264 -c:a aac");
  expect_error("modern.mp4", ErrorKind::kMalformed, "is h264 video, not MPEG-1 or MPEG-2");
  make("sound.wav", "-map 1:a");
  expect_error("sound.wav", ErrorKind::kMalformed, "has no video");
  make("late.mkv", kMpeg2 + "-c:a mp2 -output_ts_offset 9223372000");  // Times that hardly fit into 64 bits.
  expect_error("late.mkv", ErrorKind::kMalformed, "before its first whole picture");
  std::string file = read_file(make("clip.m1v", "-c:v mpeg1video -g 1 -map 0:v -f mpeg1video"));
  const std::string picture("\0\0\1\0", 4);
  for (std::size_t at = file.find(picture); at != std::string::npos; at = file.find(picture, at + 4)) {
    file[at + 5] = static_cast<char>(4 << 3 | (file[at + 5] & 7));
  }
  write_file(folder_ / "search.m1v", file);
  expect_error("search.m1v", ErrorKind::kMalformed, "has D pictures");
  write_file(folder_ / "truncated.m2v", file.substr(0, 20));
  EXPECT_FALSE(ClipReader::open(folder_ / "truncated.m2v").ok());
  EXPECT_FALSE(ClipReader::open(folder_ / "").ok());  // The folder itself.
}

TEST_F(ClipReaderTest, NoDamageStopsIt) {
  const std::string file = read_file(make("clip.mpg", kMpeg2 + "-c:a mp2 -f vob"));
  std::uint32_t state = 1;
  for (int round = 0; round < 30; ++round) {
    std::string damaged = file;
    for (int i = 0; i < 200; ++i) {
      state = state * 1664525U + 1013904223U;
      damaged[state % damaged.size()] = static_cast<char>(state >> 24);
    }
    write_file(folder_ / "damaged.mpg", damaged);
    const auto reader = ClipReader::open(folder_ / "damaged.mpg");
    if (!reader.ok()) continue;
    static_cast<void>(read_all(**reader));
    EXPECT_TRUE((*reader)->seek(1500ms).ok());
    static_cast<void>(read_all(**reader));
  }
}

TEST_F(ClipReaderTest, JoinedRecordingsStayInStep) {
  // A tone begins 500 ms after the first audio; without it there is silence.
  const auto record = [&](const std::string& name, const std::string& before, const std::string& muxer) {
    const std::string tone = "0.5*sin(2*PI*440*t)*gte(t\\,0.5)";
    EXPECT_TRUE(ffmpeg("-f lavfi -i testsrc2=size=176x144:rate=25:duration=3 " + before +
                       " -f lavfi -i \"aevalsrc=" + (before.empty() ? "0" : tone) + ":s=48000:d=3\" " + kMpeg2 +
                       "-c:a mp2 " + muxer + " -f mpegts " + (folder_ / name)));
    return read_file(folder_ / name);
  };
  /// Time from the first picture behind the first `pictures` to the tone.
  const auto step = [&](const std::string& name, std::size_t pictures, std::size_t count) {
    write_file(folder_ / "one.ts", name);
    const auto reader = open(folder_ / "one.ts");
    const Content content = read_all(*reader);
    EXPECT_EQ(content.pictures.size(), count);
    const Duration duration = reader->info().duration.value_or(Duration::zero());
    EXPECT_GE(duration, content.shown().back() - 200ms);
    EXPECT_LE(duration, std::max(content.shown().back(), content.audio.back().time) + 200ms);
    std::optional<Duration> begins;
    Duration end = Duration::min();
    for (const ClipAudio& audio : content.audio) {
      EXPECT_GE(audio.time, end);
      end = audio.time + audio_duration(audio.samples.size());
      const auto loud = std::ranges::find_if(audio.samples, [](float sample) { return std::abs(sample) > 0.1F; });
      if (!begins && loud != audio.samples.end()) {
        begins = audio.time + audio_duration(static_cast<std::size_t>(loud - audio.samples.begin()));
      }
    }
    EXPECT_TRUE(begins && reader->info().has_audio);
    return begins.value_or(Duration::zero()) - content.shown()[std::min(pictures, content.pictures.size() - 1)];
  };
  const std::string first = record("first.ts", "", "");
  const std::string without_audio = record("without_sound.ts", "", "-an");
  for (const auto& [before, muxer, lost] : std::vector<std::tuple<std::string, std::string, std::size_t>>{
           {"-itsoffset 0.8", "-output_ts_offset 100", 0},
           {"-itsoffset -0.08", "-output_ts_offset 5.03", 0},
           {"-itsoffset 0.3", "-mpegts_start_pid 0x200", 2}}) {
    SCOPED_TRACE(muxer);
    const std::string second = record("second.ts", before, muxer);
    const Duration alone = step(second, 0, kFrames);
    for (const std::string& before_it : {first, without_audio}) {
      const Duration joined = step(before_it + second, kFrames - lost, 2 * kFrames - lost);
      EXPECT_NEAR(to_milliseconds(joined), to_milliseconds(alone), 24);
    }
  }
}

TEST_F(ClipReaderTest, JoinedRecordingsAreAsLongAsTheirPartsAndSoughtByTheTimeThatIsPlayed) {
  const auto record = [&](const std::string& name, int seconds, const std::string& muxer) {
    EXPECT_TRUE(ffmpeg("-f lavfi -i testsrc2=size=176x144:rate=25:duration=" + std::to_string(seconds) +
                       " -f lavfi -i sine=duration=" + std::to_string(seconds) + " " + kMpeg2 + "-q:v 2 -c:a mp2 " +
                       muxer + " " + (folder_ / name)));
    return read_file(folder_ / name);
  };
  for (const std::string kind : {"-f mpegts", "-f vob"}) {
    SCOPED_TRACE(kind);
    const std::string first = record("first", 5, kind);
    const std::string second = record("second", 3, kind);
    const std::string third = record("third", 4, "-output_ts_offset 5000 " + kind);
    write_file(folder_ / "joined", first + second + third);
    const auto reader = open(folder_ / "joined");
    ASSERT_TRUE(reader);
    ASSERT_TRUE(reader->info().duration);
    EXPECT_NEAR(to_seconds(*reader->info().duration), 5 + 3 + 4, 0.5);
    const Content whole = read_all(*reader);
    EXPECT_NEAR(to_seconds(whole.shown().back()), to_seconds(*reader->info().duration), 0.5);
    for (const Duration wanted : {9s, 1s, 11s, 4s, 6s}) {
      const auto sought = reader->seek(wanted);
      ASSERT_TRUE(sought.ok());
      EXPECT_LE(*sought, wanted);
      EXPECT_GT(*sought, wanted - 1s) << to_seconds(wanted);
      // It is the picture that is played there.
      auto item = reader->read();
      while (item.ok() && *item != nullptr && !std::holds_alternative<ClipPicture>(**item)) item = reader->read();
      ASSERT_TRUE(item.ok() && *item != nullptr);
      const auto bytes = bytes_of(std::get<ClipPicture>(**item).coded);
      const auto same = std::ranges::find_if(whole.pictures, [&](const ClipPicture& picture) {
        return bytes_of(picture.coded) == bytes && std::chrono::abs(picture.presentation_time - *sought) < 1s;
      });
      ASSERT_NE(same, whole.pictures.end()) << to_seconds(wanted);
      EXPECT_NEAR(to_seconds(same->presentation_time), to_seconds(*sought), 0.5);
    }
  }
}

}  // namespace
}  // namespace counterpoint
