import Glibc
import PlayheadFormatting
import PlayheadOutputs

/// A process, which is not mistaken for a later one with the same number.
package struct ProcessReference: Hashable, Sendable {
  package let identifier: pid_t
  /// When it was started, in ticks since the system was.
  private let start: String

  /// Returns nil if there is no such process, or if it has ended.
  package init?(_ identifier: pid_t) {
    guard identifier > 0, let start = Self.start(of: identifier) else { return nil }
    (self.identifier, self.start) = (identifier, start)
  }

  package var isRunning: Bool { Self.start(of: identifier) == start }

  private static func start(of identifier: pid_t) -> String? {
    // The name of the command may contain anything.
    guard let text = read("/proc/\(identifier)/stat"), let place = text.lastIndex(of: ")") else {
      return nil
    }
    let fields = text[place...].split(separator: " ")
    return fields.count > 20 && !["Z", "X"].contains(fields[1]) ? String(fields[20]) : nil
  }

  /// Returns a process and those that it has started.
  package static func family(of identifier: pid_t) -> [ProcessReference] {
    var family: [ProcessReference] = []
    var rest = [identifier]
    while let next = rest.popLast() {
      if let process = ProcessReference(next) { family.append(process) }
      for thread in (try? entries(of: "/proc/\(next)/task")) ?? [] {
        let children = read("/proc/\(next)/task/\(thread)/children") ?? ""
        rest += children.split(separator: " ").compactMap { pid_t($0) }
      }
    }
    return family
  }

  /// Returns the processes of a program, except this one.
  package static func named(_ command: String) -> [ProcessReference] {
    ((try? entries(of: "/proc")) ?? []).compactMap { pid_t($0) }.sorted()
      .filter { $0 != getpid() && isNamed($0, command) }
      .compactMap { ProcessReference($0) }
  }

  private static func isNamed(_ identifier: pid_t, _ command: String) -> Bool {
    // The kernel keeps the first bytes of a name.
    let name = read("/proc/\(identifier)/comm")?.dropLast()
    if name == command[...] { return true }
    let words = read("/proc/\(identifier)/cmdline")?.split(separator: "\0", maxSplits: 1)
    return words?.first?.split(separator: "/").last == command[...]
  }

  package static func entries(of folder: String) throws(SystemFailure) -> [String] {
    try [[UInt8]](namesIn: Array(folder.utf8)).map { String(decoding: $0, as: UTF8.self) }
      .filter { !$0.hasPrefix(".") }
  }

  /// Returns the contents of a file of the kernel; nil if there is none.
  package static func read(_ path: String) -> String? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    return Array(readingFrom: descriptor, atMost: 1 << 20).map(CommandLine.exactText)
  }
}
