// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>

#include "app/call/call_options.h"
#include "app/window/call_statistics_text.h"
#include "app/window/recent_call_tracker.h"
#include "core/control/call_event.h"
#include "ui/controller/call_controller.h"

namespace counterpoint {

class SessionHost;

/// The window's controller on a real session host: decides which commands fit, and brings the host's events to the
/// window's thread.
class HostCallController final : public CallController, private CallObserver {
  Q_OBJECT

 public:
  /// Opens the host; host() tells about a port in use or a camera that is gone, for which something else stands in.
  /// `options` are those of `settings` with what holds for this run alone.
  HostCallController(const CallOptions& options, const Settings& settings, QObject* parent = nullptr);
  ~HostCallController() override;

  void send(const CallCommand& command) override;

 signals:
  void audio_check_changed(counterpoint::AudioCheckTask task);
  /// A call with somebody else is over, or came when this host could not be reached.
  void call_over(const counterpoint::RecentCall& call);
  /// A contact can be called from now on, or not any more.
  void contact_here(const counterpoint::PeerId& id, bool here);

 private:
  void open_host(const CallOptions& options, std::uint16_t port);
  void show_audio_devices();
  [[nodiscard]] QString link_at(const QString& address) const;
  /// `info` with the addresses of this computer at `port`, and the link.
  [[nodiscard]] HostInfo listening_at(HostInfo info, std::uint16_t port) const;
  [[nodiscard]] bool can_call() const;

  void carry_out(const Dial& dial);
  void carry_out(const CallSelf& call);
  void carry_out(const Accept& accept);
  void carry_out(const Decline& decline);
  void carry_out(const HangUp& hang_up);
  void carry_out(const ApplySettings& apply);
  void carry_out(const ShareScreen& share);
  void carry_out(const ClipCommand& command);
  void carry_out(const SetClipLevels& levels);
  void carry_out(const SetPeerVolume& loudness);
  /// The host alone decides about all others.
  template <typename Other>
  void carry_out(const Other& command);

  /// From the network thread, and for log records from the one that logs.
  void handle(const CallEvent& event) override;
  void show(const CallStatus& status);
  void show(const CallStatistics& statistics);
  void show(const AdaptationStatus& status);
  void show(const ClipStatus& status);
  void show(const LogRecord& record) { emit record_logged(record); }
  void show(const MicrophoneLevel& level) { emit local_level(meter_level(level.level)); }
  void show(const Listening& listening);
  void show(const NodesReached&) {}
  void show(const ContactPresence& presence) { emit contact_here(presence.contact.id, presence.here); }
  void show(const CameraChanged& camera);
  void show(const AudioCheckChanged& check) { emit audio_check_changed(check.task); }
  void show(const Notice& news);
  void show(const CallMissed& missed) { emit call_over(recent_call(missed)); }
  void show(const ClipNews&) {}
  void show(const ScreenShared& screen);
  void show(const PeerState& peer);
  void show(const MessageEvent& event);
  void show(const ServerTried& tried) { emit server_tried(tried); }
  void show(const Reachability& outside);

  Settings settings_;
  std::unique_ptr<SessionHost> host_;
  CallStatus status_;             ///< The last one of that call.
  CallStatistics totals_;         ///< The last ones of that call.
  std::string announced_name_;    ///< The name that its peer gives itself.
  std::uint64_t shown_call_ = 0;  ///< The call that the window shows; 0 once its user has left it.
  CallStatisticsText figures_;
  RecentCallTracker tracker_;
};

}  // namespace counterpoint
