// Helpers that pass an image to the ELF check, and that change an image.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <elf.h>
#include <memory>
#include <string>
#include <string_view>

#include "codeobject/elf_check.hpp"
#include "rocm_bindgen/error.hpp"
#include "runtime/loader/codeobject/samples.hpp"
#include "support/catch.hpp"

namespace elf_images {

using namespace rocm_bindgen;

/// The message of an error, which must be bad_code_object; "" if the image passes.
inline std::string check(std::string_view image, const samples::Shift& shift) {
  // The copy has no slack, so that AddressSanitizer reports a read beyond it.
  const auto exact = std::make_unique<char[]>(image.size());
  std::copy(image.begin(), image.end(), exact.get());
  try {
    runtime::check_code_object({exact.get(), image.size()}, shift.code_object, shift.module);
    return "";
  } catch (const Error& error) {
    if (error.code() != ErrorCode::bad_code_object) FAIL("another kind of error: " << error.what());
    return error.what();
  }
}

inline std::string check(const char* target, std::string_view image) {
  const samples::Shift shift(target, image);
  return check(image, shift);
}

inline bool says(const std::string& message, const std::string& part) {
  UNSCOPED_INFO(message << " -- expected: " << part);
  return !message.empty() && message.find(part) != std::string::npos;
}

template <typename T>
T get(const std::string& image, std::size_t offset) {
  T value;
  REQUIRE(offset + sizeof(T) <= image.size());
  std::memcpy(&value, image.data() + offset, sizeof(T));
  return value;
}

template <typename T>
void put(std::string& image, std::size_t offset, T value) {
  REQUIRE(offset + sizeof(T) <= image.size());
  std::memcpy(image.data() + offset, &value, sizeof(T));
}

/// The file offset of the section header of the first section of a type.
inline std::size_t section_of(const std::string& image, Elf64_Word type) {
  const auto header = get<Elf64_Ehdr>(image, 0);
  for (std::size_t i = 0; i < header.e_shnum; ++i)
    if (get<Elf64_Shdr>(image, header.e_shoff + i * sizeof(Elf64_Shdr)).sh_type == type)
      return header.e_shoff + i * sizeof(Elf64_Shdr);
  FAIL("no such section");
  return 0;
}

}  // namespace elf_images
