package bbt.translator.program;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * Makes the archive that a guest's first process is sent: files, and a command. A row of entries:
 *
 * <pre>
 *  kind u32 | mode u32 | bytes of name u32 | 0 u32 | bytes of data u64 | name | data
 * </pre>
 *
 * Kinds: 1 a folder, 2 a file, 3 a symbolic link (the data is where it leads), 4 an argument and 5
 * a variable of the environment (the data), 6 the folder to stand in, 7 the file to execute, the
 * last entry. All numbers are little-endian. The same calls make the same bytes.
 */
public final class ProgramArchive {
  private static final int HEAD = 24;
  private static final int FOLDER_MODE = 0755;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  private void entry(int kind, int mode, String name, byte[] data) {
    byte[] its = name.getBytes(StandardCharsets.UTF_8);
    ByteBuffer head = ByteBuffer.allocate(HEAD).order(ByteOrder.LITTLE_ENDIAN);
    head.putInt(kind).putInt(mode).putInt(its.length).putInt(0).putLong(data.length);
    out.writeBytes(head.array());
    out.writeBytes(its);
    out.writeBytes(data);
  }

  /** A folder; its parents come before it. */
  public ProgramArchive folder(String path) {
    entry(1, FOLDER_MODE, path, new byte[0]);
    return this;
  }

  /**
   * A file.
   *
   * @param mode permission bits
   */
  public ProgramArchive file(String path, int mode, byte[] content) {
    entry(2, mode, path, content);
    return this;
  }

  /** A symbolic link. */
  public ProgramArchive link(String path, String to) {
    entry(3, 0, path, to.getBytes(StandardCharsets.UTF_8));
    return this;
  }

  /** The next argument; the first one is the program's name. */
  public ProgramArchive argument(String text) {
    entry(4, 0, "", text.getBytes(StandardCharsets.UTF_8));
    return this;
  }

  /** A variable of the environment, {@code NAME=VALUE}. */
  public ProgramArchive variable(String text) {
    entry(5, 0, "", text.getBytes(StandardCharsets.UTF_8));
    return this;
  }

  /** The folder that the program stands in. */
  public ProgramArchive standIn(String path) {
    entry(6, 0, path, new byte[0]);
    return this;
  }

  /** Executes a file: nothing comes after it. */
  public byte[] execute(String path) {
    entry(7, 0, path, new byte[0]);
    return out.toByteArray();
  }
}
