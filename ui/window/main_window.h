// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMainWindow>
#include <QString>
#include <chrono>
#include <memory>

#include "ui/call/call_actions.h"
#include "ui/controller/call_controller.h"

class QStackedWidget;

namespace counterpoint {

class CallPage;
class DeviceCatalog;
class DeviceMenu;
class NoticePage;
class PeopleModel;
class PreviewWatch;
class LogArchive;
class LogWindow;
class SettingsDialog;
class SettingsModel;
class SmallWindow;
class StartPage;
class Toast;
class VideoView;

struct WindowConfig {
  /// Time for which the controls of a call stay without movement; > 0. Three seconds leave time to find a button.
  std::chrono::milliseconds hide_controls_after{3000};
  /// The recorded calls; it outlives the window. Null: none can be looked at.
  LogArchive* logs = nullptr;
  /// The settings try devices by it; outlives the window. Null: there are none.
  DeviceCatalog* devices = nullptr;
};

/// The window: one page for each phase of a call, and the commands from its actions to the controller. Closing
/// it asks while there is a call, hangs up first, and closes the recorded calls too. During a call a small window can
/// stand in its place.
class MainWindow final : public QMainWindow {
  Q_OBJECT

 public:
  /// `controller`, `settings` and `people` outlive the window.
  MainWindow(CallController& controller, SettingsModel& settings, PeopleModel& people, const WindowConfig& config = {},
             QWidget* parent = nullptr);
  ~MainWindow() override;

  [[nodiscard]] CallActions& call_actions() { return actions_; }

  /// Comes to the front, with what another program or a second start gave: an address is called, unless a call goes on;
  /// a link is only put where one more key calls it, since any web page may hold one; an empty text is nothing.
  void open_address(const QString& text);

 protected:
  void closeEvent(QCloseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  enum class Outgoing { kNone, kPeer, kSelf };

  void make_pages(const WindowConfig& config);
  void connect_actions();
  void connect_controller();
  void connect_clip();
  void connect_messages();
  void connect_settings();
  void show_state(const CallView& state);
  void show_end(const CallView& state);
  void call();
  void dial(const QString& target);
  void repeat_call();
  /// The camera is off in this call alone.
  void accept_without_camera();
  void accept_new_identity();
  void hang_up();
  void update_sending();
  void cover_previews();
  /// The views of the own camera outside a call.
  [[nodiscard]] QList<VideoView*> own_previews() const;
  void update_actions();
  void open_menu();
  void open_device_menu(const QAction& action);
  void copy_link();
  void show_link();
  void show_logs();
  void show_call_log();
  void open_settings();
  void open_small_window();
  void leave_small_window();
  void ask_before_closing();
  /// The notices over the window that the user sees.
  [[nodiscard]] Toast& toast();
  void say(const QString& text);
  /// Says a notice of the program, and offers what it says can be done.
  void say_notice(const QString& text, Notice::Kind kind);
  /// Tells a user who speaks although the microphone is muted, once each time that it is.
  void notice_muted_speech(double level);

  CallController& controller_;
  SettingsModel& settings_;
  PeopleModel& people_;
  DeviceCatalog* devices_;
  DeviceMenu* audio_menu_;
  DeviceMenu* camera_menu_;
  SettingsDialog* settings_dialog_ = nullptr;  ///< Null before it is opened for the first time.
  ThemeSetting theme_{};                       ///< In use.
  CallActions actions_;
  QStackedWidget* pages_;
  StartPage* start_page_;
  NoticePage* incoming_page_;
  NoticePage* calling_page_;
  NoticePage* end_page_;
  CallPage* call_page_;
  Toast* toast_;
  PreviewWatch* preview_watch_;
  LogArchive* logs_;
  std::unique_ptr<LogWindow> log_window_;  ///< Null until it is asked for. No child: its dialogs must not block a call.
  std::unique_ptr<SmallWindow> small_window_;  ///< While it is not null, it stands in the place of this.
  Outgoing last_call_ = Outgoing::kNone;
  QString last_address_;
  int loud_levels_ = 0;  ///< Levels of speech in a row while the microphone is muted; negative: it has been told.
  bool told_of_whole_picture_ = false;
  bool closes_ = false;  ///< The user wants to, though there is a call.
};

}  // namespace counterpoint
