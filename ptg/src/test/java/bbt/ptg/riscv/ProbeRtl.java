package bbt.ptg.riscv;

import bbt.ptg.guest.Rtl;

import java.lang.reflect.Proxy;
import java.util.List;
import java.util.function.BiConsumer;

/** Vocabularies that compute nothing and remember what was asked of them. */
final class ProbeRtl {
  private ProbeRtl() {}

  /** Adds the name of each operation called. */
  static Rtl<String> of(List<String> calls) {
    return probe((name, arguments) -> calls.add(name));
  }

  /** Adds the arguments of each call of one operation. */
  static Rtl<String> arguments(String operation, List<Object> into) {
    return probe(
        (name, arguments) -> {
          if (name.equals(operation)) {
            into.addAll(List.of(arguments[0]));
          }
        });
  }

  @SuppressWarnings("unchecked")
  private static Rtl<String> probe(BiConsumer<String, Object[]> listener) {
    return (Rtl<String>)
        Proxy.newProxyInstance(
            Rtl.class.getClassLoader(),
            new Class<?>[] {Rtl.class},
            (proxy, method, arguments) -> {
              listener.accept(method.getName(), arguments);
              return method.getReturnType() == void.class ? null : "value";
            });
  }
}
