/// A source that corrects wrong times before the packets are found.
package protocol CorrectingSource: MediaSource {
  /// The packet that was read last as it is in the file, if its time was wrong and was corrected.
  var original: PacketTiming? { get }
}
