// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/emulation/emulation_test.h"

#include <charconv>
#include <cstdio>

#include "app/lab/kernel/kernel_hosts.h"

namespace counterpoint {
namespace {

constexpr int kFine = 0;
constexpr int kFailed = 1;
constexpr int kWrongUse = 2;
constexpr int kSkipped = 77;

template <typename Number>
std::optional<Number> parse_positive(const std::string& text) {
  Number number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool whole = error == std::errc() && end == text.data() + text.size();
  return whole && number > 0 && number < 100'000 ? std::optional(number) : std::nullopt;
}

std::optional<EmulationOptions> parse(const std::vector<std::string>& arguments, EmulationOptions options) {
  for (std::size_t i = 0; i + 1 < arguments.size(); i += 2) {
    const std::string& value = arguments[i + 1];
    if (arguments[i] == "--duration") {
      const auto seconds = parse_positive<double>(value);
      if (!seconds) return std::nullopt;
      options.duration = from_seconds(*seconds);
    } else if (arguments[i] == "--attempts") {
      const auto attempts = parse_positive<int>(value);
      if (!attempts) return std::nullopt;
      options.attempts = *attempts;
    } else if (arguments[i] == "--only") {
      options.only = value;
    } else {
      return std::nullopt;
    }
  }
  return arguments.size() % 2 == 0 ? std::optional(options) : std::nullopt;
}

bool run_case(const EmulationCase& one, const EmulationOptions& options) {
  for (int attempt = 1; attempt <= options.attempts; ++attempt) {
    Result<CaseResult> result = one.run(options);
    const CaseResult found = result ? *result : CaseResult{.figures = {}, .failures = {result.error().message}};
    std::printf("%-8s%s: %s\n", found.failures.empty() ? "ok" : "FAILED", one.name.c_str(), found.figures.c_str());
    for (const std::string& failure : found.failures) std::printf("        %s\n", failure.c_str());
    std::fflush(stdout);
    if (found.failures.empty()) return true;
  }
  return false;
}

}  // namespace

int run_emulation_cases(const std::vector<std::string>& arguments, EmulationOptions options,
                        const std::vector<EmulationCase>& cases, const std::optional<std::string>& why_not) {
  const std::optional<EmulationOptions> parsed = parse(arguments, std::move(options));
  if (!parsed) {
    std::fputs("expected [--duration SECONDS] [--attempts N] [--only TEXT]\n", stderr);
    return kWrongUse;
  }
  if (why_not) {
    std::printf("skipped: %s\n", why_not->c_str());
    return kSkipped;
  }
  int run = 0;
  int failed = 0;
  for (const EmulationCase& one : cases) {
    if (one.name.find(parsed->only) == std::string::npos) continue;
    ++run;
    if (!run_case(one, *parsed)) ++failed;
  }
  std::printf("%d cases, %d failed\n", run, failed);
  return failed == 0 && run > 0 ? kFine : kFailed;
}

std::optional<std::string> why_no_kernel_hosts() {
  const Result<KernelHosts> hosts = KernelHosts::create(1);
  return hosts ? std::nullopt : std::optional(hosts.error().message);
}

std::string figure(double value, int digits) {
  char text[64];
  std::snprintf(text, sizeof text, "%.*f", digits, value);
  return text;
}

}  // namespace counterpoint
