import CPlayheadSystem
import Glibc
import PlaybackSession
import PlayheadArguments
import PlayheadFormatting
import PlayheadListFiles
import PlayheadOutputs

/// The command called as `playhead-mpv`: it plays what mpv would play with the same command line, and
/// prints what programs that start mpv expect.
package struct MPVProgram {
  /// Programs look for the version of mpv in the first line.
  static let version = "mpv 0.35.1 (\(Help.version))"

  let settings: MPVSettings
  let options: PlayOptions
  private let files: [String]
  private let request: MPVCommandLine.Request

  /// Parses a command line, which starts with the name of the command; nil if that is not a name of mpv.
  package init?(_ arguments: [String]) {
    guard let name = arguments.first, MPVCommandLine.isMeant(by: name) else { return nil }
    let line = MPVCommandLine(arguments)
    (settings, files, request) = (line.settings, line.files, line.request)
    options = settings.playOptions(files, isTerminal: isatty(STDOUT_FILENO) == 1)
  }

  /// Answers a request that is not playback, and returns the exit status. Returns nil for playback.
  func answer() -> ExitStatus? {
    switch request {
    case .play: return nil
    case .version: write([MPVProgram.version], at: "info")
    case .help: write([MPVProgram.version, "", MPVProgram.help], at: "info")
    case .listOptions:
      let names = MPVOption.table.keys.sorted()
      write(
        ["Options:", ""] + names.map { " --\($0)" } + ["", "Total: \(names.count) options"],
        at: "info")
    case .error(let lines):
      write(lines, at: "fatal")
      return .failed
    }
    return .played
  }

  /// Applies the settings of messages: whether they are printed, and where they are logged.
  func prepare() {
    Messages.isPrinting = settings.prints("error", of: "cplayer")
    guard let path = settings.logFile else { return }
    do throws(SystemFailure) {
      let descriptor = try LogFile.open(path)
      // Nothing is lost if the path was given by mistake.
      guard MessageLog.canReplace(descriptor) else {
        close(descriptor)
        throw SystemFailure(code: EEXIST)
      }
      ftruncate(descriptor, 0)
      Messages.log = MessageLog(descriptor)
      Messages.log?.write(MPVProgram.version, level: "v")
    } catch {
      write(
        ["Failed to open log file '\(CommandLine.readableText(of: path))'"], at: "error")
    }
  }

  /// Returns the files to play in their order.
  func ordered(_ files: [ListedFile]) -> [ListedFile] {
    settings.isShuffled ? files.shuffled() : files
  }

  /// Applies the settings that the options of playback do not have.
  func configure(_ session: PlaySession) {
    for request in settings.requests {
      do throws(SessionRefusal) {
        try session.session.perform(request)
      } catch {
        // The values are valid, and the session has not ended.
      }
    }
  }

  /// Prints whether clients are served. Some programs wait for these lines.
  func reportClients(areServed: Bool) {
    guard options.remote.ipcPath != nil else { return }
    if areServed {
      write(
        ["[ipc] Starting IPC master", "[ipc] Listening to IPC socket."], at: "v", of: "ipc")
    } else {
      write(["[ipc] Could not bind IPC socket"], at: "error", of: "ipc")
    }
  }

  /// Prints lines of a module if messages of their level are printed.
  private func write(_ lines: [String], at level: String, of module: String = "cplayer") {
    guard settings.prints(level, of: module) else { return }
    signal(SIGPIPE, SIG_IGN)
    StandardOutput().write(lines.map { $0 + "\n" }.joined())
  }

  private static let help = """
    Usage:   playhead-mpv [options] [url|path/]filename

    playhead, with the command line and the JSON IPC of mpv: it plays the sound and
    no picture. An option is --NAME=VALUE, --NAME or --no-NAME. Basic options:

     --start=POSITION           start at 90, 1:30, 50%, -10 (from the end), #2
     --end=POSITION             stop there (--length=TIME: after this time)
     --speed=R --volume=PERCENT --no-audio --pause --loop-file --loop-playlist
     --idle                     wait for files
     --input-ipc-server=PATH    let programs control playback at a socket
     --no-terminal              print nothing
     --list-options             list all options; most have no effect here

    See also: playhead --help.
    """
}

extension PlaySession {
  /// Returns the exit status of mpv: 2 if no file could be played, 3 if some could not, and 4 after a signal.
  func mpvStatus(_ status: ExitStatus) -> ExitStatus {
    let results = session.machine.results
    switch recording.stopReason {
    case .interrupted, .terminated: return ExitStatus(rawValue: 4)
    case .quit: return state.withLock { $0.chosenStatus } ?? .played
    default: return results.hasFailure ? ExitStatus(rawValue: results.hasPlayed ? 3 : 2) : status
    }
  }
}
