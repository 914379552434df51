/// A source that corrects wrong times before the packets are found.
package protocol CorrectingSource: MediaSource {
  /// The packet that was read last as it is in the file, if its time was wrong and was corrected.
  var original: PacketTiming? { get }
  /// The program clock reference (PCR) of MPEG-TS where the packet that was read last begins, in ticks of 90 kHz; nil if
  /// it is not known.
  var clockReference: Int64? { get }
}
