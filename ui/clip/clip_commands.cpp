// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/clip/clip_commands.h"

#include <QDir>
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QMimeData>
#include <QStandardPaths>
#include <QUrl>
#include <QWidget>
#include <algorithm>
#include <utility>

#include "ui/clip/clip_actions.h"
#include "ui/clip/clip_bar.h"
#include "ui/notices/toast.h"
#include "ui/text/format.h"
#include "ui/widgets/file_dialog.h"

namespace counterpoint {

ClipCommands::ClipCommands(QWidget& window, CallController& controller, ClipActions& actions, ClipBar& bar,
                           Toast& toast)
    : QObject(&window),
      window_(window),
      controller_(controller),
      toast_(toast),
      folder_(QStandardPaths::writableLocation(QStandardPaths::MoviesLocation)) {
  window.setAcceptDrops(true);
  window.installEventFilter(this);
  connect_actions(actions);
  connect(&bar, &ClipBar::sought, this, &ClipCommands::seek);
  connect(&bar, &ClipBar::volume_changed, this, &ClipCommands::set_volume);
  connect(&controller, &CallController::clip_changed, &actions, &ClipActions::set_clip);
  connect(&controller, &CallController::clip_changed, this, &ClipCommands::tell_damage);
  actions.set_clip(controller.clip());
}

void ClipCommands::connect_actions(ClipActions& actions) {
  connect(&actions.play, &QAction::triggered, this, &ClipCommands::ask_for_file);
  connect(&actions.pause, &QAction::triggered, this, [this] {
    const bool paused = controller_.clip().phase == ClipStatus::Phase::kPaused;
    controller_.send(paused ? ClipCommand(ResumeClip{}) : ClipCommand(PauseClip{}));
  });
  connect(&actions.stop, &QAction::triggered, this, [this] { controller_.send(StopClip{}); });
  connect(&actions.backward, &QAction::triggered, this, [this] { step(-1); });
  connect(&actions.forward, &QAction::triggered, this, [this] { step(1); });
  connect(&actions.loop, &QAction::triggered, this, [this](bool on) { controller_.send(SetClipLoop{on}); });
  connect(&actions.mute, &QAction::triggered, this, [this](bool muted) {
    ClipLevels levels = controller_.clip().levels;
    levels.to_peer = !muted;
    controller_.send(SetClipLevels{levels});
  });
  connect(&actions.hear, &QAction::triggered, this, [this](bool heard) {
    ClipLevels levels = controller_.clip().levels;
    levels.to_us = heard;
    controller_.send(SetClipLevels{levels});
  });
}

void ClipCommands::tell_damage(const ClipStatus& clip) {
  if (std::exchange(told_damage_, clip.damaged_at) == clip.damaged_at || !clip.damaged_at) return;
  tell_problem(tr("The clip is damaged at %1. What is broken is sent as it is, and the clip goes on.")
                   .arg(clock_text(*clip.damaged_at)));
}

void ClipCommands::tell_problem(const QString& text) { toast_.say(text, {}, Notice::Kind::kProblem); }

void ClipCommands::seek(Duration position) {
  const Duration end = controller_.clip().duration.value_or(position);
  asked_position_ = std::clamp(position, Duration::zero(), std::max(end, Duration::zero()));
  since_asked_.start();
  controller_.send(SeekClip{asked_position_});
}

void ClipCommands::step(int steps) {
  constexpr Duration kStep = 10s;
  // Keys are faster than the clip: until it is where it was sent, they go on from there.
  constexpr qint64 kMaxSeek = 5000;  // In milliseconds.
  constexpr Duration kNear = 3s;     // Entry pictures lie so far apart.
  const Duration position = controller_.clip().position;
  const bool on_its_way = since_asked_.isValid() && since_asked_.elapsed() < kMaxSeek &&
                          (position > asked_position_ + kNear || position < asked_position_ - kNear);
  seek((on_its_way ? asked_position_ : position) + steps * kStep);
}

void ClipCommands::set_volume(double volume) {
  ClipLevels levels = controller_.clip().levels;
  levels.volume = volume;
  controller_.send(SetClipLevels{levels});
}

void ClipCommands::ask_for_file() {
  if (dialog_) {
    dialog_->raise();
    return dialog_->activateWindow();
  }
  // The dialog would take the name of a missing folder for that of a file.
  const QString folder = QFileInfo(folder_).isDir() ? folder_ : QDir::homePath();
  dialog_ = make_file_dialog(tr("Play a clip to the peer"), folder, &window_);
  dialog_->setObjectName(QStringLiteral("clip_dialog"));
  dialog_->setFileMode(QFileDialog::ExistingFile);
  dialog_->setLabelText(QFileDialog::Accept, tr("Play"));
  dialog_->setNameFilters({tr("MPEG-1 and MPEG-2 video (*.mpg *.mpeg *.m1v *.m2v *.mpv *.vob *.ts *.m2ts *.mts *.dat)"),
                           tr("All files (*)")});
  connect(dialog_, &QFileDialog::fileSelected, this, &ClipCommands::play);
  dialog_->show();  // Not open(): the call goes on beside it, with its keys and buttons.
}

void ClipCommands::play(const QString& file) {
  // While the dialog was open, the call may have ended.
  if (controller_.state().phase != CallPhase::kInCall) {
    return tell_problem(tr("A clip is played in a call: call somebody first, then choose it again."));
  }
  folder_ = QFileInfo(file).absolutePath();
  controller_.send(PlayClip{file.toStdString()});
}

bool ClipCommands::eventFilter(QObject* watched, QEvent* event) {
  switch (event->type()) {
    case QEvent::DragEnter: {
      auto* drag = static_cast<QDragEnterEvent*>(event);
      if (!drag->mimeData()->hasUrls()) return false;
      drag->acceptProposedAction();
      if (controller_.state().phase == CallPhase::kInCall) toast_.say(tr("Drop the file to play it to the peer."));
      return true;
    }
    case QEvent::DragLeave:
      toast_.hide();
      return true;
    case QEvent::Drop: {
      auto* drop = static_cast<QDropEvent*>(event);
      if (!drop->mimeData()->hasUrls()) return false;
      drop->acceptProposedAction();
      toast_.hide();
      take_drop(*drop->mimeData());
      return true;
    }
    default:
      return QObject::eventFilter(watched, event);
  }
}

void ClipCommands::take_drop(const QMimeData& data) {
  const QList<QUrl> urls = data.urls();
  if (urls.size() != 1) {
    return tell_problem(tr("%1 files were dropped; drop one clip at a time.").arg(urls.size()));
  }
  if (!urls.first().isLocalFile()) {
    return tell_problem(tr("\u201c%1\u201d is not a file on this computer; save it here first, then drop it again.")
                            .arg(urls.first().toDisplayString()));
  }
  play(urls.first().toLocalFile());
}

}  // namespace counterpoint
