import Glibc
import PlayheadFFmpeg
import PlayheadFormatting
import PlayheadJobs
import PlayheadMedia
import PlayheadOutputs
import PlayheadProcesses
import PlayheadTimekeeping

/// Finds out how much of its inputs an ffmpeg has read, from the offsets of its file descriptors.
struct InputTracker: Sendable {
  private var inputs: InputShare
  private let identities: [[FileIdentity]]
  private let options: [InputOptions]
  private let child: pid_t
  private var times: [FileIdentity: FileTimes?] = [:]
  private var latest: [FileIdentity: Double] = [:]

  /// The part of a file that must have been passed at two looks.
  private static let leap = 0.1

  /// Creates a tracker of ffmpeg or of its parent process; nil if an input is no file. Options may be missing.
  init?(_ inputs: InputShare, readBy child: pid_t, _ options: [InputOptions] = []) {
    var identities: [[FileIdentity]] = []
    for parts in inputs.inputs {
      let known = parts.compactMap {
        FileIdentity(path: CommandLine.exactBytes(of: Self.path(of: $0.location)))
      }
      guard known.count == parts.count else { return nil }
      identities.append(known)
    }
    (self.inputs, self.identities, self.child, self.options) = (inputs, identities, child, options)
  }

  /// Returns the path of a file that ffmpeg names.
  static func path(of location: String) -> String {
    let isFile = location.hasPrefix("file:") && !location.hasPrefix("file://")
    return isFile ? String(location.dropFirst(5)) : location
  }

  /// Returns the share that has been read; nil while no process reads the files.
  mutating func share() -> Double? {
    for process in ProcessReference.family(of: child) {
      var files: [OpenFile] = []
      let known = identities.joined()
      for file in ((try? process.files()) ?? []).reversed() where !file.isWritten {
        // Descriptors that ffmpeg has inherited come before those of the inputs.
        let same = files.filter { $0.identity == file.identity }
        if same.count < known.count(where: { $0 == file.identity }) { files.insert(file, at: 0) }
      }
      for (input, parts) in identities.enumerated() {
        for (part, identity) in parts.enumerated() {
          // Inputs are opened in their order, also if two are the same file.
          guard let index = files.firstIndex(where: { $0.identity == identity }) else { continue }
          let file = files.remove(at: index)
          guard let time = time(in: file, part: part, ofInput: input)?.seconds else { continue }
          // A file that is opened later may be read at its end for a moment, where its index is.
          let before = latest.updateValue(time, forKey: identity) ?? 0
          let isJump = time - before > Self.leap * inputs.inputs[input][part].length
          inputs.reach(isJump ? before : time, inPart: part, ofInput: input)
        }
      }
    }
    return inputs.value.flatMap { $0 > 0 ? $0 : nil }
  }

  private mutating func time(in file: OpenFile, part: Int, ofInput input: Int) -> MediaTime? {
    let times = times[file.identity] ?? open(file, ofInput: input)
    self.times[file.identity] = .some(times)
    return inputs.inputs[input][part].isEstimated
      ? times?.meanTime(before: file.bufferedOffset, of: file.size)
      : times?.time(before: file.bufferedOffset, of: file.size)
  }

  private func open(_ file: OpenFile, ofInput input: Int) -> FileTimes? {
    var media = file.media
    if options.indices.contains(input) { media.inputOptions = options[input] }
    return try? FileTimes(opening: media, interruption: Interruption())
  }
}
