// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>

#include "core/ports/transport.h"
#include "net/adapters/emulated_stream.h"
#include "net/emulation/emulated_path.h"

namespace counterpoint {

/// One end of a call between two hosts over two emulated paths, which outlive it and whose other end is a PathEnd with
/// `out` and `in` swapped. Has no descriptor, so it also lives in virtual time.
class PathEnd final : public Transport {
 public:
  PathEnd(EmulatedPath& out, EmulatedPath& in) : out_(out), in_(in) {}

  /// A TCP connection over the same paths to the same of the other end; at most one. It does not outlive this.
  [[nodiscard]] std::unique_ptr<EmulatedStream> open_stream();

  void send(ByteView datagram, Timestamp now, Ecn ecn = Ecn::kNotEct) override {
    out_.send({datagram.begin(), datagram.end()}, now, ecn);
  }
  [[nodiscard]] std::optional<ReceivedDatagram> receive(Timestamp now) override;
  [[nodiscard]] Timestamp next_deadline() const override { return in_.next_deadline(); }
  [[nodiscard]] int descriptor() const override { return -1; }

 private:
  EmulatedPath& out_;
  EmulatedPath& in_;
  EmulatedStream* stream_ = nullptr;
};

/// Talks to oneself over an emulated path: what is sent comes back as if it were the peer's. Has no descriptor, so it
/// also lives in virtual time.
class LoopTransport final : public Transport {
 public:
  explicit LoopTransport(PathConfig path) : path_(std::move(path)), end_(path_, path_) {}
  LoopTransport(const LoopTransport&) = delete;
  LoopTransport& operator=(const LoopTransport&) = delete;

  /// Opens a stream of this end; see PathEnd.
  [[nodiscard]] std::unique_ptr<EmulatedStream> open_stream() { return end_.open_stream(); }

  void send(ByteView datagram, Timestamp now, Ecn ecn = Ecn::kNotEct) override { end_.send(datagram, now, ecn); }
  [[nodiscard]] std::optional<ReceivedDatagram> receive(Timestamp now) override { return end_.receive(now); }
  [[nodiscard]] Timestamp next_deadline() const override { return end_.next_deadline(); }
  [[nodiscard]] int descriptor() const override { return -1; }

  [[nodiscard]] const EmulatedPath& path() const { return path_; }

 private:
  EmulatedPath path_;
  PathEnd end_;
};

/// Another transport behind an emulated path: what is sent passes the path first, what is received does not.
class EmulatedTransport final : public Transport {
 public:
  EmulatedTransport(PathConfig path, std::unique_ptr<Transport> transport);

  void send(ByteView datagram, Timestamp now, Ecn ecn = Ecn::kNotEct) override;
  [[nodiscard]] std::optional<ReceivedDatagram> receive(Timestamp now) override;
  [[nodiscard]] Timestamp next_deadline() const override;
  [[nodiscard]] int descriptor() const override { return transport_->descriptor(); }

  [[nodiscard]] const EmulatedPath& path() const { return path_; }
  [[nodiscard]] Transport& transport() { return *transport_; }

 private:
  void forward_due(Timestamp now);

  EmulatedPath path_;
  std::unique_ptr<Transport> transport_;
};

}  // namespace counterpoint
