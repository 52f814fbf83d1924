// SPDX-License-Identifier: GPL-3.0-or-later
// Owners of OpenSSL's objects, and its last error as a message.
#pragma once

#include <openssl/bio.h>
#include <openssl/evp.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>

#include <memory>
#include <string_view>

#include "core/base/message.h"

namespace counterpoint {

template <auto kFree>
struct OpensslDeleter {
  template <typename T>
  void operator()(T* object) const {
    kFree(object);
  }
};

using BioHandle = std::unique_ptr<BIO, OpensslDeleter<&BIO_free_all>>;
using KeyHandle = std::unique_ptr<EVP_PKEY, OpensslDeleter<&EVP_PKEY_free>>;
using KeyContextHandle = std::unique_ptr<EVP_PKEY_CTX, OpensslDeleter<&EVP_PKEY_CTX_free>>;
using CertificateHandle = std::unique_ptr<X509, OpensslDeleter<&X509_free>>;
using SslContextHandle = std::unique_ptr<SSL_CTX, OpensslDeleter<&SSL_CTX_free>>;
using SslHandle = std::unique_ptr<SSL, OpensslDeleter<&SSL_free>>;

/// OpenSSL's reason for its last failure in this thread, or `otherwise` when it has none. The queue of its errors is
/// empty afterwards.
[[nodiscard]] Message openssl_error(std::string_view otherwise);

}  // namespace counterpoint
