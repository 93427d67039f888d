package bbt.translator.console;

import bbt.translator.device.TimeBase;
import bbt.translator.state.Fields;
import java.io.ByteArrayOutputStream;
import java.util.List;
import java.util.function.IntSupplier;

/**
 * Brings console input to the guest at moments that the guest's state decides (docs/determinism.md
 * 10).
 *
 * <p>Where the guest executes a program for the host, all input is the program's. Piped input is
 * read when all harts wait: then the program may be waiting for it.
 *
 * <p>Piped input: at every multiple of {@link #POLL_TICKS} at which a receiver listens and is
 * empty, bytes are read, blocking, up to a line or a FIFO's worth. Interactive input is taken
 * whenever the machine looks; a log of it makes the run repeatable.
 */
public final class ConsoleInput {
  /** Virtual time between two looks at piped input: 1 ms. */
  static final long POLL_TICKS = 10_000;

  private static final int CHUNK = 16;

  /** A program gets a line at once, or so many bytes. */
  private static final int BLOCK = 4096;

  /** A program that takes standard input, in blocks. */
  public interface BlockReceiver {
    /** Whether all that came before is in its buffers. */
    boolean takesInput();

    /** A block arrives. */
    void input(byte[] block);

    /** Nothing arrives any more. */
    void endOfInput();
  }

  /** A device that takes console input. */
  public interface Receiver {
    /** Whether the guest waits for input on this device. */
    boolean listening();

    /** Whether everything that arrived was taken. */
    boolean receiverEmpty();

    /** Whether one more byte can arrive. */
    boolean canReceive();

    void receive(int octet);
  }

  private final ConsolePort port;
  private final List<Receiver> receivers;

  /** Null unless the input is a program's. */
  private final BlockReceiver program;

  private final Arrivals log;
  private final InputLog.Track<Integer> replay;
  private boolean ended;
  private long nextPoll = POLL_TICKS;

  /**
   * @param receivers in order of preference
   * @param program takes all input, or null
   * @param log where arrivals are taken down
   * @param replay arrivals to repeat instead of {@code port}'s input, or null
   */
  public ConsoleInput(
      ConsolePort port,
      List<Receiver> receivers,
      BlockReceiver program,
      Arrivals log,
      InputLog.Replay replay) {
    this.port = port;
    this.receivers = List.copyOf(receivers);
    this.program = program;
    this.log = log;
    this.replay = replay == null ? null : replay.console();
  }

  /** Whether input comes in real time. */
  public boolean interactive() {
    return replay == null && port.interactive();
  }

  /** Whether input comes from a log. */
  public boolean repeated() {
    return replay != null;
  }

  /** Whether no input can come any more. */
  public boolean ended() {
    return replay != null ? replay.nextRetired() == Long.MAX_VALUE : ended;
  }

  /**
   * The tick at which input may arrive without another instruction, or {@link TimeBase#NEVER}.
   *
   * @param retired the count that has been reached
   */
  public long nextTick(long retired) {
    if (replay != null) {
      return replay.nextTick(retired);
    }
    return port.interactive() || ended || program != null || listener() == null
        ? TimeBase.NEVER
        : nextPoll;
  }

  /** The next tick at which input may arrive while all harts wait: 0 means at once. */
  public long idleTick(long retired) {
    return program != null && waits() && program.takesInput() ? 0 : nextTick(retired);
  }

  /** Whether there may be piped input that has not arrived. */
  public boolean waits() {
    return replay == null && !ended && !port.interactive();
  }

  /**
   * Whether piped input waits for the guest to take what came before: time alone changes nothing.
   */
  public boolean unread() {
    Receiver to =
        replay != null || port.interactive() || ended || program != null ? null : listener();
    return to != null && !to.receiverEmpty();
  }

  /** The retired count at which logged input arrives, or Long.MAX_VALUE. */
  public long nextRetired() {
    return replay != null ? replay.nextRetired() : Long.MAX_VALUE;
  }

  /** Delivers what is due while all harts wait. */
  public void idle(long retired, long tick) {
    if (program != null && waits() && program.takesInput()) {
      port.flush();
      block(port::read, retired, tick);
    } else {
      event(retired, tick);
    }
  }

