#include "package/package.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cstdint>
#include <ctime>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "emit/manifest.hpp"
#include "package/archive.hpp"
#include "package/digest.hpp"
#include "package/spdx.hpp"
#include "support/file.hpp"
#include "support/hash.hpp"
#include "support/parse_json.hpp"

namespace rocm_bindgen::build {
namespace fs = std::filesystem;
namespace {

constexpr const char* kManifest = "manifest.json";
constexpr const char* kBill = "sbom.spdx.json";

bool is_name(std::string_view text) {
  const auto legal = [](unsigned char c) { return std::isalnum(c) || c == '.' || c == '_' || c == '+' || c == '-'; };
  return !text.empty() && text.size() <= 40 && text[0] != '.' && text[0] != '-' &&
         std::all_of(text.begin(), text.end(), legal);
}

Failure stale(const std::string& path, const std::string& why) {
  return Failure(ExitCode::source_error, fmt::format("'{}' differs from {}: {}", path, kManifest, why),
                 "build again with `rocm-bindgen build`");
}

/// Checks that all files listed in the manifest among `files` exist and that the code objects have the recorded sizes
/// and hashes. Returns which file was generated from which.
Expected<std::map<std::string, std::string>> check_manifest(const ArchiveFiles& files) {
  std::map<std::string, std::string> generated_from;
  try {
    const auto manifest = parse_json(files.at(kManifest));
    if (manifest.at("schema") != 1)
      return Failure(ExitCode::source_error, fmt::format("{} has an unsupported version", kManifest));
    for (const auto& path : manifest.at("files"))
      if (!files.contains(path.get<std::string>())) return stale(path.get<std::string>(), "the file is missing");
    for (const auto& module : manifest.at("modules"))
      for (const auto& object : module.at("code_objects")) {
        const auto path = object.at("file").get<std::string>();
        const auto file = files.find(path);
        if (file == files.end()) return stale(path, "the file is missing");
        if (object.at("bytes") != file->second.size()) return stale(path, "its size differs");
        if (object.at("blake3_128") != content_hash(file->second)) return stale(path, "its hash differs");
        const auto source = "hip/" + module.at("source").get<std::string>();
        // nvcc compiles the original source, which is not in the package.
        if (path.starts_with("hsaco/") && files.contains(source)) generated_from.emplace(path, source);
      }
  } catch (const nlohmann::json::exception& error) {
    return Failure(ExitCode::source_error, fmt::format("{} cannot be read: {}", kManifest, error.what()));
  }
  return generated_from;
}

/// Converts the value of $SOURCE_DATE_EPOCH: "1970-01-01T00:00:00Z".
Expected<std::string> creation_time(const std::string& epoch) {
  constexpr std::int64_t kLast = 253402300799;  // end of the year 9999
  std::int64_t seconds = 0;
  const auto* end = epoch.data() + epoch.size();
  if (!epoch.empty())
    if (const auto parsed = std::from_chars(epoch.data(), end, seconds);
        parsed.ec != std::errc() || parsed.ptr != end || seconds < 0 || seconds > kLast)
      return Failure(ExitCode::usage, fmt::format("$SOURCE_DATE_EPOCH is '{}', not a number of seconds", epoch));
  const std::time_t time = seconds;
  std::tm parts{};
  gmtime_r(&time, &parts);
  char text[32];
  return std::string(text, std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts));
}

/// The maximum number of characters, in the header, between the data and the file name of one code object's entry: two
/// decimal sizes and the words between them.
constexpr std::size_t kLongestEntry = 96;

/// Whether the header refers to code objects in other files, which would not be at the same place in a package.
/// templates/header.hpp.mustache writes such a code object as a symbol, or as null data with a file name.
bool needs_other_files(std::string_view header) {
  if (header.find("extern \"C\" const unsigned char rocm_bindgen_") != std::string_view::npos) return true;
  constexpr std::string_view kNoData = "\", nullptr, ";
  for (auto at = header.find(kNoData); at != std::string_view::npos; at = header.find(kNoData, at + 1))
    if (header.substr(at, kLongestEntry).find(", ::rocm_bindgen::Compression::none, \"") != std::string_view::npos)
      return true;
  return false;
}

/// Refuses links in the artifacts' folder. The folder may come from another machine, and a link in it must not pull
/// files of this machine into the package.
Expected<Done> check_no_link(const fs::path& artifacts, const std::string& path) {
  auto at = artifacts;
  std::error_code error;
  for (const auto& part : fs::path(path)) {
    at /= part;
    if (fs::is_symlink(at, error))
      return Failure(ExitCode::source_error,
                     fmt::format("'{}' is a link: a package must not contain files from outside the artifacts' folder",
                                 at.string()),
                     "build again with `rocm-bindgen build`");
  }
  return Done{};
}

Expected<ArchiveFiles> collect(const PackageOptions& options) {
  ArchiveFiles files;
  const auto add = [&files](const std::string& path, const fs::path& from) -> Expected<Done> {
    ROCM_BINDGEN_TRY(auto bytes, read_file(from));
    if (!files.emplace(path, std::move(bytes)).second)
      return Failure(ExitCode::usage, fmt::format("two files would have the path '{}' in the package", path));
    return Done{};
  };
  ROCM_BINDGEN_TRY([[maybe_unused]] auto plain_manifest, check_no_link(options.artifacts, kManifest));
  ROCM_BINDGEN_TRY([[maybe_unused]] auto manifest, add(kManifest, options.artifacts / kManifest));
  ROCM_BINDGEN_TRY(const auto listed, files_of_manifest(options.artifacts / kManifest));
  for (const auto& path : listed) {
    ROCM_BINDGEN_TRY([[maybe_unused]] auto plain, check_no_link(options.artifacts, path));
    ROCM_BINDGEN_TRY([[maybe_unused]] auto added, add(path, options.artifacts / path));
  }
  const auto header = "include/" + options.header.filename().string();
  ROCM_BINDGEN_TRY([[maybe_unused]] auto added_header, add(header, options.header));
  if (needs_other_files(files.at(header)))
    return Failure(ExitCode::usage,
                   fmt::format("'{}' refers to files next to it, which are in a different place in a package",
                               options.header.string()),
                   "build it with --embed literal");
  for (const auto& license : options.licenses) {
    ROCM_BINDGEN_TRY([[maybe_unused]] auto added, add("licenses/" + license.filename().string(), license));
  }
  return files;
}

PackageSummary summary_of(const std::string& folder, const ArchiveFiles& files, std::string_view package) {
  PackageSummary summary{folder, files.size(), 0, content_hash_of(files), sha256_of(package), true};
  for (const auto& [path, bytes] : files) summary.bytes += bytes.size();
  return summary;
}

}  // namespace

