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
#include "core/base/time.h"
#include "core/base/units.h"
#include "net/adapters/file_descriptor.h"

namespace counterpoint {

/// The file that this host sends, one at a time: offered, then sent in pieces at a rate that leaves the call its own.
class FileSender {
 public:
  /// Pieces of so much time, and no more under way than so much: neither media nor other messages wait for longer.
  static constexpr Duration kPiece = 100ms;
  static constexpr Duration kWindow = 1s;
  static constexpr std::uint64_t kMinPiece = 1024;  ///< Bytes.

  FileSender(MessageOutbox& outbox, DiskJobs& disk) : outbox_(outbox), disk_(disk) {}

  void offer(const std::string& path);
  /// The user does not want to send it any more.
  void withdraw(std::uint32_t number);
  /// Errors: kMalformed for what does not fit.
  [[nodiscard]] Result<void> take(const FileAccepted& accepted);
  [[nodiscard]] Result<void> take(const FileKept& kept);
  [[nodiscard]] Result<void> take(const FileStopped& stopped);
  /// Sends the next piece when it is due at `rate` (> 0), unless something else still waits to leave (`idle` false).
  void poll(Timestamp now, DataRate rate, bool idle);
  [[nodiscard]] Timestamp next_deadline() const;
  /// The connection or the call is over.
  void close(const Message& why);

 private:
  struct OpenedFile {
    std::shared_ptr<FileDescriptor> file;
    std::uint64_t size = 0;
  };
  static Result<OpenedFile> open(const std::filesystem::path& path);
  static Result<std::string> read(const FileDescriptor& file, std::uint64_t offset, std::uint64_t size);
  /// The file that is offered or moves has that number; false for one that is over.
  [[nodiscard]] Result<bool> concerns_this(std::uint32_t number) const;
  void follow_opening();
  void send_piece(std::string bytes, Timestamp now, DataRate rate);
  void tell();
  void finish(FileNews::Phase phase, Message problem = {});

  MessageOutbox& outbox_;
  DiskJobs& disk_;
  std::future<Result<OpenedFile>> opening_;
  std::future<Result<std::string>> reading_;
  std::optional<FileNews> news_;  ///< The file as its user knows it; nothing when there is none.
  std::shared_ptr<FileDescriptor> file_;
  std::uint32_t last_number_ = 0;
  std::uint64_t sent_ = 0;
  bool window_open_ = false;
  Timestamp next_piece_at_{};
  Timestamp told_at_{};
  Timestamp now_{};
};

}  // namespace counterpoint
