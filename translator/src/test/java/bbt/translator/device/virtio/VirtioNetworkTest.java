package bbt.translator.device.virtio;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.translator.device.TestLine;
import bbt.translator.device.TestMemory;
import bbt.translator.device.TestTime;
import bbt.translator.riscv.board.MemoryMap;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The network card with a driver by hand: one descriptor table per queue. */
class VirtioNetworkTest {
  private static final int SIZE = 4;
  private static final int WRITE = 2;
  private static final int HEADER = 12;
  private static final long BUFFERS = MemoryMap.RAM + 0x1_0000;

  private final TestMemory memory = new TestMemory(1 << 20);
  private final TestLine line = new TestLine();
  private final TestTime time = new TestTime();
  private final Wiring wiring = new Wiring(memory, line, time);
  private final List<byte[]> sent = new ArrayList<>();
  private final VirtioNetwork card =
      new VirtioNetwork(wiring, i -> 0x50 + i, frame -> sent.add(frame));
  private final VirtioMmio d = card.transport();
  private final int[] available = new int[2];

  private static long table(int queue) {
    return MemoryMap.RAM + 0x4000L * queue;
  }

  private static long used(int queue) {
    return table(queue) + 0x2000;
  }

  @BeforeEach
  void start() {
    d.store(0x70, 4, 3);
    d.store(0x24, 4, 0);
    d.store(0x20, 4, d.load(0x10, 4));
    d.store(0x24, 4, 1);
    d.store(0x20, 4, 1); // VERSION_1
    negotiated();
  }

  private void negotiated() {
    d.store(0x70, 4, 11);
    assertEquals(11, d.load(0x70, 4), "FEATURES_OK sticks");
    for (int q = 0; q < 2; q++) {
      d.store(0x30, 4, q);
      d.store(0x38, 4, SIZE);
      d.store(0x80, 4, table(q));
      d.store(0x90, 4, table(q) + 0x1000);
      d.store(0xA0, 4, used(q));
      d.store(0x44, 4, 1);
    }
    d.store(0x70, 4, 15);
  }

  private void submit(int queue, int slot, long address, int length, int flags) {
    long at = table(queue) + 16L * slot;
    memory.write64(at, address);
    memory.write32(at + 8, length);
    memory.write16(at + 12, flags);
    memory.write16(table(queue) + 0x1004 + 2L * (available[queue] % SIZE), slot);
    memory.write16(table(queue) + 0x1002, ++available[queue]);
    d.store(0x50, 4, queue);
  }

  private byte[] bytes(long at, int length) {
    byte[] b = new byte[length];
    memory.read(at, b, 0, length);
    return b;
  }

  @Test
  void saysWhoItIs() {
    assertEquals(1, d.load(8, 4));
    assertEquals(0x5150, d.load(0x100, 2));
    assertEquals(0x55, d.load(0x105, 1));
    assertEquals(1, d.load(0x106, 2), "the link is up");
  }

  @Test
  void sendsWhatFollowsTheHeader() {
    memory.write(BUFFERS + HEADER, new byte[] {1, 2, 3}, 0, 3);
    submit(1, 0, BUFFERS, HEADER + 3, 0);
    assertArrayEquals(new byte[] {1, 2, 3}, sent.getFirst());
    assertEquals(1, memory.read16(used(1) + 2));
    assertTrue(line.level);
  }

  /** Section 5.1.6.1: a driver that does not know version 1 has no num_buffers. */
  @Test
  void theHeaderOfADriverWithoutVersion1IsShort() {
    d.store(0x70, 4, 0);
    d.store(0x24, 4, 0);
    d.store(0x20, 4, d.load(0x10, 4));
    negotiated();
    memory.write(BUFFERS + HEADER - 2, new byte[] {1, 2, 3}, 0, 3);
    submit(1, 0, BUFFERS, HEADER - 2 + 3, 0);
    assertArrayEquals(new byte[] {1, 2, 3}, sent.getFirst());
    card.receive(new byte[] {7});
    submit(0, 0, BUFFERS, 1600, WRITE);
    assertArrayEquals(new byte[] {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 7}, bytes(BUFFERS, HEADER - 1));
  }

  @Test
  void framesWaitForBuffersAndKeepTheirOrder() {
    card.receive(new byte[] {7});
    card.receive(new byte[] {8, 9});
    assertFalse(line.level);
    submit(0, 0, BUFFERS, 1600, WRITE);
    assertTrue(line.level);
    assertArrayEquals(
        new byte[] {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 7}, bytes(BUFFERS, HEADER + 1));
    assertEquals(HEADER + 1, memory.read32(used(0) + 8), "bytes written");
    submit(0, 1, BUFFERS + 0x1000, 1600, WRITE);
    assertArrayEquals(new byte[] {8, 9}, bytes(BUFFERS + 0x1000 + HEADER, 2));
    assertEquals(2, memory.read16(used(0) + 2));
  }

  @Test
  void tooManyFramesAreLostNotKept() {
    for (int i = 0; i < 2000; i++) {
      card.receive(new byte[] {(byte) i});
    }
    int delivered = 0;
    for (int before = -1; before != delivered; ) {
      before = delivered;
      submit(0, delivered % SIZE, BUFFERS, 1600, WRITE);
      delivered = memory.read16(used(0) + 2) & 0xFFFF;
    }
    assertEquals(1024, delivered);
  }

  @Test
  void badBuffersNeedAReset() {
    submit(1, 0, BUFFERS, HEADER - 1, 0);
    assertEquals(0x40, d.load(0x70, 4) & 0x40);
    d.store(0x70, 4, 0);
    assertEquals(0, d.load(0x70, 4));
    start();
    available[0] = 0;
    submit(0, 0, BUFFERS, HEADER, WRITE);
    card.receive(new byte[] {1});
    assertEquals(0x40, d.load(0x70, 4) & 0x40);
    assertTrue(sent.isEmpty());
  }
}
