package bbt.samples.conformance.fuzz.arm64;

import static bbt.samples.conformance.fuzz.arm64.A64Words.*;

import bbt.samples.conformance.fuzz.kind.EpisodeLog;
import java.util.List;

/**
 * The code around the episodes: it switches translation on, prepares each episode, logs each
 * exception and goes on behind it, and logs the state at the end.
 *
 * <p>Registers that no operation writes: x24 gathers what was read, x25 is where the operation
 * ends, x26 counts repeats, x27 is the handler's, x28 points to the variables.
 */
final class ArmHarness {
  /** The register that gathers what operations read. */
  static final int SEEN = 24;

  /** The register that has the end of the operation. */
  static final int LANDING = 25;

  static final int COUNT = 26;
  private static final int HANDLER = 27;
  private static final int VARIABLES = 28;

  /** The comment of the svc that ends an episode. */
  static final int END = 0xFFFF;

  /** The comment of the svc that goes on at level 1. */
  static final int RISE = 0xFFFE;

  // Variables.
  private static final int SAVED = 0;
  private static final int LOG_AT = 0x40;
  private static final int NEXT = 0x48;

  /** Attributes of memory: device is 1, the rest is normal and cached. */
  static final long MAIR = 0xFFBB_FFBB_FFBB_04FFL;

  /** What TCR_EL1 has in each episode: 4 KiB granules, 48 bits above, 40 bits out. */
  static final long TCR = 0x2_B510_3500L;

  /**
   * SCTLR_EL1: translation, caches, what is always one; wfi traps at level 0, where it might last.
   */
  static final long SCTLR = 0x00C4_183DL;

  /** System registers that are logged at the end of an episode. */
  static final List<String> DUMPED =
      List.of(
          "sp_el0",
          "elr_el1",
          "spsr_el1",
          "esr_el1",
          "cpacr_el1",
          "contextidr_el1",
          "tpidr_el0",
          "tpidrro_el0",
          "tpidr_el1",
          "mair_el1",
          "tcr_el1",
          "sctlr_el1",
          "par_el1",
          "csselr_el1",
          "cntkctl_el1",
          "ttbr0_el1",
          "pmuserenr_el0",
          "pmselr_el0",
          "mdscr_el1",
          "fpcr",
          "fpsr");

  /** Vector registers that are logged. */
  static final int VECTORS = 8;

  private static final int ESR = number("esr_el1");
  private static final int ELR = number("elr_el1");
  private static final int SPSR = number("spsr_el1");
  private static final int FAR = number("far_el1");
  private static final int SCTLR_EL1 = number("sctlr_el1");
  private static final int CPACR = number("cpacr_el1");
  private static final int FLOATS_ON = 3 << 20;

  private final A64Buffer code;

  ArmHarness(A64Buffer code) {
    this.code = code;
  }

  private static int system(String name, int rt) {
    return msr(number(name), rt);
  }

  private static int read(int rt, String name) {
    return mrs(rt, number(name));
  }

  /** Writes everything that is the same in all images; the first episode follows it. */
  void write() {
    vectors();
    handler();
    dump();
    reset();
    start();
  }

