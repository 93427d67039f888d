package bbt.translator.riscv.linux;

import bbt.packets.NoteKeys;
import bbt.packets.SidebandRecord;
import bbt.packets.SidebandWriter;
import bbt.ptg.image.GnuBuildId;
import bbt.ptg.symbols.Kallsyms;
import bbt.ptg.symbols.Symbol;
import bbt.ptg.symbols.SymbolTable;
import bbt.translator.device.GuestMemory;
import bbt.translator.hart.Hart;
import bbt.translator.riscv.cpu.Cpu;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/**
 * The kernel's own names of the functions that it executes, page by page as the pages are executed,
 * so that a trace that was cut has the names of all that is in it.
 *
 * <p>When the kernel first runs at its virtual addresses, its image in memory is copied and read by
 * a thread of its own (the guest does not wait for it); of modules, which it loads later, the
 * kernel's list is read when one executes. Where the memory names nothing, the guest's own file
 * does. Code of the kernel that runs before its page tables are on is named too: a note says which
 * of its pages it executed at which physical one.
 *
 * <p>The guest's thread asks ({@link #executed}), the writer's answers ({@link #answer}).
 */
final class KernelSymbols {
  private static final String KERNEL = "kernel";
  private static final int PAGE_SHIFT = 12;
  private static final long PAGE = 1L << PAGE_SHIFT;

  /** A gap between functions (another section, a module) is no function. */
  private static final long LONGEST_FUNCTION = 64 * PAGE;

  /** What follows a function's end at least, for the end to be told: no padding. */
  private static final long GAP = 64;

  /**
   * What waits for the writer.
   *
   * @param table of a module, or null: the kernel's
   * @param pages virtual addresses of pages
   * @param moved physical pages among the kernel's that were executed as such
   * @param found whether the kernel has just been found
   */
  private record Request(SymbolTable table, List<Long> pages, List<Long> moved, boolean found) {}

  private final GuestMemory memory;
  private final ModuleSymbols modules;
  private final List<Request> requests = new ArrayList<>();

  // Guest thread.
  /** Kernel pages that were executed: virtual to physical address. */
  private final Map<Long, Long> executed = new HashMap<>();

  /** Physical pages executed in S-mode without translation. */
  private final Set<Long> untranslated = new HashSet<>();

  private boolean searched;

  // Written by the guest's thread before the first request, then constant.
  private volatile KernelImage image;
  private long imageBase;
  private long imageSize;
  private long virtualMinusPhysical;
  private final CompletableFuture<Kallsyms.Names> names = new CompletableFuture<>();

  // Writer thread.
  private SymbolTable fromFile = SymbolTable.EMPTY;
  private final Map<SymbolTable, BitSet> announced = new IdentityHashMap<>();

  KernelSymbols(GuestMemory memory) {
    this.memory = memory;
    this.modules = new ModuleSymbols(memory);
  }

  // ---- the guest's thread

  /**
   * A page is about to be executed.
   *
   * @param translated whether through page tables
   * @return the number of a question to {@link #answer}, or -1 for none
   */
  int executed(Hart cpu, long virtualPage, long physicalPage, boolean translated) {
    if (cpu.priv != Cpu.S) {
      return -1;
    }
    if (!translated) {
      boolean news = untranslated.add(physicalPage);
      return news && inImage(physicalPage)
          ? ask(new Request(null, List.of(), List.of(physicalPage), false))
          : -1;
    }
    if (virtualPage >= 0) {
      return -1;
    }
    Long before = executed.put(virtualPage, physicalPage);
    if (before != null && before == physicalPage) {
      return -1;
    }
    if (!searched) {
      searched = true;
      return ask(find(virtualPage, physicalPage));
    }
    if (imageSize == 0 || inImage(virtualPage - virtualMinusPhysical)) {
      return ask(new Request(null, List.of(virtualPage), List.of(), false));
    }
    SymbolTable module = modules.at(cpu, virtualPage, names.join().modules());
    return module == null ? -1 : ask(new Request(module, List.of(virtualPage), List.of(), false));
  }

  private boolean inImage(long physical) {
    return Long.compareUnsigned(physical - imageBase, imageSize) < 0;
  }

  /** Looks for the kernel that is executed here at its own addresses for the first time. */
  private Request find(long virtualPage, long physicalPage) {
    KernelImage found = KernelImage.around(memory, physicalPage);
    if (found == null) {
      names.complete(Kallsyms.Names.NONE);
      return new Request(null, List.of(virtualPage), List.of(), false);
    }
    imageBase = found.base();
    imageSize = found.size();
    virtualMinusPhysical = virtualPage - physicalPage;
    image = found;
    Thread reader =
        new Thread(
            () -> {
              try {
                names.complete(Kallsyms.read(found, virtualMinusPhysical));
              } catch (Throwable e) {
                names.completeExceptionally(e);
              }
            },
            "bbt-kallsyms");
    reader.setDaemon(true);
    reader.start();
    List<Long> moved = untranslated.stream().filter(this::inImage).sorted().toList();
    return new Request(null, List.of(virtualPage), moved, true);
  }

