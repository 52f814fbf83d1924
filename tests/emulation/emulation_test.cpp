// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/emulation/emulation_test.h"

#include <charconv>
#include <cstdio>
#include <future>

#include "app/lab/levels/kernel/kernel_hosts.h"

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

/// Carries out the cases and prints what they found; gives those that failed.
std::vector<const EmulationCase*> run_once(const std::vector<const EmulationCase*>& cases,
                                           const EmulationOptions& options) {
  std::vector<const EmulationCase*> failed;
  std::vector<std::future<Result<CaseResult>>> running;
  for (const EmulationCase* one : cases) {
    running.push_back(std::async(options.parallel ? std::launch::async : std::launch::deferred,
                                 [one, &options] { return one->run(options); }));
  }
  for (std::size_t i = 0; i < cases.size(); ++i) {
    const Result<CaseResult> result = running[i].get();
    const CaseResult found = result ? *result : CaseResult{.figures = {}, .failures = {result.error().message.text()}};
    const bool fine = found.failures.empty();
    std::printf("%-8s%s: %s\n", fine ? "ok" : "FAILED", cases[i]->name.c_str(), found.figures.c_str());
    for (const std::string& failure : found.failures) std::printf("        %s\n", failure.c_str());
    std::fflush(stdout);
    if (!fine) failed.push_back(cases[i]);
  }
  return failed;
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
  std::vector<const EmulationCase*> chosen;
  for (const EmulationCase& one : cases) {
    if (one.name.find(parsed->only) != std::string::npos) chosen.push_back(&one);
  }
  std::vector<const EmulationCase*> failed = chosen;
  for (int attempt = 0; attempt < parsed->attempts && !failed.empty(); ++attempt) failed = run_once(failed, *parsed);
  std::printf("%zu cases, %zu failed\n", chosen.size(), failed.size());
  return failed.empty() && !chosen.empty() ? kFine : kFailed;
}

std::optional<std::string> why_no_kernel_hosts() {
  const Result<KernelHosts> hosts = KernelHosts::create(1);
  return hosts ? std::nullopt : std::optional(hosts.error().message.text());
}

std::string figure(double value, int digits) {
  char text[64];
  std::snprintf(text, sizeof text, "%.*f", digits, value);
  return text;
}

}  // namespace counterpoint
