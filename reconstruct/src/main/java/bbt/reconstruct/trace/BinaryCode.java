package bbt.reconstruct.trace;

import bbt.ptg.graph.Node;
import bbt.ptg.image.ElfFile;
import bbt.ptg.image.Segment;
import java.util.ArrayList;
import java.util.List;

/** The executable bytes of a binary, to be compared with the code that a trace announced. */
final class BinaryCode {
  private record Piece(long address, byte[] bytes) {}

  final String file;
  final String buildId;
  private final List<Piece> pieces = new ArrayList<>();
  private long matched;
  private long mismatched;

  BinaryCode(String file, ElfFile elf) {
    this.file = file;
    this.buildId = elf.buildId();
    for (Segment segment : elf.segments()) {
      if (segment.executable()) {
        pieces.add(new Piece(segment.virtual(), elf.bytes(segment)));
      }
    }
  }

  /** Whether the binary holds exactly these instructions at that address. */
  boolean holds(Node node) {
    for (Piece piece : pieces) {
      long offset = node.pc() - piece.address;
      if (offset >= 0 && offset + node.size() <= piece.bytes.length) {
        boolean same = same(node, piece.bytes, (int) offset);
        if (same) {
          matched++;
        } else {
          mismatched++;
        }
        return same;
      }
    }
    return false;
  }

  private static boolean same(Node node, byte[] bytes, int offset) {
    int at = offset;
    for (int i = 0; i < node.count(); i++) {
      int bits = node.bits(i);
      for (int k = 0; k < node.length(i); k++) {
        if (bytes[at++] != (byte) (bits >>> (8 * k))) {
          return false;
        }
      }
    }
    return true;
  }

  /**
   * Whether the trace executed this binary: most of what ran at its addresses is its code. Not all
   * of it is, since a kernel patches itself.
   */
  boolean wasTraced() {
    return matched > mismatched;
  }
}
