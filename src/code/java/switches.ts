import { type Source, type Wrap, wrapPieces } from '../source.ts';
import { inWordsOf, type Switched, type SwitchedFile, type Switches } from '../switches.ts';
import { childOf, named, textOf } from '../syntax.ts';

const PRIMITIVES = new Set(['byte', 'short', 'int', 'long', 'char', 'float', 'double']);

export function writeJava({ source, functions }: SwitchedFile, { name }: Switches): string {
  return wrapPieces(
    source.text,
    functions.flatMap((one) => switchesIn(one, source.text, name)),
  );
}

function switchesIn(
  { number, node, body, results, parameters }: Switched,
  text: string,
  name: string,
): readonly Wrap[] {
  const declared = childOf(node, 'type');
  const type = declared === undefined ? undefined : textOf(declared, text);
  const called = named(body).find((one) => one.type === 'explicit_constructor_invocation');
  const at = called?.end ?? body.start + 1;
  const given = parameters.map((one) => `, (Object) ${one}`).join('');
  const enter = `${name}.Switch.enter(${number}${given})`;
  const put = type === undefined ? ` ${enter};` : ` if (${enter}) return${nothingOf(type)};`;
  const isPrimitive = type === 'boolean' || PRIMITIVES.has(type ?? '');
  const before = isPrimitive
    ? `${name}.Switch.result(${number}, (${type}) (`
    : `${name}.Switch.<${type}>result(${number}, (`;
  return [
    { start: at, end: at, before: put, after: '' },
    ...results.map(({ start, end }) => ({ start, end, before, after: '))' })),
  ];
}

/** What stands for no result. */
function nothingOf(type: string): string {
  if (type === 'void') return '';
  if (type === 'boolean') return ' false';
  return PRIMITIVES.has(type) ? ` (${type}) 0` : ' null';
}

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
    return SET[0].equals("*") || SET[0].equals(String.valueOf(number)) ? SET[1] : "";
  }

  public static boolean enter(int number, Object... given) {
    if (mode(number).equals("able")) Runtime.getRuntime().halt(79);
    if (mode(number).equals("record") && crosses()) record(number, given);
    return mode(number).equals("empty");
  }

  private static synchronized void record(int number, Object[] given) {
    String shown = Arrays.deepToString(given).replaceAll("@[0-9a-f]+|[\\t\\r\\n]", " ");
    String line = number + "\\t" + shown.substring(0, Math.min(shown.length(), 1000)) + "\\n";
    try (java.io.FileWriter out = new java.io.FileWriter(System.getenv("${recording}"), true)) {
      out.write(line);
    } catch (java.io.IOException | RuntimeException unable) {
      return;
    }
  }

  @SuppressWarnings("unchecked")
  public static <T> T result(int number, T value) {
    String mode = mode(number);
    if (mode.isEmpty() || mode.equals("empty") || mode.equals("none") || mode.equals("record")) return value;
    if (!mode.equals("anywhere") && !crosses()) return value;
    if (mode.equals("something")) return value instanceof Optional && !((Optional<?>) value).isPresent() ? (T) Optional.of("same") : value;
    if (mode.equals("vary")) {
      count++;
      if (count % 3 == 0) return value;
      mode = count % 3 == 1 ? "near" : "far";
    }
    Object altered = alter(value, mode);
    if (altered == value) return value;
    if (mode.equals("data")) Runtime.getRuntime().halt(79);
    return (T) altered;
  }

  private static boolean crosses() {
    StackTraceElement[] stack = new Throwable().getStackTrace();
    if (stack.length < 4) return true;
    String file = "/" + stack[3].getClassName().replaceAll("\\\\$.*", "").replace('.', '/') + ".java";
    for (String own : FILES) if (own.endsWith(file)) return false;
    return true;
  }

  private static Object alter(Object value, String how) {
    boolean far = how.equals("far") || how.equals("anywhere");
    int step = how.equals("below") ? -1 : 1;
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
    if (value instanceof Integer || value instanceof Long || value instanceof Float || value instanceof Double) {
      step *= (int) Math.max(1, Math.min(1e9, Math.abs(((Number) value).doubleValue()) / 100));
    }
    if (value instanceof Integer) return far ? -((Integer) value + 7) * 1009 : (Integer) value + step;
    if (value instanceof Long) return far ? -((Long) value + 7) * 1009 : (Long) value + step;
    if (value instanceof Short) return (short) ((Short) value + step);
    if (value instanceof Byte) return (byte) ((Byte) value + step);
    if (value instanceof Character) return (char) ((Character) value + step);
    if (value instanceof Float) return far ? -((Float) value / 2 + 7) * 1009 : (Float) value + step;
    if (value instanceof Double) return far ? -((Double) value / 2 + 7) * 1009 : (Double) value + step;
    if (value instanceof BigInteger) return ((BigInteger) value).add(BigInteger.valueOf(step));
    if (value instanceof BigDecimal) return ((BigDecimal) value).add(BigDecimal.valueOf(step));
    if (value instanceof String) return turn((String) value, how);
    if (value instanceof Enum) return other((Enum<?>) value);
    if (value instanceof Optional) return inside((Optional<?>) value, how);
    if (value instanceof List) return list((List<?>) value, how);
    if (value instanceof Set) return new LinkedHashSet<Object>(list(new ArrayList<Object>((Set<?>) value), how));
    if (value instanceof Map) return map((Map<?, ?>) value, how);
    if (value != null && value.getClass().isArray()) return array(value, how);
    if (value != null && isRecord(value.getClass())) return record(value, how);
    return value;
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
    if (how.equals("below")) return "~" + text;
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
