// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/log_window.h"

#include <QBuffer>
#include <QDateTime>
#include <QDir>
#include <QDragEnterEvent>
#include <QElapsedTimer>
#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QMessageBox>
#include <QMimeData>
#include <QProgressBar>
#include <QPushButton>
#include <QStackedWidget>
#include <QUrl>
#include <QVBoxLayout>
#include <utility>

#include "ui/action_button.h"
#include "ui/export_dialog.h"
#include "ui/format.h"
#include "ui/icons.h"
#include "ui/log_list.h"
#include "ui/log_view.h"
#include "ui/theme.h"

namespace counterpoint {
namespace {

/// The file that is dragged; empty when it is something else.
QString dragged_file(const QMimeData& data) {
  const QList<QUrl> urls = data.urls();
  return urls.size() == 1 ? urls[0].toLocalFile() : QString();
}

QString title_of(const CallHistory& history) {
  const LogHeader& header = history.header();
  QStringList parts;
  const auto peer = header.settings.find("peer");
  if (peer != header.settings.end()) parts.append(QString::fromStdString(peer->second));
  const QDateTime date = QDateTime::fromString(QString::fromStdString(header.started), Qt::ISODate);
  if (date.isValid()) parts.append(QLocale().toString(date.toLocalTime(), QLocale::ShortFormat));
  parts.append(clock_text(history.end()));
  return parts.join(QStringLiteral("  \u00b7  "));
}

}  // namespace

LogWindow::LogWindow(LogArchive& archive, QWidget* parent) : QMainWindow(parent), archive_(archive), menu_(this) {
  setObjectName(QStringLiteral("log_window"));
  setWindowTitle(tr("Recorded calls"));
  setWindowIcon(program_icon());
  setAcceptDrops(true);
  setMinimumSize(820, 720);
  resize(1180, 900);
  make_actions();
  make_pages();
  connect(&reading_timer_, &QTimer::timeout, this, &LogWindow::read_on);
  show_list();
}

void LogWindow::make_actions() {
  const auto set_up = [this](QAction& action, const char* name, const QString& words, const QKeySequence& shortcut,
                             Icon icon, void (LogWindow::*what)()) {
    action.setIcon(make_icon(icon));
    action.setIconVisibleInMenu(false);
    action.setObjectName(QLatin1String(name));
    action.setText(words);
    action.setShortcut(shortcut);
    action.setToolTip(QStringLiteral("%1 (%2)").arg(words, shortcut.toString(QKeySequence::NativeText)));
    connect(&action, &QAction::triggered, this, what);
    addAction(&action);
  };
  set_up(back_, "log_back", tr("All calls"), Qt::ALT | Qt::Key_Left, Icon::kBack, &LogWindow::show_list);
  set_up(open_file_, "log_open_file", tr("Open file\u2026"), QKeySequence::Open, Icon::kFolder,
         &LogWindow::choose_file);
  set_up(export_, "log_export", tr("Export\u2026"), Qt::CTRL | Qt::Key_E, Icon::kExport, &LogWindow::ask_for_export);
  set_up(remove_, "log_delete", tr("Delete\u2026"), QKeySequence::Delete, Icon::kTrash, &LogWindow::remove_current);
  open_.setObjectName(QStringLiteral("log_open"));
  open_.setIcon(make_icon(Icon::kLogs));
  open_.setIconVisibleInMenu(false);
  open_.setText(tr("Open"));
  open_.setToolTip(tr("Open (Return)"));
  connect(&open_, &QAction::triggered, this, [this] { open_file(list_->current()); });
  search_.setText(tr("Search"));
  search_.setShortcut(QKeySequence::Find);
  connect(&search_, &QAction::triggered, this, [this] { list_->start_search(); });
  close_.setText(tr("Close"));
  close_.setShortcut(QKeySequence::Close);
  connect(&close_, &QAction::triggered, this, &QWidget::close);
  open_menu_.setObjectName(QStringLiteral("log_menu"));
  open_menu_.setText(tr("Menu"));
  open_menu_.setToolTip(tr("Menu (F10)"));
  open_menu_.setShortcut(Qt::Key_F10);
  open_menu_.setIcon(make_icon(Icon::kMenu));
  connect(&open_menu_, &QAction::triggered, this, [this] { menu_.popup(mapToGlobal(QPoint(kSpaceLarge, 60))); });
  addActions({&search_, &close_, &open_menu_});
}

void LogWindow::make_pages() {
  pages_ = new QStackedWidget(this);
  list_ = new LogList(archive_, pages_);
  view_ = new LogView(pages_);
  pages_->addWidget(list_);
  pages_->addWidget(view_);
  addAction(&view_->play);
  addActions(view_->speeds.actions());
  menu_.setAccessibleName(tr("Menu"));
  menu_.addActions({&back_, &open_, &open_file_, &search_, &export_, &remove_});
  menu_.addSeparator();
  menu_.addAction(&view_->play);
  menu_.addActions(view_->speeds.actions());
  menu_.addSeparator();
  menu_.addAction(&close_);
  problem_ = new QLabel(this);
  problem_->setObjectName(QStringLiteral("log_problem"));
  problem_->setProperty("role", "warning");
  problem_->setTextFormat(Qt::PlainText);
  problem_->setWordWrap(true);
  progress_ = new QProgressBar(this);
  progress_->setObjectName(QStringLiteral("log_progress"));
  progress_->setAccessibleName(tr("Reading the log"));
  auto* whole = new QWidget(this);
  auto* page = new QVBoxLayout(whole);
  page->setContentsMargins(kSpaceLarge, kSpaceLarge, kSpaceLarge, kSpaceLarge);
  page->setSpacing(kSpaceLarge);
  page->addWidget(make_head());
  page->addWidget(problem_);
  page->addWidget(progress_);
  page->addWidget(pages_, 1);
  setCentralWidget(whole);
  connect(list_, &LogList::opened, this, &LogWindow::open_file);
  connect(list_, &LogList::current_changed, this, &LogWindow::update_actions);
}

QWidget* LogWindow::make_head() {
  auto* head = new QWidget(this);
  auto* row = new QHBoxLayout(head);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(kSpace);
  row->addWidget(new ActionButton(open_menu_, ActionButton::Look::kRound, head));
  title_ = new QLabel(head);
  title_->setObjectName(QStringLiteral("log_title"));
  title_->setProperty("role", "heading");
  title_->setTextFormat(Qt::PlainText);
  title_->setMinimumWidth(1);  // A long name is cut off rather than making the window wider.
  row->addWidget(title_, 1);
  for (QAction* action : {&back_, &open_file_, &remove_, &export_}) {
    row->addWidget(new ActionButton(*action, ActionButton::Look::kPlain, head));
  }
  row->addWidget(new ActionButton(open_, ActionButton::Look::kMain, head));
  return head;
}

void LogWindow::showEvent(QShowEvent*) {
  if (pages_->currentWidget() == list_) list_->refresh();
}

void LogWindow::show_list() {
  reading_.reset();
  reading_timer_.stop();
  view_->play.setChecked(false);
  file_.clear();
  title_->setText(tr("Recorded calls"));
  tell({});
  pages_->setCurrentWidget(list_);
  if (isVisible()) list_->refresh();
  update_actions();
}

void LogWindow::tell(const QString& problem) {
  problem_->setText(problem);
  problem_->setHidden(problem.isEmpty());
}

void LogWindow::update_actions() {
  const bool in_list = pages_->currentWidget() == list_;
  const bool reading = reading_ != nullptr;
  for (QAction* action : {&open_, &remove_}) {
    action->setVisible(in_list);
    action->setEnabled(in_list && !reading && !list_->current().isEmpty());
  }
  search_.setEnabled(in_list);
  back_.setVisible(!in_list);
  back_.setEnabled(!in_list);
  export_.setVisible(!in_list);
  export_.setEnabled(!in_list);
  view_->play.setEnabled(!in_list);
  view_->speeds.setEnabled(!in_list);
  progress_->setVisible(reading);
}

void LogWindow::open_file(const QString& file) {
  if (file.isEmpty()) return;
  show_list();
  auto opened = archive_.open(file);
  if (!opened) return tell(QString::fromStdString(opened.error().message));
  file_ = file;
  reading_ = std::move(*opened);
  progress_->setRange(0, 100);
  progress_->setValue(0);
  reading_timer_.start(0);
  update_actions();
}

void LogWindow::read_on() {
  constexpr qint64 kTurn = 10;  ///< Milliseconds that the window may be kept from its events.
  QElapsedTimer turn;
  turn.start();
  Result<bool> all = reading_->step();
  while (all && !*all && turn.elapsed() < kTurn) all = reading_->step();
  if (!all) {
    show_list();
    return tell(QString::fromStdString(all.error().message));
  }
  progress_->setValue(static_cast<int>(100 * reading_->progress()));
  if (*all) show_view();
}

void LogWindow::show_view() {
  reading_timer_.stop();
  const auto reading = std::exchange(reading_, nullptr);
  view_->show_history(reading->take_history());
  title_->setText(title_of(view_->history()));
  const auto problem = reading->problem();
  tell(problem ? QString::fromStdString(*problem) : QString());
  if (!problem && !view_->history().complete()) tell(tr("This log ends in mid-call."));
  if (view_->history().samples().empty()) tell(tr("Nothing was measured in this call: it never came about."));
  pages_->setCurrentWidget(view_);
  view_->setFocus();
  update_actions();
}

void LogWindow::choose_file() {
  open_file(
      QFileDialog::getOpenFileName(this, tr("Open a log"), QString(), tr("Session logs (*.jsonl);;All files (*)")));
}

void LogWindow::remove_current() {
  const QString file = list_->current();
  if (file.isEmpty() || pages_->currentWidget() != list_) return;
  QMessageBox question(QMessageBox::Question, tr("Delete a recorded call"),
                       tr("Delete the log %1? This cannot be undone.").arg(QFileInfo(file).fileName()),
                       QMessageBox::Cancel, this);
  QPushButton* yes = question.addButton(tr("Delete"), QMessageBox::DestructiveRole);
  question.setObjectName(QStringLiteral("log_delete_question"));
  question.setDefaultButton(QMessageBox::Cancel);
  question.exec();
  if (question.clickedButton() != yes) return;
  const Result<void> removed = archive_.remove(file);
  list_->refresh();
  tell(removed ? QString() : QString::fromStdString(removed.error().message));
}

void LogWindow::ask_for_export() {
  if (file_.isEmpty() || reading_) return;
  const QString target = QDir::home().filePath(QFileInfo(file_).completeBaseName());
  auto* dialog = new ExportDialog(
      target + QStringLiteral(".html"),
      [this](const QString& to, bool without_addresses) { return export_to(to, without_addresses); }, this);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->open();
}

Result<void> LogWindow::export_to(const QString& target, bool without_addresses) {
  if (!target.endsWith(QStringLiteral(".png"))) return archive_.export_to(file_, target, without_addresses);
  QByteArray png;
  QBuffer buffer(&png);
  buffer.open(QIODevice::WriteOnly);
  view_->picture(!without_addresses).save(&buffer, "PNG");
  return archive_.save(target, png);
}

void LogWindow::dragEnterEvent(QDragEnterEvent* event) {
  if (!dragged_file(*event->mimeData()).isEmpty()) event->acceptProposedAction();
}

void LogWindow::dropEvent(QDropEvent* event) {
  open_file(dragged_file(*event->mimeData()));
  event->acceptProposedAction();
}

}  // namespace counterpoint
