package bbt.reconstruct.edit;

import bbt.packets.TraceHeader;
import bbt.packets.write.MachineWriter;
import bbt.packets.write.TraceWriter;
import bbt.ptg.Guests;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.LongConsumer;

/** Cuts a part out of a trace, and merges traces of one run into one. */
public final class TraceMaker {
  private static final long NOTHING = Long.MAX_VALUE;

  private TraceMaker() {}

  /**
   * The result of cutting or merging.
   *
   * @param written instructions that the new trace covers
   * @param retired instructions of the run, with those that it does not
   * @param bytes of the new trace
   * @param hashes whether it has verify hashes
   * @param hashesDropped whether a trace that it was made of had some, and it has none
   */
  public record Result(
      long written, long retired, long bytes, boolean hashes, boolean hashesDropped) {}

  /**
   * Writes a part of a trace.
   *
   * @param progress is told now and then how many instructions have been walked
   * @throws EditException if the trace is damaged, covers nothing of that part, or is of a run of
   *     several harts whose beginning a ring dropped, or whose end is missing
   */
  public static Result cut(Path from, Path to, Window window, LongConsumer progress)
      throws IOException {
    try (Sources sources = new Sources(List.of(from), window, progress)) {
      TraceHeader header = sources.list.getFirst().header();
      String range = window.to() == Long.MAX_VALUE ? "end" : Long.toString(window.to());
      String harts =
          window.harts().isEmpty()
              ? ""
              : " harts "
                  + String.join(
                      " ", window.harts().stream().sorted().map(String::valueOf).toList());
      SortedMap<String, String> entries = new TreeMap<>(header.entries());
      if (header.dropped() > 0) {
        long begins = begins(from, window);
        if (begins == NOTHING) {
          throw nothing(from);
        }
        entries.put(TraceHeader.DROPPED, Long.toString(begins));
      }
      edited(entries, "cut " + window.from() + " " + range + harts);
      Result result = sources.write(to, new TraceHeader(entries));
      if (result.written() == 0) {
        throw nothing(from);
      }
      return result;
    }
  }

  /**
   * Puts traces of one run together.
   *
   * @param from what several of them cover is taken of one of them
   * @param progress is told now and then how many instructions of all of them have been walked
   * @throws EditException if a trace is damaged, or they are not of one run
   */
  public static Result merge(List<Path> from, Path to, LongConsumer progress) throws IOException {
    try (Sources sources = new Sources(from, Window.ALL, progress)) {
      TraceSource first = sources.list.getFirst();
      SortedMap<String, String> entries = new TreeMap<>(run(first.header()));
      boolean hashes = true;
      boolean input = true;
      long dropped = Long.MAX_VALUE;
      for (TraceSource each : sources.list) {
        TraceHeader header = each.header();
        String differs = difference(entries, run(header));
        if (differs != null) {
          throw new EditException(
              each.path()
                  + " and "
                  + first.path()
                  + " are not of one run: "
                  + differs
                  + " is not the same in their headers");
        }
        hashes &= header.verify();
        input &= header.get("trace.input", "").equals("notes");
        dropped = Math.min(dropped, header.dropped() == 0 ? 0 : begins(each.path(), Window.ALL));
      }
      entries.put("trace.mode", first.header().get("trace.mode", "compact"));
      entries.put("trace.verify", Boolean.toString(hashes));
      if (input) {
        entries.put("trace.input", "notes");
      }
      if (dropped == NOTHING) {
        throw new EditException("nothing of the run was recorded in any of the traces");
      }
      if (dropped > 0) {
        entries.put(TraceHeader.DROPPED, Long.toString(dropped));
      }
      edited(entries, "merge " + from.size());
      return sources.write(to, new TraceHeader(entries));
    }
  }

  /**
   * The count of the first event in a part of a trace that does not begin where its run began;
   * {@link #NOTHING} if there is none. What a gap leaves out before it cannot be written as a gap:
   * there is no state to begin with.
   */
  private static long begins(Path trace, Window window) throws IOException {
    try (TraceSource source = new TraceSource(trace, window, instructions -> {})) {
      source.start();
      while (true) {
        switch (source.take()) {
          case Event.Piece piece -> {
            return piece.retired();
          }
          case Event.Trap trap -> {
            return trap.packet().retired();
          }
          case Event.Switch change -> {
            return change.packet().retired();
          }
          case Event.End end -> {
            return NOTHING;
          }
          default -> {
            // Nothing was executed.
          }
        }
      }
    }
  }

  private static EditException nothing(Path trace) {
    return new EditException(trace + ": nothing of that part was recorded");
  }

  /** Says in a header what was done to the trace, behind what was done before. */
  public static void edited(Map<String, String> entries, String how) {
    entries.merge(TraceHeader.EDITED, how, (before, now) -> before + "; " + now);
  }

  /** The header entries that tell of the run, and not of what was recorded of it. */
  private static SortedMap<String, String> run(TraceHeader header) {
    SortedMap<String, String> entries = new TreeMap<>(header.entries());
    entries
        .keySet()
        .removeIf(
            key ->
                key.startsWith("trace.")
                    && !key.equals("trace.context")
                    && !key.startsWith(TraceHeader.ORIGIN));
    return entries;
  }

  /** The first key whose values differ; null if there is none. */
  private static String difference(SortedMap<String, String> a, SortedMap<String, String> b) {
    for (String key : a.keySet()) {
      if (!Objects.equals(a.get(key), b.get(key))) {
        return key;
      }
    }
    return b.keySet().stream().filter(key -> !a.containsKey(key)).findFirst().orElse(null);
  }

  /** The traces that are read. */
  private static final class Sources implements AutoCloseable {
    private final List<TraceSource> list = new ArrayList<>();
    private final long[] walked;

    Sources(List<Path> paths, Window window, LongConsumer progress) throws IOException {
      walked = new long[paths.size()];
      try {
        for (Path path : paths) {
          int number = list.size();
          TraceSource source =
              new TraceSource(path, window, instructions -> walked(number, instructions, progress));
          list.add(source);
          if (source.harts() > 1 && source.header().dropped() > 0) {
            throw new EditException(
                path
                    + ": is of several harts and a ring dropped its beginning: such a trace is not"
                    + " edited");
          }
        }
      } catch (IOException | RuntimeException e) {
        close();
        throw e;
      }
    }

    private synchronized void walked(int number, long instructions, LongConsumer progress) {
      walked[number] = instructions;
      long sum = 0;
      for (long each : walked) {
        sum += each;
      }
      progress.accept(sum);
    }

    Result write(Path to, TraceHeader header) throws IOException {
      boolean had = list.stream().anyMatch(source -> source.header().verify());
      list.forEach(TraceSource::start);
      try (TraceWriter writer = TraceWriter.create(to, header)) {
        Splicer splicer = new Splicer(list, new MachineWriter(writer), Guests.of(header), header);
        long retired = splicer.run().retired();
        return new Result(
            splicer.written(), retired, writer.bytes(), header.verify(), had && !header.verify());
      } catch (UncheckedIOException e) {
        throw e.getCause();
      }
    }

    @Override
    public void close() throws IOException {
      for (TraceSource source : list) {
        source.close();
      }
    }
  }
}
