package bbt.reconstruct.names;

import bbt.ptg.dwarf.SourceFrame;
import bbt.ptg.dwarf.Variables;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;

/**
 * Finds the source lines of executed code, as far as the binaries given with a trace have debugging
 * information. Not for several threads at once.
 */
public final class Sources {
  /** Knows nothing. */
  public static final Sources NONE = new Sources(List.of(), BinaryPages.none());

  private final List<BinaryCode> binaries;

  /** Where their code was executed. */
  private final BinaryPages pages;

  Sources(List<BinaryCode> binaries, BinaryPages pages) {
    this.binaries = binaries;
    this.pages = pages;
  }

  /** Whether any binary has debugging information. */
  public boolean known() {
    return binaries.stream().anyMatch(binary -> binary.sources().known());
  }

  /** The binaries' own files. */
  public List<Path> binaries() {
    return binaries.stream().map(binary -> Path.of(binary.file)).toList();
  }

  /** The source files of all binaries. */
  public List<String> files() {
    return binaries.stream().flatMap(binary -> binary.sources().files().stream()).toList();
  }

  /**
   * Where an instruction comes from, the innermost inlined function first.
   *
   * @param image whose symbol names it; null where none does: then nothing is known
   * @param address as {@link TraceSymbols.Function#address} and the lines of a function's code have
   *     it: of a position-independent binary, the file's
   * @param bits the instruction: what replaced it is not what was compiled
   * @return empty where nothing is known
   */
  public List<SourceFrame> at(String image, long address, int bits) {
    BinaryCode binary = binary(image, address, bits);
    return binary == null ? List.of() : binary.frames(address);
  }

  private BinaryCode binary(String image, long address, int bits) {
    for (BinaryCode binary : binaries) {
      // A kernel patches itself: what stands there is its code in any case.
      if (binary.image.equals(image)
          && (binary.kernel ? binary.covers(address) : binary.has(address, bits))) {
        return binary;
      }
    }
    return null;
  }

  /** The binary whose code an address shows, and how far above its place in the file; or null. */
  private BinaryPages.Found found(long pc, long page) {
    for (BinaryCode binary : binaries) {
      if (binary.kernel && binary.covers(pc - binary.movedBy(pc))) {
        return new BinaryPages.Found(binary, binary.movedBy(pc), false);
      }
    }
    BinaryPages.Found its = pages.at(pc, page);
    return its != null && its.code().covers(pc - its.bias()) ? its : null;
  }

  /**
   * Returns the source lines of an address as it was executed, in a position-independent binary,
   * too.
   *
   * @param page that is shown there, see {@link TraceSymbols#page}
   */
  public List<SourceFrame> executedAt(long pc, long page) {
    BinaryPages.Found its = found(pc, page);
    return its == null ? List.of() : its.code().frames(pc - its.bias());
  }

  /** Returns the source lines from each binary that has code there, whatever page is shown. */
  public List<List<SourceFrame>> everywhere(long pc) {
    List<List<SourceFrame>> all = new ArrayList<>();
    for (BinaryCode binary : binaries) {
      for (long bias : binary.kernel ? Set.of(binary.movedBy(pc)) : pages.biases(binary)) {
        if (binary.covers(pc - bias)) {
          all.add(binary.frames(pc - bias));
        }
      }
    }
    return all;
  }

  /**
   * The variables of a binary whose code is executed somewhere.
   *
   * @param bias how far above its place in the file it is
   */
  public record Executed(Variables variables, long bias) {}

  /**
   * The binary whose code is executed at an address.
   *
   * @param pc as executed
   * @param page that is shown there
   * @param bits the instruction there, where it is known
   * @return null if none of those given has that code
   */
  public Executed variables(long pc, long page, OptionalInt bits) {
    BinaryPages.Found its = found(pc, page);
    boolean replaced =
        its != null
            && !its.code().kernel
            && bits.isPresent()
            && !its.code().has(pc - its.bias(), bits.getAsInt());
    return its == null || replaced ? null : new Executed(its.code().variables(), its.bias());
  }

  /**
   * The number of instructions that a function has, executed or not.
   *
   * @param image whose symbol names it
   * @param start of the function
   * @param address of one of its instructions
   * @param bits that instruction: says which binary it is in
   * @return -1 where no binary tells
   */
  public int instructionsOf(String image, long start, long address, int bits) {
    BinaryCode binary = binary(image, address, bits);
    return binary == null ? -1 : binary.instructionsOf(start);
  }

  /** The lines of whole compile units, each told once. */
  public Units units() {
    return new Units();
  }

  /** The units that have been told. */
  public final class Units {
    private final Set<Object> told = Collections.newSetFromMap(new IdentityHashMap<>());

    private Units() {}

    /**
     * Every place with code of the unit that an instruction is in; without functions.
     *
     * @return empty if it was told before, or nothing is known
     */
    public List<SourceFrame> linesAround(String image, long address, int bits) {
      BinaryCode binary = binary(image, address, bits);
      return binary == null ? List.of() : binary.sources().linesAround(address, told);
    }
  }
}
