package example;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CalcTest {
  @DisplayName("doubles")
  @ParameterizedTest(name = "{0}")
  @CsvSource({"1, 2", "2, 5", "3, 6"})
  void doubles(int number, int expected) {
    assertEquals(expected, Calc.add(number, number));
  }
}
