package bbt.reconstruct.trace;

import bbt.packets.Chunk;
import bbt.packets.SidebandRecord;
import bbt.packets.TraceIndex;
import bbt.packets.TraceReader;
import bbt.ptg.graph.Node;
import bbt.ptg.symbols.Symbol;
import bbt.ptg.symbols.SymbolTable;
import bbt.reconstruct.walk.FunctionMap;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** The named functions of a trace: those in its appendix, and those of binaries given with it. */
public final class TraceSymbols implements FunctionMap {
  /** Image name of the kernel's symbols. */
  public static final String KERNEL = "kernel";

  /**
   * One named function.
   *
   * @param image whose it is: {@link #KERNEL} or a program
   */
  public record Function(String image, long address, String name) {}

  /**
   * A table.
   *
   * @param code the binary that its names hold for, or null: they hold wherever the address is met
   */
  private record Table(
      String image, int addressSpace, int firstId, SymbolTable symbols, BinaryCode code) {}

  private final List<Table> tables = new ArrayList<>();
  private int count;
  private String tracedBuildId = "";

  /** Adds a table; where two cover an address, the one added first names it. */
  public void add(String image, int addressSpace, SymbolTable symbols) {
    add(image, addressSpace, symbols, null);
  }

  void add(String image, int addressSpace, SymbolTable symbols, BinaryCode code) {
    if (symbols.count() > 0) {
      tables.add(new Table(image, addressSpace, count, symbols, code));
      count += symbols.count();
    }
  }

  /**
   * Adds the symbols in a trace's appendix.
   *
   * @param reader of its own: it is left at the trace's end
   * @return the notes found there (build-ids and the like)
   */
  public List<SidebandRecord.Note> addAppendix(TraceReader reader) throws IOException {
    List<SidebandRecord.Note> notes = new ArrayList<>();
    List<TraceIndex.Entry> frames = reader.index().entries();
    if (!frames.isEmpty()) {
      reader.seek(frames.getLast().offset());
    }
    for (Chunk chunk = reader.next(); chunk != null; chunk = reader.next()) {
      if (chunk instanceof Chunk.Sideband sideband && !sideband.checkpoint()) {
        for (SidebandRecord item : sideband.records()) {
          if (item instanceof SidebandRecord.Symbols s) {
            add(s.image(), s.addressSpace(), table(s));
          } else if (item instanceof SidebandRecord.Note note) {
            notes.add(note);
          }
        }
      }
    }
    return notes;
  }

  private static SymbolTable table(SidebandRecord.Symbols record) {
    List<Symbol> symbols = new ArrayList<>(record.addresses().length);
    for (int i = 0; i < record.addresses().length; i++) {
      symbols.add(new Symbol(record.addresses()[i], 0, record.names()[i]));
    }
    return SymbolTable.of(symbols);
  }

  /** Whether some function has this name. */
  public boolean names(String name) {
    for (Table table : tables) {
      for (int i = 0; i < table.symbols.count(); i++) {
        if (table.symbols.get(i).name().equals(name)) {
          return true;
        }
      }
    }
    return false;
  }

  @Override
  public int functionAt(int addressSpace, long pc) {
    return find(addressSpace, pc, null);
  }

  @Override
  public int functionOf(int addressSpace, Node node) {
    return find(addressSpace, node.pc(), node);
  }

  private int find(int addressSpace, long pc, Node node) {
    for (Table table : tables) {
      if (table.addressSpace == SidebandRecord.GLOBAL || table.addressSpace == addressSpace) {
        int index = table.symbols.find(pc);
        // A binary's names hold where its code runs: another program may use the same addresses.
        // A kernel's hold in any case, it patches itself.
        if (index >= 0
            && (pc < 0) == (table.symbols.get(index).address() < 0)
            && (table.code == null
                || node == null
                || table.code.holds(node)
                || table.image.equals(KERNEL))) {
          return table.firstId + index;
        }
      }
    }
    return NONE;
  }

  /**
   * Call it after the walk.
   *
   * @throws WrongBinaryException if a binary is not what ran
   */
  public void checkBinaries() throws WrongBinaryException {
    for (Table table : tables) {
      if (table.code != null && !table.code.wasTraced()) {
        throw new WrongBinaryException(
            table.code.file
                + ": its code (build-id "
                + (table.code.buildId.isEmpty() ? "none" : table.code.buildId)
                + ") is not what ran at its addresses (traced kernel: build-id "
                + (tracedBuildId.isEmpty() ? "not recorded" : tracedBuildId)
                + "); give the binaries that were traced");
      }
    }
  }

  /** The traced kernel's build-id, for messages. */
  void tracedBuildId(String id) {
    tracedBuildId = id;
  }

  /** The function that {@link #functionAt} named. */
  public Function function(int id) {
    int i = tables.size() - 1;
    while (tables.get(i).firstId > id) {
      i--;
    }
    Table table = tables.get(i);
    Symbol symbol = table.symbols.get(id - table.firstId);
    return new Function(table.image, symbol.address(), symbol.name());
  }

  /** Functions in all tables. */
  public int count() {
    return count;
  }
}
