import type { Source } from '../source.ts';
import { inWordsOf, type SwitchedFile, type Switches } from '../switches.ts';
import { named, textOf } from '../syntax.ts';
import { javaEffects } from './effects.ts';

/** The class that switches call, once for every directory of sources. */
export function javaRuntime(files: readonly SwitchedFile[], switches: Switches): Readonly<Record<string, string>> {
  return Object.fromEntries(
    files.map(({ source }) => [
      `${sourceRoot(source)}${switches.name}/Switch.java`,
      inWordsOf(switches, runtime(switches)),
    ]),
  );
}

/** The directory of a file without what its package says. */
function sourceRoot({ path, root, text }: Source): string {
  const clause = named(root).find(({ type }) => type === 'package_declaration');
  const own = clause === undefined ? undefined : named(clause).at(-1);
  const inside = own === undefined ? '' : `${textOf(own, text).replaceAll('.', '/')}/`;
  const directory = path.slice(0, path.lastIndexOf('/') + 1);
  return directory.endsWith(inside) ? directory.slice(0, directory.length - inside.length) : directory;
}

function runtime({ name, variable, recording, files }: Switches): string {
  return `package ${name};

import java.lang.reflect.Array;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.*;

public final class Switch {
  private static final String[] SET = (String.valueOf(System.getenv("${variable}")) + "::").split(":", 3);
  private static final String[] FILES = {${files.map((file) => JSON.stringify(file)).join(', ')}};

  private static int count = 0;

  private static String mode(int number) {
    return SET[1].equals("record") || SET[0].equals(String.valueOf(number)) ? SET[1] : "";
  }

  /** One call: what it was given, and what is done where it ends. */
  public static final class Call {
    public final boolean stops;
    private final int number;
    private final String mode;
    private final String shown;
    private final List<Object[]> held = new ArrayList<Object[]>();

    private Call(boolean stops, int number, String mode, String shown) {
      this.stops = stops;
      this.number = number;
      this.mode = mode;
      this.shown = shown;
    }
  }

  private static final Call NOTHING = new Call(false, 0, "", "");
  private static final Call STOPPED = new Call(true, 0, "", "");
  private static final Call OTHER = new Call(false, 0, "", "");
  private static final List<String> ENDINGS = Arrays.asList("record", "effect", "acted", "message", "kind");

  public static Call enter(int number, Object self, Object... given) {
    String mode = mode(number);
    String wanted = SET[2].replace(":", "");
    if (!mode.isEmpty() && !wanted.isEmpty() && !wanted.equals(code(show(given)))) return OTHER;
    if (mode.equals("able")) Runtime.getRuntime().halt(79);
    if (mode.equals("empty")) return STOPPED;
    if (!ENDINGS.contains(mode) || !crosses()) return NOTHING;
    Call call = new Call(false, number, mode, mode.equals("record") ? show(given) : "");
    if (mode.equals("record")) write(number + "\\t" + call.shown);
    if (mode.equals("effect") || mode.equals("acted")) watch(call, self, given);
    return call;
  }

  private static String code(String text) {
    return String.valueOf(text.codePoints().reduce(0, (code, letter) -> (code * 31 + letter) % 1000003));
  }

  private static String show(Object[] given) {
    String shown = Arrays.deepToString(given).replaceAll("@[0-9a-f]+|[\\t\\r\\n]", " ");
    return shown.substring(0, Math.min(shown.length(), 1000));
  }

  private static synchronized void write(String line) {
    try (java.io.FileWriter out = new java.io.FileWriter(System.getenv("${recording}"), true)) {
      out.write(line + "\\n");
    } catch (java.io.IOException | RuntimeException unable) {
      return;
    }
  }
${javaEffects()}
  @SuppressWarnings("unchecked")
  public static <T> T result(int number, Call call, T value) {
    String mode = call == OTHER ? "" : mode(number);
    if (mode.isEmpty() || mode.equals("empty") || mode.equals("none") || ENDINGS.contains(mode)) return value;
    if (!mode.equals("anywhere") && !crosses()) return value;
    if (mode.equals("something")) return value instanceof Optional && !((Optional<?>) value).isPresent() ? (T) Optional.of("same") : value;
    if (mode.equals("vary")) {
      count++;
      if (count % 3 == 0) return value;
      mode = count % 3 == 1 ? "near" : "far";
    }
    if (mode.equals("data") && value instanceof java.util.concurrent.CompletableFuture) {
      return (T) ((java.util.concurrent.CompletableFuture<?>) value).thenApply(inner -> result(number, call, inner));
    }
    Object altered = alter(value, mode);
    if (altered == value) return value;
    if (mode.equals("data")) Runtime.getRuntime().halt(79);
    return (T) altered;
  }

  private static boolean crosses() {
    StackTraceElement[] stack = new Throwable().getStackTrace();
    return stack.length < 4 || !isOurs(stack[3].getClassName());
  }

  private static boolean isOurs(String type) {
    String file = "/" + type.replaceAll("\\\\$.*", "").replace('.', '/') + ".java";
    for (String own : FILES) if (own.endsWith(file)) return true;
    return false;
  }

  private static Object alter(Object value, String how) {
    boolean far = how.equals("far") || how.equals("anywhere");
    if (how.equals("form")) return form(value);
    int step = how.equals("below") ? -1 : 1;
    if (value instanceof Integer || value instanceof Long || value instanceof Float || value instanceof Double) {
      step *= (int) Math.max(1, Math.min(1e9, Math.abs(((Number) value).doubleValue()) / 100));
    }
    if (how.equals("length") && (value instanceof Boolean || value instanceof Number || value instanceof Character || value instanceof Enum)) return value;
    if (how.equals("same")) {
      if (value instanceof Boolean) return true;
      if (value instanceof Integer) return 79;
      if (value instanceof Long) return 79L;
      if (value instanceof Double) return 79.0;
      if (value instanceof Float) return 79.0f;
      if (value instanceof Character) return 'x';
      if (value instanceof String) return "same";
    }
    if (value instanceof Boolean) return !((Boolean) value);
    if (value instanceof Integer) return far ? -((Integer) value + 7) * 1009 : (Integer) value + step;
    if (value instanceof Long) return far ? -((Long) value + 7) * 1009 : (Long) value + step;
    if (value instanceof Short) return (short) ((Short) value + step);
    if (value instanceof Byte) return (byte) ((Byte) value + step);
    if (value instanceof Character) return (char) ((Character) value + step);
    if (value instanceof Float) return (float) moved((Float) value, far, step);
    if (value instanceof Double) return moved((Double) value, far, step);
    if (value instanceof BigInteger) return ((BigInteger) value).add(BigInteger.valueOf(step));
    if (value instanceof BigDecimal) return ((BigDecimal) value).add(BigDecimal.valueOf(step));
    if (value instanceof String) return turn((String) value, how);
    if (value instanceof Enum) return other((Enum<?>) value);
    if (value instanceof Optional) return inside((Optional<?>) value, how);
    if (value instanceof OptionalInt) return ((OptionalInt) value).isPresent() ? OptionalInt.of((Integer) alter(((OptionalInt) value).getAsInt(), how)) : value;
    if (value instanceof OptionalLong) return ((OptionalLong) value).isPresent() ? OptionalLong.of((Long) alter(((OptionalLong) value).getAsLong(), how)) : value;
    if (value instanceof OptionalDouble) return ((OptionalDouble) value).isPresent() ? OptionalDouble.of((Double) alter(((OptionalDouble) value).getAsDouble(), how)) : value;
    if (value instanceof java.util.Date || value instanceof java.time.temporal.TemporalAmount || value instanceof java.time.temporal.Temporal) return how.equals("length") ? value : later(value, far ? 800 * step : step);
    if (value instanceof java.util.concurrent.CompletableFuture) return ((java.util.concurrent.CompletableFuture<?>) value).thenApply(inner -> alter(inner, how));
    if (value instanceof List) return list((List<?>) value, how);
    if (value instanceof Set) return set((Set<?>) value, how);
    if (value instanceof java.util.stream.Stream) return list(((java.util.stream.Stream<?>) value).collect(java.util.stream.Collectors.toList()), how).stream();
    if (value instanceof Map) return map((Map<?, ?>) value, how);
    if (value != null && value.getClass().isArray()) return array(value, how);
    if (value != null && isRecord(value.getClass())) return record(value, how);
    return value;
  }

  /** The same in the opposite order, or with small letters for large ones and the other way round. */
  private static Object form(Object value) {
    if (value instanceof String) {
      StringBuilder turned = new StringBuilder();
      for (char letter : ((String) value).toCharArray()) {
        turned.append(Character.isUpperCase(letter) ? Character.toLowerCase(letter) : Character.toUpperCase(letter));
      }
      return turned.toString().equals(value) ? value : turned.toString();
    }
    if (value instanceof Optional && ((Optional<?>) value).isPresent()) return Optional.of(form(((Optional<?>) value).get()));
    if (value instanceof List && !((List<?>) value).isEmpty()) {
      List<Object> made = new ArrayList<Object>((List<?>) value);
      Collections.reverse(made);
      if (made.size() == 1) made.set(0, form(made.get(0)));
      return made.equals(value) ? value : made;
    }
    if (value != null && value.getClass().isArray() && Array.getLength(value) > 1) {
      int length = Array.getLength(value);
      Object made = Array.newInstance(value.getClass().getComponentType(), length);
      for (int at = 0; at < length; at++) Array.set(made, at, Array.get(value, length - 1 - at));
      return made;
    }
    return value;
  }

  private static double moved(double value, boolean far, int step) {
    if (Double.isNaN(value) || Double.isInfinite(value)) return 0;
    double moved = far ? -(value / 2 + 7) * 1009 : value + step;
    return moved == value ? value / 2 : moved;
  }

  /** Another moment or span, by the smallest part of it that is at least a second. */
  private static Object later(Object value, int by) {
    if (value instanceof java.util.Date) return new java.util.Date(((java.util.Date) value).getTime() + by * 1000L);
    if (value instanceof java.time.Duration) return ((java.time.Duration) value).plusSeconds(by);
    if (value instanceof java.time.Period) return ((java.time.Period) value).plusDays(by);
    for (java.time.temporal.ChronoUnit unit : java.time.temporal.ChronoUnit.values()) {
      boolean isFit = unit.compareTo(java.time.temporal.ChronoUnit.SECONDS) >= 0 && value instanceof java.time.temporal.Temporal;
      if (isFit && ((java.time.temporal.Temporal) value).isSupported(unit)) return ((java.time.temporal.Temporal) value).plus(by, unit);
    }
    return value;
  }

  private static Object set(Set<?> value, String how) {
    Set<Object> made = value instanceof SortedSet ? new TreeSet<Object>() : new LinkedHashSet<Object>();
    for (Object one : list(new ArrayList<Object>(value), how)) if (one != null || made instanceof LinkedHashSet) made.add(one);
    if (made.equals(value) && !made.isEmpty()) made.remove(made.iterator().next());
    return made.equals(value) ? value : made;
  }

  private static Object inside(Optional<?> value, String how) {
    if (!value.isPresent()) return value;
    Object altered = alter(value.get(), how);
    return altered == value.get() ? Optional.empty() : Optional.of(altered);
  }

  private static String turn(String text, String how) {
    StringBuilder turned = new StringBuilder();
    for (char letter : text.toCharArray()) {
      boolean plain = letter < 128 && Character.isLetterOrDigit(letter);
      turned.append(letter == 'z' ? 'a' : letter == 'Z' ? 'A' : letter == '9' ? '0' : plain ? (char) (letter + 1) : letter);
    }
    if (how.equals("anywhere")) return turned + "~";
    if (how.equals("below")) return " " + text;
    return how.equals("far") || how.equals("length") || turned.toString().equals(text) ? text + "~" : turned.toString();
  }

  private static Object other(Enum<?> value) {
    Object[] all = value.getDeclaringClass().getEnumConstants();
    return all[(value.ordinal() + 1) % all.length];
  }

  private static List<Object> list(List<?> value, String how) {
    List<Object> made = new ArrayList<Object>(value);
    if (value.isEmpty()) {
      made.add(null);
      return made;
    }
    if (how.equals("length")) {
      made.add(value.get(value.size() - 1));
      return made;
    }
    boolean changed = false;
    for (int at = 0; at < made.size(); at++) {
      Object altered = alter(made.get(at), how);
      changed = changed || altered != made.get(at);
      made.set(at, altered);
    }
    if (how.equals("anywhere") || (!changed && how.equals("far"))) made.addAll(value);
    else if (!changed) made.remove(made.size() - 1);
    return made;
  }

  private static Map<Object, Object> map(Map<?, ?> value, String how) {
    Map<Object, Object> made = value instanceof SortedMap ? new TreeMap<Object, Object>(value) : new LinkedHashMap<Object, Object>(value);
    boolean changed = false;
    for (Map.Entry<Object, Object> entry : made.entrySet()) {
      Object altered = alter(entry.getValue(), how);
      changed = changed || altered != entry.getValue();
      entry.setValue(altered);
    }
    if (!changed && made.isEmpty()) made.put("~", null);
    else if (!changed) made.remove(made.keySet().iterator().next());
    return made;
  }

  private static Object array(Object value, String how) {
    int length = Array.getLength(value);
    boolean longer = how.equals("length") || length == 0;
    Object made = Array.newInstance(value.getClass().getComponentType(), longer ? length + 1 : length);
    boolean changed = longer;
    for (int at = 0; at < length; at++) {
      Object held = Array.get(value, at);
      Object altered = longer ? held : alter(held, how);
      changed = changed || altered != held;
      Array.set(made, at, altered);
    }
    if (changed) return made;
    Object shorter = Array.newInstance(value.getClass().getComponentType(), length - 1);
    System.arraycopy(value, 0, shorter, 0, length - 1);
    return shorter;
  }

  private static boolean isRecord(Class<?> type) {
    return type.getSuperclass() != null && type.getSuperclass().getName().equals("java.lang.Record");
  }

  private static Object record(Object value, String how) {
    try {
      Object[] parts = (Object[]) Class.class.getMethod("getRecordComponents").invoke(value.getClass());
      Class<?>[] types = new Class<?>[parts.length];
      Object[] held = new Object[parts.length];
      boolean changed = false;
      for (int at = 0; at < parts.length; at++) {
        java.lang.reflect.Method read = (java.lang.reflect.Method) parts[at].getClass().getMethod("getAccessor").invoke(parts[at]);
        read.setAccessible(true);
        types[at] = read.getReturnType();
        Object now = read.invoke(value);
        held[at] = alter(now, how);
        changed = changed || held[at] != now;
      }
      java.lang.reflect.Constructor<?> make = value.getClass().getDeclaredConstructor(types);
      make.setAccessible(true);
      return changed ? make.newInstance(held) : value;
    } catch (ReflectiveOperationException | RuntimeException unable) {
      return value;
    }
  }
}
`;
}
