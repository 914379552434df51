import PlaybackSession
import PlayheadCore
import PlayheadFormatting
import PlayheadListFiles
import PlayheadOutputs

/// The files that other programs add to the list.
extension PlaySession {
  func entries(of request: SessionRequest) throws(SessionRefusal) -> () -> [PlayerQueue.Entry] {
    let files = try files(of: request)
    return { [self] in makeEntries(of: files, asAttempt: request.isAttempt) }
  }

  /// Returns the files that a request adds. Reads playlists, which may block. Throws why they may not be added.
  private func files(of request: SessionRequest) throws(SessionRefusal) -> [ListedFile] {
    let files: [ListedFile]
    switch request {
    case .load(let locations, _):
      try check(locations)
      files = options.listedFiles(locations)
    case .loadList(let location, _):
      try check([location])
      do throws(FileFailure) {
        files = try ListFileExpansion.entries(ofList: location, access: options.access)
      } catch {
        throw .refused(error.message)
      }
    default: return []
    }
    do throws(UsageError) {
      try options.checkOutputs(against: files)
    } catch {
      throw .refused(error.text)
    }
    return files
  }

  /// Throws if a file may not be read.
  private func check(_ locations: [String]) throws(SessionRefusal) {
    for location in locations {
      let name = CommandLine.readableText(of: location)
      if location.utf8.contains(0) { throw .refused(FileMessage.nullByte.text(about: name)) }
      if let reason = options.access.refusalOnRequest(of: location) {
        throw .refused("\(name): \(reason.text)")
      }
    }
  }
}

extension SessionRequest {
  fileprivate var isAttempt: Bool {
    switch self {
    case .load(_, .appendAsAttempt), .loadList(_, .appendAsAttempt): true
    default: false
    }
  }
}
