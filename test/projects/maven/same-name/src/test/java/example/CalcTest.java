package example;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class CalcTest {
  @Test
  @DisplayName("twin")
  void first() {
    assertEquals(3, Calc.add(1, 2));
  }

  @Test
  @DisplayName("twin")
  void second() {
    assertEquals(4, Calc.add(1, 2));
  }
}
