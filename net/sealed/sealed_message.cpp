// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/sealed/sealed_message.h"

#include <algorithm>
#include <string_view>
#include <tuple>
#include <utility>

#include "core/base/byte_reader.h"
#include "core/base/byte_writer.h"
#include "net/sealed/hpke.h"
#include "net/secure/random_bytes.h"

namespace counterpoint {
namespace {

constexpr std::string_view kEnvelopeInfo = "counterpoint/2 envelope";
constexpr std::string_view kLetterInfo = "counterpoint/2 letter";
constexpr std::uint8_t kFormat = 1;
/// Format, kind, id, time, lifetime and length of the content.
constexpr std::size_t kHeaderSize = 1 + 1 + 16 + 8 + 4 + 2;
constexpr std::size_t kIdSize = sizeof(PeerId::point);
constexpr std::size_t kSealedOverhead = kHpkeOverhead + kIdSize + kHpkeOverhead + kHeaderSize;
static_assert(kMaxSealedContent + kSealedOverhead <= kMaxSealedMessage);

/// Two clocks that are set differ by less.
constexpr std::chrono::seconds kClockTolerance{60};

ByteView view_of(std::string_view text) { return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()}; }

std::size_t padding_for(std::size_t content) {
  return (kSealedBlock - (content + kSealedOverhead) % kSealedBlock) % kSealedBlock;
}

Bytes plaintext_of(const SealedMessage& message) {
  ByteWriter writer;
  writer.u8(kFormat);
  writer.u8(static_cast<std::uint8_t>(message.kind));
  writer.view(message.id);
  writer.u64(static_cast<std::uint64_t>(message.made_at.time_since_epoch().count()));
  writer.u32(static_cast<std::uint32_t>(message.lifetime.count()));
  writer.u16(static_cast<std::uint16_t>(message.content.size()));
  writer.view(message.content);
  writer.zeros(padding_for(message.content.size()));
  return writer.take();
}

std::optional<SealedMessage> read_plaintext(ByteView plaintext) {
  ByteReader reader(plaintext);
  const std::uint8_t format = reader.u8();
  const std::uint8_t kind = reader.u8();
  SealedMessage message{.kind = static_cast<SealedMessage::Kind>(kind)};
  const ByteView id = reader.view(message.id.size());
  const std::uint64_t made_at = reader.u64();
  message.lifetime = std::chrono::seconds(reader.u32());
  const std::size_t size = reader.u16();
  const ByteView content = reader.view(size);
  const ByteView padding = reader.rest();
  constexpr std::uint64_t kLastTime = 1ULL << 52U;  // Some 140000 years, so that no sum overflows.
  const bool known = kind >= static_cast<std::uint8_t>(SealedMessage::Kind::kCall) &&
                     kind <= static_cast<std::uint8_t>(SealedMessage::Kind::kMissedCall);
  const bool fine = reader.ok() && format == kFormat && known && made_at <= kLastTime && size <= kMaxSealedContent &&
                    padding.size() < kSealedBlock &&
                    std::ranges::all_of(padding, [](std::uint8_t byte) { return byte == 0; });
  if (!fine) return std::nullopt;
  std::ranges::copy(id, message.id.begin());
  message.made_at = UnixTime(std::chrono::milliseconds(made_at));
  message.content.assign(content.begin(), content.end());
  return message;
}

}  // namespace

std::chrono::seconds max_age(SealedMessage::Kind kind) {
  switch (kind) {
    case SealedMessage::Kind::kCall:
      return std::chrono::seconds(60);
    case SealedMessage::Kind::kPresence:
    case SealedMessage::Kind::kMissedCall:
      return std::chrono::days(7);
  }
  return {};
}

bool is_current(const SealedMessage& message, UnixTime now) {
  const auto age = now - message.made_at;
  return age <= std::min(message.lifetime, max_age(message.kind)) && age >= -kClockTolerance;
}

SealedMessage::Id make_message_id() { return random_bytes<std::tuple_size_v<SealedMessage::Id>>(); }

Result<Bytes> seal(const SealedMessage& message, const IdentityKey& sender, const PeerId& recipient) {
  const KeyHandle to = public_key_of(recipient);
  if (!to || message.content.size() > kMaxSealedContent) {
    return Error{ErrorKind::kInvalidArgument, counterpoint::message("the message is too long, or for no key")};
  }
  const Result<KeyHandle> inner_key = make_hpke_key();
  const Result<KeyHandle> outer_key = make_hpke_key();
  if (!inner_key) return inner_key.error();
  if (!outer_key) return outer_key.error();
  const Result<Bytes> letter = hpke_seal({.ephemeral = inner_key->get(), .recipient = to.get(), .sender = sender.key()},
                                         {.info = view_of(kLetterInfo)}, plaintext_of(message));
  if (!letter) return letter.error();
  Bytes envelope(sender.id().point.begin(), sender.id().point.end());
  envelope.insert(envelope.end(), letter->begin(), letter->end());
  return hpke_seal({.ephemeral = outer_key->get(), .recipient = to.get()}, {.info = view_of(kEnvelopeInfo)}, envelope);
}

std::optional<SealedLetter> open_envelope(ByteView sealed, const IdentityKey& recipient) {
  if (sealed.size() % kSealedBlock != 0 || sealed.size() > kMaxSealedMessage) return std::nullopt;
  const auto envelope = hpke_open({.recipient = recipient.key()}, {.info = view_of(kEnvelopeInfo)}, sealed);
  if (!envelope || envelope->size() < kIdSize + kHpkeOverhead + kHeaderSize) return std::nullopt;
  SealedLetter letter;
  std::copy_n(envelope->begin(), kIdSize, letter.claimed_sender.point.begin());
  letter.letter.assign(envelope->begin() + kIdSize, envelope->end());
  return letter;
}

std::optional<SealedMessage> open_letter(const SealedLetter& letter, const IdentityKey& recipient) {
  const KeyHandle sender = public_key_of(letter.claimed_sender);
  if (!sender) return std::nullopt;
  const auto plaintext =
      hpke_open({.recipient = recipient.key(), .sender = sender.get()}, {.info = view_of(kLetterInfo)}, letter.letter);
  return plaintext ? read_plaintext(*plaintext) : std::nullopt;
}

}  // namespace counterpoint
