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

/// The page for choosing whom to call, seeing and hearing oneself first, and reading one's own address.
class StartPage final : public QWidget {
  Q_OBJECT

 public:
  StartPage(CallActions& actions, QWidget* parent);

  /// The typed text, without spaces around it; for a link, the address in it.
  [[nodiscard]] QString address() const;
  void set_address(const QString& address);
  void set_recent(const QStringList& addresses);
  void set_host(const HostInfo& host);
  /// The problem with the settings' file; empty for none.
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
  QScrollArea* notices_;  ///< Shows all notices, or scrolls them when there is no room.
  QLabel* problem_;       ///< A problem with which one can still be called.
  QLabel* settings_notice_;
  VideoView* preview_;
  QLabel* devices_;
};

}  // namespace counterpoint
