// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>
#include <QWidget>

#include "ui/controller/call_controller.h"

class QLabel;
class QLineEdit;
class QListWidget;
class QScrollArea;
class QVBoxLayout;

namespace counterpoint {

class CallActions;
class VideoView;

/// Where one chooses whom to call, sees and hears oneself first, and reads where one can be called.
class StartPage final : public QWidget {
  Q_OBJECT

 public:
  StartPage(CallActions& actions, QWidget* parent);

  /// What is typed, without spaces around it; of a link, the address in it.
  [[nodiscard]] QString address() const;
  void set_address(const QString& address);
  void set_recent(const QStringList& addresses);
  void set_host(const HostInfo& host);
  /// What is wrong with the settings' file; empty for nothing.
  void set_settings_notice(const QString& notice);
  [[nodiscard]] VideoView& preview() { return *preview_; }
  /// Puts the cursor into the address field.
  void start_typing();

 signals:
  void address_changed();

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  QVBoxLayout* make_call_column(CallActions& actions);
  QVBoxLayout* make_preview_column(CallActions& actions);
  QScrollArea* make_notices();
  void fit_notices();

  QLineEdit* address_;
  QLabel* recent_title_;
  QListWidget* recent_;
  QLabel* listening_;
  QScrollArea* notices_;  ///< As high as they are, or scrolled where there is no room.
  QLabel* problem_;       ///< What does not work though one can be called.
  QLabel* settings_notice_;
  VideoView* preview_;
  QLabel* devices_;
};

}  // namespace counterpoint
