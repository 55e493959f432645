package example;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class CalcTest {
  @Test
  @DisplayName("zählt bis drei ✓ 数える")
  void counts() {
    assertEquals(3, Calc.add(1, 2));
  }
}
