// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/shape/shape_file.h"

#include <gmock/gmock.h>

#include <QRegularExpression>
#include <filesystem>
#include <string>

#include "app/commands/common/commands.h"
#include "app/commands/shape/shape_estimate.h"
#include "media/mpeg/config/variants.h"
#include "tests/support/full_disk.h"
#include "tests/unit/media/mpeg/mpeg_test_clips.h"

namespace counterpoint {
namespace {

using testing::HasSubstr;

class ShapeFile : public testing::Test {
 protected:
  void SetUp() override {
    setenv("XDG_CACHE_HOME", (folder_ / "cache").c_str(), 1);
    const Bytes clip = mpeg::make_clip(mpeg::clip_options()[1]);
    ASSERT_FALSE(clip.empty());
    write_file(in_, {clip.begin(), clip.end()});
  }
  void TearDown() override { unsetenv("XDG_CACHE_HOME"); }

  [[nodiscard]] ShapeJob job() const {
    return {.input = QString::fromStdString(in_),
            .output = QString::fromStdString(out_),
            .statistics = {},
            .schedule_file = {},
            .shaper = {},
            .schedule = RateSchedule(mpeg::Target::share(0.5))};
  }
  /// The command's text on standard error; it has to fail.
  static std::string complaint(const QStringList& arguments) {
    testing::internal::CaptureStderr();
    EXPECT_NE(shape_command(QStringList("shape") + arguments), kExitFine);
    return testing::internal::GetCapturedStderr();
  }

  TemporaryFolder folder_;
  std::string in_ = folder_ / "in.m2v";
  std::string out_ = folder_ / "out.m2v";
};

TEST_F(ShapeFile, StopsBehindTheEndOfReadingAndLeavesNothing) {
  ShapeJob asked = job();
  asked.shaper.shaper = mpeg::find_variant("requantised")->config;
  // It is read in two pieces.
  ASSERT_GT(std::filesystem::file_size(in_), mpeg::kBeginningSize);
  ASSERT_LT(std::filesystem::file_size(in_), mpeg::kBeginningSize * 5);
  int calls = 0;
  const auto result = shape_file(asked, [&](double, std::uint64_t) { return ++calls < 3; });
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.error().kind, ErrorKind::kRefused);
  EXPECT_EQ(result.error().message, "stopped; nothing was written");
  EXPECT_EQ(calls, 3);
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(std::filesystem::path(in_).parent_path())) {
    EXPECT_EQ(entry.path().string(), in_);
    ++files;
  }
  EXPECT_EQ(files, 1U);
}

TEST_F(ShapeFile, TellsHowMuchWasShaped) {
  std::vector<double> shares;
  ASSERT_TRUE(shape_file(job(), [&](double share, std::uint64_t) {
                shares.push_back(share);
                return true;
              }).ok());
  EXPECT_LT(shares.front(), 0.5);
  EXPECT_EQ(shares.back(), 1);
}

TEST_F(ShapeFile, WritesOverNoFileOfTheSameCommand) {
  const auto refusal = [&](const QString& output, const QString& schedule) {
    ShapeJob asked = job();
    asked.output = output;
    asked.schedule_file = schedule;
    const auto result = shape_file(asked, [](double, std::uint64_t) { return true; });
    EXPECT_FALSE(result.ok());
    return result.ok() ? "" : result.error().message.text();
  };
  const QString in = QString::fromStdString(in_);
  const QString lines = QString::fromStdString(folder_ / "lines");
  EXPECT_THAT(refusal(in, {}), HasSubstr("is the input itself"));
  EXPECT_THAT(refusal(in + ".cpindex", {}), HasSubstr("is the index of the input itself"));
  EXPECT_THAT(refusal(lines, lines), HasSubstr("is the schedule itself"));
  ShapeJob fine = job();
  fine.schedule_file = lines;
  EXPECT_TRUE(shape_file(fine, [](double, std::uint64_t) { return true; }).ok());
}

