package bbt.reconstruct.interchange.read;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** The formats of foreign traces. */
public enum ForeignFormat {
  E_TRACE("packets of E-Trace, encapsulated", false),
  N_TRACE("messages of N-Trace", false),
  QEMU("QEMU's log with -d exec,nochain,int,in_asm", true),
  SPIKE("Spike's log with -l or --log-commits", true),
  CVA6("the log of CVA6's tracer", true),
  ROCKET("the log of Rocket or BOOM with +verbose", true);

  private final String about;
  private final boolean hasCode;

  ForeignFormat(String about, boolean hasCode) {
    this.about = about;
    this.hasCode = hasCode;
  }

  /** Whether it may have the code itself, so that no program need be given. */
  public boolean hasCode() {
    return hasCode;
  }

  /** The format's name on the command line. */
  public String key() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** The format in a few words. */
  public String about() {
    return about;
  }

  /** The format of a key. */
  public static Optional<ForeignFormat> of(String key) {
    return Arrays.stream(values()).filter(f -> f.key().equalsIgnoreCase(key)).findFirst();
  }
}
