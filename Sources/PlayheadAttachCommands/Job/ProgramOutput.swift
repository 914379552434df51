import Glibc
import PlayheadMedia
import PlayheadOutputs
import PlayheadPlayCommands
import PlayheadProcesses
import PlayheadTerminal
import PlayheadTimekeeping

/// What any program writes on one of its streams: lines with positions, and others.
struct ProgramOutput {
  /// The stream of the program that is read.
  let descriptor: Int32
  /// Shows the lines without a position above the live line.
  private let display: LiveDisplay?
  private let parser: PositionParser
  private var splitter = LineSplitter()
  private var hasKnown = false
  /// The letters of the last line in which the position is only the first number.
  private var letters = ""

  init(_ options: LineOptions, _ outputs: SessionOutputs) {
    parser = PositionParser(options)
    descriptor = Self.descriptor(options)
    display = Self.display(options, outputs)
  }

  /// Returns the descriptor for the bytes read; nil if the records or the live line replace it.
  static func relay(_ options: LineOptions, _ outputs: SessionOutputs) -> ProgressRelay? {
    let isPassedOn =
      options.readsErrors ? display(options, outputs) == nil : outputs.options.isQuiet
    return isPassedOn ? ProgressRelay(RecordOutput(descriptor: descriptor(options))) : nil
  }

  private static func descriptor(_ options: LineOptions) -> Int32 {
    options.readsErrors ? STDERR_FILENO : STDOUT_FILENO
  }

  private static func display(
    _ options: LineOptions, _ outputs: SessionOutputs
  ) -> LiveDisplay? {
    options.readsErrors && isatty(STDERR_FILENO) == 1 ? outputs.display : nil
  }

  /// Returns the positions in the lines that are now complete.
  mutating func positions(in bytes: ArraySlice<UInt8>) -> [MediaTime] {
    splitter.lines(in: bytes).compactMap { position(in: $0) }
  }

  /// Returns the position in a last line without an end.
  mutating func lastPosition() -> MediaTime? { splitter.removeRest().flatMap { position(in: $0) } }

  private mutating func position(in line: String) -> MediaTime? {
    switch parser.position(in: line) {
    case .known(let position):
      hasKnown = true
      return position < .zero ? nil : position
    case .guessed(let position):
      // The numbers of a progress line change, but its words do not.
      let previous = letters
      letters = String(line.filter(\.isLetter))
      if !hasKnown && letters == previous { return position }
    case nil: break
    }
    display?.write(lines: Array((line + "\n").utf8))
    return nil
  }
}
