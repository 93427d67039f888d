package bbt.translator.memory;

import bbt.translator.device.GuestMemory;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;

/**
 * The machine's main memory: one block, off-heap, mapped lazily.
 *
 * <p>As {@link GuestMemory} it is what devices, firmware and loaders see: checked, and a write is
 * told to the {@link WriteListener}s. The {@code peek} and {@code poke} accessors tell nobody and
 * are for the MMU.
 */
public final class Ram implements GuestMemory {
  /** Hears of writes that come from a device, the firmware or a snapshot. */
  @FunctionalInterface
  public interface WriteListener {
    /**
     * Bytes are about to change.
     *
     * @param length at least 1; may span pages
     */
    void writing(long physical, long length);
  }

  /** Physical address of the first byte where nothing else is said, as RISC-V boards have it. */
  public static final long BASE = 0x8000_0000L;

  private static final long MAXIMUM = 1L << 40;

  private final long base;
  private final long size;
  private final long hostOffset;

  /** Null where the memory is allocated. */
  private final Arena mapping;

  private WriteListener[] listeners = {};

  /** Null unless somebody wants to hear of accesses. */
  private PhysicalWatch watch;

  /** A bit for each page that may have been written to since {@link #takeWritten}. */
  private final long[] written;

  /** Allocates zeroed memory at {@link #BASE}. */
  public Ram(long size) {
    this(BASE, size);
  }

  /**
   * Allocates zeroed memory.
   *
   * @param base physical address of the first byte
   * @param size bytes, a positive multiple of 4096 up to 1 TiB
   */
  public Ram(long base, long size) {
    this(base, size, checked(size), null);
  }

  private Ram(long base, long size, long host, Arena mapping) {
    this.base = base;
    this.size = size;
    this.written = new long[(int) ((size >>> 12) + 63 >>> 6)];
    this.hostOffset = host - base;
    this.mapping = mapping;
  }

  private static long checked(long size) {
    if (size <= 0 || (size & 0xFFF) != 0 || size > MAXIMUM) {
      throw new IllegalArgumentException(
          "memory size must be a positive multiple of 4096 up to 1 TiB, not " + size);
    }
    return HostMemory.allocateZeroed(size);
  }

  /**
   * Memory that begins with the content of a file, which {@link #save} wrote: as fast as the host
   * maps it. The file stays as it is.
   *
   * @param base physical address of the first byte
   * @param size bytes, the file's
   */
  public static Ram of(Path file, long base, long size) throws IOException {
    Arena life = Arena.ofShared();
    try {
      return new Ram(base, size, HostMemory.mapCopy(file, size, life), life);
    } catch (IOException | RuntimeException e) {
      life.close();
      throw e;
    }
  }

  /** Notes all pages that are not all zeroes as written to: for {@link #takeWritten}. */
  public void noteFilled() {
    for (long at = 0; at < size; at += PAGE) {
      if (!sameAs(base + at + hostOffset, null)) {
        noteWrite(base + at);
      }
    }
  }

  /** Writes all of it to a new file, which has holes for pages of zeroes where the host can. */
  public void save(Path file) throws IOException {
    try (FileChannel out =
        FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      byte[] page = new byte[PAGE];
      for (long at = 0; at < size; at += PAGE) {
        if (at + PAGE == size || !sameAs(base + at + hostOffset, null)) {
          HostMemory.copyOut(base + at + hostOffset, page, 0, PAGE);
          ByteBuffer bytes = ByteBuffer.wrap(page);
          while (bytes.hasRemaining()) {
            out.write(bytes, at + bytes.position());
          }
        }
      }
    }
  }

  /** Gives the memory back to the host; nothing may use it any more. */
  public void release() {
    if (mapping != null) {
      mapping.close();
    } else {
      HostMemory.free(hostOffset + base);
    }
  }

  /** Adds a listener; before execution. */
  public void listen(WriteListener listener) {
    listeners = Arrays.copyOf(listeners, listeners.length + 1);
    listeners[listeners.length - 1] = listener;
  }

  @Override
  public long base() {
    return base;
  }

  @Override
  public long size() {
    return size;
  }

  /** Whether an access of 1 to 8 bytes lies in RAM. */
  public boolean holds(long physical, int bytes) {
    return Long.compareUnsigned(physical - base, size - bytes) <= 0;
  }

  /** Host address of a physical address inside RAM. */
  public long host(long physical) {
    return physical + hostOffset;
  }

  /** Physical address of a host address inside RAM. */
  public long physical(long host) {
    return host - hostOffset;
  }

  /** Eight bytes, unchecked. */
  public long peek(long physical) {
    return HostMemory.getLong(physical + hostOffset);
  }

  /** Stores eight bytes, unchecked; no listener hears of it. */
  public void poke(long physical, long value) {
    noteWrite(physical);
    HostMemory.putLong(physical + hostOffset, value);
  }

  /** Whether the 4 KiB page at this physical address is RAM. */
  public boolean isRam(long physicalPage) {
    return Long.compareUnsigned(physicalPage - base, size) < 0;
  }

  /** Two bytes of RAM at an even address, zero-extended, unchecked. */
  public int halfword(long physical) {
    return HostMemory.getChar(physical + hostOffset);
  }

