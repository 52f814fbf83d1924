// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <optional>

#include "ui/people/people_model.h"

namespace counterpoint {

/// The contacts and recent calls of the user, in the folder of the identity.
class PersistentPeople final : public PeopleModel {
  Q_OBJECT

 public:
  explicit PersistentPeople(std::filesystem::path folder, QObject* parent = nullptr);

  [[nodiscard]] Result<void> change_contacts(const ContactEdit& edit) override;
  void change_recent(const RecentEdit& edit) override;
  void refresh() override;
  /// The reason why the files cannot be used, in words for the user; empty when they can.
  [[nodiscard]] const Message& problem() const { return problem_; }

 private:
  std::filesystem::path folder_;
  std::filesystem::file_time_type contacts_read_at_ = std::filesystem::file_time_type::max();
  Message problem_;
};

}  // namespace counterpoint
