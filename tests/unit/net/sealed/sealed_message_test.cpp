// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/sealed/sealed_message.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace counterpoint {
namespace {

const UnixTime kNow{std::chrono::milliseconds(1'800'000'000'123)};

const IdentityKey& ada() {
  static const IdentityKey kKey = *IdentityKey::generate();
  return kKey;
}
const IdentityKey& bob() {
  static const IdentityKey kKey = *IdentityKey::generate();
  return kKey;
}
const IdentityKey& eve() {
  static const IdentityKey kKey = *IdentityKey::generate();
  return kKey;
}

SealedMessage note(std::size_t size = 100) {
  return {.kind = SealedMessage::Kind::kCall,
          .id = make_message_id(),
          .made_at = kNow,
          .lifetime = std::chrono::seconds(30),
          .content = Bytes(size, 0x5A)};
}

std::optional<SealedMessage> open(ByteView sealed, const IdentityKey& recipient) {
  const auto letter = open_envelope(sealed, recipient);
  return letter ? open_letter(*letter, recipient) : std::nullopt;
}

TEST(SealedMessage, ItsRecipientLearnsWhoSaysWhat) {
  const SealedMessage said = note();
  const auto letter = open_envelope(*seal(said, ada(), bob().id()), bob());
  ASSERT_TRUE(letter);
  EXPECT_EQ(letter->claimed_sender, ada().id());
  const auto heard = open_letter(*letter, bob());
  ASSERT_TRUE(heard);
  EXPECT_EQ(heard->kind, said.kind);
  EXPECT_EQ(heard->id, said.id);
  EXPECT_EQ(heard->made_at, said.made_at);
  EXPECT_EQ(heard->lifetime, said.lifetime);
  EXPECT_EQ(heard->content, said.content);
}

TEST(SealedMessage, NobodyElseOpensIt) {
  const Bytes sealed = *seal(note(), ada(), bob().id());
  EXPECT_FALSE(open_envelope(sealed, eve()));
  EXPECT_FALSE(open_envelope(sealed, ada()));
}

TEST(SealedMessage, ASenderThatIsClaimedFalselyIsFound) {
  // Eve puts her own letter under Ada's name, and Ada's letter under hers.
  auto letter = *open_envelope(*seal(note(), eve(), bob().id()), bob());
  letter.claimed_sender = ada().id();
  EXPECT_FALSE(open_letter(letter, bob()));
  letter = *open_envelope(*seal(note(), ada(), bob().id()), bob());
  letter.claimed_sender = eve().id();
  EXPECT_FALSE(open_letter(letter, bob()));
  letter.claimed_sender.point.fill(0);
  EXPECT_FALSE(open_letter(letter, bob()));
}

TEST(SealedMessage, ARecipientCannotHandALetterOn) {
  // Bob has a letter of Ada's, and puts it into an envelope for Eve.
  const auto letter = *open_envelope(*seal(note(), ada(), bob().id()), bob());
  EXPECT_TRUE(open_letter(letter, bob()));
  EXPECT_FALSE(open_letter(letter, eve()));
}

TEST(SealedMessage, LengthsSayLittle) {
  std::set<std::size_t> sizes;
  for (std::size_t content = 0; content <= 2000; content += 50) {
    const Bytes sealed = *seal(note(content), ada(), bob().id());
    EXPECT_EQ(sealed.size() % kSealedBlock, 0U);
    sizes.insert(sealed.size());
    EXPECT_EQ(open(sealed, bob())->content.size(), content);
  }
  EXPECT_LE(sizes.size(), 9U);
  EXPECT_LE(seal(note(kMaxSealedContent), ada(), bob().id())->size(), kMaxSealedMessage);
  EXPECT_FALSE(seal(note(kMaxSealedContent + 1), ada(), bob().id()));
}

TEST(SealedMessage, NothingOfItIsInClear) {
  const SealedMessage said = note();
  const Bytes sealed = *seal(said, ada(), bob().id());
  const auto contains = [&](auto begin, std::size_t size) {
    return std::search(sealed.begin(), sealed.end(), begin, begin + static_cast<std::ptrdiff_t>(size)) != sealed.end();
  };
  EXPECT_FALSE(contains(ada().id().point.begin() + 1, 8));
  EXPECT_FALSE(contains(bob().id().point.begin() + 1, 8));
  EXPECT_FALSE(contains(said.content.begin(), 8));
  EXPECT_FALSE(contains(said.id.begin(), 8));
  EXPECT_NE(sealed, *seal(said, ada(), bob().id()));
}

TEST(SealedMessage, AChangedByteSpoilsIt) {
  const Bytes sealed = *seal(note(), ada(), bob().id());
  for (std::size_t i = 0; i < sealed.size(); i += 3) {
    Bytes changed = sealed;
    changed[i] ^= 0x10;
    EXPECT_FALSE(open(changed, bob())) << i;
  }
  EXPECT_FALSE(open(ByteView(sealed).first(sealed.size() - kSealedBlock), bob()));
  EXPECT_FALSE(open({}, bob()));
}

TEST(SealedMessage, ItCountsForItsTimeAndNoLongerThanItsKindAllows) {
  SealedMessage call = note();
  EXPECT_TRUE(is_current(call, kNow + std::chrono::seconds(30)));
  EXPECT_FALSE(is_current(call, kNow + std::chrono::milliseconds(30'001)));
  call.lifetime = std::chrono::hours(1);
  EXPECT_TRUE(is_current(call, kNow + std::chrono::seconds(60)));
  EXPECT_FALSE(is_current(call, kNow + std::chrono::milliseconds(60'001)));
  EXPECT_TRUE(is_current(call, kNow - std::chrono::seconds(60)));
  EXPECT_FALSE(is_current(call, kNow - std::chrono::milliseconds(60'001)));
  call.kind = SealedMessage::Kind::kMissedCall;
  call.lifetime = std::chrono::days(30);
  EXPECT_TRUE(is_current(call, kNow + std::chrono::days(7)));
  EXPECT_FALSE(is_current(call, kNow + std::chrono::days(7) + std::chrono::milliseconds(1)));
}

TEST(SealedMessage, TimesThatCannotBeAreNoMessage) {
  SealedMessage call = note();
  call.made_at = UnixTime(std::chrono::milliseconds(1LL << 60U));
  EXPECT_FALSE(open(*seal(call, ada(), bob().id()), bob()));
  call.made_at = UnixTime(std::chrono::milliseconds(-1));
  EXPECT_FALSE(open(*seal(call, ada(), bob().id()), bob()));
}

}  // namespace
}  // namespace counterpoint
