#include "package/archive.hpp"

#include "lib/package/made_archive.hpp"
#include "support/catch.hpp"

using namespace rocm_bindgen::build;
using test::Entry;
using test::kArchiveEnd;

namespace {

const ArchiveFiles kFiles{{"k-1/a.hpp", "content of the header\n"},
                          {"k-1/empty", ""},
                          {"k-1/hsaco/k.gfx1100.hsaco", std::string("\x7f"
                                                                    "ELF\0\xff",
                                                                    6)},
                          {"k-1/full", std::string(512, 'f')}};

std::string written(const ArchiveFiles& files) {
  const auto archive = write_archive(files);
  REQUIRE(archive);
  return *archive;
}

/// The reason why an archive is refused; empty if it is not.
std::string archive_refusal(const std::string& archive) {
  const auto files = read_archive(archive);
  if (files) return "";
  CHECK(files.error().code() == ExitCode::source_error);
  return render(files.error().diagnostics.front());
}

}  // namespace

TEST_CASE("archive: the written format is tar's and can be read again") {
  const auto archive = written(kFiles);
  std::string by_hand;
  for (const auto& [path, bytes] : kFiles) by_hand += Entry{path, bytes}.bytes();
  CHECK(archive == by_hand + kArchiveEnd);
  const auto again = read_archive(archive);
  REQUIRE(again);
  CHECK(*again == kFiles);
}

TEST_CASE("archive: names up to the length of prefix and name are accepted") {
  // The header's fields have 155 bytes for the prefix, which is the folder, and 100 for the name.
  const std::string folder(155, 'd'), file(100, 'f');
  for (const auto& path : {file, folder + "/" + file, "d/" + file}) {
    const auto again = read_archive(written({{path, "x"}}));
    REQUIRE(again);
    CHECK(again->begin()->first == path);
  }
  CHECK(written({{"d/" + file, "x"}}) ==
        Entry{file, "x", Entry::octal(1, 11), "0000644", "00000000000", "", "d"}.bytes() + kArchiveEnd);
  for (const auto& path : {file + "f", folder + "d/" + file, folder + "/" + file + "f"}) {
    const auto refused = write_archive({{path, "x"}});
    REQUIRE_FALSE(refused);
    CHECK(refused.error().code() == ExitCode::output);
  }
}

TEST_CASE("archive: an archive truncated at any byte is refused") {
  const auto archive = written(kFiles);
  for (std::size_t length = 0; length < archive.size(); ++length) {
    INFO(length << " bytes");
    // Copied to a separate allocation, so that ASan detects reads beyond the end.
    CHECK(!archive_refusal(std::string(archive, 0, length)).empty());
  }
}

TEST_CASE("archive: an altered byte anywhere except in a file's content is noticed") {
  const auto archive = written(kFiles);
  std::size_t accepted = 0, content = 0;
  for (const auto& [path, bytes] : kFiles) content += bytes.size();
  for (std::size_t at = 0; at < archive.size(); ++at)
    for (const unsigned bits : {0x01u, 0xa0u}) {
      auto damaged = archive;
      damaged[at] = static_cast<char>(static_cast<unsigned char>(damaged[at]) ^ bits);
      if (!archive_refusal(damaged).empty()) continue;
      ++accepted;
      INFO("byte " << at);
      CHECK(read_archive(damaged).value() != kFiles);
    }
  // The content is protected by hashes elsewhere. Each of its bytes is altered in two ways.
  CHECK(accepted == 2 * content);
}

TEST_CASE("archive: sizes that differ from the content's are refused") {
  const auto refused = [](const std::string& size, const std::string& message) {
    INFO("'" << size << "'");
    CHECK_THAT(archive_refusal(Entry{"k/a", "content", size}.bytes() + kArchiveEnd), Catch::Contains(message));
  };
  // Sizes are octal. After the header, the archive has 512 bytes of content and 1024 bytes of end marker: 1536 = 03000.
  refused("00000003001", "ends early");  // one byte more than the archive has
  refused("77777777777", "ends early");
  refused("777777777777", "ends early");                           // without a NUL after it
  refused("00000002000", "does not have the format of packages");  // includes the first half of the end marker
  refused("00000000006", "does not have the format of packages");
  refused("7", "does not have the format of packages");
  refused("00000000000", "not a plain file");  // the content would be read as the next entry
  refused("", "not a plain file");
  refused("00000000009", "is invalid");
  refused("-0000000007", "is invalid");
  refused("       7", "is invalid");
  refused(std::string("\x80\0\0\0\0\0\0\0\0\0\0\x07", 12), "is invalid");  // GNU's encoding of large sizes
  refused(std::string(12, '\xff'), "is invalid");
}

