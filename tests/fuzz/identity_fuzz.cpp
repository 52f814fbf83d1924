// SPDX-License-Identifier: GPL-3.0-or-later
// IDs, links, and files of contacts, recent calls, nodes and missed calls: all that names whom to trust or to call.
#include <string_view>

#include "app/host/rendezvous_store.h"
#include "app/identity/contact_store.h"
#include "app/identity/recent_call_store.h"
#include "core/call/call_link.h"
#include "tests/fuzz/fuzz_check.h"

namespace counterpoint {
namespace {

void check_id(std::string_view text) {
  const auto id = read_peer_id(text);
  if (!id) return;
  FUZZ_CHECK(text.size() == kPeerIdLength);
  FUZZ_CHECK(read_peer_id(to_string(*id)) == id);
}

void check_link(std::string_view text) {
  const auto target = read_call_target(text);
  FUZZ_CHECK(target.ok() || is_call_link(text));
  if (!target || !is_call_link(text)) return;
  FUZZ_CHECK(text.size() <= kMaxCallLink && (!target->address.empty() || target->id));
  // A target is read again from the link that is made of it, unless encoding makes that too long.
  const std::string link = make_call_link(*target);
  const auto again = read_call_link(link);
  FUZZ_CHECK(link.size() > kMaxCallLink || (again.ok() && *again == *target));
}

void check_contacts(std::string_view text) {
  const auto stored = read_contacts(text);
  if (!stored) return;
  const ContactBook& book = stored->book;
  FUZZ_CHECK(book.contacts().size() + stored->unread.size() <= ContactBook::kMaxContacts);
  FUZZ_CHECK(book.addresses().size() <= ContactBook::kMaxAddresses);
  for (const Contact& contact : book.contacts()) {
    FUZZ_CHECK(is_contact_name(contact.name) && book.find_name(contact.name) == &contact);
    FUZZ_CHECK(book.find_id(contact.id) == &contact);
  }
  const auto again = read_contacts(contacts_text(*stored));
  FUZZ_CHECK(again.ok() && again->book.contacts() == book.contacts() && again->book.addresses() == book.addresses());
  FUZZ_CHECK(again->unread == stored->unread);
}

void check_rendezvous(std::string_view text) {
  const auto memory = read_rendezvous_memory(text);
  if (!memory) return;
  FUZZ_CHECK(memory->nodes.size() <= RendezvousMemory::kMaxNodes);
  FUZZ_CHECK(memory->missed_calls.size() <= RendezvousMemory::kMaxMissedCalls);
  const auto again = read_rendezvous_memory(rendezvous_memory_text(*memory));
  FUZZ_CHECK(again.ok() && *again == *memory);
}

void check_recent_calls(std::string_view text) {
  const auto recent = read_recent_calls(text);
  if (!recent) return;
  FUZZ_CHECK(recent->calls().size() <= RecentCalls::kMax);
  const auto again = read_recent_calls(recent_calls_text(*recent));
  FUZZ_CHECK(again.ok() && again->calls().size() == recent->calls().size());
}

}  // namespace
}  // namespace counterpoint

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  counterpoint::check_id(text);
  counterpoint::check_link(text);
  counterpoint::check_contacts(text);
  counterpoint::check_rendezvous(text);
  counterpoint::check_recent_calls(text);
  return 0;
}
