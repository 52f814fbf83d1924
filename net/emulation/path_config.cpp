// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/emulation/path_config.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <set>
#include <utility>

#include "core/base/plain_text.h"
#include "core/base/quantity_text.h"

namespace counterpoint {
namespace {

constexpr Duration kMaxDelay = 60s;
constexpr Duration kMaxStepTime = std::chrono::hours(24);
constexpr DataSize kMaxOverhead = DataSize::bytes(1000);
constexpr double kMaxQueuePackets = 1e9;
constexpr double kMaxBurst = 1e6;
// A smaller bucket would never let a full packet pass.
constexpr DataSize kMinPolicerBurst = DataSize::bytes(1500);

struct AqmName {
  Aqm aqm;
  std::string_view name;
};
constexpr std::array<AqmName, 5> kAqmNames = {{{Aqm::kDropTail, "drop_tail"},
                                               {Aqm::kCodel, "codel"},
                                               {Aqm::kFqCodel, "fq_codel"},
                                               {Aqm::kPie, "pie"},
                                               {Aqm::kDualPi2, "dualpi2"}}};

std::optional<double> read_probability(std::string_view text) {
  const bool percent = text.ends_with('%');
  if (percent) text.remove_suffix(1);
  const std::optional<double> value = parse_number(text);
  if (!value || *value > (percent ? 100 : 1)) return std::nullopt;
  return percent ? *value / 100 : *value;
}

std::optional<QueueLimit> read_queue(std::string_view text) {
  if (text == "unlimited") return UnlimitedQueue{};
  if (text == "0") return std::nullopt;
  if (text.ends_with('p')) {
    const std::optional<double> packets = parse_number(text.substr(0, text.size() - 1));
    if (!packets || *packets < 1 || *packets > kMaxQueuePackets || *packets != std::floor(*packets))
      return std::nullopt;
    return PacketCount{std::llround(*packets)};
  }
  if (const std::optional<DataSize> size = parse_size(text, kMaxQueueSize)) return *size;
  if (const std::optional<Duration> time = parse_time(text, kMaxDelay)) return *time;
  return std::nullopt;
}

std::optional<double> read_burst(std::string_view text) {
  const std::optional<double> value = parse_number(text);
  if (!value || (*value != 0 && *value < 1) || *value > kMaxBurst) return std::nullopt;
  return value;
}

std::optional<Aqm> read_aqm(std::string_view text) {
  const auto* const found =
      std::find_if(kAqmNames.begin(), kAqmNames.end(), [text](const AqmName& aqm) { return aqm.name == text; });
  return found == kAqmNames.end() ? std::nullopt : std::optional(found->aqm);
}

std::optional<bool> read_flag(std::string_view text) {
  if (text != "0" && text != "1") return std::nullopt;
  return text == "1";
}

std::optional<std::uint64_t> read_seed(std::string_view text) {
  std::uint64_t seed = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), seed);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return seed;
}

// Sets `field` if there is a value; whether there is.
template <typename T>
bool store(const std::optional<T>& value, T& field) {
  if (value) field = *value;
  return value.has_value();
}

std::optional<Policer::Config> read_policer(std::string_view text) {
  const std::size_t slash = text.find('/');
  if (slash == std::string_view::npos) return std::nullopt;
  const std::optional<DataRate> rate = parse_rate(text.substr(0, slash));
  const std::optional<DataSize> burst = parse_size(text.substr(slash + 1), kMaxQueueSize);
  if (!rate || rate->is_unlimited() || *rate <= DataRate() || !burst || *burst < kMinPolicerBurst) return std::nullopt;
  return Policer::Config{.rate = *rate, .burst = *burst};
}