TEST_CASE("archive: invalid paths are refused") {
  for (const std::string path : {"..", "../a", "k/../a", "k/..", "/a", "/", "k//a", "k/", "./a", "k/./a", ".", "k\\a",
                                 "..\\a", "k/\x1b[1m", "a\nb", "k/\x7f", "k/\x01"}) {
    INFO("'" << path << "'");
    CHECK_THAT(archive_refusal(Entry{path, "x"}.bytes() + kArchiveEnd),
               Catch::Contains("is invalid or leads out of the archive"));
    CHECK_FALSE(write_archive({{path, "x"}}));
  }
  // The path is split into prefix and name.
  auto entry = Entry{"a", "x"};
  for (const std::string prefix : {"..", "/", "/tmp", "k/..", "k/"}) {
    INFO("'" << prefix << "'");
    entry.prefix = prefix;
    CHECK_THAT(archive_refusal(entry.bytes() + kArchiveEnd), Catch::Contains("is invalid or leads out of the archive"));
  }
  // A name that is short enough to need no prefix.
  entry.prefix = "k";
  CHECK_THAT(archive_refusal(entry.bytes() + kArchiveEnd), Catch::Contains("does not have the format of packages"));
}

TEST_CASE("archive: a path that occurs twice or is both a file and a folder is refused") {
  const auto a = Entry{"k/a", "x"}.bytes();
  CHECK(archive_refusal(a + kArchiveEnd).empty());
  CHECK_THAT(archive_refusal(a + a + kArchiveEnd), Catch::Contains("'k/a' is in the archive twice"));
  CHECK_THAT(archive_refusal(a + Entry{"k/a", "y"}.bytes() + kArchiveEnd),
             Catch::Contains("'k/a' is in the archive twice"));
  // '-' is sorted before '/', so k/a and the folder of k/a/b are not next to each other.
  CHECK_THAT(archive_refusal(a + Entry{"k/a-", ""}.bytes() + Entry{"k/a/b", ""}.bytes() + kArchiveEnd),
             Catch::Contains("does not have the format of packages"));
  const auto refused = write_archive({{"k/a", ""}, {"k/a-", ""}, {"k/a/b", ""}});
  REQUIRE_FALSE(refused);
  CHECK_THAT(render(refused.error().diagnostics.front()), Catch::Contains("'k/a' would be both a file and a folder"));
}

TEST_CASE("archive: entries that are not plain files are refused") {
  for (const char type : {'1', '2', '3', '4', '5', '6', '7', 'x', 'g', 'L', 'K', 'S', '\0'}) {
    INFO("type " << static_cast<int>(type));
    auto entry = Entry{"k/a", "x"};
    entry.type = type;
    CHECK_THAT(archive_refusal(entry.bytes() + kArchiveEnd), Catch::Contains("not a plain file"));
  }
}

TEST_CASE("archive: fields, order and ends that the writer does not produce are refused") {
  const auto check_format_refused = [](const std::string& archive) {
    CHECK_THAT(archive_refusal(archive), Catch::Contains("does not have the format of packages"));
  };
  auto entry = Entry{"k/a", "x"};
  const auto plain = entry.bytes();
  entry.mode = "0104755";  // executable, and set-user-ID
  check_format_refused(entry.bytes() + kArchiveEnd);
  entry = Entry{"k/a", "x"};
  entry.time = "14000000000";  // the writer's is 0
  check_format_refused(entry.bytes() + kArchiveEnd);
  entry = Entry{"k/a", "x"};
  entry.user_name = "root";
  check_format_refused(entry.bytes() + kArchiveEnd);

  check_format_refused(Entry{"k/b", "x"}.bytes() + plain + kArchiveEnd);
  check_format_refused(plain + kArchiveEnd + "x");
  check_format_refused(plain + kArchiveEnd + kArchiveEnd);
  check_format_refused(plain + kArchiveEnd + plain + kArchiveEnd);
  check_format_refused(plain + std::string(512, '\0'));
  check_format_refused(plain + std::string(512, '\0') + plain + kArchiveEnd);
  auto padded = plain;
  padded.back() = 'x';
  check_format_refused(padded + kArchiveEnd);
}

TEST_CASE("frame: a damaged frame is refused or gives the same data") {
  const auto bytes = written(kFiles);
  const auto frame = pack_frame(bytes);
  CHECK(unpack_frame(frame).value() == bytes);
  for (std::size_t length = 0; length < frame.size(); ++length)
    CHECK_FALSE(unpack_frame(std::string(frame, 0, length)));
  for (std::size_t at = 0; at < frame.size(); ++at)
    for (unsigned bit = 1; bit < 256; bit *= 2) {
      INFO("byte " << at << ", bit " << bit);
      auto damaged = frame;
      damaged[at] = static_cast<char>(static_cast<unsigned char>(damaged[at]) ^ bit);
      const auto unpacked = unpack_frame(damaged);
      if (unpacked)
        CHECK(*unpacked == bytes);
      else
        CHECK(unpacked.error().code() == ExitCode::source_error);
    }
  CHECK_FALSE(unpack_frame(frame + frame));
  CHECK_FALSE(unpack_frame(frame + '\0'));
  // Nothing, zstd's magic number alone, an archive that is not compressed, and other bytes.
  for (const auto& none : {std::string(), std::string("\x28\xb5\x2f\xfd", 4), bytes, std::string(1000, '\xff')})
    CHECK_FALSE(unpack_frame(none));
  // A skippable frame (its number, the size 4, and 4 bytes): it decodes to nothing, which is not an archive.
  const auto nothing = unpack_frame(std::string("\x50\x2a\x4d\x18\x04\0\0\0abcd", 12));
  CHECK_THAT(archive_refusal(nothing.value()), Catch::Contains("ends early"));
}
