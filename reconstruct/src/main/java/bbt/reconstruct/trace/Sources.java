package bbt.reconstruct.trace;

import bbt.ptg.dwarf.SourceFrame;
import bbt.ptg.dwarf.Variables;
import bbt.ptg.graph.CodeReader;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;

/**
 * The source lines of executed code, as far as the binaries given with a trace have debugging
 * information. Not for several threads at once.
 */
public final class Sources {
  /** Knows nothing. */
  public static final Sources NONE = new Sources(List.of());

  private final List<BinaryCode> binaries;

  Sources(List<BinaryCode> binaries) {
    this.binaries = binaries;
  }

  /** Whether any binary has debugging information. */
  public boolean known() {
    return binaries.stream().anyMatch(binary -> binary.sources().known());
  }

  /** The source files of all binaries. */
  public List<String> files() {
    return binaries.stream().flatMap(binary -> binary.sources().files().stream()).toList();
  }

  /**
   * Where an instruction comes from, the innermost inlined function first.
   *
   * @param address as {@link TraceSymbols.Function#address} and the lines of a function's code have
   *     it: of a position-independent binary, the file's
   * @param bits the instruction: another program's at the same address is not this one
   * @return empty where nothing is known
   */
  public List<SourceFrame> at(long address, int bits) {
    BinaryCode binary = binary(address, bits);
    return binary == null ? List.of() : binary.frames(address);
  }

  private BinaryCode binary(long address, int bits) {
    for (BinaryCode binary : binaries) {
      // A kernel patches itself: what stands there is its code in any case.
      if (binary.kernel ? binary.covers(address) : binary.has(address, bits)) {
        return binary;
      }
    }
    return null;
  }

  /**
   * The same for an address as it was executed, in a position-independent binary, too; where
   * several programs have code there, the first that was given.
   */
  public List<SourceFrame> executedAt(long address) {
    for (BinaryCode binary : binaries) {
      long bias = binary.biasAt(address);
      if (bias != BinaryCode.NO_BIAS && binary.covers(address - bias)) {
        return binary.frames(address - bias);
      }
    }
    return List.of();
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
   * @param bits the instruction there, where it is known
   * @return null if none of those given has that code
   */
  public Executed variables(long pc, OptionalInt bits) {
    for (BinaryCode binary : binaries) {
      long bias = binary.biasAt(pc);
      if (bias != BinaryCode.NO_BIAS
          && (binary.kernel || bits.isEmpty()
              ? binary.covers(pc - bias)
              : binary.has(pc - bias, bits.getAsInt()))) {
        return new Executed(binary.variables(), bias);
      }
    }
    return null;
  }

  /**
   * The code of the binary that has an instruction at an address: what was never executed is not in
   * a trace.
   *
   * @return null if no binary has it
   */
  public CodeReader code(long address, int bits) {
    BinaryCode binary = binary(address, bits);
    return binary == null ? null : binary::halfword;
  }

  /**
   * How many instructions a function has, executed or not.
   *
   * @param start of the function
   * @param address of one of its instructions
   * @param bits that instruction: says which binary it is in
   * @return -1 where no binary tells
   */
  public int instructionsOf(long start, long address, int bits) {
    BinaryCode binary = binary(address, bits);
    return binary == null ? -1 : binary.instructionsOf(start);
  }

  /** The lines of whole compile units, each told once. */
  public Units units() {
    return new Units();
  }

  /** Which units have been told. */
  public final class Units {
    private final Set<Object> told = Collections.newSetFromMap(new IdentityHashMap<>());

    private Units() {}

    /**
     * Every place with code of the unit that an instruction is in; without functions.
     *
     * @return empty if it was told before, or nothing is known
     */
    public List<SourceFrame> linesAround(long address, int bits) {
      BinaryCode binary = binary(address, bits);
      return binary == null ? List.of() : binary.sources().linesAround(address, told);
    }
  }
}
