// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/settings/settings_options.h"

#include "app/devices/default_devices.h"

namespace counterpoint {

CallOptions call_options(const Settings& settings) {
  CallOptions options;
  options.camera = settings.devices.camera == kAutomaticDevice ? default_camera() : settings.devices.camera;
  options.microphone = settings.devices.microphone;
  options.speaker = settings.devices.speaker;
  apply_settings(options, settings);
  return options;
}

void apply_settings(CallOptions& options, const Settings& settings) {
  options.codec = settings.codec;
  options.voice = settings.voice;
  options.limits = settings.limits;
  options.point =
      OperatingPoint::from_rate(settings.start_rate, options.limits.max_frame_rate, options.limits.max_resolution);
  options.mode = mode_choice(settings);
  options.video_over_tcp = settings.video_over_tcp;
  options.servers = settings.servers;
  options.connect_while_ringing = settings.connect_while_ringing;
  options.audio_rate = settings.audio_rate;
  options.audio_packet_time = settings.audio_packet_time;
  options.max_datagram = settings.max_datagram;
  options.name = settings.name;
  options.ring = settings.ring;
  options.share_sound = settings.share_sound;
  options.do_not_disturb = settings.do_not_disturb;
  options.log_folder = settings.logs.folder;
  options.log_addresses = settings.logs.addresses;
}

}  // namespace counterpoint
