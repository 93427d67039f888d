package bbt.reconstruct.cache;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * The SHA-256 of all bytes of a file. What was found out about a file is kept under this name: no
 * other file has it, however it was damaged or made.
 */
public final class FileKey {
  private static final int BLOCK = 1 << 18;

  private FileKey() {}

  /** The hash of bytes that are at hand, in hexadecimal. */
  public static String of(byte[] bytes) {
    return HexFormat.of().formatHex(sha256().digest(bytes));
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  /** Reads the whole file; the hash is in hexadecimal. */
  public static String of(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      MessageDigest digest = sha256();
      byte[] block = new byte[BLOCK];
      for (int n = in.read(block); n >= 0; n = in.read(block)) {
        digest.update(block, 0, n);
      }
      return HexFormat.of().formatHex(digest.digest());
    }
  }
}