  private int ask(Request request) {
    synchronized (requests) {
      requests.add(request);
      return requests.size() - 1;
    }
  }

  // ---- the writer's thread

  /** What the guest's own file names; used where its memory names nothing. */
  void fromFile(SymbolTable symbols) {
    fromFile = symbols;
  }

  /** Names that hold from the start: a file's for a guest that runs at physical addresses. */
  List<SidebandRecord> atStart() {
    boolean upper = fromFile.count() > 0 && fromFile.get(fromFile.count() - 1).address() < 0;
    return fromFile.count() == 0 || upper ? List.of() : List.of(record(0, fromFile.all()));
  }

  /**
   * The records that a question's answer consists of.
   *
   * @param known the stream of the hart that executes the page
   * @param retired count of the page's first instruction
   */
  List<SidebandRecord> answer(int number, SidebandWriter known, long retired) {
    Request request;
    synchronized (requests) {
      request = requests.set(number, null);
    }
    List<SidebandRecord> records = new ArrayList<>();
    if (request.found()) {
      String buildId = GnuBuildId.find(image.bytes().array());
      if (!buildId.isEmpty()) {
        records.add(new SidebandRecord.Note(retired, NoteKeys.KERNEL_BUILD_ID, buildId));
      }
    }
    SymbolTable table = request.table();
    if (table == null) {
      table = names.join().functions();
      table = table.count() == 0 ? fromFile : table;
    }
    List<Symbol> fresh = new ArrayList<>();
    for (long page : request.pages()) {
      onPage(table, page, fresh);
    }
    for (long physical : request.moved()) {
      if (!request.found() || unchanged(known, physical)) {
        long virtual = physical + virtualMinusPhysical;
        onPage(table, virtual, fresh);
        records.add(
            new SidebandRecord.Note(
                retired,
                NoteKeys.KERNEL_MOVED,
                Long.toHexString(physical) + " " + Long.toHexString(virtual)));
      }
    }
    if (request.found()) {
      image = null; // it is large
    }
    if (!fresh.isEmpty()) {
      fresh.sort((a, b) -> Long.compareUnsigned(a.address(), b.address()));
      records.add(record(retired, fresh));
    }
    return records;
  }

  /**
   * Whether what was executed at a physical page is what the kernel's image has there: a loader may
   * have been there before.
   */
  private boolean unchanged(SidebandWriter known, long physicalPage) {
    for (long at = physicalPage; at < physicalPage + PAGE; at += 2) {
      int executedHere = known.announced(at);
      if (executedHere >= 0 && (at + 2 > imageBase + imageSize || executedHere != halfword(at))) {
        return false;
      }
    }
    return true;
  }

  private int halfword(long physical) {
    return (image.readByte(physical) & 0xFF) | (image.readByte(physical + 1) & 0xFF) << 8;
  }

  /** Adds the functions with at least one byte on a page that were not announced yet. */
  private void onPage(SymbolTable table, long page, List<Symbol> fresh) {
    BitSet done = announced.computeIfAbsent(table, k -> new BitSet());
    int i = table.atOrBelow(page);
    if (i < 0 || page - end(table, i) >= 0 || page - table.get(i).address() > LONGEST_FUNCTION) {
      i++;
    }
    for (; i < table.count() && table.get(i).address() - page < PAGE; i++) {
      if (!done.get(i)) {
        done.set(i);
        Symbol function = table.get(i);
        fresh.add(function);
        long end = end(table, i);
        if (function.size() != 0
            && (i + 1 == table.count() || table.get(i + 1).address() - end > GAP)) {
          fresh.add(new Symbol(end, 0, ""));
        }
      }
    }
  }

  /** The first address after a function; where that is unknown, the next one's. */
  private static long end(SymbolTable table, int i) {
    Symbol function = table.get(i);
    if (function.size() != 0) {
      return function.address() + function.size();
    }
    return i + 1 < table.count() ? table.get(i + 1).address() : function.address() + PAGE;
  }

  private static SidebandRecord record(long retired, List<Symbol> symbols) {
    long[] addresses = new long[symbols.size()];
    String[] names = new String[symbols.size()];
    for (int i = 0; i < addresses.length; i++) {
      addresses[i] = symbols.get(i).address();
      names[i] = symbols.get(i).name();
    }
    return new SidebandRecord.Symbols(retired, KERNEL, SidebandRecord.GLOBAL, addresses, names);
  }
}
