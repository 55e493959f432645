package example;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class CalcTest {
  @Test
  void adds() {
    int sum = Calc.add(1, 2);
    assertEquals(3, smu);
  }
}
