#include "plyground/search/crew.hpp"

#include <system_error>
#include <utility>

namespace plyground {

Crew::Crew(int size) {
    try {
        for (int number = 1; number <= size; ++number) threads_.emplace_back([this, number] { work(number); });
    } catch (const std::system_error&) {
        // As many as there are must do.
    }
}

Crew::~Crew() {
    {
        const std::lock_guard lock(mutex_);
        is_closing_ = true;
    }
    changed_.notify_all();
    for (std::thread& thread : threads_) thread.join();
}

void Crew::run(std::function<void(int)> job) {
    {
        const std::lock_guard lock(mutex_);
        job_ = std::move(job);
        ++round_;
        busy_ = size();
    }
    changed_.notify_all();
}

void Crew::wait() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return busy_ == 0; });
}

void Crew::work(int number) {
    std::size_t done = 0;
    std::unique_lock lock(mutex_);
    while (true) {
        changed_.wait(lock, [&] { return is_closing_ || round_ != done; });
        if (is_closing_) return;
        done = round_;
        lock.unlock();
        job_(number);
        lock.lock();
        if (--busy_ == 0) changed_.notify_all();
    }
}

}  // namespace plyground
