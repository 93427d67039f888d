package bbt.translator.smp;

import static bbt.ptg.riscv.Insn.*;

import bbt.ptg.riscv.Encoder;
import bbt.translator.riscv.cpu.Csr;

/**
 * One hart exchanges the page behind an address and fences the other harts' translations; from then
 * on they must read, write and execute the new one.
 */
final class RemoteFence {
  /** Sv39: the third gigabyte is itself; the second has one page, at {@link #WHERE}. */
  private static final long WHERE = 0x4000_5000L;

  private static final int ROOT = 0x1000;
  private static final int MIDDLE = 0x2000;
  private static final int LAST = 0x3000;

  /** Place of the page's entry in the last table. */
  private static final int ENTRY = LAST + 8 * 5;

  /** Two pages that are shown in turn. */
  private static final int PAGES = 0x4000;

  /** V R W X A D. */
  private static final int LEAF = 0xCF;

  private static final int ROUNDS = 24;

  private RemoteFence() {}

  static SmpProgram assemble(int harts) {
    SmpProgram p = SmpProgram.supervisor(harts);
    int addi = Encoder.i(ADDI, 10, 0, 0);
    int ret = Encoder.i(JALR, 0, 1, 0);
    p.leader(
        () -> {
          store(p, ROOT + 8, pointer(p.data + MIDDLE));
          store(p, ROOT + 16, pte(0x8000_0000L));
          store(p, MIDDLE, pointer(p.data + LAST));
          store(p, ENTRY, pte(p.data + PAGES));
          for (int page = 0; page < 2; page++) {
            store(p, PAGES + 4096 * page + 16, (long) ret << 32 | addi);
          }
          p.fence();
          p.forEachOther(() -> p.start("secondary", 1, 1));
        });
    p.others(
        () -> {
          p.a.li(5, 8L << 60 | p.data + ROOT >>> 12).i(CSRRW, 0, 5, Csr.SATP).op(SFENCE_VMA);
          p.a.li(28, 0).li(31, WHERE);
          String again = p.fresh();
          // x29: a version that is out; the page must be this one or a newer one.
          p.a.label(again).i(LD, 29, 19, 0);
          p.fence();
          p.a.i(LD, 30, 31, 0).s(SD, 29, 31, 64).i(JALR, 1, 31, 16);
          p.a.r(SLTU, 5, 30, 29).r(SLTU, 6, 10, 29).r(OR, 5, 5, 6);
          p.add(16, 5);
          p.a.i(ADDI, 28, 28, 1).i(SLLI, 5, 18, 3).r(ADD, 5, 5, 19).s(SD, 28, 5, 0x200);
          p.a.li(5, ROUNDS).branch(BNE, 29, 5, again);
        });
    p.leader(
        () ->
            p.times(
                ROUNDS,
                () -> {
                  p.forEachOther(
                      () -> {
                        String wait = p.fresh();
                        p.a.i(SLLI, 28, 23, 3).r(ADD, 28, 28, 19).li(29, 60).r(MUL, 29, 29, 22);
                        p.a.label(wait).op(PAUSE).i(LD, 5, 28, 0x200).branch(BLT, 5, 29, wait);
                      });
                  // The page that is not shown: its number, and a function that returns it.
                  p.a.i(ANDI, 28, 22, 1).i(SLLI, 28, 28, 12).li(29, p.data + PAGES);
                  p.a.r(ADD, 28, 28, 29).s(SD, 22, 28, 0);
                  p.a.li(29, addi).i(SLLI, 30, 22, 20).r(ADD, 29, 29, 30).s(SW, 29, 28, 16);
                  p.fence().a.li(10, (1 << harts) - 1).li(11, 0);
                  p.call(SmpProgram.RFENCE, 0).expect(10, 0, 2);
                  // Its translation, and the fence: a range, a larger one, everything, by ASID.
                  p.a.i(SRLI, 29, 28, 2).i(ORI, 29, 29, LEAF).li(30, p.data + ENTRY);
                  p.a.s(SD, 29, 30, 0);
                  p.fence().a.li(10, (1 << harts) - 1).li(11, 0).li(12, WHERE).li(13, 4096);
                  p.a.li(14, 0).i(ANDI, 5, 22, 3).i(ADDI, 30, 0, 1);
                  String large = p.fresh();
                  String all = p.fresh();
                  String go = p.fresh();
                  p.a.branch(BEQ, 5, 0, go).i(ADDI, 5, 5, -1).branch(BEQ, 5, 0, large);
                  p.a.i(ADDI, 5, 5, -1).branch(BEQ, 5, 0, all);
                  p.a.i(ADDI, 30, 0, 2).jal(0, go);
                  p.a.label(large).li(12, WHERE - 4096).li(13, 3 * 4096).jal(0, go);
                  p.a.label(all).li(12, 0).li(13, 0);
                  p.a.label(go).li(17, SmpProgram.RFENCE).i(ADDI, 16, 30, 0).op(ECALL);
                  p.expect(10, 0, 3).publish(0, 22);
                }));
    p.join().a.i(LD, 5, 19, 16);
    return p.expect(5, 0, 4).pass();
  }

  private static void store(SmpProgram p, int offset, long value) {
    p.a.li(5, p.data + offset).li(6, value).s(SD, 6, 5, 0);
  }

  private static long pointer(long table) {
    return table >>> 12 << 10 | 1;
  }

  private static long pte(long page) {
    return page >>> 12 << 10 | LEAF;
  }
}
