package bbt.translator.linux;

import bbt.translator.device.GuestMemory;
import bbt.translator.hart.Hart;
import bbt.translator.state.Fields;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;

/**
 * Reads process names and ids of a Linux guest from its memory. The thread pointer leads to the
 * running task's {@code task_struct}, whose layout differs from kernel to kernel, so it is found
 * out: {@code comm} is where the first task says "swapper", {@code pid} and {@code tgid} are the
 * two equal words before it that are 0 there, 1 or 2 in its children, and 2 in the one that becomes
 * "kthreadd". On any other guest nothing is found and nothing is said.
 *
 * <p>Guest thread only.
 */
final class LinuxTaskNames {
  /**
   * Linux' name of a task that executed /proc/self/exe, as busybox and runc do: the file's name
   * says nothing, but the program is told what it is to be.
   */
  private static final String REEXECUTED = "exe";

  private static final int MAX_ARGUMENT = 256;

  private static final int STRUCT_BYTES = 16 << 10;
  private static final int COMM_BYTES = 16;

  /** A task's name, and its id, -1 when not known. */
  record Name(int pid, String comm) {}

  private final GuestMemory memory;
  private final LinuxAbi abi;
  private final Map<Long, Name> known = new HashMap<>();
  private boolean searched;
  private long firstTask;
  private int commOffset = -1;
  private BitSet pidCandidates = new BitSet();
  private boolean pidCertain;

  /**
   * The names that programs which were executed through {@link #REEXECUTED} give themselves, by
   * task.
   */
  private final Map<Long, String> ownNames = new HashMap<>();

  LinuxTaskNames(GuestMemory memory, LinuxAbi abi) {
    this.memory = memory;
    this.abi = abi;
  }

  /**
   * Reads a task's name.
   *
   * @return null if there is none or it is the one that was said before
   */
  Name read(Hart cpu, long task) {
    if (!searched) {
      searched = true;
      firstTask = task;
      search(cpu, task);
    }
    if (commOffset < 0) {
      return null;
    }
    String comm = comm(cpu, task);
    if (comm == null) {
      return null;
    }
    learnPid(cpu, task, comm);
    Name name = new Name(pid(cpu, task), comm.equals(REEXECUTED) ? own(task) : comm);
    return name.equals(known.put(task, name)) ? null : name;
  }

  /** The layout of the kernel's tasks, for a snapshot. */
  void state(Fields f) {
    searched = f.of(searched);
    firstTask = f.of(firstTask);
    commOffset = f.of(commOffset);
    pidCandidates = BitSet.valueOf(f.of(pidCandidates.toByteArray()));
    pidCertain = f.of(pidCertain);
  }

  /** Whether the guest is one whose tasks have names. */
  boolean linux() {
    return commOffset >= 0;
  }

  /** The name of a task now; empty where there is none. */
  String name(Hart cpu, long task) {
    String comm = comm(cpu, task);
    return comm == null ? "" : comm.equals(REEXECUTED) ? own(task) : comm;
  }

  private String own(long task) {
    return ownNames.getOrDefault(task, REEXECUTED);
  }

  /**
   * A program begins: the hart is at its first instruction, its stack pointer at the count of its
   * arguments.
   */
  void begins(Hart cpu, long task) {
    long first = userLong(cpu, cpu.stackPointer() + 8);
    String argument = userText(cpu, first, MAX_ARGUMENT);
    String file = argument.substring(argument.lastIndexOf('/') + 1);
    if (file.isEmpty()) {
      ownNames.remove(task);
    } else {
      ownNames.put(task, file.substring(0, Math.min(file.length(), COMM_BYTES - 1)));
    }
  }

  /** Eight bytes of the program's memory; -1 where there is none. */
  long userLong(Hart cpu, long address) {
    long physical = (address & 7) != 0 ? -1 : cpu.translateQuietly(address, abi.user);
    return physical >= 0 && memory.contains(physical, 8) ? memory.read64(physical) : -1;
  }

  /** The physical page of an address of the program; -1 where there is none. */
  long userPage(Hart cpu, long address) {
    long physical = cpu.translateQuietly(address, abi.user);
    return physical < 0 ? -1 : physical >>> 12;
  }

