// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/codec/vpx_encoder.h"

#include <vpx/vp8cx.h>
#include <vpx/vpx_encoder.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

#include "media/codec/frame_reduction.h"
#include "media/codec/loop_filter.h"
#include "media/codec/vp8_header.h"
#include "media/codec/vpx_context.h"
#include "media/frame/picture_scaling.h"

namespace counterpoint {
namespace {

constexpr int kMaxEncoderThreads = 16;
constexpr int kMaxSpeedVp8 = 16;
constexpr int kMaxSpeedVp9 = 9;
constexpr int kTicksPerSecond = 90'000;
constexpr double kMinFrameRate = 1;
constexpr double kMaxFrameRate = 240;
/// Keeps libvpx's 32-bit sums of bits from overflowing.
constexpr DataRate kMaxRate = DataRate::kilobits_per_second(200'000);
/// Size errors are corrected over at least one frame.
constexpr double kMinBufferFrames = 1;
/// Excess of a key frame over a mean frame, as a share of a second of video: no second may be off by more than a tenth.
constexpr double kKeyFrameShare = 0.08;
/// The quantisers of libvpx by which a frame gets half as large, about.
constexpr double kQuantizersToHalve = 12;
/// Maximum decrease of the quantiser after a frame of the wanted size, and the further decrease after an empty one:
/// libvpx takes too large a step after a key frame, after a frame that hardly moves, and when it begins to code noise,
/// and then oscillates.
constexpr double kFiner = 2;
constexpr double kFinerForLess = 4;
/// Maximum increase of the quantiser, in addition to the increase that a too large frame calls for.
constexpr double kCoarser = 8;
/// The range is 0 to 63. Below 2, bits buy nothing that can be seen; 63, since the rate has to be held at any price.
constexpr unsigned kMinQuantizer = 2;
constexpr unsigned kMaxQuantizer = 63;
/// A speed of VP8 at which libvpx searches all levels of the loop filter, as it does below and at 4, but not at 3 and
/// from 5 on.
constexpr int kFilterSearchSpeed = 2;
/// A frame that refers to the last one alone, and changes nothing which another might refer to.
constexpr vpx_enc_frame_flags_t kNonReferenceFlags = VP8_EFLAG_NO_REF_GF | VP8_EFLAG_NO_REF_ARF |
                                                     VP8_EFLAG_NO_UPD_LAST | VP8_EFLAG_NO_UPD_GF |
                                                     VP8_EFLAG_NO_UPD_ARF | VP8_EFLAG_NO_UPD_ENTROPY;
/// The speeds for frames of up to an area, in ascending order.
struct SpeedsOfArea {
  std::int64_t max_area;
  int vp8;
  int fast_vp8;      ///< The fast search has this one; VP9 has no such search.
  double fast_time;  ///< VideoEncoder::fast_search_time().
  int vp9;
};
/// Measured (docs/decisions/0003): small frames take little time, and with few bits the better search pays most. The
/// rate of the smallest ones is kept better without it.
constexpr SpeedsOfArea kSpeeds[] = {{std::int64_t{160} * 90, 6, 10, 0.3, 8},
                                    {std::int64_t{480} * 270, 2, 10, 0.3, 8},
                                    {std::int64_t{640} * 360, 4, 10, 0.3, 8},
                                    {std::numeric_limits<std::int64_t>::max(), 10, 13, 0.9, 9}};

const SpeedsOfArea& speeds_for(Resolution size) {
  return *std::ranges::find_if(kSpeeds, [&size](const SpeedsOfArea& each) { return size.area() <= each.max_area; });
}

int floor_log2(int n) {
  int log = 0;
  while (n >> (log + 1) != 0) ++log;
  return log;
}

/// Maximum size of a key frame, in mean frames.
double max_frames_in_key_frame(const OperatingPoint& point) {
  return 1 + kKeyFrameShare * point.frame_rate.per_second();
}

Result<void> check(const VideoFrame& frame, const OperatingPoint& point) {
  const double rate = point.frame_rate.per_second();
  if (!frame.buffer) return Error{ErrorKind::kInvalidArgument, "there is no picture to encode"};
  if (!(rate >= kMinFrameRate && rate <= kMaxFrameRate)) {
    return Error{ErrorKind::kInvalidArgument, "the frame rate to encode for must be 1 to 240 frames/s"};
  }
  if (point.frame_size <= DataSize{}) return Error{ErrorKind::kInvalidArgument, "the frame size must be above zero"};
  if (point.resolution.width < 2 || point.resolution.height < 2) {
    return Error{ErrorKind::kInvalidArgument, "the picture size must be at least 2x2"};
  }
  return {};
}

/// Range of quantisers offered to libvpx.
struct QuantizerRange {
  unsigned finest = kMinQuantizer;
  unsigned coarsest = kMaxQuantizer;
  bool operator==(const QuantizerRange&) const = default;
};

/// The frame encoded last; of size 0 before the first.
struct LastFrame {
  DataSize size;
  int quantizer = 0;
  bool key_frame = false;
  bool non_reference = false;
};

class VpxEncoder final : public VideoEncoder {
 public:
  explicit VpxEncoder(const VpxEncoderConfig& config) : config_(config) {
    if (config_.deterministic) config_.threads = 1;
  }

  Result<EncodedVideoFrame> encode(const VideoFrame& frame, const OperatingPoint& point, bool key_frame) override {
    if (const auto checked = check(frame, point); !checked) return checked.error();
    Result<EncodedVideoFrame> encoded = encode_once(frame, point, key_frame);
    // A key frame needs no other frame, so one that got too large is made again, coarser or smaller.
    while (encoded && encoded->key_frame && make_smaller(encoded->data.size(), point)) {
      encoded = encode_once(frame, point, true);
    }
    if (!encoded) return encoded;
    fixed_quantizer_.reset();
    if (config_.codec == VideoCodec::kVp8) {
      const Vp8Header header = parse_vp8_header(encoded->data).value_or(Vp8Header{});
      // libvpx keeps some of the frames that were to leave nothing behind.
      encoded->non_reference = header.non_reference;
      filter_.handle_frame(header.loop_filter_level, point.frame_rate.interval());
    }
    last_ = {.size = DataSize::bytes(static_cast<std::int64_t>(encoded->data.size())),
             .quantizer = last_quantizer(),
             .key_frame = encoded->key_frame,
             .non_reference = encoded->non_reference};
    reduction_.handle_frame(last_.size, last_.key_frame, last_.quantizer, point);
    return encoded;
  }

  [[nodiscard]] std::optional<double> fast_search_time() const override {
    const bool has = config_.codec == VideoCodec::kVp8 && !config_.speed.has_value();
    return has ? std::optional(speeds_for(size_).fast_time) : std::nullopt;
  }
  void set_fast_search(bool fast) override { fast_search_ = fast && fast_search_time(); }
  void set_temporal_layers(bool layers) override { layers_ = layers && config_.codec == VideoCodec::kVp8; }
  void set_content_hint(ContentHint hint) override { reduction_.set_text(hint == ContentHint::kText); }

 private:
  [[nodiscard]] vpx_codec_iface_t* interface() const {
    return config_.codec == VideoCodec::kVp8 ? vpx_codec_vp8_cx() : vpx_codec_vp9_cx();
  }

  Result<EncodedVideoFrame> encode_once(const VideoFrame& frame, const OperatingPoint& point, bool key_frame) {
    const Resolution bound = reduction_.reduce(fit_size(frame.buffer->size(), point.resolution), point);
    const auto picture = scale_to_fit(frame.buffer, bound);
    if (const auto configured = configure(picture->size(), point); !configured) return configured.error();
    const auto ticks = std::max<std::int64_t>(std::llround(kTicksPerSecond / point.frame_rate.per_second()), 1);
    vpx_image_t image = wrap(*picture);
    set_speed(speed_for(picture->size()));
    const bool wants_key_frame = key_frame || needs_key_frame_;
    const bool upper = layers_ && !last_.non_reference && !wants_key_frame;
    const auto status = vpx_codec_encode(context_.get(), &image, next_tick_, static_cast<unsigned long>(ticks),
                                         wants_key_frame ? VPX_EFLAG_FORCE_KF
                                         : upper         ? kNonReferenceFlags
                                                         : vpx_enc_frame_flags_t{0},
                                         VPX_DL_REALTIME);
    if (status != VPX_CODEC_OK) {
      const Error error{ErrorKind::kInternal, "the video encoder failed: " + vpx_error_text(context_.get())};
      context_.reset();
      return error;
    }
    next_tick_ += ticks;
    return take_output(picture->size(), frame.at);
  }

  /// Sets the encoder to make a key frame of `bytes` smaller, if it is too large: coarser, and where nothing coarser is
  /// left, and it would take long to send, as a smaller picture. True if it has to be encoded again.
  bool make_smaller(std::size_t bytes, const OperatingPoint& point) {
    const double ratio =
        static_cast<double>(bytes) / static_cast<double>(point.frame_size.bytes()) / max_frames_in_key_frame(point);
    if (ratio <= 1) return false;
    const int used = last_quantizer();
    if (used < static_cast<int>(kMaxQuantizer)) {
      const auto steps = static_cast<unsigned>(std::ceil(kQuantizersToHalve * std::log2(ratio))) + 1;
      fixed_quantizer_ = std::min(static_cast<unsigned>(used) + steps, kMaxQuantizer);
    } else {
      const DataSize made = DataSize::bytes(static_cast<std::int64_t>(bytes));
      if (reduction_.accepts_key_frame(made) || !reduction_.step_down()) return false;
      fixed_quantizer_.reset();
    }
    // A new encoder does not have to make good what this one spent in vain.
    context_.reset();
    return true;
  }

  /// Makes the encoder follow `size` and `point`, at the cost of a key frame when that cannot be helped.
  Result<void> configure(Resolution size, const OperatingPoint& point) {
    const bool new_size = size != size_;
    const QuantizerRange quantizers = next_quantizers(point);
    if (context_ && !new_size && point == point_ && quantizers == quantizers_) return {};
    quantizers_ = quantizers;
    // A frame of new size has no reference in VP8. VP9 scales its references, but its buffers cannot grow.
    const bool grows = size.width > largest_.width || size.height > largest_.height;
    if (!context_ || (new_size && (config_.codec == VideoCodec::kVp8 || grows))) {
      if (const auto opened = open(size, point); !opened) return opened;
    } else {
      set_rate(point);
      settings_.g_w = static_cast<unsigned>(size.width);
      settings_.g_h = static_cast<unsigned>(size.height);
      if (vpx_codec_enc_config_set(context_.get(), &settings_) != VPX_CODEC_OK) {
        return Error{ErrorKind::kInternal,
                     "the video encoder refused an operating point: " + vpx_error_text(context_.get())};
      }
    }
    set_key_frame_limit(point);
    size_ = size;
    point_ = point;
    return {};
  }

  /// Those that libvpx may choose from for the next frame.
  [[nodiscard]] QuantizerRange next_quantizers(const OperatingPoint& point) const {
    if (fixed_quantizer_) return {.finest = *fixed_quantizer_, .coarsest = *fixed_quantizer_};
    // VP9 damps itself, and to be configured anew for each frame costs it half as much time again (decisions/0003).
    if (config_.codec == VideoCodec::kVp9 || last_.size <= DataSize()) return {};
    const double ratio = last_.size / point.frame_size;
    const double less = last_.key_frame ? 1 : std::clamp(1 - ratio, 0.0, 1.0);
    const double finest = last_.quantizer - kFiner - kFinerForLess * less;
    const double coarsest = last_.quantizer + kCoarser + kQuantizersToHalve * std::max(0.0, std::log2(ratio));
    const auto clamped = [](double quantizer) {
      return static_cast<unsigned>(std::clamp<double>(quantizer, kMinQuantizer, kMaxQuantizer));
    };
    return {.finest = clamped(finest), .coarsest = clamped(coarsest)};
  }

  void set_rate(const OperatingPoint& point) {
    const DataRate rate = std::min(point.video_rate(), kMaxRate);
    settings_.rc_target_bitrate = static_cast<unsigned>(std::max(std::lround(rate.kilobits_per_second()), 1L));
    const Duration buffer =
        std::max(config_.rate_buffer, from_seconds(kMinBufferFrames / point.frame_rate.per_second()));
    settings_.rc_buf_optimal_sz = static_cast<unsigned>(to_milliseconds(buffer));
    settings_.rc_buf_sz = 2 * settings_.rc_buf_optimal_sz;
    settings_.rc_buf_initial_sz = settings_.rc_buf_optimal_sz;
    settings_.rc_min_quantizer = quantizers_.finest;
    settings_.rc_max_quantizer = quantizers_.coarsest;
  }

  Result<void> open(Resolution size, const OperatingPoint& point) {
    context_.reset();
    if (vpx_codec_enc_config_default(interface(), &settings_, 0) != VPX_CODEC_OK) {
      return Error{ErrorKind::kInternal, "libvpx has no encoder for " + std::string(to_string(config_.codec))};
    }
    set_rate(point);
    settings_.g_w = static_cast<unsigned>(size.width);
    settings_.g_h = static_cast<unsigned>(size.height);
    settings_.g_threads = static_cast<unsigned>(config_.threads);
    settings_.g_timebase = {.num = 1, .den = kTicksPerSecond};
    settings_.g_lag_in_frames = 0;
    // Lost packets are sent again or answered with a key frame, so each frame may lean on the one before.
    settings_.g_error_resilient = 0;
    settings_.rc_end_usage = VPX_CBR;
    settings_.rc_dropframe_thresh = 0;
    settings_.rc_resize_allowed = 0;
    settings_.rc_undershoot_pct = 100;
    settings_.rc_overshoot_pct = 100;
    settings_.kf_mode = VPX_KF_DISABLED;

    auto context = std::make_unique<vpx_codec_ctx_t>();
    if (vpx_codec_enc_init(context.get(), interface(), &settings_, 0) != VPX_CODEC_OK) {
      return Error{ErrorKind::kInternal, "the video encoder cannot be made: " + vpx_error_text(context.get())};
    }
    context_.reset(context.release());
    largest_ = size;
    next_tick_ = 0;
    needs_key_frame_ = true;
    speed_.reset();
    set_controls();
    return {};
  }

  void set_controls() {
    auto* context = context_.get();
    // Leaves alone what does not change but for the camera's noise.
    vpx_codec_control(context, VP8E_SET_STATIC_THRESHOLD, 1);
    if (config_.codec == VideoCodec::kVp8) {
      vpx_codec_control(context, VP8E_SET_TOKEN_PARTITIONS, std::min(floor_log2(config_.threads), 3));
      vpx_codec_control(context, VP8E_SET_NOISE_SENSITIVITY, 0U);
      vpx_codec_control(context, VP8E_SET_SCREEN_CONTENT_MODE, 0U);
    } else {
      vpx_codec_control(context, VP9E_SET_TILE_COLUMNS, floor_log2(config_.threads));
      vpx_codec_control(context, VP9E_SET_ROW_MT, config_.threads > 1 ? 1U : 0U);
      vpx_codec_control(context, VP9E_SET_AQ_MODE, 3U);  // Refreshes a part of each frame in turn.
      vpx_codec_control(context, VP9E_SET_TUNE_CONTENT, VP9E_CONTENT_DEFAULT);
      vpx_codec_control(context, VP9E_SET_COLOR_SPACE, VPX_CS_BT_601);
    }
  }

  void set_key_frame_limit(const OperatingPoint& point) {
    const auto percent = static_cast<unsigned>(100 * max_frames_in_key_frame(point));
    vpx_codec_control(context_.get(), VP8E_SET_MAX_INTRA_BITRATE_PCT, percent);
  }

  /// Quantiser of the last encoded frame, 0 to 63.
  [[nodiscard]] int last_quantizer() const {
    int quantizer = 0;
    vpx_codec_control(context_.get(), VP8E_GET_LAST_QUANTIZER_64, &quantizer);
    return quantizer;
  }

  [[nodiscard]] int speed_for(Resolution size) const {
    const SpeedsOfArea& speeds = speeds_for(size);
    const int usual = config_.speed.value_or(config_.codec == VideoCodec::kVp8 ? speeds.vp8 : speeds.vp9);
    const int speed = fast_search_ ? speeds.fast_vp8 : usual;
    return filter_.wants_search() ? std::min(speed, kFilterSearchSpeed) : speed;
  }

  void set_speed(int speed) {
    if (speed_ == speed) return;
    speed_ = speed;
    // VP8 takes a positive number as leave to follow the clock, and a negative one as the speed itself.
    vpx_codec_control(context_.get(), VP8E_SET_CPUUSED, config_.codec == VideoCodec::kVp8 ? -speed : speed);
  }

  /// `frame` as libvpx sees it, which only ever reads it.
  static vpx_image_t wrap(const FrameBuffer& picture) {
    vpx_image_t image{};
    const Resolution size = picture.size();
    auto* data = const_cast<std::uint8_t*>(picture.data(0));
    vpx_img_wrap(&image, VPX_IMG_FMT_I420, static_cast<unsigned>(size.width), static_cast<unsigned>(size.height), 1,
                 data);
    for (int plane = 0; plane < 3; ++plane) {
      image.planes[plane] = const_cast<std::uint8_t*>(picture.data(plane));
      image.stride[plane] = picture.stride(plane);
    }
    return image;
  }

  Result<EncodedVideoFrame> take_output(Resolution size, Timestamp at) {
    EncodedVideoFrame encoded{.data = {}, .codec = config_.codec, .key_frame = false, .size = size, .captured_at = at};
    vpx_codec_iter_t iterator = nullptr;
    while (const vpx_codec_cx_pkt_t* packet = vpx_codec_get_cx_data(context_.get(), &iterator)) {
      if (packet->kind != VPX_CODEC_CX_FRAME_PKT) continue;
      const auto* begin = static_cast<const std::uint8_t*>(packet->data.frame.buf);
      encoded.data.insert(encoded.data.end(), begin, begin + packet->data.frame.sz);
      encoded.key_frame = encoded.key_frame || (packet->data.frame.flags & VPX_FRAME_IS_KEY) != 0;
    }
    if (encoded.data.empty()) return Error{ErrorKind::kInternal, "the video encoder gave nothing for a picture"};
    if (encoded.key_frame) needs_key_frame_ = false;
    return encoded;
  }

  VpxEncoderConfig config_;
  vpx_codec_enc_cfg_t settings_{};
  VpxContext context_;
  Resolution size_;
  Resolution largest_;  ///< The size the context was made for.
  OperatingPoint point_;
  FrameReduction reduction_;
  LoopFilterWatch filter_;  ///< Used with VP8 alone.
  LastFrame last_;
  QuantizerRange quantizers_;
  std::optional<int> speed_;                 ///< The context's.
  std::optional<unsigned> fixed_quantizer_;  ///< Set while a key frame is made again.
  /// The time of the next frame. It runs by the operating point's frame rate rather than by the frames' own times,
  /// so that each gets the same share of bits even from a camera that is slower or uneven.
  std::int64_t next_tick_ = 0;
  bool needs_key_frame_ = true;
  bool fast_search_ = false;
  bool layers_ = false;
};

}  // namespace

Result<std::unique_ptr<VideoEncoder>> make_vpx_encoder(const VpxEncoderConfig& config) {
  const int max_speed = config.codec == VideoCodec::kVp8 ? kMaxSpeedVp8 : kMaxSpeedVp9;
  if (config.threads < 1 || config.threads > kMaxEncoderThreads) {
    return Error{ErrorKind::kInvalidArgument, "a video encoder takes 1 to 16 threads"};
  }
  if (config.speed && (*config.speed < 0 || *config.speed > max_speed)) {
    return Error{ErrorKind::kInvalidArgument,
                 "the speed of " + std::string(to_string(config.codec)) + " must be 0 to " + std::to_string(max_speed)};
  }
  if (config.rate_buffer < 20ms || config.rate_buffer > 1s) {
    return Error{ErrorKind::kInvalidArgument, "the video rate buffer must be 20 ms to 1 s"};
  }
  return std::unique_ptr<VideoEncoder>(std::make_unique<VpxEncoder>(config));
}

}  // namespace counterpoint
