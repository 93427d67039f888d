package bbt.translator.arm64.cpu;

import bbt.translator.state.Fields;

/**
 * The address space and the task that a processor executes, as a recorder is told of them.
 *
 * <p>The address space is the first table of the lower half. An empty one is none: Linux has such a
 * table in force while no program's is, and what it executes then is in the upper half; so the
 * space before it goes on.
 *
 * <p>The task is the last address of the upper half that the kernel has put into SP_EL0, where
 * Linux keeps the current task. Programs have their stack pointer there, which the kernel puts back
 * when it returns to them. Where a kernel writes CONTEXTIDR_EL1 before it changes tasks, as Linux
 * does, another address counts only behind such a write: a program may have any stack pointer.
 */
final class A64Context {
  /** What {@link #space} has of TTBR0_EL1: no identifier, and no bit for shared translations. */
  private static final long TABLE = 0x0000_FFFF_FFFF_FFFEL;

  /** Set in {@link #space} where addresses are translated. */
  private static final long TRANSLATED = 1;

  private long space;
  private long task;

  /** Whether the kernel writes CONTEXTIDR_EL1. */
  private boolean identifies;

  /** Whether it has done so since the task changed. */
  private boolean identified;

  /** The address of the table that is in force, and 1; 0 where addresses are not translated. */
  long space() {
    return space;
  }

  /** The address in SP_EL0 that is the current task; 0 before there is one. */
  long task() {
    return task;
  }

  /** Translation, or the table of the lower half, is another one. */
  void translation(A64Control control, TableWalker walker) {
    if (!control.has(A64Control.TRANSLATION)) {
      space = 0;
      return;
    }
    long table = control.get(A64Register.TTBR0_EL1) & TABLE;
    if (space == 0 || !walker.isEmpty(table)) {
      space = table | TRANSLATED;
    }
  }

  /** The kernel has written SP_EL0. */
  void stackPointer(long value) {
    if (value < 0 && value != task && (identified || !identifies)) {
      task = value;
      identified = false;
    }
  }

  /** The kernel has written CONTEXTIDR_EL1. */
  void identifier() {
    identifies = true;
    identified = true;
  }

  /** A processor begins anew. */
  void reset() {
    space = 0;
    task = 0;
    identifies = false;
    identified = false;
  }

  void state(Fields f) {
    space = f.of(space);
    task = f.of(task);
    identifies = f.of(identifies);
    identified = f.of(identified);
  }
}
