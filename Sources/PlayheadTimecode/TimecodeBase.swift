/// The rules by which labels are counted.
package struct TimecodeBase: Hashable, Sendable {
  /// The number of labels per second.
  package let nominalRate: Int64
  package let isDropFrame: Bool

  /// Creates the rules for a number of labels per second, a multiple of 30 if drop-frame.
  package init(nominalRate: Int64, isDropFrame: Bool) {
    (self.nominalRate, self.isDropFrame) = (nominalRate, isDropFrame)
  }

  /// The number of labels that each minute skips, except every tenth.
  package var droppedPerMinute: Int64 { isDropFrame ? nominalRate / 15 : 0 }

  package var framesPerTenMinutes: Int64 { nominalRate * 600 - droppedPerMinute * 9 }
}
