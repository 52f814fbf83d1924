// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/stage.h"

#include <QAbstractButton>
#include <QAbstractScrollArea>
#include <QApplication>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPainter>
#include <QProcess>
#include <QTest>

#include "ui/format.h"

namespace counterpoint {
namespace {

constexpr int kDeadline = 5000;  ///< In milliseconds; reached only when something is wrong.

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

}  // namespace

Stage::Stage() {
  QObject::connect(&controller_, &CallController::stats_changed, [this](const CallStats& s) { stats_ = s; });
  window_ =
      std::make_unique<MainWindow>(controller_, settings_, WindowConfig{.hide_controls_after = std::chrono::hours(1)});
  window_->resize(kSize);
  window_->show();
  controller_.pass(1s);
  QCoreApplication::processEvents();
}

void Stage::pass(Duration time) {
  const Duration before = stats_.duration;
  controller_.pass(time);
  QCoreApplication::processEvents();
  if (stats_.duration == before) return;
  // Figures stand still for a moment, so that one can read them.
  const auto* figures = window_->findChild<QWidget*>(QStringLiteral("figures"));
  (void)QTest::qWaitFor(
      [this, figures] {
        for (const auto* label : figures->findChildren<QLabel*>()) {
          if (label->text() == rate_text(stats_.send_rate)) return true;
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
  for (QAction* action : {&actions().mute, &actions().camera_off, &actions().show_plane}) action->setChecked(false);
  controller_.hang_up();
  stats_ = {};
  QCoreApplication::processEvents();
}

void Stage::enter_call(Duration time) {
  controller_.call(QStringLiteral("Ada"));
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
  controller_.play_clip(file);
  pass(time);
}

QImage Stage::photograph() {
  QCoreApplication::processEvents();
  QImage image = window_->grab().toImage();
  QPainter painter(&image);
  for (QWidget* widget : QApplication::topLevelWidgets()) {
    if (widget == window_.get() || !widget->isVisible()) continue;
    painter.drawPixmap(window_->mapFromGlobal(widget->pos()), widget->grab());
  }
  return image;
}

QStringList Stage::find_cut_texts() const {
  QStringList found;
  for (const QWidget* top : QApplication::topLevelWidgets()) {
    if (!top->isVisible()) continue;
    for (const QWidget* widget : top->findChildren<QWidget*>()) {
      if (!widget->isVisible()) continue;
      const Fit fit = fit_of(*widget);
      if (fit.text.isEmpty()) continue;
      if (!fit.fits) found.append(describe(*widget, fit.text) + " has too little room");
      const QRect place(widget->mapTo(top, QPoint()), widget->size());
      if (!is_scrolled(*widget) && !top->rect().contains(place)) found.append(describe(*widget, fit.text) + " is cut");
    }
  }
  return found;
}

}  // namespace counterpoint
