package bbt.samples.conformance.fuzz.privileged;

import bbt.ptg.riscv.Encoder;
import bbt.ptg.riscv.Insn;
import bbt.samples.conformance.fuzz.kind.EpisodeLog;
import bbt.translator.riscv.cpu.Csr;
import bbt.translator.riscv.cpu.Status;
import java.util.List;

/**
 * The part of a privileged case that is the same in all: start, trap handlers that append to the
 * log and go on, the dump at an episode's end.
 *
 * <p>While an episode runs, gp holds the variables' address (identity-mapped for S-mode), tp and s7
 * belong to the handlers, t5 to the operation, s8 counts landings, s9 repetitions, s10 gathers what
 * was read, s11 says where a fetch that faulted goes on, t6 makes requests:
 *
 * <ul>
 *   <li>{@link #LEAVE}: any exception ends the episode;
 *   <li>{@link #GO} + privilege: an ecall returns in that privilege, as far as its handler can.
 * </ul>
 *
 * <p>A handler leaves tp = 1 and skips the four bytes that trapped. A fetch fault goes on at s11;
 * if that is where it happened, at the same place in the other view (a change of privilege there).
 * An interrupt is disabled by its handler. After {@link #TRAPS} traps an episode ends.
 */
final class PrivilegedHarness {
  /** Value of t6: the next exception ends the episode. */
  static final int LEAVE = 0x7FF;

  /** Value of t6, plus a privilege: the next ecall changes to it. */
  static final int GO = 0x700;

  /** Units of eight bytes of a code frame that can be entered, from offset 4 on. */
  static final int LANDINGS = 511;

  /** Traps after which an episode is over. */
  static final int TRAPS = 80;

  // Offsets from gp.
  static final int LOG_POINTER = 0;
  static final int COUNT = 8;
  static final int NEXT = 16;

  /**
   * The registers that M-mode handlers keep, and those that S-mode handlers keep, each in this
   * order.
   */
  private static final int MACHINE = 64;

  private static final int SUPERVISOR = 128;
  private static final int SAVED_T5 = 0;
  private static final int SAVED_STATUS = 8;
  private static final int HOOK = 16;
  private static final int OUTER_HOOK = 24;
  private static final int OUTER_EPC = 32;
  private static final int OUTER_STATUS = 40;
  private static final int OUTER_T5 = 48;
  private static final int OUTER_SAVED = 56;
  static final int MACHINE_HOOK = MACHINE + HOOK;
  static final int SUPERVISOR_HOOK = SUPERVISOR + HOOK;

  /** CSRs in an episode's dump, in this order. */
  static final List<Integer> DUMPED =
      List.of(
          Csr.MSTATUS,
          Csr.MIE,
          Csr.MIP,
          Csr.MIDELEG,
          Csr.MEDELEG,
          Csr.MSCRATCH,
          Csr.MTVEC,
          Csr.MCOUNTEREN,
          Csr.MENVCFG,
          Csr.SSTATUS,
          Csr.SIE,
          Csr.SIP,
          Csr.STVEC,
          Csr.SSCRATCH,
          Csr.SEPC,
          Csr.SCAUSE,
          Csr.STVAL,
          Csr.SCOUNTEREN,
          Csr.SENVCFG,
          Csr.SATP,
          Csr.STIMECMP,
          Csr.PMPCFG0,
          Csr.PMPCFG2,
          Csr.PMPADDR0 + 1,
          Csr.PMPADDR0 + 2,
          Csr.PMPADDR0 + 3,
          Csr.PMPADDR0 + 4,
          Csr.PMPADDR0 + 5,
          Csr.PMPADDR0 + 6,
          Csr.PMPADDR0 + 7);

  private static final int ECALL_U = 8;
  private static final int ECALL_S = 9;
  private static final int FETCH_PAGE = 12;

  /** Names and CSRs of one of the two handlers. */
  private record Side(
      String name, int saved, int cause, int epc, int tval, int status, int pending, int enable) {}

