// bin/bin2c of the toolkit folder: prints a file's bytes as a C array, as CUDA's program of this name does. Builds
// embed what nvcc -ptx or -fatbin writes with it.

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <string>
#include <vector>

namespace {

const char* const kUsage =
    "usage: bin2c [OPTIONS] FILE\n"
    "prints a C array with the bytes of FILE\n"
    "  -c, --const        make the array constant\n"
    "  -st, --static      make the array static\n"
    "  -n, --name NAME    the array's name (imageBytes)\n"
    "  -t, --type TYPE    the elements: char, short, int or longlong, which are unsigned (char)\n"
    "  -p, --padd BYTES   add these bytes, separated by commas, to the end\n"
    "  -h, --help         print this help\n";

struct Type {
  const char* name;
  std::size_t size;  // in bytes
};

const std::map<std::string, Type> kTypes{{"char", {"unsigned char", 1}},
                                         {"short", {"unsigned short", 2}},
                                         {"int", {"unsigned int", 4}},
                                         {"longlong", {"unsigned long long", 8}}};

struct Settings {
  bool is_const = false;
  bool is_static = false;
  std::string name = "imageBytes";
  Type type = kTypes.at("char");
  std::vector<unsigned char> padding;
  std::string file;
};

[[noreturn]] void fail(const std::string& text) {
  std::fprintf(stderr, "bin2c fatal   : %s\n", text.c_str());
  std::exit(1);
}

std::vector<unsigned char> parse_padding(const std::string& list) {
  std::vector<unsigned char> bytes;
  for (const char* rest = list.c_str();;) {
    char* end = nullptr;
    const auto byte = std::strtoul(rest, &end, 0);
    if (end == rest || byte > 255 || (*end != ',' && *end != '\0'))
      fail("'" + list + "' of --padd is not a list of bytes, such as 0 or 0x0d,0x0a");
    bytes.push_back(static_cast<unsigned char>(byte));
    if (*end == '\0') return bytes;
    rest = end + 1;
  }
}

void set_value(const std::string& option, const std::string& value, Settings& settings) {
  if (option == "-n" || option == "--name") {
    settings.name = value;
  } else if (option == "-t" || option == "--type") {
    const auto type = kTypes.find(value);
    if (type == kTypes.end()) fail("'" + value + "' of --type is not one of char, short, int and longlong");
    settings.type = type->second;
  } else if (option == "-p" || option == "--padd") {
    settings.padding = parse_padding(value);
  } else {
    fail("unknown option '" + option + "'; see bin2c --help");
  }
}

Settings parse(const std::vector<std::string>& words) {
  Settings settings;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const auto& word = words[i];
    const auto equals = word.find('=');
    if (word == "-h" || word == "--help") {
      std::fputs(kUsage, stdout);
      std::exit(0);
    }
    if (word == "-c" || word == "--const") {
      settings.is_const = true;
    } else if (word == "-st" || word == "--static") {
      settings.is_static = true;
    } else if (word.empty() || word[0] != '-') {
      if (!settings.file.empty()) fail("'" + settings.file + "' and '" + word + "': name one file");
      settings.file = word;
    } else if (equals != std::string::npos) {
      set_value(word.substr(0, equals), word.substr(equals + 1), settings);
    } else if (i + 1 < words.size()) {
      set_value(word, words[i + 1], settings);
      ++i;
    } else {
      fail("option '" + word + "' is unknown or has no value; see bin2c --help");
    }
  }
  if (settings.file.empty()) fail("no file is named; see bin2c --help");
  return settings;
}

std::vector<unsigned char> read_bytes(const std::string& path) {
  std::FILE* file = std::fopen(path.c_str(), "rb");
  if (file == nullptr) fail("cannot open '" + path + "': " + std::strerror(errno));
  std::vector<unsigned char> bytes;
  unsigned char block[65536];
  for (std::size_t size = 0; (size = std::fread(block, 1, sizeof block, file)) != 0;)
    bytes.insert(bytes.end(), block, block + size);
  if (std::ferror(file) != 0) fail("cannot read '" + path + "': " + std::strerror(errno));
  std::fclose(file);
  return bytes;
}

/// Prints the elements, which are numbers of the host's byte order: little-endian.
void print_array(const Settings& settings, std::vector<unsigned char> bytes) {
  bytes.insert(bytes.end(), settings.padding.begin(), settings.padding.end());
  const auto size = settings.type.size;
  bytes.resize((bytes.size() + size - 1) / size * size);
  std::printf("#ifdef __cplusplus\nextern \"C\" {\n#endif\n\n%s%s%s %s[] = {", settings.is_static ? "static " : "",
              settings.is_const ? "const " : "", settings.type.name, settings.name.c_str());
  const std::size_t per_line = 32;
  for (std::size_t at = 0; at < bytes.size(); at += size) {
    std::fputs(at % per_line == 0 ? "\n0x" : "0x", stdout);
    for (std::size_t byte = size; byte-- > 0;) std::printf("%02x", bytes[at + byte]);
    std::fputs(at + size < bytes.size() ? "," : "", stdout);
  }
  std::puts("\n};\n\n#ifdef __cplusplus\n}\n#endif");
}

}  // namespace

int main(int count, char** words) {
  const auto settings = parse({words + 1, words + count});
  print_array(settings, read_bytes(settings.file));
  if (std::fflush(stdout) != 0) fail(std::string("cannot write: ") + std::strerror(errno));
  return 0;
}
