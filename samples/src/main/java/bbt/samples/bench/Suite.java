package bbt.samples.bench;

import bbt.samples.guests.EmbeddedElf;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A set of bare-metal programs that do one kind of work each. Their source is in {@code
 * samples/src/guest/bench} and {@code samples/src/guest/float}.
 */
public enum Suite {
  /** What a processor does for long: loops, calls, tables, floating point. */
  CPU(
      "sha aes crc chase qsort matmul sieve fib indirect switch fsm copy huffman regex bignum hash"
          + " divide",
      "matmul-double matmul-float matmul-exact fft nbody mandelbrot-double mandelbrot-float"
          + " polynomial-fma convert"),
  /** Code of shapes that translators find hard. */
  CLIFFS("line pages lukewarm jit straddle traps smc alias spin stand", "");

  private static final int FLOAT_ROUNDS = 5;

  private final String bench;
  private final String floating;

  Suite(String bench, String floating) {
    this.bench = bench;
    this.floating = floating;
  }

  /**
   * One program.
   *
   * @param name of its row in the table
   * @param kernel ELF file to boot
   * @param append what its command line says
   */
  public record Work(String name, Path kernel, String append) {}

  /** The suite of a name on the command line, or null. */
  public static Suite named(String name) {
    for (Suite suite : values()) {
      if (suite.name().toLowerCase(Locale.ROOT).equals(name)) {
        return suite;
      }
    }
    return null;
  }

  /** The programs, in the order of the table. */
  public List<Work> works() throws IOException {
    List<Work> works = new ArrayList<>();
    for (String name : bench.split(" ")) {
      works.add(new Work(name, EmbeddedElf.file("bench"), name));
    }
    for (String name : floating.isEmpty() ? new String[0] : floating.split(" ")) {
      works.add(new Work(name, EmbeddedElf.file("float"), FLOAT_ROUNDS + " " + name));
    }
    return works;
  }
}
