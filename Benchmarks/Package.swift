// swift-tools-version: 6.2
import PackageDescription

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
      swiftSettings: [.treatAllWarnings(as: .error)]),
    .executableTarget(
      name: "MediaBenchmark",
      dependencies: [.product(name: "PlayheadKit", package: "playhead")],
      swiftSettings: [.treatAllWarnings(as: .error)]),
    .executableTarget(
      name: "ManyPlayersBenchmark",
      dependencies: [.product(name: "PlayheadKit", package: "playhead")],
      swiftSettings: [.treatAllWarnings(as: .error)]),
  ]
)
