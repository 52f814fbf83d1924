// SPDX-License-Identifier: GPL-3.0-or-later
#include <unistd.h>

#include <QCommandLineParser>
#include <algorithm>
#include <cstdio>
#include <map>
#include <optional>
#include <set>

#include "app/commands/common/call_flags.h"
#include "app/commands/common/commands.h"
#include "app/commands/common/mode_text.h"
#include "app/commands/lab/lab_run.h"
#include "app/files/clip_name.h"
#include "app/files/state_folder.h"
#include "app/files/version.h"
#include "app/lab/experiment/experiment_file.h"
#include "app/lab/experiment/lab_modes.h"
#include "app/lab/experiment/nearest_name.h"
#include "app/lab/experiment/path_distribution.h"
#include "app/lab/levels.h"
#include "app/lab/metrics/metrics.h"
#include "core/adaptation/mode/mode.h"
#include "media/capture/video_source_factory.h"
#include "media/clip/clip_reader.h"

namespace counterpoint {
namespace {

constexpr std::size_t kMaxRuns = 10'000;
constexpr std::uint64_t kMaxJobs = 256;

Error wrong(const Message& message) { return {ErrorKind::kInvalidArgument, message}; }

/// The values of a table, as words.
template <typename Table>
std::vector<std::string> names_of(const Table& table) {
  std::vector<std::string> names;
  for (const auto& entry : table) names.emplace_back(entry.name);
  return names;
}

std::string one_of(const std::vector<std::string>& names) {
  std::string text = "expected ";
  for (std::size_t i = 0; i < names.size(); ++i)
    text += (i == 0 ? "" : i + 1 < names.size() ? ", " : " or ") + names[i];
  return text;
}

std::string one_of_distributions() {
  const std::string text = one_of(names_of(path_distributions()));
  return text.substr(text.find(' ') + 1);
}

Result<std::uint64_t> whole_number(const QCommandLineParser& parser, const char* option, std::uint64_t max) {
  bool ok = false;
  const QString text = parser.value(option);
  const std::uint64_t number = text.toULongLong(&ok);
  if (ok && number >= 1 && number <= max) return number;
  return wrong("--" + std::string(option) + " " + text.toStdString() + ": expected a whole number from 1 to " +
               std::to_string(max));
}

/// The error for a name that no built-in experiment begins with: it proposes the nearest name rather than all.
Error unknown_experiment(const std::string& name) {
  std::vector<std::string> known;
  for (const BuiltInExperiment& experiment : built_in_experiments()) known.emplace_back(experiment.name);
  for (const PathDistribution& distribution : path_distributions()) known.emplace_back(distribution.name);
  const std::optional<std::string> meant = nearest_name(name.substr(0, name.find('/')), known);
  return wrong("there is no experiment \"" + name + "\"" + (meant ? "; did you mean \"" + *meant + "\"?" : ";") +
               " 'lab list' shows the built-in ones, and names of files end in .json");
}

Result<std::vector<Experiment>> find_named(const std::string& name) {
  Result<std::vector<Experiment>> found = find_experiments(name);
  const std::string base = name.substr(0, name.find('/'));
  const std::vector<BuiltInExperiment> known = built_in_experiments();
  const bool begins = std::ranges::any_of(known, [&](const auto& one) { return one.name == base; }) ||
                      find_distribution(base) != nullptr;
  if (found || name.ends_with(".json") || begins) return found;
  return unknown_experiment(name);
}

/// All experiments that the names mean, each once.
Result<std::vector<Experiment>> experiments_of(const QStringList& names) {
  if (names.isEmpty()) return wrong("NAME is missing: 'lab list' shows the experiments");
  std::vector<Experiment> experiments;
  for (const QString& name : names) {
    Result<std::vector<Experiment>> found = find_named(name.toStdString());
    if (!found) return wrong(found.error().message);
    for (Experiment& experiment : *found) {
      const auto known = std::ranges::find(experiments, experiment.full_name(), &Experiment::full_name);
      if (known != experiments.end() && *known != experiment) {
        return wrong("two different experiments are called \"" + experiment.full_name() +
                     "\": run one after the other");
      }
      if (known != experiments.end()) continue;
      if (Result<void> checked = check_expectations(experiment); !checked) return checked.error();
      experiments.push_back(std::move(experiment));
    }
  }
  return experiments;
}

/// True if the arguments ask for draws of a distribution.
bool asks_for_draws(const QCommandLineParser& parser) {
  const QStringList names = parser.positionalArguments();
  return std::ranges::any_of(names,
                             [](const QString& name) { return find_distribution(name.toStdString()) != nullptr; });
}

/// The draws that are asked for: from --seed on, as many as --draws says.
Result<std::vector<Experiment>> draws_of(const QCommandLineParser& parser) {
  const std::string name = parser.positionalArguments()[0].toStdString();
  const PathDistribution* distribution = find_distribution(name);
  if (distribution == nullptr || parser.positionalArguments().size() > 1) {
    return wrong("a distribution of paths is run alone, without other experiments");
  }
  if (parser.isSet("seeds")) return wrong("--seeds does not go with " + name);
  if (parser.value("level") != "sim") return wrong(name + " is run at --level sim alone");
  const Result<std::uint64_t> draws = whole_number(parser, "draws", kMaxRuns);
  if (!draws) return draws.error();
  const Result<std::uint64_t> first = whole_number(parser, "seed", std::numeric_limits<std::uint32_t>::max());
  if (!first) return first.error();
  std::vector<Experiment> experiments;
  for (std::uint64_t number = *first; number < *first + *draws; ++number) {
    experiments.push_back(drawn_experiment(*distribution, number));
    // The paths are drawn again when it is their turn: those of thousands of runs are too much to hold.
    for (LabLink& link : experiments.back().links) link.forward.steps.clear();
  }
  return experiments;
}

Result<std::vector<std::string>> modes_of(const QStringList& given) {
  const std::vector<std::string> known = names_of(lab_modes());
  std::vector<std::string> modes;
  for (const QString& text : given) {
    const std::string mode = text.toStdString();
    if (std::ranges::find(known, mode) == known.end()) return wrong("--mode " + mode + ": " + one_of(known));
    if (std::ranges::find(modes, mode) == modes.end()) modes.push_back(mode);
  }
  return modes;
}

/// Sets the parameters of `--parameter MODE.NAME=VALUE`, over those of the experiments.
Result<void> set_parameters(const QStringList& given, std::vector<Experiment>& experiments) {
  std::map<std::string, ParameterValues> parameters;
  for (const QString& text : given) {
    const Mode* mode = find_mode(text.section('.', 0, 0).toStdString());
    const auto parameter = read_parameter(text.section('.', 1));
    if (mode == nullptr || !parameter) {
      return wrong("--parameter " + text.toStdString() + ": expected MODE.NAME=NUMBER, as counterpoint-cli modes has");
    }
    if (auto checked = check_parameters(parameters_of(*mode), {*parameter}); !checked) {
      return wrong("--parameter " + text.toStdString() + ": " + checked.error().message.text());
    }
    parameters[std::string(mode->name)].insert_or_assign(parameter->first, parameter->second);
  }
  for (Experiment& experiment : experiments) {
    for (const auto& [mode, values] : parameters) {
      for (const auto& [name, value] : values) experiment.parameters[mode][name] = value;
    }
  }
  return {};
}

/// "rfc8867-5.6.queue-300ms-fixed-sim-3"
std::string folder_name(const RunHeader& run) {
  std::string name = run.experiment.full_name() + "-" + run.mode + "-" + run.level + "-" + std::to_string(run.seed);
  std::ranges::replace(name, '/', '.');
  return name;
}

/// A name of the runs for people: that of the one experiment or group, or of the file.
std::string title_of(const QStringList& names) {
  if (names.size() > 1) return "experiments";
  std::string title = std::filesystem::path(names[0].toStdString()).stem().string();
  if (!names[0].endsWith(".json")) title = names[0].toStdString();
  std::ranges::replace(title, '/', '.');
  return title;
}

Result<std::filesystem::path> output_of(const QCommandLineParser& parser) {
  if (!parser.isSet("output")) return new_lab_folder(title_of(parser.positionalArguments()));
  std::error_code error;
  const std::filesystem::path output = std::filesystem::absolute(parser.value("output").toStdString(), error);
  if (parser.value("output").isEmpty() || error) {
    return wrong("--output '" + parser.value("output").toStdString() + "': expected the name of a folder");
  }
  if (std::filesystem::is_directory(output, error) && std::filesystem::is_empty(output, error)) return output;
  if (std::filesystem::exists(output, error)) {
    return wrong("--output " + output.string() + " is there already: choose a new or an empty folder");
  }
  std::filesystem::create_directories(output, error);
  if (error) return wrong("--output " + output.string() + " cannot be made: " + error.message());
  return output;
}

Result<void> check_camera(const QCommandLineParser& parser) {
  if (!parser.isSet("camera")) return {};
  if (!parser.isSet("real-encoder")) return wrong("--camera goes with --real-encoder");
  const std::string name = parser.value("camera").toStdString();
  if (const auto clip = clip_named_by(name)) {
    const auto reader = ClipReader::open(*clip);
    return reader ? Result<void>() : wrong("--camera: " + reader.error().message.text());
  }
  const auto camera = open_video_source({.name = name}, [] { return Timestamp{}; });
  return camera ? Result<void>() : wrong("--camera: " + camera.error().message.text());
}

/// The camera for the real encoder as an absolute path, so that it is found from anywhere; empty without that encoder.
std::string camera_of(const QCommandLineParser& parser) {
  if (!parser.isSet("real-encoder")) return {};
  const QString name = parser.value("camera");
  const auto clip = clip_named_by(name.toStdString());
  if (clip) return "clip:" + std::filesystem::absolute(*clip).string();
  const std::filesystem::path path = name.toStdString();
  std::error_code error;
  const bool is_file =
      !QStringList{"test-card", "screen", "camera"}.contains(name) && std::filesystem::is_regular_file(path, error);
  const std::filesystem::path absolute = is_file ? std::filesystem::absolute(path, error) : path;
  return error ? path.string() : absolute.string();
}

/// The modes of --mode; for draws by default all of the program's.
QStringList modes_asked_for(const QCommandLineParser& parser) {
  if (!asks_for_draws(parser) || parser.isSet("mode")) return parser.values("mode");
  QStringList all;
  for (const Mode& mode : modes()) all << QString::fromUtf8(mode.name.data(), static_cast<qsizetype>(mode.name.size()));
  return all;
}

/// One request a mode and seed of each experiment, without folders yet.
Result<std::vector<RunRequest>> requests_of(const QCommandLineParser& parser, const std::string& level) {
  const bool draws = asks_for_draws(parser);
  if (parser.isSet("draws") && !draws) return wrong("--draws goes with " + one_of_distributions());
  Result<std::vector<Experiment>> experiments = draws ? draws_of(parser) : experiments_of(parser.positionalArguments());
  if (!experiments) return experiments.error();
  if (auto set = set_parameters(parser.values("parameter"), *experiments); !set) return set.error();
  const Result<std::vector<std::string>> modes = modes_of(modes_asked_for(parser));
  if (!modes) return modes.error();
  const Result<std::uint64_t> seeds = whole_number(parser, "seeds", kMaxRuns);
  if (!seeds) return seeds.error();
  // The number of a draw is its seed: each is run once.
  const Result<std::uint64_t> first =
      draws ? Result<std::uint64_t>(1) : whole_number(parser, "seed", std::numeric_limits<std::uint32_t>::max());
  if (!first) return first.error();
  if (experiments->size() * modes->size() * *seeds > kMaxRuns) {
    return wrong("that would be more than " + std::to_string(kMaxRuns) + " runs: ask for fewer --" +
                 (draws ? "draws" : "seeds"));
  }
  const std::string camera = camera_of(parser);
  std::vector<RunRequest> requests;
  for (const Experiment& experiment : *experiments) {
    for (const std::string& mode : *modes) {
      for (std::uint64_t seed = *first; seed < *first + *seeds; ++seed) {
        requests.push_back({.header = {.experiment = experiment,
                                       .mode = mode,
                                       .level = level,
                                       .seed = seed,
                                       .real_encoder = parser.isSet("real-encoder"),
                                       .camera = camera,
                                       .program = std::string("counterpoint ") + kVersion},
                            .camera = camera});
      }
    }
  }
  return requests;
}

Result<LabRunPlan> plan_of(const QCommandLineParser& parser) {
  LabRunPlan plan{.level = find_level(parser.value("level").toStdString()),
                  .json = parser.isSet("json"),
                  .compares_draws = asks_for_draws(parser)};
  if (plan.level == nullptr) {
    return wrong("--level " + parser.value("level").toStdString() + ": " + one_of(names_of(levels())));
  }
  Result<std::vector<RunRequest>> requests = requests_of(parser, std::string(plan.level->name));
  if (!requests) return requests.error();
  const Result<std::uint64_t> jobs = whole_number(parser, "jobs", kMaxJobs);
  if (!jobs) return jobs.error();
  if (Result<void> checked = check_camera(parser); !checked) return checked.error();
  for (const RunRequest& request : *requests) {
    if (Result<void> checked = plan.level->check(request.header); !checked) {
      return Error{checked.error().kind, request.header.experiment.full_name() + ": " + checked.error().message.text()};
    }
  }
  const Result<std::filesystem::path> output = output_of(parser);
  if (!output) return output.error();
  plan.output = *output;
  plan.jobs = static_cast<std::size_t>(*jobs);
  plan.requests = std::move(*requests);
  for (RunRequest& request : plan.requests) request.folder = {plan.output / folder_name(request.header)};
  return plan;
}

void add_options(QCommandLineParser& parser) {
  parser.setApplicationDescription("Runs experiments, judges them, and leaves logs and a report.");
  parser.addHelpOption();
  parser.addPositionalArgument(
      "NAME...",
      "Experiments, cases (NAME/CASE), groups (rfc8867) or files (FILE.json); or one distribution of paths: " +
          QString::fromStdString(one_of_distributions()) + ".");
  const QString cores = QString::number(std::max(1L, sysconf(_SC_NPROCESSORS_ONLN)));
  parser.addOptions({
      {"mode",
       "How media are sent; may be given several times: " + QString::fromStdString(one_of(names_of(lab_modes()))) + ".",
       "MODE", "fixed"},
      {"parameter", "One of a mode; may be given several times.", "MODE.NAME=VALUE"},
      {"seeds", "How many runs of each, with seeds one after another.", "N", "1"},
      {"seed", "The first seed; of a distribution, the first draw.", "N", "1"},
      {"draws", "How many paths to draw from a distribution, each for all modes.", "N", "20"},
      {"level", "Where: " + QString::fromStdString(one_of(names_of(levels()))) + ".", "LEVEL", "sim"},
      {"jobs", "How many runs at once, where they do not disturb each other.", "N", cores},
      {"output", "A new or empty folder for logs and report.", "FOLDER"},
      {"real-encoder", "Encode pictures and sound, rather than frames of known size."},
      {"camera", "Pictures for the real encoder: a file, or test-card; clip:FILE is played as it is stored.", "NAME",
       "test-card"},
      {"json", "Print the results as JSON, and nothing else."},
  });
}

}  // namespace

int lab_run_command(const QStringList& arguments) {
  QCommandLineParser parser;
  add_options(parser);
  if (!parser.parse(arguments)) return report_wrong_use("lab run", parser.errorText().toStdString());
  if (parser.isSet("help")) return std::fputs(qPrintable(parser.helpText()), stdout), kExitFine;
  const Result<LabRunPlan> plan = plan_of(parser);
  if (plan) return plan->compares_draws ? compare_draws(*plan) : carry_out(*plan);
  if (plan.error().kind == ErrorKind::kInvalidArgument) return report_wrong_use("lab run", plan.error().message);
  std::fprintf(stderr, "counterpoint-cli lab run: %s\n", plan.error().message.text().c_str());
  return kExitCannotRun;
}

}  // namespace counterpoint
