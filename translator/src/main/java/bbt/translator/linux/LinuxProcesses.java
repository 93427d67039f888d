package bbt.translator.linux;

import bbt.packets.NoteKeys;
import bbt.packets.SidebandRecord.Note;
import bbt.translator.hart.Hart;
import java.util.ArrayList;
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
  private static final long AT_EXECFN = 31;
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

  /**
   * What a process executes, as notes say it.
   *
   * @param images where they are; empty where that is not known
   * @param program its file; null where that is not known
   */
  private record Executed(String images, String program) {
    private static final Executed UNKNOWN = new Executed("", null);
  }

  private final Map<Integer, Executed> executing = new HashMap<>();

  private final ExecutedFiles files;

  /**
   * A fork.
   *
   * @param next where the child goes on
   * @param executed by who forked
   */
  private record Fork(long next, Executed executed) {}

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
    this.files = new ExecutedFiles(names);
  }

  /** A task makes a system call. */
  void called(Hart cpu, long task, long epc) {
    Integer process = processes.get(task);
    if (process == null) {
      return;
    }
    long call = abi.number(cpu);
    if (call == CLONE || call == CLONE3) {
      Fork fork = new Fork(abi.behind(epc), executing.getOrDefault(process, Executed.UNKNOWN));
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
    if (task == last && !executed && !mapping.containsKey(task) && !files.awaited(task)) {
      return List.of();
    }
    last = task;
    int pid = names.pid(cpu, task);
    Integer before = known.put(task, pid);
    boolean begins = before == null || before != pid;
    if (!begins && !executed) {
      List<Note> notes = new ArrayList<>(loaded(cpu, task));
      notes.addAll(entered(cpu, task));
      return notes;
    }
    int process = names.process(cpu, task);
    processes.put(task, process);
    mapping.remove(task);
    files.forget(task);
    if (begins) {
      forks.remove(task); // the task that was at this address before did it
    }
    if (process != pid) {
      return List.of(new Note(0, NoteKeys.USER_THREAD, pid + " " + process));
    }
    Map<Long, Long> vector = auxiliary(cpu);
    String bases = bases(cpu, vector);
    if (bases.isEmpty()) {
      Executed its = executed ? Executed.UNKNOWN : inherited(cpu, task);
      executing.put(process, its);
      return notes(process, its);
    }
    Executed its = new Executed(bases, null);
    executing.put(process, its);
    files.begins(cpu, task, vector.get(AT_ENTRY), vector.getOrDefault(AT_EXECFN, 0L));
    List<Note> notes = notes(process, its);
    notes.addAll(entered(cpu, task));
    return notes;
  }

  private static List<Note> notes(int process, Executed its) {
    List<Note> notes = new ArrayList<>();
    if (!its.images.isEmpty()) {
      notes.add(new Note(0, NoteKeys.USER_IMAGES, process + " " + its.images));
      if (its.program != null) {
        notes.add(new Note(0, NoteKeys.USER_PROGRAM, process + " " + its.program));
      }
    }
    return notes;
  }

  /** Whether it is now known what file a task executes. */
  private List<Note> entered(Hart cpu, long task) {
    String program = files.found(cpu, task);
    if (program == null) {
      return List.of();
    }
    int process = processes.get(task);
    executing.computeIfPresent(process, (key, its) -> new Executed(its.images, program));
    return List.of(new Note(0, NoteKeys.USER_PROGRAM, process + " " + program));
  }

  /** What the process executes that has forked this one, which goes on there. */
  private Executed inherited(Hart cpu, long task) {
    for (long parent : names.parents(cpu, task)) {
      Fork fork = forks.get(parent);
      if (fork != null && fork.next == cpu.pc) {
        return fork.executed;
      }
    }
    Fork last = lastForks.get(cpu.pc);
    return last == null ? Executed.UNKNOWN : last.executed;
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
    Executed its = executing.getOrDefault(process, Executed.UNKNOWN);
    if ((at & (PAGE - 1)) != 0 || its.images.isEmpty()) {
      return List.of(); // it failed
    }
    String image = Long.toHexString(at - file.offset) + "-" + Long.toHexString(at + file.bytes);
    executing.put(process, new Executed(its.images + "," + image, its.program));
    return List.of(new Note(0, NoteKeys.USER_IMAGES, process + " +" + image));
  }

  /** Where the images of a program begin that is at its first instruction; else empty. */
  private String bases(Hart cpu, Map<Long, Long> vector) {
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
