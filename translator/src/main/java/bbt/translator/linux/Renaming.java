package bbt.translator.linux;

import bbt.translator.hart.Hart;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Notices the system calls of Linux that change a task's name, so that it can be read when they are
 * over, not at the next switch: a program may do all its work before that. Guest thread only.
 */
final class Renaming {
  // Numbers of Linux's system calls for RISC-V, and the option of prctl.
  private static final long PRCTL = 167;
  private static final long EXECVE = 221;
  private static final long EXECVEAT = 281;
  private static final long PR_SET_NAME = 15;

  private final LinuxAbi abi;

  /** By task: the address space from which it asked for another program, or {@link #SAME}. */
  private final Map<Long, Integer> waiting = new HashMap<>();

  private static final int SAME = -1;

  /** Tasks that were in user mode. */
  private final Set<Long> users = new HashSet<>();

  /** The last of them, on any hart. */
  private long last;

  /** Whether {@link #returned} was just told of a program that begins. */
  private boolean executed;

  Renaming(LinuxAbi abi) {
    this.abi = abi;
  }

  boolean hasExecuted() {
    return executed;
  }

  /** A task of user mode makes a system call. */
  void called(Hart cpu, long task, int space) {
    long call = abi.number(cpu);
    if (call == EXECVE || call == EXECVEAT) {
      waiting.put(task, space);
    } else if (call == PRCTL && abi.argument(cpu, 0) == PR_SET_NAME) {
      waiting.put(task, SAME);
    }
  }

  /** Whether a task is in such a call: what it is called until that is over is half the truth. */
  boolean awaited(long task) {
    return waiting.containsKey(task);
  }

  /**
   * A task goes on in user mode.
   *
   * @param names are told of a program that begins
   * @return whether it may have another name now
   */
  boolean returned(Hart cpu, long task, int space, LinuxTaskNames names) {
    executed = false;
    if (task == last && waiting.isEmpty()) {
      return false;
    }
    last = task;
    // What the kernel itself executes, such as the first program, makes no call before.
    boolean first = task != 0 && users.add(task);
    Integer before = waiting.remove(task);
    if (before == null) {
      return first;
    }
    if (before != SAME && before != space) {
      names.begins(cpu, task);
      executed = true;
    }
    return true;
  }
}
