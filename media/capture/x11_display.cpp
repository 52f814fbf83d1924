// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/capture/x11_display.h"

#include <xcb/composite.h>
#include <xcb/randr.h>
#include <xcb/xcb.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <span>
#include <string_view>
#include <utility>

namespace counterpoint {
namespace {

constexpr std::uint32_t kMaxWindows = 1024;
constexpr std::uint32_t kMaxNameWords = 64;  ///< They have 4 bytes each; longer names are cut.

struct DisconnectX11 {
  void operator()(xcb_connection_t* connection) const { xcb_disconnect(connection); }
};
struct FreeReply {
  // The replies of libxcb are allocated by malloc.
  void operator()(void* reply) const { std::free(reply); }  // NOLINT(cppcoreguidelines-no-malloc): the handle owns it.
};
template <typename T>
using ReplyHandle = std::unique_ptr<T, FreeReply>;

/// The items of a property, if they have the size of `T`.
template <typename T>
std::span<const T> items_of(const xcb_get_property_reply_t* reply) {
  if (reply == nullptr || reply->format != sizeof(T) * 8) return {};
  return {static_cast<const T*>(xcb_get_property_value(reply)),
          static_cast<std::size_t>(xcb_get_property_value_length(reply)) / sizeof(T)};
}

std::string hexadecimal(std::uint32_t number) {
  std::array<char, 16> text{};
  std::snprintf(text.data(), text.size(), "0x%x", number);
  return text.data();
}

}  // namespace

struct X11Display::State {
  std::unique_ptr<xcb_connection_t, DisconnectX11> connection;
  xcb_window_t root = 0;

  [[nodiscard]] xcb_connection_t* get() const { return connection.get(); }

  [[nodiscard]] xcb_atom_t atom(std::string_view name) const {
    const ReplyHandle<xcb_intern_atom_reply_t> reply(xcb_intern_atom_reply(
        get(), xcb_intern_atom(get(), 1, static_cast<std::uint16_t>(name.size()), name.data()), nullptr));
    return reply ? reply->atom : xcb_atom_t{XCB_ATOM_NONE};
  }

  [[nodiscard]] ReplyHandle<xcb_get_property_reply_t> property(xcb_window_t window, xcb_atom_t name,
                                                               std::uint32_t max_words) const {
    if (name == XCB_ATOM_NONE) return {};
    return ReplyHandle<xcb_get_property_reply_t>(xcb_get_property_reply(
        get(), xcb_get_property(get(), 0, window, name, XCB_GET_PROPERTY_TYPE_ANY, 0, max_words), nullptr));
  }

  [[nodiscard]] std::string window_name(xcb_window_t window) const {
    for (const auto name : {atom("_NET_WM_NAME"), static_cast<xcb_atom_t>(XCB_ATOM_WM_NAME)}) {
      const auto reply = property(window, name, kMaxNameWords);
      if (const auto text = items_of<char>(reply.get()); !text.empty()) return {text.begin(), text.end()};
    }
    return {};
  }

  void add_monitors(std::vector<DeviceInfo>& found) const {
    const ReplyHandle<xcb_randr_get_monitors_reply_t> reply(
        xcb_randr_get_monitors_reply(get(), xcb_randr_get_monitors(get(), root, 1), nullptr));
    if (!reply || reply->nMonitors < 2) return;
    int number = 0;
    for (auto at = xcb_randr_get_monitors_monitors_iterator(reply.get()); at.rem > 0;
         xcb_randr_monitor_info_next(&at)) {
      const xcb_randr_monitor_info_t& monitor = *at.data;
      const std::string place = std::to_string(monitor.width) + "x" + std::to_string(monitor.height) + "+" +
                                std::to_string(monitor.x) + "+" + std::to_string(monitor.y);
      found.push_back(
          {.kind = DeviceKind::kScreen,
           .name = "monitor:" + place,
           .description = message("Monitor %1, %2 pixels", ++number, pixels(monitor.width, monitor.height))});
    }
  }

  void add_windows(std::vector<DeviceInfo>& found) const {
    const auto list = property(root, atom("_NET_CLIENT_LIST"), kMaxWindows);
    for (const std::uint32_t window : items_of<std::uint32_t>(list.get())) {
      const std::string name = window_name(window);
      if (name.empty()) continue;
      found.push_back({.kind = DeviceKind::kScreen,
                       .name = "window:" + hexadecimal(window),
                       .description = Message::verbatim(name)});
    }
  }
};

X11Display::X11Display(std::unique_ptr<State> state) : state_(std::move(state)) {}
X11Display::~X11Display() = default;

Result<std::unique_ptr<X11Display>> X11Display::open(const std::string& name) {
  auto state = std::make_unique<State>();
  int number = 0;
  state->connection.reset(xcb_connect(name.empty() ? nullptr : name.c_str(), &number));
  auto screens = xcb_setup_roots_iterator(xcb_get_setup(state->get()));
  if (xcb_connection_has_error(state->get()) != 0) {
    return Error{ErrorKind::kUnavailable,
                 message({.terminal = "The X11 display \"%1\" cannot be reached; check DISPLAY",
                          .window = "The X11 display \"%1\" cannot be reached"},
                         name)};
  }
  for (; number > 0 && screens.rem > 1; --number) xcb_screen_next(&screens);
  state->root = screens.data->root;
  return std::unique_ptr<X11Display>(new X11Display(std::move(state)));
}

std::vector<DeviceInfo> X11Display::list_screens() const {
  std::vector<DeviceInfo> found = {
      {.kind = DeviceKind::kScreen, .name = "screen", .description = message("The whole screen"), .is_default = true}};
  state_->add_monitors(found);
  state_->add_windows(found);
  return found;
}

std::optional<X11Display::Window> X11Display::find_window(WindowId window) const {
  const auto attributes = xcb_get_window_attributes(state_->get(), window);
  const auto geometry = xcb_get_geometry(state_->get(), window);
  const ReplyHandle<xcb_get_window_attributes_reply_t> shown(
      xcb_get_window_attributes_reply(state_->get(), attributes, nullptr));
  const ReplyHandle<xcb_get_geometry_reply_t> place(xcb_get_geometry_reply(state_->get(), geometry, nullptr));
  if (!shown || !place) return std::nullopt;
  return Window{.size = {.width = place->width, .height = place->height},
                .viewable = shown->map_state == XCB_MAP_STATE_VIEWABLE};
}

void X11Display::keep_apart(WindowId window) const {
  const xcb_query_extension_reply_t* composite = xcb_get_extension_data(state_->get(), &xcb_composite_id);
  if (composite == nullptr || composite->present == 0) return;
  // The server wants to know the version first.
  const ReplyHandle<xcb_composite_query_version_reply_t> version(
      xcb_composite_query_version_reply(state_->get(), xcb_composite_query_version(state_->get(), 0, 2), nullptr));
  xcb_composite_redirect_window(state_->get(), window, XCB_COMPOSITE_REDIRECT_AUTOMATIC);
  xcb_flush(state_->get());
}

}  // namespace counterpoint
