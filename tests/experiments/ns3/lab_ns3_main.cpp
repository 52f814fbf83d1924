// SPDX-License-Identifier: GPL-3.0-or-later
// counterpoint-lab-ns3 FOLDER [CAMERA]: the level "ns3" of the laboratory. FOLDER has a run.json; the rest of a run's
// folder is made. Standard output has a line with the seconds that have been run, now and then.
// This program is for those who build it: ns-3 is under GPL 2 alone, so that the two together cannot be passed on.
#include <cstdio>
#include <cstdlib>

#include "tests/experiments/ns3/ns3_run.h"

namespace {

constexpr int kExitFailed = 1;
constexpr int kExitWrongUse = 2;

void print_progress(counterpoint::Duration done) {
  std::printf("%.3f\n", counterpoint::to_seconds(done));
  std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2 && argc != 3) {
    std::fputs("usage: counterpoint-lab-ns3 FOLDER [CAMERA], where FOLDER has a run.json\n", stderr);
    return kExitWrongUse;
  }
  const counterpoint::Result<void> ran =
      counterpoint::run_in_ns3({argv[1]}, argc == 3 ? argv[2] : "test-card", print_progress);
  if (ran) return EXIT_SUCCESS;
  std::fprintf(stderr, "%s\n", ran.error().message.text().c_str());
  return ran.error().kind == counterpoint::ErrorKind::kInvalidArgument ? kExitWrongUse : kExitFailed;
}
