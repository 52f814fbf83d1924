// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/experiment/experiment_file.h"

#include <gmock/gmock.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "app/lab/experiment/lab_modes.h"
#include "app/lab/metrics/metrics_timeline.h"
#include "tests/support/test_folder.h"

namespace counterpoint {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using Json = nlohmann::ordered_json;

Json whole_example() {
  return Json::parse(R"({
    "name": "example-1.5", "title": "An example", "source": "Nobody, 1", "duration": "2m", "sample_interval": "100ms",
    "links": [
      {"name": "first", "forward": "rate=1M,delay=50ms,queue=300ms,at=40s:rate=2.5M", "backward": "rate=2M,loss=2%"},
      {"name": "second", "forward": "rate=3M,delay=7ms,jitter=2ms"}
    ],
    "flows": [
      {"name": "media", "kind": "media", "start": "5s", "stop": "119s", "min_rate": "100k", "max_rate": "2M",
       "start_rate": "300k", "fixed_rate": "700k", "audio_rate": "20.8k", "audio_packet_time": "60ms", "frame_rate": 29.97, "size": "352x288",
       "packet_size": "564B", "video_transport": "tcp",
       "pauses": [{"from": "40s", "to": "60s"}, {"from": "61s", "to": "62s"}], "both_ways": true},
      {"name": "ftp", "kind": "tcp", "links": ["second"], "direction": "backward", "access_delay": "12.5ms",
       "count": 3, "start": "1s", "stagger": "500ms", "variant": "cubic", "segment_size": "960B",
       "receive_window": "64kB", "transfers": {"least": "30kB", "most": "50kB", "mean_idle": "10s"}},
      {"name": "cross", "kind": "udp", "rate": "500k", "packet_size": "250B", "on": "2s", "off": "3s",
       "exponential": true}
    ],
    "expect": [
      {"metric": "utilisation", "from": "5s", "to": "30s", "at_least": 0.9, "at_most": 1.01, "modes": ["tcp", "2d"]},
      {"metric": "loss", "flow": "ftp-2", "at_most": 1}
    ]
  })");
}

Json with(const std::string& pointer, const Json& value) {
  Json json = whole_example();
  json[Json::json_pointer(pointer)] = value;
  return json;
}

std::string error_of(const std::string& text) {
  const auto experiments = parse_experiment(text, {});
  if (experiments) return "no error";
  EXPECT_EQ(experiments.error().kind, ErrorKind::kInvalidArgument);
  EXPECT_EQ(experiments.error().message.text().find('\n'), std::string::npos) << experiments.error().message;
  return experiments.error().message.text();
}
std::string error_of_json(const Json& json) { return error_of(json.dump()); }

