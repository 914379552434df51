import PlayheadTimekeeping

extension Player {
  /// Returns the number of the video frame that is presented at a position, from 0 at the start of
  /// the media. The player counts frames while it reads. Can be called on any thread.
  ///
  /// - Parameter position: A position near the playhead.
  /// - Returns: Nil if there is no video, if not all frames between the start of the media and the
  ///   position were read (as after a seek beyond the read-ahead), or if the position is more than
  ///   about two seconds behind the playhead. After a seek far back, nil until the frames up to those
  ///   that had been read before it have come again.
  public func frameNumber(at position: MediaTime) -> Int? {
    state.withLock { $0.machine.framesRead.number(at: position) }
  }

  /// Reads the player with its frames. Keeps those after the request; the observer is called if it must wait for one.
  func reading(
    following request: FrameBoundaryCursor.Request, for observer: any PlaybackObserver
  ) -> (PlaybackReading, FrameBoundaryFeed) {
    let id = ObjectIdentifier(observer)
    let (reading, feed, control) = state.withLock { state in
      let reading = state.machine.reading(at: clock.now)
      if state.observers[id] != nil { state.machine.followFrames(request, id) }
      return (
        reading, state.machine.framesRead, state.machine.hasEvents ? state.control : nil
      )
    }
    control?.wake()
    return (reading, feed)
  }
}

extension FrameBoundaryFeed {
  /// Returns the number of the frame that is presented at a position, from 0; nil if it was not counted.
  func number(at position: MediaTime) -> Int? {
    guard let count = countOfMedia(before: .after(position)), count > 0 else { return nil }
    return count - 1
  }
}
