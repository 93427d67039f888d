package bbt.ptg.guest.rtl;

import java.lang.reflect.Proxy;
import java.util.List;
import java.util.function.BiConsumer;

/** Vocabularies that compute nothing and remember the operations that they were asked for. */
public final class ProbeRtl {
  private ProbeRtl() {}

  /** Adds the name of each operation called. */
  public static <T extends Rtl<String>> T of(Class<?> vocabulary, List<String> calls) {
    return probe(vocabulary, (name, arguments) -> calls.add(name));
  }

  /** Adds the arguments of each call of one operation. */
  public static <T extends Rtl<String>> T arguments(
      Class<?> vocabulary, String operation, List<Object> into) {
    return probe(
        vocabulary,
        (name, arguments) -> {
          if (name.equals(operation)) {
            into.addAll(List.of(arguments[0]));
          }
        });
  }

  @SuppressWarnings("unchecked")
  private static <T extends Rtl<String>> T probe(
      Class<?> vocabulary, BiConsumer<String, Object[]> listener) {
    return (T)
        Proxy.newProxyInstance(
            vocabulary.getClassLoader(),
            new Class<?>[] {vocabulary},
            (proxy, method, arguments) -> {
              listener.accept(method.getName(), arguments);
              return method.getReturnType() == void.class ? null : "value";
            });
  }
}