Expected<Package> make_package(const PackageOptions& options) {
  for (const auto& word : {options.name, options.version})
    if (!is_name(word))
      return Failure(ExitCode::usage, fmt::format("'{}' cannot be a package's name or version", word),
                     "use up to 40 letters, digits and . _ + -, not starting with . or -");
  ROCM_BINDGEN_TRY(auto created, creation_time(options.source_date_epoch));
  ROCM_BINDGEN_TRY(auto files, collect(options));
  ROCM_BINDGEN_TRY(auto generated_from, check_manifest(files));
  auto bill = emit_spdx(files, {options.name, options.version, options.license_expression, std::move(created),
                                std::move(generated_from)});
  if (!files.emplace(kBill, std::move(bill)).second)
    return Failure(ExitCode::source_error, fmt::format("the build already contains a file '{}'", kBill));

  const auto folder = options.name + "-" + options.version;
  ArchiveFiles below;
  for (const auto& [path, bytes] : files) below.emplace(folder + "/" + path, bytes);
  ROCM_BINDGEN_TRY(const auto archive, write_archive(below));
  Package package;
  package.bytes = pack_frame(archive);
  package.summary = summary_of(folder, files, package.bytes);
  return package;
}

Expected<PackageSummary> verify_package(std::string_view bytes) {
  ROCM_BINDGEN_TRY(const auto archive, unpack_frame(bytes));
  ROCM_BINDGEN_TRY(const auto below, read_archive(archive));
  if (below.empty()) return Failure(ExitCode::source_error, "the package is empty");
  const auto folder = below.begin()->first.substr(0, below.begin()->first.find('/'));
  ArchiveFiles files;
  for (const auto& [path, content] : below) {
    if (!path.starts_with(folder + "/"))
      return Failure(ExitCode::source_error, fmt::format("'{}' is not in the package's folder '{}'", path, folder));
    files.emplace(path.substr(folder.size() + 1), content);
  }
  auto summary = summary_of(folder, files, bytes);
  const auto bill = files.extract(kBill);
  if (bill.empty()) return Failure(ExitCode::source_error, fmt::format("the package has no {}", kBill));
  if (!files.contains(kManifest))
    return Failure(ExitCode::source_error, fmt::format("the package has no {}", kManifest));
  // A JSON parser stops at a byte 0 and would ignore what follows.
  for (const auto& [path, text] :
       {std::pair(kBill, std::string_view(bill.mapped())), std::pair(kManifest, std::string_view(files.at(kManifest)))})
    if (text.find('\0') != std::string_view::npos)
      return Failure(ExitCode::source_error, fmt::format("{} cannot be read: it contains a zero byte", path));
  ROCM_BINDGEN_TRY([[maybe_unused]] auto listed, check_spdx(bill.mapped(), folder, files));
  ROCM_BINDGEN_TRY([[maybe_unused]] auto objects, check_manifest(files));
  summary.is_own_frame = pack_frame(archive) == bytes;
  return summary;
}

}  // namespace rocm_bindgen::build