  /** Entered at the physical address, without translation; falls into the first episode. */
  private void start() {
    code.label("start");
    clear(ArmLayout.RAM);
    clear(ArmLayout.OUR_TREE);
    clear(ArmLayout.FRAMES);
    // Tables of the upper half: RAM by blocks of 2 MiB, devices by one.
    long root = ArmLayout.UPPER_ROOT;
    for (int i = 0; i < 4; i++) {
      clearPage(root + (long) i * ArmLayout.PAGE);
    }
    put(root, root + 0x1000 | 3);
    put(root + 0x1000 + 8, root + 0x2000 | 3);
    put(root + 0x1000, root + 0x3000 | 3);
    put(root + 0x3000 + 64 * 8, ArmLayout.GIC_DISTRIBUTOR | 0x0060_0000_0000_0405L);
    for (long at = ArmLayout.RAM; at < ArmLayout.RAM + ArmLayout.MEMORY_BYTES; at += 2 << 20) {
      boolean program = at == ArmLayout.START;
      // The program: read and executed by both levels, written by none.
      long rights = program ? 0x7C1L : 0x0060_0000_0000_0701L;
      put(root + 0x2000 + (at - ArmLayout.RAM >>> 21) * 8, at | rights);
    }
    code.li(0, MAIR).words(system("mair_el1", 0));
    code.li(0, TCR | 16).words(system("tcr_el1", 0));
    // Until the jump this code is seen at its physical address, too.
    code.li(0, root).words(system("ttbr0_el1", 0), system("ttbr1_el1", 0));
    code.words(ISB, system("tlbi vmalle1"), DSB, ISB);
    code.li(0, SCTLR).words(msr(SCTLR_EL1, 0), ISB);
    code.adr(0, "above").li(1, ArmLayout.UPPER).words(addRegister(0, 0, 1), br(0));
    code.label("above");
    code.adr(0, "vectors").words(system("vbar_el1", 0), ISB);
    code.li(VARIABLES, ArmLayout.UPPER + ArmLayout.VARIABLES);
    code.li(0, ArmLayout.UPPER + ArmLayout.LOG).words(str(0, VARIABLES, LOG_AT));
    // Code frames: each 16 bytes say that they were executed, and go to the operation's end.
    code.li(0, ArmLayout.UPPER + ArmLayout.CODE_FRAMES);
    code.li(1, ((long) br(LANDING) << 32) | add(SEEN, SEEN, 1) & 0xFFFF_FFFFL);
    code.li(2, ArmLayout.CODE_FRAME_COUNT * ArmLayout.PAGE);
    code.label("fill").words(stpPost(1, 1, 0, 16), subs(2, 2, 16)).b(A64Buffer.NE, "fill");
    code.words(DSB, system("ic iallu"), DSB, ISB);
    // The interrupt controller: software interrupts and both timers, all priorities.
    code.li(0, ArmLayout.UPPER + ArmLayout.GIC_DISTRIBUTOR).li(1, 1).words(strWord(1, 0, 0));
    code.li(1, 0x4800_FFFFL).words(strWord(1, 0, 0x100));
    code.li(0, ArmLayout.UPPER + ArmLayout.GIC_INTERFACE).li(1, 0xFF).words(strWord(1, 0, 4));
    code.li(1, 1).words(strWord(1, 0, 0));
  }

  private static int system(String operation) {
    return msr(number(operation), ZERO);
  }

  private void clear(long eightPages) {
    for (int i = 0; i < 8; i++) {
      clearPage(eightPages + (long) i * ArmLayout.PAGE);
    }
  }

  private void clearPage(long page) {
    String loop = "clear" + code.here();
    code.li(0, page).li(1, ArmLayout.PAGE);
    code.label(loop).words(stpPost(ZERO, ZERO, 0, 16), subs(1, 1, 16)).b(A64Buffer.NE, loop);
  }

  private void put(long address, long value) {
    code.li(0, address).li(1, value).words(str(1, 0, 0));
  }

  private void vectors() {
    code.align(2048).label("vectors");
    for (int i = 0; i < 16; i++) {
      code.align(128).words(movz(HANDLER, ArmLog.TRAP + i, 0)).b("handler");
    }
    code.align(128);
  }

