extension Player {
  /// Registers an observer, which receives every change after the reading that is returned.
  func add(_ observer: any PlaybackObserver) -> PlaybackReading {
    state.withLock { state in
      state.observers[ObjectIdentifier(observer)] = observer
      return state.machine.reading(at: clock.now)
    }
  }

  /// Removes an observer, and the frames kept for it.
  func remove(_ observer: any PlaybackObserver) {
    let removed = state.withLock { state in
      let key = ObjectIdentifier(observer)
      state.machine.stopFollowingFrames(key)
      return state.observers.removeValue(forKey: key)
    }
    withExtendedLifetime(removed) {}
  }
}
