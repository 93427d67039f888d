package bbt.reconstruct.testing;

import static bbt.ptg.riscv.Insn.ADD;
import static bbt.ptg.riscv.Insn.ADDI;
import static bbt.ptg.riscv.Insn.ANDI;
import static bbt.ptg.riscv.Insn.BEQ;
import static bbt.ptg.riscv.Insn.BNE;
import static bbt.ptg.riscv.Insn.FENCE;
import static bbt.ptg.riscv.Insn.LBU;
import static bbt.ptg.riscv.Insn.LD;
import static bbt.ptg.riscv.Insn.LHU;
import static bbt.ptg.riscv.Insn.LW;
import static bbt.ptg.riscv.Insn.SD;
import static bbt.ptg.riscv.Insn.SH;
import static bbt.ptg.riscv.Insn.SLLI;
import static bbt.ptg.riscv.Insn.SW;

import bbt.ptg.asm.Assembler;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Bare-metal programs with drivers for virtio devices: they look at the queues, nothing interrupts
 * them. Each powers the machine off in the end; what they came to is in s1 (x9).
 */
public final class VirtioGuest {
  /** Where the disk's program reads a sector to. */
  public static final long READ = 0x8004_0000L;

  /** Where the network's program keeps what it received: its buffers follow at 2 KiB distance. */
  public static final long RECEIVED = 0x8005_0000L;

  private static final long BASE = 0x8000_0000L;
  private static final long QUEUES = 0x8002_0000L;
  private static final long HEADER = 0x8003_0000L;
  private static final int QUEUE_BYTES = 0x4000;
  private static final int AVAILABLE = 0x1000;
  private static final int USED = 0x2000;
  private static final int SIZE = 8;
  private static final long NEXT = 1;
  private static final long WRITE = 2;
  private static final int SECTOR = 512;
  private static final int NETWORK_HEADER = 12;
  private static final int BUFFER = 2048;
  private static final long SYSCON = 0x10_0000;
  private static final int OFF = 0x5555;
  private static final int PAGE = 0x1000;

  private final Assembler a = new Assembler();
  private final long device;

  private VirtioGuest(int slot) {
    device = 0x1000_1000L + (long) PAGE * slot;
  }

  /**
   * Copies the first sectors of the drive in slot 0 behind themselves, with one added to each of
   * their doublewords, reads the copies and adds all doublewords up.
   */
  public static byte[] disk(int sectors) {
    return TestElf.plain(BASE, new VirtioGuest(0).copy(sectors).bytes());
  }

  /**
   * Says {@code ping} to a TCP port of the gateway (slot 5) and adds up the bytes of all frames
   * that come, until one ends with a {@code q}.
   */
  public static byte[] network(int port) {
    return TestElf.plain(BASE, new VirtioGuest(5).fetch(port).bytes());
  }

  // ---- the device: s2 (x18) its registers

  private void set(int register, long value) {
    a.li(6, value).s(SW, 6, 18, register);
  }

  private void begin(int queues) {
    a.li(18, device);
    set(0x70, 3);
    set(0x24, 1);
    set(0x20, 1); // VERSION_1
    set(0x70, 11);
    for (int q = 0; q < queues; q++) {
      set(0x30, q);
      set(0x38, SIZE);
      set(0x80, (int) queue(q));
      set(0x90, (int) queue(q) + AVAILABLE);
      set(0xA0, (int) queue(q) + USED);
      set(0x44, 1);
    }
    set(0x70, 15);
  }

  private static long queue(int number) {
    return QUEUES + (long) QUEUE_BYTES * number;
  }

  private void put(long address, long value) {
    a.li(5, (int) address).i(SLLI, 5, 5, 32).i(bbt.ptg.riscv.Insn.SRLI, 5, 5, 32);
    a.li(6, value).s(SD, 6, 5, 0);
  }

  private void descriptor(int queue, int index, long address, long bytes, long flags, long next) {
    put(queue(queue) + 16L * index, address);
    put(queue(queue) + 16L * index + 8, bytes | flags << 32 | next << 48);
  }

  /** Makes a chain available: its head is in x7, how many were before it in the given register. */
  private void submit(int queue, int count) {
    a.li(5, queue(queue) + AVAILABLE).i(ANDI, 6, count, SIZE - 1).i(SLLI, 6, 6, 1);
    a.r(ADD, 6, 6, 5).s(SH, 7, 6, 4);
    a.i(ADDI, count, count, 1).op(FENCE).s(SH, count, 5, 2);
    a.li(6, queue).s(SW, 6, 18, 0x50);
  }

  /** Waits until so many chains were used as a register says. */
  private void await(int queue, int count, String label) {
    a.li(5, queue(queue) + USED);
    a.label(label).i(LHU, 6, 5, 2).branch(BNE, 6, count, label);
  }

  private Assembler off() {
    a.li(5, SYSCON).li(6, OFF).s(SW, 6, 5, 0);
    return a.label("end").jal(0, "end");
  }

  // ---- disk: s3 (x19) requests, s4 (x20) sector, s5 (x21) how many

  private Assembler copy(int sectors) {
    begin(1);
    a.li(9, 0).li(19, 0).li(20, 0).li(21, sectors);
    a.label("each");
    request(0, 0, "read");
    forAll("add", () -> a.i(ADDI, 6, 6, 1).s(SD, 6, 5, 0));
    request(1, sectors, "write");
    forAll("clear", () -> a.s(SD, 0, 5, 0));
    request(0, sectors, "again");
    forAll("sum", () -> a.r(ADD, 9, 9, 6));
    a.i(ADDI, 20, 20, 1).branch(BNE, 20, 21, "each");
    return off();
  }

