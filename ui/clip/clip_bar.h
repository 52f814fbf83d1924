// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>
#include <QTimer>

#include "core/control/clip_status.h"

class QBoxLayout;
class QLabel;
class QSlider;

namespace counterpoint {

class ClipActions;

/// Stands over the call while a clip is played to the peer: what it is, where it is, its audio, and what is left of it
/// for the peer.
///
/// 1. The sliders follow the state, but not while a hand is on them, nor until the host has followed a seek.
/// 2. A drag seeks where it ends; the keys seek at once, by five seconds, and by half a minute (Page keys).
class ClipBar final : public QFrame {
  Q_OBJECT

 public:
  ClipBar(ClipActions& actions, QWidget* parent);
  void set_clip(const ClipStatus& clip);
  /// Its own choice: what fits in a page of that width.
  [[nodiscard]] static int width_in(int page_width);

 signals:
  void sought(counterpoint::Duration position);
  /// 0 to 1.
  void volume_changed(double volume);

 private:
  QBoxLayout* make_words();
  QBoxLayout* make_controls(ClipActions& actions);
  QSlider* make_slider(const char* name, const QString& words, const QString& tool_tip);
  void write_name();
  void show_position(Duration position);
  void seek_to_slider();

  static constexpr int kSliderStepsASecond = 10;

  ClipStatus clip_;
  QLabel* name_;
  QLabel* figures_;
  QLabel* time_;
  QLabel* length_;
  QSlider* position_;
  QSlider* volume_;
  QTimer just_sought_{this};  ///< The state may still be of before.
};

}  // namespace counterpoint
