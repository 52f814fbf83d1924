// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <future>
#include <memory>
#include <optional>
#include <string>

#include "app/messages/disk_jobs.h"
#include "app/messages/message_outbox.h"
#include "app/messages/part_file.h"
#include "core/base/time.h"
#include "core/call/token_bucket.h"

namespace counterpoint {

/// The file that the peer sends, one at a time: kept only where its user says, and never opened.
class FileReceiver {
 public:
  /// Bytes that came and are not written yet; a peer that sends more does not wait for what it is told.
  static constexpr std::uint64_t kMaxUnwritten = 2'000'000;
  /// Further offers are refused without a word to the user.
  static constexpr TokenBucket::Limit kOffers = {.burst = 10, .per_second = 0.2};

  FileReceiver(MessageOutbox& outbox, DiskJobs& disk) : outbox_(outbox), disk_(disk) {}
  ~FileReceiver();
  FileReceiver(const FileReceiver&) = delete;
  FileReceiver& operator=(const FileReceiver&) = delete;

  void accept(const AcceptFile& accept);
  /// The user does not want it, or not any more.
  void refuse(std::uint32_t number);
  /// Errors: kMalformed for what does not fit.
  [[nodiscard]] Result<void> take(const FileOffer& offer, Timestamp now);
  [[nodiscard]] Result<void> take(const FilePiece& piece);
  [[nodiscard]] Result<void> take(const FileStopped& stopped);
  void poll(Timestamp now);
  /// The connection or the call is over.
  void close(const Message& why);

 private:
  /// The file that is offered or moves has that number; false for one that is over.
  [[nodiscard]] Result<bool> concerns_this(std::uint32_t number) const;
  void follow_opening();
  void follow_writing(Timestamp now);
  void follow_naming();
  void fail(const Message& why);
  void tell();
  void finish(FileNews::Phase phase, Message problem = {});
  /// Its last use may delete it.
  void let_go_of_part();

  MessageOutbox& outbox_;
  DiskJobs& disk_;
  std::future<Result<std::shared_ptr<PartFile>>> opening_;
  std::future<Result<std::uint64_t>> writing_;  ///< The bytes written.
  std::future<Result<std::filesystem::path>> naming_;
  std::optional<FileNews> news_;  ///< The file as its user knows it; nothing when there is none.
  std::shared_ptr<PartFile> part_;
  std::string unwritten_;
  std::uint32_t last_number_ = 0;
  std::uint64_t received_ = 0;
  Timestamp told_at_{};
  TokenBucket offers_{kOffers};
};

}  // namespace counterpoint
