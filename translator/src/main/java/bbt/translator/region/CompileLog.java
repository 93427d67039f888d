package bbt.translator.region;

import java.util.function.Supplier;

/** Receives what the compiler did, for {@code -d ir,bytecode}. */
@FunctionalInterface
public interface CompileLog {
  /** A phase whose result can be logged. */
  enum Phase {
    IR,
    BYTECODE
  }

  /** Writes nothing. */
  CompileLog NONE = (phase, pc, text) -> {};

  /**
   * A phase is done. May be called on a compiler thread.
   *
   * @param pc guest address of the region's root
   * @param text the result; evaluated only if wanted
   */
  void log(Phase phase, long pc, Supplier<String> text);
}
