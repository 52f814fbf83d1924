// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/levels/sim/sim_level.h"
#include "app/lab/experiment/lab_modes.h"
#include "app/lab/levels.h"

#include <gmock/gmock.h>

#include <cmath>
#include <fstream>
#include <map>
#include <sstream>
#include <stdexcept>

#include "app/lab/experiment/experiment_file.h"
#include "core/adaptation/mode/mode.h"
#include "tests/support/test_folder.h"

namespace counterpoint {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;
using Fate = PathRecord::Fate;

/// Counts of packets of one flow and direction.
struct Tally {
  DataSize offered;
  DataSize carried;
  std::size_t dropped = 0;
  std::size_t lost = 0;
  Duration first = Duration::max();
  Duration last{};
  Duration max_queued{};
};

class SimLevelTest : public testing::Test {
 protected:
  static Experiment experiment(const std::string& duration, const std::string& forward, const std::string& flows) {
    const std::string json = R"({"name": "test", "title": "A test", "duration": ")" + duration +
                             R"(", "links": [{"name": "link", "forward": ")" + forward + R"("}], "flows": [)" + flows +
                             "]}";
    auto experiments = parse_experiment(json, {});
    EXPECT_TRUE(experiments) << experiments.error().message;
    return experiments ? experiments->front() : Experiment{};
  }
  RunRequest request(const Experiment& experiment, const std::string& mode = "fixed", std::uint64_t seed = 1,
                     const std::string& folder = "run") const {
    return {.header = {.experiment = experiment, .mode = mode, .level = "sim", .seed = seed, .program = "test"},
            .folder = {root_.path() / folder}};
  }
  static RunRecord run(const RunRequest& request) {
    if (const auto ran = run_sim_level(request); !ran) throw std::runtime_error(ran.error().message.text());
    auto record = read_run(request.folder);
    if (!record) throw std::runtime_error(record.error().message.text());
    return std::move(*record);
  }
  static Tally tally(const RunRecord& record, std::uint32_t flow, bool backward = false, LabSpan span = {0s, 24h}) {
    Tally tally;
    for (const PacketOutcome& packet : record.packets) {
      if (packet.flow != flow || packet.backward != backward || packet.at < span.from || packet.at >= span.to) continue;
      tally.offered += packet.wire_size;
      if (packet.fate == Fate::kCarried) tally.carried += packet.wire_size;
      if (packet.fate == Fate::kDropped) ++tally.dropped;
      if (packet.fate == Fate::kLost) ++tally.lost;
      tally.first = std::min(tally.first, packet.at);
      tally.last = std::max(tally.last, packet.at);
      tally.max_queued = std::max(tally.max_queued, packet.queued);
    }
    return tally;
  }
  static double kilobits_per_second(DataSize size, Duration time) { return (size / time).kilobits_per_second(); }
  static std::map<std::string, std::string> contents(const std::filesystem::path& folder) {
    std::map<std::string, std::string> files;
    for (const auto& file : std::filesystem::directory_iterator(folder)) {
      std::ostringstream text;
      text << std::ifstream(file.path(), std::ios::binary).rdbuf();
      files[file.path().filename()] = text.str();
    }
    return files;
  }

  TestFolder root_;
};

constexpr const char* kMedia = R"({"name": "media", "kind": "media", "fixed_rate": "500k"})";

TEST_F(SimLevelTest, PicturesAreRecordedAsTheyAreShown) {
  const RunRecord record = run(request(experiment("10s", "rate=1M,delay=80ms,queue=300ms", kMedia)));
  ASSERT_TRUE(record.pictures.at(0));
  const std::vector<ShownPicture>& pictures = *record.pictures[0];
  ASSERT_EQ(pictures.size(), record.receivers[0].seconds.back().stats.video_in.frames_rendered);
  EXPECT_TRUE(pictures.front().key_frame);
  DataSize sum;
  for (std::size_t i = 0; i < pictures.size(); ++i) {
    EXPECT_EQ(pictures[i].resolution, (Resolution{.width = 640, .height = 360}));
    // Pictures from before the first report of the sender count as having taken no time.
    if (pictures[i].captured > 2s) {
      EXPECT_GT(pictures[i].shown - pictures[i].captured, 80ms) << i;
      EXPECT_LT(pictures[i].shown - pictures[i].captured, 250ms) << i;
    }
    sum += pictures[i].size;
  }
  EXPECT_NEAR(kilobits_per_second(sum, 10s), 500, 25);
}

