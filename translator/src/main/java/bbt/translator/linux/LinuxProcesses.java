package bbt.translator.linux;

import bbt.packets.NoteKeys;
import bbt.packets.SidebandRecord.Note;
import bbt.translator.hart.Hart;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Finds where the images of a Linux guest's programs were loaded, and which of its tasks are
 * threads. At its first instruction a program finds on its stack what it was started with
 * (arguments, environment, and the auxiliary vector of the System V ABI), which the kernel has just
 * written there; a process that was forked has its parent's images, as they were at the parent's
 * last fork; where the parent is gone already, those of who forked last at that instruction.
 * Reading it leaves no trace in the guest's state. Guest thread only.
 */
final class LinuxProcesses {
  // Numbers of system calls in Linux' generic table, which RISC-V and arm64 have.
  private static final long CLONE = 220;
  private static final long CLONE3 = 435;
  private static final long MMAP = 222;

  private static final long PROT_EXEC = 4;
  private static final long MAP_ANONYMOUS = 0x20;

  // Entries of the auxiliary vector.
  private static final long AT_NULL = 0;
  private static final long AT_PHDR = 3;
  private static final long AT_PAGESZ = 6;
  private static final long AT_BASE = 7;
  private static final long AT_ENTRY = 9;
  private static final long AT_SYSINFO_EHDR = 33;

  private static final long PAGE = 4096;

  /**
   * The most pointers of a program's stack: Linux lets a program have 2 MiB of arguments, as a
   * rule.
   */
  private static final int MOST_POINTERS = 1 << 18;

  private static final int MOST_PAIRS = 64;

  private final LinuxTaskNames names;
  private final LinuxAbi abi;

  /** By task: the process id that it had when it was in user mode last. */
  private final Map<Long, Integer> known = new HashMap<>();

  /** By task: the process that it belongs to. */
  private final Map<Long, Integer> processes = new HashMap<>();

  /** By process: where its images are, as notes say it. */
  private final Map<Integer, String> images = new HashMap<>();

  /**
   * A fork.
   *
   * @param next where the child goes on
   * @param images of who forked
   */
  private record Fork(long next, String images) {}

  /** The last one of each task. */
  private final Map<Long, Fork> forks = new HashMap<>();

  /**
   * The last one of all, by where the child goes on: for children whose parent is gone before them,
   * or who are children of their parent's parent.
   */
  private final Map<Long, Fork> lastForks = new HashMap<>();

  /**
   * A file that a task is mapping.
   *
   * @param next the instruction behind the call
   */
  private record Mapped(long next, long offset, long bytes) {}

  private final Map<Long, Mapped> mapping = new HashMap<>();

  /** The task that was in user mode last, on any hart. */
  private long last;

  LinuxProcesses(LinuxTaskNames names, LinuxAbi abi) {
    this.names = names;
    this.abi = abi;
  }

  /** A task makes a system call. */
  void called(Hart cpu, long task, long epc) {
    Integer process = processes.get(task);
    if (process == null) {
      return;
    }
    long call = abi.number(cpu);
    if (call == CLONE || call == CLONE3) {
      Fork fork = new Fork(abi.behind(epc), images.getOrDefault(process, ""));
      forks.put(task, fork);
      lastForks.put(fork.next, fork);
    } else if (call == MMAP
        && (abi.argument(cpu, 2) & PROT_EXEC) != 0
        && (abi.argument(cpu, 3) & MAP_ANONYMOUS) == 0) {
      mapping.put(task, new Mapped(abi.behind(epc), abi.argument(cpu, 5), abi.argument(cpu, 1)));
    }
  }

