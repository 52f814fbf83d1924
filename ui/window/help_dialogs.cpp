// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/help_dialogs.h"

#include <QAction>
#include <QCoreApplication>
#include <QDialog>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>

#include "ui/style/icons.h"
#include "ui/style/theme.h"
#include "ui/widgets/label.h"

namespace counterpoint {
namespace {

QString words_of(const char* english) { return QCoreApplication::translate("Help", english); }

/// A dialog with `content` above a button that closes it.
QDialog* make_dialog(const char* name, const QString& title, QWidget* content, QWidget* parent) {
  auto* dialog = new QDialog(parent);
  dialog->setObjectName(QLatin1String(name));
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setWindowTitle(title);
  auto* column = new QVBoxLayout(dialog);
  column->setContentsMargins(kSpaceHuge, kSpaceHuge, kSpaceHuge, kSpaceHuge);
  column->setSpacing(kSpaceLarge);
  column->addWidget(content, 1);
  auto* close = new QPushButton(words_of(QT_TRANSLATE_NOOP("Help", "Close")), dialog);
  close->setProperty("role", "plain");
  QObject::connect(close, &QPushButton::clicked, dialog, &QDialog::close);
  auto* buttons = new QHBoxLayout;
  buttons->addStretch();
  buttons->addWidget(close);
  column->addLayout(buttons);
  return dialog;
}

}  // namespace

void show_about(QWidget* parent) {
  constexpr int kMark = 64;
  constexpr int kWidth = 420;
  auto* content = new QWidget;
  auto* column = new QVBoxLayout(content);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(kSpace);
  auto* mark = new QLabel(content);
  mark->setPixmap(program_icon().pixmap(kMark));
  column->addWidget(mark, 0, Qt::AlignHCenter);
  const auto add = [&](const QString& words, const char* role) {
    auto* label = make_label(words, role, content);
    label->setAlignment(Qt::AlignCenter);
    label->setFixedWidth(kWidth);
    column->addWidget(label);
  };
  add(QStringLiteral("Counterpoint %1").arg(QCoreApplication::applicationVersion()), "title");
  add(words_of(QT_TRANSLATE_NOOP("Help",
                                 "Calls between two people that adapt to the network in bits and in packets. Sound "
                                 "and video are encrypted from one side to the other.")),
      "text");
  add(words_of(QT_TRANSLATE_NOOP("Help",
                                 "Free software under the GNU General Public License, version 3 or later, without any "
                                 "warranty.")),
      "quiet");
  make_dialog("about_dialog", words_of(QT_TRANSLATE_NOOP("Help", "About Counterpoint")), content, parent)->open();
}

void show_shortcuts(const QList<QAction*>& actions, QWidget* parent) {
  constexpr int kHeight = 440;
  auto* table = new QWidget;
  auto* grid = new QGridLayout(table);
  grid->setContentsMargins(0, 0, kSpaceHuge, 0);
  grid->setHorizontalSpacing(kSpaceHuge);
  grid->setVerticalSpacing(kSpace);
  int row = 0;
  for (const QAction* action : actions) {
    if (action->shortcut().isEmpty()) continue;
    auto* keys = new QLabel(action->shortcut().toString(QKeySequence::NativeText), table);
    keys->setProperty("role", "quiet");
    grid->addWidget(new QLabel(action->text(), table), row, 0);
    grid->addWidget(keys, row++, 1);
  }
  auto* area = new QScrollArea;
  area->setFrameShape(QFrame::NoFrame);
  area->setAccessibleName(words_of(QT_TRANSLATE_NOOP("Help", "Keyboard shortcuts")));
  area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  area->setWidgetResizable(true);
  area->setWidget(table);
  area->setMinimumSize(table->sizeHint().width() + kSpaceHuge, kHeight);
  make_dialog("shortcuts_dialog", area->accessibleName(), area, parent)->open();
}

}  // namespace counterpoint
