package bbt.translator.linux;

import bbt.packets.NoteKeys;
import bbt.packets.write.SidebandWriter;
import bbt.ptg.image.GnuBuildId;
import bbt.ptg.symbols.SymbolTable;
import bbt.translator.device.GuestMemory;
import bbt.translator.hart.Hart;
import bbt.translator.state.Fields;
import bbt.translator.trace.FunctionNames;
import bbt.translator.trace.GuestSystem.Listener;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/**
 * Reads the kernel's own names of the functions that it executes, page by page as the pages are
 * executed.
 *
 * <p>When the kernel first runs at its virtual addresses, its image in memory is copied and read by
 * a thread of its own (the guest does not wait for it); of modules, which it loads later, the
 * kernel's list is read when one executes. Where the memory names nothing, the guest's own file
 * does. Code of the kernel that runs before its page tables are on is named too: a note says which
 * of its pages it executed at which physical one.
 *
 * <p>A kernel that has the highest mode to itself runs at physical addresses, from its first page
 * on: it is found by that.
 *
 * <p>The guest's thread asks ({@link #executed}), the writer's answers ({@link #answer}).
 */
final class KernelSymbols {
  private static final int PAGE_SHIFT = 12;
  private static final long PAGE = 1L << PAGE_SHIFT;
  private static final int LAST_PAGES = 1 << 10;

  /**
   * A table that waits for the writer.
   *
   * @param table of a module, or null: the kernel's
   * @param pages virtual addresses of pages
   * @param moved physical pages among the kernel's that were executed as such
   * @param found whether the kernel has just been found
   */
  private record Request(SymbolTable table, List<Long> pages, List<Long> moved, boolean found) {}

  private final GuestMemory memory;
  private final LinuxAbi abi;
  private final ModuleSymbols modules;

  // Guest thread.
  /**
   * Kernel pages that were executed: number of the virtual page to physical address. Addresses of
   * pages, of which the low bits are zero, would be found in a tree.
   */
  private final Map<Long, Long> executed = new HashMap<>();

  // By the low bits of the number: the page that was executed last, which most of the millions of
  // fills of the fetch TLB are of.
  private final long[] lastVirtual = new long[LAST_PAGES];
  private final long[] lastPhysical = new long[LAST_PAGES];

  /** Physical pages executed in S-mode without translation. */
  private final Set<Long> untranslated = new HashSet<>();

  private boolean searched;
  private boolean bareSearched;

  /** Whether the trace was told of the kernel that was found. */
  private boolean told;

  // Written by the guest's thread before the first request, then constant.
  private volatile KernelImage image;
  private long imageBase;
  private long imageSize;

  /** 0 of a kernel that has no page tables. */
  private long virtualMinusPhysical;

  private final CompletableFuture<Kallsyms.Names> names = new CompletableFuture<>();

  // Writer thread.
  private SymbolTable fromFile = SymbolTable.EMPTY;
  private final FunctionNames functions = new FunctionNames();

  KernelSymbols(GuestMemory memory, LinuxAbi abi) {
    this.abi = abi;
    this.memory = memory;
    this.modules = new ModuleSymbols(memory);
  }

  // ---- the guest's thread

  /**
   * A page is about to be executed.
   *
   * @param translated whether through page tables
   * @return whether it is this kernel's, or a module's, at its virtual addresses
   */
  boolean executed(Hart cpu, long virtualPage, long physicalPage, boolean translated, Listener to) {
    if (cpu.priv == abi.highest && abi.highest != abi.kernel) {
      return executedBare(cpu, physicalPage, to);
    }
    if (cpu.priv != abi.kernel) {
      return false;
    }
    if (!translated) {
      if (untranslated.add(physicalPage) && inImage(physicalPage)) {
        ask(cpu, new Request(null, List.of(), List.of(physicalPage), false), to);
      }
      return false;
    }
    if (virtualPage >= 0) {
      return false;
    }
    if (!searched) {
      searched = true;
      if (imageSize == 0) {
        find(virtualPage, physicalPage);
      } else {
        read(
            KernelImage.around(
                memory, imageBase, abi.machine)); // found before a snapshot was taken
      }
    }
    if (imageSize == 0) {
      return false;
    }
    int slot = (int) (virtualPage >>> PAGE_SHIFT) & LAST_PAGES - 1;
    if (lastVirtual[slot] == virtualPage && lastPhysical[slot] == physicalPage) {
      return true;
    }
    lastVirtual[slot] = virtualPage;
    lastPhysical[slot] = physicalPage;
    Long before = executed.put(virtualPage >>> PAGE_SHIFT, physicalPage);
    if (before != null && before == physicalPage) {
      return true;
    }
    if (inImage(virtualPage - virtualMinusPhysical)) {
      boolean first = !told;
      told = true;
      List<Long> moved =
          first ? untranslated.stream().filter(this::inImage).sorted().toList() : List.of();
      ask(cpu, new Request(null, List.of(virtualPage), moved, first), to);
    } else {
      SymbolTable module = modules.at(cpu, virtualPage, names.join().modules());
      if (module != null) {
        ask(cpu, new Request(module, List.of(virtualPage), List.of(), false), to);
      }
    }
    return true;
  }

