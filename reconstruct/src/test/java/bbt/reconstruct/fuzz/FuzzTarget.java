package bbt.reconstruct.fuzz;

import bbt.packets.bytes.TraceFormatException;
import bbt.ptg.image.ImageException;
import bbt.reconstruct.cost.CostModelException;
import bbt.reconstruct.gdb.GdbPackets;
import bbt.reconstruct.interchange.InterchangeException;
import bbt.reconstruct.memory.MemoryConfigException;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Locale;

/**
 * A reader of bytes that somebody else made, as the fuzzer calls it. Whatever the bytes are, a
 * reader ends soon, takes little memory, and throws nothing but the errors that it documents.
 */
public enum FuzzTarget {
  /** A trace file: its chunks, the walk, the profile, the index. */
  TRACE(TraceTarget::read, TraceFormatException.class),
  /** A program: segments, sections, symbols, build-id. */
  ELF(ProgramTarget::elf, ImageException.class),
  /** The debugging information of a program: lines, inlined calls, variables. */
  DWARF(ProgramTarget::dwarf, ImageException.class, bbt.ptg.dwarf.unit.DwarfException.class),
  /** Debugging information in two files: a program and its package of split units. */
  SPLIT_DWARF(
      ProgramTarget::splitDwarf, ImageException.class, bbt.ptg.dwarf.unit.DwarfException.class),
  /** A kernel or a firmware to boot: ELF, {@code Image}, gzip, zboot; loaded into RAM. */
  KERNEL(BootTarget::kernel, ImageException.class),
  /** A device tree to boot with, and a command line for the one that is generated. */
  DEVICE_TREE(BootTarget::deviceTree, ImageException.class),
  /** Guest memory in which the kernel's symbols are sought. */
  KALLSYMS(GuestTarget::kallsyms),
  /** Names that compilers mangled, one a line. */
  DEMANGLER(TextTarget::mangledNames),
  /** What gdb sends. */
  GDB(GdbPackets::serve),
  /** Packets of E-Trace, followed through a small program. */
  E_TRACE(ForeignTarget::eTrace, InterchangeException.class),
  /** Messages of N-Trace, followed through the same program. */
  N_TRACE(ForeignTarget::nTrace, InterchangeException.class),
  /** Logs of each simulator; the first byte says of which. */
  LOG(ForeignTarget::log, InterchangeException.class),
  /** Cycles of instructions. */
  COST_MODEL(TextTarget::costModel, CostModelException.class),
  /** Caches, TLBs and predictors. */
  MEMORY_SYSTEM(TextTarget::memorySystem, MemoryConfigException.class),
  /** Input of a run with the moment of its arrival. */
  INPUT_LOG(TextTarget::inputLog, IOException.class);

  /** Reads some bytes. */
  interface Reader {
    void read(byte[] input) throws Exception;
  }

  /**
   * An input may cost so many bytes of objects, and so many for each of its own. The models of an
   * archive, whatever its length, take 134 MiB, and a trace is read twice.
   */
  private static final long MOST_BYTES = 320L << 20;

  private static final long MOST_PER_BYTE = 2048;

  private static final com.sun.management.ThreadMXBean THREADS =
      (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();

  private final Reader reader;
  private final List<Class<? extends Exception>> documented;

  @SafeVarargs
  FuzzTarget(Reader reader, Class<? extends Exception>... documented) {
    this.reader = reader;
    this.documented = List.of(documented);
  }

  /** Its name on the command line, and of its folder in the corpus. */
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** The target of a name. */
  static FuzzTarget of(String label) {
    for (FuzzTarget target : values()) {
      if (target.label().equals(label)) {
        return target;
      }
    }
    throw new IllegalArgumentException("no fuzz target is called " + label);
  }

  /**
   * Has it read an input.
   *
   * @throws Throwable what the reader does not document, an error too: a finding
   */
  void read(byte[] input) throws Throwable {
    long most = MOST_BYTES + MOST_PER_BYTE * input.length;
    long allocated = allocated(input);
    if (allocated > most) {
      allocated = allocated(input); // the first time it may have been classes that were loaded
    }
    if (allocated > most) {
      throw new AssertionError(
          input.length + " bytes made the reader allocate " + (allocated >> 20) + " MiB");
    }
  }

  private long allocated(byte[] input) throws Throwable {
    long before = THREADS.getCurrentThreadAllocatedBytes();
    try {
      reader.read(input);
    } catch (Exception e) {
      if (documented.stream().noneMatch(type -> type.isInstance(e))) {
        throw e;
      }
      oneLine(e);
    }
    return THREADS.getCurrentThreadAllocatedBytes() - before;
  }

  private static void oneLine(Exception e) {
    if (e.getMessage() == null || e.getMessage().isBlank()) {
      throw new AssertionError("an error without a message", e);
    }
  }
}