  private static final Side M =
      new Side("machine", MACHINE, Csr.MCAUSE, Csr.MEPC, Csr.MTVAL, Csr.MSTATUS, Csr.MIP, Csr.MIE);
  private static final Side S =
      new Side(
          "supervisor", SUPERVISOR, Csr.SCAUSE, Csr.SEPC, Csr.STVAL, Csr.SSTATUS, Csr.SIP, Csr.SIE);

  private final CodeBuffer code;

  PrivilegedHarness(CodeBuffer code) {
    this.code = code;
  }

  /** The four vector tables, by number: 0 and 1 for M-mode, 2 and 3 for S-mode. */
  static String vectors(int table) {
    return "vectors" + table;
  }

  /** Where a hook of M-mode (or of S-mode) goes when it is done. */
  static String hookDone(boolean machine) {
    return (machine ? M : S).name + " hook done";
  }

  /** Writes everything; the start is at label {@code start} and goes on at {@code first}. */
  void write() {
    for (int table = 0; table < 4; table++) {
      code.align(256).label(vectors(table));
      for (int i = 0; i < 16; i++) {
        code.call(Rv.TP, (table < 2 ? M : S).name);
      }
    }
    machine();
    supervisor();
    leave();
    prepare();
    start();
  }

  // ---- handlers

  private void machine() {
    code.label(M.name);
    // With MPRV the stores below would be translated; tp holds the vector's link.
    code.words(Rv.lui(Rv.S7, (int) (Status.MPRV >>> 12)), Rv.csr(3, Rv.S7, Csr.MSTATUS, Rv.S7));
    code.words(
        Rv.sd(Rv.T5, Rv.GP, MACHINE + SAVED_T5), Rv.sd(Rv.S7, Rv.GP, MACHINE + SAVED_STATUS));
    record(M, "leave");
    code.branch(Insn.BLT, Rv.TP, Rv.ZERO, "machine interrupt");
    code.li(Rv.T5, LEAVE).branch(Insn.BEQ, Rv.T6, Rv.T5, "leave");
    requests(M, "go machine");
    fetchFault(M);
    code.label("go machine");
    code.li(Rv.T6, 0).li(Rv.T5, Status.MPP).words(Rv.csrc(Csr.MSTATUS, Rv.T5));
    code.words(Rv.slli(Rv.S7, Rv.S7, Status.MPP_SHIFT), Rv.csrs(Csr.MSTATUS, Rv.S7));
    skip(M);
    hook(M);
    // MPRV as it was, for M-mode: elsewhere mret would have to clear it, which old QEMUs do not.
    code.li(Rv.S7, 0).words(Rv.csrr(Rv.TP, Csr.MSTATUS)).li(Rv.T5, Status.MPP);
    code.words(Rv.and(Rv.TP, Rv.TP, Rv.T5)).branch(Insn.BNE, Rv.TP, Rv.T5, "machine return");
    code.words(Rv.lui(Rv.T5, (int) (Status.MPRV >>> 12)));
    code.words(Rv.ld(Rv.S7, Rv.GP, MACHINE + SAVED_STATUS), Rv.and(Rv.S7, Rv.S7, Rv.T5));
    code.label("machine return");
    code.words(Rv.ld(Rv.T5, Rv.GP, MACHINE + SAVED_T5)).li(Rv.TP, 1);
    code.words(Rv.csrs(Csr.MSTATUS, Rv.S7), Rv.MRET);
    interrupt(M);
  }

