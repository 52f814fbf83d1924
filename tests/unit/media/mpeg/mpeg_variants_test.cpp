// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/mpeg/config/variants.h"

#include <gmock/gmock.h>

#include <bit>
#include <cmath>
#include <limits>
#include <random>

#include "media/mpeg/bitstream/macroblock_parser.h"
#include "media/mpeg/bitstream/macroblock_writer.h"
#include "media/mpeg/budget_fit.h"
#include "media/mpeg/constrained_shaping.h"
#include "media/mpeg/requantise/dct.h"
#include "media/mpeg/requantise/level_choice.h"
#include "media/mpeg/requantise/macroblock_targets.h"
#include "media/mpeg/requantise/requantiser.h"
#include "media/mpeg/shaper.h"
#include "tests/unit/media/mpeg/mpeg_test_clips.h"

namespace counterpoint::mpeg {
namespace {

using Random = std::mt19937;

double uniform(Random& random, double from, double to) {
  return std::uniform_real_distribution<double>(from, to)(random);
}

/// Convex: each code wins less a bit than the one before.
BreakpointCurve convex_curve(Random& random) {
  BreakpointCurve curve{{0}, {uniform(random, 50, 100)}};
  double slope = uniform(random, 3, 9);
  for (int codes = static_cast<int>(uniform(random, 0, 4.99)); codes > 0; --codes) {
    const double bits = std::floor(uniform(random, 2, 9));
    curve.bits.push_back(curve.bits.back() + bits);
    curve.distortion.push_back(curve.distortion.back() - slope * bits);
    slope *= uniform(random, 0.3, 0.95);
  }
  return curve;
}

/// The least distortion of all choices of at most `budget` bits.
double min_distortion(std::span<const BreakpointCurve> clusters, double budget) {
  if (clusters.empty()) return budget >= 0 ? 0 : std::numeric_limits<double>::infinity();
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t b = 0; b < clusters[0].bits.size(); ++b) {
    const double rest = min_distortion(clusters.subspan(1), budget - clusters[0].bits[b]);
    least = std::min(least, clusters[0].distortion[b] + rest);
  }
  return least;
}

double max_bits(std::span<const BreakpointCurve> clusters) {
  double bits = 0;
  for (const BreakpointCurve& cluster : clusters) bits += cluster.bits.back();
  return bits;
}

class BreakpointSearch : public testing::Test {
 protected:
  std::vector<BreakpointCurve> clusters() {
    std::vector<BreakpointCurve> clusters;
    for (int i = 0; i < 5; ++i) clusters.push_back(convex_curve(random_));
    return clusters;
  }
  Random random_{1};
};

TEST_F(BreakpointSearch, NoChoiceOfAsFewBitsHasLessDistortion) {
  int between = 0;
  for (int round = 0; round < 300; ++round) {
    const std::vector<BreakpointCurve> all = clusters();
    const double budget = std::floor(uniform(random_, 0, max_bits(all)));
    const Breakpoints found = lagrangian_breakpoints(all, budget);
    EXPECT_TRUE(found.feasible);
    EXPECT_LE(found.bits, budget);
    EXPECT_NEAR(found.distortion, min_distortion(all, found.bits), 1e-9);
    between += found.bits > 0 && found.bits < max_bits(all) ? 1 : 0;
  }
  EXPECT_GT(between, 100);
}

TEST_F(BreakpointSearch, SpendsWhatNoOtherLambdaCouldSpendBetter) {
  for (int round = 0; round < 300; ++round) {
    const std::vector<BreakpointCurve> all = clusters();
    const double budget = std::floor(uniform(random_, 0, max_bits(all)));
    const double found = lagrangian_breakpoints(all, budget).bits;
    for (double lambda = 0.01; lambda < 20; lambda *= 1.01) {
      double bits = 0;
      for (const BreakpointCurve& cluster : all) {
        std::size_t best = 0;
        const auto cost = [&](std::size_t b) { return cluster.distortion[b] + lambda * cluster.bits[b]; };
        for (std::size_t b = 1; b < cluster.bits.size(); ++b) best = cost(b) < cost(best) ? b : best;
        bits += cluster.bits[best];
      }
      EXPECT_TRUE(bits <= found || bits > budget) << bits << " between " << found << " and " << budget;
    }
  }
}

TEST_F(BreakpointSearch, AnImpossibleBudgetGetsTheFewestBits) {
  const std::vector<BreakpointCurve> all = clusters();
  const Breakpoints found = lagrangian_breakpoints(all, -1);
  EXPECT_FALSE(found.feasible);
  EXPECT_EQ(found.bits, 0);
  EXPECT_EQ(lagrangian_breakpoints(all, 1e9).bits, max_bits(all));
}

TEST_F(BreakpointSearch, ByRateEachClusterKeepsItsShare) {
  for (int round = 0; round < 100; ++round) {
    const std::vector<BreakpointCurve> all = clusters();
    const double budget = uniform(random_, 0, max_bits(all));
    const Breakpoints found = rate_based_breakpoints(all, budget);
    EXPECT_LE(found.bits, budget + 1e-9);
    double asked = 0;
    double given = 0;
    for (std::size_t i = 0; i < all.size(); ++i) {
      asked += budget / max_bits(all) * all[i].bits.back();
      given += all[i].bits[found.of_cluster[i]];
      // Never ahead, and behind by less than the longest code.
      EXPECT_LE(given, asked + 1e-9);
      const bool kept_all = found.of_cluster[i] + 1U == all[i].bits.size();
      EXPECT_TRUE(kept_all || given > asked - 9) << given << " of " << asked;
    }
  }
}

TEST(Dct, ComesBackAndKeepsEnergy) {
  Random random(2);
  Block8x8 block;
  for (float& sample : block) sample = static_cast<float>(uniform(random, -200, 200));
  const Block8x8 samples = block;
  forward_dct(block);
  double before = 0;
  double after = 0;
  double sum = 0;
  for (std::size_t i = 0; i < 64; ++i) {
    before += static_cast<double>(samples[i] * samples[i]);
    after += static_cast<double>(block[i] * block[i]);
    sum += static_cast<double>(samples[i]);
  }
  EXPECT_NEAR(after / before, 1, 1e-5);
  EXPECT_NEAR(static_cast<double>(block[0]), sum / 8, 1e-2);
  inverse_dct(block);
  for (std::size_t i = 0; i < 64; ++i) EXPECT_NEAR(block[i], samples[i], 1e-3);
}

using Scan = std::array<float, 64>;

/// All of `coefficients`, or those at `places`.
LevelTarget level_target(const Scan& coefficients, const Scan& weights, std::uint64_t places = ~std::uint64_t{0}) {
  LevelTarget target;
  for (std::uint8_t place = 0; place < 64; ++place) {
    if ((places >> place & 1) != 0) target.add(place, coefficients[place], weights[place]);
  }
  target.finish();
  return target;
}

TEST(LevelOptions, AreTheSameEightAtATimeAsOneByOne) {
  Random random(9);
  std::uint64_t places = 0;
  for (int round = 0; round < 400; ++round) {
    const LevelSteps steps = {.quantiser_scale = static_cast<float>(1 + round % 62),
                              .intra = round % 2 == 0,
                              .largest_level = round % 4 < 2 ? 2047 : 255};
    Scan weights;
    Scan step;
    Scan coefficients;
    for (float& value : weights) value = static_cast<float>(uniform(random, 1, 200)) / 32;
    std::ranges::transform(weights, step.begin(), [&](float weight) { return weight * steps.quantiser_scale; });
    // The blocks range from those without a level to levels that no escape holds.
    const double range = std::exp2(uniform(random, 0, 16));
    for (float& value : coefficients) value = static_cast<float>(uniform(random, -range, range));
    const std::uint64_t likely = likely_places(coefficients, step, steps.intra);
    const LevelTarget target = level_target(coefficients, weights, likely);
    LevelOptions found;
    find_level_options(target, steps, 1.2F, found);
    std::size_t i = 0;
    for (std::size_t place = 0; place < 64; ++place) {
      const float wanted = std::abs(coefficients[place]);
      const int level =
          std::min(static_cast<int>((wanted / step[place] + (steps.intra ? 1.0F : 0.0F)) / 2), steps.largest_level);
      const auto cost = [&](int magnitude) {
        const float error = wanted - reconstruct(magnitude, step[place], steps.intra);
        return 1.2F * (error * error - wanted * wanted);
      };
      const bool is_likely = (likely >> place & 1) != 0;
      EXPECT_TRUE(is_likely || level == 0);
      if (!is_likely) continue;
      ASSERT_EQ(target.place(i), place);
      EXPECT_EQ(target.negative(i), coefficients[place] < 0);
      ASSERT_EQ(found.numbers >> i & 1, level > 0 ? 1U : 0U);
      if (level > 0) {
        places |= std::uint64_t{1} << place;
        EXPECT_EQ(found.nearest[i], level);
        EXPECT_EQ(found.nearest_cost[i], cost(level));
      }
      // With a nearest level of 1, there is none below it that could be coded.
      if (level > 1) {
        EXPECT_EQ(found.below_cost[i], cost(level - 1));
      }
      ++i;
    }
    EXPECT_EQ(i, target.count());
  }
  EXPECT_EQ(places, ~std::uint64_t{0});
}

std::vector<Coefficient> coefficients_of(const BlockLevels& levels) {
  std::vector<Coefficient> coefficients;
  levels.append_to(coefficients);
  return coefficients;
}

class LevelChoice : public testing::TestWithParam<bool> {
 protected:
  /// Cost of `levels`, as choose_levels() counts it.
  double cost(std::span<const Coefficient> levels, std::span<const float, 64> target) const {
    if (levels.empty() && !quantiser_.intra) return 0;
    double cost = static_cast<double>(price_.lambda) * codes_.end_of_block_length();
    int place = quantiser_.intra ? 0 : -1;
    for (const Coefficient level : levels) {
      const bool first_one = place < 0 && level.place == 0 && std::abs(level.level) == 1;
      cost += static_cast<double>(price_.lambda) *
              (first_one ? 2 : codes_.length(static_cast<std::size_t>(level.place - place - 1), level.level));
      place = level.place;
      const double wanted = static_cast<double>(target[level.place]);
      const double error =
          wanted - static_cast<double>(reconstruct(level.level, steps_[level.place], quantiser_.intra));
      cost += static_cast<double>(price_.error) * (error * error - wanted * wanted);
    }
    return cost;
  }

