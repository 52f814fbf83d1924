// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include "core/base/time.h"
#include "core/base/units.h"

namespace counterpoint {

/// Binary search for the rate that a path carries (Latecki 2004, 3.2, after pathload), which goes on as the path
/// changes.
///
/// 1. Try rate(); then say that the path carried it, or did not: rate() is the next one to try.
/// 2. R_min is the highest rate that was carried, R_max the lowest that was not. Between them the middle is tried next,
///    but not less than what arrived promises. Without R_max the rate grows, doubling at the start.
/// 3. Once they are close, rate() stays at R_min. reopen() drops R_max; a rate at or below R_min that is not carried
///    drops R_min.
class RateSearch {
 public:
  struct Config {
    DataRate min_rate;           ///< > 0.
    DataRate max_rate;           ///< >= min_rate.
    double resolution = 0.05;    ///< 0.01 to 0.5 of R_max: closer to R_min than this, the search is over.
    double start_growth = 1;     ///< > 0: 1 doubles.
    double reopen_growth = 0.1;  ///< > 0: of the first rate tried after reopen(); the growth doubles with each success.
    double arrival_share = 0.85;  ///< 0 to 1 of what arrived: the least to try after a failure; 0: as in the paper.
  };
  RateSearch(const Config& config, DataRate start);

  [[nodiscard]] DataRate rate() const { return rate_; }
  [[nodiscard]] DataRate r_min() const { return r_min_; }
  /// Nothing while none is known.
  [[nodiscard]] std::optional<DataRate> r_max() const { return r_max_; }

  /// R(n) <= AB.
  void carried();
  /// R(n) > AB. `arrived`: what came through meanwhile, an upper bound of AB too (Jain and Dovrolis 2002).
  void not_carried(DataRate arrived);
  /// A little less, by the factor `share`.
  void ease(double share);
  /// A packet was lost at this rate: it is not known to be carried.
  void lost();
  void reopen();

 private:
  [[nodiscard]] bool is_close() const;
  void go_to(DataRate rate);

  Config config_;
  DataRate rate_;
  DataRate r_min_;
  std::optional<DataRate> r_max_;
  double growth_;
};

}  // namespace counterpoint
