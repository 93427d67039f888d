package bbt.ptg.arm64;

import java.util.HashMap;
import java.util.Map;

/**
 * The names of system registers and of system operations (Arm's manual, chapter D19 and C5): those
 * of Armv8.0, with the identification registers that were reserved then and that kernels read.
 */
public final class SystemRegisters {
  /** Number of all of PSTATE as one register, in the form of SPSR_EL1; no instruction has it. */
  public static final int PSTATE = 0;

  private static final int SYSTEM_OPERATIONS = 1;

  /** A group of a line: op0, op1, CRn, CRm of all, then op2 and name of each. */
  private static final String REGISTERS =
      """
      3 0 0 0: 0 midr_el1 5 mpidr_el1 6 revidr_el1
      3 0 0 1: 0 id_pfr0_el1 1 id_pfr1_el1 2 id_dfr0_el1 3 id_afr0_el1
      3 0 0 1: 4 id_mmfr0_el1 5 id_mmfr1_el1 6 id_mmfr2_el1 7 id_mmfr3_el1
      3 0 0 2: 0 id_isar0_el1 1 id_isar1_el1 2 id_isar2_el1 3 id_isar3_el1
      3 0 0 2: 4 id_isar4_el1 5 id_isar5_el1 6 id_mmfr4_el1 7 id_isar6_el1
      3 0 0 3: 0 mvfr0_el1 1 mvfr1_el1 2 mvfr2_el1 4 id_pfr2_el1 5 id_dfr1_el1 6 id_mmfr5_el1
      3 0 0 4: 0 id_aa64pfr0_el1 1 id_aa64pfr1_el1 4 id_aa64zfr0_el1 5 id_aa64smfr0_el1
      3 0 0 5: 0 id_aa64dfr0_el1 1 id_aa64dfr1_el1 4 id_aa64afr0_el1 5 id_aa64afr1_el1
      3 0 0 6: 0 id_aa64isar0_el1 1 id_aa64isar1_el1 2 id_aa64isar2_el1
      3 0 0 7: 0 id_aa64mmfr0_el1 1 id_aa64mmfr1_el1 2 id_aa64mmfr2_el1
      3 0 1 0: 0 sctlr_el1 1 actlr_el1 2 cpacr_el1
      3 0 2 0: 0 ttbr0_el1 1 ttbr1_el1 2 tcr_el1
      3 0 4 0: 0 spsr_el1 1 elr_el1
      3 0 4 1: 0 sp_el0
      3 0 4 2: 0 spsel 2 currentel
      3 0 4 6: 0 icc_pmr_el1
      3 0 5 1: 0 afsr0_el1 1 afsr1_el1
      3 0 5 2: 0 esr_el1
      3 0 6 0: 0 far_el1
      3 0 7 4: 0 par_el1
      3 0 9 14: 1 pmintenset_el1 2 pmintenclr_el1
      3 0 10 2: 0 mair_el1
      3 0 10 3: 0 amair_el1
      3 0 12 0: 0 vbar_el1 1 rvbar_el1 2 rmr_el1
      3 0 12 1: 0 isr_el1
      3 0 12 8: 0 icc_iar0_el1 1 icc_eoir0_el1 2 icc_hppir0_el1 3 icc_bpr0_el1
      3 0 12 8: 4 icc_ap0r0_el1 5 icc_ap0r1_el1 6 icc_ap0r2_el1 7 icc_ap0r3_el1
      3 0 12 9: 0 icc_ap1r0_el1 1 icc_ap1r1_el1 2 icc_ap1r2_el1 3 icc_ap1r3_el1
      3 0 12 11: 1 icc_dir_el1 3 icc_rpr_el1 5 icc_sgi1r_el1 6 icc_asgi1r_el1 7 icc_sgi0r_el1
      3 0 12 12: 0 icc_iar1_el1 1 icc_eoir1_el1 2 icc_hppir1_el1 3 icc_bpr1_el1
      3 0 12 12: 4 icc_ctlr_el1 5 icc_sre_el1 6 icc_igrpen0_el1 7 icc_igrpen1_el1
      3 0 13 0: 1 contextidr_el1 4 tpidr_el1
      3 0 14 1: 0 cntkctl_el1
      3 1 0 0: 0 ccsidr_el1 1 clidr_el1 7 aidr_el1
      3 2 0 0: 0 csselr_el1
      3 3 0 0: 1 ctr_el0 7 dczid_el0
      3 3 4 2: 0 nzcv 1 daif
      3 3 4 4: 0 fpcr 1 fpsr
      3 3 4 5: 0 dspsr_el0 1 dlr_el0
      3 3 9 12: 0 pmcr_el0 1 pmcntenset_el0 2 pmcntenclr_el0 3 pmovsclr_el0
      3 3 9 12: 4 pmswinc_el0 5 pmselr_el0 6 pmceid0_el0 7 pmceid1_el0
      3 3 9 13: 0 pmccntr_el0 1 pmxevtyper_el0 2 pmxevcntr_el0
      3 3 9 14: 0 pmuserenr_el0 3 pmovsset_el0
      3 3 13 0: 2 tpidr_el0 3 tpidrro_el0
      3 3 14 0: 0 cntfrq_el0 1 cntpct_el0 2 cntvct_el0
      3 3 14 2: 0 cntp_tval_el0 1 cntp_ctl_el0 2 cntp_cval_el0
      3 3 14 3: 0 cntv_tval_el0 1 cntv_ctl_el0 2 cntv_cval_el0
      3 3 14 15: 7 pmccfiltr_el0
      3 4 0 0: 0 vpidr_el2 5 vmpidr_el2
      3 4 1 0: 0 sctlr_el2 1 actlr_el2
      3 4 1 1: 0 hcr_el2 1 mdcr_el2 2 cptr_el2 3 hstr_el2 7 hacr_el2
      3 4 2 0: 0 ttbr0_el2 2 tcr_el2
      3 4 2 1: 0 vttbr_el2 2 vtcr_el2
      3 4 3 0: 0 dacr32_el2
      3 4 4 0: 0 spsr_el2 1 elr_el2
      3 4 4 1: 0 sp_el1
      3 4 4 3: 0 spsr_irq 1 spsr_abt 2 spsr_und 3 spsr_fiq
      3 4 5 0: 1 ifsr32_el2
      3 4 5 1: 0 afsr0_el2 1 afsr1_el2
      3 4 5 2: 0 esr_el2
      3 4 5 3: 0 fpexc32_el2
      3 4 6 0: 0 far_el2 4 hpfar_el2
      3 4 10 2: 0 mair_el2
      3 4 10 3: 0 amair_el2
      3 4 12 0: 0 vbar_el2 1 rvbar_el2 2 rmr_el2
      3 4 13 0: 2 tpidr_el2
      3 4 14 0: 3 cntvoff_el2
      3 4 14 1: 0 cnthctl_el2
      3 4 14 2: 0 cnthp_tval_el2 1 cnthp_ctl_el2 2 cnthp_cval_el2
      3 6 1 0: 0 sctlr_el3 1 actlr_el3
      3 6 1 1: 0 scr_el3 1 sder32_el3 2 cptr_el3
      3 6 1 3: 1 mdcr_el3
      3 6 2 0: 0 ttbr0_el3 2 tcr_el3
      3 6 4 0: 0 spsr_el3 1 elr_el3
      3 6 4 1: 0 sp_el2
      3 6 5 1: 0 afsr0_el3 1 afsr1_el3
      3 6 5 2: 0 esr_el3
      3 6 6 0: 0 far_el3
      3 6 10 2: 0 mair_el3
      3 6 10 3: 0 amair_el3
      3 6 12 0: 0 vbar_el3 1 rvbar_el3 2 rmr_el3
      3 6 13 0: 2 tpidr_el3
      3 7 14 2: 0 cntps_tval_el1 1 cntps_ctl_el1 2 cntps_cval_el1
      2 0 0 0: 2 osdtrrx_el1
      2 0 0 2: 0 mdccint_el1 2 mdscr_el1
      2 0 0 3: 2 osdtrtx_el1
      2 0 0 6: 2 oseccr_el1
      2 0 1 0: 0 mdrar_el1 4 oslar_el1
      2 0 1 1: 4 oslsr_el1
      2 0 1 3: 4 osdlr_el1
      2 0 1 4: 4 dbgprcr_el1
      2 0 7 8: 6 dbgclaimset_el1
      2 0 7 9: 6 dbgclaimclr_el1
      2 0 7 14: 6 dbgauthstatus_el1
      2 3 0 1: 0 mdccsr_el0
      2 3 0 4: 0 dbgdtr_el0
      2 4 0 7: 0 dbgvcr32_el2
      """;

