package bbt.reconstruct.trace;

import bbt.packets.Chunk;
import bbt.packets.NoteKeys;
import bbt.packets.SidebandRecord;
import bbt.packets.TraceReader;
import bbt.ptg.graph.Node;
import bbt.ptg.symbols.Symbol;
import bbt.ptg.symbols.SymbolTable;
import bbt.reconstruct.walk.FunctionMap;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

/** The named functions of a trace: those in its appendix, and those of binaries given with it. */
public final class TraceSymbols implements FunctionMap {
  /** Image name of the kernel's symbols. */
  public static final String KERNEL = "kernel";

  /**
   * One named function.
   *
   * @param image whose it is: {@link #KERNEL} or a program
   * @param address where it starts; of a position-independent binary as its file has it, wherever
   *     it was executed
   */
  public record Function(String image, long address, String name) {}

  /**
   * A table.
   *
   * @param code the binary that its names hold for, or null: they hold wherever the address is met
   */
  private record Table(
      String image, int addressSpace, int firstId, SymbolTable symbols, BinaryCode code) {
    boolean isKernel() {
      return image.equals(KERNEL);
    }
  }

  private final List<Table> tables = new ArrayList<>();
  private final MovedCode moved = new MovedCode();
  private final UserPages userPages = new UserPages();
  private final Processes processes = new Processes();

  /** What tasks are called. */
  private final Set<String> tasks = new TreeSet<>(Set.of(NAMELESS));

  /** Made when first asked for. */
  private CodeNames names;

  private int count;
  private boolean anyMoves;
  private KernelId kernelId = new KernelId("", "");

  /** Adds a table; where two cover an address, the one added first names it. */
  public void add(String image, int addressSpace, SymbolTable symbols) {
    add(image, addressSpace, symbols, null);
  }

  void add(String image, int addressSpace, SymbolTable symbols, BinaryCode code) {
    if (symbols.count() > 0) {
      tables.add(new Table(image, addressSpace, count, symbols, code));
      count += symbols.count();
      anyMoves |= code != null && code.movable();
    }
  }

  /**
   * The names in a trace and in the files given with it, and where position-independent ones were
   * executed.
   *
   * @throws WrongBinaryException if a file is not what was traced, as far as can be told before the
   *     trace is walked; see {@link #checkBinaries}
   */
  public static TraceSymbols read(Path trace, BinaryFiles binaries) throws IOException {
    try (TraceReader reader = TraceReader.open(trace)) {
      TraceSymbols symbols = new TraceSymbols();
      symbols.read(reader, binaries);
      return symbols;
    }
  }

  private void read(TraceReader reader, BinaryFiles binaries) throws IOException {
    reader.skipFrames().seek(TraceReader.FILE_HEADER_BYTES);
    kernelId = KernelId.of(reader.header());
    Map<Place, List<Symbol>> found = new LinkedHashMap<>();
    RecordOrder order =
        new RecordOrder(
            reader.harts(),
            (clock, item) -> {
              if (item instanceof SidebandRecord.Note note) {
                processes.add(note);
              }
            });
    for (Chunk chunk = reader.next(); chunk != null; chunk = reader.next()) {
      order.add(chunk);
      if (chunk instanceof Chunk.Sideband sideband && !sideband.checkpoint()) {
        for (SidebandRecord item : sideband.records()) {
          if (item instanceof SidebandRecord.Mapping m) {
            userPages.add(m);
          } else if (item instanceof SidebandRecord.Task task) {
            tasks.add(task.name());
          } else if (item instanceof SidebandRecord.Symbols s) {
            addTo(
                found.computeIfAbsent(
                    new Place(s.image(), s.addressSpace()), k -> new ArrayList<>()),
                s);
          } else if (item instanceof SidebandRecord.Note note) {
            kernelId = kernelId.with(note);
            if (note.key().equals(NoteKeys.KERNEL_MOVED)) {
              moved.add(note, sideband.offset());
            }
          }
        }
      }
    }
    order.finish();
    Binaries.add(this, kernelId, binaries); // their names go first
    found.forEach((place, names) -> add(place.image, place.addressSpace, SymbolTable.of(names)));
    binaries().forEach(code -> code.moved(moved));
    if (binaries().stream().anyMatch(BinaryCode::movable)) {
      reader.seek(TraceReader.FILE_HEADER_BYTES);
      LoadAddresses.find(reader, binaries());
    }
  }

  /** Which kernel was traced. */
  public KernelId kernelId() {
    return kernelId;
  }

  /** Where the names of one table hold. */
  private record Place(String image, int addressSpace) {}

  private static void addTo(List<Symbol> symbols, SidebandRecord.Symbols record) {
    int last = record.addresses().length - 1;
    for (int i = 0; i <= last; i++) {
      if (!record.names()[i].isEmpty()) {
        boolean ends = i < last && record.names()[i + 1].isEmpty();
        long size = ends ? record.addresses()[i + 1] - record.addresses()[i] : 0;
        symbols.add(new Symbol(record.addresses()[i], size, record.names()[i]));
      }
    }
  }

  private List<BinaryCode> binaries() {
    return tables.stream().map(Table::code).filter(Objects::nonNull).toList();
  }

  /** The source lines of the binaries. */
  public Sources sources() {
    return new Sources(binaries());
  }

  /** Whether a function was executed elsewhere than its address says, or may have been. */
  public boolean moves(int id) {
    if (id == NONE || (!anyMoves && moved.isEmpty())) {
      return false;
    }
    Table table = tableOf(id);
    return table.isKernel() ? !moved.isEmpty() : table.code != null && table.code.movable();
  }

