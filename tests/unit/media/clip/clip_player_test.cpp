// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/clip/clip_player.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <numeric>

#include "core/model/audio_format.h"
#include "core/model/mpeg_picture.h"
#include "tests/support/shaping_index_of.h"
#include "tests/unit/media/media_test_tools.h"

namespace counterpoint {
namespace {

constexpr Timestamp kStart{1000s};
constexpr int kFrames = 100;  // 4 s at 25 frames/s, in groups of 10 pictures.
constexpr DataRate kEnough = DataRate::kilobits_per_second(20'000);

struct Sent {
  PlayedPicture picture;
  Timestamp at{};
};

class ClipPlayerTest : public testing::Test {
 protected:
  void open(const ClipPlayer::Config& config = {}, const std::string& name = "clip.mpg", int audio_seconds = 4) {
    const std::string pictures = "-f lavfi -i testsrc2=size=352x288:rate=25:duration=4 ";
    const std::string audio = "-f lavfi -i sine=frequency=440:duration=" + std::to_string(audio_seconds) + " -c:a mp2 ";
    ASSERT_TRUE(ffmpeg(pictures + (name == "clip.mpg" ? audio : "") + "-c:v mpeg2video -g 10 -bf 2 -q:v 2 " +
                       (folder_ / name)));
    auto opened = ClipPlayer::open(folder_ / name, config);
    ASSERT_TRUE(opened.ok()) << opened.error().message;
    player_ = std::move(*opened);
  }
  /// Gives the bytes of the clip, pictures alone.
  std::size_t open_with_index(const ClipPlayer::Config& config = {}) {
    open(config, "clip.m2v");
    const std::string content = read_file(folder_ / "clip.m2v");
    const auto index = mpeg::make_shaping_index(Bytes(content.begin(), content.end()), {});
    EXPECT_TRUE(index.ok() && ClipIndex::store(folder_ / "clip.m2v", *index).ok());
    auto opened = ClipPlayer::open(folder_ / "clip.m2v", config);
    EXPECT_TRUE(opened.ok());
    player_ = std::move(*opened);
    return content.size();
  }
  /// Lets time pass, deadline by deadline; gives what was sent.
  std::vector<Sent> play(Duration duration, DataRate rate = kEnough) {
    std::vector<Sent> sent;
    const Timestamp end = now_ + duration;
    for (int idle = 0; idle < 3;) {
      auto picture = player_->poll(now_, rate);
      EXPECT_TRUE(picture.ok());
      for (ClipAudio& audio : player_->take_audio()) audio_.push_back(std::move(audio));
      if (*picture) {
        sent.push_back({.picture = std::move(**picture), .at = now_});
        idle = 0;
        continue;
      }
      const Timestamp next = player_->next_deadline();
      if (next > end) break;
      idle = next > now_ ? 0 : idle + 1;
      now_ = std::max(now_, next);
    }
    now_ = end;
    return sent;
  }
  /// It stands as long as the search takes, and plays then.
  void seek(Duration time) {
    ASSERT_TRUE(player_->seek(time).ok());
    EXPECT_EQ(player_->next_deadline(), kNever);
    now_ += 200ms;
    player_->play(now_);
  }
  static std::int64_t bytes(const std::vector<Sent>& sent) {
    return std::accumulate(sent.begin(), sent.end(), std::int64_t{0}, [](std::int64_t sum, const Sent& s) {
      return sum + static_cast<std::int64_t>(s.picture.frame.data.size());
    });
  }
  [[nodiscard]] Duration audio_length() const {
    std::size_t samples = 0;
    for (const ClipAudio& audio : audio_) samples += audio.samples.size();
    return audio_duration(samples);
  }

  TemporaryFolder folder_;
  std::unique_ptr<ClipPlayer> player_;
  Timestamp now_ = kStart;
  std::vector<ClipAudio> audio_;
};

TEST_F(ClipPlayerTest, TheClipsIndexSparesParsingAfterASeekToo) {
  open_with_index();
  player_->play(now_);
  for (int round = 0; round < 2; ++round) {
    // A picture coded again, at less, is parsed in any case.
    const std::vector<Sent> sent = play(1s, kEnough);
    EXPECT_GT(sent.size(), 20U);
    for (const Sent& s : sent) EXPECT_TRUE(s.picture.indexed);
    seek(2s);
  }
}

TEST_F(ClipPlayerTest, CutsForAWhileWhenCodingAgainIsTooSlow) {
  const std::size_t size = open_with_index({.loop = true});
  const auto rate = DataRate::bits_per_second(static_cast<std::int64_t>(8.0 * static_cast<double>(size) / 4 * 0.6));
  player_->play(now_);
  // A picture that is cut need not be parsed.
  const auto cut = [&](Duration from, Duration duration) {
    (void)play(from, rate);
    const std::vector<Sent> sent = play(duration, rate);
    EXPECT_GT(sent.size(), 10U);
    return std::ranges::count(sent, true, [](const Sent& s) { return s.picture.indexed; }) * 100 / std::ssize(sent);
  };
  EXPECT_EQ(cut(1s, 1s), 0);
  now_ += 300ms;
  EXPECT_EQ(cut(1s, 2s), 100) << "from the next group on";
  EXPECT_EQ(cut(3s, 1s), 0) << "a moment's stall is over";
  now_ += 300ms;
  EXPECT_EQ(cut(1s, 6s), 100) << "twice as long when it comes again soon";
}

TEST_F(ClipPlayerTest, SendsEachPictureWhenItIsDueAheadOfTheSound) {
  open();
  EXPECT_EQ(player_->next_deadline(), kNever);
  player_->play(now_);
  const std::vector<Sent> sent = play(4s);
  ASSERT_EQ(sent.size(), kFrames);
  std::vector<double> shown;
  for (const Sent& s : sent) {
    shown.push_back(to_seconds(s.picture.frame.captured_at - *player_->begins_at()));
    EXPECT_GE(s.picture.frame.captured_at, s.at + 500ms) << "as early as the lead";
    EXPECT_LE(s.picture.frame.captured_at, s.at + 700ms) << "and the order of B pictures";
  }
  EXPECT_FALSE(std::ranges::is_sorted(shown)) << "B pictures come behind what they refer to";
  std::ranges::sort(shown);
  // The clip begins with its audio, some milliseconds before the first picture.
  for (int i = 0; i < kFrames; ++i) EXPECT_NEAR(shown[static_cast<std::size_t>(i)], shown[0] + 0.04 * i, 0.005);
  EXPECT_TRUE(sent.front().picture.frame.key_frame);
  EXPECT_GE(std::ranges::count(sent, MpegPictureType::kI, [](const Sent& s) { return s.picture.type; }), 10);
  EXPECT_NEAR(to_seconds(audio_length()), 4, 0.1);
}

TEST_F(ClipPlayerTest, EndsWhenTheLastPictureHasBeenShown) {
  open();
  player_->play(now_);
  (void)play(4s);
  EXPECT_FALSE(player_->ended(now_)) << "what was sent last is still to be shown";
  (void)play(700ms);
  EXPECT_TRUE(player_->ended(now_));
}

TEST_F(ClipPlayerTest, TheLastPictureAloneSaysThatNoneFollows) {
  const Bytes end = {0, 0, 1, kMpegSequenceEnd};
  const auto ends_sequence = [&](const Sent& sent) {
    const Bytes& picture = sent.picture.frame.data;
    return std::equal(end.rbegin(), end.rend(), picture.rbegin());
  };
  open({}, "silent.m2v");
  player_->play(now_);
  const std::vector<Sent> sent = play(4s);
  EXPECT_EQ(std::ranges::count_if(sent, ends_sequence), 1);
  EXPECT_TRUE(ends_sequence(sent.back()));

  open({.loop = true}, "silent.m2v");
  player_->play(now_);
  EXPECT_EQ(std::ranges::count_if(play(6s), ends_sequence), 0) << "more pictures follow in a loop";
}

TEST_F(ClipPlayerTest, ShapesToTheRateOfTheMoment) {
  open({}, "silent.m2v");
  player_->play(now_);
  const std::vector<Sent> whole = play(1990ms);
  ASSERT_NEAR(static_cast<double>(whole.size()), 50, 1);
  const double original = 8.0 * static_cast<double>(bytes(whole)) / 2;
  const auto rate = DataRate::bits_per_second(static_cast<std::int64_t>(original * 0.6));
  const std::vector<Sent> shaped = play(2s, rate);
  ASSERT_NEAR(static_cast<double>(shaped.size()), 50, 1);
  EXPECT_NEAR(8.0 * static_cast<double>(bytes(shaped)) / 2, static_cast<double>(rate.bits_per_second()),
              0.03 * original);
  EXPECT_LT(shaped[0].picture.frame.data.size(), 0.85 * static_cast<double>(whole[0].picture.frame.data.size()))
      << "from the very next picture on";
}

TEST_F(ClipPlayerTest, BelowWhatCuttingReachesPicturesAreCodedAgainUnlessTheMachineFallsBehind) {
  open({}, "silent.m2v");
  player_->play(now_);
  // Cut to its floor the clip has 241 kbit/s.
  constexpr DataRate kLow = DataRate::kilobits_per_second(170);
  const auto rate_of = [](const std::vector<Sent>& sent) {
    return 0.2 * static_cast<double>(bytes(sent) / std::ssize(sent));
  };
  const auto at_floor = [](const Sent& sent) { return sent.picture.at_floor; };
  const std::vector<Sent> coded = play(1990ms, kLow);
  EXPECT_NEAR(rate_of(coded), 170, 10);
  EXPECT_EQ(std::ranges::count_if(coded, at_floor), 0) << "not before it has met pictures of each kind either";
  now_ += 200ms;
  const std::vector<Sent> cut = play(1s, kLow);
  EXPECT_GT(rate_of(cut), 210);
  EXPECT_EQ(std::ranges::count_if(cut, at_floor), std::ssize(cut));
}

TEST_F(ClipPlayerTest, StandsWhilePausedAndGoesOnInStep) {
  open();
  player_->play(now_);
  const std::size_t before = play(990ms).size();
  const Duration position = player_->position(now_);
  player_->pause(now_);
  EXPECT_EQ(player_->next_deadline(), kNever);
  EXPECT_TRUE(play(10s).empty());
  EXPECT_FALSE(player_->begins_at().has_value());
  EXPECT_EQ(player_->position(now_), position);
  player_->play(now_);
  const std::vector<Sent> rest = play(4s);
  ASSERT_EQ(rest.size(), kFrames - before) << "nothing is left out or sent twice";
  EXPECT_NEAR(to_seconds(*player_->begins_at() - kStart), 10 + 0.5, 0.01) << "and later by the pause";
  EXPECT_GE(rest[0].picture.frame.captured_at, rest[0].at + 500ms);
}

TEST_F(ClipPlayerTest, SeeksToAnEntryPicture) {
  open();
  player_->play(now_);
  (void)play(500ms);
  audio_.clear();
  seek(3s);
  const Timestamp since = now_;
  const std::vector<Sent> rest = play(2s);
  ASSERT_FALSE(rest.empty());
  EXPECT_TRUE(rest[0].picture.frame.key_frame);
  EXPECT_LT(rest[0].at - since, 100ms) << "at once";
  const Duration first = rest[0].picture.frame.captured_at - *player_->begins_at();
  EXPECT_GT(first, 2500ms);
  EXPECT_LE(first, 3s);
  ASSERT_FALSE(audio_.empty());
  EXPECT_NEAR(to_seconds(audio_[0].time), to_seconds(first), 0.1);
  EXPECT_NEAR(to_seconds(player_->position(now_)), 4.5, 0.6);
}

TEST_F(ClipPlayerTest, BeginsAgainInALoop) {
  open({.loop = true});
  player_->play(now_);
  const std::vector<Sent> sent = play(10s);
  EXPECT_NEAR(static_cast<double>(sent.size()), 250, 4);
  EXPECT_FALSE(player_->ended(now_));
  EXPECT_LT(player_->position(now_), 4s);
  // The second round is shown a whole clip after the first, and no gap between.
  const Duration round = sent[kFrames].picture.frame.captured_at - sent[0].picture.frame.captured_at;
  EXPECT_NEAR(to_seconds(round), 4, 0.1);
}

TEST_F(ClipPlayerTest, GoesOnFromNowWhenTheMachineFellBehind) {
  open();
  player_->play(now_);
  (void)play(500ms);
  now_ += 3s;  // Suspended.
  const std::vector<Sent> next = play(40ms);
  ASSERT_FALSE(next.empty());
  EXPECT_LE(next.size(), 3U) << "not in a rush";
  EXPECT_GE(next[0].picture.frame.captured_at, next[0].at + 500ms);
}

TEST_F(ClipPlayerTest, SoundGoesOnAloneWhenThePicturesAreOverAndIsReadAsItIsDue) {
  open({}, "clip.mpg", 150);
  player_->play(now_);
  const std::vector<Sent> sent = play(4s);
  // The last picture of a program stream is known to be whole when another one, or the end, comes.
  EXPECT_GE(sent.size(), static_cast<std::size_t>(kFrames - 1));
  EXPECT_LT(audio_length(), 70s) << "a minute ahead, should pictures come after all";
  EXPECT_TRUE(play(40s).empty());
  EXPECT_NEAR(to_seconds(audio_length()), 106, 4);
  EXPECT_TRUE(play(105s).empty());
  EXPECT_NEAR(to_seconds(audio_length()), 150, 0.1);
  EXPECT_NEAR(to_seconds(*player_->begins_at() - kStart), 0.5, 0.1) << "no picture was late";
  EXPECT_FALSE(player_->ended(now_));
  (void)play(2s);
  EXPECT_TRUE(player_->ended(now_));
}

TEST_F(ClipPlayerTest, RefusesWhatIsNoClip) {
  write_file(folder_ / "text.txt", "hello");
  const auto player = ClipPlayer::open(folder_ / "text.txt", {});
  ASSERT_FALSE(player.ok());
  EXPECT_THAT(player.error().message.text(), testing::HasSubstr("text.txt"));
}

}  // namespace
}  // namespace counterpoint
