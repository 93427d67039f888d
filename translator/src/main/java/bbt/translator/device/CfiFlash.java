package bbt.translator.device;

import bbt.translator.state.Fields;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * A bank of parallel NOR flash as on QEMU's {@code virt}: two 16-bit chips of 16 MiB side by side
 * on a 32-bit bus, with the Common Flash Memory Interface (JEDEC JESD68.01) and the Intel command
 * set (primary vendor command set 0x0001). Empty at reset, forgotten at the end; data only, no code
 * can run from it. Programming and erasing are done at once: the status is ready whenever it is
 * read.
 *
 * <p>Both chips are always given the same command, so one state stands for both, and what they
 * answer in command modes appears in both halves of the bus. The byte at chip address {@code n} is
 * at offset {@code 4 n}.
 */
public final class CfiFlash implements Device {
  /** Size of the bank in bytes. */
  public static final long SIZE = 32 << 20;

  /** The bytes that are erased at once: 128 KiB of each chip. */
  static final int BLOCK = 256 << 10;

  private static final byte ERASED = (byte) 0xFF;

  /** Bytes of the bank in its write buffer: 32 of each chip. */
  static final int BUFFER = 64;

  private static final int MANUFACTURER = 0x89;
  private static final int DEVICE = 0x18;

  /** Status register: ready; erase, program and command sequence errors. */
  private static final int READY = 0x80;

  private static final int ERASE_ERROR = 0x20;
  private static final int PROGRAM_ERROR = 0x10;

  /** CFI identification and geometry, then the extended query of the Intel set, by chip address. */
  private static final byte[] QUERY = query();

  /** The modes of reading. */
  private enum Mode {
    ARRAY,
    STATUS,
    IDENTITY,
    QUERY
  }

  /** The meanings of the next write. */
  private enum Expect {
    COMMAND,
    WORD,
    ERASE_CONFIRM,
    LOCK_CONFIRM,
    BUFFER_COUNT,
    BUFFER_DATA,
    BUFFER_CONFIRM
  }

  private final Map<Integer, byte[]> blocks = new HashMap<>();
  private Mode mode = Mode.ARRAY;
  private Expect expect = Expect.COMMAND;
  private int status = READY;

  private final byte[] buffer = new byte[BUFFER];
  private long bufferAt;
  private int bufferLength;
  private int bufferLeft;

  private static byte[] query() {
    byte[] q = new byte[0x40];
    put(q, 0x10, 'Q', 'R', 'Y', 1, 0, 0x31, 0, 0, 0, 0, 0);
    put(q, 0x1B, 0x27, 0x36, 0, 0); // Vcc 2.7 to 3.6 V, no Vpp
    put(q, 0x1F, 7, 7, 10, 0, 4, 4, 4, 0); // typical times as powers of two, largest multiples
    put(q, 0x27, 24, 1, 0, 5, 0); // 16 MiB, 16 bits wide, write buffer of 32 bytes
    put(q, 0x2C, 1, 0x7F, 0, 0, 2); // one region: 128 blocks of 512 * 256 bytes
    put(q, 0x31, 'P', 'R', 'I', '1', '0'); // no optional feature
    return q;
  }

  private static void put(byte[] to, int at, int... values) {
    for (int i = 0; i < values.length; i++) {
      to[at + i] = (byte) values[i];
    }
  }

  @Override
  public String name() {
    return "flash";
  }

  @Override
  public long load(long offset, int size) {
    long value = 0;
    for (int i = size - 1; i >= 0; i--) {
      value = value << 8 | octet(offset + i);
    }
    return value;
  }

  private int octet(long offset) {
    if (mode == Mode.ARRAY) {
      byte[] block = blocks.get((int) (offset / BLOCK));
      return (block == null ? ERASED : block[(int) (offset % BLOCK)]) & 0xFF;
    }
    return (offset & 1) == 0 ? answer((int) (offset / 4)) : 0; // the chips' high halves are zero
  }

  private int answer(int address) {
    return switch (mode) {
      case QUERY -> address < QUERY.length ? QUERY[address] & 0xFF : 0;
      case IDENTITY ->
          switch (address & 0xFF) {
            case 0 -> MANUFACTURER;
            case 1 -> DEVICE;
            default -> 0; // a block's lock bit among them: never locked
          };
      case STATUS, ARRAY -> status;
    };
  }

