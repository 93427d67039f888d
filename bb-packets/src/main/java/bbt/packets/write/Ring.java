package bbt.packets.write;

import bbt.packets.Chunk;
import bbt.packets.FrameDecoder;
import bbt.packets.NoteKeys;
import bbt.packets.ParityWriter;
import bbt.packets.SidebandCodec;
import bbt.packets.SidebandRecord;
import bbt.packets.bytes.ByteSink;
import bbt.packets.bytes.ByteSource;
import bbt.packets.bytes.PacketFormat;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Keeps the last part of a trace within a bounded size. Its chunks form groups, from one place at
 * which all harts have checkpoints to the next; the oldest groups are dropped. Of these stays what
 * a reader of the rest needs: the first kept group's checkpoints, and all names, notes and skipped
 * time of before.
 */
final class Ring {
  /** A group ends when it has this part of the ring, besides its checkpoints. */
  private static final int GROUPS = 8;

  /** Notes of input stay as long as they take no more than this part of the ring. */
  private static final int INPUT_PART = 8;

  /** END and the trailer, at most. */
  private static final long END_BYTES = 1 << 13;

  private static final int INDEX_ENTRY = 40;

  /** The key of notes that repeat the guest's input. */
  private static final String INPUT = "input";

  /**
   * A chunk in the file.
   *
   * @param clock for the index
   */
  record Kept(int type, int hart, long retired, long clock, long offset, int bytes) {}

  /** Chunks from a place where the trace can begin to the next such place. */
  static final class Group {
    /** Instructions of all harts before it. */
    final long clock;

    /** A checkpoint of each hart that had started. */
    final Map<Integer, Kept> checkpoints = new TreeMap<>();

    final List<Kept> chunks = new ArrayList<>();
    private final List<SidebandRecord> facts = new ArrayList<>();
    private long bytes;
    private long checkpointBytes;
    private long frames;
    private long packets;
    private long bits;
    private long targets;

    Group(long clock) {
      this.clock = clock;
    }

    /** Whether only what it begins with is there. */
    private boolean isFresh() {
      return chunks.stream().allMatch(chunk -> chunk.type() == PacketFormat.EPOCH);
    }
  }

  private final long size;
  private final int harts;
  private final Deque<Group> groups = new ArrayDeque<>();

  /** The names from groups that were dropped. */
  private final List<SidebandRecord> names = new ArrayList<>();

  /** The notes of each process or thread, by key and number. */
  private final Map<String, List<SidebandRecord>> processes = new LinkedHashMap<>();

  private List<SidebandRecord> inputs = new ArrayList<>();
  private long inputBytes;
  private long ticks;

  /** Counts of the frames that were dropped. */
  private long frames;

  private long packets;
  private long bits;
  private long targets;

  /** Bytes before the first group's chunks, as they were when the file was written anew. */
  private long openingBytes;

  /** Whether an epoch that comes begins a group. */
  private boolean due;

  /**
   * @param size bytes that the file may have
   */
  Ring(long size, int harts) {
    this.size = size;
    this.harts = harts;
    groups.add(new Group(0));
  }

  /** Whether a group should end as soon as it can: all harts are to write checkpoints. */
  boolean due() {
    Group last = groups.getLast();
    due = last.bytes - last.checkpointBytes >= size / GROUPS;
    return due;
  }

  /** Whether so many bytes more fit behind those of the file, with all that its end takes. */
  boolean fits(long offset, long more) {
    return more + offset + reserve() <= size;
  }

  private long reserve() {
    long entries = groups.stream().mapToLong(group -> group.chunks.size()).sum() + 2L;
    long parity =
        PacketFormat.CHUNK_HEADER
            + ParityWriter.length(0, Math.min(size, 2L * PacketFormat.MAX_GROUP));
    return END_BYTES + 2 * parity + entries * INDEX_ENTRY;
  }

  /** Whether a chunk begins a group. */
  boolean begins(int type) {
    return harts == 1 ? type == PacketFormat.CHECKPOINT : type == PacketFormat.EPOCH && due;
  }

  /** A chunk that is about to be written begins a group. */
  void begin(long clock) {
    groups.add(new Group(clock));
    due = false;
  }

  /** A chunk was written. */
  void wrote(Kept chunk, ByteSink content) {
    Group group = groups.getLast();
    if (chunk.type() == PacketFormat.CHECKPOINT && group.isFresh()) {
      group.checkpoints.put(chunk.hart(), chunk);
      group.checkpointBytes += chunk.bytes();
    } else {
      group.chunks.add(chunk);
    }
    group.bytes += chunk.bytes();
    try {
      ByteSource in = new ByteSource(content.array(), 0, content.size(), chunk.offset());
      if (chunk.type() == PacketFormat.FRAME) {
        FrameDecoder.Counts counts = FrameDecoder.counts(in, chunk.retired());
        group.frames++;
        group.packets += counts.packets();
        group.bits += counts.bits();
        group.targets += counts.targets();
      } else if (chunk.type() == PacketFormat.SIDEBAND) {
        List<SidebandRecord> records =
            SidebandCodec.readSideband(in, chunk.offset(), false, chunk.hart(), chunk.retired())
                .records();
        records.stream().filter(Ring::isFact).forEach(group.facts::add);
      }
    } catch (IOException e) {
      throw new IllegalStateException("the writer's own chunk cannot be read", e);
    }
  }

