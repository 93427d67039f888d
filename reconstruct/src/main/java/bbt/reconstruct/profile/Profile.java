package bbt.reconstruct.profile;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Where the instructions of a trace went.
 *
 * @param instructions in all
 * @param programs the kernel first, then by descending instructions
 * @param exceptions by kind
 */
public record Profile(long instructions, List<ProgramProfile> programs, ExceptionTally exceptions) {
  /** Functions of one program that are farther apart than this lie in different images. */
  private static final long IMAGE_GAP = 64L << 20;

  public Profile {
    programs = List.copyOf(programs);
  }

  /** Every function of every program. */
  public List<FunctionProfile> functions() {
    return programs.stream().flatMap(p -> p.functions().stream()).toList();
  }

  /** The function with the most instructions of its own, or null in an empty trace. */
  public FunctionProfile mostInstructions() {
    return functions().stream().max(Comparator.comparingLong(FunctionProfile::self)).orElse(null);
  }

  /** The function called most often, or null when nothing was called. */
  public FunctionProfile mostCalled() {
    return functions().stream()
        .filter(f -> f.calls() > 0)
        .max(Comparator.comparingLong(FunctionProfile::calls))
        .orElse(null);
  }

  /** Sums up: programs of one name are one program, wherever they ran. */
  static Profile of(long instructions, List<Program> programs, ExceptionTally exceptions) {
    Map<String, List<Program>> byName = new TreeMap<>();
    for (Program p : programs) {
      String name = p.name == null ? Program.UNKNOWN : p.name;
      byName.computeIfAbsent(name, k -> new ArrayList<>()).add(p);
    }
    List<ProgramProfile> result = new ArrayList<>();
    byName.forEach(
        (name, parts) -> {
          ProgramProfile p = sum(name, parts);
          if (p.instructions() > 0) {
            result.add(p);
          }
        });
    result.sort(
        Comparator.comparing((ProgramProfile p) -> !p.name().equals(Program.KERNEL))
            .thenComparing(Comparator.comparingLong(ProgramProfile::instructions).reversed())
            .thenComparing(ProgramProfile::name));
    return new Profile(instructions, result, exceptions);
  }

  private static ProgramProfile sum(String name, List<Program> parts) {
    Map<Long, Function> merged = new TreeMap<>(Long::compareUnsigned);
    Map<Long, String> symbols = new HashMap<>();
    for (Program part : parts) {
      for (Function f : part.functions()) {
        Function sum = merged.computeIfAbsent(f.address, a -> new Function(part, a, f.name));
        sum.self += f.self;
        sum.inclusive += f.inclusive;
        sum.calls += f.calls;
        if (f.name != null) {
          symbols.put(f.address, f.name);
        }
      }
    }
    List<FunctionProfile> functions = new ArrayList<>();
    long total = 0;
    long base = 0;
    long last = 0;
    int image = -1;
    for (Function f : merged.values()) {
      if (f.self == 0 && f.calls == 0 && f.inclusive == 0) {
        continue;
      }
      String symbol = symbols.get(f.address);
      if (symbol == null) {
        if (image < 0 || Long.compareUnsigned(f.address - last, IMAGE_GAP) > 0) {
          image++;
          base = f.address & -4096L;
        }
        last = f.address;
        // A second image (a library, the vDSO) of the same program is name~1, and so on.
        symbol =
            name + (image == 0 ? "" : "~" + image) + "+0x" + Long.toHexString(f.address - base);
      }
      functions.add(new FunctionProfile(symbol, name, f.address, f.self, f.inclusive, f.calls));
      total += f.self;
    }
    functions.sort(
        Comparator.comparingLong(FunctionProfile::self)
            .reversed()
            .thenComparing(FunctionProfile::address, Long::compareUnsigned));
    return new ProgramProfile(name, total, functions);
  }
}
