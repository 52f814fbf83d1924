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
  const auto book = load_contacts(folder());
  ASSERT_TRUE(book) << book.error().message;
  EXPECT_EQ(book->contacts(),
            (std::vector<Contact>{{.name = "Änne", .id = id(1), .colour = 3, .verified = true, .address = "ada:5"},
                                  {.name = "Bob", .id = id(2), .address = "192.0.2.1"}}));
  EXPECT_EQ(book->addresses(), (std::vector<KnownAddress>{{"192.0.2.1", id(2)}, {"192.0.2.2", id(9)}}));
  struct stat found {};
  ASSERT_EQ(::stat(file().c_str(), &found), 0);
  EXPECT_EQ(found.st_mode & 0777U, 0600U);
}

TEST_F(ContactStoreTest, WithoutAFileThereIsNobody) {
  const auto book = load_contacts(folder());
  ASSERT_TRUE(book);
  EXPECT_TRUE(book->contacts().empty());
}

TEST_F(ContactStoreTest, AChangeThatFailsWritesNothing) {
  ASSERT_TRUE(change_contacts(folder(), [](ContactBook& book) { return book.add({.name = "Ada", .id = id(1)}); }));
  const std::string before = text();
  EXPECT_FALSE(change_contacts(folder(), [](ContactBook& book) { return book.remove("Eve"); }));
  EXPECT_EQ(text(), before);
}

TEST_F(ContactStoreTest, AFileWithAMistakeIsNeitherReadNorWritten) {
  const std::string good = R"({"name": "Ada", "id": ")" + to_string(id(1)) + R"("})";
  for (const std::string& broken : {
           std::string("hello"),
           std::string("{}"),
           std::string(R"({"version": 2})"),
           std::string(R"({"version": 1, "contacts": [{"name": "Ada"}]})"),
           R"({"version": 1, "contacts": [)" + good + ", " + good + "]}",
           R"({"version": 1, "contacts": [{"name": "A\u0007", "id": ")" + to_string(id(1)) + R"("}]})",
           R"({"version": 1, "contacts": [{"name": "Ada", "colour": 8, "id": ")" + to_string(id(1)) + R"("}]})",
           std::string(R"({"version": 1, "addresses": [{"address": "ada", "id": "x"}]})"),
       }) {
    std::filesystem::create_directories(folder());
    std::ofstream(file()) << broken;
    const auto book = load_contacts(folder());
    ASSERT_FALSE(book) << broken;
    EXPECT_THAT(book.error().message.text(), HasSubstr(file().string()));
    EXPECT_FALSE(change_contacts(folder(), [](ContactBook& b) { return b.add({.name = "Bob", .id = id(2)}); }));
    EXPECT_EQ(text(), broken);
  }
}

}  // namespace
}  // namespace counterpoint
