// SPDX-License-Identifier: GPL-3.0-or-later
// No mode gives a reason for a decision that speaks against its direction, whatever the path does.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "app/files/load_file.h"
#include "app/lab/experiment/experiment_file.h"
#include "app/lab/levels.h"
#include "app/lab/levels/level.h"
#include "core/adaptation/mode/mode.h"
#include "core/log/session_log.h"
#include "tests/support/test_folder.h"

namespace counterpoint {
namespace {

/// The direction for which a person takes a cause.
enum class Direction { kLess, kEither, kMore };

/// The causes by their beginnings.
const std::map<std::string, Direction, std::less<>>& directions() {
  static const std::map<std::string, Direction, std::less<>> kDirections = {
      {"the path has room", Direction::kMore},
      {"the path has become faster", Direction::kMore},
      {"trying how much the path carries", Direction::kMore},
      {"the path carried this: more is tried", Direction::kMore},
      {"no sign of congestion", Direction::kMore},
      {"no packet lost for ", Direction::kMore},
      {"no packet was lost for a round trip", Direction::kMore},
      {"no queue and no loss: the rate grows", Direction::kMore},
      {"the queue drains", Direction::kMore},
      {"the queue has drained", Direction::kMore},
      {"the queue has had the time to drain", Direction::kMore},
      {"steady for long: more is tried", Direction::kMore},
      {"queue and loss are below their reference", Direction::kMore},
      {"less is sent than may be", Direction::kMore},
      {"little waits for the window", Direction::kMore},
      {"more waits for the window than should", Direction::kLess},
      {"nothing arrives: the window starts again", Direction::kLess},
      {"the estimate is higher than at the last decision", Direction::kMore},
      {"one-way delay is rising", Direction::kLess},
      {"the round trip grows", Direction::kLess},
      {"the sound takes longer and longer", Direction::kLess},
      {"the sound's delay is restless", Direction::kLess},
      {"a queue stands on the path", Direction::kLess},
      {"a packet was lost", Direction::kLess},
      {"packets are lost", Direction::kLess},
      {"many packets are lost", Direction::kLess},
      {"queue and loss are above their reference", Direction::kLess},
      {"the queue is longer than half of its target", Direction::kLess},
      {"the queue drains slowly", Direction::kLess},
      {"no report from the peer", Direction::kLess},
      {"the peer is not heard", Direction::kLess},
      {"nothing was heard of the path", Direction::kLess},
      {"video stopped: ", Direction::kLess},
      {"the estimate is lower than at the last decision", Direction::kLess},
      {"a packet was marked",
       Direction::kEither},  // Beside others who fill the queue, the rate may grow in spite of it.
      {"sharing the path with others", Direction::kEither},
      {"a probe told how fast the path is", Direction::kEither},
      {"as much as TCP would get", Direction::kEither},
      {"% of packets lost in ", Direction::kEither},  // TCP may get more than what was sent before.
      {"this is what the path carries", Direction::kEither},
      {"nothing is known of the path yet", Direction::kEither},
      {"a queue stays that is not ours", Direction::kEither},
      {"another size or number of pictures suits the estimate", Direction::kEither},
      {"the mode goes to the nearest point of its set", Direction::kEither},
      {"video is tried again", Direction::kEither},  // It begins at the least, with nothing sent before.
  };
  return kDirections;
}

/// The longest beginning counts, after a figure that stands before it. Nothing for a cause that is not in the list.
std::optional<Direction> direction_of(std::string_view cause) {
  cause.remove_prefix(std::min(cause.find_first_not_of("0123456789. "), cause.size()));
  std::optional<Direction> found;
  std::size_t longest = 0;
  for (const auto& [beginning, direction] : directions()) {
    if (cause.starts_with(beginning) && beginning.size() >= longest) {
      found = direction;
      longest = beginning.size();
    }
  }
  return found;
}

/// The wire of the laboratory's calls: packets of 1228 bytes, and SRTP.
constexpr WireFormat kWire{.max_payload = DataSize::bytes(1146), .packet_overhead = DataSize::bytes(28)};

/// The sum of both changes, as logarithms of ratios: where bits are traded for packets, the larger change counts.
double change(const OperatingPoint& before, const OperatingPoint& after) {
  const PlanePosition from = plane_position(before, kWire);
  const PlanePosition to = plane_position(after, kWire);
  return std::log(to.bit_rate / from.bit_rate) + std::log(to.packet_rate.per_second() / from.packet_rate.per_second());
}

constexpr std::size_t kMaxLog = 64U << 20U;  ///< Bytes.

/// A path that becomes slower, faster, lossy, and that counts packets at last.
constexpr const char* kPath = R"({
  "name": "changes", "title": "A path that changes", "duration": "70s",
  "links": [{"name": "path", "backward": "delay=40ms",
             "forward": "rate=1500k,delay=40ms,queue=300ms,at=15s:rate=400k,at=25s:rate=2M,at=35s:loss=6%,at=45s:loss=0%"},
            {"name": "router", "forward": "rate=10M", "backward": "delay=0ms"}],
  "flows": [{"name": "media", "kind": "media"}]})";

