import Glibc

/// Returns the number of the current thread, which is constant during its lifetime and never zero.
@inlinable
func currentThread() -> UInt { pthread_self() }
