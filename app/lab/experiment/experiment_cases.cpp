// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/experiment/experiment_cases.h"

#include <algorithm>
#include <utility>

namespace counterpoint {
namespace {

constexpr std::size_t kMaxCases = 200;

/// One element of the file's "cases".
struct Case {
  std::string name;
  std::vector<std::pair<std::string, OrderedJson>> values;  ///< Values by JSON pointer.
};

/// Replaces a value, or adds one that had its default.
void set_value(OrderedJson& json, const std::string& pointer, const OrderedJson& value, const std::string& at,
               JsonProblem& problem) {
  try {
    const OrderedJson::json_pointer target(pointer);
    if (json.contains(target)) {
      json.at(target) = value;
      return;
    }
    const bool has_parent = !target.empty() && json.contains(target.parent_pointer());
    OrderedJson* parent = has_parent ? &json.at(target.parent_pointer()) : nullptr;
    if (parent != nullptr && parent->is_object()) {
      (*parent)[target.back()] = value;
    } else if (parent != nullptr && parent->is_array() && target.back() == "-") {
      parent->push_back(value);
    } else {
      problem.report(at, "points at nothing");
    }
  } catch (const OrderedJson::exception&) {
    problem.report(at, "is no JSON pointer, as in \"/links/0/forward\"");
  }
}

std::vector<Case> take_cases(OrderedJson& json, JsonProblem& problem) {
  std::vector<Case> cases;
  if (!json.is_object() || !json.contains("cases")) return {Case{}};
  const OrderedJson whole = {{"cases", json["cases"]}};
  json.erase("cases");
  JsonFields fields(whole, "", problem);
  fields.for_each("cases", kMaxCases, [&](const OrderedJson& one, const std::string& at) {
    JsonFields of_case(one, at, problem);
    Case read{.name = of_case.need("name", name_field(".")), .values = {}};
    if (const OrderedJson* set = of_case.find("set")) {
      if (!set->is_object()) of_case.report("set", quoted_json(*set) + ": expected an object { ... }");
      if (set->is_object()) {
        for (const auto& [pointer, value] : set->items()) read.values.emplace_back(pointer, value);
      }
    }
    of_case.finish();
    if (std::ranges::any_of(cases, [&](const Case& other) { return other.name == read.name; })) {
      of_case.report("name", "\"" + read.name + "\" is there twice");
    }
    cases.push_back(std::move(read));
  });
  if (cases.empty()) problem.report("/cases", "is empty: leave it out, or give one");
  return cases;
}

}  // namespace

Result<std::vector<ExperimentCase>> split_cases(OrderedJson file) {
  JsonProblem problem;
  const std::vector<Case> cases = take_cases(file, problem);
  std::vector<ExperimentCase> split;
  for (std::size_t i = 0; i < cases.size() && !problem.found(); ++i) {
    split.push_back({.name = cases[i].name, .json = file});
    for (const auto& [pointer, value] : cases[i].values) {
      const std::string at = "/cases/" + std::to_string(i) + "/set/" + pointer_step(pointer);
      set_value(split.back().json, pointer, value, at, problem);
    }
  }
  if (problem.found()) return problem.error();
  return split;
}

}  // namespace counterpoint
