// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/main_window.h"

#include <QApplication>
#include <QClipboard>
#include <QCloseEvent>
#include <QKeyEvent>
#include <QStackedWidget>
#include <utility>

#include "core/call/call_link.h"
#include "ui/call/call_page.h"
#include "ui/call/incoming_banner.h"
#include "ui/call/notice_page.h"
#include "ui/call/peer/peer_picture.h"
#include "ui/call/quality_badge.h"
#include "ui/call/share_menu.h"
#include "ui/clip/clip_bar.h"
#include "ui/clip/clip_commands.h"
#include "ui/messages/message_commands.h"
#include "ui/notices/toast.h"
#include "ui/people/link_dialog.h"
#include "ui/people/people_model.h"
#include "ui/recorded_calls/log_window.h"
#include "ui/settings/device_menu.h"
#include "ui/settings/fields/theme_setting.h"
#include "ui/settings/settings_dialog.h"
#include "ui/settings/settings_model.h"
#include "ui/start/start_page.h"
#include "ui/style/icons.h"
#include "ui/style/theme.h"
#include "ui/text/engine_text.h"
#include "ui/text/format.h"
#include "ui/video/preview_watch.h"
#include "ui/video/video_view.h"
#include "ui/widgets/action_button.h"
#include "ui/widgets/action_setup.h"
#include "ui/widgets/question.h"
#include "ui/window/help_dialogs.h"
#include "ui/window/small_window.h"

