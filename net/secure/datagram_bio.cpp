// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/secure/datagram_bio.h"

#include <openssl/bio.h>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <utility>

namespace counterpoint {
namespace {

struct DatagramBio {
  DatagramQueue& queue;
  std::size_t max_datagram;
};

DatagramBio& bio_of(BIO* bio) { return *static_cast<DatagramBio*>(BIO_get_data(bio)); }

int read_datagram(BIO* bio, char* buffer, int size) {
  const ByteView datagram = std::exchange(bio_of(bio).queue.incoming, {});
  BIO_clear_retry_flags(bio);
  if (datagram.empty()) {
    BIO_set_retry_read(bio);
    return -1;
  }
  const std::size_t taken = std::min(datagram.size(), static_cast<std::size_t>(size));
  std::copy_n(datagram.begin(), taken, buffer);
  return static_cast<int>(taken);
}

int write_datagram(BIO* bio, const char* data, int size) {
  bio_of(bio).queue.outgoing.emplace_back(data, data + size);
  return size;
}

long control_datagrams(BIO* bio, int command, long /*number*/, void* /*pointer*/) {
  switch (command) {
    case BIO_CTRL_FLUSH:
      return 1;
    // Without an answer, OpenSSL makes datagrams of 256 bytes.
    case BIO_CTRL_DGRAM_QUERY_MTU:
    case BIO_CTRL_DGRAM_GET_MTU:
    case BIO_CTRL_DGRAM_GET_FALLBACK_MTU:
      return static_cast<long>(bio_of(bio).max_datagram);
    default:
      return 0;
  }
}

int destroy_datagram_bio(BIO* bio) {
  delete static_cast<DatagramBio*>(BIO_get_data(bio));
  return 1;
}

BIO_METHOD* make_method() {
  BIO_METHOD* const method = BIO_meth_new(BIO_get_new_index() | BIO_TYPE_SOURCE_SINK, "datagrams");
  if (method == nullptr) return nullptr;
  BIO_meth_set_read(method, read_datagram);
  BIO_meth_set_write(method, write_datagram);
  BIO_meth_set_ctrl(method, control_datagrams);
  BIO_meth_set_destroy(method, destroy_datagram_bio);
  return method;
}

}  // namespace

bio_st* make_datagram_bio(DatagramQueue& queue, std::size_t max_datagram) {
  static BIO_METHOD* const kMethod = make_method();
  BIO* const bio = kMethod != nullptr ? BIO_new(kMethod) : nullptr;
  if (bio == nullptr) return nullptr;
  BIO_set_data(bio, std::make_unique<DatagramBio>(DatagramBio{queue, max_datagram}).release());
  BIO_set_init(bio, 1);
  return bio;
}

}  // namespace counterpoint
