package bbt.reconstruct.code;

import bbt.reconstruct.names.CodeNames;
import bbt.reconstruct.names.TraceSymbols;
import bbt.reconstruct.profile.FunctionProfile;
import bbt.reconstruct.profile.Profile;
import bbt.reconstruct.profile.count.Programs;
import bbt.reconstruct.walk.graph.BlockCount;
import bbt.reconstruct.walk.graph.FunctionMap;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.LongFunction;
import java.util.function.Predicate;

/**
 * The executed code of a trace, by function.
 *
 * @param instructions retired in all of it
 * @param functions by descending instructions
 */
public record CodeProfile(long instructions, List<FunctionCode> functions) {
  /** A function without a symbol reaches no farther. */
  private static final long LONGEST = 1 << 20;

  public CodeProfile {
    functions = List.copyOf(functions);
  }

  /**
   * A function's identity.
   *
   * @param image null where no symbol names it
   */
  private record FunctionAddress(String image, String program, long address) {}

  /**
   * Sorts counts into functions.
   *
   * <p>A block belongs to the function of its first instruction's symbol. Without symbols it
   * belongs to the nearest function that starts before it; where such a function jumps into another
   * one without a call, the profile counts the instructions for the first, this for the second.
   *
   * @param counts of a walk
   * @param profile of the same walk: says where functions without symbols start and what they are
   *     called
   * @param symbols the walk's map of functions
   * @param programs what {@link BlockCount#addressSpace} stands for
   */
  public static CodeProfile of(
      List<BlockCount> counts, Profile profile, TraceSymbols symbols, Programs programs) {
    Map<String, NavigableMap<Long, FunctionProfile>> known = new HashMap<>();
    Map<String, NavigableMap<Long, FunctionProfile>> nameless = new HashMap<>();
    for (FunctionProfile f : profile.functions()) {
      (f.named() ? known : nameless)
          .computeIfAbsent(f.program(), k -> new TreeMap<>(Long::compareUnsigned))
          .put(f.address(), f);
    }
    Map<FunctionAddress, FunctionCodeBuilder> builders = new HashMap<>();
    for (BlockCount count : counts) {
      boolean privileged = count.addressSpace() == BlockCount.PRIVILEGED;
      String program = privileged ? TraceSymbols.KERNEL : programs.name(count.addressSpace());
      int id = count.function();
      long pc = count.node().pc();
      long copied = privileged && id == FunctionMap.NONE ? symbols.copied(pc) : 0;
      FunctionCodeBuilder named =
          id == FunctionMap.NONE
              ? nearest(
                  program,
                  pc - copied,
                  nameless.getOrDefault(program, new TreeMap<>()),
                  privileged ? TraceSymbols.KERNEL : null,
                  page ->
                      privileged
                          ? "0x" + Long.toHexString(page)
                          : programs.nameless(count.addressSpace(), page))
              : symbol(symbols.function(id), known);
      builders
          .computeIfAbsent(
              new FunctionAddress(named.image, named.program, named.address), k -> named)
          .add(count, id == FunctionMap.NONE ? copied : symbols.bias(id, pc, count.page()));
    }
    List<FunctionCode> functions = new ArrayList<>();
    long instructions = 0;
    for (FunctionCodeBuilder builder : builders.values()) {
      FunctionCode function = builder.build();
      functions.add(function);
      instructions += function.instructions();
    }
    functions.sort(
        Comparator.comparingLong(FunctionCode::instructions)
            .reversed()
            .thenComparing(FunctionCode::program)
            .thenComparing(FunctionCode::address, Long::compareUnsigned));
    return new CodeProfile(instructions, functions);
  }

  private static FunctionCodeBuilder symbol(
      TraceSymbols.Function f, Map<String, NavigableMap<Long, FunctionProfile>> known) {
    String owner = f.image();
    if (owner.equals(TraceSymbols.KERNEL) && !holds(known.get(owner), f)) {
      // A kernel that carries user programs in its own image names their functions, too.
      for (Map.Entry<String, NavigableMap<Long, FunctionProfile>> each : known.entrySet()) {
        owner = holds(each.getValue(), f) ? each.getKey() : owner;
      }
    }
    return new FunctionCodeBuilder(f.name(), f.image(), owner, f.address());
  }

  private static boolean holds(
      NavigableMap<Long, FunctionProfile> functions, TraceSymbols.Function f) {
    FunctionProfile there = functions == null ? null : functions.get(f.address());
    return there != null && there.name().equals(f.name());
  }

  private static FunctionCodeBuilder nearest(
      String program,
      long pc,
      NavigableMap<Long, FunctionProfile> known,
      String image,
      LongFunction<String> nameless) {
    Map.Entry<Long, FunctionProfile> before = known.floorEntry(pc);
    if (before != null && pc - before.getKey() < LONGEST) {
      return new FunctionCodeBuilder(before.getValue().name(), image, program, before.getKey());
    }
    long page = pc & -4096L;
    return new FunctionCodeBuilder(nameless.apply(page), image, program, page);
  }

  /**
   * The functions that a word means: all of a name, in whatever programs; else those with code at
   * an address that it names. By descending instructions.
   */
  public List<FunctionCode> find(String word, CodeNames names) {
    Set<String> meant = names.meant(word);
    List<FunctionCode> found = // code without symbols has a name, too
        named(name -> name.equals(word) || meant.contains(name));
    if (!found.isEmpty()) {
      return found;
    }
    return names.addresses(word).stream()
        .flatMap(
            place ->
                at(names.original(place.address())).stream().filter(f -> place.isOf(f.program())))
        .distinct()
        .toList();
  }

  /**
   * Names by the address where a function starts, as a program's own code sees them.
   *
   * @param shown what the names in the trace are shown as
   */
  public Map<Long, String> starts(String program, CodeNames shown) {
    Map<Long, String> names = new HashMap<>();
    for (FunctionCode f : functions) {
      if (f.program().equals(program)) {
        names.put(f.address(), shown.shown(f.name()));
      }
    }
    return names;
  }

  /** The functions of a name, in whatever programs, by descending instructions. */
  public List<FunctionCode> named(String name) {
    return named(name::equals);
  }

  private List<FunctionCode> named(Predicate<String> name) {
    return functions.stream().filter(f -> name.test(f.name())).toList();
  }

  /** The functions that have a line at an address. */
  public List<FunctionCode> at(long address) {
    return functions.stream()
        .filter(
            f ->
                f.blocks().stream()
                    .anyMatch(b -> address - b.address() >= 0 && address - b.address() < b.size()))
        .toList();
  }

  /** The blocks with the most instructions, of all functions. */
  public List<HotBlock> hottest(int count) {
    return functions.stream()
        .flatMap(f -> f.blocks().stream().map(b -> new HotBlock(f, b, b.instructions())))
        .sorted(Comparator.comparingLong(HotBlock::instructions).reversed())
        .limit(count)
        .toList();
  }

  /** A block and whose it is. */
  public record HotBlock(FunctionCode function, Block block, long instructions) {}
}
