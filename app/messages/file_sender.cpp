// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/messages/file_sender.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <utility>

#include "app/messages/file_names.h"
#include "net/adapters/socket_address.h"

namespace counterpoint {
namespace {

/// A front end shows no more.
constexpr Duration kProgressInterval = 200ms;

Error cannot_send(const std::filesystem::path& path, const Message& why) {
  return {.kind = ErrorKind::kUnavailable, .message = message("cannot send %1: %2", path.string(), why)};
}

std::uint64_t bytes_in(Duration time, DataRate rate) {
  constexpr double kBits = 8;
  return static_cast<std::uint64_t>(
      std::max(0.0, static_cast<double>(rate.bits_per_second()) * to_seconds(time) / kBits));
}

std::uint64_t piece_size(DataRate rate) {
  return std::clamp<std::uint64_t>(bytes_in(FileSender::kPiece, rate), FileSender::kMinPiece, FilePiece::kMax);
}

}  // namespace

Result<FileSender::OpenedFile> FileSender::open(const std::filesystem::path& path) {
  // A pipe would wait for its writer.
  auto file = std::make_shared<FileDescriptor>(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  struct stat info {};
  if (!file->valid() || ::fstat(file->get(), &info) != 0) return cannot_send(path, system_message(errno));
  if (!S_ISREG(info.st_mode)) return cannot_send(path, message("it is no file"));
  if (info.st_size <= 0) return cannot_send(path, message("it is empty"));
  const auto size = static_cast<std::uint64_t>(info.st_size);
  if (size > FileOffer::kMaxSize) {
    return cannot_send(path, message("it has more than %1 bytes", FileOffer::kMaxSize));
  }
  return OpenedFile{.file = std::move(file), .size = size};
}

Result<std::string> FileSender::read(const FileDescriptor& file, std::uint64_t offset, std::uint64_t size) {
  std::string bytes(size, '\0');
  const ssize_t got = ::pread(file.get(), bytes.data(), bytes.size(), static_cast<off_t>(offset));
  if (got < 0) return Error{.kind = ErrorKind::kUnavailable, .message = system_message(errno)};
  if (got == 0) {
    return Error{.kind = ErrorKind::kUnavailable, .message = message("the file has become shorter while it was sent")};
  }
  bytes.resize(static_cast<std::size_t>(got));
  return bytes;
}

void FileSender::offer(const std::string& path) {
  FileNews news{.own = true, .number = last_number_ + 1, .name = offered_file_name(path)};
  if (news_) {
    news.number = 0;
    news.phase = FileNews::Phase::kFailed;
    news.problem = message("another file is being sent; wait for its end");
    return outbox_.news.push_back(std::move(news));
  }
  news_ = std::move(news);
  last_number_ = news_->number;
  opening_ = disk_.run([path] { return open(path); });
}

void FileSender::withdraw(std::uint32_t number) {
  if (!news_ || news_->number != number) return;
  if (news_->size > 0) outbox_.messages.push_back(FileStopped{.number = number, .by_sender = true});
  finish(FileNews::Phase::kWithdrawn);
}

Result<bool> FileSender::concerns_this(std::uint32_t number) const {
  if (number > last_number_) return message_out_of_turn();
  // A message that crossed our own on a file that is over says nothing any more.
  return news_ && news_->number == number && news_->size > 0;
}

Result<void> FileSender::take(const FileAccepted& accepted) {
  const Result<bool> concerns = concerns_this(accepted.number);
  if (!concerns) return concerns.error();
  if (!*concerns) return {};
  if (news_->phase != FileNews::Phase::kOffered) return message_out_of_turn();
  news_->phase = FileNews::Phase::kMoving;
  sent_ = 0;
  next_piece_at_ = {};
  tell();
  return {};
}

Result<void> FileSender::take(const FileKept& kept) {
  const Result<bool> concerns = concerns_this(kept.number);
  if (!concerns) return concerns.error();
  if (!*concerns) return {};
  if (kept.size < news_->done || kept.size > sent_) return message_out_of_turn();
  news_->done = kept.size;
  if (news_->done == news_->size) {
    finish(FileNews::Phase::kDone);
  } else if (now_ >= told_at_ + kProgressInterval) {
    tell();
  }
  return {};
}

Result<void> FileSender::take(const FileStopped& stopped) {
  const Result<bool> concerns = concerns_this(stopped.number);
  if (!concerns) return concerns.error();
  if (*concerns) finish(FileNews::Phase::kRefused);
  return {};
}

void FileSender::follow_opening() {
  std::optional<Result<OpenedFile>> opened = take_if_done(opening_);
  if (!opened) return;
  if (!*opened) return finish(FileNews::Phase::kFailed, opened->error().message);
  file_ = (*opened)->file;
  news_->size = (*opened)->size;
  outbox_.messages.push_back(FileOffer{.number = news_->number, .name = news_->name, .size = news_->size});
  tell();
}

void FileSender::poll(Timestamp now, DataRate rate, bool idle) {
  now_ = now;
  follow_opening();
  if (auto bytes = take_if_done(reading_)) {
    if (*bytes) {
      send_piece(std::move(**bytes), now, rate);
    } else {
      outbox_.messages.push_back(FileStopped{.number = news_->number, .by_sender = true});
      finish(FileNews::Phase::kFailed, bytes->error().message);
    }
  }
  if (!news_ || news_->phase != FileNews::Phase::kMoving || reading_.valid()) return;
  const std::uint64_t piece = std::min(piece_size(rate), news_->size - sent_);
  const std::uint64_t window = std::max(bytes_in(kWindow, rate), 2 * kMinPiece);
  window_open_ = piece > 0 && idle && sent_ - news_->done < window;
  if (!window_open_ || now < next_piece_at_) return;
  reading_ = disk_.run([file = file_, offset = sent_, piece] { return read(*file, offset, piece); });
}

void FileSender::send_piece(std::string bytes, Timestamp now, DataRate rate) {
  const Duration lasts =
      from_seconds(8.0 * static_cast<double>(bytes.size()) / static_cast<double>(rate.bits_per_second()));
  next_piece_at_ = std::max(next_piece_at_, now - kPiece) + lasts;
  const std::uint64_t offset = std::exchange(sent_, sent_ + bytes.size());
  outbox_.messages.push_back(FilePiece{.number = news_->number, .offset = offset, .bytes = std::move(bytes)});
}

Timestamp FileSender::next_deadline() const {
  const bool waits = news_ && news_->phase == FileNews::Phase::kMoving && window_open_ && !reading_.valid();
  return waits ? next_piece_at_ : kNever;
}

void FileSender::tell() {
  told_at_ = now_;
  outbox_.news.push_back(*news_);
}

void FileSender::finish(FileNews::Phase phase, Message problem) {
  news_->phase = phase;
  news_->problem = std::move(problem);
  tell();
  news_.reset();
  file_.reset();
  opening_ = {};
  reading_ = {};
}

void FileSender::close(const Message& why) {
  if (news_) finish(FileNews::Phase::kFailed, why);
}

}  // namespace counterpoint
