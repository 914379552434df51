import Testing

@testable import PlayheadPages

@Suite struct ScaleTests {
  @Test(arguments: [
    (0.0, 1.0), (-3, 1), (0.9, 1), (1, 1), (1.1, 2), (3, 5), (5, 5), (7, 10), (0.03, 0.05),
    (1_234, 2_000),
    (.infinity, 1), (.nan, 1),
  ])
  func anEdgeIsARoundNumber(value: Double, edge: Double) {
    #expect(abs(Scale.round(above: value) - edge) < edge / 1e9)
  }

  @Test func powersOfTenAreEvenlyApart() {
    let scale = Scale.decades([0.02, 5])
    #expect(scale.range == (0.01, 10))
    #expect(
      abs(scale.height(of: 0.1) - 1.0 / 3) < 1e-9 && abs(scale.height(of: 1) - 2.0 / 3) < 1e-9)
    #expect(scale.lines.count == 2)
    #expect(Scale.decades([0.04]).range == (0.01, 0.1))
    #expect(Scale.decades([]).range == (0.001, 1))
  }

  @Test func valuesOutsideAreAtTheEdges() {
    for scale in [Scale.upTo(5), .decades([1, 10]), .around([-2, 1], atLeast: 1)] {
      for value in [-Double.infinity, -100, 0, 0.5, 7, 1e300, .infinity, .nan] {
        #expect((0...1).contains(scale.height(of: value)))
      }
    }
    #expect(Scale.around([-2, 1], atLeast: 1).height(of: 0) == 0.5)
  }
}
