// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/experiment/path_distribution.h"

#include <algorithm>
#include <charconv>
#include <iterator>
#include <utility>
#include <vector>

#include "app/lab/experiment/drawn_capacity.h"
#include "app/lab/experiment/drawn_values.h"
#include "app/lab/experiment/seed_of.h"
#include "core/base/format_text.h"

namespace counterpoint {
namespace {

constexpr PathDistribution kDistributions[] = {
    {"random", "paths of all kinds, from a slow modem's to a fast access's"},
    {"random-wireless", "the same, over cellular links and wireless LANs alone", true, false},
    {"random-shared", "the same, each beside TCP", false, true},
};

constexpr Duration kDuration = 45s;

/// Draws one experiment. Each property has a source of randomness of its own, so that a new one leaves the others as
/// they are.
class Draw {
 public:
  Draw(const PathDistribution& distribution, std::uint64_t number) : distribution_(distribution), number_(number) {}

  [[nodiscard]] Experiment experiment();

 private:
  [[nodiscard]] Rng source(std::string_view property) const { return Rng(seed_of(number_, property)); }
  void draw_capacity(PathConfig& path);
  void draw_delay(LabLink& link);
  void draw_queue(PathConfig& path);
  void draw_management(PathConfig& path);
  void draw_loss(PathConfig& path);
  void draw_jitter(LabLink& link);
  void draw_competitor(std::vector<LabFlow>& flows);
  void tell(const std::string& words) { title_ += (title_.empty() ? "" : ", ") + words; }

