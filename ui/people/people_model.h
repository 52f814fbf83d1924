// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <functional>
#include <set>

#include "core/base/result.h"
#include "core/contacts/contact_book.h"
#include "core/contacts/recent_calls.h"

namespace counterpoint {

/// Whom the user knows and has talked to, as the window sees it. Here they last as long as the object; the program
/// keeps them in files.
class PeopleModel : public QObject {
  Q_OBJECT

 public:
  using ContactEdit = std::function<Result<void>(ContactBook&)>;
  using RecentEdit = std::function<void(RecentCalls&)>;

  explicit PeopleModel(QObject* parent = nullptr);
  ~PeopleModel() override;

  [[nodiscard]] const ContactBook& contacts() const { return contacts_; }
  [[nodiscard]] const RecentCalls& recent() const { return recent_; }
  /// Errors: those of `edit`, after which nothing has changed, and of keeping it.
  [[nodiscard]] virtual Result<void> change_contacts(const ContactEdit& edit);
  virtual void change_recent(const RecentEdit& edit);
  /// Remembers a call that is over. One that reached nobody at an address that was typed is left out: it is as often as
  /// not a slip of the fingers.
  void record(RecentCall call);
  /// Takes over what other programs have changed meanwhile.
  virtual void refresh() {}
  /// Somebody can be called from now on, or not any more.
  void set_here(const PeerId& id, bool here);
  [[nodiscard]] bool is_here(const PeerId& id) const { return here_.contains(id); }

  /// Whom `call` was with: the contact of its ID now, or null.
  [[nodiscard]] const Contact* contact_of(const RecentCall& call) const;
  /// The text that Dial takes to call the peer of `call` again: the contact's name or the call's own target.
  [[nodiscard]] std::string target_of(const RecentCall& call) const;

 signals:
  void changed();
  void here_changed(const counterpoint::PeerId& id);
  /// One line on something that cannot be kept.
  void failed(const QString& text);

 protected:
  void set_contacts(ContactBook contacts);
  void set_recent(RecentCalls recent);

 private:
  ContactBook contacts_;
  RecentCalls recent_;
  std::set<PeerId> here_;
};

}  // namespace counterpoint
