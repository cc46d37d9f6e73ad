#include "plyground/search/thread_pool.hpp"

#include <system_error>
#include <utility>

namespace plyground {

ThreadPool::ThreadPool(int size) {
    try {
        for (int number = 1; number <= size; ++number) threads_.emplace_back([this, number] { work(number); });
    } catch (const std::system_error&) {
        // Continue with the threads that did start.
    }
}

ThreadPool::~ThreadPool() {
    {
        const std::lock_guard lock(mutex_);
        is_closing_ = true;
    }
    changed_.notify_all();
    for (std::thread& thread : threads_) thread.join();
}

void ThreadPool::run(std::function<void(int)> job) {
    {
        const std::lock_guard lock(mutex_);
        job_ = std::move(job);
        ++jobs_started_;
        busy_ = size();
    }
    changed_.notify_all();
}

void ThreadPool::wait() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return busy_ == 0; });
}

void ThreadPool::work(int number) {
    std::size_t done = 0;
    std::unique_lock lock(mutex_);
    while (true) {
        changed_.wait(lock, [&] { return is_closing_ || jobs_started_ != done; });
        if (is_closing_) return;
        done = jobs_started_;
        lock.unlock();
        job_(number);
        lock.lock();
        if (--busy_ == 0) changed_.notify_all();
    }
}

}  // namespace plyground
