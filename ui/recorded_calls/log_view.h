// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAction>
#include <QActionGroup>
#include <QElapsedTimer>
#include <QImage>
#include <QTimer>
#include <QWidget>

#include "core/log/call_history.h"
#include "ui/plots/plane_replay.h"

class QLabel;
class QSlider;

namespace counterpoint {

class EntryList;
class PlaneView;
class TimeLines;

/// A recorded call: the plane with its trail at a moment, the time lines with that moment marked, and a list of
/// decisions and events. A slider, the time lines and the list choose the moment, and play() lets it run.
class LogView final : public QWidget {
  Q_OBJECT

 public:
  explicit LogView(QWidget* parent);
  ~LogView() override;

  void show_history(CallHistory history);
  [[nodiscard]] const CallHistory& history() const { return history_; }
  void show_time(Duration at);
  [[nodiscard]] Duration time() const { return time_; }
  /// The plots as they are seen now; the list of events, which may name peers, devices and files, only on demand.
  [[nodiscard]] QImage picture(bool with_list);

  QAction play;         ///< Checked: time runs.
  QActionGroup speeds;  ///< The data of each is the factor of its speed.

 private:
  void make_actions();
  QWidget* make_time_row();
  void run();

  CallHistory history_;
  Duration time_{};
  Duration slider_unit_ = 100ms;
  QWidget* plots_;
  PlaneView* plane_;
  TimeLines* lines_;
  EntryList* list_;
  QSlider* slider_;
  QLabel* clock_;
  PlaneReplay replay_;
  QTimer tick_;
  QElapsedTimer since_tick_;
};

}  // namespace counterpoint
