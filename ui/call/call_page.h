// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPoint>
#include <QPointer>
#include <QTimer>
#include <QWidget>
#include <array>
#include <chrono>
#include <optional>

#include "core/control/adaptation_status.h"
#include "core/log/call_history.h"
#include "ui/controller/call_controller.h"
#include "ui/video/repaint_sync.h"

class QMenu;

namespace counterpoint {

class CallActions;
class ClipBar;
class ControlBar;
class FiguresPanel;
class FloatingPicture;
class MessagePanel;
class PeerPicture;
class PeerPill;
class PlaneView;
class QualityBadge;
class ShareBanner;
class TimeLines;
class VideoView;

/// The call: the remote picture with everything else floating over it.
///
/// 1. Controls, name, figures and a good quality go away, and the pointer with them, when nothing moved for a while;
/// they come back
///    with any movement or key, and stay while a control has the keyboard focus or a menu is open.
/// 2. Our own picture stays, and so do the plane, if it is shown, a warning about the quality, and that the screen is
///    shared; they change with the remote picture then.
/// 3. Figures are shown beside the plane or the time lines, and after a click on the peer's name or the quality; in a
///    small window only where nothing else stands in their place. Plots for which the messages leave no room wait until
///    these are closed.
class CallPage final : public QWidget {
  Q_OBJECT

 public:
  CallPage(CallActions& actions, std::chrono::milliseconds hide_controls_after, QWidget* parent);

  /// A new call: no picture and no figures of the last one.
  void begin();
  void set_state(const CallView& state);
  /// Shows what the peer says that it sends.
  void set_peer_state(const MediaState& state);
  void show_remote(const VideoFrame& frame);
  void set_stats(const CallFigures& stats);
  void set_plane(const AdaptationStatus& state);
  void show_plane(bool shown);
  /// Adds a record of the call's log; the header of a log begins the time lines anew.
  void add_record(const LogRecord& record);
  void show_time_lines(bool shown);
  void show_messages(bool shown);
  /// The peer's picture with bars rather than cut, where its aspect is not the window's.
  void show_whole_picture(bool whole);
  void set_level(double level);
  void set_sending(bool microphone, bool camera);
  /// Its bar stands above the controls, and our own picture is what the peer gets of it.
  void set_clip(const ClipStatus& clip);
  void set_sharing(bool sharing);
  [[nodiscard]] ClipBar& clip_bar() { return *clip_bar_; }
  [[nodiscard]] MessagePanel& messages() { return *messages_; }
  [[nodiscard]] VideoView& own_view();

 signals:
  void double_clicked();
  /// The widgets that float over the picture have moved, or others are shown.
  void placed();

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void showEvent(QShowEvent* event) override;
  void hideEvent(QHideEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;

 private:
  void ask_for_figures();
  [[nodiscard]] bool shows_figures() const;
  [[nodiscard]] bool own_covered() const;
  void cover_own_picture();
  void wake();
  void hide_controls();
  void place_all();
  [[nodiscard]] bool stands_in(const QWidget* other, const QWidget* way) const;
  [[nodiscard]] int place_heading();
  void place_plots(int below);
  void place_messages(int below);
  void place_figures(int below);
  void place_own_picture(int below);
  [[nodiscard]] int clip_height() const;

  PeerPicture* remote_;
  FloatingPicture* own_;
  PeerPill* peer_pill_;
  QualityBadge* quality_;
  FiguresPanel* figures_;
  PlaneView* plane_;
  CallHistory history_;
  TimeLines* time_lines_;
  ControlBar* controls_;
  ClipBar* clip_bar_;
  ShareBanner* share_banner_;
  MessagePanel* messages_;
  bool sharing_ = false;
  bool camera_ = true;
  bool clip_shown_ = false;
  std::optional<AdaptationStatus> plane_next_;  ///< The state that the plane shows when plane_rest_ ends.
  QTimer plane_rest_{this};                     ///< Runs since the plane was drawn.
  bool plane_wanted_ = false;                   ///< The user has chosen to see it; it is shown where there is room.
  bool lines_wanted_ = false;                   ///< The same of the time lines.
  bool figures_wanted_ = false;                 ///< The user has asked for them by a click.
  bool figures_fit_ = true;                     ///< There is room for them.
  QTimer still_{this};                          ///< Runs since the last movement.
  RepaintSync pace_{this};
  QPoint pointer_;
  std::array<QPointer<QMenu>, 2> menus_;  ///< Dark while they stand over video; gone before this when the window is.
};

}  // namespace counterpoint
