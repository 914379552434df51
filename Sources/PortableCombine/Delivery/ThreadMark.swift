import Glibc

/// Which thread this is: the same number at each call on it, never zero.
@inlinable
func currentThread() -> UInt { pthread_self() }
