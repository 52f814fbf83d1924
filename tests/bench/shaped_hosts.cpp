// SPDX-License-Identifier: GPL-3.0-or-later
// Two hosts in network namespaces that reach each other through an emulated path, for programs that are to meet on it.
//
//   shaped_hosts FORWARD BACKWARD
//
// Prints one line of JSON: for "left" and "right" the "address" of the host and the "process" that stands in its
// namespace (nsenter --net --target PROCESS COMMAND). The path begins with the first line of the input, forward from
// left to right, and all ends with the input. Needs root.
#include <sys/prctl.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <nlohmann/json.hpp>
#include <string>

#include "app/lab/levels/kernel/router.h"
#include "app/path/path_option.h"

namespace counterpoint {
namespace {

/// Longer than any call of a bench.
constexpr Duration kMax = 3600s;

/// A process that does nothing in the host's namespace until this one ends.
pid_t stand_in(const KernelHost& host) {
  const pid_t process = fork();
  if (process != 0) return process;
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (!host.network.enter()) std::_Exit(EXIT_FAILURE);
  while (true) pause();
}

Result<EmulatedNetwork> make_direction(const char* path) {
  Result<PathConfig> config = read_path_option(path, ".", kMax);
  if (!config) return config.error();
  EmulatedNetwork network({*config});
  network.add_flow({.links = {0}});
  return network;
}

Result<void> run(const char* forward_path, const char* backward_path) {
  Result<EmulatedNetwork> forward = make_direction(forward_path);
  if (!forward) return forward.error();
  Result<EmulatedNetwork> backward = make_direction(backward_path);
  if (!backward) return backward.error();
  const Result<KernelHosts> hosts = KernelHosts::create(1);
  if (!hosts) return hosts.error();
  const pid_t left = stand_in(hosts->left());
  const pid_t right = stand_in(hosts->right());
  if (left < 0 || right < 0) return Error{ErrorKind::kUnavailable, "no process can be started"};
  const nlohmann::ordered_json said = {
      {"left", {{"address", KernelHosts::left_address(0)}, {"process", left}}},
      {"right", {{"address", KernelHosts::right_address(0)}, {"process", right}}},
  };
  std::cout << said.dump() << std::endl;
  Router router(*hosts, std::move(*forward), std::move(*backward), 1);
  std::string line;
  if (!std::getline(std::cin, line)) return {};
  router.start();
  while (std::getline(std::cin, line)) continue;
  const RouterReport report = router.stop();
  std::cerr << report.packets << " packets, written " << to_milliseconds(report.lateness_p99)
            << " ms late at the 99th percentile\n";
  return {};
}

}  // namespace
}  // namespace counterpoint

int main(int argc, char** argv) {
  if (argc != 3) {
    std::fprintf(stderr, "usage: shaped_hosts FORWARD BACKWARD\n");
    return 2;
  }
  const auto ran = counterpoint::run(argv[1], argv[2]);
  if (!ran) std::cerr << "shaped_hosts: " << ran.error().message.text() << '\n';
  return ran ? EXIT_SUCCESS : EXIT_FAILURE;
}
