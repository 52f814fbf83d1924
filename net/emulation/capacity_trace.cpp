// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/emulation/capacity_trace.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <utility>

#include "core/base/plain_text.h"

namespace counterpoint {
namespace {

constexpr Duration kMax = std::chrono::hours(24);
constexpr Duration kMinStep = 1us;
constexpr double kMaxRate = 1e12;

constexpr std::string_view kCommaAllowed = "SECONDS,BITS_PER_SECOND, as in 1.5,800000, up to 24 h and 1e12 bit/s";
constexpr std::string_view kMahimahiAllowed = "a whole number of milliseconds up to 24 h";

struct Line {
  std::size_t number = 0;  // It counts from 1.
  std::string_view text;
};

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kBlank = " \t\r";
  const std::size_t first = text.find_first_not_of(kBlank);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kBlank) - first + 1);
}

// Gives the lines of a text that are not empty.
class Lines {
 public:
  explicit Lines(std::string_view text) : rest_(text) {}

  std::optional<Line> next() {
    while (!rest_.empty()) {
      const std::size_t end = std::min(rest_.find('\n'), rest_.size());
      const std::string_view text = trimmed(rest_.substr(0, end));
      rest_.remove_prefix(std::min(end + 1, rest_.size()));
      ++number_;
      if (!text.empty()) return Line{.number = number_, .text = text};
    }
    return std::nullopt;
  }

 private:
  std::string_view rest_;
  std::size_t number_ = 0;
};

Error wrong_line(const Line& line, std::string_view problem, std::string_view allowed) {
  constexpr std::size_t kMaxShown = 60;
  return {.kind = ErrorKind::kInvalidArgument,
          .message = "line " + std::to_string(line.number) + " \"" + make_plain_text(line.text, kMaxShown) + "\" " +
                     std::string(problem) + ": " + std::string(allowed)};
}

template <typename Number>
std::optional<Number> read_whole(std::string_view text) {
  Number value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

// A decimal number of at least 0.
std::optional<double> read_number(std::string_view text) {
  const std::optional<double> value = read_whole<double>(text);
  return value && std::isfinite(*value) && *value >= 0 ? value : std::nullopt;
}

std::optional<CapacityTrace::Step> read_step(std::string_view text) {
  const std::size_t comma = text.find(',');
  if (comma == std::string_view::npos) return std::nullopt;
  const std::optional<double> seconds = read_number(trimmed(text.substr(0, comma)));
  const std::optional<double> rate = read_number(trimmed(text.substr(comma + 1)));
  if (!seconds || !rate || *rate > kMaxRate) return std::nullopt;
  // Far above any time since 1970, far below what overflows.
  if (*seconds > 4e9) return std::nullopt;
  return CapacityTrace::Step{.at = std::llround(*seconds * 1e6) * 1us,
                             .rate = DataRate::bits_per_second(std::llround(*rate))};
}

// Without those that change nothing, so that a period of a trace that changes at all makes as many steps of a path.
void add_step(CapacityTrace& trace, const CapacityTrace::Step& step) {
  if (trace.steps.empty() || trace.steps.back().rate != step.rate) trace.steps.push_back(step);
}

Result<CapacityTrace> read_steps(Lines lines) {
  CapacityTrace trace;
  std::optional<Duration> start;
  Duration last{};
  Duration last_gap = kMax;  // A single rate lasts.
  while (const std::optional<Line> line = lines.next()) {
    std::optional<CapacityTrace::Step> step = read_step(line->text);
    if (!step) return wrong_line(*line, "is wrong", kCommaAllowed);
    if (!start) start = step->at;
    step->at -= *start;
    if (step->at > kMax) return wrong_line(*line, "is too late", "a trace is up to 24 h long");
    if (!trace.steps.empty()) {
      last_gap = step->at - last;
      if (last_gap < kMinStep) {
        return wrong_line(*line, "does not come after the line before", "times rise by at least 1 us");
      }
    }
    last = step->at;
    add_step(trace, *step);
  }
  trace.length = last + last_gap;
  return trace;
}

Result<DeliveryTrace> read_mahimahi(Lines lines) {
  DeliveryTrace trace;
  while (const std::optional<Line> line = lines.next()) {
    const std::optional<std::int64_t> milliseconds = read_whole<std::int64_t>(line->text);
    if (!milliseconds || *milliseconds < 0 || *milliseconds > kMax / 1ms) {
      return wrong_line(*line, "is wrong", kMahimahiAllowed);
    }
    const std::chrono::milliseconds at(*milliseconds);
    if (!trace.at.empty() && at < trace.at.back()) {
      return wrong_line(*line, "is earlier than the line before", "times do not fall");
    }
    if (trace.at.size() == DeliveryTrace::kMaxOpportunities) {
      return wrong_line(*line, "is too many", "at most " + std::to_string(DeliveryTrace::kMaxOpportunities));
    }
    trace.at.push_back(at);
  }
  if (trace.length() == Duration::zero()) {
    return Error{.kind = ErrorKind::kInvalidArgument, .message = "the last line is the trace's length, so it is not 0"};
  }
  return trace;
}

// Appends the trace's rates from 0 to `end`, over and over; false if that is more than `most` steps.
bool repeat(const CapacityTrace& trace, Duration end, std::size_t most, std::vector<PathStep>& steps) {
  for (Duration start{}; start < end; start += trace.length) {
    for (const CapacityTrace::Step& step : trace.steps) {
      const Duration at = start + step.at;
      if (at >= end) return true;
      if (!steps.empty() && steps.back().rate == step.rate) continue;
      if (steps.size() == most) return false;
      steps.push_back({.at = at, .rate = step.rate});
    }
  }
  return true;
}

// A single rate lasts.
Duration end_of_changes(const CapacityTrace& trace, Duration duration) {
  return std::min(duration, trace.steps.size() == 1 ? trace.length : kMax);
}

}  // namespace

