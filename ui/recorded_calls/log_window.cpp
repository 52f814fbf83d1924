// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/recorded_calls/log_window.h"

#include <QBuffer>
#include <QDateTime>
#include <QDesktopServices>
#include <QDir>
#include <QDragEnterEvent>
#include <QElapsedTimer>
#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QMimeData>
#include <QProgressBar>
#include <QStackedWidget>
#include <QUrl>
#include <QVBoxLayout>
#include <utility>

#include "ui/notices/toast.h"
#include "ui/recorded_calls/export_dialog.h"
#include "ui/recorded_calls/log_list.h"
#include "ui/recorded_calls/log_view.h"
#include "ui/style/icons.h"
#include "ui/style/theme.h"
#include "ui/text/engine_text.h"
#include "ui/text/format.h"
#include "ui/widgets/action_button.h"
#include "ui/widgets/action_setup.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/file_dialog.h"
#include "ui/widgets/question.h"

namespace counterpoint {
namespace {

/// The dragged file; empty when something else is dragged.
QString dragged_file(const QMimeData& data) {
  const QList<QUrl> urls = data.urls();
  return urls.size() == 1 ? urls[0].toLocalFile() : QString();
}

QString title_of(const CallHistory& history) {
  const LogHeader& header = history.header();
  QStringList parts;
  if (const auto peer = header.setting("peer")) parts.append(peer_text(*peer));
  const QDateTime date = QDateTime::fromString(QString::fromStdString(header.started), Qt::ISODate);
  if (date.isValid()) parts.append(QLocale().toString(date.toLocalTime(), QLocale::ShortFormat));
  parts.append(clock_text(history.end() - history.start()));
  return parts.join(QStringLiteral("  \u00b7  "));
}

}  // namespace

LogWindow::LogWindow(LogArchive& archive) : archive_(archive), menu_(this) {
  setObjectName(QStringLiteral("log_window"));
  setWindowTitle(tr("Call history"));
  setWindowIcon(program_icon());
  setAcceptDrops(true);
  setMinimumSize(820, 720);
  resize(QSize(1180, 900).boundedTo(screen()->availableSize()));
  make_actions();
  make_pages();
  connect(&reading_timer_, &QTimer::timeout, this, &LogWindow::read_on);
  show_list();
}

void LogWindow::make_actions() {
  set_up_action(back_, "log_back", tr("All calls"), Qt::ALT | Qt::Key_Left, make_icon(Icon::kBack));
  set_up_action(open_file_, "log_open_file", tr("Open file\u2026"), QKeySequence::Open, make_icon(Icon::kFolder));
  set_up_action(export_, "log_export", tr("Export\u2026"), Qt::CTRL | Qt::Key_E, make_icon(Icon::kExport));
  set_up_action(remove_, "log_delete", tr("Delete\u2026"), QKeySequence::Delete, make_icon(Icon::kTrash));
  set_up_action(search_, "log_find", tr("Search"), QKeySequence::Find, QIcon());
  set_up_action(close_, "log_close", tr("Close"), QKeySequence::Close, QIcon());
  set_up_action(open_menu_, "log_menu", tr("Menu"), Qt::Key_F10, make_icon(Icon::kMenu));
  // Return belongs to the focused widget: the list and the search field open the call themselves.
  set_up_action(open_, "log_open", tr("Open"), QKeySequence(), make_icon(Icon::kLogs));
  open_.setToolTip(tr("Open (Return)"));
  connect(&back_, &QAction::triggered, this, &LogWindow::show_list);
  connect(&open_file_, &QAction::triggered, this, &LogWindow::choose_file);
  connect(&export_, &QAction::triggered, this, &LogWindow::ask_for_export);
  connect(&remove_, &QAction::triggered, this, &LogWindow::remove_current);
  connect(&search_, &QAction::triggered, this, [this] { list_->start_search(); });
  connect(&close_, &QAction::triggered, this, &QWidget::close);
  connect(&open_menu_, &QAction::triggered, this, [this] { menu_.popup(mapToGlobal(QPoint(kSpaceLarge, 60))); });
  connect(&open_, &QAction::triggered, this, [this] { open_file(list_->current()); });
  addActions({&back_, &open_file_, &export_, &remove_, &search_, &close_, &open_menu_});
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
  page_ = new QVBoxLayout(whole);
  page_->setContentsMargins(kSpaceLarge, kSpaceLarge, kSpaceLarge, kSpaceLarge);
  page_->setSpacing(kSpaceLarge);
  page_->addWidget(make_head());
  page_->addWidget(problem_);
  page_->addWidget(progress_);
  page_->addWidget(pages_, 1);
  setCentralWidget(whole);
  toast_ = new Toast(this);
  connect(list_, &LogList::opened, this, &LogWindow::open_file);
  connect(list_, &LogList::current_changed, this, &LogWindow::update_actions);
}

QWidget* LogWindow::make_head() {
  auto* head = new QWidget(this);
  auto* row = new QHBoxLayout(head);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(kSpace);
  row->addWidget(new ActionButton(open_menu_, ActionButton::Look::kRound, head));
  title_ = new ElidedLabel(head);
  title_->setObjectName(QStringLiteral("log_title"));
  title_->setProperty("role", "heading");
  row->addWidget(title_, 1);
  for (QAction* action : {&back_, &open_file_, &remove_, &export_}) {
    row->addWidget(new ActionButton(*action, ActionButton::Look::kPlain, head));
  }
  row->addWidget(new ActionButton(open_, ActionButton::Look::kMain, head));
  return head;
}

void LogWindow::put_above(QWidget* banner) { page_->insertWidget(0, banner); }

void LogWindow::showEvent(QShowEvent*) {
  if (pages_->currentWidget() != list_) return;
  list_->refresh();
  list_->setFocus();
}

/// There may be new calls whenever the user comes back to the window.
void LogWindow::changeEvent(QEvent* event) {
  if (event->type() == QEvent::ActivationChange && isActiveWindow() && pages_->currentWidget() == list_) {
    list_->refresh();
  }
  QMainWindow::changeEvent(event);
}

void LogWindow::show_list() {
  reading_.reset();
  reading_timer_.stop();
  view_->play.setChecked(false);
  file_.clear();
  title_->set_whole_text(tr("Call history"));
  tell({});
  pages_->setCurrentWidget(list_);
  if (isVisible()) list_->refresh();
  update_actions();
}

void LogWindow::tell(const QString& problem) {
  problem_->setText(problem);
  problem_->setHidden(problem.isEmpty());
}

void LogWindow::refuse(const Error& error) {
  tell(tr("%1. Choose another log: this one cannot be shown.").arg(with_capital(engine_text(error.message))));
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
  if (!opened) return refuse(opened.error());
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
    return refuse(all.error());
  }
  progress_->setValue(static_cast<int>(100 * reading_->progress()));
  if (*all) show_view();
}

