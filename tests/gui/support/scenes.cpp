// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/support/scenes.h"

#include <QAbstractButton>
#include <QAction>
#include <QFileInfo>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QSlider>
#include <QTest>

#include "app/window/call_state_text.h"
#include "ui/text/engine_text.h"

namespace counterpoint {
namespace {

constexpr auto kLongName = "a-host-with-a-rather-long-name.in.a.department.of.a.university.example.org:50004";

void open_menu(Stage& stage, QMenu& menu, QPoint corner) { menu.popup(stage.window().mapToGlobal(corner)); }

/// The settings over a call, at a page; they are numbered from the top.
template <int kPage>
void open_settings(Stage& s) {
  s.enter_call(2s);
  s.actions().settings.trigger();
  s.find<QListWidget>("settings_pages").setCurrentRow(kPage);
}

PeerId id_of(std::uint8_t number) {
  PeerId id;
  id.point.fill(number);
  id.point[0] = 2;
  return id;
}

/// Days that are long over: how they are written does not depend on today.
UnixTime some_time(int hour) {
  return UnixTime(std::chrono::sys_days(std::chrono::year(2026) / 3 / 14) + std::chrono::hours(hour));
}

void call_somebody(Stage& s) {
  using enum RecentCall::Kind;
  for (const RecentCall& call : {
           RecentCall{
               .kind = kUnanswered, .name = "192.168.1.20:47000", .target = "192.168.1.20:47000", .id = id_of(3)},
           RecentCall{.kind = kIncoming,
           .name = "Grace Hopper",
           .target = "counterpoint:192.0.2.7",
           .id = id_of(2),
           .duration = 7min},
           RecentCall{.kind = kDeclined, .name = "5eam-7ugl (192.0.2.9)"},
           RecentCall{.kind = kOutgoing, .name = "Ada", .target = "ada.example.org", .id = id_of(1), .duration = 477s},
           RecentCall{.kind = kMissed, .name = "Ada", .target = "ada.example.org", .id = id_of(1)},
       }) {
    RecentCall dated = call;
    dated.began = some_time(static_cast<int>(s.people().recent().calls().size()) + 9);
    s.people().record(dated);
  }
  (void)s.people().change_contacts([](ContactBook& book) {
    return book.add({.name = "Ada", .id = id_of(1), .colour = 3, .verified = true, .address = "ada.example.org"});
  });
  (void)s.people().change_contacts([](ContactBook& book) {
    return book.add({.name = "Bartholomew Longfellow-Featherstonehaugh", .id = id_of(4), .colour = 5});
  });
  (void)s.people().change_contacts([](ContactBook& book) {
    return book.add({.name = "Grace Hopper", .id = id_of(2), .colour = 1, .verified = true, .address = "192.0.2.7"});
  });
  s.people().set_here(id_of(1), true);
  s.people().set_here(id_of(4), true);
  s.find<QLineEdit>("address").setText(QStringLiteral("ada.example.org"));
}

void open_contacts(Stage& s) {
  call_somebody(s);
  s.find<QAbstractButton>("contacts_tab").click();
}

template <Call::State kState>
void reach(Stage& s) {
  s.controller().set_state(call_state({.call = 1, .state = kState, .peer = "ada.example.org", .log_path = {}}));
}

void end(Stage& s, Call::End end, const char* detail = "") {
  call_somebody(s);
  s.actions().call.trigger();
  s.controller().set_state(call_state({.call = 1,
                                       .state = Call::State::kEnded,
                                       .peer = "ada.example.org",
                                       .end = end,
                                       .detail = detail,
                                       .log_path = {}}));
}

/// A call that goes badly.
void suffer(Stage& s, const QualityVerdict& verdict) {
  CallFigures stats = s.stats();
  stats.duration = std::chrono::hours(1) + 2min + 41s;
  stats.quality = verdict;
  stats.loss = {.to_peer = 0.123, .from_peer = 0.041};
  s.tell(stats);
}

void enter_poor_call(Stage& s) {
  s.enter_call(2s);
  suffer(s, {CallQuality::kPoor, QualityCause::kSentLost, 0.123});
}

void share_screen(Stage& s) {
  s.enter_call(2s);
  s.controller().set_sharing(true);
}

void show_plots(Stage& s) {
  s.enter_call(24s);
  s.actions().show_plane.setChecked(true);
  s.actions().show_time_lines.setChecked(true);
}

void export_log(Stage& s) {
  s.open_log();
  s.find<QAbstractButton>("log_export_button").click();
}

void play_film(Stage& s) {
  s.enter_call(1s);
  s.play_film(4s);
}

/// All at once that may stand over a picture.
void make_busy(Stage& s) {
  s.controller().set_state({.phase = CallPhase::kInCall, .peer = kLongName, .cause = {}, .advice = {}});
  s.actions().show_plane.setChecked(true);
  suffer(s, {CallQuality::kPoor, QualityCause::kPeerSilent, 12});
}

void notify(Stage& s) {
  emit s.controller().notice(engine_text("the microphone was lost; silence stands in until it is back"));
}

constexpr const char* kSettings = "/home/ada/.config/counterpoint/settings.json";

Message port_in_use() {
  return message("%1 port %2 is in use: choose another port, or end the program that uses it", "TCP", 47000);
}

Message unwritable_settings() {
  return message({.terminal = "", .window = "Settings are not kept: %2; make room, or make the folder writable."}, "",
                 message("cannot write %1: %2", kSettings, message("Permission denied")));
}

Message broken_settings() {
  const auto fault = [](const char* found, const Message& allowed) {
    return message("%1: expected %2", found, allowed);
  };
  const Message mode =
      fault("/adaptation/mode \"two-dimensional\"",
            message("one of %1",
                    "2d, 2d-classic, 1d, tcp-cwnd, mpeg-tfrcp, ssvp, owd-trend, scream, nada, gcc, tfrc, fixed"));
  const Message rate =
      fault("/limits/max_rate \"fast\"", message("a rate, as in %1, from %2 to %3", "\"1.5M\"", "1k", "1000M"));
  const Message address = fault("/network/stun/3 \"\"", message("a line of 1 to %1 bytes", 300));
  const Message faults =
      message("%1; and %2 more", message("%1; also %2", message("%1; also %2", mode, rate), address), 5);
  return message("Settings: %1. What makes no sense in it does not count; the old file is kept as %2.",
                 message("%1: %2", kSettings, faults), std::string(kSettings) + ".broken-20261122-093000");
}

/// A settings file with many faults, and a port that somebody else uses.
void complain(Stage& s) {
  call_somebody(s);
  HostInfo host = s.controller().host();
  host.listening_on.clear();
  host.problem = engine_text(port_in_use());
  s.controller().set_host(host);
  s.settings().set_notice(engine_text(broken_settings()));
}

/// Texts of both, a file that is offered and one that moves.
void write_messages(Stage& s) {
  s.enter_call(2s);
  s.controller().set_messages(MessagesOpen{.texts = true, .files = true});
  s.actions().show_messages.setChecked(true);
  using enum TextNews::State;
  for (const TextNews& text :
       {TextNews{.number = 1, .text = "Do you have the figures of yesterday? I only find last week's."},
        TextNews{.own = true, .number = 1, .text = "Yes, one moment."},
        TextNews{.own = true, .number = 2, .text = "https://example.org/" + std::string(60, 'x'), .state = kWaiting}}) {
    s.controller().set_messages(text);
  }
  s.controller().set_messages(FileNews{.own = true,
                                       .number = 1,
                                       .name = "figures-of-yesterday-with-a-long-name.ods",
                                       .size = 1'340'000,
                                       .done = 420'000,
                                       .phase = FileNews::Phase::kMoving});
  s.controller().set_messages(FileNews{.number = 1, .name = "picture.jpg", .size = 2'500'000});
  s.pass(1s);
}

void check_servers(Stage& s) {
  s.settings().change([](Settings& settings) {
    settings.servers.stun = {"stun.example.org", "192.0.2.1:3478"};
    settings.servers.relays = {{.server = "relay.example.org", .user = "ada", .password = "secret"}};
  });
  s.actions().settings.trigger();
  s.find<QListWidget>("settings_pages").setCurrentRow(3);
  s.find<QAbstractButton>("check_servers_button").click();
  emit s.controller().server_tried({.server = "stun.example.org", .address = "198.51.100.7:40000"});
  emit s.controller().server_tried(
      {.relay = true,
       .server = "relay.example.org",
       .problem = message("it does not answer: check name, port and transport, and that no firewall is between")});
}

constexpr Scene kScenes[] = {
    {"start", [](Stage&) {}},
    {"start-address",
     [](Stage& s) {
       call_somebody(s);
       s.actions().mute.setChecked(true);
     }},
    {"start-contacts", open_contacts},
    {"start-do-not-disturb",
     [](Stage& s) { s.settings().change([](Settings& settings) { settings.do_not_disturb = true; }); }},
    {"start-contact-add",
     [](Stage& s) {
       s.find<QAbstractButton>("add_contact").click();
       s.find<QLineEdit>("contact_name").setText("Grace");
       s.find<QLineEdit>("contact_link").setText("192.0.2.7");
       s.find<QAbstractButton>("contact_save").click();
     }},
    {"start-link",
     [](Stage& s) {
       HostInfo host = s.controller().host();
       host.link =
           QStringLiteral("counterpoint:") + QString(56, QLatin1Char('a')) + QStringLiteral("@192.168.1.20:47000");
       s.controller().set_host(host);
       s.actions().show_link.trigger();
     }},
    {"start-bad-link",
     [](Stage& s) {
       s.find<QLineEdit>("address").setText("counterpoint:ada:0");
       s.actions().call.trigger();
     }},
    {"start-menu", [](Stage& s) { s.actions().open_menu.trigger(); }},
    {"start-problem",
     [](Stage& s) {
       HostInfo host = s.controller().host();
       host.listening_on.clear();
       host.problem = engine_text(port_in_use());
       s.controller().set_host(host);
       s.settings().set_notice(engine_text(unwritable_settings()));
     }},
    {"incoming", reach<Call::State::kIncoming>},
    {"incoming-settings",
     [](Stage& s) {
       s.actions().settings.trigger();
       reach<Call::State::kIncoming>(s);
     }},
    {"calling", reach<Call::State::kCalling>},
    {"ringing", reach<Call::State::kRinging>},
    {"connecting",
     [](Stage& s) {
       s.controller().receive_call();
       s.controller().send(Accept{});
     }},
    {"call", [](Stage& s) { s.enter_call(6s); }},
    {"call-plane",
     [](Stage& s) {
       s.enter_call(38s);
       s.actions().show_plane.setChecked(true);
     }},
    {"call-plots", show_plots},
    {"call-menu",
     [](Stage& s) {
       s.enter_call(2s);
       s.actions().open_menu.trigger();
     }},
    {"call-modes",
     [](Stage& s) {
       s.enter_call(2s);
       open_menu(s, s.actions().mode_menu, {120, 160});
     }},
    {"call-off",
     [](Stage& s) {
       s.actions().mute.setChecked(true);
       s.actions().camera_off.setChecked(true);
       s.enter_call(2s);
     }},
    {"call-peer-off",
     [](Stage& s) {
       s.enter_call(2s);
       s.controller().set_peer_state({.microphone = false, .video = MediaState::Video::kOff});
     }},
    {"call-peer-clip",
     [](Stage& s) {
       s.enter_call(2s);
       s.controller().set_peer_state({.video = MediaState::Video::kPausedClip, .clip = "a-long-name-of-a-clip.mpg"});
     }},
    {"call-devices",
     [](Stage& s) {
       s.enter_call(2s);
       s.actions().choose_audio.trigger();
     }},
    {"call-figures",
     [](Stage& s) {
       s.enter_call(2s);
       QTest::mouseClick(&s.find<QWidget>("quality"), Qt::LeftButton);
     }},
    {"call-messages", write_messages},
    {"call-small",
     [](Stage& s) {
       s.enter_call(2s);
       s.actions().small_window.trigger();
       s.find<QWidget>("small_window").move(s.window().mapToGlobal(QPoint(480, 280)));  // Into the picture.
       s.pass(1s);
     }},
    {"about", [](Stage& s) { s.actions().about.trigger(); }},
    {"shortcuts", [](Stage& s) { s.actions().shortcuts.trigger(); }},
    {"call-reconnecting",
     [](Stage& s) {
       enter_poor_call(s);
       s.controller().set_state({.phase = CallPhase::kInCall, .peer = "Ada", .reconnecting = true});
       suffer(s, {CallQuality::kPoor, QualityCause::kPeerSilent, 12});
     }},
    {"call-close",
     [](Stage& s) {
       s.enter_call(2s);
       s.window().close();
     }},
    {"call-poor", enter_poor_call},
    {"call-sharing", share_screen},
    {"call-notice",
     [](Stage& s) {
       s.enter_call(2s);
       s.controller().send(ShareScreen{true});
     }},
    {"call-clip", play_film},
    {"call-clip-choose",
     [](Stage& s) {
       s.enter_call(2s);
       s.actions().clip.play.trigger();
     }},
    {"settings-adaptation", open_settings<6>},
    {"settings-devices", open_settings<0>},
    {"settings-limits", open_settings<1>},
    {"settings-network", open_settings<2>},
    {"settings-appearance", open_settings<4>},
    {"settings-logs", open_settings<5>},
    {"settings-servers", check_servers},
    {"end", [](Stage& s) { end(s, Call::End::kRemoteHungUp); }},
    {"end-hung-up",
     [](Stage& s) {
       s.enter_call(8s);
       s.controller().send(HangUp{});
     }},
    {"end-busy", [](Stage& s) { end(s, Call::End::kDeclined, "busy"); }},
    {"end-declined", [](Stage& s) { end(s, Call::End::kDeclined); }},
    {"end-no-answer", [](Stage& s) { end(s, Call::End::kNoAnswer); }},
    {"failure-unreachable",
     [](Stage& s) {
       end(s, Call::End::kUnreachable,
           "cannot reach ada:47000, nothing is listening there: check address and port, or ask the peer");
     }},
    {"failure-no-response", [](Stage& s) { end(s, Call::End::kNoResponse); }},
    {"failure-incompatible",
     [](Stage& s) {
       end(s, Call::End::kIncompatible,
           "No medium of the peer's SDP can be used: audio: no Opus; video: no common codec");
     }},
    {"failure-protocol",
     [](Stage& s) { end(s, Call::End::kProtocolError, "the peer's signalling is broken: a message has no length"); }},
    {"failure-lost", [](Stage& s) { end(s, Call::End::kPeerVanished); }},
    {"failure-local",
     [](Stage& s) {
       end(s, Call::End::kLocalFailure,
           "cannot write the session log /var/log/call.jsonl: Permission denied; choose another place with --log");
     }},
    {"logs", [](Stage& s) { s.open_logs(); }},
    {"logs-nothing-found",
     [](Stage& s) {
       s.open_logs();
       s.find<QLineEdit>("log_search").setText("nobody");
     }},
    {"logs-menu",
     [](Stage& s) {
       s.open_logs();
       s.find<QAbstractButton>("log_menu_button").click();
     }},
    {"logs-delete",
     [](Stage& s) {
       s.open_logs();
       s.find<QAbstractButton>("log_delete_button").click();
     }},
    {"logs-choose",
     [](Stage& s) {
       s.open_logs();
       s.find<QAbstractButton>("log_open_file_button").click();
     }},
    {"logs-log",
     [](Stage& s) {
       s.open_log();
       s.find<QSlider>("log_slider").setValue(1800);
     }},
    {"logs-export", export_log},
    {"logs-export-replace",
     [](Stage& s) {
       export_log(s);
       const QString target = s.find<QLineEdit>("export_target").text();
       s.write(QFileInfo(target).fileName(), "there already");
       s.find<QAbstractButton>("export_save").click();
     }},
    {"narrow-start", call_somebody, Stage::kNarrow},
    {"narrow-start-contacts", open_contacts, Stage::kNarrow},
    {"narrow-start-do-not-disturb",
     [](Stage& s) {
       call_somebody(s);
       s.settings().change([](Settings& settings) { settings.do_not_disturb = true; });
     },
     Stage::kNarrow},
    {"narrow-start-bad-link",
     [](Stage& s) {
       call_somebody(s);
       s.find<QLineEdit>("address").setText("counterpoint:ada:0");
       s.actions().call.trigger();
     },
     Stage::kNarrow},
    {"narrow-start-notice",
     [](Stage& s) {
       call_somebody(s);
       notify(s);
     },
     Stage::kNarrow},
    {"narrow-start-faults", complain, Stage::kNarrow},
    {"narrow-call-messages", write_messages, Stage::kNarrow},
    {"narrow-call-messages-plots",
     [](Stage& s) {
       show_plots(s);
       s.actions().show_messages.setChecked(true);
     },
     Stage::kNarrow},
    {"narrow-incoming", reach<Call::State::kIncoming>, Stage::kNarrow},
    {"narrow-failure",
     [](Stage& s) {
       end(s, Call::End::kIncompatible,
           "No medium of the peer's SDP can be used: audio: no Opus; video: no common codec");
     },
     Stage::kNarrow},
    {"narrow-call", enter_poor_call, Stage::kNarrow},
    {"narrow-call-sharing",
     [](Stage& s) {
       s.enter_call(8s);
       make_busy(s);
       s.controller().set_sharing(true);
     },
     Stage::kNarrow},
    {"narrow-call-sharing-plots",
     [](Stage& s) {
       show_plots(s);
       suffer(s, {CallQuality::kPoor, QualityCause::kPeerSilent, 12});
       s.controller().set_sharing(true);
     },
     Stage::kNarrow},
    {"narrow-call-clip",
     [](Stage& s) {
       play_film(s);
       make_busy(s);
     },
     Stage::kNarrow},
    {"narrow-call-plots", show_plots, Stage::kNarrow},
    {"narrow-call-clip-plots",
     [](Stage& s) {
       play_film(s);
       s.actions().show_plane.setChecked(true);
       s.actions().show_time_lines.setChecked(true);
       notify(s);
     },
     Stage::kNarrow},
    {"narrow-settings",
     [](Stage& s) {
       open_settings<6>(s);
       QWidget& dialog = s.find<QWidget>("settings_dialog");
       dialog.resize(dialog.minimumSize());
     }},
    {"narrow-logs-log", [](Stage& s) { s.open_log(); }, QSize(820, 720)},
};

}  // namespace

std::span<const Scene> all_scenes() { return kScenes; }

}  // namespace counterpoint
