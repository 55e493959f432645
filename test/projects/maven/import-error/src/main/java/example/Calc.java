package example;

import org.leftpad.LeftPad;

public class Calc {
  public static String show(int number) {
    return LeftPad.pad(number, 2);
  }
}