  private void supervisor() {
    code.label(S.name);
    code.words(Rv.sd(Rv.T5, Rv.GP, SUPERVISOR + SAVED_T5));
    code.words(Rv.csrr(Rv.S7, Csr.SSTATUS));
    record(S, "supervisor leave");
    code.branch(Insn.BLT, Rv.TP, Rv.ZERO, "supervisor interrupt");
    code.li(Rv.T5, LEAVE).branch(Insn.BEQ, Rv.T6, Rv.T5, "supervisor leave");
    requests(S, "go supervisor");
    fetchFault(S);
    code.label("go supervisor");
    code.li(Rv.T6, 0).li(Rv.T5, Status.SPP).words(Rv.csrc(Csr.SSTATUS, Rv.T5));
    code.branch(Insn.BEQ, Rv.S7, Rv.ZERO, "supervisor skip").words(Rv.csrs(Csr.SSTATUS, Rv.T5));
    skip(S);
    hook(S);
    code.words(Rv.ld(Rv.T5, Rv.GP, SUPERVISOR + SAVED_T5)).li(Rv.TP, 1).words(Rv.SRET);
    // sret is trapped (TSR): the episode is over. Of illegal instructions and ecalls from S at
    // most one kind is delegated, so that one of these two leads to M-mode.
    code.label("supervisor leave");
    code.li(Rv.T6, LEAVE).words(Rv.addi(Rv.T5, Rv.TP, -ECALL_S));
    code.branch(Insn.BEQ, Rv.T5, Rv.ZERO, "supervisor leaves otherwise").words(Rv.ECALL);
    code.label("supervisor leaves otherwise").words(0).jump("supervisor leave");
    interrupt(S);
  }

  /** Appends a trap to the log; s7 holds the status. Leaves the cause in tp. */
  private void record(Side side, String leave) {
    code.words(Rv.ld(Rv.T5, Rv.GP, LOG_POINTER));
    code.words(Rv.sd(Rv.TP, Rv.T5, EpisodeLog.TAG), Rv.sd(Rv.S7, Rv.T5, TrapLog.STATUS));
    code.words(Rv.csrr(Rv.TP, side.cause), Rv.sd(Rv.TP, Rv.T5, TrapLog.CAUSE));
    code.words(Rv.csrr(Rv.S7, side.epc), Rv.sd(Rv.S7, Rv.T5, TrapLog.EPC));
    code.words(Rv.csrr(Rv.S7, side.tval), Rv.sd(Rv.S7, Rv.T5, TrapLog.TVAL));
    code.words(Rv.csrr(Rv.S7, side.pending), Rv.sd(Rv.S7, Rv.T5, TrapLog.PENDING));
    code.words(Rv.sd(Rv.S10, Rv.T5, TrapLog.SEEN), Rv.sd(Rv.S8, Rv.T5, TrapLog.LANDINGS));
    code.words(Rv.addi(Rv.T5, Rv.T5, EpisodeLog.RECORD_BYTES), Rv.sd(Rv.T5, Rv.GP, LOG_POINTER));
    code.words(Rv.ld(Rv.T5, Rv.GP, COUNT), Rv.addi(Rv.T5, Rv.T5, -1), Rv.sd(Rv.T5, Rv.GP, COUNT));
    code.branch(Insn.BLT, Rv.T5, Rv.ZERO, leave);
  }

  /** An ecall that asks for a privilege goes to {@code go}, which finds it in s7; others skip. */
  private void requests(Side side, String go) {
    code.words(Rv.addi(Rv.S7, Rv.TP, -ECALL_U), Rv.sltiu(Rv.S7, Rv.S7, 4));
    code.branch(Insn.BEQ, Rv.S7, Rv.ZERO, side.name + " fetch?");
    code.words(Rv.addi(Rv.S7, Rv.T6, -GO), Rv.sltiu(Rv.T5, Rv.S7, 4));
    code.branch(Insn.BNE, Rv.T5, Rv.ZERO, go).jump(side.name + " skip");
  }

  private void fetchFault(Side side) {
    String fault = side.name + " fetch fault";
    String known = side.name + " fetch goes on";
    code.label(side.name + " fetch?");
    code.li(Rv.S7, FETCH_PAGE).branch(Insn.BEQ, Rv.TP, Rv.S7, fault);
    code.li(Rv.S7, 1).branch(Insn.BLTU, Rv.S7, Rv.TP, side.name + " skip");
    code.label(fault).words(Rv.csrr(Rv.S7, side.epc)).branch(Insn.BNE, Rv.S7, Rv.S11, known);
    code.li(Rv.T5, Layout.USER_ALIAS).words(Rv.xor(Rv.S11, Rv.S11, Rv.T5));
    code.label(known).words(Rv.csrw(side.epc, Rv.S11)).jump(side.name + " out");
  }

