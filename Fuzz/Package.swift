// swift-tools-version: 6.2
import PackageDescription

let warnings: [SwiftSetting] =
  Context.environment["PLAYHEAD_WARNINGS"] == "error" ? [.treatAllWarnings(as: .error)] : []
let settings = warnings + [.enableUpcomingFeature("ExistentialAny")]

// `Fuzz` is built by scripts/fuzz, with coverage instrumentation in all fuzzed code, `Growth` by scripts/check-growth,
// and the others by scripts/search.
let package = Package(
  name: "fuzz",
  dependencies: [.package(name: "playhead", path: "..")],
  targets: [
    .target(
      name: "FuzzTargets",
      dependencies: [
        "PlayheadKit", "PlayheadCLI", "PlayheadTesting", "PortableCombine",
        "PortableCombineFoundation", "CombineToolkit",
      ].map {
        .product(name: $0, package: "playhead")
      },
      swiftSettings: settings),
    .executableTarget(
      name: "Fuzz", dependencies: ["FuzzTargets"],
      swiftSettings: settings),
    .executableTarget(
      name: "Replay", dependencies: ["FuzzTargets"],
      swiftSettings: settings),
    .executableTarget(
      name: "Growth",
      dependencies: ["PlayheadKit", "PlayheadCLI", "PlayheadTesting"].map {
        .product(name: $0, package: "playhead")
      },
      swiftSettings: settings),
    .executableTarget(
      name: "Runs",
      dependencies: ["PlayheadKit", "PlayheadTesting"].map {
        .product(name: $0, package: "playhead")
      },
      swiftSettings: settings),
    .executableTarget(
      name: "Interleavings",
      dependencies: [
        "PortableCombine", "PortableCombineFoundation", "CombineToolkit", "PlayheadTesting",
      ].map {
        .product(name: $0, package: "playhead")
      },
      swiftSettings: settings),
    .executableTarget(
      name: "Fields",
      dependencies: ["PlayheadKit", "PlayheadCLI"].map {
        .product(name: $0, package: "playhead")
      },
      swiftSettings: settings),
  ]
)
