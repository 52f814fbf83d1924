// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/settings/settings_store.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <ctime>
#include <string_view>
#include <system_error>
#include <utility>

namespace counterpoint {
namespace {

namespace fs = std::filesystem;

/// No settings are longer, so what is has not been written by this program.
constexpr std::size_t kLongestFile = 1'000'000;

/// A file descriptor that is closed at the end of its scope.
class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  ~Descriptor() {
    if (number_ >= 0) ::close(number_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  [[nodiscard]] int number() const { return number_; }
  [[nodiscard]] bool close() { return ::close(std::exchange(number_, -1)) == 0; }

 private:
  int number_;
};

Error failure(const std::string& what, const fs::path& file, int number) {
  return {ErrorKind::kUnavailable, "cannot " + what + " " + file.string() + ": " + std::strerror(number)};
}

/// At most one octet more than kLongestFile.
Result<std::string> read_file(const fs::path& file) {
  const Descriptor descriptor(::open(file.c_str(), O_RDONLY | O_CLOEXEC));
  if (descriptor.number() < 0) return failure("read", file, errno);
  std::string text(kLongestFile + 1, '\0');
  std::size_t length = 0;
  while (length < text.size()) {
    const ssize_t more = ::read(descriptor.number(), text.data() + length, text.size() - length);
    if (more < 0 && errno == EINTR) continue;
    if (more < 0) return failure("read", file, errno);
    if (more == 0) break;
    length += static_cast<std::size_t>(more);
  }
  text.resize(length);
  return text;
}

Result<void> write_all(int descriptor, std::string_view text, const fs::path& file) {
  while (!text.empty()) {
    const ssize_t written = ::write(descriptor, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return failure("write", file, errno);
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  if (::fsync(descriptor) != 0) return failure("write", file, errno);
  return {};
}

/// Whatever happens meanwhile, `file` is the old one or the new one.
Result<void> replace_file(const fs::path& file, std::string_view text) {
  std::error_code error;
  // A link stays one: what it points at is replaced.
  const fs::path target = fs::is_symlink(file, error) ? fs::weakly_canonical(file, error) : file;
  const fs::path folder = target.has_parent_path() ? target.parent_path() : fs::path(".");
  fs::create_directories(folder, error);
  if (error) return failure("make", folder, error.value());
  const fs::path fresh = target.string() + ".new-" + std::to_string(::getpid());
  // Who was called is nobody else's business.
  Descriptor descriptor(::open(fresh.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, S_IRUSR | S_IWUSR));
  if (descriptor.number() < 0) return failure("write", file, errno);
  Result<void> written = write_all(descriptor.number(), text, file);
  if (written && !descriptor.close()) written = failure("write", file, errno);
  if (written && ::rename(fresh.c_str(), target.c_str()) != 0) written = failure("write", file, errno);
  if (!written) {
    ::unlink(fresh.c_str());
    return written;
  }
  // The new name is to survive a loss of power as well; where that cannot be had, the file is whole nevertheless.
  const Descriptor directory(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (directory.number() >= 0) static_cast<void>(::fsync(directory.number()));
  return {};
}

/// A name beside `file` that nothing has yet.
fs::path aside(const fs::path& file) {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  gmtime_r(&now, &parts);
  char date[32];
  const std::size_t length = std::strftime(date, sizeof date, "%Y%m%d-%H%M%S", &parts);
  const std::string stem = file.string() + ".broken-" + std::string(date, length);
  std::error_code ignored;
  fs::path free = stem;
  for (int n = 2; fs::exists(free, ignored); ++n) free = stem + "-" + std::to_string(n);
  return free;
}

Result<ReadSettings> parse_file(const fs::path& file, std::string_view text) {
  if (text.size() > kLongestFile) {
    return Error{ErrorKind::kMalformed, file.string() + " is longer than settings ever are (1 MB)"};
  }
  Result<ReadSettings> read = read_settings(text);
  if (!read) return Error{ErrorKind::kMalformed, file.string() + ": " + read.error().message};
  return read;
}

}  // namespace

Result<ReadSettings> load_settings(const fs::path& file) {
  const Result<std::string> text = read_file(file);
  if (!text) return text.error();
  Result<ReadSettings> read = parse_file(file, *text);
  if (read && read->problem) {
    return Error{ErrorKind::kInvalidArgument, file.string() + ": " + read->problem->message};
  }
  return read;
}

SettingsStore::SettingsStore(fs::path file) : file_(std::move(file)), keeps_(!file_.empty()) {
  if (!file_.empty()) read();
  notice_ = lasting_notice_;
}

void SettingsStore::read() {
  std::error_code error;
  if (fs::status(file_, error).type() == fs::file_type::not_found) return;
  existed_ = true;
  const Result<std::string> text = read_file(file_);
  if (!text) {
    keeps_ = false;
    lasting_notice_ = "Settings: " + text.error().message +
                      ". The usual ones hold, and changes are not kept; make the file readable or choose another one "
                      "with --config.";
    return;
  }
  Result<ReadSettings> read = parse_file(file_, *text);
  if (!read) return put_aside(read.error().message);
  settings_ = std::move(read->settings);
  document_ = std::move(read->document);
  if (read->newer) {
    keeps_ = false;
    lasting_notice_ = "Settings: a later version of Counterpoint wrote " + file_.string() +
                      ". What this one knows of it holds, and changes are not kept; update Counterpoint, or choose "
                      "another file with --config.";
  } else if (read->problem) {
    put_aside(file_.string() + ": " + read->problem->message);
  }
}

void SettingsStore::put_aside(const std::string& why) {
  const fs::path kept = aside(file_);
  if (std::rename(file_.c_str(), kept.c_str()) != 0) {
    keeps_ = false;
    lasting_notice_ = "Settings: " + why + ". It cannot be moved aside (" + std::strerror(errno) +
                      "), so changes are not kept; mend or remove the file.";
    return;
  }
  lasting_notice_ =
      "Settings: " + why + ". What makes no sense has its usual value; the old file is kept as " + kept.string() + ".";
  if (document_.is_object()) set(settings_);
}

void SettingsStore::set(const Settings& settings) {
  settings_ = settings;
  if (!keeps_) return;
  document_ = merge_settings(std::move(document_), settings);
  const Result<void> written = replace_file(file_, settings_text(document_));
  notice_ = written ? lasting_notice_
                    : "Settings are not kept: " + written.error().message +
                          ". Make room or the folder writable, or choose another file with --config.";
}

}  // namespace counterpoint
