package bbt.reconstruct.gdb;

import bbt.reconstruct.gdb.targets.Motion;
import bbt.reconstruct.gdb.targets.ProtocolException;
import bbt.reconstruct.gdb.targets.Stop;
import bbt.reconstruct.gdb.targets.Target;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * Serves one gdb, from its connection to its end. A thread of its own reads packets; the one that
 * calls {@link #run} serves them, one after the other.
 */
final class GdbSession {
  private static final String OK = "OK";
  private static final String UNKNOWN = "";

  /** EINVAL and EFAULT, as gdb knows them. */
  private static final String INVALID = "E16";

  private static final String NO_MEMORY = "E0e";

  private final Target target;
  private final PacketReader reader;
  private final PacketWriter writer;
  private final RegisterLayout layout;
  private final ServedFile file;
  private final Queries queries;
  private final Points points = new Points();
  private final LinkedBlockingQueue<Message> messages = new LinkedBlockingQueue<>();

  /** The messages that gdb sent before the target stood still. */
  private final Deque<Message> early = new ArrayDeque<>();

  private Features features = Features.NONE;
  private boolean acknowledging = true;

  /** Where the target stands; null while it runs. */
  private Stop stop;

  /** The hart that gdb looks at, and the one that steps. */
  private int looked;

  private int stepped;

  /** The ways in which gdb ends a session: it lets the target go on, ends it, or is gone. */
  private enum End {
    NOT_YET,
    DETACHED,
    KILLED,
    GONE
  }

  private End end = End.NOT_YET;

  GdbSession(InputStream in, OutputStream out, Target target) {
    this.target = target;
    this.reader = new PacketReader(new BufferedInputStream(in));
    this.writer = new PacketWriter(out);
    this.layout = new RegisterLayout(target);
    this.file = new ServedFile(target.symbols());
    this.queries = new Queries(target, layout, file);
  }

  /**
   * Serves until gdb goes.
   *
   * @return false if it went without saying whether the target is to go on
   */
  boolean run() throws InterruptedException {
    Thread.ofPlatform().daemon().name("gdb-input").start(this::read);
    target.attach(at -> messages.add(new Message.Stopped(at)));
    try {
      awaitFirstStop();
      while (end == End.NOT_YET) {
        serve(early.isEmpty() ? messages.take() : early.remove());
      }
    } catch (IOException e) {
      end = End.GONE;
    }
    switch (end) {
      case KILLED -> target.kill();
      case DETACHED -> target.detach(true);
      case NOT_YET, GONE -> target.detach(false);
    }
    return end == End.DETACHED || end == End.KILLED || isOver();
  }

  private boolean isOver() {
    return stop != null && stop.reason() == Stop.Reason.EXITED;
  }

  private void read() {
    Message message;
    do {
      message = reader.next();
      messages.add(message);
    } while (!(message instanceof Message.Closed));
  }

  /** Packets wait until the target stands still; what came before the end of all still counts. */
  private void awaitFirstStop() throws InterruptedException {
    while (stop == null && end == End.NOT_YET) {
      Message message = messages.take();
      if (message instanceof Message.Stopped at) {
        stopped(at.stop());
      } else if (message instanceof Message.Closed && early.isEmpty()) {
        end = End.GONE;
      } else {
        early.add(message);
      }
    }
  }

  private void stopped(Stop at) {
    stop = at;
    looked = at.hart();
    stepped = at.hart();
  }

  private void serve(Message message) throws IOException {
    switch (message) {
      case Message.Packet packet -> {
        if (acknowledging) {
          writer.acknowledge(packet.valid());
        }
        if (packet.valid()) {
          serve(packet.data());
        }
      }
      case Message.Interrupt interrupt -> {
        if (stop == null) {
          target.interrupt();
        }
      }
      case Message.Again again -> writer.again();
      case Message.Closed closed -> end = End.GONE;
      case Message.Stopped at -> {
        boolean awaited = stop == null;
        stopped(at.stop());
        if (awaited && !stop.message().isEmpty()) {
          writer.send("O" + HexText.of(stop.message() + "\n"));
        }
        if (awaited) {
          writer.send(StopReply.of(stop, target, layout, features));
        }
      }
    }
  }

  private void serve(String packet) throws IOException {
    String answer;
    try {
      answer = stop != null ? answer(packet) : "E.the target is running";
    } catch (ProtocolException e) {
      answer = "E." + e.getMessage();
    } catch (RuntimeException e) {
      answer = "E.internal error: " + e;
    }
    if (answer != null) {
      writer.send(answer);
    }
    if (packet.equals("QStartNoAckMode")) {
      acknowledging = false;
    }
  }

  /** The answer; null where there is none, or none yet. */
  private String answer(String packet) {
    if (isOver() && "?DkvqQH!".indexOf(first(packet)) < 0) {
      return "E.the guest has ended";
    }
    String rest = packet.isEmpty() ? "" : packet.substring(1);
    return switch (first(packet)) {
      case '?' -> StopReply.of(stop, target, layout, features);
      case '!' -> OK;
      case 'g' -> layout.all(target.state(looked));
      case 'G' -> {
        checkWritable();
        layout.setAll(target.state(looked), rest);
        yield OK;
      }
      case 'p' -> layout.one(target.state(looked), HexText.number(rest, Integer.MAX_VALUE));
      case 'P' -> writeRegister(rest);
      case 'm' -> readMemory(rest);
      case 'M' -> writeMemory(rest, true);
      case 'X' -> writeMemory(rest, false);
      case 'Z', 'z' -> changePoint(packet);
      case 'H' -> selectThread(rest);
      case 'T' -> {
        ThreadId.hart(rest, looked, target.harts());
        yield OK;
      }
      case 'c', 'C' -> resume(Motion.run(false));
      case 's', 'S' -> resume(Motion.step(stepped, false));
      case 'b' -> backwards(packet);
      case 'v' -> multiLetter(packet);
      case 'q', 'Q' -> query(packet);
      case 'D' -> {
        end = End.DETACHED;
        yield OK;
      }
      case 'k' -> {
        end = End.KILLED;
        yield null;
      }
      default -> UNKNOWN;
    };
  }

  private static char first(String packet) {
    return packet.isEmpty() ? ' ' : packet.charAt(0);
  }

  private String resume(Motion motion) {
    stop = null;
    target.resume(motion);
    return null;
  }

  private String backwards(String packet) {
    if (!target.reversible()) {
      return UNKNOWN;
    }
    return switch (packet) {
      case "bc" -> resume(Motion.run(true));
      case "bs" -> resume(Motion.step(stepped, true));
      default -> UNKNOWN;
    };
  }

  private String multiLetter(String packet) {
    if (packet.equals("vCont?")) {
      return Resumption.ACTIONS;
    }
    if (packet.startsWith("vCont")) {
      if (isOver()) {
        return "E.the guest has ended";
      }
      return resume(Resumption.vCont(packet.substring(5), stepped, target.harts()));
    }
    if (packet.startsWith("vAttach;")) {
      return StopReply.of(stop, target, layout, features);
    }
    if (packet.startsWith("vFile:")) {
      return file.answer(packet.substring("vFile:".length()));
    }
    if (packet.startsWith("vKill;")) {
      end = End.KILLED;
      return OK;
    }
    return UNKNOWN;
  }

  private String query(String packet) {
    if (packet.equals("QStartNoAckMode")) {
      return OK;
    }
    if (packet.startsWith("qSupported:")) {
      features = Features.of(packet.substring("qSupported:".length()));
    }
    return queries.answer(packet, looked);
  }

  private String selectThread(String rest) {
    if (rest.length() < 2) {
      return INVALID;
    }
    int hart = ThreadId.hart(rest.substring(1), looked, target.harts());
    switch (rest.charAt(0)) {
      case 'g' -> looked = hart;
      case 'c' -> stepped = hart;
      default -> {
        return INVALID;
      }
    }
    return OK;
  }

  private String changePoint(String packet) {
    if (!points.change(packet)) {
      return UNKNOWN;
    }
    target.points(points.all());
    return OK;
  }

  // ---- registers and memory

  private void checkWritable() {
    String refusal = target.refusesWrites();
    if (refusal != null) {
      throw new ProtocolException(refusal);
    }
  }

  private String writeRegister(String rest) {
    checkWritable();
    int equals = rest.indexOf('=');
    if (equals < 0) {
      return INVALID;
    }
    int number = HexText.number(rest.substring(0, equals), Integer.MAX_VALUE);
    layout.set(target.state(looked), number, rest.substring(equals + 1));
    return OK;
  }

  /** {@code address,length}. */
  private record Range(long address, int length) {
    static Range of(String text) {
      int comma = text.indexOf(',');
      if (comma < 0) {
        throw new ProtocolException("not an address and a length: " + text);
      }
      return new Range(
          HexText.number(text.substring(0, comma)),
          HexText.number(text.substring(comma + 1), Integer.MAX_VALUE));
    }
  }

  private String readMemory(String rest) {
    Range range = Range.of(rest);
    byte[] bytes = new byte[Math.min(range.length(), PacketReader.MAX / 2)];
    int read = target.read(looked, range.address(), bytes);
    return read == 0 && bytes.length > 0 ? NO_MEMORY : HexText.of(bytes, read);
  }

  private String writeMemory(String rest, boolean hexadecimal) {
    int colon = rest.indexOf(':');
    if (colon < 0) {
      return INVALID;
    }
    Range range = Range.of(rest.substring(0, colon));
    String data = rest.substring(colon + 1);
    byte[] bytes = hexadecimal ? HexText.bytes(data) : data.getBytes(StandardCharsets.ISO_8859_1);
    if (bytes.length != range.length()) {
      return INVALID;
    }
    if (bytes.length == 0) { // gdb tries whether X packets are understood
      return OK;
    }
    checkWritable();
    return target.write(looked, range.address(), bytes) ? OK : NO_MEMORY;
  }
}
