package bbt.translator.trace;

/** The facts that the guest thread leaves for the writer before it hands over the END record. */
final class Ending {
  /** The reason of the run's end, in one word. */
  String reason = "end";

  /** Instructions of each hart. */
  long[] retired = {};

  /** Final running hash of each hart. */
  long[] verifyHashes = {};

  /** Guest time in ticks. */
  long ticks;
}
