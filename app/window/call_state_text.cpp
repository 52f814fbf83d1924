// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/call_state_text.h"

#include "core/call/authentication_words.h"
#include "ui/text/engine_text.h"
#include "ui/text/format.h"
#include "ui/widgets/avatar.h"

namespace counterpoint {
namespace {

struct Words {
  QString cause;
  QString advice;
};

Words words_for(const CallStatus& status, const QString& peer) {
  const QString detail = engine_text(status.detail);
  const auto with_detail = [&detail](const QString& cause) { return detail.isEmpty() ? cause : cause + ": " + detail; };
  switch (status.end) {
    case Call::End::kHungUp:
      return {status.peer == kSelfPeer ? CallController::tr("You ended the call with yourself")
                                       : CallController::tr("You ended the call with %1").arg(peer),
              {}};
    case Call::End::kRemoteHungUp:
      return {CallController::tr("%1 hung up").arg(peer), {}};
    case Call::End::kDeclined:
      return {status.detail.text() == "busy" ? CallController::tr("%1 is in another call").arg(peer)
                                             : CallController::tr("%1 declined").arg(peer),
              CallController::tr("Try again later.")};
    case Call::End::kUnreachable:
      return {detail.isEmpty() ? CallController::tr("The address cannot be reached") : with_capital(detail),
              CallController::tr("Make sure Counterpoint is running there and no firewall blocks it.")};
    case Call::End::kNoResponse:
      return {CallController::tr("%1 does not respond").arg(peer),
              CallController::tr("Check that it is Counterpoint that listens there.")};
    case Call::End::kNoAnswer:
      return {CallController::tr("%1 did not answer").arg(peer), CallController::tr("Try again later.")};
    case Call::End::kIncompatible:
      return {with_detail(CallController::tr("The two sides have no common ground")),
              CallController::tr("Bring both sides to the same version of the program.")};
    case Call::End::kWrongIdentity:
      return {with_capital(detail),
              CallController::tr("Do not tell them anything. Ask by another way whether the identity is a new one.")};
    case Call::End::kProtocolError:
      return {with_detail(CallController::tr("%1 said something that makes no sense").arg(peer)),
              CallController::tr("Bring both sides to the same version of the program.")};
    case Call::End::kPeerVanished:
      return {CallController::tr("Nothing came from %1 any more").arg(peer),
              CallController::tr("Check the network on both sides and call again.")};
    case Call::End::kLocalFailure:
      return {with_detail(CallController::tr("This computer cannot make the call")),
              CallController::tr("Put that right and try again.")};
  }
  return {};
}

/// "bee drum fox" in the window's language behind their pictures.
QString verification_text(std::uint64_t sas) {
  QStringList parts;
  for (const AuthenticationWord& word : authentication_words(sas)) {
    parts.append(QString::fromStdString(emoji_text(word)) + QLatin1Char(' ') + engine_text(Message(word.word)));
  }
  return parts.join(QStringLiteral(", "));
}

QString identity_text(const PeerIdentity& who) {
  if (who.verified) return CallController::tr("A contact whose identity you have verified");
  if (!who.name.empty()) return CallController::tr("A contact whose identity you have not verified");
  return CallController::tr("Nobody of your contacts; their ID: %1").arg(QString::fromStdString(to_string(who.id)));
}

QString name_of(const CallStatus& status, const std::string& announced_name) {
  if (status.peer == kSelfPeer) return peer_text(status.peer);
  if (status.identity && !status.identity->name.empty()) return QString::fromStdString(status.identity->name);
  if (announced_name.empty() || !status.identity) return peer_text(status.peer);
  // A stranger may take the name of a contact: nothing proves it.
  return CallController::tr("\"%1\" (%2)")
      .arg(QString::fromStdString(announced_name), QString::fromStdString(short_text(status.identity->id)));
}

CallPhase phase_of(Call::State state) {
  switch (state) {
    case Call::State::kCalling:
    case Call::State::kRinging:
      return CallPhase::kCalling;
    case Call::State::kIncoming:
      return CallPhase::kIncoming;
    case Call::State::kConnected:
      return CallPhase::kInCall;
    case Call::State::kEnded:
      return CallPhase::kEnded;
  }
  return CallPhase::kIdle;
}

}  // namespace

CallView call_state(const CallStatus& status, CallPhase before, const std::string& announced_name) {
  CallView state{.phase = phase_of(status.state), .peer = name_of(status, announced_name)};
  state.self = status.peer == kSelfPeer;
  state.colour = colour_of_name(state.peer);
  if (status.state == Call::State::kEnded) {
    const Words words = words_for(status, state.peer);
    state.cause = words.cause;
    state.advice = words.advice;
    state.failed = !is_orderly(status.end) && status.end != Call::End::kDeclined;
    state.identity_changed = status.identity_changed;
  }
  state.reconnecting = status.reconnecting && status.state == Call::State::kConnected;
  const bool by_peer = status.end == Call::End::kRemoteHungUp || status.end == Call::End::kPeerVanished;
  const bool in_vain = status.end == Call::End::kNoAnswer;
  if (status.state == Call::State::kEnded && before == CallPhase::kIncoming && (by_peer || in_vain)) {
    state.missed = true;
    state.failed = false;
    state.cause = CallController::tr("%1 called").arg(state.peer);
    state.advice.clear();
  }
  if (status.state == Call::State::kIncoming && status.identity) state.cause = identity_text(*status.identity);
  if (status.state == Call::State::kConnected && status.sas) state.verification = verification_text(*status.sas);
  if (status.state == Call::State::kCalling) state.cause = CallController::tr("Connecting\u2026");
  if (status.state == Call::State::kRinging) state.cause = CallController::tr("Ringing\u2026");
  return state;
}

}  // namespace counterpoint
