package bbt.reconstruct.profile;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The functions of one program in one address space (or of an image with symbols, anywhere). */
final class Program {
  static final String KERNEL = "kernel";

  /** The name of a program whose task was never named. */
  static final String UNKNOWN = "user";

  /** The last known name; set when a task that runs in the address space says its name. */
  String name;

  /** Functions without symbols, by the address that was called. */
  private final Map<Long, Function> byAddress = new HashMap<>();

  private final List<Function> named = new ArrayList<>();

  Program(String name) {
    this.name = name;
  }

  /** The function without a symbol that starts at an address; made when new. */
  Function at(long address) {
    return byAddress.computeIfAbsent(address, a -> new Function(this, a, null));
  }

  /** The same, or null if nothing called that address yet. */
  Function known(long address) {
    return byAddress.get(address);
  }

  Function add(long address, String symbol) {
    Function function = new Function(this, address, symbol);
    named.add(function);
    return function;
  }

  List<Function> functions() {
    List<Function> all = new ArrayList<>(named);
    all.addAll(byAddress.values());
    return all;
  }
}
