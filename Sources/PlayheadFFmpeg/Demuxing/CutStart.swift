import CPlayheadFFmpeg
import PlayheadMedia

/// The first packets of a track that begins with the rest of a frame, as in a part of an MPEG stream.
///
/// libavformat returns the rest as packets. It gives them the first stored time, which belongs to the first frame
/// that is whole, and counts the next times from theirs. The parser of MPEG audio may lose whole frames behind the
/// rest, so that a stored time belongs to one of these. The rest cannot be decoded and is left out. The frames
/// behind it are counted back from the next stored time. The first picture is presented when the next one that others
/// depend on is decoded, if it has no presentation time.
struct CutStart {
  /// The properties of a packet that decide about the start.
  struct Entry {
    let timing: PacketTiming
    let beginsFrame: Bool
  }

  /// The maximum number of packets of a track that are examined.
  static let greatestCount = 32
  /// The maximum number of pictures in a row that are presented when they are decoded, where others are reordered.
  static let reordering = 16

  /// The number of the next packets that are left out.
  private var restCount = 0
  /// The presentation time of the first picture, if libavformat gives it none.
  private var firstStart: Int64?
  /// How many ticks are added to the times of the packets behind the rest.
  private var shifts: ArraySlice<Int64> = []

  /// Whether the next packets need no correction.
  var isOver: Bool { restCount == 0 && shifts.isEmpty && firstStart == nil }

  /// Creates the corrections of the first packets of a track, in reading order.
  init(_ entries: [Entry], isSound: Bool) {
    guard let whole = Self.firstFrame(of: entries, isSound: isSound) else { return }
    restCount = whole
    if whole > 0 { learnShifts(entries, behind: whole, isSound: isSound) }
    guard !isSound, entries[whole].timing.presentationTicks == nil,
      let next = Self.nextAnchor(of: entries, from: whole + 1),
      let ticks = entries[next].timing.decodeTicks
    else { return }
    // A picture that others depend on is presented when the next such picture is decoded.
    let index = shifts.startIndex + next - whole
    let start = ticks.addingReportingOverflow(shifts.indices.contains(index) ? shifts[index] : 0)
    firstStart = start.overflow ? nil : start.partialValue
  }

  private mutating func learnShifts(_ entries: [Entry], behind whole: Int, isSound: Bool) {
    guard let stored = Self.storedTime(in: entries, behind: whole),
      var time = entries[stored].timing.decodeTicks
    else { return }
    var found: [Int64] = []
    for entry in entries[whole..<stored].reversed() {
      guard let length = entry.timing.durationTicks, let ticks = entry.timing.decodeTicks else {
        break
      }
      let start = time.subtractingReportingOverflow(length)
      let shift = start.partialValue.subtractingReportingOverflow(ticks)
      if start.overflow || shift.overflow { break }
      time = start.partialValue
      // Pictures are found by codes that sound may contain, so their stored times are right.
      let isRight = entry.timing.byteOffset != nil && !isSound
      found.append(
        isRight || shift.partialValue.magnitude <= length.magnitude / 2 ? 0 : shift.partialValue)
    }
    // Behind a packet that cannot be counted, the times stay as they are.
    found += Array(repeating: 0, count: stored - whole - found.count)
    shifts = found.reversed()[...]
  }

  /// Whether no further packet is needed to correct the first ones.
  static func isDecided(by entries: [Entry], isSound: Bool) -> Bool {
    guard let whole = firstFrame(of: entries, isSound: isSound) else {
      return entries.count >= greatestCount
    }
    if entries.count >= greatestCount { return true }
    let isStored = whole == 0 || storedTime(in: entries, behind: whole) != nil
    let isTimed = isSound || entries[whole].timing.presentationTicks != nil
    return isStored
      && (isTimed || nextAnchor(of: entries, from: whole + 1) != nil
        || areInOrder(entries[(whole + 1)...]))
  }

