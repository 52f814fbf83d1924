// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/start/start_page.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QScrollArea>
#include <QScrollBar>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

#include "core/call/call_link.h"
#include "ui/call/call_actions.h"
#include "ui/people/people_list.h"
#include "ui/start/own_card.h"
#include "ui/style/theme.h"
#include "ui/video/video_view.h"
#include "ui/widgets/action_button.h"
#include "ui/widgets/label.h"
#include "ui/widgets/text_field.h"

namespace counterpoint {
namespace {

constexpr int kCallColumnWidth = 400;
constexpr int kColumnGap = 64;
constexpr int kWidestPreview = 640;  ///< The usual width of cameras' frames, so that they need not be scaled.
constexpr int kNarrowestPreview = 240;
constexpr int kNarrowestWithWords = 380;  ///< Then the names of devices have room beside their buttons.
constexpr int kMinNoticeLines = 6;        ///< Lines of a long notice that are seen, however low the window.

}  // namespace

StartPage::StartPage(CallActions& actions, PeopleModel& people, SettingsModel& settings, QWidget* parent)
    : QWidget(parent) {
  auto* page = new QVBoxLayout(this);
  page->setContentsMargins(kSpaceLarge, kSpaceLarge, kSpaceLarge, kSpaceLarge + kControlSize);
  auto* columns = new QHBoxLayout;
  columns->setSpacing(0);
  columns->addStretch();
  columns->addLayout(make_call_column(actions, people));
  columns->addSpacing(kColumnGap);
  columns->addLayout(make_preview_column(actions, settings));
  columns->addStretch();
  auto* top = new QHBoxLayout;
  top->addStretch();
  top->addWidget(new ActionButton(actions.show_logs, ActionButton::Look::kPlain, this));
  top->addWidget(new ActionButton(actions.open_menu, ActionButton::Look::kRound, this));
  page->addLayout(top);
  page->addStretch();
  page->addLayout(columns);
  page->addWidget(make_notices(), 0, Qt::AlignHCenter);
  page->addStretch();

  connect(address_, &QLineEdit::textChanged, this, &StartPage::address_changed);
  connect(address_, &QLineEdit::returnPressed, &actions.call, &QAction::trigger);
  connect(address_, &QLineEdit::textChanged, this, [this] { show_address_problem({}); });
  connect(people_, &PeopleList::chosen, address_, &QLineEdit::setText);
  connect(people_, &PeopleList::call_wanted, this, &StartPage::call_wanted);
}

QVBoxLayout* StartPage::make_call_column(CallActions& actions, PeopleModel& people) {
  auto* column = new QVBoxLayout;
  column->setSpacing(kSpace);
  column->addWidget(make_label(tr("Call somebody"), "title", this));
  column->addWidget(make_label(tr("You call each other directly, without a server in between."), "quiet", this));
  column->addSpacing(kSpaceLarge);

  address_ = new TextField(this);
  address_->setObjectName(QStringLiteral("address"));
  address_->setAccessibleName(tr("Address to call"));
  address_->setToolTip(tr("A contact, a link, or the address of the other computer, with its port if need be"));
  address_->setPlaceholderText(tr("Name, link or address"));
  address_->setFixedWidth(kCallColumnWidth);
  // One more than can be called, so that what is longer is refused and not cut to another address.
  address_->setMaxLength(static_cast<int>(kMaxCallLink) + 1);
  column->addWidget(address_);
  address_problem_ = make_label(QString(), "warning", this);
  address_problem_->setObjectName(QStringLiteral("address_problem"));
  address_problem_->setFixedWidth(kCallColumnWidth);
  address_problem_->hide();
  column->addWidget(address_problem_);

  auto* row = new QWidget(this);
  row->setFixedWidth(kCallColumnWidth);
  auto* buttons = new QHBoxLayout(row);
  buttons->setContentsMargins({});
  buttons->setSpacing(kSpace);
  for (auto* button : {new ActionButton(actions.call, ActionButton::Look::kMain, this),
                       new ActionButton(actions.call_self, ActionButton::Look::kPlain, this)}) {
    button->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    buttons->addWidget(button);
  }
  column->addWidget(row);
  column->addSpacing(kSpaceLarge);

  people_ = new PeopleList(people, this);
  people_->setFixedWidth(kCallColumnWidth);
  column->addWidget(people_, 1);
  return column;
}

QScrollArea* StartPage::make_notices() {
  auto* words = new QWidget;
  auto* column = new QVBoxLayout(words);
  column->setContentsMargins({});
  column->setSpacing(kSpace);
  for (auto& [label, name] : {std::pair{&problem_, "host_problem"}, std::pair{&settings_notice_, "settings_notice"}}) {
    *label = make_label(QString(), "warning", words);
    (*label)->setObjectName(QLatin1String(name));
    (*label)->setTextInteractionFlags(Qt::TextSelectableByMouse);
    (*label)->hide();
    column->addWidget(*label);
  }
  notices_ = new QScrollArea(this);
  notices_->setObjectName(QStringLiteral("start_notices"));
  notices_->setAccessibleName(tr("What does not work"));
  notices_->setFrameShape(QFrame::NoFrame);
  notices_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  notices_->setSizeAdjustPolicy(QAbstractScrollArea::AdjustToContents);
  notices_->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Maximum);
  notices_->setWidget(words);
  notices_->hide();
  return notices_;
}

