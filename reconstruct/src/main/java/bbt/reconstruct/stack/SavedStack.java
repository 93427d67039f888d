package bbt.reconstruct.stack;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * A task's call stack at one moment.
 *
 * @param frames calls and traps, outermost first
 * @param resumed see {@link FrameStack}
 * @param hart that executes the task; -1 if none does
 * @param rooted whether the outermost frame was entered from code that nobody called
 */
public record SavedStack(List<CallFrame> frames, int resumed, int hart, boolean rooted) {
  public static final SavedStack EMPTY = new SavedStack(List.of(), -1, -1, false);

  /** Number of calls and traps. */
  public int depth() {
    return frames.size();
  }

  public void write(DataOutput out) throws IOException {
    out.writeInt(depth());
    out.writeInt(resumed);
    out.writeInt(hart);
    out.writeBoolean(rooted);
    for (CallFrame frame : frames) {
      out.writeByte(frame.kind().ordinal());
      out.writeByte(frame.privilege());
      out.writeInt(frame.addressSpace());
      out.writeLong(frame.site());
      out.writeLong(frame.link());
      out.writeLong(frame.entry());
      out.writeLong(frame.clock());
    }
  }

  public static SavedStack read(DataInput in) throws IOException {
    int depth = in.readInt();
    if (depth < 0 || depth > FrameStack.LIMIT) {
      throw new IOException("a stack of " + depth + " frames");
    }
    int resumed = in.readInt();
    int hart = in.readInt();
    boolean rooted = in.readBoolean();
    List<CallFrame> frames = new ArrayList<>(depth);
    for (int i = 0; i < depth; i++) {
      frames.add(
          new CallFrame(
              CallFrame.Kind.values()[in.readByte()],
              in.readByte(),
              in.readInt(),
              in.readLong(),
              in.readLong(),
              in.readLong(),
              in.readLong()));
    }
    return new SavedStack(frames, resumed, hart, rooted);
  }
}