class DecisionCause : public testing::TestWithParam<const Mode*> {
 protected:
  /// Runs the mode and looks at each of its decisions.
  void judge(const Experiment& experiment) {
    const TestFolder own;
    const RunFolder folder{own.path() / "run"};
    const RunRequest request{
        .header = {.experiment = experiment, .mode = std::string(GetParam()->name), .level = "sim", .program = "test"},
        .folder = folder};
    const auto ran = find_level("sim")->run(request);
    ASSERT_TRUE(ran) << ran.error().message;
    const auto text = load_file(folder.sender_log(experiment.flows.front()), kMaxLog);
    ASSERT_TRUE(text) << text.error().message;
    const auto log = parse_session_log(*text);
    ASSERT_TRUE(log) << log.error().message;
    for (const LogRecord& record : log->records) {
      if (const auto* decision = std::get_if<LogDecision>(&record.body)) judge(record.time, *decision);
    }
  }

  int decisions = 0;
  int with_direction = 0;

 private:
  void judge(Duration at, const LogDecision& decision) {
    ++decisions;
    const std::string cause = decision.cause.text();
    const std::optional<Direction> known = direction_of(cause);
    ASSERT_TRUE(known) << "for which direction does \"" << cause << "\" speak?";
    const Direction direction = *known;
    if (direction != Direction::kEither) ++with_direction;
    const double grown = change(decision.from, decision.to);
    const bool fits = grown == 0 || direction == Direction::kEither || (direction == Direction::kMore) == (grown > 0);
    EXPECT_TRUE(fits) << to_seconds(at) << " s: \"" << cause << "\" (" << decision.evidence
                      << "): " << decision.from.frame_size.bytes() << " bytes, "
                      << decision.from.frame_rate.per_second() << " a second -> " << decision.to.frame_size.bytes()
                      << ", " << decision.to.frame_rate.per_second();
  }
};

TEST_P(DecisionCause, DoesNotSpeakAgainstItsDirection) {
  const auto changes = parse_experiment(kPath, {});
  ASSERT_TRUE(changes) << changes.error().message;
  judge(changes->front());
  const auto packets = find_experiments("packet-rate");
  ASSERT_TRUE(packets) << packets.error().message;
  judge(packets->front());
  if (GetParam()->name == "fixed") return;
  EXPECT_GT(with_direction, 3) << "of " << decisions;
}

std::vector<const Mode*> all_modes() {
  std::vector<const Mode*> all;
  for (const Mode& mode : modes()) all.push_back(&mode);
  return all;
}

INSTANTIATE_TEST_SUITE_P(Modes, DecisionCause, testing::ValuesIn(all_modes()), [](const auto& mode) {
  std::string name = "mode_" + std::string(mode.param->name);
  std::ranges::replace(name, '-', '_');
  return name;
});

}  // namespace
}  // namespace counterpoint
