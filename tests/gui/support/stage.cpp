// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/support/stage.h"

#include <QAbstractButton>
#include <QAbstractScrollArea>
#include <QAbstractSpinBox>
#include <QAccessible>
#include <QApplication>
#include <QComboBox>
#include <QDir>
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPainter>
#include <QProcess>
#include <QScrollArea>
#include <QSlider>
#include <QTest>
#include <QTimer>
#include <QTreeWidget>
#include <algorithm>

#include "tests/gui/support/sample_log.h"
#include "ui/recorded_calls/log_window.h"
#include "ui/style/theme.h"
#include "ui/text/format.h"

namespace counterpoint {
namespace {

constexpr auto kMax = "counterpoint/sessions/20261121-081337-3.jsonl";
constexpr int kLogs = 6;
constexpr int kDeadline = 60'000;  ///< In milliseconds; reached only when something is wrong.

QString describe(const QWidget& widget, const QString& text) {
  return QStringLiteral("%1 \"%2\"").arg(QLatin1String(widget.metaObject()->className()), text.left(60));
}

bool is_scrolled(const QWidget& widget) {
  for (const QWidget* w = widget.parentWidget(); w; w = w->parentWidget()) {
    if (qobject_cast<const QAbstractScrollArea*>(w)) return true;
  }
  return false;
}

/// The text of a widget that has one, and whether it has room for it.
struct Fit {
  QString text;
  bool fits = true;
};

Fit fit_of(const QWidget& widget) {
  const auto has_room_for = [&widget](QSize hint) {
    return hint.width() <= widget.width() + 1 && hint.height() <= widget.height() + 1;
  };
  if (const auto* label = qobject_cast<const QLabel*>(&widget)) {
    const bool wraps = label->wordWrap() && label->hasHeightForWidth();
    return {label->text(),
            wraps ? label->heightForWidth(label->width()) <= label->height() + 1 : has_room_for(label->sizeHint())};
  }
  if (const auto* button = qobject_cast<const QAbstractButton*>(&widget)) {
    return {button->text(), button->text().isEmpty() || has_room_for(button->sizeHint())};
  }
  if (const auto* box = qobject_cast<const QComboBox*>(&widget)) {
    return {box->currentText(), has_room_for(box->minimumSizeHint())};
  }
  if (const auto* edit = qobject_cast<const QLineEdit*>(&widget)) {
    return {edit->placeholderText(), edit->fontMetrics().horizontalAdvance(edit->placeholderText()) < edit->width()};
  }
  return {};
}

bool is_nameless(const QWidget& widget) {
  // The field of a spin box goes by the name of the box.
  const bool is_part = qobject_cast<const QAbstractSpinBox*>(widget.parentWidget()) != nullptr;
  if (is_part || !(widget.focusPolicy() & Qt::TabFocus) || !widget.isEnabled()) return false;
  QAccessibleInterface* told = QAccessible::queryAccessibleInterface(const_cast<QWidget*>(&widget));
  return told != nullptr && told->text(QAccessible::Name).isEmpty();
}

/// A page whose right end can be neither seen nor scrolled to.
bool is_wider_than_seen(const QWidget& widget) {
  const auto* area = qobject_cast<const QScrollArea*>(&widget);
  return area != nullptr && area->widget() != nullptr && area->widget()->width() > area->viewport()->width() &&
         area->horizontalScrollBarPolicy() == Qt::ScrollBarAlwaysOff;
}

/// Widgets that stand over a call's video and over each other; our own picture may lie over unused space.
QStringList find_covered(const QWidget& call) {
  if (!call.isVisible()) return {};
  QStringList found;
  QList<const QWidget*> shown;
  for (const char* name :
       {"peer_pill", "figures", "quality", "share_banner", "plane", "time_lines", "clip_bar", "controls", "messages"}) {
    const auto* widget = call.findChild<QWidget*>(QLatin1String(name), Qt::FindDirectChildrenOnly);
    if (widget == nullptr) qFatal("nothing is called %s", name);
    if (!widget->isVisible()) continue;
    for (const QWidget* other : shown) {
      if (!widget->geometry().intersects(other->geometry())) continue;
      found.append(widget->objectName() + " and " + other->objectName() + " lie over each other");
    }
    shown.append(widget);
  }
  const QRect own = call.findChild<QWidget*>(QStringLiteral("own_picture"))->geometry();
  for (const QWidget* other : shown) {
    const QStringList read = {QStringLiteral("time_lines"), QStringLiteral("share_banner"), QStringLiteral("figures")};
    if (read.contains(other->objectName()) && own.intersects(other->geometry()))
      found.append("our own picture lies over " + other->objectName());
  }
  return found;
}

/// Usable widgets that a notice covers.
QStringList find_under_notice(const QWidget& window) {
  const auto* toast = window.findChild<QWidget*>(QStringLiteral("toast"));
  if (toast == nullptr || !toast->isVisible()) return {};
  QStringList found;
  for (const auto* widget : window.findChildren<QWidget*>()) {
    const bool used = qobject_cast<const QAbstractButton*>(widget) || qobject_cast<const QLineEdit*>(widget) ||
                      qobject_cast<const QAbstractScrollArea*>(widget) || qobject_cast<const QSlider*>(widget) ||
                      widget->objectName() == QStringLiteral("own_picture");
    const QRect place(widget->mapTo(&window, QPoint()), widget->size());
    if (used && widget->isVisible() && widget->window() == &window && toast->geometry().intersects(place)) {
      found.append("a notice covers " + describe(*widget, widget->objectName()));
    }
  }
  return found;
}

}  // namespace

StagedDevices::StagedDevices() {
  set_lists({.cameras = {{"/dev/video0", "Integrated Camera"}, {"screen", {}}, {"test-card", "Test card", false}},
             .microphones = {{"HDA Intel PCH: ALC257 Analog (hw:0,0)", {}}, {"voice", "Test voice", false}},
             .speakers = {{"HDA Intel PCH: ALC257 Analog (hw:0,0)", {}}}});
}

Stage::Stage() : logs_(&settings_) {
  for (const char* home : {"HOME", "XDG_STATE_HOME", "XDG_DATA_HOME"}) qputenv(home, folder_.path().toUtf8());
  write("counterpoint/sessions/20261119-100000-1.jsonl", make_log("2026-11-19T10:00:00Z", "192.0.2.7", "fixed", 40));
  write("counterpoint/sessions/20261120-120000-2.jsonl", make_log("2026-11-20T12:00:00Z", "bob.example.org", "1d", 20));
  write(kMax, make_log("2026-11-21T08:13:37Z", "ada.example.org", "2d", 300, smooth_position_at));
  write("counterpoint/sessions/20261122-091500-4.jsonl", "this is no log\n");
  write("counterpoint/sessions/20261122-093000-5.jsonl",
        make_short_log("2026-11-22T09:30:00Z", "192.168.1.77", "incoming",
                       "the peer hung up: before the call was answered"));
  write("counterpoint/sessions/20261122-094500-6.jsonl",
        make_short_log("2026-11-22T09:45:00Z", "eve.example.org", "calling",
                       "unreachable: cannot reach eve.example.org, nothing is listening there: check address and "
                       "port, or ask the peer"));
  QObject::connect(&controller_, &CallController::stats_changed, [this](const CallFigures& s) { stats_ = s; });
  window_ = std::make_unique<MainWindow>(
      controller_, settings_, people_,
      WindowConfig{.hide_controls_after = std::chrono::hours(1), .logs = &logs_, .devices = &devices_});
  // However long the scenes take, their user is there.
  for (const char* timer : {"user_rests", "user_goes"}) find<QTimer>(timer).setInterval(std::chrono::hours(24));
  reset();
  window_->show();
  controller_.pass(1s);
  QCoreApplication::processEvents();
}

void Stage::write(const QString& name, const QByteArray& content) const {
  QFile file(folder_.filePath(name));
  QDir().mkpath(QFileInfo(file).absolutePath());
  if (!file.open(QIODevice::WriteOnly) || file.write(content) < 0) qFatal("cannot write %s", qPrintable(name));
}

void Stage::pass(Duration time) {
  const Duration before = stats_.duration;
  controller_.pass(time);
  QCoreApplication::processEvents();
  if (stats_.duration != before) wait_for_figure(rate_text(stats_.send_rate));
}

void Stage::tell(const CallFigures& stats) {
  emit controller_.stats_changed(stats);
  wait_for_figure(percent_text(stats.loss.from_peer));
}

void Stage::wait_for_figure(const QString& text) {
  const auto* figures = window_->findChild<QWidget*>(QStringLiteral("figures"));
  (void)QTest::qWaitFor(
      [&text, figures] {
        for (const auto* label : figures->findChildren<QLabel*>()) {
          if (label->text().contains(text)) return true;
        }
        return false;
      },
      kDeadline);
}

void Stage::reset() {
  while (QWidget* popup = QApplication::activePopupWidget()) popup->close();
  for (QWidget* widget : QApplication::topLevelWidgets()) {
    if (widget != window_.get()) widget->hide();
  }
  for (QAction* action : {&actions().mute, &actions().camera_off, &actions().show_plane, &actions().show_time_lines,
                          &actions().show_messages}) {
    action->setChecked(false);
  }
  window_->resize(kUsual);
  controller_.send(HangUp{});
  controller_.send(HangUp{});  // It leaves the page of the end.
  controller_.set_host(host_);
  settings_.set_notice({});
  settings_.change([](Settings& settings) { settings.do_not_disturb = false; });
  people_.change_recent([](RecentCalls& recent) { recent.clear(); });
  while (!people_.contacts().contacts().empty()) {
    (void)people_.change_contacts(
        [](ContactBook& book) { return book.remove(std::string(book.contacts().front().name)); });
  }
  find<QLineEdit>("address").clear();
  for (QWidget* window : QApplication::topLevelWidgets()) {
    for (QWidget* toast : window->findChildren<QWidget*>(QStringLiteral("toast"))) toast->hide();
  }
  stats_ = {};
  QCoreApplication::processEvents();
}

void Stage::enter_call(Duration time) {
  controller_.send(Dial{"Ada"});
  controller_.pass(4s);
  pass(time);
}

void Stage::play_film(Duration time) {
  const QString file = folder_.filePath(QStringLiteral("Holiday film.mpg"));
  QProcess::execute(QStringLiteral("ffmpeg"),
                    QStringLiteral("-v error -y -f lavfi -i testsrc2=size=640x360:rate=25:duration=20 -f lavfi -i "
                                   "sine=duration=20 -c:v mpeg2video -b:v 3M -g 12 -c:a mp2")
                            .split(QLatin1Char(' ')) +
                        QStringList(file));
  controller_.send(PlayClip{file.toStdString()});
  pass(time);
}

void Stage::open_logs() {
  actions().show_logs.trigger();
  front().resize(window_->size());
  find<QLineEdit>("log_search").clear();
  (void)QTest::qWaitFor([this] { return find<QTreeWidget>("log_list").topLevelItemCount() == kLogs; }, kDeadline);
}

void Stage::open_log() {
  open_logs();
  auto& logs = static_cast<LogWindow&>(front());
  logs.open_file(folder_.filePath(kMax));
  (void)QTest::qWaitFor([this] { return find<QSlider>("log_slider").isVisible(); }, kDeadline);
}

QWidget& Stage::front() {
  for (QWidget* top : QApplication::topLevelWidgets()) {
    if (top->isVisible() && qobject_cast<LogWindow*>(top)) return *top;
  }
  return *window_;
}

QImage Stage::photograph() {
  QCoreApplication::processEvents();
  QWidget& whole = front();
  QImage image = whole.grab().toImage();
  QPainter painter(&image);
  QWidgetList over;
  for (QWidget* widget : QApplication::topLevelWidgets()) {
    if (widget != &whole && widget != window_.get() && widget->isVisible()) over.append(widget);
  }
  // A dialog stands above the one that it belongs to.
  std::ranges::sort(over, {}, [](const QObject* widget) {
    int depth = 0;
    for (; widget != nullptr; widget = widget->parent()) ++depth;
    return depth;
  });
  for (QWidget* widget : over) {
    const QRect place(whole.mapFromGlobal(widget->pos()), widget->size());
    painter.drawPixmap(place.topLeft(), widget->grab());
    painter.setPen(theme().outline);  // In place of the frame that a desktop gives to windows.
    painter.drawRect(place.adjusted(0, 0, -1, -1));
  }
  return image;
}

QStringList Stage::find_faults() {
  QStringList found = find_covered(find<QWidget>("call_page")) + find_under_notice(*window_);
  for (const QWidget* top : QApplication::topLevelWidgets()) {
    if (!top->isVisible()) continue;
    // Widgets made by Qt have Qt's names.
    const bool ours = !qobject_cast<const QFileDialog*>(top);
    for (const QWidget* widget : top->findChildren<QWidget*>()) {
      if (!widget->isVisible() || widget->window() != top) continue;
      if (ours && is_nameless(*widget)) found.append(describe(*widget, widget->objectName()) + " has no name");
      if (ours && is_wider_than_seen(*widget)) {
        found.append(describe(*widget, widget->objectName()) + " is wider than what is seen of it");
      }
      const Fit fit = fit_of(*widget);
      if (fit.text.isEmpty()) continue;
      if (ours && !fit.fits) found.append(describe(*widget, fit.text) + " has too little room");
      const QRect place(widget->mapTo(top, QPoint()), widget->size());
      if (!is_scrolled(*widget) && !top->rect().contains(place)) found.append(describe(*widget, fit.text) + " is cut");
    }
  }
  return found;
}

}  // namespace counterpoint
