package bbt.ptg.riscv;

import bbt.ptg.riscv.semantics.RiscvRtl;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.function.BiConsumer;

/** Vocabularies that compute nothing and remember the operations that they were asked for. */
final class ProbeRtl {
  private ProbeRtl() {}

  /** Adds the name of each operation called. */
  static RiscvRtl<String> of(List<String> calls) {
    return probe((name, arguments) -> calls.add(name));
  }

  /** Adds the arguments of each call of one operation. */
  static RiscvRtl<String> arguments(String operation, List<Object> into) {
    return probe(
        (name, arguments) -> {
          if (name.equals(operation)) {
            into.addAll(List.of(arguments[0]));
          }
        });
  }

  @SuppressWarnings("unchecked")
  private static RiscvRtl<String> probe(BiConsumer<String, Object[]> listener) {
    return (RiscvRtl<String>)
        Proxy.newProxyInstance(
            RiscvRtl.class.getClassLoader(),
            new Class<?>[] {RiscvRtl.class},
            (proxy, method, arguments) -> {
              listener.accept(method.getName(), arguments);
              return method.getReturnType() == void.class ? null : "value";
            });
  }
}
