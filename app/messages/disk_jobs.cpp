// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/messages/disk_jobs.h"

namespace counterpoint {

DiskJobs::~DiskJobs() {
  jobs_.close();
  if (thread_.joinable()) thread_.join();
}

void DiskJobs::post(std::function<void()> job) {
  jobs_.push(std::move(job));
  if (thread_.joinable()) return;
  thread_ = std::thread([this] {
    while (auto next = jobs_.pop()) {
      (*next)();
      next.reset();  // Its file is closed before somebody hears that it is done.
      if (done_) done_();
    }
  });
}

}  // namespace counterpoint
