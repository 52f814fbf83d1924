// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/message.h"

#include <gtest/gtest.h>

namespace counterpoint {
namespace {

/// Some other language, with its own order of words.
class Backwards final : public MessageLanguage {
 public:
  [[nodiscard]] std::string pattern(const std::string& terminal, const std::string& window) const override {
    const std::string& said = window.empty() ? terminal : window;
    return said == "%1: %2" ? "%2 (%1)" : said == "it is gone" ? "fort" : said;
  }
  [[nodiscard]] std::string number(double value, int decimals) const override {
    std::string text = MessageLanguage::number(value, decimals);
    if (const auto point = text.find('.'); point != std::string::npos) text[point] = ',';
    return text;
  }
  [[nodiscard]] std::string pixels(int width, int height) const override {
    return std::to_string(height) + "/" + std::to_string(width);
  }
};

TEST(Message, FillsItsPlacesInEnglish) {
  EXPECT_EQ(message("cannot read %1: %2", "a.txt", message("it is gone")).text(), "cannot read a.txt: it is gone");
  EXPECT_EQ(message("playing at %1 s", decimal(2.5, 2)).text(), "playing at 2.50 s");
  EXPECT_EQ(message("%2 of %1, %1", 7, std::string("x")).text(), "x of 7, 7");
  EXPECT_EQ(message("test card %1", pixels(640, 360)).text(), "test card 640x360");
  EXPECT_EQ(Message("plain").text(), "plain");
  EXPECT_TRUE(Message().empty());
}

TEST(Message, TakesNothingForAPlaceThatIsNone) {
  EXPECT_EQ(message("%1 is %2", "%2", "100 %1").text(), "%2 is 100 %1") << "in an argument";
  EXPECT_EQ(Message(std::string("50 %1 and a %")).text(), "50 %1 and a %") << "without arguments";
  EXPECT_EQ(message("%1 % of %0, %x, %3, %", 5).text(), "5 % of %0, %x, %3, %");
}

TEST(Message, IsTranslatedWithAllThatItHolds) {
  const Message inner = message("%1: %2", "%1", message("it is gone"));
  EXPECT_EQ(message("%1; %2 s; %3", inner, decimal(1.25, 1), pixels(2, 4)).text(Backwards()), "fort (%1); 1,2 s; 4/2");
  EXPECT_EQ(message("%1: %2", "it is gone", Message(std::string("it is gone"))).text(Backwards()), "fort (it is gone)");
}

TEST(Message, SaysToAWindowWhatCanBeDoneInIt) {
  const Message told = message({.terminal = "use --log, not %1", .window = "choose another place than %1"}, "/x");
  EXPECT_EQ(told.text(), "use --log, not /x");
  EXPECT_EQ(told.text(Backwards()), "choose another place than /x");
}

TEST(Message, EqualsWhatSaysTheSame) {
  EXPECT_EQ(message("line %1", 7), "line 7");
  EXPECT_EQ(message("line %1", 7), message("%1", message("line %1", 7)));
  EXPECT_NE(message("line %1", 7), message("line %1", 8));
}

}  // namespace
}  // namespace counterpoint
