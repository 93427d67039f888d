package bbt.reconstruct.names;

import bbt.packets.Chunk;
import bbt.packets.Frame;
import bbt.packets.NoteKeys;
import bbt.packets.SidebandRecord;
import bbt.packets.TraceReader;
import bbt.ptg.Guests;
import bbt.ptg.guest.GuestIsa;
import bbt.ptg.guest.Node;
import bbt.ptg.symbols.Demangler;
import bbt.ptg.symbols.Symbol;
import bbt.ptg.symbols.SymbolTable;
import bbt.reconstruct.cache.KeptPrograms;
import bbt.reconstruct.trace.KernelId;
import bbt.reconstruct.trace.RecordOrder;
import bbt.reconstruct.walk.graph.FunctionMap;
import bbt.reconstruct.walk.graph.Step;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Finds the named functions of a trace: those in its appendix, and those of binaries given with it.
 */
public final class TraceSymbols implements FunctionMap {
  /** Image name of the kernel's symbols. */
  public static final String KERNEL = "kernel";

  /**
   * One named function.
   *
   * @param image whose it is: {@link #KERNEL} or a program
   * @param address where it starts; of a position-independent binary as its file has it, wherever
   *     it was executed
   * @param name as people write it: {@linkplain Demangler#demangle demangled}
   * @param symbol as the compiler wrote it
   */
  public record Function(String image, long address, String name, String symbol) {}

  /**
   * A table of symbols with its place.
   *
   * @param code the binary that its names hold for, or null: they hold wherever the address is met
   */
  private record Table(
      String image, int addressSpace, int firstId, SymbolTable symbols, BinaryCode code) {
    boolean isKernel() {
      return image.equals(KERNEL);
    }

    Symbol symbol(int id) {
      return symbols.get(id - firstId);
    }
  }

  private final List<Table> tables = new ArrayList<>();

  /** Names that a trace that is followed has told so far; null where the whole trace is known. */
  private LearntNames learnt;

  /** The notes of a trace that is followed, in their order. */
  private RecordOrder notes;

  private final MovedCode moved = new MovedCode();
  private final CopiedCode copied = new CopiedCode();
  private final UserPages userPages = new UserPages();
  private final Processes processes = new Processes();

  /** The names of tasks. */
  private final Set<String> tasks = new TreeSet<>(Set.of(NAMELESS));

  /** The directory of names, made when first asked for. */
  private CodeNames names;

  /** What symbols are called by people, of those for which that is something else. */
  private final Map<String, String> demangled = new ConcurrentHashMap<>();

  private int count;
  private final GuestIsa guest;
  private boolean anyMoves;

  /** Where the code of the binaries was executed. */
  private BinaryPages pages = BinaryPages.none();

  private KernelId kernelId = new KernelId("", "");

  /** Creates symbols without any table. */
  public TraceSymbols(GuestIsa guest) {
    this.guest = guest;
  }

  /** The guest whose code is named. */
  public GuestIsa guest() {
    return guest;
  }

  /** Adds a table; where two cover an address, the one added first names it. */
  public void add(String image, int addressSpace, SymbolTable symbols) {
    add(image, addressSpace, symbols, null);
  }

  void add(String image, int addressSpace, SymbolTable symbols, BinaryCode code) {
    if (symbols.count() > 0) {
      tables.add(new Table(image, addressSpace, count, symbols, code));
      count += symbols.count();
      anyMoves |= code != null && code.movable;
    }
  }

  /**
   * The names in a trace and in the files given with it, and where the code of these was executed.
   *
   * @throws WrongBinaryException if a file is not what was traced
   */
  public static TraceSymbols read(Path trace, BinaryFiles binaries) throws IOException {
    try (TraceReader reader = TraceReader.open(trace)) {
      TraceSymbols symbols = new TraceSymbols(Guests.of(reader.header()));
      symbols.read(reader, binaries);
      return symbols;
    }
  }

  /**
   * The names of a trace that is followed: none yet. What names the trace has {@linkplain #learn
   * comes with its chunks}, before the code that they name; but code of a kernel that ran before
   * its page tables were on is named only later, if at all.
   *
   * @param reader at the trace's first chunk
   */
  public static TraceSymbols following(TraceReader reader) throws IOException {
    TraceSymbols symbols = new TraceSymbols(Guests.of(reader.header()));
    symbols.kernelId = KernelId.of(reader.header());
    symbols.learnt = new LearntNames();
    symbols.notes = symbols.order(reader);
    return symbols;
  }