  /**
   * A task goes on in user mode.
   *
   * @param executed whether it has just executed another program
   * @return what the trace is to say: mostly nothing
   */
  List<Note> returned(Hart cpu, long task, boolean executed) {
    if (task == last && !executed && !mapping.containsKey(task)) {
      return List.of();
    }
    last = task;
    int pid = names.pid(cpu, task);
    Integer before = known.put(task, pid);
    boolean begins = before == null || before != pid;
    if (!begins && !executed) {
      return loaded(cpu, task);
    }
    int process = names.process(cpu, task);
    processes.put(task, process);
    mapping.remove(task);
    if (begins) {
      forks.remove(task); // the task that was at this address before did it
    }
    if (process != pid) {
      return List.of(new Note(0, NoteKeys.USER_THREAD, pid + " " + process));
    }
    String bases = bases(cpu);
    if (bases.isEmpty() && !executed) {
      bases = inherited(cpu, task);
    }
    images.put(process, bases);
    return bases.isEmpty()
        ? List.of()
        : List.of(new Note(0, NoteKeys.USER_IMAGES, process + " " + bases));
  }

  /**
   * Where the images are of the process that has forked this one, which goes on there; or empty.
   */
  private String inherited(Hart cpu, long task) {
    for (long parent : names.parents(cpu, task)) {
      Fork fork = forks.get(parent);
      if (fork != null && fork.next == cpu.pc) {
        return fork.images;
      }
    }
    Fork last = lastForks.get(cpu.pc);
    return last == null ? "" : last.images;
  }

  /** Whether a task has just mapped a file's code. */
  private List<Note> loaded(Hart cpu, long task) {
    Mapped file = mapping.get(task);
    if (file == null || file.next != cpu.pc) {
      return List.of(); // a signal's handler goes first
    }
    mapping.remove(task);
    long at = abi.argument(cpu, 0);
    int process = processes.get(task);
    String its = images.getOrDefault(process, "");
    if ((at & (PAGE - 1)) != 0 || its.isEmpty()) {
      return List.of(); // it failed
    }
    String image = Long.toHexString(at - file.offset) + "-" + Long.toHexString(at + file.bytes);
    images.put(process, its + "," + image);
    return List.of(new Note(0, NoteKeys.USER_IMAGES, process + " +" + image));
  }

  /** Where the images of a program begin that is at its first instruction; else empty. */
  private String bases(Hart cpu) {
    Map<Long, Long> vector = auxiliary(cpu);
    long interpreter = vector.getOrDefault(AT_BASE, 0L);
    long headers = vector.getOrDefault(AT_PHDR, 0L);
    boolean first =
        interpreter == 0 ? cpu.pc == vector.getOrDefault(AT_ENTRY, 0L) : cpu.pc >= interpreter;
    if (!first || headers == 0 || vector.getOrDefault(AT_PAGESZ, 0L) != PAGE) {
      return "";
    }
    StringBuilder bases = new StringBuilder(Long.toHexString(headers & -PAGE));
    for (long base : new long[] {interpreter, vector.getOrDefault(AT_SYSINFO_EHDR, 0L)}) {
      if (base != 0) {
        bases.append(',').append(Long.toHexString(base));
      }
    }
    return bases.toString();
  }

  /** The auxiliary vector, if the stack pointer is at a program's argument count; else empty. */
  private Map<Long, Long> auxiliary(Hart cpu) {
    long at = cpu.stackPointer();
    long count = names.userLong(cpu, at);
    if (count < 0 || count > MOST_POINTERS || names.userLong(cpu, at + 8 * (count + 1)) != 0) {
      return Map.of();
    }
    at += 8 * (count + 1);
    int pointers = 0;
    do {
      at += 8;
    } while (names.userLong(cpu, at) != 0 && pointers++ < MOST_POINTERS);
    Map<Long, Long> vector = new HashMap<>();
    for (int i = 0; i < MOST_PAIRS; i++) {
      long key = names.userLong(cpu, at + 8);
      if (key == AT_NULL) {
        return vector;
      }
      vector.put(key, names.userLong(cpu, at + 16));
      at += 16;
    }
    return Map.of();
  }
}