  /** Text of the program's memory up to a zero byte, at most so many bytes of it. */
  String userText(Hart cpu, long address, int most) {
    byte[] bytes = userBytes(cpu, address, most);
    int length = 0;
    while (length < bytes.length && bytes[length] != 0) {
      length++;
    }
    return new String(bytes, 0, length, StandardCharsets.UTF_8);
  }

  /** Bytes of the program's memory, as many as there are up to a number. */
  byte[] userBytes(Hart cpu, long address, int most) {
    byte[] bytes = new byte[most];
    int read = 0;
    while (read < most) {
      long at = address + read;
      long physical = cpu.translateQuietly(at, abi.user);
      int here = (int) Math.min(most - read, 4096 - (at & 4095));
      if (physical < 0 || !memory.contains(physical, here)) {
        break;
      }
      for (int i = 0; i < here; i++) {
        bytes[read++] = (byte) memory.read8(physical + i);
      }
    }
    return read == most ? bytes : Arrays.copyOf(bytes, read);
  }

  private void search(Hart cpu, long task) {
    for (int offset = 0; offset < STRUCT_BYTES; offset += 4) {
      if (word(cpu, task + offset) == 0x70617773 // "swap"
          && (word(cpu, task + offset + 4) & 0xFFFFFF) == 0x726570) { // "per"
        commOffset = offset;
        break;
      }
    }
    for (int offset = 0; offset < commOffset - 4; offset += 4) {
      if (word(cpu, task + offset) == 0 && word(cpu, task + offset + 4) == 0) {
        pidCandidates.set(offset);
      }
    }
  }

  private void learnPid(Hart cpu, long task, String comm) {
    if (pidCertain || task == firstTask) {
      return;
    }
    boolean kthreadd = comm.equals("kthreadd");
    if (!kthreadd && !comm.startsWith("swapper")) {
      return;
    }
    BitSet left = new BitSet();
    for (int o = pidCandidates.nextSetBit(0); o >= 0; o = pidCandidates.nextSetBit(o + 1)) {
      int pid = word(cpu, task + o);
      // Both children of the first task are called as it is until they give themselves a name.
      if (pid == word(cpu, task + o + 4) && (pid == 2 || (pid == 1 && !kthreadd))) {
        left.set(o);
      }
    }
    pidCandidates = left;
    pidCertain = kthreadd;
  }

  /** The process to which a task belongs, by its id: its own unless it is a thread. */
  int process(Hart cpu, long task) {
    return task != firstTask && pidCertain && !pidCandidates.isEmpty()
        ? word(cpu, task + pidCandidates.nextSetBit(0) + 4)
        : pid(cpu, task);
  }

  /**
   * Reads what stands in a task behind its ids: one of them is its parent. (Kernels that protect
   * their stacks have a random number in front of it.)
   */
  long[] parents(Hart cpu, long task) {
    if (!pidCertain || pidCandidates.isEmpty()) {
      return new long[0];
    }
    long behind = task + pidCandidates.nextSetBit(0) + 8;
    return new long[] {longWord(cpu, behind), longWord(cpu, behind + 8)};
  }

  /** A task's id; -1 if it is not known. */
  int pid(Hart cpu, long task) {
    if (task == firstTask) {
      return 0;
    }
    return pidCertain && !pidCandidates.isEmpty()
        ? word(cpu, task + pidCandidates.nextSetBit(0))
        : -1;
  }

  private String comm(Hart cpu, long task) {
    byte[] bytes = new byte[COMM_BYTES];
    int length = 0;
    while (length < COMM_BYTES) {
      long physical = cpu.translateQuietly(task + commOffset + length, abi.kernel);
      if (physical < 0 || !memory.contains(physical, 1)) {
        return null;
      }
      int b = memory.read8(physical);
      if ((b & 0xFF) == 0) {
        break;
      }
      bytes[length++] = (byte) b;
    }
    return new String(bytes, 0, length, StandardCharsets.UTF_8);
  }

  private long longWord(Hart cpu, long address) {
    return (long) word(cpu, address + 4) << 32 | word(cpu, address) & 0xFFFFFFFFL;
  }

  /** A word of kernel memory; 0xFFFFFFFF where there is none. */
  private int word(Hart cpu, long address) {
    long physical = cpu.translateQuietly(address, abi.kernel);
    return physical >= 0 && (physical & 3) == 0 && memory.contains(physical, 4)
        ? memory.read32(physical)
        : -1;
  }
}