Result<RecordedCapacity> parse_capacity_trace(std::string_view text) {
  const std::optional<Line> first = Lines(text).next();
  if (!first) return Error{.kind = ErrorKind::kInvalidArgument, .message = "there are no lines in it"};
  if (first->text.find(',') != std::string_view::npos) {
    Result<CapacityTrace> steps = read_steps(Lines(text));
    if (!steps) return steps.error();
    return RecordedCapacity(std::move(*steps));
  }
  Result<DeliveryTrace> opportunities = read_mahimahi(Lines(text));
  if (!opportunities) return opportunities.error();
  return RecordedCapacity(std::move(*opportunities));
}

Result<std::vector<PathStep>> repeat_trace(const CapacityTrace& trace, Duration duration) {
  std::vector<PathStep> steps;
  if (repeat(trace, end_of_changes(trace, duration), kMaxPathSteps, steps)) return steps;
  return Error{.kind = ErrorKind::kInvalidArgument,
               .message = "it changes more than " + std::to_string(kMaxPathSteps) + " times in " +
                          std::to_string(duration / 1s) + " s: use fewer lines or a shorter time"};
}

CapacityTrace mean_rates(const DeliveryTrace& trace) {
  std::vector<std::int64_t> counts(static_cast<std::size_t>((trace.length() - 1ns) / kMeanRateBin) + 1);
  for (const Duration at : trace.at) {
    // The packet that may leave at the end of a bin, or of all, belongs to what came before it.
    ++counts[static_cast<std::size_t>(std::max(at - 1ns, Duration::zero()) / kMeanRateBin)];
  }
  CapacityTrace means{.steps = {}, .length = trace.length()};
  for (std::size_t bin = 0; bin < counts.size(); ++bin) {
    const Duration at = kMeanRateBin * static_cast<std::int64_t>(bin);
    const DataRate rate = DeliveryTrace::kOpportunity * counts[bin] / std::min(kMeanRateBin, means.length - at);
    add_step(means, {.at = at, .rate = rate});
  }
  return means;
}

std::vector<PathStep> rate_steps(const PathConfig& path, Duration duration) {
  std::vector<PathStep> steps;
  if (!path.opportunities.empty()) {
    const CapacityTrace means = mean_rates(path.opportunities);
    (void)repeat(means, end_of_changes(means, duration), std::numeric_limits<std::size_t>::max(), steps);
    return steps;
  }
  steps.push_back({.at = {}, .rate = path.rate});
  for (const PathStep& step : path.steps) {
    if (step.rate && step.at < duration) steps.push_back({.at = step.at, .rate = step.rate});
  }
  return steps;
}

}  // namespace counterpoint
