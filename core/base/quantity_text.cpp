// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/quantity_text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <span>

namespace counterpoint {
namespace {

constexpr std::int64_t kMaxRate = 1'000'000'000'000;

struct Unit {
  std::string_view suffix;
  std::int64_t factor;
};
// Each from the largest to the smallest.
constexpr std::array<Unit, 5> kRateUnits = {
    {{"G", 1'000'000'000}, {"M", 1'000'000}, {"k", 1000}, {"K", 1000}, {"", 1}}};
constexpr std::array<Unit, 4> kTimeUnits = {{{"s", 1'000'000'000}, {"ms", 1'000'000}, {"us", 1000}, {"ns", 1}}};
/// Rates that people write may end with one of these.
constexpr std::array<std::string_view, 3> kBitsASecond = {"bit/s", "bit", "bps"};
constexpr std::array<Unit, 16> kFileSizeUnits = {{{"T", 1'000'000'000'000},
                                                  {"G", 1'000'000'000},
                                                  {"M", 1'000'000},
                                                  {"K", 1000},
                                                  {"k", 1000},
                                                  {"TB", 1'000'000'000'000},
                                                  {"GB", 1'000'000'000},
                                                  {"MB", 1'000'000},
                                                  {"KB", 1000},
                                                  {"kB", 1000},
                                                  {"TiB", std::int64_t{1} << 40},
                                                  {"GiB", std::int64_t{1} << 30},
                                                  {"MiB", std::int64_t{1} << 20},
                                                  {"KiB", std::int64_t{1} << 10},
                                                  {"B", 1},
                                                  {"", 1}}};
constexpr std::array<Unit, 3> kSizeUnits = {{{"MB", 1'000'000}, {"kB", 1000}, {"B", 1}}};

std::optional<double> parse_with_unit(std::string_view text, std::span<const Unit> units) {
  const std::size_t digits = std::min(text.find_first_not_of("0123456789."), text.size());
  const std::optional<double> number = parse_number(text.substr(0, digits));
  for (const Unit& unit : units) {
    if (number && unit.suffix == text.substr(digits)) return *number * static_cast<double>(unit.factor);
  }
  return std::nullopt;
}

/// To the nearest whole number, which is what has to be at most `max`: "1.001s" is a bit more than 1001 ms in binary.
std::optional<std::int64_t> rounded(std::optional<double> value, std::int64_t max) {
  if (!value || *value > static_cast<double>(max) + 1) return std::nullopt;
  const std::int64_t whole = std::llround(*value);
  return whole <= max ? std::optional(whole) : std::nullopt;
}

std::string with_unit(std::int64_t value, std::span<const Unit> units) {
  for (const Unit& unit : units) {
    const std::int64_t resolution = std::max<std::int64_t>(unit.factor / 1000, 1);
    if (value < unit.factor || value % resolution != 0) continue;
    return to_text(static_cast<double>(value) / static_cast<double>(unit.factor)) + std::string(unit.suffix);
  }
  return "0";
}

}  // namespace

std::optional<double> parse_number(std::string_view text) {
  if (text.empty() || text.find_first_not_of("0123456789.") != std::string_view::npos) return std::nullopt;
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, std::chars_format::fixed);
  if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value)) return std::nullopt;
  return value;
}

std::optional<DataRate> parse_rate(std::string_view text) {
  if (text == "unlimited") return DataRate::unlimited();
  const auto* const unit =
      std::ranges::find_if(kBitsASecond, [&](std::string_view end) { return text.ends_with(end); });
  if (unit != kBitsASecond.end()) text.remove_suffix(unit->size());
  const auto value = rounded(parse_with_unit(text, kRateUnits), kMaxRate);
  return value ? std::optional(DataRate::bits_per_second(*value)) : std::nullopt;
}

std::optional<EventRate> parse_event_rate(std::string_view text) {
  if (text == "unlimited") return EventRate();
  const std::optional<double> value = parse_with_unit(text, kRateUnits);
  if (!value || *value > static_cast<double>(kMaxRate)) return std::nullopt;
  return EventRate::per_second(*value);
}

std::optional<Duration> parse_time(std::string_view text, Duration max) {
  const auto value = rounded(text == "0" ? 0.0 : parse_with_unit(text, kTimeUnits), max.count());
  return value ? std::optional(Duration(*value)) : std::nullopt;
}

std::optional<DataSize> parse_size(std::string_view text, DataSize max) {
  const auto value = rounded(text == "0" ? 0.0 : parse_with_unit(text, kSizeUnits), max.bytes());
  return value ? std::optional(DataSize::bytes(*value)) : std::nullopt;
}

std::optional<DataSize> parse_file_size(std::string_view text) {
  constexpr std::int64_t kMaxFile = 1'000'000'000'000'000;
  const auto value = rounded(parse_with_unit(text, kFileSizeUnits), kMaxFile);
  return value ? std::optional(DataSize::bytes(*value)) : std::nullopt;
}

std::optional<double> parse_share(std::string_view text) {
  const bool is_percentage = text.ends_with('%');
  if (is_percentage) text.remove_suffix(1);
  const auto number = parse_number(text);
  return number && is_percentage ? *number / 100 : number;
}

std::string to_text(double number) {
  std::array<char, 512> text{};
  const auto result = std::to_chars(text.data(), text.data() + text.size(), number, std::chars_format::fixed);
  return {text.data(), result.ptr};
}

std::string to_text(DataRate rate) {
  return rate.is_unlimited() ? "unlimited" : with_unit(rate.bits_per_second(), kRateUnits);
}

std::string to_text(Duration time) { return with_unit(time.count(), kTimeUnits); }

std::string to_text(DataSize size) { return with_unit(size.bytes(), kSizeUnits); }

}  // namespace counterpoint
