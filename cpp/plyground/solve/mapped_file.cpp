#include "plyground/solve/mapped_file.hpp"

#include <cerrno>
#include <system_error>

#ifdef _WIN32
#ifndef NOMINMAX
#define NOMINMAX
#endif
#include <windows.h>
#else
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#endif

namespace plyground::solve {

#ifdef _WIN32

namespace {

class Handle {
  public:
    explicit Handle(HANDLE handle) : handle_(handle) {}
    ~Handle() {
        if (is_open()) CloseHandle(handle_);
    }
    Handle(const Handle&) = delete;
    Handle& operator=(const Handle&) = delete;

    bool is_open() const { return handle_ != nullptr && handle_ != INVALID_HANDLE_VALUE; }
    HANDLE get() const { return handle_; }

  private:
    HANDLE handle_;
};

[[noreturn]] void fail() { throw std::system_error(static_cast<int>(GetLastError()), std::system_category()); }

}  // namespace

MappedFile::MappedFile(const std::filesystem::path& path) {
    const Handle file(CreateFileW(path.c_str(), GENERIC_READ, FILE_SHARE_READ | FILE_SHARE_DELETE, nullptr,
                                  OPEN_EXISTING, FILE_ATTRIBUTE_NORMAL, nullptr));
    LARGE_INTEGER size;
    if (!file.is_open() || !GetFileSizeEx(file.get(), &size)) fail();
    size_ = static_cast<std::size_t>(size.QuadPart);
    if (size_ == 0) return;
    const Handle mapping(CreateFileMappingW(file.get(), nullptr, PAGE_READONLY, 0, 0, nullptr));
    if (!mapping.is_open()) fail();
    data_ = static_cast<const std::uint8_t*>(MapViewOfFile(mapping.get(), FILE_MAP_READ, 0, 0, 0));
    if (data_ == nullptr) fail();
}

MappedFile::~MappedFile() {
    if (data_ != nullptr) UnmapViewOfFile(data_);
}

#else

MappedFile::MappedFile(const std::filesystem::path& path) {
    const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (file < 0) throw std::system_error(errno, std::generic_category());
    struct stat status{};
    int error = fstat(file, &status) < 0 ? errno : S_ISDIR(status.st_mode) ? EISDIR : 0;
    if (error == 0 && status.st_size > 0) {
        size_ = static_cast<std::size_t>(status.st_size);
        void* data = mmap(nullptr, size_, PROT_READ, MAP_SHARED, file, 0);
        if (data == MAP_FAILED) error = errno;
        else data_ = static_cast<const std::uint8_t*>(data);
    }
    close(file);
    if (error != 0) throw std::system_error(error, std::generic_category());
}

MappedFile::~MappedFile() {
    if (data_ != nullptr) munmap(const_cast<std::uint8_t*>(data_), size_);
}

#endif

}  // namespace plyground::solve