QVBoxLayout* StartPage::make_preview_column(CallActions& actions, SettingsModel& settings) {
  auto* column = new QVBoxLayout;
  column->setSpacing(kSpaceLarge);
  preview_ = new VideoView(VideoView::Fit::kFill, this);
  preview_->setObjectName(QStringLiteral("preview"));
  preview_->setAccessibleName(tr("Own picture"));
  preview_->set_notice(tr("No picture yet"));
  preview_->set_corner_radius(kPanelRadius, &Theme::window);
  column->addWidget(preview_);

  auto* row = new QHBoxLayout;
  row->setSpacing(kSpace);
  for (auto& [action, list] :
       {std::pair{&actions.mute, &actions.choose_audio}, std::pair{&actions.camera_off, &actions.choose_camera}}) {
    row->addWidget(new ActionButton(*action, ActionButton::Look::kRound, this));
    row->addWidget(new ActionButton(*list, ActionButton::Look::kRoundSmall, this));
  }
  row->addSpacing(kSpace);
  devices_ = make_label(QString(), "small", this);
  devices_->setObjectName(QStringLiteral("devices"));
  row->addWidget(devices_, 1);
  row->addStretch();
  column->addLayout(row);
  own_card_ = new OwnCard(actions, settings, this);
  column->addWidget(own_card_);
  column->addStretch();
  return column;
}

QString StartPage::address() const {
  const QString typed = address_->text().trimmed();
  const auto target = read_call_target(typed.toStdString());
  // A link that says whose identity it is stays whole.
  return target && !target->id ? QString::fromStdString(target->address) : typed;
}

void StartPage::set_address(const QString& address) {
  address_->setText(address);
  show_address_problem({});
}

void StartPage::show_address_problem(const QString& problem) {
  address_problem_->setText(problem);
  address_problem_->setHidden(problem.isEmpty());
}

void StartPage::set_host(const HostInfo& host) {
  own_card_->set_host(host);
  problem_->setText(host.problem);
  problem_->setHidden(host.problem.isEmpty());
  fit_notices();
  QStringList devices;
  for (const QString& device : {host.camera, host.audio}) {
    if (!device.isEmpty()) devices.append(device);
  }
  devices_->setText(devices.join(QLatin1Char('\n')));
}

void StartPage::set_settings_notice(const QString& notice) {
  settings_notice_->setText(notice);
  settings_notice_->setHidden(notice.isEmpty());
  fit_notices();
}

void StartPage::fit_notices() {
  const bool any = !problem_->isHidden() || !settings_notice_->isHidden();
  notices_->setVisible(any);
  // Without notices the columns stand in the middle of the window, of which the buttons at its top are a part.
  const int below = any ? kSpaceLarge : kSpaceLarge + kControlSize;
  layout()->setContentsMargins(kSpaceLarge, kSpaceLarge, kSpaceLarge, below);
  if (!any) return;
  QWidget& words = *notices_->widget();
  const int width = kCallColumnWidth + kColumnGap + preview_->width();
  const int words_width = width - notices_->verticalScrollBar()->sizeHint().width();
  problem_->ensurePolished();
  settings_notice_->ensurePolished();
  words.layout()->invalidate();
  words.setFixedSize(words_width, words.layout()->heightForWidth(words_width));
  notices_->setFixedWidth(width);
  notices_->setMinimumHeight(std::min(words.height(), kMinNoticeLines * settings_notice_->fontMetrics().lineSpacing()));
  notices_->updateGeometry();
}

void StartPage::start_typing() {
  address_->setFocus();
  address_->selectAll();
}

void StartPage::resizeEvent(QResizeEvent*) {
  const int room = width() - kCallColumnWidth - kColumnGap - 2 * kSpaceLarge;
  const int preview_width = std::clamp(room, kNarrowestPreview, kWidestPreview);
  preview_->setFixedSize(preview_width, preview_width * 9 / 16);
  devices_->setVisible(preview_width >= kNarrowestWithWords);  // Their lists tell it too.
  own_card_->setFixedWidth(preview_width);
  fit_notices();
}

}  // namespace counterpoint