  /**
   * Operations of {@code sys} by their fields (op0 = 1); one whose name ends with a dot takes no
   * register.
   */
  private static final String OPERATIONS =
      """
      1 0 7 1: 0 ic_ialluis.
      1 0 7 5: 0 ic_iallu.
      1 3 7 5: 1 ic_ivau
      1 0 7 6: 1 dc_ivac 2 dc_isw
      1 0 7 10: 2 dc_csw
      1 0 7 14: 2 dc_cisw
      1 3 7 4: 1 dc_zva
      1 3 7 10: 1 dc_cvac
      1 3 7 11: 1 dc_cvau
      1 3 7 14: 1 dc_civac
      1 0 7 8: 0 at_s1e1r 1 at_s1e1w 2 at_s1e0r 3 at_s1e0w
      1 4 7 8: 0 at_s1e2r 1 at_s1e2w 4 at_s12e1r 5 at_s12e1w 6 at_s12e0r 7 at_s12e0w
      1 6 7 8: 0 at_s1e3r 1 at_s1e3w
      1 0 8 3: 0 tlbi_vmalle1is. 1 tlbi_vae1is 2 tlbi_aside1is 3 tlbi_vaae1is
      1 0 8 3: 5 tlbi_vale1is 7 tlbi_vaale1is
      1 0 8 7: 0 tlbi_vmalle1. 1 tlbi_vae1 2 tlbi_aside1 3 tlbi_vaae1 5 tlbi_vale1 7 tlbi_vaale1
      1 4 8 0: 1 tlbi_ipas2e1is 5 tlbi_ipas2le1is
      1 4 8 3: 0 tlbi_alle2is. 1 tlbi_vae2is 4 tlbi_alle1is. 5 tlbi_vale2is 6 tlbi_vmalls12e1is.
      1 4 8 4: 1 tlbi_ipas2e1 5 tlbi_ipas2le1
      1 4 8 7: 0 tlbi_alle2. 1 tlbi_vae2 4 tlbi_alle1. 5 tlbi_vale2 6 tlbi_vmalls12e1.
      1 6 8 3: 0 tlbi_alle3is. 1 tlbi_vae3is 5 tlbi_vale3is
      1 6 8 7: 0 tlbi_alle3. 1 tlbi_vae3 5 tlbi_vale3
      """;

