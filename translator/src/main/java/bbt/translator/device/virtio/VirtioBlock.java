package bbt.translator.device.virtio;

import bbt.translator.state.Fields;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The block device (section 5.2). A request is a header (type, sector), data, and a status byte:
 *
 * <pre>
 *  readable: u32 type, u32 reserved, u64 sector [, data to write]   writable: [data read,] u8 status
 * </pre>
 */
public final class VirtioBlock implements VirtioFunction {
  private static final long FEATURE_SEG_MAX = 1L << 2;
  private static final long FEATURE_BLK_SIZE = 1L << 6;
  private static final long FEATURE_FLUSH = 1L << 9;

  private static final int IN = 0;
  private static final int OUT = 1;
  private static final int FLUSH = 4;
  private static final int GET_ID = 8;

  private static final int OK = 0;
  private static final int IO_ERROR = 1;
  private static final int UNSUPPORTED = 2;

  private static final int HEADER = 16;

  /** Data is moved in pieces of so many bytes, at most. */
  private static final int PIECE = 1 << 20;

  private static final int ID_LENGTH = 20;

  private final Drive drive;
  private final byte[] id;
  private final byte[] config;

  private VirtioBlock(Drive drive, String serial) {
    this.drive = drive;
    this.id = Arrays.copyOf(serial.getBytes(StandardCharsets.US_ASCII), ID_LENGTH);
    ByteBuffer b = ByteBuffer.allocate(60).order(ByteOrder.LITTLE_ENDIAN);
    b.putLong(0, drive.size() / Drive.SECTOR);
    b.putInt(12, VirtQueue.MAX_SIZE - 2); // seg_max
    b.putInt(20, Drive.SECTOR); // blk_size
    this.config = b.array();
  }

  /**
   * The device in its slot.
   *
   * @param serial what GET_ID answers, up to 20 characters
   */
  public static VirtioMmio create(Wiring wiring, Drive drive, String serial) {
    return new VirtioMmio(wiring, new VirtioBlock(drive, serial));
  }

  @Override
  public String name() {
    return "virtio-block";
  }

  @Override
  public int deviceId() {
    return 2;
  }

  @Override
  public long features() {
    return FEATURE_SEG_MAX | FEATURE_BLK_SIZE | FEATURE_FLUSH;
  }

  @Override
  public int queues() {
    return 1;
  }

  @Override
  public int config(int offset) {
    return offset < config.length ? config[offset] & 0xFF : 0;
  }

  @Override
  public boolean service(int index, VirtQueue queue) throws VirtioException {
    boolean any = false;
    for (Chain c = queue.pop(); c != null; c = queue.pop()) {
      request(c);
      queue.push(c);
      any = true;
    }
    return any;
  }

  private void request(Chain c) throws VirtioException {
    byte[] header = new byte[HEADER];
    int room = c.writableBytes() - 1;
    if (c.read(header, 0, HEADER) < HEADER || room < 0) {
      throw new VirtioException("a block request without header or status");
    }
    ByteBuffer h = ByteBuffer.wrap(header).order(ByteOrder.LITTLE_ENDIAN);
    long sector = h.getLong(8);
    long position =
        sector >= 0 && sector <= Long.MAX_VALUE / Drive.SECTOR ? sector * Drive.SECTOR : -1;
    int status;
    try {
      status =
          switch (h.getInt(0)) {
            case IN -> readSectors(c, position, room);
            case OUT -> writeSectors(c, position);
            case FLUSH -> {
              drive.flush();
              yield OK;
            }
            case GET_ID -> {
              c.write(id, 0, Math.min(room, ID_LENGTH));
              yield OK;
            }
            default -> UNSUPPORTED;
          };
    } catch (IOException e) {
      status = IO_ERROR;
    }
    skipToStatus(c);
    c.write(new byte[] {(byte) status}, 0, 1);
  }

  private int readSectors(Chain c, long position, int length) throws IOException {
    if (!drive.contains(position, length)) {
      return IO_ERROR;
    }
    byte[] data = new byte[Math.min(length, PIECE)];
    for (int done = 0; done < length; done += data.length) {
      int part = Math.min(length - done, data.length);
      drive.read(position + done, data, part);
      c.write(data, 0, part);
    }
    return OK;
  }

  private int writeSectors(Chain c, long position) throws IOException {
    int length = c.readableBytes();
    if (!drive.contains(position, length)) {
      return IO_ERROR;
    }
    byte[] data = new byte[Math.min(length, PIECE)];
    for (int done = 0; done < length; done += data.length) {
      int part = Math.min(length - done, data.length);
      c.read(data, 0, part);
      drive.write(position + done, data, part);
    }
    return OK;
  }

  /** The status is the last writable byte, whatever was written before it. */
  private static void skipToStatus(Chain c) {
    int left = c.writableBytes() - 1;
    byte[] zeros = new byte[Math.clamp(left, 0, PIECE)];
    while (left > 0) {
      left -= c.write(zeros, 0, Math.min(left, zeros.length));
    }
  }

  @Override
  public void state(Fields f) {
    drive.state(f);
  }
}
