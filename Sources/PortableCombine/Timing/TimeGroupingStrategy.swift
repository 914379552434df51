extension Publishers {
  /// When a group of collected values is sent.
  ///
  /// Source of the rule: Apple's documentation of `Publishers.TimeGroupingStrategy`.
  public enum TimeGroupingStrategy<Context> where Context: Scheduler {
    /// Each time so much time has passed on the scheduler.
    case byTime(Context, Context.SchedulerTimeType.Stride)
    /// The same, and whenever the group has so many values; a number below 1 counts as 1.
    case byTimeOrCount(Context, Context.SchedulerTimeType.Stride, Int)
  }
}

extension Publishers.TimeGroupingStrategy: Sendable
where Context: Sendable, Context.SchedulerTimeType.Stride: Sendable {}