  /// The least cost of all levels from 0 to 4 at the places where `target` is not 0.
  double min_cost(std::span<const float, 64> target, std::vector<Coefficient> levels, int place) const {
    while (place < 64 && target[static_cast<std::size_t>(place)] == 0) ++place;
    if (place == 64) return cost(levels, target);
    double least = min_cost(target, levels, place + 1);
    for (int level = 1; level <= 4; ++level) {
      std::vector<Coefficient> more = levels;
      const bool negative = target[static_cast<std::size_t>(place)] < 0;
      more.push_back({static_cast<std::uint8_t>(place), static_cast<std::int16_t>(negative ? -level : level)});
      least = std::min(least, min_cost(target, more, place + 1));
    }
    return least;
  }

  RunLevelCodes codes_{DctTable::kB14, true};
  std::array<float, 64> steps_ = [] {
    std::array<float, 64> steps{};
    for (std::size_t i = 0; i < 64; ++i) steps[i] = 4 + static_cast<float>(i) / 8;
    return steps;
  }();
  BlockQuantiser quantiser_{.codes = &codes_, .intra = GetParam()};
  Price price_{.error = 0.9F, .lambda = 30};
};

TEST_P(LevelChoice, IsAsCheapAsTheBestOfAll) {
  Random random(3);
  double excess = 0;
  int not_empty = 0;
  for (int round = 0; round < 150; ++round) {
    std::array<float, 64> target{};
    for (int i = 0; i < 5; ++i) {
      target[static_cast<std::size_t>(uniform(random, 1, 20))] = static_cast<float>(uniform(random, -30, 30));
    }
    BlockLevels found;
    choose_levels(level_target(target, steps_), quantiser_, price_, found);
    const double found_cost = cost(coefficients_of(found), target);
    EXPECT_NEAR(found.cost(), found_cost, 0.05);
    const double least = min_cost(target, {}, 1);
    EXPECT_GE(found_cost, least - 0.05);
    // Levels two below the nearest are never tried; they hardly ever pay.
    excess += found_cost - least;
    not_empty += found.empty() ? 0 : 1;
  }
  EXPECT_GT(not_empty, 100);
  EXPECT_LT(excess / 150, 1);
}
INSTANTIATE_TEST_SUITE_P(Kinds, LevelChoice, testing::Bool(),
                         [](const auto& kind) { return kind.param ? "intra" : "other"; });

TEST(LevelChoice, NoLevelIsLargerThanAnEscapeHolds) {
  for (const bool is_mpeg2 : {false, true}) {
    const RunLevelCodes codes(DctTable::kB14, is_mpeg2);
    std::array<float, 64> steps;
    steps.fill(0.5F);
    std::array<float, 64> target{};
    target[3] = 400;
    target[7] = -2000;
    for (const bool intra : {false, true}) {
      BlockLevels found;
      choose_levels(level_target(target, steps), {.codes = &codes, .intra = intra}, {}, found);
      const std::vector<Coefficient> coefficients = coefficients_of(found);
      ASSERT_EQ(coefficients.size(), 2U);
      EXPECT_NEAR(coefficients[0].level, is_mpeg2 ? 400 : 255, 1);
      EXPECT_NEAR(coefficients[1].level, is_mpeg2 ? -2000 : -255, 1);
      EXPECT_LE(std::abs(coefficients[1].level), codes.largest_level());
    }
  }
}

class MpegMacroblocks : public MpegClip {};
INSTANTIATE_TEST_SUITE_P(Clips, MpegMacroblocks, testing::ValuesIn(clip_options()), clip_name);

TEST_P(MpegMacroblocks, WhatIsNotChangedIsWrittenAsItWas) {
  std::size_t macroblocks = 0;
  for (const PictureUnit& unit : split(clip_)) {
    const MacroblockPicture picture = parse_macroblocks(unit);
    for (const MacroblockSlice& slice : picture.slices) EXPECT_FALSE(slice.damaged);
    macroblocks += picture.macroblocks.size();
    const Bytes written = write_macroblocks(unit, picture);
    EXPECT_TRUE(std::ranges::equal(written, unit.view()));
  }
  EXPECT_EQ(macroblocks, 50U * 10 * 6);
}

struct Shaped {
  Bytes stream;
  std::size_t pictures = 0;
  bool target_reached = true;
};

Shaped shape(const Bytes& clip, Target target, const ShaperConfig& config) {
  Shaper shaper(config, target);
  push_all(shaper, clip);
  Shaped shaped;
  while (const auto picture = shaper.pop()) {
    shaped.stream.insert(shaped.stream.end(), picture->bytes.begin(), picture->bytes.end());
    shaped.pictures += picture->has_picture ? 1U : 0U;
    shaped.target_reached &= picture->statistics.target_reached;
  }
  return shaped;
}

TEST_P(MpegMacroblocks, EachVariantKeepsToItsRateAndMakesASoundStream) {
  const auto frames = std::ranges::count(decode(clip_).frames, '\n');
  for (const Variant& variant : kVariants) {
    const Shaped shaped = shape(clip_, Target::share(0.65), variant.config);
    EXPECT_EQ(shaped.pictures, 50U) << variant.name;
    const double share = static_cast<double>(shaped.stream.size()) / static_cast<double>(clip_.size());
    EXPECT_NEAR(share, 0.65, 0.02) << variant.name;
    EXPECT_TRUE(shaped.target_reached) << variant.name;
    const Decoded decoded = decode(shaped.stream);
    EXPECT_EQ(decoded.messages, "") << variant.name;
    EXPECT_EQ(std::ranges::count(decoded.frames, '\n'), frames) << variant.name;
  }
}

std::size_t damaged_slices(const Bytes& stream) {
  std::size_t damaged = 0;
  for (const PictureUnit& unit : split(stream)) {
    damaged +=
        static_cast<std::size_t>(std::ranges::count(parse_macroblocks(unit).slices, true, &MacroblockSlice::damaged));
  }
  return damaged;
}

/// `clip` with many levels near the largest there are.
Bytes with_large_levels(const Bytes& clip) {
  constexpr std::size_t kRoom = 3000;
  Random random(4);
  Bytes large;
  for (const PictureUnit& unit : split(with_stuffing(clip, kRoom))) {
    const int most = RunLevelCodes(DctTable::kB14, MacroblockSyntax(unit.headers).is_mpeg2).largest_level();
    MacroblockPicture picture = parse_macroblocks(unit);
    for (Coefficient& coefficient : picture.coefficients) {
      if (random() % 4 != 0) continue;
      const auto level = static_cast<std::int16_t>(most - static_cast<int>(random() % 30));
      coefficient.level = coefficient.level < 0 ? static_cast<std::int16_t>(-level) : level;
    }
    const Bytes written = write_macroblocks(unit, picture);
    large.insert(large.end(), written.begin(), written.end());
  }
  return large;
}

TEST(Macroblocks, LargeLevelsStayAudio) {
  const Bytes original = make_clip(clip_options()[0]);
  const Bytes clip = with_large_levels(original);
  ASSERT_EQ(damaged_slices(clip), 0U);
  ASSERT_GT(clip.size(), original.size() * 5 / 4);
  for (const Variant& variant : kVariants) {
    const Shaped shaped = shape(clip, Target::share(0.8), variant.config);
    EXPECT_EQ(shaped.pictures, 50U) << variant.name;
    EXPECT_EQ(damaged_slices(shaped.stream), 0U) << variant.name;
  }
}

TEST_P(MpegMacroblocks, CodingAgainStopsBetweenTwoPictures) {
  constexpr int kEnough = 5;
  int asked = 0;
  Shaper shaper(find_variant("requantised")->config, Target::share(0.6));
  shaper.stop_when([&] { return ++asked >= kEnough; });
  push_all(shaper, clip_);
  EXPECT_FALSE(shaper.pop());
  EXPECT_FALSE(shaper.pop());
  // Its remaining pictures ask once more each, and code nothing.
  EXPECT_LT(asked, kEnough + 6);
}

/// Rate error of each group of pictures, as a share of `rate`; the last group, which may be cut off, is left out.
std::vector<double> rate_errors(const Bytes& clip, DataRate rate, const ShaperConfig& config) {
  Shaper shaper(config, Target::rate(rate));
  push_all(shaper, clip);
  std::vector<double> bits;
  std::vector<double> asked;
  while (const auto picture = shaper.pop()) {
    if (picture->statistics.starts_group) bits.push_back(0), asked.push_back(0);
    bits.back() += static_cast<double>(picture->bytes.size()) * 8;
    asked.back() += picture->statistics.seconds * static_cast<double>(rate.bits_per_second());
  }
  std::vector<double> errors;
  for (std::size_t i = 0; i + 1 < bits.size(); ++i) errors.push_back(bits[i] / asked[i] - 1);
  return errors;
}

TEST_P(MpegMacroblocks, CodedAgainEachGroupTakesItsBits) {
  for (const double share : {0.6, 0.35}) {
    const DataRate rate =
        DataRate::bits_per_second(static_cast<std::int64_t>(share * 4 * static_cast<double>(clip_.size())));
    double squares = 0;
    const std::vector<double> errors = rate_errors(clip_, rate, find_variant("requantised")->config);
    for (const double error : errors) squares += error * error;
    ASSERT_GE(errors.size(), 4U);
    EXPECT_LT(std::sqrt(squares / static_cast<double>(errors.size())), 0.001) << share;
  }
}

TEST_P(MpegMacroblocks, APictureFitsAnyBudgetBetweenTwoCodings) {
  constexpr float kFine = 50;
  constexpr float kCoarse = 60;
  constexpr double kMaxOfAMacroblock = 600;
  const PictureUnit unit = split(clip_)[0];
  MacroblockTargets picture(unit, nullptr);
  Requantiser requantiser(picture, 1);
  const Bytes larger = requantiser.requantise(kFine);
  const MacroblockPicture fine = requantiser.chosen();
  const Bytes smaller = requantiser.requantise(kCoarse);
  const auto bits = [](const Bytes& bytes) { return static_cast<double>(bytes.size()) * 8; };
  ASSERT_GT(bits(larger), bits(smaller) + kMaxOfAMacroblock);
  for (double budget = bits(smaller); budget < bits(larger); budget += 101) {
    BudgetFit fit(budget);
    fit.add(fine, larger, kFine);
    EXPECT_FALSE(fit.is_close());
    fit.add(requantiser.chosen(), smaller, kCoarse);
    EXPECT_TRUE(fit.is_close());
    const double found = bits(fit.nearest(unit).bytes);
    EXPECT_LE(found, budget);
    EXPECT_GT(found, budget - kMaxOfAMacroblock);
  }
}

TEST_P(MpegMacroblocks, WithoutTwoSidesTheNearestCodingIsTaken) {
  const PictureUnit unit = split(clip_)[0];
  MacroblockTargets picture(unit, nullptr);
  Requantiser requantiser(picture, 1);
  BudgetFit impossible(0);
  BudgetFit plenty(1e9);
  Bytes smallest;
  for (const float lambda : {20.0F, 100.0F, 500.0F}) {
    smallest = requantiser.requantise(lambda);
    impossible.add(requantiser.chosen(), smallest, lambda);
    plenty.add(requantiser.chosen(), smallest, lambda);
  }
  EXPECT_EQ(impossible.nearest(unit).bytes, smallest);
  EXPECT_EQ(plenty.nearest(unit).bytes, requantiser.requantise(20));
}

TEST_P(MpegMacroblocks, AShareIsOfAllBytesAndStuffingGoesFirst) {
  const std::size_t slices = with_stuffing(clip_, 1).size() - clip_.size();
  const Bytes stuffed = with_stuffing(clip_, clip_.size() / 4 / slices);
  const double useful = static_cast<double>(clip_.size()) / static_cast<double>(stuffed.size());
  ASSERT_NEAR(useful, 0.8, 0.01);
  for (const std::string_view name : {"group", "requantised", "memoryless"}) {
    const ShaperConfig config = find_variant(name)->config;
    EXPECT_EQ(shape(stuffed, Target::share(0.9), config).stream.size(), clip_.size()) << name;
    const double got = static_cast<double>(shape(stuffed, Target::share(0.6), config).stream.size());
    EXPECT_NEAR(got / static_cast<double>(stuffed.size()), 0.6, 0.02) << name;
  }
}

TEST_P(MpegMacroblocks, VariantsDiffer) {
  std::vector<Bytes> streams;
  for (const std::string_view name : {"group", "requantised", "memoryless", "causal", "rate-based"}) {
    streams.push_back(shape(clip_, Target::share(0.8), find_variant(name)->config).stream);
    EXPECT_EQ(std::ranges::count(streams, streams.back()), 1) << name;
  }
  ShaperConfig coarse = find_variant("memoryless")->config;
  coarse.cluster = 44;
  EXPECT_NE(shape(clip_, Target::share(0.8), coarse).stream, streams[2]);
}

TEST_P(MpegMacroblocks, AutomaticIsOursAboveAndCodesAgainBelow) {
  const auto stream_of = [&](std::string_view name, double share) {
    return shape(clip_, Target::share(share), find_variant(name)->config).stream;
  };
  EXPECT_EQ(stream_of("automatic", 0.92), stream_of("group", 0.92));
  EXPECT_EQ(stream_of("automatic", 0.88), stream_of("requantised", 0.88));
}

TEST_P(MpegMacroblocks, InCallsAPictureIsCodedOnceAndIfThereAreNotTooMany) {
  ShaperConfig config = find_variant("call")->config;
  const auto steps_of = [&](double share) {
    Shaper shaper(config, Target::share(share));
    push_all(shaper, clip_);
    std::vector<int> steps;
    while (const auto picture = shaper.pop()) steps.push_back(picture->statistics.search_steps);
    return steps;
  };
  EXPECT_THAT(steps_of(0.6), testing::Each(1));
  EXPECT_THAT(steps_of(0.95), testing::Each(0));
  config.max_macroblocks_per_second = 10 * 6 * 25 - 1;  // It has one more.
  EXPECT_THAT(steps_of(0.6), testing::Each(0));
}

TEST(Variants, SayWhatTheyCannotReach) {
  const Bytes clip = make_clip(clip_options()[1]);
  for (const Variant& variant : kVariants) {
    Shaper shaper(variant.config, Target::share(0.005));
    push_all(shaper, clip);
    while (const auto picture = shaper.pop()) {
      if (!picture->has_picture) continue;
      EXPECT_FALSE(picture->statistics.target_reached) << variant.name;
      EXPECT_LE(picture->statistics.smallest_size, picture->statistics.size) << variant.name;
    }
  }
}

TEST(Variants, AutomaticCodesAgainWhatIsLongerThanTheWindow) {
  const Bytes clip = make_clip({"long", "-c:v mpeg2video -q:v 3 -g 300 -sc_threshold 1000000000"});
  const auto stream_of = [&](std::string_view name) {
    ShaperConfig config = find_variant(name)->config;
    config.window = 20;
    return shape(clip, Target::share(0.7), config).stream;
  };
  const Bytes stream = stream_of("automatic");
  EXPECT_EQ(stream, stream_of("requantised"));
  EXPECT_NEAR(static_cast<double>(stream.size()) / static_cast<double>(clip.size()), 0.7, 0.02);
}

TEST(Variants, AnEndlessGroupIsCodedAgainWhenItsRateFalls) {
  const Bytes clip = make_clip({"endless", "-c:v mpeg2video -q:v 3 -g 300 -bf 2 -sc_threshold 1000000000"});
  ShaperConfig config = find_variant("call")->config;
  config.window = 20;
  Shaper shaper(config, Target::share(0.95));
  push_all(shaper, clip);
  std::string kinds;  // Small letters: cut.
  for (int number = 0; const auto picture = shaper.pop(); ++number) {
    if (number == 10) shaper.set_target(Target::share(0.5));
    if (!picture->has_picture) continue;
    const char kind = "IPB"[static_cast<std::size_t>(picture->statistics.picture_coding_type) - 1];
    kinds += picture->statistics.search_steps > 0 ? kind : static_cast<char>(kind - 'A' + 'a');
  }
  ASSERT_EQ(kinds.size(), 50U);
  const std::size_t first = kinds.find_first_of("IPB");
  ASSERT_NE(first, std::string::npos) << kinds;
  EXPECT_EQ(kinds[first], 'P') << "it can be begun with";
  EXPECT_NEAR(static_cast<double>(first), 20, 3) << "a window later at most";
  EXPECT_EQ(kinds.find_first_of("ipb", first), std::string::npos) << kinds;
}

TEST(Variants, AutomaticCodesLongChainsAgainWhereOthersAreCut) {
  for (const auto& [structure, coded_again] : {std::pair{"-g 12 -bf 2", false}, {"-g 12 -bf 0", true}}) {
    const Bytes clip = make_clip({"structure", "-c:v mpeg2video -q:v 3 " + std::string(structure)});
    for (const double share : {0.95, 1.0}) {
      Shaper shaper(find_variant("automatic")->config, Target::share(share));
      push_all(shaper, clip);
      int steps = 0;
      while (const auto picture = shaper.pop()) steps += picture->statistics.search_steps;
      EXPECT_EQ(steps > 0, coded_again && share < 1) << structure << ' ' << share;
    }
  }
}

TEST(Macroblocks, SlicesOfTallPicturesAreRead) {
  const TemporaryFolder folder;
  for (const int lines : {2784, 2800, 2816}) {
    const std::string file = folder / "tall.m2v";
    ASSERT_TRUE(ffmpeg("-f lavfi -i testsrc2=size=32x" + std::to_string(lines) +
                       ":rate=25:duration=0.08 -c:v mpeg2video -flags +ildct+ilme -f mpeg2video " + file));
    const std::string content = read_file(file);
    for (const PictureUnit& unit : split({content.begin(), content.end()})) {
      EXPECT_EQ(std::ranges::count(parse_macroblocks(unit).slices, true, &MacroblockSlice::damaged), 0) << lines;
    }
  }
}

TEST(Variants, HaveNames) {
  EXPECT_EQ(find_variant("causal")->config.method, ShapingMethod::kCausal);
  EXPECT_FALSE(find_variant("none").has_value());
}

}  // namespace
}  // namespace counterpoint::mpeg
