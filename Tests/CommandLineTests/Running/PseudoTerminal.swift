import CPlayheadSystem
import Foundation
import PlayheadTestEnvironment
import Testing

/// A pseudo terminal that runs a shell. Tests type keys into it and read its output.
final class PseudoTerminal {
  struct Failure: Error {
    let message: String
  }

  private let terminal: Int32
  private let process: SpawnedProcess
  /// All output up to now. `seen` counts the bytes that `wait(for:)` has consumed.
  private(set) var shown: [UInt8] = []
  private var seen = 0
  /// The greatest number of bytes that a search for a text or an expression has to see at once.
  private static let longestMatch = 4_096

  /// Runs a bash script in a new session whose controlling terminal this is.
  init(_ line: String, columns: UInt16 = 80) throws {
    var (outside, inside): (Int32, Int32) = (-1, -1)
    var name = [CChar](repeating: 0, count: 64)
    guard openpty(&outside, &inside, nil, nil, nil) == 0,
      ttyname_r(inside, &name, name.count) == 0
    else { throw Failure(message: "there is no pseudo terminal") }
    defer { close(inside) }
    terminal = outside
    let variables = BuiltCommand.variables.merging([
      "TERM": "xterm", "NO_COLOR": "1", "LC_ALL": "C",
    ]) { $1 }
    let path = String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    process = try SpawnedProcess(
      "/bin/bash", ["-c", line], variables: variables,
      streams: Array(repeating: .file(path, flags: O_RDWR), count: 3), leadsSession: true)
    resize(columns)
  }

  deinit {
    close(terminal)
  }

  func resize(_ columns: UInt16) {
    var size = winsize(ws_row: 24, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(terminal, UInt(TIOCSWINSZ), &size)
  }

  func type(_ keys: String) {
    let bytes = Array(keys.utf8)
    #expect(write(terminal, bytes, bytes.count) == bytes.count)
  }

  /// Types keys, and reads until the text appears in the output.
  ///
  /// - Returns: The output since the previous call, through the text.
  @discardableResult
  func type(_ keys: String, expecting text: String) throws -> String {
    type(keys)
    return try wait(for: text)
  }

  /// Types keys, and reads until the expression matches the output.
  @discardableResult
  func type(_ keys: String, expecting expression: Regex<Substring>) throws -> String {
    type(keys)
    return try wait(for: expression)
  }

  /// Reads until the text appears in the output after the text of the previous call.
  ///
  /// - Returns: The output since the previous call, through the text.
  /// - Throws: `Failure` if the output ends, or nothing is written for a minute.
  @discardableResult
  func wait(for text: String) throws -> String {
    try wait(for: text) { $0.range(of: text) }
  }

  /// Reads until the expression matches the output after the text of the previous call.
  @discardableResult
  func wait(for expression: Regex<Substring>) throws -> String {
    try wait(for: "a match") { $0.firstRange(of: expression) }
  }

  private func wait(
    for description: String, find: (String) -> Range<String.Index>?
  ) throws -> String {
    // The output of an endless command is searched once: a reader that is slow delays what writes to the terminal.
    var begin = seen
    while true {
      let new = String(decoding: shown[begin...], as: UTF8.self)
      if let range = find(new) {
        let end = begin + new[..<range.upperBound].utf8.count
        defer { seen = end }
        return String(decoding: shown[seen..<end], as: UTF8.self)
      }
      guard try read() else {
        let new = String(decoding: shown[seen...], as: UTF8.self)
        let (first, last) = (new.prefix(1_000), new.dropFirst(1_000).suffix(1_000))
        throw Failure(message: "never shown: \(description); but: \(first) … \(last)")
      }
      begin = max(begin, shown.count - 2 * Self.longestMatch)
      while begin > seen, shown[begin] & 0xC0 == 0x80 { begin -= 1 }
    }
  }

  /// Expects that the script prints `status` and this exit status of the command, and then ends.
  func expectEnd(status: Int) throws {
    try wait(for: "status \(status)")
    #expect(try waitForExit() == 0)
  }

  /// Reads the remaining output and returns the exit status.
  func waitForExit() throws -> Int32 {
    while try read() {}
    return process.waitForExit()
  }

  /// Whether the terminal echoes input and delivers it line by line, as it does initially.
  var isInLineMode: Bool {
    var modes = termios()
    tcgetattr(terminal, &modes)
    return modes.c_lflag & tcflag_t(ICANON | ECHO) == tcflag_t(ICANON | ECHO)
  }

  /// Returns the terminal's foreground process group.
  func foregroundProcess() throws -> pid_t {
    let group = tcgetpgrp(terminal)
    guard group > 0 else { throw Failure(message: "nothing is in the foreground") }
    return group
  }

  private func read() throws -> Bool {
    var polled = pollfd(fd: terminal, events: Int16(POLLIN), revents: 0)
    guard poll(&polled, 1, 60_000) > 0 else {
      throw Failure(
        message: "a minute of nothing after: \(String(decoding: shown.suffix(500), as: UTF8.self))")
    }
    var bytes = [UInt8](repeating: 0, count: 4_096)
    let count = Foundation.read(terminal, &bytes, bytes.count)
    if count > 0 { shown += bytes[..<count] }
    return count > 0
  }
}
