// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/mpeg_systems/stream_rewriter.h"

#include <gmock/gmock.h>

#include <map>
#include <numeric>
#include <span>
#include <string>

#include "core/base/rng.h"
#include "media/mpeg/picture_splitter.h"
#include "media/mpeg/shaper.h"
#include "media/mpeg_systems/transport_packet.h"
#include "media/mpeg_systems/video_streams.h"
#include "tests/unit/media/media_test_tools.h"

namespace counterpoint::mpeg {
namespace {

using testing::HasSubstr;

struct Container {
  std::string name;
  std::string options;  ///< FFmpeg's options after its inputs.
};
void PrintTo(const Container& container, std::ostream* out) { *out << container.name; }

constexpr const char* kInputs =
    "-f lavfi -i testsrc2=size=160x96:rate=25:duration=2,noise=alls=12:all_seed=1 -f lavfi -i sine=440:duration=2 "
    "-threads 1 -g 12 -bf 2 ";

Bytes make(const Container& container) {
  const TemporaryFolder folder;
  if (!ffmpeg(kInputs + container.options + " " + (folder / "clip"))) return {};
  const std::string content = read_file(folder / "clip");
  return {content.begin(), content.end()};
}

struct Rewritten {
  Bytes file;
  Bytes video;   ///< The video before shaping.
  Bytes shaped;  ///< The video after shaping.
  std::string error;
};

/// `file` in chunks, with its video shaped to `target`.
Rewritten rewrite(const Bytes& file, Target target, std::size_t chunk = 5000) {
  Rewritten result;
  const ByteView beginning = ByteView(file).first(std::min(file.size(), kBeginningSize));
  const auto kind = kind_of(beginning);
  if (!kind) return {.error = kind.error().message.text()};
  const auto rewriter = make_rewriter(*kind, beginning);
  PictureSplitter splitter;
  Shaper shaper({}, target);
  const auto carry_on = [&](Result<void> done) {
    if (!done) result.error = done.error().message.text();
    const Bytes video = rewriter->take_video();
    result.video.insert(result.video.end(), video.begin(), video.end());
    if (const auto pushed = splitter.push(video); !pushed && done) result.error = pushed.error().message.text();
  };
  const auto replace_all = [&] {
    while (auto unit = splitter.pop()) shaper.push(std::move(*unit));
    while (auto picture = shaper.pop()) {
      result.shaped.insert(result.shaped.end(), picture->bytes.begin(), picture->bytes.end());
      rewriter->replace(static_cast<std::size_t>(picture->statistics.original_size.bytes()), std::move(picture->bytes));
    }
    const Bytes output = rewriter->take_output();
    result.file.insert(result.file.end(), output.begin(), output.end());
  };
  for (std::size_t at = 0; at < file.size() && result.error.empty(); at += chunk) {
    carry_on(rewriter->push(ByteView(file).subspan(at, std::min(chunk, file.size() - at))));
    replace_all();
  }
  if (result.error.empty()) carry_on(rewriter->finish());
  if (const auto finished = splitter.finish(); !finished && result.error.empty())
    result.error = finished.error().message.text();
  shaper.finish();
  replace_all();
  return result;
}

/// Output of `command`, whose FILE is replaced by the stream's file.
std::string output_of(const Bytes& stream, std::string command) {
  const TemporaryFolder folder;
  write_file(folder / "stream", {stream.begin(), stream.end()});
  command.replace(command.find("FILE"), 4, folder / "stream");
  EXPECT_EQ(std::system((command + " > " + (folder / "output") + " 2>&1").c_str()), 0) << command;
  return read_file(folder / "output");
}

std::string packet_times(const Bytes& stream) {
  return output_of(stream, "ffprobe -v error -show_entries packet=stream_index,pts,dts -of csv FILE | sort");
}
std::string audio(const Bytes& stream) {
  return output_of(stream, "ffmpeg -v error -i FILE -map 0:a -c copy -f md5 -");
}
std::string pictures(const Bytes& stream) {
  return output_of(stream, "ffmpeg -v warning -i FILE -map 0:v -f framemd5 - | grep -c '^0'");
}

class Rewriter : public testing::TestWithParam<Container> {
 protected:
  void SetUp() override {
    clip_ = make(GetParam());
    ASSERT_FALSE(clip_.empty());
  }
  Bytes clip_;
};
INSTANTIATE_TEST_SUITE_P(Containers, Rewriter,
                         testing::Values(Container{"mpeg1", "-c:v mpeg1video -b:v 700k -c:a mp2 -f mpeg"},
                                         Container{"program", "-c:v mpeg2video -b:v 900k -c:a mp2 -f vob"},
                                         Container{"dvd", "-c:v mpeg2video -b:v 900k -c:a ac3 -f dvd"},
                                         Container{"transport", "-c:v mpeg2video -b:v 900k -c:a mp2 -f mpegts"},
                                         Container{"constant",
                                                   "-c:v mpeg2video -b:v 900k -c:a mp2 -muxrate 3M -f mpegts"},
                                         Container{"lengths",
                                                   "-c:v mpeg2video -b:v 900k -c:a mp2 -omit_video_pes_length 0 "
                                                   "-f mpegts"},
                                         Container{"timed",
                                                   "-c:v mpeg2video -b:v 900k -c:a ac3 -mpegts_m2ts_mode 1 "
                                                   "-f mpegts"}),
                         [](const auto& container) { return container.param.name; });

TEST_P(Rewriter, ChangesNothingWithoutATarget) {
  const Rewritten same = rewrite(clip_, Target::everything());
  EXPECT_EQ(same.error, "");
  EXPECT_TRUE(same.file == clip_) << same.file.size() << " bytes instead of " << clip_.size();
}

TEST_P(Rewriter, KeepsTimesAudioAndPictures) {
  const Rewritten half = rewrite(clip_, Target::share(0.5));
  EXPECT_EQ(half.error, "");
  // Some of each picture's last packet is left empty.
  EXPECT_LT(half.file.size(), clip_.size() - (half.video.size() - half.shaped.size()) * 8 / 10);
  EXPECT_EQ(packet_times(half.file), packet_times(clip_));
  EXPECT_EQ(audio(half.file), audio(clip_));
  EXPECT_EQ(pictures(half.file), "50\n");
  EXPECT_TRUE(rewrite(half.file, Target::everything()).video == half.shaped);
}

TEST_P(Rewriter, DoesNotDependOnTheChunks) {
  const Bytes whole = rewrite(clip_, Target::share(0.7), clip_.size()).file;
  EXPECT_TRUE(rewrite(clip_, Target::share(0.7), 1).file == whole);
  EXPECT_TRUE(rewrite(clip_, Target::share(0.7), 777).file == whole);
}

TEST_P(Rewriter, BeginsAnywhere) {
  const std::size_t whole = rewrite(clip_, Target::share(0.5)).video.size();
  for (const std::size_t offset : {1U, 100U, 999U, 5000U}) {
    const Bytes late(clip_.begin() + static_cast<std::ptrdiff_t>(offset), clip_.end());
    const Rewritten same = rewrite(late, Target::everything());
    EXPECT_EQ(same.error, "");
    EXPECT_TRUE(same.file == late) << "from byte " << offset << " on";
    const Rewritten half = rewrite(late, Target::share(0.5));
    EXPECT_EQ(half.error, "");
    EXPECT_LT(half.shaped.size(), half.video.size() * 6 / 10) << "from byte " << offset << " on";
    EXPECT_GT(half.video.size(), whole / 2);
  }
}

TEST_P(Rewriter, CopiesDamageAndNeverGrows) {
  Rng rng(7);
  for (int round = 0; round < 40; ++round) {
    Bytes damaged = clip_;
    for (int i = 0; i < 20; ++i) damaged[rng.below(damaged.size())] = static_cast<std::uint8_t>(rng.below(256));
    if (round % 2 == 0) damaged.resize(rng.below(damaged.size()));
    const Rewritten same = rewrite(damaged, Target::everything());
    const Rewritten half = rewrite(damaged, Target::share(0.5));
    EXPECT_LE(half.file.size(), damaged.size());
    EXPECT_LE(same.file.size(), damaged.size());
    EXPECT_EQ(half.error, same.error);
  }
}

/// `clip` with packets or packs in the middle that hold no video, which make it `size` bytes long and more.
Bytes with_pause(const Bytes& clip, std::size_t size) {
  Bytes file;
  const bool transport = clip[0] == 0x47 || clip[4] == 0x47;
  const std::size_t stride = transport ? (clip[0] == 0x47 ? 188 : 192) : 1;
  std::size_t middle = clip.size() / 2 / stride * stride;
  Bytes other(stride, 0xFF);
  if (transport) {
    std::ranges::copy(Bytes{0x47, 0x1A, 0xBC, 0x10}, other.end() - 188);
  } else {
    const Bytes pack = {0, 0, 1, 0xBA};
    middle = static_cast<std::size_t>(
        std::search(clip.begin() + static_cast<std::ptrdiff_t>(middle), clip.end(), pack.begin(), pack.end()) -
        clip.begin());
    other.assign(4096, 0xFF);
    std::ranges::copy(Bytes{0, 0, 1, 0xBF, 4090 >> 8, 4090 & 0xFF}, other.begin());
    if (clip[4] >> 6 == 1) {
      other.insert(other.begin(), clip.begin(), clip.begin() + 14 + (clip[13] & 7));
    } else {
      other.insert(other.begin(), clip.begin(), clip.begin() + 12);
    }
  }
  file.insert(file.end(), clip.begin(), clip.begin() + static_cast<std::ptrdiff_t>(middle));
  while (size > file.size()) file.insert(file.end(), other.begin(), other.end());
  file.insert(file.end(), clip.begin() + static_cast<std::ptrdiff_t>(middle), clip.end());
  return file;
}

TEST_P(Rewriter, HoldsLittleWhileVideoPauses) {
  constexpr std::size_t kChunk = std::size_t{1} << 18;
  constexpr std::size_t kMaxHeld = std::size_t{18} << 20;
  const Bytes file = with_pause(clip_, std::size_t{40} << 20);
  const auto rewriter = make_rewriter(*kind_of(ByteView(file).first(kBeginningSize)), file);
  PictureSplitter splitter;
  Bytes written;
  const auto replace_all = [&] {
    while (auto unit = splitter.pop()) rewriter->replace(unit->size, Bytes(unit->view().begin(), unit->view().end()));
    const Bytes output = rewriter->take_output();
    written.insert(written.end(), output.begin(), output.end());
  };
  for (std::size_t at = 0; at < file.size(); at += kChunk) {
    const ByteView chunk = ByteView(file).subspan(at, std::min(kChunk, file.size() - at));
    ASSERT_TRUE(rewriter->push(chunk).ok());
    ASSERT_TRUE(splitter.push(rewriter->take_video()).ok());
    if (rewriter->video_pauses()) {
      splitter.flush();
      rewriter->stop_waiting();
    }
    replace_all();
    ASSERT_LT(at + chunk.size() - written.size(), kMaxHeld);
  }
  ASSERT_TRUE(rewriter->finish().ok());
  ASSERT_TRUE(splitter.push(rewriter->take_video()).ok());
  ASSERT_TRUE(splitter.finish().ok());
  replace_all();
  EXPECT_TRUE(written == file);
}

class Transport : public Rewriter {};
INSTANTIATE_TEST_SUITE_P(Containers, Transport,
                         testing::Values(Container{"lengths",
                                                   "-c:v mpeg2video -b:v 900k -c:a mp2 -omit_video_pes_length 0 "
                                                   "-f mpegts"}));

/// The continuity counters of each stream's payloads, the values of all clock references, and the sizes of PES packets.
struct Walk {
  std::map<int, std::vector<int>> counters;
  std::vector<std::string> clocks;
  std::vector<std::size_t> said_sizes;
  std::vector<std::size_t> sizes;
};

Walk walk(const Bytes& file, int video_pid) {
  Walk result;
  for (std::size_t at = 0; at + 188 <= file.size(); at += 188) {
    const ByteView packet = ByteView(file).subspan(at, 188);
    EXPECT_EQ(packet[0], 0x47);
    const int pid = (packet[1] & 0x1F) << 8 | packet[2];
    const bool has_field = (packet[3] & 0x20) != 0;
    if (has_field && packet[4] > 0 && (packet[5] & 0x10) != 0) {
      result.clocks.emplace_back(packet.begin() + 6, packet.begin() + 12);
    }
    if ((packet[3] & 0x10) == 0 || pid == 0x1FFF) continue;
    result.counters[pid].push_back(packet[3] & 0x0F);
    const ByteView payload = packet.subspan(has_field ? 5U + packet[4] : 4U);
    if (pid != video_pid) continue;
    if ((packet[1] & 0x40) != 0) {
      result.said_sizes.push_back(std::size_t{payload[4]} << 8 | payload[5]);
      result.sizes.push_back(0);
      result.sizes.back() -= 6;
    }
    result.sizes.back() += payload.size();
  }
  return result;
}

TEST_P(Transport, CountsItsPacketsAndTellsTheirLengths) {
  constexpr int kFirstOfFfmpeg = 0x100;
  const Walk before = walk(clip_, kFirstOfFfmpeg);
  const Walk after = walk(rewrite(clip_, Target::share(0.5)).file, kFirstOfFfmpeg);
  ASSERT_EQ(before.said_sizes.size(), 50U);
  EXPECT_EQ(before.said_sizes, before.sizes);
  EXPECT_EQ(after.said_sizes, after.sizes);
  EXPECT_LT(std::accumulate(after.sizes.begin(), after.sizes.end(), 0U),
            std::accumulate(before.sizes.begin(), before.sizes.end(), 0U) * 6 / 10);
  EXPECT_EQ(after.clocks, before.clocks);
  EXPECT_FALSE(after.clocks.empty());
  for (const auto& [pid, counters] : after.counters) {
    for (std::size_t i = 1; i < counters.size(); ++i) {
      ASSERT_EQ(counters[i], (counters[i - 1] + 1) & 0x0F) << "packet " << i << " of PID " << pid;
    }
  }
}

/// `file` with the header of each PES packet of video in two packets, `first_part` bytes of it in the first.
Bytes with_headers_in_two(const Bytes& file, int video_pid, std::size_t first_part) {
  Bytes result;
  std::uint8_t counter = 0;
  const auto add = [&](ByteView packet, ByteView payload) {
    Bytes made(packet.begin(), packet.begin() + 4);
    const std::size_t field = 188 - 4 - payload.size();
    made[3] = static_cast<std::uint8_t>((field > 0 ? 0x30 : 0x10) | (counter++ & 0x0F));
    if (field > 0) made.push_back(static_cast<std::uint8_t>(field - 1));
    if (field > 1) made.push_back(0);
    made.resize(188 - payload.size(), 0xFF);
    made.insert(made.end(), payload.begin(), payload.end());
    result.insert(result.end(), made.begin(), made.end());
  };
  for (std::size_t at = 0; at + 188 <= file.size(); at += 188) {
    Bytes packet(file.begin() + static_cast<std::ptrdiff_t>(at), file.begin() + static_cast<std::ptrdiff_t>(at + 188));
    const bool is_video = ((packet[1] & 0x1F) << 8 | packet[2]) == video_pid && (packet[3] & 0x10) != 0;
    if (!is_video) {
      result.insert(result.end(), packet.begin(), packet.end());
      continue;
    }
    ByteView payload = ByteView(packet).subspan((packet[3] & 0x20) != 0 ? 5U + packet[4] : 4U);
    if ((packet[1] & 0x40) != 0) {
      add(packet, payload.first(first_part));
      payload = payload.subspan(first_part);
      packet[1] &= 0xBF;
    }
    add(packet, payload);
  }
  return result;
}

TEST_P(Transport, TellsTheLengthBeforeAHeaderInTwoPackets) {
  constexpr int kFirstOfFfmpeg = 0x100;
  const Bytes clip = with_headers_in_two(clip_, kFirstOfFfmpeg, 8);
  const Walk before = walk(clip, kFirstOfFfmpeg);
  ASSERT_EQ(before.said_sizes, before.sizes);
  const Rewritten half = rewrite(clip, Target::share(0.5));
  const Walk after = walk(half.file, kFirstOfFfmpeg);
  EXPECT_EQ(after.said_sizes.size(), 50U);
  EXPECT_EQ(after.said_sizes, after.sizes);
  EXPECT_TRUE(rewrite(half.file, Target::everything()).video == half.shaped);
}

TEST_P(Transport, KeepsGapsAndForgetsRepeats) {
  Bytes gapped = clip_;
  const auto packet = [&](std::size_t index) { return gapped.begin() + static_cast<std::ptrdiff_t>(index * 188); };
  std::size_t index = 100;
  while ((packet(index)[1] & 0x1F) != 1 || packet(index)[2] != 0 || (packet(index)[3] & 0x20) != 0) ++index;
  const Bytes copy(packet(index), packet(index + 1));
  gapped.insert(packet(index), copy.begin(), copy.end());
  EXPECT_TRUE(rewrite(gapped, Target::everything()).file == clip_);
  gapped.erase(packet(index), packet(index + 2));
  EXPECT_TRUE(rewrite(gapped, Target::everything()).file == gapped);
}

TEST_P(Transport, KeepsTheCounterOfAFirstPacketWithoutPayload) {
  Bytes late = clip_;
  std::size_t at = 0;
  while ((late[at + 1] & 0x1F) != 1 || late[at + 2] != 0) at += 188;
  Bytes empty = {0x47, 0x01, 0x00, static_cast<std::uint8_t>(0x20 | ((late[at + 3] - 1) & 0x0F)), 183, 0};
  empty.resize(188, 0xFF);
  late.insert(late.begin() + static_cast<std::ptrdiff_t>(at), empty.begin(), empty.end());
  EXPECT_TRUE(rewrite(late, Target::everything()).file == late);
  EXPECT_LT(rewrite(late, Target::share(0.5)).file.size(), late.size());
}

TEST_P(Transport, FollowsTheVideoOfASecondRecording) {
  const Bytes second = make({"",
                             "-c:v mpeg2video -b:v 900k -c:a mp2 -mpegts_start_pid 0x200 -mpegts_pmt_start_pid 0x1100 "
                             "-mpegts_service_id 2 -f mpegts"});
  ASSERT_FALSE(second.empty());
  Bytes both = clip_;
  both.insert(both.end(), second.begin(), second.end());
  EXPECT_TRUE(rewrite(both, Target::everything()).file == both);
  const Rewritten half = rewrite(both, Target::share(0.5));
  EXPECT_EQ(half.error, "");
  EXPECT_EQ(half.video.size(),
            rewrite(clip_, Target::share(0.5)).video.size() + rewrite(second, Target::share(0.5)).video.size());
  for (const auto& [pid, counters] : walk(half.file, 0x200).counters) {
    for (std::size_t i = 1; i < counters.size() && pid >= 0x100 && pid < 0x1000; ++i) {
      ASSERT_EQ(counters[i], (counters[i - 1] + 1) & 0x0F) << "packet " << i << " of PID " << pid;
    }
  }
}

/// `file` with `make(counter, section)`, whole packets, in place of each packet with the program map table.
template <typename Make>
Bytes with_maps(const Bytes& file, const Make& make) {
  Bytes result;
  for (std::size_t at = 0; at + 188 <= file.size(); at += 188) {
    const ByteView packet = ByteView(file).subspan(at, 188);
    const bool is_map = (packet[1] & 0x1F) == 0x10 && packet[2] == 0;
    const Bytes made =
        is_map ? make(packet[3] & 0x0F, packet.subspan(5, 3U + packet[7])) : Bytes(packet.begin(), packet.end());
    result.insert(result.end(), made.begin(), made.end());
  }
  return result;
}

/// A packet of the program map table that begins sections; `pointer` bytes of `payload` end one that began before.
Bytes map_packet(int counter, std::size_t pointer, const Bytes& payload) {
  const std::size_t room = 188 - 5;
  Bytes packet = {0x47, 0x50, 0, static_cast<std::uint8_t>(0x10 | (counter & 0x0F)),
                  static_cast<std::uint8_t>(pointer)};
  packet.insert(packet.end(), payload.begin(), payload.end());
  packet.resize(packet.size() + room - payload.size(), 0xFF);
  return packet;
}

TEST_P(Transport, ReadsAllSectionsOfAPacketAndThoseThatEndInTheNext) {
  const std::size_t video = rewrite(clip_, Target::share(0.5)).video.size();
  // Another program, of audio alone, has its table in the same packets, before the one with video.
  const Bytes radio = {2, 0xB0, 18, 0, 9, 0xC1, 0, 0, 0xE1, 1, 0xF0, 0, 3, 0xE1, 1, 0xF0, 0, 0, 0, 0, 0};
  const Bytes two = with_maps(clip_, [&](int counter, ByteView section) {
    Bytes sections = radio;
    sections.insert(sections.end(), section.begin(), section.end());
    return map_packet(counter, 0, sections);
  });
  EXPECT_EQ(rewrite(two, Target::share(0.5)).video.size(), video);
  // The first packet is full; the second has the table's end, and a private section behind it.
  const Bytes cut = with_maps(clip_, [&](int counter, ByteView section) {
    const std::size_t first = section.size() / 2;
    Bytes start(183 - first, 0);
    start[0] = 0x80;
    start[1] = 0x70;
    start[2] = static_cast<std::uint8_t>(start.size() - 3);
    start.insert(start.end(), section.begin(), section.begin() + static_cast<std::ptrdiff_t>(first));
    Bytes end(section.begin() + static_cast<std::ptrdiff_t>(first), section.end());
    const std::size_t pointer = end.size();
    const Bytes other = {0x80, 0x70, 0x02, 0xAA, 0xBB};
    end.insert(end.end(), other.begin(), other.end());
    Bytes packets = map_packet(counter, 0, start);
    const Bytes second = map_packet(counter + 1, pointer, end);
    packets.insert(packets.end(), second.begin(), second.end());
    return packets;
  });
  EXPECT_EQ(rewrite(cut, Target::share(0.5)).video.size(), video);
}

TEST_P(Transport, BelievesNoDamagedTableAboutTheVideo) {
  Bytes damaged = clip_;
  // The second program map says another PID of the video; its CRC does not fit.
  int maps = 0;
  std::size_t at = 0;
  for (; maps < 2; at += 188) {
    if ((damaged[at + 1] & 0x1F) == 0x10 && damaged[at + 2] == 0) ++maps;
  }
  const auto packet = std::span(damaged).subspan(at - 188, 188);
  const auto video = std::ranges::search(packet, Bytes{2, 0xE1, 0});
  ASSERT_EQ(video.size(), 3U);
  video[2] = 0x33;
  EXPECT_EQ(rewrite(damaged, Target::share(0.5)).video.size(), rewrite(clip_, Target::share(0.5)).video.size());
}

/// `file` as it was broadcast.
Bytes with_parity(const Bytes& file) {
  Rng rng(5);
  Bytes result;
  for (std::size_t at = 0; at + 188 <= file.size(); at += 188) {
    result.insert(result.end(), &file[at], &file[at] + 188);
    for (int i = 0; i < 16; ++i) result.push_back(static_cast<std::uint8_t>(rng.below(256)));
  }
  return result;
}

TEST_P(Transport, LeavesParityOut) {
  EXPECT_TRUE(rewrite(with_parity(clip_), Target::everything()).file == clip_);
  EXPECT_TRUE(rewrite(with_parity(clip_), Target::share(0.5)).file == rewrite(clip_, Target::share(0.5)).file);
  Bytes late = with_parity(clip_);
  late.erase(late.begin(), late.begin() + 100);
  const Bytes rest = rewrite(late, Target::everything()).file;
  EXPECT_TRUE(std::ranges::equal(std::span(rest).subspan(104), std::span(clip_).subspan(188)));
}

TEST(Kind, IsThatOfAStreamThatBeginsLikeOne) {
  const auto kind = [](Bytes beginning) {
    beginning.resize(200);
    const auto found = kind_of(beginning);
    return found ? std::optional(*found) : std::nullopt;
  };
  for (const std::uint8_t code : Bytes{0xB3, 0xB8, 0x00}) {
    EXPECT_EQ(kind({0, 0, 1, code}), StreamKind::kElementary);
    EXPECT_EQ(kind({0, 0, 0, 0, 0, 1, code}), StreamKind::kElementary);
    EXPECT_EQ(kind({7, 0, 0, 1, code}), std::nullopt) << "something comes before it";
  }
  for (const std::uint8_t code : Bytes{0x01, 0x67, 0xB0, 0xB5, 0xBC}) {
    EXPECT_EQ(kind({0, 0, 1, code, 0, 0, 1, 0xB3}), std::nullopt) << "none begins with " << int{code};
  }
  EXPECT_EQ(kind({0, 0, 1, 0xBA}), StreamKind::kProgram);
  Bytes pack = {7, 7, 0, 0, 1, 0xBA, 0x21, 0, 1, 0, 1, 0x80, 0, 1, 0, 0, 1, 0xE0};
  EXPECT_EQ(kind(pack), StreamKind::kProgram) << "it may begin anywhere";
  pack[16] = 7;
  EXPECT_EQ(kind(pack), std::nullopt) << "no start code follows the pack's header";
}

TEST(Kind, IsElementaryWhereverVideoWasCut) {
  const Bytes clip = make({"", "-an -c:v mpeg2video -f mpeg2video"});
  for (std::size_t offset = 1; offset < 30'000; offset += 37) {
    const auto kind = kind_of(std::span(clip).subspan(offset));
    ASSERT_TRUE(kind.ok() && *kind == StreamKind::kElementary) << "from byte " << offset << " on";
  }
  const auto behind = [&](std::string_view text) {
    Bytes file(text.begin(), text.end());
    file.insert(file.end(), clip.begin(), clip.end());
    return kind_of(file).ok();
  };
  using std::string_view_literals::operator""sv;
  EXPECT_TRUE(behind("\x12\x34\x56"sv));
  EXPECT_FALSE(behind("\x12\0\0\0\x56"sv)) << "slices have no such zeros";
  EXPECT_FALSE(behind("\x12\x1A\x45\xDF\xA3"sv)) << "Matroska begins there";
}

TEST(Kind, OfPacketsInAContainerIsNone) {
  for (const char* options : {"-c:v mpeg2video -f mpegts", "-c:v mpeg2video -f vob", "-c:v mpeg1video -f mpeg"}) {
    const Bytes clip = make({"", options});
    const StreamKind kind = *kind_of(clip);
    EXPECT_TRUE(check_continuity(kind, clip).ok()) << options;
    EXPECT_TRUE(check_continuity(kind, std::span(clip).subspan(7777)).ok()) << options << ", cut";
    Bytes chunks;
    for (std::size_t at = 0; at < clip.size(); at += 4136) {
      chunks.insert(chunks.end(), {'C', 'H', 'N', 'K', 9, 9, 9, 9});
      chunks.insert(chunks.end(), clip.begin() + at, clip.begin() + std::min(at + 4136, clip.size()));
    }
    EXPECT_FALSE(check_continuity(kind, chunks).ok()) << options;
  }
}

constexpr const char* kTwoPrograms = "-map 0:v -map 0:v -map 1:a -c:v mpeg2video -b:v 900k -c:a mp2 ";

TEST(VideoStreams, AreListedByProgram) {
  const Bytes file =
      make({"", std::string(kTwoPrograms) + "-program program_num=9:st=0 -program program_num=7:st=1:st=2 -f mpegts"});
  const auto videos = find_video_streams(StreamKind::kTransport, file);
  ASSERT_EQ(videos.size(), 2U);
  EXPECT_EQ(videos[0].program_number, 7);
  EXPECT_EQ(videos[0].id, 0x101);
  EXPECT_EQ(videos[1].program_number, 9);
  EXPECT_EQ(videos[1].id, 0x100);
  EXPECT_TRUE(videos[0].can_be_shaped() && videos[1].can_be_shaped());
  // The payload of a scrambled stream says nothing.
  Bytes scrambled = file;
  for (std::size_t at = 0; at + 188 <= file.size(); at += 188) {
    if (pid_of(ByteView(file).subspan(at)) == 0x101) scrambled[at + 3] |= 0x80;
  }
  EXPECT_FALSE(find_video_streams(StreamKind::kTransport, scrambled)[0].can_be_shaped());
  EXPECT_TRUE(find_video_streams(StreamKind::kTransport, scrambled)[1].can_be_shaped());
}

TEST(VideoStreams, OfOneProgramCanBeTwo) {
  const Bytes file = make({"", std::string(kTwoPrograms) + "-f mpegts"});
  const auto videos = find_video_streams(StreamKind::kTransport, file);
  ASSERT_EQ(videos.size(), 2U);
  for (const VideoStream& video : videos) {
    const auto rewriter = make_rewriter(StreamKind::kTransport, file, video);
    ASSERT_TRUE(rewriter->push(file).ok());
    ASSERT_TRUE(rewriter->finish().ok());
    ASSERT_TRUE(rewriter->video());
    EXPECT_EQ(rewriter->video()->id, video.id);
    EXPECT_FALSE(rewriter->take_video().empty());
  }
}

TEST(VideoStreams, OfAProgramStreamHaveTheirSequenceHeaders) {
  const Bytes file = make({"", std::string(kTwoPrograms) + "-f vob"});
  const auto videos = find_video_streams(StreamKind::kProgram, file);
  ASSERT_EQ(videos.size(), 2U);
  EXPECT_EQ(videos[0].id, 0xE0);
  EXPECT_EQ(videos[1].id, 0xE1);
  EXPECT_TRUE(videos[0].can_be_shaped() && videos[1].can_be_shaped());
  const Bytes other = make({"", "-c:v mpeg4 -an -f vob"});
  ASSERT_EQ(find_video_streams(StreamKind::kProgram, other).size(), 1U);
  EXPECT_FALSE(find_video_streams(StreamKind::kProgram, other)[0].can_be_shaped());
}

TEST(RewriterErrors, NameTheVideoThatAProgramStreamMapSays) {
  Bytes film = make({"", "-c:v mpeg2video -an -f vob"});
  ASSERT_FALSE(film.empty());
  constexpr std::size_t kPackHeader = 14;
  // H.264 in stream 0xE0.
  const Bytes map = {0, 0, 1, 0xBC, 0, 14, 0xE0, 0xFF, 0, 0, 0, 4, 0x1B, 0xE0, 0, 0, 0, 0, 0, 0};
  film.insert(film.begin() + kPackHeader, map.begin(), map.end());
  EXPECT_EQ(rewrite(film, Target::everything()).error, "has H.264 video, not MPEG-1 or MPEG-2");
  film[kPackHeader + 12] = 2;
  EXPECT_EQ(rewrite(film, Target::everything()).error, "");
}

TEST(RewriterErrors, SayInOneLineWhatIsWrong) {
  EXPECT_EQ(rewrite({}, Target::everything()).error, "is empty");
  EXPECT_THAT(rewrite(Bytes(5000, 'x'), Target::everything()).error, HasSubstr("is no MPEG-1 or MPEG-2 video"));
  const auto error_of = [](const std::string& options) {
    return rewrite(make({"", options}), Target::share(0.5)).error;
  };
  EXPECT_THAT(error_of("-c:v mpeg2video -f matroska"),
              testing::AllOf(HasSubstr("is no MPEG-1 or MPEG-2 video stream, but a Matroska"),
                             HasSubstr("ffmpeg -i IN -map 0:v -c copy OUT.m2v")));
  EXPECT_THAT(error_of("-c:v mpeg4 -f mpegts"), HasSubstr("has MPEG-4 video, not MPEG-1 or MPEG-2"));
  EXPECT_THAT(error_of("-vn -c:a mp2 -f mpegts"), HasSubstr("a transport stream without video"));
  EXPECT_THAT(error_of("-vn -c:a mp2 -f vob"), HasSubstr("a program stream without video"));
  Bytes scrambled = make({"", "-c:v mpeg2video -an -f mpegts"});
  Bytes damaged = scrambled;
  damaged[188 * 20 + 3] |= 0x80;
  EXPECT_EQ(rewrite(damaged, Target::everything()).error, "") << "one packet that says so is damage";
  for (std::size_t at = 188 * 20; at + 188 <= scrambled.size(); at += 188) scrambled[at + 3] |= 0x80;
  EXPECT_THAT(rewrite(scrambled, Target::everything()).error, HasSubstr("is scrambled"));
}

}  // namespace
}  // namespace counterpoint::mpeg