  /** Whether no checkpoint repeats it. */
  private static boolean isFact(SidebandRecord item) {
    return item instanceof SidebandRecord.Symbols
        || item instanceof SidebandRecord.Note
        || item instanceof SidebandRecord.Time;
  }

  /** Notes how many bytes of the file are no chunks of groups. */
  void opened(long bytes) {
    openingBytes = bytes;
  }

  /**
   * Drops the oldest groups, as many as leave a part of the ring free, if so many can be; at least
   * one.
   *
   * @param part what may stay, in quarters of the ring
   * @return the groups that stay; empty if none can be dropped
   */
  List<Group> drop(int part) {
    long most = size / 4 * part - reserve() - openingBytes;
    long kept = groups.stream().mapToLong(group -> group.bytes).sum();
    // The last group's checkpoints may not be written yet.
    int least = groups.getLast().isFresh() ? 2 : 1;
    if (groups.size() <= least) {
      return List.of();
    }
    do {
      Group old = groups.remove();
      kept -= old.bytes;
      frames += old.frames;
      packets += old.packets;
      bits += old.bits;
      targets += old.targets;
      old.facts.forEach(this::remember);
    } while (groups.size() > least && kept > most);
    return List.copyOf(groups);
  }

  private void remember(SidebandRecord item) {
    switch (item) {
      case SidebandRecord.Time time -> ticks += time.ticks();
      case SidebandRecord.Note note when note.key().equals(INPUT) -> remember(note);
      case SidebandRecord.Note note
          when note.key().equals(NoteKeys.USER_IMAGES)
              || note.key().equals(NoteKeys.USER_PROGRAM)
              || note.key().equals(NoteKeys.USER_THREAD) -> {
        String[] words = note.value().split(" ", 2);
        List<SidebandRecord> its =
            processes.computeIfAbsent(note.key() + " " + words[0], key -> new ArrayList<>());
        if (words.length < 2 || !words[1].startsWith("+")) {
          its.clear(); // another program, or another thread
          if (note.key().equals(NoteKeys.USER_IMAGES)) {
            processes.remove(NoteKeys.USER_PROGRAM + " " + words[0]);
          }
        }
        its.add(note);
      }
      default -> names.add(item);
    }
  }

  private void remember(SidebandRecord.Note input) {
    if (inputs != null) {
      inputBytes += input.value().length();
      inputs.add(input);
      inputs = inputBytes > size / INPUT_PART ? null : inputs;
    }
  }

  /** Whether all input that reached the guest is still known. */
  boolean knowsInput() {
    return inputs != null;
  }

  /**
   * Writes what was said before a hart's count and no checkpoint repeats.
   *
   * @param content ends with a record of that count
   */
  void writeFacts(ByteSink content, long retired) {
    names.forEach(item -> write(content, item, retired));
    processes.values().forEach(its -> its.forEach(item -> write(content, item, retired)));
    if (inputs != null) {
      inputs.forEach(item -> write(content, item, retired));
    }
    if (ticks > 0) {
      write(content, new SidebandRecord.Time(retired, ticks), retired);
    }
  }

  private static void write(ByteSink content, SidebandRecord item, long retired) {
    SidebandRecord moved =
        switch (item) {
          case SidebandRecord.Symbols s ->
              new SidebandRecord.Symbols(
                  retired, s.image(), s.addressSpace(), s.addresses(), s.names());
          case SidebandRecord.Note n -> new SidebandRecord.Note(retired, n.key(), n.value());
          case SidebandRecord.Code c -> c;
          case SidebandRecord.Mapping m -> m;
          case SidebandRecord.Task t -> t;
          case SidebandRecord.Time t -> t;
        };
    SidebandCodec.writeRecord(content, moved, retired);
  }

  /** The file was written anew: where the chunks of a group that stayed are now. */
  static void moved(Group group, List<Kept> chunks, Map<Integer, Kept> checkpoints) {
    group.chunks.clear();
    group.chunks.addAll(chunks);
    group.checkpoints.clear();
    group.checkpoints.putAll(checkpoints);
  }

  /** The totals without those of what was dropped. */
  Chunk.End left(Chunk.End all) {
    return new Chunk.End(
        all.offset(),
        all.harts(),
        all.exitCode(),
        all.reason(),
        all.frames() - frames,
        all.packets() - packets,
        all.bits() - bits,
        all.targets() - targets,
        all.contentHash(),
        all.ticks());
  }
}
