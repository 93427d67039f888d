package bbt.translator.device.virtio;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.translator.device.SeedStream;
import bbt.translator.device.TestLine;
import bbt.translator.device.TestMemory;
import bbt.translator.device.TestTime;
import bbt.translator.device.TimeBase;
import bbt.translator.riscv.board.MemoryMap;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A small driver talks to the devices through registers and queues. */
class VirtioTest {
  private static final long DESC = MemoryMap.RAM + 0x1000;
  private static final long AVAIL = MemoryMap.RAM + 0x2000;
  private static final long USED = MemoryMap.RAM + 0x3000;
  private static final long BUFFERS = MemoryMap.RAM + 0x10000;
  private static final int SIZE = 8;
  private static final int NEXT = 1;
  private static final int WRITE = 2;

  private TestMemory memory = new TestMemory(1 << 20);
  private final TestLine line = new TestLine();
  private final TestTime time = new TestTime();
  private final Wiring wiring = new Wiring(memory, line, time);
  private int available;
  @TempDir Path folder;

  private void start(VirtioMmio d, int queue) {
    d.store(0x70, 4, 0);
    d.store(0x70, 4, 3);
    d.store(0x24, 4, 1);
    d.store(0x20, 4, 1); // VERSION_1
    d.store(0x70, 4, 11);
    assertEquals(11, d.load(0x70, 4), "FEATURES_OK sticks");
    d.store(0x30, 4, queue);
    assertEquals(256, d.load(0x34, 4));
    d.store(0x38, 4, SIZE);
    d.store(0x80, 4, DESC & 0xFFFF_FFFFL);
    d.store(0x84, 4, DESC >>> 32);
    d.store(0x90, 4, AVAIL & 0xFFFF_FFFFL);
    d.store(0xA0, 4, USED & 0xFFFF_FFFFL);
    d.store(0x44, 4, 1);
    assertEquals(1, d.load(0x44, 4));
    d.store(0x70, 4, 15);
  }

  private void descriptor(int i, long address, int length, int flags, int next) {
    memory.write64(DESC + 16L * i, address);
    memory.write32(DESC + 16L * i + 8, length);
    memory.write16(DESC + 16L * i + 12, flags);
    memory.write16(DESC + 16L * i + 14, next);
  }

  private void submit(VirtioMmio d, int queue, int head) {
    memory.write16(AVAIL + 4 + 2L * (available % SIZE), head);
    available++;
    memory.write16(AVAIL + 2, available);
    d.store(0x50, 4, queue);
  }

