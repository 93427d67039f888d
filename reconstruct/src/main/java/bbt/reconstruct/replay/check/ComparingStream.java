package bbt.reconstruct.replay.check;

import bbt.packets.Chunk;
import bbt.packets.ChunkHeader;
import bbt.packets.ChunkHeader.Kind;
import bbt.packets.Frame;
import bbt.packets.NoteKeys;
import bbt.packets.SidebandRecord;
import bbt.packets.TraceReader;
import bbt.packets.bytes.PacketFormat;
import bbt.translator.machine.Machine;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;

/**
 * Compares the trace of a re-execution, as it is written, chunk by chunk with the recorded one:
 * kind, hart, counts and the hash over all bits, targets, packets and sideband. Written to by the
 * trace writer's thread, asked by the machine's.
 */
public final class ComparingStream extends OutputStream {
  private final TraceReader recorded;

  /** Bytes of the chunk that is being written. */
  private byte[] chunk = new byte[1 << 16];

  private int size;

  /** Bytes of the file's own header that are still to come. */
  private int start = TraceReader.FILE_HEADER_BYTES;

  private volatile Mismatch mismatch;

  /** A difference in what a frame is made of, until the re-execution's frame has come. */
  private volatile Mismatch pending;

  /** The sideband that came since, of the same hart. */
  private final List<Chunk.Sideband> executed = new ArrayList<>();

  private volatile boolean exhausted;
  private volatile long agreed;
  private final int harts;

  /** Whether the recorded trace holds its input. */
  private final boolean inputNoted;

  /** Whether the recorded trace is a ring's: it has checkpoints where the re-execution has none. */
  private final boolean ring;

  /** Whether names, notes or checkpoints may have been left out of the recorded trace. */
  private final boolean stripped;

  /** Instructions that the ring dropped; whether the re-execution is still within these. */
  private final long dropped;

  private boolean skipsMine;

  /** Whether the ring's repetition of earlier state was passed, by hart. */
  private final boolean[] opened = new boolean[PacketFormat.MAX_HARTS];

  private volatile boolean otherNames;

  /** Counts of the harts where the re-execution of a cut trace was ended; null before. */
  private volatile long[] ends;

  /** Damages passed since chunks agreed last, and all of them. */
  private long damaged;

  private long damages;

  /**
   * A chunk that is not the same.
   *
   * @param hart whose chunk it is
   * @param retired that hart's count at its start (the common clock in what orders harts)
   * @param endRetired the same at its end
   * @param what differs, in words
   * @param frame the frame of the re-execution in which it is, or null
   * @param sideband that stands before that frame, as far as it was not found to be the same
   */
  public record Mismatch(
      int hart,
      long retired,
      long endRetired,
      Kind kind,
      long offset,
      String what,
      Frame frame,
      List<Chunk.Sideband> sideband) {
    Mismatch(ChunkHeader at, String what) {
      this(at.hart(), at.retired(), at.endRetired(), at.kind(), at.offset(), what, null, List.of());
    }

    Mismatch with(Frame its, List<Chunk.Sideband> before) {
      return new Mismatch(hart, retired, endRetired, kind, offset, what, its, List.copyOf(before));
    }
  }

  public ComparingStream(Path trace) throws IOException {
    recorded = TraceReader.open(trace);
    harts = recorded.harts();
    inputNoted = recorded.header().get("trace.input", "").equals("notes");
    ring = recorded.header().ring() > 0;
    stripped = !recorded.header().edited().isEmpty();
    dropped = ring ? recorded.header().dropped() : 0; // else the re-execution begins there, too
    skipsMine = dropped > 0;
    Arrays.fill(opened, dropped == 0);
  }

  /** Ends the comparison: a difference that waited for a frame is one without it. */
  public void settle() {
    if (mismatch == null) {
      mismatch = pending;
    }
  }

  /**
   * The trace was cut: the re-execution is ended, and closes its frames, at these counts of the
   * harts. What happens at these very counts may be in one trace alone.
   */
  public void endsAt(long[] counts) {
    ends = counts;
  }

  /** The first difference, or null. */
  public Mismatch mismatch() {
    return mismatch;
  }