std::optional<DeliveryTrace> read_opportunities(std::string_view text) {
  DeliveryTrace trace;
  std::chrono::milliseconds at{};
  for (bool more = true; more;) {
    const std::size_t end = std::min(text.find('+'), text.size());
    std::uint32_t gap = 0;
    const auto [rest, error] = std::from_chars(text.data(), text.data() + end, gap);
    if (error != std::errc() || rest != text.data() + end) return std::nullopt;
    at += std::chrono::milliseconds(gap);
    if (at > kMaxStepTime || trace.at.size() == DeliveryTrace::kMaxOpportunities) return std::nullopt;
    trace.at.push_back(at);
    more = end < text.size();
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  if (at == std::chrono::milliseconds::zero()) return std::nullopt;
  return trace;
}

struct Setting {
  std::string_view name;
  std::string_view allowed;
  bool (*read)(std::string_view, PathConfig&);
  bool (*into_step)(const PathConfig&, PathStep&);  ///< Null for what cannot change.
};

constexpr std::string_view kRateAllowed = "a number of bit/s with k, M or G, as in 1.5M, or unlimited";
constexpr std::string_view kPacketRateAllowed = "a number of packets a second, as in 50, or unlimited";
constexpr std::string_view kTimeAllowed = "a time up to 60 s with ns, us, ms or s, as in 50ms";
constexpr std::string_view kProbabilityAllowed = "a probability, as in 1% or 0.01";

constexpr std::array<Setting, 16> kSettings = {{
    {"rate", kRateAllowed, [](std::string_view v, PathConfig& c) { return store(parse_rate(v), c.rate); },
     [](const PathConfig& c, PathStep& s) { return !std::exchange(s.rate, c.rate); }},
    {"packet_rate", kPacketRateAllowed,
     [](std::string_view v, PathConfig& c) { return store(parse_event_rate(v), c.packet_rate); },
     [](const PathConfig& c, PathStep& s) { return !std::exchange(s.packet_rate, c.packet_rate); }},
    {"opportunities", "the gaps between up to 1000000 of them in whole ms, not all 0, up to 24 h in all, as in 0+3+0+1",
     [](std::string_view v, PathConfig& c) { return store(read_opportunities(v), c.opportunities); }, nullptr},
    {"queue", "a time, a size or packets, as in 300ms, 30kB or 10p, or unlimited",
     [](std::string_view v, PathConfig& c) { return store(read_queue(v), c.queue); }, nullptr},
    {"aqm", "drop_tail, codel, fq_codel, pie or dualpi2",
     [](std::string_view v, PathConfig& c) { return store(read_aqm(v), c.aqm); }, nullptr},
    {"ecn", "1 for a queue that marks, or 0",
     [](std::string_view v, PathConfig& c) { return store(read_flag(v), c.ecn); }, nullptr},
    {"policer", "a rate above 0 and a burst of 1500 bytes or more, as in 1M/20kB",
     [](std::string_view v, PathConfig& c) {
       c.policer = read_policer(v);
       return c.policer.has_value();
     },
     nullptr},
    {"delay", kTimeAllowed, [](std::string_view v, PathConfig& c) { return store(parse_time(v, kMaxDelay), c.delay); },
     [](const PathConfig& c, PathStep& s) { return !std::exchange(s.delay, c.delay); }},
    {"jitter", kTimeAllowed,
     [](std::string_view v, PathConfig& c) { return store(parse_time(v, kMaxDelay), c.jitter); },
     [](const PathConfig& c, PathStep& s) { return !std::exchange(s.jitter, c.jitter); }},
    {"loss", kProbabilityAllowed, [](std::string_view v, PathConfig& c) { return store(read_probability(v), c.loss); },
     [](const PathConfig& c, PathStep& s) { return !std::exchange(s.loss, c.loss); }},
    {"burst", "a mean number of packets lost in a row, 1 or more, or 0 for independent losses",
     [](std::string_view v, PathConfig& c) { return store(read_burst(v), c.loss_burst); }, nullptr},
    {"reorder", kProbabilityAllowed,
     [](std::string_view v, PathConfig& c) { return store(read_probability(v), c.reordering); }, nullptr},
    {"reorder_delay", kTimeAllowed,
     [](std::string_view v, PathConfig& c) { return store(parse_time(v, kMaxDelay), c.reordering_delay); }, nullptr},
    {"duplicate", kProbabilityAllowed,
     [](std::string_view v, PathConfig& c) { return store(read_probability(v), c.duplication); }, nullptr},
    {"overhead", "a size up to 1 kB, as in 28B",
     [](std::string_view v, PathConfig& c) { return store(parse_size(v, kMaxOverhead), c.overhead); }, nullptr},
    {"seed", "a whole number", [](std::string_view v, PathConfig& c) { return store(read_seed(v), c.seed); }, nullptr},
}};

std::string_view without_spaces(std::string_view text) {
  while (text.starts_with(' ')) text.remove_prefix(1);
  while (text.ends_with(' ')) text.remove_suffix(1);
  return text;
}

// Cuts off and returns what comes before the first `separator`.
std::string_view take_until(std::string_view& text, char separator) {
  const std::size_t position = std::min(text.find(separator), text.size());
  const std::string_view part = text.substr(0, position);
  text.remove_prefix(std::min(position + 1, text.size()));
  return without_spaces(part);
}

Error path_error(std::string_view item, std::string_view problem, std::string_view allowed) {
  constexpr std::size_t kMaxQuote = 60;
  return {.kind = ErrorKind::kInvalidArgument,
          .message = "path setting \"" + make_plain_text(item, kMaxQuote) + "\" " + std::string(problem) + ": " +
                     std::string(allowed)};
}

std::string names_of_settings(bool in_step) {
  std::string names = "use ";
  for (const Setting& setting : kSettings) {
    if (in_step && setting.into_step == nullptr) continue;
    names += std::string(setting.name) + "=, ";
  }
  return in_step ? names.substr(0, names.size() - 2) : names + "at=TIME:...";
}

const Setting* find_setting(std::string_view name, bool in_step) {
  const auto* const found =
      std::find_if(kSettings.begin(), kSettings.end(), [name](const Setting& setting) { return setting.name == name; });
  if (found == kSettings.end() || (in_step && found->into_step == nullptr)) return nullptr;
  return found;
}

// Reads one NAME=VALUE into `config`; gives the setting it was.
Result<const Setting*> read_setting(std::string_view item, bool in_step, PathConfig& config) {
  std::string_view value = item;
  const std::string_view name = take_until(value, '=');
  const Setting* setting = find_setting(name, in_step);
  if (setting == nullptr) {
    return path_error(item, in_step ? "cannot change on the way" : "is not known", names_of_settings(in_step));
  }
  if (!setting->read(without_spaces(value), config)) {
    return path_error(item, "is wrong", std::string(name) + " is " + std::string(setting->allowed));
  }
  return setting;
}

// Reads "40s:rate=2M+delay=20ms".
Result<PathStep> read_step(std::string_view item, std::string_view text) {
  PathStep step;
  if (!store(parse_time(take_until(text, ':'), kMaxStepTime), step.at) || text.empty()) {
    return path_error(item, "is wrong",
                      "at is a time up to 24 h, a colon and settings, as in at=40s:rate=2M+delay=20ms");
  }
  while (!text.empty()) {
    const std::string_view part = take_until(text, '+');
    PathConfig values;
    const Result<const Setting*> setting = read_setting(part, true, values);
    if (!setting) return setting.error();
    if (!(*setting)->into_step(values, step)) return path_error(part, "is there twice", "give it once a step");
  }
  return step;
}

std::string probability_text(double probability) {
  const std::string percent = to_text(probability * 100) + "%";
  // A percentage is written only if it parses back to the same number.
  const bool exact = percent.size() <= 8 && read_probability(percent) == probability;
  return exact ? percent : to_text(probability);
}

std::string queue_text(const QueueLimit& queue) {
  // Nothing has a unit of its own, but a queue of nothing needs one to be read again.
  if (const auto* size = std::get_if<DataSize>(&queue)) return *size > DataSize() ? to_text(*size) : "0B";
  if (const auto* count = std::get_if<PacketCount>(&queue)) return std::to_string(count->packets) + "p";
  if (const auto* time = std::get_if<Duration>(&queue)) return *time > Duration::zero() ? to_text(*time) : "0ms";
  return "unlimited";
}

std::string aqm_text(Aqm aqm) { return std::string(kAqmNames.at(static_cast<std::size_t>(aqm)).name); }

std::string policer_text(const std::optional<Policer::Config>& policer) {
  return policer ? to_text(policer->rate) + "/" + to_text(policer->burst) : "";
}

std::string opportunities_text(const DeliveryTrace& trace) {
  std::string text;
  std::chrono::milliseconds before{};
  for (const std::chrono::milliseconds at : trace.at) {
    text += (text.empty() ? "" : "+") + std::to_string((at - std::exchange(before, at)).count());
  }
  return text;
}

std::string step_text(const PathStep& step) {
  std::string parts;
  const auto add = [&parts](std::string_view name, const std::string& value) {
    parts += (parts.empty() ? "" : "+") + std::string(name) + "=" + value;
  };
  if (step.rate) add("rate", to_text(*step.rate));
  if (step.packet_rate) add("packet_rate", to_text(step.packet_rate->per_second()));
  if (step.delay) add("delay", to_text(*step.delay));
  if (step.jitter) add("jitter", to_text(*step.jitter));
  if (step.loss) add("loss", probability_text(*step.loss));
  return to_text(step.at) + ":" + parts;
}

}  // namespace