namespace counterpoint {
namespace {

QString calling_words(const CallView& state) {
  if (state.self) return MainWindow::tr("Calling yourself");
  const bool rings = state.phase == CallPhase::kCalling;
  return (rings ? MainWindow::tr("Calling %1") : MainWindow::tr("Connecting to %1")).arg(state.peer);
}

}  // namespace

MainWindow::MainWindow(CallController& controller, SettingsModel& settings, PeopleModel& people,
                       const WindowConfig& config, QWidget* parent)
    : QMainWindow(parent),
      controller_(controller),
      settings_(settings),
      people_(people),
      devices_(config.devices),
      actions_(*this),
      logs_(config.logs) {
  if (devices_ == nullptr) devices_ = new DeviceCatalog(this);
  audio_menu_ = new DeviceMenu(DeviceMenu::Kind::kAudio, settings_, *devices_, this);
  camera_menu_ = new DeviceMenu(DeviceMenu::Kind::kCamera, settings_, *devices_, this);
  setWindowTitle(tr("Counterpoint"));
  setWindowIcon(program_icon());
  setMinimumSize(760, 560);
  resize(1280, 720);  // Pictures of 1280x720 and half of it need no scaling, or the cheapest one.
  make_pages(config);
  connect_actions();
  connect_controller();
  connect_clip();
  connect_messages();
  connect_settings();
  start_page_->set_host(controller_.host());
  actions_.set_reachable(!controller_.host().listening_on.isEmpty());
  show_state(controller_.state());
}

MainWindow::~MainWindow() {
  delete settings_dialog_;  // It uses the catalogue of devices until it is hidden.
}

void MainWindow::make_pages(const WindowConfig& config) {
  pages_ = new QStackedWidget(this);
  start_page_ = new StartPage(actions_, people_, settings_, pages_);
  incoming_page_ = new NoticePage(actions_, pages_);
  calling_page_ = new NoticePage(actions_, pages_);
  end_page_ = new NoticePage(actions_, pages_);
  call_page_ = new CallPage(actions_, config.hide_controls_after, pages_);
  start_page_->setObjectName(QStringLiteral("start_page"));
  incoming_page_->setObjectName(QStringLiteral("incoming_page"));
  calling_page_->setObjectName(QStringLiteral("calling_page"));
  end_page_->setObjectName(QStringLiteral("end_page"));
  call_page_->setObjectName(QStringLiteral("call_page"));
  incoming_page_->add_own_picture(actions_);
  incoming_page_->add_button(actions_.accept, ActionButton::Look::kMain);
  incoming_page_->add_button(actions_.accept_without_camera, ActionButton::Look::kPlain);
  incoming_page_->add_button(actions_.hang_up, ActionButton::Look::kDanger);
  calling_page_->add_button(actions_.hang_up, ActionButton::Look::kDanger);
  end_page_->add_button(actions_.retry, ActionButton::Look::kMain);
  end_page_->add_button(actions_.show_call_log, ActionButton::Look::kPlain);
  end_page_->add_button(actions_.read_messages, ActionButton::Look::kPlain);
  end_page_->add_button(actions_.back, ActionButton::Look::kPlain);
  end_page_->add_button(actions_.accept_identity, ActionButton::Look::kDanger);
  calling_page_->set_way_out(actions_.hang_up);
  end_page_->set_way_out(actions_.back);
  for (QWidget* page :
       std::initializer_list<QWidget*>{start_page_, incoming_page_, calling_page_, end_page_, call_page_}) {
    pages_->addWidget(page);
  }
  setCentralWidget(pages_);
  toast_ = new Toast(this);
}

void MainWindow::connect_actions() {
  connect(&actions_.call, &QAction::triggered, this, &MainWindow::call);
  connect(&actions_.call_self, &QAction::triggered, this, [this] {
    last_call_ = Outgoing::kSelf;
    controller_.send(CallSelf{});
  });
  connect(&actions_.accept, &QAction::triggered, this, [this] { controller_.send(Accept{}); });
  connect(&actions_.accept_without_camera, &QAction::triggered, this, &MainWindow::accept_without_camera);
  connect(&actions_.hang_up, &QAction::triggered, this, &MainWindow::hang_up);
  connect(&actions_.retry, &QAction::triggered, this, &MainWindow::repeat_call);
  connect(&actions_.accept_identity, &QAction::triggered, this, &MainWindow::accept_new_identity);
  connect(&actions_.back, &QAction::triggered, this, [this] { controller_.send(HangUp{}); });
  connect(&actions_.show_call_log, &QAction::triggered, this, &MainWindow::show_call_log);
  connect(&actions_.mute, &QAction::toggled, this, &MainWindow::update_sending);
  connect(&actions_.camera_off, &QAction::toggled, this, &MainWindow::update_sending);
  connect(&actions_.show_plane, &QAction::toggled, call_page_, &CallPage::show_plane);
  connect(&actions_.show_time_lines, &QAction::toggled, call_page_, &CallPage::show_time_lines);
  connect(&actions_.whole_picture, &QAction::toggled, call_page_, &CallPage::show_whole_picture);
  connect(&actions_.small_window, &QAction::triggered, this, &MainWindow::open_small_window);
  connect(&actions_.show_logs, &QAction::triggered, this, &MainWindow::show_logs);
  actions_.show_logs.setVisible(logs_ != nullptr);
  connect(&actions_.mode_choice, &QActionGroup::triggered, this, [this](const QAction* mode) {
    const std::string name = mode->data().toString().toStdString();
    settings_.change([&name](Settings& settings) { settings.mode = name; });
  });
  connect(&actions_.full_screen, &QAction::triggered, this,
          [this] { setWindowState(windowState() ^ Qt::WindowFullScreen); });
  connect(&actions_.open_menu, &QAction::triggered, this, &MainWindow::open_menu);
  for (QAction* action : {&actions_.choose_audio, &actions_.choose_camera}) {
    connect(action, &QAction::triggered, this, [this, action] { open_device_menu(*action); });
  }
  connect(&actions_.copy_link, &QAction::triggered, this, &MainWindow::copy_link);
  connect(&actions_.show_link, &QAction::triggered, this, &MainWindow::show_link);
  connect(&actions_.settings, &QAction::triggered, this, &MainWindow::open_settings);
  connect(&actions_.shortcuts, &QAction::triggered, this, [this] { show_shortcuts(actions(), this); });
  connect(&actions_.about, &QAction::triggered, this, [this] { show_about(this); });
  connect(&actions_.quit, &QAction::triggered, this, &QWidget::close);
  connect(start_page_, &StartPage::call_wanted, this, &MainWindow::dial);
  connect(&people_, &PeopleModel::failed, this,
          [this](const QString& text) { say_notice(text, Notice::Kind::kProblem); });
  connect(start_page_, &StartPage::address_changed, this, &MainWindow::update_actions);
  connect(call_page_, &CallPage::double_clicked, &actions_.full_screen, &QAction::trigger);
}

void MainWindow::connect_controller() {
  connect(&controller_, &CallController::state_changed, this, &MainWindow::show_state);
  connect(&controller_, &CallController::host_changed, start_page_, &StartPage::set_host);
  connect(&controller_, &CallController::stats_changed, call_page_, &CallPage::set_stats);
  connect(&controller_, &CallController::plane_changed, call_page_, &CallPage::set_plane);
  connect(&controller_, &CallController::peer_state_changed, call_page_, &CallPage::set_peer_state);
  connect(&controller_, &CallController::record_logged, call_page_, &CallPage::add_record);
  connect(&controller_, &CallController::host_changed, this,
          [this](const HostInfo& host) { actions_.set_reachable(!host.listening_on.isEmpty()); });
  connect(&controller_, &CallController::local_level, call_page_, &CallPage::set_level);
  connect(&controller_, &CallController::local_level, audio_menu_, &DeviceMenu::set_level);
  connect(&controller_, &CallController::local_level, this, &MainWindow::notice_muted_speech);
  connect(&controller_, &CallController::peer_volume_changed, audio_menu_, &DeviceMenu::set_peer_volume);
  connect(audio_menu_, &DeviceMenu::peer_volume_wanted, this,
          [this](double volume) { controller_.send(SetPeerVolume{volume}); });
  connect(&controller_.remote_sink(), &FrameMailbox::frame_ready, this, [this] {
    const auto frame = controller_.remote_sink().take();
    if (!frame) return;
    call_page_->show_remote(*frame);
    if (small_window_) small_window_->picture().show_frame(*frame);
  });
  connect(&controller_.local_sink(), &FrameMailbox::frame_ready, this, [this] {
    const auto frame = controller_.local_sink().take();
    if (!frame) return;
    const bool mirrored = controller_.host().is_camera;
    for (VideoView* preview : own_previews()) preview->show_frame(*frame, mirrored);
    if (!controller_.clip().is_shown() && !controller_.sharing()) call_page_->own_view().show_frame(*frame, mirrored);
  });
  connect(&controller_, &CallController::notice, this, &MainWindow::say_notice);
  connect(&controller_, &CallController::state_changed, toast_, &Toast::find_place_soon);
  connect(call_page_, &CallPage::placed, toast_, &Toast::find_place_soon);
  preview_watch_ = new PreviewWatch(controller_.local_sink(), this);
  preview_watch_->add(start_page_->preview(), PreviewWatch::Kind::kResting);
  preview_watch_->add(incoming_page_->own_picture());
  preview_watch_->add(call_page_->own_view());
  connect(&preview_watch_->user(), &UserPresence::changed, this, &MainWindow::cover_previews);
}

void MainWindow::connect_clip() {
  new ClipCommands(*this, controller_, actions_.clip, call_page_->clip_bar(), *toast_);
  connect(&controller_, &CallController::clip_changed, call_page_, &CallPage::set_clip);
  connect(&controller_, &CallController::sharing_changed, this, [this](bool sharing) {
    actions_.share_screen.setChecked(sharing);  // First: the page makes room for the words of its button.
    call_page_->set_sharing(sharing);
  });
  new ShareMenu(controller_, *devices_, actions_.share_screen, call_page_);
  connect(&controller_.clip_sink(), &FrameMailbox::frame_ready, this, [this] {
    const auto frame = controller_.clip_sink().take();
    if (frame && (controller_.clip().is_shown() || controller_.sharing())) call_page_->own_view().show_frame(*frame);
  });
}

void MainWindow::connect_messages() {
  // First: what is not shown cannot have the keyboard.
  connect(&actions_.show_messages, &QAction::toggled, call_page_, &CallPage::show_messages);
  auto* messages = new MessageCommands(*this, controller_, actions_.show_messages, actions_.send_file,
                                       actions_.read_messages, call_page_->messages());
  connect(messages, &MessageCommands::notice, this, &MainWindow::say);
}

void MainWindow::connect_settings() {
  const auto show = [this](const Settings& settings) {
    actions_.show_mode(QString::fromStdString(settings.mode));
    if (std::exchange(theme_, settings.theme) != settings.theme) set_theme(*qApp, theme_choice(settings.theme));
  };
  theme_ = settings_.settings().theme;
  show(settings_.settings());
  connect(&settings_, &SettingsModel::changed, this, show);
  connect(&settings_, &SettingsModel::changed, &controller_,
          [this](const Settings& settings) { controller_.send(ApplySettings{settings}); });
  start_page_->set_settings_notice(settings_.notice());
  connect(&settings_, &SettingsModel::notice_changed, start_page_, &StartPage::set_settings_notice);
}

void MainWindow::show_state(const CallView& state) {
  update_actions();
  const bool in_call = state.phase == CallPhase::kInCall;
  if (!in_call) leave_small_window();
  if (small_window_) small_window_->picture().set_call(state);
  setWindowTitle(in_call ? tr("%1 – Counterpoint").arg(state.peer) : tr("Counterpoint"));
  const auto show_page = [this](QWidget* page) {
    pages_->setCurrentWidget(page);
    page->setFocus();
  };
  switch (state.phase) {
    case CallPhase::kIdle:
      people_.refresh();
      show_page(start_page_);
      return start_page_->start_typing();
    case CallPhase::kIncoming:
      last_call_ = Outgoing::kNone;
      incoming_page_->set_icon(Icon::kCall, &Theme::accent);
      incoming_page_->set_words(tr("%1 is calling").arg(state.peer), state.cause, {});
      QApplication::alert(this);
      return show_page(incoming_page_);
    case CallPhase::kCalling:
    case CallPhase::kConnecting: {
      calling_page_->set_icon(Icon::kCall, &Theme::accent);
      calling_page_->set_words(calling_words(state), state.cause, {});
      show_page(calling_page_);
      return calling_page_->focus_button(actions_.hang_up);
    }
    case CallPhase::kInCall:
      if (pages_->currentWidget() != call_page_) {
        call_page_->begin();
        show_page(call_page_);
      }
      return call_page_->set_state(state);
    case CallPhase::kEnded:
      show_end(state);
      show_page(end_page_);
      // A key of the call that is pressed after its end must not call again.
      return end_page_->focus_button(
          state.failed && actions_.retry.isVisible() && !state.identity_changed ? actions_.retry : actions_.back);
  }
}

void MainWindow::show_end(const CallView& state) {
  end_page_->set_icon(state.failed ? Icon::kWarning : Icon::kHangUp,
                      state.failed ? &Theme::warning : &Theme::quiet_text);
  show_action(actions_.accept_identity, state.identity_changed && last_call_ == Outgoing::kPeer);
  const bool broke_off = state.failed && pages_->currentWidget() == call_page_;
  const QString title = state.missed   ? tr("Missed call")
                        : broke_off    ? tr("Connection lost")
                        : state.failed ? tr("The call failed")
                                       : tr("Call ended");
  QStringList words{state.cause};
  if (state.duration > Duration::zero()) words.append(clock_text(state.duration));
  if (state.quality != CallQuality::kUnknown) words.append(quality_word(state.quality));
  end_page_->set_words(title, words.join(QStringLiteral(" · ")), state.advice);
  set_action_words(actions_.retry, state.failed ? tr("Try again") : tr("Call again"));
}

void MainWindow::open_address(const QString& text) {
  leave_small_window();
  setWindowState(windowState() & ~Qt::WindowMinimized);
  show();
  raise();
  activateWindow();
  if (text.isEmpty()) return;
  const CallPhase phase = controller_.state().phase;
  start_page_->set_address(text);
  if (phase != CallPhase::kIdle && phase != CallPhase::kEnded) {
    return toast_->say(tr("You are in a call; the address waits for its end: %1").arg(start_page_->address()));
  }
  const bool good_link = is_call_link(text.toStdString()) && read_call_link(text.toStdString());
  if (!good_link) return call();
  if (phase == CallPhase::kEnded) controller_.send(HangUp{});
  start_page_->start_typing();
}

void MainWindow::call() {
  const std::string typed = start_page_->address().toStdString();
  const bool contact = people_.contacts().find_name(typed) != nullptr;
  const auto target = read_call_target(typed);
  if (contact || target) return dial(start_page_->address());
  // A text that cannot be called stays to be corrected.
  if (controller_.state().phase == CallPhase::kEnded) controller_.send(HangUp{});
  start_page_->show_address_problem(with_capital(engine_text(target.error().message)));
}

void MainWindow::dial(const QString& target) {
  last_call_ = Outgoing::kPeer;
  last_address_ = target;
  controller_.send(Dial{.address = last_address_.toStdString()});
}

void MainWindow::repeat_call() {
  if (last_call_ == Outgoing::kSelf) {
    controller_.send(CallSelf{});
  } else {
    controller_.send(Dial{.address = last_address_.toStdString()});
  }
}

void MainWindow::accept_without_camera() {
  if (!actions_.camera_off.isChecked()) {
    actions_.camera_off.setChecked(true);
    auto* until_its_end = new QObject(this);
    // Whoever switches the camera within the call has chosen for later ones.
    connect(&actions_.camera_off, &QAction::toggled, until_its_end, [this, until_its_end] {
      disconnect(&controller_, nullptr, until_its_end, nullptr);
      until_its_end->deleteLater();
    });
    connect(&controller_, &CallController::state_changed, until_its_end, [this](const CallView& state) {
      const bool over = state.phase == CallPhase::kIdle || state.phase == CallPhase::kEnded;
      if (over) actions_.camera_off.setChecked(false);
    });
  }
  controller_.send(Accept{});
}

void MainWindow::accept_new_identity() {
  controller_.send(Dial{.address = last_address_.toStdString(), .accept_new_identity = true});
}

void MainWindow::hang_up() {
  if (controller_.state().phase == CallPhase::kIncoming) {
    controller_.send(Decline{});
  } else {
    controller_.send(HangUp{});
  }
}

void MainWindow::update_sending() {
  const bool microphone = !actions_.mute.isChecked();
  const bool camera = !actions_.camera_off.isChecked();
  controller_.send(SetSending{.microphone = microphone, .camera = camera});
  call_page_->set_sending(microphone, camera);
  cover_previews();
}

void MainWindow::cover_previews() {
  const bool camera = !actions_.camera_off.isChecked();
  for (VideoView* preview : {&start_page_->preview(), &incoming_page_->own_picture()}) {
    // A call that comes in is answered by somebody who comes to the window.
    const bool rests = preview == &start_page_->preview() && preview_watch_->user().attention() == Attention::kNone;
    preview->set_covered(!camera || rests);
    preview->set_notice(!camera ? tr("Your camera is off")
                        : rests ? tr("The camera is closed while you are away")
                                : tr("No picture yet"));
  }
}

QList<VideoView*> MainWindow::own_previews() const {
  QList<VideoView*> previews = {&start_page_->preview(), &incoming_page_->own_picture()};
  if (settings_dialog_ != nullptr) previews.append(&settings_dialog_->preview());
  return previews;
}

void MainWindow::update_actions() {
  actions_.fit(controller_.state().phase, !start_page_->address().isEmpty(), last_call_ != Outgoing::kNone,
               logs_ != nullptr && !controller_.state().log.isEmpty());
}

void MainWindow::open_menu() {
  for (const auto* button : findChildren<ActionButton*>(QStringLiteral("menu_button"))) {
    if (!button->isVisible()) continue;
    const bool below = button->mapTo(this, QPoint()).y() < height() / 2;
    const QSize size = actions_.menu.sizeHint();
    const QPoint corner = below ? QPoint(button->width() - size.width(), button->height() + kSpace)
                                : QPoint((button->width() - size.width()) / 2, -size.height() - kSpace);
    actions_.menu.popup(button->mapToGlobal(corner));
    return;
  }
}

void MainWindow::open_device_menu(const QAction& action) {
  DeviceMenu& menu = &action == &actions_.choose_camera ? *camera_menu_ : *audio_menu_;
  const bool in_call = controller_.state().phase == CallPhase::kInCall;
  for (const auto* button : findChildren<ActionButton*>()) {
    if (&button->action() != &action || !button->isVisible()) continue;
    return menu.open_above(button->mapToGlobal(QPoint(0, -kSpace)), in_call);
  }
}

void MainWindow::copy_link() {
  QGuiApplication::clipboard()->setText(controller_.host().link);
  toast_->say(tr("Link copied. Send it to anyone who should call you."));
}

void MainWindow::show_link() { (new LinkDialog(controller_.host(), actions_.copy_link, this))->open(); }

void MainWindow::show_logs() {
  if (logs_ == nullptr) return;
  if (log_window_ == nullptr) {
    log_window_ = std::make_unique<LogWindow>(*logs_);
    log_window_->put_above(new IncomingBanner(controller_, actions_, log_window_.get()));
  }
  log_window_->show();
  log_window_->raise();
  log_window_->activateWindow();
}

void MainWindow::show_call_log() {
  const QString log = controller_.state().log;
  show_logs();
  if (log_window_) log_window_->open_file(log);
}

void MainWindow::open_settings() {
  if (!settings_dialog_) {
    settings_dialog_ = new SettingsDialog(settings_, *devices_, this);
    settings_dialog_->set_host(controller_.host());
    settings_dialog_->put_above(new IncomingBanner(controller_, actions_, settings_dialog_));
    preview_watch_->add(settings_dialog_->preview());
    connect(&controller_, &CallController::host_changed, settings_dialog_, &SettingsDialog::set_host);
    connect(&controller_, &CallController::local_level, settings_dialog_, &SettingsDialog::set_level);
    connect(&controller_, &CallController::server_tried, settings_dialog_, &SettingsDialog::set_tried);
    connect(settings_dialog_, &SettingsDialog::check_wanted, this,
            [this](const ServerSettings& servers) { controller_.send(TryServers{servers}); });
    connect(&controller_, &CallController::state_changed, settings_dialog_, &SettingsDialog::set_call);
  }
  settings_dialog_->set_call(controller_.state());
  settings_dialog_->show();
  settings_dialog_->raise();
  settings_dialog_->activateWindow();
}

void MainWindow::open_small_window() {
  if (small_window_) return;
  small_window_ = std::make_unique<SmallWindow>(actions_);
  small_window_->setWindowTitle(controller_.state().peer);
  small_window_->picture().set_call(controller_.state());
  small_window_->picture().set_state(controller_.peer_state());
  connect(small_window_.get(), &QDialog::finished, this, &MainWindow::leave_small_window);
  connect(&controller_, &CallController::peer_state_changed, &small_window_->picture(), &PeerPicture::set_state);
  small_window_->open_at(*screen());
  hide();
}

void MainWindow::leave_small_window() {
  if (!small_window_) return;
  show();  // First: the program ends with its last window.
  small_window_->hide();
  small_window_.release()->deleteLater();  // A click in it may have led here.
}

void MainWindow::closeEvent(QCloseEvent* event) {
  leave_small_window();
  if (controller_.state().phase == CallPhase::kInCall && !closes_) {
    event->ignore();
    return ask_before_closing();
  }
  if (controller_.state().phase != CallPhase::kIdle) hang_up();
  if (log_window_) log_window_->close();
  closes_ = false;  // In a tray the window is opened again.
  event->accept();
}

Toast& MainWindow::toast() { return small_window_ ? small_window_->toast() : *toast_; }

void MainWindow::say(const QString& text) { toast().say(text); }

void MainWindow::say_notice(const QString& text, Notice::Kind kind) {
  toast().say(text, Toast::offer_command_of(text), kind);
}

void MainWindow::notice_muted_speech(double level) {
  constexpr double kSpeech = 0.55;  // -27 dBFS, where people speak and rooms do not.
  constexpr int kSyllables = 4;     // Levels come each 150 ms: a knock is over before that.
  if (!actions_.mute.isChecked() || controller_.state().phase != CallPhase::kInCall) {
    loud_levels_ = 0;
  } else if (loud_levels_ >= 0) {
    loud_levels_ = level >= kSpeech ? loud_levels_ + 1 : 0;
    if (loud_levels_ < kSyllables) return;
    loud_levels_ = -1;
    const QString key = actions_.mute.shortcut().toString(QKeySequence::NativeText);
    say(tr("You are muted. Press %1 to speak.").arg(key));
  }
}

void MainWindow::ask_before_closing() {
  if (findChild<QWidget*>(QStringLiteral("close_question"))) return;
  const CallView& call = controller_.state();
  const QString words = call.self ? tr("Closing the window ends the call with yourself.")
                                  : tr("Closing the window ends the call with %1.").arg(call.peer);
  auto* question = new Question(tr("End the call?"), words, tr("End call"), this);
  question->setObjectName(QStringLiteral("close_question"));
  connect(question, &Question::agreed, this, [this] {
    closes_ = true;
    close();
  });
  // Whoever hangs up first has nothing to be asked any more.
  connect(&controller_, &CallController::state_changed, question, [question](const CallView& state) {
    if (state.phase != CallPhase::kInCall) question->close();
  });
  question->open();
}

void MainWindow::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Escape && isFullScreen()) {
    actions_.full_screen.trigger();
  } else {
    QMainWindow::keyPressEvent(event);
  }
}

void MainWindow::changeEvent(QEvent* event) {
  if (event->type() == QEvent::WindowStateChange) {
    actions_.full_screen.setChecked(isFullScreen());
    const bool fills = isFullScreen() && pages_->currentWidget() == call_page_ && !actions_.whole_picture.isChecked();
    if (fills && !std::exchange(told_of_whole_picture_, true)) {
      toast_->say(tr("The picture fills the screen: W shows all of it, and Esc leaves full screen."));
    }
  }
  QMainWindow::changeEvent(event);
}

}  // namespace counterpoint
