// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/identity/contact_store.h"

#include <gmock/gmock.h>
#include <sys/stat.h>

#include <QTemporaryDir>
#include <fstream>
#include <iterator>

namespace counterpoint {
namespace {

using testing::HasSubstr;

PeerId id(std::uint8_t number) {
  PeerId id;
  id.point.fill(number);
  id.point[0] = 2;
  return id;
}

class ContactStoreTest : public testing::Test {
 protected:
  [[nodiscard]] std::filesystem::path folder() const { return temporary_.filePath("data").toStdString(); }
  [[nodiscard]] std::filesystem::path file() const { return folder() / "contacts.json"; }
  [[nodiscard]] std::string text() const {
    std::ifstream in(file());
    return {std::istreambuf_iterator<char>(in), {}};
  }
  void write(const std::string& text) const {
    std::filesystem::create_directories(folder());
    std::ofstream(file()) << text;
  }
  [[nodiscard]] Result<void> add(const char* name, std::uint8_t number) const {
    return change_contacts(folder(), [&](ContactBook& book) { return book.add({.name = name, .id = id(number)}); });
  }

  QTemporaryDir temporary_;
};

TEST_F(ContactStoreTest, WhatIsWrittenIsReadAgain) {
  const auto fill = [](ContactBook& book) -> Result<void> {
    EXPECT_TRUE(book.add({.name = "Änne", .id = id(1), .colour = 3, .verified = true, .address = "ada:5"}));
    EXPECT_TRUE(book.add({.name = "Bob", .id = id(2)}));
    book.record_call("192.0.2.1", id(2));
    book.record_call("192.0.2.2", id(9));
    return {};
  };
  ASSERT_TRUE(change_contacts(folder(), fill));
  const auto contacts = load_contacts(folder());
  ASSERT_TRUE(contacts) << contacts.error().message;
  EXPECT_FALSE(contacts->problem);
  EXPECT_EQ(contacts->book.contacts(),
            (std::vector<Contact>{{.name = "Änne", .id = id(1), .colour = 3, .verified = true, .address = "ada:5"},
                                  {.name = "Bob", .id = id(2), .address = "192.0.2.1"}}));
  EXPECT_EQ(contacts->book.addresses(), (std::vector<KnownAddress>{{"192.0.2.1", id(2)}, {"192.0.2.2", id(9)}}));
  struct stat found {};
  ASSERT_EQ(::stat(file().c_str(), &found), 0);
  EXPECT_EQ(found.st_mode & 0777U, 0600U);
}

TEST_F(ContactStoreTest, WithoutAFileThereIsNobody) {
  const auto contacts = load_contacts(folder());
  ASSERT_TRUE(contacts);
  EXPECT_TRUE(contacts->book.contacts().empty());
}

TEST_F(ContactStoreTest, AChangeThatFailsWritesNothing) {
  ASSERT_TRUE(add("Ada", 1));
  const std::string before = text();
  EXPECT_FALSE(change_contacts(folder(), [](ContactBook& book) { return book.remove("Eve"); }));
  EXPECT_EQ(text(), before);
}

TEST_F(ContactStoreTest, AFileWithAMistakeIsNeitherReadNorWritten) {
  for (const std::string& broken : {
           std::string("hello"),
           std::string("{}"),
           std::string(R"({"version": 2})"),
           std::string(R"({"version": 1, "contacts": {"name": "Ada"}})"),
           std::string(R"({"version": 1, "addresses": [{"address": "ada", "id": "x"}]})"),
       }) {
    write(broken);
    const auto contacts = load_contacts(folder());
    ASSERT_FALSE(contacts) << broken;
    EXPECT_THAT(contacts.error().message.text(), HasSubstr(file().string()));
    EXPECT_FALSE(add("Bob", 2));
    EXPECT_EQ(text(), broken);
  }
}

TEST_F(ContactStoreTest, AnEntryThatCannotBeReadIsKeptBesideTheOthers) {
  const std::string good = R"({"name": "Ada", "id": ")" + to_string(id(1)) + R"("})";
  const std::string other_id = R"("id": ")" + to_string(id(3)) + R"("})";
  for (const std::string& broken : {
           std::string(R"({"name": "Eve"})"),
           std::string("7"),
           good,
           R"({"name": "E\u0007", )" + other_id,
           R"({"name": "Eve\u200b", )" + other_id,
           R"({"name": "Eve", "colour": 8, )" + other_id,
           R"({"name": "Eve", "colour": {"red": 0.5}, "note": "of a later version", )" + other_id,
       }) {
    write(R"({"version": 1, "contacts": [)" + broken + ", " + good + "]}");
    auto contacts = load_contacts(folder());
    ASSERT_TRUE(contacts) << broken;
    EXPECT_NE(contacts->book.find_name("Ada"), nullptr);
    ASSERT_TRUE(contacts->problem) << broken;
    EXPECT_THAT(contacts->problem->text(), HasSubstr(file().string()));
    EXPECT_THAT(contacts->problem->text(), HasSubstr("/contacts/"));
    const std::vector<std::string> unread = contacts->unread;
    ASSERT_EQ(unread.size(), 1U);

    ASSERT_TRUE(add("Bob", 2));
    contacts = load_contacts(folder());
    ASSERT_TRUE(contacts) << text();
    EXPECT_EQ(contacts->book.contacts().size(), 2U);
    EXPECT_EQ(contacts->unread, unread);
  }
}

TEST_F(ContactStoreTest, WhatIsWrittenCanBeRead) {
  write(R"({"version": 1, "contacts": [7]})");
  const auto fill = [](ContactBook& book) -> Result<void> {
    for (std::size_t i = 0; i < ContactBook::kMaxContacts; ++i) {
      Contact contact{.name = std::to_string(i), .id = id(1)};
      contact.id.point[1] = static_cast<std::uint8_t>(i);
      contact.id.point[2] = static_cast<std::uint8_t>(i >> 8U);
      if (const Result<void> added = book.add(std::move(contact)); !added) return added;
    }
    return {};
  };
  EXPECT_FALSE(change_contacts(folder(), fill)) << "there is no room beside the entry that is kept";
  EXPECT_TRUE(load_contacts(folder()));
  const auto fill_but_one = [&fill](ContactBook& book) -> Result<void> {
    const Result<void> filled = fill(book);
    return filled ? book.remove("0") : filled;
  };
  EXPECT_TRUE(change_contacts(folder(), fill_but_one));
  EXPECT_TRUE(load_contacts(folder()));
}

TEST_F(ContactStoreTest, NamesWithJoinersAreRead) {
  write(R"({"version": 1, "contacts": [{"name": "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647", "id": ")" +
        to_string(id(1)) + R"("}, {"name": "\ud83d\udc68\u200d\ud83d\udc67", "id": ")" + to_string(id(2)) + R"("}]})");
  const auto contacts = load_contacts(folder());
  ASSERT_TRUE(contacts) << contacts.error().message;
  EXPECT_EQ(contacts->book.contacts().size(), 2U);
  EXPECT_FALSE(contacts->problem);
}

}  // namespace
}  // namespace counterpoint
