package bbt.translator.riscv.cpu;

import bbt.ptg.riscv.CsrNames;
import bbt.translator.guest.HartRegisters;
import bbt.translator.hart.Hart;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Reads, compares and copies the registers of a RISC-V hart: x, f, pc and the like, and every CSR.
 */
public final class RiscvRegisters implements HartRegisters {
  private static final int F = 32;
  private static final int OTHERS = 64;
  private static final String[] OTHER_NAMES = {
    "pc", "privilege", "fflags", "frm", "mstatus.FS", "reservation", "satp before"
  };
  private static final int CSRS = OTHERS + OTHER_NAMES.length;

  /** Numbers of all CSRs that there are; null until somebody asks. */
  private int[] csrs;

  @Override
  public Hart newHart() {
    return new Cpu(0);
  }

  @Override
  public long hash(Hart hart) {
    Cpu cpu = (Cpu) hart;
    return cpu.pc
        + cpu.x1 * 0x91D93080F9B439FDL
        + cpu.x2 * 0x3CEAAF308142C8EBL
        + cpu.x3 * 0x627655DAA05F1119L
        + cpu.x4 * 0x9DFB369BAB13DFAFL
        + cpu.x5 * 0x0FF9BB510944FE0DL
        + cpu.x6 * 0x6301BBFCA0C5154FL
        + cpu.x7 * 0x047A8387CDDE8D51L
        + cpu.x8 * 0x6FCED11D2BD8A1E7L
        + cpu.x9 * 0xB7C1DCE27F7695F5L
        + cpu.x10 * 0x3A124C647E02FF05L
        + cpu.x11 * 0x5CBD0BA3A1A6BCDFL
        + cpu.x12 * 0x66080F174C96D8E3L
        + cpu.x13 * 0x42F2DC05873F9BD1L
        + cpu.x14 * 0xB120A366F0BBE9CFL
        + cpu.x15 * 0xCE4CDA11B43C589BL
        + cpu.x16 * 0x78B7D0AC84773CE1L
        + cpu.x17 * 0x48668D77E827062DL
        + cpu.x18 * 0x2330FCF1562AE4B9L
        + cpu.x19 * 0xE36BF9B3DDCB369DL
        + cpu.x20 * 0xC1ACC9906424550BL
        + cpu.x21 * 0xF065A1C284CC4549L
        + cpu.x22 * 0x9AD9B9A25E78454DL
        + cpu.x23 * 0xF6A730B7B12E9EEDL
        + cpu.x24 * 0x993565976FBAF663L
        + cpu.x25 * 0xC5C2C2AF3977A655L
        + cpu.x26 * 0x8DF08078A22EA181L
        + cpu.x27 * 0x952C466E473A1797L
        + cpu.x28 * 0xF3194A3B381E53E7L
        + cpu.x29 * 0xDAFA3A387F006745L
        + cpu.x30 * 0xC498B6E73648245FL
        + cpu.x31 * 0x675A2E199B58BA8DL
        + cpu.f0 * 0xAB57F9854332C3DBL
        + cpu.f1 * 0x19F9CBEF0F69A4D1L
        + cpu.f2 * 0xC1B87F1A7323691BL
        + cpu.f3 * 0x75365E1458294A91L
        + cpu.f4 * 0x2EB737282FEA875FL
        + cpu.f5 * 0x4C1E26038DABF68FL
        + cpu.f6 * 0xAC3E0B5BC2917709L
        + cpu.f7 * 0x64CCDCF9EA5EE53DL
        + cpu.f8 * 0x2F314FDB43C48BC7L
        + cpu.f9 * 0x9127C47089BF36A3L
        + cpu.f10 * 0xBAFE9BD120C5D153L
        + cpu.f11 * 0xFBA3FEC76CA387B5L
        + cpu.f12 * 0xFE0143729313BADFL
        + cpu.f13 * 0x735771B237D047C9L
        + cpu.f14 * 0x9280BA2E153453FDL
        + cpu.f15 * 0x56EC4C60DA8F3FE3L
        + cpu.f16 * 0x6800E67E527F5DA7L
        + cpu.f17 * 0xB3FB95EE22432045L
        + cpu.f18 * 0x98DAA4BF75592F89L
        + cpu.f19 * 0xDA6400C790010259L
        + cpu.f20 * 0xB6D9F6F45CDC78B9L
        + cpu.f21 * 0xDBE7DF00CBA497DDL
        + cpu.f22 * 0x6A015B665E4A329DL
        + cpu.f23 * 0x04103017EAD492D3L
        + cpu.f24 * 0x365BF63A6659B555L
        + cpu.f25 * 0xAE6F8F356F02BFB5L
        + cpu.f26 * 0x23961C522970E819L
        + cpu.f27 * 0x6BCA5DAA475D779DL
        + cpu.f28 * 0x48018F5E186391DBL
        + cpu.f29 * 0xA3003324C470D28BL
        + cpu.f30 * 0x614D292E1F1EABFBL
        + cpu.f31 * 0xF6E5C77A2EE05F69L
        + cpu.reservation * 0xE9A5642C7D0753E5L
        + ((long) cpu.priv << 16 | cpu.fflags << 8 | cpu.frm << 4 | cpu.fs) * 0x3581437A489229E1L;
  }

  private static int[] present(Cpu cpu) {
    return IntStream.range(0, 4096).filter(csr -> cpu.control(csr).isPresent()).toArray();
  }

  @Override
  public long[] read(Hart hart) {
    Cpu cpu = (Cpu) hart;
    if (csrs == null) {
      csrs = present(cpu);
    }
    long[] values = new long[CSRS + csrs.length];
    readCore(cpu, values);
    for (int i = 0; i < csrs.length; i++) {
      values[CSRS + i] = cpu.csrs.read(csrs[i]);
    }
    return values;
  }

  @Override
  public String name(int index) {
    if (index >= CSRS) {
      return CsrNames.name(csrs[index - CSRS]);
    }
    return index >= OTHERS
        ? OTHER_NAMES[index - OTHERS]
        : index >= F ? "f" + (index - F) : "x" + index;
  }

  @Override
  public List<String> coreDifferences(Hart first, Hart second) {
    long[] one = new long[CSRS];
    long[] other = new long[CSRS];
    readCore((Cpu) first, one);
    readCore((Cpu) second, other);
    return differences(one, other);
  }

  private static void readCore(Cpu cpu, long[] values) {
    for (int i = 0; i < 32; i++) {
      values[i] = cpu.general(i);
      values[F + i] = cpu.floating(i);
    }
    int at = OTHERS;
    values[at++] = cpu.pc;
    values[at++] = cpu.priv;
    values[at++] = cpu.fflags;
    values[at++] = cpu.frm;
    values[at++] = cpu.fs;
    values[at++] = cpu.reservation;
    values[at] = cpu.csrs.oldSatp();
  }

  @Override
  public void copy(Hart source, Hart target) {
    Cpu from = (Cpu) source;
    Cpu to = (Cpu) target;
    for (int i = 1; i < 32; i++) {
      to.setGeneral(i, from.general(i));
    }
    for (int i = 0; i < 32; i++) {
      to.setFloating(i, from.floating(i));
    }
    to.pc = from.pc;
    to.fflags = from.fflags;
    to.frm = from.frm;
    to.fs = from.fs;
    to.reservation = from.reservation;
  }
}