void LogWindow::show_view() {
  reading_timer_.stop();
  const auto reading = std::exchange(reading_, nullptr);
  view_->show_history(reading->take_history());
  title_->set_whole_text(title_of(view_->history()));
  const auto problem = reading->problem();
  tell(problem ? tr("%1. Everything else in the log is shown.").arg(engine_text(*problem)) : QString());
  if (!problem && !view_->history().complete()) tell(tr("This log ends in mid-call."));
  if (view_->history().samples().empty()) tell(tr("Nothing was measured in this call: it never came about."));
  pages_->setCurrentWidget(view_);
  view_->setFocus();
  update_actions();
}

void LogWindow::choose_file() {
  auto* dialog = make_file_dialog(tr("Open a log"), QString(), this);
  dialog->setObjectName(QStringLiteral("log_file_dialog"));
  dialog->setNameFilter(tr("Session logs (*.jsonl);;All files (*)"));
  dialog->setFileMode(QFileDialog::ExistingFile);
  connect(dialog, &QFileDialog::fileSelected, this, &LogWindow::open_file);
  dialog->open();
}

void LogWindow::remove_current() {
  const QString file = list_->current();
  if (file.isEmpty() || pages_->currentWidget() != list_) return;
  const QString words = tr("Delete the log %1? This cannot be undone.").arg(QFileInfo(file).fileName());
  auto* question = new Question(tr("Delete a call"), words, tr("Delete"), this);
  question->setObjectName(QStringLiteral("log_delete_question"));
  connect(question, &Question::agreed, this, [this, file] { remove_log(file); });
  question->open();
}

void LogWindow::remove_log(const QString& file) {
  const Result<void> removed = archive_.remove(file);
  list_->refresh();
  tell(removed ? QString() : with_capital(engine_text(removed.error().message)));
}

void LogWindow::ask_for_export() {
  if (file_.isEmpty() || reading_) return;
  const QString target = QDir::home().filePath(QFileInfo(file_).completeBaseName());
  auto* dialog = new ExportDialog(
      target + QStringLiteral(".html"),
      [this](const QString& to, bool without_addresses) {
        const Result<void> done = export_to(to, without_addresses);
        if (done) tell_exported(to);
        return done;
      },
      this);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->open();
}

void LogWindow::tell_exported(const QString& file) {
  const QFileInfo info(file);
  const auto open = [](const QString& what) { QDesktopServices::openUrl(QUrl::fromLocalFile(what)); };
  toast_->say(tr("Exported as %1").arg(info.fileName()),
              {{tr("Open"), [open, file] { open(file); }},
               {tr("Show in folder"), [open, folder = info.absolutePath()] { open(folder); }}});
}

Result<void> LogWindow::export_to(const QString& target, bool without_addresses) {
  LogExport wanted{.target = target, .without_addresses = without_addresses, .plots = {}};
  if (target.endsWith(QStringLiteral(".png"))) {
    QBuffer buffer(&wanted.plots);
    buffer.open(QIODevice::WriteOnly);
    view_->picture(!without_addresses).save(&buffer, "PNG");
  }
  return archive_.export_to(file_, wanted);
}

void LogWindow::dragEnterEvent(QDragEnterEvent* event) {
  if (!dragged_file(*event->mimeData()).isEmpty()) event->acceptProposedAction();
}

void LogWindow::dropEvent(QDropEvent* event) {
  open_file(dragged_file(*event->mimeData()));
  event->acceptProposedAction();
}

}  // namespace counterpoint
