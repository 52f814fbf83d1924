// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/call/peer/peer_picture.h"

#include "ui/call/peer/peer_tile.h"
#include "ui/call/peer/reconnecting_veil.h"
#include "ui/video/video_view.h"

namespace counterpoint {

PeerPicture::PeerPicture(QWidget* parent)
    : QWidget(parent),
      view_(new VideoView(VideoView::Fit::kFill, this)),
      tile_(new PeerTile(this)),
      veil_(new ReconnectingVeil(this)) {
  view_->setObjectName(QStringLiteral("remote_view"));
  view_->setAccessibleName(tr("Picture of the peer"));
  view_->set_notice(tr("Waiting for the peer's picture\u2026"));
  tile_->hide();
  veil_->hide();
}

void PeerPicture::set_call(const CallView& call) {
  tile_->set_peer(call.peer, call.colour);
  veil_->set_peer(call.peer);
  veil_->setVisible(call.reconnecting);
}

void PeerPicture::set_state(const MediaState& state) {
  video_ = state.video;
  const bool off = video_ == MediaState::Video::kOff;
  view_->set_covered(off);
  tile_->setVisible(off);
  fit();
}

void PeerPicture::show_whole(bool whole) {
  whole_ = whole;
  fit();
}

void PeerPicture::fit() {
  const bool whole = whole_ || video_ == MediaState::Video::kScreen;
  view_->set_fit(whole ? VideoView::Fit::kWhole : VideoView::Fit::kFill);
}

void PeerPicture::show_frame(const VideoFrame& frame) { view_->show_frame(frame); }

void PeerPicture::set_silence(Duration silence) { veil_->set_silence(silence); }

void PeerPicture::resizeEvent(QResizeEvent*) {
  for (QWidget* widget : {static_cast<QWidget*>(view_), static_cast<QWidget*>(tile_), static_cast<QWidget*>(veil_)}) {
    widget->setGeometry(rect());
  }
}

}  // namespace counterpoint