TEST_F(SimLevelTest, AFlowMayHaveAModeOfItsOwn) {
  const RunRequest both = request(experiment("3s", "rate=2M,delay=5ms",
                                             R"({"name": "own", "kind": "media", "mode": "1d"},)"
                                             R"({"name": "other", "kind": "media"})"),
                                  "2d");
  run(both);
  auto files = contents(both.folder.path);
  EXPECT_THAT(files["own.sender.jsonl"], HasSubstr(R"("mode":"1d")"));
  EXPECT_THAT(files["other.sender.jsonl"], HasSubstr(R"("mode":"2d")"));
}

TEST_F(SimLevelTest, BelowCapacityAMediaFlowIsDeliveredWhole) {
  const RunRecord record = run(request(experiment("20s", "rate=1M,delay=50ms,queue=300ms", kMedia)));
  const Tally sent = tally(record, 0);
  EXPECT_EQ(sent.offered, sent.carried);
  EXPECT_EQ(sent.dropped + sent.lost, 0U);
  // Video at its rate, audio, and the headers of both.
  const double rate = kilobits_per_second(sent.carried, 20s);
  EXPECT_GT(rate, 520);
  EXPECT_LT(rate, 600);
  ASSERT_THAT(record.receivers[0].seconds, SizeIs(20));
  EXPECT_EQ(record.receivers[0].seconds.back().at, 20s);
  const SessionStats& received = record.receivers[0].seconds.back().stats;
  const SessionStats& said = record.senders[0].seconds.back().stats;
  EXPECT_EQ(received.video_in.packets_lost, 0);
  EXPECT_EQ(received.video_in.nack_count, 0U);
  EXPECT_EQ(received.audio_in.packets_lost, 0);
  EXPECT_GE(received.video_in.frames_rendered + 10, said.video_out.frames_encoded);
  EXPECT_GE(said.video_out.frames_encoded, 599U);
  EXPECT_EQ(received.video_out.packets_sent + received.audio_out.packets_sent, 0U) << "media go one way";
  EXPECT_NEAR(static_cast<double>(said.video_out.target_bitrate), 500e3, 500);
}