  /**
   * A page is about to be executed in the highest mode: perhaps of a kernel that has it to itself,
   * which has no page tables. The first such page in RAM is its head then.
   */
  private boolean executedBare(Hart cpu, long page, Listener to) {
    if (!bareSearched && memory.contains(page, PAGE)) {
      bareSearched = true;
      if (imageSize == 0) {
        KernelImage found = KernelImage.around(memory, page, abi.machine);
        if (found != null && found.base() == page) {
          take(found, 0);
        }
      } else if (virtualMinusPhysical == 0) {
        read(
            KernelImage.around(
                memory, imageBase, abi.machine)); // found before a snapshot was taken
      }
    }
    if (virtualMinusPhysical != 0 || !inImage(page)) {
      return false;
    }
    if (executed.put(page >>> PAGE_SHIFT, page) == null) {
      boolean first = !told;
      told = true;
      ask(cpu, new Request(null, List.of(page), List.of(), first), to);
    }
    return true;
  }

  private void ask(Hart cpu, Request request, Listener to) {
    to.say(cpu, (trace, retired) -> answer(request, trace, retired));
  }

  private boolean inImage(long physical) {
    return Long.compareUnsigned(physical - imageBase, imageSize) < 0;
  }

  /** Looks for the kernel that is executed here at its own addresses for the first time. */
  private void find(long virtualPage, long physicalPage) {
    KernelImage found = KernelImage.around(memory, physicalPage, abi.machine);
    if (found != null) {
      take(found, virtualPage - physicalPage);
    }
  }

  private void take(KernelImage found, long distance) {
    imageBase = found.base();
    imageSize = found.size();
    virtualMinusPhysical = distance;
    read(found);
  }

  private void read(KernelImage found) {
    if (found == null) {
      imageSize = 0;
      return;
    }
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
  }

  /** Where the kernel is, for a snapshot. */
  void state(Fields f) {
    imageBase = f.of(imageBase);
    imageSize = f.of(imageSize);
    virtualMinusPhysical = f.of(virtualMinusPhysical);
  }

  // ---- the writer's thread

  /** Takes the names in the guest's own file; used where its memory names nothing. */
  void fromFile(SymbolTable symbols) {
    fromFile = symbols;
  }

  private void answer(Request request, SidebandWriter trace, long retired) {
    if (request.found()) {
      String buildId = GnuBuildId.find(image.bytes().array());
      if (!buildId.isEmpty()) {
        trace.note(retired, NoteKeys.KERNEL_BUILD_ID, buildId);
      }
    }
    SymbolTable table = request.table();
    if (table == null) {
      table = names.join().functions();
      table = table.count() == 0 ? fromFile : table;
    }
    List<Long> pages = new ArrayList<>();
    if (virtualMinusPhysical != 0 || fromFile.count() == 0) { // else all was named at the start
      pages.addAll(request.pages());
    }
    for (long physical : request.moved()) {
      if (!request.found() || unchanged(trace, physical)) {
        long virtual = physical + virtualMinusPhysical;
        pages.add(virtual);
        trace.note(
            retired,
            NoteKeys.KERNEL_MOVED,
            Long.toHexString(physical) + " " + Long.toHexString(virtual));
      }
    }
    if (request.found()) {
      image = null; // it is large
    }
    functions.announce(table, pages, trace, retired);
  }

  /**
   * Whether the code that was executed at a physical page is what the kernel's image has there: a
   * loader may have been there before.
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
}
