// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/call/call_link.h"

#include <gmock/gmock.h>

namespace counterpoint {
namespace {

std::string address_in(const std::string& link) {
  const auto address = read_call_link(link);
  return address ? address->address : "wrong: " + address.error().message.text();
}

PeerId somebody() { return read_peer_id("ajbckshyr63yf75v5srxircsy4vb4vmpxvxxhps6jdutemwmixc3cmqc").value(); }

TEST(CallLink, NamesAHostAndAPort) {
  EXPECT_EQ(address_in("counterpoint:ada.example.org"), "ada.example.org");
  EXPECT_EQ(address_in("counterpoint:ada.example.org:50000"), "ada.example.org:50000");
  EXPECT_EQ(address_in("counterpoint:192.0.2.7:1"), "192.0.2.7:1");
  EXPECT_EQ(address_in("counterpoint:[2001:db8::7]:65535"), "[2001:db8::7]:65535");
  EXPECT_EQ(address_in("counterpoint:[2001:db8::7]"), "[2001:db8::7]");
  EXPECT_EQ(address_in("counterpoint:laptop_2."), "laptop_2.");
}

TEST(CallLink, ItsSchemeIsReadInAnyCaseAndWhatIsEncodedIsDecoded) {
  EXPECT_EQ(address_in("COUNTERPOINT:Ada"), "Ada");
  EXPECT_EQ(address_in("counterpoint:%61da%3A47000"), "ada:47000");
  EXPECT_EQ(address_in("counterpoint:%5B2001:db8::7%5d:5"), "[2001:db8::7]:5");
  EXPECT_EQ(address_in("counterpoint:[fe80::1%25eth0]:5"), "[fe80::1%eth0]:5");
}

TEST(CallLink, AnythingElseIsRefusedInOneLineThatNamesIt) {
  const std::string long_label(64, 'a');
  for (const std::string& link : {
           std::string("counterpoint:"),
           std::string("counterpoint://ada"),
           std::string("counterpoint:ada/"),
           std::string("counterpoint:ada:0"),
           std::string("counterpoint:ada:65536"),
           std::string("counterpoint:ada:"),
           std::string("counterpoint:ada:+5"),
           std::string("counterpoint:ada:5:6"),
           std::string("counterpoint:ada?x=1"),
           std::string("counterpoint:ada%"),
           std::string("counterpoint:ada%4"),
           std::string("counterpoint:ada%zz"),
           std::string("counterpoint:a%00b"),
           std::string("counterpoint:a%0Ab"),
           std::string("counterpoint:a b"),
           std::string("counterpoint:--camera"),
           std::string("counterpoint:-ada"),
           std::string("counterpoint:a..b"),
           std::string("counterpoint:.a"),
           std::string("counterpoint:1.2.3"),
           std::string("counterpoint:1.2.3.256"),
           std::string("counterpoint:1.2.3.4.5"),
           std::string("counterpoint:2001:db8::7"),
           std::string("counterpoint:[2001:db8::7"),
           std::string("counterpoint:[]"),
           std::string("counterpoint:[ada]"),
           std::string("counterpoint:[::1]5"),
           std::string("counterpoint:[::1%25]"),
           std::string("counterpoint:a@b"),
           std::string("counterpoint:47000"),
           std::string("counterpoint:0"),
           std::string("Counterpoint:65536"),
           "counterpoint:" + to_string(somebody()) + "@",
           "counterpoint:" + to_string(somebody()).substr(1) + "@ada",
           "counterpoint:a" + to_string(somebody()) + "@ada",
           "counterpoint:" + to_string(somebody()) + "@a@b",
           "counterpoint:b" + to_string(somebody()).substr(1) + "@ada",
           std::string("counterpoint:@ada"),
           std::string("counterpoint:\xC3\xA4"),
           std::string("counterpoint:\0ada", 17),
           "counterpoint:" + long_label,
           "counterpoint:" + std::string(400, 'a'),
           std::string("http:ada"),
           std::string(),
       }) {
    const auto address = read_call_link(link);
    ASSERT_FALSE(address) << link << " gives " << address->address;
    EXPECT_EQ(address.error().kind, ErrorKind::kInvalidArgument);
    EXPECT_THAT(address.error().message.text(), testing::StartsWith("the link \"" + link.substr(0, 5)));
    EXPECT_THAT(address.error().message.text(), testing::HasSubstr("counterpoint:ID@HOST:PORT"));
    EXPECT_LT(address.error().message.text().size(), 250U);
    for (const char c : address.error().message.text()) EXPECT_TRUE(c >= ' ' && c < 0x7F) << link;
  }
}

TEST(CallLink, AnIdAloneNamesAPeerWithoutAnAddress) {
  const CallTarget target{.id = somebody()};
  const std::string link = make_call_link(target);
  EXPECT_EQ(link, "counterpoint:" + to_string(somebody()));
  const auto read = read_call_link(link);
  ASSERT_TRUE(read);
  EXPECT_EQ(*read, target);
}

TEST(CallLink, NamesWhoseIdentityItIs) {
  const std::string id = to_string(somebody());
  const auto target = read_call_link("counterpoint:" + id + "@ada.example.org:50000");
  ASSERT_TRUE(target) << target.error().message;
  EXPECT_EQ(*target, (CallTarget{.id = somebody(), .address = "ada.example.org:50000"}));
  EXPECT_EQ(*read_call_link("counterpoint:" + id + "%40[2001:db8::7]"),
            (CallTarget{.id = somebody(), .address = "[2001:db8::7]"}));
}

TEST(CallLink, WhatIsNoLinkIsAnAddress) {
  for (const char* address : {"ada", "ada:47000", "[::1]:5", "counterpoint", "counterpoints:5x"}) {
    const auto target = read_call_target(address);
    ASSERT_TRUE(target) << address;
    EXPECT_EQ(*target, CallTarget{.address = address});
  }
  EXPECT_EQ(read_call_target("counterpoint:ada")->address, "ada");
  EXPECT_FALSE(read_call_target("counterpoint:ada:0"));
}

TEST(CallLink, WhateverBeginsWithTheSchemeIsALink) {
  for (const char* text : {"counterpoint:", "counterpoint:47000", "COUNTERPOINT:1", "CounterPoint:?"}) {
    EXPECT_TRUE(is_call_link(text)) << text;
    EXPECT_FALSE(read_call_target(text)) << text;
  }
}

TEST(CallLink, WhatIsMadeIsReadAgain) {
  for (const char* address : {"ada", "ada.example.org:47000", "192.0.2.7", "[2001:db8::7]:47000", "[fe80::1%eth0]:5"}) {
    EXPECT_EQ(address_in(make_call_link({.address = address})), address);
    const CallTarget target{.id = somebody(), .address = address};
    EXPECT_EQ(*read_call_link(make_call_link(target)), target);
  }
  EXPECT_EQ(make_call_link({.address = "ada:5"}), "counterpoint:ada:5");
  EXPECT_EQ(make_call_link({.address = "[fe80::1%eth0]:5"}), "counterpoint:[fe80::1%25eth0]:5");
}

}  // namespace
}  // namespace counterpoint
