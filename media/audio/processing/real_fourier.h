// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <complex>
#include <cstddef>
#include <memory>
#include <span>
#include <vector>

namespace counterpoint {

/// The discrete Fourier transform of real samples.
class RealFourier {
 public:
  using Bin = std::complex<float>;

  /// `length` is even, and a power of two times 1, 3, 5 or 15.
  explicit RealFourier(std::size_t length);
  ~RealFourier();
  RealFourier(const RealFourier&) = delete;
  RealFourier& operator=(const RealFourier&) = delete;

  [[nodiscard]] std::size_t length() const { return time_.size(); }
  /// Bins from 0 to half the sampling rate, both included.
  [[nodiscard]] std::size_t bins() const { return time_.size() / 2 + 1; }
  /// `samples` has length(), `spectrum` bins() elements.
  void forward(std::span<const float> samples, std::span<Bin> spectrum);
  /// Undoes forward().
  void inverse(std::span<const Bin> spectrum, std::span<float> samples);

 private:
  struct Plan;  ///< libavutil's.

  std::vector<float> time_;
  std::vector<Bin> frequency_;
  std::unique_ptr<Plan> forward_;
  std::unique_ptr<Plan> inverse_;
};

}  // namespace counterpoint
