// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/settings/devices_page.h"

#include <QCheckBox>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QSignalBlocker>
#include <QVBoxLayout>
#include <utility>

#include "ui/style/theme.h"
#include "ui/video/video_view.h"
#include "ui/widgets/level_meter.h"

namespace counterpoint {
namespace {

constexpr int kPreviewWidth = 280;

/// Fills `box`: first the automatic choice, then the devices.
void fill(QComboBox& box, const QString& automatic, const QList<DeviceChoice>& devices) {
  const QSignalBlocker quiet(box);
  box.clear();
  box.addItem(automatic, QString::fromLatin1(kAutomaticDevice));
  bool real = true;
  for (const DeviceChoice& device : devices) {
    if (std::exchange(real, device.real) && !device.real) box.insertSeparator(box.count());
    const QString words = device_words(device);
    box.addItem(words, device.name);
    box.setItemData(box.count() - 1, words, Qt::ToolTipRole);
  }
}

}  // namespace

DevicesPage::DevicesPage(SettingsModel& settings, DeviceCatalog& catalog, QWidget* parent)
    : SettingsPage(QStringLiteral("devices_settings"), tr("Devices"), parent), settings_(settings), catalog_(catalog) {
  add_text(tr("A running call takes another device at once, unless it began with none."), "quiet");
  camera_ = add_device("camera", tr("Camera"), &DeviceSettings::camera);
  preview_ = new VideoView(VideoView::Fit::kFill, this);
  preview_->setObjectName(QStringLiteral("settings_preview"));
  preview_->set_notice(tr("No picture yet"));
  preview_->set_corner_radius(kSpace);
  preview_->setFixedSize(kPreviewWidth, kPreviewWidth * 9 / 16);
  add_row(tr("Preview"), preview_);
  microphone_ = add_device("microphone", tr("Microphone"), &DeviceSettings::microphone);
  level_ = new LevelMeter(this);
  level_->setObjectName(QStringLiteral("settings_level"));
  level_->setFixedWidth(kPreviewWidth);
  add_row(tr("Level"), level_, tr("Speak: the bar should move well into its right half."));
  add_voice();
  speaker_ = add_device("speaker", tr("Loudspeaker"), &DeviceSettings::speaker);
  ring_ = new QCheckBox(tr("Play a ring tone"), this);
  ring_->setObjectName(QStringLiteral("setting_ring"));
  add_row(tr("Incoming call"), ring_, tr("You hear that somebody calls you, and that the peer's program rings."));
  connect(ring_, &QCheckBox::toggled, this, [this](bool on) { settings_.change([on](Settings& s) { s.ring = on; }); });
  share_sound_ = new QCheckBox(tr("Send the sound of other programs"), this);
  share_sound_->setObjectName(QStringLiteral("setting_share_sound"));
  add_row(tr("Shared screen"), share_sound_,
          tr("The peer also hears what other programs play while you share the screen."));
  connect(share_sound_, &QCheckBox::toggled, this,
          [this](bool on) { settings_.change([on](Settings& s) { s.share_sound = on; }); });
  add_audio_check();
  connect(&catalog_, &DeviceCatalog::lists_changed, this, &DevicesPage::show_lists);
  connect(&catalog_, &DeviceCatalog::phase_changed, this, &DevicesPage::show_phase);
  show_lists();
  show_phase(catalog_.phase());
}

QComboBox* DevicesPage::add_device(const char* name, const QString& words, Device device) {
  auto* box = new QComboBox(this);
  box->setObjectName(QStringLiteral("setting_") + QLatin1String(name));
  add_row(words, box);
  connect(box, &QComboBox::currentIndexChanged, this, [this, box, device] {
    const std::string chosen = box->currentData().toString().toStdString();
    settings_.change([&](Settings& s) { s.devices.*device = chosen; });
    if (isVisible()) measure();
  });
  return box;
}

void DevicesPage::add_voice() {
  auto* switches = new QWidget(this);
  auto* column = new QVBoxLayout(switches);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(kSpace / 2);
  const auto add = [&](const char* name, const QString& words, const QString& help, bool VoiceSettings::*field) {
    auto* box = new QCheckBox(words, switches);
    box->setObjectName(QStringLiteral("setting_") + QLatin1String(name));
    box->setAccessibleName(words);
    box->setToolTip(help);
    column->addWidget(box);
    voice_.push_back({box, field});
    connect(box, &QCheckBox::toggled, this,
            [this, field](bool on) { settings_.change([field, on](Settings& s) { s.voice.*field = on; }); });
  };
  add("echo_cancellation", tr("Cancel echo"), tr("The peer does not hear their own voice from your loudspeaker."),
      &VoiceSettings::cancel_echo);
  add("noise_suppression", tr("Suppress noise"), tr("Fans and the like are sent more quietly."),
      &VoiceSettings::suppress_noise);
  add("gain_control", tr("Adjust the level"), tr("Quiet and loud voices are sent alike."),
      &VoiceSettings::control_gain);
  add_row(tr("Your voice"), switches, tr("For real microphones, from the next call on."));
}

void DevicesPage::add_audio_check() {
  auto* buttons = new QWidget(this);
  auto* row = new QHBoxLayout(buttons);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(kSpace);
  test_audio_ = new QPushButton(tr("Play a test sound"), buttons);
  test_audio_->setObjectName(QStringLiteral("test_sound"));
  test_audio_->setToolTip(tr("A tone of a second from the loudspeaker"));
  echo_test_ = new QPushButton(tr("Echo test"), buttons);
  echo_test_->setObjectName(QStringLiteral("echo_test"));
  echo_test_->setToolTip(tr("Speak for three seconds and hear yourself afterwards"));
  for (QPushButton* button : {test_audio_, echo_test_}) {
    button->setProperty("role", "plain");
    button->setAccessibleName(button->text());
    row->addWidget(button);
  }
  row->addStretch();
  add_row(tr("Try it"), buttons);
  buttons->setToolTip(QString());
  check_words_ = add_text(QString(), "quiet");
  check_words_->setObjectName(QStringLiteral("check_words"));
  connect(test_audio_, &QPushButton::clicked, &catalog_, &DeviceCatalog::play_test_audio);
  connect(echo_test_, &QPushButton::clicked, &catalog_, &DeviceCatalog::start_echo_test);
}

void DevicesPage::refresh() {
  {
    const QSignalBlocker quiet(ring_);
    const QSignalBlocker quiet_too(share_sound_);
    ring_->setChecked(settings_.settings().ring);
    share_sound_->setChecked(settings_.settings().share_sound);
  }
  for (const VoiceSwitch& each : voice_) {
    const QSignalBlocker quiet(each.box);
    each.box->setChecked(settings_.settings().voice.*each.field);
  }
  const DeviceSettings& devices = settings_.settings().devices;
  choose(*camera_, QString::fromStdString(devices.camera));
  choose(*microphone_, QString::fromStdString(devices.microphone));
  choose(*speaker_, QString::fromStdString(devices.speaker));
}

void DevicesPage::show_lists() {
  const DeviceLists& lists = catalog_.lists();
  fill(*camera_, tr("Automatic (camera or test card)"), lists.cameras);
  fill(*microphone_, tr("Automatic (the desktop's, or a voice)"), lists.microphones);
  fill(*speaker_, tr("Automatic (the desktop's, or none)"), lists.speakers);
  refresh();
}

void DevicesPage::set_in_call(bool in_call) {
  in_call_ = in_call;
  show_phase(catalog_.phase());
  if (isVisible()) measure();
}

void DevicesPage::set_level(double level) { level_->set_level(level); }

void DevicesPage::measure() {
  if (!in_call_) catalog_.start_meter();
}

void DevicesPage::show_phase(AudioCheckPhase phase) {
  const bool busy = phase != AudioCheckPhase::kOff && phase != AudioCheckPhase::kMeter;
  for (QPushButton* button : {test_audio_, echo_test_}) button->setEnabled(!busy && !in_call_);
  if (phase == AudioCheckPhase::kOff) level_->set_level(0);
  QString words;
  if (in_call_) words = tr("You are in a call: ask the peer how you sound.");
  if (phase == AudioCheckPhase::kTestAudio) words = tr("You should hear a tone now.");
  if (phase == AudioCheckPhase::kRecording) words = tr("Speak now\u2026");
  if (phase == AudioCheckPhase::kPlayingBack) words = tr("This is how you sound.");
  check_words_->setText(words);
}

void DevicesPage::showEvent(QShowEvent* event) {
  SettingsPage::showEvent(event);
  catalog_.watch(*this, true);
  measure();
}

void DevicesPage::hideEvent(QHideEvent* event) {
  SettingsPage::hideEvent(event);
  catalog_.watch(*this, false);
  catalog_.stop();
}

}  // namespace counterpoint
