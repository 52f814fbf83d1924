// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/mpeg_systems/video_replacement.h"

#include <gmock/gmock.h>

namespace counterpoint::mpeg {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(VideoReplacement, PutsBytesWhereThoseOfTheSamePictureStood) {
  VideoReplacement replacement;
  replacement.add(5, {1, 2, 3});
  replacement.add(4, {11, 12, 13, 14});
  replacement.add(3, {});
  EXPECT_EQ(replacement.known(), 12U);
  EXPECT_EQ(replacement.size_of(0, 12), 7U);
  EXPECT_EQ(replacement.size_of(2, 6), 2U);
  EXPECT_THAT(replacement.take(2), ElementsAre(1, 2));
  EXPECT_THAT(replacement.take(1), ElementsAre(3));
  EXPECT_THAT(replacement.take(2), IsEmpty());
  EXPECT_THAT(replacement.take(1), ElementsAre(11));
  EXPECT_EQ(replacement.size_of(6, 9), 3U);
  EXPECT_THAT(replacement.take(4), ElementsAre(12, 13, 14));
  EXPECT_EQ(replacement.taken(), 10U);
  EXPECT_THAT(replacement.take(2), IsEmpty());
}

TEST(VideoReplacement, TakesSeveralPicturesAtOnce) {
  VideoReplacement replacement;
  replacement.add(3, {1, 2});
  replacement.add(3, {3});
  replacement.add(3, {4, 5, 6});
  EXPECT_THAT(replacement.take(8), ElementsAre(1, 2, 3, 4, 5));
  EXPECT_THAT(replacement.take(1), ElementsAre(6));
}

}  // namespace
}  // namespace counterpoint::mpeg
