// Crew: threads that wait for work, so that a search need not start any.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace plyground {

// `run` gives each thread the same job with its own number, from 1 on; number 0 is the caller's own part.
class Crew {
  public:
    // Fewer threads than wanted if the system gives no more.
    explicit Crew(int size);
    ~Crew();
    Crew(const Crew&) = delete;
    Crew& operator=(const Crew&) = delete;

    int size() const { return static_cast<int>(threads_.size()); }
    void run(std::function<void(int)> job);
    void wait();

  private:
    void work(int number);

    std::mutex mutex_;
    std::condition_variable changed_;
    std::function<void(int)> job_;
    std::size_t round_ = 0;  // of the job
    int busy_ = 0;
    bool is_closing_ = false;
    std::vector<std::thread> threads_;
};

}  // namespace plyground