TEST_F(SimLevelTest, TheReceiversClockGainsWhatIsAsked) {
  const RunRecord record = run(
      request(experiment("20s", "rate=2M,delay=20ms", R"({"name": "media", "kind": "media", "receiver_skew": 1000})")));
  EXPECT_EQ(record.senders[0].seconds.back().at, 20s);
  EXPECT_NEAR(to_milliseconds(record.receivers[0].seconds.back().at), 20'020, 0.001);
  EXPECT_EQ(record.receivers[0].seconds.back().stats.video_in.packets_lost, 0);
}

TEST_F(SimLevelTest, SaysWhatWasEncodedAndWhatWasAsked) {
  const RunRecord record = run(request(experiment("20s", "rate=1M,delay=50ms,queue=300ms", kMedia)));
  const OutboundStats& video = record.senders[0].seconds.back().stats.video_out;
  const double seconds = 20;
  EXPECT_NEAR(static_cast<double>(video.total_encoded_bytes_target) * 8 / seconds, 500e3, 5e3);
  EXPECT_NEAR(static_cast<double>(video.total_encoded_bytes) * 8 / seconds, 500e3, 15e3);
}

TEST_F(SimLevelTest, AggregationNeverDelaysAPacketByMoreThanItsTimer) {
  for (const char* mode : {"2d", "2d-classic"}) {
    RunRequest asked = request(
        experiment("90s", "rate=10M,packet_rate=80,delay=30ms,queue=25p", R"({"name": "media", "kind": "media"})"));
    asked.header.mode = mode;
    const RunRecord record = run(asked);
    const TransportStats& sender = record.senders[0].seconds.back().stats.transport;
    EXPECT_GT(sender.aggregated_packets, 1000U) << mode;
    EXPECT_GT(sender.max_aggregation_delay, 0.01) << mode;
    EXPECT_LE(sender.max_aggregation_delay, 0.05) << mode;
  }
}

TEST_F(SimLevelTest, AboveCapacityAMediaFlowIsDeliveredAtCapacity) {
  for (const char* queue : {"300ms", "3p", "20kB"}) {
    const RunRecord record =
        run(request(experiment("30s", std::string("rate=400k,delay=50ms,queue=") + queue,
                               R"({"name": "media", "kind": "media", "fixed_rate": "1M", "max_rate": "1.5M"})")));
    const LabSpan later{.from = 5s, .to = 30s};
    const double rate = kilobits_per_second(tally(record, 0, false, later).carried, 25s);
    EXPECT_NEAR(rate, 400, 4) << queue;
    EXPECT_GT(tally(record, 0).dropped, 100U) << queue;
    EXPECT_GT(record.receivers[0].seconds.back().stats.video_in.packets_lost, 100) << queue;
  }
}

TEST_F(SimLevelTest, VideoOverTcpArrivesWholeAndSoundBesideItDoesNot) {
  const Experiment over_tcp =
      experiment("30s", "rate=1M,delay=30ms,loss=2%",
                 R"({"name": "media", "kind": "media", "fixed_rate": "300k", "video_transport": "tcp"})");
  const RunRecord record = run(request(over_tcp));
  const SessionStats& received = record.receivers[0].seconds.back().stats;
  EXPECT_EQ(received.video_in.packets_lost, 0);
  EXPECT_EQ(received.video_in.nack_count, 0U);
  EXPECT_GT(received.video_in.frames_rendered, 800U);
  EXPECT_GT(received.audio_in.packets_lost, 10);
  EXPECT_GT(tally(record, 0).lost, 30U);
}

TEST_F(SimLevelTest, EveryModeCanSendVideoOverTcp) {
  for (const Mode& mode : modes()) {
    SCOPED_TRACE(mode.name);
    const RunRecord record = run(request(experiment("40s", "rate=500k,delay=40ms,queue=300ms", R"(
      {"name": "media", "kind": "media", "start_rate": "300k", "fixed_rate": "300k", "video_transport": "tcp"})"),
                                         std::string(mode.name), 1, std::string(mode.name)));
    const SessionStats& received = record.receivers[0].seconds.back().stats;
    EXPECT_EQ(received.video_in.packets_lost, 0);
    EXPECT_GT(received.video_in.frames_rendered, 200U);
    EXPECT_LT(received.audio_in.packets_lost, 60) << "3 % of the sound";
    EXPECT_GT(kilobits_per_second(tally(record, 0).carried, 40s), 100);
  }
}

TEST_F(SimLevelTest, SoundWaitsInTheQueueThatVideoOverTcpFills) {
  const auto median_wait = [&](const std::string& transport, const std::string& rate) {
    const RunRecord record = run(request(experiment("60s", "rate=300k,delay=30ms,queue=50p",
                                                    R"({"name": "media", "kind": "media", "fixed_rate": ")" + rate +
                                                        R"(", "video_transport": ")" + transport + "\"}")));
    std::vector<Duration> waits;
    for (const PacketOutcome& packet : record.packets) {
      const bool audio = !packet.backward && packet.wire_size < DataSize::bytes(150);
      if (audio && packet.fate == Fate::kCarried && packet.at > 10s) waits.push_back(packet.queued);
    }
    std::ranges::sort(waits);
    return waits.at(waits.size() / 2);
  };
  EXPECT_GT(median_wait("tcp", "400k"), 300ms) << "TCP takes more until packets are dropped";
  EXPECT_LT(median_wait("tcp", "150k"), 30ms) << "as long as there is less to send, its queue stays empty";
}

