import PlayheadKit
import RemoteControl

/// Changes of the list by other programs.
extension PlaySession {
  /// Adds files to the list. Reads playlists, which may block.
  func load(_ locations: [String], _ place: LoadPlace) throws(SessionRefusal) {
    try check(locations)
    try add(options.listedFiles(locations), place)
  }

  /// Adds the entries of a playlist. Reads it, which may block.
  func loadList(_ location: String, _ place: LoadPlace) throws(SessionRefusal) {
    try check([location])
    let files: [ListedFile]
    do throws(FileFailure) {
      files = try ListFileExpansion.entries(ofList: location, access: options.access)
    } catch {
      throw .refused(error.message)
    }
    try add(files, place)
  }

  private func add(_ files: [ListedFile], _ place: LoadPlace) throws(SessionRefusal) {
    do throws(UsageError) {
      try options.checkPlaces(against: files)
    } catch {
      throw .refused(error.text)
    }
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
    var sorted: [PlayerQueue.Entry]
    // Another thread may change the list meanwhile.
    repeat {
      let places = queue.entries.enumerated().map { index, entry in
        (entry, place: entry.queuedFile.flatMap { places[$0.id] } ?? order.count + index)
      }
      sorted = places.sorted { $0.place < $1.place }.map(\.0)
    } while !queue.reorder(sorted)
    noteListChange()
  }

  /// Plays the entry at this distance from the current one.
  func playNeighbor(at offset: Int) throws(SessionRefusal) {
    try changeList(leaving: true) { queue.list.currentIndex != nil && queue.move(by: offset) }
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
    placeCurrentFile()
    eventLog.send(.listChanged)
  }

  /// Gives the current file its number in the list.
  ///
  /// Another thread may change the list during this call. It is read again afterwards, so that the
  /// latest number is set last.
  private func placeCurrentFile() {
    guard let current = state.withLock({ $0.current }) else { return }
    var place = queue.place(of: current.entry)
    while let (index, count) = place {
      current.playback.place(index + 1, of: count)
      place = queue.place(of: current.entry)
      if let place, place == (index, count) { return }
    }
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
