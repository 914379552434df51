import Glibc

/// The value of `errno` after a failed system call.
struct SystemError: Error {
  let number: Int32

  /// Makes a system call, again if a signal interrupts it; throws the value of `errno` if the result is negative.
  @discardableResult
  static func check<Result: SignedInteger>(
    _ call: () -> Result
  ) throws(SystemError) -> Result {
    while true {
      let result = call()
      if result >= 0 { return result }
      if errno != EINTR { throw SystemError(number: errno) }
    }
  }
}
