// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/call/call_page.h"

#include <QApplication>
#include <QMenu>
#include <QMouseEvent>

#include "ui/call/call_actions.h"
#include "ui/call/control_bar.h"
#include "ui/call/figures_panel.h"
#include "ui/call/peer/peer_picture.h"
#include "ui/call/peer_pill.h"
#include "ui/call/quality_badge.h"
#include "ui/call/share_banner.h"
#include "ui/clip/clip_bar.h"
#include "ui/messages/message_panel.h"
#include "ui/plots/plane_view.h"
#include "ui/plots/time_lines.h"
#include "ui/style/theme.h"
#include "ui/text/format.h"
#include "ui/video/floating_picture.h"
#include "ui/video/video_view.h"
#include "ui/widgets/natural_size.h"

namespace counterpoint {
namespace {
constexpr int kPillMargin = 18;
constexpr int kControlsMargin = 12;                            ///< Below them.
constexpr int kAboveControls = 28;                             ///< Room between them and the own picture.
constexpr int kBelowTop = kSpaceLarge + kPillHeight + kSpace;  ///< Room at the top.
constexpr Duration kTimeShown = 2min;                          ///< Span of the time lines.

/// The size, frame rate and loss of our video on its way to the peer.
QString sent_text(const CallFigures& stats) {
  if (stats.send_size.area() <= 0) return {};
  const QString text =
      QStringLiteral("%1 \u00b7 %2").arg(size_text(stats.send_size), frame_rate_text(stats.send_frames));
  constexpr double kMinLoss = 0.001;
  if (stats.loss.to_peer < kMinLoss) return text;
  return CallPage::tr("%1 \u00b7 %2 lost").arg(text, percent_text(stats.loss.to_peer));
}

}  // namespace

CallPage::CallPage(CallActions& actions, std::chrono::milliseconds hide_controls_after, QWidget* parent)
    : QWidget(parent),
      remote_(new PeerPicture(this)),
      own_(new FloatingPicture(this)),
      menus_{&actions.menu, &actions.mode_menu} {
  keep_dark(*this);
  setFocusPolicy(Qt::StrongFocus);
  setMouseTracking(true);
  setAccessibleName(tr("Call"));
  own_->view().set_notice(tr("No picture yet"));
  peer_pill_ = new PeerPill(this);
  figures_ = new FiguresPanel(this);
  figures_->setObjectName(QStringLiteral("figures"));
  plane_ = new PlaneView(this);
  plane_->hide();
  time_lines_ = new TimeLines(this);
  time_lines_->set_history(&history_);
  time_lines_->hide();
  own_->raise();  // Without room beside the plots, it lies over them.
  quality_ = new QualityBadge(this);
  quality_->setObjectName(QStringLiteral("quality"));
  quality_->setProperty("role", "pill");
  quality_->setContentsMargins(kPillMargin, 0, kPillMargin + kSpaceSmall, 0);
  quality_->setFixedHeight(kPillHeight);
  connect(peer_pill_, &PeerPill::clicked, this, &CallPage::ask_for_figures);
  connect(quality_, &QualityBadge::clicked, this, &CallPage::ask_for_figures);
  controls_ = new ControlBar(actions, this);
  clip_bar_ = new ClipBar(actions.clip, this);
  clip_bar_->hide();
  share_banner_ = new ShareBanner(actions, this);
  share_banner_->hide();
  messages_ = new MessagePanel(actions.show_messages, actions.send_file, this);
  messages_->hide();
  still_.setObjectName(QStringLiteral("still"));
  still_.setSingleShot(true);
  still_.setInterval(hide_controls_after);
  connect(&still_, &QTimer::timeout, this, &CallPage::hide_controls);
  qApp->installEventFilter(this);
  // States come ten times a second; each drawing costs about as much as a frame of video.
  plane_rest_.setSingleShot(true);
  plane_rest_.setInterval(150ms);
  connect(&plane_rest_, &QTimer::timeout, this, [this] {
    if (plane_next_) set_plane(AdaptationStatus(*plane_next_));
  });
}

void CallPage::set_plane(const AdaptationStatus& state) {
  if (plane_rest_.isActive()) {
    plane_next_ = state;
    return;
  }
  plane_next_.reset();
  plane_->set_state(state);
  plane_rest_.start();
}

void CallPage::show_plane(bool shown) {
  plane_wanted_ = shown;
  place_all();
}

void CallPage::show_whole_picture(bool whole) { remote_->show_whole(whole); }

void CallPage::show_time_lines(bool shown) {
  lines_wanted_ = shown;
  time_lines_->follow(kTimeShown);
  place_all();
}

void CallPage::show_messages(bool shown) {
  messages_->setVisible(shown);
  if (!shown) setFocus();  // Keys are those of the call again.
  place_all();
}

void CallPage::add_record(const LogRecord& record) {
  if (std::holds_alternative<LogHeader>(record.body)) history_ = {};
  history_.add(record);
  // Between samples, nothing is seen to change.
  const bool sample = std::holds_alternative<LogSample>(record.body) || std::holds_alternative<LogHeader>(record.body);
  if (sample && time_lines_->isVisibleTo(this)) time_lines_->follow(kTimeShown);
}

void CallPage::set_level(double level) { own_->set_level(level); }

VideoView& CallPage::own_view() { return own_->view(); }

void CallPage::begin() {
  figures_wanted_ = false;
  set_peer_state({});
  remote_->show_frame({});
  set_stats({});
  figures_->clear();
  plane_->clear();
  messages_->begin();
  wake();
}

void CallPage::set_state(const CallView& state) {
  peer_pill_->set_peer(state.peer, state.cause);
  remote_->set_call(state);
  figures_->set_peer(state.peer);
  plane_->set_peer(state.peer);
  figures_->set_verification(state.verification);
  peer_pill_->set_verification(state.verification);
  place_all();
}

void CallPage::set_peer_state(const MediaState& state) {
  remote_->set_state(state);
  peer_pill_->set_state(state);
  place_all();
}

void CallPage::show_remote(const VideoFrame& frame) {
  remote_->show_frame(frame);
  pace_.frame_came();
}

void CallPage::set_stats(const CallFigures& stats) {
  peer_pill_->set_duration(stats.duration);
  quality_->set_verdict(stats.quality);
  quality_->setVisible(quality_->is_warning() || (quality_->is_known() && controls_->isVisibleTo(this)));
  if (stats.quality.cause == QualityCause::kPeerSilent) remote_->set_silence(from_seconds(stats.quality.amount));
  figures_->set_stats(stats);
  own_->set_caption(own_covered() ? QString() : sent_text(stats));
  place_all();
}

void CallPage::set_sending(bool microphone, bool camera) {
  own_->set_muted(!microphone);
  own_->view().set_notice(camera ? tr("No picture yet") : tr("Your camera is off"));
  camera_ = camera;
  cover_own_picture();
}

bool CallPage::own_covered() const { return !camera_ && !clip_shown_ && !sharing_; }

void CallPage::cover_own_picture() {
  own_->view().set_covered(own_covered());
  if (own_covered()) own_->set_caption({});
}

void CallPage::set_sharing(bool sharing) {
  sharing_ = sharing;
  share_banner_->setVisible(sharing);
  cover_own_picture();
  place_all();
}

void CallPage::set_clip(const ClipStatus& clip) {
  clip_bar_->set_clip(clip);
  if (std::exchange(clip_shown_, clip.is_shown()) == clip.is_shown()) return;
  cover_own_picture();
  clip_bar_->setVisible(clip_shown_);
  if (clip_shown_) wake();
  place_all();
}

bool CallPage::eventFilter(QObject* watched, QEvent* event) {
  if (!isVisible()) return false;
  switch (event->type()) {
    case QEvent::MouseMove: {
      const QPoint pointer = static_cast<QMouseEvent*>(event)->globalPosition().toPoint();
      if (pointer != std::exchange(pointer_, pointer)) wake();
      break;
    }
    case QEvent::KeyPress:
    case QEvent::ShortcutOverride:  // A key that a shortcut takes never becomes a KeyPress.
    case QEvent::MouseButtonPress:
    case QEvent::Wheel:
    case QEvent::TouchBegin:
      wake();
      break;
    default:
      break;
  }
  return QWidget::eventFilter(watched, event);
}

void CallPage::wake() {
  still_.start();
  pace_.set_in_step(false);
  if (controls_->isVisibleTo(this)) return;
  clip_bar_->setVisible(clip_shown_);
  controls_->show();
  peer_pill_->show();
  quality_->setVisible(quality_->is_known());
  figures_->setVisible(shows_figures());
  own_->show_caption(shows_figures());
  unsetCursor();
}

void CallPage::hide_controls() {
  const QWidget* focus = QApplication::focusWidget();
  if (QApplication::activePopupWidget() ||
      (focus && (controls_->isAncestorOf(focus) || clip_bar_->isAncestorOf(focus)))) {
    still_.start();
    return;
  }
  for (QWidget* widget :
       {static_cast<QWidget*>(controls_), static_cast<QWidget*>(peer_pill_), static_cast<QWidget*>(figures_)}) {
    widget->hide();
  }
  quality_->setVisible(quality_->is_warning());
  own_->show_caption(false);
  clip_bar_->hide();
  setCursor(Qt::BlankCursor);
  pace_.set_in_step(true);
}

void CallPage::place_all() {
  remote_->setGeometry(rect());
  controls_->fit(width() - 2 * kSpaceLarge);
  controls_->move((width() - controls_->width()) / 2, height() - controls_->height() - kControlsMargin);
  clip_bar_->resize(ClipBar::width_in(width()), clip_bar_->sizeHint().height());
  clip_bar_->move((width() - clip_bar_->width()) / 2, controls_->y() - kSpace - clip_bar_->height());
  const int below = place_heading();
  place_messages(below);
  place_plots(below);
  place_figures(below);
  place_own_picture(below);
  if (shows_figures() && own_->geometry().intersects(figures_->geometry())) {
    // Above both plots there is no room for the two, and the plots tell the figures as well.
    figures_fit_ = false;
    place_own_picture(below);
  }
  figures_->setVisible(shows_figures() && controls_->isVisibleTo(this));
  own_->show_caption(shows_figures() && controls_->isVisibleTo(this));
  emit placed();
}

bool CallPage::stands_in(const QWidget* other, const QWidget* way) const {
  return other->isVisibleTo(this) && other->geometry().intersects(way->geometry());
}

/// Name and quality beside each other, the banner between them or else below. Gives where there is room from.
int CallPage::place_heading() {
  take_natural_size(*quality_);
  quality_->move(width() - kSpaceLarge - quality_->width(), kSpaceLarge);
  peer_pill_->fit(quality_->x() - kSpace - kSpaceLarge);
  peer_pill_->move(kSpaceLarge, kSpaceLarge);
  take_natural_size(*share_banner_);
  share_banner_->move((width() - share_banner_->width()) / 2, kSpaceLarge);
  const bool in_the_way =
      peer_pill_->geometry().intersects(share_banner_->geometry()) || stands_in(quality_, share_banner_);
  if (!share_banner_->isVisibleTo(this) || !in_the_way) return kBelowTop;
  share_banner_->move(share_banner_->x(), kBelowTop);
  return kBelowTop + kPillHeight + kSpace;
}

/// Finds out whether something else stands at the place of the figures.
void CallPage::place_figures(int below) {
  take_natural_size(*figures_);
  figures_->move(kSpaceLarge, below);
  figures_fit_ = !stands_in(plane_, figures_) && !stands_in(time_lines_, figures_) && !stands_in(messages_, figures_) &&
                 (!clip_shown_ || !figures_->geometry().intersects(clip_bar_->geometry()));
}

void CallPage::ask_for_figures() {
  figures_wanted_ = !shows_figures();
  place_all();
}

bool CallPage::shows_figures() const {
  return figures_fit_ && (figures_wanted_ || plane_->isVisibleTo(this) || time_lines_->isVisibleTo(this));
}

void CallPage::place_own_picture(int below) {
  QRect whole = rect().adjusted(kSpaceLarge, below, -kSpaceLarge, 0);
  whole.setBottom(controls_->y() - kAboveControls - clip_height());
  QRect above = whole;
  for (const QWidget* plot : {static_cast<QWidget*>(plane_), static_cast<QWidget*>(time_lines_)}) {
    // Beside a plot that leaves room at the right, the picture may stand as low as ever.
    if (plot->isVisibleTo(this) && plot->geometry().right() > whole.right() - FloatingPicture::kMax.width()) {
      above.setBottom(std::min(above.bottom(), plot->y() - kSpace));
    }
  }
  own_->set_area(above.height() >= FloatingPicture::kMin.height() ? above : whole);
  QList<QRect> others;
  for (const QWidget* other :
       std::initializer_list<const QWidget*>{figures_, plane_, time_lines_, share_banner_, messages_}) {
    // The figures come and go with the controls, and the picture need not follow them.
    const bool stays = other == figures_ ? shows_figures() : other->isVisibleTo(this);
    if (stays) others.append(other->geometry());
  }
  own_->set_obstacles(others);
}

int CallPage::clip_height() const { return clip_shown_ ? clip_bar_->height() + kSpace : 0; }

void CallPage::place_messages(int below) {
  constexpr int kMaxHeight = 560;
  const int room = controls_->y() - kSpace - clip_height() - below;
  const int height = std::min(room, kMaxHeight);
  messages_->setGeometry(width() - kSpaceLarge - MessagePanel::kWidth, below + room - height, MessagePanel::kWidth,
                         height);
}

void CallPage::place_plots(int below) {
  // In a large window they leave room for our own picture beside them.
  const int widest_lines = std::max(960, width() / 2);
  constexpr int kLinesHeight = 240;
  const int bottom = controls_->y() - kSpace - clip_height();
  plane_->resize(plane_->sizeHint());
  const int width_left = width() - 2 * kSpaceLarge - (messages_->isVisibleTo(this) ? MessagePanel::kWidth + kSpace : 0);
  plane_->setVisible(plane_wanted_ && plane_->width() <= width_left);
  const bool both = plane_->isVisibleTo(this) && lines_wanted_;
  const int room_for_lines = bottom - plane_->height() - kSpace - below;
  // Our own picture has room above the time lines, however low the window.
  const int lines_top = below + FloatingPicture::kMin.height() + kSpace;
  if (!both || room_for_lines >= kLinesHeight) {
    time_lines_->setVisible(lines_wanted_);
    const int height = std::min(kLinesHeight, bottom - lines_top);
    time_lines_->setGeometry(kSpaceLarge, bottom - height, std::min(width_left, widest_lines), height);
    const int plane_bottom = both ? time_lines_->y() - kSpace : bottom;
    const int plane_top = std::max(below, plane_bottom - plane_->height());
    plane_->setGeometry(kSpaceLarge, plane_top, plane_->width(), plane_bottom - plane_top);
    return;
  }
  // Too low a window for one below the other.
  const int plane_top = std::max(below, bottom - plane_->height());
  plane_->setGeometry(kSpaceLarge, plane_top, plane_->width(), bottom - plane_top);
  const int left = plane_->geometry().right() + 1 + kSpace;
  const int top = std::max(plane_->y(), lines_top);
  const int width = width_left + kSpaceLarge - left;
  time_lines_->setVisible(width >= time_lines_->minimumSizeHint().width());
  time_lines_->setGeometry(left, top, std::max(1, width), bottom - top);
}

void CallPage::resizeEvent(QResizeEvent*) { place_all(); }

void CallPage::showEvent(QShowEvent*) {
  for (const QPointer<QMenu>& menu : menus_) {
    if (menu) keep_dark(*menu);
  }
  pace_.set_window(window());
  place_all();
  wake();
}

void CallPage::hideEvent(QHideEvent*) {
  for (const QPointer<QMenu>& menu : menus_) {
    if (menu) keep_dark(*menu, false);
  }
  still_.stop();
  pace_.set_in_step(false);
}

void CallPage::mouseDoubleClickEvent(QMouseEvent*) { emit double_clicked(); }

}  // namespace counterpoint
