import PlaybackSession

/// Playback that MPRIS offers to other programs: a session, or the playback that a program describes.
///
/// All members may be used from any thread.
package protocol OfferedPlayback: AnyObject, Sendable {
  var reading: SessionReading { get }

  /// Returns the events since the last call, and the state after them.
  func removeInputs() -> (inputs: [MPRISModel.Input], reading: SessionReading)

  /// Carries out a request, or throws why it cannot be carried out.
  func perform(_ request: SessionRequest) throws(SessionRefusal)

  /// Begins to collect and announce events.
  func begin()

  /// Ends the collection of events.
  func close()

  var isClosed: Bool { get }
}
