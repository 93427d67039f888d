package bbt.samples.conformance.lockstep;

import bbt.translator.config.TraceOptions;
import java.nio.file.Path;
import java.util.SplittableRandom;

/** The ways in which the translated machine may be traced. */
public enum TraceKind {
  NONE,
  RAW,
  COMPACT,
  VERIFY,
  /** One of the others, by the seed. */
  RANDOM;

  private static final int FIXED = 4;

  /** Returns this kind, or the one that the seed chooses. */
  TraceKind chosen(long seed) {
    return this == RANDOM ? values()[new SplittableRandom(~seed).nextInt(FIXED)] : this;
  }

  /** Trace options of a kind that is no choice; null for {@link #NONE}. */
  TraceOptions options(Path file) {
    return this == NONE
        ? null
        : new TraceOptions(file, this == VERIFY, this != RAW, TraceOptions.Context.AUTO);
  }
}
