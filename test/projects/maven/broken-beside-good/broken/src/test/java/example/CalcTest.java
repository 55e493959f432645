package example;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class CalcTest {
  @Test
  void subtracts( {
    assertEquals(1, Calc.subtract(3, 2));
  }
}
