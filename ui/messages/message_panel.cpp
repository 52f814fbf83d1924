// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/messages/message_panel.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QScrollArea>
#include <QScrollBar>
#include <QStyle>
#include <QVBoxLayout>
#include <algorithm>

#include "core/model/peer_message.h"
#include "ui/messages/bubble.h"
#include "ui/messages/file_row.h"
#include "ui/style/icons.h"
#include "ui/style/theme.h"
#include "ui/widgets/action_button.h"
#include "ui/widgets/action_setup.h"
#include "ui/widgets/label.h"
#include "ui/widgets/text_field.h"

namespace counterpoint {
namespace {

constexpr int kPanelMargin = 12;
constexpr int kIndent = 36;  ///< The sides are told apart by where their words stand.

}  // namespace

MessagePanel::MessagePanel(QAction& toggle, QAction& send_file, QWidget* parent) : QFrame(parent) {
  setObjectName(QStringLiteral("messages"));
  setProperty("role", "panel");
  setAccessibleName(tr("Messages"));
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(kPanelMargin, kPanelMargin, kPanelMargin, kPanelMargin);
  column->setSpacing(kSpace);
  auto* head = new QHBoxLayout;
  auto* title = make_label(tr("Messages"), "heading", this);
  set_up_action(close_, "close_messages", tr("Close messages"), QKeySequence(), make_icon(Icon::kClose));
  connect(&close_, &QAction::triggered, &toggle, [&toggle] { toggle.setChecked(false); });
  head->addWidget(title, 1);
  head->addWidget(new ActionButton(close_, ActionButton::Look::kRoundSmall, this));
  column->addLayout(head);
  column->addWidget(make_rows(), 1);
  column->addWidget(make_field(send_file));
  set_open({});
}

QWidget* MessagePanel::make_rows() {
  area_ = new QScrollArea(this);
  area_->setObjectName(QStringLiteral("message_list"));
  area_->setAccessibleName(tr("What was written"));
  area_->setFrameShape(QFrame::NoFrame);
  area_->setWidgetResizable(true);
  area_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  area_->viewport()->setAutoFillBackground(false);
  auto* body = new QWidget(area_);
  layout_ = new QVBoxLayout(body);
  layout_->setContentsMargins(0, 0, kSpaceSmall, 0);
  layout_->setSpacing(kSpace);
  layout_->addStretch(1);  // The newest stands lowest.
  hint_ = make_label(QString(), "small", body);
  hint_->setObjectName(QStringLiteral("message_hint"));
  layout_->addWidget(hint_);
  area_->setWidget(body);
  const auto* bar = area_->verticalScrollBar();
  connect(bar, &QScrollBar::valueChanged, this, [this, bar](int value) { at_end_ = value >= bar->maximum(); });
  connect(bar, &QScrollBar::rangeChanged, this, [this] {
    if (at_end_) scroll_down();
  });
  return area_;
}

QWidget* MessagePanel::make_field(QAction& send_file) {
  auto* line = new QWidget(this);
  auto* row = new QHBoxLayout(line);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(kSpace);
  field_ = new TextField(line);
  field_->setObjectName(QStringLiteral("message_field"));
  field_->setAccessibleName(tr("Message"));
  field_->setPlaceholderText(tr("Write a message"));
  field_->setToolTip(tr("Return sends it"));
  field_->setMaxLength(static_cast<int>(PeerText::kMax) / 4);  // In any script.
  set_up_action(send_, "send_message", tr("Send message"), QKeySequence(), make_icon(Icon::kSend));
  connect(field_, &QLineEdit::returnPressed, this, &MessagePanel::write);
  connect(&send_, &QAction::triggered, this, &MessagePanel::write);
  row->addWidget(new ActionButton(send_file, ActionButton::Look::kRoundSmall, line));
  row->addWidget(field_, 1);
  row->addWidget(new ActionButton(send_, ActionButton::Look::kRoundSmall, line));
  return line;
}

void MessagePanel::begin() {
  for (const Row& row : rows_) row.widget->deleteLater();
  rows_.clear();
  field_->clear();
  at_end_ = true;
  hint_->show();
}

void MessagePanel::set_open(const MessagesOpen& open) {
  hint_->setText(open.texts ? tr("What you write here goes to the peer alone, encrypted. It is kept nowhere: it can "
                                 "be read until you leave the page after the call. Files are never opened by "
                                 "themselves.")
                            : tr("The peer takes no messages in this call."));
  field_->setEnabled(open.texts);
  send_.setEnabled(open.texts);
  if (!open.texts) hint_->show();
}

void MessagePanel::start_writing() {
  if (field_->isEnabled()) field_->setFocus(Qt::OtherFocusReason);
}

void MessagePanel::write() {
  const QString text = field_->text().trimmed();
  if (text.isEmpty() || !field_->isEnabled()) return;
  field_->clear();
  at_end_ = true;
  emit text_written(text);
}

MessagePanel::Row* MessagePanel::find(bool own, std::uint32_t number, bool file) {
  const auto found = std::ranges::find_if(rows_, [&](const Row& row) {
    return number != 0 && row.own == own && row.number == number && (row.file != nullptr) == file;
  });
  return found == rows_.end() ? nullptr : &*found;
}

void MessagePanel::show_state(QLabel& label, TextNews::State state) {
  label.setText(state == TextNews::State::kLost ? tr("Not delivered") : tr("Sending…"));
  label.setProperty("role", state == TextNews::State::kLost ? "warning" : "small");
  label.style()->polish(&label);
  label.setHidden(state == TextNews::State::kHeard);
}

void MessagePanel::show_text(const TextNews& text) {
  if (Row* known = find(text.own, text.number, false)) return show_state(*known->state, text.state);
  auto* widget = new QWidget(this);
  auto* column = new QVBoxLayout(widget);
  column->setContentsMargins(text.own ? kIndent : 0, 0, text.own ? 0 : kIndent, 0);
  column->setSpacing(2);
  const QString words = QString::fromStdString(text.text);
  auto* bubble = new Bubble(words, text.own, widget);
  bubble->setAccessibleName(text.own ? tr("You: %1").arg(words) : tr("%1: %2").arg(peer_, words));
  auto* state = make_label(QString(), "small", widget);
  state->setAlignment(Qt::AlignRight);
  column->addWidget(bubble);
  column->addWidget(state);
  show_state(*state, text.state);
  add({.widget = widget, .own = text.own, .number = text.number, .at = {}, .words = words, .state = state});
}

void MessagePanel::show_file(const FileNews& file) {
  if (Row* known = find(file.own, file.number, true)) return known->file->show_news(file);
  auto* row = new FileRow(file, this);
  connect(row, &FileRow::save_wanted, this, &MessagePanel::save_wanted);
  connect(row, &FileRow::save_as_wanted, this, &MessagePanel::save_as_wanted);
  connect(row, &FileRow::stop_wanted, this, &MessagePanel::stop_wanted);
  connect(row, &FileRow::folder_wanted, this, &MessagePanel::folder_wanted);
  add({.widget = row, .own = file.own, .number = file.number, .at = {}, .words = {}, .file = row});
}

void MessagePanel::add(const Row& row) {
  hint_->hide();
  layout_->addWidget(row.widget);
  row.widget->show();
  rows_.push_back(row);
  rows_.back().at = QTime::currentTime();
  if (rows_.size() <= kMaxRows) return;
  rows_.front().widget->deleteLater();
  rows_.pop_front();
}

QString MessagePanel::line_of(const Row& row) const {
  QString what = row.words;
  if (row.file != nullptr) what = row.file->summary();
  // No line that a peer writes may look like another text.
  what.replace(QLatin1Char('\n'), QStringLiteral("\n      "));
  // The state is shown until the peer has the text.
  if (row.own && row.state != nullptr && !row.state->isHidden()) what = tr("%1 (not delivered)").arg(what);
  const QString said = row.own ? tr("You: %1").arg(what) : tr("%1: %2").arg(peer_, what);
  return row.at.toString(QStringLiteral("HH:mm ")) + said;
}

QString MessagePanel::transcript() const {
  QStringList lines;
  for (const Row& row : rows_) lines.append(line_of(row));
  return lines.join(QLatin1Char('\n'));
}

void MessagePanel::scroll_down() { area_->verticalScrollBar()->setValue(area_->verticalScrollBar()->maximum()); }

}  // namespace counterpoint