  private void handler() {
    code.label("handler");
    code.words(stp(0, 1, VARIABLES, SAVED), stp(2, 3, VARIABLES, SAVED + 16));
    code.words(ldr(0, VARIABLES, LOG_AT), str(HANDLER, 0, EpisodeLog.TAG));
    code.words(mrs(1, ESR), str(1, 0, ArmLog.SYNDROME));
    code.words(mrs(2, ELR), str(2, 0, ArmLog.RETURN));
    code.words(mrs(3, FAR), str(3, 0, ArmLog.ADDRESS));
    code.words(mrs(3, SPSR), str(3, 0, ArmLog.STATE));
    code.words(str(SEEN, 0, ArmLog.SEEN), read(3, "isr_el1"), str(3, 0, ArmLog.PENDING));
    code.words(str(LANDING, 0, ArmLog.LANDING));
    code.words(add(0, 0, EpisodeLog.RECORD_BYTES), str(0, VARIABLES, LOG_AT));
    code.words(low(3, HANDLER, 2), subs(ZERO, 3, 1)).b(A64Buffer.EQ, "interrupt");
    code.words(lsr(3, 1, 26));
    code.words(subs(ZERO, 3, 0x15)).b(A64Buffer.EQ, "call");
    for (int where : new int[] {0x20, 0x21, 0x22, 0x0E}) {
      code.words(subs(ZERO, 3, where)).b(A64Buffer.EQ, "land");
    }
    // What is executed elsewhere than in this program ends the operation, too.
    code.words(lsr(3, 2, 21)).li(1, ArmLayout.UPPER + ArmLayout.START >>> 21);
    code.words(0xEB01_007F /* cmp x3, x1 */).b(A64Buffer.NE, "land");
    code.words(add(2, 2, 4), msr(ELR, 2)).b("leave");

    // An exception that leaves no way on: to the operation's end, in a state that there is.
    code.label("land").words(msr(ELR, LANDING), mrs(1, SPSR));
    code.li(2, 1 << 20).words(0x8A22_0021 /* bic x1, x1, x2 */, msr(SPSR, 1)).b("leave");

    code.label("call").words(low(1, 1, 16)).li(2, END);
    code.words(0xEB02_003F /* cmp x1, x2 */).b(A64Buffer.EQ, "dump");
    code.li(2, RISE).words(0xEB02_003F).b(A64Buffer.NE, "leave");
    code.words(mrs(1, SPSR)).li(2, 5).words(0xAA02_0021 /* orr x1, x1, x2 */, msr(SPSR, 1));
    code.b("leave");

    code.label("interrupt").li(1, ArmLayout.UPPER + ArmLayout.GIC_INTERFACE);
    code.words(ldrWord(2, 1, 0xC), stur(2, 0, ArmLog.PENDING - EpisodeLog.RECORD_BYTES));
    code.words(system("cntv_ctl_el0", ZERO), system("cntp_ctl_el0", ZERO), ISB);
    code.words(strWord(2, 1, 0x10), DSB);

    code.label("leave");
    code.words(ldp(0, 1, VARIABLES, SAVED), ldp(2, 3, VARIABLES, SAVED + 16), ERET);
  }

  /** Logs the state of the processor, and what is in data frames. */
  private void dump() {
    code.label("dump");
    code.words(str(4, VARIABLES, SAVED + 32), ldr(4, VARIABLES, LOG_AT));
    code.words(str(ZERO, 4, EpisodeLog.TAG), add(4, 4, EpisodeLog.RECORD_BYTES));
    code.words(ldp(0, 1, VARIABLES, SAVED), stpPost(0, 1, 4, 16));
    code.words(ldp(2, 3, VARIABLES, SAVED + 16), stpPost(2, 3, 4, 16));
    code.words(ldr(0, VARIABLES, SAVED + 32), stpPost(0, 5, 4, 16));
    for (int i = 6; i < 24; i += 2) {
      code.words(stpPost(i, i + 1, 4, 16));
    }
    code.words(stpPost(SEEN, LANDING, 4, 16));
    code.words(0x9100_03E0 /* mov x0, sp */, mov(1, HANDLER), stpPost(0, 1, 4, 16));
    code.words(mrs(0, CPACR)).li(1, FLOATS_ON).words(msr(CPACR, 1), ISB, mov(1, 0));
    for (String name : DUMPED) {
      code.words(name.equals("cpacr_el1") ? mov(0, 1) : read(0, name));
      code.words(stpPost(0, ZERO, 4, 16));
    }
    for (int i = 0; i < VECTORS; i++) {
      code.words(strVector(i, 4, 16 * i));
    }
    code.words(add(4, 4, 16 * VECTORS));
    code.li(5, ArmLayout.UPPER + ArmLayout.FRAMES).li(6, ArmLayout.FRAME_COUNT);
    code.label("frame").li(7, ArmLayout.PAGE).li(0, 0).label("sum");
    code.words(ldpPost(1, 2, 5, 16), eor(0, 1, 0, 7), addRegister(0, 0, 2));
    code.words(subs(7, 7, 16)).b(A64Buffer.NE, "sum");
    code.words(stpPost(0, ZERO, 4, 16), subs(6, 6, 1)).b(A64Buffer.NE, "frame");
    code.words(str(4, VARIABLES, LOG_AT), ldr(0, VARIABLES, NEXT), br(0));
  }

