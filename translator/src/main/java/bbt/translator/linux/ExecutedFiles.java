package bbt.translator.linux;

import bbt.translator.hart.Hart;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * Finds the file that a process executes, which is one program however it is called: busybox by the
 * names of its links, a shell by its scripts'. Processes of one file have its pages in common, in
 * the kernel's page cache: they are of one file where the instruction at which the program is
 * entered is on the same physical page with the same bytes. The file's name is the one by which it
 * was executed first. Reading this leaves no trace in the guest's state. Guest thread only.
 */
final class ExecutedFiles {
  private static final int PAGE = 4096;

  /** The longest name of a file that is read: PATH_MAX of Linux. */
  private static final int MAX_PATH = 4096;

  /** Linux lets the interpreter of a script be a script, so many times, with an argument each. */
  private static final int MOST_INTERPRETERS = 10;

  private static final int ARGUMENTS = MOST_INTERPRETERS + 1;

  /** A page of the page cache, and what stands in it. */
  private record Page(long physical, long bytes) {}

  /** A program that was not entered yet. */
  private record Begun(long entry, String name) {}

  private final LinuxTaskNames names;

  /** By the page at which it is entered: a file's name. */
  private final Map<Page, String> files = new HashMap<>();

  private final Map<Long, Begun> begun = new HashMap<>();

  ExecutedFiles(LinuxTaskNames names) {
    this.names = names;
  }

  /**
   * A program begins: the hart is at its first instruction, its stack pointer at the count of its
   * arguments.
   *
   * @param entry where the program is entered, by its dynamic linker or at once
   * @param path address of what was executed (AT_EXECFN); 0 where the kernel does not say it
   */
  void begins(Hart cpu, long task, long entry, long path) {
    begun.put(task, new Begun(entry, name(cpu, task, path)));
  }

  /** Whether it is not known yet what a task executes. */
  boolean awaited(long task) {
    return begun.containsKey(task);
  }

  /** A task is another one now, or forgotten. */
  void forget(long task) {
    begun.remove(task);
  }

  /**
   * The file that a task executes, as soon as the page is there at which it is entered.
   *
   * @return null where it is not known, or was said before
   */
  String found(Hart cpu, long task) {
    Begun its = begun.get(task);
    if (its == null) {
      return null;
    }
    byte[] bytes = names.userBytes(cpu, its.entry & -PAGE, PAGE);
    if (bytes.length < PAGE) {
      return null;
    }
    begun.remove(task);
    Page page = new Page(names.userPage(cpu, its.entry), Arrays.hashCode(bytes));
    return files.computeIfAbsent(page, key -> its.name);
  }

  /**
   * What is executed, by its file's name. A script is executed by its interpreter, whose path Linux
   * puts before the script's among the arguments.
   */
  private String name(Hart cpu, long task, long path) {
    String executed = path == 0 ? "" : names.userText(cpu, path, MAX_PATH);
    String first = argument(cpu, 0);
    for (int i = 1; i < ARGUMENTS && first.contains("/") && !executed.isEmpty(); i++) {
      if (argument(cpu, i).equals(executed) && !first.equals(executed)) {
        return file(first);
      }
    }
    // A link to itself, or to an open file, is no name.
    boolean link = executed.startsWith("/proc/") || executed.startsWith("/dev/fd/");
    return link || file(executed).isEmpty() ? names.name(cpu, task) : file(executed);
  }

  /** An argument of a program at its first instruction; empty where there is none. */
  private String argument(Hart cpu, int number) {
    long at = cpu.stackPointer();
    return number < names.userLong(cpu, at)
        ? names.userText(cpu, names.userLong(cpu, at + 8 * (number + 1)), MAX_PATH)
        : "";
  }

  private static String file(String path) {
    return path.substring(path.lastIndexOf('/') + 1);
  }
}
