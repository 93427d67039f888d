package bbt.reconstruct.export.events;

import bbt.reconstruct.profile.ProfileFrame;

/** Makes the names of frames in exports. */
public final class Labels {
  private Labels() {}

  /** A function by its name, a trap in brackets, a task by name and pid. */
  public static String of(ProfileFrame frame) {
    return frame.kind().isTrap() ? "[" + frame.name() + "]" : frame.name();
  }

  /** Names the image of a frame's code: a program, or {@code [trap]} for what has no code. */
  public static String image(ProfileFrame frame) {
    return frame.kind().isFunction() ? frame.program() : "[trap]";
  }
}
