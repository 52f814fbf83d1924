// SPDX-License-Identifier: GPL-3.0-or-later
// The cost of frames before anything is done with them, in cores at 30 frames a second.
//
//   capture_bench NAME [WIDTHxHEIGHT [PICTURES]]
//
// NAME as for --camera.
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string>

#include "media/capture/video_source_factory.h"
#include "net/adapters/session_clock.h"

namespace counterpoint {
namespace {

int run(int argc, char** argv) {
  VideoSourceConfig config{.name = argc > 1 ? argv[1] : "test-card", .size = {.width = 1280, .height = 720}};
  if (argc > 2) std::sscanf(argv[2], "%dx%d", &config.size.width, &config.size.height);
  const int pictures = argc > 3 ? std::atoi(argv[3]) : 300;
  auto source = open_video_source(config, session_now);
  if (!source) {
    std::fprintf(stderr, "capture_bench: %s\n", source.error().message.text().c_str());
    return 1;
  }
  const std::clock_t start = std::clock();
  for (int i = 0; i < pictures; ++i) {
    const auto frame = (*source)->read();
    if (!frame || !*frame) {
      std::fprintf(stderr, "capture_bench: the source ended after %d pictures\n", i);
      return 1;
    }
  }
  const double seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  std::printf("{\"source\": \"%s\", \"cores\": %.4f}\n", (*source)->description().text().c_str(),
              seconds * 30 / pictures);
  return 0;
}

}  // namespace
}  // namespace counterpoint

int main(int argc, char** argv) { return counterpoint::run(argc, argv); }
