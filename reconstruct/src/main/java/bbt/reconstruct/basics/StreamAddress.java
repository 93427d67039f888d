package bbt.reconstruct.basics;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * A socket of this machine over which a trace goes from its writer to one reader: {@code unix:PATH}
 * or {@code tcp:[HOST:]PORT}. The writer waits for the reader; the reader waits a little for the
 * writer, so that either may be started first.
 */
public final class StreamAddress {
  private static final String UNIX = "unix:";
  private static final String TCP = "tcp:";

  /** A reader that was started first waits so long for the writer. */
  private static final long READER_WAITS_NANOS = TimeUnit.SECONDS.toNanos(20);

  private static final long RETRY_MILLIS = 50;

  private final String text;
  private final SocketAddress address;

  /** The socket's file; null of a port. */
  private final Path file;

  private StreamAddress(String text, SocketAddress address, Path file) {
    this.text = text;
    this.address = address;
    this.file = file;
  }

  /** Whether a text is meant as an address, and not as a file's name. */
  public static boolean isMeant(String text) {
    return text.startsWith(UNIX) || text.startsWith(TCP);
  }

  /**
   * Reads an address.
   *
   * @param path makes a path of the name of a socket's file
   * @throws UserException if it is none, or can be reached from another machine
   */
  public static StreamAddress parse(String text, Function<String, Path> path) {
    if (text.startsWith(TCP)) {
      return new StreamAddress(
          text,
          LoopbackAddress.parse(text, "a trace is served", text.substring(TCP.length())),
          null);
    }
    String name = text.substring(UNIX.length());
    if (name.isEmpty()) {
      throw new UserException(Fault.USAGE, text + " names no file; write unix:PATH");
    }
    Path file = path.apply(name);
    try {
      return new StreamAddress(text, UnixDomainSocketAddress.of(file), file);
    } catch (IllegalArgumentException e) {
      throw new UserException(Fault.USAGE, text + ": " + e.getMessage(), e);
    }
  }

  /** The address as the user wrote it. */
  public String text() {
    return text;
  }

  /**
   * Waits for a reader.
   *
   * @param tell is told where, in one line, before the wait
   * @throws UserException if the address is taken
   */
  public OutputStream accept(Consumer<String> tell) throws IOException {
    StandardProtocolFamily family =
        file != null ? StandardProtocolFamily.UNIX : StandardProtocolFamily.INET;
    try (ServerSocketChannel server =
        file != null ? ServerSocketChannel.open(family) : ServerSocketChannel.open()) {
      bind(server);
      try (Interruption.Registration open = Interruption.during(this::removeFile)) {
        tell.accept("waiting for who reads the trace at " + place(server));
        return Channels.newOutputStream(server.accept());
      } finally {
        removeFile();
      }
    }
  }

  private void bind(ServerSocketChannel server) throws IOException {
    if (file != null && Files.exists(file)) {
      throw new UserException(
          Fault.CANNOT_CREATE,
          text + ": the file exists already; remove it or choose another name");
    }
    try {
      server.bind(address, 1);
    } catch (BindException e) {
      throw new UserException(
          Fault.UNAVAILABLE, text + ": " + e.getMessage() + "; choose another address", e);
    }
    if (file != null) {
      Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    }
  }

  private String place(ServerSocketChannel server) throws IOException {
    return file != null
        ? text
        : TCP
            + ((InetSocketAddress) server.getLocalAddress()).getAddress().getHostAddress()
            + ":"
            + ((InetSocketAddress) server.getLocalAddress()).getPort();
  }

  private String removeFile() throws IOException {
    if (file != null) {
      Files.deleteIfExists(file);
    }
    return "";
  }

  /**
   * Connects to the writer, which may not be there yet.
   *
   * @throws UserException if it does not come
   */
  public InputStream connect() throws IOException {
    long start = System.nanoTime();
    while (true) {
      try {
        return Channels.newInputStream(SocketChannel.open(address));
      } catch (IOException e) {
        if (System.nanoTime() - start > READER_WAITS_NANOS) {
          throw new UserException(
              Fault.NO_INPUT, text + ": nobody writes a trace there (" + e.getMessage() + ")", e);
        }
      }
      try {
        Thread.sleep(RETRY_MILLIS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IOException("interrupted", e);
      }
    }
  }
}
