package example;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class CalcTest {
  @Test
  void talks() {
    String line = "noise ".repeat(20);
    for (int at = 0; at < 45_000; at++) {
      System.out.println(line);
    }
    assertEquals(3, Calc.add(1, 2));
  }
}
