// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/engine_text.h"

#include <QCoreApplication>
#include <QRegularExpression>
#include <vector>

namespace counterpoint {
namespace {

// A place (%1, %2) takes any text, which is translated in its turn. The first phrase that fits is taken.
constexpr const char* kPhrases[] = {
    // Causes of decisions.
    QT_TRANSLATE_NOOP("Engine", "trying how much the path carries"),
    QT_TRANSLATE_NOOP("Engine", "the path has become faster"),
    QT_TRANSLATE_NOOP("Engine", "the path has room"),
    QT_TRANSLATE_NOOP("Engine", "many packets are lost"),
    QT_TRANSLATE_NOOP("Engine", "one-way delay is rising"),
    QT_TRANSLATE_NOOP("Engine", "sharing the path with others who fill its queue"),
    QT_TRANSLATE_NOOP("Engine", "no report from the peer"),
    QT_TRANSLATE_NOOP("Engine", "packets are lost"),
    QT_TRANSLATE_NOOP("Engine", "the round trip grows"),
    QT_TRANSLATE_NOOP("Engine", "no sign of congestion"),
    QT_TRANSLATE_NOOP("Engine", "no sign of congestion for long enough to try more"),
    QT_TRANSLATE_NOOP("Engine", "the peer is not heard"),
    QT_TRANSLATE_NOOP("Engine", "a packet was marked"),
    QT_TRANSLATE_NOOP("Engine", "a packet was lost"),
    QT_TRANSLATE_NOOP("Engine", "no packet was lost for a round trip"),
    QT_TRANSLATE_NOOP("Engine", "nothing was heard of the path"),
    QT_TRANSLATE_NOOP("Engine", "nothing arrives: the window starts again"),
    QT_TRANSLATE_NOOP("Engine", "a packet was lost: the window is halved"),
    QT_TRANSLATE_NOOP("Engine", "more waits for the window than should"),
    QT_TRANSLATE_NOOP("Engine", "little waits for the window"),
    QT_TRANSLATE_NOOP("Engine", "nothing is known of the path yet"),
    QT_TRANSLATE_NOOP("Engine", "%1 % of packets lost in %2 s: what TCP would get"),
    QT_TRANSLATE_NOOP("Engine", "no packet lost for %1 s"),
    QT_TRANSLATE_NOOP("Engine", "the sound takes longer and longer"),
    QT_TRANSLATE_NOOP("Engine", "a queue stands on the path"),
    QT_TRANSLATE_NOOP("Engine", "the sound's delay is restless, or above its least: slightly less is sent"),
    QT_TRANSLATE_NOOP("Engine", "less is sent than may be"),
    QT_TRANSLATE_NOOP("Engine", "the path carried this: more is tried"),
    QT_TRANSLATE_NOOP("Engine", "this is what the path carries"),
    QT_TRANSLATE_NOOP("Engine", "steady for long: more is tried"),
    QT_TRANSLATE_NOOP("Engine", "the queue has drained"),
    QT_TRANSLATE_NOOP("Engine", "a queue stays that is not ours"),
    QT_TRANSLATE_NOOP("Engine", "the queue drains slowly"),
    QT_TRANSLATE_NOOP("Engine", "the queue has had the time to drain"),
    QT_TRANSLATE_NOOP("Engine", "%1: video pauses until the queue has drained"),
    QT_TRANSLATE_NOOP("Engine", "video stopped: none of it arrives"),
    QT_TRANSLATE_NOOP("Engine", "video stopped: it crowds out all others"),
    QT_TRANSLATE_NOOP("Engine", "video stopped: too much of it is lost for a picture"),
    QT_TRANSLATE_NOOP("Engine", "video stopped: nobody says that it arrives"),
    QT_TRANSLATE_NOOP("Engine", "video is tried again"),
    QT_TRANSLATE_NOOP("Engine", "mode %1 chosen by the user"),
    // Summaries of modes.
    QT_TRANSLATE_NOOP("Engine", "follows one-way delays; the default"),
    QT_TRANSLATE_NOOP("Engine", "smaller frames or fewer, by loss and latency (Nee 1997)"),
    QT_TRANSLATE_NOOP("Engine", "more or fewer frames of one size, by loss and latency (Nee 1997)"),
    QT_TRANSLATE_NOOP("Engine", "shares the path as TCP does; a buffer in the sender"),
    QT_TRANSLATE_NOOP("Engine", "what TCP would get by its equation, for an interval of some seconds"),
    QT_TRANSLATE_NOOP("Engine", "spaces packets as TCP would on the whole, but more smoothly"),
    QT_TRANSLATE_NOOP("Engine", "follows trends of the sound's one-way delay (Latecki 2004)"),
    QT_TRANSLATE_NOOP("Engine", "the point that the user chose, whatever the path does"),
    // Parameters of modes: why, and in what.
    QT_TRANSLATE_NOOP("Engine", "below this there is no queue, and more is tried"),
    QT_TRANSLATE_NOOP("Engine", "above this the path is full: the rate falls, and the queue is drained"),
    QT_TRANSLATE_NOOP("Engine", "factor on what arrives when the path is full"),
    QT_TRANSLATE_NOOP("Engine", "in which a queue is to be drained"),
    QT_TRANSLATE_NOOP("Engine", "of the rate, while a queue is drained"),
    QT_TRANSLATE_NOOP("Engine", "by which a rate of 1 Mbit/s grows without a queue; lower rates grow faster"),
    QT_TRANSLATE_NOOP("Engine", "in which the rate doubles at the start"),
    QT_TRANSLATE_NOOP("Engine", "by which a rate grows when the path has become faster"),
    QT_TRANSLATE_NOOP("Engine", "the most that the rate exceeds what arrives"),
    QT_TRANSLATE_NOOP("Engine", "of queue that should have gone, since we gave way, or has been others'"),
    QT_TRANSLATE_NOOP("Engine", "factor on the window at a loss while competing"),
    QT_TRANSLATE_NOOP("Engine", "share of lost packets from which on loss alone lowers the rate"),
    QT_TRANSLATE_NOOP("Engine", "of silence, beside two round trips, that lowers the rate"),
    QT_TRANSLATE_NOOP("Engine", "the time that one report is about (Nee 1997, 3.1)"),
    QT_TRANSLATE_NOOP("Engine", "more than these lost in a report are congestion (Nee 1997, 3.1)"),
    QT_TRANSLATE_NOOP("Engine", "times the mean round trip before: more is congestion (Nee 1997, 3.1)"),
    QT_TRANSLATE_NOOP("Engine", "before, that the mean is taken of (Nee 1997, 3.1)"),
    QT_TRANSLATE_NOOP(
        "Engine",
        "a round trip that grew by less tells of hosts, not of queues; the paper, on a path of 20 hops, has none"),
    QT_TRANSLATE_NOOP("Engine", "in a row are relief (Nee 1997, 3.1)"),
    QT_TRANSLATE_NOOP("Engine", "in a row without any feedback are congestion; the paper does not say"),
    QT_TRANSLATE_NOOP("Engine", "of a frame: medium, one packet and a half (Nee 1997, 3)"),
    QT_TRANSLATE_NOOP("Engine", "below it pictures come too late (Nee 1997, 3.1)"),
    QT_TRANSLATE_NOOP("Engine", "round trips"),
    QT_TRANSLATE_NOOP("Engine", "reports"),
    QT_TRANSLATE_NOOP("Engine", "packets"),
    QT_TRANSLATE_NOOP("Engine", "half packets"),
    QT_TRANSLATE_NOOP("Engine", "frames/s"),
    // Notices about devices, the screen and clips. Those that hold another message come first.
    QT_TRANSLATE_NOOP("Engine", "%1; the test card stands in until it is there"),
    QT_TRANSLATE_NOOP("Engine", "%1; silence stands in until it is there"),
    QT_TRANSLATE_NOOP("Engine", "this call is not recorded: %1"),
    QT_TRANSLATE_NOOP("Engine", "no more video is sent: %1"),
    QT_TRANSLATE_NOOP("Engine", "the screen is not shared any more: %1"),
    QT_TRANSLATE_NOOP("Engine", "pictures are back: %1"),
    QT_TRANSLATE_NOOP("Engine", "sound is back: %1"),
    QT_TRANSLATE_NOOP("Engine", "the microphone was lost; silence stands in until it is back"),
    QT_TRANSLATE_NOOP("Engine", "the loudspeaker was lost; silence stands in until it is back"),
    QT_TRANSLATE_NOOP("Engine", "the video source has come to its end"),
    QT_TRANSLATE_NOOP("Engine", "this call was begun without sound; the microphone is for the next one"),
    QT_TRANSLATE_NOOP("Engine", "there is no call in which the screen could be shared"),
    QT_TRANSLATE_NOOP("Engine", "there is no call in which a clip could be played"),
    QT_TRANSLATE_NOOP("Engine", "there is no call yet in which a clip could be played"),
    QT_TRANSLATE_NOOP("Engine", "There is no X11 display to share; set DISPLAY or choose another source"),
    QT_TRANSLATE_NOOP("Engine",
                      "This desktop runs on Wayland, which does not let programs see the screen by X11; log in to an "
                      "X11 session to share it"),
    QT_TRANSLATE_NOOP("Engine", "There is no camera \"%1\"; plug it in, or choose another source"),
    QT_TRANSLATE_NOOP("Engine",
                      "Cannot open the camera \"%1\": %2; close other programs that use it, or choose another source"),
    QT_TRANSLATE_NOOP("Engine", "\"%1\" is not a file that is stored; choose another one"),
    QT_TRANSLATE_NOOP("Engine", "\"%1\" is empty; choose another file"),
    // Files of settings and logs.
    QT_TRANSLATE_NOOP("Engine", "Settings are not kept: %1 with --config, or make room, or the folder writable."),
    QT_TRANSLATE_NOOP("Engine", "Settings: %1. What makes no sense has its usual value; the old file is kept as %2."),
    QT_TRANSLATE_NOOP("Engine",
                      "Settings: %1. It cannot be moved aside (%2), so changes are not kept; mend or remove the file."),
    QT_TRANSLATE_NOOP("Engine",
                      "Settings: %1. The usual ones hold, and changes are not kept; make the file readable or choose "
                      "another one with --config."),
    QT_TRANSLATE_NOOP("Engine",
                      "Settings: %1. The usual ones hold, and changes are not kept; put a file in its place, or choose "
                      "another one with --config."),
    QT_TRANSLATE_NOOP("Engine", "cannot make the folder for session logs %1: %2; choose another one in the settings"),
    QT_TRANSLATE_NOOP("Engine", "cannot make the folder for session logs %1: %2; set XDG_STATE_HOME or use --log"),
    QT_TRANSLATE_NOOP("Engine",
                      "the session log %1 cannot be written any more: make room, or choose another folder in the "
                      "settings"),
    QT_TRANSLATE_NOOP("Engine", "cannot write the session log %1: %2; choose another place with --log"),
    QT_TRANSLATE_NOOP("Engine", "cannot write %1: %2; choose another place"),
    QT_TRANSLATE_NOOP("Engine", "cannot make %1: %2; choose another place"),
    QT_TRANSLATE_NOOP("Engine", "%1 port %2 is in use: choose another port, or end the program that uses it"),
    QT_TRANSLATE_NOOP("Engine", "%1 port %2 is reserved for the system: choose a port from 1024 on"),
    QT_TRANSLATE_NOOP("Engine", "No space left on device"),
    QT_TRANSLATE_NOOP("Engine", "Permission denied"),
    QT_TRANSLATE_NOOP("Engine", "Read-only file system"),
    QT_TRANSLATE_NOOP("Engine", "there is a file of that name"),
    // Devices.
    QT_TRANSLATE_NOOP("Engine", "microphone: %1, loudspeaker: %2"),
    QT_TRANSLATE_NOOP("Engine", "test card %1, %2 frames/s"),
    QT_TRANSLATE_NOOP("Engine", "test voice"),
    QT_TRANSLATE_NOOP("Engine", "silence"),
    QT_TRANSLATE_NOOP("Engine", "none"),
};

struct Pattern {
  const char* phrase;
  QRegularExpression fits;
};

std::vector<Pattern> make_patterns() {
  static const QRegularExpression place(QStringLiteral("%\\d"));
  std::vector<Pattern> patterns;
  for (const char* phrase : kPhrases) {
    QStringList parts;
    for (const QString& part : QString::fromUtf8(phrase).split(place)) parts.append(QRegularExpression::escape(part));
    patterns.push_back({phrase, QRegularExpression(QRegularExpression::anchoredPattern(parts.join("(.+?)")))});
  }
  return patterns;
}

QString translated(const QString& english, int depth) {
  static const std::vector<Pattern> patterns = make_patterns();
  constexpr int kDeepest = 3;  // A notice about an error that has a cause.
  for (const Pattern& pattern : patterns) {
    const QRegularExpressionMatch match = pattern.fits.match(english);
    if (!match.hasMatch()) continue;
    const QString text = QCoreApplication::translate("Engine", pattern.phrase);
    QStringList parts = match.capturedTexts().mid(1);
    for (QString& part : parts) part = depth < kDeepest ? translated(part, depth + 1) : part;
    if (parts.size() == 2) return text.arg(parts[0], parts[1]);
    return parts.size() == 1 ? text.arg(parts[0]) : text;
  }
  return english;
}

}  // namespace

QString engine_text(std::string_view english) {
  return translated(QString::fromUtf8(english.data(), static_cast<qsizetype>(english.size())), 0);
}

}  // namespace counterpoint
