import PlayheadTimekeeping

/// Returns the nearest time of a range, whose end counts; an invalid time if the range is empty.
public func CMTimeClampToRange(_ time: CMTime, range: CMTimeRange) -> CMTime {
  guard time.isValid, range.isValid, !range.isEmpty else { return .invalid }
  return min(max(time, range.start), range.end)
}

/// Returns the time of `toRange` that a time of `fromRange` becomes if the one is stretched to the other.
///
/// It is invalid if a range is empty, or if the time has another epoch than `fromRange`. Ranges without
/// an end are not stretched.
public func CMTimeMapTimeFromRangeToRange(
  _ time: CMTime, fromRange: CMTimeRange, toRange: CMTimeRange
) -> CMTime {
  guard time.isValid, time.epoch == fromRange.start.epoch else { return .invalid }
  let offset = time - fromRange.start
  return offset.stretched(from: fromRange, to: toRange) + toRange.start
}

/// Returns a length multiplied by the ratio of the lengths of two ranges.
///
/// It is invalid if a range is empty, or if the length has another epoch than 0.
public func CMTimeMapDurationFromRangeToRange(
  _ duration: CMTime, fromRange: CMTimeRange, toRange: CMTimeRange
) -> CMTime {
  guard duration.isValid, duration.epoch == 0 else { return .invalid }
  return duration.stretched(from: fromRange, to: toRange)
}

/// Returns the time of a range that a time becomes if the range is repeated without end before and after itself.
///
/// It is invalid if the range is empty or has another epoch. If the range has no end, a time before its
/// start becomes +∞.
public func CMTimeFoldIntoRange(_ time: CMTime, foldRange: CMTimeRange) -> CMTime {
  guard time.isValid, foldRange.isValid, !foldRange.isEmpty, time.epoch == foldRange.start.epoch
  else { return .invalid }
  if foldRange.duration.isPositiveInfinity {
    return time < foldRange.start ? .positiveInfinity : time
  }
  let (offset, length) = (time - foldRange.start, foldRange.duration)
  guard offset.isNumeric, length.isNumeric else { return offset.isNumeric ? length : offset }
  if foldRange.containsTime(time) { return time }
  let common = Int64(offset.timescale).leastCommonMultiple(with: Int64(length.timescale))
  let units = Int128(offset.value) * Int128(common / Int64(offset.timescale))
  let period = Int128(length.value) * Int128(common / Int64(length.timescale))
  let rest = units % period
  return foldRange.start
    + CMTime(
      rest < 0 ? rest + period : rest, over: Int128(common), at: Int32(clamping: common),
      isRounded: offset.hasBeenRounded)
}

extension CMTime {
  /// Returns a length multiplied by the ratio of two ranges, exactly if the terms fit.
  fileprivate func stretched(from old: CMTimeRange, to new: CMTimeRange) -> CMTime {
    guard old.isValid, new.isValid, !old.isEmpty, !new.isEmpty else { return .invalid }
    if old.duration == new.duration { return self }
    guard isNumeric, old.duration.isNumeric, new.duration.isNumeric else {
      return CMTimeMultiplyByFloat64(
        self, multiplier: new.duration.seconds / old.duration.seconds)
    }
    let (from, to) = (old.duration, new.duration)
    let (dividend, divisor) = (
      Int128(to.value) * Int128(from.timescale), Int128(from.value) * Int128(to.timescale)
    )
    let common = dividend.greatestCommonDivisor(with: divisor)
    let (product, isTooLong) = Int128(value).multipliedReportingOverflow(by: dividend / common)
    // The product is multiplied by a timescale once more.
    guard !isTooLong, product.magnitude < 1 << 95 else {
      return CMTimeMultiplyByFloat64(self, multiplier: to.seconds / from.seconds)
    }
    let length = divisor / common
    let part = length / length.greatestCommonDivisor(with: product % length)
    return CMTime(
      product, over: length * Int128(timescale), at: Int32(clamping: part * Int128(timescale)),
      isRounded: hasBeenRounded)
  }
}
