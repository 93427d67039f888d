package bbt.ptg.riscv;

import java.util.Map;

/**
 * Names firmware calls by the extension that they are for, which is all that a trace says of them
 * (SBI specification 3.0: "Extension ID" of each chapter, and its legacy extensions).
 */
final class SbiExtensions {
  private static final Map<Long, String> NAMES =
      Map.ofEntries(
          Map.entry(0x00L, "set timer (legacy)"),
          Map.entry(0x01L, "console putchar (legacy)"),
          Map.entry(0x02L, "console getchar (legacy)"),
          Map.entry(0x03L, "clear IPI (legacy)"),
          Map.entry(0x04L, "send IPI (legacy)"),
          Map.entry(0x05L, "remote FENCE.I (legacy)"),
          Map.entry(0x06L, "remote SFENCE.VMA (legacy)"),
          Map.entry(0x07L, "remote SFENCE.VMA with ASID (legacy)"),
          Map.entry(0x08L, "shutdown (legacy)"),
          Map.entry(0x10L, "BASE"),
          Map.entry(0x54494D45L, "TIME (timer)"),
          Map.entry(0x735049L, "IPI"),
          Map.entry(0x52464E43L, "RFNC (remote fence)"),
          Map.entry(0x48534DL, "HSM (hart state)"),
          Map.entry(0x53525354L, "SRST (system reset)"),
          Map.entry(0x504D55L, "PMU (counters)"),
          Map.entry(0x4442434EL, "DBCN (debug console)"),
          Map.entry(0x53555350L, "SUSP (suspend)"),
          Map.entry(0x43505043L, "CPPC (processor performance)"),
          Map.entry(0x4E41434CL, "NACL (nested acceleration)"),
          Map.entry(0x535441L, "STA (steal time)"),
          Map.entry(0x535345L, "SSE (supervisor software events)"),
          Map.entry(0x46574654L, "FWFT (firmware features)"),
          Map.entry(0x44425452L, "DBTR (debug triggers)"),
          Map.entry(0x4D505859L, "MPXY (message proxy)"));

  private SbiExtensions() {}

  /**
   * The name of an extension; a number where the specification has none.
   *
   * @param extension what the caller had in a7
   */
  static String title(long extension) {
    String name = NAMES.get(extension);
    return "firmware call " + (name != null ? name : "0x" + Long.toHexString(extension));
  }
}
