package example;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class CalcTest {
  @Test
  void multiplies() {
    assertEquals(6, Calc.multiply(2, 3));
  }
}