  /**
   * Learns what the next chunk of a trace that is followed says of names; to be called before it is
   * walked.
   *
   * @throws bbt.packets.bytes.TraceFormatException if a record is not one of its kind's form
   */
  public void learn(Chunk chunk) throws IOException {
    if (chunk instanceof Frame) {
      return; // it has no records
    }
    notes.add(chunk);
    Map<TableScope, List<Symbol>> found = new LinkedHashMap<>();
    take(chunk, found);
    if (!found.isEmpty()) {
      names = null;
      found.forEach((place, its) -> learnt.add(place.image, place.addressSpace, its));
    }
  }

  private RecordOrder order(TraceReader reader) {
    return new RecordOrder(
        reader.harts(),
        (clock, item) -> {
          if (item instanceof SidebandRecord.Note note) {
            processes.add(note);
          }
        });
  }

  /** Takes what a chunk says of names. */
  private void take(Chunk chunk, Map<TableScope, List<Symbol>> found) throws IOException {
    if (!(chunk instanceof Chunk.Sideband sideband) || sideband.checkpoint()) {
      return;
    }
    for (SidebandRecord item : sideband.records()) {
      if (item instanceof SidebandRecord.Mapping m) {
        userPages.add(m);
      } else if (item instanceof SidebandRecord.Task task) {
        tasks.add(task.name());
      } else if (item instanceof SidebandRecord.Symbols s) {
        addTo(
            found.computeIfAbsent(
                new TableScope(s.image(), s.addressSpace()), k -> new ArrayList<>()),
            s);
      } else if (item instanceof SidebandRecord.Note note) {
        kernelId = kernelId.with(note);
        if (note.key().equals(NoteKeys.KERNEL_MOVED)) {
          moved.add(note, sideband.offset());
        }
      }
    }
  }

  private void read(TraceReader reader, BinaryFiles binaries) throws IOException {
    reader.skipFrames().seek(TraceReader.FILE_HEADER_BYTES);
    kernelId = KernelId.of(reader.header());
    Map<TableScope, List<Symbol>> found = new LinkedHashMap<>();
    RecordOrder order = order(reader);
    for (Chunk chunk = reader.next(); chunk != null; chunk = reader.next()) {
      order.add(chunk);
      take(chunk, found);
      if (chunk instanceof Chunk.Sideband sideband && !sideband.checkpoint()) {
        sideband.records().forEach(copied::add);
      }
    }
    order.finish();
    copied.finish();
    Binaries.add(
        this,
        kernelId,
        binaries,
        KeptPrograms.ofUser().find(reader.header())); // their names go first
    found.forEach((place, names) -> add(place.image, place.addressSpace, SymbolTable.of(names)));
    binaries().forEach(code -> code.moved(moved));
    reader.seek(TraceReader.FILE_HEADER_BYTES);
    pages = BinaryPages.find(reader, binaries(), kernelId);
  }

  /** The kernel that was traced. */
  public KernelId kernelId() {
    return kernelId;
  }

