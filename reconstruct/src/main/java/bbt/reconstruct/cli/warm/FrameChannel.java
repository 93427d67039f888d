package bbt.reconstruct.cli.warm;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * A connection between a client and the warm process: frames of one byte of kind, four bytes of
 * length and so many bytes. One thread may receive; any may send.
 */
final class FrameChannel implements Closeable {
  // A client's first frame.

  /** Run a command: working directory, {@code 1} if standard input is a terminal, arguments. */
  static final int RUN = 'r';

  /** Asks the warm process for its state. */
  static final int STATUS = 's';

  /** Asks the warm process to end. */
  static final int STOP = 'q';

  // Then from a client.

  /** Bytes of standard input; none: its end. */
  static final int INPUT = 'i';

  /** All output has been written; or, as text, why not. */
  static final int WRITTEN = 'w';

  /** A signal wants to end the client. */
  static final int INTERRUPT = 'c';

  // From the warm process.

  /** The warm process is of another build: it ends, another one must be started. */
  static final int OUTDATED = 'o';

  /** The command will be run. */
  static final int READY = 'y';

  /** Bytes for standard output. */
  static final int OUT = '1';

  /** Bytes for standard error. */
  static final int ERR = '2';

  /** One {@link #INPUT} is wanted. */
  static final int WANT = 'n';

  /** Asks for {@link #WRITTEN}. */
  static final int FLUSH = 'f';

  /** The terminal is to be raw. */
  static final int RAW = 't';

  /** The terminal is to be as it was. */
  static final int COOKED = 'u';

  /** The command has ended; its exit code as text. */
  static final int EXIT = 'x';

  /** The most bytes of a frame: what is longer is no frame. */
  private static final int MOST = 1 << 24;

  private final SocketChannel channel;

  FrameChannel(SocketChannel channel) {
    this.channel = channel;
  }

  /**
   * A frame that was received.
   *
   * @param kind one of the constants
   */
  record Frame(int kind, byte[] data) {
    String text() {
      return new String(data, StandardCharsets.UTF_8);
    }

    /** The strings of {@link FrameChannel#send(int, List)}. */
    List<String> strings() throws IOException {
      List<String> list = new ArrayList<>();
      ByteBuffer buffer = ByteBuffer.wrap(data);
      try {
        while (buffer.hasRemaining()) {
          byte[] text = new byte[Math.clamp(buffer.getInt(), 0, MOST)];
          buffer.get(text);
          list.add(new String(text, StandardCharsets.UTF_8));
        }
      } catch (BufferUnderflowException e) {
        throw new IOException("not a frame of the warm process", e);
      }
      return list;
    }
  }

  void send(int kind) throws IOException {
    send(kind, new byte[0], 0, 0);
  }

  void send(int kind, String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    send(kind, bytes, 0, bytes.length);
  }

  void send(int kind, List<String> strings) throws IOException {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (String each : strings) {
      byte[] bytes = each.getBytes(StandardCharsets.UTF_8);
      all.writeBytes(ByteBuffer.allocate(4).putInt(bytes.length).array());
      all.writeBytes(bytes);
    }
    send(kind, all.toByteArray(), 0, all.size());
  }

  synchronized void send(int kind, byte[] bytes, int offset, int length) throws IOException {
    ByteBuffer buffer = ByteBuffer.allocate(5 + length);
    buffer.put((byte) kind).putInt(length).put(bytes, offset, length).flip();
    while (buffer.hasRemaining()) {
      channel.write(buffer);
    }
  }

  /** The next frame; {@code null} when the other side has gone. */
  Frame receive() {
    try {
      ByteBuffer head = read(5);
      if (head == null) {
        return null;
      }
      int kind = head.get();
      int length = head.getInt();
      if (length < 0 || length > MOST) {
        return null;
      }
      ByteBuffer data = read(length);
      return data == null ? null : new Frame(kind, data.array());
    } catch (IOException e) {
      return null;
    }
  }

  private ByteBuffer read(int bytes) throws IOException {
    ByteBuffer buffer = ByteBuffer.allocate(bytes);
    while (buffer.hasRemaining()) {
      if (channel.read(buffer) < 0) {
        return null;
      }
    }
    return buffer.flip();
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
