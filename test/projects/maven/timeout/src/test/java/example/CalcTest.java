package example;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class CalcTest {
  @Test
  @Timeout(value = 100, unit = TimeUnit.MILLISECONDS)
  void hangs() throws InterruptedException {
    Thread.sleep(60_000);
  }
}
