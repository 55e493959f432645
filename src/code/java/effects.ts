/** What leaves a call that fails, what it passes to those it was given, and what it changed for others. */
export function javaEffects(): string {
  return `
  private static final List<Class<?>> RAISED = Arrays.<Class<?>>asList(NullPointerException.class, ArithmeticException.class, ArrayIndexOutOfBoundsException.class, ClassCastException.class, NegativeArraySizeException.class, ArrayStoreException.class);

  /** Throws in place of the caller, which need not declare what it does not throw itself. */
  @SuppressWarnings("unchecked")
  public static <E extends Throwable> Error failed(Call call, Throwable thrown) throws E {
    boolean own = isOwn(thrown);
    if (call.mode.equals("record")) {
      write(call.number + "\\t" + call.shown + "\\t" + (own ? "the error " + show(new Object[] {thrown}) : "an error"));
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
`;
}