Result<PathConfig> parse_path_config(std::string_view text) {
  PathConfig config;
  std::set<std::string_view> seen;
  const bool blank = without_spaces(text).empty();
  while (!blank && !text.empty()) {
    const std::string_view item = take_until(text, ',');
    if (item.starts_with("at=")) {
      Result<PathStep> step = read_step(item, item.substr(3));
      if (!step) return step.error();
      if (config.steps.size() == kMaxPathSteps) return path_error(item, "is too many", "at most 100000 steps");
      config.steps.push_back(*step);
      continue;
    }
    const Result<const Setting*> setting = read_setting(item, false, config);
    if (!setting) return setting.error();
    if (!seen.insert((*setting)->name).second) return path_error(item, "is there twice", "give it once");
  }
  const auto sets_rate = [](const PathStep& step) { return step.rate || step.packet_rate; };
  const bool has_rate = seen.contains("rate") || seen.contains("packet_rate") ||
                        std::any_of(config.steps.begin(), config.steps.end(), sets_rate);
  if (!config.opportunities.empty() && has_rate) {
    return path_error("opportunities", "is there beside a rate", "give one of them");
  }
  if (config.ecn && config.aqm == Aqm::kDropTail) {
    return path_error("ecn=1", "is there without a queue that marks", "add aqm=codel, fq_codel, pie or dualpi2");
  }
  std::stable_sort(config.steps.begin(), config.steps.end(),
                   [](const PathStep& a, const PathStep& b) { return a.at < b.at; });
  return config;
}

