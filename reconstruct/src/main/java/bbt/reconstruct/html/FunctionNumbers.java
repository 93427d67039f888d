package bbt.reconstruct.html;

import bbt.reconstruct.profile.FunctionProfile;
import bbt.reconstruct.profile.Profile;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Numbers the functions of a page: blocks name functions by it. */
final class FunctionNumbers {
  /** The most functions of a page: more would make it slow; a Linux boot has about 8,000. */
  static final int LIMIT = 40_000;

  private record Start(String program, long address) {}

  private record Key(String name, String program, long address) {}

  private final List<FunctionProfile> functions;
  private final Map<Key, Integer> numbers = new HashMap<>();
  private final Map<Start, Integer> starts = new HashMap<>();

  /** Whether a cost model was given. */
  private final boolean costs;

  private final int leftOut;
  private final long leftOutSelf;

  private FunctionNumbers(List<FunctionProfile> all, boolean costs) {
    this.costs = costs;
    functions =
        all.stream()
            .sorted(Comparator.comparingLong(FunctionProfile::self).reversed())
            .limit(LIMIT)
            .toList();
    for (FunctionProfile f : functions) {
      starts.putIfAbsent(new Start(f.program(), f.address()), numbers.size());
      numbers.put(new Key(f.name(), f.program(), f.address()), numbers.size());
    }
    leftOut = all.size() - functions.size();
    leftOutSelf =
        all.stream().mapToLong(FunctionProfile::self).sum()
            - functions.stream().mapToLong(FunctionProfile::self).sum();
  }

  static FunctionNumbers of(Profile profile) {
    return new FunctionNumbers(profile.functions(), profile.cycles() > 0);
  }

  /** The number of a function, -1 when it is not on the page. */
  int number(String name, String program, long address) {
    return numbers.getOrDefault(new Key(name, program, address), -1);
  }

  /** The number of the function of a program that starts at an address, -1 if none does. */
  int startingAt(String program, long address) {
    return starts.getOrDefault(new Start(program, address), -1);
  }

  List<FunctionProfile> functions() {
    return functions;
  }

  /** The block {@code functions}: a column for each fact. */
  ObjectNode block() {
    ObjectNode block = JsonNodeFactory.instance.objectNode();
    Map<String, Integer> programs = new HashMap<>();
    ArrayNode programNames = block.putArray("programs");
    ArrayNode name = block.putArray("name");
    ArrayNode program = block.putArray("program");
    ArrayNode address = block.putArray("address");
    ArrayNode self = block.putArray("self");
    ArrayNode inclusive = block.putArray("inclusive");
    ArrayNode calls = block.putArray("calls");
    for (FunctionProfile f : functions) {
      Integer its = programs.get(f.program());
      if (its == null) {
        its = programs.size();
        programs.put(f.program(), its);
        programNames.add(f.program());
      }
      name.add(f.name());
      program.add(its);
      address.add("0x" + Long.toHexString(f.address()));
      self.add(f.self());
      inclusive.add(f.inclusive());
      calls.add(f.calls());
    }
    if (costs) {
      ArrayNode cycles = block.putArray("cycles");
      functions.forEach(f -> cycles.add(f.cycles()));
      ArrayNode inclusiveCycles = block.putArray("inclusiveCycles");
      functions.forEach(f -> inclusiveCycles.add(f.inclusiveCycles()));
    }
    block.put("leftOut", leftOut);
    block.put("leftOutSelf", leftOutSelf);
    return block;
  }
}