  /** Clock up to which the traces were found to be the same. */
  public long agreed() {
    return agreed;
  }

  @Override
  public void write(int octet) {
    write(new byte[] {(byte) octet}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) {
    int skip = Math.min(start, length);
    start -= skip;
    int from = offset + skip;
    int left = length - skip;
    if (size + left > chunk.length) {
      chunk = Arrays.copyOf(chunk, Math.max(2 * chunk.length, size + left));
    }
    System.arraycopy(bytes, from, chunk, size, left);
    size += left;
    try {
      while (mismatch == null && !exhausted) {
        ChunkHeader mine = TraceReader.header(chunk, size);
        if (mine == null || mine.bytes() > size) {
          return;
        }
        compare(mine);
        int whole = (int) mine.bytes();
        size -= whole;
        System.arraycopy(chunk, whole, chunk, 0, size);
      }
      size = 0;
    } catch (IOException e) {
      mismatch =
          new Mismatch(
              0,
              0,
              0,
              Kind.OTHER,
              recorded.offset(),
              "it cannot be read: " + e.getMessage(),
              null,
              List.of());
    }
  }

  private void compare(ChunkHeader mine) throws IOException {
    if (!ofExecution(mine) || isDropped(mine)) {
      return;
    }
    if (pending != null) {
      collect(mine);
      return;
    }
    ChunkHeader other = next();
    if (other == null) {
      exhausted = true;
      return;
    }
    if (damaged > 0 && !sameSpan(mine, other)) {
      return; // what the damage took: goes on where the recorded trace does
    }
    damaged = 0;
    if (mine.kind() == Kind.END && ends != null) {
      exhausted = true;
    } else if (mine.kind() == Kind.END && other.kind() == Kind.END) {
      String what = ends((Chunk.End) chunkAt(other));
      if (what != null) {
        mismatch = new Mismatch(other, what);
      }
      exhausted = true;
    } else if (!mine.sameContent(other) && isLast(mine) && mine.kind() == Kind.SCHEDULE) {
      String what = other.kind() == Kind.SCHEDULE ? turns(other) : "where it is cut";
      mismatch = what == null ? null : new Mismatch(other, what);
    } else if (isLast(mine) && mine.kind() == Kind.SIDEBAND && !begins(mine, other)) {
      if (!excused(records(TraceReader.decode(chunk)), mine.hart())) {
        differs(mine, other, "where it is cut");
      }
      return;
    } else if (isLast(mine) && other.kind() == Kind.SIDEBAND && !begins(mine, other)) {
      if (excused(records(chunkAt(other)), other.hart())) {
        recorded.seek(other.offset() + other.bytes());
        compare(mine);
      } else {
        differs(mine, other, "where it is cut");
      }
      return;
    } else if (!mine.sameContent(other)
        && holdsSideband(mine)
        && (sameSpan(mine, other) || isLast(mine) && begins(mine, other))) {
      String what = sidebands(other);
      if (what == null) {
        otherNames = true;
      } else {
        differs(mine, other, what);
      }
    } else if (!mine.sameContent(other)) {
      differs(mine, other, sameSpan(mine, other) ? "its content" : "where it is cut");
    } else if (mine.kind() == Kind.EPOCH || mine.kind() == Kind.FRAME && harts == 1) {
      agreed = mine.endRetired();
    }
    recorded.seek(other.offset() + other.bytes());
  }

  /**
   * Chunks of one hart differ. What it did otherwise is in a frame, which its sideband stands
   * before: that frame is waited for.
   */
  private void differs(ChunkHeader mine, ChunkHeader other, String what) throws IOException {
    Mismatch found = new Mismatch(other, what);
    if (mine.hart() == other.hart() && ofFrame(mine) && ofFrame(other)) {
      pending = found;
      collect(mine);
    } else {
      mismatch = found;
    }
  }

  /** Whether a chunk of the re-execution is before what the ring's trace has. */
  private boolean isDropped(ChunkHeader mine) {
    if (skipsMine) {
      boolean first =
          harts == 1
              ? mine.kind() != Kind.CHECKPOINT && mine.retired() >= dropped
              : mine.kind() == Kind.EPOCH && mine.retired() >= dropped;
      skipsMine = !first && mine.kind() != Kind.END;
    }
    return skipsMine;
  }

  /** Whether a chunk of the recorded trace repeats what was said in what its ring dropped. */
  private boolean isOpening(ChunkHeader other) {
    if (opened[other.hart()] || other.kind() != Kind.SIDEBAND && other.kind() != Kind.FRAME) {
      return false;
    }
    opened[other.hart()] = true;
    return other.kind() == Kind.SIDEBAND && other.retired() > 0;
  }

  /** Whether a chunk says what was executed, and not only where the trace's bytes are. */
  private boolean ofExecution(ChunkHeader chunk) {
    return switch (chunk.kind()) {
      case FRAME, SIDEBAND, END, EPOCH, SCHEDULE -> true;
      case CHECKPOINT -> !ring && !stripped;
      case HEADER, INDEX, PARITY, OTHER -> false;
    };
  }

  private static boolean ofFrame(ChunkHeader chunk) {
    return chunk.kind() == Kind.FRAME || holdsSideband(chunk);
  }

  /** Collects what the re-execution wrote after chunks differed, up to the frame. */
  private void collect(ChunkHeader mine) throws IOException {
    if (!ofFrame(mine)) {
      settle();
    } else if (mine.hart() == pending.hart()) {
      if (mine.kind() == Kind.FRAME) {
        mismatch = pending.with((Frame) TraceReader.decode(chunk), executed);
      } else if (mine.kind() == Kind.SIDEBAND) {
        executed.add((Chunk.Sideband) TraceReader.decode(chunk));
      }
    }
  }

  private static boolean holdsSideband(ChunkHeader chunk) {
    return chunk.kind() == Kind.SIDEBAND || chunk.kind() == Kind.CHECKPOINT;
  }

  /** Whether a chunk ends where the re-execution of a cut trace was ended. */
  private boolean isLast(ChunkHeader mine) {
    return ends != null
        && switch (mine.kind()) {
          case FRAME, SIDEBAND -> mine.endRetired() == ends[mine.hart()];
          case SCHEDULE -> mine.endRetired() == LongStream.of(ends).sum();
          case HEADER, CHECKPOINT, EPOCH, INDEX, END, PARITY, OTHER -> false;
        };
  }

  private static boolean begins(ChunkHeader a, ChunkHeader b) {
    return a.kind() == b.kind() && a.hart() == b.hart() && a.retired() == b.retired();
  }

  /** Whether records may be in one trace alone, because the re-execution was ended there. */
  private boolean excused(List<SidebandRecord> records, int hart) {
    return ends != null && records.stream().allMatch(r -> r.retired() >= ends[hart]);
  }

  /**
   * The last turns of a cut trace: whether the last one goes on, and which traps at its end are
   * still its own, cannot be told.
   *
   * @return in words; null if they are the same
   */
  private String turns(ChunkHeader other) throws IOException {
    Chunk.Schedule ours = (Chunk.Schedule) TraceReader.decode(chunk);
    Chunk.Schedule theirs = (Chunk.Schedule) chunkAt(other);
    int count = Math.min(ours.quanta().size(), theirs.quanta().size());
    for (int i = 0; i < count; i++) {
      Chunk.Quantum a = ours.quanta().get(i);
      Chunk.Quantum b = theirs.quanta().get(i);
      boolean same =
          i + 1 < count
              ? a.equals(b)
              : a.hart() == b.hart() && a.instructions() == b.instructions();
      if (!same) {
        return "turn %d: %s recorded, %s executed".formatted(i, b, a);
      }
    }
    return ours.quanta().size() == theirs.quanta().size() ? null : "where it is cut";
  }

  private static boolean sameSpan(ChunkHeader a, ChunkHeader b) {
    return a.kind() == b.kind()
        && a.hart() == b.hart()
        && a.retired() == b.retired()
        && a.endRetired() == b.endRetired();
  }

  /** The recorded trace's next chunk, which stays the next; null at its end. */
  private ChunkHeader next() throws IOException {
    while (true) {
      ChunkHeader h = recorded.peek();
      if (h == null) {
        Chunk skipped = recorded.next();
        if (skipped == null) {
          return null;
        }
        damaged++;
        damages++;
      } else if (!ofExecution(h) || isOpening(h)) {
        recorded.seek(h.offset() + h.bytes());
      } else {
        return h;
      }
    }
  }

  private Chunk chunkAt(ChunkHeader at) throws IOException {
    recorded.seek(at.offset());
    return recorded.next();
  }

  /**
   * What code, mappings and time say otherwise. Names of tasks and functions are what the recorder
   * made of the guest's memory, and another version of it may read them better: they are no part of
   * the execution.
   *
   * @return in words; null if nothing
   */
  private String sidebands(ChunkHeader other) throws IOException {
    List<SidebandRecord> ours = records(TraceReader.decode(chunk));
    List<SidebandRecord> theirs = records(chunkAt(other));
    for (int i = 0; i < Math.max(ours.size(), theirs.size()); i++) {
      SidebandRecord mine = i < ours.size() ? ours.get(i) : null;
      SidebandRecord its = i < theirs.size() ? theirs.get(i) : null;
      if ((mine == null || its == null)
          && excused(List.of(mine == null ? its : mine), other.hart())) {
        return null;
      }
      if (mine == null || its == null || !same(mine, its)) {
        return "at %d: %s recorded, %s executed"
            .formatted((its != null ? its : mine).retired(), text(its), text(mine));
      }
    }
    return null;
  }

  private List<SidebandRecord> records(Chunk chunk) {
    return ((Chunk.Sideband) chunk)
        .records().stream()
            .filter(
                r ->
                    r instanceof SidebandRecord.Code
                        || r instanceof SidebandRecord.Note n
                            && inputNoted
                            && n.key().equals(Machine.INPUT_NOTE)
                        || r instanceof SidebandRecord.Note m
                            && (m.key().equals(NoteKeys.RECORDING) || m.key().equals(NoteKeys.MARK))
                        || r instanceof SidebandRecord.Mapping
                        || r instanceof SidebandRecord.Time)
            .toList();
  }

  private static boolean same(SidebandRecord a, SidebandRecord b) {
    return a instanceof SidebandRecord.Code c && b instanceof SidebandRecord.Code d
        ? c.retired() == d.retired()
            && c.line() == d.line()
            && c.mask() == d.mask()
            && Arrays.equals(c.halfwords(), d.halfwords())
        : a.equals(b);
  }

  private static String text(SidebandRecord item) {
    return switch (item) {
      case null -> "nothing";
      case SidebandRecord.Code c -> {
        StringBuilder bytes = new StringBuilder();
        for (short halfword : c.halfwords()) {
          bytes.append(String.format(" %04x", halfword));
        }
        yield "code at physical 0x%x, mask %08x:%s".formatted(c.line(), c.mask(), bytes);
      }
      case SidebandRecord.Mapping m ->
          "page 0x%x showing 0x%x".formatted(m.virtualPage(), m.physicalPage());
      default -> item.toString();
    };
  }

  /** The counts of both; the reason may be one of this side. */
  private String ends(Chunk.End theirs) throws IOException {
    Chunk.End ours = (Chunk.End) TraceReader.decode(chunk);
    if (!ours.harts().equals(theirs.harts())) {
      return "instructions or verify hashes of the harts at the end: %s recorded, %s executed"
          .formatted(theirs.harts(), ours.harts());
    }
    if (ours.reason().equals(theirs.reason())
        && theirs.ticks() >= 0
        && ours.ticks() != theirs.ticks()) {
      return "guest time at the end: %d ticks recorded, %d executed"
          .formatted(theirs.ticks(), ours.ticks());
    }
    if (dropped == 0
        && (ours.frames() != theirs.frames()
            || ours.packets() != theirs.packets()
            || ours.bits() != theirs.bits()
            || ours.targets() != theirs.targets())) {
      return "the totals at the end";
    }
    boolean hashed = !ring && !stripped && !otherNames && damages == 0;
    return hashed && ours.contentHash() != theirs.contentHash() ? "the totals at the end" : null;
  }

  @Override
  public void close() {
    recorded.close();
  }
}
