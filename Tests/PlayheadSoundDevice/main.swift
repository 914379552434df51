// A sound server without hardware for benchmarks, whose device reports which sample is heard.
//
// Usage: PlayheadSoundDevice [--samples]
//
// Prints the address of the server, as in PULSE_SERVER. Then each line of standard input is a command,
// which is answered with one line; instants are in nanoseconds of the monotonic clock. Ends with its
// standard input. With --samples the device keeps all samples instead of the sample numbers in them.
import Foundation
import PlayheadSoundServer
import PlayheadTimekeeping

/// Returns the answer to a command.
func answer(_ device: PipeDevice, _ command: String, _ arguments: [String]) throws -> String {
  switch command {
  case "wave" where arguments.count == 3:
    // wave PATH FIRST COUNT: writes a file of numbered samples.
    let first = Int64(arguments[1]) ?? 0
    try SampleCode.wave(first..<(first + max(0, Int64(arguments[2]) ?? 0)))
      .write(to: URL(filePath: arguments[0]))
    return "written"
  case "deviation" where arguments.count == 1:
    // deviation PPM: how much faster than 48,000 samples per second the device plays.
    device.setDeviation(partsPerMillion: Double(arguments[0]) ?? 0)
    return "set"
  case "positions":
    // positions INSTANT...: the sample heard at each instant, with a fraction.
    let samples = arguments.map { instant in
      Int64(instant).flatMap { device.position(at: HostInstant(nanoseconds: $0)) }
    }
    return samples.map { $0.map { "\($0)" } ?? "-" }.joined(separator: " ")
  case "runs":
    // runs: samples with consecutive numbers, as NUMBER+COUNT@PLAYED, where PLAYED is how many samples,
    // heard or silent, the device had played before.
    return device.heard.runs.map { "\($0.samples.lowerBound)+\($0.samples.count)@\($0.start)" }
      .joined(separator: " ")
  case "late":
    // late: the wake-ups of the device that were more than 1 ms late, as INSTANT+DELAY.
    return device.lateTicks
      .map { "\($0.instant.nanoseconds)+\(Int64($0.delay / .nanoseconds(1)))" }
      .joined(separator: " ")
  case "starved":
    // starved: how many samples of silence were heard because the server was late.
    return "\(device.starvedSampleCount)"
  case "start":
    // start: when the device began to play samples or silence.
    return "\(device.start.nanoseconds)"
  case "samples" where arguments.count == 1:
    // samples PATH: writes all samples played, 16-bit stereo, silence included.
    try device.samples.withUnsafeBytes { try Data($0).write(to: URL(filePath: arguments[0])) }
    return "written"
  default: return "unknown command"
  }
}

func tell(_ line: String) throws {
  try FileHandle.standardOutput.write(contentsOf: Data("\(line)\n".utf8))
}

/// The server ends when this function returns: objects in global variables are not released.
func serve() throws {
  let stage = try PipeSoundServer(
    byteCount: 16_384, keepsSamples: CommandLine.arguments.contains("--samples"))
  try tell(stage.server.address)
  while let line = readLine() {
    let words = line.split(separator: " ").map(String.init)
    try tell(try answer(stage.device, words.first ?? "", Array(words.dropFirst())))
  }
}

try serve()
