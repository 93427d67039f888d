package bbt.reconstruct.trace;

import bbt.ptg.dwarf.SourceFrame;
import bbt.ptg.dwarf.SourceMap;
import bbt.ptg.dwarf.Variables;
import bbt.ptg.graph.Node;
import bbt.ptg.image.ElfFile;
import bbt.ptg.image.Segment;
import bbt.ptg.symbols.Symbol;
import bbt.ptg.symbols.SymbolTable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The executable bytes of a binary, to be compared with the code that a trace announced, and where
 * they were executed: at the addresses in the file, or, of a position-independent one, so many
 * bytes (the bias) higher.
 */
final class BinaryCode {
  private static final long PAGE = 4096;

  /** Fewer bytes may be those of many programs. */
  private static final int TELLING = 8;

  /**
   * Code of the file.
   *
   * @param size bytes; also those that a debug file leaves out
   */
  private record Piece(long address, byte[] bytes, long size) {}

  final String file;
  final String buildId;
  final boolean kernel;

  /** Where its symbols and debugging information are: its own file or a debug file. */
  private final ElfFile detail;

  private final Consumer<String> damage;
  private final boolean proven;
  private final SymbolTable functions;
  private final boolean movable;
  private final List<Piece> pieces = new ArrayList<>();

  /** By virtual page, the biases with which the binary's code was seen there. */
  private final Map<Long, Set<Long>> biasesByPage = new HashMap<>();

  private final Set<Long> biases = new LinkedHashSet<>();
  private MovedCode moved = new MovedCode();
  private SourceMap sources;
  private Variables variables;
  private boolean toldDamage;
  private long matched;
  private long mismatched;

  /**
   * A binary.
   *
   * @param detail where its debugging information is
   * @param proven whether its build-id says already that it is what was traced
   * @param damage is told that its debugging information is damaged
   */
  BinaryCode(
      String file,
      ElfFile elf,
      ElfFile detail,
      SymbolTable functions,
      boolean kernel,
      boolean proven,
      Consumer<String> damage) {
    this.damage = damage;
    this.functions = functions;
    this.file = file;
    this.detail = detail;
    this.proven = proven;
    this.kernel = kernel;
    this.buildId = elf.buildId();
    this.movable = elf.positionIndependent() && !kernel;
    for (Segment segment : elf.segments()) {
      if (segment.executable()) {
        pieces.add(new Piece(segment.virtual(), elf.bytes(segment), segment.memorySize()));
      }
    }
  }

  /** Of a kernel: which of its pages were executed at physical addresses. */
  void moved(MovedCode pages) {
    if (kernel) {
      moved = pages;
    }
  }

  /** Whether it runs elsewhere than the file says. */
  boolean movable() {
    return movable;
  }

  /**
   * Says that a virtual page shows the binary's code, so many bytes above its place in the file.
   */
  void seen(long virtualPage, long bias) {
    biasesByPage.computeIfAbsent(virtualPage, k -> new LinkedHashSet<>()).add(bias);
    biases.add(bias);
  }

  /** Whether it was found in the trace at all; true of one that does not move. */
  boolean placed() {
    return !movable || !biases.isEmpty();
  }

  /** Whether the code that starts so many bytes into the file's addresses was placed there. */
  boolean placedAt(long bias) {
    return movable ? biases.contains(bias) : bias == 0;
  }

  /** Where code of the file was executed, of one that moves. */
  List<Long> executedAt(long address) {
    return biases.stream().map(bias -> address + bias).toList();
  }

  /**
   * The page of the file whose code agrees with all halfwords of a page that are known.
   *
   * @param known by halfword: its value, or -1
   * @return its address in the file, or -1 if there is none or more than one
   */
  long pageLike(int[] known) {
    long found = -1;
    for (Piece piece : pieces) {
      long last = piece.address + piece.bytes.length - 1;
      for (long page = piece.address & -PAGE; page <= last; page += PAGE) {
        if (agrees(piece, page, known)) {
          if (found != -1) {
            return -1;
          }
          found = page;
        }
      }
    }
    return found;
  }

  private static boolean agrees(Piece piece, long page, int[] known) {
    for (int i = 0; i < known.length; i++) {
      if (known[i] >= 0) {
        long at = page + 2L * i - piece.address;
        if (at < 0
            || at + 2 > piece.bytes.length
            || piece.bytes[(int) at] != (byte) known[i]
            || piece.bytes[(int) at + 1] != (byte) (known[i] >>> 8)) {
          return false;
        }
      }
    }
    return true;
  }