TEST_F(SimLevelTest, ABulkTransferInPlaceOfMediaFillsTheLink) {
  const RunRecord record = run(request(experiment("60s", "rate=1M,delay=50ms,queue=300ms", kMedia), "tcp"));
  const double rate = kilobits_per_second(tally(record, 0, false, {.from = 5s, .to = 60s}).carried, 55s);
  EXPECT_GT(rate, 950);
  EXPECT_LE(rate, 1010);
  EXPECT_GT(tally(record, 0, true).carried, DataSize::bytes(52 * 1000)) << "acknowledgements";
  EXPECT_THAT(record.receivers[0].seconds, IsEmpty());
  EXPECT_FALSE(std::filesystem::exists(root_.path() / "run" / "media.sender.jsonl"));
}

TEST_F(SimLevelTest, TheSameSeedGivesTheSameBytesAndAnotherSeedOthers) {
  const Experiment mixed = experiment("12s", "rate=1M,delay=50ms,jitter=10ms,loss=2%", std::string(kMedia) + R"(,
    {"name": "both", "kind": "media", "both_ways": true, "start": "1s", "stop": "11.5s", "access_delay": "7ms"},
    {"name": "bulk", "kind": "tcp", "start": "2s", "stop": "6s", "variant": "cubic"},
    {"name": "short", "kind": "tcp", "count": 2, "direction": "backward",
     "transfers": {"least": "30kB", "most": "50kB", "mean_idle": "1s"}},
    {"name": "cross", "kind": "udp", "on": "500ms", "off": "500ms", "exponential": true})");
  run(request(mixed, "fixed", 7, "first"));
  run(request(mixed, "fixed", 7, "again"));
  run(request(mixed, "fixed", 8, "other"));
  const auto first = contents(root_.path() / "first");
  EXPECT_THAT(first, SizeIs(8));  // run.json, packets.csv, and two logs and the pictures of each media flow.
  const auto again = contents(root_.path() / "again");
  ASSERT_EQ(first.size(), again.size());
  for (const auto& [name, text] : first) EXPECT_TRUE(again.at(name) == text) << name << " differs";
  const auto other = contents(root_.path() / "other");
  for (const auto& [name, text] : first) EXPECT_FALSE(other.at(name) == text) << name << " does not depend on the seed";
}

