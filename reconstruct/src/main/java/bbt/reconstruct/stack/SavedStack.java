package bbt.reconstruct.stack;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * A task's call stack at one moment, outermost frame first. Immutable by convention: nobody writes
 * to the arrays.
 *
 * @param kinds {@link CallFrame.Kind} ordinals
 * @param privileges of what was interrupted or calls
 * @param spaces its address space
 * @param sites the call instruction, or the instruction at which the trap came
 * @param links where the call returns to; of a trap its cause
 * @param entries the first instruction of the callee or the handler
 * @param clocks instructions of all harts when the callee or handler had not yet executed anything
 * @param resumed see {@link StackTracker}
 */
public record SavedStack(
    byte[] kinds,
    byte[] privileges,
    int[] spaces,
    long[] sites,
    long[] links,
    long[] entries,
    long[] clocks,
    int resumed) {
  public static final SavedStack EMPTY =
      new SavedStack(
          new byte[0],
          new byte[0],
          new int[0],
          new long[0],
          new long[0],
          new long[0],
          new long[0],
          -1);

  public int depth() {
    return kinds.length;
  }

  /** The same for people, innermost frame first. */
  public List<CallFrame> frames() {
    List<CallFrame> frames = new ArrayList<>(depth());
    for (int i = depth() - 1; i >= 0; i--) {
      frames.add(
          new CallFrame(
              CallFrame.Kind.values()[kinds[i]],
              privileges[i],
              spaces[i],
              sites[i],
              links[i],
              entries[i],
              clocks[i]));
    }
    return frames;
  }

  public void write(DataOutput out) throws IOException {
    out.writeInt(depth());
    out.writeInt(resumed);
    for (int i = 0; i < depth(); i++) {
      out.writeByte(kinds[i]);
      out.writeByte(privileges[i]);
      out.writeInt(spaces[i]);
      out.writeLong(sites[i]);
      out.writeLong(links[i]);
      out.writeLong(entries[i]);
      out.writeLong(clocks[i]);
    }
  }

  public static SavedStack read(DataInput in) throws IOException {
    int depth = in.readInt();
    if (depth < 0 || depth > StackTracker.LIMIT) {
      throw new IOException("a stack of " + depth + " frames");
    }
    int resumed = in.readInt();
    SavedStack stack =
        new SavedStack(
            new byte[depth],
            new byte[depth],
            new int[depth],
            new long[depth],
            new long[depth],
            new long[depth],
            new long[depth],
            resumed);
    for (int i = 0; i < depth; i++) {
      stack.kinds[i] = in.readByte();
      stack.privileges[i] = in.readByte();
      stack.spaces[i] = in.readInt();
      stack.sites[i] = in.readLong();
      stack.links[i] = in.readLong();
      stack.entries[i] = in.readLong();
      stack.clocks[i] = in.readLong();
    }
    return stack;
  }
}
