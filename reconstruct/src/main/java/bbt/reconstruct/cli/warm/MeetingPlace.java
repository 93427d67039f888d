package bbt.reconstruct.cli.warm;

import bbt.reconstruct.basics.Fault;
import bbt.reconstruct.basics.UserException;
import bbt.reconstruct.cache.UserCache;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/**
 * The socket at which a client finds the warm process of its user and its {@code bbt}: a socket in
 * the user's cache, in a folder that nobody else may enter.
 *
 * @param home where {@code bbt} is installed
 * @param socket the socket
 * @param lock held by the process that has the socket
 * @param log what the process has to say
 */
record MeetingPlace(Path home, Path socket, Path lock, Path log) {
  /** The address of a socket has 108 bytes, one of which ends it. */
  private static final int MOST = 107;

  /** The place of this user and this {@code bbt}; the folder is made. */
  static MeetingPlace find() throws IOException {
    String home = System.getProperty("bbt.home");
    if (home == null) {
      throw new UserException(
          Fault.USAGE, "the warm process needs bbt to be started with ./bbt (bbt.home is unset)");
    }
    Path folder = UserCache.folder().resolve("warm");
    String name = Long.toHexString(hash(home));
    Path socket = folder.resolve(name + ".sock");
    if (socket.toString().getBytes(StandardCharsets.UTF_8).length > MOST) {
      throw new UserException(
          Fault.UNAVAILABLE,
          socket
              + ": longer than the name of a socket may be; set XDG_CACHE_HOME to a shorter one");
    }
    if (!Files.isDirectory(folder)) {
      Files.createDirectories(folder.getParent());
      Files.createDirectory(
          folder,
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    }
    requirePrivate(folder);
    return new MeetingPlace(
        Path.of(home), socket, folder.resolve(name + ".lock"), folder.resolve(name + ".log"));
  }

  /** Checks that nobody else can put a socket there, who would be given what the user types. */
  private static void requirePrivate(Path folder) throws IOException {
    boolean own =
        Files.getAttribute(folder, "unix:uid")
            .equals(Files.getAttribute(Path.of("/proc/self"), "unix:uid"));
    int mode = (int) Files.getAttribute(folder, "unix:mode") & 0777;
    if (!own || mode != 0700) {
      throw new UserException(
          Fault.UNAVAILABLE,
          folder + ": is not this user's alone; delete it, or set XDG_CACHE_HOME to another place");
    }
  }

  private static long hash(String text) {
    long hash = 0xcbf29ce484222325L;
    for (byte each : text.getBytes(StandardCharsets.UTF_8)) {
      hash = (hash ^ each & 0xFF) * 0x100000001b3L;
    }
    return hash;
  }

  UnixDomainSocketAddress address() {
    return UnixDomainSocketAddress.of(socket);
  }

  /** A connection to the process; {@code null} where there is none, or what is left of one. */
  FrameChannel connect() throws IOException {
    SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
    try {
      channel.connect(address());
      return new FrameChannel(channel);
    } catch (IOException e) {
      channel.close();
      return null;
    }
  }
}
