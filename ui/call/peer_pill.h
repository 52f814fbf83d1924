// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>
#include <QString>

#include "core/base/time.h"
#include "core/model/media_state.h"

class QLabel;

namespace counterpoint {

class IconBadge;

/// Says whom one talks to, for how long, and what they send other than their camera and microphone.
class PeerPill final : public QFrame {
  Q_OBJECT

 public:
  explicit PeerPill(QWidget* parent);

  /// `words`, if there are any, stand behind the time.
  void set_peer(const QString& name, const QString& words);
  void set_duration(Duration duration);
  void set_state(const MediaState& state);
  /// Words to compare by voice, in a call that is encrypted; empty while they are not known.
  void set_verification(const QString& words);
  /// Takes the width that the texts ask for; what exceeds `width` is taken from the name, then from the words behind
  /// the time.
  void fit(int width);

 signals:
  void clicked();

 protected:
  void mouseReleaseEvent(QMouseEvent* event) override;

 private:
  void write();

  IconBadge* muted_;
  IconBadge* lock_;
  QLabel* name_label_;
  QLabel* state_label_;
  QString name_;
  QString words_;
  QString state_text_;
  Duration duration_{};
  MediaState state_;
};

}  // namespace counterpoint
