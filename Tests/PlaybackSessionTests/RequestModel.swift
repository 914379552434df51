import PlaybackSession
import PlayheadTimekeeping

/// What a session does with requests, decided in the most obvious way: files of ten seconds in a list, of which one
/// is opened, plays and ends.
struct RequestModel {
  struct File: Equatable {
    var id: Int
    /// As `SessionStage` understands it.
    var name: String
  }

  private(set) var files: [File] = []
  /// The identity of the file that plays, or is opened.
  private(set) var current: Int?
  private(set) var isOpen = false
  private(set) var isPaused = false
  private(set) var rate = 1
  /// In milliseconds.
  private(set) var position = 0
  private(set) var isOver = false
  /// The requests that the host carries out, and the refusals of waiting requests.
  private(set) var notes: [String] = []
  private var pending: [SessionRequest] = []
  private var lastID = 0
  private var isGoingBack = false
  private var isCatchingUp = false
  /// The time until the current file is open, and until a waiting request to quit waits no longer.
  private var (opensIn, quitsIn) = (0, 0)

  private var index: Int? { files.firstIndex { $0.id == current } }

  // MARK: Requests

  /// Carries out the request of a user. Returns false if it is refused at once.
  mutating func user(_ request: SessionRequest, inOrder: Bool) -> Bool {
    if isOver { return true }
    if current == nil, request.needsFile { return false }
    let isRecorded =
      switch request {
      case .setPaused, .setRate: true
      default: request.needsFile
      }
    let waits = request.needsFile || inOrder && (isRecorded || !pending.isEmpty)
    guard current != nil, !isOpen, waits else { return carryOut(request) }
    if case .quit = request, !hasQuit { quitsIn = 2_000 }
    pending.append(request)
    return true
  }

  /// Carries out the request of a program. Returns false if it is refused.
  mutating func program(_ request: SessionRequest) -> Bool {
    if isOver || request.needsFile && !isOpen { return false }
    if request == .next, current == nil { return false }
    return carryOut(request)
  }

  private var hasQuit: Bool {
    pending.contains { if case .quit = $0 { true } else { false } }
  }

  private mutating func carryOut(_ request: SessionRequest) -> Bool {
    switch request {
    case .setPaused(let isPaused): self.isPaused = isPaused
    case .setRate(let rate): self.rate = rate == 2 ? 2 : 1
    case .seek(.position(let target), _): position = Int(target.seconds * 1_000)
    case .seek: return false
    case .step:
      // To the next of 250 frames.
      (isPaused, position) = (true, min((position / 40 + 1) * 40, 9_960))
    case .next:
      guard let index, index + 1 < files.count else { return false }
      leave(for: index + 1)
    case .play(let index):
      guard files.indices.contains(index) else { return false }
      leave(for: index)
    case .remove(let removed):
      guard files.indices.contains(removed) else { return false }
      let isCurrent = removed == index
      files.remove(at: removed)
      if isCurrent { leave(for: removed, goingBack: false) }
    case .stop(let keepsList):
      if !keepsList { files = [] }
      if current != nil { leave(for: nil) }
    case .load(let names, let place):
      let new = names.map { name in
        lastID += 1
        return File(id: lastID, name: name)
      }
      if place == .replace { files = [] }
      let first = files.count
      files += new
      if place == .replace || place == .appendAndPlay && current == nil { leave(for: first) }
    case .quit:
      notes.append("\(request)")
      isOver = true
    default: notes.append("\(request)")
    }
    return true
  }

  // MARK: Files

  /// Leaves the current file, if there is one, for the file at an index; for none if there is no such file.
  private mutating func leave(for index: Int?, goingBack: Bool? = nil) {
    if current != nil, !isCatchingUp { drop() }
    let old = self.index
    begin(index, goingBack: goingBack ?? (index.flatMap { new in old.map { new < $0 } } ?? false))
  }

  private mutating func begin(_ index: Int?, goingBack: Bool) {
    let file = index.flatMap { files.indices.contains($0) ? files[$0] : nil }
    (current, isOpen, position, isGoingBack) = (file?.id, false, 0, goingBack)
    opensIn =
      file.map { $0.name.hasPrefix("late") ? Int((Double($0.name.dropFirst(5)) ?? 0) * 1_000) : 0 }
      ?? 0
  }

  private mutating func drop() {
    notes += pending.filter(\.needsFile).map { _ in "refused noFile" }
    pending.removeAll(where: \.needsFile)
  }

  /// Opens files, and carries out what waits for them, until time has to pass.
  mutating func settle() {
    while !isOver {
      if current == nil {
        drop()
        guard !pending.isEmpty else { return }
        catchUp()
      } else if !isOpen {
        guard let index, opensIn == 0 else { return }
        if files[index].name == "missing" {
          drop()
          let back = isGoingBack && index > 0
          begin(back ? index - 1 : index + 1, goingBack: back)
        } else {
          isOpen = true
          catchUp()
        }
      } else {
        return
      }
    }
  }

  private mutating func catchUp() {
    let file = current
    isCatchingUp = true
    while !isOver, current == file, isOpen || file == nil, !pending.isEmpty {
      let request = pending.removeFirst()
      if !carryOut(request) {
        notes.append(
          request == .next ? "refused noEntry" : "refused impossible(\"no chapter\", file: \"\")")
      }
      quitsIn = 2_000
    }
    isCatchingUp = false
  }

  /// Lets a time pass, in milliseconds.
  mutating func wait(_ time: Int) {
    var rest = time
    while rest > 0, !isOver, current != nil {
      if !isOpen {
        let step = min(rest, opensIn, hasQuit ? quitsIn : .max)
        (rest, opensIn, quitsIn) = (rest - step, opensIn - step, quitsIn - step)
        if hasQuit, quitsIn == 0 {
          while !isOver {
            let request = pending.removeFirst()
            if case .quit = request {
              _ = carryOut(request)
            } else {
              notes.append("refused noFile")
            }
          }
        }
      } else {
        if isPaused { return }
        let step = min(rest, (10_000 - position + rate - 1) / rate)
        (rest, position) = (rest - step, position + step * rate)
        if position >= 10_000 { begin(index.map { $0 + 1 }, goingBack: false) }
      }
      settle()
    }
  }
}
