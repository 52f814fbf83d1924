// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/mutate.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace counterpoint {
namespace {

// Values at which lengths and counts tend to go wrong, and separators of text.
constexpr std::array<std::uint8_t, 16> kTelling = {0, 1, 2, 4, 15, 16, 31, 32, 63, 127, 128, 254, 255, ' ', '\n', ':'};
constexpr std::size_t kMaxPiece = 64;

using Offset = Bytes::difference_type;

std::uint8_t random_byte(Rng& rng) {
  return rng.chance(0.5) ? kTelling[rng.below(kTelling.size())] : static_cast<std::uint8_t>(rng.next());
}

/// A place for an insertion: from the start to behind the end.
Offset random_gap(const Bytes& bytes, Rng& rng) { return static_cast<Offset>(rng.below(bytes.size() + 1)); }

/// A piece of `bytes` of at most kMaxPiece bytes, perhaps empty.
ByteView random_piece(ByteView bytes, Rng& rng) {
  const std::size_t begin = rng.below(bytes.size() + 1);
  return bytes.subspan(begin, std::min(bytes.size() - begin, rng.below(kMaxPiece + 1)));
}

void insert_piece(Bytes& bytes, ByteView piece, Rng& rng) {
  const Bytes copy(piece.begin(), piece.end());  // The piece may be of `bytes` itself.
  bytes.insert(bytes.begin() + random_gap(bytes, rng), copy.begin(), copy.end());
}

/// Writes a piece like insert_piece(), but over the bytes that are there.
void overwrite_with_piece(Bytes& bytes, ByteView piece, Rng& rng) {
  const std::size_t begin = rng.below(bytes.size());
  const std::size_t size = std::min(piece.size(), bytes.size() - begin);
  std::copy_n(piece.begin(), size, bytes.begin() + static_cast<Offset>(begin));
}

void remove_piece(Bytes& bytes, Rng& rng) {
  const Offset begin = random_gap(bytes, rng);
  const auto end = std::min<Offset>(std::ssize(bytes), begin + static_cast<Offset>(rng.below(kMaxPiece)));
  bytes.erase(bytes.begin() + begin, bytes.begin() + end);
}

void change_once(Bytes& bytes, std::span<const Bytes> corpus, Rng& rng) {
  const Bytes& other = corpus[rng.below(corpus.size())];
  if (bytes.empty()) return insert_piece(bytes, random_piece(other, rng), rng);
  switch (rng.below(9)) {
    case 0:
      bytes[rng.below(bytes.size())] ^= static_cast<std::uint8_t>(1U << rng.below(8));
      break;
    case 1:
      bytes[rng.below(bytes.size())] = random_byte(rng);
      break;
    case 2:
      bytes.insert(bytes.begin() + random_gap(bytes, rng), random_byte(rng));
      break;
    case 3:
      remove_piece(bytes, rng);
      break;
    case 4:
      bytes.resize(rng.below(bytes.size()));
      break;
    case 5:
      bytes.resize(bytes.size() + rng.below(bytes.size() + kMaxPiece), random_byte(rng));
      break;
    case 6:
      insert_piece(bytes, random_piece(bytes, rng), rng);
      break;
    case 7:
      insert_piece(bytes, random_piece(other, rng), rng);
      break;
    default:
      overwrite_with_piece(bytes, random_piece(other, rng), rng);
      break;
  }
}

}  // namespace

Bytes mutate(const Bytes& original, std::span<const Bytes> corpus, Rng& rng) {
  Bytes mutant = original;
  for (std::uint64_t changes = 1 + rng.below(4); changes > 0; --changes) change_once(mutant, corpus, rng);
  if (mutant.size() > std::max(original.size(), kMaxMutantSize))
    mutant.resize(std::max(original.size(), kMaxMutantSize));
  return mutant;
}

}  // namespace counterpoint
