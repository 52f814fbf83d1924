// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/messages/file_receiver.h"

#include <utility>

#include "app/messages/file_names.h"

namespace counterpoint {
namespace {

/// A front end shows no more.
constexpr Duration kReceivedInterval = 200ms;

}  // namespace

FileReceiver::~FileReceiver() { let_go_of_part(); }

void FileReceiver::let_go_of_part() {
  if (part_) disk_.post([part = std::move(part_)]() mutable { part.reset(); });
  part_.reset();
}

Result<bool> FileReceiver::concerns_this(std::uint32_t number) const {
  if (number > last_number_) return message_out_of_turn();
  return news_ && news_->number == number;
}

Result<void> FileReceiver::take(const FileOffer& offer, Timestamp now) {
  if (news_ || offer.number <= last_number_) return message_out_of_turn();
  last_number_ = offer.number;
  if (!offers_.take(now) || disk_.is_behind()) {
    outbox_.messages.push_back(FileStopped{.number = offer.number});
    return {};
  }
  received_ = 0;
  news_ = FileNews{.number = offer.number, .name = kept_file_name(offer.name), .size = offer.size};
  tell();
  return {};
}

void FileReceiver::accept(const AcceptFile& accept) {
  const bool waits = news_ && news_->number == accept.number && news_->phase == FileNews::Phase::kOffered;
  if (!waits || opening_.valid()) return;
  opening_ = disk_.run([target = PartFile::Target{.folder = accept.folder, .name = news_->name, .path = accept.path}] {
    return PartFile::create(target);
  });
}

void FileReceiver::follow_opening() {
  std::optional<Result<std::shared_ptr<PartFile>>> opened = take_if_done(opening_);
  if (!opened) return;
  if (!*opened) return fail(opened->error().message);
  part_ = std::move(**opened);
  news_->phase = FileNews::Phase::kMoving;
  outbox_.messages.push_back(FileAccepted{news_->number});
  tell();
}

Result<void> FileReceiver::take(const FilePiece& piece) {
  const Result<bool> concerns = concerns_this(piece.number);
  if (!concerns) return concerns.error();
  if (!*concerns) return {};
  const bool fits = news_->phase == FileNews::Phase::kMoving && piece.offset == received_ &&
                    piece.bytes.size() <= news_->size - received_ &&
                    unwritten_.size() + piece.bytes.size() <= kMaxUnwritten;
  if (!fits) return message_out_of_turn();
  received_ += piece.bytes.size();
  unwritten_ += piece.bytes;
  return {};
}

Result<void> FileReceiver::take(const FileStopped& stopped) {
  const Result<bool> concerns = concerns_this(stopped.number);
  if (!concerns) return concerns.error();
  if (*concerns) finish(FileNews::Phase::kWithdrawn);
  return {};
}

void FileReceiver::poll(Timestamp now) {
  follow_opening();
  follow_writing(now);
  follow_naming();
}

void FileReceiver::follow_writing(Timestamp now) {
  const std::optional<Result<std::uint64_t>> written = take_if_done(writing_);
  const bool moving = news_ && news_->phase == FileNews::Phase::kMoving;
  if (written && moving) {
    if (!*written) return fail(written->error().message);
    news_->done += **written;
    if (news_->done == news_->size) {
      naming_ = disk_.run([part = part_] { return part->finish(); });
      return;
    }
    outbox_.messages.push_back(FileKept{.number = news_->number, .size = news_->done});
    if (now >= told_at_ + kReceivedInterval) {
      told_at_ = now;
      tell();
    }
  }
  if (!moving || unwritten_.empty() || writing_.valid()) return;
  writing_ = disk_.run([part = part_, bytes = std::exchange(unwritten_, {})]() -> Result<std::uint64_t> {
    if (Result<void> done = part->write(bytes); !done) return done.error();
    return std::uint64_t{bytes.size()};
  });
}

void FileReceiver::follow_naming() {
  const std::optional<Result<std::filesystem::path>> named = take_if_done(naming_);
  if (!named) return;
  if (!*named) return fail(named->error().message);
  outbox_.messages.push_back(FileKept{.number = news_->number, .size = news_->size});
  news_->path = (*named)->string();
  finish(FileNews::Phase::kDone);
}

void FileReceiver::refuse(std::uint32_t number) {
  if (!news_ || news_->number != number) return;
  outbox_.messages.push_back(FileStopped{.number = number});
  finish(FileNews::Phase::kRefused);
}

void FileReceiver::fail(const Message& why) {
  outbox_.messages.push_back(FileStopped{.number = news_->number});
  finish(FileNews::Phase::kFailed, why);
}

void FileReceiver::tell() { outbox_.news.push_back(*news_); }

void FileReceiver::finish(FileNews::Phase phase, Message problem) {
  news_->phase = phase;
  news_->problem = std::move(problem);
  tell();
  news_.reset();
  unwritten_.clear();
  opening_ = {};
  writing_ = {};
  naming_ = {};
  let_go_of_part();
}

void FileReceiver::close(const Message& why) {
  if (news_) finish(FileNews::Phase::kFailed, why);
}

}  // namespace counterpoint
