// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/devices/portal_screen.h"

#include <QMetaObject>
#include <QThread>
#include <atomic>
#include <cstdlib>
#include <future>
#include <string_view>
#include <utility>

#include "app/devices/portal_session.h"
#include "media/capture/pipewire_source.h"

namespace counterpoint {
namespace {

/// A session of the portal with the event loop that it needs.
class PortalThread {
 public:
  PortalThread() = default;
  ~PortalThread() {
    thread_.quit();
    thread_.wait();
  }
  PortalThread(const PortalThread&) = delete;
  PortalThread& operator=(const PortalThread&) = delete;

  /// Waits for the user. `on_closed` is called in the session's thread.
  [[nodiscard]] Result<PortalStream> choose(const std::stop_token& stop, std::function<void()> on_closed) {
    const auto answered = std::make_shared<std::promise<Result<PortalStream>>>();
    auto answer = answered->get_future();
    auto* session = new PortalSession(
        [answered](Result<PortalStream> stream) { answered->set_value(std::move(stream)); }, std::move(on_closed));
    session->moveToThread(&thread_);
    QObject::connect(&thread_, &QThread::finished, session, &QObject::deleteLater);
    thread_.start();
    QMetaObject::invokeMethod(
        session, [session] { session->begin(); }, Qt::QueuedConnection);
    const std::stop_callback cancel(stop, [session] {
      QMetaObject::invokeMethod(
          session, [session] { session->cancel(); }, Qt::QueuedConnection);
    });
    return answer.get();
  }

 private:
  QThread thread_;
};

class PortalScreen final : public VideoSource {
 public:
  Result<void> open(const VideoSourceConfig& config, std::function<Timestamp()> clock, const std::stop_token& stop) {
    auto chosen = portal_.choose(stop, [this] { close(); });
    if (!chosen) return chosen.error();
    auto stream = PipeWireStream::open(chosen->connection, chosen->node, config.size, config.frame_rate);
    if (!stream) return stream.error();
    source_ = std::make_unique<PipeWireSource>(std::move(*stream), config.frame_rate, std::move(clock));
    // The session may have ended meanwhile.
    opened_.store(source_.get());
    if (closed_) source_->interrupt();
    return {};
  }

  Result<std::optional<VideoFrame>> read() override {
    auto frame = source_->read();
    if (closed_) return Error{ErrorKind::kUnavailable, PipeWireStream::ended_message()};
    return frame;
  }
  void interrupt() override { source_->interrupt(); }
  bool is_live() const override { return true; }
  Message description() const override { return source_->description(); }

 private:
  void close() {
    closed_ = true;
    if (PipeWireSource* source = opened_.load()) source->interrupt();
  }

  std::atomic<bool> closed_ = false;
  std::unique_ptr<PipeWireSource> source_;
  std::atomic<PipeWireSource*> opened_ = nullptr;
  PortalThread portal_;  ///< The first to go, since it uses the others.
};

}  // namespace

bool screen_needs_portal() {
  const char* session = std::getenv("XDG_SESSION_TYPE");
  if (session != nullptr && std::string_view(session) == "wayland") return true;
  const char* display = std::getenv("DISPLAY");
  return display == nullptr || *display == '\0';
}

Result<std::unique_ptr<VideoSource>> open_portal_screen(const VideoSourceConfig& config,
                                                        std::function<Timestamp()> clock, const std::stop_token& stop) {
  auto screen = std::make_unique<PortalScreen>();
  if (auto opened = screen->open(config, std::move(clock), stop); !opened) return opened.error();
  return std::unique_ptr<VideoSource>(std::move(screen));
}

}  // namespace counterpoint
