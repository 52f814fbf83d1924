// SPDX-License-Identifier: GPL-3.0-or-later
// All that engine_text() knows. A place (%1, %2, ... in this order) takes any text, which is translated in its turn;
// one of a figure (%L1, %L2, ...) takes a number or the size of a picture, which is written as the language has it. The
// first phrase that fits is taken.
#pragma once

#include <span>

namespace counterpoint {

/// Causes of decisions, summaries of modes and what their parameters are for; no two fit the same text.
[[nodiscard]] std::span<const char* const> adaptation_phrases();
/// Notices and errors, and names of devices: those that hold another one come first.
[[nodiscard]] std::span<const char* const> notice_phrases();

/// What the engine says to people at a terminal, and what a window says instead.
struct Rewording {
  const char* engine;
  const char* window;
};
[[nodiscard]] std::span<const Rewording> rewordings();

}  // namespace counterpoint
