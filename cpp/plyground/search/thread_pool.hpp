// ThreadPool: threads that wait for work, so that a search does not have to start any.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace plyground {

// `run` gives every thread the same job with its own number, counted from 1; number 0 is the calling thread's part.
class ThreadPool {
  public:
    // Starts fewer threads than requested if the system provides no more.
    explicit ThreadPool(int size);
    ~ThreadPool();
    ThreadPool(const ThreadPool&) = delete;
    ThreadPool& operator=(const ThreadPool&) = delete;

    int size() const { return static_cast<int>(threads_.size()); }
    void run(std::function<void(int)> job);
    void wait();

  private:
    void work(int number);

    std::mutex mutex_;
    std::condition_variable changed_;
    std::function<void(int)> job_;
    std::size_t jobs_started_ = 0;
    int busy_ = 0;
    bool is_closing_ = false;
    std::vector<std::thread> threads_;
};

}  // namespace plyground
