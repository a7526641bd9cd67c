# Script: writes OUTPUT, a C++ file with the texts of FILES (paths relative to ROOT) as string literals. A function
# returns the table of texts: FUNCTION in NAMESPACE, which HEADER must declare.
# cmake -DROOT=... -DOUTPUT=... -DFILES="a;b" [-DHEADER=... -DNAMESPACE=... -DFUNCTION=...] -P EmbedFiles.cmake
if(NOT DEFINED HEADER)
  set(HEADER support/embedded.hpp)
  set(NAMESPACE rocm_bindgen::build)
  set(FUNCTION embedded_files)
endif()
set(code "#include \"${HEADER}\"\n\nnamespace ${NAMESPACE} {\n\nconst std::vector<EmbeddedFile>& ${FUNCTION}() {\n  static const std::vector<EmbeddedFile> files{\n")
foreach(file IN LISTS FILES)
  # The file is read as HEX, because CMake's lists would interpret semicolons and brackets. Each line of the text
  # becomes one line of an escaped literal.
  file(READ "${ROOT}/${file}" hex HEX)
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "\\\\x\\1" escaped "${hex}")
  string(REPLACE "\\x0a" "\\n\"\n     \"" escaped "${escaped}")
  string(LENGTH "${hex}" digits)
  math(EXPR bytes "${digits} / 2")
  string(APPEND code "    {\"${file}\", {\n     \"${escaped}\", ${bytes}}},\n")
endforeach()
string(APPEND code "  };\n  return files;\n}\n\n}  // namespace ${NAMESPACE}\n")
file(WRITE "${OUTPUT}" "${code}")
