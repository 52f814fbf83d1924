// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/sealed/presence.h"

#include <algorithm>

#include "core/base/byte_reader.h"
#include "core/base/byte_writer.h"

namespace counterpoint {

using NoteKind = PresenceNote::Kind;

Bytes serialize(const PresenceNote& note) {
  ByteWriter writer;
  writer.u8(static_cast<std::uint8_t>(note.kind));
  writer.view(note.inbox.bytes);
  return writer.take();
}

std::optional<PresenceNote> read_presence_note(ByteView content) {
  ByteReader reader(content);
  const std::uint8_t kind = reader.u8();
  PresenceNote note{.kind = static_cast<NoteKind>(kind)};
  const ByteView inbox = reader.view(note.inbox.bytes.size());
  if (!reader.ok() || !reader.rest().empty() || kind > static_cast<std::uint8_t>(NoteKind::kHereAsk))
    return std::nullopt;
  std::ranges::copy(inbox, note.inbox.bytes.begin());
  return note;
}

namespace {

DataSize cost_of(std::size_t notes) {
  return DataSize::bytes(Presence::kNoteCost.bytes() * static_cast<std::int64_t>(notes));
}

}  // namespace

Duration Presence::away_interval(std::size_t all) {
  return std::clamp<Duration>(cost_of(all) / kMaxRate, kMinAwayInterval, kMaxInterval);
}

Duration Presence::interval(std::size_t here, std::size_t away) {
  if (here == 0) return kMinInterval;
  const double part = static_cast<double>(here) / static_cast<double>(here + away);
  const DataRate left = std::max(kMaxRate - cost_of(away) / away_interval(here + away), kMaxRate * part);
  return std::clamp<Duration>(cost_of(here) / left, kMinInterval, kMaxInterval);
}

void Presence::set_contacts(const std::vector<PeerId>& contacts) {
  std::map<PeerId, Contact> wanted;
  for (const PeerId& id : contacts) {
    const auto known = contacts_.find(id);
    wanted.emplace(id, known == contacts_.end() ? Contact() : known->second);
  }
  for (const auto& [id, contact] : contacts_) {
    if (!wanted.contains(id) && contact.news_here) removed_.push_back({.contact = id, .here = false});
  }
  contacts_ = std::move(wanted);
}

void Presence::notice_gap(Timestamp now, UnixTime wall_time) {
  const auto before = std::exchange(polled_at_, std::pair(now, wall_time));
  if (!before) return;
  constexpr Duration kSleep = 1min;
  const Duration awake = now - before->first;
  const Duration slept = wall_time - before->second - awake;
  if (slept < kSleep && awake < kGap) return;
  for (auto& [id, contact] : contacts_) {
    contact.told_at.reset();
    contact.asked_twice = false;
    if (contact.here_until) *contact.here_until -= std::max(slept, Duration::zero());
  }
}

std::optional<NoteKind> Presence::due(const Contact& contact, Timestamp now) const {
  if (!told_) return std::nullopt;
  if (!contact.told_at) return NoteKind::kHereAsk;
  const Duration since = now - *contact.told_at;
  if (contact.doubts == 0 || (contact.doubts == 1 && now - contact.doubted_at >= kAskAgain)) return NoteKind::kHereAsk;
  if (contact.asks) return since >= kAnswerInterval ? std::optional(NoteKind::kHere) : std::nullopt;
  if (contact.here(now)) return since >= contact.again_after ? std::optional(NoteKind::kHere) : std::nullopt;
  const Duration silence = contact.asked_twice ? away_interval(contacts_.size()) : kSecondAsk;
  return since >= silence ? std::optional(NoteKind::kHereAsk) : std::nullopt;
}

void Presence::verify(Timestamp now) {
  for (auto& [id, contact] : contacts_) {
    const bool fresh = contact.heard_at && now - *contact.heard_at < kFresh;
    if (told_ && contact.here(now) && !fresh && contact.doubts < 0) contact.doubts = 0;
  }
}

void Presence::give_up_silent(Timestamp now) {
  for (auto& [id, contact] : contacts_) {
    if (contact.doubts <= 0 || now - contact.doubted_at < kDoubt) continue;
    contact.doubts = -1;
    contact.here_until.reset();
  }
}

std::vector<Presence::Outgoing> Presence::poll(Timestamp now, UnixTime wall_time) {
  notice_gap(now, wall_time);
  give_up_silent(now);
  constexpr Duration kMargin = 10min;
  const auto here = static_cast<std::size_t>(
      std::ranges::count_if(contacts_, [now](const auto& one) { return one.second.here(now); }));
  const Duration again_after = interval(here, contacts_.size() - here);
  const auto lifetime = std::chrono::ceil<std::chrono::seconds>(2 * again_after + kMargin);
  std::vector<Outgoing> notes;
  for (auto& [id, contact] : contacts_) {
    const std::optional<NoteKind> kind = due(contact, now);
    if (!kind || notes.size() >= kPerTurn) continue;
    if (contact.doubts >= 0 && contact.doubts++ == 0) contact.doubted_at = now;
    contact.asked_twice = contact.told_at.has_value();
    contact.told_at = now;
    contact.again_after = again_after;
    contact.asks = false;
    notes.push_back({.to = id, .kind = *kind, .lifetime = lifetime});
  }
  return notes;
}

std::vector<Presence::Outgoing> Presence::leave(Timestamp now) {
  std::vector<Outgoing> notes;
  for (auto& [id, contact] : contacts_) {
    const bool here = contact.here(now);
    contact.here_until.reset();
    const auto told_at = std::exchange(contact.told_at, std::nullopt);
    if (!told_at || (!here && now - *told_at > kKept)) continue;
    notes.push_back({.to = id, .kind = NoteKind::kAway, .lifetime = std::chrono::ceil<std::chrono::seconds>(kKept)});
  }
  return notes;
}

void Presence::handle(const PeerId& from, const SealedMessage& message, Timestamp now, UnixTime wall_time) {
  const auto found = contacts_.find(from);
  const std::optional<PresenceNote> note = read_presence_note(message.content);
  if (!told_ || found == contacts_.end() || !note) return;
  Contact& contact = found->second;
  if (contact.said_at && message.made_at <= *contact.said_at) return;
  contact.said_at = message.made_at;
  contact.heard_at = now;
  contact.doubts = -1;
  contact.inbox = note->inbox;
  contact.asks = note->kind == NoteKind::kHereAsk;
  const Duration age = std::max(wall_time - message.made_at, {});
  const Duration lifetime = std::min(message.lifetime, max_age(message.kind));
  contact.here_until = note->kind == NoteKind::kAway ? std::nullopt : std::optional(now + lifetime - age);
}

void Presence::handle_unreached(const PeerId& contact) {
  const auto found = contacts_.find(contact);
  if (found != contacts_.end()) found->second.here_until.reset();
}

std::vector<Presence::News> Presence::take_news(Timestamp now) {
  std::vector<News> news = std::exchange(removed_, {});
  for (auto& [id, contact] : contacts_) {
    const bool here = contact.here(now);
    if (std::exchange(contact.news_here, here) != here) news.push_back({.contact = id, .here = here});
  }
  return news;
}

std::optional<InboxKey> Presence::inbox_of(const PeerId& contact, Timestamp now) const {
  const auto found = contacts_.find(contact);
  if (found == contacts_.end() || !found->second.here(now)) return std::nullopt;
  return found->second.inbox;
}

}  // namespace counterpoint
