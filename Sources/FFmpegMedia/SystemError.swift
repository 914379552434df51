import Glibc

/// What `errno` said after a call of the system failed.
struct SystemError: Error {
  let number: Int32

  /// Calls again while a signal cuts the call short; throws where it returns a negative number.
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
