package bbt.translator.trace;

import bbt.packets.SidebandRecord;
import java.util.List;

/** What the guest thread leaves for the writer before it hands over the END record. */
final class Ending {
  /** Names and notes for the whole trace. */
  List<SidebandRecord> appendix = List.of();

  /** One word. */
  String reason = "end";

  /** Instructions of each hart. */
  long[] retired = {};

  /** Final running hash of each hart. */
  long[] verifyHashes = {};

  /** Guest time in ticks. */
  long ticks;
}
