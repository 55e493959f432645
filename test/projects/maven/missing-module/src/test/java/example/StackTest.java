package example;

import static org.junit.jupiter.api.Assertions.assertEquals;

import example.stack.Stack;
import org.junit.jupiter.api.Test;

class StackTest {
  @Test
  void pushes() {
    Stack stack = new Stack();
    stack.push(1);
    assertEquals(1, stack.size());
  }
}