  /** Whether an address that was executed is the start of a function. */
  public boolean startsAt(int id, long target) {
    Table table = tableOf(id);
    long address = table.symbols.get(id - table.firstId).address();
    return table.code == null || table.isKernel()
        ? address == target || address == target - moved.bias(target)
        : table.code.placedAt(target - address);
  }

  /**
   * How far above its function's address a node was executed, that is: above its place in the
   * binary's file if that is position-independent, above the kernel's virtual addresses while it
   * ran at physical ones; 0 in all other cases.
   */
  public long bias(int id, Node node) {
    Table table = tableOf(id);
    if (table.isKernel()) {
      return moved.bias(node.pc());
    }
    long bias = table.code == null ? 0 : table.code.bias(node);
    return bias == BinaryCode.NO_BIAS ? 0 : bias;
  }

  /** What a program is called whose task has no name. */
  public static final String NAMELESS = "user";

  /**
   * The name of a code address, as all commands write it: {@code function+0x12}, {@code function}
   * at its start; where no symbol names it, user code is {@code program+0x1234}, other code is the
   * bare address. {@link #names} finds the address again.
   *
   * @param user whether it is executed in user mode
   * @param program what its process is called, or null
   * @param its where the images of its process are, as the trace says it; null where it does not
   */
  public String label(int addressSpace, long pc, boolean user, String program, ProcessImages its) {
    int id = functionAt(addressSpace, pc);
    if (id != NONE) {
      Table table = tableOf(id);
      Symbol symbol = table.symbols.get(id - table.firstId);
      long offset = pc - bias(table, addressSpace, pc) - symbol.address();
      return offset == 0 ? symbol.name() : symbol.name() + "+0x" + Long.toHexString(offset);
    }
    return nameless(addressSpace, pc, user, program, its);
  }

  /**
   * The same for code that no symbol names.
   *
   * @param user whether it is executed in user mode
   * @param program what its process is called, or null
   * @param its where the images of its process are, as the trace says it; null where it does not
   */
  public String nameless(
      int addressSpace, long pc, boolean user, String program, ProcessImages its) {
    if (!user) {
      return "0x" + Long.toHexString(pc);
    }
    ProcessImages.Image image = (its == null ? userPages.images(addressSpace) : its).at(pc);
    return (program == null ? NAMELESS : program)
        + (image.number() == 0 ? "" : "~" + image.number())
        + "+0x"
        + Long.toHexString(pc - image.base());
  }

  /** The pages that user programs executed. */
  UserPages userPages() {
    return userPages;
  }

  /** Where images of user programs were, of whatever process. */
  List<ProcessImages> images() {
    List<ProcessImages> all = new ArrayList<>(processes.all());
    all.addAll(userPages.all());
    return all;
  }

  /** From names to addresses. */
  public CodeNames names() {
    if (names == null) {
      names = new CodeNames(this, tasks);
    }
    return names;
  }

  /** Where the code of a function was executed, as far as that can be told; else its address. */
  List<Long> executedAt(int id) {
    Table table = tableOf(id);
    long address = table.symbols.get(id - table.firstId).address();
    List<Long> all = new ArrayList<>();
    if (table.isKernel()) {
      all.add(address);
      all.addAll(moved.executedAt(address));
    } else if (table.code != null && table.code.movable()) {
      all.addAll(table.code.executedAt(address));
    }
    return all.isEmpty() ? List.of(address) : all;
  }

  private long bias(Table table, int addressSpace, long pc) {
    if (table.isKernel()) {
      return addressSpace <= 0 ? moved.bias(pc) : 0;
    }
    return table.code == null ? 0 : table.code.biasAt(pc);
  }

  private Table tableOf(int id) {
    int i = tables.size() - 1;
    while (tables.get(i).firstId > id) {
      i--;
    }
    return tables.get(i);
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
    long kernelBias = addressSpace <= 0 ? moved.bias(pc) : 0;
    for (Table table : tables) {
      if (table.addressSpace == SidebandRecord.GLOBAL || table.addressSpace == addressSpace) {
        long bias =
            node == null || table.isKernel() || table.code == null
                ? bias(table, addressSpace, pc)
                : table.code.bias(node);
        int index = bias == BinaryCode.NO_BIAS ? -1 : table.symbols.find(pc - bias);
        // A binary's names hold where its code runs: another program may use the same addresses.
        // A kernel's hold in any case, it patches itself.
        if (index >= 0
            && (pc - bias < 0) == (table.symbols.get(index).address() < 0)
            && (table.code == null
                || node == null
                || kernelBias != 0
                || table.code.holds(node)
                || table.isKernel())) {
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
      if (table.code != null && !table.code.placed()) {
        throw new WrongBinaryException(
            table.code.file
                + ": none of its code (build-id "
                + (table.code.buildId.isEmpty() ? "none" : table.code.buildId)
                + ") ran anywhere in this trace; give the binaries that were traced");
      }
      if (table.code != null && !table.code.wasTraced()) {
        throw new WrongBinaryException(
            table.code.file
                + ": its code (build-id "
                + (table.code.buildId.isEmpty() ? "none" : table.code.buildId)
                + ") is not what ran at its addresses (traced kernel: build-id "
                + (kernelId.isKnown() ? kernelId.best() : "not recorded")
                + "); give the binaries that were traced");
      }
    }
  }

  /** The function that {@link #functionAt} named. */
  public Function function(int id) {
    Table table = tableOf(id);
    Symbol symbol = table.symbols.get(id - table.firstId);
    return new Function(table.image, symbol.address(), symbol.name());
  }

  /** Functions in all tables. */
  public int count() {
    return count;
  }
}
