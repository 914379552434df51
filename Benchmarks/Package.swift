// swift-tools-version: 6.2
import PackageDescription

let warnings: [SwiftSetting] =
  Context.environment["PLAYHEAD_WARNINGS"] == "error" ? [.treatAllWarnings(as: .error)] : []

let package = Package(
  name: "benchmarks",
  dependencies: [.package(name: "playhead", path: "..")],
  targets: [
    .executableTarget(
      name: "PortableCombineBenchmark",
      dependencies: [
        .product(name: "PortableCombine", package: "playhead"),
        .product(name: "CombineToolkit", package: "playhead"),
      ],
      swiftSettings: warnings),
    .executableTarget(
      name: "MediaBenchmark",
      dependencies: [.product(name: "PlayheadKit", package: "playhead")],
      swiftSettings: warnings),
    .executableTarget(
      name: "ManyPlayersBenchmark",
      dependencies: [.product(name: "PlayheadKit", package: "playhead")],
      swiftSettings: warnings),
  ]
)
