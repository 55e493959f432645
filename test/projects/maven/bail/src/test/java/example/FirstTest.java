package example;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class FirstTest {
  @Test
  @DisplayName("breaks")
  void breaks() {
    assertEquals(4, Calc.add(1, 2));
  }
}