  /** Called before an episode: what the last one changed is as at first. */
  private void reset() {
    code.label("reset");
    code.words(daifset(15), spsel(1));
    code.words(system("cntv_ctl_el0", ZERO), system("cntp_ctl_el0", ZERO));
    code.li(0, MAIR).words(system("mair_el1", 0));
    code.li(0, SCTLR).words(msr(SCTLR_EL1, 0), ISB);
    code.li(0, ArmLayout.UPPER + ArmLayout.GIC_DISTRIBUTOR).li(1, -1);
    for (int at = 0xF10; at < 0xF20; at += 4) {
      code.words(strWord(1, 0, at));
    }
    code.li(0, ArmLayout.UPPER + ArmLayout.FRAMES);
    code.li(1, ArmLayout.LOWER_ROOT + ArmLayout.PAGE - ArmLayout.FRAMES);
    code.label("wipe").words(system("dc zva", 0), add(0, 0, 64), subs(1, 1, 64));
    code.b(A64Buffer.NE, "wipe");
    code.li(0, ArmLayout.UPPER + ArmLayout.UPPER_ROOT);
    for (int i = 1; i < 8; i++) {
      code.words(str(ZERO, 0, 8 * i));
    }
    code.words(str(ZERO, 0, 8 * 511), CLREX, ret(30));
  }

  /**
   * Writes an episode.
   *
   * @return the addresses of its first word and behind its last operation
   */
  long[] episode(ArmEpisode e) {
    long from = code.here();
    String name = "e" + e.number() + "at" + code.here();
    code.words(ldr(0, VARIABLES, LOG_AT)).li(1, EpisodeLog.MARK).li(2, e.number());
    code.words(str(1, 0, EpisodeLog.TAG), str(2, 0, EpisodeLog.NUMBER));
    code.words(add(0, 0, EpisodeLog.RECORD_BYTES), str(0, VARIABLES, LOG_AT)).bl("reset");
    for (ArmEpisode.Descriptor d : e.tables()) {
      code.li(0, ArmLayout.UPPER + d.address()).li(1, d.value()).words(str(1, 0, 0));
    }
    for (ArmEpisode.Register r : e.registers()) {
      code.li(0, r.value()).words(msr(r.number(), 0));
    }
    code.words(DSB, ISB, system("tlbi vmalle1"), DSB, ISB);
    code.adr(0, name + "next").words(str(0, VARIABLES, NEXT));
    code.adr(0, name).words(msr(ELR, 0)).li(0, e.spsr()).words(msr(SPSR, 0));
    code.li(0, FLOATS_ON).words(mrs(1, CPACR), msr(CPACR, 0), ISB);
    code.li(0, BENIGN);
    for (int i = 0; i < VECTORS; i++) {
      code.words(0x4E08_0C00 | i /* dup v.2d, x0 */);
    }
    code.words(system("fpcr", ZERO), system("fpsr", ZERO), msr(CPACR, 1), ISB);
    for (int i = 0; i < 24; i++) {
      code.li(i, e.values().get(i));
    }
    code.li(SEEN, 0).li(COUNT, e.repeats()).words(ERET);
    code.label(name);
    for (int[] operation : e.operations()) {
      code.words(adr(LANDING, 4 * (operation.length + 1))).words(operation);
    }
    long to = code.here();
    code.words(subs(COUNT, COUNT, 1)).b(A64Buffer.NE, name);
    code.label(name + "end").words(svc(END)).b(name + "end");
    code.label(name + "next");
    return new long[] {from, to};
  }

  /** What is stored to memory that may be executed: it goes to the operation's end. */
  static final long BENIGN = (br(LANDING) & 0xFFFF_FFFFL) | (long) br(LANDING) << 32;

  /** Writes the end of the last episode: the log's end, and the call that switches off. */
  void end() {
    code.words(ldr(0, VARIABLES, LOG_AT))
        .li(1, EpisodeLog.END)
        .words(str(1, 0, EpisodeLog.TAG), DSB);
    code.li(0, 0x8400_0008L).words(hvc(0));
    code.label("off").b("off");
  }
}
