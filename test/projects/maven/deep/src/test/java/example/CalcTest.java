package example;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class CalcTest {
  @Nested
  class Outer {
    @Nested
    class Middle {
      @Nested
      class Inner {
        @Test
        void works() {
          assertEquals(3, Calc.add(1, 2));
        }
      }
    }
  }
}
