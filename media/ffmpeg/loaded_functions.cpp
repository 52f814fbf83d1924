// SPDX-License-Identifier: GPL-3.0-or-later
// The functions of libavformat and libavcodec, under their own names. These two bring 90 other libraries, which take
// longer to load than most commands to run. So the first call of a function loads them, and the program is not linked
// with them; it ends when they are missing, as it does with other libraries.
#include <dlfcn.h>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

extern "C" {
#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/macros.h>
}

namespace {

/// The address of `name` in libavformat or, as it depends on that, in libavcodec.
void* find(const char* name) {
  static void* const library =
      dlopen("libavformat.so." AV_STRINGIFY(LIBAVFORMAT_VERSION_MAJOR), RTLD_LAZY | RTLD_LOCAL);
  void* const function = library != nullptr ? dlsym(library, name) : nullptr;
  if (function == nullptr) {
    std::fprintf(stderr, "%s; install FFmpeg's libraries\n", dlerror());
    std::_Exit(EXIT_FAILURE);
  }
  return function;
}

/// Calls the library's function of the type of `kFunction`.
template <auto kFunction, typename... Arguments>
auto call(const char* name, Arguments... arguments) {
  static const auto function = reinterpret_cast<decltype(kFunction)>(find(name));
  return function(arguments...);
}

}  // namespace

// libavformat

AVFormatContext* avformat_alloc_context() { return call<avformat_alloc_context>(__func__); }
void avformat_free_context(AVFormatContext* format) { call<avformat_free_context>(__func__, format); }
int avformat_open_input(AVFormatContext** format, const char* url, const AVInputFormat* kind, AVDictionary** options) {
  return call<avformat_open_input>(__func__, format, url, kind, options);
}
void avformat_close_input(AVFormatContext** format) { call<avformat_close_input>(__func__, format); }
int avformat_find_stream_info(AVFormatContext* format, AVDictionary** options) {
  return call<avformat_find_stream_info>(__func__, format, options);
}
const AVInputFormat* av_find_input_format(const char* name) { return call<av_find_input_format>(__func__, name); }
int av_find_best_stream(AVFormatContext* format, AVMediaType type, int wanted, int related, const AVCodec** decoder,
                        int flags) {
  return call<av_find_best_stream>(__func__, format, type, wanted, related, decoder, flags);
}
AVProgram* av_find_program_from_stream(AVFormatContext* format, AVProgram* last, int stream) {
  return call<av_find_program_from_stream>(__func__, format, last, stream);
}
std::uint8_t* av_stream_get_side_data(const AVStream* stream, AVPacketSideDataType type, std::size_t* size) {
  return call<av_stream_get_side_data>(__func__, stream, type, size);
}
int av_read_frame(AVFormatContext* format, AVPacket* packet) { return call<av_read_frame>(__func__, format, packet); }
int av_seek_frame(AVFormatContext* format, int stream, std::int64_t time, int flags) {
  return call<av_seek_frame>(__func__, format, stream, time, flags);
}
int avformat_alloc_output_context2(AVFormatContext** format, const AVOutputFormat* kind, const char* kind_name,
                                   const char* url) {
  return call<avformat_alloc_output_context2>(__func__, format, kind, kind_name, url);
}
AVStream* avformat_new_stream(AVFormatContext* format, const AVCodec* codec) {
  return call<avformat_new_stream>(__func__, format, codec);
}
int avformat_write_header(AVFormatContext* format, AVDictionary** options) {
  return call<avformat_write_header>(__func__, format, options);
}
int av_interleaved_write_frame(AVFormatContext* format, AVPacket* packet) {
  return call<av_interleaved_write_frame>(__func__, format, packet);
}
int av_write_trailer(AVFormatContext* format) { return call<av_write_trailer>(__func__, format); }
int avio_open(AVIOContext** io, const char* url, int flags) { return call<avio_open>(__func__, io, url, flags); }
int avio_closep(AVIOContext** io) { return call<avio_closep>(__func__, io); }
std::int64_t avio_seek(AVIOContext* io, std::int64_t offset, int whence) {
  return call<avio_seek>(__func__, io, offset, whence);
}
std::int64_t avio_size(AVIOContext* io) { return call<avio_size>(__func__, io); }

// libavcodec

const AVCodec* avcodec_find_decoder(AVCodecID id) { return call<avcodec_find_decoder>(__func__, id); }
const AVCodecDescriptor* avcodec_descriptor_get(AVCodecID id) { return call<avcodec_descriptor_get>(__func__, id); }
const char* avcodec_get_name(AVCodecID id) { return call<avcodec_get_name>(__func__, id); }
AVCodecContext* avcodec_alloc_context3(const AVCodec* codec) { return call<avcodec_alloc_context3>(__func__, codec); }
void avcodec_free_context(AVCodecContext** context) { call<avcodec_free_context>(__func__, context); }
int avcodec_parameters_to_context(AVCodecContext* context, const AVCodecParameters* parameters) {
  return call<avcodec_parameters_to_context>(__func__, context, parameters);
}
int avcodec_open2(AVCodecContext* context, const AVCodec* codec, AVDictionary** options) {
  return call<avcodec_open2>(__func__, context, codec, options);
}
int avcodec_send_packet(AVCodecContext* context, const AVPacket* packet) {
  return call<avcodec_send_packet>(__func__, context, packet);
}
int avcodec_receive_frame(AVCodecContext* context, AVFrame* frame) {
  return call<avcodec_receive_frame>(__func__, context, frame);
}
void avcodec_flush_buffers(AVCodecContext* context) { call<avcodec_flush_buffers>(__func__, context); }
AVPacket* av_packet_alloc() { return call<av_packet_alloc>(__func__); }
void av_packet_free(AVPacket** packet) { call<av_packet_free>(__func__, packet); }
void av_packet_unref(AVPacket* packet) { call<av_packet_unref>(__func__, packet); }
int av_new_packet(AVPacket* packet, int size) { return call<av_new_packet>(__func__, packet, size); }
