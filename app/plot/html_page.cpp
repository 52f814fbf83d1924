// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/plot/html_page.h"

namespace counterpoint {
namespace {

constexpr std::string_view kStyle = R"css(
:root { color-scheme: light dark;
  --paper: #ffffff; --card: #f6f7f9; --ink: #1a1d21; --soft: #59616b; --rule: #dde1e6; --grid: #e7eaee;
  --capacity: #8a939e; --good: #12743b; --bad: #b3261e;
  --c0: #0b62c4; --c1: #c2510c; --c2: #0d7a5f; --c3: #a8327f; --c4: #6a4bc4; --c5: #8a6d00; --c6: #0b7f95; --c7: #b3261e;
  --chosen: #0b7a65; --sent: #182030; --arrived: #c84000; --from-peer: #a330c0; --rate-limit: #740000;
  --packet-limit: #4028ef; }
@media (prefers-color-scheme: dark) { :root {
  --paper: #14171b; --card: #1c2025; --ink: #e8eaed; --soft: #a2abb6; --rule: #343a42; --grid: #2a2f36;
  --capacity: #7d8793; --good: #5fd08d; --bad: #ff8a80;
  --c0: #6cb0ff; --c1: #ffa565; --c2: #54d3b0; --c3: #f18fd0; --c4: #b39dff; --c5: #e0c353; --c6: #5fd0e6; --c7: #ff8a80;
  --chosen: #5ad1b3; --sent: #ffffb7; --arrived: #efaf40; --from-peer: #c748af; --rate-limit: #df4850;
  --packet-limit: #4870f7; } }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 1.5rem; max-width: 92rem; background: var(--paper); color: var(--ink);
  font: 15px/1.5 system-ui, "DejaVu Sans", sans-serif; }
h1 { font-size: 1.6rem; margin: 0 0 .25rem; } h2 { font-size: 1.2rem; margin: 2.5rem 0 .1rem; }
h3 { font-size: .95rem; margin: 1.2rem 0 .3rem; } p { margin: .2rem 0 .8rem; } .soft { color: var(--soft); }
code { font: .85em ui-monospace, "DejaVu Sans Mono", monospace; overflow-wrap: anywhere; }
.scroll { overflow-x: auto; } table { border-collapse: collapse; font-size: .85rem; font-variant-numeric: tabular-nums; }
th, td { padding: .25rem .7rem; text-align: right; border-bottom: 1px solid var(--rule); white-space: nowrap; }
table.overview { font-size: .8rem; } .overview th, .overview td { padding: .25rem .45rem; }
th { font-weight: 600; vertical-align: bottom; line-height: 1.25; }
thead th { white-space: normal; } th small { display: block; } th:first-child, td:first-child, .left { text-align: left; }
td.wraps { white-space: normal; }
th small, td small { font-weight: 400; color: var(--soft); } tbody tr:hover { background: var(--card); }
.good { color: var(--good); font-weight: 600; } .bad { color: var(--bad); font-weight: 600; }
details { margin: .6rem 0; border: 1px solid var(--rule); border-radius: 8px; }
summary { cursor: pointer; padding: .55rem .9rem; background: var(--card); border-radius: 8px; }
details[open] > summary { border-bottom: 1px solid var(--rule); border-radius: 8px 8px 0 0; }
.run { padding: .4rem .9rem 1rem; }
.plots { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 34rem), 1fr)); gap: .9rem 1.6rem; }
figure { margin: 0; min-width: 0; } figcaption { font-size: .9rem; font-weight: 600; }
.keys { display: flex; flex-wrap: wrap; gap: .05rem .9rem; font-size: .8rem; min-height: 1.2rem; }
.keys svg { width: 1.6rem; height: .6rem; margin-right: .3rem; }
.plots figure > svg { width: 100%; height: auto; display: block; }
svg text { fill: var(--soft); font: 12px system-ui, "DejaVu Sans", sans-serif; }
.grid { stroke: var(--grid); } .axis { stroke: var(--soft); }
.line { fill: none; stroke-width: 1.6; stroke-linejoin: round; } .thin { stroke-width: .8; }
.band { stroke: none; opacity: .22; } .dots { fill: none; stroke-linecap: round; } .faint { opacity: .45; }
.line.capacity { stroke: var(--capacity); stroke-width: 3.5; opacity: .75; } .line.other { stroke-dasharray: 9 5; }
.line.guide { stroke: var(--rule); stroke-width: 1; stroke-dasharray: 2 4; } .dots.ring { stroke: var(--ink); }
.line.tcp { stroke-dasharray: 6 3; } .line.short { stroke-dasharray: 3 2; } .line.cross { stroke-dasharray: 1.5 3; }
.c0 { stroke: var(--c0); } .c1 { stroke: var(--c1); } .c2 { stroke: var(--c2); } .c3 { stroke: var(--c3); }
.c4 { stroke: var(--c4); } .c5 { stroke: var(--c5); } .c6 { stroke: var(--c6); } .c7 { stroke: var(--c7); }
.chosen { stroke: var(--chosen); } .sent { stroke: var(--sent); } .arrived { stroke: var(--arrived); }
.from-peer { stroke: var(--from-peer); } .ink { stroke: var(--ink); } .line.wide { stroke-width: 3.2; }
.rate-limit { stroke: var(--rate-limit); } .packet-limit { stroke: var(--packet-limit); }
.line.rate-limit, .line.packet-limit { stroke-dasharray: 5 4; stroke-width: 1.2; }
.mode-change { stroke: var(--soft); stroke-dasharray: 2 2; } .band.set { fill: var(--soft); opacity: .18; }
.dots.set { stroke: var(--soft); }
.band.c0 { fill: var(--c0); } .band.c1 { fill: var(--c1); }
@media print { details { break-inside: avoid; } }
)css";

}  // namespace

std::string html_page(const std::string& title, const std::string& body) {
  std::string page = "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">";
  page +=
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">";
  page += "<title>" + title + "</title><style>";
  page += kStyle;
  page += "</style></head>\n<body>" + body + "</body></html>\n";
  return page;
}

}  // namespace counterpoint
