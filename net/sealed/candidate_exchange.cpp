// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/sealed/candidate_exchange.h"

#include <algorithm>
#include <utility>

#include "core/base/byte_reader.h"
#include "core/base/byte_writer.h"

namespace counterpoint {
namespace {

constexpr std::size_t kNumberSize = 4;
constexpr std::size_t kTimeSize = 4;
constexpr std::size_t kLengthSize = 2;

/// Each number is used for one text alone.
AeadKey key_of(const CandidateInbox& inbox, std::uint32_t number) {
  AeadKey key{.key = inbox.key};
  ByteWriter writer;
  writer.u32(number);
  std::ranges::copy(writer.written(), key.nonce.end() - kNumberSize);
  return key;
}

CandidateInbox read_inbox(ByteReader& reader) {
  CandidateInbox inbox;
  for (InboxKey& one : inbox.inboxes) std::ranges::copy(reader.view(one.bytes.size()), one.bytes.begin());
  std::ranges::copy(reader.view(inbox.key.size()), inbox.key.begin());
  return inbox;
}

}  // namespace

CandidateInboxes CandidateInboxes::split(ByteView material, DtlsRole role) {
  ByteReader reader(material);
  const CandidateInbox client = read_inbox(reader);
  const CandidateInbox server = read_inbox(reader);
  return role == DtlsRole::kClient ? CandidateInboxes{client, server} : CandidateInboxes{server, client};
}

std::optional<Bytes> seal_candidates(const CandidateInbox& inbox, const NumberedCandidates& candidates) {
  constexpr std::size_t kBlock = CandidateExchange::kBlock;
  const std::string& text = candidates.text;
  const std::size_t size = kNumberSize + kTimeSize + kLengthSize + text.size() + kAeadTagSize;
  const std::size_t padding = (kBlock - size % kBlock) % kBlock;
  if (size + padding > CandidateExchange::kMaxValue) return std::nullopt;
  ByteWriter plaintext;
  plaintext.u32(static_cast<std::uint32_t>(candidates.call_time.count()));
  plaintext.u16(static_cast<std::uint16_t>(text.size()));
  plaintext.view({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
  plaintext.zeros(padding);
  const auto sealed = aead_seal(key_of(inbox, candidates.number), {}, plaintext.written());
  if (!sealed) return std::nullopt;
  ByteWriter value;
  value.u32(candidates.number);
  value.view(*sealed);
  return value.take();
}

std::optional<NumberedCandidates> open_candidates(const CandidateInbox& inbox, ByteView value) {
  if (value.size() > CandidateExchange::kMaxValue || value.size() % CandidateExchange::kBlock != 0) return std::nullopt;
  ByteReader reader(value);
  const std::uint32_t number = reader.u32();
  const auto plaintext = aead_open(key_of(inbox, number), {}, reader.rest());
  if (!reader.ok() || !plaintext) return std::nullopt;
  ByteReader opened(*plaintext);
  const std::chrono::seconds call_time(opened.u32());
  const ByteView text = opened.view(opened.u16());
  if (!opened.ok()) return std::nullopt;
  return NumberedCandidates{.number = number, .call_time = call_time, .text = std::string(text.begin(), text.end())};
}

void CandidateExchange::tell(std::string_view description) {
  if (description == told_) return;
  // It may be long ago that it was told before.
  if (told_.empty()) {
    looks_at_ = told_at_ = Timestamp();
    patient_since_.reset();
  }
  told_ = description;
}

std::optional<std::string> CandidateExchange::take_heard() { return std::exchange(untaken_, std::nullopt); }

void CandidateExchange::poll(Rendezvous& rendezvous, Timestamp now) {
  // Without nodes, what is put would be lost, and told again only kTellInterval later.
  if (told_.empty() || !rendezvous.connected()) return;
  if (now >= looks_at_) {
    looks_at_ = now + kLookInterval;
    for (const InboxKey& inbox : inboxes_.peer.inboxes) rendezvous.look_into(inbox);
  }
  if (now < tells_at()) return;
  told_at_ = now;
  if (told_ != sealed_ || call_time() - sealed_at_ >= kSealInterval) seal();
  if (value_.empty()) return;
  for (const InboxKey& inbox : inboxes_.own.inboxes) rendezvous.put(inbox, value_, Keep::kMinutes);
}

void CandidateExchange::seal() {
  sealed_ = told_;
  sealed_at_ = call_time();
  const auto seconds = std::chrono::floor<std::chrono::seconds>(sealed_at_);
  value_ = seal_candidates(inboxes_.own, {.number = ++number_, .call_time = seconds, .text = told_}).value_or(Bytes());
}

bool CandidateExchange::take_impatience(Timestamp now) {
  if (told_.empty()) return false;
  if (!patient_since_) patient_since_ = now;
  if (now < *patient_since_ + kPatience) return false;
  patient_since_ = now;
  looks_at_ = told_at_ = Timestamp();  // Requests that were under way are forgotten.
  return true;
}

void CandidateExchange::handle(const InboxValue& value) {
  if (std::ranges::find(inboxes_.peer.inboxes, value.inbox) == inboxes_.peer.inboxes.end()) return;
  auto opened = open_candidates(inboxes_.peer, value.data);
  if (!opened || opened->number <= heard_) return;
  // The clocks of the two began at the same time, but for a round trip.
  if (std::chrono::abs(call_time() - opened->call_time) > kMaxAge) return;
  heard_ = opened->number;
  untaken_ = std::move(opened->text);
}

Timestamp CandidateExchange::tells_at() const {
  return told_at_ + (told_ == sealed_ ? kTellInterval : kChangeInterval);
}

Timestamp CandidateExchange::next_deadline() const { return told_.empty() ? kNever : std::min(looks_at_, tells_at()); }

}  // namespace counterpoint
