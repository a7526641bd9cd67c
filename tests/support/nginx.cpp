#include "support/nginx.hpp"

#include <arpa/inet.h>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include "support/catch.hpp"

namespace test {
namespace fs = std::filesystem;
namespace {

sockaddr_in on_this_machine(int port) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  return address;
}

int free_port() {
  const int socket = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  auto address = on_this_machine(0);
  socklen_t size = sizeof address;
  REQUIRE(::bind(socket, reinterpret_cast<const sockaddr*>(&address), size) == 0);
  REQUIRE(::getsockname(socket, reinterpret_cast<sockaddr*>(&address), &size) == 0);
  ::close(socket);
  return ntohs(address.sin_port);
}

bool accepts(int port) {
  const int socket = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  const auto address = on_this_machine(port);
  const bool connected = ::connect(socket, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0;
  ::close(socket);
  return connected;
}

}  // namespace

Nginx::Nginx(const std::string& rules) {
  fs::create_directories(files());
  // Another program can take the port before nginx does.
  constexpr int kTrials = 5;
  bool started = false;
  for (int i = 0; i < kTrials && !started; ++i) {
    port_ = free_port();
    started = start(rules);
  }
  REQUIRE(started);
}

void Nginx::restart(const std::string& rules) {
  REQUIRE(start(rules));
}

bool Nginx::start(const std::string& rules) {
  stop();
  const auto folder = folder_.path().string() + "/";
  const auto listen = rules.find("listen") == std::string::npos ? "listen " + host() + ";\n" : std::string();
  const auto server = rules.rfind("server {", 0) == 0
                          ? rules
                          : "server {\n" + listen + "root " + folder +
                                "files;\nlocation / { dav_methods PUT; create_full_put_path on; }\n" + rules + "\n}\n";
  std::string temporary;
  for (const std::string name : {"client_body", "proxy", "fastcgi", "uwsgi", "scgi"})
    temporary += name + "_temp_path " + folder + "tmp_" + name + ";\n";
  folder_.write("nginx.conf",
                // One process, which is this user's and ends with SIGTERM.
                "daemon off; master_process off; pid " + folder + "pid; error_log " + folder +
                    "error.log;\n"
                    "events {}\n"
                    "http {\n" +
                    temporary +
                    "log_format short '$request_method $uri $status';\n"
                    "access_log " +
                    folder +
                    "access.log short;\n"
                    "client_max_body_size 100m;\n" +
                    server + "}\n");
  server_ = std::make_unique<Background>(std::vector<std::string>{"/usr/sbin/nginx", "-e", folder + "error.log", "-p",
                                                                  folder, "-c", folder + "nginx.conf"},
                                         RunOptions{folder_.path(), {}});
  REQUIRE(wait_until([&] { return accepts(port_) || !is_running(server_->pid()); }));
  return is_running(server_->pid());
}

}  // namespace test
