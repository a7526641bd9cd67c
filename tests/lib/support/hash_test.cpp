#include "support/hash.hpp"

#include "support/catch.hpp"
#include "support/files.hpp"

using namespace rocm_bindgen::build;

TEST_CASE("hash: content hashes are BLAKE3 and lists do not collide by concatenation") {
  // The first 16 bytes of the empty input's digest in BLAKE3's published test vectors.
  CHECK(content_hash("") == "af1349b9f5f9a1a6a0404dea36dcc949");
  CHECK(content_hash({"ab", "c"}) != content_hash({"a", "bc"}));
}

TEST_CASE("hash: a file is read once per run and a stored hash replaces reading") {
  test::Folder folder;
  const auto path = folder.write("a", "one").string();
  FileHashes hashes;
  CHECK(hashes.of(path) == content_hash("one"));
  folder.write("a", "two");
  CHECK(hashes.of(path) == content_hash("one"));
  hashes.remember(path, "remembered");
  CHECK(hashes.of(path) == "remembered");
  CHECK_FALSE(hashes.of((folder / "absent").string()).has_value());
}
