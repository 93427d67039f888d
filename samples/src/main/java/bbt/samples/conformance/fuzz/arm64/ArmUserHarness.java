package bbt.samples.conformance.fuzz.arm64;

import static bbt.samples.conformance.fuzz.arm64.A64Words.*;

import bbt.ptg.arm64.A64Programs;
import bbt.samples.conformance.fuzz.run.FuzzBoard;
import bbt.samples.conformance.fuzz.run.Image;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;

/**
 * The code around programs of users, which runs at level 1: it enters each slot with its registers,
 * notes exceptions and goes on behind the instruction, runs the program again from its start as
 * often as the slot says, with the registers that it left, and writes down what it left.
 */
final class ArmUserHarness {
  /** The comment of the svc that ends a program. */
  static final int END = 0xFFFF;

  /**
   * SCTLR_EL1: translation, caches, what is always one; a program may zero blocks, clean caches and
   * wait. Stack pointers may be misaligned: QEMU 7.2 does not look.
   */
  static final long SCTLR = 0x04C4_D825L | 1 << 16;

  /** SCTLR_EL1.A. */
  static final long ALIGNED = 1 << 1;

  /** TCR_EL1: the lower 4 GiB of addresses, by granules of 4 KiB, cached; nothing above. */
  private static final long TCR = 2L << 32 | 2L << 30 | 1 << 23 | 32 << 16 | 0x3500 | 32;

  private static final long VARIABLES = ArmLayout.START + ArmSlot.VARIABLES;

  /** Normal memory, whole blocks: read and executed by both levels, or written by level 1. */
  private static final long PROGRAM = 0x7C1L;

  private static final long OURS = 0x0060_0000_0000_0701L;

  /** A page that both levels read and write. */
  private static final long SHARED = 0x0060_0000_0000_0743L;

  private static final int BLOCK = 2 << 20;

  // Variables: x1 to x6, then these.
  static final int NEXT = 0x30;
  private static final int RESULT = 0x38;
  private static final int ENTRY = 0x40;
  private static final int LEFT = 0x48;

  private static final int SPSR = number("spsr_el1");
  private static final int ELR = number("elr_el1");
  private static final int SCRATCH = number("tpidr_el1");

  private final A64Buffer code = new A64Buffer(ArmLayout.START);

  private ArmUserHarness() {}

  /** An image of some slots, whose numbers are consecutive. */
  static Image image(List<ArmSlot> slots) {
    int first = slots.getFirst().number();
    int stop = first + slots.size();
    byte[] bytes = new byte[ArmSlot.start(stop)];
    byte[] program = new ArmUserHarness().assemble();
    System.arraycopy(program, 0, bytes, 0, program.length);
    ByteBuffer words = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    words.putLong(ArmSlot.FROM, first).putLong(ArmSlot.STOP, stop);
    tables(words);
    for (ArmSlot slot : slots) {
      System.arraycopy(slot.memory(), 0, bytes, ArmSlot.start(slot.number()), ArmSlot.BYTES);
    }
    return new Image(FuzzBoard.ARM64, bytes, ArmLayout.MEMORY_BYTES, ArmSlot.result(stop));
  }

  /** Translation begins at level 1: a table for the data, one for everything else. */
  private static void tables(ByteBuffer to) {
    int data = ArmSlot.TABLES + ArmLayout.PAGE;
    int pages = data + ArmLayout.PAGE;
    int ram = pages + ArmLayout.PAGE;
    to.putLong(ArmSlot.TABLES, ArmLayout.START + data | 3);
    to.putLong(ArmSlot.TABLES + 8, ArmLayout.START + ram | 3);
    to.putLong(data + 8 * (int) (ArmSlot.DATA_PAGE / BLOCK), ArmLayout.START + pages | 3);
    long frames = ArmLayout.START + ArmSlot.DATA_FRAMES;
    to.putLong(pages, frames + ArmLayout.PAGE | SHARED).putLong(pages + 8, frames | SHARED);
    int block = ram + 8 * (int) ((ArmLayout.START - ArmLayout.RAM) / BLOCK);
    to.putLong(block, ArmLayout.START | PROGRAM);
    for (int i = 1; i < 3; i++) {
      to.putLong(block + 8 * i, ArmLayout.START + (long) i * BLOCK | OURS);
    }
  }

