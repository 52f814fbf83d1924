// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/clip/clip_index.h"

#include <gmock/gmock.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>

#include "tests/support/shaping_index_of.h"
#include "tests/unit/media/mpeg/mpeg_test_clips.h"

namespace counterpoint {
namespace {

using testing::EndsWith;
using testing::HasSubstr;
using testing::StartsWith;

class ClipIndexTest : public testing::Test {
 protected:
  void SetUp() override {
    stream_ = mpeg::make_clip(mpeg::clip_options()[1]);
    ASSERT_FALSE(stream_.empty());
    write_clip();
    auto index = mpeg::make_shaping_index(stream_, {});
    ASSERT_TRUE(index.ok());
    index_ = std::move(*index);
    setenv("XDG_CACHE_HOME", (folder_ / "cache").c_str(), 1);
  }
  void TearDown() override { unsetenv("XDG_CACHE_HOME"); }
  void write_clip() { write_file(clip_, {stream_.begin(), stream_.end()}); }

  TemporaryFolder folder_;
  std::string clip_ = folder_ / "clip.m2v";
  Bytes stream_;
  Bytes index_;
};

TEST_F(ClipIndexTest, LiesBesideTheClipAndKnowsItsPictures) {
  EXPECT_EQ(*ClipIndex::open(clip_), nullptr);
  const auto place = ClipIndex::store(clip_, index_);
  ASSERT_TRUE(place.ok());
  EXPECT_EQ(place->string(), clip_ + ".cpindex");
  const auto opened = ClipIndex::open(clip_);
  ASSERT_TRUE(opened.ok() && *opened != nullptr);
  std::size_t known = 0;
  for (const mpeg::PictureUnit& unit : mpeg::split(stream_)) {
    known += (*opened)->pictures().find(unit).has_value() ? 1U : 0U;
  }
  EXPECT_EQ(known, 50U);
}

TEST_F(ClipIndexTest, LiesInTheCacheWhereTheFolderCannotBeWritten) {
  std::filesystem::create_directory(clip_ + ".cpindex");  // Keeps even root from writing there.
  const auto place = ClipIndex::store(clip_, index_);
  ASSERT_TRUE(place.ok()) << place.error().message;
  EXPECT_THAT(place->string(), StartsWith(folder_ / "cache"));
  const auto opened = ClipIndex::open(clip_);
  ASSERT_TRUE(opened.ok()) << "what lies beside the clip is no index, but the cache has one";
  EXPECT_NE(*opened, nullptr);
}

TEST_F(ClipIndexTest, IsOutOfDateWhenTheClipChanges) {
  ASSERT_TRUE(ClipIndex::store(clip_, index_).ok());
  stream_[stream_.size() / 2] ^= 1;
  write_clip();
  std::filesystem::last_write_time(clip_, std::filesystem::file_time_type::clock::now() + std::chrono::hours(1));
  const auto opened = ClipIndex::open(clip_);
  ASSERT_FALSE(opened.ok());
  EXPECT_THAT(opened.error().message.text(), EndsWith("is not of the clip as it is now, or is of an older version"));
}

TEST_F(ClipIndexTest, OneThatIsCutOffIsDamaged) {
  ASSERT_TRUE(ClipIndex::store(clip_, index_).ok());
  std::filesystem::resize_file(clip_ + ".cpindex", index_.size() / 2);
  const auto opened = ClipIndex::open(clip_);
  ASSERT_FALSE(opened.ok());
  EXPECT_THAT(opened.error().message.text(), HasSubstr("is damaged"));
}

TEST_F(ClipIndexTest, APipeIsNoIndexAndNobodyWaitsForIt) {
  ASSERT_EQ(mkfifo((clip_ + ".cpindex").c_str(), 0600), 0);
  alarm(60);  // A read from the pipe would wait for ever.
  const auto opened = ClipIndex::open(clip_);
  alarm(0);
  ASSERT_FALSE(opened.ok());
  EXPECT_THAT(opened.error().message.text(), HasSubstr("clip.m2v.cpindex"));
}

TEST_F(ClipIndexTest, WithoutAPlaceThereIsOneClearError) {
  setenv("XDG_CACHE_HOME", "/dev/null", 1);
  std::filesystem::create_directory(clip_ + ".cpindex");
  const auto place = ClipIndex::store(clip_, index_);
  ASSERT_FALSE(place.ok());
  EXPECT_EQ(place.error().kind, ErrorKind::kUnavailable);
  EXPECT_THAT(place.error().message.text(), HasSubstr("set XDG_CACHE_HOME"));
}

}  // namespace
}  // namespace counterpoint
