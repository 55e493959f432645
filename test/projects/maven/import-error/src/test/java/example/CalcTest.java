package example;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class CalcTest {
  @Test
  void shows() {
    assertEquals("01", Calc.show(1));
  }
}
