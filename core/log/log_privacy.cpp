// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/log/log_privacy.h"

#include <algorithm>
#include <array>
#include <functional>
#include <string_view>
#include <utility>

#include "core/call/call.h"

namespace counterpoint {
namespace {

constexpr std::array<std::string_view, 4> kHarmlessSettings = {"mode", "codec", "limits", "parameters"};
constexpr std::string_view kLeftOut = "(left out)";

/// The kind of end that `text` begins with: what follows may name a peer.
std::string kind_of_end(const std::string& text) {
  const auto end = find_call_end(std::string_view(text).substr(0, text.find(':')));
  return end ? std::string(to_string(*end)) : std::string();
}

}  // namespace

LogRecord AddressRemover::clean(LogRecord record) {
  if (auto* header = std::get_if<LogHeader>(&record.body)) {
    for (const auto& [name, value] : std::exchange(header->settings, {})) {
      if (std::ranges::find(kHarmlessSettings, name) != kHarmlessSettings.end()) {
        header->settings[name] = value;
      } else {
        record_secret(value);
      }
    }
    std::ranges::sort(secrets_, std::greater<>(), &std::string::size);
    for (auto& [name, value] : header->settings) value = without_secrets(value);
    header->application = without_secrets(header->application);
  } else if (auto* state = std::get_if<LogState>(&record.body)) {
    state->cause = kind_of_end(state->cause);
  } else if (auto* event = std::get_if<LogEvent>(&record.body)) {
    event->name = without_secrets(event->name);
    event->detail.clear();
  } else if (auto* decision = std::get_if<LogDecision>(&record.body)) {
    decision->cause = without_secrets(decision->cause.text());
    decision->evidence = without_secrets(decision->evidence);
  } else if (auto* end = std::get_if<LogEnd>(&record.body)) {
    end->cause = kind_of_end(end->cause);
  }
  return record;
}

void AddressRemover::record_secret(const std::string& setting) {
  // The host part of an address and the file name of a path are removed too.
  const std::size_t colon = setting.rfind(':');
  const std::size_t slash = setting.rfind('/');
  std::vector<std::string> parts = {setting, setting.substr(0, colon)};
  if (slash != std::string::npos) parts.push_back(setting.substr(slash + 1));
  if (colon != std::string::npos && setting.starts_with('[')) parts.push_back(setting.substr(1, colon - 2));
  constexpr std::size_t kTelling = 4;  // Shorter ones are words like "tv" that stand in any text.
  for (std::string& part : parts) {
    if (part.size() >= kTelling) secrets_.push_back(std::move(part));
  }
}

std::string AddressRemover::without_secrets(std::string text) const {
  for (const std::string& secret : secrets_) {
    for (std::size_t at = text.find(secret); at != std::string::npos; at = text.find(secret, at + kLeftOut.size())) {
      text.replace(at, secret.size(), kLeftOut);
    }
  }
  return text;
}

}  // namespace counterpoint