  private static final Map<Integer, String> NAMES = new HashMap<>();
  private static final Map<String, Integer> NUMBERS = new HashMap<>();

  /** dbgdtrrx_el0 where it is read, dbgdtrtx_el0 where it is written. */
  private static final int DEBUG_TRANSFER = number(2, 3, 0, 5, 0);

  static {
    read(REGISTERS);
    read(OPERATIONS);
    for (int i = 0; i < 16; i++) {
      add(number(2, 0, 0, i, 4), "dbgbvr" + i + "_el1");
      add(number(2, 0, 0, i, 5), "dbgbcr" + i + "_el1");
      add(number(2, 0, 0, i, 6), "dbgwvr" + i + "_el1");
      add(number(2, 0, 0, i, 7), "dbgwcr" + i + "_el1");
    }
    for (int i = 0; i < 31; i++) {
      add(number(3, 3, 14, 8 + i / 8, i % 8), "pmevcntr" + i + "_el0");
      add(number(3, 3, 14, 12 + i / 8, i % 8), "pmevtyper" + i + "_el0");
    }
  }

  private SystemRegisters() {}

  private static void read(String table) {
    for (String line : table.split("\n")) {
      String[] parts = line.split(": ");
      String[] group = parts[0].split(" ");
      String[] each = parts[1].split(" ");
      for (int i = 0; i < each.length; i += 2) {
        int first = Integer.parseInt(group[0]);
        int second = Integer.parseInt(group[1]);
        int n = Integer.parseInt(group[2]);
        int m = Integer.parseInt(group[3]);
        add(number(first, second, n, m, Integer.parseInt(each[i])), each[i + 1]);
      }
    }
  }

  private static void add(int number, String name) {
    NAMES.put(number, name);
    NUMBERS.put(name, number);
  }

  /** The number of a register or operation, as {@link A64Decoded#system} has it. */
  public static int number(int op0, int op1, int crn, int crm, int op2) {
    return op0 << 14 | op1 << 11 | crn << 7 | crm << 3 | op2;
  }

  /** Number of a register by its name, or -1. */
  public static int number(String name) {
    return NUMBERS.getOrDefault(name, -1);
  }

  /** Name of a register; one that has none is named after its number: {@code s3_0_c15_c2_0}. */
  public static String name(int number, boolean written) {
    if (number == DEBUG_TRANSFER) {
      return written ? "dbgdtrtx_el0" : "dbgdtrrx_el0";
    }
    String name = NAMES.get(number);
    return name != null ? name : generic(number);
  }

  private static String generic(int number) {
    return "s%d_%d_c%d_c%d_%d"
        .formatted(
            number >>> 14, number >>> 11 & 7, number >>> 7 & 15, number >>> 3 & 15, number & 7);
  }

  /**
   * Name of a system operation: {@code tlbi_vae1is}, with a dot behind it if it takes no register;
   * null if it has none.
   */
  static String operation(int number) {
    return number >>> 14 == SYSTEM_OPERATIONS ? NAMES.get(number) : null;
  }
}
