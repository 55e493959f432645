package SWITCH;

import java.lang.reflect.Array;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.*;

public final class Switch {
  private static final String[] SET = (String.valueOf(System.getenv("SWITCH_VARIABLE")) + "::").split(":", 3);
  private static final String[] FILES = {"SWITCH_FILES"};

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
    if (mode.equals("record")) write(number + "\t" + call.shown);
    if (mode.equals("effect") || mode.equals("acted")) watch(call, self, given);
    return call;
  }

  private static String code(String text) {
    return String.valueOf(text.codePoints().reduce(0, (code, letter) -> (code * 31 + letter) % 1000003));
  }

  private static String show(Object[] given) {
    String shown = Arrays.deepToString(given).replaceAll("@[0-9a-f]+|[\t\r\n]", " ");
    return shown.substring(0, Math.min(shown.length(), 1000));
  }

  private static synchronized void write(String line) {
    try (java.io.FileWriter out = new java.io.FileWriter(System.getenv("SWITCH_RECORDING"), true)) {
      out.write(line + "\n");
    } catch (java.io.IOException | RuntimeException unable) {
      return;
    }
  }

  private static final List<Class<?>> RAISED = Arrays.<Class<?>>asList(NullPointerException.class, ArithmeticException.class, ArrayIndexOutOfBoundsException.class, ClassCastException.class, NegativeArraySizeException.class, ArrayStoreException.class);

  /** Throws in place of the caller, which need not declare what it does not throw itself. */
  @SuppressWarnings("unchecked")
  public static <E extends Throwable> Error failed(Call call, Throwable thrown) throws E {
    boolean own = isOwn(thrown);
    if (call.mode.equals("record")) {
      write(call.number + "\t" + call.shown + "\t" + (own ? "the error " + show(new Object[] {thrown}) : "an error"));
    }
    if (own && call.mode.equals("message")) throw (E) reworded(thrown);
    if (own && call.mode.equals("kind")) throw (E) generic(thrown);
    throw (E) thrown;
  }

  private static Exception generic(Throwable thrown) {
    String text = thrown.getMessage();
    return thrown.getClass() == RuntimeException.class ? new Exception(text) : new RuntimeException(text);
  }

  /** Whether code of ours made it: what the language or a library raises has a text that no one chose. */
  private static boolean isOwn(Throwable thrown) {
    StackTraceElement[] stack = thrown.getStackTrace();
    return stack.length > 0 && isOurs(stack[0].getClassName()) && !(thrown instanceof VirtualMachineError) && !RAISED.contains(thrown.getClass());
  }

  private static Throwable reworded(Throwable thrown) {
    String text = thrown.getMessage() == null ? "~" : turn(thrown.getMessage(), "near");
    for (java.lang.reflect.Constructor<?> one : thrown.getClass().getDeclaredConstructors()) {
      Class<?>[] types = one.getParameterTypes();
      boolean isWorded = types.length > 0 && (types[0] == String.class || types[0] == Object.class);
      if (!isWorded || types.length > 2 || (types.length == 2 && types[1] != Throwable.class)) continue;
      try {
        one.setAccessible(true);
        Throwable made = (Throwable) (types.length == 1 ? one.newInstance(text) : one.newInstance(text, thrown.getCause()));
        made.setStackTrace(thrown.getStackTrace());
        return made;
      } catch (ReflectiveOperationException | RuntimeException unable) {
        continue;
      }
    }
    return thrown;
  }

  @SuppressWarnings("unchecked")
  public static <T> T told(Call call, T told) {
    boolean watched = call.mode.equals("effect") || call.mode.equals("acted");
    if (!watched || told == null || !told.getClass().getName().contains("$$Lambda")) return told;
    java.lang.reflect.InvocationHandler tell = (proxy, method, given) -> {
      for (int at = 0; given != null && at < given.length; at++) {
        Object altered = alter(given[at], "near");
        if (altered != given[at] && call.mode.equals("acted")) Runtime.getRuntime().halt(79);
        given[at] = altered;
      }
      try {
        method.setAccessible(true);
        return method.invoke(told, given);
      } catch (java.lang.reflect.InvocationTargetException failed) {
        throw failed.getCause();
      }
    };
    try {
      return (T) java.lang.reflect.Proxy.newProxyInstance(told.getClass().getClassLoader(), told.getClass().getInterfaces(), tell);
    } catch (RuntimeException unable) {
      return told;
    }
  }

  /** Each: what holds it, the field it is in (none where it was given), what it was, and what was in it. */
  private static void watch(Call call, Object self, Object[] given) {
    for (Object one : given) if (copy(one) != one) call.held.add(new Object[] {null, null, one, copy(one)});
    for (Class<?> type = self == null ? null : self.getClass(); type != null && isOurs(type.getName()); type = type.getSuperclass()) {
      for (java.lang.reflect.Field field : type.getDeclaredFields()) {
        if (java.lang.reflect.Modifier.isStatic(field.getModifiers())) continue;
        try {
          field.setAccessible(true);
          Object now = field.get(self);
          call.held.add(new Object[] {self, field, now, copy(now)});
        } catch (ReflectiveOperationException | RuntimeException unable) {
          continue;
        }
      }
    }
  }

  private static Object copy(Object value) {
    if (value instanceof List) return new ArrayList<Object>((List<?>) value);
    if (value instanceof Set) return new LinkedHashSet<Object>((Set<?>) value);
    if (value instanceof Map) return new LinkedHashMap<Object, Object>((Map<?, ?>) value);
    if (value == null || !value.getClass().isArray()) return value;
    Object made = Array.newInstance(value.getClass().getComponentType(), Array.getLength(value));
    System.arraycopy(value, 0, made, 0, Array.getLength(value));
    return made;
  }

  public static void leave(Call call) {
    for (Object[] one : call.held) {
      try {
        Object now = one[1] == null ? one[2] : ((java.lang.reflect.Field) one[1]).get(one[0]);
        if (Objects.deepEquals(now, one[3])) continue;
        Object altered = now == one[2] && copy(now) != now ? inPlace(now, one[3], one[1] != null, call) : alter(now, "near");
        if (altered == now) continue;
        if (call.mode.equals("acted")) Runtime.getRuntime().halt(79);
        if (one[1] != null) ((java.lang.reflect.Field) one[1]).set(one[0], altered);
      } catch (ReflectiveOperationException | RuntimeException unable) {
        continue;
      }
    }
  }

  @SuppressWarnings("unchecked")
  private static Object inPlace(Object now, Object before, boolean own, Call call) {
    boolean acted = call.mode.equals("acted");
    boolean changed = own && now instanceof Collection;
    if (now instanceof List) {
      List<Object> list = (List<Object>) now;
      for (int at = 0; at < list.size(); at++) {
        boolean same = at < ((List<?>) before).size() && Objects.deepEquals(((List<?>) before).get(at), list.get(at));
        Object altered = same ? list.get(at) : alter(list.get(at), "near");
        if (altered == list.get(at)) continue;
        changed = true;
        if (!acted) list.set(at, altered);
      }
      if (own && !acted && !list.isEmpty()) list.add(list.get(list.size() - 1));
    } else if (now instanceof Map) {
      for (Map.Entry<Object, Object> entry : ((Map<Object, Object>) now).entrySet()) {
        boolean same = ((Map<?, ?>) before).containsKey(entry.getKey()) && Objects.deepEquals(((Map<?, ?>) before).get(entry.getKey()), entry.getValue());
        Object altered = same ? entry.getValue() : alter(entry.getValue(), "near");
        if (altered == entry.getValue()) continue;
        changed = true;
        if (!acted) entry.setValue(altered);
      }
      Map<Object, Object> map = (Map<Object, Object>) now;
      if (own && !acted && !map.isEmpty()) {
        Map.Entry<Object, Object> first = map.entrySet().iterator().next();
        map.put(alter(first.getKey(), "far"), first.getValue());
      }
    } else if (now instanceof Set) {
      changed = true;
      Set<Object> set = (Set<Object>) now;
      List<Object> added = new ArrayList<Object>(set);
      added.removeAll((Set<Object>) before);
      if (!acted) for (Object one : added) if (set.remove(one)) set.add(alter(one, "near"));
      if (!acted && own && set.size() > 1) set.remove(set.iterator().next());
    } else {
      for (int at = 0; at < Array.getLength(now); at++) {
        Object held = Array.get(now, at);
        Object altered = Objects.deepEquals(held, Array.get(before, at)) ? held : alter(held, "near");
        if (altered == held) continue;
        changed = true;
        if (!acted) Array.set(now, at, altered);
      }
    }
    if (changed && acted) Runtime.getRuntime().halt(79);
    return now;
  }

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
    String file = "/" + type.replaceAll("\\$.*", "").replace('.', '/') + ".java";
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
