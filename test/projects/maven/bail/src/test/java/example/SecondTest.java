package example;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class SecondTest {
  @Test
  @DisplayName("breaks too")
  void breaksToo() {
    assertEquals(4, Calc.add(1, 2));
  }

  @Test
  @DisplayName("holds")
  void holds() {
    assertEquals(3, Calc.add(1, 2));
  }
}