TEST_F(SimLevelTest, FlowsStartStopAndGoWhereTheyShould) {
  const RunRecord record = run(request(experiment("20s", "rate=5M,delay=10ms", R"(
    {"name": "there", "kind": "media", "start": "2s", "stop": "10.5s"},
    {"name": "back", "kind": "media", "start": "3s", "stop": "8s", "direction": "backward"},
    {"name": "both", "kind": "media", "start": "4s", "stop": "9s", "both_ways": true},
    {"name": "udp", "kind": "udp", "start": "5s", "stop": "15s", "rate": "100k", "direction": "backward"})")));
  const auto expect_times = [&](std::uint32_t flow, bool backward, Duration start, Duration stop) {
    const Tally seen = tally(record, flow, backward);
    EXPECT_GE(seen.first, start) << flow;
    EXPECT_LT(seen.first, start + 200ms) << flow;
    EXPECT_LT(seen.last, stop + 100ms) << flow;
    EXPECT_GT(seen.last, stop - 200ms) << flow;
  };
  expect_times(0, false, 2s, 10500ms);
  expect_times(1, true, 3s, 8s);
  expect_times(2, false, 4s, 9s);
  expect_times(2, true, 4s, 9s);
  expect_times(3, true, 5s, 15s);
  EXPECT_EQ(tally(record, 3).offered, DataSize());
  EXPECT_NEAR(kilobits_per_second(tally(record, 3, true).carried, 10s), 100, 1);
  // Media one way, and their reports the other.
  EXPECT_GT(tally(record, 1, true).offered, tally(record, 1, false).offered * 3);
  EXPECT_NEAR(tally(record, 2, true).offered / tally(record, 2, false).offered, 1, 0.1);
  // The last line of statistics is of the stop, be it a whole second or not.
  EXPECT_EQ(record.senders[0].seconds.front().at, 3s);
  EXPECT_EQ(record.senders[0].seconds.back().at, 10500ms);
  EXPECT_EQ(record.senders[0].seconds.size(), 9U);
  EXPECT_EQ(record.senders[1].seconds.size(), 5U);
}

TEST_F(SimLevelTest, APauseIsWithoutVideoButNotWithoutSound) {
  const RunRecord record = run(request(experiment("20s", "rate=5M,delay=10ms", R"(
    {"name": "media", "kind": "media", "start": "2s", "pauses": [{"from": "8s", "to": "14s"}]})")));
  const auto at = [&](std::size_t second) { return record.senders[0].seconds.at(second).stats; };
  // Second 6 ends at 9 s of the run, second 10 at 13 s.
  EXPECT_EQ(at(10).video_out.packets_sent, at(6).video_out.packets_sent);
  EXPECT_NEAR(static_cast<double>(at(10).audio_out.packets_sent - at(6).audio_out.packets_sent), 200, 2);
  EXPECT_GT(at(5).video_out.packets_sent, 200U);
  EXPECT_GT(at(17).video_out.packets_sent, at(11).video_out.packets_sent + 200);
  EXPECT_EQ(record.receivers[0].seconds.back().stats.video_in.pli_count, 0U);
}

TEST_F(SimLevelTest, ShortTransfersComeOneAfterAnotherWithTheSizesAsked) {
  const RunRecord record = run(request(experiment("300s", "rate=10M,delay=10ms", R"(
    {"name": "short", "kind": "tcp", "transfers": {"least": "30kB", "most": "50kB", "mean_idle": "3s"}})")));
  // Transfers are apart by far more than a round trip.
  std::vector<double> kilobytes;
  Duration last = -1s;
  for (const PacketOutcome& packet : record.packets) {
    if (packet.backward) continue;
    if (packet.at - last > 250ms) kilobytes.push_back(0);
    kilobytes.back() += static_cast<double>((packet.wire_size - DataSize::bytes(52)).bytes()) / 1000;
    last = packet.at;
  }
  EXPECT_GT(kilobytes.size(), 60U);
  EXPECT_LT(kilobytes.size(), 140U);
  int of_size = 0;
  for (const double size : kilobytes) of_size += size >= 30 && size <= 50 ? 1 : 0;
  // A few follow so soon that they look like one.
  EXPECT_GT(of_size, static_cast<int>(kilobytes.size()) * 8 / 10);
}

TEST_F(SimLevelTest, ARealEncoderGivesTheSameFolderTwice) {
  RunRequest first = request(experiment("3s", "rate=1M,delay=20ms", R"(
    {"name": "media", "kind": "media", "size": "160x90", "fixed_rate": "200k"})"));
  first.header.real_encoder = true;
  RunRequest again = first;
  again.folder = {root_.path() / "again"};
  const RunRecord record = run(first);
  EXPECT_EQ(record.receivers[0].seconds.back().stats.video_in.frame_width, 160);
  ASSERT_TRUE(record.looks[0]);
  ASSERT_THAT(*record.looks[0], SizeIs(testing::Ge(14U))) << "a look each 190 ms";
  EXPECT_EQ(record.looks[0]->front().similarity, 0) << "nothing was on the screen yet";
  EXPECT_GT(record.looks[0]->back().similarity, 0.98) << "a frame off, it would be 0.91";
  run(again);
  EXPECT_TRUE(contents(first.folder.path) == contents(again.folder.path));
  first.camera = "/nowhere.mp4";
  const auto failed = run_sim_level(first);
  ASSERT_FALSE(failed);
  EXPECT_THAT(failed.error().message.text(), HasSubstr("/nowhere.mp4"));
}

TEST_F(SimLevelTest, ProgressIsTold) {
  RunRequest watched = request(experiment("10s", "rate=1M", kMedia));
  std::vector<Duration> told;
  watched.progress = [&told](Duration time) { told.push_back(time); };
  run(watched);
  EXPECT_GE(told.size(), 8U);
  EXPECT_TRUE(std::ranges::is_sorted(told));
  EXPECT_LE(told.back(), 10s);
}

TEST_F(SimLevelTest, ARunThatIsAskedToStopDoesSo) {
  RunRequest stopped = request(experiment("86400s", "rate=1M", kMedia));
  std::stop_source source;
  stopped.stop = source.get_token();
  stopped.progress = [&source](Duration time) {
    if (time >= 2s) source.request_stop();
    ASSERT_LT(time, 4s);
  };
  const auto ran = run_sim_level(stopped);
  ASSERT_FALSE(ran);
  EXPECT_EQ(ran.error().message, kStopped);
}

TEST_F(SimLevelTest, ARunStopsWithinAVirtualSecondOfManyEvents) {
  RunRequest stopped = request(experiment("3600s", "rate=1M", R"({"name": "udp", "kind": "udp", "rate": "50M"})"));
  std::stop_source source;
  source.request_stop();
  stopped.stop = source.get_token();
  stopped.progress = [](Duration time) { FAIL() << to_seconds(time); };
  const auto ran = run_sim_level(stopped);
  ASSERT_FALSE(ran);
  EXPECT_EQ(ran.error().message, kStopped);
}

TEST_F(SimLevelTest, SaysWhatItCannotRun) {
  const RunRequest endless = request(experiment("10s", "", R"({"name": "t", "kind": "tcp"})"));
  const auto checked = check_sim_level(endless.header);
  ASSERT_FALSE(checked);
  EXPECT_EQ(checked.error().kind, ErrorKind::kInvalidArgument);
  EXPECT_THAT(checked.error().message.text(), HasSubstr("without any rate or delay"));
  EXPECT_FALSE(run_sim_level(endless));
  EXPECT_FALSE(std::filesystem::exists(root_.path() / "run"));
}

TEST_F(SimLevelTest, ABuiltInExperimentRuns) {
  const auto found = find_experiments("rfc8867-5.6/queue-300ms");
  ASSERT_TRUE(found) << found.error().message;
  const RunRecord record = run(request(found->front(), "fixed"));
  EXPECT_EQ(record.header.experiment, found->front());
  const Tally media = tally(record, 0);
  const Tally tcp = tally(record, 1);
  // Media without control and TCP, which takes the rest.
  const double together = kilobits_per_second(media.carried + tcp.carried, found->front().duration);
  EXPECT_NEAR(together, 2000, 100);
}

TEST(Levels, SimIsOneOfThem) {
  const Level* sim = find_level("sim");
  ASSERT_NE(sim, nullptr);
  EXPECT_EQ(sim->name, "sim");
  EXPECT_EQ(find_level("nothing"), nullptr);
  std::vector<std::string_view> modes;
  for (const LabMode& mode : lab_modes()) modes.push_back(mode.name);
  EXPECT_THAT(modes, testing::IsSupersetOf({"fixed", "tcp"}));
}

TEST(Levels, ModeTcpReplacesMediaAlone) {
  const LabFlow media{.name = "m", .links = {0}, .start = 3s, .stop = 9s, .load = MediaLoad{}};
  LabFlow expected = media;
  EXPECT_EQ(flow_in_mode(media, "fixed"), media);
  expected.load = TcpLoad{};
  EXPECT_EQ(flow_in_mode(media, "tcp"), expected);
  const LabFlow cross{.name = "c", .links = {0}, .load = CrossLoad{}};
  EXPECT_EQ(flow_in_mode(cross, "tcp"), cross);
}

}  // namespace
}  // namespace counterpoint
