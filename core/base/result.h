// SPDX-License-Identifier: GPL-3.0-or-later
// A value, or one clear error. No exception crosses a public interface of this project.
#pragma once

#include <cassert>
#include <utility>
#include <variant>

#include "core/base/message.h"

namespace counterpoint {

/// Named by what the caller can do about it.
enum class ErrorKind {
  kInvalidArgument,  ///< The request itself is wrong: change it. (Exit status 2.)
  kUnavailable,      ///< A device, file, port or peer is not there now: choose another or try again.
  kMalformed,        ///< The data are broken: drop them.
  kRefused,          ///< The peer, a server or the user said no.
  kInternal,         ///< A library failed where it should not: report it.
};

/// The failed operation, where it failed and what to do, in one sentence without a final full stop.
struct Error {
  ErrorKind kind = ErrorKind::kInternal;
  Message message;
};

/// Either a `T` or an `Error`. Asking for the one that is not there is our own bug and asserts.
template <typename T>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}      // NOLINT(google-explicit-constructor)
  Result(Error error) : state_(std::in_place_index<1>, std::move(error)) {}  // NOLINT(google-explicit-constructor)

  [[nodiscard]] bool ok() const { return state_.index() == 0; }
  explicit operator bool() const { return ok(); }

  [[nodiscard]] T& value() & { return assert(ok()), *std::get_if<0>(&state_); }
  [[nodiscard]] const T& value() const& { return assert(ok()), *std::get_if<0>(&state_); }
  [[nodiscard]] T&& value() && { return assert(ok()), std::move(*std::get_if<0>(&state_)); }
  [[nodiscard]] const Error& error() const { return assert(!ok()), *std::get_if<1>(&state_); }

  T& operator*() & { return value(); }
  const T& operator*() const& { return value(); }
  T&& operator*() && { return std::move(*this).value(); }
  T* operator->() { return &value(); }
  const T* operator->() const { return &value(); }

 private:
  std::variant<T, Error> state_;
};

/// Success without a value, or an `Error`. `return {};` means success.
template <>
class [[nodiscard]] Result<void> {
 public:
  Result() = default;
  Result(Error error) : error_(std::move(error)), ok_(false) {}  // NOLINT(google-explicit-constructor)

  [[nodiscard]] bool ok() const { return ok_; }
  explicit operator bool() const { return ok_; }
  [[nodiscard]] const Error& error() const { return assert(!ok_), error_; }

 private:
  Error error_;
  bool ok_ = true;
};

}  // namespace counterpoint
