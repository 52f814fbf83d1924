// SPDX-License-Identifier: GPL-3.0-or-later
// rooms_bench [FIRST_SEED [ROOMS [linear|distorting]]]: how echo is taken out in simulated rooms that are drawn at
// random: delays of 0 to 250 ms, reverberation of 0.2 to 0.5 s, other voices in each, clocks of the two devices that
// are up to 0.02 % apart and stamps with up to 50 us of jitter in half of the rooms.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "tests/support/room_conversation.h"

namespace counterpoint {
namespace {

SimulatedRoom draw_room(std::uint64_t seed, bool distorts) {
  Rng rng(seed);
  SimulatedRoom room{.seed = seed};
  room.tail = 0.2 + 0.3 * rng.uniform();
  room.latency = 0.25 * rng.uniform();
  if (distorts) room.distortion = 0.5;
  if (rng.chance(0.5)) {
    room.drift = 2e-4 * (2 * rng.uniform() - 1);
    room.jitter = 50e-6 * rng.uniform();
  }
  return room;
}

double quantile(std::vector<double> values, double share) {
  std::ranges::sort(values);
  return values[static_cast<std::size_t>(std::lround(share * static_cast<double>(values.size() - 1)))];
}

/// One figure of all rooms, and the least that it should be.
struct Figure {
  const char* name;
  double bound;
  double EchoOutcome::*value;
};

void report(const Figure& figure, const std::vector<EchoOutcome>& outcomes) {
  std::vector<double> values;
  for (const EchoOutcome& outcome : outcomes) values.push_back(outcome.*figure.value);
  const auto held = std::ranges::count_if(values, [&](double value) { return value >= figure.bound; });
  std::printf("%-34s at least %5.1f dB in %3ld of %zu rooms; least %5.1f, tenth %5.1f, median %5.1f dB\n", figure.name,
              figure.bound, static_cast<long>(held), values.size(), quantile(values, 0), quantile(values, 0.1),
              quantile(values, 0.5));
}

void measure(std::uint64_t first, std::uint64_t rooms, bool distorts) {
  std::vector<EchoOutcome> outcomes;
  std::printf("%s rooms\n", distorts ? "distorting" : "linear");
  for (std::uint64_t seed = first; seed < first + rooms; ++seed) {
    SimulatedRoom room = draw_room(seed, distorts);
    EchoOutcome outcome = converse(room);
    room.hidden_jump = 0.06;
    room.jump_at = 20;
    outcome.mended_db = converse(room).mended_db;
    std::printf(
        "%6llu: tail %.2f s, latency %3.0f ms, drift %4.0f ppm, jitter %2.0f us: early %5.1f, late %5.1f, near "
        "%5.1f, mended %5.1f dB\n",
        static_cast<unsigned long long>(seed), room.tail, room.latency * 1000, room.drift * 1e6, room.jitter * 1e6,
        outcome.early_db, outcome.late_db, outcome.near_db, outcome.mended_db);
    std::fflush(stdout);
    outcomes.push_back(outcome);
  }
  const std::array<Figure, 4> figures = {
      Figure{"echo from 10 s on, lowered by", distorts ? 27.0 : 38.0, &EchoOutcome::late_db},
      {"the same from 1 to 3 s", 20, &EchoOutcome::early_db},
      {"near voice in double talk", distorts ? -4.5 : -3.0, &EchoOutcome::near_db},
      {"echo 1.5 s after a jump, lowered by", 20, &EchoOutcome::mended_db}};
  for (const Figure& figure : figures) report(figure, outcomes);
}

int run(int argc, char** argv) {
  const std::uint64_t first = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 1000;
  const std::uint64_t rooms = argc > 2 ? std::max(1ULL, std::strtoull(argv[2], nullptr, 10)) : 20;
  const std::string kind = argc > 3 ? argv[3] : "";
  if (kind != "distorting") measure(first, rooms, false);
  if (kind != "linear") measure(first, rooms, true);
  return 0;
}

}  // namespace
}  // namespace counterpoint

int main(int argc, char** argv) { return counterpoint::run(argc, argv); }
