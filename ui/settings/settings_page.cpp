// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/settings/settings_page.h"

#include <QAbstractSpinBox>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QSignalBlocker>
#include <QVBoxLayout>
#include <QWheelEvent>
#include <algorithm>

#include "ui/style/theme.h"
#include "ui/widgets/label.h"

namespace counterpoint {
namespace {

constexpr int kNameWidth = 190;
constexpr int kMinNameHeight = 20;
constexpr int kFieldWidth = 350;  // The minimum: it fits the longest entries, in German.
constexpr int kWidestBody = 760;  // Wider lines are hard to read.

/// Prevents the wheel from changing a field while the page is scrolled.
class WheelFilter final : public QObject {
 public:
  using QObject::QObject;
  bool eventFilter(QObject* watched, QEvent* event) override {
    if (event->type() != QEvent::Wheel || static_cast<QWidget*>(watched)->hasFocus()) return false;
    event->ignore();
    return true;
  }
};

}  // namespace

SettingsPage::SettingsPage(const QString& name, const QString& title, QWidget* parent)
    : QScrollArea(parent), body_(new QWidget(this)), rows_(new QVBoxLayout(body_)) {
  setObjectName(name);
  setAccessibleName(title);
  setToolTip(title);
  setWidgetResizable(true);
  setFrameShape(QFrame::NoFrame);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  setFocusPolicy(Qt::NoFocus);
  viewport()->setAutoFillBackground(false);
  body_->setAutoFillBackground(false);
  body_->setMaximumWidth(kWidestBody);
  rows_->setContentsMargins(kSpaceHuge, kSpaceHuge, kSpaceHuge, kSpaceHuge);
  rows_->setSpacing(kSpaceLarge);
  rows_->setAlignment(Qt::AlignTop);
  add_text(title, "title");
  setWidget(body_);
}

QLabel* SettingsPage::add_text(const QString& text, const char* role) {
  auto* label = make_label(text, role, body_);
  rows_->addWidget(label);
  return label;
}

QWidget* SettingsPage::add_row(const QString& name, QWidget* field, const QString& help) {
  auto* row = new QWidget(body_);
  auto* columns = new QHBoxLayout(row);
  columns->setContentsMargins(0, 0, 0, 0);
  columns->setSpacing(kSpaceLarge);
  auto* label = make_label(name, "", row);
  label->setBuddy(field);
  label->setFixedWidth(kNameWidth);
  columns->addWidget(label, 0, Qt::AlignTop);
  auto* column = new QVBoxLayout;
  column->setSpacing(kSpaceSmall);
  columns->addLayout(column, 1);
  if (field->accessibleName().isEmpty()) field->setAccessibleName(name);
  if (field->toolTip().isEmpty()) field->setToolTip(help.isEmpty() ? name : help);
  if (qobject_cast<QComboBox*>(field) || qobject_cast<QAbstractSpinBox*>(field)) {
    field->setMinimumWidth(kFieldWidth);
    field->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    field->setFocusPolicy(Qt::StrongFocus);
    field->installEventFilter(new WheelFilter(field));
  }
  // The label is as high as a field of one line, so that both stand on one line; beside a higher field it stands at the
  // top.
  label->setMinimumHeight(std::clamp(field->sizeHint().height(), kMinNameHeight, kControlSize));
  // A field with a width of its own stands at the left, any other takes the whole row.
  const bool narrow =
      field->maximumWidth() < QWIDGETSIZE_MAX || field->sizePolicy().horizontalPolicy() == QSizePolicy::Fixed;
  column->addWidget(field, 0, narrow ? Qt::AlignLeft : Qt::Alignment());
  if (!help.isEmpty()) column->addWidget(make_label(help, "small", row));
  auto* error = make_label(QString(), "warning", row);
  error->setObjectName(field->objectName() + QStringLiteral("_error"));
  error->hide();
  column->addWidget(error);
  rows_->addWidget(row);
  return row;
}

void SettingsPage::add_wide(QWidget* widget) { rows_->addWidget(widget); }

void SettingsPage::show_error(const QWidget* field, const QString& error) {
  auto* label = findChild<QLabel*>(field->objectName() + QStringLiteral("_error"));
  if (label == nullptr) return;
  label->setText(error);
  label->setHidden(error.isEmpty());
}

void choose(QComboBox& box, const QString& value) {
  const QSignalBlocker quiet(box);
  int index = box.findData(value);
  if (index < 0) {
    box.addItem(value, value);
    index = box.count() - 1;
  }
  box.setCurrentIndex(index);
}

}  // namespace counterpoint