  private void skip(Side side) {
    code.label(side.name + " skip");
    code.words(Rv.csrr(Rv.S7, side.epc), Rv.addi(Rv.S7, Rv.S7, 4), Rv.csrw(side.epc, Rv.S7));
    code.label(side.name + " out");
  }

  /** Runs the hook, if there is one; not for what traps inside it. */
  private void hook(Side side) {
    String none = side.name + " no hook";
    int saved = side.saved;
    code.words(Rv.ld(Rv.TP, Rv.GP, saved + HOOK)).branch(Insn.BEQ, Rv.TP, Rv.ZERO, none);
    code.words(Rv.sd(Rv.ZERO, Rv.GP, saved + HOOK), Rv.sd(Rv.TP, Rv.GP, saved + OUTER_HOOK));
    code.words(Rv.csrr(Rv.S7, side.epc), Rv.sd(Rv.S7, Rv.GP, saved + OUTER_EPC));
    code.words(Rv.csrr(Rv.S7, side.status), Rv.sd(Rv.S7, Rv.GP, saved + OUTER_STATUS));
    code.words(Rv.ld(Rv.S7, Rv.GP, saved + SAVED_T5), Rv.sd(Rv.S7, Rv.GP, saved + OUTER_T5));
    code.words(Rv.ld(Rv.S7, Rv.GP, saved + SAVED_STATUS), Rv.sd(Rv.S7, Rv.GP, saved + OUTER_SAVED));
    code.words(Rv.jalr(Rv.ZERO, Rv.TP, 0));
    code.label(hookDone(side == M));
    if (side == M) {
      code.words(Rv.lui(Rv.S7, (int) (Status.MPRV >>> 12)), Rv.csrc(Csr.MSTATUS, Rv.S7));
    }
    code.words(Rv.ld(Rv.S7, Rv.GP, saved + OUTER_HOOK), Rv.sd(Rv.S7, Rv.GP, saved + HOOK));
    code.words(Rv.ld(Rv.S7, Rv.GP, saved + OUTER_EPC), Rv.csrw(side.epc, Rv.S7));
    code.words(Rv.ld(Rv.S7, Rv.GP, saved + OUTER_STATUS), Rv.csrw(side.status, Rv.S7));
    code.words(Rv.ld(Rv.S7, Rv.GP, saved + OUTER_T5), Rv.sd(Rv.S7, Rv.GP, saved + SAVED_T5));
    code.words(Rv.ld(Rv.S7, Rv.GP, saved + OUTER_SAVED), Rv.sd(Rv.S7, Rv.GP, saved + SAVED_STATUS));
    code.label(none);
  }

  private void interrupt(Side side) {
    code.label(side.name + " interrupt");
    code.li(Rv.S7, 1).words(Encoder.r(Insn.SLL, Rv.S7, Rv.S7, Rv.TP), Rv.csrc(side.enable, Rv.S7));
    code.jump(side.name + " out");
  }

  // ---- the frame of an episode

