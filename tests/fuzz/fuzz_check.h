// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

/// Entry point of every fuzz target: tries one input, and aborts when an invariant does not hold. The name is
/// libFuzzer's.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

/// Unlike assert(), in every build.
#define FUZZ_CHECK(condition)                                                                                \
  do {                                                                                                       \
    if (!(condition)) {                                                                                      \
      static_cast<void>(std::fprintf(stderr, "%s:%d: does not hold: %s\n", __FILE__, __LINE__, #condition)); \
      std::abort();                                                                                          \
    }                                                                                                        \
  } while (false)
