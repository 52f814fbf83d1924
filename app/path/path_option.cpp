// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/path/path_option.h"

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "net/emulation/capacity_trace.h"

namespace counterpoint {
namespace {

constexpr std::uintmax_t kMaxFileSize = 16'000'000;
constexpr std::string_view kTrace = "trace=";

Error wrong(std::string message) { return {.kind = ErrorKind::kInvalidArgument, .message = std::move(message)}; }

Result<std::string> read_file(const std::filesystem::path& path) {
  std::error_code error;
  const auto refused = [&path](const std::string& reason) {
    return wrong("trace " + path.string() + " cannot be read: " + reason);
  };
  if (!std::filesystem::is_regular_file(path, error)) return refused(error ? error.message() : "it is not a file");
  const std::uintmax_t size = std::filesystem::file_size(path, error);
  if (error || size > kMaxFileSize) return refused(error ? error.message() : "it is larger than 16 MB");
  std::ifstream file(path, std::ios::binary);
  if (!file) return refused("it may not be opened");
  std::string text(size, '\0');
  file.read(text.data(), static_cast<std::streamsize>(size));
  text.resize(static_cast<std::size_t>(file.gcount()));
  return text;
}

Result<RecordedCapacity> read_trace(const std::filesystem::path& path) {
  const Result<std::string> text = read_file(path);
  if (!text) return text.error();
  Result<RecordedCapacity> trace = parse_capacity_trace(*text);
  if (!trace) return wrong("trace " + path.string() + ": " + trace.error().message.text());
  return trace;
}

/// Makes the trace's rates those of the path, until `duration`.
Result<void> add_rates(const CapacityTrace& trace, Duration duration, PathConfig& config) {
  const Result<std::vector<PathStep>> rates = repeat_trace(trace, duration);
  if (!rates) return wrong(rates.error().message.text());
  if (rates->size() + config.steps.size() > kMaxPathSteps) return wrong("there are too many changes beside it");
  if (rates->empty()) return {};
  config.rate = *rates->front().rate;
  std::vector<PathStep> steps;
  std::ranges::merge(std::vector(rates->begin() + 1, rates->end()), config.steps, std::back_inserter(steps), {},
                     &PathStep::at, &PathStep::at);
  config.steps = std::move(steps);
  return {};
}

struct Items {
  std::string others;  // The items for parse_path_config().
  std::optional<std::string> trace;
  bool rate = false;
  bool twice = false;
};

Items split(std::string_view text) {
  Items items;
  for (std::string_view rest = text; !rest.empty();) {
    const std::size_t end = std::min(rest.find(','), rest.size());
    std::string_view item = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    const std::string_view found = item.substr(std::min(item.find_first_not_of(' '), item.size()));
    if (found.starts_with(kTrace)) {
      items.twice = items.trace.has_value();
      items.trace = std::string(found.substr(kTrace.size(), found.find_last_not_of(' ') + 1 - kTrace.size()));
      continue;
    }
    items.rate = items.rate || found.starts_with("rate=");
    items.others += (items.others.empty() ? "" : ",") + std::string(item);
  }
  return items;
}

}  // namespace

Result<PathConfig> read_path_option(std::string_view text, const std::filesystem::path& folder, Duration duration) {
  const Items items = split(text);
  if (!items.trace) return parse_path_config(text);
  if (items.twice) return wrong("path setting \"trace\" is there twice: give it once");
  if (items.trace->empty()) return wrong("path setting \"trace=\" is wrong: trace is the name of a file");
  Result<PathConfig> config = parse_path_config(items.others);
  if (!config) return config;
  const auto sets_rate = [](const PathStep& step) { return step.rate.has_value(); };
  const auto sets_packet_rate = [](const PathStep& step) { return step.packet_rate.has_value(); };
  if (items.rate || std::ranges::any_of(config->steps, sets_rate)) {
    return wrong("path setting \"rate\" is there beside \"trace\": give one of them");
  }
  if (!config->opportunities.empty())
    return wrong("path setting \"opportunities\" is there beside \"trace\": give one of them");
  Result<RecordedCapacity> trace = read_trace(folder / *items.trace);
  if (!trace) return trace.error();
  if (const auto* rates = std::get_if<CapacityTrace>(&*trace)) {
    const Result<void> added = add_rates(*rates, duration, *config);
    if (!added) return wrong("trace " + *items.trace + ": " + added.error().message.text());
    return config;
  }
  if (config->packet_rate != PacketRate() || std::ranges::any_of(config->steps, sets_packet_rate)) {
    return wrong("path setting \"packet_rate\" is there beside a trace of packets: give one of them");
  }
  config->opportunities = std::get<DeliveryTrace>(std::move(*trace));
  return config;
}

}  // namespace counterpoint