  /** M-mode: appends the dump to the log, then goes to the next episode. */
  private void leave() {
    code.label("leave");
    code.li(Rv.T5, Integer.MAX_VALUE).words(Rv.sd(Rv.T5, Rv.GP, COUNT));
    code.words(Rv.ld(Rv.T5, Rv.GP, LOG_POINTER), Rv.ld(Rv.TP, Rv.GP, MACHINE + SAVED_T5));
    code.words(Rv.sd(Rv.ZERO, Rv.T5, EpisodeLog.TAG));
    int at = EpisodeLog.RECORD_BYTES;
    for (int x = 1; x < 32; x++, at += 8) {
      boolean harness = x == Rv.GP || x == Rv.TP || x == Rv.S7;
      code.words(Rv.sd(harness ? Rv.ZERO : x == Rv.T5 ? Rv.TP : x, Rv.T5, at));
    }
    for (int csr : DUMPED) {
      code.words(Rv.csrr(Rv.S7, csr), Rv.sd(Rv.S7, Rv.T5, at));
      at += 8;
    }
    code.li(Rv.S7, Status.FS).words(Rv.csrs(Csr.MSTATUS, Rv.S7));
    code.words(Rv.csrr(Rv.S7, Csr.FCSR), Rv.sd(Rv.S7, Rv.T5, at));
    at += 8;
    for (int f = 0; f < 32; f++, at += 8) {
      code.words(Encoder.s(Insn.FSD, f, Rv.T5, at));
    }
    // A sum for each page that the episode may have changed, by words.
    // Without protection: what begins in one region and ends in another fails in M-mode too.
    code.words(Rv.addi(Rv.T5, Rv.T5, at), Rv.csrw(Csr.PMPCFG0, Rv.ZERO));
    sums(Layout.FRAMES, Layout.FRAME_COUNT + Layout.TABLE_COUNT);
    sums(Layout.ROOTS, Layout.ROOT_COUNT);
    sums(Layout.CODE_FRAMES, 1);
    code.words(Rv.sd(Rv.T5, Rv.GP, LOG_POINTER));
    code.words(Rv.ld(Rv.T5, Rv.GP, NEXT), Rv.jalr(Rv.ZERO, Rv.T5, 0));
  }

  private void sums(long from, int pages) {
    String page = "sum of page at " + from;
    String word = "sum of word at " + from;
    code.li(Rv.RA, from).li(Rv.T0, from + (long) pages * Layout.PAGE);
    code.label(page).li(Rv.S7, 0).li(Rv.TP, Layout.PAGE).words(Rv.add(Rv.TP, Rv.TP, Rv.RA));
    code.label(word).words(Rv.ld(Rv.T6, Rv.RA, 0));
    code.words(Rv.slli(Rv.T4, Rv.S7, 5), Rv.add(Rv.S7, Rv.S7, Rv.T4), Rv.xor(Rv.S7, Rv.S7, Rv.T6));
    code.words(Rv.addi(Rv.RA, Rv.RA, 8)).branch(Insn.BNE, Rv.RA, Rv.TP, word);
    code.words(Rv.sd(Rv.S7, Rv.T5, 0), Rv.addi(Rv.T5, Rv.T5, 8))
        .branch(Insn.BNE, Rv.RA, Rv.T0, page);
  }

  /**
   * A subroutine (link in ra) that undoes what an episode did to M-mode's own state, and marks the
   * log with the episode's number in s10.
   */
  private void prepare() {
    code.label("prepare");
    for (int csr :
        List.of(
            Csr.MIE,
            Csr.MIDELEG,
            Csr.MEDELEG,
            Csr.SATP,
            Csr.MSTATUS,
            Csr.FCSR,
            Csr.MCOUNTINHIBIT)) {
      code.words(csr == Csr.FCSR ? Rv.NOP : Rv.csrw(csr, Rv.ZERO));
    }
    code.li(Rv.T0, Layout.CLINT).words(Rv.store(2, Rv.ZERO, Rv.T0, 0));
    code.li(Rv.T5, -1).li(Rv.T0, Layout.MTIMECMP).words(Rv.sd(Rv.T5, Rv.T0, 0));
    code.words(Rv.csrw(Csr.STIMECMP, Rv.T5));
    code.li(Rv.T0, 1L << 61).words(Rv.csrw(Csr.MENVCFG, Rv.T0), Rv.csrw(Csr.MIP, Rv.ZERO));
    code.words(Rv.csrw(Csr.PMPADDR0 + 15, Rv.T5), Rv.csrw(Csr.PMPCFG0, Rv.ZERO));
    code.li(Rv.T0, 0x1FL << 56).words(Rv.csrw(Csr.PMPCFG2, Rv.T0));
    code.words(Rv.sfence(Rv.ZERO, Rv.ZERO));
    // Data frames: a sequence of words.
    code.li(Rv.T6, 1)
        .li(Rv.T0, Layout.FRAMES)
        .li(Rv.T4, Layout.TABLES)
        .li(Rv.T5, 0x9E37_79B9_7F4A_7C15L);
    code.label("fill").words(Rv.sd(Rv.T6, Rv.T0, 0), Rv.add(Rv.T6, Rv.T6, Rv.T5));
    code.words(Rv.addi(Rv.T0, Rv.T0, 8)).branch(Insn.BNE, Rv.T0, Rv.T4, "fill");
    code.words(Rv.ld(Rv.T5, Rv.GP, LOG_POINTER), Rv.addi(Rv.T0, Rv.ZERO, 1));
    code.words(Rv.sd(Rv.T0, Rv.T5, EpisodeLog.TAG), Rv.sd(Rv.S10, Rv.T5, TrapLog.CAUSE));
    code.words(Rv.addi(Rv.T5, Rv.T5, EpisodeLog.RECORD_BYTES), Rv.sd(Rv.T5, Rv.GP, LOG_POINTER));
    code.li(Rv.T5, TRAPS).words(Rv.sd(Rv.T5, Rv.GP, COUNT));
    code.words(Rv.jalr(Rv.ZERO, Rv.RA, 0));
  }

