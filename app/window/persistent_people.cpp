// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/persistent_people.h"

#include <utility>

#include "app/identity/contact_store.h"
#include "app/identity/recent_call_store.h"
#include "ui/text/engine_text.h"
#include "ui/text/format.h"

namespace counterpoint {

PersistentPeople::PersistentPeople(std::filesystem::path folder, QObject* parent)
    : PeopleModel(parent), folder_(std::move(folder)) {
  Result<RecentCalls> recent = load_recent_calls(folder_);
  if (recent) {
    set_recent(std::move(*recent));
  } else {
    problem_ = recent.error().message;
  }
  refresh();
}

void PersistentPeople::refresh() {
  const auto changed_at = contacts_changed_at(folder_);
  if (changed_at == contacts_read_at_) return;
  contacts_read_at_ = changed_at;
  Result<StoredContacts> contacts = load_contacts(folder_);
  if (contacts) {
    set_contacts(std::move(contacts->book));
  } else {
    problem_ = contacts.error().message;
    emit failed(with_capital(engine_text(problem_)));
  }
}

Result<void> PersistentPeople::change_contacts(const ContactEdit& edit) {
  if (Result<void> changed = counterpoint::change_contacts(folder_, edit); !changed) return changed;
  refresh();
  return {};
}

void PersistentPeople::change_recent(const RecentEdit& edit) {
  RecentCalls kept;
  const auto edit_kept = [&](RecentCalls& recent) {
    edit(recent);
    kept = recent;
  };
  const Result<void> changed = change_recent_calls(folder_, edit_kept);
  if (changed) return set_recent(std::move(kept));
  emit failed(with_capital(engine_text(changed.error().message)));
  PeopleModel::change_recent(edit);
}

}  // namespace counterpoint
