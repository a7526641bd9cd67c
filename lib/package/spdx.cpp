#include "package/spdx.hpp"

#include <algorithm>
#include <set>
#include <stdexcept>
#include <string_view>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "package/digest.hpp"
#include "support/escape.hpp"
#include "support/parse_json.hpp"

namespace rocm_bindgen::build {
namespace {

using OrderedJson = nlohmann::ordered_json;

constexpr const char* kNoAssertion = "NOASSERTION";
constexpr const char* kPackageId = "SPDXRef-Package";
constexpr const char* kToolId = "SPDXRef-Tool";

/// The text before the hash of the whole document, in the document's member "comment". The hash is computed while there
/// are zeros in place of its digits.
constexpr std::string_view kOwnHash = "SHA256 of this document, with 64 zeros in place of these digits: ";
constexpr std::size_t kHashDigits = 64;

OrderedJson file_json(const std::string& path, const std::string& bytes, const std::string& id) {
  const bool binary = path.starts_with("hsaco/") || path.starts_with("cubin/") || path.starts_with("bundle/");
  const bool source = path.starts_with("hip/") || path.starts_with("include/");
  return {{"SPDXID", id},
          {"fileName", "./" + path},
          {"fileTypes",
           {binary   ? "BINARY"
            : source ? "SOURCE"
                     : "TEXT"}},
          {"checksums",
           {{{"algorithm", "SHA1"}, {"checksumValue", sha1_of(bytes)}},
            {{"algorithm", "SHA256"}, {"checksumValue", sha256_of(bytes)}}}},
          {"licenseConcluded", kNoAssertion},
          {"licenseInfoInFiles", {kNoAssertion}},
          {"copyrightText", kNoAssertion}};
}

OrderedJson relationship(const std::string& from, const char* type, const std::string& to) {
  return {{"spdxElementId", from}, {"relationshipType", type}, {"relatedSpdxElement", to}};
}

/// The package verification code of SPDX 2.3, section 7.9: a hash of the sorted digests of all files.
std::string verification_code(const ArchiveFiles& files) {
  std::multiset<std::string> digests;
  for (const auto& [path, bytes] : files) digests.insert(sha1_of(bytes));
  std::string all;
  for (const auto& digest : digests) all += digest;
  return sha1_of(all);
}

OrderedJson package_json(const ArchiveFiles& files, const SpdxOptions& options) {
  return {{"SPDXID", kPackageId},
          {"name", options.name},
          {"versionInfo", options.version},
          {"downloadLocation", kNoAssertion},
          {"filesAnalyzed", true},
          {"packageVerificationCode",
           {{"packageVerificationCodeValue", verification_code(files)},
            {"packageVerificationCodeExcludedFiles", {"./sbom.spdx.json"}}}},
          {"licenseConcluded", kNoAssertion},
          {"licenseInfoFromFiles", {kNoAssertion}},
          {"licenseDeclared", options.license.empty() ? kNoAssertion : options.license},
          {"copyrightText", kNoAssertion}};
}

/// Checks a file's SHA-256, which is required, and its SHA-1. is_as_written() refuses checksums of other kinds. In this
/// file a failed check is a source error, because the package is the input of the command that checks it.
Expected<Done> check_sums(const OrderedJson& sums, const std::string& path, const std::string& bytes) {
  bool has_sha256 = false;
  for (const auto& sum : sums) {
    const auto algorithm = sum.at("algorithm").get<std::string>();
    const bool is_sha256 = algorithm == "SHA256";
    has_sha256 = has_sha256 || is_sha256;
    if ((is_sha256 && sum.at("checksumValue") != sha256_of(bytes)) ||
        (algorithm == "SHA1" && sum.at("checksumValue") != sha1_of(bytes)))
      return Failure(ExitCode::source_error, fmt::format("'{}' differs from sbom.spdx.json: {}", path, algorithm));
  }
  if (has_sha256) return Done{};
  return Failure(ExitCode::source_error, fmt::format("sbom.spdx.json has no SHA256 of '{}'", path));
}

/// Checks that the list `entries` contains every file exactly once, and nothing else.
Expected<Done> check_list(const OrderedJson& entries, const ArchiveFiles& files) {
  std::set<std::string> listed;
  for (const auto& entry : entries) {
    const auto name = entry.at("fileName").get<std::string>();
    const auto file = files.find(name.starts_with("./") ? name.substr(2) : "");
    if (file == files.end())
      return Failure(ExitCode::source_error, fmt::format("sbom.spdx.json lists '{}', which does not exist", name));
    if (!listed.insert(file->first).second)
      return Failure(ExitCode::source_error, fmt::format("sbom.spdx.json lists '{}' twice", name));
    ROCM_BINDGEN_TRY([[maybe_unused]] auto same, check_sums(entry.at("checksums"), file->first, file->second));
  }
  for (const auto& [path, bytes] : files)
    if (!listed.contains(path))
      return Failure(ExitCode::source_error, fmt::format("'{}' is not listed in sbom.spdx.json", path));
  return Done{};
}

/// Reads from the document the options with which emit_spdx() would write it again.
SpdxOptions options_of(const OrderedJson& document) {
  SpdxOptions options;
  std::map<std::string, std::string> paths;  // by ID
  for (const auto& file : document.at("files")) {
    const auto name = file.at("fileName").get<std::string>();
    // Without "./" at the start.
    paths[file.at("SPDXID").get<std::string>()] = name.substr(std::min<std::size_t>(2, name.size()));
  }
  for (const auto& link : document.at("relationships"))
    if (link.at("relationshipType") == "GENERATED_FROM")
      options.generated_from.emplace(paths.at(link.at("spdxElementId").get<std::string>()),
                                     paths.at(link.at("relatedSpdxElement").get<std::string>()));
  for (const auto& package : document.at("packages")) {
    const auto version = package.at("versionInfo").get<std::string>();
    if (package.at("SPDXID") == kToolId) options.tool_version = version;
    if (package.at("SPDXID") != kPackageId) continue;
    options.name = package.at("name").get<std::string>();
    options.version = version;
    const auto license = package.at("licenseDeclared").get<std::string>();
    options.license = license == kNoAssertion ? "" : license;
  }
  options.created = document.at("creationInfo").at("created").get<std::string>();
  return options;
}

/// Whether the text is, byte for byte, what emit_spdx() writes for the content of the document. This covers everything
/// that no other check does: white space, the order of members, dates, licences and unknown members.
bool is_as_written(const std::string& spdx, const OrderedJson& document, const ArchiveFiles& files) {
  try {
    return emit_spdx(files, options_of(document)) == spdx;
  } catch (const std::out_of_range&) {
    return false;  // a relationship between files that do not exist
  }
}

}  // namespace

std::string emit_spdx(const ArchiveFiles& files, const SpdxOptions& options) {
  const auto title = options.name + "-" + options.version;
  std::map<std::string, std::string> ids;
  for (const auto& [path, bytes] : files) ids.emplace(path, fmt::format("SPDXRef-File-{}", ids.size() + 1));

  OrderedJson list = OrderedJson::array();
  OrderedJson relationships = OrderedJson::array(
      {relationship("SPDXRef-DOCUMENT", "DESCRIBES", kPackageId), relationship(kToolId, "BUILD_TOOL_OF", kPackageId)});
  for (const auto& [path, bytes] : files) {
    list.push_back(file_json(path, bytes, ids.at(path)));
    relationships.push_back(relationship(kPackageId, "CONTAINS", ids.at(path)));
  }
  for (const auto& [made, from] : options.generated_from)
    relationships.push_back(relationship(ids.at(made), "GENERATED_FROM", ids.at(from)));

  const OrderedJson tool{{"SPDXID", kToolId},
                         {"name", "rocm-bindgen"},
                         {"versionInfo", options.tool_version},
                         {"downloadLocation", kNoAssertion},
                         {"filesAnalyzed", false},
                         {"licenseConcluded", kNoAssertion},
                         {"licenseDeclared", "MIT"},
                         {"copyrightText", kNoAssertion}};
  const OrderedJson document{
      {"spdxVersion", "SPDX-2.3"},
      {"dataLicense", "CC0-1.0"},
      {"SPDXID", "SPDXRef-DOCUMENT"},
      {"name", title},
      {"comment", std::string(kOwnHash) + std::string(kHashDigits, '0')},
      {"documentNamespace", fmt::format("https://spdx.org/spdxdocs/{}-{}", title, content_hash_of(files))},
      {"creationInfo",
       {{"created", options.created},
        {"creators", OrderedJson::array({"Tool: rocm-bindgen-" + options.tool_version})}}},
      {"packages", OrderedJson::array({package_json(files, options), tool})},
      {"files", std::move(list)},
      {"relationships", std::move(relationships)}};
  auto text = json_text(document, 2) + "\n";
  return text.replace(text.find(kOwnHash) + kOwnHash.size(), kHashDigits, sha256_of(text));
}

Expected<Done> check_spdx(const std::string& spdx, const std::string& folder, const ArchiveFiles& files) {
  try {
    const auto document = parse_json<OrderedJson>(spdx);
    if (document.at("name") != folder)
      return Failure(ExitCode::source_error, fmt::format("sbom.spdx.json is not for package '{}'", folder));
    ROCM_BINDGEN_TRY([[maybe_unused]] auto listed, check_list(document.at("files"), files));
    // The content hash in the namespace and the verification code depend on all files. is_as_written() would notice a
    // wrong value as well, but could not say which one it is.
    if (!document.at("documentNamespace").get<std::string>().ends_with("-" + content_hash_of(files)))
      return Failure(ExitCode::source_error, "sbom.spdx.json has a different content hash in its namespace");
    const auto& packages = document.at("packages");
    const bool has_verification_code = std::any_of(packages.begin(), packages.end(), [&](const OrderedJson& package) {
      return package.at("SPDXID") == kPackageId &&
             package.at("packageVerificationCode").at("packageVerificationCodeValue") == verification_code(files);
    });
    if (!has_verification_code)
      return Failure(ExitCode::source_error, "sbom.spdx.json has a different verification code for the package");
    if (is_as_written(spdx, document, files)) return Done{};
    return Failure(ExitCode::source_error,
                   "sbom.spdx.json differs from what `rocm-bindgen package` writes: it was altered");
  } catch (const OrderedJson::exception& error) {
    return Failure(ExitCode::source_error, fmt::format("sbom.spdx.json cannot be read: {}", error.what()));
  }
}

}  // namespace rocm_bindgen::build