TEST_F(ShapeFile, LeavesNothingOnAFullDiskAndSaysWhy) {
  // Its statistics are larger than it is.
  const std::string options = "-f lavfi -i color=gray:size=16x16:rate=25:duration=4 -c:v mpeg2video -f mpeg2video ";
  ASSERT_TRUE(ffmpeg(options + (folder_ / "small.m2v")));
  const std::uintmax_t size = std::filesystem::file_size(folder_ / "small.m2v");
  const auto error_of = [](const ShapeJob& asked, std::uintmax_t most) {
    const FullDisk full(most);
    const auto result = shape_file(asked, [](double, std::uint64_t) { return true; });
    return result.ok() ? "" : result.error().message.text();
  };
  ShapeJob asked = job();
  asked.input = QString::fromStdString(folder_ / "small.m2v");
  asked.statistics = QString::fromStdString(folder_ / "statistics.json");
  EXPECT_THAT(error_of(asked, size), HasSubstr("statistics.json: File too large"));
  EXPECT_FALSE(std::filesystem::exists(out_));
  EXPECT_THAT(error_of(job(), 100), HasSubstr("out.m2v\" failed: File too large"));
  EXPECT_FALSE(std::filesystem::exists(out_));
  EXPECT_EQ(error_of(asked, RLIM_INFINITY), "");
}

TEST_F(ShapeFile, SaysThatTheVideoInAMultiplexIsOfAnotherKind) {
  const std::string film = folder_ / "film.vob";
  const std::string options = "-f lavfi -i testsrc2=size=160x96:rate=25:duration=1 -c:v libx264 -f vob ";
  ASSERT_TRUE(ffmpeg(options + film + " 2> " + (folder_ / "messages")));
  ShapeJob asked = job();
  asked.input = QString::fromStdString(film);
  const auto result = shape_file(asked, [](double, std::uint64_t) { return true; });
  ASSERT_FALSE(result.ok());
  EXPECT_THAT(result.error().message.text(), HasSubstr("convert it with"));
}

TEST_F(ShapeFile, CopiedPicturesAreNotAboveTheTarget) {
  Bytes clip = mpeg::make_clip(mpeg::clip_options()[0]);
  for (std::size_t i = 0; i + 6 < clip.size(); ++i) {
    const bool is_picture = clip[i] == 0 && clip[i + 1] == 0 && clip[i + 2] == 1 && clip[i + 3] == 0;
    if (is_picture) clip[i + 5] = static_cast<std::uint8_t>((clip[i + 5] & ~0x38) | 4 << 3);  // picture_coding_type: D
  }
  write_file(in_, {clip.begin(), clip.end()});
  const auto result = shape_file(job(), [](double, std::uint64_t) { return true; });
  ASSERT_TRUE(result.ok()) << result.error().message;
  EXPECT_EQ(result->copied_pictures, 50U);
  EXPECT_EQ(result->copied_for[static_cast<std::size_t>(mpeg::CopyReason::kDPicture)], 50U);
  EXPECT_EQ(result->pictures_above_target, 0U);
}

TEST_F(ShapeFile, SaysHowSmallTheVideoCanBeWhenTheTargetIsMissed) {
  const auto shaped_to = [&](double share) {
    ShapeJob asked = job();
    asked.schedule = RateSchedule(mpeg::Target::share(share));
    const auto result = shape_file(asked, [](double, std::uint64_t) { return true; });
    EXPECT_TRUE(result.ok());
    return result.ok() ? *result : ShapeResult{};
  };
  const ShapeResult missed = shaped_to(0.02);
  EXPECT_TRUE(missed.misses_target());
  EXPECT_NEAR(missed.bounds.target / missed.original_video, 0.02, 1e-4);
  EXPECT_NEAR(missed.video / missed.bounds.smallest, 1, 0.01);
  const double smallest = missed.bounds.smallest / missed.original_video;
  EXPECT_FALSE(shaped_to(smallest * 1.1).misses_target());
  EXPECT_FALSE(shaped_to(0.5).misses_target());
  EXPECT_FALSE(shaped_to(1).misses_target());

  testing::internal::CaptureStdout();
  ASSERT_EQ(shape_command({"shape", "--ratio", "0.02", QString::fromStdString(in_), QString::fromStdString(out_)}),
            kExitFine);
  EXPECT_THAT(testing::internal::GetCapturedStdout(), HasSubstr("missed: the target leaves the video"));
}

