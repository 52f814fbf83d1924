// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/secure/openssl_handles.h"

#include <openssl/err.h>

namespace counterpoint {

Message openssl_error(std::string_view otherwise) {
  const char* reason = ERR_reason_error_string(ERR_peek_last_error());
  ERR_clear_error();
  return reason != nullptr ? Message(reason) : Message(otherwise);
}

}  // namespace counterpoint
