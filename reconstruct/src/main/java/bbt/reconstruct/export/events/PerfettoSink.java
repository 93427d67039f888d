package bbt.reconstruct.export.events;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Writes Perfetto's own format: a stream of packets in the wire format of Protocol Buffers, one for
 * each track and event. A group is a process, a track one of its threads. Names are said once and
 * are numbers from then on. Nothing is kept but these numbers.
 */
public final class PerfettoSink implements EventSink {
  /** Number of the field {@code packet} of a Trace. */
  private static final int PACKET = 1;

  // Fields of TracePacket.
  private static final int TIMESTAMP = 8;
  private static final int SEQUENCE = 10;
  private static final int TRACK_EVENT = 11;
  private static final int INTERNED_DATA = 12;
  private static final int SEQUENCE_FLAGS = 13;
  private static final int TRACK_DESCRIPTOR = 60;

  // Values of SEQUENCE_FLAGS: numbers of names mean nothing before; they mean something.
  private static final int STATE_CLEARED = 1;
  private static final int NEEDS_STATE = 2;

  // Fields of TrackDescriptor.
  private static final int UUID = 1;
  private static final int NAME = 2;
  private static final int PROCESS = 3;
  private static final int THREAD = 4;
  private static final int PARENT = 5;
  private static final int COUNTER = 8;

  // Fields of TrackEvent.
  private static final int CATEGORY_IID = 3;
  private static final int ANNOTATION = 4;
  private static final int TYPE = 9;
  private static final int NAME_IID = 10;
  private static final int TRACK = 11;
  private static final int COUNTER_VALUE = 30;

  // Values of TYPE.
  private static final int BEGIN = 1;
  private static final int END = 2;
  private static final int INSTANT = 3;
  private static final int COUNT = 4;

  // Fields of DebugAnnotation; one of them is there, whatever its value.
  private static final int INT_VALUE = 4;
  private static final int POINTER_VALUE = 7;

  /** Fields of InternedData, and what they number. */
  private enum Names {
    CATEGORY(1),
    EVENT(2),
    ANNOTATION(3);

    final int field;

    Names(int field) {
      this.field = field;
    }
  }

  /** Any number: there is one sequence of packets. */
  private static final int OUR_SEQUENCE = 1;

  /** Numbers of groups' tracks; those of threads and counters are larger. */
  private static final int FIRST_GROUP = 1;

  private static final int FIRST_TRACK = 16;

  private final OutputStream out;
  private final Map<Names, Map<String, Integer>> names = new HashMap<>();

  /** Names that are used for the first time in the present packet; null without. */
  private ProtoWriter fresh;

  private boolean cleared;

  public PerfettoSink(OutputStream out) {
    this.out = new BufferedOutputStream(out, 1 << 16);
    for (Names kind : Names.values()) {
      names.put(kind, new HashMap<>());
    }
  }

  private int number(Names kind, String name) {
    Map<String, Integer> known = names.get(kind);
    Integer number = known.get(name);
    if (number == null) {
      number = known.size() + 1;
      known.put(name, number);
      if (fresh == null) {
        fresh = new ProtoWriter();
      }
      fresh.message(kind.field, new ProtoWriter().number(1, number).text(2, name));
    }
    return number;
  }

  private void packet(int field, ProtoWriter content, long nanos) throws IOException {
    ProtoWriter packet = new ProtoWriter();
    if (nanos >= 0) {
      packet.numberOrZero(TIMESTAMP, nanos);
    }
    packet.number(SEQUENCE, OUR_SEQUENCE);
    packet.number(SEQUENCE_FLAGS, cleared ? NEEDS_STATE : STATE_CLEARED | NEEDS_STATE);
    cleared = true;
    if (fresh != null) {
      packet.message(INTERNED_DATA, fresh);
      fresh = null;
    }
    packet.message(field, content);
    out.write(new ProtoWriter().message(PACKET, packet).toBytes());
  }

  private static int uuid(Group group) {
    return FIRST_GROUP + group.ordinal();
  }

  private static int uuid(int track) {
    return FIRST_TRACK + track;
  }

  private static int pid(Group group) {
    return group.ordinal() + 1;
  }

  @Override
  public void group(Group group, String name) throws IOException {
    ProtoWriter process = new ProtoWriter().number(1, pid(group)).text(6, name);
    packet(
        TRACK_DESCRIPTOR,
        new ProtoWriter().number(UUID, uuid(group)).message(PROCESS, process),
        -1);
  }

  @Override
  public void track(Group group, int track, String name) throws IOException {
    ProtoWriter thread =
        new ProtoWriter().number(1, pid(group)).number(2, uuid(track)).text(5, name);
    packet(
        TRACK_DESCRIPTOR,
        new ProtoWriter()
            .number(UUID, uuid(track))
            .text(NAME, name)
            .number(PARENT, uuid(group))
            .message(THREAD, thread),
        -1);
  }

  @Override
  public void counters(Group group, int track, String name, List<String> all, String unit)
      throws IOException {
    for (int i = 0; i < all.size(); i++) {
      ProtoWriter counter = new ProtoWriter().text(6, unit);
      packet(
          TRACK_DESCRIPTOR,
          new ProtoWriter()
              .number(UUID, uuid(track + i))
              .text(NAME, name + ": " + all.get(i))
              .number(PARENT, uuid(group))
              .message(COUNTER, counter),
          -1);
    }
  }

  private ProtoWriter event(int type, int track) {
    return new ProtoWriter().number(TYPE, type).number(TRACK, uuid(track));
  }

  private ProtoWriter with(ProtoWriter event, List<Argument> all) {
    for (Argument each : all) {
      event.message(
          ANNOTATION,
          new ProtoWriter()
              .number(1, number(Names.ANNOTATION, each.key()))
              .numberOrZero(each.address() ? POINTER_VALUE : INT_VALUE, each.value()));
    }
    return event;
  }

  private ProtoWriter named(ProtoWriter event, String name, String category) {
    return event
        .number(CATEGORY_IID, number(Names.CATEGORY, category))
        .number(NAME_IID, number(Names.EVENT, name));
  }

  @Override
  public void begin(
      Group group, int track, long nanos, String name, String category, List<Argument> with)
      throws IOException {
    packet(TRACK_EVENT, with(named(event(BEGIN, track), name, category), with), nanos);
  }

  @Override
  public void end(Group group, int track, long nanos, List<Argument> with) throws IOException {
    packet(TRACK_EVENT, with(event(END, track), with), nanos);
  }

  @Override
  public void instant(
      Group group, int track, long nanos, String name, String category, List<Argument> with)
      throws IOException {
    packet(TRACK_EVENT, with(named(event(INSTANT, track), name, category), with), nanos);
  }

  @Override
  public void count(
      Group group, int track, long nanos, String name, List<String> all, long[] values)
      throws IOException {
    for (int i = 0; i < values.length; i++) {
      packet(TRACK_EVENT, event(COUNT, track + i).numberOrZero(COUNTER_VALUE, values[i]), nanos);
    }
  }

  /** An event at the very start, so that SQL finds them. */
  @Override
  public void facts(String trace, List<Argument> facts) throws IOException {
    packet(
        TRACK_EVENT,
        with(
            named(
                new ProtoWriter().number(TYPE, INSTANT).number(TRACK, uuid(Group.HARTS)),
                "bbt export of " + trace,
                "bbt"),
            facts),
        0);
  }

  @Override
  public void close() throws IOException {
    out.flush();
  }
}