  private static int set(String name, int rt) {
    return msr(number(name), rt);
  }

  private static int vectors(int load, int first, int rn, int offset) {
    return 0xAD00_0000 | load << 22 | offset / 16 << 15 | first + 1 << 10 | rn << 5 | first;
  }

  private byte[] assemble() {
    code.b("start").words(0).quad(0).quad(0);
    start();
    next();
    code.align(2048).label("vectors");
    for (int i = 0; i < 16; i++) {
      code.align(128).b("handler");
    }
    handler();
    dump();
    if (code.here() > ArmLayout.START + ArmSlot.TABLES) {
      throw new IllegalStateException("the harness is too long");
    }
    return code.finish();
  }

  private void start() {
    code.label("start").li(0, 0xFF).words(set("mair_el1", 0));
    code.li(0, TCR).words(set("tcr_el1", 0));
    code.li(0, ArmLayout.START + ArmSlot.TABLES).words(set("ttbr0_el1", 0));
    code.words(ISB, set("tlbi vmalle1", ZERO), DSB, ISB);
    code.li(0, SCTLR).words(set("sctlr_el1", 0), ISB);
    code.adr(0, "vectors").words(set("vbar_el1", 0));
    code.li(0, 3 << 20).words(set("cpacr_el1", 0), ISB);
    code.words(set("cntkctl_el1", ZERO), set("pmuserenr_el0", ZERO));
    code.words(set("mdscr_el1", ZERO), set("tpidrro_el0", ZERO));
    code.li(1, ArmLayout.START).words(ldr(2, 1, ArmSlot.FROM));
    code.li(0, VARIABLES).words(str(2, 0, NEXT));
  }

  /** Enters the next slot. */
  private void next() {
    code.label("next").li(0, VARIABLES).li(2, ArmLayout.START);
    code.words(ldr(1, 0, NEXT), ldr(2, 2, ArmSlot.STOP));
    code.words(0xEB02_003F /* cmp x1, x2 */).b(A64Buffer.EQ, "off");
    code.words(add(2, 1, 1), str(2, 0, NEXT), 0xD374_CC21 /* lsl x1, x1, #12 */);
    code.li(2, ArmLayout.START + ArmSlot.RESULTS).words(addRegister(2, 2, 1), str(2, 0, RESULT));
    code.li(2, ArmLayout.START + ArmSlot.FIRST).words(addRegister(1, 2, 1));
    code.words(ldr(2, 1, ArmSlot.PASSES), str(2, 0, LEFT));
    code.words(ldr(2, 1, ArmSlot.SYSTEM), set("sctlr_el1", 2), ISB);
    code.words(add(2, 1, ArmSlot.DATA)).li(3, A64Programs.PAGE);
    copy(2, 3);
    code.words(add(2, 1, ArmSlot.CODE), str(2, 0, ENTRY), msr(ELR, 2));
    code.words(ldr(2, 1, ArmSlot.STATE), msr(SPSR, 2));
    code.words(ldr(2, 1, ArmSlot.STACK), set("sp_el0", 2));
    code.words(ldr(2, 1, ArmSlot.THREAD), set("tpidr_el0", 2));
    code.words(ldr(2, 1, ArmSlot.CONTROL), set("fpcr", 2));
    code.words(ldr(2, 1, ArmSlot.STATUS), set("fpsr", 2));
    code.words(add(2, 1, ArmSlot.VECTORS));
    for (int i = 0; i < 32; i += 2) {
      code.words(vectors(1, i, 2, 16 * i));
    }
    code.words(CLREX, mov(0, 1));
    for (int i = 1; i < 31; i += 2) {
      code.words(ldp(i, i + 1, 0, 8 * i));
    }
    code.words(ldr(0, 0, 0), ERET);
    code.label("off").li(0, 0x8400_0008L).words(hvc(0)).label("over").b("over");
  }

