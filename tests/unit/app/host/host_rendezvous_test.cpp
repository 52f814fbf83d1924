// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/host/host_rendezvous.h"

#include <gmock/gmock.h>
#include <poll.h>

#include "net/adapters/session_clock.h"
#include "tests/support/test_folder.h"

namespace counterpoint {
namespace {

using testing::ElementsAre;
using testing::EndsWith;

TEST(HostRendezvous, WritesDownItsNodesOnlyWhenItsHostHasTimeForTheDisk) {
  const TestFolder folder;
  const IdentityKey key = *IdentityKey::generate();
  const auto other = RendezvousNode::open({.address = "127.0.0.1", .discover = false}, session_now());
  ASSERT_TRUE(other);
  const auto host = HostRendezvous::open(
      {.discover = false, .folder = folder.path(), .is_contact = [](const PeerId&) { return false; }}, key,
      session_now());
  ASSERT_TRUE(host);
  (*host)->join({.nodes = {{"127.0.0.1", (*other)->port()}}}, session_now());
  // Reached only when something is wrong.
  for (const Timestamp end = session_now() + 60s; !(*host)->connected() && session_now() < end;) {
    std::vector<pollfd> descriptors;
    for (const int one : (*other)->descriptors()) descriptors.push_back({.fd = one, .events = POLLIN, .revents = 0});
    (*host)->add_descriptors(descriptors);
    (void)::poll(descriptors.data(), descriptors.size(), 10);
    (*other)->poll(session_now());
    (*host)->poll([] { return MediaCapabilities(); }, [](std::unique_ptr<CallSignalling>) {}, session_now());
  }
  ASSERT_TRUE((*host)->connected());
  EXPECT_TRUE(load_rendezvous_memory(folder.path())->nodes.empty()) << "a call may be going on";
  (*host)->remember_nodes();
  EXPECT_THAT(load_rendezvous_memory(folder.path())->nodes,
              ElementsAre(EndsWith(":" + std::to_string((*other)->port()))));
}

}  // namespace
}  // namespace counterpoint
