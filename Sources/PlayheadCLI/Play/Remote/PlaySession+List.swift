import PlaybackSession
import PlayheadKit

/// Changes of the list by other programs.
extension PlaySession {
  /// Returns the files that a request adds to the list. Reads playlists, which may block.
  ///
  /// - Throws: Why they may not be added.
  func files(of request: SessionRequest) throws(SessionRefusal) -> [ListedFile] {
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
      try options.checkPlaces(against: files)
    } catch {
      throw .refused(error.text)
    }
    return files
  }

  func add(_ files: [ListedFile], _ place: LoadPlace) {
    let entries = makeEntries(of: files, asAttempt: place == .appendAsAttempt)
    switch place {
    case .replace: queue.replaceEntries(with: entries)
    case .append, .appendAsAttempt: queue.append(entries, plays: false)
    case .appendAndPlay: queue.append(entries, plays: true)
    }
    noteListChange(leaving: place == .replace)
  }

  /// Sorts the list into an order of identities.
  func reorder(_ order: [Int]) {
    let places = Dictionary(zip(order, order.indices)) { first, _ in first }
    let entries = queue.entries.enumerated().map { index, entry in
      (entry, place: entry.queuedFile.flatMap { places[$0.id] } ?? order.count + index)
    }
    _ = queue.reorder(entries.sorted { $0.place < $1.place }.map(\.0))
    noteListChange()
  }

  /// Changes the list, and reports the change.
  ///
  /// - Parameters:
  ///   - leaving: Whether the current file may be left.
  ///   - change: Changes the queue. Returns false if there is no such entry.
  /// - Throws: `noEntry` if there is no such entry.
  func changeList(leaving: Bool = false, _ change: () -> Bool) throws(SessionRefusal) {
    guard change() else { throw .noEntry }
    noteListChange(leaving: leaving)
  }

  /// Applies a change of the queue to the current file, and reports it.
  ///
  /// - Parameter leaving: Whether the current file may be left.
  func noteListChange(leaving: Bool = false) {
    if leaving { leave() }
    // The current file may have another number in the list.
    if let current = state.withLock({ $0.current }),
      let (index, count) = queue.place(of: current.entry)
    {
      current.playback.place(index + 1, of: count)
    }
    publish(.listChanged)
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
