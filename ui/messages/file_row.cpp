// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/messages/file_row.h"

#include <QGridLayout>
#include <QIcon>
#include <QKeySequence>
#include <QLabel>
#include <QProgressBar>
#include <QVBoxLayout>

#include "ui/style/theme.h"
#include "ui/text/engine_text.h"
#include "ui/text/format.h"
#include "ui/widgets/action_button.h"
#include "ui/widgets/action_setup.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/label.h"

namespace counterpoint {
namespace {

constexpr int kProgressSteps = 1000;
constexpr int kRowMargin = 10;

}  // namespace

FileRow::FileRow(const FileNews& file, QWidget* parent) : QFrame(parent), name_(new ElidedLabel(this)) {
  setObjectName(QStringLiteral("file_row"));
  setProperty("role", "bubble");
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(kRowMargin, kRowMargin, kRowMargin, kRowMargin);
  column->setSpacing(kSpaceSmall);
  name_->set_whole_text(QString::fromStdString(file.name));
  state_ = make_label(QString(), "small", this);
  state_->setObjectName(QStringLiteral("file_state"));
  progress_ = new QProgressBar(this);
  progress_->setObjectName(QStringLiteral("file_progress"));
  progress_->setRange(0, kProgressSteps);
  progress_->setTextVisible(false);
  column->addWidget(name_);
  column->addWidget(state_);
  column->addWidget(progress_);
  add_button(save_, "file_save", tr("Save"), true);
  add_button(save_as_, "file_save_as", tr("Save as…"), false);
  add_button(stop_, "file_stop", tr("Cancel"), false);
  add_button(show_folder_, "file_show", tr("Show in folder"), false);
  auto* grid = new QGridLayout;
  grid->setSpacing(kSpaceSmall);
  // In German no three fit beside each other.
  const auto place = [&](std::size_t button, int line, int at) { grid->addWidget(buttons_[button], line, at); };
  place(0, 0, 0);
  place(2, 0, 1);
  place(1, 1, 0);
  place(3, 1, 1);
  grid->setColumnStretch(2, 1);
  column->addLayout(grid);
  save_.setToolTip(tr("Keep it in the folder for downloads"));
  connect(&save_, &QAction::triggered, this, [this] { emit save_wanted(file_); });
  connect(&save_as_, &QAction::triggered, this, [this] { emit save_as_wanted(file_); });
  connect(&stop_, &QAction::triggered, this, [this] { emit stop_wanted(file_); });
  connect(&show_folder_, &QAction::triggered, this, [this] { emit folder_wanted(file_); });
  show_news(file);
}

void FileRow::add_button(QAction& action, const char* name, const QString& words, bool main) {
  set_up_action(action, name, words, QKeySequence(), QIcon());
  auto* button = new ActionButton(action, main ? ActionButton::Look::kMain : ActionButton::Look::kPlain, this);
  button->setProperty("compact", true);
  buttons_.push_back(button);
}

QString FileRow::state_text() const {
  const QString size = bytes_text(file_.size);
  switch (file_.phase) {
    case FileNews::Phase::kOffered:
      return file_.own ? tr("%1 · waits for the peer").arg(size) : tr("%1 · take it?").arg(size);
    case FileNews::Phase::kMoving:
      return tr("%1 of %2").arg(bytes_text(file_.done), size);
    case FileNews::Phase::kDone:
      return file_.own ? tr("%1 · sent").arg(size)
                       : tr("%1 · kept as %2").arg(size, QString::fromStdString(file_.path));
    case FileNews::Phase::kRefused:
      return file_.own ? tr("The peer did not take it") : tr("You did not take it");
    case FileNews::Phase::kWithdrawn:
      return file_.own ? tr("You stopped it") : tr("The peer stopped it");
    case FileNews::Phase::kFailed:
      return with_capital(engine_text(file_.problem));
  }
  return {};
}

QString FileRow::summary() const { return tr("%1 (%2)").arg(QString::fromStdString(file_.name), state_->text()); }

void FileRow::show_news(const FileNews& file) {
  file_ = file;
  const bool waits = !file.own && file.phase == FileNews::Phase::kOffered;
  state_->setText(state_text());
  setAccessibleName(tr("File %1").arg(QString::fromStdString(file.name)));
  setAccessibleDescription(state_->text());
  progress_->setVisible(file.phase == FileNews::Phase::kMoving);
  const double part = file.size > 0 ? static_cast<double>(file.done) / static_cast<double>(file.size) : 0;
  progress_->setValue(static_cast<int>(part * kProgressSteps));
  progress_->setAccessibleName(tr("Progress of %1").arg(QString::fromStdString(file.name)));
  show_action(save_, waits);
  show_action(save_as_, waits);
  show_action(stop_, !file.is_over());
  set_action_words(stop_, waits ? tr("Decline") : tr("Cancel"));
  show_action(show_folder_, !file.own && file.phase == FileNews::Phase::kDone);
}

}  // namespace counterpoint
