package bbt.reconstruct.names;

import bbt.ptg.dwarf.SourceFrame;
import bbt.ptg.dwarf.SourceMap;
import bbt.ptg.dwarf.Variables;
import bbt.ptg.guest.GuestIsa;
import bbt.ptg.guest.Node;
import bbt.ptg.image.ElfFile;
import bbt.ptg.image.Segment;
import bbt.ptg.symbols.Symbol;
import bbt.ptg.symbols.SymbolTable;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * The executable bytes of a binary, to be compared with the code that a trace announced, and what
 * its file says of them. Where they were executed is known to {@link BinaryPages}: at the addresses
 * in the file, or, of a position-independent one, so many bytes (the bias) higher.
 */
final class BinaryCode {
  /** No page of the file is like a page. */
  static final long NO_PAGE = -1;

  /** Several pages of the file are. */
  static final long MANY_PAGES = -2;

  private static final long PAGE = 4096;

  /**
   * Code of the file.
   *
   * @param size bytes; also those that a debug file leaves out
   */
  private record Piece(long address, byte[] bytes, long size) {
    /** Two bytes at an address of the file, or -1. */
    int halfword(long at) {
      long offset = at - address;
      return offset >= 0 && offset + 2 <= bytes.length
          ? (bytes[(int) offset] & 0xFF) | (bytes[(int) offset + 1] & 0xFF) << 8
          : -1;
    }
  }

  final String file;

  /** The guest whose code it is. */
  final GuestIsa guest;

  /** The image that its code is said to be of. */
  final String image;

  final String buildId;
  final boolean kernel;

  /** Whether its build-id says already that it is what was traced. */
  final boolean proven;

  /** Whether its code need not have been executed: nobody asked for its names. */
  final boolean optional;

  /** Whether it runs elsewhere than the file says. */
  final boolean movable;

  /** Where its symbols and debugging information are: its own file or a debug file. */
  private final ElfFile detail;

  private final Consumer<String> damage;
  private final SymbolTable functions;
  private final List<Piece> pieces = new ArrayList<>();
  private MovedCode moved = new MovedCode();
  private SourceMap sources;
  private Variables variables;
  private boolean toldDamage;

  /**
   * Creates the code of a binary.
   *
   * @param image {@link TraceSymbols#KERNEL}, or the file's name
   * @param detail where its debugging information is
   * @param proven whether its build-id says already that it is what was traced
   * @param optional whether its code need not have been executed
   * @param damage is told that its debugging information is damaged
   */
  BinaryCode(
      String file,
      String image,
      ElfFile elf,
      ElfFile detail,
      SymbolTable functions,
      boolean kernel,
      boolean proven,
      boolean optional,
      Consumer<String> damage) {
    this.optional = optional;
    this.damage = damage;
    this.functions = functions;
    this.file = file;
    this.image = image;
    this.detail = detail;
    this.proven = proven;
    this.kernel = kernel;
    this.guest = elf.guest();
    this.buildId = elf.buildId();
    this.movable = elf.positionIndependent() && !kernel;
    for (Segment segment : elf.segments()) {
      if (segment.executable()) {
        pieces.add(new Piece(segment.virtual(), elf.bytes(segment), segment.memorySize()));
      }
    }
  }

  /** Takes which pages of a kernel were executed at physical addresses. */
  void moved(MovedCode pages) {
    if (kernel) {
      moved = pages;
    }
  }

  /** Returns how far above its own place the kernel's code at an address was executed. */
  long movedBy(long pc) {
    return moved.bias(pc);
  }

  /**
   * The page of the file whose code agrees with all halfwords of a page that are known.
   *
   * @param known by halfword: its value, or -1; at least one is known
   * @return its address in the file, {@link #NO_PAGE} or {@link #MANY_PAGES}
   */
  long pageLike(int[] known) {
    // A library has thousands of pages: mostly the first halfword tells that it is not this one.
    int[] where = IntStream.range(0, known.length).filter(i -> known[i] >= 0).toArray();
    long first = 2L * where[0];
    int value = known[where[0]];
    long found = NO_PAGE;
    for (Piece piece : pieces) {
      long last = piece.address + piece.bytes.length - 1;
      for (long page = piece.address & -PAGE; page <= last; page += PAGE) {
        if (piece.halfword(page + first) == value && agrees(page, known, where)) {
          if (found != NO_PAGE) {
            return MANY_PAGES;
          }
          found = page;
        }
      }
    }
    return found;
  }

  private boolean agrees(long page, int[] known, int[] where) {
    for (int i : where) {
      if (halfword(page + 2L * i) != known[i]) {
        return false;
      }
    }
    return true;
  }

  /** Whether some byte of its code is in a page of the file. */
  boolean reaches(long page) {
    for (Piece piece : pieces) {
      if (page + PAGE - piece.address > 0 && page - piece.address < piece.bytes.length) {
        return true;
      }
    }
    return false;
  }

  /** Whether the file has exactly the instructions of a node, so far below where it was. */
  boolean holds(Node node, long bias) {
    long at = node.pc() - bias;
    for (int i = 0; i < node.count(); i++) {
      if (!has(at, node.bits(i))) {
        return false;
      }
      at += node.length(i);
    }
    return true;
  }

  /** Whether the file has this instruction at an address of its own. */
  boolean has(long address, int bits) {
    return halfword(address) == (bits & 0xFFFF)
        && (guest.length(bits) == 2 || halfword(address + 2) == bits >>> 16);
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
    int found = -1;
    for (int i = 0; i < pieces.size() && found < 0; i++) {
      found = pieces.get(i).halfword(address);
    }
    return found;
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
      at += guest.length(low);
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

  /** The source lines of the binary; read when first asked for. */
  SourceMap sources() {
    if (sources == null) {
      sources = SourceMap.of(detail, this::damaged);
    }
    return sources;
  }

  /** The variables of the binary; read when first asked for. */
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
}
