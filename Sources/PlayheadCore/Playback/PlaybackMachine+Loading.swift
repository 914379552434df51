import PlayheadMedia

/// Waiting for the media to be open.
extension PlaybackMachine {
  /// Requests that the media is opened, and calls a closure when the player is ready or can never be.
  mutating func load(completion: LoadCompletion?) {
    load()
    guard let completion else { return }
    if let loadingResult {
      log.append(.loaded(completion: completion, result: loadingResult))
    } else {
      pendingLoads.append(completion)
    }
  }

  /// The information of open media, or the error because of which it cannot be opened; nil while neither is known.
  var loadingResult: Result<MediaInfo, MediaError>? {
    if case .failed(let error) = phase.status { return .failure(error) }
    if phase.isClosed {
      return .failure(MediaError(.open, of: mediaName, reason: .interrupted))
    }
    return phase.status == .readyToPlay ? feed.info.map { .success($0) } : nil
  }

  /// Calls the closures that wait, because the player is ready, has failed or was closed.
  mutating func finishLoading() {
    guard let loadingResult else { return }
    for completion in pendingLoads {
      log.append(.loaded(completion: completion, result: loadingResult))
    }
    pendingLoads = []
  }
}
