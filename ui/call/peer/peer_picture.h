// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "ui/controller/call_controller.h"

namespace counterpoint {

class PeerTile;
class ReconnectingVeil;
class VideoView;

/// The peer in a call: the picture; while their camera is off, who it is; and while nothing comes from them, the last
/// picture under a veil. A screen is always shown whole.
class PeerPicture final : public QWidget {
  Q_OBJECT

 public:
  explicit PeerPicture(QWidget* parent);

  void set_call(const CallView& call);
  /// Takes what the peer says that it sends.
  void set_state(const MediaState& state);
  /// Shows bars rather than a cut picture, where its aspect is not the widget's.
  void show_whole(bool whole);
  void show_frame(const VideoFrame& frame);
  /// Nothing has come from the peer for so long.
  void set_silence(Duration silence);

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  void fit();

  VideoView* view_;
  PeerTile* tile_;
  ReconnectingVeil* veil_;
  MediaState::Video video_ = MediaState::Video::kCamera;
  bool whole_ = false;
};

}  // namespace counterpoint
