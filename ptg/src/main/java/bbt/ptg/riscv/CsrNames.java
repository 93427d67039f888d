package bbt.ptg.riscv;

import java.util.HashMap;
import java.util.Map;

/**
 * Names control and status registers: privileged specification, "CSR Listing", and the listings of
 * ratified extensions. The upper halves that only RV32 has are left out.
 */
public final class CsrNames {
  /** Number in hexadecimal, name. */
  private static final String TABLE =
      """
      001=fflags 002=frm 003=fcsr 008=vstart 009=vxsat 00a=vxrm 00f=vcsr 015=seed
      100=sstatus 104=sie 105=stvec 106=scounteren 10a=senvcfg 10c=sstateen0 10d=sstateen1
      10e=sstateen2 10f=sstateen3 140=sscratch 141=sepc 142=scause 143=stval 144=sip
      14d=stimecmp 150=siselect 151=sireg 15c=stopei 180=satp 200=vsstatus 204=vsie
      205=vstvec 240=vsscratch 241=vsepc 242=vscause 243=vstval 244=vsip 24d=vstimecmp
      250=vsiselect 251=vsireg 25c=vstopei 280=vsatp 300=mstatus 301=misa 302=medeleg
      303=mideleg 304=mie 305=mtvec 306=mcounteren 308=mvien 309=mvip 30a=menvcfg
      30c=mstateen0 30d=mstateen1 30e=mstateen2 30f=mstateen3 320=mcountinhibit
      340=mscratch 341=mepc 342=mcause 343=mtval 344=mip 34a=mtinst 34b=mtval2
      350=miselect 351=mireg 35c=mtopei 5a8=scontext 600=hstatus 602=hedeleg 603=hideleg
      604=hie 605=htimedelta 606=hcounteren 607=hgeie 608=hvien 609=hvictl 60a=henvcfg
      60c=hstateen0 60d=hstateen1 60e=hstateen2 60f=hstateen3 643=htval 644=hip 645=hvip
      646=hviprio1 647=hviprio2 64a=htinst 680=hgatp 6a8=hcontext 747=mseccfg 7a0=tselect
      7a1=tdata1 7a2=tdata2 7a3=tdata3 7a4=tinfo 7a5=tcontrol 7a8=mcontext 7aa=mscontext
      7b0=dcsr 7b1=dpc 7b2=dscratch0 7b3=dscratch1 b00=mcycle b02=minstret c00=cycle
      c01=time c02=instret c20=vl c21=vtype c22=vlenb da0=scountovf db0=stopi e12=hgeip
      eb0=vstopi f11=mvendorid f12=marchid f13=mimpid f14=mhartid f15=mconfigptr fb0=mtopi
      """;

  private static final String[] NAMES = new String[4096];

  static {
    for (String entry : TABLE.trim().split("\\s+")) {
      NAMES[Integer.parseInt(entry.substring(0, 3), 16)] = entry.substring(4);
    }
    number(0xC03, "hpmcounter", 3, 31, 1);
    number(0xB03, "mhpmcounter", 3, 31, 1);
    number(0x323, "mhpmevent", 3, 31, 1);
    // RV64 has the even ones only.
    number(0x3A0, "pmpcfg", 0, 15, 2);
    number(0x3B0, "pmpaddr", 0, 63, 1);
  }

  private CsrNames() {}

  private static void number(int first, String name, int from, int to, int step) {
    for (int i = from; i <= to; i += step) {
      NAMES[first + i - from] = name + i;
    }
  }

  private static final class Numbers {
    static final Map<String, Integer> BY_NAME = new HashMap<>();

    static {
      for (int i = 0; i < NAMES.length; i++) {
        BY_NAME.putIfAbsent(name(i), i);
      }
    }
  }

  /** The number of a CSR by its name; -1 where none has it. */
  public static int number(String name) {
    return Numbers.BY_NAME.getOrDefault(name, -1);
  }

  /** The name of CSR 0 to 4095, or its number as {@code 0x7c0} when it has none. */
  public static String name(int csr) {
    return NAMES[csr] != null ? NAMES[csr] : "0x" + Integer.toHexString(csr);
  }
}