  const PathDistribution& distribution_;
  std::uint64_t number_;
  std::string title_;
  double capacity_ = 0;    ///< bit/s, the mean or first one.
  double round_trip_ = 0;  ///< s
};

void Draw::draw_capacity(PathConfig& path) {
  Rng rng = source("capacity");
  path.rate = drawn_rate(log_uniform(rng, 0.1e6, 20e6));
  capacity_ = static_cast<double>(path.rate.bits_per_second());
  const std::string rate = format_text("%.3g Mbit/s", capacity_ / 1e6);
  const double kind = rng.uniform();
  const double constant = distribution_.wireless ? 0 : 0.45;
  const double stepwise = distribution_.wireless ? 0 : 0.6;
  const double cellular = distribution_.wireless ? 0.5 : 0.8;
  if (kind < constant) return tell(rate);
  if (kind < stepwise) {
    path.steps = stepwise_capacity(path.rate, kDuration, rng);
    return tell(rate + " in steps");
  }
  const bool is_cellular = kind < cellular;
  path.steps =
      is_cellular ? cellular_capacity(path.rate, kDuration, rng) : wireless_lan_capacity(path.rate, kDuration, rng);
  tell(rate + (is_cellular ? " cellular" : " wireless LAN"));
}

void Draw::draw_delay(LabLink& link) {
  Rng rng = source("delay");
  link.forward.delay = drawn_time(log_uniform(rng, 0.005, 0.6) / 2);
  link.backward.delay = link.forward.delay;
  round_trip_ = 2 * to_seconds(link.forward.delay);
  tell(format_text("RTT %.0f ms", 1000 * round_trip_));
}

void Draw::draw_queue(PathConfig& path) {
  constexpr double kMinPackets = 4;
  constexpr double kPacket = 1500;     // bytes
  constexpr double kMinQueue = 0.005;  // s
  constexpr double kMaxQueue = 1.5;    // s
  Rng rng = source("queue");
  const double time = std::clamp(log_uniform(rng, 0.2, 10) * round_trip_, kMinQueue, kMaxQueue);
  const double bytes = std::max(kMinPackets * kPacket, time * capacity_ / 8);
  path.queue = DataSize::bytes(std::llround(bytes));
  tell(format_text("queue %.0f ms", 8000 * bytes / capacity_));
}

void Draw::draw_management(PathConfig& path) {
  Rng rng = source("management");
  const double kind = rng.uniform();
  if (kind < 0.65) return;
  if (kind < 0.75) {
    const DataRate rate = drawn_rate(capacity_ * log_uniform(rng, 0.5, 1));
    const double burst = std::max(10e3, static_cast<double>(rate.bits_per_second()) / 8 * log_uniform(rng, 0.02, 0.3));
    path.policer = {.rate = rate, .burst = DataSize::bytes(std::llround(burst))};
    return tell(format_text("policed at %.3g Mbit/s", rate.kilobits_per_second() / 1e3));
  }
  path.aqm = kind < 0.84 ? Aqm::kCodel : kind < 0.93 ? Aqm::kFqCodel : Aqm::kPie;
  tell(kind < 0.84 ? "CoDel" : kind < 0.93 ? "FQ-CoDel" : "PIE");
}

void Draw::draw_loss(PathConfig& path) {
  constexpr double kClean = 0.75;
  constexpr double kBurst = 3;  // packets
  Rng rng = source("loss");
  if (rng.chance(kClean)) return;
  path.loss = std::round(log_uniform(rng, 0.001, 0.05) * 1e4) / 1e4;
  const bool bursty = rng.chance(0.5);
  if (bursty) path.loss_burst = kBurst;
  tell(format_text("%.2g %% lost", 100 * path.loss) + (bursty ? " in bursts" : ""));
}

void Draw::draw_jitter(LabLink& link) {
  constexpr double kSteady = 0.6;
  Rng rng = source("jitter");
  if (rng.chance(kSteady)) return;
  const Duration jitter = std::min(drawn_time(log_uniform(rng, 0.002, 0.04)), link.forward.delay);
  link.forward.jitter = jitter;
  link.backward.jitter = jitter;
  tell(format_text("jitter %.0f ms", to_milliseconds(jitter)));
}

void Draw::draw_competitor(std::vector<LabFlow>& flows) {
  constexpr double kAlone = 0.55;
  constexpr std::size_t kShortFlows = 10;  // RFC 8867, 5.7, has ten, too.
  Rng rng = source("competitor");
  const double kind = distribution_.competition ? kAlone + (1 - kAlone) * rng.uniform() : rng.uniform();
  if (kind < kAlone) return;
  const Duration start = drawn_time(5 + 10 * rng.uniform());
  const Duration stop = drawn_time(30 + 15 * rng.uniform());
  const auto add = [&](const std::string& name, const TcpLoad& load) {
    flows.push_back({.name = name, .links = {0}, .start = start, .stop = stop, .load = load});
  };
  if (kind < 0.7) {
    add("reno", {.variant = TcpVariant::kReno});
    return tell("beside Reno");
  }
  if (kind < 0.85) {
    add("cubic", {.variant = TcpVariant::kCubic});
    return tell("beside Cubic");
  }
  const TcpLoad::Transfers transfers{
      .min_size = DataSize::bytes(30'000), .max_size = DataSize::bytes(50'000), .mean_idle = 10s};
  for (std::size_t i = 1; i <= kShortFlows; ++i) {
    add("short-" + std::to_string(i), {.variant = TcpVariant::kReno, .transfers = transfers});
  }
  tell("beside short transfers");
}

Experiment Draw::experiment() {
  LabLink link{.name = "bottleneck"};
  std::vector<LabFlow> flows{{.name = "media",
                              .links = {0},
                              .stop = kDuration,
                              .load = MediaLoad{.min_rate = DataRate::kilobits_per_second(40),
                                                .max_rate = DataRate::kilobits_per_second(2500),
                                                .start_rate = DataRate::kilobits_per_second(300)}}};
  draw_capacity(link.forward);
  draw_delay(link);
  draw_queue(link.forward);
  draw_management(link.forward);
  draw_loss(link.forward);
  draw_jitter(link);
  draw_competitor(flows);
  return {.name = std::string(distribution_.name),
          .case_name = std::to_string(number_),
          .title = title_,
          .source = "drawn",
          .duration = kDuration,
          .links = {link},
          .flows = flows};
}

}  // namespace

std::span<const PathDistribution> path_distributions() { return kDistributions; }

const PathDistribution* find_distribution(std::string_view name) {
  const auto* const found = std::ranges::find(kDistributions, name, &PathDistribution::name);
  return found == std::end(kDistributions) ? nullptr : found;
}

Experiment drawn_experiment(const PathDistribution& distribution, std::uint64_t number) {
  return Draw(distribution, number).experiment();
}

Result<std::optional<Experiment>> find_drawn_experiment(std::string_view name) {
  const std::size_t slash = name.find('/');
  const PathDistribution* distribution = find_distribution(name.substr(0, slash));
  if (distribution == nullptr) return std::optional<Experiment>();
  const std::string_view text = slash == std::string_view::npos ? std::string_view() : name.substr(slash + 1);
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool plain = error == std::errc() && end == text.data() + text.size() && std::to_string(number) == text;
  if (plain && number <= kMaxDraw) return std::optional(drawn_experiment(*distribution, number));
  return Error{ErrorKind::kInvalidArgument,
               "there is no experiment \"" + std::string(name) + "\": expected " + std::string(distribution->name) +
                   "/N, with N the number of a draw, from 0 to " + std::to_string(kMaxDraw)};
}

}  // namespace counterpoint