  /** Reads or writes the sector in x20, plus some. */
  private void request(int type, int plus, String label) {
    put(HEADER, type);
    a.i(ADDI, 6, 20, plus).s(SD, 6, 5, 8);
    descriptor(0, 0, HEADER, 16, NEXT, 1);
    descriptor(0, 1, READ, SECTOR, NEXT | (type == 1 ? 0 : WRITE), 2);
    descriptor(0, 2, HEADER + 0x100, 1, WRITE, 0);
    a.li(7, 0);
    submit(0, 19);
    await(0, 19, label);
  }

  private void forAll(String label, Runnable body) {
    a.li(5, READ).li(7, READ + SECTOR).label(label).i(LD, 6, 5, 0);
    body.run();
    a.i(ADDI, 5, 5, 8).branch(BNE, 5, 7, label);
  }

  // ---- network: s3 (x19) sent, s4 (x20) buffers given, s5 (x21) frames taken

  private Assembler fetch(int port) {
    List<byte[]> frames = new ArrayList<>();
    int sequence = 1000;
    int theirs = 64_000; // the gateway's first initial sequence number
    frames.add(segment(port, sequence, 0, 2, ""));
    frames.add(segment(port, sequence + 1, theirs + 1, 16, ""));
    frames.add(segment(port, sequence + 1, theirs + 1, 16 | 8, "ping"));
    begin(2);
    a.li(9, 0).li(19, 0).li(20, 0).li(21, 0);
    for (int i = 0; i < SIZE; i++) {
      descriptor(0, i, RECEIVED + (long) BUFFER * i, BUFFER, WRITE, 0);
      a.li(7, i);
      submit(0, 20);
    }
    send(frames, 0);
    a.i(ADDI, 21, 21, 1);
    await(0, 21, "synack");
    send(frames, 1);
    send(frames, 2);
    a.label("next").li(5, queue(0) + USED).label("wait").i(LHU, 6, 5, 2);
    a.branch(BEQ, 6, 21, "wait");
    a.i(ANDI, 6, 21, SIZE - 1).i(SLLI, 6, 6, 3).r(ADD, 6, 6, 5);
    a.i(LW, 7, 6, 4).i(LW, 28, 6, 8).i(ADDI, 21, 21, 1);
    a.i(SLLI, 29, 7, 11).li(5, RECEIVED).r(ADD, 29, 29, 5).r(ADD, 28, 28, 29);
    a.label("sum").i(LBU, 6, 29, 0).r(ADD, 9, 9, 6).i(ADDI, 29, 29, 1);
    a.branch(BNE, 29, 28, "sum");
    a.li(30, 'q').branch(BEQ, 6, 30, "enough");
    submit(0, 20);
    a.jal(0, "next").label("enough");
    off();
    for (int i = 0; i < frames.size(); i++) {
      a.align(8).label("frame" + i);
      byte[] frame = frames.get(i);
      for (int at = 0; at < frame.length; at += 2) {
        a.raw16(frame[at] & 0xFF | (at + 1 < frame.length ? frame[at + 1] & 0xFF : 0) << 8);
      }
    }
    return a;
  }

  private void send(List<byte[]> frames, int number) {
    descriptor(1, 0, 0, frames.get(number).length, 0, 0);
    a.la(6, "frame" + number).li(5, queue(1)).s(SD, 6, 5, 0);
    a.li(7, 0);
    submit(1, 19);
    await(1, 19, "sent" + number);
  }

  /** A TCP segment of the guest's, with the headers in front of it. */
  private static byte[] segment(int port, int sequence, int acknowledged, int flags, String text) {
    byte[] data = text.getBytes(StandardCharsets.US_ASCII);
    int tcp = 20 + data.length;
    ByteBuffer b = ByteBuffer.allocate(NETWORK_HEADER + 14 + 20 + tcp);
    b.position(NETWORK_HEADER);
    b.putInt(0x52550A00).putShort((short) 0x0202); // to the gateway
    b.putInt(0x52540012).putShort((short) 0x3456).putShort((short) 0x800);
    int ip = b.position();
    b.putInt(0x45000000 | 20 + tcp).putInt(0).putInt(0x40060000);
    b.putInt(0x0A00020F).putInt(0x0A000202);
    b.putShort(ip + 10, checksum(b, ip, 20, 0));
    int start = b.position();
    b.putShort((short) 40_000).putShort((short) port).putInt(sequence).putInt(acknowledged);
    b.putInt(0x50000000 | flags << 16 | 0x4000).putInt(0).put(data);
    int pseudo = 0x0A00 + 0x020F + 0x0A00 + 0x0202 + 6 + tcp;
    b.putShort(start + 16, checksum(b, start, tcp, pseudo));
    return b.array();
  }

  private static short checksum(ByteBuffer b, int from, int length, int seed) {
    long sum = seed;
    for (int i = from; i < from + length; i++) {
      sum += (i - from) % 2 == 0 ? (b.get(i) & 0xFF) << 8 : b.get(i) & 0xFF;
    }
    while (sum >>> 16 != 0) {
      sum = (sum & 0xFFFF) + (sum >>> 16);
    }
    return (short) ~sum;
  }
}