  /** Where the names of one table hold. */
  private record TableScope(String image, int addressSpace) {}

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
    return new Sources(binaries(), pages);
  }

  /** Whether a function was executed elsewhere than its address says, or may have been. */
  public boolean moves(int id) {
    if (id == NONE || (!anyMoves && moved.isEmpty())) {
      return false;
    }
    if (learnt != null) {
      return learnt.isKernel(id);
    }
    Table table = tableOf(id);
    return table.isKernel() ? !moved.isEmpty() : table.code != null && table.code.movable;
  }

  /** Whether an address that was executed is the start of a function. */
  public boolean startsAt(int id, long target) {
    long address = symbol(id).address();
    if (learnt != null) {
      long bias = learnt.isKernel(id) ? moved.bias(target) : 0;
      return address == target || address == target - bias;
    }
    Table table = tableOf(id);
    return table.code == null || table.isKernel()
        ? address == target || address == target - moved.bias(target)
        : pages.biases(table.code).contains(target - address);
  }

  /**
   * How far above the place where it was executed first code is that no symbol names, of a guest
   * that copied itself; 0 for other code.
   */
  public long copied(long pc) {
    return copied.bias(pc);
  }

  /** The other addresses at which code that no symbol names was executed. */
  List<Long> copies(long address) {
    return copied.copies(address);
  }

  /**
   * How far above its function's address code was executed, that is: above its place in the
   * binary's file if that is position-independent, above the kernel's virtual addresses while it
   * ran at physical ones; 0 in all other cases.
   *
   * @param page where it is
   */
  public long bias(int id, long pc, long page) {
    if (learnt != null) {
      return learnt.isKernel(id) ? moved.bias(pc) : 0;
    }
    Table table = tableOf(id);
    if (table.isKernel()) {
      return moved.bias(pc);
    }
    BinaryPages.Found its = table.code == null ? null : pages.at(pc, page);
    return its == null ? 0 : its.bias();
  }

  /**
   * The {@linkplain Step#page page} that an address space shows at an address, at a clock: where
   * the names of binaries hold. Negative where that is not known, or no binary was given.
   */
  public long page(int addressSpace, long pc, long clock) {
    return pages.page(addressSpace, pc, clock);
  }

  @Override
  public int tenant(long virtualPage, long physicalPage, long clock) {
    return pages.tenant(virtualPage, physicalPage, clock);
  }

  @Override
  public long nextTenant(long clock) {
    return pages.nextTenant(clock);
  }

  /**
   * The number of programs that had code in a physical page that is shown at an address; at least
   * one.
   */
  public int tenants(long pc, long physicalPage) {
    return pages.tenants(pc, physicalPage);
  }

  /**
   * What code of a program is called that is in none of its images: it was made while the program
   * ran.
   */
  public static final String ANONYMOUS = "[anonymous]";

  /** The name of a program whose task has no name. */
  public static final String NAMELESS = "user";

  /**
   * The name of a code address, as all commands write it: {@code function+0x12}, {@code function}
   * at its start, both as {@link CodeNames#shown} has them; where no symbol names it, user code is
   * {@code program+0x1234}, other code is the bare address. {@link #names} finds the address again.
   *
   * @param clock when: another process may use the address space later
   * @param user whether it is executed in user mode
   * @param program what its process is called, or null
   * @param its where the images of its process are, as the trace says it; null where it does not
   */
  public String label(
      int addressSpace, long pc, long clock, boolean user, String program, ProcessImages its) {
    BinaryPages.Found binary = pages.at(pc, page(addressSpace, pc, clock));
    String name = named(user ? addressSpace : untranslated(addressSpace, pc, pc), pc, binary);
    return name != null ? name : nameless(addressSpace, pc, user, program, its);
  }

  /** Labels an address that code in a page refers to; null if it has no name. */
  public String reference(long pc, long page, long target) {
    BinaryPages.Found its = pages.at(pc, page);
    boolean within = its != null && its.code().covers(target - its.bias());
    return named(0, target, within ? its : null);
  }

  /**
   * An address space of a kernel that makes its page tables may show its code at physical
   * addresses: that is as good as none.
   */
  private int untranslated(int addressSpace, long pc, long page) {
    return (page & -4096L) == (pc & -4096L) && moved.bias(pc) != 0 ? 0 : addressSpace;
  }

  private String named(int addressSpace, long pc, BinaryPages.Found binary) {
    int id = find(addressSpace, pc, binary, null);
    if (id == NONE) {
      return null;
    }
    Symbol symbol = symbol(id);
    long bias;
    if (isKernel(id)) {
      bias = addressSpace <= 0 ? moved.bias(pc) : 0;
    } else {
      bias = learnt != null || tableOf(id).code == null ? 0 : binary.bias();
    }
    long offset = pc - bias - symbol.address();
    String name = demangled(symbol.name());
    String shown = Demangler.mangled(symbol.name()) ? names().shown(name) : name;
    return offset == 0 ? shown : shown + "+0x" + Long.toHexString(offset);
  }

  /**
   * Labels an address whose code no symbol names.
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
    String name = program == null ? NAMELESS : program;
    String made = its == null ? null : its.made(pc);
    if (made != null) {
      return made;
    }
    if (its != null && its.anonymous(pc)) {
      return name + ANONYMOUS + "+0x" + Long.toHexString(pc);
    }
    ProcessImages.Image image = (its == null ? userPages.images(addressSpace) : its).at(pc);
    return name
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

  /** Returns the directory from names to addresses. */
  public CodeNames names() {
    if (names == null) {
      names = new CodeNames(this, tasks);
    }
    return names;
  }

  /** Where the code so far behind a function's start was executed; else its address. */
  List<CodeAddress> executedAt(int id, long offset) {
    long address = symbol(id).address() + offset;
    List<CodeAddress> all = new ArrayList<>();
    Table table = learnt != null ? null : tableOf(id);
    if (isKernel(id)) {
      all.add(CodeAddress.anywhere(address));
      moved.executedAt(address).forEach(each -> all.add(CodeAddress.anywhere(each)));
    } else if (table == null || table.code == null) {
      all.add(CodeAddress.anywhere(address));
    } else {
      for (long bias : pages.biases(table.code)) {
        long there = address + bias;
        all.add(new CodeAddress(there, table.image, pages.pages(table.code, there)));
      }
    }
    return all;
  }

  private Symbol symbol(int id) {
    return learnt != null ? learnt.symbol(id) : tableOf(id).symbol(id);
  }

  private boolean isKernel(int id) {
    return learnt != null ? learnt.isKernel(id) : tableOf(id).isKernel();
  }

  private Table tableOf(int id) {
    int i = tables.size() - 1;
    while (tables.get(i).firstId > id) {
      i--;
    }
    return tables.get(i);
  }

  /** The function that an address space shows at an address in the end. */
  @Override
  public int functionAt(int addressSpace, long pc) {
    return functionAt(addressSpace, pc, page(addressSpace, pc, Long.MAX_VALUE));
  }

  @Override
  public int functionAt(int addressSpace, long pc, long page) {
    return find(untranslated(addressSpace, pc, page), pc, pages.at(pc, page), null);
  }

  @Override
  public int functionOf(int addressSpace, Node node, long page) {
    int space = untranslated(addressSpace, node.pc(), page);
    return find(space, node.pc(), pages.at(node.pc(), page), node);
  }

  /**
   * Where a page is not known, the code is of the image that jumps there, if that reaches so far.
   */
  @Override
  public int functionBehind(Step from, int addressSpace, long pc, long page) {
    BinaryPages.Found its = pages.at(pc, page);
    if (its == null && from != null) {
      BinaryPages.Found there = pages.at(from.pc(), from.page());
      its = there != null && there.code().covers(pc - there.bias()) ? there : null;
    }
    return find(untranslated(addressSpace, pc, page), pc, its, null);
  }

  /**
   * Finds the function at an address.
   *
   * @param its the binary whose code the page holds, or null
   * @param node what is executed there, or null
   */
  private int find(int addressSpace, long pc, BinaryPages.Found its, Node node) {
    long kernelBias = addressSpace <= 0 ? moved.bias(pc) : 0;
    if (learnt != null) {
      return learnt.find(addressSpace, pc, kernelBias);
    }
    for (Table table : tables) {
      boolean holds =
          table.addressSpace == SidebandRecord.GLOBAL || table.addressSpace == addressSpace;
      long bias = table.isKernel() ? kernelBias : 0;
      if (holds && table.code != null && !table.isKernel()) {
        // Where nothing is translated, the page may hold other code in places.
        holds =
            its != null
                && its.code() == table.code
                && (node == null || its.whole() || table.code.holds(node, its.bias()));
        bias = holds ? its.bias() : 0;
      }
      int index = holds ? table.symbols.find(pc - bias) : -1;
      if (index >= 0 && (pc - bias < 0) == (table.symbols.get(index).address() < 0)) {
        return table.firstId + index;
      }
    }
    return NONE;
  }

  private String demangled(String symbol) {
    return Demangler.mangled(symbol)
        ? demangled.computeIfAbsent(symbol, Demangler::demangle)
        : symbol;
  }

  /** The function that {@link #functionAt} named. */
  public Function function(int id) {
    Symbol symbol = symbol(id);
    String image = learnt != null ? learnt.image(id) : tableOf(id).image;
    return new Function(image, symbol.address(), demangled(symbol.name()), symbol.name());
  }

  /** Functions in all tables; of a trace that is followed, so far. */
  public int count() {
    return learnt != null ? learnt.count() : count;
  }
}
