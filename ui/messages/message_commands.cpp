// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/messages/message_commands.h"

#include <QDesktopServices>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QStandardPaths>
#include <QUrl>

#include "ui/messages/message_panel.h"
#include "ui/messages/transcript_dialog.h"
#include "ui/style/icons.h"
#include "ui/text/format.h"
#include "ui/widgets/action_setup.h"
#include "ui/widgets/file_dialog.h"

namespace counterpoint {
namespace {

QString download_folder() {
  const QString folder = QStandardPaths::writableLocation(QStandardPaths::DownloadLocation);
  return folder.isEmpty() ? QDir::homePath() : folder;
}

}  // namespace

MessageCommands::MessageCommands(QWidget& window, CallController& controller, QAction& toggle, QAction& send_file,
                                 QAction& read, MessagePanel& panel)
    : QObject(&window),
      window_(window),
      controller_(controller),
      toggle_(toggle),
      send_file_(send_file),
      read_(read),
      panel_(panel),
      folder_(QDir::homePath()) {
  follow_controller();
  connect(&send_file_, &QAction::triggered, this, &MessageCommands::ask_for_file);
  connect(&read_, &QAction::triggered, this, &MessageCommands::show_transcript);
  connect(&toggle_, &QAction::toggled, this, [this](bool shown) {
    toggle_.setIcon(make_icon(Icon::kMessages));
    if (shown) panel_.start_writing();
  });
  connect(&panel, &MessagePanel::text_written, this,
          [this](const QString& text) { controller_.send(SendText{text.toStdString()}); });
  connect(&panel, &MessagePanel::save_wanted, this, [this](const FileNews& file) {
    controller_.send(AcceptFile{.number = file.number, .folder = download_folder().toStdString()});
  });
  connect(&panel, &MessagePanel::save_as_wanted, this, &MessageCommands::ask_for_place);
  connect(&panel, &MessagePanel::stop_wanted, this,
          [this](const FileNews& file) { controller_.send(StopFile{.number = file.number, .own = file.own}); });
  connect(&panel, &MessagePanel::folder_wanted, this, [](const FileNews& file) {
    const QFileInfo kept(QString::fromStdString(file.path));
    QDesktopServices::openUrl(QUrl::fromLocalFile(kept.absolutePath()));
  });
}

void MessageCommands::follow_controller() {
  connect(&controller_, &CallController::text_changed, this, &MessageCommands::take_text);
  connect(&controller_, &CallController::file_changed, this, &MessageCommands::take_file);
  connect(&controller_, &CallController::messages_open_changed, this, [this](const MessagesOpen& open) {
    panel_.set_open(open);
    send_file_.setEnabled(open.files);
  });
  connect(&controller_, &CallController::state_changed, this, &MessageCommands::follow);
  panel_.set_open(controller_.messages_open());
  send_file_.setEnabled(controller_.messages_open().files);
}

void MessageCommands::follow(const CallView& state) {
  const bool begins = state.phase == CallPhase::kCalling || state.phase == CallPhase::kIncoming;
  if (begins || state.phase == CallPhase::kIdle) panel_.begin();  // Nobody may take the texts for another peer's.
  panel_.set_peer(state.peer);
  if (transcript_ && state.phase != CallPhase::kEnded) transcript_->close();  // It would block the buttons of a call.
  show_action(read_, state.phase == CallPhase::kEnded && !panel_.is_empty());
}

void MessageCommands::show_transcript() {
  transcript_ = new TranscriptDialog(controller_.state().peer, panel_.transcript(), &window_);
  transcript_->open();
}

void MessageCommands::take_text(const TextNews& text) {
  panel_.show_text(text);
  if (!text.own) tell(tr("%1: %2").arg(controller_.state().peer, QString::fromStdString(text.text).left(200)));
}

void MessageCommands::take_file(const FileNews& file) {
  panel_.show_file(file);
  const QString name = QString::fromStdString(file.name);
  if (!file.own && file.phase == FileNews::Phase::kOffered) {
    tell(tr("%1 sends the file %2 (%3): open the messages to take it.")
             .arg(controller_.state().peer, name, bytes_text(file.size)));
  } else if (file.phase == FileNews::Phase::kDone) {
    tell(file.own ? tr("%1 has been sent.").arg(name)
                  : tr("%1 has arrived: %2").arg(name, QString::fromStdString(file.path)));
  }
}

void MessageCommands::tell(const QString& text) {
  if (panel_.isVisible()) return;
  toggle_.setIcon(make_icon(Icon::kMessagesNew));
  emit notice(text);
}

void MessageCommands::open_dialog(QFileDialog* dialog) {
  dialog_ = dialog;
  dialog_->show();  // Not open(): the call goes on beside it, with its keys and buttons.
}

void MessageCommands::ask_for_file() {
  if (dialog_) return dialog_->raise();
  auto* dialog = make_file_dialog(tr("Send a file to the peer"), folder_, &window_);
  dialog->setObjectName(QStringLiteral("send_dialog"));
  dialog->setFileMode(QFileDialog::ExistingFile);
  dialog->setLabelText(QFileDialog::Accept, tr("Send"));
  connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& file) {
    folder_ = QFileInfo(file).absolutePath();
    toggle_.setChecked(true);  // There it is seen to move.
    controller_.send(SendFile{file.toStdString()});
  });
  open_dialog(dialog);
}

void MessageCommands::ask_for_place(const FileNews& file) {
  if (dialog_) return dialog_->raise();
  auto* dialog = make_file_dialog(tr("Save the file of the peer"), download_folder(), &window_);
  dialog->setObjectName(QStringLiteral("save_dialog"));
  dialog->setAcceptMode(QFileDialog::AcceptSave);
  dialog->selectFile(QString::fromStdString(file.name));
  connect(dialog, &QFileDialog::fileSelected, this, [this, number = file.number](const QString& path) {
    controller_.send(AcceptFile{.number = number, .path = path.toStdString()});
  });
  open_dialog(dialog);
}

}  // namespace counterpoint
