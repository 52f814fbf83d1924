// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/people/people_model.h"

#include <utility>

#include "core/call/call_link.h"

namespace counterpoint {

PeopleModel::PeopleModel(QObject* parent) : QObject(parent) {}
PeopleModel::~PeopleModel() = default;

Result<void> PeopleModel::change_contacts(const ContactEdit& edit) {
  ContactBook changed = contacts_;
  if (Result<void> edited = edit(changed); !edited) return edited;
  set_contacts(std::move(changed));
  return {};
}

void PeopleModel::change_recent(const RecentEdit& edit) {
  RecentCalls changed = recent_;
  edit(changed);
  set_recent(std::move(changed));
}

void PeopleModel::record(RecentCall call) {
  if (const Contact* contact = contacts_.find_name(call.target)) {
    call.id = contact->id;
    call.name = contact->name;
    call.target = make_call_link({.id = contact->id, .address = contact->address});
  }
  const bool reached = call.kind != RecentCall::Kind::kUnanswered || call.id || is_call_link(call.target);
  if (reached) change_recent([&call](RecentCalls& recent) { recent.add(call); });
}

void PeopleModel::set_here(const PeerId& id, bool here) {
  if (is_here(id) == here) return;
  here ? void(here_.insert(id)) : void(here_.erase(id));
  emit here_changed(id);
}

const Contact* PeopleModel::contact_of(const RecentCall& call) const {
  return call.id ? contacts_.find_id(*call.id) : nullptr;
}

std::string PeopleModel::target_of(const RecentCall& call) const {
  const Contact* contact = contact_of(call);
  return contact != nullptr ? contact->name : call.target;
}

void PeopleModel::set_contacts(ContactBook contacts) {
  contacts_ = std::move(contacts);
  emit changed();
}

void PeopleModel::set_recent(RecentCalls recent) {
  recent_ = std::move(recent);
  emit changed();
}

}  // namespace counterpoint
