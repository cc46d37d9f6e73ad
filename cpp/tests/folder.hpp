// Folder: a temporary folder for a test.
#pragma once

#include <atomic>
#include <filesystem>
#include <random>
#include <string>

namespace plyground::tests {

// A folder that exists as long as the object.
class Folder {
  public:
    Folder() {
        static std::atomic<int> NUMBER{0};
        const auto unique = std::to_string(std::random_device{}()) + "-" + std::to_string(NUMBER++);
        path_ = std::filesystem::temp_directory_path() / ("plyground-test-" + unique);
        std::filesystem::create_directory(path_);
    }
    ~Folder() { std::filesystem::remove_all(path_); }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;

    std::filesystem::path operator/(const char* name) const { return path_ / name; }
    const std::filesystem::path& path() const { return path_; }

  private:
    std::filesystem::path path_;
};

}  // namespace plyground::tests
