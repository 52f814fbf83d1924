// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/call/figures_panel.h"

#include <QGridLayout>
#include <QLabel>

#include "ui/style/theme.h"
#include "ui/text/format.h"

namespace counterpoint {
namespace {

/// Wide enough for what is usual, so that the columns stand still while the figures change.
constexpr std::array kColumnWidths = {104, 92, 78, 72, 72};

QString or_dash(const std::optional<Duration>& duration) {
  return duration ? milliseconds_text(*duration) : QStringLiteral("\u2013 ms");
}

void write_row(const std::array<QLabel*, 5>& row, const std::array<QString, 5>& texts) {
  for (std::size_t i = 0; i < row.size(); ++i) row[i]->setText(texts[i]);
}

}  // namespace

FiguresPanel::FiguresPanel(QWidget* parent) : QFrame(parent), to_peer_(new QLabel(this)), from_peer_(new QLabel(this)) {
  constexpr auto kMinStay = std::chrono::milliseconds(200);
  setProperty("role", "panel");
  setAccessibleName(tr("Figures of the call"));
  auto* grid = new QGridLayout(this);
  grid->setContentsMargins(kSpaceLarge, 10, kSpaceLarge, 10);
  grid->setHorizontalSpacing(kSpaceLarge);
  grid->setVerticalSpacing(kSpaceSmall);
  sent_ = add_row(*grid, 0, to_peer_);
  received_ = add_row(*grid, 1, from_peer_);
  path_ = add_row(*grid, 2, new QLabel(tr("Path"), this));
  set_peer({});
  verification_ = new QLabel(this);
  verification_->setObjectName(QStringLiteral("verification"));
  verification_->setProperty("role", "small");
  verification_->setWordWrap(true);
  verification_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  verification_->hide();
  grid->addWidget(verification_, 3, 0, 1, kColumns + 1);
  pause_.setSingleShot(true);
  pause_.setInterval(kMinStay);
  connect(&pause_, &QTimer::timeout, this, [this] {
    if (waiting_) set_stats(*std::exchange(waiting_, std::nullopt));
  });
  write({});
}

FiguresPanel::Row FiguresPanel::add_row(QGridLayout& grid, int row, QLabel* head) {
  head->setTextFormat(Qt::PlainText);
  head->setProperty("role", "small");
  grid.addWidget(head, row, 0);
  Row labels{};
  for (int column = 0; column < kColumns; ++column) {
    auto* label = new QLabel(this);
    label->setProperty("role", "figure");
    label->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    label->setMinimumWidth(kColumnWidths[static_cast<std::size_t>(column)]);
    grid.addWidget(label, row, column + 1);
    labels[static_cast<std::size_t>(column)] = label;
  }
  return labels;
}

void FiguresPanel::set_peer(const QString& name) {
  to_peer_->setText(to_peer_text(name));
  from_peer_->setText(from_peer_text(name));
}

void FiguresPanel::set_verification(const QString& text) {
  verification_->setText(text.isEmpty() ? QString() : tr("Compare by voice: %1").arg(text));
  verification_->setHidden(text.isEmpty());
  adjustSize();
}

void FiguresPanel::clear() {
  pause_.stop();
  waiting_.reset();
  write({});
}

void FiguresPanel::set_stats(const CallFigures& stats) {
  if (pause_.isActive()) {
    waiting_ = stats;
    return;
  }
  write(stats);
  pause_.start();
}

void FiguresPanel::write(const CallFigures& s) {
  write_row(sent_, {rate_text(s.send_rate), packet_rate_text(s.send_packets), frame_rate_text(s.send_frames),
                    size_text(s.send_size), tr("%1 lost").arg(percent_text(s.loss.to_peer))});
  write_row(received_,
            {rate_text(s.receive_rate), packet_rate_text(s.receive_packets), frame_rate_text(s.receive_frames),
             size_text(s.receive_size), tr("%1 lost").arg(percent_text(s.loss.from_peer))});
  write_row(path_, {tr("round trip %1").arg(or_dash(s.round_trip)), tr("buffer %1").arg(or_dash(s.jitter_delay))});
  adjustSize();
}

}  // namespace counterpoint