  /** Copies a program's data; both registers and x4 to x6 change. */
  private void copy(int from, int to) {
    String loop = "copy" + code.here();
    code.li(4, A64Programs.PAGE_BYTES).label(loop);
    code.words(ldpPost(5, 6, from, 16), stpPost(5, 6, to, 16), subs(4, 4, 16));
    code.b(A64Buffer.NE, loop);
  }

  private void handler() {
    code.label("handler").words(msr(SCRATCH, 0)).li(0, VARIABLES);
    code.words(stp(1, 2, 0, 0), stp(3, 4, 0, 16), stp(5, 6, 0, 32));
    code.words(mrs(1, number("esr_el1")), mrs(2, ELR));
    code.words(mrs(3, number("far_el1")), mrs(4, SPSR));
    code.words(lsr(5, 1, 26), subs(ZERO, 5, 0x15)).b(A64Buffer.NE, "note");
    code.words(low(6, 1, 16)).li(5, END).words(0xEB05_00DF /* cmp x6, x5 */);
    code.b(A64Buffer.EQ, "end");

    code.label("note").words(ldr(5, 0, RESULT), ldr(6, 5, ArmSlot.TRAP_COUNT));
    code.words(subs(ZERO, 6, ArmSlot.MOST_TRAPS)).b(A64Buffer.EQ, "dump");
    code.words(add(6, 6, 1), str(6, 5, ArmSlot.TRAP_COUNT));
    code.words(0xD37B_E8C6 /* lsl x6, x6, #5 */, addRegister(5, 5, 6));
    code.words(add(5, 5, ArmSlot.TRAPS - ArmSlot.TRAP_BYTES));
    code.words(stp(1, 2, 5, 0), stp(3, 4, 5, 16));
    code.words(lsr(5, 1, 26), subs(ZERO, 5, 0x15)).b(A64Buffer.EQ, "resume");
    // What cannot be fetched ends the program.
    for (int fetch : new int[] {0x20, 0x21, 0x22}) {
      code.words(subs(ZERO, 5, fetch)).b(A64Buffer.EQ, "dump");
    }
    code.words(add(2, 2, 4), msr(ELR, 2));

    code.label("resume").words(ldp(1, 2, 0, 0), ldp(3, 4, 0, 16), ldp(5, 6, 0, 32));
    code.words(mrs(0, SCRATCH), ERET);

    code.label("end").words(ldr(5, 0, LEFT), subs(5, 5, 1), str(5, 0, LEFT));
    code.b(A64Buffer.EQ, "dump").words(ldr(2, 0, ENTRY), msr(ELR, 2)).b("resume");
  }

  private void dump() {
    code.label("dump").words(ldr(1, 0, RESULT));
    for (int i = 7; i < 31; i += 2) {
      code.words(stp(i, i + 1, 1, 8 * i));
    }
    code.words(mrs(2, SCRATCH), str(2, 1, 0));
    for (int i = 1; i < 7; i++) {
      code.words(ldr(2, 0, 8 * i - 8), str(2, 1, 8 * i));
    }
    code.words(mrs(2, number("sp_el0")), str(2, 1, ArmSlot.STACK));
    code.words(mrs(2, number("tpidr_el0")), str(2, 1, ArmSlot.THREAD));
    code.words(mrs(2, number("fpcr")), str(2, 1, ArmSlot.CONTROL));
    code.words(mrs(2, number("fpsr")), str(2, 1, ArmSlot.STATUS));
    code.words(mrs(2, SPSR), str(2, 1, ArmSlot.STATE), add(2, 1, ArmSlot.VECTORS));
    for (int i = 0; i < 32; i += 2) {
      code.words(vectors(0, i, 2, 16 * i));
    }
    code.words(add(3, 1, ArmSlot.DATA)).li(2, A64Programs.PAGE);
    copy(2, 3);
    code.b("next");
  }
}
