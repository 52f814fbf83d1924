// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/call/authentication_words.h"

#include "core/base/message.h"

namespace counterpoint {
namespace {

constexpr unsigned kBitsOfWord = 6;
/// Short words that sound unlike each other; docs/PROTOCOL.md has the same list.
constexpr std::array<AuthenticationWord, 1U << kBitsOfWord> kWords = {{
    {translatable("apple"), U'\U0001F34E'},    {translatable("balloon"), U'\U0001F388'},
    {translatable("banana"), U'\U0001F34C'},   {translatable("bee"), U'\U0001F41D'},
    {translatable("bell"), U'\U0001F514'},     {translatable("bicycle"), U'\U0001F6B2'},
    {translatable("boat"), U'\U000026F5'},     {translatable("book"), U'\U0001F4D6'},
    {translatable("bread"), U'\U0001F35E'},    {translatable("bridge"), U'\U0001F309'},
    {translatable("bus"), U'\U0001F68C'},      {translatable("cactus"), U'\U0001F335'},
    {translatable("cake"), U'\U0001F382'},     {translatable("camel"), U'\U0001F42B'},
    {translatable("camera"), U'\U0001F4F7'},   {translatable("candle"), U'\U0001F56F'},
    {translatable("carrot"), U'\U0001F955'},   {translatable("castle"), U'\U0001F3F0'},
    {translatable("cheese"), U'\U0001F9C0'},   {translatable("cherry"), U'\U0001F352'},
    {translatable("clover"), U'\U0001F340'},   {translatable("cow"), U'\U0001F42E'},
    {translatable("crab"), U'\U0001F980'},     {translatable("crown"), U'\U0001F451'},
    {translatable("dice"), U'\U0001F3B2'},     {translatable("dolphin"), U'\U0001F42C'},
    {translatable("dragon"), U'\U0001F432'},   {translatable("drum"), U'\U0001F941'},
    {translatable("duck"), U'\U0001F986'},     {translatable("eagle"), U'\U0001F985'},
    {translatable("egg"), U'\U0001F95A'},      {translatable("elephant"), U'\U0001F418'},
    {translatable("fire"), U'\U0001F525'},     {translatable("fish"), U'\U0001F41F'},
    {translatable("flag"), U'\U0001F6A9'},     {translatable("fox"), U'\U0001F98A'},
    {translatable("frog"), U'\U0001F438'},     {translatable("ghost"), U'\U0001F47B'},
    {translatable("gift"), U'\U0001F381'},     {translatable("glasses"), U'\U0001F453'},
    {translatable("globe"), U'\U0001F30D'},    {translatable("guitar"), U'\U0001F3B8'},
    {translatable("hammer"), U'\U0001F528'},   {translatable("heart"), U'\U00002764'},
    {translatable("horse"), U'\U0001F434'},    {translatable("key"), U'\U0001F511'},
    {translatable("lemon"), U'\U0001F34B'},    {translatable("lion"), U'\U0001F981'},
    {translatable("moon"), U'\U0001F319'},     {translatable("owl"), U'\U0001F989'},
    {translatable("pencil"), U'\U0000270F'},   {translatable("penguin"), U'\U0001F427'},
    {translatable("pig"), U'\U0001F437'},      {translatable("rainbow"), U'\U0001F308'},
    {translatable("ring"), U'\U0001F48D'},     {translatable("rocket"), U'\U0001F680'},
    {translatable("snail"), U'\U0001F40C'},    {translatable("star"), U'\U00002B50'},
    {translatable("sun"), U'\U00002600'},      {translatable("tiger"), U'\U0001F42F'},
    {translatable("tree"), U'\U0001F333'},     {translatable("turtle"), U'\U0001F422'},
    {translatable("umbrella"), U'\U00002602'}, {translatable("whale"), U'\U0001F433'},
}};

}  // namespace

std::array<AuthenticationWord, kAuthenticationWords> authentication_words(std::uint64_t value) {
  std::array<AuthenticationWord, kAuthenticationWords> words{};
  for (std::size_t i = words.size(); i > 0; --i, value >>= kBitsOfWord) words[i - 1] = kWords[value % kWords.size()];
  return words;
}

std::string emoji_text(const AuthenticationWord& word) {
  const auto byte = [&word](unsigned mark, unsigned shift) {
    return static_cast<char>(mark | (static_cast<std::uint32_t>(word.emoji) >> shift & 0x3FU));
  };
  // Each is beyond U+0800, so it takes three or four bytes (RFC 3629, section 3).
  if (word.emoji < 0x10000) return {byte(0xE0, 12), byte(0x80, 6), byte(0x80, 0)};
  return {byte(0xF0, 18), byte(0x80, 12), byte(0x80, 6), byte(0x80, 0)};
}

std::string authentication_text(std::uint64_t value) {
  std::string text;
  for (const AuthenticationWord& word : authentication_words(value))
    text += (text.empty() ? "" : " ") + std::string(word.word);
  return text;
}

}  // namespace counterpoint