std::string to_string(const PathConfig& config) {
  const PathConfig standard;
  std::string text;
  const auto add = [&text](std::string_view name, bool differs, const std::string& value) {
    if (differs) text += (text.empty() ? "" : ",") + std::string(name) + "=" + value;
  };
  add("rate", config.rate != standard.rate, to_text(config.rate));
  add("packet_rate", config.packet_rate != standard.packet_rate, to_text(config.packet_rate.per_second()));
  add("opportunities", !config.opportunities.empty(), opportunities_text(config.opportunities));
  add("queue", config.queue != standard.queue, queue_text(config.queue));
  add("aqm", config.aqm != standard.aqm, aqm_text(config.aqm));
  add("ecn", config.ecn, "1");
  add("policer", config.policer.has_value(), policer_text(config.policer));
  add("delay", config.delay != standard.delay, to_text(config.delay));
  add("jitter", config.jitter != standard.jitter, to_text(config.jitter));
  add("loss", config.loss != standard.loss, probability_text(config.loss));
  add("burst", config.loss_burst != standard.loss_burst, to_text(config.loss_burst));
  add("reorder", config.reordering != standard.reordering, probability_text(config.reordering));
  add("reorder_delay", config.reordering_delay != standard.reordering_delay, to_text(config.reordering_delay));
  add("duplicate", config.duplication != standard.duplication, probability_text(config.duplication));
  add("overhead", config.overhead != standard.overhead, to_text(config.overhead));
  add("seed", config.seed != standard.seed, std::to_string(config.seed));
  for (const PathStep& step : config.steps) add("at", true, step_text(step));
  return text;
}

}  // namespace counterpoint