  private Path image(int sectors) throws IOException {
    byte[] bytes = new byte[sectors * 512];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) (i / 512 + i);
    }
    return Files.write(folder.resolve("disk"), bytes);
  }

  private int block(VirtioMmio d, int type, long sector, int length) {
    memory.write32(BUFFERS, type);
    memory.write64(BUFFERS + 8, sector);
    descriptor(0, BUFFERS, 16, NEXT, 1);
    descriptor(1, BUFFERS + 0x100, length, NEXT | (type == 1 ? 0 : WRITE), 2);
    descriptor(2, BUFFERS + 0x80, 1, WRITE, 0);
    memory.write8(BUFFERS + 0x80, 0xEE);
    submit(d, 0, 0);
    return memory.read8(BUFFERS + 0x80);
  }

  private byte[] data(int length) {
    byte[] b = new byte[length];
    memory.read(BUFFERS + 0x100, b, 0, length);
    return b;
  }

  @Test
  void blockReadsInterruptsAndAcknowledges() throws IOException {
    Path file = image(20);
    try (Drive drive = Drive.open(file, false)) {
      VirtioMmio d = VirtioBlock.create(wiring, drive, "s");
      assertEquals(0x74726976, d.load(0, 4));
      assertEquals(2, d.load(4, 4));
      assertEquals(2, d.load(8, 4));
      assertEquals(20, d.load(0x100, 8));
      start(d, 0);
      assertEquals(0, block(d, 0, 3, 1024));
      assertArrayEquals(Arrays.copyOfRange(Files.readAllBytes(file), 3 * 512, 5 * 512), data(1024));
      assertTrue(line.level);
      assertEquals(1, d.load(0x60, 4));
      assertEquals(1, memory.read16(USED + 2));
      assertEquals(1025, memory.read32(USED + 8));
      d.store(0x64, 4, 1);
      assertFalse(line.level);
    }
  }

  @Test
  void writesAreSeenByReadsButLeaveTheFileAlone() throws IOException {
    Path file = image(20);
    byte[] before = Files.readAllBytes(file);
    byte[] fresh = new byte[512];
    Arrays.fill(fresh, (byte) 0x77);
    try (Drive drive = Drive.open(file, false)) {
      VirtioMmio d = VirtioBlock.create(wiring, drive, "s");
      start(d, 0);
      memory.write(BUFFERS + 0x100, fresh, 0, 512);
      assertEquals(0, block(d, 1, 8, 512));
      memory.write(BUFFERS + 0x100, new byte[1536], 0, 1536);
      assertEquals(0, block(d, 0, 7, 1536));
      byte[] expected = Arrays.copyOfRange(before, 7 * 512, 10 * 512);
      System.arraycopy(fresh, 0, expected, 512, 512);
      assertArrayEquals(expected, data(1536));
      assertEquals(0, block(d, 4, 0, 0), "flush");
    }
    assertArrayEquals(before, Files.readAllBytes(file));
  }

  @Test
  void persistentWritesReachTheFile() throws IOException {
    Path file = image(20);
    try (Drive drive = Drive.open(file, true)) {
      VirtioMmio d = VirtioBlock.create(wiring, drive, "s");
      start(d, 0);
      memory.write(BUFFERS + 0x100, new byte[512], 0, 512);
      assertEquals(0, block(d, 1, 19, 512));
    }
    assertArrayEquals(
        new byte[512], Arrays.copyOfRange(Files.readAllBytes(file), 19 * 512, 20 * 512));
  }

  @Test
  void requestsOutsideTheDriveAndUnknownOnesFail() throws IOException {
    try (Drive drive = Drive.open(image(20), false)) {
      VirtioMmio d = VirtioBlock.create(wiring, drive, "serial");
      start(d, 0);
      assertEquals(1, block(d, 0, 19, 1024));
      assertEquals(1, block(d, 0, -1, 512));
      assertEquals(1, block(d, 0, Long.MAX_VALUE, 512));
      assertEquals(2, block(d, 99, 0, 512));
      assertEquals(0, block(d, 8, 0, 20));
      assertEquals("serial", new String(data(6), StandardCharsets.US_ASCII));
    }
  }

  @Test
  void brokenQueuesNeedAReset() throws IOException {
    try (Drive drive = Drive.open(image(20), false)) {
      VirtioMmio d = VirtioBlock.create(wiring, drive, "s");
      start(d, 0);
      descriptor(0, 0x1234, 16, 0, 0); // not in RAM
      submit(d, 0, 0);
      assertEquals(0x40, d.load(0x70, 4) & 0x40);
      available = 0;
      start(d, 0);
      descriptor(0, BUFFERS, 16, NEXT, 0); // a loop
      submit(d, 0, 0);
      assertEquals(0x40, d.load(0x70, 4) & 0x40);
      available = 0;
      start(d, 0);
      memory.write16(AVAIL + 2, 0);
      submit(d, 0, SIZE); // no such descriptor
      assertEquals(0x40, d.load(0x70, 4) & 0x40);
    }
  }

  /** Puts the same chain of one descriptor into the queue so many times. */
  private void submitOften(VirtioMmio d, int times) {
    for (int i = 0; i < times; i++) {
      memory.write16(AVAIL + 4 + 2L * (available++ % SIZE), 0);
    }
    memory.write16(AVAIL + 2, available);
    d.store(0x50, 4, 0);
  }

  @Test
  void moreChainsThanDescriptorsNeedAReset() {
    VirtioMmio d = VirtioEntropy.create(wiring, 42);
    start(d, 0);
    descriptor(0, BUFFERS, 8, WRITE, 0);
    submitOften(d, SIZE);
    assertEquals(SIZE, memory.read16(USED + 2));
    submitOften(d, SIZE + 1);
    assertEquals(SIZE, memory.read16(USED + 2));
    assertEquals(0x40, d.load(0x70, 4) & 0x40);
  }

  /** A drive whose file is sparse, and RAM as large: the driver reads all of it again and again. */
  @Test
  void aLongQueueIsWorkedOffInPieces() throws IOException {
    Path file = folder.resolve("large");
    try (RandomAccessFile sparse = new RandomAccessFile(file.toFile(), "rw")) {
      sparse.setLength(VirtQueue.MAX_WORK);
    }
    TestMemory large = new TestMemory(80 << 20);
    VirtioMmio d;
    try (Drive drive = Drive.open(file, false)) {
      d = VirtioBlock.create(new Wiring(large, line, time), drive, "s");
      memory = large;
      start(d, 0);
      assertEquals(TimeBase.NEVER, d.deadline());
      memory.write32(BUFFERS, 0);
      descriptor(0, BUFFERS, 16, NEXT, 1);
      descriptor(1, BUFFERS + 0x1000, (int) VirtQueue.MAX_WORK, NEXT | WRITE, 2);
      descriptor(2, BUFFERS + 0x80, 1, WRITE, 0);
      time.now = 1000;
      submitOften(d, 3);
      assertEquals(1, memory.read16(USED + 2), "one request is as much as is done at a time");
      assertTrue(line.level, "what is done is told");
      assertEquals(1000 + VirtioMmio.REST, d.deadline());
      assertEquals(1, time.deadlineChanges);
      time.now = d.deadline() - 1;
      d.update();
      assertEquals(1, memory.read16(USED + 2));
      time.now++;
      d.update();
      assertEquals(2, memory.read16(USED + 2));
      time.now = d.deadline();
      d.update();
      assertEquals(3, memory.read16(USED + 2));
      assertEquals(TimeBase.NEVER, d.deadline());
    }
  }

  /** Descriptors that name the same large buffer again and again. */
  @Test
  void aRequestLongerThanAnyDeviceTakesNeedsAReset() throws IOException {
    TestMemory large = new TestMemory(300 << 20);
    try (Drive drive = Drive.open(image(20), false)) {
      VirtioMmio d = VirtioBlock.create(new Wiring(large, line, time), drive, "s");
      memory = large;
      start(d, 0);
      descriptor(0, BUFFERS, 16, NEXT, 1);
      for (int i = 1; i < SIZE; i++) {
        descriptor(i, BUFFERS, 256 << 20, (i < SIZE - 1 ? NEXT : 0) | WRITE, i + 1);
      }
      submit(d, 0, 0);
      assertEquals(0x40, d.load(0x70, 4) & 0x40);
    }
  }

  @Test
  void aBufferTooLongForTheConsoleNeedsAReset() {
    memory = new TestMemory(20 << 20);
    VirtioConsole console = new VirtioConsole(new Wiring(memory, line, time), b -> {});
    VirtioMmio d = console.transport();
    start(d, 1);
    descriptor(0, BUFFERS, 17 << 20, 0, 0);
    submit(d, 1, 0);
    assertEquals(0x40, d.load(0x70, 4) & 0x40);
  }

  @Test
  void entropyMayBeLessThanAsked() {
    VirtioMmio d = VirtioEntropy.create(wiring, 42);
    start(d, 0);
    descriptor(0, BUFFERS, 512 << 10, WRITE, 0);
    submit(d, 0, 0);
    assertEquals(64 << 10, memory.read32(USED + 8));
  }

  @Test
  void aQueueThatIsReadyCannotBeMoved() {
    VirtioMmio d = VirtioEntropy.create(wiring, 42);
    start(d, 0);
    d.store(0xA4, 4, 0x7FFF_FFFF); // the used ring far outside RAM
    d.store(0x38, 4, 0);
    descriptor(0, BUFFERS, 8, WRITE, 0);
    submit(d, 0, 0);
    assertEquals(1, memory.read16(USED + 2));
  }

  @Test
  void unknownFeaturesAreRefused() {
    VirtioMmio d = VirtioEntropy.create(wiring, 1);
    d.store(0x70, 4, 3);
    d.store(0x24, 4, 0);
    d.store(0x20, 4, 1 << 28);
    d.store(0x24, 4, 1);
    d.store(0x20, 4, 1);
    d.store(0x70, 4, 11);
    assertEquals(3, d.load(0x70, 4));
  }

  @Test
  void entropyComesFromTheSeed() {
    VirtioMmio d = VirtioEntropy.create(wiring, 42);
    start(d, 0);
    descriptor(0, BUFFERS, 24, WRITE, 0);
    submit(d, 0, 0);
    byte[] got = new byte[24];
    memory.read(BUFFERS, got, 0, 24);
    byte[] expected = new byte[24];
    new SeedStream(42).fill(expected, 0, 24);
    assertArrayEquals(expected, got);
    submit(d, 0, 0);
    byte[] second = new byte[24];
    memory.read(BUFFERS, second, 0, 24);
    assertNotEquals(got[0] + got[1] * 256, second[0] + second[1] * 256);
  }

  @Test
  void consoleSendsAndReceives() {
    StringBuilder sent = new StringBuilder();
    VirtioConsole console = new VirtioConsole(wiring, b -> sent.append((char) b));
    VirtioMmio d = console.transport();
    assertEquals(3, d.load(8, 4));
    start(d, 1);
    memory.write(BUFFERS, "hello".getBytes(StandardCharsets.US_ASCII), 0, 5);
    descriptor(0, BUFFERS, 5, 0, 0);
    submit(d, 1, 0);
    assertEquals("hello", sent.toString());

    available = 0;
    memory.write16(AVAIL + 2, 0);
    start(d, 0);
    assertFalse(console.canReceive());
    descriptor(0, BUFFERS, 64, WRITE, 0);
    submit(d, 0, 0);
    assertTrue(console.canReceive());
    console.receive('k');
    assertEquals('k', memory.read8(BUFFERS));
    assertEquals(1, memory.read32(USED + 8));
    assertTrue(line.level);
    assertFalse(console.canReceive());
  }

  @Test
  void anEmptySlotSaysSo() {
    VirtioMmio d = new VirtioMmio();
    assertEquals(0x74726976, d.load(0, 4));
    assertEquals(0, d.load(8, 4));
    d.store(0x70, 4, 1);
    assertEquals(0, d.load(0x70, 4));
  }
}