TEST(ExperimentFile, ReadsEveryField) {
  Json json = whole_example();
  json["duration"] = "120s";
  const auto experiments = parse_experiment(json.dump(), {});
  ASSERT_TRUE(experiments) << experiments.error().message;
  ASSERT_EQ(experiments->size(), 1U);
  const Experiment& experiment = experiments->front();
  EXPECT_EQ(experiment.full_name(), "example-1.5");
  EXPECT_EQ(experiment.title, "An example");
  EXPECT_EQ(experiment.source, "Nobody, 1");
  EXPECT_EQ(experiment.duration, 120s);
  EXPECT_EQ(experiment.sample_interval, 100ms);
  ASSERT_EQ(experiment.links.size(), 2U);
  EXPECT_EQ(experiment.links[0].forward.rate, DataRate::kilobits_per_second(1000));
  ASSERT_EQ(experiment.links[0].forward.steps.size(), 1U);
  EXPECT_EQ(experiment.links[0].backward.loss, 0.02);
  // The way back has the delay of the way there, and nothing else of it.
  EXPECT_EQ(experiment.links[1].backward, PathConfig{.delay = 7ms});

  ASSERT_EQ(experiment.flows.size(), 5U);
  const LabFlow& media = experiment.flows[0];
  EXPECT_THAT(media.links, ElementsAre(0U, 1U));
  EXPECT_EQ(media.start, 5s);
  EXPECT_EQ(media.stop, 119s);
  const MediaLoad expected{.min_rate = DataRate::kilobits_per_second(100),
                           .max_rate = DataRate::kilobits_per_second(2000),
                           .start_rate = DataRate::kilobits_per_second(300),
                           .fixed_rate = DataRate::kilobits_per_second(700),
                           .audio_rate = DataRate::bits_per_second(20'800),
                           .audio_packet_time = 60ms,
                           .frame_rate = FrameRate::per_second(29.97),
                           .resolution = {.width = 352, .height = 288},
                           .packet_size = DataSize::bytes(564),
                           .pauses = {{.from = 40s, .to = 60s}, {.from = 61s, .to = 62s}},
                           .both_ways = true,
                           .video_over_tcp = true};
  EXPECT_EQ(std::get<MediaLoad>(media.load), expected);
  const LabFlow& ftp = experiment.flows[2];
  EXPECT_EQ(ftp.name, "ftp-2");
  EXPECT_THAT(ftp.links, ElementsAre(1U));
  EXPECT_TRUE(ftp.backward);
  EXPECT_EQ(ftp.access_delay, 12500us);
  EXPECT_EQ(ftp.start, 1500ms);
  EXPECT_EQ(ftp.stop, 120s);
  const TcpLoad tcp{.variant = TcpVariant::kCubic,
                    .transfers =
                        TcpLoad::Transfers{
                            .min_size = DataSize::bytes(30'000), .max_size = DataSize::bytes(50'000), .mean_idle = 10s},
                    .segment_size = DataSize::bytes(960),
                    .receive_window = DataSize::bytes(64'000)};
  EXPECT_EQ(std::get<TcpLoad>(ftp.load), tcp);
  const CrossLoad cross{.rate = DataRate::kilobits_per_second(500),
                        .packet_size = DataSize::bytes(250),
                        .on = 2s,
                        .off = 3s,
                        .exponential = true};
  EXPECT_EQ(std::get<CrossLoad>(experiment.flows[4].load), cross);
  const Expectation first{.metric = "utilisation",
                          .flow = {},
                          .span = {.from = 5s, .to = 30s},
                          .at_least = 0.9,
                          .at_most = 1.01,
                          .modes = {"tcp", "2d"}};
  EXPECT_EQ(experiment.expectations[0], first);
  EXPECT_EQ(experiment.expectations[1].span, (LabSpan{.from = 0s, .to = 120s}));
}

TEST(ExperimentFile, WhatIsWrittenIsReadBackTheSame) {
  Json json = whole_example();
  json["duration"] = "120s";
  json["cases"] = Json::parse(R"([{"name": "one"}, {"name": "two", "set": {"/flows/0/start": "6s"}}])");
  const auto experiments = parse_experiment(json.dump(), {});
  ASSERT_TRUE(experiments) << experiments.error().message;
  ASSERT_EQ(experiments->size(), 2U);
  for (const Experiment& experiment : *experiments) {
    const auto again = parse_experiment(to_json(experiment), {});
    ASSERT_TRUE(again) << again.error().message;
    EXPECT_THAT(*again, ElementsAre(experiment));
  }
}

TEST(ExperimentFile, AStopAtTheEndIsAllowedWhateverTheDurationIsInBinary) {
  Json json = with("/duration", "120s");
  json["flows"].erase(0);
  for (int ns = 1; ns < 2000; ns += 7) {
    json["duration"] = std::to_string(60'000'000'000 + ns * 1'000'003LL) + "ns";
    const auto experiments = parse_experiment(json.dump(), {});
    ASSERT_TRUE(experiments) << experiments.error().message;
    const auto again = parse_experiment(to_json(experiments->front()), {});
    ASSERT_TRUE(again) << again.error().message;
  }
}

TEST(ExperimentFile, ATraceIsReadBesideTheFileAndWrittenOut) {
  const TestFolder made;
  const std::filesystem::path& folder = made.path();
  std::ofstream(folder / "trace.csv") << "0,1000000\n1,2000000\n2,500000\n3,1000000\n";
  const Json json = {{"name", "traced"},
                     {"title", "A trace"},
                     {"duration", "10s"},
                     {"links", {{{"name", "link"}, {"forward", "trace=trace.csv,delay=5ms"}}}},
                     {"flows", {{{"name", "udp"}, {"kind", "udp"}}}}};
  std::ofstream(folder / "traced.json") << json.dump();
  const auto experiments = find_experiments((folder / "traced.json").string());
  ASSERT_TRUE(experiments) << experiments.error().message;
  const PathConfig& path = experiments->front().links[0].forward;
  EXPECT_EQ(path.delay, 5ms);
  ASSERT_GE(path.steps.size(), 3U);
  EXPECT_EQ(path.steps[0].rate, DataRate::kilobits_per_second(2000));
  const auto again = parse_experiment(to_json(experiments->front()), {});
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ(again->front(), experiments->front());
  const auto missing = parse_experiment(json.dump(), folder / "elsewhere");
  ASSERT_FALSE(missing);
  EXPECT_THAT(missing.error().message.text(), AllOf(HasSubstr("/links/0/forward"), HasSubstr("trace.csv")));
}

TEST(ExperimentFile, AWirelessLinkHasItsRateAsTheMeanOfADrawnCapacity) {
  constexpr LabSpan kSpan{.from = 0s, .to = 120s};
  for (const char* kind : {"cellular", "lan"}) {
    Json json = with("/duration", "120s");
    json["links"][0] = {{"name", "first"}, {"wireless", kind}, {"forward", "rate=4M,delay=5ms"}};
    const auto experiments = parse_experiment(json.dump(), {});
    ASSERT_TRUE(experiments) << experiments.error().message;
    const LabLink& link = experiments->front().links[0];
    EXPECT_GE(link.forward.steps.size(), 1200U) << kind;
    const double mean = capacity_of(link.forward, kSpan.to).integral(kSpan) / to_seconds(kSpan.to);
    EXPECT_NEAR(mean, 4e6, 1e6) << kind;
    EXPECT_EQ(std::get<DataSize>(link.forward.queue), DataSize::bytes(150'000)) << "300 ms at the mean";
    EXPECT_TRUE(link.backward.steps.empty()) << "it has no rate";
    const auto again = parse_experiment(to_json(experiments->front()), {});
    ASSERT_TRUE(again) << again.error().message;
    EXPECT_EQ(again->front(), experiments->front());
    json["links"][0]["forward"] = "rate=4M,delay=5ms,seed=2";
    EXPECT_NE(parse_experiment(json.dump(), {})->front().links[0].forward.steps, link.forward.steps);
  }
}

TEST(ExperimentFile, CasesReplaceAndAddValues) {
  Json json = with("/duration", "120s");
  json["cases"] = Json::parse(R"([
    {"name": "plain"},
    {"name": "changed", "set": {"/links/0/forward": "rate=9M", "/sample_interval": "1s", "/flows/1/count": 1,
                                "/flows/-": {"name": "more", "kind": "udp"}, "/expect/1/flow": "more"}}
  ])");
  json["expect"].push_back({{"metric", "loss"}, {"at_most", 0.5}, {"case", "changed"}});
  const auto experiments = parse_experiment(json.dump(), {});
  ASSERT_TRUE(experiments) << experiments.error().message;
  ASSERT_EQ(experiments->size(), 2U);
  const Experiment& changed = (*experiments)[1];
  EXPECT_EQ(changed.full_name(), "example-1.5/changed");
  EXPECT_EQ(changed.links[0].forward.rate, DataRate::kilobits_per_second(9000));
  EXPECT_EQ(changed.sample_interval, 1s);
  EXPECT_EQ(changed.flows.size(), 4U);
  EXPECT_EQ(changed.flows[1].name, "ftp");
  EXPECT_EQ(changed.flows[3].name, "more");
  EXPECT_EQ((*experiments)[0].flows.size(), 5U);
  EXPECT_EQ((*experiments)[0].expectations.size(), 2U);
  EXPECT_EQ(changed.expectations.size(), 3U);
}

TEST(ExperimentFile, CasesVaryTheParametersOfModes) {
  Json json = with("/duration", "120s");
  json["parameters"] = {{"2d", {{"drain_time", 300}}}};
  json["cases"] = Json::parse(R"([{"name": "a"}, {"name": "b", "set": {"/parameters/2d/drain_time": 500}}])");
  const auto experiments = parse_experiment(json.dump(), {});
  ASSERT_TRUE(experiments) << experiments.error().message;
  EXPECT_EQ((*experiments)[0].parameters_in("2d").at("drain_time"), 300);
  EXPECT_EQ((*experiments)[1].parameters_in("2d").at("drain_time"), 500);
  EXPECT_TRUE((*experiments)[1].parameters_in("fixed").empty());
  const auto again = parse_experiment(to_json((*experiments)[1]), {});
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ(again->front().parameters, (*experiments)[1].parameters);
  json["parameters"]["2d"]["drain_time"] = 1e9;
  EXPECT_THAT(error_of_json(json), HasSubstr("/parameters/2d/drain_time"));
  json["parameters"] = {{"2d", {{"no_such", 1}}}};
  EXPECT_THAT(error_of_json(json), HasSubstr("/parameters/2d/no_such is not known"));
}

TEST(ExperimentFile, AFlowMayHaveAModeAndParametersOfItsOwn) {
  Json json = with("/duration", "120s");
  json["parameters"] = {{"nada", {{"prio", 3}, {"eta", 1}}}};
  json["flows"][0]["mode"] = "1d";
  json["flows"][0]["parameters"] = {{"nada", {{"prio", 2}}}};
  const auto experiments = parse_experiment(json.dump(), {});
  ASSERT_TRUE(experiments) << experiments.error().message;
  const Experiment& experiment = experiments->front();
  LabFlow flow = experiment.flows[0];
  EXPECT_EQ(mode_of(flow, "2d"), "1d");
  EXPECT_TRUE(flow_in_mode(flow, "tcp").is_media()) << "its own mode precedes the run's";
  EXPECT_TRUE(parameters_of(experiment, flow, "nada").empty()) << "it is in mode 1d";
  std::get<MediaLoad>(flow.load).mode.clear();
  EXPECT_EQ(mode_of(flow, "2d"), "2d");
  EXPECT_TRUE(flow_in_mode(flow, "tcp").is_tcp());
  EXPECT_EQ(parameters_of(experiment, flow, "nada"), (ParameterValues{{"eta", 1}, {"prio", 2}}));
  const auto again = parse_experiment(to_json(experiment), {});
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ(again->front(), experiment);
  json["flows"][0]["mode"] = "tcp";
  EXPECT_THAT(error_of_json(json), AllOf(HasSubstr("/flows/0/mode \"tcp\": expected"), HasSubstr("2d-classic")));
  json["flows"][0].erase("mode");
  json["flows"][0]["parameters"]["nada"]["prio"] = 1e9;
  EXPECT_THAT(error_of_json(json), HasSubstr("/flows/0/parameters/nada/prio"));
}

TEST(ExperimentFile, SaysWhereAndWhatIsWrong) {
  EXPECT_THAT(error_of("{\n  \"name\": \n}"), AllOf(HasSubstr("not JSON"), HasSubstr("line 3")));
  EXPECT_THAT(error_of("[]"), HasSubstr("expected an object"));
  EXPECT_THAT(error_of("{}"), HasSubstr("/name is missing"));
  const Json example = with("/duration", "120s");
  const auto broken = [&example](const std::string& pointer, const Json& value) {
    Json json = example;
    json[Json::json_pointer(pointer)] = value;
    return error_of_json(json);
  };
  EXPECT_THAT(error_of_json(whole_example()), AllOf(HasSubstr("/duration \"2m\""), HasSubstr("a time")));
  EXPECT_THAT(broken("/name", "two words"), AllOf(HasSubstr("/name \"two words\""), HasSubstr("letters")));
  EXPECT_THAT(broken("/title", "two\nlines"), HasSubstr("/title"));
  EXPECT_THAT(broken("/title", 5), HasSubstr("/title 5"));
  EXPECT_THAT(broken("/nam\xc3\xa9\n~1~0", 5), HasSubstr("is not known: there are"));
  EXPECT_THAT(broken("/links", 5), HasSubstr("/links 5: expected an array"));
  EXPECT_THAT(broken("/links/0/wireless", "wimax"), AllOf(HasSubstr("/links/0/wireless"), HasSubstr("\"cellular\"")));
  EXPECT_THAT(broken("/links/0/wireless", "lan"), HasSubstr("/links/0/wireless is for a link whose"));
  Json wireless = example;
  wireless["links"][0] = {{"name", "first"}, {"wireless", "lan"}, {"forward", "rate=4M"}};
  wireless["duration"] = "301s";
  EXPECT_THAT(error_of_json(wireless), HasSubstr("/links/0/wireless is for experiments of at most 300s"));
  wireless["duration"] = "60s";
  wireless["links"][0]["backward"] = "rate=11G";
  EXPECT_THAT(error_of_json(wireless), HasSubstr("/links/0/wireless is for rates of at most 10G"));
  EXPECT_THAT(broken("/links", Json::array()), HasSubstr("/links is missing"));
  EXPECT_THAT(broken("/links/1/name", "first"), HasSubstr("/links/1/name \"first\" is there twice"));
  EXPECT_THAT(broken("/links/0/forward", "rate=fast"), AllOf(HasSubstr("/links/0/forward"), HasSubstr("rate=fast")));
  EXPECT_THAT(broken("/links/0/forward", 7), HasSubstr("/links/0/forward 7: expected a path"));
  EXPECT_THAT(broken("/flows", Json::array()), HasSubstr("/flows is missing"));
  EXPECT_THAT(broken("/flows/0", 3), HasSubstr("/flows/0 3: expected an object"));
  EXPECT_THAT(broken("/flows/0/kind", "vidoe"),
              AllOf(HasSubstr("/flows/0/kind"), HasSubstr("\"media\" \"tcp\" \"udp\"")));
  EXPECT_THAT(broken("/flows/0/variant", "reno"), HasSubstr("/flows/0/variant is not known"));
  EXPECT_THAT(broken("/flows/0/links", {"nowhere"}), HasSubstr("/flows/0/links/0 \"nowhere\""));
  EXPECT_THAT(broken("/flows/0/links", {"first", "first"}), HasSubstr("once"));
  EXPECT_THAT(broken("/flows/0/links", Json::array()), HasSubstr("/flows/0/links is empty"));
  EXPECT_THAT(broken("/flows/0/stop", "5s"), HasSubstr("stops before it starts"));
  EXPECT_THAT(broken("/flows/0/stop", "121s"), HasSubstr("/flows/0/stop \"121s\": expected a time"));
  EXPECT_THAT(broken("/flows/0/start_rate", "3M"), HasSubstr("/flows/0/start_rate"));
  EXPECT_THAT(broken("/flows/0/min_rate", "3M"), HasSubstr("/flows/0/min_rate"));
  EXPECT_THAT(broken("/flows/0/frame_rate", "30"),
              HasSubstr("/flows/0/frame_rate \"30\": expected a number from 1.0 to 60.0"));
  EXPECT_THAT(broken("/flows/0/size", "640x"), HasSubstr("WIDTHxHEIGHT"));
  EXPECT_THAT(broken("/flows/0/size", "640x15"), HasSubstr("WIDTHxHEIGHT"));
  EXPECT_THAT(broken("/flows/0/pauses/1/from", "50s"), HasSubstr("/flows/0/pauses/1 does not come after"));
  EXPECT_THAT(broken("/flows/0/pauses/0/to", "30s"), HasSubstr("/flows/0/pauses/0/from"));
  EXPECT_THAT(broken("/flows/1/name", "media"), HasSubstr("\"ftp-2\" is no flow"));  // It is called media-1.
  EXPECT_THAT(broken("/flows/2/name", "ftp-3"), HasSubstr("\"ftp-3\" is there twice"));
  EXPECT_THAT(broken("/flows/1/count", 0), HasSubstr("/flows/1/count 0"));
  EXPECT_THAT(broken("/flows/1/count", -1), HasSubstr("/flows/1/count -1"));
  EXPECT_THAT(broken("/flows/1/count", 200), HasSubstr("at most 200 flows"));
  EXPECT_THAT(broken("/flows/1/stagger", "60s"), HasSubstr("stops before it starts"));
  EXPECT_THAT(broken("/flows/1/transfers/least", "1MB"), HasSubstr("/flows/1/transfers/least is above most"));
  EXPECT_THAT(broken("/flows/1/transfers", Json::object()), HasSubstr("/flows/1/transfers/least is missing"));
  EXPECT_THAT(broken("/flows/2/off", "0"), HasSubstr("go together"));
  EXPECT_THAT(broken("/expect/0/modes/0", "3d"), HasSubstr("/expect/0/modes/0 \"3d\""));
  EXPECT_THAT(broken("/expect/0/case", "x"), HasSubstr("none of the cases"));
  EXPECT_THAT(broken("/expect/1/flow", "ftp"), HasSubstr("/expect/1/flow \"ftp\" is no flow"));
  EXPECT_THAT(broken("/expect/0/at_least", 2), HasSubstr("/expect/0/at_least is above at_most"));
  EXPECT_THAT(broken("/expect/1/at_most", "1"), HasSubstr("/expect/1/at_most \"1\""));
  EXPECT_THAT(broken("/cases", Json::array()), HasSubstr("/cases is empty"));
  EXPECT_THAT(broken("/cases", {{{"name", "a"}, {"set", {{"/links/7/forward", ""}}}}}), HasSubstr("points at nothing"));
  EXPECT_THAT(broken("/cases", {{{"name", "a"}, {"set", {{"links", ""}}}}}), HasSubstr("is no JSON pointer"));
  EXPECT_THAT(broken("/cases", {{{"name", "a"}, {"set", {{"/duration", "x"}}}}}),
              HasSubstr("in case \"a\": /duration \"x\""));
  EXPECT_THAT(broken("/cases", {{{"name", "a"}}, {{"name", "a"}}}), HasSubstr("/cases/1/name \"a\" is there twice"));
}

TEST(ExperimentFile, FindsBuiltInExperimentsByNameCaseAndGroup) {
  const auto all = find_experiments("rfc8867-5.1");
  ASSERT_TRUE(all) << all.error().message;
  ASSERT_EQ(all->size(), 2U);
  EXPECT_EQ((*all)[1].full_name(), "rfc8867-5.1/delay-100ms");
  const auto one = find_experiments("rfc8867-5.1/delay-100ms");
  ASSERT_TRUE(one) << one.error().message;
  EXPECT_THAT(*one, ElementsAre((*all)[1]));
  const auto group = find_experiments("rfc8867");
  ASSERT_TRUE(group) << group.error().message;
  EXPECT_GE(group->size(), 2U);
}

TEST(ExperimentFile, SaysWhatThereIsInPlaceOfWhatThereIsNot) {
  const auto expect_error = [](const std::string& name, const std::string& part) {
    const auto found = find_experiments(name);
    ASSERT_FALSE(found) << name;
    EXPECT_EQ(found.error().kind, ErrorKind::kInvalidArgument);
    EXPECT_THAT(found.error().message.text(), HasSubstr(part));
  };
  expect_error("rfc8867-9", "rfc8867-5.1");
  expect_error("rfc8867-5.1/nothing", "rfc8867-5.1/delay-50ms");
  expect_error("rfc", "one of");
  expect_error("", "one of");
  expect_error("/nowhere/at-all.json", "No such file");
}

TEST(ExperimentFile, ReadsRegularFilesAloneOfASaneSize) {
  const TestFolder made;
  const auto expect_error = [&made](const char* name, const std::string& part) {
    const auto found = find_experiments((made.path() / name).string());
    ASSERT_FALSE(found) << name;
    EXPECT_EQ(found.error().kind, ErrorKind::kInvalidArgument);
    EXPECT_THAT(found.error().message.text(), AllOf(HasSubstr(name), HasSubstr(part)));
  };
  ASSERT_EQ(mkfifo((made.path() / "fifo.json").c_str(), 0600), 0);
  std::filesystem::create_symlink("/dev/zero", made.path() / "zeros.json");
  std::filesystem::create_directory(made.path() / "folder.json");
  std::ofstream(made.path() / "large.json") << "{}";
  std::filesystem::resize_file(made.path() / "large.json", 10'000'001);
  expect_error("fifo.json", "it is not a regular file");
  expect_error("zeros.json", "it is not a regular file");
  expect_error("folder.json", "it is a folder");
  expect_error("large.json", "it is larger than 10 MB");
  // A file of 10 MB, and by way of a link, is read.
  std::filesystem::resize_file(made.path() / "large.json", 10'000'000);
  std::filesystem::create_symlink("large.json", made.path() / "link.json");
  expect_error("link.json", "/name is missing");
}

TEST(ExperimentFile, EveryBuiltInExperimentIsInOrder) {
  const std::vector<BuiltInExperiment> built_in = built_in_experiments();
  ASSERT_FALSE(built_in.empty());
  for (const BuiltInExperiment& one : built_in) {
    const auto experiments = parse_experiment(one.json, {});
    ASSERT_TRUE(experiments) << one.name << ": " << experiments.error().message;
    for (const Experiment& experiment : *experiments) {
      EXPECT_EQ(experiment.name, one.name);
      EXPECT_FALSE(experiment.source.empty()) << one.name;
      EXPECT_FALSE(experiment.expectations.empty()) << one.name << " expects nothing";
      const auto again = parse_experiment(to_json(experiment), {});
      ASSERT_TRUE(again) << again.error().message;
      EXPECT_THAT(*again, ElementsAre(experiment));
    }
  }
}

}  // namespace
}  // namespace counterpoint
