package bbt.reconstruct.diff.align;

import bbt.packets.TraceHeader;
import bbt.reconstruct.profile.ProfileFrame;
import java.util.List;

/**
 * The program that was run on its own in either trace, where it has another name in B: {@code
 * prog-old} and {@code prog-new}. B's is then called as A's, so that its functions and its task
 * match.
 *
 * @param a its name in A
 * @param b its name in B; the same where there is nothing to match
 */
public record ProgramPair(String a, String b) {
  /** Nothing has another name. */
  public static final ProgramPair SAME = new ProgramPair("", "");

  /** Linux cuts the names of tasks. */
  private static final int TASK_NAME = 15;

  private static final String FILE = "guest.program.file.";

  /** Finds the program that was run; {@link #SAME} where either run has the other's file, too. */
  public static ProgramPair of(TraceHeader a, TraceHeader b) {
    String inA = a.get(FILE + "0.name", "");
    String inB = b.get(FILE + "0.name", "");
    return inA.isEmpty() || inB.isEmpty() || has(a, inB) || has(b, inA)
        ? SAME
        : new ProgramPair(inA, inB);
  }

  private static boolean has(TraceHeader header, String name) {
    for (int i = 0; !header.get(FILE + i + ".name", "").isEmpty(); i++) {
      if (header.get(FILE + i + ".name", "").equals(name)) {
        return true;
      }
    }
    return false;
  }

  private static String cut(String name) {
    return name.length() <= TASK_NAME ? name : name.substring(0, TASK_NAME);
  }

  /** The name that a task or program of B has in A. */
  public String inA(String name) {
    return name.equals(b) || name.equals(cut(b)) ? name.equals(b) ? a : cut(a) : name;
  }

  /**
   * What a text that begins with B's name is in A.
   *
   * @param behind what must stand behind the name
   */
  public String inA(String text, String behind) {
    return !b.isEmpty() && text.startsWith(b + behind) ? a + text.substring(b.length()) : text;
  }

  /** The frame that a frame of B would be in A: its program and its name may be others. */
  public ProfileFrame inA(ProfileFrame frame) {
    String program = inA(frame.program());
    if (program.equals(frame.program())) {
      return frame;
    }
    boolean named = frame.kind().isFunction() && !FrameKeys.nameless(frame);
    String name = named ? frame.name() : program + frame.name().substring(frame.program().length());
    return new ProfileFrame(frame.kind(), name, program, frame.address(), frame.cause());
  }

  /**
   * Names of tasks as one of the runs has them.
   *
   * @param names as either has them
   */
  public List<String> tasks(List<String> names, boolean ofA) {
    return names.stream()
        .map(name -> ofA ? inA(name) : name.equals(a) || name.equals(cut(a)) ? cut(b) : name)
        .toList();
  }
}
