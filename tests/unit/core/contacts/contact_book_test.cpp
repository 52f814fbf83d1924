// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/contacts/contact_book.h"

#include <gtest/gtest.h>

namespace counterpoint {
namespace {

PeerId id(std::uint8_t number) {
  PeerId id;
  id.point.fill(number);
  id.point[0] = 2;
  return id;
}

TEST(ContactBook, FindsByNameByIdAndByAddress) {
  ContactBook book;
  ASSERT_TRUE(book.add({.name = "Ada", .id = id(1), .address = "ada.example.org"}));
  ASSERT_TRUE(book.add({.name = "Bob", .id = id(2)}));
  ASSERT_NE(book.find_name("Ada"), nullptr);
  EXPECT_EQ(book.find_name("ada"), nullptr);
  EXPECT_EQ(book.find_id(id(2))->name, "Bob");
  EXPECT_EQ(book.find_id(id(3)), nullptr);
  EXPECT_EQ(book.find_address("ADA.example.org:47000"), id(1));
  EXPECT_FALSE(book.find_address("ada.example.org:5000"));
  EXPECT_FALSE(book.find_address(""));
}

TEST(ContactBook, WhoWasAtAnAddressIsKnownFromThenOn) {
  ContactBook book;
  ASSERT_TRUE(book.add({.name = "Ada", .id = id(1), .address = "old.example.org"}));
  book.record_call("192.0.2.1:5000", id(1));
  book.record_call("[2001:DB8::1]:47000", id(2));
  EXPECT_EQ(book.find_address("192.0.2.1:5000"), id(1));
  EXPECT_EQ(book.find_address("[2001:db8::1]"), id(2));
  EXPECT_FALSE(book.find_address("2001:db8::47000"));
  EXPECT_EQ(book.find_name("Ada")->address, "192.0.2.1:5000");
  book.record_call("192.0.2.1:5000", id(3));
  EXPECT_EQ(book.find_address("192.0.2.1:5000"), id(3));
}

TEST(ContactBook, NamesAndIdsAreOfOneContactAlone) {
  ContactBook book;
  ASSERT_TRUE(book.add({.name = "Ada", .id = id(1)}));
  EXPECT_FALSE(book.add({.name = "Ada", .id = id(2)}));
  EXPECT_FALSE(book.add({.name = "Eve", .id = id(1)}));
  EXPECT_FALSE(book.add({.name = "Bob", .id = id(2), .colour = Contact::kColours}));
  EXPECT_FALSE(book.add({.name = "Bob", .id = id(2), .address = std::string(301, 'a')}));
  ASSERT_TRUE(book.add({.name = "Bob", .id = id(2)}));
  EXPECT_FALSE(book.set_id("Bob", id(1)));
  EXPECT_EQ(book.contacts().size(), 2U);
}

TEST(ContactBook, ANewIdentityIsNotVerified) {
  ContactBook book;
  ASSERT_TRUE(book.add({.name = "Ada", .id = id(1)}));
  ASSERT_TRUE(book.set_verified("Ada", true));
  ASSERT_TRUE(book.set_id("Ada", id(1)));
  EXPECT_TRUE(book.find_name("Ada")->verified) << "it is the same one";
  ASSERT_TRUE(book.set_id("Ada", id(2)));
  EXPECT_FALSE(book.find_name("Ada")->verified);
  EXPECT_EQ(book.find_id(id(1)), nullptr);
}

TEST(ContactBook, WhoIsNotThereCannotBeChanged) {
  ContactBook book;
  EXPECT_FALSE(book.remove("Ada"));
  EXPECT_FALSE(book.set_verified("Ada", true));
  ASSERT_TRUE(book.add({.name = "Ada", .id = id(1)}));
  ASSERT_TRUE(book.remove("Ada"));
  EXPECT_TRUE(book.contacts().empty());
}

TEST(ContactBook, AContactCanHaveAnotherName) {
  ContactBook book;
  ASSERT_TRUE(book.add({.name = "Ada", .id = id(1), .verified = true}));
  ASSERT_TRUE(book.add({.name = "Bob", .id = id(2)}));
  EXPECT_FALSE(book.rename("Eve", "Zoe"));
  EXPECT_FALSE(book.rename("Ada", "Bob")) << "there is one already";
  EXPECT_FALSE(book.rename("Ada", "a\nb"));
  EXPECT_TRUE(book.rename("Ada", "Ada"));
  ASSERT_TRUE(book.rename("Ada", "Ada Lovelace"));
  EXPECT_EQ(book.find_name("Ada"), nullptr);
  EXPECT_TRUE(book.find_name("Ada Lovelace")->verified) << "it is still she";
}

TEST(ContactBook, ItsListsAreBounded) {
  ContactBook book;
  for (std::size_t i = 0; i < ContactBook::kMaxAddresses + 10; ++i) {
    book.remember("host" + std::to_string(i), id(1));
  }
  EXPECT_EQ(book.addresses().size(), ContactBook::kMaxAddresses);
  EXPECT_FALSE(book.find_address("host9"));
  EXPECT_TRUE(book.find_address("host10"));
  book.remember(std::string(301, 'a'), id(1));
  EXPECT_EQ(book.addresses().back().address, "host1009");
}

TEST(ContactBook, NamesCannotDeceive) {
  for (const std::string& name :
       {std::string("Ada"), std::string("Änne Müller"), std::string("李"), std::string(60, 'a')}) {
    EXPECT_TRUE(is_contact_name(name)) << name;
  }
  for (const std::string& name :
       {std::string(), std::string(61, 'a'), std::string("a\nb"), std::string("a\x7f"), std::string("\xC2\x9B[2J"),
        std::string("\xE2\x80\xAE"
                    "adA"),
        std::string("\xFF"), std::string("\xC0\x80"), std::string("\xED\xA0\x80"), std::string("\xE2\x82"),
        std::string(" Ada"), std::string("Ada "), std::string("\u00a0"), std::string("\u2800"),
        std::string("Ada\u3000"), std::string("counterpoint:ada")}) {
    EXPECT_FALSE(is_contact_name(name)) << name;
  }
}

}  // namespace
}  // namespace counterpoint
