package bbt.reconstruct.cli.warm;

import bbt.translator.region.RegionStore;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** The caller of a command in the warm process: a client at the other end of a connection. */
final class Session implements Caller {
  private static final int BLOCK = 1 << 16;
  private static final byte[] END = {};

  private final FrameChannel wire;
  private final Path directory;
  private final boolean onTerminal;
  private final RegionStore regions;
  private final PrintStream err;
  private final OutputStream out = new ClientOutput();
  private final InputStream in = new ClientInput();
  private final BlockingQueue<byte[]> input = new LinkedBlockingQueue<>();

  /** Answers to {@link FrameChannel#FLUSH}. */
  private final BlockingQueue<String> written = new LinkedBlockingQueue<>();

  private volatile boolean gone;

  /**
   * @param directory where the client was started
   * @param onTerminal whether its standard input is a terminal
   */
  Session(FrameChannel wire, Path directory, boolean onTerminal, RegionStore regions) {
    this.wire = wire;
    this.directory = directory;
    this.onTerminal = onTerminal;
    this.regions = regions;
    OutputStream errors =
        new OutputStream() {
          @Override
          public void write(int octet) throws IOException {
            write(new byte[] {(byte) octet}, 0, 1);
          }

          @Override
          public void write(byte[] bytes, int offset, int length) throws IOException {
            wire.send(FrameChannel.ERR, bytes, offset, length);
          }
        };
    this.err = new PrintStream(errors, true, StandardCharsets.UTF_8);
  }

  /** The client sent input, or its end. */
  void received(byte[] bytes) {
    input.add(bytes);
  }

  /** The client has written everything, or cannot. */
  void wrote(String failure) {
    written.add(failure);
  }

  /** Notes that the client is gone. */
  void lost() {
    gone = true;
    input.add(END);
    written.add("");
  }

  @Override
  public InputStream in() {
    return in;
  }

  @Override
  public OutputStream out() {
    return out;
  }

  @Override
  public PrintStream err() {
    return err;
  }

  @Override
  public Path path(String name) {
    return directory.resolve(name);
  }

  @Override
  public TerminalModes terminal() {
    return onTerminal
        ? new TerminalModes() {
          @Override
          public void raw() {
            tell(FrameChannel.RAW);
          }

          @Override
          public void close() {
            tell(FrameChannel.COOKED);
          }
        }
        : null;
  }

  private void tell(int kind) {
    try {
      wire.send(kind);
    } catch (IOException e) {
      // Nobody is there to whom it matters.
    }
  }

  @Override
  public RegionStore regions() {
    return regions;
  }

  /** Asks the client for one block at each read: it takes no more from a pipe than is wanted. */
  private final class ClientInput extends InputStream {
    private byte[] block = END;
    private int at;
    private boolean ended;

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
      if (at == block.length && !ended) {
        wire.send(FrameChannel.WANT);
        try {
          block = input.take();
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
          block = END;
        }
        at = 0;
        ended = block.length == 0;
      }
      if (ended) {
        return -1;
      }
      int n = Math.min(length, block.length - at);
      System.arraycopy(block, at, target, offset, n);
      at += n;
      return n;
    }
  }

  /** The client tells at a flush, at the latest, that it could not write. */
  private final class ClientOutput extends OutputStream {
    private boolean unconfirmed;
    private String failure = "";

    @Override
    public void write(int octet) throws IOException {
      write(new byte[] {(byte) octet}, 0, 1);
    }

    @Override
    public synchronized void write(byte[] bytes, int offset, int length) throws IOException {
      check();
      for (int n = 0; n < length; n += BLOCK) {
        wire.send(FrameChannel.OUT, bytes, offset + n, Math.min(BLOCK, length - n));
      }
      unconfirmed = true;
    }

    @Override
    public synchronized void flush() throws IOException {
      if (unconfirmed) {
        wire.send(FrameChannel.FLUSH);
        try {
          failure = written.take();
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
        }
        unconfirmed = false;
      }
      check();
    }

    private void check() throws IOException {
      if (gone) {
        throw new IOException("the client is gone");
      }
      if (!failure.isEmpty()) {
        throw new IOException(failure);
      }
    }

    @Override
    public void close() {}
  }
}
