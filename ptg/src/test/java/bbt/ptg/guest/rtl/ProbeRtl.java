package bbt.ptg.guest.rtl;

import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;

/** Vocabularies that compute nothing and remember the operations that they were asked for. */
public final class ProbeRtl {
  private ProbeRtl() {}

  /** Adds the name of each operation called. */
  public static <T extends Rtl<String>> T of(Class<?> vocabulary, List<String> calls) {
    return probe(vocabulary, Map.of(), (name, arguments) -> calls.add(name));
  }

  /**
   * Adds the name of each operation called.
   *
   * @param answers what operations answer whose result is of a class of these, and no value
   */
  public static <T extends Rtl<String>> T of(
      Class<?> vocabulary, Map<Class<?>, Object> answers, List<String> calls) {
    return probe(vocabulary, answers, (name, arguments) -> calls.add(name));
  }

  /** Adds the arguments of each call of one operation. */
  public static <T extends Rtl<String>> T arguments(
      Class<?> vocabulary, String operation, List<Object> into) {
    return probe(
        vocabulary,
        Map.of(),
        (name, arguments) -> {
          if (name.equals(operation)) {
            into.addAll(List.of(arguments[0]));
          }
        });
  }

  @SuppressWarnings("unchecked")
  private static <T extends Rtl<String>> T probe(
      Class<?> vocabulary, Map<Class<?>, Object> answers, BiConsumer<String, Object[]> listener) {
    return (T)
        Proxy.newProxyInstance(
            vocabulary.getClassLoader(),
            new Class<?>[] {vocabulary},
            (proxy, method, arguments) -> {
              listener.accept(method.getName(), arguments);
              Class<?> result = method.getReturnType();
              return result == void.class ? null : answers.getOrDefault(result, "value");
            });
  }
}