  /** Gives the program a block of what a source has; nothing: there will be none any more. */
  private void block(IntSupplier source, long retired, long tick) {
    ByteArrayOutputStream block = new ByteArrayOutputStream();
    int b = 0;
    while (block.size() < BLOCK && b != '\n') {
      b = source.getAsInt();
      if (b < 0) {
        break;
      }
      log.octet(retired, tick, b);
      block.write(b);
    }
    if (block.size() > 0) {
      program.input(block.toByteArray());
    } else {
      ended = true;
      log.end(retired, tick);
      program.endOfInput();
    }
  }

  private void repeatBlock(long retired, long tick) {
    ByteArrayOutputStream block = new ByteArrayOutputStream();
    boolean end = false;
    for (Integer b = replay.take(retired, tick); b != null; b = replay.take(retired, tick)) {
      takeDown(b, retired, tick);
      if (b == InputLog.ENDED) {
        end = true;
      } else {
        block.write(b);
      }
    }
    if (block.size() > 0) {
      program.input(block.toByteArray());
    }
    if (end) {
      ended = true;
      program.endOfInput();
    }
  }

  /** Delivers what is due at a node end. */
  public void event(long retired, long tick) {
    if (program != null) {
      if (replay != null) {
        repeatBlock(retired, tick);
      } else if (port.interactive() && !ended && program.takesInput()) {
        int[] first = {port.poll()};
        if (first[0] >= 0 || port.ended()) {
          block(
              () -> {
                int b = first[0];
                first[0] = -1;
                return b >= 0 ? b : port.poll();
              },
              retired,
              tick);
        }
      }
    } else if (replay != null) {
      for (Integer b = replay.take(retired, tick); b != null; b = replay.take(retired, tick)) {
        arrived(target(), b, retired, tick);
      }
    } else if (port.interactive()) {
      Receiver to = target();
      while (to.canReceive()) {
        int b = port.poll();
        if (b < 0) {
          return;
        }
        deliver(to, b, retired, tick);
      }
    } else if (!ended && tick >= nextPoll) {
      nextPoll = (tick / POLL_TICKS + 1) * POLL_TICKS;
      Receiver to = listener();
      if (to != null && to.receiverEmpty()) {
        readChunk(to, retired, tick);
      }
    }
  }

  private void readChunk(Receiver to, long retired, long tick) {
    port.flush();
    for (int i = 0; i < CHUNK && to.canReceive(); i++) {
      int b = port.read();
      if (b < 0) {
        ended = true;
        log.end(retired, tick);
        return;
      }
      deliver(to, b, retired, tick);
      if (b == '\n') {
        return;
      }
    }
  }

  /** The guest asks the firmware for a byte; -1 if there is none now. */
  public int pull(long retired, long tick) {
    if (program != null) {
      return -1;
    }
    if (replay != null) {
      Integer logged = replay.take(retired, tick);
      if (logged == null) {
        return -1;
      }
      takeDown(logged, retired, tick);
      return logged == InputLog.ENDED ? -1 : logged;
    }
    int b;
    if (port.interactive()) {
      b = port.poll();
    } else {
      if (ended || tick < nextPoll) {
        return -1;
      }
      port.flush();
      b = port.read();
      ended = b < 0;
      if (ended) {
        log.end(retired, tick);
      }
      if (b == '\n') { // the guest gets time to act on a line before it must wait for the next
        nextPoll = (tick / POLL_TICKS + 1) * POLL_TICKS;
      }
    }
    if (b >= 0) {
      log.octet(retired, tick, b);
    }
    return b;
  }

  private void deliver(Receiver to, int octet, long retired, long tick) {
    log.octet(retired, tick, octet);
    to.receive(octet);
  }

  /** Delivers an entry of a log whose moment has come. */
  private void arrived(Receiver to, int what, long retired, long tick) {
    takeDown(what, retired, tick);
    if (what != InputLog.ENDED) {
      to.receive(what);
    }
  }

  private void takeDown(int what, long retired, long tick) {
    if (what == InputLog.ENDED) {
      log.end(retired, tick);
    } else {
      log.octet(retired, tick, what);
    }
  }

  private Receiver listener() {
    for (Receiver r : receivers) {
      if (r.listening()) {
        return r;
      }
    }
    return null;
  }

  private Receiver target() {
    Receiver r = listener();
    return r != null ? r : receivers.get(0);
  }

  /** Saves or loads the state, for a snapshot. */
  public void state(Fields f) {
    ended = f.of(ended);
    nextPoll = f.of(nextPoll);
    if (replay != null) {
      replay.state(f);
    } else {
      f.of(0); // a repetition goes on where the run itself stood
    }
  }
}
