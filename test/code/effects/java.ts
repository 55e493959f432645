import { COMMON, type EffectProgram, NOTHING, PLAIN } from './program.ts';

export const JAVA: EffectProgram = {
  path: 'src/main/java/org/sample/Sample.java',
  code: `package org.sample;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

public class Sample {
  private final List<String> names;
  final Map<String, Object> seen = new java.util.HashMap<>();
  int total;

  public Sample(int total) {
    if (total < 0) throw new IllegalArgumentException("negative");
    this.names = new ArrayList<>();
    this.total = total;
  }

  static void each(List<Integer> list, Consumer<Integer> tell) {
    for (int one : list) tell.accept(one * 2);
  }

  static void restock(Map<String, Integer> stock, int more) { stock.merge("milk", more, Integer::sum); }

  void add(String name, int price) {
    total += price;
    names.add(name);
  }

  int keep() { return total; }

  void see(String name) { seen.put(name, this); }

  List<String> names() { return names; }

  static void check(int n) throws java.io.IOException {
    if (n < 0) throw new java.io.IOException("must be positive");
  }

  static void parse(String text) { text.length(); }

  static void ring(Runnable bell) { bell.run(); }

  static void look(List<Integer> list, final StringBuilder text) {
    int sum = 0;
    for (int one : list) sum += one;
    text.append(sum);
  }

  static void doubled(int[] list) { for (int at = 0; at < list.length; at++) list[at] *= 2; }

  static int number(String text) { return Integer.parseInt(text); }

  static void later(List<Integer> list, Consumer<Integer> tell) {
    Runnable inner = () -> tell.accept(list.size());
    inner.run();
  }
}
`,
  caller: [
    'src/main/java/org/sample/Main.java',
    `package org.sample;

import java.util.*;

public class Main {
  interface Call { void run() throws Exception; }

  static String tried(Call call, Class<?> type) {
    try {
      call.run();
      return "nothing";
    } catch (Throwable thrown) {
      if (type == NullPointerException.class && thrown.getClass() == type) return "language";
      return (thrown.getClass() == type ? "refused " : "other ") + thrown.getMessage();
    }
  }

  public static void main(String[] args) throws Exception {
    List<String> told = new ArrayList<>();
    Sample.each(List.of(1, 2), one -> told.add(String.valueOf(one)));
    Map<String, Integer> stock = new HashMap<>(Map.of("milk", 1));
    Sample.restock(stock, 4);
    Sample cart = new Sample(0);
    cart.add("milk", 7);
    cart.keep();
    Sample.ring(() -> {});
    Sample.look(List.of(1, 2), new StringBuilder());
    int[] list = {1, 2};
    Sample.doubled(list);
    Sample.later(new ArrayList<>(), one -> {});
    String rest = Arrays.toString(list) + tried(() -> Sample.number("x"), NumberFormatException.class) + tried(() -> new Sample(-1), IllegalArgumentException.class);
    Sample shelf = new Sample(0);
    shelf.see("a");
    if (shelf.seen.size() != 1) rest += "seen";
    String wanted = "[2, 4]refused For input string: \\"x\\"refused negative";
    System.out.println(String.join(" ", told) + "|" + stock.get("milk") + "|" + cart.keep() + " " + String.join(" ", cart.names()) + "|" + tried(() -> Sample.check(-1), java.io.IOException.class) + "|" + tried(() -> Sample.parse(null), NullPointerException.class) + (rest.equals(wanted) ? "" : "|" + rest));
  }
}
`,
  ],
  build: ['sh', '-c', 'javac -Werror -Xlint:all,-cast -d out $(find src -name "*.java")'],
  run: ['java', '-cp', 'out', 'org.sample.Main'],
  needs: ['javac', '-version'],
  plain: PLAIN,
  rows: [
    ...COMMON,
    ...NOTHING,
    ['doubled', 'effect', `${PLAIN}|[3, 5]refused For input string: "x"refused negative`],
    ['doubled', 'acted', 'crashed'],
    ['number', 'message', PLAIN],
    ['later', 'acted', PLAIN],
    ['constructor', 'message', `${PLAIN}|[2, 4]refused For input string: "x"refused ofhbujwf`],
    ['constructor', 'effect', PLAIN],
    ['see', 'effect', `${PLAIN}|[2, 4]refused For input string: "x"refused negativeseen`],
  ],
  ends: [
    ['Sample.check', /^\[-1\]$/, /^the error \[java\.io\.IOException: must be positive\]$/],
    ['Sample.number', /^\[x\]$/, /^an error$/],
  ],
};
