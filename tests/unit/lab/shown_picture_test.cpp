// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/record/shown_picture.h"

#include <gmock/gmock.h>

#include <fstream>

#include "tests/support/test_folder.h"

namespace counterpoint {
namespace {

const std::vector<ShownPicture> kTwo = {
    {.captured = 5ms,
     .shown = 123456789ns,
     .key_frame = true,
     .size = DataSize::bytes(9000),
     .resolution = {.width = 640, .height = 360}},
    {.captured = 38333333ns, .shown = 160ms, .size = DataSize::bytes(1), .resolution = {.width = 160, .height = 90}}};

TEST(ShownPictures, AreReadBackAsTheyWere) {
  const TestFolder folder;
  const auto path = folder.path() / "media.pictures.csv";
  ASSERT_TRUE(write_shown_pictures(path, kTwo));
  const auto read = read_shown_pictures(path);
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(*read, kTwo);
  ASSERT_TRUE(write_shown_pictures(path, {}));
  EXPECT_THAT(*read_shown_pictures(path), testing::IsEmpty());
}

TEST(ShownPictures, BrokenOnesAreNamedByTheirLine) {
  const TestFolder folder;
  const auto path = folder.path() / "media.pictures.csv";
  const std::string head = "captured_s,shown_s,kind,bytes,width,height\n";
  const std::string good = "0.000000000,0.200000000,key,100,640,360\n";
  for (const char* line : {"0.0,0.300000000,key,100,640,360", "0.000000000,0.300000000,intra,100,640,360",
                           "0.000000000,0.300000000,key,-1,640,360", "0.000000000,0.300000000,key,100,0,360",
                           "0.000000000,0.300000000,key,100,640,36000", "0.000000000,0.300000000,key,100,640",
                           "0.000000000,0.100000000,key,100,640,360"}) {
    std::ofstream(path) << head << good << line << "\n";
    const auto read = read_shown_pictures(path);
    ASSERT_FALSE(read) << line;
    EXPECT_EQ(read.error().kind, ErrorKind::kMalformed);
    EXPECT_THAT(read.error().message.text(), testing::HasSubstr("media.pictures.csv:3: ")) << line;
  }
  std::ofstream(path) << "something else\n";
  EXPECT_EQ(read_shown_pictures(path).error().kind, ErrorKind::kMalformed);
  EXPECT_EQ(read_shown_pictures(folder.path() / "none.csv").error().kind, ErrorKind::kUnavailable);
}

TEST(ScreenLooks, AreReadBackAndBrokenOnesAreNamedByTheirLine) {
  const TestFolder folder;
  const auto path = folder.path() / "media.similarity.csv";
  const std::vector<ScreenLook> two = {{.at = 0ms, .similarity = 0}, {.at = 190ms, .similarity = 0.90625}};
  ASSERT_TRUE(write_screen_looks(path, two));
  const auto read = read_screen_looks(path);
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(*read, two);
  for (const char* line : {"0.1,0.9", "0.100000000,1.1", "0.100000000,", "0.100000000,nan"}) {
    std::ofstream(path) << "time_s,ssim\n" << line << "\n";
    const auto broken = read_screen_looks(path);
    ASSERT_FALSE(broken) << line;
    EXPECT_THAT(broken.error().message.text(), testing::HasSubstr("media.similarity.csv:2: ")) << line;
  }
}

}  // namespace
}  // namespace counterpoint
