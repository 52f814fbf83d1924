// SPDX-License-Identifier: GPL-3.0-or-later
// Tries a fuzz target on each file of a folder and on mutants of it, the same ones on every run:
//   REPLAY FOLDER [MUTANTS_A_FILE]
// A child process tries the inputs, so that the parent can say which one it died of, and leave it as a file.
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "core/base/rng.h"
#include "tests/fuzz/fuzz_check.h"
#include "tests/fuzz/mutate.h"

namespace counterpoint {
namespace {

constexpr std::uint64_t kDefaultMutants = 2000;
constexpr std::uint64_t kMaxMutants = 1'000'000;

struct Corpus {
  std::vector<std::string> names;  ///< Sorted: the order of a folder is not the same everywhere.
  std::vector<Bytes> files;
};

Corpus read_corpus(const std::filesystem::path& folder) {
  Corpus corpus;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.is_regular_file()) corpus.names.push_back(entry.path().filename().string());
  }
  std::ranges::sort(corpus.names);
  for (const std::string& name : corpus.names) {
    std::ifstream file(folder / name, std::ios::binary);
    corpus.files.emplace_back(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
  }
  return corpus;
}

/// Input `index` of file `file`: the file itself, then its mutants.
Bytes make_input(const Corpus& corpus, std::size_t file, std::uint64_t index) {
  if (index == 0) return corpus.files[file];
  Rng rng(file << 32 | index);
  return mutate(corpus.files[file], corpus.files, rng);
}

/// Tries inputs in a child that notes in `progress` where it is. True when the child came through.
bool try_inputs(const Corpus& corpus, std::size_t file, std::uint64_t mutants, volatile std::uint64_t* progress) {
  const pid_t child = fork();
  if (child == 0) {
    for (std::uint64_t index = 0; index <= mutants; ++index) {
      *progress = index;
      const Bytes input = make_input(corpus, file, index);
      LLVMFuzzerTestOneInput(input.data(), input.size());
    }
    std::exit(EXIT_SUCCESS);
  }
  int status = EXIT_FAILURE;
  return child > 0 && waitpid(child, &status, 0) == child && status == EXIT_SUCCESS;
}

void report_failure(const Corpus& corpus, std::size_t file, std::uint64_t index) {
  const std::string name = "failed-" + corpus.names[file] + "-" + std::to_string(index);
  const Bytes input = make_input(corpus, file, index);
  std::ofstream(name, std::ios::binary)
      .write(reinterpret_cast<const char*>(input.data()), static_cast<std::streamsize>(input.size()));
  std::printf("FAILED: %s, mutant %llu; the input is left in %s\n", corpus.names[file].c_str(),
              static_cast<unsigned long long>(index), std::filesystem::absolute(name).c_str());
}

int replay(const std::filesystem::path& folder, std::uint64_t mutants) {
  const Corpus corpus = read_corpus(folder);
  if (corpus.files.empty()) {
    std::printf("FAILED: there is no file in %s\n", folder.c_str());
    return EXIT_FAILURE;
  }
  void* shared = mmap(nullptr, sizeof(std::uint64_t), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (shared == MAP_FAILED) {
    std::printf("FAILED: no shared memory\n");
    return EXIT_FAILURE;
  }
  auto* progress = static_cast<volatile std::uint64_t*>(shared);
  std::size_t failed = 0;
  for (std::size_t file = 0; file < corpus.files.size(); ++file) {
    if (try_inputs(corpus, file, mutants, progress)) continue;
    report_failure(corpus, file, *progress);
    ++failed;
  }
  std::printf("%zu of %zu files failed, with %llu mutants each\n", failed, corpus.files.size(),
              static_cast<unsigned long long>(mutants));
  return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

}  // namespace
}  // namespace counterpoint

int main(int argc, char** argv) {
  static_cast<void>(std::setvbuf(stdout, nullptr, _IONBF, 0));  // Without it, a child would repeat the parent's output.
  std::error_code error;
  if (argc < 2 || !std::filesystem::is_directory(argv[1], error)) {
    std::printf("usage: %s FOLDER [MUTANTS_A_FILE]\n", argv[0]);
    return 2;
  }
  const std::uint64_t mutants = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : counterpoint::kDefaultMutants;
  return counterpoint::replay(argv[1], std::min(mutants, counterpoint::kMaxMutants));
}
