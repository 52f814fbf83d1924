// SPDX-License-Identifier: GPL-3.0-or-later
// Small MPEG-1 and MPEG-2 streams that FFmpeg makes for the tests of media/mpeg, and what FFmpeg thinks of a stream.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include "core/base/bytes.h"
#include "media/mpeg/picture_splitter.h"
#include "media/mpeg/shaper.h"
#include "tests/unit/media/media_test_tools.h"

namespace counterpoint::mpeg {

struct ClipOptions {
  std::string name;
  std::string options;  ///< Options of FFmpeg's encoder.
};

inline void PrintTo(const ClipOptions& clip, std::ostream* out) { *out << clip.name; }

/// Between them they use both standards, both tables, both scans, both quantiser scales and all that FFmpeg codes.
inline std::vector<ClipOptions> clip_options() {
  return {{"mpeg1", "-c:v mpeg1video -b:v 600k -g 10 -bf 2"},
          {"mpeg2", "-c:v mpeg2video -b:v 900k -g 12 -bf 2"},
          {"interlaced", "-c:v mpeg2video -b:v 900k -g 12 -bf 2 -flags +ildct+ilme -alternate_scan 1"},
          {"b15", "-c:v mpeg2video -q:v 3 -g 6 -bf 1 -intra_vlc 1 -non_linear_quant 1 -qmax 28"},
          {"chroma422", "-c:v mpeg2video -pix_fmt yuv422p -b:v 1500k -g 8 -bf 2 -dc 10"}};
}

/// Two seconds of 160x96 pictures; empty when FFmpeg fails.
inline Bytes make_clip(const ClipOptions& clip) {
  const TemporaryFolder folder;
  const std::string file = folder / (clip.name + ".mpg");
  const std::string source = "-f lavfi -i testsrc2=size=160x96:rate=25:duration=2,noise=alls=12:all_seed=1 -threads 1 ";
  const std::string format = clip.options.find("mpeg1video") != std::string::npos ? "mpeg1video " : "mpeg2video ";
  if (!ffmpeg(source + clip.options + " -f " + format + file)) return {};
  const std::string content = read_file(file);
  return {content.begin(), content.end()};
}

/// Output of FFmpeg's strict decoder: checksums of all frames, and messages.
struct Decoded {
  std::string frames;
  std::string messages;
};
inline Decoded decode(const Bytes& stream) {
  const TemporaryFolder folder;
  write_file(folder / "stream.m2v", {stream.begin(), stream.end()});
  const std::string command =
      "ffmpeg -nostdin -v warning -threads 1 -err_detect crccheck+bitstream+careful -f mpegvideo -i " +
      (folder / "stream.m2v") + " -f framemd5 " + (folder / "frames") + " 2> " + (folder / "messages");
  EXPECT_EQ(std::system(command.c_str()), 0);
  std::string messages;
  std::ifstream file(folder / "messages");
  for (std::string line; std::getline(file, line);) {
    if (line.find("Estimating duration from bitrate") == std::string::npos) messages += line + "\n";
  }
  return {read_file(folder / "frames"), messages};
}

/// `stream` pushed in chunks of `chunk` bytes and cut into units, with an index if there is one.
inline std::vector<PictureUnit> split(const Bytes& stream, std::size_t chunk = 4096,
                                      std::shared_ptr<const ShapingIndex> index = nullptr) {
  PictureSplitter splitter;
  splitter.use_index(std::move(index));
  std::vector<PictureUnit> units;
  const auto pop_all = [&] {
    while (auto unit = splitter.pop()) units.push_back(std::move(*unit));
  };
  for (std::size_t at = 0; at < stream.size(); at += chunk) {
    EXPECT_TRUE(splitter.push(ByteView(stream).subspan(at, std::min(chunk, stream.size() - at))).ok());
    pop_all();
  }
  EXPECT_TRUE(splitter.finish().ok());
  pop_all();
  return units;
}

/// `clip` with `bytes` of zeros behind each slice.
inline Bytes with_stuffing(const Bytes& clip, std::size_t bytes) {
  Bytes stuffed;
  for (const PictureUnit& unit : split(clip)) {
    for (std::size_t i = 0; i < unit.start_codes.size(); ++i) {
      const auto slice = unit.view().subspan(unit.start_codes[i].offset, unit.end_of(i) - unit.start_codes[i].offset);
      stuffed.insert(stuffed.end(), slice.begin(), slice.end());
      if (is_mpeg_slice(unit.start_codes[i].value)) stuffed.resize(stuffed.size() + bytes);
    }
  }
  return stuffed;
}

/// All of `stream` for `shaper`.
inline void push_all(Shaper& shaper, const Bytes& stream) {
  for (PictureUnit& unit : split(stream)) shaper.push(std::move(unit));
  shaper.finish();
}

class MpegClip : public testing::TestWithParam<ClipOptions> {
 protected:
  void SetUp() override {
    clip_ = make_clip(GetParam());
    ASSERT_FALSE(clip_.empty());
  }
  Bytes clip_;
};

inline std::string clip_name(const testing::TestParamInfo<ClipOptions>& info) { return info.param.name; }

}  // namespace counterpoint::mpeg
