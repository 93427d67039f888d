package bbt.reconstruct.names;

import bbt.packets.NoteKeys;
import bbt.packets.SidebandRecord;
import bbt.packets.bytes.PrintableText;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Knows the processes of a Linux guest, as the notes of its trace tell of them in their order:
 * where the images of their programs are, and which tasks are threads. A process has its images
 * before it executes any of them, so a trace that was cut says the same as far as it goes.
 */
public final class Processes {
  /** No process. */
  public static final int NONE = -1;

  /** The process of each thread. */
  private final Map<Integer, Integer> processes = new HashMap<>();

  /** The images of the present processes. */
  private final Map<Integer, ProcessImages> images = new HashMap<>();

  private final List<ProcessImages> all = new ArrayList<>();

  /**
   * Learns of a note, if it is one of these.
   *
   * @return the id of the task that is another thing from now on: a process that begins another
   *     program, or a thread, see {@link #ofThread}; {@link #NONE} if none is
   * @throws IllegalArgumentException if it is of another form
   */
  public int add(SidebandRecord.Note note) {
    boolean thread = note.key().equals(NoteKeys.USER_THREAD);
    boolean code = note.key().equals(NoteKeys.USER_CODE);
    boolean program = note.key().equals(NoteKeys.USER_PROGRAM);
    if (!thread && !code && !program && !note.key().equals(NoteKeys.USER_IMAGES)) {
      return NONE;
    }
    try {
      int space = note.value().indexOf(' ');
      int pid = Integer.parseInt(note.value(), 0, space, 10);
      String rest = note.value().substring(space + 1);
      if (thread) {
        processes.put(pid, Integer.parseInt(rest));
        return pid;
      }
      if (program) {
        ProcessImages its = images(pid);
        if (its != null) {
          its.program(PrintableText.of(rest));
        }
        return NONE;
      }
      if (code) {
        ProcessImages its = images(pid);
        for (String line : its == null ? new String[0] : rest.split("\n")) {
          its.addMade(line);
        }
        return NONE;
      }
      boolean more = rest.startsWith("+") && images.containsKey(pid);
      ProcessImages its = more ? images.get(pid) : new ProcessImages();
      its.add(rest.startsWith("+") ? rest.substring(1) : rest);
      if (!more) {
        processes.remove(pid); // of a thread that had this id before
        images.put(pid, its);
        all.add(its);
      }
      return more ? NONE : pid;
    } catch (IndexOutOfBoundsException | NumberFormatException e) {
      throw new IllegalArgumentException(
          "the note " + note.key() + " says of no process anything: '" + note.value() + "'", e);
    }
  }

  /** The process of which a task is a thread now; {@link #NONE} if it is none. */
  public int ofThread(int pid) {
    return processes.getOrDefault(pid, NONE);
  }

  /** Where the images of a task's process are now; null where nothing said it. */
  public ProcessImages images(int pid) {
    return images.get(processes.getOrDefault(pid, pid));
  }

  /** The images of all processes that the trace names. */
  List<ProcessImages> all() {
    return all;
  }
}