TEST_F(ShapeFile, EstimatesWithoutWritingAnything) {
  ShapeJob asked = job();
  asked.output.clear();
  const auto estimate = estimate_shaping(asked, [](double, std::uint64_t) { return true; });
  ASSERT_TRUE(estimate.ok()) << estimate.error().message;
  EXPECT_EQ(estimate->pictures, 50U);
  EXPECT_EQ(estimate->shaped_pictures, 50U);  // A file of few groups is tried as a whole.
  EXPECT_NEAR(estimate->seconds, 2, 1e-9);
  EXPECT_FALSE(std::filesystem::exists(out_));
  const auto shaped = shape_file(job(), [](double, std::uint64_t) { return true; });
  ASSERT_TRUE(shaped.ok());
  EXPECT_EQ(estimate->smallest_video, shaped->bounds.smallest);
  EXPECT_EQ(estimate->original_video, shaped->original_video);
  EXPECT_THAT(complaint({"--dry-run", "--ratio", "0.5", "nowhere.m2v"}), HasSubstr("nowhere.m2v"));
}

TEST_F(ShapeFile, EstimatesALongFileFromSomeOfItsGroups) {
  // Half of its pictures are coarse, and take a small part of the file that can hardly be made smaller.
  const Bytes coarse = mpeg::make_clip({"coarse", "-c:v mpeg2video -q:v 20 -g 12 -bf 2"});
  const std::string content = read_file(in_) + std::string(coarse.begin(), coarse.end());
  std::string longer;
  for (int i = 0; i < 10; ++i) longer += content;
  write_file(in_, longer);
  const auto estimate = estimate_shaping(job(), [](double, std::uint64_t) { return true; });
  ASSERT_TRUE(estimate.ok()) << estimate.error().message;
  EXPECT_EQ(estimate->pictures, 1000U);
  EXPECT_LT(estimate->shaped_pictures, 400U);
  const auto shaped = shape_file(job(), [](double, std::uint64_t) { return true; });
  ASSERT_TRUE(shaped.ok());
  EXPECT_NEAR(estimate->smallest_video / shaped->bounds.smallest, 1, 0.2);
}

TEST_F(ShapeFile, WantsOneTargetOnce) {
  const QStringList files = {QString::fromStdString(in_), QString::fromStdString(out_)};
  EXPECT_THAT(complaint(QStringList{"--ratio", "0.5", "--ratio", "0.6"} + files), HasSubstr("give one of --rate"));
}

TEST_F(ShapeFile, ReadsNoScheduleThatIsNoFile) {
  const QStringList files = {QString::fromStdString(in_), QString::fromStdString(out_)};
  EXPECT_THAT(complaint(QStringList{"--schedule", "/dev/zero"} + files), HasSubstr("not a file that is stored"));
  const std::string endless = folder_ / "endless";
  write_file(endless, "0 1M\n");
  std::filesystem::resize_file(endless, std::uintmax_t{1} << 40);
  EXPECT_THAT(complaint(QStringList{"--schedule", QString::fromStdString(endless)} + files), HasSubstr("too large"));
}

TEST(StreamCommand, RefusesWhatHasNoEffect) {
  testing::internal::CaptureStderr();
  EXPECT_NE(stream_command({"stream", "clip.mpg", "--mode", "2d"}), kExitFine);
  EXPECT_THAT(testing::internal::GetCapturedStderr(), HasSubstr("--mode has no effect"));
}

TEST(StreamCommand, TellsOfNoOptionThatItRefuses) {
  testing::internal::CaptureStdout();
  EXPECT_EQ(stream_command({"stream", "--help"}), kExitFine);
  const QString help = QString::fromStdString(testing::internal::GetCapturedStdout());
  QStringList told;
  const QRegularExpression option("^ +(?:-h, )?--([a-z-]+)", QRegularExpression::MultilineOption);
  for (auto match = option.globalMatch(help); match.hasNext();) told += match.next().captured(1);
  EXPECT_EQ(told, QStringList({"help", "help-all", "config", "rate", "audio-rate", "max-datagram", "loop-clip", "log",
                               "seed", "to", "sdp"}))
      << help.toStdString();
}

}  // namespace
}  // namespace counterpoint