  /** Hart 0 prepares frames and its own tables; others sleep. */
  private void start() {
    code.label("start");
    code.words(Rv.csrr(Rv.T0, Csr.MHARTID)).branch(Insn.BEQ, Rv.T0, Rv.ZERO, "first hart");
    code.label("other hart").words(Rv.csrw(Csr.MIE, Rv.ZERO), Rv.WFI).jump("other hart");
    code.label("first hart").li(Rv.GP, Layout.VARIABLES).li(Rv.T5, Layout.LOG);
    code.words(Rv.sd(Rv.T5, Rv.GP, LOG_POINTER));
    // Code frames: copies of the landing page, with one more for what leaves the last.
    code.li(Rv.T0, Layout.CODE_FRAMES).li(Rv.T4, Layout.CODE_FRAMES + 9 * Layout.PAGE);
    code.label("code frame").li(Rv.RA, Layout.PAGE).call(Rv.T6, "after landing page");
    landingPage();
    code.label("after landing page").words(Rv.add(Rv.RA, Rv.RA, Rv.T6));
    code.label("copy").words(Rv.ld(Rv.T5, Rv.T6, 0), Rv.sd(Rv.T5, Rv.T0, 0));
    code.words(Rv.addi(Rv.T0, Rv.T0, 8), Rv.addi(Rv.T6, Rv.T6, 8));
    code.branch(Insn.BNE, Rv.T6, Rv.RA, "copy").branch(Insn.BEQ, Rv.T0, Rv.T4, "code frames done");
    code.jump("code frame").label("code frames done");
    for (PageTables.Entry entry : PageTables.harness()) {
      code.li(Rv.T0, entry.address()).li(Rv.T5, entry.value()).words(Rv.sd(Rv.T5, Rv.T0, 0));
    }
    code.li(Rv.T0, code.address(vectors(0))).words(Rv.csrw(Csr.MTVEC, Rv.T0), Rv.FENCE_I);
  }

  /**
   * A page that can be jumped to at {@link #LANDINGS} and returns to s11. The last instruction
   * continues in the next page, and each page begins with the second half of it.
   */
  private void landingPage() {
    int back = Rv.jalr(Rv.ZERO, Rv.S11, 0);
    code.half(back >>> 16).half(Rv.C_NOP); // 0x000D, alone a hint
    for (int unit = 0; unit < LANDINGS; unit++) {
      int work =
          switch (unit & 7) {
            case 5 -> Rv.ECALL;
            case 6 -> Rv.EBREAK;
            case 7 -> 0;
            default -> Rv.addi(Rv.S8, Rv.S8, unit + 1);
          };
      code.words(work, back);
    }
    code.half(Rv.C_NOP).half(back);
  }
}
