package bbt.reconstruct.profile.count;

import java.util.Objects;

/**
 * The program whose functions a hart executes: the kernel's, or its task's program's in user mode.
 */
final class CurrentProgram {
  private static final int SUPERVISOR_MODE = 1;

  private final FunctionTable functions;
  private final Attribution attribution;

  CurrentProgram(FunctionTable functions, Attribution attribution) {
    this.functions = functions;
    this.attribution = attribution;
  }

  /** The hart goes on in a mode, for its task in its address space. */
  void enter(int privilege) {
    ProfiledHart hart = attribution.hart;
    hart.privilege = privilege;
    hart.program = privilege >= SUPERVISOR_MODE ? functions.kernel : user(hart, attribution.task);
  }

  private Program user(ProfiledHart hart, TaskStack t) {
    Program p = functions.ofProcess(t.task, hart.addressSpace);
    t.thread = p != null;
    if (p == null) {
      p = called(hart, t);
      functions.executes(t.task, p);
    }
    t.program = p;
    t.programSpace = hart.addressSpace;
    if (attribution.gate != null) {
      attribution.gate.program(hart.number, p.number);
    }
    return p;
  }

  /** The program of a task that is no thread, by what it is called. */
  private Program called(ProfiledHart hart, TaskStack t) {
    Program p = t.program;
    String name = t.task.name;
    if (p != null && t.programSpace == hart.addressSpace && p.name == null) {
      p.name = name;
    } else if (p == null || t.programSpace != hart.addressSpace || renamed(p, name)) {
      // Its first, or exec, or the task calls itself something else.
      boolean first = p == null;
      boolean renamed = !first && renamed(p, name);
      p = functions.user(name, hart.addressSpace, hart.raw);
      p.images = functions.images(t.task);
      p.provisional = !first && !renamed;
    }
    return p;
  }

  /** Whether it is by its name that a program is another: where no file says which it is. */
  private static boolean renamed(Program p, String name) {
    return p.file() == null && !p.provisional && !Objects.equals(p.name, name);
  }

  /**
   * The current task is said to be a thread, when it may be in its first function already: that one
   * lies in the images of its process, too.
   */
  void joins() {
    Program p = attribution.task.program;
    if (p != null && !attribution.task.thread && p.images == null) {
      p.images = functions.images(attribution.task.task);
    }
  }

  /** The current task has begun another program; it may be in its first page fault already. */
  void begins(long retired) {
    ProfiledHart hart = attribution.hart;
    TaskStack t = attribution.task;
    Program p = t.program;
    if (p == null) {
      return;
    }
    if (p.since != retired) { // the same by name
      p = functions.user(p.name, hart.addressSpace, retired);
      t.program = p;
      functions.executes(t.task, p);
      if (hart.privilege < SUPERVISOR_MODE) {
        hart.program = p;
      }
      if (attribution.gate != null) {
        attribution.gate.program(hart.number, p.number);
      }
    }
    p.images = functions.images(t.task);
  }
}
