// MappedFile: a file as read-only memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>

namespace plyground::solve {

// The mapping stays valid when the file is replaced or deleted. Nobody may shorten the file in place meanwhile;
// DatabaseWriter never does, because it renames a finished file.
class MappedFile {
  public:
    // Throws std::system_error.
    explicit MappedFile(const std::filesystem::path& path);
    ~MappedFile();
    MappedFile(const MappedFile&) = delete;
    MappedFile& operator=(const MappedFile&) = delete;

    std::span<const std::uint8_t> bytes() const { return {data_, size_}; }

  private:
    const std::uint8_t* data_ = nullptr;
    std::size_t size_ = 0;
};

}  // namespace plyground::solve
