// SPDX-License-Identifier: GPL-3.0-or-later
#include <QCommandLineParser>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <cstdio>

#include "app/commands/common/call_flags.h"
#include "app/commands/common/commands.h"
#include "app/commands/identity/passphrase.h"
#include "app/files/save_file.h"
#include "app/identity/identity_store.h"
#include "core/call/call_link.h"
#include "net/adapters/udp/own_address.h"

namespace counterpoint {
namespace {

/// A copy takes 400 bytes.
constexpr qint64 kMaxCopy = 65'536;

int fail(const Message& problem) {
  std::fprintf(stderr, "counterpoint-cli identity: %s\n", problem.text().c_str());
  return kExitWrongUse;
}

int show(const IdentityKey& key, const QCommandLineParser& parser) {
  const std::string address = parser.isSet("address") ? parser.value("address").toStdString() : own_address();
  const std::string link = make_call_link({.id = key.id(), .address = address});
  if (const auto read = read_call_link(link); !read) return fail(message("--address: %1", read.error().message));
  if (parser.isSet("json")) {
    const QJsonObject shown{{"id", QString::fromStdString(to_string(key.id()))},
                            {"link", QString::fromStdString(link)}};
    std::fputs(QJsonDocument(shown).toJson().constData(), stdout);
  } else {
    std::printf("ID    %s\nlink  %s\n", to_string(key.id()).c_str(), link.c_str());
  }
  return kExitFine;
}

int export_to(const QString& file, const IdentityKey& key, std::optional<int> descriptor) {
  const Result<std::string> passphrase = read_passphrase(descriptor, true);
  if (!passphrase) return fail(passphrase.error().message);
  const Result<std::string> copy = key.to_encrypted_pem(*passphrase);
  if (!copy) return fail(copy.error().message);
  const Result<void> saved = save_file(file.toStdString(), *copy, FileAccess::kOwnerOnly);
  return saved ? int{kExitFine} : fail(saved.error().message);
}

int import_from(const QString& name, const std::filesystem::path& folder, std::optional<int> descriptor, bool replace) {
  if (has_identity(folder) && !replace) {
    return fail(
        message("there is an identity already, under which others know you; --replace puts the other in its "
                "place, and keeps this one beside it"));
  }
  QFile file(name);
  const QByteArray text = file.open(QIODevice::ReadOnly) ? file.read(kMaxCopy) : QByteArray();
  if (file.error() != QFileDevice::NoError) {
    return fail(message("cannot read %1: %2", name.toStdString(), Message(file.errorString().toStdString())));
  }
  const Result<std::string> passphrase = read_passphrase(descriptor, false);
  if (!passphrase) return fail(passphrase.error().message);
  const auto key = IdentityKey::from_encrypted_pem({text.data(), static_cast<std::size_t>(text.size())}, *passphrase);
  if (!key) return fail(message("%1: %2", name.toStdString(), key.error().message));
  const Result<void> replaced = replace_identity(folder, *key);
  if (!replaced) return fail(replaced.error().message);
  std::printf("ID    %s\n", to_string(key->id()).c_str());
  return kExitFine;
}

}  // namespace

int identity_command(const QStringList& arguments) {
  QCommandLineParser parser;
  parser.setApplicationDescription("Shows your ID and the link by which others call you, or copies your identity.");
  parser.addHelpOption();
  parser.addPositionalArgument("ACTION", "nothing to show it, export FILE or import FILE", "[export FILE|import FILE]");
  parser.addOptions(
      {{"json", "Print a JSON object."},
       {"address", "The address for the link, host or host:port; by default one of this host.", "ADDRESS"},
       {"passphrase-fd", "Read the passphrase of the copy from this descriptor, not from the terminal.", "N"},
       {"replace", "Import in place of an identity that there is; its file stays as identity.pem.old."}});
  if (!parser.parse(arguments)) return report_wrong_use("identity", parser.errorText().toStdString());
  if (parser.isSet("help")) return std::fputs(qPrintable(parser.helpText()), stdout), kExitFine;
  const QStringList given = parser.positionalArguments();
  const bool imports = given.value(0) == "import";
  if (!given.isEmpty() && (given.size() != 2 || (!imports && given[0] != "export"))) {
    return report_wrong_use("identity", "expected nothing, export FILE or import FILE");
  }
  bool is_number = true;
  std::optional<int> descriptor;
  if (parser.isSet("passphrase-fd")) descriptor = parser.value("passphrase-fd").toInt(&is_number);
  if (!is_number || descriptor.value_or(0) < 0)
    return report_wrong_use("identity", "--passphrase-fd: expected a whole number");
  const Result<std::filesystem::path> folder = identity_folder();
  if (!folder) return fail(folder.error().message);
  if (imports) return import_from(given[1], *folder, descriptor, parser.isSet("replace"));
  const Result<IdentityKey> key = load_identity(*folder);
  if (!key) return fail(key.error().message);
  return given.isEmpty() ? show(*key, parser) : export_to(given[1], *key, descriptor);
}

}  // namespace counterpoint
