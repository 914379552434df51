import PlayheadArguments
import PlayheadFormatting
import PlayheadMedia
import PlayheadOutputs
import PlayheadPages

/// The results of `align`: on standard output, on the page, and as the exit status.
struct AlignResults {
  private let output = StandardOutput()
  private let format: ReportFormat
  private let kind: Page
  /// The page; nil without one, or after it could not be written.
  private var page: PageFile?
  private var result = ExitStatus.played

  init(_ options: AlignOptions) throws(FileFailure) {
    format = options.format
    kind = options.comparesPicture ? .sync : .alignment
    page = if let path = options.page { try PageFile(path, kind) } else { nil }
  }

  /// Whether nobody reads the output.
  var isOver: Bool { output.isOver }

  var status: ExitStatus { output.hasFailed ? .failed : result }

  /// Adds the result of a file: the text for the output, and the section if there is a page.
  mutating func add(_ text: String, _ section: @autoclosure () -> PageSection, isRelated: Bool) {
    output.write(text)
    if !isRelated { markUnrelated() }
    if page != nil { add(section()) }
  }

  /// Notes that nothing was found in a file.
  mutating func markUnrelated() { if result == .played { result = .unrelated } }

  /// Writes a text to the output.
  func write(_ text: String) { output.write(text) }

  /// Adds a file that cannot be read.
  mutating func add(_ error: MediaError, of file: String, number: Int, version: Int) {
    result = .failed
    Messages.say("\(error)")
    if format == .json {
      output.write(JSONObject.ofError(error, version: version, file: file).text + "\n")
    }
    add(PageSection(error, file: file, number: number, on: kind))
  }

  mutating func finish() {
    writePage { page throws(FileFailure) in try page.finish() }
  }

  private mutating func add(_ section: PageSection) {
    writePage { page throws(FileFailure) in try page.add(section) }
  }

  private mutating func writePage(_ body: (PageFile) throws(FileFailure) -> Void) {
    guard let failure = page.write(body) else { return }
    result = .failed
    Messages.say(failure.message)
  }
}
