#include "codeobject/relocatable_code.hpp"

#include <array>
#include <cstdint>
#include <cstring>

#include <fmt/format.h>
#include <llvm/Object/Archive.h>
#include <llvm/Object/ObjectFile.h>
#include <nlohmann/json.hpp>

#include "support/exact_bytes.hpp"
#include "support/file.hpp"
#include "support/parse_json.hpp"

namespace rocm_bindgen::build {
namespace fs = std::filesystem;
namespace {

using Json = nlohmann::json;

constexpr std::string_view kRecordMagic = "RBDEVLNK";
/// The section into which clang writes the file of -fembed-offload-object.
constexpr const char* kCodeSection = ".llvm.offloading";
constexpr std::array kSymbols{"__hip_fatbin_", "__hip_gpubin_handle_"};

Failure damaged_code(const std::string& name, const std::string& why) {
  Diagnostic diagnostic;
  diagnostic.file = name;
  diagnostic.text = "the relocatable device code cannot be read: " + why;
  diagnostic.hint = "compile the object again";
  return Failure(std::move(diagnostic));
}

Expected<Done> read_records(llvm::StringRef bytes, LinkableObject& object) {
  for (bytes = bytes.ltrim('\0'); !bytes.empty(); bytes = bytes.ltrim('\0')) {
    std::uint64_t length = 0;
    // Another compiler's code for offloading is in the same section in another format.
    if (!bytes.consume_front(kRecordMagic)) return Done{};
    if (bytes.size() < sizeof length) return damaged_code(object.name, "it ends too early");
    std::memcpy(&length, bytes.data(), sizeof length);
    bytes = bytes.drop_front(sizeof length);
    if (length > bytes.size()) return damaged_code(object.name, "it ends too early");
    const auto json = parse_cbor(bytes.take_front(length).str());
    bytes = bytes.drop_front(length);
    if (!json.is_object()) return damaged_code(object.name, "a record is damaged");
    try {
      object.code.push_back({json.at("source").get<std::string>(), {}});
      for (const auto& entry : json.at("bitcode"))
        object.code.back().bitcode.emplace(entry.at(0).get<std::string>(), entry.at(1).get<std::string>());
    } catch (const Json::exception& error) {
      return damaged_code(object.name, error.what());
    }
  }
  return Done{};
}

bool is_linked_device_code(llvm::StringRef symbol) {
  for (const auto* beginning : kSymbols)
    if (symbol.starts_with(beginning)) return true;
  return false;
}

Expected<LinkableObject> read_object(const llvm::object::ObjectFile& file, std::string name) {
  LinkableObject object;
  object.name = std::move(name);
  for (const auto& section : file.sections()) {
    const auto section_name = llvm::expectedToOptional(section.getName());
    if (!section_name || *section_name != kCodeSection) continue;
    auto bytes = section.getContents();
    if (!bytes) return damaged_code(object.name, llvm::toString(bytes.takeError()));
    ROCM_BINDGEN_TRY([[maybe_unused]] const auto read, read_records(*bytes, object));
  }
  for (const auto& symbol : file.symbols()) {
    const auto symbol_name = llvm::expectedToOptional(symbol.getName());
    const auto flags = llvm::expectedToOptional(symbol.getFlags());
    if (!symbol_name || !flags || !is_linked_device_code(*symbol_name)) continue;
    const bool is_undefined = (*flags & llvm::object::SymbolRef::SF_Undefined) != 0;
    if (is_undefined) object.wanted.push_back(symbol_name->str());
    if (!is_undefined && (*flags & llvm::object::SymbolRef::SF_Global) != 0)
      object.defined.push_back(symbol_name->str());
  }
  return object;
}

Expected<std::vector<LinkableObject>> read_archive(const llvm::object::Archive& archive, const std::string& path) {
  std::vector<LinkableObject> objects;
  auto error = llvm::Error::success();
  for (const auto& member : archive.children(error)) {
    auto binary = llvm::expectedToOptional(member.getAsBinary());
    const auto* file = binary ? llvm::dyn_cast<llvm::object::ObjectFile>(binary->get()) : nullptr;
    if (file == nullptr) continue;
    const auto name = llvm::expectedToOptional(member.getName());
    ROCM_BINDGEN_TRY(auto object, read_object(*file, fmt::format("{}({})", path, name ? name->str() : "")));
    objects.push_back(std::move(object));
  }
  if (error) return damaged_code(path, llvm::toString(std::move(error)));
  return objects;
}

}  // namespace

std::string relocatable_record(const RelocatableCode& code) {
  auto bitcode = Json::array();
  for (const auto& [target, bytes] : code.bitcode) bitcode.push_back(Json::array({target, bytes}));
  const auto bytes = exact_bytes(Json{{"source", code.source}, {"bitcode", std::move(bitcode)}});
  const std::uint64_t length = bytes.size();
  std::string record(kRecordMagic);
  record.append(reinterpret_cast<const char*>(&length), sizeof length);
  return record + bytes;
}

Expected<std::vector<LinkableObject>> read_linkable_objects(const fs::path& path) {
  ROCM_BINDGEN_TRY(const auto bytes, read_file(path));
  auto binary = llvm::object::createBinary(llvm::MemoryBufferRef(bytes, path.string()));
  if (!binary) {
    llvm::consumeError(binary.takeError());
    return std::vector<LinkableObject>{};
  }
  if (const auto* archive = llvm::dyn_cast<llvm::object::Archive>(binary->get()))
    return read_archive(*archive, path.string());
  const auto* file = llvm::dyn_cast<llvm::object::ObjectFile>(binary->get());
  if (file == nullptr || !file->isRelocatableObject()) return std::vector<LinkableObject>{};
  ROCM_BINDGEN_TRY(auto object, read_object(*file, path.string()));
  return std::vector<LinkableObject>{std::move(object)};
}

}  // namespace rocm_bindgen::build
