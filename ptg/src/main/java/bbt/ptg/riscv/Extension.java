package bbt.ptg.riscv;

import static bbt.ptg.riscv.Extension.Announced.*;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * The extensions of the guest's instruction set: one row each, from which the device tree's isa
 * properties and the tables of the documents are derived. What no row names is not supported, and
 * its encodings are illegal instructions unless they are HINTs.
 *
 * <p>Rows are in the canonical order of isa strings (unprivileged specification, "ISA Extension
 * Naming Conventions"). A name is that of the device tree binding {@code riscv/extensions.yaml}.
 */
public enum Extension {
  I("i", "RV32I, RV64I", "base integer instructions, RV64", ALWAYS),
  M("m", "M", "multiplication and division", ALWAYS),
  A("a", "A", "atomics: LR/SC and read-modify-write", ALWAYS),
  F("f", "F", "single-precision floating point", ALWAYS),
  D("d", "D", "double-precision floating point", ALWAYS),
  C("c", "C", "16-bit encodings", ALWAYS),
  B("b", "B", "Zba, Zbb and Zbs together", ALWAYS),
  ZIC64B("zic64b", "Profiles: RVA22U64", "cache blocks have 64 bytes", ALWAYS),
  ZICBOM("zicbom", "CMO", "cache-block management; a cbo.inval is carried out as a flush", ALWAYS),
  ZICBOP("zicbop", "CMO", "prefetch hints", ALWAYS),
  ZICBOZ("zicboz", "CMO", "cache-block zero", ALWAYS),
  ZICCAMOA("ziccamoa", "Profiles: RVA20U64", "main memory supports every atomic", ALWAYS),
  ZICCIF("ziccif", "Profiles: RVA20U64", "main memory supports fetches, each atomic", ALWAYS),
  ZICCLSM("zicclsm", "Profiles: RVA20U64", "misaligned accesses to main memory", ALWAYS),
  ZICCRSE("ziccrse", "Profiles: RVA20U64", "main memory supports LR/SC to its end", ALWAYS),
  ZICNTR("zicntr", "Counters", "cycle, time, instret", ALWAYS),
  ZICOND("zicond", "Integer Conditional Operations", "conditional zero", ALWAYS),
  ZICSR("zicsr", "Zicsr", "CSR instructions", ALWAYS),
  ZIFENCEI("zifencei", "Zifencei", "fence.i", ALWAYS),
  ZIHINTPAUSE("zihintpause", "Zihintpause", "pause", ALWAYS),
  ZIHPM("zihpm", "Counters", "hpmcounter3 to 31, all of them zero", ALWAYS),
  ZA64RS("za64rs", "Profiles: RVA22U64", "reservation sets of 64 bytes", ALWAYS),
  ZAWRS("zawrs", "Zawrs", "wait on a reservation; the wait may end early", ALWAYS),
  ZFHMIN("zfhmin", "Zfh, Zfhmin", "half-precision loads, stores, moves and conversions", ALWAYS),
  ZBA("zba", "B", "address generation", ALWAYS),
  ZBB("zbb", "B", "basic bit manipulation", ALWAYS),
  ZBS("zbs", "B", "single-bit instructions", ALWAYS),
  SSCCPTR("ssccptr", "Profiles: RVA20S64", "main memory supports page tables", ALWAYS),
  SSCOUNTERENW("sscounterenw", "Profiles: RVA22S64", "scounteren is writable", ALWAYS),
  SSTC("sstc", "Sstc", "stimecmp: the supervisor's own timer", ALWAYS),
  SSTVALA("sstvala", "Profiles: RVA20S64", "stval has the faulting address or encoding", ALWAYS),
  SSTVECD("sstvecd", "Profiles: RVA20S64", "stvec takes every aligned address", ALWAYS),
  SVADE("svade", "Privileged: Svade", "page faults instead of A/D updates", WITH_SVADE),
  SVADU("svadu", "Privileged: Svadu", "A/D bits updated by hardware", WITHOUT_SVADE),
  SVINVAL("svinval", "Privileged: Svinval", "fine-grained invalidation", ALWAYS),
  SVNAPOT("svnapot", "Privileged: Svnapot", "leaves of 64 KiB", ALWAYS),
  SVPBMT("svpbmt", "Privileged: Svpbmt", "page-based memory types; memory is coherent", ALWAYS),
  SVVPTC("svvptc", "Privileged: Svvptc", "an entry made valid needs no fence", ALWAYS),
  /** M, S and U mode: what every RISC-V system has; not named in isa strings. */
  PRIVILEGED("", "Privileged", "M, S and U mode, PMP (16 entries), Sv39, Sv48, Sv57", NEVER);

  /** When the device tree names an extension. */
  public enum Announced {
    ALWAYS,
    /** With the option that makes pages whose A or D bit is clear fault. */
    WITH_SVADE,
    WITHOUT_SVADE,
    NEVER
  }

  private final String isaName;
  private final String chapter;
  private final String summary;
  private final Announced announced;

  Extension(String isaName, String chapter, String summary, Announced announced) {
    this.isaName = isaName;
    this.chapter = chapter;
    this.summary = summary;
    this.announced = announced;
  }

  /** Name in isa strings, in lower case; empty where there is none. */
  public String isaName() {
    return isaName;
  }

  /** Where it is specified: chapter of the unprivileged specification unless it says otherwise. */
  public String chapter() {
    return chapter;
  }

  /** The extension in a few words. */
  public String summary() {
    return summary;
  }

  public Announced announced() {
    return announced;
  }

  /** The extension's rows in the instruction table; empty where it has none. */
  public Set<Insn> instructions() {
    EnumSet<Insn> rows = EnumSet.allOf(Insn.class);
    rows.removeIf(insn -> insn.extension() != this);
    return rows;
  }

  /** The names that the device tree announces, in order. */
  public static List<String> announcedNames(boolean svade) {
    List<String> names = new ArrayList<>();
    for (Extension e : values()) {
      boolean named =
          switch (e.announced) {
            case ALWAYS -> true;
            case WITH_SVADE -> svade;
            case WITHOUT_SVADE -> !svade;
            case NEVER -> false;
          };
      if (named) {
        names.add(e.isaName);
      }
    }
    return names;
  }

  /** All of it as one word: {@code rv64imafdcb_zic64b_zicbom...}. */
  public static String isaString(boolean svade) {
    StringBuilder isa = new StringBuilder("rv64");
    for (String name : announcedNames(svade)) {
      isa.append(name.length() > 1 ? "_" : "").append(name);
    }
    return isa.toString();
  }
}
