package bbt.samples.conformance.prove;

import bbt.packets.SidebandRecord;
import bbt.packets.write.TraceEditor;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Checks that a damaged trace does not verify. One bit of the file, which a checksum finds; and one
 * bit of an announced instruction, with all checksums made anew, which only the hashes of what was
 * executed can find: an immediate operand changes, and no branch goes another way.
 */
final class DamagePart {
  static final String NAME = "damage";

  private static final int OPCODE = 0x7F;
  private static final int OP_IMM = 0x13;
  private static final int FUNCT3 = 0x7000;
  private static final int IMMEDIATE_BIT = 1 << 9;

  private final Path trace;
  private final String guest;
  private final Path folder;
  private final Consumer<String> progress;

  /**
   * @param trace a whole trace
   * @param guest what it is of, for the table
   */
  DamagePart(Path trace, String guest, Path folder, Consumer<String> progress) {
    this.trace = trace;
    this.guest = guest;
    this.folder = folder;
    this.progress = progress;
  }

  List<Check> run() throws IOException {
    progress.accept("damaging the trace of " + guest);
    List<Check> checks = new ArrayList<>();
    Verification sound = Verification.of(trace);
    checks.add(
        new Check(NAME, guest + ": the trace is sound to begin with", sound.ok(), sound.problem()));
    Path damaged = folder.resolve("damaged.bbt");
    Files.copy(trace, damaged, StandardCopyOption.REPLACE_EXISTING);
    long offset = flipBit(damaged);
    checks.add(mustFail(guest + ": one bit flipped at byte " + offset, damaged));
    long[] changed = {-1, 0};
    TraceEditor.rewrite(trace, damaged, item -> change(item, changed));
    checks.add(
        changed[0] < 0
            ? new Check(NAME, guest + ": one instruction changed", false, "found none to change")
            : mustFail(
                guest
                    + String.format(
                        ": instruction at physical 0x%x changed, checksums repaired", changed[0]),
                damaged));
    Files.delete(damaged);
    return checks;
  }

  private static Check mustFail(String what, Path damaged) throws IOException {
    Verification found = Verification.of(damaged);
    return new Check(
        NAME,
        what,
        !found.ok(),
        found.ok() ? "verify did not notice" : "noticed: " + found.problem());
  }

  /** Flips a bit in the middle of the file. */
  private static long flipBit(Path file) throws IOException {
    try (RandomAccessFile access = new RandomAccessFile(file.toFile(), "rw")) {
      long offset = access.length() / 2;
      access.seek(offset);
      int old = access.read();
      access.seek(offset);
      access.write(old ^ 4);
      return offset;
    }
  }

  /**
   * Changes the immediate of the first addi that is announced; {@code done[0]} becomes its physical
   * address. Later announcements of the same instruction in checkpoints change too, so that the
   * trace stays consistent.
   */
  private static SidebandRecord change(SidebandRecord item, long[] done) {
    if (!(item instanceof SidebandRecord.Code code)) {
      return item;
    }
    short[] halfwords = code.halfwords().clone();
    int next = 0;
    for (int i = 0; i < 31; i++) {
      if ((code.mask() >>> i & 1) == 0) {
        continue;
      }
      int low = halfwords[next++];
      boolean high = (code.mask() >>> (i + 1) & 1) != 0;
      long address = code.line() + 2L * i;
      boolean addi = (low & OPCODE) == OP_IMM && (low & FUNCT3) == 0 && (low & 0xF80) != 0;
      if (high && addi && (done[0] < 0 || done[0] == address)) {
        done[0] = address;
        halfwords[next] ^= (short) IMMEDIATE_BIT;
        return new SidebandRecord.Code(code.retired(), code.line(), code.mask(), halfwords);
      }
    }
    return item;
  }
}