  /// The index of the first frame that can be decoded; nil if there is none, or while that is not known.
  private static func firstFrame(of entries: [Entry], isSound: Bool) -> Int? {
    // Pictures that are presented before the next one depend on the picture whose rest comes first.
    guard let whole = entries.firstIndex(where: \.beginsFrame), whole > 0, !isSound else {
      return entries.firstIndex(where: \.beginsFrame)
    }
    if let anchor = nextAnchor(of: entries, from: whole) { return anchor }
    return entries.count >= greatestCount || areInOrder(entries[whole...]) ? whole : nil
  }

  /// Whether so many pictures are presented when they are decoded that none is reordered.
  private static func areInOrder(_ entries: ArraySlice<Entry>) -> Bool {
    entries.count > reordering && entries.count(where: \.beginsFrame) > reordering
  }

  /// The index of the next picture that is not presented when it is decoded.
  private static func nextAnchor(of entries: [Entry], from index: Int) -> Int? {
    guard index < entries.count else { return nil }
    return entries[index...].firstIndex { entry in
      entry.beginsFrame && entry.timing.presentationTicks != entry.timing.decodeTicks
    }
  }

  /// The index of the next packet whose time is its own: the second of two packets from one PES packet.
  private static func storedTime(in entries: [Entry], behind whole: Int) -> Int? {
    // The header of the first one is split.
    (whole + 1..<max(entries.count - 1, whole + 1)).first { index in
      guard let offset = entries[index].timing.byteOffset else { return false }
      return entries[index + 1].timing.byteOffset != offset
    }
  }

  /// Corrects the next packet. Returns false if it is left out.
  mutating func correct(_ packet: borrowing Packet) -> Bool {
    if restCount > 0 {
      restCount -= 1
      return false
    }
    if let shift = shifts.popFirst(), shift != 0 { packet.move(by: shift) }
    if let start = firstStart.take() { packet.pointer.pointee.pts = start }
    return true
  }
}

extension FFmpegSource {
  /// Corrects the packet that was read if its track begins with the rest of a frame; false for a part of that rest.
  func correctStart() -> Bool {
    // Such a part is discarded.
    let track = Int(packet.pointer.pointee.stream_index)
    if let start = frameStarts.removeValue(forKey: track), packet.parameters == nil,
      !packet.pointer.begins(start) || !start.isSound && packet.timing.presentationTicks == nil
    {
      let entries = firstEntries(ofTrack: track, start)
      cutStarts[track] = CutStart(entries, isSound: start.isSound)
    }
    guard var start = cutStarts.removeValue(forKey: track) else { return true }
    let isWhole = start.correct(packet)
    if !start.isOver { cutStarts[track] = start }
    if isWhole { return true }
    if !hasSought { hasFoundRest = true }
    if !beginning.isComplete { beginning.record(packet.timing) }
    packet.clear()
    return false
  }

  /// Returns the first packets of a track, from the one that was read, and reads ahead to them.
  private func firstEntries(ofTrack track: Int, _ start: FrameStart) -> [CutStart.Entry] {
    func entry(_ packet: UnsafeMutablePointer<AVPacket>) -> CutStart.Entry {
      CutStart.Entry(timing: packet.timing, beginsFrame: packet.begins(start))
    }
    var entries = [entry(packet.pointer)]
    for found in ahead.packets(ofTrack: track)
    where !CutStart.isDecided(by: entries, isSound: start.isSound) {
      entries.append(entry(found))
    }
    if CutStart.isDecided(by: entries, isSound: start.isSound) { return entries }
    readAhead { found in
      if Int(found.pointee.stream_index) == track { entries.append(entry(found)) }
      return CutStart.isDecided(by: entries, isSound: start.isSound)
    }
    return entries
  }
}

extension UnsafeMutablePointer<AVPacket> {
  /// Whether the packet begins with a frame.
  fileprivate func begins(_ start: FrameStart) -> Bool {
    start.isPresent(in: UnsafeRawBufferPointer(start: pointee.data, count: Int(pointee.size)))
  }
}
