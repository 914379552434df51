import Foundation
import PlayheadLocking
import PlayheadTestEnvironment

/// A private PulseAudio without hardware, which ends with this object.
///
/// It does not use the user's settings or D-Bus, and runs as any user.
package final class SoundServer: Sendable {
  /// An error of starting or controlling the server.
  package struct Failure: Error, CustomStringConvertible {
    /// What failed, with the server's messages.
    package let description: String
  }

  /// The server's address, as in `PULSE_SERVER`.
  package let address: String
  /// A directory for files such as FIFOs. It is deleted with the server.
  package let directory: TemporaryDirectory

  private let process: pid_t
  private let log: ServerLog

  /// Starts a server, and waits until it is ready.
  ///
  /// - Parameters:
  ///   - directory: A directory for its files.
  ///   - modules: The modules to load, each with its arguments.
  package init(
    in directory: TemporaryDirectory, modules: [String]
  ) throws {
    self.directory = directory
    let socket = directory.path("native")
    address = "unix:\(socket)"
    var arguments = [
      "pulseaudio", "-n", "--daemonize=no", "--use-pid-file=no", "--exit-idle-time=-1",
      "--disallow-exit", "--high-priority=no", "--realtime=no", "--log-level=info",
      "--log-target=stderr",
    ]
    let native = "module-native-protocol-unix auth-anonymous=1 socket=\(socket)"
    for module in modules + [native] { arguments += ["-L", module] }
    let environment = [
      "HOME=\(directory.path)", "XDG_RUNTIME_DIR=\(directory.path)",
      "XDG_CONFIG_HOME=\(directory.path)", "PULSE_RUNTIME_PATH=\(directory.path)",
      "PULSE_STATE_PATH=\(directory.path)", "LC_ALL=C",
      "PATH=\(ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin")",
    ]
    log = try ServerLog()
    process = try log.run(arguments, environment: environment)
    guard log.waitUntilReady() else {
      end()
      throw Failure(description: "PulseAudio does not start:\n\(log.text)")
    }
  }

  deinit { end() }

  /// Ends the server without warning.
  package func end() {
    guard log.takeRunning() else { return }
    kill(process, SIGKILL)
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
  }

  /// Stops the server until `resume`: it accepts connections and answers nothing.
  package func freeze() { kill(process, SIGSTOP) }

  /// Continues the server after `freeze`.
  package func resume() { kill(process, SIGCONT) }

  /// Records the sound of a sink, as 16-bit stereo with 48,000 samples per second, until the recording
  /// is released.
  package func record(sink: String) throws -> SinkRecording {
    try SinkRecording(sink, server: address)
  }

  /// Runs `pactl` with arguments such as `unload-module module-pipe-sink`, and returns its output.
  @discardableResult
  package func control(_ arguments: String...) throws -> String {
    let control = Process()
    control.executableURL = URL(filePath: "/usr/bin/env")
    control.arguments = ["pactl", "--server", address] + arguments
    let output = Pipe()
    control.standardOutput = output
    try control.run()
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    control.waitUntilExit()
    guard control.terminationStatus == 0 else {
      throw Failure(description: "pactl \(arguments) fails\n\(log.text)")
    }
    return String(decoding: data, as: UTF8.self)
  }
}
