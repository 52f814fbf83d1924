// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QWidget>

#include "ui/controller/call_controller.h"

class QLabel;
class QLineEdit;
class QScrollArea;
class QVBoxLayout;

namespace counterpoint {

class CallActions;
class OwnCard;
class PeopleList;
class PeopleModel;
class SettingsModel;
class VideoView;

/// The page for choosing whom to call, seeing oneself first, and telling others how they call.
class StartPage final : public QWidget {
  Q_OBJECT

 public:
  /// `people` and `settings` outlive this.
  StartPage(CallActions& actions, PeopleModel& people, SettingsModel& settings, QWidget* parent);

  /// The typed text, without spaces around it; for a link, the address in it.
  [[nodiscard]] QString address() const;
  void set_address(const QString& address);
  /// Says below the field why nobody can be called so; empty: all is well.
  void show_address_problem(const QString& problem);
  void set_host(const HostInfo& host);
  /// The problem with the settings' file; empty for none.
  void set_settings_notice(const QString& notice);
  [[nodiscard]] VideoView& preview() { return *preview_; }
  /// Puts the cursor into the address field.
  void start_typing();

 signals:
  void address_changed();
  /// Somebody in the list of people is to be called: a contact's name, a link or an address.
  void call_wanted(const QString& target);

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  QVBoxLayout* make_call_column(CallActions& actions, PeopleModel& people);
  QVBoxLayout* make_preview_column(CallActions& actions, SettingsModel& settings);
  QScrollArea* make_notices();
  void fit_notices();

  QLineEdit* address_;
  QLabel* address_problem_;
  PeopleList* people_;
  OwnCard* own_card_;
  QScrollArea* notices_;  ///< Shows all notices, or scrolls them when there is no room.
  QLabel* problem_;       ///< A problem with which one can still be called.
  QLabel* settings_notice_;
  VideoView* preview_;
  QLabel* devices_;
};

}  // namespace counterpoint
