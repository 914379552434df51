#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#else
  import Darwin
#endif

/// Returns the number of the current thread, which is constant during its lifetime and never zero.
@inlinable
func currentThread() -> UInt {
  #if canImport(Glibc)
    pthread_self()
  #else
    UInt(bitPattern: pthread_self())
  #endif
}

/// Raises the signal `SIGTRAP`, which stops a debugger.
@usableFromInline
func stopInDebugger() { raise(SIGTRAP) }
