package bbt.samples.conformance.fuzz;

import bbt.samples.conformance.fuzz.kind.Kind;
import bbt.samples.conformance.fuzz.run.FuzzBoard;
import bbt.samples.conformance.fuzz.run.GuestRam;
import bbt.samples.conformance.fuzz.run.Image;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A saved case: an image and what the reference left of it, as a text file: facts, comments with
 * the assembly, then both memories, of which the second has only the lines that changed.
 *
 * <pre>
 * bbt-fuzz-case 1
 * kind user
 * reference 1101 QEMU 11.1.2
 * memory 33554432
 * observed 131072
 * # case 0: a0 is 0x1, the reference has 0x0
 * image
 * 00010000: 0000000080012000 0000000000000000 0000000000000000 0000000000000000
 * expect
 * 00011050: ...
 * </pre>
 *
 * <p>A line of memory is its offset from the start of RAM and four words, little-endian in memory.
 *
 * @param kind name
 * @param version of the reference
 * @param reference its name
 * @param since versions before this one are known to be wrong here; 0 when none is
 * @param notes comment lines, without their marks
 */
public record SavedCase(
    String kind,
    int version,
    String reference,
    int since,
    List<String> notes,
    Image image,
    GuestRam expected) {
  private static final String MAGIC = "bbt-fuzz-case 1";
  private static final int LINE = 32;

  /** File name ending of saved cases. */
  public static final String ENDING = ".case";

  /** Writes the case to a file. */
  public void write(Path file) throws IOException {
    List<String> lines = new ArrayList<>();
    lines.add(MAGIC);
    lines.add("kind " + kind);
    lines.add("reference " + version + " " + reference);
    if (since != 0) {
      lines.add("since " + since);
    }
    lines.add("memory " + image.memoryBytes());
    lines.add("observed " + image.observed());
    notes.forEach(note -> lines.add("# " + note));
    GuestRam before = before(image);
    lines.add("image");
    memory(lines, before, new GuestRam(new byte[image.observed()]));
    lines.add("expect");
    memory(lines, expected, before);
    Files.write(file, lines);
  }

  /** RAM at reset. */
  private static GuestRam before(Image image) {
    byte[] bytes = new byte[image.observed()];
    System.arraycopy(image.bytes(), 0, bytes, 0, image.bytes().length);
    return new GuestRam(bytes);
  }

  private static void memory(List<String> lines, GuestRam ram, GuestRam base) {
    for (int at = 0; at < ram.bytes().length; at += LINE) {
      boolean same = true;
      StringBuilder line = new StringBuilder("%08x:".formatted(at));
      for (int i = 0; i < LINE; i += 8) {
        same &= ram.get(at + i) == base.get(at + i);
        line.append(" %016x".formatted(ram.get(at + i)));
      }
      if (!same) {
        lines.add(line.toString());
      }
    }
  }

  /**
   * Reads a case from a file.
   *
   * @throws IOException when it is no such file, with the line
   */
  public static SavedCase read(Path file) throws IOException {
    List<String> lines = Files.readAllLines(file);
    if (lines.isEmpty() || !lines.getFirst().equals(MAGIC)) {
      throw new IOException(file + ": is no saved case: the first line is not '" + MAGIC + "'");
    }
    Map<String, String> facts = new HashMap<>();
    List<String> notes = new ArrayList<>();
    int at = 1;
    try {
      for (; !lines.get(at).equals("image"); at++) {
        String line = lines.get(at);
        if (line.startsWith("#")) {
          notes.add(line.substring(Math.min(2, line.length())));
        } else {
          int space = line.indexOf(' ');
          facts.put(line.substring(0, space), line.substring(space + 1));
        }
      }
      int observed = Integer.parseInt(facts.get("observed"));
      GuestRam before = new GuestRam(new byte[observed]);
      for (at++; !lines.get(at).equals("expect"); at++) {
        line(lines.get(at), before);
      }
      GuestRam expected = new GuestRam(before.bytes().clone());
      for (at++; at < lines.size(); at++) {
        line(lines.get(at), expected);
      }
      String[] reference = facts.get("reference").split(" ", 2);
      return new SavedCase(
          facts.get("kind"),
          Integer.parseInt(reference[0]),
          reference[1],
          Integer.parseInt(facts.getOrDefault("since", "0")),
          notes,
          new Image(
              board(facts.get("kind")),
              before.bytes(),
              Integer.parseInt(facts.get("memory")),
              observed),
          expected);
    } catch (RuntimeException e) {
      throw new IOException(file + ": line " + (at + 1) + " is damaged, or a fact is missing", e);
    }
  }

  private static FuzzBoard board(String kind) {
    Kind known = Kinds.named(kind);
    return known == null ? FuzzBoard.RISCV : known.board();
  }

  private static void line(String line, GuestRam ram) {
    int at = Integer.parseInt(line.substring(0, 8), 16);
    String[] words = line.substring(10).split(" ", -1);
    for (int i = 0; i < words.length; i++) {
      ram.put(at + 8 * i, Long.parseUnsignedLong(words[i], 16));
    }
  }
}
