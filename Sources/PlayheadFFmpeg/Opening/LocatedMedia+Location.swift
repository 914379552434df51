extension LocatedMedia {
  /// Creates media from its location. Does not open it.
  ///
  /// - Parameters:
  ///   - location: A path or a URL: a `String`, a `URL` or another ``MediaLocation``.
  ///   - protocols: Additional protocols to which the media may refer.
  ///   - following: How to read a file that is still being written; nil to stop at its current end.
  ///   - probeLimit: The greatest length of media to read in search of tracks when it is opened.
  public init(
    _ location: some MediaLocation, protocols: Set<String> = [], following: FileFollowing? = nil,
    probeLimit: Duration? = nil
  ) {
    self.init(
      pathBytes: location.locationBytes, protocols: protocols, following: following,
      probeLimit: probeLimit)
  }
}
