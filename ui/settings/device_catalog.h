// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QObject>
#include <QSet>
#include <QString>

namespace counterpoint {

/// A device that can be chosen.
struct DeviceChoice {
  QString name;         ///< The name in the settings.
  QString description;  ///< A text for people; may be empty.
  bool real = true;     ///< False: a source for tests, or none; its description says all.
  bool operator==(const DeviceChoice&) const = default;
};

/// The device in a list: "HD webcam (/dev/video0)".
[[nodiscard]] QString device_words(const DeviceChoice& device);

struct DeviceLists {
  QList<DeviceChoice> cameras;
  QList<DeviceChoice> microphones;
  QList<DeviceChoice> speakers;
  bool operator==(const DeviceLists&) const = default;
};

/// Current test of the audio devices.
enum class AudioCheckPhase {
  kOff,
  kMeter,        ///< The microphone is only measured.
  kTestAudio,    ///< A test tone is played.
  kRecording,    ///< Echo test: the microphone is recorded.
  kPlayingBack,  ///< Echo test: the recording is played back.
};

/// The devices of this machine and ways to test them, as the settings see them. This base class has no devices; the
/// program derives one that has.
class DeviceCatalog : public QObject {
  Q_OBJECT

 public:
  explicit DeviceCatalog(QObject* parent = nullptr);
  ~DeviceCatalog() override;

  [[nodiscard]] const DeviceLists& lists() const { return lists_; }
  [[nodiscard]] AudioCheckPhase phase() const { return phase_; }

  /// The screen, its monitors and windows, as they can be shared now; empty if the desktop asks by itself.
  [[nodiscard]] virtual QList<DeviceChoice> screens() const;

  /// Looks for devices anew, and does so by itself when one comes or goes, while anybody watches. lists_changed()
  /// follows.
  void watch(const QObject& watcher, bool watching);
  /// Measures the microphone, without a call only: CallController::local_level() follows.
  virtual void start_meter();
  /// Plays a test tone of one second.
  virtual void play_test_audio();
  /// Records the microphone for three seconds and plays that back.
  virtual void start_echo_test();
  /// Ends the test, and releases the devices.
  virtual void stop();

 signals:
  void lists_changed();
  void phase_changed(counterpoint::AudioCheckPhase phase);

 protected:
  /// Looks for devices now and whenever one comes or goes, or stops doing so.
  virtual void follow_devices(bool follows);
  void set_lists(const DeviceLists& lists);
  void set_phase(AudioCheckPhase phase);

 private:
  DeviceLists lists_;
  QSet<const QObject*> watchers_;
  AudioCheckPhase phase_ = AudioCheckPhase::kOff;
};

}  // namespace counterpoint
