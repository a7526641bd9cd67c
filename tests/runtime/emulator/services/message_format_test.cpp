#include "services/message_format.hpp"

#include <cstring>
#include <vector>

#include "support/catch.hpp"

using rocm_bindgen::emulator::format_message;

namespace {

/// Builds the words of a message as the device library does.
class Message {
 public:
  explicit Message(const std::string& format) { text(format); }
  Message& text(const std::string& text) {
    std::vector<std::uint64_t> words(text.size() / 8 + 1);
    std::memcpy(words.data(), text.data(), text.size());
    words_.insert(words_.end(), words.begin(), words.end());
    return *this;
  }
  Message& word(std::uint64_t value) {
    words_.push_back(value);
    return *this;
  }
  Message& number(double value) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, &value, sizeof bits);
    return word(bits);
  }
  std::string printed() const { return format_message(words_); }

 private:
  std::vector<std::uint64_t> words_;
};

}  // namespace

TEST_CASE("a message without conversions is its format", "[services]") {
  CHECK(Message("").printed().empty());
  CHECK(Message("exactly8").printed() == "exactly8");
  CHECK(Message("100%% of it\n").printed() == "100% of it\n");
  CHECK(format_message({}).empty());
}

TEST_CASE("length modifiers select the width of integers", "[services]") {
  // The device widens a negative int with zeros.
  CHECK(Message("%d").word(0xffffffff).printed() == "-1");
  CHECK(Message("%ld").word(0xffffffff).printed() == "4294967295");
  CHECK(Message("%lld|%zu").word(~0ull).word(~0ull).printed() == "-1|18446744073709551615");
  CHECK(Message("%hhd|%hd|%hhu|%hu").word(0x1ff).word(0x1ffff).word(0x1ff).word(0x1fffe).printed() ==
        "-1|-1|255|65534");
  CHECK(Message("%u|%x|%#o|%X").word(0x1'0000'0005).word(255).word(8).word(171).printed() == "5|ff|010|AB");
}

TEST_CASE("widths, precisions and flags are those of C, and can be arguments", "[services]") {
  CHECK(Message("[%5d|%-5d|%05d|%+d]").word(42).word(42).word(42).word(42).printed() == "[   42|42   |00042|+42]");
  CHECK(Message("[%*d]").word(6).word(42).printed() == "[    42]");
  // A width of -6 is a width of 6 with the flag '-', and a precision of -1 is no precision.
  CHECK(Message("[%*d]").word(0xfffffffa).word(42).printed() == "[42    ]");
  CHECK(Message("[%.*f]").word(1).number(2.25).printed() == "[2.2]");
  CHECK(Message("[%.*f]").word(0xffffffff).number(2.25).printed() == "[2.250000]");
}

TEST_CASE("%n and the flag ' take their arguments from the later conversions", "[services]") {
  CHECK(Message("ab%n%d").word(0x1000).word(42).printed() == "ab42");
  // The C locale has no separator of thousands.
  CHECK(Message("%'d %d").word(1234567).word(3).printed() == "1234567 3");
}

TEST_CASE("floats, characters, texts and pointers are formatted", "[services]") {
  CHECK(Message("%.2f %e %G %a").number(3.14159).number(1e10).number(1e-10).number(1).printed() ==
        "3.14 1.000000e+10 1E-10 0x1p+0");
  CHECK(Message("%c%c").word('o').word('k').printed() == "ok");
  CHECK(Message("[%c]").word(0).printed() == std::string("[\0]", 3));
  CHECK(Message("<%s|%6s|%.2s>").text("a text of more than eight bytes").text("short").text("cut").printed() ==
        "<a text of more than eight bytes| short|cu>");
  CHECK(Message("%s then %d").text("12345678").word(3).printed() == "12345678 then 3");
  CHECK(Message("%p").word(0x1234).printed() == "0x1234");
}

TEST_CASE("a conversion that C does not have, or that lacks its argument, is printed as it is", "[services]") {
  CHECK(Message("%y %d").word(5).printed() == "%y 5");
  CHECK(Message("%d %d %s").word(1).printed() == "1 %d %s");
  CHECK(Message("end %").printed() == "end %");
  CHECK(Message("%5").printed() == "%5");
}