  @Override
  public void read(long physical, byte[] target, int offset, int length) {
    check(physical, length);
    HostMemory.copyOut(host(physical), target, offset, length);
  }

  @Override
  public void write(long physical, byte[] source, int offset, int length) {
    check(physical, length);
    announce(physical, length);
    HostMemory.copyIn(source, offset, host(physical), length);
  }

  @Override
  public int read8(long physical) {
    check(physical, 1);
    return HostMemory.getByte(host(physical)) & 0xFF;
  }

  @Override
  public int read16(long physical) {
    check(physical, 2);
    return HostMemory.getChar(host(physical));
  }

  @Override
  public int read32(long physical) {
    check(physical, 4);
    return HostMemory.getInt(host(physical));
  }

  @Override
  public long read64(long physical) {
    check(physical, 8);
    return HostMemory.getLong(host(physical));
  }

  @Override
  public void write8(long physical, int value) {
    check(physical, 1);
    announce(physical, 1);
    HostMemory.putByte(host(physical), (byte) value);
  }

  @Override
  public void write16(long physical, int value) {
    check(physical, 2);
    announce(physical, 2);
    HostMemory.putShort(host(physical), (short) value);
  }

  @Override
  public void write32(long physical, int value) {
    check(physical, 4);
    announce(physical, 4);
    HostMemory.putInt(host(physical), value);
  }

  @Override
  public void write64(long physical, long value) {
    check(physical, 8);
    announce(physical, 8);
    HostMemory.putLong(host(physical), value);
  }

  /**
   * A store into the page of an address, which is RAM. Told of each store but those that hit a
   * write entry of a TLB without slow mark.
   */
  public void noteWrite(long physical) {
    long page = (physical - base) >>> 12;
    written[(int) (page >>> 6)] |= 1L << page;
  }

  /**
   * The pages that may have been written to since this was asked last, by their number from the
   * first on, ascending. The caller makes the harts' TLBs tell of the next stores ({@code
   * Mmu.noteWrites}).
   */
  public int[] takeWritten() {
    int count = 0;
    for (long word : written) {
      count += Long.bitCount(word);
    }
    int[] pages = new int[count];
    int n = 0;
    for (int i = 0; i < written.length; i++) {
      for (long word = written[i]; word != 0; word &= word - 1) {
        pages[n++] = i << 6 | Long.numberOfTrailingZeros(word);
      }
      written[i] = 0;
    }
    return pages;
  }

  /**
   * Sets who hears of accesses, or null for nobody; the harts' TLBs must be told: {@code Mmu.slow}.
   */
  public void watch(PhysicalWatch by) {
    watch = by;
  }

  /** Whether accesses to the page of an address must take the slow path. */
  public boolean watchesPage(long physical) {
    return watch != null && watch.inPage(physical);
  }

  /** Whether an access is one that somebody wants to hear of. */
  public boolean watches(long physical, long bytes, boolean store) {
    return watch != null && watch.touches(physical, bytes, store);
  }

  /** An access that is watched. */
  public void touched(int hart, long physical, long bytes, boolean store) {
    watch.listener().touched(hart, physical, bytes, store);
  }

  /** Bytes of a page. */
  public static final int PAGE = 4096;

  /**
   * Copies a page out.
   *
   * @param number of the page, from the first on
   */
  public void readPage(int number, byte[] target) {
    HostMemory.copyOut(host(base + (long) number * PAGE), target, 0, PAGE);
  }

  /**
   * Makes a page what it is in a snapshot; a change is told.
   *
   * @param content null for zeroes
   */
  public void restorePage(int number, byte[] content) {
    long physical = base + (long) number * PAGE;
    if (sameAs(host(physical), content)) {
      return;
    }
    tell(physical, PAGE);
    if (content == null) {
      HostMemory.fill(host(physical), PAGE, (byte) 0);
    } else {
      HostMemory.copyIn(content, 0, host(physical), PAGE);
    }
  }

  private static boolean sameAs(long host, byte[] content) {
    if (content == null) {
      for (int i = 0; i < PAGE; i += 8) {
        if (HostMemory.getLong(host + i) != 0) {
          return false;
        }
      }
      return true;
    }
    byte[] now = new byte[PAGE];
    HostMemory.copyOut(host, now, 0, PAGE);
    return Arrays.equals(now, content);
  }

  /** Tells watches of a write before the bytes change. */
  private void announce(long physical, long length) {
    for (long at = physical; at < physical + length; at = (at | 4095) + 1) {
      noteWrite(at);
    }
    if (watches(physical, length, true)) {
      touched(-1, physical, length, true);
    }
    if (length > 0) {
      tell(physical, length);
    }
  }

  private void tell(long physical, long length) {
    for (WriteListener listener : listeners) {
      listener.writing(physical, length);
    }
  }

  private void check(long physical, long length) {
    if (!contains(physical, length)) {
      throw new IndexOutOfBoundsException(
          "physical 0x%x, %d bytes, is not in RAM (0x%x to 0x%x)"
              .formatted(physical, length, base, base + size - 1));
    }
  }
}