  /**
   * Whether the binary holds exactly these instructions at that address. Asked once for each place
   * in a walk: {@link #wasTraced} judges by the answers.
   */
  boolean holds(Node node) {
    if (movable) {
      boolean found = bias(node) != NO_BIAS;
      matched += found ? 1 : 0;
      return found;
    }
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

  /** No bias makes the binary's code that of a node. */
  static final long NO_BIAS = Long.MIN_VALUE;

  /** How far above its place in the file a node was executed, or {@link #NO_BIAS}. */
  long bias(Node node) {
    if (!movable) {
      return 0;
    }
    for (long bias : biasesByPage.getOrDefault(node.pc() & -PAGE, Set.of())) {
      if (holds(node, bias)) {
        return bias;
      }
    }
    if (node.size() >= TELLING) {
      for (long bias : biases) {
        if (holds(node, bias)) {
          return bias;
        }
      }
    }
    return NO_BIAS;
  }

  private boolean holds(Node node, long bias) {
    for (Piece piece : pieces) {
      long offset = node.pc() - bias - piece.address;
      if (offset >= 0 && offset + node.size() <= piece.bytes.length) {
        return same(node, piece.bytes, (int) offset);
      }
    }
    return false;
  }

  /** The same of an address alone, as far as its page was seen; 0 where nothing moves. */
  long biasAt(long address) {
    if (!movable) {
      return moved.bias(address);
    }
    Set<Long> there = biasesByPage.get(address & -PAGE);
    return there == null ? NO_BIAS : there.iterator().next();
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

  /** Whether the file has this instruction at an address of its own. */
  boolean has(long address, int bits) {
    for (Piece piece : pieces) {
      long offset = address - piece.address;
      int length = Node.encodedLength(bits);
      if (offset >= 0 && offset + length <= piece.bytes.length) {
        for (int k = 0; k < length; k++) {
          if (piece.bytes[(int) offset + k] != (byte) (bits >>> (8 * k))) {
            return false;
          }
        }
        return true;
      }
    }
    return false;
  }

  /** Whether an address of the file is in its code. */
  boolean covers(long address) {
    for (Piece piece : pieces) {
      long offset = address - piece.address;
      if (offset >= 0 && offset < (proven ? piece.size : piece.bytes.length)) {
        return true;
      }
    }
    return false;
  }

  /** Two bytes of its code at an address of the file, or -1. */
  int halfword(long address) {
    for (Piece piece : pieces) {
      long offset = address - piece.address;
      if (offset >= 0 && offset + 2 <= piece.bytes.length) {
        return (piece.bytes[(int) offset] & 0xFF) | (piece.bytes[(int) offset + 1] & 0xFF) << 8;
      }
    }
    return -1;
  }

  /** Instructions of the function that starts at an address of the file; -1 if it has no size. */
  int instructionsOf(long start) {
    Symbol function = functions.at(start);
    if (function == null || function.address() != start || function.size() == 0) {
      return -1;
    }
    int count = 0;
    long at = start;
    while (at < start + function.size()) {
      int low = halfword(at);
      if (low < 0) {
        return -1;
      }
      at += Node.encodedLength(low);
      count++;
    }
    return count;
  }

  /** Lines and variables are read apart; one word about both is enough. */
  private void damaged(String line) {
    if (!toldDamage) {
      toldDamage = true;
      damage.accept(line);
    }
  }

  /** Its debugging information; read when first asked for. */
  SourceMap sources() {
    if (sources == null) {
      sources = SourceMap.of(detail, this::damaged);
    }
    return sources;
  }

  /** Its variables; read when first asked for. */
  Variables variables() {
    if (variables == null) {
      variables = Variables.of(detail, this::damaged);
    }
    return variables;
  }

  /** Source places of an address of the file. */
  List<SourceFrame> frames(long address) {
    return sources().at(address);
  }

  /**
   * Whether the trace executed this binary: most of what ran at its addresses is its code. Not all
   * of it is, since a kernel patches itself. Of a kernel with the right build-id nothing need have
   * run: a debug file has no code, and a part of a trace may have none of the kernel.
   */
  boolean wasTraced() {
    return (proven && mismatched == 0) || matched > mismatched;
  }
}