  @Override
  public void store(long offset, int size, long value) {
    int command = (int) value & 0xFF;
    switch (expect) {
      case COMMAND -> command(offset, command);
      case WORD -> {
        program(offset, bytes(value, size), size);
        done(0);
      }
      case ERASE_CONFIRM -> {
        if (command == 0xD0) {
          blocks.remove((int) (offset / BLOCK));
          done(0);
        } else {
          done(ERASE_ERROR | PROGRAM_ERROR); // a wrong sequence of commands
        }
      }
      case LOCK_CONFIRM -> done(0);
      case BUFFER_COUNT -> {
        // Words of a chip, less one: as many words of the bank.
        bufferLeft = 4 * (((int) value & 0xFFFF) + 1);
        expect = Expect.BUFFER_DATA;
        bufferLength = 0;
        if (bufferLeft > BUFFER) {
          done(PROGRAM_ERROR);
        }
      }
      case BUFFER_DATA -> fillBuffer(offset, bytes(value, size), size);
      case BUFFER_CONFIRM -> {
        if (command == 0xD0) {
          program(bufferAt, buffer, bufferLength);
          done(0);
        } else {
          done(ERASE_ERROR | PROGRAM_ERROR);
        }
      }
    }
  }

  private void command(long offset, int command) {
    switch (command) {
      case 0x10, 0x40 -> await(Expect.WORD);
      case 0x20 -> await(Expect.ERASE_CONFIRM);
      case 0x60 -> await(Expect.LOCK_CONFIRM);
      case 0xE8 -> await(Expect.BUFFER_COUNT);
      case 0x50 -> status = READY;
      case 0x70 -> mode = Mode.STATUS;
      case 0x90 -> mode = Mode.IDENTITY;
      case 0x98 -> mode = Mode.QUERY;
      case 0xFF, 0xF0 -> mode = Mode.ARRAY; // 0xF0: the reset of another maker's set
      default -> {} // suspend and resume among them: nothing is ever in progress
    }
  }

  private void await(Expect next) {
    expect = next;
    mode = Mode.STATUS;
  }

  private void done(int errors) {
    status = READY | errors;
    expect = Expect.COMMAND;
    mode = Mode.STATUS;
  }

  private void fillBuffer(long offset, byte[] data, int size) {
    if (bufferLength == 0) {
      bufferAt = offset;
    }
    long at = offset - bufferAt;
    if (at < 0 || at + size > BUFFER || (bufferAt ^ offset) / BLOCK != 0) {
      done(PROGRAM_ERROR);
      return;
    }
    while (bufferLength < at + size) {
      buffer[bufferLength++] = ERASED;
    }
    System.arraycopy(data, 0, buffer, (int) at, size);
    bufferLeft -= size;
    if (bufferLeft <= 0) {
      expect = Expect.BUFFER_CONFIRM;
    }
  }

  private static byte[] bytes(long value, int size) {
    byte[] all = new byte[size];
    for (int i = 0; i < size; i++) {
      all[i] = (byte) (value >>> 8 * i);
    }
    return all;
  }

  /** Programming clears bits; only an erase sets them. */
  private void program(long offset, byte[] data, int length) {
    for (int i = 0; i < length; i++) {
      long at = offset + i;
      if (at < SIZE) {
        block((int) (at / BLOCK))[(int) (at % BLOCK)] &= data[i];
      }
    }
  }

  private byte[] block(int number) {
    return blocks.computeIfAbsent(
        number,
        n -> {
          byte[] fresh = new byte[BLOCK];
          Arrays.fill(fresh, ERASED);
          return fresh;
        });
  }

  /** Saves or loads what the guest can notice of it, for a snapshot. */
  public void state(Fields f) {
    mode = f.of(mode);
    expect = f.of(expect);
    status = f.of(status);
    f.each(buffer);
    bufferAt = f.of(bufferAt);
    bufferLength = f.of(bufferLength);
    bufferLeft = f.of(bufferLeft);
    Integer[] numbers = new TreeMap<>(blocks).keySet().toArray(new Integer[0]);
    int count = f.of(numbers.length);
    if (f.reading()) {
      blocks.clear();
    }
    for (int i = 0; i < count; i++) {
      int number = f.of(f.reading() ? 0 : numbers[i]);
      byte[] block = f.reading() ? new byte[BLOCK] : blocks.get(number);
      f.each(block);
      blocks.put(number, block);
    }
  }
}
